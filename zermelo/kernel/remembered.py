"""Rules that stay Python's, remembered: a search of machine code over numbers, which asks for what is new.

Every rule is asked once of a state; what it said is kept by `positions.py` and read by the rules of
`numbered.py`.  A search visits the same nodes as an interpreted one, and finds the same.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

from zermelo.errors import Stopped
from zermelo.kernel.answers import Answers, Door
from zermelo.kernel.bind import Algorithm, Kernel
from zermelo.kernel.compiler.shape import conform
from zermelo.kernel.numbered import Numbered, numbered_like
from zermelo.kernel.positions import Positions
from zermelo.kernel.run import NO_ACTION, WHOLE_NO_ACTION


class Remembered(Kernel):
    """A search over numbers, for a game whose rules stay Python's."""

    compiled, remembered, rewritten = True, True, False
    shape = None

    def __init__(self, plain: Kernel, algorithm: Algorithm) -> None:
        """The same search as that of the plain kernel; the code itself is not there before `obtain`."""
        import numpy as np

        from zermelo.kernel.machine.over_numbers import OverNumbers

        super().__init__(plain.game, plain.options, plain.traced)
        self.conforms_to = plain.shape
        self.positions = Positions(fractions=type(self.game) in FRACTIONS)
        self.door = Door(Answers(self.game, self.positions))
        numbers = numbered_like(self.game)(self.positions, np.array([self.door.address], np.int64))
        self.machine = OverNumbers(numbers, algorithm, self.options, self.traced)
        self.plain = plain

    @property
    def at_hand(self) -> bool:
        """Is the code loaded?"""
        return self.machine.is_loaded

    def obtain(self) -> Remembered:
        """Have the code made, unless it is there."""
        self.machine.obtain()
        self.identity = (self.machine.identity, self.plain.identity)
        return self

    @property
    def whole_numbers(self) -> bool:
        return self.machine.whole_numbers

    def warm_up(self) -> None:
        self.obtain()
        self.machine.warm_up()

    def new_run(self, events: int = 0) -> Any:
        """A fresh run, which looks at `stop` at every node: one may take as long as the rules do."""
        run = self.machine.new_run(events)
        run.check_every = run.granted = run.left = 1
        self.positions.runs.append(run)
        return run

    def place(self, run: Any, state: Any) -> None:
        run.root[:] = [self.positions.number_of(conform(state, self.conforms_to))]

    def execute(self, run: Any) -> None:
        self.door.raised.clear()
        try:
            self.machine.execute(run)
        except Stopped:
            for error in self.door.raised:
                raise error from None
            raise

    def bound(self, value: Any) -> Any:
        return self.machine.bound(value)

    def action(self, stored: Any) -> Any:
        return NO_ACTION if stored == WHOLE_NO_ACTION else self.positions.actions.get(int(stored))

    def stored(self, action: Any) -> Any:
        return self.positions.action_word(action)

    def actions(self, stored: Any) -> list[Any]:
        return [self.action(word) for word in stored.tolist()]

    def number(self, value: Any) -> Any:
        return self.machine.number(value)

    def numbers(self, values: Any) -> list[Any]:
        return self.machine.numbers(values)

    def values_in(self, words: Any) -> list[Any]:
        return self.machine.values_in(words)


FRACTIONS: WeakSet[type] = WeakSet()
"""The classes of games that were seen to give fractions."""


def learn_fractions(game: Any) -> bool:
    """Games of this class give fractions: is that news?"""
    news = type(game) not in FRACTIONS
    FRACTIONS.add(type(game))
    return news


def can_be_remembered(plain: Kernel, state: Any) -> bool:
    """Can its states be numbered?  Not those without a hash, nor boards of Bits, which plain rules lose."""
    try:
        hash(state)
    except Exception:
        return False
    return plain.shape is None or all(leaf.kind != "bits" for leaf in plain.shape.leaves)
