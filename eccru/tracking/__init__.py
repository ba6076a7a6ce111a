"""The runs in MLflow, derived from their records.

Training jobs write files and never talk to MLflow; `track` brings MLflow up to date with the files,
as often as one likes.
"""

from eccru.extras import require

require("Tracking runs", "mlflow", "pandas")
