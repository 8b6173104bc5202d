"""What is written in a drawing of a tree has room where it stands."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from zermelo import Tree, search
from zermelo.games import Hex
from zermelo.interfaces.pictures.boards import draw
from zermelo.interfaces.pictures.draw import trace_svg

CROSSING = """Start
  Bridge of stone
    2
    jump -> Ford of the long river
      9
      0.001
  Cave
    12.25
    6.66667
"""


@pytest.mark.parametrize("text", [CROSSING, "[[1/3: 1, 2/3: 0.125], [[1/7: -20000000, 6/7: 1], 12]]"])
def test_what_is_written_at_a_node_lies_over_no_other(text: str) -> None:
    """Names lay over their own shapes and the leaves beside them, and long values left their shapes."""
    report = search(Tree.parse(text), algorithm="expectiminimax", trace=True, engine="interpreted")
    drawing = ElementTree.fromstring(trace_svg(report.trace))
    nodes = {shape_of(group): group for group in drawing.iter() if "data-shape" in group.attrib}
    for (x, y, wide), node in nodes.items():
        said = [part for part in node.iter() if part.tag.endswith("text")]
        assert len(str(said[0].text)) * float(said[0].attrib["font-size"]) * 0.56 <= wide, said[0].text
        for name in (part for part in said if part.get("font-weight")):
            assert name.attrib["text-anchor"] == "end"
            ends, begins = float(name.attrib["x"]), float(name.attrib["x"]) - 6.5 * len(str(name.text))
            assert ends < x - 14.9
            beside = [(left, width / 2) for left, level, width in nodes if level == y and left != x]
            assert all(left + half <= begins or left - half >= ends for left, half in beside), name.text


def shape_of(node: ElementTree.Element) -> tuple[float, float, float]:
    """Its middle, and the width it has for its value."""
    first = node[0]
    if first.tag.endswith("rect"):
        left, top, wide = (float(first.attrib[key]) for key in ("x", "y", "width"))
        return left + wide / 2, top + 14, wide
    if first.tag.endswith("circle"):
        return float(first.attrib["cx"]), float(first.attrib["cy"]), 40.0
    x, y = map(float, re.findall(r"[-.0-9]+", first.attrib["d"])[:2])
    return x, y + 24 if "l26 43" in first.attrib["d"] else y - 24, 40.0


def test_a_board_of_hexagons_fills_its_picture() -> None:
    """A quarter of the picture was empty on the right, and the upper edge was cut off."""
    drawing = ElementTree.fromstring(draw(Hex()).svg)
    _, _, width, height = map(float, drawing.attrib["viewBox"].split())
    lines = [line.attrib for line in drawing.iter() if line.tag.endswith("line")]
    ends = [(float(line[f"x{end}"]), float(line[f"y{end}"])) for line in lines for end in (1, 2)]
    for size, places in zip((width, height), zip(*ends, strict=True), strict=True):
        assert 2.5 <= min(places) <= 6
        assert 2.5 <= size - max(places) <= 6
