"""Python's own functions and methods, in Python: what the compiler writes where rules call them.

They are compiled like rules, but their whole numbers are not checked: none can outgrow a word.
"""

from __future__ import annotations

from typing import Any


def contains(cells: Any, item: Any) -> bool:
    for cell in cells:
        if cell == item:
            return True
    return False


def any_of(cells: Any) -> bool:
    for cell in cells:
        if cell:
            return True
    return False


def all_of(cells: Any) -> bool:
    for cell in cells:
        if not cell:
            return False
    return True


def min_of(cells: Any, key: Any = None) -> Any:
    empty = True
    for cell in cells:
        rank = cell if key is None else key(cell)
        if empty:
            best = cell
            least = rank
            empty = False
        elif rank < least:
            best = cell
            least = rank
    if empty:
        raise ValueError("min() iterable argument is empty")
    return best


def max_of(cells: Any, key: Any = None) -> Any:
    empty = True
    for cell in cells:
        rank = cell if key is None else key(cell)
        if empty:
            best = cell
            most = rank
            empty = False
        elif rank > most:
            best = cell
            most = rank
    if empty:
        raise ValueError("max() iterable argument is empty")
    return best


def min_all(cells: Any) -> Any:
    """min(*cells)"""
    every = list(cells)
    if len(every) < 2:
        raise TypeError("min expected at least 1 argument, got 0")
    return min(every)


def max_all(cells: Any) -> Any:
    """max(*cells)"""
    every = list(cells)
    if len(every) < 2:
        raise TypeError("max expected at least 1 argument, got 0")
    return max(every)


def min_or(cells: Any, key: Any, default: Any) -> Any:
    empty = True
    for cell in cells:
        rank = cell if key is None else key(cell)
        if empty:
            best = cell
            least = rank
            empty = False
        elif rank < least:
            best = cell
            least = rank
    if empty:
        return default
    return best


def max_or(cells: Any, key: Any, default: Any) -> Any:
    empty = True
    for cell in cells:
        rank = cell if key is None else key(cell)
        if empty:
            best = cell
            most = rank
            empty = False
        elif rank > most:
            best = cell
            most = rank
    if empty:
        return default
    return best


def first_of(cells: Any) -> Any:
    for cell in cells:
        return cell
    raise StopIteration


def first_or(cells: Any, default: Any) -> Any:
    for cell in cells:
        return cell
    return default


def index_of(cells: Any, item: Any, start: Any = 0, stop: Any = None) -> int:
    place = 0
    for cell in cells:
        if cell == item and place >= start and (stop is None or place < stop):
            return place
        place += 1  # noqa: SIM113
    raise ValueError("x not in the sequence")


def count_of(cells: Any, item: Any) -> int:
    count = 0
    for cell in cells:
        if cell == item:
            count += 1
    return count


def length_of(cells: Any) -> int:
    count = 0
    for _cell in cells:
        count += 1
    return count


def equal_series(left: Any, right: Any) -> bool:
    if len(left) != len(right):
        return False
    for place in range(len(left)):
        if left[place] != right[place]:
            return False
    return True


def series_lt(left: Any, right: Any) -> bool:
    for place in range(min(len(left), len(right))):
        if left[place] != right[place]:
            return left[place] < right[place]
    return len(left) < len(right)


def series_gt(left: Any, right: Any) -> bool:
    return series_lt(right, left)


def series_le(left: Any, right: Any) -> bool:
    return not series_lt(right, left)


def series_ge(left: Any, right: Any) -> bool:
    return not series_lt(left, right)


def place_of(keys: Any, key: Any) -> int:
    place = 0
    for each in keys:
        if each == key:
            return place
        place += 1  # noqa: SIM113
    return -1


def dense_place(places: Any, low: int, key: int) -> int:
    if key < low or key >= low + len(places):
        return -1
    return places[key - low]


def in_range(start: int, stop: int, step: int, item: Any) -> bool:
    if step > 0:
        return item >= start and item < stop and (item - start) % step == 0
    return item <= start and item > stop and (start - item) % -step == 0


def stepped(cells: Any, low: Any, high: Any, step: int) -> Any:
    """cells[low:high:step]"""
    if step == 0:
        raise ValueError("slice step cannot be zero")
    count = len(cells)
    least = 0 if step > 0 else -1
    most = count if step > 0 else count - 1
    place = bounded(low, count, least, most, least if step > 0 else most)
    end = bounded(high, count, least, most, most if step > 0 else least)
    while place < end if step > 0 else place > end:
        yield cells[place]
        place += step


def bounded(place: Any, count: int, least: int, most: int, otherwise: int) -> int:
    """A bound of a slice, cut to what there is."""
    if place is None:
        return otherwise
    if place < 0:
        place += count
    return min(max(place, least), most)


def equal_objects(left: Any, right: Any) -> bool:
    """Whether two dataclasses of one class are equal."""
    return fields_equal(left, right)


def fields_equal(left: Any, right: Any) -> bool:
    """Whether all fields that are compared are equal; a word of the compiler."""
    return bool(left == right)


def deep_copy_of(thing: Any) -> Any:
    """copy.deepcopy(thing) of an object."""
    return deep_copy(thing)


def deep_copy(thing: Any) -> Any:
    """A copy whose attributes are copies; a word of the compiler."""
    return thing
