"""The contract: what a game is, in the words of the textbook.

A game is an ordinary class with six methods.  The same text is run as it is
(any hashable state) or compiled (states of one shape); see ``bind.py``.

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

from collections.abc import Callable, Iterable
from inspect import signature
from operator import index as whole
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, TypeVar

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVariable  # which has defaults, as Python 3.13's own

    State = TypeVariable("State", default=Any)
    Action = TypeVariable("Action", default=Any)
else:
    State, Action = TypeVar("State"), TypeVar("Action")

MAX = 0
MIN = 1
CHANCE = -1

RULES = ("initial", "to_move", "actions", "result", "is_terminal", "utility")
"""The six methods that make a game."""

Payoff = Literal["outcome", "points"]
Cells = TypeVar("Cells", bound=tuple[Any, ...])

WORD = (1 << 64) - 1
SEATS = 8
"""Most players of one game."""


def updated(cells: Cells, index: int, value: Any) -> Cells:
    """The tuple `cells` with `value` at `index`.

    >>> updated((0, 0, 0), 1, 7)
    (0, 7, 0)
    """
    if index < 0:
        index += len(cells)
    if not 0 <= index < len(cells):
        raise IndexError(f"updated: index {index} in a tuple of {len(cells)}")
    return cells[:index] + (value,) + cells[index + 1 :]  # type: ignore[return-value]


def wrapping(operation: Callable[[int, int], int]) -> Callable[[Any, int], Bits]:
    """An operator of whole numbers as one of Bits.  Interpreted rules spend their time here."""
    new = int.__new__

    def wrapped(left: int, right: int) -> Bits:
        try:
            return new(Bits, operation(left, right) & WORD)
        except TypeError:  # a whole number of NumPy's, or none
            return new(Bits, operation(left, whole(right)) & WORD)

    return wrapped


class Bits(int):
    """A board of 64 bits: arithmetic wraps, `>>` brings in zeros, and Bits with an integer is Bits.

    Annotate a field of the state with it (`stones: Bits`); compiled it is one machine word.  The integer may
    be NumPy's, on the right: on the left of Bits NumPy's own arithmetic counts.

    >>> ~Bits(0) >> 60
    Bits(0xf)
    """

    __slots__ = ()

    def __new__(cls, value: int = 0) -> Bits:
        return int.__new__(cls, int(value) & WORD)

    def __repr__(self) -> str:
        return f"Bits({int(self):#x})"

    __and__ = __rand__ = wrapping(int.__and__)
    __or__ = __ror__ = wrapping(int.__or__)
    __xor__ = __rxor__ = wrapping(int.__xor__)
    __add__ = __radd__ = wrapping(int.__add__)
    __sub__ = wrapping(int.__sub__)
    __rsub__ = wrapping(int.__rsub__)
    __mul__ = __rmul__ = wrapping(int.__mul__)
    __rshift__ = wrapping(int.__rshift__)

    def __floordiv__(self, other: int) -> Bits:
        return int.__new__(Bits, int(self) // (whole(other) & WORD))

    def __rfloordiv__(self, other: int) -> Bits:
        return int.__new__(Bits, (whole(other) & WORD) // int(self))

    def __mod__(self, other: int) -> Bits:
        return int.__new__(Bits, int(self) % (whole(other) & WORD))

    def __rmod__(self, other: int) -> Bits:
        return int.__new__(Bits, (whole(other) & WORD) % int(self))

    def __divmod__(self, other: int) -> tuple[Bits, Bits]:
        return self // other, self % other

    def __pow__(self, exponent: int, modulus: int | None = None) -> Bits:  # type: ignore[override]
        return int.__new__(Bits, pow(int(self), whole(exponent), 1 << 64 if modulus is None else modulus))

    def __lshift__(self, count: int) -> Bits:
        try:
            return int.__new__(Bits, int.__lshift__(self, count) & WORD if count < 64 else 0)
        except TypeError:
            return self << whole(count)

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


class Rules(Protocol[State, Action]):
    """The six methods that make a game: whatever has them can be searched, derived from Game or not."""

    def initial(self) -> State:
        """The state a game starts from."""
        ...

    def to_move(self, state: State, /) -> int:
        """Whose turn it is: MAX, MIN or CHANCE."""
        ...

    def actions(self, state: State, /) -> Iterable[Action]:
        """The legal moves of a state that is not terminal."""
        ...

    def result(self, state: State, action: Action, /) -> State:
        """The state after `action`: a new one; the argument is never changed."""
        ...

    def is_terminal(self, state: State, /) -> bool:
        """Is the game over?"""
        ...

    def utility(self, state: State, /) -> float:
        """MAX's payoff in a terminal state."""
        ...


