"""What rules may not contain, each with what to write instead."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.syntax import stored_names
from zermelo.kernel.primitives import PRIMITIVES
from zermelo.kernel.walking import Transformer, walk
from zermelo.messages import Message

BUILTINS = frozenset(
    "abs all any bool divmod enumerate float int len list max min pow range reversed round sorted "
    "sum tuple zip map filter bin ord chr str next iter set frozenset True False None".split()
)
WORDS = frozenset(
    "plus minus times both either differ left right quotient remainder power complement negative whole "
    "truth as_state float64 int64 uint64 boolean njit none pack unpack packer unpacker caster "
    "constructor root entry data namedtuple NamedTuple Tuple UniTuple STATE VALUE RUN INFINITY RULE "
    "KERNEL ENTRY NO_ACTION slotter value_reader load_word store_word "
    "length_of infinity run_type value_type holder opener run signed UNCODED alike unalike identical "
    "content_of truth_of apart "
    "lists_in_regions region_top region_back_to region_before kept_value "
    "Letters Symbol long_text short_text member enumeration maybe Optional plain_word sliced letters_of "
    "within pack_words packed_action tagged as_action as_actions ACTION Members setter bits_of in_place "
    "chosen laid laid_part no_letters Series cells_in length_in opened opened_type series "
    "INLINED span framed frozen_rows passing_rows row_like rows_to_frame to_frame".split()
)
"""Names that the text of a unit uses for itself."""
REFUSED_BUILTINS = {
    "print": Message.of("advice_no_printing"),
    "dict": Message.of("advice_tuple"),
    "super": Message.of("advice_name_base_class"),
    "property": Message.of("advice_method"),
}
RESERVED = BUILTINS | WORDS | set(PRIMITIVES)


class Refusals(Transformer):
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

    def visit_Nonlocal(self, node: Any) -> None:
        self._refuse(node, "construct_nonlocal", "advice_return_it")

    def visit_Try(self, node: ast.Try) -> Any:
        """`try: … except IndexError: …`, as a test whether a cell is there."""
        handler = node.handlers[0] if len(node.handlers) == 1 else None
        plain = handler and not handler.name and not node.finalbody and not node.orelse
        yields = any(isinstance(part, ast.Yield | ast.YieldFrom | ast.Try) for part in inside(node))
        if not self.rule or not handler or not plain or yields or not errors_of(handler) <= CAUGHT:
            self._refuse(node, "construct_try", "advice_test_first")
        return self.generic_visit(node)

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

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        """`f"{file}{rank}"` is a text like others; how numbers are to be printed is for people."""
        parts = [part for part in node.values if isinstance(part, ast.FormattedValue)]
        if self.rule and any(part.format_spec or part.conversion != -1 for part in parts):
            self._refuse(node, "construct_formatted_string", "advice_numbers_and_show")
        return self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> ast.Raise:
        """`raise ValueError(f"...")` keeps its class; a compiled message is a plain text."""
        if isinstance(node.exc, ast.Call):
            plain = ast.copy_location(ast.Constant("raised by the rules"), node)
            node.exc.args = [part if isinstance(part, ast.Constant) else plain for part in node.exc.args]
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Assert(self, node: ast.Assert) -> ast.Assert:
        node.msg = None
        return self.generic_visit(node)  # type: ignore[return-value]


def left_overs(tree: ast.FunctionDef, constants: dict[str, Any]) -> Iterator[tuple[Any, str, str]]:
    """What nothing was made of in a function, and what to write instead."""
    own = stored_names(tree) | {argument.arg for argument in tree.args.args}
    known = {name: value for name, value in constants.items() if name not in own}
    for part in walk(tree):
        if found := left_over(part, known):
            yield part, *found


def left_over(part: ast.AST, constants: dict[str, Any]) -> tuple[str, str] | None:
    if isinstance(part, ast.GeneratorExp):
        return "a generator expression here", "write a loop"
    if isinstance(part, ast.NamedExpr):
        return "`:=` here", "assign on a line of its own"
    unpacks = isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Tuple | ast.List)
    if unpacks and (is_number(part.value, constants) or is_builtin(part.value)):  # type: ignore[attr-defined]
        return f"the parts of {ast.unparse(part.value)}", "unpack a tuple or a list"  # type: ignore[attr-defined]
    if isinstance(part, ast.Subscript) and is_number(part.value, constants):
        return f"an index of {ast.unparse(part.value)}", "index a tuple or a list"
    return None


def is_number(node: ast.expr, constants: dict[str, Any]) -> bool:
    """Is it a number, as far as the text tells?"""
    if isinstance(node, ast.Name):
        return isinstance(constants.get(node.id), int | float)
    if isinstance(node, ast.BinOp):
        return is_number(node.left, constants) and is_number(node.right, constants)
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float | complex)


def is_builtin(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in BUILTINS


CAUGHT = {
    *("IndexError", "ValueError", "KeyError", "ZeroDivisionError", "ArithmeticError"),
    *("LookupError", "Exception", ""),
}
"""The errors that rules may wait for; `except:` names none."""


def inside(node: ast.AST) -> list[ast.AST]:
    return [part for part in walk(node) if part is not node]


def errors_of(handler: ast.ExceptHandler) -> set[str]:
    named = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {part.id if isinstance(part, ast.Name) else "" if part is None else "?" for part in named}
