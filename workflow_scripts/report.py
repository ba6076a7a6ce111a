"""Write the report of the study as one HTML file."""

from pathlib import Path

from eccru.data.availability import missing_datasets
from eccru.report.page import write_report
from eccru.study.jobs import job
from eccru.study.keys import write_manifest

with job(snakemake.log[0]):
    write_report(
        snakemake.output.page,
        Path(snakemake.input.datasets).parent,
        Path(snakemake.input.figures[0]).parent,
        snakemake.params.config,
        missing_datasets(snakemake.input.available),
    )
    write_manifest(snakemake.output.manifest, snakemake.params.key, [snakemake.output.page])
