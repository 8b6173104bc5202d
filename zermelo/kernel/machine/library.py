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
        if empty or rank < least:
            best = cell
            least = rank
            empty = False
    if empty:
        raise ValueError("min() iterable argument is empty")
    return best


def max_of(cells: Any, key: Any = None) -> Any:
    empty = True
    for cell in cells:
        rank = cell if key is None else key(cell)
        if empty or rank > most:
            best = cell
            most = rank
            empty = False
    if empty:
        raise ValueError("max() iterable argument is empty")
    return best


def min_or(cells: Any, key: Any, default: Any) -> Any:
    empty = True
    for cell in cells:
        rank = cell if key is None else key(cell)
        if empty or rank < least:
            best = cell
            least = rank
            empty = False
    if empty:
        return default
    return best


def max_or(cells: Any, key: Any, default: Any) -> Any:
    empty = True
    for cell in cells:
        rank = cell if key is None else key(cell)
        if empty or rank > most:
            best = cell
            most = rank
            empty = False
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
        place += 1
    raise ValueError("x not in the sequence")


def count_of(cells: Any, item: Any) -> int:
    count = 0
    for cell in cells:
        if cell == item:
            count += 1
    return count


def length_of(cells: Any) -> int:
    count = 0
    for cell in cells:
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
        place += 1
    return -1


def dense_place(places: Any, low: int, key: int) -> int:
    if key < low or key >= low + len(places):
        return -1
    return places[key - low]


def in_range(start: int, stop: int, step: int, item: Any) -> bool:
    if step > 0:
        return item >= start and item < stop and (item - start) % step == 0
    return item <= start and item > stop and (start - item) % -step == 0


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


def power(base: int, exponent: int) -> int:
    found = 1
    for _ in range(exponent):
        found = checked_product(found, base)
    return found


def bits_power(base: Any, exponent: int) -> Any:
    found = base // base if exponent == 0 else base
    for _ in range(exponent - 1):
        found = found * base
    return found


def checked_product(left: int, right: int) -> int:
    """left * right; a word of the compiler, which fails where it has no room."""
    return left * right


def float_floordiv(left: float, right: float) -> float:
    rest = remainder(left, right)
    cut = (left - rest) / right
    if rest != 0.0 and (right < 0.0) != (rest < 0.0):
        cut -= 1.0
    if cut == 0.0:
        return 0.0 if (left < 0.0) == (right < 0.0) else -0.0
    low = floor(cut)
    if cut - low > 0.5:
        low += 1.0
    return low


def float_mod(left: float, right: float) -> float:
    rest = remainder(left, right)
    if rest != 0.0:
        if (right < 0.0) != (rest < 0.0):
            rest += right
    else:
        rest = 0.0 if right > 0.0 else -0.0
    return rest


def remainder(left: float, right: float) -> float:
    """The remainder of a division rounded to zero; a word of the compiler."""
    return left % right


def floor(number: float) -> float:
    """The next whole fraction below; a word of the compiler."""
    return number // 1.0


def pairs_of(cells: Any) -> Any:
    for first in range(len(cells)):
        for second in range(first + 1, len(cells)):
            yield (cells[first], cells[second])


def triples_of(cells: Any) -> Any:
    for first in range(len(cells)):
        for second in range(first + 1, len(cells)):
            for third in range(second + 1, len(cells)):
                yield (cells[first], cells[second], cells[third])


def ordered_pairs_of(cells: Any) -> Any:
    for first in range(len(cells)):
        for second in range(len(cells)):
            if first != second:
                yield (cells[first], cells[second])


def accumulated(cells: Any) -> Any:
    total = 0
    for cell in cells:
        total += cell
        yield total


def neighbours_of(cells: Any) -> Any:
    """itertools.pairwise"""
    first = True
    for cell in cells:
        if not first:
            yield (before, cell)
        before = cell
        first = False


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
        place += 1


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
