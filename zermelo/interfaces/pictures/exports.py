"""Boards and trees as files: the ending of the name says which kind."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from zermelo.errors import SearchError
from zermelo.kernel.files import refuse_unwritable, write_safely

BOARD_FORMS = {
    ".svg": "svg", ".png": "png", ".tex": "tikz", ".tikz": "input", ".dot": "dot", ".gv": "dot",
}  # fmt: skip
TREE_FORMS = {**BOARD_FORMS, ".json": "json", ".html": "html"}
SHARP = 2.0
"""Pixels of a PNG for each point of the drawing."""
LARGEST = 12_000
"""Pixels of a PNG in each direction, at most."""


def form_of(path: str, forms: dict[str, str], what: str) -> str:
    """The format that a file's ending asks for; what cannot be written is refused before any search."""
    target = Path(path)
    form = forms.get(target.suffix.lower())
    if form is None:
        raise SearchError("unknown_ending", what=what, forms=[*forms], path=path)
    if form == "png" and find_spec("resvg_py") is None:
        raise SearchError("png_needs_extra")
    refuse_unwritable(target)
    return form


def export_board(path: str, game: Any, state: Any, before: Any = None) -> None:
    """Write a position: .svg, .png, .tex or .dot; of go with the stone marked that was not there before."""
    from zermelo.interfaces.pictures.boards import draw

    form, picture = form_of(path, BOARD_FORMS, "a board"), draw(game, state, before)
    write_safely(path, drawn(lambda text_form: getattr(picture, text_form), form))


def export_tree(path: str, report: Any, nodes: int, paper: bool = True) -> None:
    """Write the tree of a traced search, drawn with about so many nodes, or the whole of it as data.

    Without `paper` the ground of a picture is transparent.
    """
    from zermelo.interfaces.pictures.draw import DRAWINGS
    from zermelo.tracing.tree import TraceTree

    form = form_of(path, TREE_FORMS, "a tree")
    if form in ("json", "html"):
        write_safely(path, replayable(report, form))
        return
    tree = TraceTree(report.trace)

    def text(wanted: str) -> str:
        return DRAWINGS[wanted](tree, nodes, **({"paper": paper} if wanted == "svg" else {}))

    write_safely(path, drawn(text, form))


def export_strategy(
    path: str, game: Any, state: Any, player: int, depth: int | None, paper: bool = True
) -> None:
    """Write the strategy of a player: a tree in which they have one move, and the other every answer."""
    from zermelo import search
    from zermelo.strategy import strategy

    form_of(path, TREE_FORMS, "a tree")
    tree = strategy(game, state, player=player, depth=depth).tree
    dice = hasattr(tree, "outcomes")
    report = search(tree, algorithm="expectiminimax" if dice else "minimax", trace=True, engine="interpreted")
    export_tree(path, report, len(report.trace.events) if report.trace else 0, paper)


def drawn(text: Callable[[str], str], form: str) -> str | bytes:
    """A drawing in a form, from a function that writes the forms which are text."""
    return png(text("svg")) if form == "png" else text(form)


def png(picture: str) -> bytes:
    """An SVG as PNG, twice as large, or as large as a picture may be."""
    from xml.etree import ElementTree

    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise SearchError("png_needs_extra") from None
    root = ElementTree.fromstring(picture)
    zoom = min(SHARP, *(LARGEST / float(root.attrib[side]) for side in ("width", "height")))
    return bytes(svg_to_bytes(svg_string=picture, zoom=zoom))


def replayable(report: Any, form: str) -> bytes:
    """The whole trace as data, or as a page that steps through it."""
    try:
        from zermelo.interfaces.web.assets import Assets
        from zermelo.interfaces.web.export import tree_file
        from zermelo.interfaces.web.traces import Traced
    except ImportError:
        raise SearchError("web_needs_extra") from None
    return tree_file(Traced(report), form, Assets()).body
