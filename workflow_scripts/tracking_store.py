"""Create the tracking store before anything else opens it."""

from datetime import UTC, datetime
from pathlib import Path

from eccru.study.jobs import job
from eccru.tracking.store import create_store, redact, resolve_uri

with job(snakemake.log[0]):
    uri = resolve_uri(snakemake.config["tracking_uri"])
    create_store(uri)
    # The time makes a new store known: all runs are then tracked in it again.
    Path(snakemake.output.marker).write_text(
        f"{redact(uri)} since {datetime.now(UTC).isoformat()}\n"
    )
