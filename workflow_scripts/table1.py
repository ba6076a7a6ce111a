"""Write the paper's Table 1 as computed from the prepared datasets."""

from eccru.data.availability import missing_datasets
from eccru.paper.table1 import write_table1
from eccru.study.jobs import job
from eccru.study.keys import write_manifest

with job(snakemake.log[0]):
    missing = missing_datasets(snakemake.input.available)
    files = snakemake.output.csv, snakemake.output.md
    write_table1(*files, snakemake.input.statistics, missing)
    write_manifest(snakemake.output.manifest, snakemake.params.key, files)
