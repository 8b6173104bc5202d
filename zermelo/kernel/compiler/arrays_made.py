"""NumPy arrays as rules make and turn them, compiled: of numbers, rows, bytes; copied, shaped, mirrored."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core.errors import TypingError
from numba.extending import overload_attribute, overload_method, register_jitable

from zermelo.kernel import array_words, idiom_words
from zermelo.kernel.array_words import KINDS
from zermelo.kernel.compiler.array_type import (
    Grid,
    cell_at,
    cells_of,
    checker,
    facts_of,
    is_grid,
    maker,
    natural_kind,
)
from zermelo.kernel.compiler.machine import extend

SIZES = {kind: 1 if kind == "?" else int(kind[1:]) for kind in KINDS if kind}


def kind_given(kind: Any, default: str = "f8") -> str:
    """The kind of number that a call asks for."""
    return KINDS[kind.literal_value] or default


def is_sequence(kind: Any) -> bool:
    return isinstance(kind, types.UniTuple | types.List) or type(kind).__name__ == "NestedType"


def element_of(kind: Any) -> Any:
    return kind.element if type(kind).__name__ == "NestedType" else kind.dtype


# -- made --------------------------------------------------------------------------------------------


def filled(shape: Any, kind: str, value: Any) -> Any:
    """An array full of one number."""
    fit = checker(kind)
    if isinstance(shape, types.Integer):
        line = maker(kind, 1)
        return lambda shape, value: line([fit(value) for _ in range(shape)], 0, shape, 1, 1, 0)
    if not isinstance(shape, types.UniTuple) or len(shape) > 2:
        raise TypingError("zermelo: an array of more than two axes; use one with one or two")
    if len(shape) == 1:
        line = maker(kind, 1)
        return lambda shape, value: line([fit(value) for _ in range(shape[0])], 0, shape[0], 1, 1, 0)
    grid = maker(kind, 2)

    def made(shape: Any, value: Any) -> Any:
        rows, columns = shape
        return grid([fit(value) for _ in range(rows * columns)], 0, rows, columns, columns, 1)

    return made


@extend(array_words.np_zeros, prefer_literal=True)  # type: ignore[untyped-decorator]
def _zeros(shape: Any, kind: Any) -> Any:
    make = register_jitable(filled(shape, kind_given(kind), 0))
    return lambda shape, kind: make(shape, 0)


@extend(array_words.np_ones, prefer_literal=True)  # type: ignore[untyped-decorator]
def _ones(shape: Any, kind: Any) -> Any:
    make = register_jitable(filled(shape, kind_given(kind), 1))
    return lambda shape, kind: make(shape, 1)


@extend(array_words.np_full, prefer_literal=True)  # type: ignore[untyped-decorator]
def _full(shape: Any, value: Any, kind: Any) -> Any:
    make = register_jitable(filled(shape, kind_given(kind, natural_kind(value)), value))
    return lambda shape, value, kind: make(shape, value)


@extend(array_words.np_array, prefer_literal=True)  # type: ignore[untyped-decorator]
def _array(cells: Any, kind: Any) -> Any:
    if is_grid(cells):
        if kind_given(kind, cells.kind) != cells.kind:
            raise TypingError("zermelo: an array of another kind of numbers; keep the kind it has")
        return lambda cells, kind: cells.copy()
    if not is_sequence(cells):
        return None
    inner = element_of(cells)
    if is_sequence(inner):
        return _array_of_rows(kind_given(kind, natural_kind(element_of(inner))))
    wanted = kind_given(kind, natural_kind(inner))
    line, fit = maker(wanted, 1), checker(wanted)
    return lambda cells, kind: line([fit(cell) for cell in cells], 0, len(cells), 1, 1, 0)


def _array_of_rows(kind: str) -> Any:
    grid, fit = maker(kind, 2), checker(kind)

    def made(cells: Any, kind: Any) -> Any:
        columns = len(cells[0])
        for row in cells:
            if len(row) != columns:
                raise ValueError("an array with rows of different lengths")
        return grid([fit(cell) for row in cells for cell in row], 0, len(cells), columns, columns, 1)

    return made


@extend(array_words.np_frombuffer, prefer_literal=True)  # type: ignore[untyped-decorator]
def _frombuffer(data: Any, kind: Any) -> Any:
    wanted = kind_given(kind)
    size, line, signed = SIZES[wanted], maker(wanted, 1), wanted[0] == "i"
    if wanted == "f8":
        raise TypingError("zermelo: fractions from bytes; use whole numbers, such as np.int8")
    truth = wanted == "?"

    def made(data: Any, kind: Any) -> Any:
        found = []
        for place in range(len(data) // size):
            number = data[place * size + size - 1]
            number = number - 256 if signed and number > 127 else number
            for behind in range(size - 2, -1, -1):
                number = number * 256 + data[place * size + behind]
            found.append(number != 0 if truth else number)
        return line(found, 0, len(found), 1, 1, 0)

    return made


@overload_method(Grid, "tobytes", strict=False)  # type: ignore[untyped-decorator]
def _tobytes(grid: Any) -> Any:
    size = SIZES[grid.kind]
    if grid.kind == "f8":
        raise TypingError("zermelo: fractions as bytes; use whole numbers, such as np.int8")

    def data(grid: Any) -> Any:
        found = []
        for row in range(facts_of(grid)[1]):
            for column in range(facts_of(grid)[2]):
                number = int(cell_at(grid, row, column))
                for _ in range(size):
                    found.append(number & 255)
                    number >>= 8
        return found

    return data


@overload_method(Grid, "copy", strict=False)  # type: ignore[untyped-decorator]
def _copy(grid: Any) -> Any:
    make, axes = maker(grid.kind, grid.axes), grid.axes

    def copied(grid: Any) -> Any:
        _, rows, columns, _, _ = facts_of(grid)
        cells = [cell_at(grid, row, column) for row in range(rows) for column in range(columns)]
        return make(cells, 0, rows, columns, columns, 1 if axes == 2 else 0)

    return copied


@extend(array_words.np_copy)  # type: ignore[untyped-decorator]
def _np_copy(board: Any) -> Any:
    return (lambda board: board.copy()) if is_grid(board) else None


@extend(idiom_words.copied)  # type: ignore[untyped-decorator]
def _copied(cells: Any) -> Any:
    return (lambda cells: cells.copy()) if is_grid(cells) else None


@extend(idiom_words.copied_deeply)  # type: ignore[untyped-decorator]
def _copied_deeply(cells: Any) -> Any:
    return (lambda cells: cells.copy()) if is_grid(cells) else None


# -- shapes ------------------------------------------------------------------------------------------


def flat(grid: Any) -> Any:
    line = maker(grid.kind, 1)

    def made(grid: Any) -> Any:
        _, rows, columns, _, _ = facts_of(grid)
        cells = [cell_at(grid, row, column) for row in range(rows) for column in range(columns)]
        return line(cells, 0, len(cells), 1, 1, 0)

    return made


overload_method(Grid, "flatten", strict=False)(flat)


@overload_method(Grid, "ravel", strict=False)  # type: ignore[untyped-decorator]
def _ravel(grid: Any) -> Any:
    return lambda grid: grid.reshape(-1)


@overload_method(Grid, "reshape", strict=False)  # type: ignore[untyped-decorator]
def _reshape(grid: Any, *shape: Any) -> Any:
    """In the same memory where the numbers stand in a row, as NumPy has it."""
    given = (
        list(shape[0]) if isinstance(shape[0], types.StarArgTuple | types.StarArgUniTuple) else list(shape)
    )
    nested = isinstance(given[0], types.BaseTuple)
    axes = len(given[0]) if nested else len(given)
    if axes > 2:
        raise TypingError("zermelo: an array of more than two axes; use one with one or two")
    make = maker(grid.kind, axes)

    def shaped(grid: Any, *shape: Any) -> Any:
        wanted = shape[0] if nested else shape
        start, rows, columns, down, right = facts_of(grid)
        size = rows * columns
        height, width = _measured(wanted, size)
        cells = cells_of(grid)
        if not ((right == 1 and down == columns) or (columns == 1 and down == 1)):
            cells = [cell_at(grid, row, column) for row in range(rows) for column in range(columns)]
            start = 0
        return make(cells, start, height, width, width, 1 if axes == 2 else 0)

    return shaped


@register_jitable  # type: ignore[untyped-decorator]
def _measured(wanted: Any, size: Any) -> Any:
    height, width = wanted[0], wanted[1] if len(wanted) == 2 else 1
    if height < 0:
        height = size // max(width, 1)
    if width < 0:
        width = size // max(height, 1)
    if height * width != size:
        raise ValueError("an array cannot be given a shape of another size")
    return height, width


@overload_attribute(Grid, "T", strict=False)  # type: ignore[untyped-decorator]
def _turned(grid: Any) -> Any:
    if grid.axes == 1:
        return lambda grid: grid
    make = maker(grid.kind, 2)

    def turned(grid: Any) -> Any:
        start, rows, columns, down, right = facts_of(grid)
        return make(cells_of(grid), start, columns, rows, right, down)

    return turned


@extend(array_words.np_transpose)  # type: ignore[untyped-decorator]
def _transpose(board: Any) -> Any:
    return lambda board: board.T


def mirrored(board: Any, upside: bool) -> Any:
    make = maker(board.kind, 2)

    def made(board: Any) -> Any:
        start, rows, columns, down, right = facts_of(board)
        if upside:
            return make(cells_of(board), start + (rows - 1) * down, rows, columns, -down, right)
        return make(cells_of(board), start + (columns - 1) * right, rows, columns, down, -right)

    return made


@extend(array_words.np_fliplr)  # type: ignore[untyped-decorator]
def _fliplr(board: Any) -> Any:
    return mirrored(board, False)


@extend(array_words.np_flipud)  # type: ignore[untyped-decorator]
def _flipud(board: Any) -> Any:
    return mirrored(board, True)


@extend(array_words.np_rot90)  # type: ignore[untyped-decorator]
def _rot90(board: Any) -> Any:
    return lambda board: array_words.np_flipud(board.T)


def diagonal(grid: Any) -> Any:
    line = maker(grid.kind, 1)

    def made(grid: Any) -> Any:
        start, rows, columns, down, right = facts_of(grid)
        return line(cells_of(grid), start, min(rows, columns), 1, down + right, 0)

    return made


overload_method(Grid, "diagonal", strict=False)(diagonal)


overload_method(Grid, "trace", strict=False)(lambda grid: lambda grid: grid.diagonal().sum())


@extend(array_words.np_diag)  # type: ignore[untyped-decorator]
def _diag(board: Any) -> Any:
    return lambda board: board.diagonal()


@extend(array_words.np_trace)  # type: ignore[untyped-decorator]
def _trace(board: Any) -> Any:
    return lambda board: board.trace()


@extend(array_words.np_sign)  # type: ignore[untyped-decorator]
def _sign(number: Any) -> Any:
    if is_grid(number):
        raise TypingError("zermelo: the signs of a whole array; write the loops")
    return lambda number: (1 if number > 0 else 0) - (1 if number < 0 else 0)


@extend(array_words.np_abs)  # type: ignore[untyped-decorator]
def _abs(number: Any) -> Any:
    if is_grid(number):
        raise TypingError("zermelo: np.abs of a whole array; write the loops")
    return lambda number: abs(number)


@overload_attribute(Grid, "shape", strict=False)  # type: ignore[untyped-decorator]
def _shape(grid: Any) -> Any:
    if grid.axes == 1:
        return lambda grid: (facts_of(grid)[1],)
    return lambda grid: (facts_of(grid)[1], facts_of(grid)[2])


@overload_attribute(Grid, "size", strict=False)  # type: ignore[untyped-decorator]
def _size(grid: Any) -> Any:
    return lambda grid: facts_of(grid)[1] * facts_of(grid)[2]


@extend(len)  # type: ignore[untyped-decorator]
def _length(grid: Any) -> Any:
    return (lambda grid: facts_of(grid)[1]) if is_grid(grid) else None


@overload_method(Grid, "tolist", strict=False)  # type: ignore[untyped-decorator]
def _tolist(grid: Any) -> Any:
    if grid.axes == 1:
        return lambda grid: [each for each in grid]  # noqa: C416
    return lambda grid: [[cell for cell in row] for row in grid]  # noqa: C416
