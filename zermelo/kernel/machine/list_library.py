"""Methods of lists, in Python, and how they are sorted (see library.py)."""

from __future__ import annotations

from typing import Any


def list_extend(cells: Any, more: Any) -> None:
    for cell in more:
        cells.append(cell)


def list_extend_itself(cells: Any) -> None:
    for place in range(len(cells)):
        cells.append(cells[place])


def list_insert(cells: Any, place: int, item: Any) -> None:
    count = len(cells)
    if place < 0:
        place = max(place + count, 0)
    place = min(place, count)
    cells.append(item)
    for index in range(count, place, -1):
        cells[index] = cells[index - 1]
    cells[place] = item


def list_insert_first(cells: Any, item: Any) -> None:
    list_insert(cells, 0, item)


def list_extendleft(cells: Any, more: Any) -> None:
    for cell in more:
        list_insert(cells, 0, cell)


def list_rotate(cells: Any, steps: int = 1) -> None:
    for _ in range(steps % len(cells) if cells else 0):
        list_insert(cells, 0, cells.pop())


def list_remove(cells: Any, item: Any) -> None:
    for place in range(len(cells)):
        if cells[place] == item:
            del cells[place]
            return
    raise ValueError("list.remove(x): x not in list")


def list_reverse(cells: Any) -> None:
    low = 0
    high = len(cells) - 1
    while low < high:
        cell = cells[low]
        cells[low] = cells[high]
        cells[high] = cell
        low += 1
        high -= 1


def list_splice(cells: Any, low: Any, high: Any, new: Any) -> None:
    count = len(cells)
    low = 0 if low is None else low
    high = count if high is None else high
    low = min(max(low + count, 0) if low < 0 else low, count)
    high = min(max(high + count, 0) if high < 0 else high, count)
    rest = cells[max(low, high) :]
    while len(cells) > low:
        cells.pop()
    for cell in new:
        cells.append(cell)
    for cell in rest:
        cells.append(cell)


def list_sort(cells: Any, key: Any, reverse: bool) -> None:
    """Stable, by insertion while there are few, by merging otherwise."""
    count = len(cells)
    if count > 24:
        merge_sort(cells, key, reverse)
        return
    if key is None:
        for place in range(1, count):
            cell = cells[place]
            to = place
            while to > 0 and (cells[to - 1] < cell if reverse else cell < cells[to - 1]):
                cells[to] = cells[to - 1]
                to -= 1
            cells[to] = cell
    else:
        ranks = [key(cell) for cell in cells]
        for place in range(1, count):
            cell = cells[place]
            rank = ranks[place]
            to = place
            while to > 0 and (ranks[to - 1] < rank if reverse else rank < ranks[to - 1]):
                cells[to] = cells[to - 1]
                ranks[to] = ranks[to - 1]
                to -= 1
            cells[to] = cell
            ranks[to] = rank


def merge_sort(cells: Any, key: Any, reverse: bool) -> None:
    count = len(cells)
    ranks = [cell if key is None else key(cell) for cell in cells]
    other = list(cells)
    other_ranks = list(ranks)
    width = 1
    while width < count:
        low = 0
        while low < count:
            middle = min(low + width, count)
            high = min(low + 2 * width, count)
            left = low
            right = middle
            for to in range(low, high):
                if right >= high:
                    take_left = True
                elif left >= middle:
                    take_left = False
                elif reverse:
                    take_left = not ranks[left] < ranks[right]
                else:
                    take_left = not ranks[right] < ranks[left]
                if take_left:
                    other[to] = cells[left]
                    other_ranks[to] = ranks[left]
                    left += 1
                else:
                    other[to] = cells[right]
                    other_ranks[to] = ranks[right]
                    right += 1
            low += 2 * width
        for place in range(count):
            cells[place] = other[place]
            ranks[place] = other_ranks[place]
        width *= 2


def sorted_of(cells: Any, key: Any, reverse: bool) -> Any:
    found = list(cells)
    list_sort(found, key, reverse)
    return found
