"""SVG files as parts of a page."""

import re
from pathlib import Path
from typing import NamedTuple


class Picture(NamedTuple):
    """An SVG element without its size, and the width it was drawn for (CSS pixels)."""

    element: str
    width: float


def read_picture(path, prefix: str) -> Picture:
    """Read an SVG file to stand in a page among others.

    Ids that nothing refers to go, the others become a number behind `prefix`, since those of
    several figures are alike. The style element, which would hold for the whole page, goes too, and
    so does the font, which the page sets. To keep the page small, so do groups that only group,
    and digits that no screen shows.
    """
    svg = Path(path).read_text(encoding="utf-8")
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<style.*?</style>|<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;\"]*;? ?", "", svg).replace("xlink:href", "href")
    wanted = set(re.findall(r"#([\w.-]+)", " ".join(re.findall(r'(?:href="|url\()#[^")]+', svg))))
    numbers = {name: f"{prefix}-{number}" for number, name in enumerate(sorted(wanted))}
    svg = re.sub(
        r' id="([^"]*)"',
        lambda found: f' id="{numbers[found[1]]}"' if found[1] in wanted else "",
        svg,
    )
    svg = re.sub(r'((?:href="|url\()#)([\w.-]+)', lambda found: found[1] + numbers[found[2]], svg)
    opening = svg[: svg.index(">") + 1]
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', opening)[1])
    bare = re.sub(r' (?:width|height|version|xmlns|xmlns:xlink)="[^"]*"', "", opening)
    return Picture(bare + _shorter(svg[len(opening) :]), width)


def _shorter(svg):
    """Drop bare or empty groups and line breaks, round to 0.1 pixel, name vertical lines so."""
    is_kept = []

    def group(found):
        if found[0] != "</g>":
            is_kept.append(found[0] != "<g>")
            return found[0] if is_kept[-1] else ""
        return found[0] if is_kept.pop() else ""

    def rounded(found):
        return f"{float(found[0]):.1f}".removesuffix(".0")

    svg = re.sub(r"<g\b[^>]*>|</g>", group, re.sub(r"<g\b[^>]*/>", "", svg))
    svg = re.sub(r"\s*\n\s*", " ", re.sub(r">\s+<", "><", svg))
    svg = re.sub(r' (?:d|x|y)="[^"]*"', lambda found: re.sub(r"-?\d+\.\d+", rounded, found[0]), svg)
    return re.sub(r"M(\S+) (\S+)L\1 (?=[\d.-]+[ MLz\"])", r"M\1 \2V", svg)


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