class Game(Generic[State, Action]):
    """Base class of games.  Inheriting from it is a convenience, not a requirement.

    `class Nim(Game[State, int])` lets editors and type checkers know what its states and actions are;
    `class Nim(Game)` leaves that open.

    Six rules make a game.  More may be added; each is used if it is defined:

        over(state)                 has the game ended although there are moves?  In place of is_terminal
        evaluate(state)             an estimate of MAX's prospects, where a search stops short of the end
        outcomes(state)             pairs (action, probability) where to_move(state) is CHANCE
        priority(state, action)     a number, higher for what is tried first
        candidates(state)           some of the actions, enough for the value
        prior(state, action)        how much is expected of an action, for Monte Carlo tree search
        playable(state, action)     may a random game make this move?  Not those that nobody makes
        rollout(state, seed)        MAX's payoff at the end of a random game, quicker than move by move
        noisy(state)                actions to follow beyond the horizon, such as captures; for 16 plies
        passed(state)               the same with the other player to move, where passing never helps; or None
        bounds(state)               what MAX can force, at least and at most: win_in(n, player), 0 or points
        symmetries(state)           equivalent states, of the same value
        key(state)                  a number or tuple that tells states apart, quicker than the state does
        position(state)             what repetition compares, such as the state without its counters
        hashed(state)               a number for a search's table, where two states seldom share one
        rank(state), unrank(rank)   a whole number for each state, and back
        features(state)             the numbers of the features present
        terms(state)                what a linear `evaluate` adds up, each times its number in `weights`
        show(state), parse(text)    a state as text for people, and back
        name(state, action)         an action as people write it
        board(state)                what the page draws, and where to click for each action
        tally(state)                what MAX and MIN have at the end, such as (41, 7)
    """

    payoff: ClassVar[Payoff] = "outcome"
    """`outcome`: utility is -1, 0 or +1 and `evaluate` has its own unit.
    `points`: utility is a number of points and `evaluate` is in the same unit."""
    payoff_range: tuple[float, float] | None = None
    """The least and the most that any end of a game for two pays MAX, such as (-3, 3); None: unknown.
    `evaluate` is then in the same unit.  With dice, estimates outside the range count as its nearer end, and
    Star1 leaves out more the narrower the range is."""
    repetition: ClassVar[float | None] = 0
    """What play that never ends is worth to MAX; None where positions cannot repeat, which is quicker."""
    players: int = 2
    """How many play, up to 8.  Of three or more, `to_move` answers 0, 1, 2, …, whom people call A, B, C, …;
    `utility` and `evaluate` give a tuple with one payoff for each, in points."""
    constant_sum: float | None = None
    """What the payoffs of three or more players sum to, wherever a game ends; None: that differs, or may."""
    least: float | None = None
    """What each of three or more players gets at least; with `constant_sum`, it lets `maxn` prune."""

    def initial(self) -> State:
        """The state a game starts from."""
        raise NotImplementedError(f"{type(self).__name__} needs initial(self)")

    def to_move(self, state: State) -> int:
        """Whose turn it is: MAX, MIN or CHANCE."""
        raise NotImplementedError(f"{type(self).__name__} needs to_move(self, state)")

    def actions(self, state: State) -> Iterable[Action]:
        """The legal moves of a state that is not terminal."""
        raise NotImplementedError(f"{type(self).__name__} needs actions(self, state)")

    def result(self, state: State, action: Action) -> State:
        """The state after `action`: a new one; the argument is never changed."""
        raise NotImplementedError(f"{type(self).__name__} needs result(self, state, action)")

    def is_terminal(self, state: State) -> bool:
        """Is the game over?  Without a rule of its own: where `over` says so, or a player has no action."""
        return bool(self.over(state)) or (
            self.to_move(state) != CHANCE and not any(True for _ in self.actions(state))
        )

    def over(self, state: State) -> bool:
        """Has the game ended although there are moves?  Write it in place of `is_terminal`.

        The game is then over where `over` is true and where a player has no action; at a chance node only
        `over` counts.  `actions` is asked wherever `over` is false.
        """
        raise NotImplementedError(
            f"{type(self).__name__} needs is_terminal(self, state) or over(self, state)"
        )

    def utility(self, state: State) -> Any:
        """MAX's payoff in a terminal state."""
        raise NotImplementedError(f"{type(self).__name__} needs utility(self, state)")

    def evaluate(self, state: State) -> Any:
        """EVAL: an estimate of MAX's prospects in a state that is not terminal.  0 if unknown."""
        return 0

    def show(self, state: State) -> str:
        """The state as text for people."""
        return str(state)

    def name(self, state: State, action: Action) -> str:
        """The action as people write it."""
        return str(action)

    if TYPE_CHECKING:  # a search asks whether a game has these: editors know them, and Game has none

        def outcomes(self, state: State) -> Iterable[tuple[Action, float]]:
            """What chance may do where `to_move` is CHANCE, with probabilities that sum to 1."""
            raise NotImplementedError

        def priority(self, state: State, action: Action) -> float:
            """How early to try an action: the highest number first."""
            raise NotImplementedError

        def candidates(self, state: State) -> Iterable[Action]:
            """Some of the actions, among them one that keeps the value of the state."""
            raise NotImplementedError

        def prior(self, state: State, action: Action) -> float:
            """How much is expected of an action, 0 or more, such as a network's probability of it.

            Monte Carlo tree search divides it by the sum over all actions and goes to what promises much
            more often (PUCT).  With `cutoff=0`, `evaluate` says what positions are worth.
            """
            raise NotImplementedError

        def playable(self, state: State, action: Action) -> bool:
            """May a random game make this move?  Where none is playable, it makes any.

            False for what no sensible player does and what would keep random games from ending, such as
            filling one's own eyes at Go.  A search considers every action all the same; levels prefer these.
            Where the end is not near, a game with this rule is searched by random games.
            """
            raise NotImplementedError

        def rollout(self, state: State, seed: int) -> float:
            """MAX's payoff at the end of one random game from here, as the game itself plays it.

            For games that know how a random game ends without making its moves, or that play better ones.
            `seed`, a whole number from 1 to 2**62, says which game it is.
            """
            raise NotImplementedError

        def noisy(self, state: State) -> Iterable[Action]:
            """Actions to follow at the horizon before a state is estimated, such as captures."""
            raise NotImplementedError

        def passed(self, state: State) -> State | None:
            """The state with the other player to move; None where passing is not allowed or may help.

            A search that passes believes that the best move is no worse.  Where a player is in check, or
            any move spoils something (zugzwang), that is not so: None, and no search passes there.
            """
            raise NotImplementedError

        def bounds(self, state: State) -> tuple[Any, Any]:
            """What MAX gets at least and at most from here if both play well; with dice, on average.

            Scores win_in(n, player), 0 for a draw, or points.  Single games may end outside these bounds;
            between which values all of them end is `payoff_range`.
            """
            raise NotImplementedError

        def symmetries(self, state: State) -> Iterable[State]:
            """Equivalent states, rotated or mirrored; the state itself may be among them."""
            raise NotImplementedError

        def key(self, state: State) -> Any:
            """A whole number of 64 bits, or a tuple, that is equal only for interchangeable states.

            Solvers believe it.  What leaves something out is called `position`, what may collide `hashed`.
            """
            raise NotImplementedError

        def position(self, state: State) -> Any:
            """What is the same where a position is repeated: a number, or a tuple; by default the `key`.

            Where a state holds counters, two of its kind are never equal, and no search sees that play goes
            round.  Asked by searches and by whoever plays; proofs and tables compare whole states.
            """
            raise NotImplementedError

        def hashed(self, state: State) -> Any:
            """A number, or a tuple, for the table of a search; two states may share one, if seldom.

            Such as Zobrist's, carried along in the state.  By default the `key`; solvers never ask for it.
            """
            raise NotImplementedError

        def rank(self, state: State) -> int:
            """A whole number, 0 or more, different for every state: its place in a solved table."""
            raise NotImplementedError

        def unrank(self, rank: int) -> State:
            """The state whose `rank` this is."""
            raise NotImplementedError

        def features(self, state: State) -> Iterable[int]:
            """The numbers, 0 or more, of the features present."""
            raise NotImplementedError

        def terms(self, state: State) -> tuple[float, ...]:
            """How much there is of each term of a linear `evaluate`, MAX's minus MIN's (docs/tune.md).

            `evaluate` is their sum, each times its number in `weights`; `term_names` are for people.
            """
            raise NotImplementedError

        def parse(self, text: str) -> State:
            """The state that `show` writes as `text`."""
            raise NotImplementedError

        def board(self, state: State) -> dict[str, Any]:
            """What the page draws, and which cells are clicked for which action (docs/web.md)."""
            raise NotImplementedError

        def tally(self, state: State) -> tuple[Any, Any]:
            """What MAX and MIN have at the end of a game, such as seeds or points."""
            raise NotImplementedError


