"""Write the tables of the study, the tests and the comparison with the paper."""

from pathlib import Path

from eccru.paper.study_tables import Design, write_study_tables
from eccru.stats.pairwise import Options
from eccru.study.jobs import job
from eccru.study.keys import check_runs, write_manifest
from eccru.study.records import read_records

with job(snakemake.log[0]):
    params = snakemake.params
    records = read_records(snakemake.input.records)
    check_runs(records, params.settings, params.key)
    design = Design(**{**params.design, "options": Options(**params.design["options"])})
    folder, prepared = Path(snakemake.output[0]).parent, Path(snakemake.input.sizes[0]).parent
    write_study_tables(folder, records, design, prepared)
    files = [file for file in snakemake.output if file != snakemake.output.manifest]
    write_manifest(snakemake.output.manifest, params.key, files)
