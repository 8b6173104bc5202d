"""Conditions: where they go, and what they tell of the types of variables."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.conversions import Conversions
from zermelo.kernel.machine.environment import Binding, Merge
from zermelo.kernel.machine.types import (
    Const,
    Type,
    Value,
    is_none,
    known,
)
from zermelo.kernel.machine.unions import Union

if TYPE_CHECKING:
    pass


class Conditions(Conversions):
    """The part of the evaluator that branches."""

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
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "isinstance"
            and len(node.args) == 2
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


def is_condition(node: ast.expr) -> bool:
    """Whether an expression is a truth value by its text."""
    if isinstance(node, ast.BoolOp):
        return all(map(is_condition, node.values))
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


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
