"""What rules do with NumPy arrays, compiled: read, written, compared and counted number by number."""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core.errors import TypingError
from numba.extending import overload_method, register_jitable

from zermelo.kernel import array_words, idiom_words
from zermelo.kernel.compiler.array_type import (
    Grid,
    cell_at,
    cells_of,
    checker,
    facts_of,
    inside,
    is_grid,
    maker,
    natural_kind,
    put_at,
)
from zermelo.kernel.compiler.machine import extend

# -- read and written --------------------------------------------------------------------------------


FALSE = False
"""What is compared with to turn truth values round."""


def in_place(before: Any, after: Any) -> Any:
    """What `board -= 1` leaves behind: the same array, under whatever names it has, with other numbers."""
    return after


@extend(in_place)  # type: ignore[untyped-decorator]
def _in_place(before: Any, after: Any) -> Any:
    if not is_grid(before):
        return lambda before, after: after
    if before != after:
        raise TypingError("zermelo: an array that becomes one of another kind; give the new one a name")

    def put(before: Any, after: Any) -> Any:
        _, rows, columns, _, _ = facts_of(before)
        for row in range(rows):
            for column in range(columns):
                put_at(before, row, column, cell_at(after, row, column))
        return before

    return put


def is_slice(kind: Any) -> bool:
    return isinstance(kind, types.SliceType)


@extend(operator.getitem)  # type: ignore[untyped-decorator]
def _getitem(grid: Any, index: Any) -> Any:
    if not is_grid(grid):
        return None
    if isinstance(index, types.Integer | types.Boolean):
        return (
            _row(grid) if grid.axes == 2 else lambda grid, index: cell_at(grid, inside(index, len(grid)), 0)
        )
    if is_slice(index):
        return _rows(grid)
    if isinstance(index, types.BaseTuple) and len(index) == grid.axes == 2:
        return _part(grid, *map(is_slice, index))
    return _masked(grid) if is_grid(index) and index.kind == "?" else None


def _row(grid: Any) -> Any:
    line = maker(grid.kind, 1)

    def found(grid: Any, index: Any) -> Any:
        start, rows, columns, down, right = facts_of(grid)
        return line(cells_of(grid), start + inside(index, rows) * down, columns, 1, right, 0)

    return found


def _rows(grid: Any) -> Any:
    make = maker(grid.kind, grid.axes)

    def found(grid: Any, index: Any) -> Any:
        start, rows, columns, down, right = facts_of(grid)
        first, last, step = index.indices(rows)
        count = len(range(first, last, step))
        return make(cells_of(grid), start + first * down, count, columns, down * step, right)

    return found


def _part(grid: Any, tall: bool, wide: bool) -> Any:
    """`board[r, c]`, `board[:, c]`, `board[r, :]`, `board[a:b, c:d]`."""
    if not tall and not wide:
        return lambda grid, index: cell_at(
            grid, inside(index[0], facts_of(grid)[1]), inside(index[1], facts_of(grid)[2])
        )
    if tall and wide:
        return lambda grid, index: (grid[index[0]].T[index[1]]).T
    if tall:
        return lambda grid, index: grid.T[index[1]][index[0]]
    return lambda grid, index: grid[index[0]][index[1]]


def _masked(grid: Any) -> Any:
    line = maker(grid.kind, 1)

    def found(grid: Any, index: Any) -> Any:
        _, rows, columns, _, _ = facts_of(grid)
        places = [(r, c) for r in range(rows) for c in range(columns) if cell_at(index, r, c)]
        return line([cell_at(grid, r, c) for r, c in places], 0, len(places), 1, 1, 0)

    return found


@extend(operator.setitem)  # type: ignore[untyped-decorator]
def _setitem(grid: Any, index: Any, value: Any) -> Any:
    if not is_grid(grid):
        return None
    fit = checker(grid.kind)
    plain = isinstance(value, types.Number | types.Boolean)
    if grid.axes == 1 and isinstance(index, types.Integer) and plain:

        def put(grid: Any, index: Any, value: Any) -> Any:
            put_at(grid, inside(index, len(grid)), 0, fit(value))

        return put
    cell = isinstance(index, types.BaseTuple) and not any(map(is_slice, index))
    if cell and len(index) == grid.axes == 2 and plain:

        def put_cell(grid: Any, index: Any, value: Any) -> Any:
            _, rows, columns, _, _ = facts_of(grid)
            put_at(grid, inside(index[0], rows), inside(index[1], columns), fit(value))

        return put_cell
    return _put_many(index, value, fit, plain)


