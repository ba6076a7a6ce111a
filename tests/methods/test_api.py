"""What users of scikit-learn expect of the methods besides its checks."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import pytest
from joblib import parallel_config
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.metrics import f1_score
from sklearn.preprocessing import MultiLabelBinarizer
from sklearn.tree import DecisionTreeClassifier

import eccru
from eccru.methods import KNOWN, make_method
from eccru.methods.parallel import Work
from eccru.methods.sampling import bootstrap, stream
from eccru.methods.thresholds import tune_thresholds
from eccru.model_selection import IterativeStratifiedKFold
from eccru.tree import J48Tree

BAGGED = ["ECC", "ECCRU", "ECCRU2", "ECCRU3"]

# Trees that are trained one by one, as with weights, draw other attributes than those of a chain.
J48_AS_IT_IS = [name for name in KNOWN if name != "ForestRU"]


@pytest.fixture(scope="module")
def data():
    """Labels from common to rare, and half of the features nominal."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(300, 8))
    X[:, ::2] = X[:, ::2] > 0
    noise = 0.3 * rng.normal(size=(300, 4))
    Y = (X[:, :4] + X[:, 1:5] + noise > [0, 0.3, 0.8, 1.6]).astype(int)
    return X[::2], Y[::2], X[1::2], Y[1::2]


def paper(name, **params):
    """Return a method that tunes its thresholds on the training set."""
    return make_method(name, thresholds="train", threshold_ties="lowest", **params)


class TestOneLabel:
    """A column, or one dimension with any two classes."""

    @pytest.mark.parametrize("name", KNOWN)
    def test_a_column_and_one_dimension_give_the_same_scores(self, name, data):
        X, Y, X_test, _ = data
        column = make_method(name, random_state=0).fit(X, Y[:, :1])
        assert column.predict(X_test).shape == column.predict_proba(X_test).shape == (150, 1)
        words = np.array(["no", "yes"])
        one = make_method(name, random_state=0).fit(X, words[Y[:, 0]])
        assert one.classes_.tolist() == ["no", "yes"]
        both = one.predict_proba(X_test)
        assert (both[:, 1:] == column.predict_proba(X_test)).all()
        np.testing.assert_allclose(both.sum(axis=1), 1)
        assert (one.predict(X_test) == words[column.predict(X_test)[:, 0]]).all()
        assert one.score(X_test, one.predict(X_test)) == 1

    def test_more_classes_are_refused_with_the_cure(self, data):
        with pytest.raises(ValueError, match=r"3 classes.*LabelBinarizer"):
            eccru.BR().fit(data[0], np.arange(150) % 3)

    @pytest.mark.parametrize("value", [0, 1])
    def test_a_class_that_never_occurs_is_not_predicted(self, value, data):
        model = eccru.ECCRU(random_state=0).fit(data[0], np.full(150, value))
        assert (model.predict(data[2]) == value).all()


class TestNames:
    """Names go in with frames or a list, and come out with frames."""

    def test_labels_are_named_by_a_frame_or_a_list(self, data):
        X, Y, _, _ = data
        frame = pd.DataFrame(Y, columns=["red", "green", "blue", "black"])
        by_frame = eccru.BR().fit(X, frame)
        by_list = eccru.BR().fit(X, Y, label_names=list(frame))
        assert by_frame.label_names_.tolist() == by_list.label_names_.tolist() == list(frame)
        assert eccru.BR().fit(X, Y).label_names_.tolist() == ["0", "1", "2", "3"]
        with pytest.raises(ValueError, match="label_names has 2 names for 4 labels"):
            eccru.BR().fit(X, Y, label_names=["red", "green"])

    def test_frames_come_out(self, data):
        X, Y, X_test, _ = data
        names = ["red", "green", "blue", "black"]
        rows = pd.DataFrame(X_test, index=np.arange(150) + 1000)
        model = eccru.ECCRU(random_state=0).fit(pd.DataFrame(X), Y, label_names=names)
        arrays = model.predict(rows), model.predict_proba(rows), model.decision_function(rows)
        model.set_output(transform="pandas")
        frames = model.predict(rows), model.predict_proba(rows), model.decision_function(rows)
        for array, frame in zip(arrays, frames, strict=True):
            expected = pd.DataFrame(array, rows.index, names)
            pd.testing.assert_frame_equal(frame, expected, check_names=False)
        assert isinstance(model.set_output(transform="default").predict(rows), np.ndarray)

    def test_nominal_features_by_name(self, data):
        X, Y, _, _ = data
        columns = [f"x{number}" for number in range(8)]
        frame = pd.DataFrame(X, columns=columns)
        by_name = eccru.BR().fit(frame, Y, nominal=columns[::2])
        by_mask = eccru.BR().fit(X, Y, nominal=np.arange(8) % 2 == 0)
        assert (by_name.nominal_ == by_mask.nominal_).all()
        with pytest.raises(ValueError, match="nominal"):
            eccru.BR().fit(frame, Y, nominal=["x0", "x99"])
        with pytest.raises(ValueError, match="nominal"):
            eccru.BR().fit(X, Y, nominal=[0] * 7 + [1])

    def test_features_on_a_small_scale_are_named(self, data):
        X, Y, _, _ = data
        with pytest.warns(UserWarning, match=r"Feature 1, 3.*Scale them"):
            eccru.ECCRU(c=2, random_state=0).fit(np.where(np.arange(8) % 2, X * 1e-6, X), Y)

    def test_missing_values_are_left_to_the_tree(self, data):
        X, Y, X_test, _ = data
        X = X.copy()
        X[::5, 0], X[::7, 1] = np.nan, np.nan
        model = eccru.BR().fit(X, Y)
        assert model.nominal_.tolist() == [True, False] * 4
        tree = J48Tree().fit(X, Y[:, 0], nominal=model.nominal_)
        assert (model.predict_proba(X)[:, 0] == tree.predict_proba(X)[:, 1]).all()
        with pytest.raises(ValueError, match="contains NaN"):
            eccru.BR().fit(X_test, Y).predict(X)

    def test_sets_of_labels_are_refused_with_the_cure(self, data):
        sets = [{"red"}, {"red", "blue"}] * 75
        for y in (sets, [sorted(labels) for labels in sets]):
            with pytest.raises(ValueError, match=r"MultiLabelBinarizer\(\)\.fit_transform"):
                eccru.BR().fit(data[0], y)
        model = eccru.BR().fit(data[0], MultiLabelBinarizer().fit_transform(sets))
        assert model.predict(data[2]).shape == (150, 2)


