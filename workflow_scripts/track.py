"""Bring the runs of a dataset in MLflow up to date with their result files."""

from pathlib import Path

from eccru.study.jobs import job
from eccru.tracking.log import track
from eccru.tracking.store import resolve_uri

with job(snakemake.log[0]):
    uri = resolve_uri(snakemake.config["tracking_uri"])
    summary = track(uri, snakemake.params.study, snakemake.input.records)
    Path(snakemake.output[0]).write_text(f"{summary}\n")
