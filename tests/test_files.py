"""Files written whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest

from zermelo import ZermeloError
from zermelo.interfaces.template import write_template
from zermelo.kernel.files import held


def test_a_disk_that_is_full_leaves_no_half_of_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(path: Path, mode: str) -> Any:
        if "test_mine" in str(path):
            raise OSError(errno.ENOSPC, "No space left on device")
        return open(path, mode)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("zermelo.kernel.files.open", opened, raising=False)
    with pytest.raises(ZermeloError, match=r"test_mine\.py could not be written: No space left on device"):
        write_template("mine")
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_held_by_one(tmp_path: Path) -> None:
    first = held(tmp_path / "lock")
    assert first is not None
    assert held(tmp_path / "lock") is None
    first.close()
    (again := held(tmp_path / "lock")) and again.close()
    assert again is not None
