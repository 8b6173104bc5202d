"""Calls and arrays in the text of rules and algorithms, as a unit writes them."""

from __future__ import annotations

import ast
import inspect
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.names import Names
from zermelo.kernel.compiler.pieces import is_call, name
from zermelo.kernel.compiler.refusals import REFUSED_BUILTINS
from zermelo.kernel.compiler.syntax import is_enum, is_owner, unwrapped
from zermelo.kernel.events import trace
from zermelo.kernel.primitives import PRIMITIVES


class Calls(Names):
    """Arguments without the game and in the order of the parameters; arrays by one index at a time."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if is_call(node, "super"):
            raise CannotCompile("super()", REFUSED_BUILTINS["super"], f"line {node.lineno}")
        if not self.rule:
            node.args = [argument for argument in node.args if not is_owner(argument, self.owner)]
        function = self.static_function(node.func) if self.rule else None
        if function is not None:
            self.take_keywords(node, function)
        if function is not None and node.args and is_owner(node.args[0], self.owner):
            unique = self.lowering.function(function, rule=True, method="self")
            arguments = [self.visit(argument) for argument in node.args[1:]]
            return ast.copy_location(ast.Call(self.point_to(node.func, unique), arguments, []), node)
        if is_enum(self.static(node.func)[1]) and len(node.args) == 1:
            node.func = ast.copy_location(name("int"), node.func)
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.lowering.unit.structs:
            return self.by_position(node, self.lowering.unit.structs[node.func.id])
        return node

    def static_function(self, node: ast.expr) -> Any:
        """The Python function that is called, if it is one of the user's."""
        value = unwrapped(self.static(node)[1])
        value = value.__func__ if inspect.ismethod(value) else value
        return value if inspect.isfunction(value) and value not in PRIMITIVES.values() else None

    def take_keywords(self, node: ast.Call, function: Any) -> None:
        """`helper(state, cell=3)` with its arguments in the order of the parameters."""
        if not node.keywords:
            return
        parameters = list(inspect.signature(function).parameters)
        if (
            isinstance(node.func, ast.Attribute)
            and is_owner(node.func.value, self.owner)
            and parameters[:1] == ["self"]
        ):
            parameters = parameters[1:]
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        wanted = parameters[len(node.args) : len(node.args) + len(given)]
        if set(wanted) != set(given):
            raise CannotCompile(
                f"this call of {function.__name__}()", "give every argument", f"line {node.lineno}"
            )
        node.args, node.keywords = [*node.args, *(given[parameter] for parameter in wanted)], []

    def by_position(self, node: ast.Call, kind: Any) -> ast.Call:
        """`State(turn=1, heaps=h)` with its arguments in the order of the fields."""
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            return node
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        for missing in kind._fields[len(node.args) :]:
            if missing in given:
                node.args.append(given.pop(missing))
            elif missing in kind._field_defaults:
                node.args.append(ast.copy_location(ast.Constant(kind._field_defaults[missing]), node))
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
        if called is not None and self.static(called)[1] is trace:
            return None
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """`table[i, j]` of a NumPy array is `table[i][j]`."""
        array = type(self.static(node.value)[1]).__name__ == "ndarray"
        if array and any(isinstance(part, ast.Slice) for part in ast.walk(node.slice)):
            self._refuse(node, "a slice of a NumPy array", "loop over its numbers")
        if array and isinstance(node.slice, ast.Tuple):
            for index in node.slice.elts[:-1]:
                node.value = ast.copy_location(ast.Subscript(node.value, index, ast.Load()), node)
            node.slice = node.slice.elts[-1]
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.refuse_arrays(node, node.left, node.right)
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.refuse_arrays(node, node.operand)
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        if not any(isinstance(sign, ast.In | ast.NotIn) for sign in node.ops):
            self.refuse_arrays(node, node.left, *node.comparators)
        return self.generic_visit(node)  # type: ignore[return-value]

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
