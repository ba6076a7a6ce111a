"""Public names that are imported on first use: no one pays for modules that are not needed."""

from importlib import import_module


def lazy_names(package: str, where: dict[str, str]):
    """Make a package's `__getattr__`, `__dir__` and `__all__`.

    Parameters
    ----------
    package : str
        Name of the package.
    where : dict of str to str
        The module of each public name, below the package.
    """

    def get(name):
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{where[name]}"), name)

    public = sorted(where)
    return get, lambda: public, public
