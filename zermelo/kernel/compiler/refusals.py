"""What rules may not contain, each with what to write instead."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.primitives import PRIMITIVES
from zermelo.messages import Message

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
    "print": Message.of("advice_no_printing"),
    "set": Message.of("advice_bits_or_tuple"),
    "frozenset": Message.of("advice_bits_or_tuple"),
    "dict": Message.of("advice_tuple"),
    "str": Message.of("advice_compare_numbers"),
    "super": Message.of("advice_name_base_class"),
    "property": Message.of("advice_method"),
}
RESERVED = BUILTINS | WORDS | set(PRIMITIVES)


class Refusals(ast.NodeTransformer):
    """Refuses, by its line, what no machine code is made of."""

    rule: bool

    def _refuse(self, node: Any, construct: str, advice: str, **names: str) -> None:
        raise CannotCompile(Message.of(construct, **names), Message.of(advice), f"line {node.lineno}")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._refuse(node, "construct_function", "advice_function_of_module", name=node.name)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._refuse(node, "construct_class", "advice_define_outside", name=node.name)

    def visit_Global(self, node: Any) -> None:
        self._refuse(node, "construct_global", "advice_no_change")

    visit_Nonlocal = visit_Global

    def visit_Try(self, node: ast.Try) -> None:
        self._refuse(node, "construct_try", "advice_test_first")

    def visit_With(self, node: ast.With) -> None:
        self._refuse(node, "construct_with", "advice_no_resources")

    def visit_Import(self, node: Any) -> None:
        self._refuse(node, "construct_import", "advice_import_at_top")

    visit_ImportFrom = visit_Import

    def visit_Delete(self, node: ast.Delete) -> None:
        self._refuse(node, "construct_del", "advice_make_new")

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        if node.args.defaults or node.args.vararg or node.args.kwarg:
            self._refuse(node, "construct_lambda_default", "advice_name_parameters")
        return self.generic_visit(node)

    def visit_Dict(self, node: Any) -> None:
        self._refuse(node, "construct_dictionary", "advice_tuple")

    visit_DictComp = visit_Dict

    def visit_Set(self, node: Any) -> Any:
        self._refuse(node, "construct_set", "advice_tuple_or_bits")

    visit_SetComp = visit_Set

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        if self.rule:
            self._refuse(node, "construct_formatted_string", "advice_numbers_and_show")
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
