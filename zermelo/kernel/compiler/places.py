"""Long tuples of the compiled world lie in memory: elements are taken from there, calls are told the place.

Numba makes a number of its own of every element: to index a tuple is to choose among all of them, and to
call a function is to pass them one by one.  That is quick while they are few.  A longer one, such as a board
or a state, stays where it is, in a variable or behind a pointer that a caller passed: nobody changes it.

Importing this module changes Numba for the whole process, so only the child that compiles ever does.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import default_manager
from numba.core.datamodel.models import StructModel, TupleModel, UniTupleModel
from numba.core.imputils import RefType, builtin_registry, iternext_impl
from numba.core.lowering import Lower
from numba.cpython import tupleobj

from zermelo.kernel.compiler.machine import WORD, raise_if
from zermelo.kernel.compiler.symbol_type import Letters
from zermelo.kernel.run import LONG

INDEX = ir.IntType(32)
NUMBERS = (ir.IntType, ir.DoubleType)
SMALL = 8
"""Numbers of rows that are a handful of choices."""
WAYS = (ir.instructions.ExtractValue, ir.instructions.LoadInstr, ir.instructions.GEPInstr)


def words_in_type(kind: Any) -> int:
    """How many numbers a value of this LLVM type is made of; 0 where there is anything else in it."""
    if isinstance(kind, ir.ArrayType):
        return int(kind.count) * words_in_type(kind.element)
    if isinstance(kind, ir.LiteralStructType):
        parts = [words_in_type(part) for part in kind.elements]
        return sum(parts) if all(parts) else 0
    return int(isinstance(kind, NUMBERS))


def is_long(kind: Any) -> bool:
    """Is it an LLVM type of more numbers than are kept apart?"""
    return words_in_type(kind) > LONG


def has_rows(kind: Any) -> bool:
    """Is it an LLVM type of tuples in a tuple, to choose among which is to copy them?"""
    return isinstance(kind, ir.ArrayType) and words_in_type(kind.element) > 1 and words_in_type(kind) > SMALL


# -- where a tuple lies ------------------------------------------------------------------------------


def known_place(builder: Any, value: Any) -> Any:
    """Where a value was loaded from, a variable or what a caller passed, if it is still there; else None.

    Memory of a list, on the other hand, may be written to by whoever knows the list.
    """
    if isinstance(value, ir.instructions.LoadInstr):
        return value.operands[0] if is_still_there(value) else None
    if isinstance(value, ir.instructions.ExtractValue):
        around = known_place(builder, value.operands[0])
        steps = [INDEX(0), *map(INDEX, value.indices)]
        return None if around is None else builder.gep(around, steps, inbounds=True)
    return None


def is_still_there(loaded: Any) -> bool:
    """Has nothing been stored since where this was loaded from?  A caller's tuples are never stored to."""
    place = beginning(loaded.operands[0])
    variable = isinstance(place, ir.instructions.AllocaInstr)
    return isinstance(place, ir.Argument) or (variable and bool(loaded.stores_before == place.stores))


def beginning(place: Any) -> Any:
    """The place of the whole of which this is the place of a part."""
    while isinstance(place, ir.instructions.GEPInstr):
        place = place.operands[0]
    return place


def _noted_load(builder: Any, place: Any, *more: Any, **named: Any) -> Any:
    """Within a block, as far as Numba keeps a value, code is written down in the order in which it runs."""
    found = _load(builder, place, *more, **named)
    found.stores_before = beginning(place).stores
    return found


def _noted_store(builder: Any, value: Any, place: Any, *more: Any, **named: Any) -> Any:
    beginning(place).stores += 1
    return _store(builder, value, place, *more, **named)


_load, _store = ir.IRBuilder.load, ir.IRBuilder.store
ir.IRBuilder.load, ir.IRBuilder.store = _noted_load, _noted_store
ir.Value.stores = 0


def place_of(builder: Any, value: Any) -> Any:
    """A place where a value lies: where it comes from, or a copy."""
    place = known_place(builder, value)
    return copied(builder, value) if place is None else place


def copied(builder: Any, value: Any) -> Any:
    """A place for a value of its own."""
    place = cgutils.alloca_once(builder, value.type)
    builder.store(value, place)
    return place


# -- arguments ---------------------------------------------------------------------------------------


class ByPlace:
    """A model of a tuple that, if it is long, is passed as the place where it lies."""

    def get_argument_type(self) -> Any:
        kind: Any = self.get_value_type()  # type: ignore[attr-defined]
        return kind.as_pointer() if is_long(kind) else super().get_argument_type()  # type: ignore[misc]

    def as_argument(self, builder: Any, value: Any) -> Any:
        if is_long(value.type):
            return place_of(builder, value)
        return super().as_argument(builder, value)  # type: ignore[misc]

    def from_argument(self, builder: Any, value: Any) -> Any:
        if is_long(self.get_value_type()):  # type: ignore[attr-defined]
            return builder.load(value)
        return super().from_argument(builder, value)  # type: ignore[misc]


class UniTupleByPlace(ByPlace, UniTupleModel):  # type: ignore[misc]
    pass


