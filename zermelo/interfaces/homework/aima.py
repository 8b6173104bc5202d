"""The games of Artificial Intelligence: A Modern Approach, by Russell and Norvig; dice among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from zermelo.errors import SearchError
from zermelo.game import CHANCE, MAX, MIN, Payoff
from zermelo.interfaces.homework.adapter import (
    Adapter,
    check_has,
    drawer_of,
    drawing,
    frozen,
    has_word,
    in_order,
    takes,
)

DICE = ("chances", "outcome", "probability")
"""The rules of AIMA's StochasticGame."""


class AIMA(Adapter):
    """An object with actions, result, terminal_test and utility(state, player); MAX is who moves first."""

    homework: ClassVar[str] = "AIMA"
    words: Mapping[str, str] = MappingProxyType(
        {
            "initial": "initial",
            "to_move": "to_move",
            "actions": "actions",
            "result": "result",
            "is_terminal": "terminal_test",
            "utility": "utility",
        }
    )
    payoff: ClassVar[Payoff] = "points"

    def __init__(self, theirs: Any) -> None:
        super().__init__(theirs)
        check_has(theirs, "initial", type(theirs).__name__, self.homework)
        if not has_word(theirs, "terminal_test"):
            self.words = {**self.words, "is_terminal": "is_terminal"}
        self.start = theirs.initial() if callable(theirs.initial) else theirs.initial
        self.first = self.mover(self.start)
        self._second: Any = None
        """The other player, once there was one to move."""

    @classmethod
    def needs(cls) -> tuple[str, ...]:
        return ("actions", "result", "utility", "terminal_test")

    @classmethod
    def speaks(cls, thing: Any) -> bool:
        """Notebooks of the fourth edition say is_terminal; in Zermelo's words utility takes a state alone."""
        if not all(has_word(thing, word) for word in ("actions", "result", "utility")):
            return False
        state_alone = 2 if isinstance(thing, type) else 1
        named = has_word(thing, "is_terminal") and not takes(thing.utility, state_alone)
        return takes(thing.utility, state_alone + 1) and (named or has_word(thing, "terminal_test"))

    @classmethod
    def of(cls, theirs: Any, title: str) -> Adapter:
        thrown = [word for word in DICE if has_word(theirs, word)]
        if thrown and len(thrown) < len(DICE):
            missing = [word for word in DICE if word not in thrown]
            raise SearchError("dice_lack", game=title, thrown=thrown, missing=missing)
        kind = AIMADice if thrown and cls is AIMA else cls
        return super(AIMA, kind).of(theirs, title)

    def mover(self, state: Any) -> Any:
        """Their player."""
        return self.theirs.to_move(state) if has_word(self.theirs, "to_move") else state.to_move

    def initial(self) -> Any:
        return self.start

    def to_move(self, state: Any) -> int:
        mover = self.mover(state)
        if mover == self.first:
            return MAX
        self._second = mover
        return MIN

    def actions(self, state: Any) -> Iterator[Any]:
        yield from map(frozen, in_order(self.theirs.actions(state)))

    def result(self, state: Any, action: Any) -> Any:
        return self.theirs.result(state, action)

    def is_terminal(self, state: Any) -> bool:
        return bool(getattr(self.theirs, self.words["is_terminal"])(state))

    def utility(self, state: Any) -> Any:
        return self.theirs.utility(state, self.first)

    def utilities(self, state: Any) -> tuple[Any, ...]:
        """The payoffs of both players in a terminal state; of MAX alone where no other was seen."""
        mover = self.mover(state)
        second = self._second if mover == self.first else mover
        known = [self.first] if second is None else [self.first, second]
        return tuple(self.theirs.utility(state, player) for player in known)

    def show(self, state: Any) -> str:
        return drawing(drawer_of(self.theirs, 1), state) or str(state)


class AIMADice(AIMA):
    """AIMA's StochasticGame: chances(state) with their probability are thrown before every move.

    A state of ours is one of theirs, and whether its dice were thrown.
    """

    def initial(self) -> tuple[Any, bool]:
        return (self.start, False)

    def to_move(self, state: tuple[Any, bool]) -> int:
        return super().to_move(state[0]) if state[1] else CHANCE

    def outcomes(self, state: tuple[Any, bool]) -> Iterator[tuple[Any, float]]:
        for chance in self.theirs.chances(state[0]):
            yield chance, self.theirs.probability(chance)

    def actions(self, state: tuple[Any, bool]) -> Iterator[Any]:
        yield from super().actions(state[0])

    def result(self, state: tuple[Any, bool], action: Any) -> tuple[Any, bool]:
        if state[1]:
            return (super().result(state[0], action), False)
        return (self.theirs.outcome(state[0], action), True)

    def is_terminal(self, state: tuple[Any, bool]) -> bool:
        return super().is_terminal(state[0])

    def utility(self, state: tuple[Any, bool]) -> Any:
        return super().utility(state[0])

    def utilities(self, state: tuple[Any, bool]) -> tuple[Any, ...]:
        return super().utilities(state[0])

    def show(self, state: tuple[Any, bool]) -> str:
        return super().show(state[0])
