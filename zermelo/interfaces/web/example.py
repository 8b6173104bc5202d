"""The example that shows how rules are written: its text to read and keep, and its game to play."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from zermelo.interfaces.load import game_from
from zermelo.interfaces.template import rules
from zermelo.interfaces.web.own import READING, afresh

EXAMPLE = "example"
"""How clients name it."""
NAME = "mygame"
"""Of the file, as `zermelo new` would call it."""


def example_row() -> dict[str, str]:
    """The file as it is shown and saved."""
    return {"file": f"{NAME}.py", "text": rules(NAME)}


@cache
def example_folder() -> TemporaryDirectory[str]:
    """Where the file is while the server runs: rules are read from files."""
    return TemporaryDirectory(prefix="zermelo-")


@cache
def example_game() -> Any:
    """The game of the file."""
    path = Path(example_folder().name) / f"{NAME}.py"
    path.write_text(rules(NAME), encoding="utf-8")
    with READING, afresh():
        return game_from(str(path))
