"""The table of sentences and the source agree: codes, parameters, and the words of the page's languages."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from zermelo.messages.english import ENGLISH

PACKAGE = Path(__file__).parents[1] / "zermelo"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent.name != "messages")
TREES = {path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text()) for path in MODULES}
OWN_SIGNATURE = {"CannotCompile", "BoardError"}
"""Errors that are made of two messages."""
NOT_OF_THE_PAGE = (
    *("strong/", "csp/", "matches/", "studies/"),
    *("prove.py", "search.py", "report.py"),
    *("running/options.py", "running/workers.py"),
    *("interfaces/terminal/", "interfaces/template.py"),
    *("interfaces/pictures/exports.py", "interfaces/web/serve.py"),
    *("interfaces/sgf.py", "interfaces/game_records.py", "interfaces/gtp/"),
    *("interfaces/openspiel.py", "interfaces/pettingzoo.py"),
)
"""What only the library and the command line say."""


def families() -> set[str]:
    """The names of all classes of errors that have a code."""
    found, before = {"ZermeloError"}, 0
    while len(found) > before:
        before = len(found)
        for tree in TREES.values():
            for node in ast.walk(tree):
                if (
                    isinstance(node, ast.ClassDef)
                    and {getattr(base, "id", "") for base in node.bases} & found
                ):
                    found.add(node.name)
    return found - OWN_SIGNATURE


FAMILIES = families()


def messages(tree: ast.AST) -> Iterator[ast.Call]:
    """Where a message or an error is made."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and ast.unparse(node.func) in FAMILIES | {"Message.of"}:
            yield node


def codes_of(said: ast.expr) -> list[ast.expr]:
    return [said.body, said.orelse] if isinstance(said, ast.IfExp) else [said]


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("module", TREES)
def test_every_error_has_a_code_with_exactly_its_parameters(module: str) -> None:
    for call in messages(TREES[module]):
        given = {keyword.arg for keyword in call.keywords if keyword.arg}
        spread = any(keyword.arg is None for keyword in call.keywords)
        for said in codes_of(call.args[0]):
            place = f"{module}:{call.lineno}"
            assert not isinstance(said, ast.JoinedStr | ast.BinOp), f"{place} makes a sentence of its own"
            if isinstance(said, ast.Constant):
                assert said.value in ENGLISH, f"{place}: {said.value!r} is in no table"
                wanted = fields(ENGLISH[said.value])
                assert given <= wanted if spread else given == wanted, f"{place}: {said.value} has {wanted}"


def texts(tree: ast.AST) -> set[str]:
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


USED = {module: texts(tree) & set(ENGLISH) for module, tree in TREES.items()}


def test_every_code_is_used() -> None:
    assert set(ENGLISH) - set().union(*USED.values()) <= {"free_text"}


def words(language: str) -> dict[str, str]:
    """One of the page's tables, a line for each code."""
    text = (PACKAGE / "interfaces/web/static" / f"refusals_{language}.js").read_text()
    return {code: json.loads(said) for code, said in re.findall(r"^  (\w+): (\".*\"),$", text, re.MULTILINE)}


@pytest.mark.parametrize("language", ["it", "es"])
def test_the_page_has_words_for_whatever_it_can_be_told(language: str) -> None:
    table = words(language)
    told = [codes for module, codes in USED.items() if not module.startswith(NOT_OF_THE_PAGE)]
    assert set().union(*told) - set(table) == set()
    for code, template in table.items():
        assert fields(template) <= fields(ENGLISH[code]), code
