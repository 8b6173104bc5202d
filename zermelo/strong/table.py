"""SolvedTable: the answer to every position of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.algorithms.expectation import COMPARE
from zermelo.algorithms.strong import DRAWN, ENDLESS, LOST, RESULTS, VERIFY, WON
from zermelo.errors import CannotCompile, RulesError, SearchError
from zermelo.game import CHANCE, MAX, MIN
from zermelo.kernel.compiler.seen import state_shape
from zermelo.kernel.primitives import UNCODED
from zermelo.running.explain import possible
from zermelo.running.identity import describe, rules_hash
from zermelo.score import Score
from zermelo.strong.codes import Codec, Hashed, codec_from
from zermelo.strong.pieces import let_go
from zermelo.strong.tablefile import InMemory, Mapped, TableError
from zermelo.strong.watch import Progress, Watch
from zermelo.strong.worker import Worker, compiled_worker

COUNTED = 1 << 20
"""Values that are counted at a time."""
PARTS = 20
"""Parts that averages are counted in."""
ROUNDING_APART = 1e-12
"""What rounding may put between an average and one derived again, as a part of the largest value."""
RESULT_NAMES = {ENDLESS: "endless", LOST: "MIN wins", DRAWN: "draw", WON: "MAX wins"}


@dataclass(frozen=True)
class Entry:
    """What a table says of a position."""

    score: Score
    plies: int | None
    """To the end of the game, if both play well: None for points, and for play that never ends."""
    endless: bool = False
    """Play that never ends, if both play well: a draw, unless `repetition` gives it to a player."""

    def __str__(self) -> str:
        if self.endless:
            return f"{self.score} by endless play"
        if self.score.is_draw and self.plies is not None:
            return f"a draw in {self.plies} {'ply' if self.plies == 1 else 'plies'}"
        return str(self.score)

    def before(self) -> Entry:
        """The same one ply earlier."""
        if self.plies is None:
            return self
        score, plies = self.score, self.plies + 1
        told = plies if score.winner is not None else None
        return Entry(Score(score.value, True, MAX, score.winner, told, score.outcome), plies)


class SolvedTable:
    """Every position that play can reach, with its value.

    >>> from zermelo.games import TicTacToe
    >>> from zermelo.strong.build import solved
    >>> table = solved(TicTacToe())
    >>> table.positions, str(table.probe(TicTacToe().initial()))
    (5478, 'a draw')
    """

    def __init__(
        self, game: Any, source: Mapped | InMemory | None = None, codec: Codec | None = None
    ) -> None:
        """As `SolvedTable.open(path, game)` and `build_table` make it."""
        if not isinstance(source, Mapped | InMemory):
            raise SearchError("not_opened_so")
        self.game, self.source, self.wide = game, source, dict[str, Any]()
        self.outcome = bool(self.info["outcome"])
        self.expected = self.info["payoff"] == "expected"
        self.error = float(self.info.get("error", 0.0))
        """How far from the truth an expected payoff is at most; 0 in games without dice."""
        self.codec = codec or codec_from(self.info["codec"], game, shape_or_none(game))

    @classmethod
    def open(cls, path: str | Path, game: Any) -> SolvedTable:
        """The table of this game in a file; refuses one of other rules."""
        if not isinstance(path, str | Path):
            raise SearchError("not_a_path", option="path", given=repr(path))
        source = Mapped(path)
        check_rules(source, game)
        return cls(game, source)

    def __repr__(self) -> str:
        described = describe(self.info["game"], self.info["parameters"])
        return f"<SolvedTable of {described}: {self.positions:,} positions>"

    @property
    def info(self) -> dict[str, Any]:
        """Facts: game, parameters, rules, method, positions, …"""
        return self.source.facts

    @property
    def positions(self) -> int:
        """How many positions it has."""
        return self.source.count

    def __len__(self) -> int:
        return self.source.count

    def __contains__(self, state: Any) -> bool:
        return self.find(state) is not None

    def find(self, state: Any) -> int | None:
        """Where a position stands, or None."""
        try:
            code = self.codec.code_of(state)
        except RulesError:
            return None
        if code == UNCODED:
            return None
        low, high = 0, self.source.count
        while low < high:
            middle = (low + high) // 2
            if self.source.code_at(middle) < code:
                low = middle + 1
            else:
                high = middle
        return low if low < self.source.count and self.source.code_at(low) == code else None

    def entry(self, state: Any) -> Entry:
        """What is known of a position; refuses one that the table does not have."""
        index = self.find(state)
        if index is None:
            raise SearchError("not_in_table")
        return self.entry_of(self.source.value_at(index))

    def entry_of(self, value: Any) -> Entry:
        """What a stored value means, for MAX."""
        if self.expected:
            return Entry(Score(value, True, expected=True, error=self.error), None)
        if not self.outcome:
            return Entry(Score(value, True, MAX, None, None, False), None)
        plies, result = divmod(value, RESULTS)
        if result == ENDLESS:
            value = int(self.info["repetition"] or 0)
            winner = {1: MAX, -1: MIN}.get(value)
            return Entry(Score(value, True, MAX, winner, None, True), None, endless=True)
        winner = {WON: MAX, LOST: MIN}.get(result)
        score = Score(result - DRAWN, True, MAX, winner, plies if winner is not None else None, True)
        return Entry(score, plies)

    def probe(self, state: Any) -> Score:
        """The proved value of a position."""
        return self.entry(state).score

    def moves(self, state: Any) -> dict[Any, Entry]:
        """What each action leads to, counted from this position."""
        if self.game.is_terminal(state):
            return {}
        actions = possible(self.game, state)
        return {action: self.entry(self.game.result(state, action)).before() for action in actions}

    def best(self, state: Any) -> Any:
        """An action that keeps the value: the quickest win, the quickest end of a draw, the latest loss.

        With dice, the one that is worth most to its player; None where chance is to move.
        """
        known, found = self.entry(state), self.moves(state)
        if self.expected:
            return self.most_wanted(state, found)
        return next((action for action, entry in found.items() if entry == known), None)

    def line_from(self, state: Any) -> Iterator[Any]:
        """The best line, to the end of the game, or to where it begins to repeat or dice are thrown."""
        seen = []
        while not self.game.is_terminal(state) and state not in seen:
            if self.game.to_move(state) == CHANCE:
                return
            seen.append(state)
            action = self.best(state)
            yield action
            state = self.game.result(state, action)

    def most_wanted(self, state: Any, found: dict[Any, Entry]) -> Any:
        """The action with the best average for the player to move."""
        if not found or (player := self.game.to_move(state)) == CHANCE:
            return None
        return max(found, key=lambda action: found[action].score.of(player).value)

    def stats(self) -> dict[str, Any]:
        """How many positions of each value there are, and at which distance."""
        return statistics(self.source)

    def verify(self) -> Iterator[Progress]:
        """Check every byte, derive every value again from those of its children; raises where it is wrong."""
        self.source.trust_all()
        worker = self.verifier()
        marks = self.marks_for(worker)
        watch = Watch()
        watch.plan({"verifying": 1.0})
        watch.begin("verifying", self.positions)
        codes = self.source.codes
        task = COMPARE if self.expected else VERIFY
        worker.give(codes=codes, scores=marks, below=codes, scores_below=marks, floor=marks)
        worker.run.tolerance = 2 * self.error + ROUNDING_APART * float(abs(self.source.values).max())
        first, count = 0, len(codes)
        while first < count:
            last = min(first + worker.slice, count)
            stopped = worker.perform(task, first=first, last=last, count_below=count)
            if stopped < last:
                state = self.codec.state_of(int(codes[stopped]))
                said = self.entry_of(self.source.value_at(stopped))
                raise TableError("wrong_value_in_table", score=str(said), state=repr(state))
            first = last
            watch.tick(first)
            yield from watch.all_news()
        watch.report(count, "finished", self)
        yield watch.all_news()[-1]

    def verifier(self) -> Worker:
        """What computes the values again from those of the children, to compare."""
        if isinstance(self.codec, Hashed):
            remember_states(self.codec, self.start())
            return Worker(self.game, self.codec, self.outcome, compiled=False)
        return compiled_worker(self.game, self.codec, self.outcome)[0]

    def start(self) -> Any:
        """The position that everything is reached from."""
        initial = self.game.initial()
        if self.codec.code_of(initial) == self.info["start"]:
            return initial
        if isinstance(self.codec, Hashed):
            raise SearchError("hashes_from_elsewhere")
        return self.codec.state_of(self.info["start"])

    def marks_for(self, worker: Worker) -> Any:
        """The values as the kernel reads them."""
        values = self.source.values
        if self.outcome:
            return values.astype("<u2")
        if not worker.compiled:
            return values if self.expected else values.astype(object)
        return self.widened(f"<{worker.kernel.value_kind}").view("<i8")  # type: ignore[attr-defined]

    def lend(self, run: Any, kernel: Any) -> None:
        """Let a search read the table."""
        self.source.trust_all()
        self.codec.lend(run, kernel.compiled)
        codes, values = self.source.codes, self.source.values
        if not self.outcome and kernel.compiled:
            values = self.widened(f"<{kernel.value_kind}")
        run.solved = codes.ctypes.data if kernel.compiled else codes
        run.solved_scores = values.ctypes.data if kernel.compiled else values
        run.solved_count, run.solved_bytes = self.positions, values.dtype.itemsize

    def refuse_other(self, game: Any) -> None:
        """A table answers for its own rules alone."""
        check_rules(self.source, game)

    def widened(self, kind: str) -> Any:
        """Points as a compiled search counts them: 8 bytes each, whole numbers or fractions."""
        if kind not in self.wide:
            self.wide[kind] = self.source.values.astype(kind)
        return self.wide[kind]


def statistics(source: Mapped | InMemory) -> dict[str, Any]:
    """How many positions of each value a table holds, and at which distance from the end."""
    import numpy as np

    source.trust_all()
    if source.facts["payoff"] == "expected":
        return spread(source)
    counts = Counter[Any]()
    for first in range(0, source.count, COUNTED):
        values, numbers = np.unique(source.values[first : first + COUNTED], return_counts=True)
        counts.update(dict(zip(values.tolist(), numbers.tolist(), strict=True)))
        let_go(source.values)
    if not source.facts["outcome"]:
        return {"positions": source.count, "points": dict(sorted(counts.items()))}
    plies: dict[str, dict[int, int]] = {name: {} for name in RESULT_NAMES.values()}
    for mark in sorted(counts):
        plies[RESULT_NAMES[mark % RESULTS]][mark // RESULTS] = counts[mark]
    totals = {name: sum(found.values()) for name, found in plies.items()}
    return {"positions": source.count, "results": totals, "plies": plies}


def spread(source: Mapped | InMemory) -> dict[str, Any]:
    """How many positions a table has in each of some equal parts between the least average and the most."""
    import numpy as np

    ends, values = np.linspace(source.values.min(), source.values.max(), PARTS + 1), source.values
    counts = np.zeros(PARTS, int)
    for first in range(0, source.count, COUNTED):
        counts += np.histogram(values[first : first + COUNTED], ends)[0]
        let_go(values)
    parts = [[*pair] for pair in zip(ends[:-1].tolist(), ends[1:].tolist(), counts.tolist(), strict=True)]
    return {"positions": source.count, "expected": parts, "error": source.facts["error"]}


def remember_states(codec: Hashed, start: Any) -> None:
    """All states that can be reached, by their hash."""
    left = [start]
    codec.code_of(start, codec)
    while left:
        state = left.pop()
        if codec.game.is_terminal(state):
            continue
        for action in possible(codec.game, state):
            child = codec.game.result(state, action)
            before = len(codec.states)
            codec.code_of(child, codec)
            if len(codec.states) > before:
                left.append(child)


def shape_or_none(game: Any) -> Any:
    try:
        return state_shape(game, any_length=True)
    except CannotCompile:
        return None


def check_rules(source: Mapped | InMemory, game: Any) -> None:
    facts = source.facts
    if facts.get("rules") != rules_hash(game):
        of = describe(str(facts.get("game")), facts.get("parameters", {}))
        what = source.path or "this"
        raise TableError("table_for_other_rules", table=what, game=of)
