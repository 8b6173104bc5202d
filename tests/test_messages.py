"""The table of sentences and the source agree: codes, parameters, and the words of the page's languages."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from zermelo.messages.english import (
    BOARDS,
    COMPILING,
    ENGLISH,
    INTEROP,
    MATCHES,
    MATRICES,
    PROBLEMS,
    SEVERAL,
    STUDIES,
    TABLES,
    TREES,
)

PACKAGE = Path(__file__).parents[1] / "zermelo"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent.name != "messages")
NAMES = [path.relative_to(PACKAGE).as_posix() for path in MODULES]
OWN_SIGNATURE = {"CannotCompile", "Refused", "WrongKind", "BoardError"}
"""Errors that are made of two messages."""
NOT_OF_THE_PAGE = (
    *("strong/", "csp/", "matches/", "studies/"),
    *("prove.py", "search.py", "report.py", "written.py"),
    *("running/options.py", "running/workers.py"),
    *("interfaces/terminal/", "interfaces/template.py"),
    *("interfaces/pictures/exports.py", "interfaces/web/serve.py"),
    *("interfaces/sgf.py", "interfaces/game_records.py", "interfaces/gtp/"),
    *("interfaces/openspiel.py", "interfaces/pettingzoo.py"),
)
"""What only the library and the command line say."""


@cache
def nodes(module: str) -> list[ast.AST]:
    """Of the syntax of a module; read when a test asks, not by every worker that collects."""
    return list(ast.walk(ast.parse((PACKAGE / module).read_text())))


@cache
def families() -> set[str]:
    """The names of all classes of errors that have a code."""
    classes = [node for module in NAMES for node in nodes(module) if isinstance(node, ast.ClassDef)]
    found, before = {"ZermeloError"}, 0
    while len(found) > before:
        before = len(found)
        found |= {kind.name for kind in classes if {getattr(base, "id", "") for base in kind.bases} & found}
    return found - OWN_SIGNATURE


def messages(module: str) -> Iterator[ast.Call]:
    """Where a message or an error is made."""
    for node in nodes(module):
        if isinstance(node, ast.Call) and node.args and ast.unparse(node.func) in families() | {"Message.of"}:
            yield node


def codes_of(said: ast.expr) -> list[ast.expr]:
    return [said.body, said.orelse] if isinstance(said, ast.IfExp) else [said]


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_every_error_has_a_code_with_exactly_its_parameters() -> None:
    for module, call in ((name, call) for name in NAMES for call in messages(name)):
        given = {keyword.arg for keyword in call.keywords if keyword.arg}
        spread = any(keyword.arg is None for keyword in call.keywords)
        for said in codes_of(call.args[0]):
            place = f"{module}:{call.lineno}"
            assert not isinstance(said, ast.JoinedStr | ast.BinOp), f"{place} makes a sentence of its own"
            if isinstance(said, ast.Constant):
                assert said.value in ENGLISH, f"{place}: {said.value!r} is in no table"
                wanted = fields(ENGLISH[said.value])
                assert given <= wanted if spread else given == wanted, f"{place}: {said.value} has {wanted}"


@cache
def used(module: str) -> set[str]:
    """The codes that a module names."""
    said = {node.value for node in nodes(module) if isinstance(node, ast.Constant)}
    return {text for text in said if isinstance(text, str)} & set(ENGLISH)


def test_no_code_has_two_sentences() -> None:
    parts = [BOARDS, COMPILING, INTEROP, MATCHES, MATRICES, PROBLEMS, SEVERAL, STUDIES, TABLES, TREES]
    written = ast.parse((PACKAGE / "messages/english.py").read_text())
    own = [key for node in ast.walk(written) if isinstance(node, ast.Dict) for key in node.keys if key]
    assert len(ENGLISH) == sum(map(len, parts)) + len(own)


def test_every_code_is_used() -> None:
    assert set(ENGLISH) - set().union(*map(used, NAMES)) <= {"free_text"}


def words(language: str) -> dict[str, str]:
    """One of the page's tables, a line for each code."""
    text = (PACKAGE / "interfaces/web/static" / f"refusals_{language}.js").read_text()
    found = re.findall(r"^  (\w+): (\".*\"),$", text, re.MULTILINE)
    table = {code: json.loads(said) for code, said in found}
    assert len(table) == len(found), "a code has two sentences, of which the page reads the second"
    return table


@pytest.mark.parametrize("language", ["it", "es"])
def test_the_page_has_words_for_whatever_it_can_be_told(language: str) -> None:
    table = words(language)
    told = [used(module) for module in NAMES if not module.startswith(NOT_OF_THE_PAGE)]
    assert set().union(*told) - set(table) == set()
    for code, template in table.items():
        assert fields(template) <= fields(ENGLISH[code]), code
