"""List the datasets that were to be had, and why the others were not."""

from eccru.data.availability import list_available
from eccru.files import write_json
from eccru.study.jobs import job

with job(snakemake.log[0]):
    found = list_available(snakemake.input.raw)
    write_json(snakemake.output[0], {**found, "key": snakemake.params.key})
