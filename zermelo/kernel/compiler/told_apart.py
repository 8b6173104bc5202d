"""A list is no tuple, whatever is in them, and neither is a set or a text: what the rules' text tells of it.

To a machine a tuple of any length is a list, and so is a set; so `cells[:3] == (1, 1, 1)` of a list, which
Python answers with False, is answered here, while the text still says what is what.  Where it says so of one
side only, the machine's types may know of the other (`equal_rows`).
"""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.examples import ANY, NO_EXAMPLE, element_of, example_of, parts_of
from zermelo.kernel.compiler.pieces import call, is_call
from zermelo.kernel.compiler.rows import is_stored
from zermelo.kernel.walking import Transformer, walk

SETS = (set, frozenset)
KINDS: tuple[Any, ...] = (list, tuple, str, SETS)
"""What is never equal to anything of another of these kinds."""
MIXED = {list, tuple}
LISTING = ("list", "sorted", "set", "frozenset", "map")
LOOSE = ("zip", "map", "enumerate", "reversed")
"""What gives no list, although its example is one."""


def kind_of(example: Any) -> Any:
    """Which of them it is; None where that is not known."""
    return next((kind for kind in KINDS if isinstance(example, kind)), None)


class Known:
    """The variables of a function of which everything that is assigned to them is of one kind."""

    def __init__(self, tree: ast.FunctionDef, given: dict[str, Any], classes: dict[type, Any]) -> None:
        self.classes = classes
        self.bound = [each for part in walk(tree) for each in bound_in(part)]
        self.stored = stored_in(tree)
        parameters = parameters_in(tree)
        again = {variable for variable in given if variable in self.stored or parameters[variable] > 1}
        self.stored += parameters
        self.examples = {variable: value for variable, value in given.items() if variable not in again}
        before = -1
        while before != len(self.examples):
            before = len(self.examples)
            self.learn()

    def learn(self) -> None:
        """What each variable is given, as far as that is known by now."""
        found: dict[str, list[Any]] = {variable: [] for variable in self.stored}
        for target, value, looped in self.bound:
            example = self.of(value)
            hand_out(target, element_of(example, ANY) if looped else example, found)
        for variable, values in found.items():
            kinds = set(map(kind_of, values))
            if len(values) == self.stored[variable] and len(kinds) == 1 and None not in kinds:
                self.examples.setdefault(variable, values[0])

    def of(self, node: ast.expr) -> Any:
        """An example of what an expression gives."""
        found = example_of(node, self.examples, self.classes)
        if found is NO_EXAMPLE and (isinstance(node, ast.ListComp) or is_call(node, "list", "sorted")):
            return []
        return () if found is NO_EXAMPLE and is_call(node, "tuple") else found

    def kind(self, node: ast.expr) -> Any:
        return None if is_call(node, *LOOSE) or isinstance(node, ast.GeneratorExp) else kind_of(self.of(node))

    def kind_in(self, node: ast.expr) -> Any:
        """That of its elements."""
        return kind_of(element_of(self.of(node), ANY))


def stored_in(tree: ast.AST) -> Counter[str]:
    """How often each variable is assigned to; `cells += more` leaves it what it is."""
    parts = list(walk(tree))
    grown = [part.target for part in parts if isinstance(part, ast.AugAssign)]
    stored = Counter(part.id for part in parts if isinstance(part, ast.Name) and is_stored(part))
    return stored - Counter(target.id for target in grown if isinstance(target, ast.Name))


def parameters_in(tree: ast.AST) -> Counter[str]:
    """Those of a function and of the functions in it."""
    signatures = (part for part in walk(tree) if isinstance(part, ast.arguments))
    return Counter(argument.arg for each in signatures for argument in each.args)


def bound_in(part: ast.AST) -> list[tuple[ast.expr, ast.expr, bool]]:
    """What is assigned to what; whether it is looped over."""
    if isinstance(part, ast.Assign):
        return [(target, part.value, False) for target in part.targets]
    return [(part.target, part.iter, True)] if isinstance(part, ast.For | ast.comprehension) else []


