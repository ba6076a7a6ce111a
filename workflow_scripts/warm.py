"""Compile the kernels once, so that the training jobs find them in the cache."""

import logging
import time
from pathlib import Path

from eccru.jobs import job
from eccru.tree.warm import compile_kernels

with job(snakemake.log[0]):
    compile_kernels()
    logging.info("the kernels are compiled: %.1f s of CPU", time.process_time())
    Path(snakemake.output[0]).write_text(f"{snakemake.params.sources}\n")
