"""Calls and arrays in the text of rules and algorithms, as a unit writes them."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import random
from collections.abc import Sequence
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.library import KNOWN, array_word
from zermelo.kernel.compiler.lookups import placed
from zermelo.kernel.compiler.methods import Methods
from zermelo.kernel.compiler.pieces import call, is_call, name
from zermelo.kernel.compiler.refusals import REFUSED_BUILTINS
from zermelo.kernel.compiler.stars import JoinStars
from zermelo.kernel.compiler.syntax import is_constant, is_enum, is_owner, unwrapped
from zermelo.kernel.events import TRACERS
from zermelo.kernel.primitives import PRIMITIVES
from zermelo.kernel.structs import defaults_of, parameters_of
from zermelo.kernel.symbols import is_plain_enum
from zermelo.kernel.walking import walk


class Calls(Methods):
    """Arguments without the game and in the order of the parameters; arrays by one index at a time."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Attribute) and is_call(node.func.value, "super"):
            return self.call_of_base(node, node.func.attr)
        if is_call(node, "super"):
            raise CannotCompile("super()", REFUSED_BUILTINS["super"], f"line {node.lineno}")
        if not self.rule:
            node.args = [argument for argument in node.args if not is_owner(argument, self.owner)]
        if (method := self.method_call(node)) is not None:
            return method
        called = self.static(node.func)[1]
        if called is dataclasses.replace and len(node.args) == 1:
            replace = ast.Attribute(node.args[0], "_replace", ast.Load())
            node.func, node.args = ast.copy_location(replace, node), []
        function = self.static_function(node.func) if self.rule else None
        if function is not None:
            self.take_keywords(node, function, bound=inspect.ismethod(called))
        if function is not None and node.args and is_owner(node.args[0], self.owner):
            unique = self.lowering.function(function, rule=True, method="self")
            arguments = [self.visit(argument) for argument in node.args[1:]]
            return ast.copy_location(ast.Call(self.point_to(node.func, unique), arguments, []), node)
        if is_plain_enum(called) and len(node.args) == 1:
            return self.member_with(node, called)
        if is_enum(called) and len(node.args) == 1:
            self.lowering.unit.stand_ins = True
            return self.member_with(node, called)
        visited = super().visit_Call(node)
        if visited is node and isinstance(node.func, ast.Name) and node.func.id in self.lowering.unit.structs:
            return self.by_position(node, self.lowering.unit.structs[node.func.id])
        return visited

    def call_of_base(self, node: ast.Call, rule: str) -> ast.expr:
        """`super().rule(state)`: the method that a base class has by this name."""
        owner = self.closure["__class__"].cell_contents if "__class__" in self.closure else None
        method = getattr(super(owner, self.lowering.game), rule, None) if owner else None
        if not inspect.ismethod(method):
            raise CannotCompile("super()", REFUSED_BUILTINS["super"], f"line {node.lineno}")
        self.lowering.read.note(
            lambda game: getattr(super(owner, game), rule, None), method, "base", id(owner), rule
        )
        self.take_keywords(node, method)
        unique = self.lowering.function(method.__func__, rule=True, method="self")
        arguments = [self.visit(argument) for argument in node.args]
        return ast.copy_location(ast.Call(self.point_to(node.func, unique), arguments, []), node)

    def member_with(self, node: ast.Call, kind: Any) -> ast.expr:
        """`Cell(value)`: the member that has this value, a number itself where the members are numbers."""
        values = tuple(member.value for member in kind)
        if not is_constant(values):
            self._refuse(node, f"`{ast.unparse(node)}`", "name the member")
        table = name(self.lowering.constant((id(kind), "values"), f"{kind.__name__}_values", values))
        members = table if is_enum(kind) else self.reference_to_class(node.func, kind, kind.__name__)
        place = call("index_of", table, self.visit(node.args[0]))
        return ast.copy_location(ast.Subscript(members, place, ast.Load()), node)

    def static_function(self, node: ast.expr) -> Any:
        """The Python function that is called, if it is one of the user's."""
        value = unwrapped(self.static(node)[1])
        if isinstance(getattr(value, "__self__", None), random.Random):
            self._refuse(node, "construct_library", "advice_outcomes", text=ast.unparse(node))
        value = value.__func__ if inspect.ismethod(value) else value
        ours = value in PRIMITIVES.values() or value in KNOWN or array_word(value)
        return value if inspect.isfunction(value) and not ours else None

    def take_keywords(self, node: ast.Call, function: Any, bound: bool = False) -> None:
        """`helper(state, cell=3)` with all its arguments, in the order of the parameters."""
        parameters = list(inspect.signature(function).parameters.values())
        if bound or (
            isinstance(node.func, ast.Attribute)
            and is_owner(node.func.value, self.owner)
            and [each.name for each in parameters[:1]] == ["self"]
        ):
            parameters = parameters[1:]
        gather_rest(node, parameters)
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        if function.__module__ == "zermelo.score":  # words of the unit, which have their own defaults
            parameters = parameters[: len(node.args) + len(given)]
        defaults = {each.name: each.default for each in parameters if each.default is not each.empty}
        if not (given or defaults):
            return
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            what = "a star beside arguments that are named or left out"
            raise CannotCompile(what, "give every argument by itself", f"line {node.lineno}")
        for parameter in parameters[len(node.args) :]:
            if parameter.name in given:
                node.args.append(given.pop(parameter.name))
            elif parameter.name in defaults:
                node.args.append(self.default(node, function, parameter.name, defaults[parameter.name]))
        if given or len(node.args) != len(parameters):
            raise CannotCompile(
                f"this call of {function.__name__}()", "give every argument", f"line {node.lineno}"
            )
        node.keywords = []

    def default(self, node: ast.Call, owner: Any, parameter: str, value: Any) -> ast.expr:
        """What a parameter or a field is where the call does not say."""
        if not is_constant(value):
            what, advice = f"the default value of `{parameter}`", "pass it in every call"
            raise CannotCompile(what, advice, f"line {node.lineno}")
        if not isinstance(value, tuple | list) and not is_plain_enum(type(value)):
            return ast.copy_location(ast.Constant(value), node)
        return placed(self.lowering.constant((id(owner), parameter), f"{parameter}_default", value), node)

    def by_position(self, node: ast.Call, kind: Any) -> ast.Call:
        """`State(turn=1, heaps=h)` with its arguments in the order of the fields."""
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            return behind_star(node, parameters_of(kind), given)
        defaults = defaults_of(kind)
        for missing in parameters_of(kind)[len(node.args) :]:
            if missing in given:
                node.args.append(given.pop(missing))
            elif missing in defaults:
                node.args.append(self.default(node, kind, missing, defaults[missing]))
            else:
                raise CannotCompile(
                    f"{kind.__name__}(...) without `{missing}`", "give every field", f"line {node.lineno}"
                )
        if given:
            raise CannotCompile(
                f"{kind.__name__}(...) with {sorted(map(str, given))}", "no such field", f"line {node.lineno}"
            )
        node.keywords = []
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | None:
        """`trace(...)` goes when nobody traces."""
        called = None if self.rule or self.lowering.traced else getattr(node.value, "func", None)
        if called is not None and self.static(called)[1] in TRACERS:
            return None
        return super().visit_Expr(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """`table[i, j]` of a NumPy array is `table[i][j]`."""
        array = type(self.static(node.value)[1]).__name__ == "ndarray"
        if array and any(isinstance(part, ast.Slice) for part in walk(node.slice)):
            self._refuse(node, "a slice of a NumPy array", "loop over its numbers")
        if array and isinstance(node.slice, ast.Tuple):
            for index in node.slice.elts[:-1]:
                node.value = ast.copy_location(ast.Subscript(node.value, index, ast.Load()), node)
            node.slice = node.slice.elts[-1]
        return super().visit_Subscript(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.refuse_arrays(node, node.left, node.right)
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.refuse_arrays(node, node.operand)
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        if not any(isinstance(sign, ast.In | ast.NotIn) for sign in node.ops):
            self.refuse_arrays(node, node.left, *node.comparators)
        return super().visit_Compare(node)

    def refuse_arrays(self, node: ast.expr, *operands: ast.expr) -> None:
        """A unit has lists and tables for NumPy arrays: `+` and `*` would mean something else."""
        for operand in operands if self.rule else ():
            axes, base = 0, operand
            while isinstance(base, ast.Subscript):
                axes += len(base.slice.elts) if isinstance(base.slice, ast.Tuple) else 1
                base = base.value
            value: Any = self.static(base)[1] if isinstance(base, ast.Name | ast.Attribute) else None
            if type(value).__name__ == "ndarray" and axes < value.ndim:
                self._refuse(node, "arithmetic on a whole NumPy array", "loop over its numbers")

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AugAssign:
        self.visit(node.target)
        node.value = self.visit(node.value)
        return node


def gather_rest(node: ast.Call, parameters: list[inspect.Parameter]) -> None:
    """What `*numbers` takes of a call is one argument: a tuple."""
    for place, parameter in enumerate(parameters):
        if parameter.kind is parameter.VAR_KEYWORD:
            what = f"**{parameter.name} of a helper"
            raise CannotCompile(what, "name every parameter", f"line {node.lineno}")
        if parameter.kind is parameter.VAR_POSITIONAL:
            if any(isinstance(argument, ast.Starred) for argument in node.args[:place]):
                what = "a star before the arguments that are gathered"
                raise CannotCompile(what, "give every argument by itself", f"line {node.lineno}")
            rest = ast.copy_location(ast.Tuple(node.args[place:], ast.Load()), node)
            node.args[place:] = [JoinStars().visit(rest)]


def behind_star(node: ast.Call, fields: Sequence[str], given: dict[str | None, ast.expr]) -> ast.Call:
    """`State(*heaps, turn=1)` as `State(*heaps, 1)`: the last fields by position, where it names those."""
    last = fields[len(fields) - len(given) :]
    if set(last) == set(given):
        node.args += [given[field] for field in last]
        node.keywords = []
    return node
