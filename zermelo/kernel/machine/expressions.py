"""Expressions: names, attributes, operators, conditions, comprehensions and calls, whatever their types."""

from __future__ import annotations

import ast
import operator
import types as python_types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.array_constants import array_of_game, constant_array, is_array
from zermelo.kernel.machine.array_index import written_indices
from zermelo.kernel.machine.arrays import Array
from zermelo.kernel.machine.emit import Writer
from zermelo.kernel.machine.environment import Binding, Merge
from zermelo.kernel.machine.numbers import BOOL, FLOAT, INT
from zermelo.kernel.machine.sources import MISSING, resolve, text_of
from zermelo.kernel.machine.types import (
    EMPTY,
    NEVER,
    NOTHING,
    Call,
    Const,
    Function,
    Loop,
    Method,
    Static,
    Type,
    Value,
    is_none,
    known,
)
from zermelo.kernel.machine.unions import Union
from zermelo.kernel.machine.wide import Wide

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

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
NEGATED = {
    "eq": "ne",
    "ne": "eq",
    "lt": "ge",
    "le": "gt",
    "gt": "le",
    "ge": "lt",
    "is": "isnot",
    "isnot": "is",
}
SWAPPED = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
UNARY: dict[type, tuple[str, Callable[[Any], Any]]] = {
    ast.USub: ("neg", operator.neg),
    ast.UAdd: ("pos", operator.pos),
    ast.Invert: ("invert", operator.invert),
}
SMALL = 8
"""A search through so few elements is written out."""


class Star(Static):
    """All elements of a value whose length is not known, as arguments."""

    called = "`*` with a length that is not known"

    def __init__(self, value: Value) -> None:
        self.value = value


