"""Solved tables, opened on the command line and looked at in the page: values, lengths, ways to the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from zermelo.algorithms.strong import DRAWN, ENDLESS, LOST, RESULTS, WON
from zermelo.errors import SearchError
from zermelo.game import CHANCE, name_of
from zermelo.games import BUILT_IN
from zermelo.interfaces.load import steps
from zermelo.interfaces.terminal.tables import game_of
from zermelo.interfaces.web.looks import board_row, finite, move_rows, outcome_row
from zermelo.interfaces.web.rows import score_row
from zermelo.interfaces.web.table_models import Found, Looked
from zermelo.running.identity import describe
from zermelo.strong.codes import Hashed
from zermelo.strong.table import COUNTED, Entry, SolvedTable, remember_states
from zermelo.strong.tablefile import Mapped

LONGEST_WAY = 400
"""Moves to the end that are told."""
MOST_REMEMBERED = 200_000
"""Positions of a table of hashes, which are found again by playing."""
MARKS = {"max": WON, "draw": DRAWN, "min": LOST, "endless": ENDLESS}


class OpenTable:
    """A table and what the page asks of it."""

    def __init__(self, name: str, table: SolvedTable, file: str) -> None:
        self.name, self.table, self.file, self.game = name, table, Path(file).name, table.game

    def row(self) -> dict[str, Any]:
        """What it is a table of."""
        facts = self.table.info
        payoff = "outcome" if self.table.outcome else "expected" if self.table.expected else "points"
        told = describe(facts["game"], facts["parameters"]).removesuffix("()")
        return {
            "id": self.name,
            "file": self.file,
            "game": told,
            "positions": self.table.positions,
            "payoff": payoff,
            "start": self.number(self.table.start()),
        }

    @cached_property
    def statistics(self) -> dict[str, Any]:
        """How many positions there are of each value, and of each length."""
        found = self.table.stats()
        if "points" in found:
            rows = [{"value": finite(value), "count": count} for value, count in found["points"].items()]
            return {"lengths": [], "values": rows, "endless": 0}
        if "expected" in found:
            parts = [(finite(low), finite(high), count) for low, high, count in found["expected"]]
            rows = [{"value": low, "to": high, "count": count} for low, high, count in parts]
            return {"lengths": [], "values": rows, "endless": 0}
        return {
            "lengths": lengths(found["plies"]),
            "values": [],
            "endless": sum(found["plies"]["endless"].values()),
        }

    def number(self, state: Any) -> int:
        """Where a position stands in the table."""
        found = self.table.find(state)
        if found is None:
            raise SearchError("not_in_table")
        return found

    def state(self, index: int) -> Any:
        if not 0 <= index < self.table.positions:
            raise SearchError("no_such_entry", most=self.table.positions - 1)
        codec = self.table.codec
        if isinstance(codec, Hashed) and not codec.states:
            if self.table.positions > MOST_REMEMBERED:
                raise SearchError("table_of_hashes_too_large", most=MOST_REMEMBERED)
            remember_states(codec, self.table.start())
        return codec.state_of(self.table.source.code_at(index))

    def position(self, index: int) -> dict[str, Any]:
        """A position with its value, every move with its own, and the way to the end."""
        game, state = self.game, self.state(index)
        over = bool(game.is_terminal(state))
        legal = {} if over else {name_of(game, state, action): action for action in steps(game, state)}
        board = board_row(game, state, legal)
        entries = {name_of(game, state, action): entry for action, entry in self.table.moves(state).items()}
        moves = [
            {
                **row,
                "entry": entry_row(entries[row["name"]]),
                "index": self.number(game.result(state, legal[row["name"]])),
            }
            for row in move_rows(game, state, legal, board)
        ]
        return {
            "index": index,
            "board": board,
            "text": str(game.show(state)) if callable(getattr(game, "show", None)) else str(state),
            "toMove": None if over else int(game.to_move(state)),
            "terminal": over,
            "outcome": outcome_row(game, state) if over else None,
            "entry": entry_row(self.table.entry(state)),
            "moves": moves,
            "way": list(self.way(state)),
        }

    def way(self, state: Any) -> Iterator[dict[str, Any]]:
        """How it goes on if both play as well as they can: up to the end, or to where dice are thrown."""
        game, seen = self.game, set[int]()
        for _ in range(LONGEST_WAY):
            if game.is_terminal(state) or game.to_move(state) == CHANCE:
                return
            action = self.table.best(state)
            following = game.result(state, action)
            index = self.number(following)
            if index in seen:
                return  # play goes round
            seen.add(index)
            yield {"move": name_of(game, state, action), "player": int(game.to_move(state)), "index": index}
            state = following

    def find(self, asked: Found) -> int:
        """The number of a position at random, of all or of those with one value and length."""
        random = Random(asked.seed)
        if asked.hardest:
            return self.of_mark(self.hardest(), random)
        if asked.result is None:
            return random.randrange(self.table.positions)
        if not self.table.outcome:
            raise SearchError("table_without_lengths")
        return self.of_mark((asked.plies or 0) * RESULTS + MARKS[asked.result], random)

    def hardest(self) -> int:
        """The stored value of the longest win."""
        rows = self.statistics["lengths"]
        won = [(row["plies"], side) for row in rows for side in ("max", "min") if row[side]]
        if not won:
            raise SearchError("table_without_lengths")
        plies, side = max(won)
        return int(plies) * RESULTS + MARKS[side]

    def of_mark(self, mark: int, random: Random) -> int:
        """One of the positions with this stored value, each as likely as the others."""
        import numpy as np

        values, chosen, seen = self.table.source.values, -1, 0
        for first in range(0, self.table.positions, COUNTED):
            found = np.flatnonzero(values[first : first + COUNTED] == mark)
            seen += len(found)
            if len(found) and random.random() * seen < len(found):
                chosen = first + int(found[random.randrange(len(found))])
        if chosen < 0:
            raise SearchError("no_entry_of_this_value")
        return chosen


def lengths(plies: dict[str, dict[int, int]]) -> list[dict[str, int]]:
    """Each number of plies to the end, and how many positions of each result have it."""
    names = {"max": "MAX wins", "draw": "draw", "min": "MIN wins"}
    known = sorted({length for name in names.values() for length in plies[name]})
    return [
        {"plies": length, **{side: plies[name].get(length, 0) for side, name in names.items()}}
        for length in known
    ]


def entry_row(entry: Entry) -> dict[str, Any]:
    known = {"plies": entry.plies, "endless": entry.endless, "text": str(entry)}
    return {"score": score_row(entry.score), **known}


class Tables:
    """The tables that were named on the command line; clients know their numbers, and no path."""

    def __init__(self, files: Sequence[str] = (), own: Sequence[Any] = ()) -> None:
        self.known = {str(place): opened(str(place), file, own) for place, file in enumerate(files, 1)}

    def rows(self) -> list[dict[str, Any]]:
        return [table.row() for table in self.known.values()]

    def find(self, name: str) -> OpenTable:
        if name not in self.known:
            raise SearchError("no_such_table")
        return self.known[name]

    def look(self, asked: Looked) -> dict[str, Any]:
        return self.find(asked.table).position(asked.index)


def opened(name: str, file: str, own: Sequence[Any]) -> OpenTable:
    """The table in a file: of one of the user's games, or of a built-in one."""
    facts = Mapped(file).facts
    mine = [each.game for each in own if each.game is not None and type(each.game).__name__ == facts["game"]]
    if not mine and all(kind.__name__ != facts["game"] for kind in BUILT_IN.values()):
        raise SearchError("rules_of_table_needed", file=file, game=facts["game"])
    return OpenTable(name, SolvedTable.open(file, mine[0] if mine else game_of(facts, file)), file)
