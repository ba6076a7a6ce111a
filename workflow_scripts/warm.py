"""Compile the kernels once, so that the training jobs find them in the cache."""

import logging
import time

from eccru.files import write_text
from eccru.study.jobs import job
from eccru.tree.warm import compile_kernels

with job(snakemake.log[0]):
    compile_kernels()
    logging.info("the kernels are compiled: %.1f s of CPU", time.process_time())
    write_text(snakemake.output[0], f"{snakemake.params.sources}\n")
