"""Expressions: names, attributes, displays and comprehensions, beside what the modules below have."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.array_constants import array_of_game, constant_array, is_array
from zermelo.kernel.machine.calling import Calling
from zermelo.kernel.machine.conversions import is_function
from zermelo.kernel.machine.sources import MISSING, resolve
from zermelo.kernel.machine.types import (
    EMPTY,
    NEVER,
    Function,
    Loop,
    Value,
    known,
)

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator


class Expressions(Calling):
    """The part of the evaluator that walks expressions."""

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
        from zermelo.kernel.machine.sequences import tuple_display

        return tuple_display(self, node)  # type: ignore[arg-type]

    def expr_List(self, node: ast.List) -> Value:
        from zermelo.kernel.machine.sequences import list_display

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

    def expr_JoinedStr(self, node: ast.JoinedStr) -> Value:
        from zermelo.kernel.machine.texts import formatted

        return formatted(self, node)  # type: ignore[arg-type]

    def expr_Await(self, node: Any) -> Value:
        raise self.refused(node, "`await`")
