"""Expressions: names, attributes, operators, conditions, comprehensions and calls, whatever their types."""

from __future__ import annotations

import ast
import operator
import types as python_types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.arrays import array_of_game, is_array
from zermelo.kernel.machine.emit import Writer
from zermelo.kernel.machine.environment import Binding, Merge
from zermelo.kernel.machine.numbers import BITS, BOOL, FLOAT, INT
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
    Type,
    Value,
    is_none,
    known,
)
from zermelo.kernel.machine.unions import Union

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
NEGATED = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt", "is": "isnot", "isnot": "is"}
SWAPPED = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
UNARY: dict[type, tuple[str, Callable[[Any], Any]]] = {
    ast.USub: ("neg", operator.neg),
    ast.UAdd: ("pos", operator.pos),
    ast.Invert: ("invert", operator.invert),
}
SMALL = 8
"""A search through so few elements is written out."""


class Expressions(Writer):
    """The part of the evaluator that walks expressions."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    # -- conversion ----------------------------------------------------------------------------------

    def join(self, left: Type, right: Type) -> Type:
        """The type of what is sometimes of one type, sometimes of the other."""
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
            raise self.refused(node, f"{have.called} where {type.called} is wanted", "keep to one kind of value")
        return found

    def empty(self, type: Type) -> Value:
        """A value of a type at a place that is never reached."""
        if type.static:
            return Value(type)
        if type.in_memory:
            return Value(type, self.place(max(type.words, 1)))
        if self.dry or self.dead:
            return Value(type, "undef")
        return Value(type, "null" if type.llvm == "ptr" else "0.0" if type.llvm == "double" else "0" if type.llvm != "i1" else "false")

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
            if len(node.args) == 2 and isinstance(node.args[0], ast.Name) and self.scope("isinstance") is None:
                kinds = self.expr(node.args[1])
                if kinds.const:
                    return self.union_named(node.args[0], lambda kind: is_kind(kind, kinds.known), True)
        return None

    def union_named(self, node: ast.Name, wanted: Any, positive: bool) -> tuple[Any, ...] | None:
        frame = self.scope(node.id)
        if frame is None or not isinstance(getattr(self.env.get((frame.path, node.id)), "type", None), Union):
            return None
        return (frame.path, node.id), self.read(node.id, node), wanted, positive

    def jump_narrowed(self, name: Any, value: Value, wanted: Any, positive: bool, yes: Merge, no: Merge) -> None:
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
        return known(self.unit.meaning(value, self.frame.rule))

    def expr_NamedExpr(self, node: ast.NamedExpr) -> Value:
        value = self.expr(node.value)
        frame = self.frame
        while frame.text is not None and getattr(frame, "comprehension", False):
            frame = frame.parent
        self.bind((frame.path, node.target.id), self.owned(value))
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
        return self.make_tuple(self.parts_of(node.elts, node))

    def parts_of(self, elements: list[ast.expr], node: ast.AST) -> list[Value]:
        """The elements of a tuple or the arguments of a call, with starred ones put in."""
        parts: list[Value] = []
        for element in elements:
            if isinstance(element, ast.Starred):
                value = self.expr(element.value)
                count = self.fixed_length(value)
                if count is None:
                    raise self.refused(node, f"`{ast.unparse(element)}`, whose length is not known,")
                parts += self.unpacked(value, count, node)
            else:
                parts.append(self.expr(element))
            parts[-1:] = [self.settled(part) for part in parts[-1:]]
        return parts

    def make_tuple(self, parts: list[Value], kind: Any = None) -> Value:
        from zermelo.kernel.machine.tuples import make_tuple

        return make_tuple(self, parts, kind)  # type: ignore[arg-type]

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
        if value.const:
            found = list(value.known)
            if len(found) != count:
                self.fail(self.unit.failures.of(ValueError, f"expected {count} values to unpack, got {len(found)}"))
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
        return self.library("set_of", [self.make_tuple(self.parts_of(node.elts, node))], node)

    def expr_Dict(self, node: ast.Dict) -> Value:
        from zermelo.kernel.machine.dicts import dict_display

        return dict_display(self, node)  # type: ignore[arg-type]

    def comprehension(self, node: Any, give: Callable[[Callable[[Value], None]], None] | None = None) -> Value:
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
        return self.library("set_of", [self.comprehension(node)], node)

    def expr_DictComp(self, node: ast.DictComp) -> Value:
        pairs = self.unit.replaced(node, lambda: ast.GeneratorExp(ast.Tuple([node.key, node.value], ast.Load()), node.generators))
        return self.library("dict_of", [self.comprehension(pairs)], node)

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
                if isinstance(part, ast.BoolOp | ast.Compare) or (
                    isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not)
                ):
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
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) and not isinstance(node.operand, ast.BoolOp):
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
            value = value.type.sole(self, value, node)  # type: ignore[arg-type]
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
            left = left.type.sole(self, left, node)  # type: ignore[arg-type]
        if isinstance(right.type, Union):
            right = right.type.sole(self, right, node)  # type: ignore[arg-type]
        for kind in self.kinds(left, right):
            found = kind.binary(self, name, left, right, node)  # type: ignore[arg-type]
            if found is not NotImplemented:
                return found  # type: ignore[no-any-return]
        return self.wrong_type(node, left, right)

    def kinds(self, *values: Value) -> list[Type]:
        """The types that are asked about an operation: those of run time first."""
        found = [value.type for value in values if not value.type.static]
        found += [self.as_type(value) for value in values if value.const and not is_none(value.type)]
        return found

    def in_place(self, op: ast.operator, left: Value, right: Value, node: Any) -> Value:
        """`left op= right`: a list grows, anything else is replaced."""
        grow = getattr(left.type, "in_place", None)
        if grow is not None:
            found = grow(self, OPERATORS[type(op)][0], left, right, node)
            if found is not NotImplemented:
                return found  # type: ignore[no-any-return]
        return self.binary(op, left, right, node)

    def expr_Compare(self, node: ast.Compare) -> Value:
        left = self.settled(self.expr(node.left))
        if len(node.ops) == 1:
            return self.compare_by(node.ops[0], left, self.expr(node.comparators[0]), node)

        def branches(give: Callable[[Value], None]) -> None:
            nonlocal left
            for index, (op, part) in enumerate(zip(node.ops, node.comparators, strict=True)):
                right = self.settled(self.expr(part))
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

    def compare_by(self, op: ast.cmpop, left: Value, right: Value, node: Any) -> Value:
        if isinstance(op, ast.In):
            return self.contains(right, left, node)
        if isinstance(op, ast.NotIn):
            return self.negated(self.truth(self.contains(right, left, node)))
        return self.compare(COMPARISONS[type(op)][0], left, right, node)

    def compare(self, name: str, left: Value, right: Value, node: Any) -> Value:
        """`left name right` as a truth value."""
        if left.type is NEVER or right.type is NEVER or self.dead:
            return Value(BOOL, "undef")
        if left.const and right.const:
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
            same = [k for k in value.type.members if (k == other.type if k.static else self.unit.may_equal(k, other))]
            if all(k.static for k in same):
                is_one = value.type.is_one_of(self, value, same) if same else "false"  # type: ignore[arg-type]
                found = Value(BOOL, is_one) if is_one not in ("true", "false") else known(is_one == "true")
                return found if name == "eq" else self.negated(found)

        def branches(give: Callable[[Value], None]) -> None:
            def one(kind: Type, member: Value) -> None:
                pair = (other, member) if swapped else (member, other)
                give(self.truth(self.compare(name, *pair, node)))

            value.type.each_member(self, value, one)  # type: ignore[attr-defined]

        return self.chosen(node, ("compare", name, swapped), branches)  # type: ignore[no-any-return]

    def contains(self, container: Value, item: Value, node: Any) -> Value:
        """`item in container`."""
        if container.type is NEVER or item.type is NEVER or self.dead:
            return Value(BOOL, "undef")
        if container.const and item.const:
            return self.folded(lambda: item.known in container.known, node)
        if container.const:
            from zermelo.kernel.machine.constants import constant_contains

            found = constant_contains(self, container.known, item, node)  # type: ignore[arg-type]
            if found is not None:
                return found
            container = self.general(container)
        if isinstance(container.type, Union):
            container = container.type.sole(self, container, node)  # type: ignore[arg-type]
        return container.type.contains(self, container, item, node)  # type: ignore[arg-type]

    # -- elements ----------------------------------------------------------------------------------------

    def expr_Subscript(self, node: ast.Subscript) -> Value:
        base = self.settled(self.expr(node.value)) if not isinstance(node.value, ast.Name) else self.expr(node.value)
        if isinstance(node.slice, ast.Slice):
            bounds = [self.expr(b) if b is not None else NOTHING for b in (node.slice.lower, node.slice.upper, node.slice.step)]
            return self.slice(base, bounds, node)
        return self.item(base, self.expr(node.slice), node)

    def item(self, base: Value, index: Value, node: Any) -> Value:
        if base.type is NEVER or index.type is NEVER or self.dead:
            return EMPTY
        if base.const and index.const:
            return self.folded(lambda: self.unit.meaning(base.known[index.known], True), node)
        if isinstance(base.type, Union):
            base = base.type.sole(self, base, node)  # type: ignore[arg-type]
        if isinstance(index.type, Union):
            index = index.type.sole(self, index, node)  # type: ignore[arg-type]
        if base.const:
            from zermelo.kernel.machine.constants import constant_item

            found = constant_item(self, base.known, index, node)  # type: ignore[arg-type]
            if found is not None:
                return found
            base = self.general(base)
        return base.type.item(self, base, index, node)  # type: ignore[arg-type]

    def slice(self, base: Value, bounds: list[Value], node: Any) -> Value:
        if base.type is NEVER or any(b.type is NEVER for b in bounds) or self.dead:
            return EMPTY
        if base.const and all(b.const for b in bounds):
            return self.folded(lambda: base.known[slice(*(b.known for b in bounds))], node)
        if isinstance(base.type, Union):
            base = base.type.sole(self, base, node)  # type: ignore[arg-type]
        base = self.general(base)
        return base.type.slice(self, base, bounds, node)  # type: ignore[arg-type]

    def set_item(self, base: Value, index: Value, value: Value, node: Any) -> None:
        if base.type is NEVER or index.type is NEVER or value.type is NEVER or self.dead:
            return
        if base.const:
            what = f"`{ast.unparse(node)} = …`, which changes something that all states share,"
            raise self.refused(node, what, "keep it in the state")
        if isinstance(base.type, Union):
            base = base.type.sole(self, base, node)  # type: ignore[arg-type]
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
        if kind not in (INT, BITS, BOOL):
            self.wrong_type(node, value)
            return "0"
        return self.convert(value, INT, node).ref

    def checked_index(self, index: Value, length: Value, node: Any, said: str = "index out of range") -> Value:
        """A place from 0 on, where an index is within a length; from the end where it is negative."""
        failure = self.unit.failures.of(IndexError, said)
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
        if value.const:
            from zermelo.kernel.machine.constants import constant_each

            constant_each(self, value.known, body, node)  # type: ignore[arg-type]
            return
        if isinstance(value.type, Union):
            value = value.type.sole(self, value, node)  # type: ignore[arg-type]
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
        values = self.parts_of(node.args, node)
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
            value = value.type.sole(self, value, node)  # type: ignore[arg-type]
        return value.type.method(self, value, name, call, node)  # type: ignore[arg-type]

    def call_known(self, function: Any, call: Call, node: Any) -> Value:
        """A call of a Python object."""
        handler = self.unit.word(function)
        if handler is not None:
            return handler(self, call, node)  # type: ignore[no-any-return]
        if isinstance(function, python_types.MethodType):
            return self.call_known(function.__func__, Call([known(function.__self__), *call.values], call.named), node)
        owner = getattr(function, "__self__", None)
        if owner is not None and not isinstance(owner, python_types.ModuleType) and not call.all_known:
            return self.call_method(self.general(known(owner)), function.__name__, call, node)
        if isinstance(function, type):
            from zermelo.kernel.machine.tuples import construct

            return construct(self, function, call, node)  # type: ignore[arg-type]
        while hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        if isinstance(function, python_types.FunctionType):
            return self.call_python(function, call, node)
        if call.all_known:
            arguments, named = [v.known for v in call.values], {k: v.known for k, v in call.named.items()}
            return self.folded(lambda: function(*arguments, **named), node)
        called = getattr(function, "__name__", None) or type(function).__name__
        raise self.refused(node, f"a call of {called}()")

    def arguments(self, function: Any, call: Call, node: Any) -> dict[str, Value]:
        """The parameters of a function with what a call gives them."""
        code = function.__code__
        if code.co_flags & 0x0C:
            return self.unit.starred_arguments(self, function, call, node)  # type: ignore[no-any-return]
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        positional = names[: code.co_argcount]
        defaults = dict(zip(positional[len(positional) - len(function.__defaults__ or ()) :], function.__defaults__ or (), strict=True))
        defaults |= function.__kwdefaults__ or {}
        given = dict(zip(positional, call.values, strict=False)) | call.named
        if len(call.values) > len(positional) or not set(given) <= set(names) or any(n not in given and n not in defaults for n in names):
            self.fail(self.unit.failures.of(TypeError, f"{function.__name__}() got other arguments than it takes"))
            return {}
        return {name: given[name] if name in given else known(defaults[name]) for name in names}

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
