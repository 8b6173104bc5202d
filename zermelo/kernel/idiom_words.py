"""What idioms of rules become: here as Python runs them, in `compiler/lists.py` and `maybe.py` compiled."""

from __future__ import annotations

import collections
import copy
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from zermelo.kernel.structs import rank_of

LEVELS = 500
"""A rule that calls itself this deep has no end: a machine's stack has one."""


def tuple_of(cells: Iterable[Any]) -> tuple[Any, ...]:
    """A tuple of any length; compiled it is a list that nobody changes, until a state takes it."""
    return tuple(cells)


def slice_of(cells: Any, low: Any, high: Any, step: Any) -> Any:
    """cells[low:high:step], with bounds that are known at run time only."""
    return cells[low:high:step]


def any_length(cells: Any) -> Any:
    """A tuple that grows from call to call; compiled it is a list like any tuple of any length."""
    return cells


def grown(cells: Any, more: Any) -> Any:
    """`cells += more`: a list grows in place."""
    cells += more
    return cells


def copied(cells: Any) -> Any:
    """copy.copy(cells): a new list of the same cells."""
    return copy.copy(cells)


def copied_deeply(cells: Any) -> Any:
    """copy.deepcopy(cells): new lists, all the way down."""
    return copy.deepcopy(cells)


def empty_list() -> list[Any]:
    """A list of nothing yet; compiled it is of the kind that it meets."""
    return []


def is_text(value: Any) -> bool:
    """isinstance(value, str)"""
    return isinstance(value, str)


def is_whole(value: Any) -> bool:
    """isinstance(value, int)"""
    return isinstance(value, int)


def is_fraction(value: Any) -> bool:
    """isinstance(value, float)"""
    return isinstance(value, float)


def is_number(value: Any) -> bool:
    """isinstance(value, (int, float))"""
    return isinstance(value, int | float)


def is_tuple(value: Any) -> bool:
    """isinstance(value, tuple)"""
    return isinstance(value, tuple)


def rounded(value: Any, digits: int) -> Any:
    """round(value, digits)"""
    return round(value, digits)


def str_of(value: Any) -> str:
    """str(value); compiled, of numbers and texts."""
    return str(value)


def joined_with(separator: str, texts: Iterable[str]) -> str:
    """`separator.join(texts)`."""
    return separator.join(texts)


def letter_count(letters: Sequence[str], letter: str) -> int:
    """`"".join(letters).count(letter)`."""
    return "".join(letters).count(letter)


def letter_place(letters: Sequence[str], letter: str) -> int:
    """`"".join(letters).find(letter)`."""
    return "".join(letters).find(letter)


def split_of(text: str, separator: str) -> list[str]:
    return text.split(separator)


def sorted_by(cells: Iterable[Any], keys: Sequence[Any], reverse: bool) -> list[Any]:
    """The cells in the order of their keys; those of equal keys stay in theirs."""
    cells = list(cells)
    return [cells[place] for place in sorted(range(len(cells)), key=keys.__getitem__, reverse=reverse)]


def product_of_2(first: Iterable[Any], second: Iterable[Any]) -> Iterator[Any]:
    return itertools.product(first, second)


def product_of_3(first: Iterable[Any], second: Iterable[Any], third: Iterable[Any]) -> Iterator[Any]:
    return itertools.product(first, second, third)


def combinations_of_2(cells: Iterable[Any]) -> Iterator[Any]:
    return itertools.combinations(cells, 2)


def combinations_of_3(cells: Iterable[Any]) -> Iterator[Any]:
    return itertools.combinations(cells, 3)


def permutations_of_2(cells: Iterable[Any]) -> Iterator[Any]:
    return itertools.permutations(cells, 2)


def chain_of_2(first: Iterable[Any], second: Iterable[Any]) -> Iterator[Any]:
    return itertools.chain(first, second)


def place_of(keys: Sequence[Any], key: Any) -> int:
    """Where a key of a constant dictionary stands among its keys, in order; -1 if it is not one of them."""
    return keys.index(key) if key in keys else -1


def looked_up(keys: Sequence[Any], values: Sequence[Any], key: Any) -> Any:
    """The value of a key of a constant dictionary."""
    place = place_of(keys, key)
    if place < 0:
        raise KeyError(key)
    return values[place]