class TestThresholds:
    """Where thresholds come from."""

    @pytest.mark.parametrize("name", KNOWN)
    def test_numbers_are_taken_as_they_are(self, name, data):
        X, Y, X_test, _ = data
        model = make_method(name, thresholds=0.3, random_state=0).fit(X, Y)
        scores = model.predict_proba(X_test)
        assert (model.predict(X_test) == (scores >= 0.3)).all()
        assert (model.predict(X_test, thresholds=0.7) == (scores >= 0.7)).all()
        each = [0.1, 0.2, 0.3, 0.4]
        assert (model.predict(X_test, thresholds=each) == (scores >= each)).all()
        own = make_method(name, thresholds=each, random_state=0).fit(X, Y)
        assert (own.predict(X_test) == (scores >= each)).all()
        assert ((own.decision_function(X_test) > 0) == own.predict(X_test)).all()

    @pytest.mark.parametrize("name", KNOWN)
    def test_tuning_on_other_data(self, name, data):
        X, Y, X_test, Y_test = data
        model = make_method(name, random_state=0).fit(X, Y).tune(X_test, Y_test)
        expected = tune_thresholds(
            Y_test, model.predict_proba(X_test), model.threshold_grid, "highest", everything=False
        )
        for metric, thresholds in model.thresholds_.items():
            assert thresholds.tolist() == expected[metric].tolist()
            everything = (model.predict_proba(X_test) >= thresholds).all(axis=0)
            assert not everything.any()

    @pytest.mark.parametrize("name", KNOWN)
    def test_cross_validation_scores_rows_by_models_without_them(self, name, data):
        X, Y, _, _ = data
        model = make_method(name, thresholds="cv", random_state=3).fit(X, Y)
        scores = np.empty(Y.shape)
        folds = IterativeStratifiedKFold(5, random_state=3).split(X, Y)
        for fold, (train, test) in enumerate(folds):
            seed = int(stream(3, 100, fold).integers(2**63))
            part = make_method(name, random_state=seed).fit(X[train], Y[train])
            scores[test] = part.predict_proba(X[test])
        expected = tune_thresholds(
            Y, scores, model.threshold_grid, ties="highest", everything=False
        )
        assert model.thresholds_["f_measure"].tolist() == expected["f_measure"].tolist()

    @pytest.mark.parametrize("name", [*BAGGED, "EBRUS"])
    def test_rows_outside_of_bags_are_scored_by_the_models_of_those_bags(self, name, data):
        X, Y, _, _ = data
        params = {"bootstrap": True} if name == "EBRUS" else {}
        model = make_method(name, c=4, thresholds="oob", random_state=3, **params).fit(X, Y)
        rows = np.arange(len(X), dtype=np.int32)
        total, asked = np.zeros(Y.shape), np.zeros(Y.shape)
        for number in range(4 if name == "EBRUS" else len(model.chains_)):
            rng = stream(3, model._id, number)
            part = make_method(name, random_state=3, **params)
            part.__dict__.update(vars(model))
            if name == "EBRUS":
                labels = np.arange(4)
                part.models_ = [[models[number]] for models in model.models_]
                scores = np.column_stack(
                    [
                        one[0].predict_proba(eccru.tree.Rows(X, model.nominal_))[:, 1]
                        for one in part.models_
                    ]
                )
            else:
                labels = model.chains_[number].order
                rng.permutation(len(labels))
                part.chains_, part.n_classifiers_ = [model.chains_[number]], np.ones(4)
                scores = part.predict_proba(X)
            outside = np.setdiff1d(rows, bootstrap(rows, rng).rows)
            total[np.ix_(outside, labels)] += scores[np.ix_(outside, labels)]
            asked[np.ix_(outside, labels)] += 1
        with np.errstate(invalid="ignore"):
            expected = tune_thresholds(Y, total / asked, ties="highest", everything=False)
        for metric, thresholds in model.thresholds_.items():
            assert thresholds.tolist() == expected[metric].tolist()

    def test_the_highest_of_equally_good_thresholds(self, data):
        X, Y, _, _ = data
        lowest = eccru.BR(thresholds="train", threshold_ties="lowest").fit(X, Y)
        highest = eccru.BR(thresholds="train").fit(X, Y)
        assert (highest.thresholds_["f_measure"] >= lowest.thresholds_["f_measure"]).all()
        assert (highest.thresholds_["f_measure"] > lowest.thresholds_["f_measure"]).any()
        assert highest.score(X, Y) == pytest.approx(lowest.score(X, Y))


