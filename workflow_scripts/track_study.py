"""Log the report, the tables and the figures of the study in MLflow."""

from pathlib import Path

from eccru.study.jobs import job
from eccru.tracking.log import track_study
from eccru.tracking.store import resolve_uri

with job(snakemake.log[0]):
    files = [file for file in snakemake.input if file != snakemake.input.store]
    uri = resolve_uri(snakemake.config["tracking_uri"])
    summary = track_study(uri, snakemake.params.study, files)
    Path(snakemake.output[0]).write_text(f"{summary}\n")
