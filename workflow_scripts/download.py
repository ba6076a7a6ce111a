"""Fetch a dataset's files from the first source that has them."""

import json
import logging
from pathlib import Path

from eccru.data import DataNotFound, fetch
from eccru.jobs import job

asked = snakemake.params.asked
folder = Path(snakemake.output[0])
with job(snakemake.log[0]):
    try:
        record = fetch(
            snakemake.wildcards.dataset,
            snakemake.params.entry,
            folder,
            sources=asked["sources"],
            mirror=asked["mirror"],
        )
    except DataNotFound as error:
        if asked["missing_data"] == "fail":
            raise
        logging.warning("%s", error)
        folder.mkdir(parents=True, exist_ok=True)
        record = {"source": None, "why": str(error)}
    (folder / "source.json").write_text(json.dumps({**record, "asked": asked}, indent=1) + "\n")
