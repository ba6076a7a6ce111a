"""Say where the tracking store is and since when; an SQLite file is empty until it is used."""

from datetime import UTC, datetime
from pathlib import Path

from eccru.files import write_text
from eccru.study.jobs import job

with job(snakemake.log[0]):
    for database in map(Path, snakemake.output.database):
        database.touch()
    # The time makes a new store known: all runs are then tracked in it again.
    since = datetime.now(UTC).isoformat()
    write_text(snakemake.output.marker, f"{snakemake.params.store} since {since}\n")
