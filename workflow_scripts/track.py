"""Bring the runs in MLflow up to date with their result files."""

from eccru.files import write_text
from eccru.study.jobs import job
from eccru.tracking.log import track
from eccru.tracking.store import create_store, resolve_uri

with job(snakemake.log[0]):
    uri = resolve_uri(snakemake.config["tracking_uri"])
    create_store(uri)
    summary = track(uri, snakemake.params.study, snakemake.input.records)
    write_text(snakemake.output[0], f"{summary}\n")