def found_or(keys: Sequence[Any], values: Sequence[Any], key: Any, default: Any) -> Any:
    """The value of a key of a constant dictionary, or a default."""
    place = place_of(keys, key)
    return default if place < 0 else values[place]


def found_or_last(keys: Sequence[Any], values: Sequence[Any], key: Any) -> Any:
    """The value of a key of a constant dictionary, or what stands behind all its values."""
    return values[place_of(keys, key)]


def looked_up_or_none(keys: Sequence[Any], values: Sequence[Any], key: Any, nothing: Any) -> Any:
    """The value of a key of a constant dictionary, in which None has one too."""
    return nothing if key is None else looked_up(keys, values, key)


class Listed(list[Any]):
    """The members of a set that a rule builds, which meets frozen sets of the state as sets do."""

    def __ror__(self, left: Any) -> Any:
        return left | frozenset(self)

    def __rand__(self, left: Any) -> Any:
        return left & frozenset(self)

    def __rsub__(self, left: Any) -> Any:
        return left - frozenset(self)

    def __ior__(self, more: Any) -> Any:
        """`groups[0] |= more`: in its place, as a set does it."""
        self.extend(member for member in dict.fromkeys(more) if member not in self)
        return self

    def __iand__(self, others: Any) -> Any:
        self[:] = [member for member in self if member in others]
        return self

    def __isub__(self, others: Any) -> Any:
        self[:] = [member for member in self if member not in others]
        return self

    def remove(self, member: Any) -> None:
        """As a set says that it is not there."""
        if member not in self:
            raise KeyError(member)
        super().remove(member)


def dict_of(pairs: Any) -> dict[Any, Any]:
    """dict(pairs): a dictionary of a rule's own."""
    return dict(pairs)


def growing(keys: list[Any], values: list[Any]) -> dict[Any, Any]:
    """`{}`; compiled, the lists say what will be in it."""
    return {}


def counting(keys: list[Any], values: list[Any]) -> collections.Counter[Any]:
    """`Counter()`, in which what is not there counts 0."""
    return collections.Counter()


def defaulting(keys: list[Any], values: list[Any]) -> collections.defaultdict[Any, int]:
    """`defaultdict(int)`, in which what is asked for is there from then on."""
    return collections.defaultdict(int)


def gathering(keys: list[Any], values: list[Any]) -> collections.defaultdict[Any, list[Any]]:
    """`defaultdict(list)`."""
    return collections.defaultdict(list)


def list_at(dictionary: dict[Any, list[Any]], key: Any) -> list[Any]:
    """`dictionary.setdefault(key, [])`."""
    return dictionary.setdefault(key, [])


def list_in(dictionary: dict[Any, list[Any]], key: Any) -> list[Any]:
    """`dictionary.get(key, [])`."""
    return dictionary.get(key, [])


def begin_list(dictionary: dict[Any, list[Any]], key: Any) -> None:
    """`dictionary[key] = []`."""
    dictionary[key] = []


def tally_of(cells: Iterable[Any]) -> collections.Counter[Any]:
    """`Counter(cells)`."""
    return collections.Counter(cells)


def columns_of(rows: Any) -> Any:
    """`zip(*rows)`; of a list of rows, compiled, a list of lists."""
    return zip(*rows)


def set_of(cells: Iterable[Any]) -> list[Any]:
    """The members of a set, in the order in which they came."""
    return Listed(dict.fromkeys(in_order(cells)))


def frozen_of(cells: Iterable[Any]) -> Any:
    """frozenset(cells), which goes into a state; compiled it is a list in order until then."""
    return frozenset(cells)


def sorted_members(cells: Iterable[Any]) -> list[Any]:
    """Each of them once, in order."""
    return sorted(set(cells), key=rank_of)


def in_order(cells: Any) -> Any:
    """What a loop goes over: frozen sets in the order of their members, anything else as it is."""
    return sorted(cells, key=rank_of) if isinstance(cells, frozenset) else cells


def listed(cells: Any) -> Any:
    """What goes through all of it: the list of a frozen set, anything else as it is."""
    return in_order(cells)


