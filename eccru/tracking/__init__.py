"""The study's record in MLflow, derived from the result files.

Training jobs write files and never talk to MLflow; `track` brings MLflow up to date with the files,
as often as one likes. MLflow is imported when it is first needed, and so is pandas: the workflow
asks for the store's address each time it starts.
"""

from eccru.lazy import lazy_names

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "Summary": "log",
        "TrackingError": "store",
        "create_store": "store",
        "redact": "store",
        "resolve_uri": "store",
        "to_frame": "frame",
        "track": "log",
        "track_study": "log",
    },
)
