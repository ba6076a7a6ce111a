"""List the datasets that were to be had, and why the others were not."""

import json
from pathlib import Path

from eccru.data import DataNotFound
from eccru.jobs import job

with job(snakemake.log[0]):
    available, missing = [], {}
    for folder in map(Path, snakemake.input):
        record = json.loads((folder / "source.json").read_text())
        if record["source"] is None:
            missing[folder.name] = record["why"]
        else:
            available.append(folder.name)
    if not available:
        raise DataNotFound("\n".join(["No dataset is to be had.", *missing.values()]))
    result = {"available": available, "missing": missing}
    Path(snakemake.output[0]).write_text(json.dumps(result, indent=1) + "\n")
