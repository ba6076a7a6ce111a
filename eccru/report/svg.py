"""SVG files as parts of a page."""

import re
from pathlib import Path
from typing import NamedTuple


class Picture(NamedTuple):
    """An SVG element without its size, and the width it was drawn for (CSS pixels)."""

    element: str
    width: float


def read_picture(path) -> Picture:
    """Read an SVG file to stand in a page among others.

    Ids that nothing refers to go, the others get the file's name in front, since those of several
    figures are alike. The style element, which would hold for the whole page, goes too, and so does
    the font, which the page sets.
    """
    path = Path(path)
    svg = path.read_text(encoding="utf-8")
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<style.*?</style>|<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;\"]*;? ?", "", svg)
    wanted = set(re.findall(r"#([\w.-]+)", " ".join(re.findall(r'(?:href="|url\()#[^")]+', svg))))
    svg = re.sub(
        r' id="([^"]*)"',
        lambda found: f' id="{path.stem}-{found[1]}"' if found[1] in wanted else "",
        svg,
    )
    svg = re.sub(r'((?:href="|url\()#)', rf"\1{path.stem}-", svg)
    opening = svg[: svg.index(">") + 1]
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', opening)[1])
    bare = re.sub(r' (?:width|height|version|xmlns)="[^"]*"', "", opening)
    return Picture(bare + svg[len(opening) :], width)
