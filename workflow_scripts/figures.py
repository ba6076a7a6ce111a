"""Draw every figure of the study, as SVG and PNG."""

import gc
import logging
from pathlib import Path

from eccru.plots.gallery import draw, read_tables
from eccru.plots.style import save
from eccru.study.jobs import job
from eccru.study.keys import write_manifest

# A figure is many small objects: to look for garbage among them less often saves a seventh.
gc.set_threshold(100_000)
with job(snakemake.log[0]):
    tables = read_tables(Path(snakemake.input.datasets).parent)
    for svg, png in zip(snakemake.output.svg, snakemake.output.png, strict=True):
        save(draw(Path(svg).stem, tables), svg, png)
        logging.info("drew %s", svg)
    files = [*snakemake.output.svg, *snakemake.output.png]
    write_manifest(snakemake.output.manifest, snakemake.params.key, files)