class TestWeights:
    """Weights reach the classifiers and the thresholds."""

    @pytest.mark.parametrize("name", J48_AS_IT_IS)
    def test_equal_weights_change_nothing(self, name, data):
        X, Y, X_test, _ = data
        plain = make_method(name, random_state=0).fit(X, Y)
        equal = make_method(name, random_state=0).fit(X, Y, sample_weight=np.ones(150))
        assert (plain.predict_proba(X_test) == equal.predict_proba(X_test)).all()
        for metric, thresholds in plain.thresholds_.items():
            assert thresholds.tolist() == equal.thresholds_[metric].tolist()

    @pytest.mark.parametrize("name", J48_AS_IT_IS)
    def test_rows_of_weight_0_are_left_out(self, name, data):
        X, Y, X_test, _ = data
        weight = np.where(np.arange(150) < 100, 1.0, 0.0)
        weighted = make_method(name, random_state=0).fit(X, Y, sample_weight=weight)
        without = make_method(name, random_state=0).fit(X[:100], Y[:100])
        assert (weighted.predict_proba(X_test) == without.predict_proba(X_test)).all()
        with pytest.raises(ValueError, match="at least one non-zero number and no negative one"):
            make_method(name).fit(X, Y, sample_weight=np.zeros(150))

    def test_a_weight_of_2_is_two_copies_to_binary_relevance(self, data):
        X, Y, X_test, _ = data
        weight = 1 + np.arange(150) % 2
        weighted = paper("BR").fit(X, Y, sample_weight=weight)
        copied = paper("BR").fit(np.repeat(X, weight, axis=0), np.repeat(Y, weight, axis=0))
        assert (weighted.predict_proba(X_test) == copied.predict_proba(X_test)).all()
        for metric, thresholds in weighted.thresholds_.items():
            assert thresholds.tolist() == copied.thresholds_[metric].tolist()

    def test_weights_are_handed_to_the_estimator_with_the_drawn_rows(self, data):
        X, Y, _, _ = data
        weight = np.random.default_rng(0).random(150)
        leaf = DecisionTreeClassifier(max_depth=1)
        model = eccru.BR(estimator=leaf, random_state=0).fit(X, Y, sample_weight=weight)
        for label, (fitted,) in enumerate(model.models_):
            total = fitted.classifier.tree_.weighted_n_node_samples[0]
            assert total == pytest.approx(weight.sum())
            share = fitted.classifier.tree_.value[0, 0, 1]
            assert share == pytest.approx(weight @ Y[:, label] / weight.sum())

    def test_the_score_is_weighted(self, data):
        X, Y, X_test, Y_test = data
        weight = np.random.default_rng(0).random(150)
        model = eccru.ECCRU(random_state=0).fit(X, Y)
        expected = f1_score(Y_test, model.predict(X_test), average="macro", sample_weight=weight)
        assert model.score(X_test, Y_test, sample_weight=weight) == pytest.approx(expected)


