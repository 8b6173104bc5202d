"""Writing files so that a full disk or a killed process never leaves half of one."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from secrets import token_hex

from zermelo.errors import ZermeloError


def refuse_devices(target: Path) -> None:
    """A file is replaced as a whole, which a folder or a device must not be."""
    if target.exists() and not target.is_file():
        raise ZermeloError("not_an_ordinary_target", path=target)


def write_safely(path: str | Path, content: str | bytes) -> None:
    """Write beside the final name, then rename: the old content stays until the new is complete."""
    target = Path(path)
    refuse_devices(target)
    temporary = target.with_name(f".{target.name}.{token_hex(4)}")  # with the rights of any new file
    try:
        with open(temporary, "xb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        os.replace(temporary, target)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise ZermeloError("could_not_be_written", path=target, reason=error.strerror or error) from None
