"""Fetch a dataset's files from the first source that has them."""

from eccru.data.availability import fetch_or_note
from eccru.study.jobs import job

with job(snakemake.log[0]):
    params = snakemake.params
    name, folder = snakemake.wildcards.dataset, snakemake.output[0]
    fetch_or_note(name, params.entry, folder, params.asked, params.key)
