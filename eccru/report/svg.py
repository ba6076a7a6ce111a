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

    Ids that nothing refers to go, the others become a number behind the file's name, since those of
    several figures are alike. The style element, which would hold for the whole page, goes too, and
    so does the font, which the page sets.
    """
    path = Path(path)
    svg = path.read_text(encoding="utf-8")
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<style.*?</style>|<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;\"]*;? ?", "", svg).replace("xlink:href", "href")
    wanted = set(re.findall(r"#([\w.-]+)", " ".join(re.findall(r'(?:href="|url\()#[^")]+', svg))))
    numbers = {name: f"{path.stem}-{number}" for number, name in enumerate(sorted(wanted))}
    svg = re.sub(
        r' id="([^"]*)"',
        lambda found: f' id="{numbers[found[1]]}"' if found[1] in wanted else "",
        svg,
    )
    svg = re.sub(r'((?:href="|url\()#)([\w.-]+)', lambda found: found[1] + numbers[found[2]], svg)
    opening = svg[: svg.index(">") + 1]
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', opening)[1])
    bare = re.sub(r' (?:width|height|version|xmlns)="[^"]*"', "", opening)
    return Picture(bare + svg[len(opening) :], width)


def share_styles(pictures: dict[str, Picture]) -> tuple[dict[str, Picture], str]:
    """Replace the style attributes of all pictures by classes; return them and their rules."""
    rules = {}

    def named(found):
        return f' class="{rules.setdefault(found[1], f"s{len(rules)}")}"'

    shared = {
        name: picture._replace(element=re.sub(r' style="([^"]*)"', named, picture.element))
        for name, picture in pictures.items()
    }
    return shared, "".join(f".{name}{{{style}}}\n" for style, name in rules.items())
