"""The run: one table of fields, two worlds."""

from __future__ import annotations

import ast
import inspect
from typing import Any

import pytest

from zermelo import CannotCompile, Game
from zermelo.games import TicTacToe
from zermelo.kernel import record
from zermelo.kernel import run as runs
from zermelo.kernel.bind import bind
from zermelo.kernel.run import FIELDS, NO_ACTION, WHOLE_INFINITY, WHOLE_NO_ACTION, Fields, Run, State, Value

KINDS = pytest.mark.parametrize("kind", ["i8", "f8"])


def new(kind: str = "i8") -> Any:
    return runs.new_record(kind, 3, traced=False, events=0)


@KINDS
def test_every_field_is_in_its_worlds(kind: str) -> None:
    plain = {name for name, field in FIELDS.items() if field.worlds != "record"}
    assert {name for name in plain if not hasattr(Run(), name)} == set()
    assert set(vars(Run())) == plain - {"stop"} | {"told_to_stop"}
    assert set(new(kind).dtype.names) == {name for name, field in FIELDS.items() if field.worlds != "plain"}


def forget() -> None:
    runs.layout.cache_clear()
    runs.first_words.cache_clear()


def test_a_field_is_added_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    monkeypatch.setitem(FIELDS, "novelty", record.number(7))
    monkeypatch.setitem(FIELDS, "novelties", record.actions(5, NO_ACTION))
    try:
        assert (Run().novelty, Run().novelties) == (7, [NO_ACTION] * 5)  # type: ignore[attr-defined]
        assert (new().novelty, new().novelties.tolist()) == (7, [WHOLE_NO_ACTION] * 5)
    finally:
        forget()


def word(value: Any, kind: str) -> Any:
    """What a machine has for it."""
    if value is None or value is NO_ACTION:
        return 0 if value is None else WHOLE_NO_ACTION
    infinite = isinstance(value, float) and abs(value) == float("inf")
    return WHOLE_INFINITY * (1 if value > 0 else -1) if infinite and kind == "i8" else value


@KINDS
def test_both_worlds_begin_alike(kind: str) -> None:
    plain, fast = Run(), new(kind)
    for name, field in FIELDS.items():
        if field.worlds != "both" or field.plain is not None or field.compiled is not None:
            continue
        if field.count is None:
            assert fast[name] == word(getattr(plain, name), kind), name
        elif name not in ("marks", "values", "terms"):
            assert fast[name].tolist() == [word(each, kind) for each in getattr(plain, name)], name


def test_every_field_says_what_it_means() -> None:
    tables = [ast.parse(inspect.getsource(part)).body[0] for part in Fields.__mro__[:-1]]
    told = {
        part.target.id
        for table in tables
        if isinstance(table, ast.ClassDef)
        for part, text in zip(table.body, table.body[1:], strict=False)
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
    }
    assert told == set(FIELDS)


def unknown(game: Game, state: State, hunger: int, run: Run) -> Value:
    return hunger


@pytest.mark.parametrize("compiled", [False, True])
def test_a_search_starts_with_fields_of_the_run(compiled: bool) -> None:
    with pytest.raises(CannotCompile, match="the parameter `hunger`"):
        bind(TicTacToe(), unknown, compiled=compiled)
