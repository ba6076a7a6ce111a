"""Write the paper's Table 1 as computed from the prepared datasets."""

import json
from pathlib import Path

import pandas as pd

from eccru.data.table1 import COLUMNS, table
from eccru.jobs import job
from eccru.layout import markdown, write_csv, write_text

with job(snakemake.log[0]):
    files = map(Path, snakemake.input.statistics)
    rows = pd.DataFrame(table({file.stem: json.loads(file.read_text()) for file in files}))
    write_csv(Path(snakemake.output.csv), rows)

    text = rows.copy()
    for column in COLUMNS:
        text[column] = text[column].map("{:.3f}".format if text[column].dtype == float else str)
    notes = ""
    if snakemake.input.available:
        missing = json.loads(Path(snakemake.input.available).read_text())["missing"]
        notes = "".join(f"\nMissing: {name}, which no source had.\n" for name in missing)
    write_text(
        Path(snakemake.output.md),
        markdown(list(rows), text.values.tolist(), "l" + "r" * len(COLUMNS) + "ll") + notes,
    )
