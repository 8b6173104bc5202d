"""Calls: which function is meant, and with what arguments."""

from __future__ import annotations

import ast
import types as python_types
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.array_constants import is_array
from zermelo.kernel.machine.elements import Elements, Star
from zermelo.kernel.machine.purity import pure
from zermelo.kernel.machine.types import (
    EMPTY,
    NEVER,
    NOTHING,
    Call,
    Function,
    Method,
    Value,
    known,
)
from zermelo.kernel.machine.unions import Union

if TYPE_CHECKING:
    pass


class Calling(Elements):
    """The part of the evaluator that calls."""

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
        """The parameters of a function of the rules, and how many arguments come before those of a call."""
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
        """How many more arguments a function takes, -1 where all go to `*rest`; None where not known."""
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
            from zermelo.kernel.machine.record_making import construct

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
