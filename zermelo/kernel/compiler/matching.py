"""`match` as `if` and `elif`: values, alternatives, names, tuples of a known length, guards."""

from __future__ import annotations

import ast
import copy
from typing import NamedTuple

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.pieces import call, located, name, unused
from zermelo.kernel.walking import Transformer, placed
from zermelo.messages import Message


class Matched(NamedTuple):
    """What a pattern asks for, and the names that it gives."""

    tests: list[ast.expr]
    names: dict[str, ast.expr]


class ChooseCases(Transformer):
    def __init__(self, taken: set[str]) -> None:
        self.taken, self.made = taken, set[str]()
        """The names of the function; those of the subjects that are kept."""

    def visit_Match(self, node: ast.Match) -> list[ast.stmt]:
        self.generic_visit(node)
        before, subject = self.subject(node)
        chosen: list[ast.stmt] = []
        for case in reversed(node.cases):
            found = matched(case.pattern, subject)
            tests = [*found.tests, *([Named(found.names).visit(case.guard)] if case.guard else [])]
            bound: list[ast.stmt] = [
                ast.Assign([ast.Name(each, ast.Store())], value) for each, value in found.names.items()
            ]
            body = [*bound, *case.body]
            test = ast.BoolOp(ast.And(), tests) if len(tests) > 1 else tests[0] if tests else None
            chosen = body if test is None else [ast.If(test, body, chosen)]
        for part in (*before, *chosen):
            placed(ast.copy_location(part, node) if not hasattr(part, "lineno") else part)
        return [*before, *chosen]

    def subject(self, node: ast.Match) -> tuple[list[ast.stmt], ast.expr]:
        """What is matched: kept in a variable, unless it is one, or a tuple of them."""
        parts = node.subject.elts if isinstance(node.subject, ast.Tuple) else [node.subject]
        if all(isinstance(part, ast.Name | ast.Attribute | ast.Constant) for part in parts):
            return [], node.subject
        kept = unused("subject", self.taken)
        self.taken.add(kept)
        self.made.add(kept)
        return located([ast.Assign([ast.Name(kept, ast.Store())], node.subject)], node), name(kept)


def matched(pattern: ast.pattern, subject: ast.expr) -> Matched:
    if isinstance(pattern, ast.MatchValue):
        return Matched([ast.Compare(copy.deepcopy(subject), [ast.Eq()], [pattern.value])], {})
    if isinstance(pattern, ast.MatchSingleton):
        sign = ast.Is() if pattern.value is None else ast.Eq()
        return Matched([ast.Compare(copy.deepcopy(subject), [sign], [ast.Constant(pattern.value)])], {})
    if isinstance(pattern, ast.MatchAs):
        inner = matched(pattern.pattern, subject) if pattern.pattern else Matched([], {})
        return Matched(
            inner.tests, inner.names | ({pattern.name: copy.deepcopy(subject)} if pattern.name else {})
        )
    if isinstance(pattern, ast.MatchOr):
        return alternatives(pattern, subject)
    if isinstance(pattern, ast.MatchSequence) and not any(
        isinstance(part, ast.MatchStar) for part in pattern.patterns
    ):
        return sequence(pattern, subject)
    what, advice = Message.of("construct_pattern"), Message.of("advice_if_and_elif")
    raise CannotCompile(what, advice, f"line {pattern.lineno}")


def alternatives(pattern: ast.MatchOr, subject: ast.expr) -> Matched:
    found = [matched(part, subject) for part in pattern.patterns]
    if any(part.names or not part.tests for part in found):
        what, advice = Message.of("construct_pattern"), Message.of("advice_if_and_elif")
        raise CannotCompile(what, advice, f"line {pattern.lineno}")
    each = [part.tests[0] if len(part.tests) == 1 else ast.BoolOp(ast.And(), part.tests) for part in found]
    return Matched([ast.BoolOp(ast.Or(), each)], {})


def sequence(pattern: ast.MatchSequence, subject: ast.expr) -> Matched:
    """`case (a, 0)`: as long, and part by part."""
    length, tests, names = len(pattern.patterns), list[ast.expr](), dict[str, ast.expr]()
    if isinstance(subject, ast.Tuple):
        parts = subject.elts
        tests += [ast.Constant(False)] if len(parts) != length else []
    else:
        parts = [ast.Subscript(copy.deepcopy(subject), ast.Constant(i), ast.Load()) for i in range(length)]
        tests.append(ast.Compare(call("len", copy.deepcopy(subject)), [ast.Eq()], [ast.Constant(length)]))
    for inner, part in zip(pattern.patterns, parts, strict=False):
        found = matched(inner, part)
        tests += found.tests
        names |= found.names
    return Matched(tests, names)


class Named(Transformer):
    """A guard reads what its pattern has just named."""

    def __init__(self, names: dict[str, ast.expr]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self.names.get(node.id, node))
