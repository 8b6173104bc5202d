"""The contract: what a game is, in the words of the textbook.

A game is an ordinary class with six methods.  The same text is run as it is
(any hashable state) or compiled (states made of integers); see ``bind.py``.

    class Nim(Game):
        class State(NamedTuple):
            heaps: tuple[int, int, int]
            turn: int

        def initial(self):                return self.State((3, 4, 5), MAX)
        def to_move(self, state):         return state.turn
        def actions(self, state):         ... yield action
        def result(self, state, action):  return self.State(...)
        def is_terminal(self, state):     return sum(state.heaps) == 0
        def utility(self, state):         return 1 if state.turn == MIN else -1
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Literal, TypeVar

MAX = 0
MIN = 1
CHANCE = -1

RULES = ("initial", "to_move", "actions", "result", "is_terminal", "utility")
"""The six methods that make a game."""

Payoff = Literal["outcome", "points"]
Cells = TypeVar("Cells", bound=tuple[Any, ...])

WORD = (1 << 64) - 1


def replace(cells: Cells, index: int, value: Any) -> Cells:
    """The tuple `cells` with `value` at `index`.

    >>> replace((0, 0, 0), 1, 7)
    (0, 7, 0)
    """
    if index < 0:
        index += len(cells)
    if not 0 <= index < len(cells):
        raise IndexError(f"replace: index {index} in a tuple of {len(cells)}")
    return cells[:index] + (value,) + cells[index + 1 :]  # type: ignore[return-value]


class Bits(int):
    """A board of 64 bits: arithmetic wraps, `>>` brings in zeros, and Bits with an integer is Bits.

    Annotate a field of the state with it (`stones: Bits`); compiled it is one machine word.

    >>> ~Bits(0) >> 60
    Bits(0xf)
    """

    __slots__ = ()

    def __new__(cls, value: int = 0) -> Bits:
        return int.__new__(cls, int(value) & WORD)

    def __repr__(self) -> str:
        return f"Bits({int(self):#x})"

    def __and__(self, other: int) -> Bits:
        return int.__new__(Bits, int.__and__(self, other) & WORD)

    def __or__(self, other: int) -> Bits:
        return int.__new__(Bits, int.__or__(self, other) & WORD)

    def __xor__(self, other: int) -> Bits:
        return int.__new__(Bits, int.__xor__(self, other) & WORD)

    def __add__(self, other: int) -> Bits:
        return int.__new__(Bits, int.__add__(self, other) & WORD)

    def __sub__(self, other: int) -> Bits:
        return int.__new__(Bits, int.__sub__(self, other) & WORD)

    def __mul__(self, other: int) -> Bits:
        return int.__new__(Bits, int.__mul__(self, other) & WORD)

    __rand__, __ror__, __rxor__, __radd__, __rmul__ = __and__, __or__, __xor__, __add__, __mul__

    def __rsub__(self, other: int) -> Bits:
        return int.__new__(Bits, (other - int(self)) & WORD)

    def __floordiv__(self, other: int) -> Bits:
        return int.__new__(Bits, int(self) // (other & WORD))

    def __rfloordiv__(self, other: int) -> Bits:
        return int.__new__(Bits, (other & WORD) // int(self))

    def __mod__(self, other: int) -> Bits:
        return int.__new__(Bits, int(self) % (other & WORD))

    def __rmod__(self, other: int) -> Bits:
        return int.__new__(Bits, (other & WORD) % int(self))

    def __divmod__(self, other: int) -> tuple[Bits, Bits]:
        return self // other, self % other

    def __pow__(self, exponent: int, modulus: int | None = None) -> Bits:  # type: ignore[override]
        return int.__new__(Bits, pow(int(self), exponent, 1 << 64 if modulus is None else modulus))

    def __lshift__(self, count: int) -> Bits:
        return int.__new__(Bits, (int(self) << count) & WORD if count < 64 else 0)

    def __rshift__(self, count: int) -> Bits:
        return int.__new__(Bits, int(self) >> count)

    def __invert__(self) -> Bits:
        return int.__new__(Bits, int(self) ^ WORD)

    def __neg__(self) -> Bits:
        return int.__new__(Bits, -int(self) & WORD)


def distinct_actions(game: Any, state: Any) -> list[Any]:
    """The actions up to symmetry: of those that lead to equivalent states only the first.

    >>> from zermelo.games import TicTacToe
    >>> game = TicTacToe()
    >>> distinct_actions(game, game.initial())
    [0, 1, 4]
    """
    seen: set[Any] = set()
    found = []
    for action in game.actions(state):
        child = game.result(state, action)
        if child not in seen:
            found.append(action)
            seen.update(game.symmetries(child))
    return found


class Game:
    """Base class of games.  Inheriting from it is a convenience, not a duty."""

    payoff: ClassVar[Payoff] = "outcome"
    """`outcome`: utility is -1, 0 or +1 and `evaluate` has its own unit.
    `points`: utility is a number of points and `evaluate` is in the same unit."""
    repetition: ClassVar[float | None] = 0
    """What a position that repeats is worth to MAX; None where positions cannot repeat, which is quicker."""

    def initial(self) -> Any:
        """The state a game starts from."""
        raise NotImplementedError(f"{type(self).__name__} needs initial(self)")

    def to_move(self, state: Any) -> int:
        """Whose turn it is: MAX, MIN or CHANCE."""
        raise NotImplementedError(f"{type(self).__name__} needs to_move(self, state)")

    def actions(self, state: Any) -> Iterable[Any]:
        """The legal moves of a state that is not terminal."""
        raise NotImplementedError(f"{type(self).__name__} needs actions(self, state)")

    def result(self, state: Any, action: Any) -> Any:
        """The state after `action`: a new one; the argument is never changed."""
        raise NotImplementedError(f"{type(self).__name__} needs result(self, state, action)")

    def is_terminal(self, state: Any) -> bool:
        """Is the game over?"""
        raise NotImplementedError(f"{type(self).__name__} needs is_terminal(self, state)")

    def utility(self, state: Any) -> Any:
        """MAX's payoff in a terminal state."""
        raise NotImplementedError(f"{type(self).__name__} needs utility(self, state)")

    def evaluate(self, state: Any) -> Any:
        """EVAL: an estimate of MAX's prospects in a state that is not terminal.  0 says: nothing is known."""
        return 0

    def show(self, state: Any) -> str:
        """The state as text for people."""
        return str(state)

    def name(self, state: Any, action: Any) -> str:
        """The action as people write it."""
        return str(action)


def name_of(game: Any, state: Any, action: Any) -> str:
    """An action as people write it: `name` is a rule that a game may leave out."""
    return str(game.name(state, action)) if callable(getattr(game, "name", None)) else str(action)


def names_of(game: Any, state: Any, line: Iterable[Any]) -> list[str]:
    """The actions of a line as people write them."""
    found = []
    for action in line:
        found.append(name_of(game, state, action))
        state = game.result(state, action)
    return found
