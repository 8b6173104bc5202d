"""Files written so that a full disk or a killed process never leaves half of one; locks between processes."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Mapping
from pathlib import Path
from secrets import token_hex
from typing import IO, Any

from zermelo.errors import ZermeloError


def refuse_unwritable(path: str | Path) -> None:
    """What can be known before the work: a file is replaced as a whole, which no folder or device may be."""
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            raise ZermeloError("not_an_ordinary_target", path=target)
        if not target.parent.is_dir():
            raise ZermeloError("no_folder", path=target, folder=target.parent)
        if not os.access(target.parent, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except (OSError, ValueError) as error:  # a name that is too long, a folder that nobody may look into
        reason = getattr(error, "strerror", None) or error
        raise ZermeloError("could_not_be_written", path=target, reason=reason) from None


def write_safely(path: str | Path, content: str | bytes) -> None:
    """Write beside the final name, then rename: the old content stays until the new is complete."""
    write_together({path: content})


def write_together(files: Mapping[Any, str | bytes]) -> None:
    """Write several files, each beside its final name; rename them when all are complete, or leave none."""
    beside = {}
    for path in files:
        refuse_unwritable(path)
        target = Path(path)
        beside[target] = target.with_name(f".{target.name}.{token_hex(4)}")  # with the rights of any new file
    target = Path()
    try:
        for target, content in zip(beside, files.values(), strict=True):
            with open(beside[target], "xb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
        for target, temporary in beside.items():
            os.replace(temporary, target)
    except OSError as error:
        for temporary in beside.values():
            with contextlib.suppress(OSError):
                temporary.unlink()
        raise ZermeloError("could_not_be_written", path=target, reason=error.strerror or error) from None


def held(path: Path) -> IO[Any] | None:
    """Return the file, open and locked until it is closed; None while another process holds it."""
    try:
        import fcntl
    except ImportError:  # Windows, where nothing is locked
        return open(path, "a")
    while True:
        file = open(path, "a")  # noqa: SIM115
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
                return file
        except BlockingIOError:
            file.close()
            return None
        except FileNotFoundError:  # its holder removed it meanwhile
            pass
        file.close()
