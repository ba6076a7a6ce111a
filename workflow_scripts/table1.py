"""Write the paper's Table 1 as computed from the prepared datasets."""

from eccru.data.availability import missing_datasets
from eccru.paper.table1 import write_table1
from eccru.study.jobs import job

with job(snakemake.log[0]):
    missing = missing_datasets(snakemake.input.available)
    write_table1(snakemake.output.csv, snakemake.output.md, snakemake.input.statistics, missing)
