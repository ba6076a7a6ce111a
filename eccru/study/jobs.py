"""What every job of the workflow does: keep a log, and fail with a sentence if it must."""

import logging
import os
import sys
from contextlib import contextmanager

from eccru.errors import ConfigError, DataError


@contextmanager
def job(log_path: str):
    """Send log messages to the job's log, and end with one clear sentence on an expected error.

    Expected are errors of the data (`DataError`), of the settings (`ConfigError`) and of the
    machine (`OSError`); anything else is a defect of the package, whose traceback is wanted. Where
    the disk of the log is full, the sentence goes to the standard error.
    """
    logging.raiseExceptions = False  # else a traceback for each line that the log cannot take
    logging.basicConfig(
        filename=log_path,
        filemode="w",
        level=logging.INFO,
        format="%(asctime)s %(levelname)s %(message)s",
    )
    logging.captureWarnings(True)
    try:
        yield
    except (ConfigError, DataError, OSError) as error:
        size = os.path.getsize(log_path)
        logging.error("%s", error)
        if os.path.getsize(log_path) == size:
            print(error, file=sys.stderr)
        sys.exit(1)  # Snakemake shows the log
    except Exception:
        logging.exception("unexpected error")
        raise
