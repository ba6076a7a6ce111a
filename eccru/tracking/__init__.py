"""The study's record in MLflow, derived from the result files.

Training jobs write files and never talk to MLflow; `track` brings MLflow up to date with the files,
as often as one likes. MLflow is imported when it is first needed, and so is pandas: the workflow
asks for the store's address each time it starts.
"""

from importlib import import_module

from eccru.tracking.store import TrackingError, create_store, redact, resolve_uri

_WHERE = {
    "Summary": "eccru.tracking.log",
    "to_frame": "eccru.tracking.frame",
    "track": "eccru.tracking.log",
    "track_study": "eccru.tracking.log",
}

__all__ = [*_WHERE, "TrackingError", "create_store", "redact", "resolve_uri"]


def __getattr__(name):
    """Import the module of a public name when the name is first asked for."""
    if name not in _WHERE:
        raise AttributeError(f"module 'eccru.tracking' has no attribute {name!r}")
    return getattr(import_module(_WHERE[name]), name)
