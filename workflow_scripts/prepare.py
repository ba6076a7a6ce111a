"""Turn a dataset's raw files into matrices, reduced and checked against the paper's Table 1."""

from eccru.data.preparation import prepare
from eccru.files import write_json
from eccru.paper.table1 import check
from eccru.study.jobs import job

with job(snakemake.log[0]):
    name, params = snakemake.wildcards.dataset, snakemake.params
    dataset, statistics = prepare(name, snakemake.input.raw, **params.how)
    check(name, statistics, params.how.get("reduction"))
    dataset.save(snakemake.output.data, params.key)
    write_json(snakemake.output.statistics, {**statistics, "key": params.key})
