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
            empty = False
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
        if empty or rank < least:
            best = cell
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


def wide_power(base: Any, found: Any, exponent: int) -> Any:
    for _ in range(exponent):
        found = checked_product(found, base)
    return found


def wide_digits(number: Any, base: int, mark: str) -> str:
    """The digits of a large number behind its sign and a mark."""
    rest = abs(number)
    text = ""
    while rest >= base:
        text = "0123456789abcdef"[rest % base] + text
        rest //= base
    text = mark + "0123456789abcdef"[int(rest) % base] + text
    return "-" + text if number < 0 else text


def bits_power(base: Any, exponent: int) -> Any:
    found = base // base if exponent == 0 else base
    for _ in range(exponent - 1):
        found = found * base
    return found


def checked_product(left: int, right: int) -> int:
    """left * right; a word of the compiler, which fails where it has no room."""
    return left * right


def fused(left: float, right: float, more: float) -> float:
    """left * right + more, rounded once; a word of the compiler."""
    return left * right + more


def nearest(number: float) -> float:
    """The nearest whole fraction, the even one of two; a word of the compiler."""
    return number


def rounded(number: float, scale: float) -> float:
    """round(number, digits) with scale = 10 ** digits: the exact product decides."""
    high = number * scale
    if not abs(high) < 9007199254740992.0:
        return number
    low = fused(number, scale, -high)
    whole = nearest(high)
    rest = high - whole
    if rest > 0.5 or (rest == 0.5 and low > 0.0):
        whole += 1.0
    elif rest < -0.5 or (rest == -0.5 and low < 0.0):
        whole -= 1.0
    return whole / scale


def isqrt(number: int) -> int:
    if number < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = min(int(float(number) ** 0.5), 3037000499)
    while root * root > number:
        root -= 1
    while root < 3037000499 and (root + 1) * (root + 1) <= number:
        root += 1
    return root


def gcd(left: int, right: int) -> int:
    while right:
        left, right = right, left % right
    return abs(left)


def lcm(left: int, right: int) -> int:
    if left == 0 or right == 0:
        return 0
    return checked_product(abs(left) // gcd(left, right), abs(right))


def factorial(number: int) -> int:
    if number < 0:
        raise ValueError("factorial() not defined for negative values")
    found = 1
    for factor in range(2, number + 1):
        found = checked_product(found, factor)
    return found


def perm(many: int, few: int) -> int:
    if many < 0 or few < 0:
        raise ValueError("perm() takes no negative numbers")
    if few > many:
        return 0
    found = 1
    for factor in range(many - few + 1, many + 1):
        found = checked_product(found, factor)
    return found


def comb(many: int, few: int) -> int:
    if many < 0 or few < 0:
        raise ValueError("comb() takes no negative numbers")
    few = min(few, many - few)
    if few < 0:
        return 0
    found = 1
    for step in range(1, few + 1):
        found = checked_product(found, many - few + step) // step
    return found


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
        if not first:
            yield (before, cell)
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
