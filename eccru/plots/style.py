"""How every figure looks: colour, marker and line of a method, panels, legend, files."""

import functools
import re
import zlib
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter

from eccru.files import atomic_write


class Look(NamedTuple):
    """What a method is known by in every figure."""

    colour: str
    marker: str
    line: str | tuple


# Okabe and Ito's colours, which colour-blind readers tell apart; the marker serves readers in grey.
LOOKS = {
    "BR": Look("#000000", "o", ":"),
    "ECC": Look("#cc79a7", "s", "--"),
    "BRUS": Look("#999999", "v", ":"),
    "EBRUS": Look("#56b4e9", "^", "-."),
    "COCOA": Look("#e69f00", "D", (0, (5, 1, 1, 1, 1, 1))),
    "ECCRU": Look("#0072b2", "P", "-"),
    "ECCRU2": Look("#009e73", "X", "-"),
    "ECCRU3": Look("#d55e00", "*", "-"),
}
# For methods by other names: which of these one gets follows from its name.
SPARE_COLOURS = ("#882255", "#44aa99", "#999933", "#332288", "#aa4499", "#117733", "#661100")
SPARE_SHAPES = (("<", "--"), (">", "-."), ("h", ":"), ("p", "--"), ("d", "-."), ("8", ":"))
SIZES = {"*": 10, "P": 8, "X": 8, "D": 6}  # which make the markers look equally large
INK = "#222222"
FAINT = "#bbbbbb"

_STYLE = {
    "font.size": 9,
    "font.family": "DejaVu Sans",
    "axes.titlesize": 9.5,
    "axes.titley": 1.0,  # else it is looked for anew in every drawing
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "axes.axisbelow": True,
    "legend.frameon": False,
    "svg.fonttype": "none",  # text stays text: smaller, and a reader can search it
    "svg.hashsalt": "eccru",  # the same figure is the same file
}
_VALUE = "value: "  # begins the id of an element whose value is shown on hovering


def styled(plot):
    """Draw with the settings of the project, whatever those of the session are."""

    @functools.wraps(plot)
    def draw(*args, **kwargs):
        with matplotlib.rc_context({**matplotlib.rcParamsDefault, **_STYLE}):
            return plot(*args, **kwargs)

    return draw


def panels(count: int, columns: int, size: tuple[float, float], **shared):
    """Return a figure and its axes: `count` panels of the given size (inches) in rows."""
    columns = min(columns, count)
    rows = -(-count // columns)
    figure = Figure(figsize=(size[0] * columns, size[1] * rows), layout="constrained")
    axes = list(figure.subplots(rows, columns, squeeze=False, **shared).flat)
    for unused in axes[count:]:
        unused.set_axis_off()
    return figure, axes[:count]


@styled
def nothing(sentence: str) -> Figure:
    """Return a figure that says why there is nothing to draw."""
    figure = Figure(figsize=(6, 1.2))
    figure.text(0.5, 0.5, sentence, ha="center", va="center", color=INK, wrap=True)
    return figure


def look_of(method: str) -> Look:
    """Return what a method is known by."""
    if method in LOOKS:
        return LOOKS[method]
    number = zlib.crc32(method.encode())
    colour = SPARE_COLOURS[number % len(SPARE_COLOURS)]
    return Look(colour, *SPARE_SHAPES[number // len(SPARE_COLOURS) % len(SPARE_SHAPES)])


def mark(method: str, **changes) -> dict:
    """Return the keyword arguments that draw a method's marker."""
    look = look_of(method)
    return {
        "marker": look.marker,
        "markersize": SIZES.get(look.marker, 7),
        "markerfacecolor": look.colour,
        "markeredgecolor": INK,
        "markeredgewidth": 0.6,
        "color": look.colour,
        "linestyle": "none",
        **changes,
    }


def line(method: str, **changes) -> dict:
    """Return the keyword arguments that draw a method's line with its markers."""
    return mark(method, linestyle=look_of(method).line, linewidth=1.3, **changes)


def legend(figure: Figure, methods, columns: int, draw=mark):
    """Put the legend of the methods below the panels."""
    handles = [Line2D([], [], label=method, **draw(method)) for method in methods]
    figure.legend(handles=handles, loc="outside lower center", ncols=columns, handlelength=3)


def log_axis(ax, name: str):
    """Make the x or y axis logarithmic, with a few plain numbers along what is drawn."""
    getattr(ax, f"set_{name}scale")("log")
    low, high = getattr(ax, f"get_{name}lim")()
    decades = np.log10(high / low)
    axis = getattr(ax, f"{name}axis")
    if decades < 0.7:
        axis.set_major_locator(MaxNLocator(3))
    elif decades < 1.5:
        axis.set_major_locator(LogLocator(subs=(1, 3), numticks=5))
    else:
        axis.set_major_locator(LogLocator(numticks=5))
    axis.set_major_formatter(lambda value, _: f"{value:g}".replace("e+0", "e"))
    axis.set_minor_formatter(NullFormatter())


def show_value(artist, text: str):
    """Let a reader who points at the artist in the SVG file see a text."""
    artist.set_gid(_VALUE + text)


def save(figure: Figure, *paths) -> None:
    """Write a figure as SVG or PNG, by the ending of each path: the same bytes each time."""
    with matplotlib.rc_context({**matplotlib.rcParamsDefault, **_STYLE}):
        # Done once for all files: matplotlib would do it anew, and draw once more, for each.
        layout = figure.get_layout_engine()
        if layout is not None:
            layout.execute(figure)
            figure.set_layout_engine(None)
        whole = figure.get_tightbbox().padded(0.08)  # inches; whatever sticks out is not cut off
        for path in map(Path, paths):
            content = BytesIO()
            if path.suffix == ".svg":
                metadata = dict.fromkeys(("Date", "Creator", "Format", "Type"))
                figure.savefig(content, format="svg", bbox_inches=whole, metadata=metadata)
                content = BytesIO(_smaller(_with_titles(content.getvalue().decode())).encode())
            else:
                options = {"dpi": 150, "metadata": {"Software": None}}
                figure.savefig(content, format="png", bbox_inches=whole, **options)
            with atomic_write(path) as file:
                file.write(content.getvalue())


def _with_titles(svg: str) -> str:
    """Turn the ids that hold a value into titles, which browsers show on hovering."""
    return re.sub(rf'<g id="{_VALUE}([^"]*)">', r'<g class="value"><title>\1</title>', svg)


def _smaller(svg: str) -> str:
    """Leave out comments, indents, turns by nothing, and what coordinates do not need.

    Where the font is not installed, another without serifs takes its place.
    """
    svg = svg.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana, sans-serif")
    svg = re.sub(r"<!--.*?-->| transform=\"rotate\(-0 [^\"]*\"", "", svg, flags=re.DOTALL)
    svg = re.sub(r"\n\s*", "\n", svg)
    svg = re.sub(r' (d|x|y)="[^"]*"', lambda found: re.sub(r"(\.\d\d)\d+", r"\1", found[0]), svg)
    return re.sub(r' d="[^"]*"', lambda found: re.sub(r"\s*([A-Za-z])\s+", r"\1", found[0]), svg)
