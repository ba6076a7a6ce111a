"""What all estimators of the package share."""

import warnings

from eccru import __version__


class Versioned:
    """Remembers with which version of the package an estimator was saved."""

    def __getstate__(self):
        return {**super().__getstate__(), "_eccru_version": __version__}

    def __setstate__(self, state):
        state = dict(state)
        version = state.pop("_eccru_version", "unknown")
        if version != __version__:
            warnings.warn(
                f"{type(self).__name__} was saved with eccru {version} and is loaded with "
                f"{__version__}: its answers may differ; fit it again.",
                stacklevel=2,
            )
        super().__setstate__(state)
