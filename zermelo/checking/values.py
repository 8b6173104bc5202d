"""Exact values of small positions, by plain minimax: the truth that the optional rules are held to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from zermelo.checking.findings import is_number, shown
from zermelo.game import CHANCE, MAX
from zermelo.kernel.run import ESTIMATES, PLIES, WIN
from zermelo.messages import counted
from zermelo.score import Score

if TYPE_CHECKING:
    from zermelo.checking.rules import Examination


def limit(bound: Any, outcome: bool, side: Literal[-1, 1]) -> Any:
    """A bound as a value of `Values`; an outcome without a distance is as wide as that outcome."""
    if isinstance(bound, Score):
        if bound.winner is None:
            return bound.of(MAX).value
        sign = 1 if bound.winner == MAX else -1
        return sign * (WIN - bound.plies) if bound.plies is not None else limit(sign, True, side)
    if not is_number(bound) or bound != bound:
        return None
    if outcome and bound in (-1, 1):
        return bound * WIN if bound == side else bound * (WIN - PLIES)
    return bound


def value_text(value: Any, outcome: bool) -> str:
    """A value in words."""
    if outcome and abs(value) > ESTIMATES:
        plies = counted(int(WIN - abs(value)), "ply", "plies")
        return f"{'a win' if value > 0 else 'a loss'} for MAX in {plies}"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


FEW = 60
"""Positions looked at for the value of a state that may be one and the same as another."""


class TooBig(Exception):
    """A position whose value is out of reach."""


class Values:
    """Exact values by plain minimax, each with its distance from the state, each computed once."""

    nodes = 400
    """Positions looked at for one value."""

    def __init__(self, exam: Examination, key: Callable[[Any], Any] = lambda state: state) -> None:
        """`key` is what states are remembered by: themselves, or their contents where == is not trusted."""
        self.exam, self.key = exam, key
        self.known: dict[Any, Any] = {}
        self.left = 0
        self.enough: Callable[[], bool] = lambda: False
        self.outcome = exam.outcome and not exam.has("outcomes")

    def of(self, state: Any, nodes: int = 0, enough: Callable[[], bool] = lambda: False) -> Any:
        """MAX's value, or None where it is too far away, has no end or the rules fail; or it is `enough`.

        Of three or more players nobody's value is sure: None.
        """
        if self.exam.players > 2:
            return None
        self.left, self.enough = nodes or self.nodes, enough
        try:
            return self.search(state, set())
        except Exception:
            return None

    def step(self, value: Any) -> Any:
        """A child's value as its parent sees it: wins and losses are one ply further away."""
        if self.outcome and abs(value) > ESTIMATES:
            return value - 1 if value > 0 else value + 1
        return value

    def search(self, state: Any, path: set[Any]) -> Any:
        key = self.key(state)
        if key in self.known:
            return self.known[key]
        self.left -= 1
        if self.left < 0 or key in path or len(path) > 150 or self.enough():
            raise TooBig
        path.add(key)
        value = self.visit(state, path)
        path.discard(key)
        self.known[key] = value
        return value

    def visit(self, state: Any, path: set[Any]) -> Any:
        call = self.exam.call
        if call("is_terminal", state):
            utility = call("utility", state)
            return utility * WIN if self.outcome else utility
        mover = call("to_move", state)
        if mover == CHANCE:
            pairs = call("outcomes", state)
            return sum(chance * self.search(call("result", state, action), path) for action, chance in pairs)
        children = [call("result", state, action) for action in call("actions", state)]
        values = [self.step(self.search(child, path)) for child in children]
        return max(values) if mover == MAX else min(values)

    def difference(self, first: Any, second: Any, same_actions: bool = False, solve: bool = True) -> str:
        """What tells two states apart that should be interchangeable; nothing where nothing does.

        `same_actions`: they are not symmetric but one and the same, and so are their actions.
        `solve`: compare their values too, which takes a while.
        """
        call = self.exam.call
        ends = [bool(call("is_terminal", state)) for state in (first, second)]
        if ends[0] != ends[1]:
            return "one is terminal, the other is not"
        if not ends[0] and call("to_move", first) != call("to_move", second):
            return "a different player is to move"
        if same_actions and not ends[0] and (only := self.actions_of(first) ^ self.actions_of(second)):
            return f"only one of them has the action {shown(min(only, key=repr))}"
        values = [self.of(state, FEW if same_actions else 0) if solve else None for state in (first, second)]
        if None not in values and values[0] != values[1]:
            return f"the values are {' and '.join(value_text(value, self.outcome) for value in values)}"
        if not ends[0] and call("to_move", first) != CHANCE:
            counts = [len(call("actions", state)) for state in (first, second)]
            if counts[0] != counts[1]:
                return f"there are {counts[0]} and {counts[1]} actions"
        return ""

    def actions_of(self, state: Any) -> set[Any]:
        return {self.key(action) for action in self.exam.options(state)}