class TupleByPlace(ByPlace, TupleModel):  # type: ignore[misc]
    pass


for _kind in (types.UniTuple, types.NamedUniTuple, Letters):
    default_manager.register(_kind, UniTupleByPlace)
for _kind in (types.Tuple, types.NamedTuple):
    default_manager.register(_kind, TupleByPlace)


# -- variables ---------------------------------------------------------------------------------------


def _assign(lower: Any, value: Any, name: str, argidx: Any = None) -> None:
    """A parameter that lies behind a pointer, and keeps its value, stays there."""
    place = value.operands[0] if isinstance(value, ir.instructions.LoadInstr) else None
    kept = name not in lower._singly_assigned_vars and name not in lower.varmap
    if argidx is not None and isinstance(place, ir.Argument) and kept and _is_assigned_once(lower, name):
        lower.varmap[name] = place
    else:
        _store_in_variable(lower, value, name, argidx)


def _is_assigned_once(lower: Any, name: str) -> bool:
    from numba.core.ir import Assign

    assigned = (part for block in lower.blocks.values() for part in block.find_insts(Assign))
    return [part.target.name for part in assigned].count(name) == 1


def _delete(lower: Any, name: str) -> None:
    """A variable that refers to nothing is not cleared: what was loaded from it may still be used."""
    if lower.context.data_model_manager[lower.typeof(name)].contains_nrt_meminfo():
        _delete_variable(lower, name)


_store_in_variable, _delete_variable = Lower.storevar, Lower.delvar
Lower.storevar, Lower.delvar = _assign, _delete


# -- elements ----------------------------------------------------------------------------------------


def _element(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """`cells[index]`."""
    kind, (cells, index) = signature.args[0], arguments
    if not is_long(cells.type) and not has_rows(cells.type) and not is_part(cells):
        return _element_by_choice(context, builder, signature, arguments)
    negative = builder.icmp_signed("<", index, WORD(0))
    index = builder.select(negative, builder.add(index, WORD(len(kind))), index)
    outside = builder.icmp_unsigned(">=", index, WORD(len(kind)))
    raise_if(context, builder, outside, IndexError, "tuple index out of range")
    return element_at(builder, place_of(builder, cells), index)


def is_part(value: Any) -> bool:
    """Was it loaded from a place within another one?"""
    if not isinstance(value, ir.instructions.LoadInstr) or not is_still_there(value):
        return False
    return isinstance(value.operands[0], ir.instructions.GEPInstr)


def element_at(builder: Any, place: Any, index: Any) -> Any:
    """An element that is there; a long one is not loaded before it is known what of it is wanted."""
    return builder.load(builder.gep(place, [WORD(0), index], inbounds=True))


def is_walked_through(kind: Any) -> bool:
    """Is it a long tuple that a generator, too, keeps as it is?  Truth values it keeps otherwise."""
    model = default_manager.lookup(kind)
    return is_long(model.get_value_type()) and bool(model.get_value_type() == model.get_data_type())


def _iterate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """`for cell in cells`."""
    if not is_walked_through(signature.args[0]):
        return _iterate_by_choice(context, builder, signature, arguments)
    iterator = context.make_helper(builder, signature.return_type)
    iterator.index = cgutils.alloca_once_value(builder, WORD(0))
    iterator.tuple = lasting_place(builder, arguments[0])
    return iterator._getvalue()


def lasting_place(builder: Any, value: Any) -> Any:
    """A place that keeps the value for as long as the function runs: the caller's, or a copy."""
    root = value
    while isinstance(root, WAYS):
        root = root.operands[0]
    return known_place(builder, value) if isinstance(root, ir.Argument) else copied(builder, value)


@iternext_impl(RefType.UNTRACKED)  # type: ignore[untyped-decorator]
def _next_of_long(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    kind = signature.args[0]
    iterator = context.make_helper(builder, kind, arguments[0])
    index = builder.load(iterator.index)
    more = builder.icmp_signed("<", index, WORD(kind.container.count))
    result.set_valid(more)
    with builder.if_then(more):
        result.yield_(element_at(builder, iterator.tuple, index))
        builder.store(builder.add(index, WORD(1)), iterator.index)


def _next(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    chosen = _next_of_long if is_walked_through(signature.args[0].container) else _next_by_choice
    return chosen(context, builder, signature, arguments)


class IteratorModel(StructModel):  # type: ignore[misc]
    """Of a long tuple, the place where it lies."""

    def __init__(self, manager: Any, kind: Any) -> None:
        held = types.EphemeralPointer(kind.container) if is_walked_through(kind.container) else kind.container
        members = [("index", types.EphemeralPointer(types.intp)), ("tuple", held)]
        super().__init__(manager, kind, members)


default_manager.register(types.UniTupleIter, IteratorModel)

_element_by_choice, _iterate_by_choice = tupleobj.getitem_unituple, tupleobj.getiter_unituple
_next_by_choice = tupleobj.iternext_unituple
_INSTEAD = {_element_by_choice: _element, _iterate_by_choice: _iterate, _next_by_choice: _next}
builtin_registry.functions[:] = [
    (_INSTEAD.get(written, written), *rest) for written, *rest in builtin_registry.functions
]
