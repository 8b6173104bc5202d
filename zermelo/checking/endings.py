"""How games at random end: for whom, by whose move, and whether it was known before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.checking.findings import Nonsense, Position, Raised
from zermelo.game import MAX, MIN

if TYPE_CHECKING:
    from zermelo.checking.rules import Examination

ENOUGH = 30
"""Games from which something can be said of all of them."""
ASKED, FIRST = 100, 10
"""Games whose positions are asked for their utility before the end; fewer if none is decided by then."""
DECIDED = 10
"""Games that seem to go on after they were decided."""
MOSTLY = 0.6
"""Of these, as many stay as they were; a mere lead changes hands more often."""


class Endings:
    """Collects the ends of games."""

    def __init__(self, exam: Examination) -> None:
        self.exam = exam
        self.count = self.won_by_mover = self.lost_by_mover = 0
        self.decided = self.stayed = 0
        self.utilities: set[float] = set()
        self.early: Position | None = None
        self.asks = exam.outcome and not exam.has("outcomes")
        """Can utility() be asked before the end, and is it 0 at the start?"""

    def note(self, states: list[Any], moves: tuple[Any, ...], utility: float) -> None:
        """One game: its states, the last of them terminal, and what MAX gets."""
        self.count += 1
        self.utilities.add(float(utility))
        if len(states) < 2:
            return
        mover = self.exam.call("to_move", states[-2])
        if mover in (MAX, MIN) and utility:
            won = (utility > 0) == (mover == MAX)
            self.won_by_mover, self.lost_by_mover = self.won_by_mover + won, self.lost_by_mover + (not won)
        if self.asks and self.count <= (ASKED if self.decided else FIRST):
            try:
                before = [self.exam.call("utility", state) for state in states[:-1]]
                self.asks = not before[0]
                self.foresee(states, moves, [*before, utility])
            except (Raised, Nonsense):
                self.asks = False

    def foresee(self, states: list[Any], moves: tuple[Any, ...], values: list[Any]) -> None:
        """Was utility() what it is at the end before the end, and then all the time?"""
        known = next(ply for ply, value in enumerate([*values, 1]) if value != 0)
        if known >= len(states) - 1:
            return
        self.decided += 1
        if any(value != values[-1] for value in values[known:]):
            return
        self.stayed += 1
        if self.early is None or known < len(self.early.moves):
            self.early = Position(states[known], moves[:known])

    def is_one_sided(self) -> bool:
        """Do games always end in the same way, or never well for one of the players?"""
        signs = {utility > 0 for utility in self.utilities if utility != 0}
        return len(self.utilities) == 1 or (self.exam.outcome and len(signs) == 1)

    def conclude(self, may_go_on: bool, agreed: bool) -> None:
        """`may_go_on`: positions repeat and no dice end that: a player may be content with never losing.

        `agreed`: evaluate() is high where utility() says that MAX does well.
        """
        if self.count < ENOUGH:
            return
        if self.is_one_sided() and not may_go_on:
            found = " or ".join(f"{utility:g}" for utility in sorted(self.utilities))
            self.exam.record(
                "one-sided", f"utility() returns {found} at the end of all {self.count} random games"
            )
        placing = self.exam.habits.placing.is_the_game and not agreed
        if placing and not self.won_by_mover and self.lost_by_mover >= ENOUGH:
            said = f"whoever moved last lost all {self.lost_by_mover} random games that were not drawn"
            self.exam.record("last loses", f"utility() may be upside down: {said}")
        if self.asks and self.early is not None and self.stayed >= max(DECIDED, MOSTLY * self.decided):
            self.exam.position = self.early
            said = f"{self.stayed} of {self.decided} random games in which that was so ended with this result"
            self.exam.record("late", f"is_terminal() is false, but utility() is not 0: {said}")
