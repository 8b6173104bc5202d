"""Compiled units on disk: a file each, named by the hash of all that went into it, checked when it is opened.

A file is MAGIC, the SHA-256 of the rest, the rest.  It is written beside its final
name and renamed once, so that no reader ever sees half of one.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from zermelo.kernel.compiler import turns

MAGIC = b"zermelo\x01"
DIGEST = 32
SUFFIX = ".kernel"
LIMIT = 256 << 20
LITTER = 3600.0
"""Seconds after which a file that is not a unit belongs to nobody."""


@dataclass(frozen=True)
class CacheInfo:
    """What `zermelo cache info` shows."""

    directory: Path
    units: int
    bytes: int
    limit: int
    usable: bool


def directory() -> Path:
    """Where compiled units are kept: $ZERMELO_CACHE, or the user's cache directory."""
    if chosen := os.environ.get("ZERMELO_CACHE"):
        return Path(chosen).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("zermelo", appauthor=False)


def limit() -> int:
    """The most bytes the cache may hold: $ZERMELO_CACHE_LIMIT in MB, or 256 MB."""
    text = os.environ.get("ZERMELO_CACHE_LIMIT", "")
    return int(float(text) * (1 << 20)) if text.replace(".", "", 1).isdigit() else LIMIT


def usable(folder: Path) -> bool:
    """Ours alone: a file that others could have put there is never opened."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
    except OSError:
        return False
    return not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o022)


def seal(payload: bytes) -> bytes:
    return MAGIC + hashlib.sha256(payload).digest() + payload


def unseal(content: bytes) -> bytes | None:
    """The payload of a sealed file, or None if a single bit of it is not as it was written."""
    head = len(MAGIC) + DIGEST
    payload = content[head:]
    whole = content[: len(MAGIC)] == MAGIC and content[len(MAGIC) : head] == hashlib.sha256(payload).digest()
    return payload if whole else None


def load(key: str) -> bytes | None:
    """The payload kept under a key; a damaged file is removed."""
    folder = directory()
    path = folder / f"{key}{SUFFIX}"
    try:
        if not usable(folder):
            return None
        payload = unseal(path.read_bytes())
    except OSError:
        return None
    with contextlib.suppress(OSError):
        path.unlink() if payload is None else os.utime(path)
    return payload


def store(key: str, payload: bytes, text: str) -> None:
    """Keep a payload and, for people, the text it came from; a full or read-only disk is not an error."""
    folder = directory()
    if not usable(folder):
        return
    with contextlib.suppress(OSError):
        _write(folder, f"{key}.py", text.encode())
        _write(folder, f"{key}{SUFFIX}", seal(payload))
        trim(folder, limit(), keep=key)


def _write(folder: Path, name: str, content: bytes) -> None:
    handle, temporary = tempfile.mkstemp(prefix=".", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, folder / name)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _files(folder: Path) -> list[tuple[float, int, Path]]:
    """(last used, bytes, path) of every unit."""
    found = []
    with contextlib.suppress(OSError):
        for path in folder.glob(f"*{SUFFIX}"):
            with contextlib.suppress(OSError):
                status = path.stat()
                beside = path.with_suffix(".py")
                text = beside.stat().st_size if beside.exists() else 0
                found.append((status.st_mtime, status.st_size + text, path))
    return found


def trim(folder: Path, most: int, keep: str = "") -> None:
    """Remove the units used longest ago until the rest fits."""
    sweep(folder)
    files = sorted(_files(folder))
    total = sum(size for _, size, _ in files)
    for _, size, path in files:
        if total <= most:
            return
        if path.stem != keep:
            total -= size
            _remove(path)


def sweep(folder: Path, age: float = LITTER) -> None:
    """Remove what processes that were killed have left: halves of files, locks that nobody holds."""
    old = time.time() - age
    with contextlib.suppress(OSError):
        for path in [*folder.glob(".*"), *folder.glob(f"*{turns.SUFFIX}")]:
            with contextlib.suppress(OSError):
                if path.is_file() and path.stat().st_mtime <= old:
                    _sweep(path)


def _sweep(path: Path) -> None:
    if path.suffix != turns.SUFFIX:
        path.unlink()
    elif (lock := turns.take(path)) is not None:
        path.unlink()
        os.close(lock)


def _remove(path: Path) -> None:
    for victim in (path, path.with_suffix(".py")):
        with contextlib.suppress(OSError):
            victim.unlink()


def info() -> CacheInfo:
    folder = directory()
    files = _files(folder)
    return CacheInfo(folder, len(files), sum(size for _, size, _ in files), limit(), usable(folder))


def clear() -> int:
    """Remove every unit, and what is beside them; how many there were."""
    files = _files(directory())
    for _, _, path in files:
        _remove(path)
    sweep(directory(), age=0.0)
    return len(files)
