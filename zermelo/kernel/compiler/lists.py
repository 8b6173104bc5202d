"""The compiled world's words for lists, and for tuples whose length is not known before a search.

Such a tuple is a list that nobody changes.  A state, whose tuples have lengths for ever, takes it as the
tuple that it should be (`machine.convert`), if it is of that length.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import njit, types
from numba.core.errors import TypingError
from numba.core.imputils import lower_cast
from numba.core.ir import Arg
from numba.core.lowering import Lower
from numba.cpython.listobj import ListInstance
from numba.extending import intrinsic, models, register_model

from zermelo.kernel import idiom_words, primitives
from zermelo.kernel.compiler.machine import OPERATORS_PLUS, WORD, caster, convert, extend, raise_if
from zermelo.kernel.compiler.own_types import is_dictionary, is_frame, is_own
from zermelo.kernel.compiler.sequences import copied_list, is_plain
from zermelo.kernel.compiler.texts import is_text

OTHERS_LIST = (
    "what a function puts into a list that it is given is of another kind than what is in it, "
    "None for one; put it in where the list is made"
)

# -- a list of nothing yet -------------------------------------------------------------------------


class EmptyType(types.Type):  # type: ignore[misc]
    """`[]`, which is of whatever kind the lists are that it meets."""

    def __init__(self) -> None:
        super().__init__("an empty list")

    def unify(self, context: Any, other: Any) -> Any:
        return other if isinstance(other, types.List) else None

    def can_convert_to(self, context: Any, other: Any) -> Any:
        from numba.core.typeconv import Conversion

        return Conversion.safe if isinstance(other, types.List) else None


EMPTY = EmptyType()


@register_model(EmptyType)
class EmptyModel(models.OpaqueModel):  # type: ignore[misc]
    pass


@lower_cast(EmptyType, types.List)  # type: ignore[untyped-decorator]
def _as_list(target: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return ListInstance.allocate(target, builder, wanted, 0).value


@lower_cast(types.List, types.List)  # type: ignore[untyped-decorator]
def _recast(target: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    """`rest = [None]` where it is a list of pairs otherwise: a list of what may be None."""
    if given.dtype == wanted.dtype:
        return value
    as_cell = caster(wanted.dtype, "an item of the list")

    def recast(cells: Any) -> Any:
        return [as_cell(cell) for cell in cells]

    return target.compile_internal(builder, recast, wanted(given), (value,))


def _take(lower: Any, kind: Any, assigned: Any) -> Any:
    """A parameter that is a list of something else inside would be a copy: what is put in would be lost."""
    value = assigned.value
    if isinstance(value, Arg) and isinstance(kind, types.List):
        given = lower.typeof(f"arg.{value.name}")
        if isinstance(given, types.List) and given.dtype != kind.dtype:
            raise TypingError(f"zermelo: {OTHERS_LIST}")
    return _take_as_it_is(lower, kind, assigned)


_take_as_it_is = Lower.lower_assign
Lower.lower_assign = _take


@intrinsic  # type: ignore[untyped-decorator]
def _nothing(context: Any) -> Any:
    return EMPTY(), lambda target, builder, signature, arguments: target.get_dummy_value()


@extend(idiom_words.empty_list)  # type: ignore[untyped-decorator]
def _empty_list() -> Any:
    return lambda: _nothing()


@extend(len)  # type: ignore[untyped-decorator]
def _length(cells: Any) -> Any:
    return (lambda cells: 0) if isinstance(cells, EmptyType) else None


@extend(operator.contains)  # type: ignore[untyped-decorator]
def _contains(cells: Any, value: Any) -> Any:
    return (lambda cells, value: False) if isinstance(cells, EmptyType) else None


@extend(operator.truth)  # type: ignore[untyped-decorator]
def _truth(cells: Any) -> Any:
    return (lambda cells: False) if isinstance(cells, EmptyType) else None


@extend(operator.not_)  # type: ignore[untyped-decorator]
def _not(cells: Any) -> Any:
    return (lambda cells: len(cells) == 0) if isinstance(cells, types.List | EmptyType) else None


# -- tuples and slices of any length ---------------------------------------------------------------


@extend(idiom_words.tuple_of)  # type: ignore[untyped-decorator]
def _tuple_of(cells: Any) -> Any:
    if is_text(cells) or is_frame(cells):
        return None
    if isinstance(cells, types.BaseTuple | EmptyType):
        return lambda cells: cells
    if isinstance(cells, types.List):
        return lambda cells: copied_list(cells)
    return lambda cells: [cell for cell in cells]  # noqa: C416


def passing(cells: Any) -> Any:
    """`tuple_of`, for one who reads it at once and keeps nothing: a list need not be copied."""
    return idiom_words.tuple_of(cells)


@extend(passing)  # type: ignore[untyped-decorator]
def _passing(cells: Any) -> Any:
    if is_frame(cells):
        return None
    if isinstance(cells, types.List):
        return lambda cells: cells
    return lambda cells: idiom_words.tuple_of(cells)


@extend(idiom_words.slice_of)  # type: ignore[untyped-decorator]
def _slice_of(cells: Any, low: Any, high: Any, step: Any) -> Any:
    if is_text(cells) or is_own(cells):
        return None
    if isinstance(cells, types.Tuple):
        raise TypingError("zermelo: a slice of a tuple of different kinds needs bounds that the game fixes")

    def taken(cells: Any, low: Any, high: Any, step: Any) -> Any:
        first, last, stride = slice(low, high, step).indices(len(cells))
        return [cells[index] for index in range(first, last, stride)]

    return taken


@extend(operator.eq)  # type: ignore[untyped-decorator]
def _equal(left: Any, right: Any) -> Any:
    """A list that stands for a tuple, and a tuple; a list, and one of nothing."""
    kinds = {type(left), type(right)}
    if EmptyType in kinds and kinds <= {EmptyType, types.List}:
        return lambda left, right: len(left) == len(right)
    if kinds != {types.List, types.UniTuple}:
        return None

    def same(left: Any, right: Any) -> Any:
        if len(left) != len(right):
            return False
        for index in range(len(left)):
            if left[index] != right[index]:
                return False
        return True

    return same


@extend(operator.ne)  # type: ignore[untyped-decorator]
def _unequal(left: Any, right: Any) -> Any:
    kinds = {type(left), type(right)}
    empty = EmptyType in kinds and kinds <= {EmptyType, types.List}
    if not empty and kinds != {types.List, types.UniTuple}:
        return None
    return lambda left, right: not left == right  # noqa: SIM201


@extend(operator.add)  # type: ignore[untyped-decorator]
def _joined(left: Any, right: Any) -> Any:
    """Lists that stand for tuples, and tuples."""
    kinds = {type(left), type(right)}
    if kinds == {EmptyType, types.List}:
        return (
            (lambda left, right: right[:]) if isinstance(right, types.List) else lambda left, right: left[:]
        )
    if kinds != {types.List, types.UniTuple}:
        return None

    def joined(left: Any, right: Any) -> Any:
        found = [cell for cell in left]  # noqa: C416
        for cell in right:
            found.append(cell)
        return found

    return joined


@extend(idiom_words.grown)  # type: ignore[untyped-decorator]
def _grown(cells: Any, more: Any) -> Any:
    if is_own(cells):
        return None
    if isinstance(cells, EmptyType):
        return lambda cells, more: [cell for cell in more]  # noqa: C416
    if not isinstance(cells, types.List):
        return lambda cells, more: OPERATORS_PLUS(cells, more)
    if isinstance(more, EmptyType):
        return lambda cells, more: cells

    def extended(cells: Any, more: Any) -> Any:
        cells.extend(more)
        return cells

    return extended


@extend(idiom_words.copied)  # type: ignore[untyped-decorator]
def _copied(cells: Any) -> Any:
    if is_own(cells):
        return None
    return (lambda cells: copied_list(cells)) if isinstance(cells, types.List) else (lambda cells: cells)


@extend(idiom_words.copied_deeply)  # type: ignore[untyped-decorator]
def _copied_deeply(cells: Any) -> Any:
    if is_own(cells):
        return None
    if not isinstance(cells, types.List):
        return lambda cells: cells
    if not isinstance(cells.dtype, types.List):
        return lambda cells: copied_list(cells)
    return lambda cells: [idiom_words.copied_deeply(cell) for cell in cells]


def from_list(target: Any, builder: Any, value: Any, given: Any, declared: Any) -> Any:
    """The tuple that a list of any length stands for; an error where it is not that long."""
    cells = ListInstance(target, builder, given, value)
    wrong = builder.icmp_signed("!=", cells.size, WORD(len(declared)))
    raise_if(target, builder, wrong, OverflowError, "a tuple of another length than the state's")
    if isinstance(declared, types.UniTuple) and given.dtype == declared.dtype and is_plain(given.dtype):
        row = builder.bitcast(cells._gep(WORD(0)), target.get_value_type(declared).as_pointer())
        return builder.load(row)
    parts = [
        convert(target, builder, cells.getitem(WORD(index)), given.dtype, whole)
        for index, whole in enumerate(declared)
    ]
    return target.make_tuple(builder, declared, parts)


# -- order -----------------------------------------------------------------------------------------


@extend(idiom_words.sorted_by)  # type: ignore[untyped-decorator]
def _sorted_by(cells: Any, keys: Any, reverse: Any) -> Any:
    """By insertion, as `sorted_of`."""

    def ordered(cells: Any, keys: Any, reverse: Any) -> Any:
        found = [cell for cell in cells]  # noqa: C416
        ranks = [key for key in keys]  # noqa: C416
        for index in range(1, len(found)):
            cell, rank, place = found[index], ranks[index], index
            while place > 0 and (ranks[place - 1] < rank if reverse else rank < ranks[place - 1]):
                found[place], ranks[place] = found[place - 1], ranks[place - 1]
                place -= 1
            found[place], ranks[place] = cell, rank
        return found

    return ordered


def _extreme_of(cells: Any, better: Any) -> Any:
    def best(cells: Any) -> Any:
        if len(cells) == 0:
            raise ValueError("min() or max() of nothing")
        found = cells[0]
        for cell in cells:
            if better(cell, found):
                found = cell
        return found

    return best


@extend(primitives.min_of)  # type: ignore[untyped-decorator]
def _min_of(cells: Any) -> Any:
    if is_dictionary(cells):
        return lambda cells: primitives.min_of(primitives.list_of(cells))
    return _extreme_of(cells, operator.lt) if not isinstance(cells, types.Tuple) else lambda cells: min(cells)


@extend(primitives.max_of)  # type: ignore[untyped-decorator]
def _max_of(cells: Any) -> Any:
    if is_dictionary(cells):
        return lambda cells: primitives.max_of(primitives.list_of(cells))
    return _extreme_of(cells, operator.gt) if not isinstance(cells, types.Tuple) else lambda cells: max(cells)


# -- itertools -------------------------------------------------------------------------------------


@njit(nogil=True)  # type: ignore[untyped-decorator]
def product_of_2(first: Any, second: Any) -> Any:
    for one in first:
        for other in second:
            yield one, other


@njit(nogil=True)  # type: ignore[untyped-decorator]
def product_of_3(first: Any, second: Any, third: Any) -> Any:
    for one in first:
        for other in second:
            for last in third:
                yield one, other, last


@njit(nogil=True)  # type: ignore[untyped-decorator]
def combinations_of_2(cells: Any) -> Any:
    for one in range(len(cells)):
        for other in range(one + 1, len(cells)):
            yield cells[one], cells[other]


@njit(nogil=True)  # type: ignore[untyped-decorator]
def combinations_of_3(cells: Any) -> Any:
    for one in range(len(cells)):
        for other in range(one + 1, len(cells)):
            for last in range(other + 1, len(cells)):
                yield cells[one], cells[other], cells[last]


@njit(nogil=True)  # type: ignore[untyped-decorator]
def permutations_of_2(cells: Any) -> Any:
    for one in range(len(cells)):
        for other in range(len(cells)):
            if one != other:
                yield cells[one], cells[other]


@njit(nogil=True)  # type: ignore[untyped-decorator]
def chain_of_2(first: Any, second: Any) -> Any:
    for cell in first:
        yield cell
    for cell in second:
        yield cell


GENERATORS = {
    word.__name__: word
    for word in (
        product_of_2,
        product_of_3,
        combinations_of_2,
        combinations_of_3,
        permutations_of_2,
        chain_of_2,
    )
}
