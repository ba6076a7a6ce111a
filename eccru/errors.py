"""What can be wrong with data and settings. The message of each error is one sentence."""


class DataError(ValueError):
    """A file that cannot be used: the message names it, and the line where there is one."""


class DataNotFound(DataError):  # noqa: N818 (what happened, in the user's words)
    """No source has the dataset: the message names each source and why it failed."""


class ConfigError(ValueError):
    """A configuration that makes no sense: the message names the key."""


class SourceFailed(Exception):  # noqa: N818
    """A source does not have a dataset, or not whole: the next one is tried."""
