"""The compiled world's NumPy arrays of one or two axes: a list of numbers, and how to walk through it."""

from __future__ import annotations

from functools import cache
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl, lower_builtin
from numba.extending import intrinsic, models, register_jitable, register_model

WORD = ir.IntType(64)
ELEMENTS = {"?": types.boolean, "f8": types.float64}
RANGES = {
    f"{sign}{size}": (-(1 << 8 * size - 1), (1 << 8 * size - 1) - 1)
    if sign == "i"
    else (0, (1 << 8 * size) - 1)
    for sign in "iu"
    for size in (1, 2, 4)
}
"""The numbers that fit in a cell of each kind, but for those that have all 64 bits."""
FACTS = ("start", "rows", "columns", "down", "right")
OUTSIDE = "index outside an array"
DOES_NOT_FIT = "a number that does not fit in the array: NumPy would wrap it around"


class Grid(types.IterableType):  # type: ignore[misc]
    """An array of this kind of numbers; one of one axis is a column."""

    def __init__(self, kind: str, axes: int) -> None:
        self.kind, self.axes = kind, axes
        super().__init__(f"Array({kind}, {axes})")

    @property
    def element(self) -> Any:
        return ELEMENTS.get(self.kind, types.int64)

    @property
    def cells(self) -> Any:
        return types.List(self.element)

    @property
    def row(self) -> Any:
        """What a loop over it gives."""
        return Grid(self.kind, 1) if self.axes == 2 else self.element

    @property
    def iterator_type(self) -> Any:
        return GridIterator(self)


class GridIterator(types.SimpleIteratorType):  # type: ignore[misc]
    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        super().__init__(f"iterator({grid.name})", grid.row)


@register_model(Grid)
class GridModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        facts = [(fact, types.int64) for fact in FACTS]
        super().__init__(manager, kind, [("cells", kind.cells), *facts])


@register_model(GridIterator)
class GridIteratorModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        members = [("index", types.EphemeralPointer(types.int64)), ("grid", kind.grid)]
        super().__init__(manager, kind, members)


@cache
def maker(kind: str, axes: int) -> Any:
    """`make(cells, start, rows, columns, down, right)`: an array of this kind."""
    grid = Grid(kind, axes)

    @intrinsic  # type: ignore[untyped-decorator]
    def make(context: Any, cells: Any, start: Any, rows: Any, columns: Any, down: Any, right: Any) -> Any:
        def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            found = cgutils.create_struct_proxy(grid)(target, builder)
            for member, value in zip(("cells", *FACTS), arguments, strict=True):
                setattr(found, member, value)
            return found._getvalue()

        return grid(grid.cells, *[types.int64] * len(FACTS)), generate

    return make


@intrinsic  # type: ignore[untyped-decorator]
def cells_of(context: Any, grid: Any) -> Any:
    """The list that an array's numbers are in."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.extract_value(arguments[0], 0)

    return grid.cells(grid), generate


@intrinsic  # type: ignore[untyped-decorator]
def facts_of(context: Any, grid: Any) -> Any:
    """Where it starts, how many rows and columns it has, how far it is down and to the right."""
    made = types.UniTuple(types.int64, len(FACTS))

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        parts = [builder.extract_value(arguments[0], index + 1) for index in range(len(FACTS))]
        return target.make_tuple(builder, made, parts)

    return made(grid), generate


@register_jitable  # type: ignore[untyped-decorator]
def inside(index: Any, length: Any) -> Any:
    """An index counted from the start; an error where there is nothing."""
    place = index + length if index < 0 else index
    if place < 0 or place >= length:
        raise IndexError(OUTSIDE)
    return place


@register_jitable  # type: ignore[untyped-decorator]
def cell_at(grid: Any, row: Any, column: Any) -> Any:
    start, _, _, down, right = facts_of(grid)
    return cells_of(grid)[start + row * down + column * right]


@register_jitable  # type: ignore[untyped-decorator]
def put_at(grid: Any, row: Any, column: Any, value: Any) -> None:
    start, _, _, down, right = facts_of(grid)
    cells_of(grid)[start + row * down + column * right] = value


@cache
def checker(kind: str) -> Any:
    """`fitting(value)`: the value as a cell of this kind has it; an error where it does not fit."""
    if kind == "?":
        return register_jitable(lambda value: value != 0)
    if kind == "f8":
        return register_jitable(lambda value: value + 0.0)
    if kind not in RANGES:
        return register_jitable(lambda value: value + 0)
    low, high = RANGES[kind]

    def fitting(value: Any) -> Any:
        if value < low or value > high:
            raise OverflowError(DOES_NOT_FIT)
        return value + 0

    return register_jitable(fitting)


def is_grid(kind: Any) -> bool:
    return isinstance(kind, Grid)


def natural_kind(element: Any) -> str:
    """The kind that NumPy gives such numbers by itself."""
    if isinstance(element, types.Boolean):
        return "?"
    return "f8" if isinstance(element, types.Float) else "i8"


# -- loops -------------------------------------------------------------------------------------------


def row_at(grid: Any, index: Any) -> Any:
    """One turn of a loop: compiled where the loop is."""
    return grid[index]


@lower_builtin("getiter", Grid)  # type: ignore[untyped-decorator]
def _iterate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    iterator = target.make_helper(builder, signature.return_type)
    iterator.index = cgutils.alloca_once_value(builder, WORD(0))
    iterator.grid = arguments[0]
    return iterator._getvalue()


@lower_builtin("iternext", GridIterator)  # type: ignore[untyped-decorator]
@iternext_impl(RefType.UNTRACKED)  # type: ignore[untyped-decorator]
def _next(target: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    kind = signature.args[0]
    iterator = target.make_helper(builder, kind, arguments[0])
    rows = builder.extract_value(iterator.grid, 1 + FACTS.index("rows"))
    index = builder.load(iterator.index)
    more = builder.icmp_signed("<", index, rows)
    result.set_valid(more)
    with builder.if_then(more):
        wanted = kind.grid.row(kind.grid, types.int64)
        result.yield_(target.compile_internal(builder, row_at, wanted, [iterator.grid, index]))
        builder.store(builder.add(index, WORD(1)), iterator.index)
