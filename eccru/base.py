"""What a scikit-learn estimator needs, without importing scikit-learn.

Importing scikit-learn takes two seconds, which a training job would pay more than a thousand
times; so the estimators here follow its conventions instead of inheriting from its classes.
"""

import inspect
from collections import defaultdict


class Estimator:
    """A scikit-learn classifier in all but inheritance.

    Works with ``sklearn.base.clone``, pipelines and searches. Parameters are those of
    ``__init__``, which stores them untouched.
    """

    @classmethod
    def _parameters(cls):
        return dict(list(inspect.signature(cls.__init__).parameters.items())[1:])

    def get_params(self, deep=True):
        """Return the parameters of this estimator.

        Parameters
        ----------
        deep : bool, default=True
            Also return the parameters of estimators among the parameters, as ``name__parameter``.

        Returns
        -------
        dict
            Values by name.

        """
        params = {}
        for name in sorted(self._parameters()):
            value = params[name] = getattr(self, name)
            if deep and hasattr(value, "get_params") and not isinstance(value, type):
                params |= {f"{name}__{key}": inner for key, inner in value.get_params().items()}
        return params

    def set_params(self, **params):
        """Set parameters; ``name__parameter`` reaches into an estimator among them.

        Returns
        -------
        self

        """
        valid = sorted(self._parameters())
        nested = defaultdict(dict)
        for key, value in params.items():
            name, inner, inner_name = key.partition("__")
            if name not in valid:
                raise ValueError(
                    f"Invalid parameter {name!r} for estimator {self}. "
                    f"Valid parameters are: {valid!r}."
                )
            if inner:
                nested[name][inner_name] = value
            else:
                setattr(self, name, value)
        for name, inner_params in nested.items():
            getattr(self, name).set_params(**inner_params)
        return self

    def __repr__(self):
        changed = (
            f"{name}={getattr(self, name)!r}"
            for name, parameter in self._parameters().items()
            if repr(getattr(self, name)) != repr(parameter.default)
        )
        return f"{type(self).__name__}({', '.join(changed)})"

    def __sklearn_tags__(self):
        """Tell scikit-learn what this estimator is and takes."""
        from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags

        return Tags(
            estimator_type="classifier",
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags(),
            input_tags=InputTags(sparse=True),
        )
