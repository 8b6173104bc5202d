"""The file of a match: one process at a time plays into it, and each fault of it has its own sentence."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest

from zermelo import SearchError, ZermeloError, match
from zermelo.games import TicTacToe
from zermelo.matches.match import matching
from zermelo.matches.records import Record
from zermelo.matches.store import Store


def record(number: int, detail: str = "") -> Record:
    return Record(
        number=number, pair=1, as_max="a", as_min="b", opening=(), plies=(),
        score=0.5, payoff=0, reason="end", detail=detail,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("text", "text is not the file of a match: file is not a database"),
        ("folder", "folder could not be written: it is not an ordinary file"),
        ("no/where", "no/where could not be written: there is no folder"),
    ],
)
def test_what_is_no_file_of_a_match_is_refused(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "text").write_text("no database, but a text that is long enough to be looked at twice" * 20)
    (tmp_path / "folder").mkdir()
    with pytest.raises(ZermeloError, match=re.escape(said)):
        match(TicTacToe(), ["expert", "random"], store=tmp_path / name, games=2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "text"]


def test_a_second_match_does_not_play_into_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "match.db"
    playing = matching(TicTacToe(), ["expert", "random"], games=4, openings=1, store=path)
    next(playing)
    with pytest.raises(SearchError, match=r"match\.db is in use: another process plays this match"):
        match(TicTacToe(), ["expert", "random"], games=4, openings=1, store=path)
    with Store.open(path) as reader:
        assert reader.settings() is not None
    assert len([*playing][-1].records) == 4
    assert len(match(TicTacToe(), ["expert", "random"], games=4, openings=1, store=path).records) == 4
    assert [each.name for each in tmp_path.iterdir()] == ["match.db"]


def test_a_full_disk_is_told_as_one(tmp_path: Path) -> None:
    with Store(tmp_path / "match.db") as store:
        store.begin({"pairs": 1})
        store.add(record(1))
        (pages,) = store.connection.execute("pragma page_count").fetchone()
        store.connection.execute(f"pragma max_page_count = {pages}")
        with pytest.raises(SearchError, match=r"match\.db could not be written: database or disk is full"):
            store.add(record(2, "x" * 100_000))
        assert [each.number for each in store.records()] == [1]


def test_what_sqlite_took_back_by_itself_is_not_taken_back_again(tmp_path: Path) -> None:
    with Store(tmp_path / "match.db") as store:
        with contextlib.suppress(BufferError), store.transaction():
            store.connection.execute("rollback")
            raise BufferError
        assert not store.connection.in_transaction