class TestEstimator:
    """Which classifier is underneath."""

    @pytest.mark.parametrize("name", J48_AS_IT_IS)
    def test_the_tree_by_name_is_the_built_in_one(self, name, data):
        X, Y, X_test, _ = data
        by_default = make_method(name, random_state=0).fit(X, Y)
        by_name = make_method(name, estimator=J48Tree(), random_state=0).fit(X, Y)
        assert type(by_name._learner) is type(by_default._learner)
        assert (by_name.predict_proba(X_test) == by_default.predict_proba(X_test)).all()

    def test_a_decision_function_takes_the_place_of_probabilities(self, data):
        X, Y, X_test, _ = data
        model = eccru.BR(estimator=RidgeClassifier()).fit(X, Y)
        for label, (fitted,) in enumerate(model.models_):
            decisions = fitted.classifier.decision_function(X_test)
            scores = model.predict_proba(X_test)[:, label]
            assert (np.argsort(scores) == np.argsort(decisions)).all()
            assert ((scores > 0.5) == (decisions > 0)).all()
        assert eccru.COCOA(estimator=RidgeClassifier(), random_state=0).fit(X, Y).score(X, Y) > 0.5

    def test_missing_values_reach_those_that_take_them(self, data):
        X, Y, _, _ = data
        X = X.copy()
        X[::7, 1] = np.nan
        model = eccru.BR(estimator=DecisionTreeClassifier(random_state=0), random_state=0).fit(X, Y)
        assert np.isfinite(model.predict_proba(X)).all()
        with pytest.raises(ValueError, match="contains NaN"):
            eccru.BR(estimator=LogisticRegression()).fit(X, Y)


class TestSafety:
    """Failures and interruptions."""

    def test_a_failed_fit_leaves_nothing_and_a_failed_refit_the_old_model(self, data):
        X, Y, X_test, _ = data
        model = eccru.ECCRU(estimator=Failing(), random_state=0)
        with pytest.raises(RuntimeError, match="at the third"):
            model.fit(X, Y)
        with pytest.raises(NotFittedError):
            model.predict(X)
        model.set_params(estimator=None).fit(X, Y)
        before = model.predict_proba(X_test)
        model.set_params(estimator=Failing())
        with pytest.raises(RuntimeError, match="at the third"):
            model.fit(X[:, :5], Y[:, :2])
        assert (model.predict_proba(X_test) == before).all()
        assert model.n_features_in_ == 8

    @pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
    @pytest.mark.parametrize("n_jobs", [1, 2])
    def test_training_ends_on_ctrl_c(self, n_jobs):
        """It would take hours: the test ends because the training does."""
        code = (
            "import signal, numpy as np, eccru\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell's & ignores it
            "rng = np.random.default_rng(0)\n"
            "X = rng.normal(size=(4000, 50))\n"
            "Y = (X[:, :40] + rng.normal(size=(4000, 40)) > 1).astype(int)\n"
            f"model = eccru.ECC(c=100_000, n_jobs={n_jobs}, random_state=0)\n"
            "eccru.BR().fit(X[:100], Y[:100])\n"
            "print('training', flush=True)\n"
            "try:\n"
            "    model.fit(X, Y)\n"
            "except KeyboardInterrupt:\n"
            "    print('interrupted', hasattr(model, 'chains_'), flush=True)\n"
        )
        command = [sys.executable, "-c", code]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout.readline() == "training\n"
                time.sleep(1)
                os.kill(process.pid, signal.SIGINT)
                out, _ = process.communicate(timeout=60)
            finally:
                process.kill()
        assert out == "interrupted False\n"
        assert process.returncode == 0

    def test_threads_are_counted_as_joblib_does(self):
        processors = Work(-1).n_threads
        assert processors >= 1
        assert Work(None).n_threads == 1
        assert Work(-2).n_threads == max(1, processors - 1)
        with parallel_config(n_jobs=3):
            assert Work(None).n_threads == 3

    def test_one_chain_needs_no_other_theta(self, data):
        model = eccru.ECCRU3(c=1, random_state=0).fit(data[0], data[1])
        assert model.n_classifiers_.min() == 1


class Failing(LogisticRegression):
    """A classifier the third of which fails."""

    fitted = 0

    def fit(self, X, y, sample_weight=None):
        Failing.fitted += 1
        if Failing.fitted % 3 == 0:
            raise RuntimeError("at the third")
        return super().fit(X, y, sample_weight)


@pytest.mark.parametrize("name", KNOWN)
def test_a_bar_shows_what_is_done(name, data, capsys):
    make_method(name, verbose=1, random_state=0).fit(data[0], data[1])
    shown = capsys.readouterr().err
    unit = "chain" if name.startswith(("ECC", "Forest")) else "label"
    assert name in shown
    assert "100%" in shown
    assert unit in shown
    make_method(name, random_state=0).fit(data[0], data[1])
    assert capsys.readouterr().err == ""
