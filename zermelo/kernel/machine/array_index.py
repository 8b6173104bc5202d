"""Elements, rows, slices and chosen parts of arrays: what an index gives, and writing there."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.array_copies import assign
from zermelo.kernel.machine.array_elements import load_word, store_word, word_for
from zermelo.kernel.machine.array_loops import converted, nest, spread
from zermelo.kernel.machine.arrays import Array, Parts, Slice, moved, new_array, plus, product, times
from zermelo.kernel.machine.numbers import INT, Number
from zermelo.kernel.machine.types import EMPTY, NOTHING, Node, Value, is_none, known

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


def indices_in(ev: Evaluator, index: Value, node: Node) -> list[Value]:
    """The parts of an index: of a tuple its elements."""
    from zermelo.kernel.machine.tuples import Tuple

    if index.const and isinstance(index.known, tuple):
        return [known(each) for each in index.known]
    if isinstance(index.type, Tuple):
        return index.type.parts(ev, index)
    return [index]


def written_indices(ev: Evaluator, node: ast.expr) -> list[Value] | None:
    """The parts of an index with slices in it, from its text; None where there is none in it."""
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    if not any(isinstance(part, ast.Slice) for part in parts):
        return None
    found = []
    for part in parts:
        if isinstance(part, ast.Slice):
            bounds = (part.lower, part.upper, part.step)
            found.append(Value(Slice([ev.expr(b) if b is not None else NOTHING for b in bounds])))
        else:
            found.append(ev.settled(ev.expr(part)))
    return found


class Chosen:
    """What an index means: the part that numbers and slices give, and what arrays choose from."""

    def __init__(self, ev: Evaluator, parts: Parts, indices: list[Value], node: Node) -> None:
        self.dtype, self.access = parts.dtype, parts.access
        self.lengths: list[Value] = []
        self.strides: list[Value] = []
        self.arrays: list[tuple[int, Value]] = []
        """Arrays in the index, and how many dimensions of the result stand before each."""
        steps: list[tuple[Value, Value]] = []
        used = sum(width(ev, each) for each in indices)
        dimension = 0
        for index in whole_index(indices, len(parts.lengths) - used):
            kind = index.type
            if is_none(kind):
                self.lengths.append(known(1))
                self.strides.append(known(0))
                continue
            if dimension >= len(parts.lengths):
                ev.fail(ev.unit.failures.of(IndexError, "too many indices for array"))
                break
            length, stride = parts.lengths[dimension], parts.strides[dimension]
            if isinstance(kind, Slice):
                start, count, step = cut(ev, kind.bounds, length, node)
                steps.append((start, stride))
                self.lengths.append(count)
                self.strides.append(times(ev, stride, step))
            elif isinstance(ev.as_type(index), Number):
                said = f"index is out of bounds for axis {dimension}"
                steps.append((ev.checked_index(index, length, node, said), stride))
            else:
                array = index_array(ev, index, node)
                self.arrays.append((len(self.lengths), array))
                kind = array.type
                assert isinstance(kind, Array)
                for at in range(width(ev, array)):
                    self.lengths.append(parts.lengths[dimension + at])
                    self.strides.append(parts.strides[dimension + at])
                dimension += width(ev, array) - 1
            dimension += 1
        self.lengths += parts.lengths[dimension:]
        self.strides += parts.strides[dimension:]
        self.data = moved(ev, parts.data, steps) if not ev.dead else "undef"

    @property
    def view(self) -> Parts:
        return Parts(self.dtype, self.data, self.lengths, self.strides, self.access)


def width(ev: Evaluator, index: Value) -> int:
    """How many dimensions a part of an index takes."""
    if is_none(index.type) or (index.const and index.known is Ellipsis):
        return 0
    kind = (
        ev.as_type(index)
        if not isinstance(index.type, Slice) and not (index.const and isinstance(index.known, slice))
        else None
    )
    return kind.dimensions if isinstance(kind, Array) and kind.dtype.kind == "b" else 1


def whole_index(indices: list[Value], missing: int) -> list[Value]:
    """The index with slices in the place of `…`."""
    found = []
    for each in indices:
        if each.const and each.known is Ellipsis:
            found += [Value(Slice([NOTHING] * 3))] * missing
        elif each.const and isinstance(each.known, slice):
            found.append(
                Value(Slice([known(b) for b in (each.known.start, each.known.stop, each.known.step)]))
            )
        else:
            found.append(each)
    return found


def index_array(ev: Evaluator, index: Value, node: Node) -> Value:
    """A list, tuple or array that chooses elements, as an array."""
    from zermelo.kernel.machine.array_make import array_of

    if isinstance(ev.as_type(index), Array):
        return ev.general(index)
    return array_of(ev, index, None, node)


def cut(ev: Evaluator, bounds: list[Value], length: Value, node: Node) -> tuple[Value, Value, Value]:
    """Where a slice begins, how many elements it has, and its step."""
    low, high, step = bounds
    stride = known(1) if step.const and step.known is None else step
    if not stride.const:
        raise ev.refused(node, "a slice whose step is not known", "write the step as a number")
    if stride.known == 0:
        ev.fail(ev.unit.failures.of(ValueError, "slice step cannot be zero"))
        return known(0), known(0), known(1)
    if low.const and high.const and length.const:
        chosen = range(length.known)[slice(low.known, high.known, stride.known)]
        return known(chosen.start if len(chosen) else 0), known(len(chosen)), stride
    from zermelo.kernel.machine.slices import slice_bounds

    least, most = (EMPTY if b.const and b.known is None else b for b in (low, high))
    count = ev.convert(length, INT).ref
    start, stop = slice_bounds(ev, least, most, int(stride.known), count, node)
    span = ev.op(f"sub i64 {stop}, {start}") if stride.known > 0 else ev.op(f"sub i64 {start}, {stop}")
    wide = ev.op(f"call i64 @llvm.smax.i64(i64 {span}, i64 0)")
    size = abs(int(stride.known))
    if size > 1:
        wide = ev.op(f"udiv i64 {ev.op(f'add i64 {wide}, {size - 1}')}, {size}")
    empty = ev.op(f"icmp eq i64 {wide}, 0")
    return Value(INT, ev.op(f"select i1 {empty}, i64 0, i64 {start}")), Value(INT, wide), stride


def indexed(ev: Evaluator, value: Value, indices: list[Value], node: Node) -> Value:
    """value[indices]"""
    chosen = Chosen(ev, Parts.of(ev, value), indices, node)
    if ev.dead:
        return EMPTY
    if not chosen.arrays:
        return chosen.view.value(ev)
    view, arrays = chosen.view, chosen.arrays
    if is_mask(arrays):
        return masked(ev, view, arrays[0], node)
    rows = Rows(ev, view, arrays, node)
    if ev.dead:
        return EMPTY
    made = new_array(ev, view.dtype, rows.lengths)

    def one(place: list[Value]) -> None:
        to = moved(ev, made.data, list(zip(place, made.strides, strict=True)))
        store_word(ev, made.dtype, load_word(ev, view.dtype, rows.address(ev, place)), to)

    nest(ev, rows.lengths, one)
    return made.array(ev)


def write_indexed(ev: Evaluator, value: Value, indices: list[Value], new: Value, node: Node) -> None:
    """value[indices] = new"""
    chosen = Chosen(ev, Parts.of(ev, value), indices, node)
    if ev.dead:
        return
    if not chosen.arrays:
        if not chosen.lengths:
            new = only_element(ev, new)
            store_word(ev, chosen.dtype, word_for(ev, chosen.dtype, new, node), chosen.data)
        else:
            assign(ev, chosen.view.array(ev), new, node)
        return
    view, arrays = chosen.view, chosen.arrays
    if is_mask(arrays):
        write_masked(ev, view, arrays[0], new, node)
        return
    rows = Rows(ev, view, arrays, node)
    source = Source(ev, view.dtype, new, rows.lengths, node)

    def one(place: list[Value]) -> None:
        store_word(ev, view.dtype, source.word(ev, place), rows.address(ev, place))

    nest(ev, rows.lengths, one)


def only_element(ev: Evaluator, value: Value) -> Value:
    """The element of an array that has no more, where a number is wanted."""
    if isinstance(value.type, Array) and all(n == 1 for n in value.type.lengths):
        from zermelo.kernel.machine.array_elements import load_element

        return load_element(ev, value.type.dtype, Parts.of(ev, value).data)
    return value


class Source:
    """What is written: a number, or the elements of an array."""

    def __init__(self, ev: Evaluator, dtype: Any, new: Value, lengths: list[Value], node: Node) -> None:
        self.dtype = dtype
        self.parts: Parts | None = None
        if isinstance(ev.as_type(new), Number):
            self.known_word = word_for(ev, dtype, new, node)
            return
        value = index_array(ev, new, node)
        from zermelo.kernel.machine.array_copies import copied
        from zermelo.kernel.machine.array_loops import common_shape

        given = copied(ev, Parts.of(ev, value))
        shape = Parts(dtype, "", lengths, [known(0)] * len(lengths))
        common_shape(ev, [shape, given])
        self.parts = spread(ev, given, lengths)

    def word(self, ev: Evaluator, place: list[Value]) -> str:
        if self.parts is None:
            return self.known_word
        address = moved(ev, self.parts.data, list(zip(place, self.parts.strides, strict=True)))
        return converted(ev, load_word(ev, self.parts.dtype, address), self.parts.dtype, self.dtype)


class Rows:
    """The elements that arrays of numbers choose, beside each other."""

    def __init__(self, ev: Evaluator, view: Parts, arrays: list[tuple[int, Value]], node: Node) -> None:
        from zermelo.kernel.machine.array_loops import common_shape

        places = [place for place, _ in arrays]
        if places != list(range(places[0], places[0] + len(places))):
            raise ev.refused(
                node, "arrays in an index with a slice between them", "take the parts one after the other"
            )
        self.view, self.before = view, places[0]
        self.chosen = [Parts.of(ev, value) for _, value in arrays]
        for each in self.chosen:
            if each.dtype.kind == "b":
                raise ev.refused(
                    node, "a mask beside other arrays in an index", "use np.where() to find the places"
                )
            if each.dtype.kind not in "iu":
                ev.fail(ev.unit.failures.of(IndexError, "arrays used as indices must be of integer type"))
        shape = common_shape(ev, self.chosen)
        self.chosen = [spread(ev, each, shape) for each in self.chosen]
        self.dimensions = len(shape)
        after = self.before + len(arrays)
        self.lengths = [*view.lengths[: self.before], *shape, *view.lengths[after:]]
        self.check(ev, node)

    def check(self, ev: Evaluator, node: Node) -> None:
        """Fail where a number chooses nothing, before anything is written."""
        said = ev.unit.failures.of(IndexError, "index is out of bounds")

        def one(place: list[Value]) -> None:
            for number, each in enumerate(self.chosen):
                found = self.number(ev, each, place)
                length = ev.convert(self.view.lengths[self.before + number], INT).ref
                least = ev.op(f"icmp slt i64 {found}, {ev.op(f'sub i64 0, {length}')}")
                most = ev.op(f"icmp sge i64 {found}, {length}")
                ev.fail_if(ev.op(f"or i1 {least}, {most}"), said)

        nest(ev, self.chosen[0].lengths, one)

    def number(self, ev: Evaluator, each: Parts, place: list[Value]) -> str:
        return load_word(ev, each.dtype, moved(ev, each.data, list(zip(place, each.strides, strict=True))))

    def address(self, ev: Evaluator, place: list[Value]) -> str:
        """The address of the element at a place of the result."""
        inner = place[self.before : self.before + self.dimensions]
        steps = list(zip(place[: self.before], self.view.strides, strict=False))
        for number, each in enumerate(self.chosen):
            found = self.number(ev, each, inner)
            length = ev.convert(self.view.lengths[self.before + number], INT).ref
            up = ev.op(f"add i64 {found}, {length}")
            at = ev.op(f"select i1 {ev.op(f'icmp slt i64 {found}, 0')}, i64 {up}, i64 {found}")
            steps.append((Value(INT, at), self.view.strides[self.before + number]))
        rest = self.view.strides[self.before + len(self.chosen) :]
        steps += list(zip(place[self.before + self.dimensions :], rest, strict=True))
        return moved(ev, self.view.data, steps)


# -- masks -----------------------------------------------------------------------------------------------


def is_mask(arrays: list[tuple[int, Value]]) -> bool:
    kind = arrays[0][1].type
    return len(arrays) == 1 and isinstance(kind, Array) and kind.dtype.kind == "b"


def each_true(ev: Evaluator, view: Parts, chosen: tuple[int, Value], node: Node, body: Any) -> list[Value]:
    """Go through the places of a view where a mask holds: `body` is given the address and the indices.

    Returns the lengths of what is behind the dimensions of the mask.
    """
    before, value = chosen
    mask = Parts.of(ev, value)
    if before:
        raise ev.refused(node, "a mask behind another index", "take the part first, then the mask")
    said = ev.unit.failures.of(IndexError, "boolean index did not match indexed array")
    for length, wanted in zip(mask.lengths, view.lengths, strict=False):
        if length.const and wanted.const:
            if length.known != wanted.known:
                ev.fail(said)
        elif ev.convert(length, INT).ref != ev.convert(wanted, INT).ref:
            ev.fail_if(
                ev.op(f"icmp ne i64 {ev.convert(length, INT).ref}, {ev.convert(wanted, INT).ref}"), said
            )
    if ev.dead:
        return []

    def one(place: list[Value]) -> None:
        there = load_word(ev, mask.dtype, moved(ev, mask.data, list(zip(place, mask.strides, strict=True))))
        hit, miss = ev.label("true"), ev.label("false")
        ev.branch_if(ev.op(f"icmp ne i64 {there}, 0"), hit, miss)
        ev.place_label(hit)
        body(moved(ev, view.data, list(zip(place, view.strides, strict=False))), place)
        ev.place_label(miss)

    nest(ev, mask.lengths, one)
    return view.lengths[len(mask.lengths) :]


def masked(ev: Evaluator, view: Parts, chosen: tuple[int, Value], node: Node) -> Value:
    """The elements where a mask holds."""
    mask = chosen[1].type
    assert isinstance(mask, Array)
    inner, strides = view.lengths[mask.dimensions :], view.strides[mask.dimensions :]
    most = product(ev, view.lengths[: mask.dimensions])
    made = new_array(ev, view.dtype, [most, *inner])
    count = ev.place()
    ev.line(f"store i64 0, ptr {count}, align 8")

    def one(address: str, place: list[Value]) -> None:
        now = Value(INT, ev.op(f"load i64, ptr {count}, align 8"))
        row = moved(ev, made.data, [(now, made.strides[0])])

        def cell(at: list[Value]) -> None:
            to = moved(ev, row, list(zip(at, made.strides[1:], strict=True)))
            source = moved(ev, address, list(zip(at, strides, strict=True)))
            store_word(ev, made.dtype, load_word(ev, view.dtype, source), to)

        nest(ev, inner, cell)
        ev.line(f"store i64 {plus(ev, now, known(1)).ref}, ptr {count}, align 8")

    each_true(ev, view, chosen, node, one)
    length = Value(INT, ev.op(f"load i64, ptr {count}, align 8"))
    return Parts(made.dtype, made.data, [length, *inner], made.strides).array(ev)


def write_masked(ev: Evaluator, view: Parts, chosen: tuple[int, Value], new: Value, node: Node) -> None:
    """Write a number, or one element after the other, where a mask holds."""
    mask = chosen[1].type
    assert isinstance(mask, Array)
    inner, strides = view.lengths[mask.dimensions :], view.strides[mask.dimensions :]
    count = ev.place()
    ev.line(f"store i64 0, ptr {count}, align 8")
    if isinstance(ev.as_type(new), Number):
        source = Source(ev, view.dtype, new, inner, node)
    else:
        each_true(ev, view, chosen, node, lambda address, place: add_one(ev, count))
        length = Value(INT, ev.op(f"load i64, ptr {count}, align 8"))
        source = Source(ev, view.dtype, new, [length, *inner], node)
        ev.line(f"store i64 0, ptr {count}, align 8")

    def one(address: str, place: list[Value]) -> None:
        now = [] if source.parts is None else [Value(INT, ev.op(f"load i64, ptr {count}, align 8"))]

        def cell(at: list[Value]) -> None:
            to = moved(ev, address, list(zip(at, strides, strict=True)))
            store_word(ev, view.dtype, source.word(ev, [*now, *at]), to)

        nest(ev, inner, cell)
        add_one(ev, count)

    each_true(ev, view, chosen, node, one)


def add_one(ev: Evaluator, place: str) -> None:
    now = ev.op(f"load i64, ptr {place}, align 8")
    ev.line(f"store i64 {ev.op(f'add i64 {now}, 1')}, ptr {place}, align 8")
