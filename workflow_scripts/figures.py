"""Draw every figure of the study, as SVG and PNG."""

import logging
from pathlib import Path

from eccru.plots.gallery import draw, read_tables
from eccru.plots.style import save
from eccru.study.jobs import job

with job(snakemake.log[0]):
    tables = read_tables(Path(snakemake.input.datasets).parent)
    for svg, png in zip(snakemake.output.svg, snakemake.output.png, strict=True):
        figure = draw(Path(svg).stem, tables)
        save(figure, svg)
        save(figure, png)
        logging.info("drew %s", svg)
