"""Turn a dataset's raw files into matrices, reduced and checked against the paper's Table 1."""

import json
from pathlib import Path

from eccru.data import prepare
from eccru.jobs import job

with job(snakemake.log[0]):
    dataset, statistics = prepare(
        snakemake.wildcards.dataset, Path(snakemake.input[0]), snakemake.params.reduction
    )
    dataset.save(snakemake.output.data)
    Path(snakemake.output.statistics).write_text(json.dumps(statistics, indent=1) + "\n")