class Expressions(Writer):
    """The part of the evaluator that walks expressions."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    # -- conversion ----------------------------------------------------------------------------------

    def join(self, left: Type, right: Type) -> Type:
        """The type of what is sometimes of one type, sometimes of the other."""
        if is_function(left) or is_function(right):
            if left == right or NEVER in (left, right):
                return right
            what = f"a variable that is {left.called} here and {right.called} there"
            raise self.refused(None, what, "call each of them in its own branch")
        found = self.unit.join(left, right)
        if found is None:
            what = f"a variable that is {left.called} here and {right.called} there"
            raise self.refused(None, what, "use two variables")
        return found  # type: ignore[no-any-return]

    def convert(self, value: Value, type: Type, node: Any = None) -> Value:
        """A value as one of another type."""
        have = value.type
        if have is type or have is NEVER or self.dead:
            return value if have is type else self.empty(type)
        if have == type:
            self.unit.join(have, type)
            return value
        if isinstance(have, Const) and not type.static and not isinstance(type, Union):
            found = type.constant(self, have.value)  # type: ignore[arg-type]
        else:
            found = type.convert(self, value, node)  # type: ignore[arg-type]
        if found is None and isinstance(have, Union):
            found = have.taken(self, value, type, node)  # type: ignore[arg-type]
        if found is None:
            raise self.refused(
                node, f"{have.called} where {type.called} is wanted", "keep to one kind of value"
            )
        return found

    def empty(self, type: Type) -> Value:
        """A value of a type at a place that is never reached."""
        if type.static:
            return Value(type)
        if type.in_memory:
            return Value(type, self.place(max(type.words, 1)))
        if self.dry or self.dead:
            return Value(type, "undef")
        return Value(
            type,
            "null"
            if type.llvm == "ptr"
            else "0.0"
            if type.llvm == "double"
            else "0"
            if type.llvm != "i1"
            else "false",
        )

    def general(self, value: Value) -> Value:
        """The value as one of run time."""
        return self.convert(value, self.unit.type_of(value.known)) if value.const else value

    def as_type(self, value: Value) -> Type:
        """The type that the value has at run time."""
        return self.unit.type_of(value.known) if value.const else value.type  # type: ignore[no-any-return]

    def truth(self, value: Value) -> Value:
        """bool(value): a constant or a Bool."""
        if value.const:
            return known(bool(value.known))
        if value.type is NEVER:
            return Value(BOOL, "undef")
        return value.type.truth(self, value)  # type: ignore[arg-type]

    def bit(self, value: Value) -> str:
        """A truth value as an i1."""
        if value.const:
            return "true" if value.known else "false"
        return value.ref

    def negated(self, value: Value) -> Value:
        if value.const:
            return known(not value.known)
        return Value(BOOL, self.op(f"xor i1 {value.ref}, true"))

    # -- conditions -----------------------------------------------------------------------------------

    def jump(self, node: ast.expr, yes: Merge, no: Merge) -> None:
        """Go to one of two merges, as a condition holds or not; there more may be known of variables."""
        if self.dead:
            return
        if isinstance(node, ast.BoolOp):
            conjunction = isinstance(node.op, ast.And)
            for index, part in enumerate(node.values[:-1]):
                onward = self.merge(node, ("part", index), "part")
                self.jump(part, *((onward, no) if conjunction else (yes, onward)))
                onward.enter()
            return self.jump(node.values[-1], yes, no)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.jump(node.operand, no, yes)
        if (test := self.narrowing(node)) is not None:
            return self.jump_narrowed(*test, yes, no)
        self.go(self.truth(self.expr(node)), yes, no)

    def go(self, condition: Value, yes: Merge, no: Merge) -> None:
        """Go to one of two merges."""
        if self.dead:
            return
        if condition.const:
            (yes if condition.known else no).arrive()
            return
        true, false = self.label("yes"), self.label("no")
        self.branch_if(condition.ref, true, false)
        env = self.env
        for label, merge in ((true, yes), (false, no)):
            self.place_label(label)
            self.env = dict(env)
            merge.arrive()

    def narrowing(self, node: ast.expr) -> tuple[Any, ...] | None:
        """Where a condition says which member of a union a variable holds: its name, the members, and how."""
        if isinstance(node, ast.Name):
            return self.union_named(node, None, True)
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.left, ast.Name):
            right = node.comparators[0]
            if isinstance(right, ast.Constant) and right.value is None:
                if isinstance(node.ops[0], ast.Is | ast.Eq):
                    return self.union_named(node.left, lambda kind: is_none(kind), True)
                if isinstance(node.ops[0], ast.IsNot | ast.NotEq):
                    return self.union_named(node.left, lambda kind: is_none(kind), False)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            if (
                len(node.args) == 2
                and isinstance(node.args[0], ast.Name)
                and self.scope("isinstance") is None
            ):
                kinds = self.expr(node.args[1])
                if kinds.const:
                    return self.union_named(node.args[0], lambda kind: is_kind(kind, kinds.known), True)
        return None

    def union_named(self, node: ast.Name, wanted: Any, positive: bool) -> tuple[Any, ...] | None:
        frame = self.scope(node.id)
        if frame is None or not isinstance(getattr(self.env.get((frame.path, node.id)), "type", None), Union):
            return None
        return (frame.path, node.id), self.read(node.id, node), wanted, positive

    def jump_narrowed(
        self, name: Any, value: Value, wanted: Any, positive: bool, yes: Merge, no: Merge
    ) -> None:
        union = value.type
        assert isinstance(union, Union)
        if wanted is None:  # the truth of the variable: what is None is false
            self.each_member_at(name, value, lambda member, v: self.go(self.truth(v), yes, no))
            return
        if not positive:
            yes, no = no, yes
        true = [kind for kind in union.members if wanted(kind)]
        false = [kind for kind in union.members if not wanted(kind)]
        if not true or not false:
            (yes if true else no).arrive()
            return
        is_one = union.is_one_of(self, value, true)  # type: ignore[arg-type]
        hit, miss = self.label("is"), self.label("isnot")
        self.branch_if(is_one, hit, miss)
        env = self.env
        for label, merge, kinds in ((hit, yes, true), (miss, no, false)):
            self.place_label(label)
            self.env = dict(env)
            narrowed = union.narrowed(self, value, kinds)  # type: ignore[arg-type]
            if narrowed is not None:
                self.env[name] = Binding(narrowed.type, narrowed)
            merge.arrive()

    def each_member_at(self, name: Any, value: Value, act: Callable[[Type, Value], None]) -> None:
        """Do something for each member of a union that a variable may hold."""
        union, env = value.type, self.env
        assert isinstance(union, Union)

        def one(kind: Type, member: Value) -> None:
            self.env = dict(env)
            self.env[name] = Binding(member.type, member)
            act(kind, member)

        union.each_member(self, value, one)  # type: ignore[arg-type]

    # -- expressions -----------------------------------------------------------------------------------

    def expr(self, node: ast.expr) -> Value:
        if self.dead:
            return EMPTY
        found = getattr(self, f"expr_{type(node).__name__}", None)
        if found is None:
            raise self.refused(node, f"`{ast.unparse(node)}`")
        return found(node)  # type: ignore[no-any-return]

    def expr_Constant(self, node: ast.Constant) -> Value:
        return known(node.value)

    def expr_Name(self, node: ast.Name) -> Value:
        return self.read(node.id, node)  # type: ignore[no-any-return]

    def outer(self, word: str, node: ast.AST) -> Value:
        """What a name that is not local stands for."""
        value = resolve(self.frame.owner, word)
        if value is MISSING:
            self.fail(self.unit.failures.of(NameError, f"name '{word}' is not defined"))
            return EMPTY
        self.unit.readings.note("global", self.frame.owner, word, value)
        if is_array(value):
            return constant_array(self, value)  # type: ignore[arg-type]
        return known(self.unit.meaning(value, self.frame.rule))

    def expr_NamedExpr(self, node: ast.NamedExpr) -> Value:
        value = self.expr(node.value)
        frame = self.frame
        while frame.text is not None and getattr(frame, "comprehension", False):
            frame = frame.parent
        self.assign_in(frame, node.target.id, value)
        return value

    def expr_Attribute(self, node: ast.Attribute) -> Value:
        return self.attribute(self.expr(node.value), node.attr, node)

    def attribute(self, value: Value, name: str, node: Any) -> Value:
        if value.const:
            found = getattr(value.known, name, MISSING)
            if found is MISSING and value.known is self.unit.game:
                found = self.unit.missing_rule(name)
            if found is MISSING:
                kind = type(value.known).__name__
                self.fail(self.unit.failures.of(AttributeError, f"'{kind}' object has no attribute '{name}'"))
                return EMPTY
            if value.known is self.unit.game and is_array(found):
                self.unit.readings.note("array", value.known, name, (found.dtype.str, found.ndim))
                return array_of_game(self, name, found)  # type: ignore[arg-type]
            self.unit.readings.note("attribute", value.known, name, found)
            if is_array(found):
                return constant_array(self, found)  # type: ignore[arg-type]
            return known(self.unit.meaning(found, self.frame.rule))
        if value.type is NEVER:
            return EMPTY
        return value.type.attribute(self, value, name, node)  # type: ignore[arg-type]

    def set_attribute(self, base: Value, name: str, value: Value, node: Any) -> None:
        if base.type is NEVER or self.dead:
            return
        if base.const:
            what = f"`{ast.unparse(node)} = …`, which changes something that all states share,"
            raise self.refused(node, what, "keep it in the state")
        base.type.set_attribute(self, base, name, value, node)

    def expr_Tuple(self, node: ast.Tuple) -> Value:
        if not any(isinstance(each, ast.Starred) for each in node.elts):
            return self.make_tuple(self.parts_of(node.elts, node))
        from zermelo.kernel.machine.lists import tuple_display

        return tuple_display(self, node)  # type: ignore[arg-type]

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
        from zermelo.kernel.machine.lists import unpack_any

        return unpack_any(self, value, count, node)  # type: ignore[arg-type]

    def unpacked_with_star(self, value: Value, star: int, count: int, node: Any) -> list[Value]:
        from zermelo.kernel.machine.lists import unpack_with_star

        return unpack_with_star(self, value, star, count, node)  # type: ignore[arg-type]

    def expr_List(self, node: ast.List) -> Value:
        from zermelo.kernel.machine.lists import list_display

        return list_display(self, node)  # type: ignore[arg-type]

    def expr_Set(self, node: ast.Set) -> Value:
        from zermelo.kernel.machine.sets import set_display

        return set_display(self, node)  # type: ignore[arg-type]

    def expr_Dict(self, node: ast.Dict) -> Value:
        from zermelo.kernel.machine.dicts import dict_display

        simple = [isinstance(value, ast.Lambda | ast.Name | ast.Attribute) for value in node.values]
        if simple and all(simple) and None not in node.keys:
            values = [self.expr(value) for value in node.values]
            if all(is_function(value.type) for value in values):
                from zermelo.kernel.machine.calls import Dispatch

                keys = [self.expr(key) for key in node.keys if key is not None]
                if all(key.const for key in keys):
                    return Value(Dispatch(list(zip(keys, values, strict=True))))

        return dict_display(self, node)  # type: ignore[arg-type]

    def comprehension(
        self, node: Any, give: Callable[[Callable[[Value], None]], None] | None = None
    ) -> Value:
        """The elements of a comprehension or generator expression, as something to loop over."""
        frame, path = self.frame, self.path
        first = self.expr(node.generators[0].iter)
        if isinstance(node.generators[0].iter, ast.Name) and first.moves:
            first = self.settled(first)

        def each(ev: Evaluator, body: Callable[[Value], None], at: Any) -> None:
            from zermelo.kernel.machine.closures import comprehend

            comprehend(ev, node, frame, path, first, body)

        return Value(Loop("comprehension", each, (node, first)))

    def expr_GeneratorExp(self, node: ast.GeneratorExp) -> Value:
        return self.comprehension(node)

    def expr_ListComp(self, node: ast.ListComp) -> Value:
        return self.library_list(self.comprehension(node), node)

    def expr_SetComp(self, node: ast.SetComp) -> Value:
        from zermelo.kernel.machine.sets import set_from

        return set_from(self, set, self.comprehension(node), node)  # type: ignore[arg-type]

    def expr_DictComp(self, node: ast.DictComp) -> Value:
        pairs = self.unit.replaced(
            node, lambda: ast.GeneratorExp(ast.Tuple([node.key, node.value], ast.Load()), node.generators)
        )
        from zermelo.kernel.machine.dicts import dict_from

        return dict_from(self, dict, self.comprehension(pairs), node)  # type: ignore[arg-type]

    def expr_Lambda(self, node: ast.Lambda) -> Value:
        return Value(Function(node, self.frame))

    def expr_IfExp(self, node: ast.IfExp) -> Value:
        def branches(give: Callable[[Value], None]) -> None:
            yes, no = self.merge(node, "yes", "then"), self.merge(node, "no", "else")
            self.jump(node.test, yes, no)
            for merge, part in ((yes, node.body), (no, node.orelse)):
                merge.enter()
                if not self.dead:
                    give(self.expr(part))

        return self.chosen(node, "if", branches)  # type: ignore[no-any-return]

    def expr_BoolOp(self, node: ast.BoolOp) -> Value:
        conjunction = isinstance(node.op, ast.And)

        def branches(give: Callable[[Value], None]) -> None:
            for index, part in enumerate(node.values[:-1]):
                if self.dead:
                    return
                onward = self.merge(node, ("part", index), "part")
                done = self.merge(node, ("done", index), "done")
                if is_condition(part):
                    self.jump(part, *((onward, done) if conjunction else (done, onward)))
                    done.enter()
                    if not self.dead:
                        give(known(not conjunction))
                else:
                    value = self.settled(self.expr(part))
                    self.go(self.truth(value), *((onward, done) if conjunction else (done, onward)))
                    done.enter()
                    if not self.dead:
                        give(value)
                onward.enter()
                if not self.dead:
                    self.narrow_after(part, conjunction)
            if not self.dead:
                give(self.expr(node.values[-1]))

        return self.chosen(node, "bool", branches)  # type: ignore[no-any-return]

    def narrow_after(self, part: ast.expr, truth: bool) -> None:
        """What is known of a variable behind `w and …` or `w or …`."""
        if isinstance(part, ast.Name) and truth and (found := self.union_named(part, None, True)):
            name, value = found[:2]
            union = value.type
            kinds = [kind for kind in union.members if not is_none(kind)]
            if len(kinds) < len(union.members):
                narrowed = union.narrowed(self, value, kinds)
                if narrowed is not None:
                    self.env[name] = Binding(narrowed.type, narrowed)

    def expr_UnaryOp(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return self.condition(node)
        name, fold = UNARY[type(node.op)]
        return self.unary(name, fold, self.expr(node.operand), node)

    def condition(self, node: ast.expr) -> Value:
        """A condition as a truth value."""
        if (
            isinstance(node, ast.UnaryOp)
            and isinstance(node.op, ast.Not)
            and not isinstance(node.operand, ast.BoolOp)
        ):
            return self.negated(self.truth(self.expr(node.operand)))

        def branches(give: Callable[[Value], None]) -> None:
            yes, no = self.merge(node, "yes", "then"), self.merge(node, "no", "else")
            self.jump(node, yes, no)
            for merge, value in ((yes, True), (no, False)):
                merge.enter()
                if not self.dead:
                    give(known(value))

        return self.chosen(node, "condition", branches)  # type: ignore[no-any-return]

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

    def folded(self, compute: Callable[[], Any], node: Any) -> Value:
        """What Python says of constants."""
        try:
            return known(compute())
        except Exception as error:
            self.fail(self.unit.failures.of(type(error), str(error)))
            return EMPTY

    def fresh(self, value: Value, node: Any) -> Value:
        """What Python made just now: a list is the rule's own, and may be changed."""
        if value.const and type(value.known) is list:
            return self.library_list(known(tuple(value.known)), node)
        return value

    def wrong_type(self, node: Any, *values: Value) -> Value:
        """Python raises TypeError here."""
        kinds = " and ".join(value.type.called for value in values)
        if any(isinstance(value.type, Loop | Function | Method) for value in values):
            raise self.refused(node, f"this with {kinds}")
        self.fail(self.unit.failures.of(TypeError, f"unsupported operand: {kinds}"))
        return EMPTY

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

    def kinds(self, *values: Value) -> list[Type]:
        """The types that are asked about an operation: those of run time first."""
        found = [value.type for value in values if not value.type.static or isinstance(value.type, Loop)]
        found += [self.as_type(value) for value in values if value.const and not is_none(value.type)]
        return found

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

    # -- elements ----------------------------------------------------------------------------------------

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
        from zermelo.kernel.machine.lists import set_slice

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

    # -- loops ------------------------------------------------------------------------------------------

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
        """A loop over the whole numbers from `start` on, as long as they are below `stop` (above, going down)."""
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

    # -- calls --------------------------------------------------------------------------------------------

    def expr_Call(self, node: ast.Call) -> Value:
        callee = self.expr(node.func)
        if callee.const and callee.known in self.unit.erased:
            return NOTHING
        if callee.const and callee.known is super:
            return self.unit.super_of(self, node)  # type: ignore[no-any-return]
        arguments = node.args
        if callee.const and arguments and self.unit.words.reads(callee.known):
            arguments = [self.unchanged(arguments[0]), *arguments[1:]]
        values = self.parts_of(arguments, node)
        if any(isinstance(value.type, Star) for value in values):
            callee, values = self.spread(callee, values, node)
        named: dict[str, Value] = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                value = self.expr(keyword.value)
                if not value.const or not isinstance(value.known, dict):
                    raise self.refused(node, f"`**{ast.unparse(keyword.value)}`", "write the arguments out")
                named |= {name: known(each) for name, each in value.known.items()}
            else:
                named[keyword.arg] = self.settled(self.expr(keyword.value))
        return self.call(callee, Call(values, named), node)

    def unchanged(self, node: ast.expr) -> ast.expr:
        """A list that is written on the spot as a tuple, and the lists in it."""
        if isinstance(node, ast.List) and not any(isinstance(part, ast.Starred) for part in node.elts):
            return self.unit.replaced(
                node, lambda: ast.Tuple([self.unchanged(part) for part in node.elts], ast.Load())
            )  # type: ignore[no-any-return]
        return node

    def spread(self, callee: Value, values: list[Value], node: Any) -> tuple[Value, list[Value]]:
        """A function and its arguments, of which the last is of a length that is not known (`*rest`)."""
        rest = values[-1].type
        if not isinstance(rest, Star) or any(isinstance(value.type, Star) for value in values[:-1]):
            raise self.refused(node, f"`{ast.unparse(node)}`, where not the last argument alone has a star,")
        if (
            callee.const
            and len(values) == 1
            and (other := self.unit.words.of_all.get(callee.known)) is not None
        ):
            return known(other), [rest.value]
        wanted = self.parameters_left(callee, len(values) - 1)
        if wanted is None:
            what = f"`{ast.unparse(node)}`, where it is not known how many arguments there are,"
            raise self.refused(node, what, "write the arguments out")
        if wanted < 0:
            if self.takes_any(callee):
                return callee, values
            self.fail(self.unit.failures.of(TypeError, "more arguments than a function takes"))
            return callee, values[:-1]
        return callee, [*values[:-1], *self.unpacked(rest.value, wanted, node)]

    def parameters_of(self, callee: Value) -> Any:
        """The parameters of a function of the rules, and how many arguments are given before those of a call."""
        from zermelo.kernel.machine.calls import Parameters

        if isinstance(callee.type, Function):
            return Parameters.of_tree(callee.type.node), 0, bool(callee.type.node.args.defaults)  # type: ignore[attr-defined]
        function, before = callee.known if callee.const else None, 0
        if isinstance(function, python_types.MethodType):
            function, before = function.__func__, 1
        if isinstance(function, python_types.FunctionType):
            return Parameters.of_code(function), before, bool(function.__defaults__)
        return None

    def takes_any(self, callee: Value) -> bool:
        """Whether a function has a parameter `*rest`."""
        found = self.parameters_of(callee)
        return found is not None and found[0].star is not None

    def parameters_left(self, callee: Value, given: int) -> int | None:
        """How many more arguments a function takes, -1 where all go to `*rest`; None where that is not known."""
        found = self.parameters_of(callee)
        if found is None:
            kind = callee.known if callee.const else None
            plain = (
                isinstance(kind, type)
                and hasattr(kind, "_fields")
                and not getattr(kind, "_field_defaults", {})
            )
            return len(kind._fields) - given if plain else None  # type: ignore[union-attr]
        parameters, before, defaults = found
        left: int = parameters.left(given + before)
        if parameters.star is not None:
            return -1 if left <= 0 else None
        return None if defaults else left

    def call(self, callee: Value, call: Call, node: Any) -> Value:
        if self.dead or callee.type is NEVER:
            return EMPTY
        if any(v.type is NEVER for v in (*call.values, *call.named.values())):
            return EMPTY
        if isinstance(callee.type, Method):
            return self.call_method(callee.type.value, callee.type.name, call, node)
        if isinstance(callee.type, Function):
            from zermelo.kernel.machine.closures import call_function

            return call_function(self, callee.type, call, node)  # type: ignore[arg-type]
        if not callee.const:
            own = getattr(callee.type, "call", None)
            if own is not None:
                return own(self, callee, call, node)  # type: ignore[no-any-return]
            return self.wrong_type(node, callee)
        return self.call_known(callee.known, call, node)

    def call_method(self, value: Value, name: str, call: Call, node: Any) -> Value:
        if isinstance(value.type, Union):
            return value.type.of_each(
                self, value, node, name, lambda one: self.call_method(one, name, call, node)
            )
        return value.type.method(self, value, name, call, node)  # type: ignore[arg-type]

    def call_known(self, function: Any, call: Call, node: Any) -> Value:
        """A call of a Python object."""
        handler = self.unit.word(function)
        if handler is not None:
            return handler(self, call, node)  # type: ignore[no-any-return]
        if isinstance(function, python_types.MethodType):
            return self.call_known(
                function.__func__, Call([known(function.__self__), *call.values], call.named), node
            )
        owner = getattr(function, "__self__", None)
        if isinstance(owner, dict | set | list | frozenset):
            from zermelo.kernel.machine.constants import constant_method

            found = constant_method(self, owner, function.__name__, call, node)  # type: ignore[arg-type]
            if found is not None:
                return found
        if (
            owner is not None
            and not isinstance(owner, python_types.ModuleType)
            and (not call.all_known or is_array(owner))
        ):
            value = known(owner) if self.unit.type_of(owner).takes_constants else self.general(known(owner))
            return self.unit.type_of(owner).method(self, value, function.__name__, call, node)  # type: ignore[no-any-return]
        if isinstance(function, type):
            from zermelo.kernel.machine.tuples import construct

            return construct(self, function, call, node)  # type: ignore[arg-type]
        if isinstance(function, python_types.MethodDescriptorType) and call.values and not call.all_known:
            return self.call_method(
                self.general(call.values[0]), function.__name__, Call(call.values[1:], call.named), node
            )
        if (getattr(function, "__module__", None) or "").partition(".")[0] == "numpy" and not call.all_known:
            raise self.refused(node, f"a call of {function.__name__}() of NumPy", "write it with a loop")
        while hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        if isinstance(function, python_types.FunctionType):
            return self.call_python(function, call, node)
        from zermelo.kernel.machine.calls import made_function

        made = made_function(self, function, call, node)  # type: ignore[arg-type]
        if made is not None:
            return made
        if call.all_known and pure(function):
            arguments, named = [v.known for v in call.values], {k: v.known for k, v in call.named.items()}
            found = self.folded(lambda: function(*arguments, **named), node)
            return found if isinstance(owner, dict) else self.fresh(found, node)
        called = getattr(function, "__name__", None) or type(function).__name__
        raise self.refused(node, f"a call of {called}()")

    def arguments(self, function: Any, call: Call, node: Any) -> dict[str, Value]:
        """The parameters of a function with what a call gives them."""
        from zermelo.kernel.machine.calls import Parameters

        parameters = Parameters.of_code(function)
        given = function.__defaults__ or ()
        last = parameters.positional[len(parameters.positional) - len(given) :]
        constants = dict(zip(last, given, strict=True)) | (function.__kwdefaults__ or {})
        defaults = {name: lambda value=value: known(value) for name, value in constants.items()}
        return parameters.filled(self, call, defaults, node)  # type: ignore[arg-type]

    def call_python(self, function: python_types.FunctionType, call: Call, node: Any) -> Value:
        """A call of a function of the rules or the algorithms."""
        arguments = self.arguments(function, call, node)
        if self.dead:
            return EMPTY
        return self.unit.called(self, function, arguments, node)  # type: ignore[no-any-return]

    def library(self, name: str, values: list[Value], node: Any) -> Value:
        """A call of one of Python's own functions, as the library has it."""
        return self.unit.library_call(self, name, values, node)  # type: ignore[no-any-return]

    def library_list(self, value: Value, node: Any) -> Value:
        """list(value)."""
        from zermelo.kernel.machine.lists import list_of

        return list_of(self, value, node)  # type: ignore[arg-type]

    def expr_JoinedStr(self, node: ast.JoinedStr) -> Value:
        from zermelo.kernel.machine.texts import formatted

        return formatted(self, node)  # type: ignore[arg-type]

    def expr_Await(self, node: Any) -> Value:
        raise self.refused(node, "`await`")


