"""Write the report of the study as one HTML file."""

import json
from pathlib import Path

from eccru.jobs import job
from eccru.report import write_report

with job(snakemake.log[0]):
    available = snakemake.input.available
    write_report(
        snakemake.output[0],
        Path(snakemake.input.datasets).parent,
        Path(snakemake.input.figures[0]).parent,
        snakemake.params.config,
        json.loads(Path(available).read_text())["missing"] if available else {},
    )