def hand_out(target: ast.expr, value: Any, found: dict[str, list[Any]]) -> None:
    """A target and what is assigned to it, part by part."""
    if isinstance(target, ast.Name):
        found[target.id].append(value)
    elif isinstance(target, ast.Starred):
        hand_out(target.value, [], found)
    elif isinstance(target, ast.Tuple | ast.List):
        parts = parts_of(value)
        known = len(parts) == len(target.elts) and not any(isinstance(e, ast.Starred) for e in target.elts)
        for place, each in enumerate(target.elts):
            hand_out(each, parts[place] if known else NO_EXAMPLE, found)


class TellApart(Transformer):
    """The comparisons that are answered, in the text of one function."""

    def __init__(self, known: Known) -> None:
        self.known = known

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        sign, right = node.ops[0], node.comparators[0]
        if len(node.ops) > 1 or not isinstance(sign, ast.Eq | ast.NotEq | ast.In | ast.NotIn):
            return node
        inside = isinstance(sign, ast.In | ast.NotIn)
        answer = self.member_of(node.left, right) if inside else self.equal(node.left, right)
        if answer is None:
            return node
        not_so = isinstance(sign, ast.NotEq | ast.NotIn)
        return ast.copy_location(ast.UnaryOp(ast.Not(), answer) if not_so else answer, node)

    def equal(self, left: ast.expr, right: ast.expr) -> ast.expr | None:
        """What stands for `left == right`; None where that may stay as it is."""
        kinds = {self.known.kind(left), self.known.kind(right)}
        if kinds == {list, None}:
            return call("equal_rows", left, right)
        if SETS in (self.known.kind_in(left), self.known.kind_in(right)) and SETS not in kinds:
            what, advice = "a comparison of rows of sets", "compare the sets one by one"
            raise CannotCompile(what, advice, f"line {left.lineno}")
        if kinds == {SETS}:
            return call("same_members", left, right)
        return ast.Constant(False) if len(kinds) == 2 and None not in kinds else None

    def member_of(self, left: ast.expr, right: ast.expr) -> ast.expr | None:
        """The same for `left in right`."""
        kinds = {self.known.kind(left), self.known.kind_in(right)}
        if kinds == {SETS}:
            return call("has_set", right, left)
        if self.known.kind_in(right) is list and kinds == {list, None}:
            return call("row_among", right, left)
        return ast.Constant(False) if len(kinds) == 2 and None not in kinds else None

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """`found + (cell,)`, which Python does not add either."""
        self.generic_visit(node)
        kinds = {self.known.kind(node.left), self.known.kind(node.right)}
        if isinstance(node.op, ast.Add) and kinds == MIXED:
            what, advice = "a list and a tuple, added,", "make both lists, or both tuples"
            raise CannotCompile(what, advice, f"line {node.lineno}")
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """`rows.count([1, 1, 1])` of tuples."""
        self.generic_visit(node)
        if not isinstance(node.func, ast.Attribute) or node.func.attr != "count" or len(node.args) != 1:
            return node
        kinds = {self.known.kind_in(node.func.value), self.known.kind(node.args[0])}
        known = len(kinds) == 2 and None not in kinds
        return ast.copy_location(ast.Constant(0), node) if known else node


def tell_apart(tree: ast.FunctionDef, given: dict[str, Any], classes: dict[type, Any]) -> None:
    """Answer what can be answered; `given` are examples of parameters and of constants."""
    if any(may_give_list(part, given) for part in walk(tree)):
        TellApart(Known(tree, given, classes)).visit(tree)


def may_give_list(part: ast.AST, given: dict[str, Any]) -> bool:
    """Is it a list or a set, or something that makes one?"""
    if isinstance(part, ast.Name):
        return part.id in LISTING or isinstance(given.get(part.id), list | set | frozenset)
    return isinstance(part, ast.List | ast.ListComp | ast.Set | ast.SetComp)
