"""Packages that only a part of the project needs, and that are installed as an extra."""

from importlib.util import find_spec


class MissingExtra(ImportError):  # noqa: N818 (what is missing, in the user's words)
    """A package is not installed: the message names it and how to install it."""


def require(what: str, *modules: str, extra: str = "study") -> None:
    """Raise an error unless all modules are installed; they are not imported.

    Parameters
    ----------
    what : str
        What needs them, as the beginning of a sentence.
    *modules : str
        Names of top-level modules.
    extra : str
        The extra of this package that brings them.
    """
    for module in modules:
        if find_spec(module) is None:
            raise MissingExtra(
                f"{what} needs {module}, which is not installed: pip install "
                f'"eccru[{extra}]" brings it.'
            )