def union_of(left: Any, right: Any) -> Any:
    if isinstance(left, frozenset):
        return left | frozenset(right)
    return Listed([*left, *(cell for cell in in_order(right) if cell not in left)])


def common_of(left: Any, right: Any) -> Any:
    if isinstance(left, frozenset):
        return left & frozenset(right)
    return Listed(cell for cell in left if cell in right)


def without(left: Any, right: Any) -> Any:
    if isinstance(left, frozenset):
        return left - frozenset(right)
    return Listed(cell for cell in left if cell not in right)


def sole(members: Any) -> Any:
    """The only member of a set: of several, which one comes first is Python's secret."""
    if len(members) != 1:
        raise IndexError("one member of a set that has none, or several")
    return next(iter(members))


def sole_taken(members: Any) -> Any:
    """The same, and the set is empty."""
    member = sole(members)
    members.pop()
    return member


def is_within(left: Iterable[Any], right: Sequence[Any]) -> bool:
    return all(cell in right for cell in left)


def same_members(left: Sequence[Any], right: Sequence[Any]) -> bool:
    return len(left) == len(right) and is_within(left, right)


def deeper(levels: int) -> int:
    """One level deeper in a rule that calls itself."""
    if levels >= LEVELS:
        raise RecursionError("a rule calls itself without an end")
    return levels + 1


def has_set(sets: Iterable[Any], member: Sequence[Any]) -> bool:
    """Is one of these sets the same?"""
    return any(same_members(each, member) for each in sets)


def equal_rows(left: Any, right: Any) -> Any:
    """Are a list and something else equal?"""
    return left == right


def row_among(rows: Sequence[Any], row: Any) -> bool:
    """Is one of these lists equal to it?"""
    return row in rows


def once_given(value: Any, given: bool) -> Any:
    """A variable that may have been given no value yet."""
    if not given:
        raise UnboundLocalError("a variable is read before it has a value")
    return value


def pow_of(base: Any, exponent: Any) -> float:
    """math.pow(base, exponent)"""
    return math.pow(base, exponent)


def word_of(function: Any) -> Any:
    """A function of Python's as a word: a machine's own does not raise where there is no number."""

    def word(number: Any) -> Any:
        return function(number)

    word.__name__ = word.__qualname__ = f"{function.__name__}_of"
    word.__doc__ = f"{function.__name__}(number)"
    return word


RANGES = {word_of(function): function for function in (math.exp, math.expm1, math.cosh, math.sinh)}
"""Words for what grows beyond all numbers."""
DOMAINS = {
    word_of(function): function
    for function in (
        *(math.sqrt, math.log, math.log2, math.log10, math.log1p, math.asin, math.acos, math.acosh),
        *(math.atanh, math.sin, math.cos, math.tan),
    )
}
"""Words for what is not there for every number."""
WHOLES = {word_of(function): function for function in (math.floor, math.ceil, math.trunc, round)}
"""Words for what gives whole numbers."""
MATH_WORDS: dict[Any, Any] = {function: word for word, function in {**RANGES, **DOMAINS, **WHOLES}.items()}
MATH_WORDS[math.pow] = pow_of

IDIOM_WORDS = (
    *MATH_WORDS.values(),
    deeper,
    once_given,
    equal_rows,
    row_among,
    tuple_of,
    slice_of,
    any_length,
    grown,
    copied,
    copied_deeply,
    empty_list,
    rounded,
    is_text,
    is_whole,
    is_fraction,
    is_number,
    is_tuple,
    str_of,
    split_of,
    joined_with,
    letter_count,
    letter_place,
    sorted_by,
    product_of_2,
    product_of_3,
    combinations_of_2,
    combinations_of_3,
    permutations_of_2,
    chain_of_2,
    place_of,
    looked_up,
    found_or,
    found_or_last,
    looked_up_or_none,
    dict_of,
    growing,
    counting,
    defaulting,
    gathering,
    list_at,
    list_in,
    begin_list,
    tally_of,
    columns_of,
    set_of,
    frozen_of,
    sorted_members,
    in_order,
    listed,
    union_of,
    common_of,
    sole,
    sole_taken,
    without,
    is_within,
    same_members,
    has_set,
)
