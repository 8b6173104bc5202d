"""Writing files so that a full disk or a killed process never leaves half of one."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from zermelo.errors import ZermeloError


def refuse_devices(target: Path) -> None:
    """A file is replaced as a whole, which a folder or a device must not be."""
    if target.exists() and not target.is_file():
        raise ZermeloError(f"{target} could not be written: it is no ordinary file")


def write_whole(path: str | Path, text: str) -> None:
    """Write beside the final name, then rename: the old content stays until the new is complete."""
    target = Path(path)
    refuse_devices(target)
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, target)
    except OSError as error:
        if temporary:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        raise ZermeloError(f"{target} could not be written: {error.strerror or error}") from None