def is_function(kind: Type) -> bool:
    """Whether values are functions, which have no place in memory."""
    if isinstance(kind, Const):
        return callable(kind.value) and not isinstance(kind.value, type)
    return isinstance(kind, Function | Method)


def is_condition(node: ast.expr) -> bool:
    """Whether an expression is a truth value by its text."""
    if isinstance(node, ast.BoolOp):
        return all(map(is_condition, node.values))
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def is_keyed(value: Value) -> bool:
    """Whether elements are found by keys of any type, None too."""
    return isinstance(value.known, dict) if value.const else value.type.is_instance(dict)


PURE_MODULES = (
    "builtins",
    "math",
    "cmath",
    "operator",
    "_operator",
    "itertools",
    "_functools",
    "functools",
    "string",
)
"""Modules whose functions may be asked while compiling."""
IMPURE = {
    "input",
    "open",
    "print",
    "id",
    "globals",
    "locals",
    "vars",
    "eval",
    "exec",
    "compile",
    "__import__",
    "setattr",
    "delattr",
    "breakpoint",
    "exit",
    "quit",
    "dir",
    "memoryview",
}
"""Functions of Python that say another thing each time, or do something."""
READING = {
    "count",
    "index",
    "get",
    "keys",
    "values",
    "items",
    "union",
    "intersection",
    "difference",
    "symmetric_difference",
    "issubset",
    "issuperset",
    "isdisjoint",
    "__contains__",
    "__getitem__",
    "__len__",
    "most_common",
    "elements",
    "total",
}
"""Methods of lists, dictionaries and sets that change nothing."""
ARRAYS_CHANGE = {"sort", "fill", "put", "itemset", "partition", "resize", "setfield", "setflags", "byteswap"}


