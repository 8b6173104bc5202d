"""The functions of itertools and functools, in Python (see library.py)."""

from __future__ import annotations

from typing import Any


def transposed(rows: Any) -> Any:
    """zip(*rows)"""
    every = list(rows)
    if every:
        for place in range(min(len(row) for row in every)):
            yield tuple([row[place] for row in every])


def accumulated(cells: Any, function: Any = None) -> Any:
    empty = True
    for cell in cells:
        if empty:
            total = cell
            empty = False
        else:
            total = checked_sum(total, cell) if function is None else function(total, cell)
        yield total


def accumulated_from(cells: Any, function: Any, total: Any) -> Any:
    yield total
    for cell in cells:
        total = checked_sum(total, cell) if function is None else function(total, cell)
        yield total


def grouped(cells: Any, key: Any = None) -> Any:
    """itertools.groupby, each group as a list."""
    empty = True
    for cell in cells:
        rank = cell if key is None else key(cell)
        if empty:
            group = [cell]
            now = rank
            empty = False
        elif rank == now:
            group.append(cell)
        else:
            yield (now, group)
            group = [cell]
            now = rank
    if not empty:
        yield (now, group)


def not_filtered(test: Any, cells: Any) -> Any:
    """itertools.filterfalse"""
    for cell in cells:
        if not (cell if test is None else test(cell)):
            yield cell


def compressed(cells: Any, marks: Any) -> Any:
    """itertools.compress"""
    for cell, mark in zip(cells, marks):
        if mark:
            yield cell


def zipped_longest(left: Any, right: Any, filled: Any) -> Any:
    """itertools.zip_longest of two"""
    for place in range(max(len(left), len(right))):
        yield (left[place] if place < len(left) else filled, right[place] if place < len(right) else filled)


def neighbours_of(cells: Any) -> Any:
    """itertools.pairwise"""
    first = True
    for cell in cells:
        if first:
            before = cell
            first = False
        else:
            yield (before, cell)
            before = cell


def taken_while(test: Any, cells: Any) -> Any:
    for cell in cells:
        if not test(cell):
            return
        yield cell


def dropped_while(test: Any, cells: Any) -> Any:
    dropping = True
    for cell in cells:
        if dropping and test(cell):
            continue
        dropping = False
        yield cell


def sliced(cells: Any, start: int, stop: Any, step: int) -> Any:
    """itertools.islice"""
    place = 0
    for cell in cells:
        if stop is not None and place >= stop:
            return
        if place >= start and (place - start) % step == 0:
            yield cell
        place += 1  # noqa: SIM113


def reduced(function: Any, cells: Any) -> Any:
    empty = True
    for cell in cells:
        if empty:
            total = cell
            empty = False
        else:
            total = function(total, cell)
    if empty:
        raise TypeError("reduce() of empty iterable with no initial value")
    return total


def reduced_from(function: Any, cells: Any, total: Any) -> Any:
    for cell in cells:
        total = function(total, cell)
    return total


def summed(cells: Any, total: Any) -> Any:
    """sum(cells, total), with whole numbers checked by the compiler."""
    for cell in cells:
        total = checked_sum(total, cell)
    return total


def checked_sum(left: Any, right: Any) -> Any:
    """left + right; a word of the compiler, which fails where it has no room."""
    return left + right
