"""The paper's Tables 2 and 3, as data.

Table 3 prints each pair twice, once from either side; the two agree in all 168 cases, and
every count of wins and losses in the text follows from it. The average ranks of Table 2 are
rounded to two digits, so that those of a metric add up to 36 within 0.02.
"""

from pathlib import Path

import pandas as pd


def average_ranks() -> pd.DataFrame:
    """Return Table 2: a row per metric and a column per method."""
    return pd.read_csv(Path(__file__).with_name("table2.csv"), index_col="metric")


def verdicts() -> dict[str, pd.DataFrame]:
    """Return Table 3: per metric a matrix, 1 where the row's method beats the column's.

    -1 stands for significantly worse and 0 for no significant difference.
    """
    table = pd.read_csv(Path(__file__).with_name("table3.csv"))
    methods = list(dict.fromkeys(table["method"]))
    sign = {"better": 1, "worse": -1, "-": 0}
    return {
        metric: table.assign(sign=table[metric].map(sign))
        .pivot_table(index="method", columns="versus", values="sign", fill_value=0)
        .reindex(index=methods, columns=methods)
        .astype(int)
        for metric in table.columns[2:]
    }
