"""Operators and comparisons, whatever the types of their sides."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.array_constants import is_array
from zermelo.kernel.machine.arrays import Array
from zermelo.kernel.machine.conditions import Conditions
from zermelo.kernel.machine.numbers import BOOL
from zermelo.kernel.machine.types import (
    EMPTY,
    NEVER,
    Type,
    Value,
    known,
)
from zermelo.kernel.machine.unions import Union

if TYPE_CHECKING:
    pass


OPERATORS: dict[type, tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Add: ("add", operator.add),
    ast.Sub: ("sub", operator.sub),
    ast.Mult: ("mul", operator.mul),
    ast.Div: ("truediv", operator.truediv),
    ast.FloorDiv: ("floordiv", operator.floordiv),
    ast.Mod: ("mod", operator.mod),
    ast.Pow: ("pow", operator.pow),
    ast.LShift: ("lshift", operator.lshift),
    ast.RShift: ("rshift", operator.rshift),
    ast.BitAnd: ("and", operator.and_),
    ast.BitOr: ("or", operator.or_),
    ast.BitXor: ("xor", operator.xor),
    ast.MatMult: ("matmul", operator.matmul),
}
COMPARISONS: dict[type, tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Eq: ("eq", operator.eq),
    ast.NotEq: ("ne", operator.ne),
    ast.Lt: ("lt", operator.lt),
    ast.LtE: ("le", operator.le),
    ast.Gt: ("gt", operator.gt),
    ast.GtE: ("ge", operator.ge),
    ast.Is: ("is", operator.is_),
    ast.IsNot: ("isnot", operator.is_not),
}
UNARY: dict[type, tuple[str, Callable[[Any], Any]]] = {
    ast.USub: ("neg", operator.neg),
    ast.UAdd: ("pos", operator.pos),
    ast.Invert: ("invert", operator.invert),
}


class Operators(Conditions):
    """The part of the evaluator that computes and compares."""

    def expr_UnaryOp(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return self.condition(node)
        name, fold = UNARY[type(node.op)]
        return self.unary(name, fold, self.expr(node.operand), node)

    def unary(self, name: str, fold: Callable[[Any], Any], value: Value, node: Any) -> Value:
        if value.const:
            return self.folded(lambda: fold(value.known), node)
        if value.type is NEVER:
            return EMPTY
        if isinstance(value.type, Union):
            return value.type.of_each(self, value, node, name, lambda one: self.unary(name, fold, one, node))
        found = value.type.unary(self, name, value, node)  # type: ignore[arg-type]
        if found is NotImplemented:
            return self.wrong_type(node, value)
        return found  # type: ignore[no-any-return]

    def expr_BinOp(self, node: ast.BinOp) -> Value:
        left = self.settled(self.expr(node.left))
        return self.binary(node.op, left, self.expr(node.right), node)

    def binary(self, op: ast.operator, left: Value, right: Value, node: Any) -> Value:
        name, fold = OPERATORS[type(op)]
        if left.type is NEVER or right.type is NEVER or self.dead:
            return EMPTY
        if left.const and right.const:
            folded = self.unit.foldable(fold, left.known, right.known)
            if folded:
                return self.folded(lambda: fold(left.known, right.known), node)
        if isinstance(left.type, Union):
            return left.type.of_each(self, left, node, "left", lambda one: self.binary(op, one, right, node))
        if isinstance(right.type, Union):
            return right.type.of_each(
                self, right, node, "right", lambda one: self.binary(op, left, one, node)
            )
        for kind in self.kinds(left, right):
            found = kind.binary(self, name, left, right, node)  # type: ignore[arg-type]
            if found is not NotImplemented:
                return found  # type: ignore[no-any-return]
        return self.wrong_type(node, left, right)

    def in_place(self, op: ast.operator, left: Value, right: Value, node: Any) -> Value:
        """`left op= right`: a list grows, anything else is replaced."""
        if left.const and isinstance(left.known, list | set | dict):
            what = f"`{ast.unparse(node)}`, which changes something that all states share,"
            raise self.refused(node, what, "make a copy of it first")
        grow = getattr(left.type, "in_place", None)
        if grow is not None:
            found = grow(self, OPERATORS[type(op)][0], left, right, node)
            if found is not NotImplemented:
                return found  # type: ignore[no-any-return]
        return self.binary(op, left, right, node)

    def expr_Compare(self, node: ast.Compare) -> Value:
        left = self.settled(self.expr(node.left))
        if len(node.ops) == 1:
            return self.compare_by(node.ops[0], left, self.looked_in(node.ops[0], node.comparators[0]), node)

        def branches(give: Callable[[Value], None]) -> None:
            nonlocal left
            for index, (op, part) in enumerate(zip(node.ops, node.comparators, strict=True)):
                right = self.settled(self.looked_in(op, part))
                found = self.truth(self.compare_by(op, left, right, node))
                left = right
                onward, no = self.merge(node, ("on", index), "on"), self.merge(node, ("no", index), "no")
                self.go(found, onward, no)
                no.enter()
                if not self.dead:
                    give(known(False))
                onward.enter()
                if self.dead:
                    return
            give(known(True))

        return self.chosen(node, "chain", branches)  # type: ignore[no-any-return]

    def looked_in(self, op: ast.cmpop, node: ast.expr) -> Value:
        """The right side of a comparison."""
        if isinstance(op, ast.In | ast.NotIn):
            from zermelo.kernel.machine.sets import looked_in

            return looked_in(self, node)  # type: ignore[arg-type]
        return self.expr(node)

    def compare_by(self, op: ast.cmpop, left: Value, right: Value, node: Any) -> Value:
        if isinstance(op, ast.In):
            return self.contains(right, left, node)
        if isinstance(op, ast.NotIn):
            return self.negated(self.truth(self.contains(right, left, node)))
        return self.compare(COMPARISONS[type(op)][0], left, right, node)

    def compare(self, name: str, left: Value, right: Value, node: Any) -> Value:
        """`left name right` as a truth value."""
        if left.type is NEVER or right.type is NEVER or self.dead:
            return EMPTY
        if left.const and right.const and not is_array(left.known) and not is_array(right.known):
            fold = next(f for n, f in COMPARISONS.values() if n == name)
            if name in ("is", "isnot") and not (left.known is None or right.known is None):
                fold = operator.eq if name == "is" else operator.ne
            return self.folded(lambda: bool(fold(left.known, right.known)), node)
        identity = name in ("is", "isnot")
        plain = {"is": "eq", "isnot": "ne"}.get(name, name)
        if isinstance(left.type, Union) or isinstance(right.type, Union):
            return self.compare_unions(plain, left, right, node)
        for one in (left, right):
            if one.const and one.known is None:
                return self.unequal(plain, node, left, right)
        if identity and any(v.type.changeable for v in (left, right)):
            return self.same_thing(plain, left, right, node)
        for kind in self.kinds(left, right):
            found = kind.compare(self, plain, left, right, node)  # type: ignore[arg-type]
            if found is not NotImplemented:
                return found  # type: ignore[no-any-return]
        return self.unequal(plain, node, left, right)

    def same_thing(self, name: str, left: Value, right: Value, node: Any) -> Value:
        for one in (left, right):
            if isinstance(one.type, Array):
                return one.type.same_as(self, left, right, node)  # type: ignore[arg-type]
        if left.type.llvm != "ptr" or right.type.llvm != "ptr" or left.const or right.const:
            return known(name == "ne")
        return Value(BOOL, self.op(f"icmp {name} ptr {left.ref}, {right.ref}"))

    def unequal(self, name: str, node: Any, left: Value, right: Value) -> Value:
        """Values of two kinds are never equal; in an order Python raises TypeError."""
        if name in ("eq", "ne"):
            return known(name == "ne")
        self.wrong_type(node, left, right)
        return Value(BOOL, "undef")

    def compare_unions(self, name: str, left: Value, right: Value, node: Any) -> Value:
        """Each member of a union by itself."""
        other, value, swapped = (right, left, False) if isinstance(left.type, Union) else (left, right, True)
        assert isinstance(value.type, Union)
        if other.const and name in ("eq", "ne"):
            same = [
                k
                for k in value.type.members
                if (k == other.type if k.static else self.unit.may_equal(k, other))
            ]
            if all(k.static for k in same):
                is_one = value.type.is_one_of(self, value, same) if same else "false"  # type: ignore[arg-type]
                found = Value(BOOL, is_one) if is_one not in ("true", "false") else known(is_one == "true")
                return found if name == "eq" else self.negated(found)

        def branches(give: Callable[[Value], None]) -> None:
            def one(kind: Type, member: Value) -> None:
                pair = (other, member) if swapped else (member, other)
                with self.inside(node, ("member", swapped, kind.called)):
                    found = self.truth(self.compare(name, *pair, node))
                give(found)

            value.type.each_member(self, value, one)  # type: ignore[attr-defined]

        return self.chosen(node, ("compare", name, swapped), branches)  # type: ignore[no-any-return]

    def contains(self, container: Value, item: Value, node: Any) -> Value:
        """`item in container`."""
        if container.type is NEVER or item.type is NEVER or self.dead:
            return Value(BOOL, "undef")
        if container.const and is_array(container.known):
            container = self.general(container)
        if container.const and item.const:
            return self.folded(lambda: item.known in container.known, node)
        if container.const:
            from zermelo.kernel.machine.constants import constant_contains

            found = constant_contains(self, container.known, item, node)  # type: ignore[arg-type]
            if found is not None:
                return found
            container = self.general(container)
        if isinstance(container.type, Union):
            return container.type.of_each(
                self, container, node, "in", lambda one: self.contains(one, item, node)
            )
        return container.type.contains(self, container, item, node)  # type: ignore[arg-type]
