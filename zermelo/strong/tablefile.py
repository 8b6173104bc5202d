"""The file of a solved table (docs/tables.md): a head, sorted codes, their values, checksums of every block.

0        magic, version, size of the head, size of the file, CRC-32 of the head; then JSON, then blanks
codes    8 bytes each, whole numbers with a sign, ascending
values   1, 2, 4 or 8 bytes each
checks   CRC-32 of every block of 64 KB between the head and here
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from zermelo.errors import ZermeloError
from zermelo.strong.pieces import let_go, write_all, writing

MAGIC = b"ZERMELO\x1a"
VERSION = 1
HEAD = struct.Struct("<8sIIQI")
PAGE = 4096
BLOCK = 1 << 16
SPAN = 1 << 24
"""Bytes that are looked at before they are let go of; whole blocks."""
LARGEST_HEAD = 1 << 24


class TableError(ZermeloError):
    """A table that cannot be used: no table, damaged, or of another game."""


def write_table(path: Path, facts: dict[str, Any], chunks: Iterable[tuple[Any, Any]], kind: str) -> None:
    """Write a table from chunks of codes and values; `path` is replaced when all is on the disk."""
    import numpy as np

    values_path = path.with_name(path.name + ".values")
    with writing(path):
        count = 0
        with open(path, "wb", buffering=0) as file, open(values_path, "wb", buffering=0) as beside:
            file.write(b"\0" * head_size(facts))
            for codes, values in chunks:
                write_all(file, np.ascontiguousarray(codes, "<i8"))
                write_all(beside, np.ascontiguousarray(values.astype(kind, copy=False)))
                count += len(codes)
            pad(file)
        with open(path, "r+b", buffering=0) as file, open(values_path, "rb") as beside:
            values_at = file.seek(0, os.SEEK_END)
            while part := beside.read(1 << 22):
                write_all(file, part)
            pad(file)
            checks_at = file.tell()
            file.seek(head_size(facts))
            sums = [zlib.crc32(block) for block in iter(lambda: file.read(BLOCK), b"")]
            checks: Any = np.array(sums, "<u4")
            write_all(file, checks)
            facts = {
                **facts,
                "positions": count,
                "codes": {"offset": head_size(facts), "kind": "<i8"},
                "values": {"offset": values_at, "kind": kind},
                "checks": {"offset": checks_at, "block": BLOCK, "crc32": zlib.crc32(checks)},
            }
            file.seek(0)
            write_all(file, head_of(facts, checks_at + checks.nbytes))
            os.fsync(file.fileno())
        values_path.unlink()


def head_size(facts: dict[str, Any]) -> int:
    """Room for the facts, and for those that are known only at the end."""
    return -(-(len(json.dumps(facts)) + HEAD.size + 512) // PAGE) * PAGE


def head_of(facts: dict[str, Any], size: int) -> bytes:
    text = json.dumps(facts).encode()
    room = int(facts["codes"]["offset"])
    body = text.ljust(room - HEAD.size)
    empty = HEAD.pack(MAGIC, VERSION, room, size, 0)
    return HEAD.pack(MAGIC, VERSION, room, size, zlib.crc32(empty + body)) + body


def pad(file: Any) -> None:
    write_all(file, b"\0" * (-file.tell() % PAGE))


class Mapped:
    """A table file in memory, block by block checked before it is believed."""

    def __init__(self, path: str | Path) -> None:
        import numpy as np

        self.path = Path(path)
        self.facts = self.read_head()
        self.data: Any = np.memmap(self.path, "u1", "r")
        try:
            self.count = int(self.facts["positions"])
            self.start = int(self.facts["codes"]["offset"])
            self.values_at = int(self.facts["values"]["offset"])
            self.kind = np.dtype(self.facts["values"]["kind"])
            self.end = int(self.facts["checks"]["offset"])
            checks: Any = self.data[self.end :]
            if zlib.crc32(memoryview(checks)) != self.facts["checks"]["crc32"]:
                raise self.damaged("its checksums are not what they were")
            self.checks = checks.view("<u4")
            self.codes = self.data[self.start : self.start + 8 * self.count].view("<i8")
            after = self.values_at + self.kind.itemsize * self.count
            self.values = self.data[self.values_at : after].view(self.kind)
        except (KeyError, TypeError, ValueError):
            raise self.damaged("its head cannot be read") from None
        self.trusted = np.zeros(len(self.checks), bool)

    def read_head(self) -> Any:
        try:
            with open(self.path, "rb") as file:
                start = file.read(HEAD.size)
                if len(start) < HEAD.size or start[:8] != MAGIC:
                    raise TableError("not_a_table", path=self.path)
                _, version, room, size, crc = HEAD.unpack(start)
                if version != VERSION:
                    raise TableError("table_version", path=self.path, version=version, expected=VERSION)
                if os.fstat(file.fileno()).st_size != size:
                    raise self.damaged("it is not as long as it was: was it copied whole?")
                if not HEAD.size < room <= min(size, LARGEST_HEAD):
                    raise self.damaged("its head cannot be read")
                body = file.read(room - HEAD.size)
        except OSError as error:
            raise TableError("could_not_be_read", path=self.path, reason=error.strerror or error) from None
        if zlib.crc32(HEAD.pack(MAGIC, version, room, size, 0) + body) != crc:
            raise self.damaged("its head is not what it was")
        try:
            return json.loads(body)
        except ValueError:
            raise self.damaged("its head cannot be read") from None

    def damaged(self, how: str) -> TableError:
        return TableError("table_damaged", path=self.path, how=how)

    def trust(self, first: int, last: int) -> None:
        """Check the blocks of these bytes, if they were not before."""
        for block in range((first - self.start) // BLOCK, (last - 1 - self.start) // BLOCK + 1):
            if not self.trusted[block]:
                at = self.start + block * BLOCK
                if zlib.crc32(memoryview(self.data[at : min(at + BLOCK, self.end)])) != self.checks[block]:
                    raise self.damaged(
                        f"bytes {at:,} to {min(at + BLOCK, self.end):,} are not what they were"
                    )
                self.trusted[block] = True

    def trust_all(self) -> None:
        """Check everything, and let go of it: a table may be larger than the memory."""
        for first in range(self.start, self.end, SPAN):
            self.trust(first, min(first + SPAN, self.end))
            let_go(self.data)

    def code_at(self, index: int) -> int:
        at = self.start + 8 * index
        self.trust(at, at + 8)
        return int(self.codes[index])

    def value_at(self, index: int) -> Any:
        at = self.values_at + self.kind.itemsize * index
        self.trust(at, at + self.kind.itemsize)
        return self.values[index].item()


class InMemory:
    """A table that was never written."""

    def __init__(self, facts: dict[str, Any], codes: Any, values: Any) -> None:
        self.facts, self.codes, self.values = facts, codes, values
        self.count, self.path = len(codes), None

    def trust_all(self) -> None:
        """Nobody can have changed it."""

    def code_at(self, index: int) -> int:
        return int(self.codes[index])

    def value_at(self, index: int) -> Any:
        return self.values[index].item()
