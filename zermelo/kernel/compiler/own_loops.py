"""Loops that comprehensions of a rule became, back in the rule where it calls itself in them.

    return here or any(self.reaches(n) for n in near)       stop = here
                                                            if stop:
                                                                return stop
                                                            for n in near:
                                                                if self.reaches(n):
                                                                    return True
                                                            return False

A machine knows functions that call themselves, not those that call each other.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from zermelo.kernel.compiler.pieces import Renamed, flatten, is_call, name, names_in, unused
from zermelo.kernel.compiler.syntax import stored_names
from zermelo.kernel.walking import Transformer, placed, walk


def take_back(circle: set[str], functions: dict[str, Any]) -> set[str]:
    """Those of a circle that are left when what was made of comprehensions is where it came from."""
    left = set(circle)
    for made in sorted(each for each in circle if functions[each].made):
        callers = [each for each in sorted(left) if made in names_in(functions[each].tree)]
        if len(callers) == 1 and callers[0] != made and put_back(made, functions, functions[callers[0]]):
            left.discard(made)
    return left


def put_back(made: str, functions: dict[str, Any], owner: Any) -> bool:
    """The body of a function where it is called, if that is once and with its own parameters."""
    helper = functions[made]
    calls: list[Any] = [part for part in walk(owner.tree) if is_call(part, made)]
    parameters = [argument.arg for argument in helper.tree.args.args]
    if len(calls) != 1 or [getattr(each, "id", None) for each in calls[0].args] != parameters:
        return False
    work = Unfolded(made, body_for(helper.tree, owner.tree), owner.tree)
    owner.tree = placed(work.visit(copy.deepcopy(owner.tree)))
    if work.done:
        owner.calls = (owner.calls - {made}) | helper.calls
        del functions[made]
    return work.done


def body_for(helper: ast.FunctionDef, owner: ast.FunctionDef) -> list[ast.stmt]:
    """The helper's statements, whose own variables are none of the owner's."""
    taken = names_in(owner) | {argument.arg for argument in owner.args.args}
    parameters = {argument.arg for argument in helper.args.args}
    own = stored_names(helper) - parameters
    names = {each: unused(each, taken) for each in own}
    return [Renamed(names).visit(copy.deepcopy(statement)) for statement in helper.body]


class Unfolded(Transformer):
    """The statement that calls a function, with the function's text in front of it or in its place."""

    def __init__(self, made: str, body: list[ast.stmt], owner: ast.FunctionDef) -> None:
        self.made, self.body, self.done = made, body, False
        self.stop = unused("stop", names_in(owner) | {each for line in body for each in names_in(line)})

    def visit_Return(self, node: ast.Return) -> Any:
        value = node.value
        if value is not None and is_call(value, self.made):
            return self.finished(self.body)
        if isinstance(value, ast.BoolOp) and self.made in names_in(value.values[-1]):
            *others, last = value.values
            rest = self.visit_Return(ast.Return(last))
            return [*self.stops(value.op, others), *flatten([rest])] if self.done else node
        return self.computed_first(node)

    def stops(self, operator: ast.boolop, values: list[ast.expr]) -> list[ast.stmt]:
        """What is returned where these say that the last one is not asked."""
        first = values[0] if len(values) == 1 else ast.BoolOp(operator, values)
        ends = name(self.stop) if isinstance(operator, ast.Or) else ast.UnaryOp(ast.Not(), name(self.stop))
        kept = ast.Assign([ast.Name(self.stop, ast.Store())], first)
        return [kept, ast.If(ends, [ast.Return(name(self.stop))], [])]

    def visit_Assign(self, node: ast.Assign) -> Any:
        return self.computed_first(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        return self.computed_first(node)

    def computed_first(self, node: Any) -> Any:
        """`return 1 + sum(…)`: what is computed beside it must not mind that it comes later."""
        *before, last = self.body
        returns = [part for line in before for part in walk(line) if isinstance(part, ast.Return)]
        if (
            returns
            or not isinstance(last, ast.Return)
            or last.value is None
            or not self.stands_alone(node.value)
        ):
            return node
        node.value = Replaced(self.made, last.value).visit(node.value)
        return self.finished([*before, node])

    def stands_alone(self, value: ast.expr | None) -> bool:
        """Is it called in this value, beside nothing but names, constants and sums of them?"""
        if value is None or self.made not in names_in(value):
            return False
        rest = Replaced(self.made, ast.Constant(0)).visit(copy.deepcopy(value))
        plain = ast.Name | ast.Constant | ast.BinOp | ast.operator | ast.expr_context
        return all(isinstance(part, plain) for part in walk(rest))

    def finished(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        self.done = True
        return statements


class Replaced(Transformer):
    """A value in the place of a call."""

    def __init__(self, made: str, value: ast.expr) -> None:
        self.made, self.value = made, value

    def visit_Call(self, node: ast.Call) -> ast.expr:
        return self.value if is_call(node, self.made) else self.generic_visit(node)  # type: ignore[return-value]