def pure(function: Any) -> bool:
    """Whether a function of Python that is given constants says the same each time, and does nothing."""
    owner, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    if isinstance(owner, list | dict | set):
        return name in READING
    if isinstance(owner, int | float | complex | str | bytes | tuple | frozenset | range):
        return True
    module = getattr(function, "__module__", None) or type(function).__module__ or ""
    if type(owner).__module__ == "numpy":
        return name not in ARRAYS_CHANGE
    if module == "numpy" or module.startswith(("numpy.linalg", "numpy.lib")):
        return True
    if isinstance(owner, type):
        return owner.__module__ in PURE_MODULES or issubclass(owner, int | str | tuple)
    return module in PURE_MODULES and name not in IMPURE


def is_kind(kind: Type, kinds: Any) -> bool:
    """Whether values of a type are instances of one of some classes."""
    every = kinds if isinstance(kinds, tuple) else getattr(kinds, "__args__", (kinds,))
    for each in every:
        if isinstance(kind, Const):
            if isinstance(kind.value, each if isinstance(each, type) else type(None)):
                return True
        elif isinstance(each, type) and kind.is_instance(each):
            return True
    return False


__all__ = ["COMPARISONS", "FLOAT", "OPERATORS", "SMALL", "Expressions"]

_ = text_of