def _put_many(index: Any, value: Any, fit: Any, plain: bool) -> Any:
    """A row, a column, a part, or where a condition holds."""
    if is_grid(index):

        def put_where(grid: Any, index: Any, value: Any) -> Any:
            for row in range(facts_of(grid)[1]):
                for column in range(facts_of(grid)[2]):
                    if cell_at(index, row, column):
                        put_at(grid, row, column, fit(value))

        return put_where if plain else None
    if plain:

        def put_all(grid: Any, index: Any, value: Any) -> Any:
            part = grid[index]
            for row in range(facts_of(part)[1]):
                for column in range(facts_of(part)[2]):
                    put_at(part, row, column, fit(value))

        return put_all

    def put_each(grid: Any, index: Any, value: Any) -> Any:
        part = grid[index]
        if len(part) != len(value):
            raise ValueError("an array and something of another length")
        for row in range(len(part)):
            put_at(part, row, 0, fit(value[row]))

    return put_each if not is_grid(value) or value.axes == 1 else None


@extend(idiom_words.slice_of)  # type: ignore[untyped-decorator]
def _slice_of(cells: Any, low: Any, high: Any, step: Any) -> Any:
    return (lambda cells, low, high, step: cells[slice(low, high, step)]) if is_grid(cells) else None


# -- computed ----------------------------------------------------------------------------------------


def combined(left: Any, right: Any, kind: str, operation: Any) -> Any:
    """Number by number: an array and a number, or two arrays of one shape."""
    grids = [side for side in (left, right) if is_grid(side)]
    if len({side.axes for side in grids}) > 1:
        raise TypingError("zermelo: arrays of different shapes together; loop over the rows")
    make, fit, axes = maker(kind, grids[0].axes), checker(kind), grids[0].axes
    operate, both, first = register_jitable(operation), len(grids) == 2, is_grid(left)

    def made(left: Any, right: Any) -> Any:
        shape = left if first else right
        _, rows, columns, _, _ = facts_of(shape)
        if both and (facts_of(left)[1] != facts_of(right)[1] or facts_of(left)[2] != facts_of(right)[2]):
            raise ValueError("arrays of different shapes")
        cells = [
            fit(operate(_cell(left, r, c), _cell(right, r, c))) for r in range(rows) for c in range(columns)
        ]
        return make(cells, 0, rows, columns, columns, 1 if axes == 2 else 0)

    return made


def _cell(side: Any, row: Any, column: Any) -> Any:
    return side


@extend(_cell)  # type: ignore[untyped-decorator]
def _cell_of(side: Any, row: Any, column: Any) -> Any:
    if is_grid(side):
        return lambda side, row, column: cell_at(side, row, column)
    return lambda side, row, column: side


def wider(left: Any, right: Any) -> str:
    """The kind of number that an operation on these gives."""
    kinds = [side.kind if is_grid(side) else natural_kind(side) for side in (left, right)]
    grids = [side.kind for side in (left, right) if is_grid(side)]
    if "f8" in kinds:
        return "f8"
    if "?" in grids:
        raise TypingError("zermelo: arithmetic with an array of truth values; count them first")
    if len(set(grids)) > 1:
        raise TypingError("zermelo: arithmetic with arrays of different kinds; make them of one kind")
    return str(grids[0])


def _arithmetic(sign: Any, operation: Any) -> None:
    @extend(sign)  # type: ignore[untyped-decorator]
    def typed(left: Any, right: Any) -> Any:
        if not is_grid(left) and not is_grid(right):
            return None
        return combined(left, right, wider(left, right), operation)


def _comparison(sign: Any, operation: Any) -> None:
    @extend(sign)  # type: ignore[untyped-decorator]
    def typed(left: Any, right: Any) -> Any:
        if not is_grid(left) and not is_grid(right):
            return None
        return combined(left, right, "?", operation)


def _logic(sign: Any, operation: Any) -> None:
    @extend(sign)  # type: ignore[untyped-decorator]
    def typed(left: Any, right: Any) -> Any:
        truths = is_grid(left) and is_grid(right) and left.kind == right.kind == "?"
        return combined(left, right, "?", operation) if truths else None


_arithmetic(operator.add, lambda left, right: left + right)
_arithmetic(operator.sub, lambda left, right: left - right)
_arithmetic(operator.mul, lambda left, right: left * right)
_comparison(operator.eq, lambda left, right: left == right)
_comparison(operator.ne, lambda left, right: left != right)
_comparison(operator.lt, lambda left, right: left < right)
_comparison(operator.le, lambda left, right: left <= right)
_comparison(operator.gt, lambda left, right: left > right)
_comparison(operator.ge, lambda left, right: left >= right)
_logic(operator.and_, lambda left, right: left and right)
_logic(operator.or_, lambda left, right: left or right)


@extend(operator.invert)  # type: ignore[untyped-decorator]
def _not(grid: Any) -> Any:
    return (lambda grid: grid == FALSE) if is_grid(grid) and grid.kind == "?" else None


@extend(operator.neg)  # type: ignore[untyped-decorator]
def _negative(grid: Any) -> Any:
    return (lambda grid: 0 - grid) if is_grid(grid) else None


