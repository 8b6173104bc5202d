"""Pieces: the arrays that a solution is made of, each a file of its own while it is under way.

A piece is written beside its name, flushed to the disk if it is large, and renamed, so that a process that is
killed leaves whole pieces or none; a checksum says so.  Without a folder the pieces stay in memory, as many
as there is room for.

    bytes 0-7 "ZPIECE1" and a line feed   8-15 kind of numbers   16-23 how many   24-27 CRC-32   64- they
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import shutil
import struct
import zlib
from collections.abc import Iterator
from numbers import Integral
from pathlib import Path
from typing import Any

from zermelo.errors import SearchError, ZermeloError
from zermelo.kernel.files import held

MAGIC = b"ZPIECE1\n"
HEAD = struct.Struct("<8s8sQI36x")
IDENTITY = "identity.json"
FLUSHED = 1 << 20
"""Bytes from which a piece is worth waiting for the disk; a smaller one that a power cut took is remade."""
BLOCK = 1 << 22
"""Bytes that are read or written at a time."""


class Pieces:
    """Named arrays, in a folder or in memory."""

    def __init__(self, folder: Path | None, identity: dict[str, Any], most: int = 1 << 62) -> None:
        self.folder, self.memory, self.most = folder, dict[str, Any](), most
        self.lock: Any = None
        if folder is not None:
            with writing(folder):
                folder.mkdir(exist_ok=True)
                self.lock_folder(folder)
                self.begin(folder, identity)

    def lock_folder(self, folder: Path) -> None:
        """One process at a time."""
        self.lock = held(folder / "lock")
        if self.lock is None:
            raise ZermeloError("folder_in_use", folder=folder)

    def begin(self, folder: Path, identity: dict[str, Any]) -> None:
        """Go on with pieces of the same solution; those of another one are of no use."""
        text = json.dumps(identity, sort_keys=True)
        with contextlib.suppress(OSError, ValueError):
            if (folder / IDENTITY).read_text() == text:
                return
        self.clear()
        self.write(IDENTITY, [text.encode()])

    def clear(self) -> None:
        self.memory.clear()
        for path in self.folder.glob("*") if self.folder is not None else ():
            if path.name != "lock":
                path.unlink()

    def put(self, name: str, array: Any) -> Any:
        """Keep an array; gives it as it is kept."""
        if self.folder is None:
            self.memory[name] = array
            self.check_room(0)
            return array
        kept = as_numbers(array)
        head = HEAD.pack(MAGIC, kept.dtype.str.encode(), len(kept), checksum(kept))
        self.write(name, [head, kept])
        return mapped(self.folder / name, kept.dtype, len(kept))

    def check_room(self, more: int) -> None:
        """Without a folder everything is held in memory."""
        if sum(array.nbytes for array in self.memory.values()) + more > self.most:
            raise SearchError("table_needs_a_file")

    def get(self, name: str) -> Any:
        """An array that was kept whole, or None."""
        if self.folder is None:
            return self.memory.get(name)
        path = self.folder / name
        try:
            with open(path, "rb") as file:
                magic, kind, count, check = HEAD.unpack(file.read(HEAD.size))
            array = mapped(path, kind.rstrip(b"\0").decode(), count)
            return array if magic == MAGIC and checksum(array) == check else None
        except (OSError, ValueError, TypeError, struct.error):
            return None

    def scratch(self, name: str, kind: Any, count: int) -> Any:
        """A large array to work in, zero at first; nothing of it is used again after a kill."""
        import numpy as np

        size = count * np.dtype(kind).itemsize
        if self.folder is None:
            self.check_room(size)
            self.memory[f"scratch-{name}"] = np.zeros(count, kind)
            return self.memory[f"scratch-{name}"]
        if size < FLUSHED or kind is object:
            return np.zeros(count, kind)
        with writing(self.folder):
            path = self.folder / f"scratch-{name}"
            path.unlink(missing_ok=True)
            array = np.memmap(path, kind, "w+", shape=(count,))
            reserve(path, array.nbytes)
            return array

    def drop(self, name: str) -> None:
        self.memory.pop(name, None)
        if self.folder is not None:
            (self.folder / name).unlink(missing_ok=True)

    def write(self, name: str, parts: list[Any]) -> None:
        assert self.folder is not None
        temporary = self.folder / f"{name}.writing"
        with writing(self.folder):
            with open(temporary, "wb", buffering=0) as file:
                for part in parts:
                    write_all(file, part)
                if file.tell() >= FLUSHED:
                    os.fsync(file.fileno())
            os.replace(temporary, self.folder / name)

    def close(self) -> None:
        if self.lock is not None:
            self.lock.close()

    def remove(self) -> None:
        """The work is done."""
        self.close()
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def write_all(file: Any, part: Any) -> None:
    for block in blocks(part):
        while len(block):
            block = block[file.write(block) :]


def checksum(array: Any) -> int:
    found = 0
    for block in blocks(array):
        found = zlib.crc32(block, found)
    return found


def blocks(part: Any) -> Iterator[memoryview]:
    """The bytes of something, some at a time; what was mapped from a file is let go of behind them."""
    view = memoryview(part).cast("B") if len(part) else memoryview(b"")
    for at in range(0, len(view), BLOCK):
        yield view[at : at + BLOCK]
        let_go(part)


def let_go(*arrays: Any) -> None:
    """Mapped files need not stay in memory: what is used again is read again, and nothing is lost."""
    for array in arrays:
        if is_mapped(array) and hasattr(mmap, "MADV_DONTNEED"):
            array._mmap.madvise(mmap.MADV_DONTNEED)


def is_mapped(array: Any) -> bool:
    """Does it lie in a file?"""
    return getattr(array, "_mmap", None) is not None


def reserve(path: Path, size: int) -> None:
    """Memory that is a file must have its place on the disk, or the process dies where it is missing."""
    with open(path, "r+b") as file, contextlib.suppress(AttributeError):
        os.posix_fallocate(file.fileno(), 0, size)


def mapped(path: Path, kind: Any, count: int) -> Any:
    import numpy as np

    if count == 0:
        return np.empty(0, kind)
    return np.memmap(path, kind, "r", offset=HEAD.size, shape=(count,))


def as_numbers(array: Any) -> Any:
    """Python's numbers as whole numbers, or as fractions where one is among them."""
    import numpy as np

    if array.dtype != object:
        return array if array.flags.c_contiguous else np.ascontiguousarray(array)
    whole = all(isinstance(value, Integral) for value in array)
    try:
        return array.astype(np.int64 if whole else np.float64)
    except OverflowError:
        raise SearchError("points_beyond_table") from None


@contextlib.contextmanager
def writing(place: Path) -> Any:
    """A full disk, in a sentence."""
    try:
        yield
    except OSError as error:
        raise ZermeloError("could_not_be_written", path=place, reason=error.strerror or error) from None