NEW_NAMES = {
    "over": "to_move",
    "position": "to_move",
    "hashed": "to_move",
    "prior": "result",
    "playable": "result",
    "rollout": "result",
    "tally": "to_move",
    "terms": "to_move",
}
"""Rules that rules of old may have helpers of the same name for, and which rule takes the same."""


def has_rule(game: Any, rule: str) -> bool:
    """Does the game have this optional rule?  A helper of that name which takes something else is none."""
    if rule not in NEW_NAMES or not callable(getattr(game, rule, None)):
        return hasattr(game, rule) and rule not in NEW_NAMES
    own, alike = ([*signature(getattr(game, name)).parameters] for name in (rule, NEW_NAMES[rule]))
    return own[:1] == alike[:1] and len(own) == len(alike)


def missing_rules(game: Any) -> list[str]:
    """Those of the six that nobody wrote.

    >>> missing_rules(Game())
    ['initial', 'to_move', 'actions', 'result', 'is_terminal', 'utility']
    """
    return [rule for rule in RULES if not is_written(game, rule)]


def is_written(game: Any, rule: str) -> bool:
    """Did somebody write it?  Game's own rules only say that they are missing, or ask `over`."""
    found = getattr(game, rule, None)
    function = getattr(found, "__func__", found)
    if function is Game.is_terminal:
        return is_written(game, "over")
    return callable(found) and function is not getattr(Game, rule)


