"""Boards and trees as files to keep: pictures, TikZ, DOT, JSON, and a page that replays without a server."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from zermelo.errors import SearchError
from zermelo.interfaces.pictures.boards import draw
from zermelo.interfaces.pictures.draw import DRAWINGS
from zermelo.interfaces.web.assets import Assets
from zermelo.interfaces.web.carried import boards
from zermelo.interfaces.web.models import Export
from zermelo.interfaces.web.source import source_rows
from zermelo.interfaces.web.traces import Traced, in_columns, in_parts
from zermelo.tracing.phrases import LANGUAGES
from zermelo.tracing.tree import TraceTree

if TYPE_CHECKING:
    from zermelo.interfaces.web.app import Server

KINDS = {
    "svg": ("image/svg+xml", "svg"),
    "tikz": ("application/x-tex", "tex"),
    "input": ("application/x-tex", "tikz"),
    "dot": ("text/vnd.graphviz", "dot"),
}
"""Forms of a drawing: media type and file extension."""


@dataclass(frozen=True)
class Made:
    """A file to send."""

    body: bytes
    kind: str
    name: str


@dataclass(frozen=True)
class Look:
    """After how many steps a tree is drawn, at its end if None; and whether on white paper."""

    step: int | None = None
    paper: bool = True


LAST = Look()


def exported(asked: Export, server: Server) -> Made:
    """The file that was asked for."""
    if asked.format == "png":
        raise SearchError("png_by_page")
    if asked.what == "board":
        if asked.format not in KINDS or asked.position is None:
            raise SearchError("board_forms", forms=[*KINDS])
        placed = server.shelf.place(asked.position)
        picture = draw(placed.game, placed.state, placed.past[-1] if placed.past else None)
        return made("board", getattr(picture, asked.format), asked.format)
    look = Look(asked.step, paper=not asked.transparent)
    return tree_file(server.traces.of(asked, server.shelf.place), asked.format, server.assets, look)


def made(what: str, text: str, form: str) -> Made:
    kind, ending = KINDS[form]
    return Made(text.encode(), kind, f"{what}.{ending}")


def tree_file(traced: Traced, form: str, assets: Assets, look: Look = LAST) -> Made:
    """A traced search as a file of this form."""
    if form in DRAWINGS:
        paper = {} if form != "svg" else {"paper": look.paper}
        return made("tree", DRAWINGS[form](TraceTree(traced.trace, look.step), **paper), form)
    if form == "json":
        return Made(msgspec.json.encode(in_columns(traced.report)), "application/json", "trace.json")
    if form == "html":
        page = standalone(replay(traced) | {"at": {"s": look.step or 0}}, assets)
        return Made(page, "text/html; charset=utf-8", "tree.html")
    raise SearchError("tree_forms", forms=[*DRAWINGS], given=form)


# -- one file that replays ---------------------------------------------------------------------------


def replay(traced: Traced) -> dict[str, Any]:
    """All that the page asks the server for while it steps through a search."""
    trace = traced.trace
    return {
        "trace": in_columns(traced.report),
        "story": story(traced),
        "source": source_rows(traced.report),
        "boards": boards(trace.game, trace.model.states),
    }


def story(traced: Traced) -> dict[str, Any]:
    """Every sentence once in each language, and which of them tells of each step: most are said often."""
    numbers: dict[tuple[str, ...], int] = {}
    told = zip(*(traced.sentences(0, traced.events, language) for language in LANGUAGES), strict=True)
    steps = [numbers.setdefault(sentence, len(numbers)) for sentence in told]
    texts = zip(*numbers, strict=True)
    return {
        "steps": steps,
        **{code: [*map(in_parts, told)] for code, told in zip(LANGUAGES, texts, strict=True)},
    }


IMPORT = re.compile(r"""(\b(?:from|import)\s*)(["'])(\.{1,2}/[^"']+)\2""")
STYLE = re.compile(r"""<link\b[^>]*rel=["']?stylesheet["']?[^>]*>""")
SCRIPT = re.compile(r"""<script\b[^>]*\bsrc=["']([^"']+)["'][^>]*>\s*</script>""")
OTHER_LINK = re.compile(r"""<link\b[^>]*rel=["']?(?:modulepreload|manifest|preload|icon)["']?[^>]*>""")
HREF = re.compile(r"""href=["']([^"']+)["']""")
PREFIX = "zermelo/"


def standalone(data: Any, assets: Assets | None = None) -> bytes:
    """The page with its scripts, its styles and this data inside, for a browser without a server."""
    assets = assets or Assets()
    page = assets.find("index.html")
    if page is None:
        raise SearchError("no_page_to_export")
    text = STYLE.sub(lambda link: style_of(link[0], assets), page.body.decode())
    text = OTHER_LINK.sub("", text)
    entry: list[str] = []

    def collected(script: re.Match[str]) -> str:
        entry.append(local_name(script[1]))
        return ""

    text = SCRIPT.sub(collected, text)
    replay = msgspec.json.encode(data).decode().replace("<", "\\u003c")
    added = f'<script type="application/json" id="zermelo-replay">{replay}</script>\n'
    added += f'<script type="importmap">{import_map(assets)}</script>\n'
    added += "".join(f'<script type="module">import "{PREFIX}{name}";</script>\n' for name in entry)
    before, found, after = text.rpartition("</body>")
    return (before + added + found + after if found else text + added).encode()


def local_name(address: str) -> str:
    """The name of a file of the page, from the address by which the page asks for it."""
    return address.partition("?")[0].removeprefix("/").removeprefix("./").removeprefix("static/")


def style_of(link: str, assets: Assets) -> str:
    found = HREF.search(link)
    asset = assets.find(local_name(found[1])) if found else None
    return "" if asset is None else f"<style>{asset.body.decode()}</style>"


def import_map(assets: Assets) -> str:
    """Every module of the page under a name of its own, its text inside the address."""
    modules: dict[str, str] = {}
    for name in assets.paths():
        if name.endswith((".js", ".mjs")) and (asset := assets.find(name)) is not None:
            code = IMPORT.sub(lambda found, of=name: renamed(found, of), asset.body.decode())  # type: ignore[misc]
            packed = base64.b64encode(code.encode()).decode()
            modules[PREFIX + name] = f"data:text/javascript;base64,{packed}"
    return msgspec.json.encode({"imports": modules}).decode().replace("<", "\\u003c")


def renamed(found: re.Match[str], importer: str) -> str:
    """`from "./x.js"` as `from "zermelo/x.js"`: a module inside an address has no neighbours."""
    folder = importer.split("/")[:-1]
    for part in found[3].split("/"):
        if part == "..":
            folder = folder[:-1]
        elif part != ".":
            folder = [*folder, part]
    return f"{found[1]}{found[2]}{PREFIX}{'/'.join(folder)}{found[2]}"
