"""Figures of a study: a plot takes tables and returns a matplotlib figure.

`eccru.plots.registry` lists them all, `eccru.plots.gallery` draws them by name.
"""

from eccru.extras import require

require("Drawing figures", "matplotlib", "pandas")
