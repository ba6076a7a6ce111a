"""The configuration is checked before anything else is looked at."""

import yaml
from snakemake.exceptions import WorkflowError
from snakemake.utils import validate


def typed(value):
    """Read the numbers in a list from the command line, which Snakemake leaves as text."""
    if isinstance(value, dict):
        return {key: typed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [typed(item) for item in value]
    if isinstance(value, str):
        read = yaml.safe_load(value)
        return read if isinstance(read, (int, float)) else value
    return value


config.update(typed(config))
try:
    validate(config, "../config/schema.yaml")
except WorkflowError as error:  # whose own text repeats the whole schema and configuration
    wrong = error.__context__
    raise WorkflowError(f"Wrong configuration at {wrong.json_path}: {wrong.message}") from None