@extend(idiom_words.grown)  # type: ignore[untyped-decorator]
def _grown(cells: Any, more: Any) -> Any:
    """`board += more` changes the array itself."""
    if not is_grid(cells):
        return None
    fit = checker(cells.kind)

    def added(cells: Any, more: Any) -> Any:
        for row in range(facts_of(cells)[1]):
            for column in range(facts_of(cells)[2]):
                put_at(cells, row, column, fit(cell_at(cells, row, column) + _cell(more, row, column)))
        return cells

    return added


# -- counted -----------------------------------------------------------------------------------------


@extend(operator.contains)  # type: ignore[untyped-decorator]
def _contains(grid: Any, value: Any) -> Any:
    if not is_grid(grid):
        return None

    def found(grid: Any, value: Any) -> Any:
        for row in range(facts_of(grid)[1]):
            for column in range(facts_of(grid)[2]):
                if cell_at(grid, row, column) == value:
                    return True
        return False

    return found


@extend(array_words.np_count_nonzero)  # type: ignore[untyped-decorator]
def _count(board: Any) -> Any:
    def counted(board: Any) -> Any:
        total = 0
        for row in range(facts_of(board)[1]):
            for column in range(facts_of(board)[2]):
                if cell_at(board, row, column) != 0:
                    total += 1
        return total

    return counted if is_grid(board) else None


@overload_method(Grid, "sum", strict=False)  # type: ignore[untyped-decorator]
def _sum(grid: Any, axis: Any = None) -> Any:
    if axis is None or isinstance(axis, types.NoneType | types.Omitted):

        def total(grid: Any, axis: Any = None) -> Any:
            found = 0
            for row in range(facts_of(grid)[1]):
                for column in range(facts_of(grid)[2]):
                    found += cell_at(grid, row, column)
            return found

        return total
    line = maker("f8" if grid.kind == "f8" else "i8", 1)

    def along(grid: Any, axis: Any = None) -> Any:
        lines = grid.T if axis == 0 else grid
        return line([each.sum() for each in lines], 0, len(lines), 1, 1, 0)

    return along if grid.axes == 2 else lambda grid, axis=None: grid.sum()


@extend(array_words.np_sum_along)  # type: ignore[untyped-decorator]
def _sum_along(board: Any, axis: Any) -> Any:
    return (lambda board, axis: board.sum(axis)) if is_grid(board) else None


@overload_method(Grid, "any", strict=False)  # type: ignore[untyped-decorator]
def _any(grid: Any) -> Any:
    return lambda grid: array_words.np_count_nonzero(grid) > 0


@overload_method(Grid, "all", strict=False)  # type: ignore[untyped-decorator]
def _all(grid: Any) -> Any:
    return lambda grid: array_words.np_count_nonzero(grid) == grid.size


def extreme(grid: Any, larger: bool) -> Any:
    def found(grid: Any) -> Any:
        best = cell_at(grid, inside(0, facts_of(grid)[1]), 0)
        for row in range(facts_of(grid)[1]):
            for column in range(facts_of(grid)[2]):
                cell = cell_at(grid, row, column)
                best = cell if (cell > best) == larger and cell != best else best
        return best

    return found


overload_method(Grid, "max", strict=False)(lambda grid: extreme(grid, True))
overload_method(Grid, "min", strict=False)(lambda grid: extreme(grid, False))


def _as_method(word: Any, method: str) -> None:
    names: dict[str, Any] = {}
    exec(f"def call(board):\n    return board.{method}()", names)
    extend(word)(lambda board: names["call"] if is_grid(board) else None)


for _word, _called in ((array_words.np_all, "all"), (array_words.np_any, "any")):
    _as_method(_word, _called)
for _word, _called in ((array_words.np_max, "max"), (array_words.np_min, "min"), (array_words.np_sum, "sum")):
    _as_method(_word, _called)


@extend(array_words.np_argwhere)  # type: ignore[untyped-decorator]
def _argwhere(board: Any) -> Any:
    if not is_grid(board):
        return None
    if board.axes == 1:
        return lambda board: [(place,) for place in range(len(board)) if board[place] != 0]

    def places(board: Any) -> Any:
        _, rows, columns, _, _ = facts_of(board)
        return [(r, c) for r in range(rows) for c in range(columns) if cell_at(board, r, c) != 0]

    return places


@extend(array_words.np_where)  # type: ignore[untyped-decorator]
def _where(board: Any) -> Any:
    line = maker("i8", 1)
    if board.axes == 1:

        def places(board: Any) -> Any:
            found = [place for place in range(len(board)) if board[place] != 0]
            return (line(found, 0, len(found), 1, 1, 0),)

        return places

    def pairs(board: Any) -> Any:
        found = array_words.np_argwhere(board)
        rows, columns = [row for row, _ in found], [column for _, column in found]
        return line(rows, 0, len(rows), 1, 1, 0), line(columns, 0, len(columns), 1, 1, 0)

    return pairs


@extend(array_words.np_array_equal)  # type: ignore[untyped-decorator]
def _array_equal(board: Any, other: Any) -> Any:
    same = is_grid(board) and is_grid(other) and board.axes == other.axes
    return (lambda board, other: board.shape == other.shape and (board == other).all()) if same else None
