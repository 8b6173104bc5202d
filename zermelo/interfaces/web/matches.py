"""Matches for the page: files that were named on the command line, looked at while their games are played."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from zermelo.errors import SearchError, ZermeloError
from zermelo.games import BUILT_IN
from zermelo.interfaces.game_records import described
from zermelo.interfaces.web.looks import board_row, outcome_row
from zermelo.matches.elo import Estimate
from zermelo.matches.match import results_in
from zermelo.matches.records import Record, replayed
from zermelo.matches.results import Results

LATEST = 10
"""Games that are listed."""


class Matches:
    """The files of matches; clients know their numbers, and no path."""

    def __init__(self, files: Sequence[str] = (), own: Sequence[Any] = ()) -> None:
        self.files = {str(place): Path(file) for place, file in enumerate(files, 1)}
        self.own = own
        for file in self.files.values():
            results_in(file)  # which says what is wrong with it

    def rows(self) -> list[dict[str, Any]]:
        """Which matches there are."""
        return [{"id": name, "file": file.name} for name, file in self.files.items()]

    def look(self, name: str) -> dict[str, Any]:
        """How a match stands now: its table, its test, the latest games, the last board."""
        if name not in self.files:
            raise SearchError("no_such_match")
        results = results_in(self.files[name])
        latest = results.records[-LATEST:][::-1]
        served = self.served(str(results.settings.get("game", "")))
        return {
            "id": name,
            "file": self.files[name].name,
            "game": str(results.settings.get("game", "")),
            "played": len(results.records),
            "planned": results.planned,
            "finished": results.finished,
            "players": player_rows(results),
            "test": sprt_row(results),
            "latest": [{**game_row(record), "opens": served} for record in latest],
            "board": self.board(results, latest[0]) if latest else None,
        }

    def board(self, results: Results, record: Record) -> dict[str, Any] | None:
        """Where a game ended; None where its rules are not at hand."""
        game = self.game(str(results.settings.get("game", "")))
        if game is None:
            return None
        state = replayed(game, record.moves)[-1]
        over = bool(game.is_terminal(state))
        return {
            "board": board_row(game, state, {}),
            "text": str(game.show(state)) if callable(getattr(game, "show", None)) else str(state),
            "toMove": None if over else int(game.to_move(state)),
            "terminal": over,
            "outcome": outcome_row(game, state) if over else None,
            "moves": [],
        }

    def mine(self, text: str) -> Any:
        """The user's file that has the rules of a match, if one has."""
        name = text.partition("(")[0]
        return next((each for each in self.own if type(each.game).__name__ == name), None)

    def game(self, text: str) -> Any:
        """The rules of a match: of one of the user's files, or of a built-in game."""
        mine = self.mine(text)
        try:
            return mine.game if mine is not None else described(text, "")
        except ZermeloError:
            return None

    def served(self, text: str) -> str:
        """What the page calls the game of a match; empty where it cannot open it.

        >>> Matches().served("ConnectFour(width=5, height=4)")
        'connect4:width=5,height=4'
        """
        mine = self.mine(text)
        if mine is not None:
            return str(mine.id)
        kind, _, parameters = text.partition("(")
        names = [name for name, each in BUILT_IN.items() if each.__name__ == kind]
        given = parameters.removesuffix(")").replace(", ", ",")
        return "" if not names else f"{names[0]}:{given}" if given else names[0]


def player_rows(results: Results) -> list[dict[str, Any]]:
    """Everybody with rating and points, the best first."""
    rated = ratings(results) if results.records else dict.fromkeys(results.names, "")
    tallies = {name: results.tally(name) for name in rated}
    return [
        {"name": name, "elo": elo, **vars(tallies[name]), "points": tallies[name].points}
        for name, elo in rated.items()
    ]


def ratings(results: Results) -> dict[str, str]:
    """The rating of everybody, with its interval of 95 %, in figures alone: the page has three languages."""
    if len(results.names) != 2:
        return {each.name: f"{each.elo:+z.0f} ± {each.error:.0f}" for each in results.pool.ratings}
    one, other = results.names
    pairs = ((one, other), (other, one))
    return {name: elo_text(results.compare(name, rival).elo) for name, rival in pairs}


def elo_text(elo: Estimate) -> str:
    """
    >>> from math import inf
    >>> elo_text(Estimate(12.0, 2.0, 22.0)), elo_text(Estimate(300.0, 100.0, inf))
    ('+12 ± 10', '+300 (≥ +100)')
    >>> elo_text(Estimate(-338.0, -inf, inf))
    '-338 ± ∞'
    >>> elo_text(Estimate(-0.0, -5.0, 5.0))
    '+0 ± 5'
    """
    if not isfinite(elo.value):
        return "" if elo.value != elo.value else "+∞" if elo.value > 0 else "−∞"
    if isfinite(elo.error):
        return f"{elo.value:+z.0f} ± {elo.error:.0f}"
    ends = (f" ({sign} {end:+z.0f})" for sign, end in (("≥", elo.low), ("≤", elo.high)) if isfinite(end))
    return f"{elo.value:+z.0f}{next(ends, ' ± ∞')}"


def sprt_row(results: Results) -> dict[str, Any] | None:
    """The test, where there is one."""
    if results.sprt is None:
        return None
    test = results.sprt
    bounds = {"lower": test.lower, "upper": test.upper}
    return {"elo0": test.elo0, "elo1": test.elo1, "llr": results.llr, **bounds, "decision": results.decision}


def game_row(record: Record) -> dict[str, Any]:
    """A game in a line."""
    names = {"max": record.as_max, "min": record.as_min}
    return {
        "number": record.number,
        **names,
        "score": record.score,
        "plies": len(record.moves),
        "moves": list(record.moves),
        "reason": record.reason,
    }
