"""Place the levels 1 to 10 of the built-in games on a scale, and write the tables into docs/match.md.

    python docs/make_levels.py [--games 200] [--nodes 100000] [--store FOLDER] [connect4 kalah dots …]

Neighbours play each other (a ladder), every opening of two random plies twice; the scale begins with level 1
at 0.  Nodes limit the strongest, not seconds, so that one seed gives the same games on every machine.  What
was measured of other games is kept in docs/data/levels.json; with a folder for the games, a run that was
stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from pathlib import Path
from typing import Any

from zermelo import Results
from zermelo.interfaces.terminal.match_live import watched
from zermelo.interfaces.terminal.matching import Typed
from zermelo.matches.match import matching

PAGE = Path(__file__).parent / "match.md"
DATA = Path(__file__).parent / "data" / "levels.json"
LEVELS = range(1, 11)
GAMES = ("connect4", "kalah", "dots")
OPENING = 2
"""Random plies: few, so that small games are not half over."""
BESIDE = 3
"""Games whose steps stand beside each other in a table."""
PATIENCE = 3600.0
"""Seconds for a move, which nobody needs."""


def measured(game: str, games: int, nodes: int, folder: Path | None) -> dict[str, Any]:
    """The ratings of all levels, and by how much each is stronger than the one below."""
    names = [f"level {level}" for level in LEVELS]
    players = [f"level {level}=level:{level},nodes={nodes}" for level in LEVELS]
    results = watched(matching(Typed(game), players, games=games, schedule="ladder", openings=OPENING,
                               seconds=PATIENCE, store=folder and folder / f"{game}.db"))  # fmt: skip
    lowest = results.pool.of(names[0]).elo
    rows = [row(results, names, place, lowest) for place in range(len(names))]
    return {"games": games, "nodes": nodes, "forfeits": len(results.forfeits), "levels": rows}


def row(results: Results, names: list[str], place: int, lowest: float) -> dict[str, Any]:
    """One level: its rating, and its score and Elo against the one below, with the interval of 95 %."""
    found: dict[str, Any] = {"level": place + 1, "elo": round(results.pool.of(names[place]).elo - lowest)}
    if place:
        against = results.compare(names[place], names[place - 1])
        found["score"] = against.pairs.mean
        found["above"] = [finite(bound) for bound in (against.elo.low, against.elo.value, against.elo.high)]
    return found


def finite(elo: float) -> int | None:
    """A rounded number; None where every point was won."""
    return round(elo) if math.isfinite(elo) and abs(elo) < 1e6 else None


def text_of(found: dict[str, Any]) -> str:
    """The scale with the games side by side, then every step of it with its error bars, a few at a time."""
    names = list(found)
    groups = [{game: found[game] for game in names[at : at + BESIDE]} for at in range(0, len(names), BESIDE)]
    return "\n\n".join([table_of(found, placed), *(table_of(group, step) for group in groups), told(found)])


def table_of(found: dict[str, Any], cell: Any) -> str:
    """A table of one thing, levels down and games across."""
    lines = ["| level | " + " | ".join(found) + " |", "|---:|" + "---:|" * len(found)]
    for place, level in enumerate(LEVELS):
        cells = [cell(each["levels"][place]) for each in found.values()]
        if any(cells):
            lines.append(f"| {level} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def placed(level: dict[str, Any]) -> str:
    """Where a level is on the scale."""
    return f"{level['elo']:+}"


def step(level: dict[str, Any]) -> str:
    """The score against the one below and the Elo that it stands for; bold where that is beyond doubt."""
    if "above" not in level:
        return ""
    low, elo, high = ("∞" if bound is None else f"{bound:+}" for bound in level["above"])
    sure = level["above"][0] is not None and level["above"][0] > 0
    text = f"{level['score']:.0%}"
    return f"{f'**{text}**' if sure else text}, {elo} ({low} … {high})"


def told(found: dict[str, Any]) -> str:
    """How it was measured."""
    limits = "; ".join(
        f"{game}: {each['games']} games, {each['nodes']:,} nodes" for game, each in found.items()
    )
    return (
        "The first table is the scale, in Elo. The others say what each level scored against the one below, "
        "and the Elo that this stands for, with the interval of 95 %; bold: stronger beyond the error bars. "
        f"Games between two neighbours, and the nodes that the strongest looks at for a move: {limits}."
    )


def main() -> None:
    as_written = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=as_written)
    parser.add_argument("which", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--store", type=Path)
    asked = parser.parse_args()
    for game in asked.which:
        write(game, measured(game, asked.games, asked.nodes, asked.store))


def write(game: str, new: dict[str, Any]) -> None:
    """Keep what was measured of a game, and write the page anew."""
    found = json.loads(DATA.read_text()) if DATA.exists() else {}
    found[game] = new
    DATA.write_text(json.dumps(found, indent=1) + "\n")
    table = f"<!-- levels -->\n{text_of(found)}\n<!-- /levels -->"
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(re.sub(r"<!-- levels -->.*<!-- /levels -->", lambda _: table, page, flags=re.DOTALL))


if __name__ == "__main__":
    main()