def pays_outcomes(game: Any) -> bool:
    """Is its payoff win, draw or loss, rather than points?"""
    return bool(getattr(game, "payoff", "outcome") == "outcome")


def may_repeat(game: Any) -> bool:
    """May a position come again in one game, as far as the game says?"""
    return getattr(game, "repetition", 0) is not None


def players_of(game: Any) -> int:
    """How many play.  What is not a whole number, such as names, has nothing to do with it: then two."""
    said = getattr(game, "players", 2)
    return said if isinstance(said, int) and not isinstance(said, bool) else 2


def player_name(player: int, players: int = 2) -> str:
    """What people call a player.

    >>> player_name(MIN), player_name(2, players=3), player_name(CHANCE)
    ('MIN', 'C', 'CHANCE')
    """
    if player == CHANCE:
        return "CHANCE"
    return chr(ord("A") + player) if players > 2 else ("MAX", "MIN")[player]


def place_of(game: Any, state: Any) -> Any:
    """What repetition compares where somebody plays: `position`, or the whole state."""
    return game.position(state) if has_rule(game, "position") else state


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


def jsonable(action: Any) -> Any:
    """An action as JSON: numbers and tuples of numbers as they are, anything else as text."""
    if isinstance(action, tuple):
        return [jsonable(part) for part in action]
    if isinstance(action, int) and not isinstance(action, bool):
        return int(action)  # and no class of its own, such as Bits
    if isinstance(action, str):
        return str.__str__(action)
    return action if isinstance(action, bool | float) or action is None else str(action)
