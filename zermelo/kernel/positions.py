"""Positions: states by number, and what rules said of each, in arrays that machine code reads.

Of so many states at most; then the oldest are forgotten, all but those on the way of a search.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from zermelo.errors import CannotRemember
from zermelo.kernel.numbered import COLUMNS, COUNT, FLAGS, LISTS, PASSED, SYMMETRIES
from zermelo.kernel.primitives import FACTOR, SEED, hash_of, signed
from zermelo.kernel.run import PLIES, WHOLE_NO_ACTION

if TYPE_CHECKING:
    import numpy as np

STATES = 1 << 18
"""States that are remembered at most; fewer than `numbered.STATE`."""
PLACES = 32
"""Actions that there is room for, for each of them."""
SHARE = 8
"""One in so many is forgotten at a time."""
LONGEST = COUNT - 1
"""Most actions of a state."""
ACTIONS_KEPT = 1 << 20
"""Different actions that are told apart at most."""
UNKNOWN = memoryview(array("q", [-1]) * LONGEST)
"""What stands in the places of children before they are asked for."""
WORD = (1 << 64) - 1
BACK = pow(FACTOR, -1, 1 << 64)


def word_for(value: Any) -> int:
    """The whole number that has the same `hash_of` as this value: tables find it in the same place."""
    word = hash_of(value) & WORD
    return signed(((word ^ word >> 32) * BACK) ^ SEED)


class Positions:
    """What is known of the states that have a number."""

    def __init__(self, fractions: bool = False) -> None:
        """`fractions`: values are kept as such."""
        import numpy as np

        self.most, room = STATES, STATES * PLACES
        self.facts = np.zeros((self.most, COLUMNS), np.int64)
        self.values: Any = self.facts.view(np.float64) if fractions else self.facts
        self.moves, self.children = np.zeros(room, np.int64), np.zeros(room, np.int64)
        self.ranks = np.zeros(room, np.float64)
        self.rows, self.payoffs = in_python(self.facts), in_python(self.values)
        self.written, self.links = in_python(self.moves), in_python(self.children)
        self.states: list[Any] = []
        self.numbers: dict[Any, int] = {}
        self.spare: list[int] = []
        """Numbers that are free again;"""
        self.blocks: dict[int, list[int]] = {}
        """places that are, by how many they are;"""
        self.top = 0
        """and the first that was never used."""
        self.action_words: dict[Any, int] = {}
        self.actions: dict[int, Any] = {}
        self.runs: list[Any] = []
        """The searches that hold numbers."""

    # -- numbers and words -------------------------------------------------------------------

    def number_of(self, state: Any, parent: int = 0) -> int:
        """The number of a state, which it gets when it is first seen; its parent is not forgotten for it."""
        next_one = self.next_number(parent)
        try:
            found = self.numbers.setdefault(state, next_one)
        except TypeError as error:  # it cannot be hashed
            raise CannotRemember from error
        if found == next_one:
            self.take(state)
        return found

    def next_number(self, parent: int) -> int:
        """The number of the next new state."""
        if not self.spare and len(self.states) >= self.most:
            self.forget(parent)
            if not self.spare:
                raise CannotRemember
        return self.spare[-1] if self.spare else len(self.states)

    def take(self, state: Any) -> None:
        """The state has the next number."""
        if self.spare:
            self.states[self.spare.pop()] = state
        else:
            self.states.append(state)

    def words_of(self, actions: Iterable[Any]) -> list[int]:
        """The words of actions, of no more than a list may have."""
        given, known = list(islice(actions, LONGEST + 1)), self.action_words
        try:
            return [known[action] for action in given]
        except KeyError:
            return [self.action_word(action) for action in given]
        except TypeError as error:  # it cannot be hashed
            raise CannotRemember from error

    def action_word(self, action: Any) -> int:
        """The word of an action, which has the hash of the action itself."""
        try:
            found = self.action_words.get(action)
        except TypeError as error:
            raise CannotRemember from error
        return self.new_word(action) if found is None else found

    def new_word(self, action: Any) -> int:
        word = word_for(action)
        if word in self.actions or word == WHOLE_NO_ACTION or len(self.actions) >= ACTIONS_KEPT:
            raise CannotRemember
        self.actions[word], self.action_words[action] = action, word
        return word

    # -- facts and lists ---------------------------------------------------------------------

    def know(self, number: int, column: int, word: int) -> None:
        """Keep one fact about a state."""
        row = number * COLUMNS
        self.rows[row + column] = word
        self.rows[row] |= 1 << column

    def know_value(self, number: int, column: int, value: Any) -> None:
        """Keep a number of points, exactly."""
        row = number * COLUMNS
        try:
            self.payoffs[row + column] = value
        except (TypeError, ValueError) as error:  # a fraction, or no number at all
            raise CannotRemember(fraction=isinstance(value, float) and value == value) from error
        if self.payoffs[row + column] != value and value == value:
            raise CannotRemember
        self.rows[row] |= 1 << column

    def know_list(self, number: int, column: int, words: list[int]) -> int:
        """Keep a list of actions, or of other words; where it begins."""
        first, count = self.room_for(number, len(words)), len(words)
        self.written[first : first + count] = array("q", words)
        self.links[first : first + count] = UNKNOWN[:count]
        self.know(number, column, first * COUNT + count)
        return first

    def room_for(self, number: int, count: int) -> int:
        """Where so many places are free."""
        if count > LONGEST:
            raise CannotRemember
        size = size_of(count)
        if not self.blocks.get(size) and self.top + size > len(self.moves):
            self.forget(number)
        if blocks := self.blocks.get(size):
            return blocks.pop()
        if self.top + size > len(self.moves):
            raise CannotRemember
        self.top += size
        return self.top - size

    def lists_of(self, number: int) -> Iterator[tuple[int, int]]:
        """Where each list of a state begins, and how long it is."""
        row = number * COLUMNS
        for column in (*LISTS, SYMMETRIES):
            if self.rows[row] >> column & 1:
                yield divmod(self.rows[row + column], COUNT)

    # -- forgetting --------------------------------------------------------------------------

    def forget(self, number: int) -> None:
        """Forget the oldest states, but neither this one nor those on the way of a search."""
        import numpy as np

        held = {number, *self.on_the_way()}
        old = ((state, each) for state, each in self.numbers.items() if each not in held)
        going = list(islice(old, max(len(self.numbers) // SHARE, 1)))
        gone = np.zeros(self.most, bool)
        for state, each in going:
            del self.numbers[state]
            self.states[each] = None
            for first, count in self.lists_of(each):
                self.blocks.setdefault(size_of(count), []).append(first)
            self.rows[each * COLUMNS] = 0
            gone[each] = True
            self.spare.append(each)
        self.forget_ways_to(gone)

    def forget_ways_to(self, gone: np.ndarray[Any, Any]) -> None:
        """No state leads to these any longer."""
        children, passed = self.children[: self.top], self.facts[:, PASSED]
        children[gone[children] & (children >= 0)] = -1
        known = self.facts[:, FLAGS] >> PASSED & 1 == 1
        self.facts[known & gone[passed], FLAGS] &= ~(1 << PASSED)

    def on_the_way(self) -> Iterator[int]:
        """The states that searches hold: from the root along the path, perhaps some more."""
        for run in self.runs:
            number, ply = int(run.root[0]), int(run.ply)
            while number >= 0 and ply < PLIES:
                yield number
                number, ply = self.next_on_the_way(number, int(run.path[ply])), ply + 1

    def next_on_the_way(self, number: int, action: int) -> int:
        """The state after an action, or after none; -1 where that is not known."""
        row = number * COLUMNS
        if action == WHOLE_NO_ACTION:
            return int(self.rows[row + PASSED]) if self.rows[row] >> PASSED & 1 else -1
        for first, count in self.lists_of(number):
            for place in range(first, first + count):
                if self.written[place] == action:
                    return int(self.links[place])
        return -1


def size_of(count: int) -> int:
    """Places that a list of this length takes: a power of two."""
    return 1 << max(count - 1, 0).bit_length()


def in_python(words: Any) -> memoryview[Any]:
    """The same memory, as Python reads and writes single words of it quickest."""
    return memoryview(words).cast("B").cast("d" if words.dtype.kind == "f" else "q")
