"""Elements: what is unpacked, indexed, cut and gone through."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.array_constants import is_array
from zermelo.kernel.machine.array_index import written_indices
from zermelo.kernel.machine.arrays import Array
from zermelo.kernel.machine.environment import Merge
from zermelo.kernel.machine.numbers import BOOL, INT
from zermelo.kernel.machine.operators import Operators
from zermelo.kernel.machine.types import (
    EMPTY,
    NEVER,
    NOTHING,
    Static,
    Value,
    known,
)
from zermelo.kernel.machine.unions import Union
from zermelo.kernel.machine.wide import Wide

if TYPE_CHECKING:
    pass


class Star(Static):
    """All elements of a value whose length is not known, as arguments."""

    called = "`*` with a length that is not known"

    def __init__(self, value: Value) -> None:
        self.value = value


class Elements(Operators):
    """The part of the evaluator that reads and writes elements."""

    def make_tuple(self, parts: list[Value], kind: Any = None, elements: Any = None) -> Value:
        from zermelo.kernel.machine.tuples import make_tuple

        return make_tuple(self, parts, kind, elements)  # type: ignore[arg-type]

    def fixed_length(self, value: Value) -> int | None:
        """The number of elements where it is known while compiling."""
        if value.const:
            try:
                return len(value.known)
            except TypeError:
                return None
        return getattr(value.type, "fixed_length", None)

    def unpacked(self, value: Value, count: int, node: Any) -> list[Value]:
        """The elements of what has so many."""
        if value.type is NEVER or self.dead:
            return [EMPTY] * count
        if isinstance(value.type, Union):
            value = value.type.sole(self, value, node)  # type: ignore[arg-type]
        if value.const and is_array(value.known):
            value = self.general(value)
        if value.const:
            try:
                found = list(value.known)
            except TypeError:
                self.wrong_type(node, value)
                return [EMPTY] * count
            if len(found) != count:
                self.fail(
                    self.unit.failures.of(ValueError, f"expected {count} values to unpack, got {len(found)}")
                )
                return [EMPTY] * count
            return [known(self.unit.meaning(each, True)) for each in found]
        parts = getattr(value.type, "parts_of", None)
        if parts is not None:
            return parts(self, value, count, node)  # type: ignore[no-any-return]
        from zermelo.kernel.machine.sequences import unpack_any

        return unpack_any(self, value, count, node)  # type: ignore[arg-type]

    def unpacked_with_star(self, value: Value, star: int, count: int, node: Any) -> list[Value]:
        from zermelo.kernel.machine.sequences import unpack_with_star

        return unpack_with_star(self, value, star, count, node)  # type: ignore[arg-type]

    def parts_of(self, elements: list[ast.expr], node: ast.AST) -> list[Value]:
        """The elements of a tuple or the arguments of a call, with starred ones put in."""
        parts: list[Value] = []
        for element in elements:
            if isinstance(element, ast.Starred):
                value = self.settled(self.expr(element.value))
                count = self.fixed_length(value)
                if count is None:
                    parts.append(Value(Star(value)))
                else:
                    parts += self.unpacked(value, count, node)
            else:
                parts.append(self.expr(element))
            parts[-1:] = [self.settled(part) for part in parts[-1:]]
        return parts

    def fresh(self, value: Value, node: Any) -> Value:
        """What Python made just now: a list is the rule's own, and may be changed."""
        if value.const and type(value.known) is list:
            return self.library_list(known(tuple(value.known)), node)
        return value

    def library_list(self, value: Value, node: Any) -> Value:
        """list(value)."""
        from zermelo.kernel.machine.lists import list_of

        return list_of(self, value, node)  # type: ignore[arg-type]

    def expr_Subscript(self, node: ast.Subscript) -> Value:
        base = (
            self.settled(self.expr(node.value))
            if not isinstance(node.value, ast.Name)
            else self.expr(node.value)
        )
        if isinstance(node.slice, ast.Tuple) and (parts := written_indices(self, node.slice)) is not None:  # type: ignore[arg-type]
            return self.items(base, parts, node)
        if isinstance(node.slice, ast.Slice):
            bounds = [
                self.expr(b) if b is not None else NOTHING
                for b in (node.slice.lower, node.slice.upper, node.slice.step)
            ]
            return self.slice(base, bounds, node)
        return self.item(base, self.expr(node.slice), node)

    def item(self, base: Value, index: Value, node: Any) -> Value:
        if base.type is NEVER or index.type is NEVER or self.dead:
            return EMPTY
        if base.const and is_array(base.known):
            base = self.general(base)
        if base.const and index.const:
            return self.folded(lambda: self.unit.meaning(base.known[index.known], True), node)
        if isinstance(base.type, Union):
            return base.type.of_each(self, base, node, "item of", lambda one: self.item(one, index, node))
        if isinstance(index.type, Union) and not is_keyed(base):
            return index.type.of_each(self, index, node, "item at", lambda one: self.item(base, one, node))
        if base.const and isinstance(base.known, dict | tuple | list):
            from zermelo.kernel.machine.calls import functions_by_key

            chosen = functions_by_key(self, base.known, index)  # type: ignore[arg-type]
            if chosen is not None:
                return chosen
        if base.const:
            from zermelo.kernel.machine.constants import constant_item

            found = constant_item(self, base.known, index, node)  # type: ignore[arg-type]
            if found is not None:
                return found
            base = self.general(base)
        return base.type.item(self, base, index, node)  # type: ignore[arg-type]

    def indices(self, base: Value, node: ast.expr) -> list[Value] | None:
        """The parts of an index with slices in it, of an array; None for any other."""
        if isinstance(node, ast.Tuple) or isinstance(base.type, Array):
            return written_indices(self, node)  # type: ignore[arg-type]
        return None

    def items(self, base: Value, indices: list[Value], node: Any) -> Value:
        """An element or part of an array, where slices are in the index."""
        if base.type is NEVER or self.dead:
            return EMPTY
        base = self.general(base)
        if not isinstance(base.type, Array):
            raise self.type_error(node)
        return base.type.items(self, base, indices, node)  # type: ignore[arg-type]

    def set_items(self, base: Value, indices: list[Value], value: Value, node: Any) -> None:
        if base.type is NEVER or value.type is NEVER or self.dead:
            return
        if not isinstance(base.type, Array):
            raise self.type_error(node)
        base.type.set_items(self, base, indices, value, node)  # type: ignore[arg-type]

    def slice(self, base: Value, bounds: list[Value], node: Any) -> Value:
        if base.type is NEVER or any(b.type is NEVER for b in bounds) or self.dead:
            return EMPTY
        if base.const and all(b.const for b in bounds) and not isinstance(base.known, list):
            return self.fresh(self.folded(lambda: base.known[slice(*(b.known for b in bounds))], node), node)
        if isinstance(base.type, Union):
            return base.type.of_each(self, base, node, "slice", lambda one: self.slice(one, bounds, node))
        base = self.general(base)
        return base.type.slice(self, base, bounds, node)  # type: ignore[arg-type]

    def set_item(self, base: Value, index: Value, value: Value, node: Any) -> None:
        if base.type is NEVER or index.type is NEVER or value.type is NEVER or self.dead:
            return
        if base.const:
            what = f"`{ast.unparse(node)} = …`, which changes something that all states share,"
            raise self.refused(node, what, "keep it in the state")
        if isinstance(base.type, Union):
            return base.type.do_each(
                self, base, node, "set", lambda one: self.set_item(one, index, value, node)
            )
        base.type.set_item(self, base, index, value, node)  # type: ignore[arg-type]

    def set_slice(self, base: Value, part: ast.Slice, value: Value, node: Any) -> None:
        from zermelo.kernel.machine.slices import set_slice

        set_slice(self, base, part, value, node)  # type: ignore[arg-type]

    def delete_item(self, base: Value, index: Value, node: Any) -> None:
        if base.type is not NEVER and not self.dead:
            base.type.delete_item(self, base, index, node)  # type: ignore[arg-type]

    def index(self, value: Value, node: Any) -> str:
        """A whole number as an i64 that indexes something."""
        if isinstance(value.type, Union):
            value = value.type.sole(self, value, node)  # type: ignore[arg-type]
        kind = self.as_type(value)
        if kind is not BOOL and not isinstance(kind, type(INT) | Wide):
            self.wrong_type(node, value)
            return "0"
        return self.convert(value, INT, node).ref

    def checked_index(
        self, index: Value, length: Value, node: Any, said: str = "index out of range"
    ) -> Value:
        """A place from 0 on, where an index is within a length; from the end where it is negative."""
        failure = self.unit.failures.of(IndexError, said)
        if index.const and not isinstance(index.known, int):
            self.wrong_type(node, index)
            return known(0)
        if index.const and length.const:
            place = index.known + length.known * (index.known < 0)
            if not 0 <= place < length.known:
                self.fail(failure)
            return known(place)
        count = self.convert(length, INT).ref
        if index.const and isinstance(index.known, int):
            if index.known >= 0:
                self.fail_if(self.op(f"icmp sle i64 {count}, {int(index.known)}"), failure)
                return known(int(index.known))
            place = self.op(f"add i64 {count}, {int(index.known)}")
            self.fail_if(self.op(f"icmp slt i64 {place}, 0"), failure)
            return Value(INT, place)
        number = self.index(index, node)
        negative = self.op(f"icmp slt i64 {number}, 0")
        place = self.op(f"select i1 {negative}, i64 {self.op(f'add i64 {number}, {count}')}, i64 {number}")
        self.fail_if(self.op(f"icmp uge i64 {place}, {count}"), failure)
        return Value(INT, place)

    def each(self, value: Value, body: Callable[[Value], None], node: Any) -> None:
        """Loop over anything."""
        if value.type is NEVER or self.dead:
            return
        if value.const and is_array(value.known):
            value = self.general(value)
        if value.const:
            from zermelo.kernel.machine.constants import constant_each

            constant_each(self, value.known, body, node)  # type: ignore[arg-type]
            return
        if isinstance(value.type, Union):
            return value.type.do_each(self, value, node, "loop", lambda one: self.each(one, body, node))
        value.type.each(self, value, body, node)  # type: ignore[arg-type]

    def count_loop(
        self, start: str, stop: str, step: int, body: Callable[[Value], None], node: Any, role: Any = ""
    ) -> None:
        """A loop over the whole numbers from `start` on, while they are below `stop` (above, going down)."""
        counter = self.place()
        self.line(f"store i64 {start}, ptr {counter}, align 8")
        now = [""]

        def test(inside: Merge, over: Merge) -> None:
            now[0] = self.op(f"load i64, ptr {counter}, align 8")
            sign = "slt" if step > 0 else "sgt"
            self.go(Value(BOOL, self.op(f"icmp {sign} i64 {now[0]}, {stop}")), inside, over)

        def advance() -> None:
            self.line(f"store i64 {self.op(f'add nsw i64 {now[0]}, {step}')}, ptr {counter}, align 8")

        with self.inside(node, ("count", role)):
            self.loop(node, test, lambda: body(Value(INT, now[0])), advance, binds=False)


def is_keyed(value: Value) -> bool:
    """Whether elements are found by keys of any type, None too."""
    return isinstance(value.known, dict) if value.const else value.type.is_instance(dict)
