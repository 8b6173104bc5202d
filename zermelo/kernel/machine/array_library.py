"""NumPy's functions and methods in Python, compiled like rules: those that are loops over elements."""

from __future__ import annotations

from typing import Any

import numpy as np


def listed_1(array: Any) -> Any:
    return [cell.item() for cell in array]


def listed_2(array: Any) -> Any:
    return [[cell.item() for cell in row] for row in array]


def listed_3(array: Any) -> Any:
    return [[[cell.item() for cell in row] for row in layer] for layer in array]


def array_equal(left: Any, right: Any) -> bool:
    if left.shape != right.shape:
        return False
    return bool((left == right).all())


def rolled(array: Any, steps: int) -> Any:
    cells = array.flatten()
    made = np.empty_like(cells)
    count = len(cells)
    for place in range(count):
        made[(place + steps) % count] = cells[place]
    return made.reshape(array.shape)


def rolled_first(array: Any, steps: int) -> Any:
    made = np.empty_like(array)
    count = len(array)
    for place in range(count):
        made[(place + steps) % count] = array[place]
    return made


def rolled_second(array: Any, steps: int) -> Any:
    made = np.empty_like(array)
    count = array.shape[1]
    for place in range(count):
        made[:, (place + steps) % count] = array[:, place]
    return made


def clipped(array: Any, low: Any, high: Any) -> Any:
    found = array
    if low is not None:
        found = np.maximum(found, low)
    if high is not None:
        found = np.minimum(found, high)
    return found


def cumulated(array: Any) -> Any:
    made = np.zeros(array.size, dtype=np.int64)
    total = np.int64(0)
    for place, cell in enumerate(array.flatten()):
        total += cell
        made[place] = total
    return made


def sorted_cells(array: Any) -> Any:
    made = array.copy()
    sort_cells(made)
    return made


def sort_cells(cells: Any) -> None:
    for place in range(1, len(cells)):
        cell = cells[place]
        to = place
        while to > 0 and cell < cells[to - 1]:
            cells[to] = cells[to - 1]
            to -= 1
        cells[to] = cell


def unique_cells(array: Any) -> Any:
    cells = sorted_cells(array.flatten())
    count = 0
    for place in range(len(cells)):
        if place == 0 or cells[place] != cells[place - 1]:
            cells[count] = cells[place]
            count += 1
    return cells[:count]


def order_of(array: Any) -> Any:
    """np.argsort, stable."""
    count = len(array)
    made = np.arange(count)
    for place in range(1, count):
        index = made[place]
        to = place
        while to > 0 and array[index] < array[made[to - 1]]:
            made[to] = made[to - 1]
            to -= 1
        made[to] = index
    return made


def counted(array: Any, least: int) -> Any:
    """np.bincount"""
    most = least
    for cell in array:
        if cell < 0:
            raise ValueError("'list' argument must have no negative elements")
        if cell + 1 > most:
            most = int(cell) + 1
    made = np.zeros(most, dtype=np.int64)
    for cell in array:
        made[cell] += 1
    return made


def is_in(array: Any, cells: Any) -> Any:
    made = np.zeros(array.shape, dtype=bool)
    for cell in cells:
        made |= array == cell
    return made


def place_of_number(number: int, rows: int, columns: int) -> Any:
    """np.unravel_index of two dimensions."""
    if number < 0 or number >= rows * columns:
        raise ValueError("index is out of bounds for array")
    return (np.int64(number // columns), np.int64(number % columns))


def places_of(array: Any) -> Any:
    """np.ndenumerate of two dimensions."""
    for row in range(array.shape[0]):
        for column in range(array.shape[1]):
            yield ((row, column), array[row, column])


def places_of_row(array: Any) -> Any:
    for place in range(array.shape[0]):
        yield ((place,), array[place])


def padded(array: Any, top: int, bottom: int, left: int, right: int, value: Any) -> Any:
    rows = array.shape[0]
    columns = array.shape[1]
    made = np.full((top + rows + bottom, left + columns + right), value, dtype=array.dtype)
    made[top : top + rows, left : left + columns] = array
    return made


def padded_row(array: Any, left: int, right: int, value: Any) -> Any:
    made = np.full(left + len(array) + right, value, dtype=array.dtype)
    made[left : left + len(array)] = array
    return made


def eye(count: int, dtype: Any) -> Any:
    made = np.zeros((count, count), dtype=dtype)
    for place in range(count):
        made[place, place] = 1
    return made


def diagonal_matrix(cells: Any) -> Any:
    made = np.zeros((len(cells), len(cells)), dtype=cells.dtype)
    for place in range(len(cells)):
        made[place, place] = cells[place]
    return made


def repeated(array: Any, times: int) -> Any:
    made = np.empty(len(array) * times, dtype=array.dtype)
    for place in range(len(array)):
        for copy in range(times):
            made[place * times + copy] = array[place]
    return made


def tiled(array: Any, times: int) -> Any:
    made = np.empty(len(array) * times, dtype=array.dtype)
    for copy in range(times):
        for place in range(len(array)):
            made[copy * len(array) + place] = array[place]
    return made


def outer(left: Any, right: Any) -> Any:
    return left.reshape(-1, 1) * right.reshape(1, -1)


def differences(array: Any) -> Any:
    return array[1:] - array[:-1]
