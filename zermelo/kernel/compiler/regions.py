"""Lists of rules in a region: memory that a rule takes from the top and gives back when it returns.

Numba allocates every list and counts who refers to it, which is most of the time of rules that work on
lists.  Here a list is a piece of one long stretch of memory: taking it is an addition, and a whole rule's
lists are given back at once (`region_top`, `region_back_to`, which `emit.py` writes into rules).  A rule that
gives a list leaves it in the region of its caller.

Where the top of the region is stands behind the place for exceptions, which every function is given by its
caller: `loading.py` puts both there, one for each thread.

`lists_in_regions` changes Numba for the whole process, so only the child that compiles ever calls it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.callconv import CPUCallConv
from numba.core.datamodel import default_manager
from numba.core.datamodel.models import StructModel
from numba.cpython import listobj
from numba.extending import intrinsic

from zermelo.kernel.compiler.machine import WORD, raise_if

TOP, END = 1, 2
"""Words behind the place for exceptions: where the next list begins, and where there is no room any more."""
BYTES = ir.IntType(8).as_pointer()
FULL = "the lists of one call of the rules do not fit in their memory"
MORE = 8
"""Elements that a list which grows is given beyond a quarter of its length."""


def _word_of_region(builder: Any, which: int) -> Any:
    """The place of one of the words of the region."""
    words = builder.bitcast(builder.function.args[1], WORD.as_pointer())
    return builder.gep(words, [WORD(which)])


def _rounded(builder: Any, size: Any) -> Any:
    return builder.and_(builder.add(size, WORD(7)), WORD(-8))


def _taken(target: Any, builder: Any, size: Any) -> Any:
    """So many bytes from the top of the region, or an exception."""
    top = builder.load(_word_of_region(builder, TOP))
    beyond = builder.add(top, _rounded(builder, size))
    full = builder.icmp_unsigned(">", beyond, builder.load(_word_of_region(builder, END)))
    raise_if(target, builder, full, MemoryError, FULL)
    builder.store(beyond, _word_of_region(builder, TOP))
    return builder.inttoptr(top, BYTES)


@intrinsic  # type: ignore[untyped-decorator]
def region_top(context: Any) -> Any:
    """The top of the region."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_word_of_region(builder, TOP))

    return types.int64(), generate


@intrinsic  # type: ignore[untyped-decorator]
def region_back_to(context: Any, marked: Any) -> Any:
    """Give back what was taken since."""

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[0], _word_of_region(builder, TOP))
        return target.get_dummy_value()

    return types.none(types.int64), generate


# -- Numba's lists ---------------------------------------------------------------------------------


class _ListModel(StructModel):  # type: ignore[misc]
    """A list is the place of the address of what it holds, which moves when it grows; nobody counts it."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("meminfo", types.voidptr), ("parent", types.voidptr)])


class _IteratorModel(StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        members = [("meminfo", types.voidptr), ("index", types.EphemeralPointer(types.intp))]
        super().__init__(manager, kind, members)


def _payload(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """What a list holds: its length, its capacity and its elements."""
    payload = types.ListPayload(kind)
    place = builder.load(builder.bitcast(value.meminfo, BYTES.as_pointer()))
    pointer = builder.bitcast(place, context.get_data_type(payload).as_pointer())
    return context.make_data_helper(builder, payload, ref=pointer)


def _size(context: Any, builder: Any, kind: Any, elements: Any) -> Any:
    """Bytes of a list's payload with so many elements; Numba's type of it has one."""
    element = listobj.get_itemsize(context, kind)
    head = context.get_abi_sizeof(context.get_data_type(types.ListPayload(kind))) - element
    return builder.add(builder.mul(elements, WORD(element)), WORD(head))


def _allocate(cls: Any, context: Any, builder: Any, kind: Any, elements: Any) -> Any:
    """A list with room for so many elements."""
    elements = WORD(elements or MORE) if isinstance(elements, int) else elements
    found = cls(context, builder, kind, None)
    place = _taken(context, builder, builder.add(_size(context, builder, kind, elements), WORD(8)))
    builder.store(builder.gep(place, [WORD(8)]), builder.bitcast(place, BYTES.as_pointer()))
    found._list.meminfo = place
    found._list.parent = context.get_constant_null(types.voidptr)
    found._payload.allocated, found._payload.size = elements, WORD(0)
    return cgutils.true_bit, found


def _resize(found: Any, elements: Any) -> None:
    """Make a list so long; where it has no room it moves, unless it is the last one of the region."""
    context, builder, kind = found._context, found._builder, found._ty
    before = found._payload.allocated
    with builder.if_then(builder.icmp_signed("<", before, elements), likely=False):
        room = builder.add(WORD(MORE), builder.add(elements, builder.ashr(elements, WORD(2))))
        header = builder.bitcast(found._list.meminfo, BYTES.as_pointer())
        old, used = builder.load(header), _rounded(builder, _size(context, builder, kind, before))
        wanted = _rounded(builder, _size(context, builder, kind, room))
        top = builder.load(_word_of_region(builder, TOP))
        last = builder.icmp_unsigned("==", builder.add(builder.ptrtoint(old, WORD), used), top)
        with builder.if_else(last) as (grows, moves):
            with grows:
                _taken(context, builder, builder.sub(wanted, used))
            with moves:
                new = _taken(context, builder, wanted)
                cgutils.raw_memcpy(builder, new, old, used, 1)
                builder.store(new, header)
        found._payload.allocated = room
    found._payload.size = elements


def _nothing(*_: Any) -> None:
    """Instead of counting references, and of clearing memory that is written before it is read."""


def _call_function(
    convention: Any, builder: Any, callee: Any, kind: Any, kinds: Any, arguments: Any, attrs: Any = None
) -> Any:
    """Numba's, with the caller's own place for exceptions instead of a new one: the region is behind it."""
    given = convention.get_return_type(kind).pointee
    result = cgutils.alloca_once(builder, given)
    builder.store(cgutils.get_null_value(given), result)
    exception = convention._get_excinfo_argument(builder.function)
    passed = convention._get_arg_packer(kinds).as_arguments(builder, arguments)
    code = builder.call(callee, [result, exception, *passed], attrs=tuple(attrs or ()))
    status = convention._get_return_status(builder, code, builder.load(exception))
    return status, convention.context.get_returned_value(builder, kind, builder.load(result))


def lists_in_regions() -> None:
    """From now on; the other units, which have no lists, are a little quicker without."""
    CPUCallConv.call_function = _call_function
    default_manager.register(types.List, _ListModel)
    default_manager.register(types.ListIter, _IteratorModel)
    listobj.get_list_payload = _payload
    listobj.ListInstance.allocate_ex = classmethod(_allocate)
    listobj.ListInstance.resize = _resize
    for called in ("set_dirty", "zfill", "clear_value", "incref_value", "decref_value"):
        setattr(listobj.ListInstance, called, _nothing)
    for called in ("incref_value", "decref_value"):
        setattr(listobj._ListPayloadMixin, called, _nothing)
