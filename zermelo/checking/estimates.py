"""Does evaluate() point the right way?  Held against exact values of small positions, and the ends of games.

Positions are compared within one ply and one player to move, so that what all positions of a kind have in
common (a bonus for the turn, a score that grows) is no evidence.  Positions of one game are not independent:
how sure a correlation is, is counted in games.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.checking.findings import Nonsense, Position, Raised, is_finite
from zermelo.checking.states import Met
from zermelo.game import MAX, MIN
from zermelo.running.content import duplicate

if TYPE_CHECKING:
    from zermelo.checking.rules import Examination

SMALL = 120
"""Positions that are looked at for the exact value of one."""
HOPELESS = 2
"""Games none of whose positions was small enough, after which no more are solved."""
FEW = 5
"""Positions of one kind from which something can be said."""
WEAK = 0.1
"""Correlations below this say nothing, however sure they are."""
SURE, HINT = 2.8, 1.5
"""Standard errors from which a correlation is no accident, and from which it is worth a doubt."""
PLAYERS = {MAX: "MAX", MIN: "MIN"}


class Row(NamedTuple):
    """What evaluate() says of a position, what it is worth to MAX, and in which game it was met."""

    estimate: float
    worth: float
    game: int


class Lean(NamedTuple):
    """A correlation of estimates with worths, and how many standard errors it is away from none."""

    correlation: float = 0.0
    errors: float = 0.0

    @property
    def sign(self) -> int:
        """1 or -1 where this is no accident, else 0."""
        sure = abs(self.errors) >= SURE and abs(self.correlation) >= WEAK
        return (1 if self.errors > 0 else -1) if sure else 0


class Evidence:
    """Rows by side and ply."""

    def __init__(self) -> None:
        self.rows: dict[tuple[Any, int], list[Row]] = defaultdict(list)

    def note(self, side: Any, ply: int, row: Row) -> None:
        self.rows[side, ply].append(row)

    def count(self) -> int:
        """How many positions there are."""
        return sum(map(len, self.rows.values()))

    def lean(self, side: Any) -> Lean:
        """How estimates go with worths where it is this side's turn."""
        kinds = [rows for (its, _), rows in self.rows.items() if its == side and len(rows) >= FEW]
        shares: dict[int, float] = defaultdict(float)
        spread, range_of_worths = 0.0, 0.0
        for rows in kinds:
            estimate, worth = (sum(column) / len(rows) for column in list(zip(*rows, strict=True))[:2])
            for row in rows:
                shares[row.game] += (row.estimate - estimate) * (row.worth - worth)
                spread += (row.estimate - estimate) ** 2
                range_of_worths += (row.worth - worth) ** 2
        error = math.sqrt(sum(share * share for share in shares.values()))
        scale = math.sqrt(spread * range_of_worths)
        total = sum(shares.values())
        return Lean(total / scale, total / error) if error > 0 and scale > 0 else Lean()


class Estimates:
    """Collects what evaluate() says on the way through games at random, and what came of it."""

    def __init__(self, exam: Examination) -> None:
        self.exam = exam
        self.solved, self.played = Evidence(), Evidence()
        self.ended = {"moved last": Evidence(), "is to move at the end": Evidence()}
        """As `played`, by who did what where the game ended: a utility may change its sign with that."""
        self.met = Met(exam)
        self.games = self.hopeless = 0

    def note(self, states: list[Any], moves: tuple[Any, ...], utility: float) -> None:
        """One game: its states, the last of them terminal, and its end; the smallest positions first."""
        if len(states) < 2:
            return
        self.games += 1
        last, small = self.exam.call("to_move", states[-2]), self.hopeless < HOPELESS
        ends = (last, self.seat(states[-1], last))
        self.hopeless += 1
        for ply, state in reversed(list(enumerate(states[:-1]))):
            mover = self.exam.call("to_move", state)
            if mover not in (MAX, MIN):
                continue
            estimate = self.estimate(state, moves[:ply])
            if not is_finite(estimate):
                return
            row = Row(float(estimate), float(utility), self.games)
            self.played.note(mover, ply, row)
            for side, evidence in zip(ends, self.ended.values()):
                evidence.note(side, ply, row)
            small = small and self.solve(state, mover, ply, row)

    def seat(self, end: Any, last: Any) -> Any:
        """Whose turn it would be where the game is over, if the rules say so; else who moved last."""
        try:
            return self.exam.call("to_move", duplicate(end))
        except (Raised, Nonsense):
            return last

    def estimate(self, state: Any, moves: tuple[Any, ...]) -> Any:
        try:
            return self.exam.call("evaluate", state)
        except Raised as raised:
            self.exam.position = Position(state, moves)
            self.exam.raised(raised)

    def solve(self, state: Any, mover: Any, ply: int, row: Row) -> bool:
        """The exact value of a position, if it is small; each position counts once."""
        if not self.met.is_new(state):
            return True
        value = self.exam.values.of(state, SMALL)
        if not is_finite(value):
            return False
        self.hopeless = 0
        worth = (value > 0) - (value < 0) if self.exam.values.outcome else value
        self.solved.note(mover, ply, row._replace(worth=float(worth), game=len(self.met)))
        return True

    def sign(self, mover: Any) -> int:
        """1: high where MAX does well; -1: low there; 0: not clear, or the two kinds of evidence disagree."""
        leans = [self.solved.lean(mover), self.played.lean(mover)]
        hints = {lean.errors > 0 for lean in leans if abs(lean.errors) >= HINT}
        return next((lean.sign for lean in leans if lean.sign), 0) if len(hints) == 1 else 0

    def agree(self) -> bool:
        """Is evaluate() high where MAX does well, whoever is to move?"""
        return all(self.sign(player) == 1 for player in PLAYERS)

    def leans_down(self, mover: Any) -> bool:
        """Does what little is known of this player's positions point the wrong way?"""
        return any(lean.errors < 0 for lean in (self.solved.lean(mover), self.played.lean(mover)))

    def conclude(self) -> None:
        """What is likely wrong with evaluate(), or with utility(), which it is compared with."""
        signs = {player: self.sign(player) for player in PLAYERS}
        if said := self.turning():
            said = f"of {self.games} random games it goes with evaluate() only if {said}"
            self.exam.record("mover's utility", f"utility() likely changes its sign with the turn: {said}")
        elif set(signs.values()) == {1, -1}:
            said = f"it is high where MAX does well only while {right(signs)} is to move"
            self.exam.record(
                "mover's estimate",
                f"evaluate() likely changes its sign with the turn: {said}, judged by {self.judges()}",
            )
        elif min(signs.values()) == -1 and all(map(self.leans_down, signs)):
            said = f"it is low where MAX does well, judged by {self.judges()}"
            self.exam.record("upside down", f"evaluate() is likely upside down: {said}")

    def turning(self) -> str:
        """With whose turn utility() changes its sign; "" where it does not."""
        for did, evidence in self.ended.items():
            signs = {player: evidence.lean(player).sign for player in PLAYERS}
            if set(signs.values()) == {1, -1}:
                return f"{right(signs)} {did}"
        return ""

    def judges(self) -> str:
        """What the estimates were compared with."""
        if any(self.solved.lean(player).sign for player in PLAYERS):
            return f"the exact values of {self.solved.count():,} positions"
        return f"how {self.games} random games ended"


def right(signs: dict[Any, int]) -> str:
    """The player whose sign is positive."""
    return PLAYERS[max(signs, key=lambda player: signs[player])]
