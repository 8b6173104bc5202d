"""A game whose states are numbers: its rules read what is remembered, and ask Python for what is new.

The text is the same for every game, and so is its machine code: `positions.py` has the arrays that it reads,
`answers.py` answers what it asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from zermelo.errors import Stopped
from zermelo.game import Game, has_rule
from zermelo.kernel.primitives import ask

FLAGS, MOVER, OVER, UTILITY, ESTIMATE, KEY, ACTIONS, HASHED = range(8)
"""What a row has of a state, a word each; in FLAGS a bit for each of the others that is known."""
POSITION, LEAST, MOST, PASSED, CANDIDATES, NOISY, SYMMETRIES, OUTCOMES = range(8, 16)
"""The rest of the row, which most games have no use for."""
COLUMNS = 16
RESULT, PRIORITY, UNLISTED = range(16, 19)
"""What is asked of a state and an action, by the action's place among those of its state."""
LISTS = (ACTIONS, CANDIDATES, NOISY, OUTCOMES)
"""Where an action may stand."""
COUNT = 1 << 17
"""A list is one word: where it begins, times this, and how long it is."""
RULE, STATE = 32, 1 << 24
"""A question is one word: which rule, of which state, for which place."""


class Numbered(Game[Any, int]):
    """The rules that every game has, over numbers; actions are words, see `positions.word_for`."""

    class State(NamedTuple):
        """One state."""

        number: int

    def __init__(self, positions: Any, door: Any) -> None:
        self.facts, self.values = positions.facts, positions.values
        self.moves, self.children, self.ranks = positions.moves, positions.children, positions.ranks
        self.door = door

    def question(self, rule: int, number: int, place: int) -> int:
        """Have Python answer; where it cannot, the search is left."""
        if ask(self.door[0], rule + RULE * (number + STATE * place)) == 0:
            raise Stopped
        return 0

    def fact(self, number: int, rule: int) -> int:
        """What a rule says of a state, or where its list is."""
        if self.facts[number, FLAGS] >> rule & 1 == 0:
            self.question(rule, number, 0)
        return self.facts[number, rule]  # type: ignore[no-any-return]

    def value(self, number: int, rule: int) -> Any:
        """The same of what is a number of points."""
        if self.facts[number, FLAGS] >> rule & 1 == 0:
            self.question(rule, number, 0)
        return self.values[number, rule]

    def word(self, number: int, rule: int) -> int:
        """The same of what tells states apart; a negative number is an image, of which this alone is kept."""
        if number < 0:
            return self.moves[-1 - number]  # type: ignore[no-any-return]
        return self.fact(number, rule)

    def listed(self, number: int, action: int) -> int:
        """The place of an action among those that are known of a state; -1: nowhere."""
        for column in LISTS:
            if self.facts[number, FLAGS] >> column & 1 == 1:
                first = self.facts[number, column] // COUNT
                for place in range(first, first + self.facts[number, column] % COUNT):
                    if self.moves[place] == action:
                        return place
        return -1

    def place_of(self, number: int, action: int) -> int:
        """The place of an action of a state, which is listed before, or is now."""
        place = self.listed(number, action)
        if place < 0:
            self.fact(number, ACTIONS)
            place = self.listed(number, action)
        if place < 0:
            self.question(UNLISTED, number, 0)
        return place

    def initial(self) -> Any:
        """The state that was numbered first."""
        return self.State(0)

    def to_move(self, state: Any) -> int:
        """Whose turn it is."""
        return self.fact(state.number, MOVER)

    def is_terminal(self, state: Any) -> bool:
        """Is the game over?"""
        return self.fact(state.number, OVER) != 0

    def actions(self, state: Any) -> Iterator[int]:
        """The legal actions."""
        where = self.fact(state.number, ACTIONS)
        for place in range(where // COUNT, where // COUNT + where % COUNT):
            yield self.moves[place]

    def result(self, state: Any, action: int) -> Any:
        """The state after an action."""
        place = self.place_of(state.number, action)
        if self.children[place] < 0:
            self.question(RESULT, state.number, place)
        return self.State(self.children[place])

    def utility(self, state: Any) -> Any:
        """MAX's payoff."""
        return self.value(state.number, UTILITY)

    def evaluate(self, state: Any) -> Any:
        """EVAL."""
        return self.value(state.number, ESTIMATE)

    def key(self, state: Any) -> int:
        """What tells the state from others, in a word."""
        return self.word(state.number, KEY)


class Optional(Numbered):
    """The rules that a game may have besides; `numbered` takes those of them that it has."""

    def hashed(self, state: Any) -> int:
        """The number for the table."""
        return self.word(state.number, HASHED)

    def position(self, state: Any) -> int:
        """What repetition compares."""
        return self.fact(state.number, POSITION)

    def bounds(self, state: Any) -> tuple[Any, Any]:
        """What MAX gets at least and at most."""
        least = self.value(state.number, LEAST)
        return least, self.values[state.number, MOST]

    def passed(self, state: Any) -> Any:
        """The state with the other player to move; None where there is none."""
        number = self.fact(state.number, PASSED)
        if number < 0:
            return None
        return self.State(number)

    def candidates(self, state: Any) -> Iterator[int]:
        """Some of the actions."""
        where = self.fact(state.number, CANDIDATES)
        for place in range(where // COUNT, where // COUNT + where % COUNT):
            yield self.moves[place]

    def noisy(self, state: Any) -> Iterator[int]:
        """Actions to follow at the horizon."""
        where = self.fact(state.number, NOISY)
        for place in range(where // COUNT, where // COUNT + where % COUNT):
            yield self.moves[place]

    def outcomes(self, state: Any) -> Iterator[tuple[int, float]]:
        """What chance may do."""
        where = self.fact(state.number, OUTCOMES)
        for place in range(where // COUNT, where // COUNT + where % COUNT):
            yield self.moves[place], self.ranks[place]

    def symmetries(self, state: Any) -> Iterator[Any]:
        """Equivalent states, as images: of each nothing is known but its word, which stands in a place."""
        where = self.fact(state.number, SYMMETRIES)
        for place in range(where // COUNT, where // COUNT + where % COUNT):
            yield self.State(-1 - place)

    def priority(self, state: Any, action: int) -> float:
        """How early to try an action; unknown where it is not a number."""
        place = self.place_of(state.number, action)
        if self.ranks[place] != self.ranks[place]:
            self.question(PRIORITY, state.number, place)
        return self.ranks[place]  # type: ignore[no-any-return]


OPTIONAL = tuple(rule for rule in vars(Optional) if not rule.startswith("_"))


@cache
def numbered(rules: frozenset[str]) -> type[Numbered]:
    """The class of the games that have these rules besides."""
    return type("Numbered", (Numbered,), {rule: vars(Optional)[rule] for rule in sorted(rules)})


def numbered_like(game: Any) -> type[Numbered]:
    """The class of numbered games that have the rules of this one."""
    return numbered(frozenset(rule for rule in OPTIONAL if has_rule(game, rule)))
