"""Write the tables of the study, the tests and the comparison with the paper."""

from pathlib import Path

from eccru.paper.study_tables import Plan, write_study_tables
from eccru.stats.pairwise import Options
from eccru.study.jobs import job
from eccru.study.records import read_records

with job(snakemake.log[0]):
    params = snakemake.params
    plan = Plan(
        params.datasets,
        params.methods,
        params.repeats,
        params.folds,
        Options(**params.options),
        params.seed,
    )
    write_study_tables(
        Path(snakemake.output[0]).parent,
        read_records(snakemake.input.records),
        plan,
        Path(snakemake.input.sizes[0]).parent,
    )
