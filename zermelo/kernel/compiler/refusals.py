"""What rules may not contain, each with what to write instead."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.primitives import PRIMITIVES

BUILTINS = frozenset(
    "abs all any bool divmod enumerate float int isinstance len list max min pow range reversed round sorted "
    "sum tuple zip map filter bin True False None".split()
)
WORDS = frozenset(
    "plus minus times both either differ left right quotient remainder power complement negative whole "
    "truth as_state float64 int64 uint64 boolean njit none pack unpack packer unpacker caster "
    "constructor root entry data namedtuple NamedTuple Tuple UniTuple STATE VALUE RUN INFINITY RULE "
    "KERNEL ENTRY NO_ACTION slotter value_reader load_word store_word "
    "length_of infinity run_type value_type opener run signed UNCODED".split()
)
"""Names that the text of a unit uses for itself."""
REFUSED_BUILTINS = {
    "print": "rules do not print; use show(self, state)",
    "set": "use an integer as a set of bits, or a tuple",
    "frozenset": "use an integer as a set of bits, or a tuple",
    "dict": "use a tuple",
    "str": "use numbers for what the rules compare",
    "super": "call the base class by its name, or give the helper a name of its own",
    "property": "write a method",
}
RESERVED = BUILTINS | WORDS | set(PRIMITIVES)


class Refusals(ast.NodeTransformer):
    """Refuses, by its line, what no machine code is made of."""

    rule: bool

    def _refuse(self, node: Any, construct: str, advice: str) -> None:
        raise CannotCompile(construct, advice, f"line {node.lineno}")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._refuse(
            node, f"the function `{node.name}` inside a rule", "make it a method or a function of the module"
        )

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._refuse(node, f"the class `{node.name}` inside a rule", "define it outside")

    def visit_Global(self, node: Any) -> None:
        self._refuse(node, "global", "rules change nothing: put it in the state")

    visit_Nonlocal = visit_Global

    def visit_Try(self, node: ast.Try) -> None:
        self._refuse(node, "try", "test for the case beforehand")

    def visit_With(self, node: ast.With) -> None:
        self._refuse(node, "with", "rules use no resources")

    def visit_Import(self, node: Any) -> None:
        self._refuse(node, "import inside a rule", "import at the top of the file")

    visit_ImportFrom = visit_Import

    def visit_Delete(self, node: ast.Delete) -> None:
        self._refuse(node, "del", "make a new list or tuple")

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        if node.args.defaults or node.args.vararg or node.args.kwarg:
            self._refuse(node, "a default value in a lambda", "name every parameter")
        return self.generic_visit(node)

    def visit_Dict(self, node: Any) -> None:
        self._refuse(node, "a dictionary", "use a tuple")

    visit_DictComp = visit_Dict

    def visit_Set(self, node: Any) -> Any:
        self._refuse(node, "a set", "use a tuple, or an integer as a set of bits")

    visit_SetComp = visit_Set

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        if self.rule:
            self._refuse(
                node, "a formatted string", "rules work with numbers; use show(self, state) for people"
            )
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.Raise:
        """`raise ValueError(f"...")` keeps its class; a compiled message is a plain text."""
        if isinstance(node.exc, ast.Call):
            plain = ast.copy_location(ast.Constant("raised by the rules"), node)
            node.exc.args = [part if isinstance(part, ast.Constant) else plain for part in node.exc.args]
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Assert(self, node: ast.Assert) -> ast.Assert:
        node.msg = None
        return self.generic_visit(node)  # type: ignore[return-value]
