"""Place the levels 1 to 10 of a game on one scale, and write the table into docs/match.md.

    python docs/make_levels.py [--games 100] [--seconds 0.1] [--processes 1] [connect4 kalah dots …]

Neighbours play each other (a ladder), every opening twice; the scale begins with level 1 at 0.
"""

from __future__ import annotations

import argparse
import json
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


def measured(game: str, games: int, seconds: float, processes: int) -> dict[str, Any]:
    """The ratings of all levels, and what each scored against the one below."""
    names = [f"level:{level}" for level in LEVELS]
    results = watched(matching(Typed(game), names, games=games, schedule="ladder", seconds=seconds,
                               processes=processes, margin=1.0))  # fmt: skip
    lowest = results.pool.of(names[0]).elo
    return {
        "games": games,
        "seconds": seconds,
        "forfeits": len(results.forfeits),
        "levels": [row(results, names, place, lowest) for place in range(len(names))],
    }


def row(results: Results, names: list[str], place: int, lowest: float) -> dict[str, Any]:
    """One level: its rating, and its score against the one below with the difference in Elo."""
    rating = results.pool.of(names[place])
    found: dict[str, Any] = {"level": place + 1, "elo": round(rating.elo - lowest)}
    if place:
        against = results.compare(names[place], names[place - 1])
        low = against.elo.low
        found |= {"score": against.tally.points / against.tally.games, "superiority": against.superiority,
                  "above": round(low) if abs(low) < 1e6 else None}  # fmt: skip
    return found


def text_of(found: dict[str, Any]) -> str:
    """A table with the games side by side."""
    heads = "".join(f" {game} | against the one below |" for game in found)
    lines = [f"| level |{heads}", "|---:|" + "---:|---:|" * len(found)]
    for place, level in enumerate(LEVELS):
        cells = [cell(each["levels"][place]) for each in found.values()]
        lines.append(f"| {level} |" + "".join(cells))
    limits = "; ".join(
        f"{game}: {each['games']} games each, {each['seconds']:g} s a move" for game, each in found.items()
    )
    return "\n".join([*lines, "", f"{limits}. Bold: stronger beyond the error bars (95 %)."])


def cell(level: dict[str, Any]) -> str:
    """A rating, and the score in bold where it is beyond doubt."""
    if "score" not in level:
        return f" {level['elo']:+} | |"
    score = f"{level['score']:.0%}"
    sure = level["superiority"] > 0.975
    return f" {level['elo']:+} | {f'**{score}**' if sure else score} |"


def main() -> None:
    as_written = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=as_written)
    parser.add_argument("which", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    found = json.loads(DATA.read_text()) if DATA.exists() else {}
    for game in asked.which:
        found[game] = measured(game, asked.games, asked.seconds, asked.processes)
        DATA.write_text(json.dumps(found, indent=1) + "\n")
    table = f"<!-- levels -->\n{text_of(found)}\n<!-- /levels -->"
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(re.sub(r"<!-- levels -->.*<!-- /levels -->", lambda _: table, page, flags=re.DOTALL))


if __name__ == "__main__":
    main()
