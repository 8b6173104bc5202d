"""The text of a function in the words of the machine: checked operators, memory and arrays, casts."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.lower import Function
from zermelo.kernel.compiler.pieces import call, is_call, name
from zermelo.kernel.compiler.shape import Shape
from zermelo.kernel.compiler.syntax import is_owner
from zermelo.kernel.kinds import Kind
from zermelo.kernel.parsing import expression
from zermelo.kernel.run import MEMORY

if TYPE_CHECKING:
    from zermelo.kernel.compiler.emit import Page

OPERATORS: dict[type, str] = {
    ast.Add: "plus",
    ast.Sub: "minus",
    ast.Mult: "times",
    ast.BitAnd: "both",
    ast.BitOr: "either",
    ast.BitXor: "differ",
    ast.LShift: "left",
    ast.RShift: "right",
    ast.FloorDiv: "quotient",
    ast.Mod: "remainder",
    ast.Pow: "power",
}
UNARY: dict[type, str] = {ast.Invert: "complement", ast.USub: "negative"}

BEYOND = "it does not fit in 64 bits with a sign; a board of bits is Bits, in the state and as Bits(...)"


def is_beyond(value: Any) -> bool:
    """A plain whole number from 2**63 up, alone or in a tuple: a machine would take it for a board."""
    if isinstance(value, list | tuple):
        return any(map(is_beyond, value))
    return isinstance(value, int) and type(value).__name__ != "Bits" and value >= 1 << 63


class Operations(ast.NodeTransformer):
    """Operators of the rules on checked numbers and boards; run-time arrays; constructors."""

    def __init__(self, page: Page, function: Function) -> None:
        self.page, self.unit, self.slots = page, page.unit, page.slots
        self.rule, self.declared = function.rule, function.declared

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        word = OPERATORS.get(type(node.op))
        sequence = (ast.Tuple, ast.List, ast.JoinedStr)
        if (
            not self.rule
            or word is None
            or isinstance(node.left, sequence)
            or isinstance(node.right, sequence)
        ):
            return node
        if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
            return folded(node)
        return ast.copy_location(call(word, node.left, node.right), node)

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        """`run.table[i] = word` writes to memory that threads share."""
        self.generic_visit(node)
        (target,) = node.targets[:1]
        if self.rule or not isinstance(target, ast.Subscript) or not self.is_memory(target.value):
            return node
        return ast.copy_location(ast.Expr(call("store_word", target.value, target.slice, node.value)), node)

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        if self.rule and not self.page.boards and is_beyond(node.value):
            raise CannotCompile(f"the number {node.value!r}", BEYOND, f"line {node.lineno}")
        return node

    def visit_List(self, node: ast.List) -> ast.expr:
        """`[0, 0, 0]`: newer Pythons make of constants in a comprehension what Numba does not take."""
        self.generic_visit(node)
        constant = len(node.elts) > 2 and all(isinstance(part, ast.Constant) for part in node.elts)
        if not self.rule or not constant or not isinstance(node.ctx, ast.Load):
            return node
        return ast.copy_location(call("list", ast.Tuple(node.elts, ast.Load())), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.generic_visit(node)
        word = OPERATORS.get(type(node.op))
        if not self.rule or word is None:
            return node
        before = expression(ast.unparse(node.target))
        return ast.copy_location(ast.Assign([node.target], call(word, before, node.value)), node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        word = UNARY.get(type(node.op))
        if not self.rule or word is None or isinstance(node.operand, ast.Constant):
            return node
        return ast.copy_location(call(word, node.operand), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """`a[i][j]` and `a[i, j]` of a run-time array; `run.path[ply]`, of what is declared a Ply."""
        if not self.rule and self.is_memory(node.value) and isinstance(node.ctx, ast.Load):
            return ast.copy_location(call("load_word", node.value, self.visit(node.slice)), node)
        declared = self.declared.kinds.get(node.slice.id) if isinstance(node.slice, ast.Name) else None
        if declared is not None and declared.index:
            node.slice = ast.copy_location(call(declared.index, node.slice), node)
            return node
        indices: list[ast.expr] = []
        base: ast.expr = node
        while isinstance(base, ast.Subscript):
            inner = base.slice
            indices = [*(inner.elts if isinstance(inner, ast.Tuple) else [inner]), *indices]
            base = base.value
        if isinstance(base, ast.Name) and base.id in self.slots:
            slot, kind, axes = self.slots[base.id]
            if len(indices) == axes and not any(isinstance(index, ast.Slice) for index in indices):
                visited = [self.visit(index) for index in indices]
                return ast.copy_location(
                    call(f"load_{kind}_{axes}", name("data"), ast.Constant(slot), *visited), node
                )
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A run-time array as a whole, or a long or ragged constant."""
        nested = node.id in self.slots or node.id in self.page.nested
        if not nested or not isinstance(node.ctx, ast.Load):
            return node
        return ast.copy_location(
            call(f"open_{node.id}", name("data"), ast.Constant(self.page.nested_slot(node.id))), node
        )

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if is_call(node, "len") and isinstance(node.args[0], ast.Name) and node.args[0].id in self.slots:
            slot = self.slots[node.args[0].id][0]
            return ast.copy_location(call("length_of", name("data"), ast.Constant(slot)), node)
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name):
            return node
        called = node.func.id
        if called in self.unit.structs:
            node.args = [self.packed(node.args, self.page.structs[called])]
        elif called in self.unit.functions:
            node.args = self.cast_arguments(self.unit.functions[called], node.args)
        if called in self.page.reading:
            node.args = [*node.args, name("data") if self.rule else expression(f"{self.declared.run}.data")]
        return node

    def packed(self, arguments: list[ast.expr], struct: Shape) -> ast.expr:
        """The fields as one tuple; `tuple(cells)` of a list gets the length that the field has."""
        first = arguments[0] if arguments else None
        if isinstance(first, ast.Starred) and len(arguments) == 1:
            return first.value
        for index, (argument, part) in enumerate(zip(arguments, struct.parts, strict=False)):
            if is_call(argument, "tuple") and part.kind == "tuple":
                arguments[index] = call("tuple_like", expression(blank(part)), *argument.args)  # type: ignore[attr-defined]
        return ast.Tuple(arguments, ast.Load())

    def cast_arguments(self, function: Function, arguments: list[ast.expr]) -> list[ast.expr]:
        """One signature for ever: what an algorithm passes on is cast to what is declared."""
        if function.rule:
            return arguments
        kinds = function.declared.kinds
        return [
            cast(argument, kinds.get(parameter.arg))
            for argument, parameter in zip(arguments, function.tree.args.args, strict=True)
        ]

    def is_memory(self, node: ast.expr) -> bool:
        """Does the run keep only the address of this?"""
        run = isinstance(node, ast.Attribute) and is_owner(node.value, self.declared.run)
        return run and node.attr in MEMORY  # type: ignore[attr-defined]


def folded(node: ast.BinOp) -> ast.expr:
    """An operation on two constants, done; `1 << 63` is a board's."""
    try:
        value = eval(compile(ast.fix_missing_locations(ast.Expression(node)), "", "eval"))
    except (ArithmeticError, TypeError, ValueError):
        return node
    fits = isinstance(value, int) and -(1 << 63) <= value < 1 << 64
    return ast.copy_location(ast.Constant(value), node) if fits else node


def cast(value: ast.expr, kind: Kind | None) -> ast.expr:
    return ast.copy_location(call(kind.cast, value), value) if kind and kind.cast else value


class CastReturns(ast.NodeTransformer):
    def __init__(self, kind: Kind | None) -> None:
        self.kind = kind

    def visit_Return(self, node: ast.Return) -> ast.Return:
        if node.value is not None:
            node.value = cast(node.value, self.kind)
        return node


def blank(shape: Shape) -> str:
    """A value of this shape, all zero, as text."""
    if shape.kind not in ("tuple", "struct"):
        return "Bits(0)" if shape.kind == "bits" else "0"
    return f"({''.join(blank(part) + ', ' for part in shape.parts)})"
