"""The estimate of a job's cost: the order of the jobs is what matters."""

import pandas as pd
import pytest

from eccru.files import write_json
from eccru.paper.table1 import printed_sizes
from eccru.stats.costs import costs_frame
from eccru.study.costs import estimated_seconds
from tests.invented import PARAMETERS

MEDIAMILL = {"n": 43907, "q": 101, "LC": 4.376, "entries": 43907 * 120}
# CPU seconds to train on a half of mediamill, measured.
MEASURED = {"BR": 14, "ECC": 177, "BRUS": 3, "EBRUS": 24, "COCOA": 30, "ECCRU": 30, "ECCRU3": 48}


@pytest.mark.parametrize("method", MEASURED)
def test_estimate_is_right_within_a_factor_of_three(method):
    estimated = estimated_seconds(method, PARAMETERS[method], MEDIAMILL)
    assert MEASURED[method] / 3 < estimated < MEASURED[method] * 3


def test_ecc_on_a_large_dataset_is_started_first():
    small = {"n": 2417, "q": 14, "LC": 4.237, "entries": 2417 * 103}
    costs = {
        (method, name): estimated_seconds(method, parameters, statistics)
        for method, parameters in PARAMETERS.items()
        for name, statistics in (("mediamill", MEDIAMILL), ("yeast", small))
    }
    assert max(costs, key=costs.get) == ("ECC", "mediamill")
    assert costs["BRUS", "yeast"] == min(costs.values())


def test_before_the_data_is_prepared_the_sizes_are_those_of_table_1():
    assert printed_sizes("mediamill") == MEDIAMILL
    assert printed_sizes("emotions") is None


def test_frame_sets_estimates_beside_means_over_the_folds(tmp_path):
    write_json(tmp_path / "mediamill.json", MEDIAMILL)
    runs = pd.DataFrame(
        {
            "dataset": "mediamill",
            "method": ["ECC-10", "ECC-10", "BR"],
            "algorithm": ["ECC", "ECC", "BR"],
            "c": [10, 10, None],
            "training_time": [100.0, 200.0, 10.0],
            "stopped": None,
        }
    )
    frame = costs_frame(runs, tmp_path).set_index("method")
    assert frame["measured"].to_dict() == {"ECC-10": 150.0, "BR": 10.0}
    assert frame.loc["BR", "estimated"] == estimated_seconds("BR", {}, MEDIAMILL)
