"""Python's syntax is read in threads: Python's own mistake there is nobody's fault."""

from __future__ import annotations

import ast
import gc
import multiprocessing
import os
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from budget import PATIENCE

import zermelo
from zermelo.kernel import walking
from zermelo.kernel.parsing import ATTEMPTS, parsed, undisturbed
from zermelo.kernel.walking import Transformer, copied, placed, walk

PACKAGE = Path(zermelo.__file__).parent
IN_A_CHILD = {"kernel/compiler/build.py"}
"""Which has one thread."""


def test_nobody_else_parses() -> None:
    texts = {path.relative_to(PACKAGE).as_posix(): path.read_text() for path in PACKAGE.rglob("*.py")}
    assert {name for name, text in texts.items() if "ast.parse(" in text} == {
        *IN_A_CHILD,
        "kernel/parsing.py",
    }


def test_what_was_disturbed_is_read_again() -> None:
    tries = iter([SystemError("AST constructor recursion depth mismatch (before=147, after=43)")] * 3)

    def read() -> str:
        for error in tries:
            raise error
        return "read"

    assert undisturbed(read) == "read"


def test_an_error_that_stays_is_told() -> None:
    tried = []

    def read() -> None:
        tried.append(1)
        raise SystemError("it is broken")

    with pytest.raises(SystemError, match="it is broken"):
        undisturbed(read)
    assert len(tried) == ATTEMPTS


def test_mistakes_in_the_text_are_told_at_once() -> None:
    with pytest.raises(SyntaxError):
        parsed("1 +")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks are of POSIX")
def test_a_fork_reads_too() -> None:
    """Even one that is made while another thread reads."""
    reading, left = threading.Event(), threading.Event()

    def slowly() -> None:
        reading.set()
        left.wait(1.0)

    other = threading.Thread(target=undisturbed, args=(slowly,))
    other.start()
    reading.wait()
    child = multiprocessing.get_context("fork").Process(target=parsed, args=("1",))
    child.start()
    child.join(PATIENCE)
    left.set()
    other.join()
    assert child.exitcode == 0


def test_threads_beside_a_collector_that_lets_others_run() -> None:
    """The collector calls Python, which gives its turn away: 3.11.7 fails here within a second."""
    wrong: list[BaseException] = []
    text = "\n".join(f"a{i} = f(b, c[{i}], {{'d': (e, {i})}})" for i in range(150))
    stop = threading.Event()

    def read() -> None:
        try:
            while not stop.is_set():
                ast.dump(parsed(text))
        except BaseException as error:
            wrong.append(error)

    def collected(phase: str, info: dict[str, int]) -> None:
        sum(range(300))

    thresholds, interval = gc.get_threshold(), sys.getswitchinterval()
    gc.callbacks.append(collected)
    gc.set_threshold(50)
    sys.setswitchinterval(1e-6)
    threads = [threading.Thread(target=read) for _ in range(3)]
    try:
        for thread in threads:
            thread.start()
        threads[0].join(0.4)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
        gc.callbacks.remove(collected)
        gc.set_threshold(*thresholds)
        sys.setswitchinterval(interval)
    assert wrong == []


class Plain(ast.NodeTransformer):
    """Drops, doubles and changes."""

    def visit_Pass(self, node: ast.Pass) -> None:
        return None

    def visit_Expr(self, node: ast.Expr) -> list[ast.AST]:
        return [self.generic_visit(node), node]

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(f"{node.id}_", node.ctx)

    def visit_Return(self, node: ast.Return) -> ast.AST:
        return self.generic_visit(node)


class Quick(Transformer):
    visit_Pass, visit_Expr, visit_Name, visit_Return = (
        Plain.visit_Pass, Plain.visit_Expr, Plain.visit_Name, Plain.visit_Return
    )  # fmt: skip


@pytest.mark.parametrize("file", [__file__, walking.__file__, zermelo.__file__])
def test_trees_are_gone_through_as_ast_does(file: str) -> None:
    text = Path(file).read_text()
    tree = parsed(text)
    assert list(walk(tree)) == [node for node in ast.walk(tree) if not isinstance(node, ast.expr_context)]
    assert ast.dump(Quick().visit(parsed(text))) == ast.dump(Plain().visit(parsed(text)))


@pytest.mark.parametrize("file", [__file__, walking.__file__, zermelo.__file__])
def test_a_copy_has_nothing_of_the_tree_that_may_be_changed(file: str) -> None:
    tree = parsed(Path(file).read_text())
    other = copied(tree)
    assert ast.dump(other, include_attributes=True) == ast.dump(tree, include_attributes=True)
    mutable = (node for node in walk(tree) if not isinstance(node, ast.operator | ast.cmpop | ast.unaryop))
    assert {id(node) for node in mutable}.isdisjoint(id(node) for node in walk(other))


class Strict(ast.Name):
    """As nodes are from Python 3.13 on: one without its fields is not made."""

    def __init__(self, *fields: Any) -> None:
        assert fields
        super().__init__(*fields)


def test_a_copy_is_made_with_all_fields() -> None:
    assert ast.dump(copied(Strict("a", ast.Load()))) == "Strict(id='a', ctx=Load())"


def test_new_nodes_are_where_those_are_that_hold_them() -> None:
    def edited() -> ast.Module:
        tree = parsed("def rule(a):\n    if a:\n        return [a,\n  2]\n")
        for node in walk(tree):
            if isinstance(node, ast.Return):
                node.value = ast.Call(ast.Name("f", ast.Load()), [ast.Constant(1), node.value], [])
        return tree

    placed_here = ast.dump(placed(edited()), include_attributes=True)
    assert placed_here == ast.dump(ast.fix_missing_locations(edited()), include_attributes=True)
