"""The few words that lowered text uses beyond Python: here as Python runs them, in `machine.py` compiled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from zermelo.game import WORD, Bits, replace

LOOPS = 10_000_000
"""A `while` of the rules that turns this often without an end is endless."""


def bit_count(number: int) -> int:
    return int(number).bit_count()


def bit_length(number: int) -> int:
    return int(number).bit_length()


def count(cells: Sequence[Any], value: Any) -> int:
    return cells.count(value)


def any_of(cells: Iterable[Any]) -> bool:
    return any(cells)


def all_of(cells: Iterable[Any]) -> bool:
    return all(cells)


def int_of(number: Any) -> int:
    return int(number)


def divided(left: int, right: int) -> tuple[int, int]:
    """divmod(left, right); Bits with an integer are Bits."""
    return left // right, left % right


def sum_of(cells: Iterable[Any], start: Any) -> Any:
    return sum(cells, start)


def min_of(cells: Iterable[Any]) -> Any:
    return min(cells)


def max_of(cells: Iterable[Any]) -> Any:
    return max(cells)


def list_of(cells: Iterable[Any]) -> list[Any]:
    return list(cells)


def sorted_of(cells: Iterable[Any], reverse: bool) -> list[Any]:
    return sorted(cells, reverse=reverse)


def part(cells: Sequence[Any], low: int, high: int) -> Sequence[Any]:
    """cells[low:high], to loop over."""
    return cells[low:high]


def index_of(cells: Sequence[Any], value: Any) -> int:
    return cells.index(value)


def filled(cells: Sequence[Any], value: Any) -> tuple[Any, ...]:
    """A tuple as long as `cells`, full of `value`."""
    return (value,) * len(cells)


def tuple_like(cells: tuple[Any, ...], values: Sequence[Any]) -> tuple[Any, ...]:
    """`values` as a tuple, which must be as long as `cells`."""
    if len(values) != len(cells):
        raise ValueError(f"a tuple of {len(values)} where the state has one of {len(cells)}")
    return tuple(values)


def backwards(cells: Sequence[Any]) -> Iterator[Any]:
    return iter(reversed(cells))


def turn(loops: int) -> int:
    """One more turn of a `while`."""
    if loops >= LOOPS:
        raise RuntimeError("a loop without an end")
    return loops + 1


def mix(left: int, right: int) -> int:
    """A well-stirred number below 2**62 from two integers: equal in both worlds."""
    word = (left * 0x9E3779B97F4A7C15 + right * 0xBF58476D1CE4E5B9 + 0x94D049BB133111EB) & WORD
    word ^= word >> 31
    word = (word * 0xD6E8FEB86659FD93) & WORD
    return (word ^ (word >> 32)) >> 2


PRIMITIVES = {
    function.__name__: function
    for function in (
        bit_count,
        bit_length,
        count,
        any_of,
        all_of,
        int_of,
        divided,
        sum_of,
        min_of,
        max_of,
        list_of,
        index_of,
        sorted_of,
        part,
        filled,
        tuple_like,
        backwards,
        turn,
        mix,
        replace,
        Bits,
    )
}
