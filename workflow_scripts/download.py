"""Fetch a dataset's files from the first source that has them."""

from eccru.data.availability import fetch_or_note
from eccru.study.jobs import job

with job(snakemake.log[0]):
    params = snakemake.params
    fetch_or_note(snakemake.wildcards.dataset, params.entry, snakemake.output[0], params.asked)
