"""Log the report, the tables and the figures of the study in MLflow."""

from eccru.files import write_text
from eccru.study.jobs import job
from eccru.tracking.log import track_study
from eccru.tracking.store import resolve_uri

with job(snakemake.log[0]):
    not_logged = (snakemake.input.store, snakemake.input.tracked)
    files = [file for file in snakemake.input if file not in not_logged]
    uri = resolve_uri(snakemake.config["tracking_uri"])
    summary = track_study(uri, snakemake.params.study, files)
    write_text(snakemake.output[0], f"{summary}\n")
