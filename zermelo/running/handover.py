"""handover(): what one generator yields, then what its successor yields beyond that."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

Item = TypeVar("Item")
Found = Generator[Item, None, bool]
"""Yields what a search finds, and returns whether it came to its end."""


def handover(
    first: Found[Item], later: Callable[[], Found[Item] | None], is_new: Callable[[Item], bool]
) -> Found[Item]:
    """Everything new from `first`; where that was stopped, everything new from `later()`, which starts over.

    `is_new` is asked about every item, in order, and remembers what it needs to.

    >>> def counting(most, stopped):
    ...     yield from range(most)
    ...     return not stopped
    >>> seen = set()
    >>> new = lambda item: item not in seen and not seen.add(item)
    >>> list(handover(counting(3, stopped=True), lambda: counting(5, stopped=False), new))
    [0, 1, 2, 3, 4]
    """
    if (yield from only_new(first, is_new)):
        return True
    successor = later()
    return successor is not None and (yield from only_new(successor, is_new))


def only_new(found: Found[Item], is_new: Callable[[Item], bool]) -> Found[Item]:
    """A search without the items that were already yielded by another; it returns what the search returns."""
    while True:
        try:
            item = next(found)
        except StopIteration as end:
            return bool(end.value)
        if is_new(item):
            yield item
