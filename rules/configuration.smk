"""The configuration is checked before anything else is looked at."""

from snakemake.exceptions import WorkflowError
from snakemake.utils import validate

from eccru.errors import ConfigError
from eccru.study.configuration import check, read_values
from eccru.tracking.store import TrackingError, check_configured_uri

read_values(config)
try:
    validate(config, "../config/schema.yaml")
    check(config)
    check_configured_uri(config["tracking_uri"])
except WorkflowError as error:  # whose own text repeats the whole schema and configuration
    wrong = error.__context__
    raise WorkflowError(f"Wrong configuration at {wrong.json_path}: {wrong.message}") from None
except ConfigError as error:
    raise WorkflowError(f"Wrong configuration at {error}") from None
except TrackingError as error:
    raise WorkflowError(str(error)) from None
