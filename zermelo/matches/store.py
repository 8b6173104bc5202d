"""A match on disk: one SQLite file, to which every game is added as soon as it is finished."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from zermelo.errors import SearchError
from zermelo.kernel.files import held, refuse_unwritable
from zermelo.matches.records import Record

FORMAT = 1
TABLES = """
create table if not exists match (format integer not null, settings text not null);
create table if not exists game (
    number integer primary key, pair integer not null, as_max text not null, as_min text not null,
    score real not null, reason text not null, record text not null
);
"""
EXTENDED = ("pairs", "sprt")
"""What may be changed where a match goes on: how many games there are to be, and the test that ends it."""


BROKEN = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT)
"""What SQLite says of a file that is no match; whatever else it says is about the disk."""


class Store:
    """The file of one match; whatever kills the process, it holds the games that were finished before."""

    def __init__(self, path: str | Path, *, reading: bool = False) -> None:
        """`reading`: somebody else plays the match, and is not to be disturbed."""
        self.path = Path(path)
        self.lock = None if reading else self.locked()
        try:
            with self.explained():
                self.connection = self.connected(reading)
        except SearchError:
            self.unlock()
            raise

    def connected(self, reading: bool) -> sqlite3.Connection:
        """The file's connection, with its tables unless it is only read."""
        if reading:
            return sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True)
        connection = sqlite3.connect(self.path, isolation_level=None)
        connection.executescript(f"begin immediate; {TABLES} commit;")
        return connection

    def locked(self) -> IO[Any]:
        """One process at a time plays a match; the file beside it says so."""
        refuse_unwritable(self.path)
        try:
            lock = held(self.beside)
        except OSError as error:
            raise SearchError("could_not_be_written", path=self.beside, reason=error.strerror) from None
        if lock is None:
            raise SearchError("match_in_use", path=self.path)
        return lock

    @property
    def beside(self) -> Path:
        """The file that is locked; SQLite has locks of its own on the other."""
        return self.path.with_name(f"{self.path.name}-lock")

    @classmethod
    def open(cls, path: str | Path) -> Store:
        """That of a match which was begun before, to be read."""
        if not Path(path).is_file():
            raise SearchError("no_file", path=path)
        return cls(path, reading=True)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *reason: object) -> None:
        self.connection.close()
        self.unlock()

    def unlock(self) -> None:
        """Another process may play on."""
        if self.lock is not None:
            with contextlib.suppress(OSError):
                self.beside.unlink()
            self.lock.close()

    def settings(self) -> dict[str, Any] | None:
        """What the match was asked to be; None of a new file."""
        import msgspec

        with self.explained():
            row = self.connection.execute("select format, settings from match").fetchone()
            if row is not None and row[0] != FORMAT:
                raise SearchError("match_of_other_format", path=self.path, format=row[0], known=FORMAT)
            return None if row is None else msgspec.json.decode(row[1])

    def begin(self, settings: dict[str, Any]) -> None:
        """A new match, or one that goes on: then everything must be as it was."""
        import msgspec

        before = self.settings()
        for name in settings if before is not None else ():
            if name not in EXTENDED and before.get(name) != plain(settings[name]):  # type: ignore[union-attr]
                raise SearchError("other_match", path=self.path, what=name)
        with self.explained(), self.transaction():
            self.connection.execute("delete from match")
            written = msgspec.json.encode(settings).decode()
            self.connection.execute("insert into match values (?, ?)", (FORMAT, written))

    def add(self, record: Record) -> None:
        """A game that was finished; it is on the disk when this returns."""
        import msgspec

        columns = (record.number, record.pair, record.as_max, record.as_min, record.score, record.reason)
        written = msgspec.json.encode(record).decode()
        with self.explained(), self.transaction():
            self.connection.execute("insert into game values (?, ?, ?, ?, ?, ?, ?)", (*columns, written))

    def records(self) -> list[Record]:
        """All games that were finished, in their order."""
        import msgspec

        with self.explained():
            rows = self.connection.execute("select record from game order by number").fetchall()
            return [msgspec.json.decode(row[0], type=Record) for row in rows]

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it, or nothing."""
        self.connection.execute("begin immediate")
        try:
            yield
            self.connection.execute("commit")
        except BaseException:
            if self.connection.in_transaction:  # SQLite may have left it by itself, as on a full disk
                self.connection.execute("rollback")
            raise

    @contextlib.contextmanager
    def explained(self) -> Iterator[None]:
        """What is wrong with the file, in a sentence."""
        import msgspec

        try:
            yield
        except (sqlite3.Error, msgspec.MsgspecError) as error:
            broken = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in BROKEN
            code = "no_match_file" if broken else "could_not_be_written"
            raise SearchError(code, path=self.path, reason=error) from None


def plain(value: Any) -> Any:
    """As JSON gives it back."""
    import msgspec

    return msgspec.json.decode(msgspec.json.encode(value))
