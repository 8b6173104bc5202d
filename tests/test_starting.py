"""Ctrl-C before the command line is there."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from zermelo import starting


@pytest.mark.parametrize("awaited", ["zermelo.starting", "zermelo.game", "zermelo.report"])
def test_ctrl_c_during_the_import_is_one_sentence(awaited: str) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "zermelo", "search", "connect4"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as running:
        assert running.stderr is not None
        for line in running.stderr:
            if line.rstrip().endswith(awaited):
                running.send_signal(signal.SIGINT)
                break
        rest = running.stderr.read()
        assert running.wait(120) == 130
    assert "Traceback" not in rest
    assert rest.endswith("zermelo: stopped\n")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("python -m zermelo search nim", True),
        ("/usr/bin/python3 /usr/bin/zermelo search nim", True),
        ("python -m zermelo.checking.child", False),
        ("python -m pytest", False),
        ("python mine.py", False),
        ("python", False),
    ],
)
def test_only_the_command_leaves_at_once(words: str, found: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "orig_argv", words.split())
    assert starting.is_command() == found
    assert signal.getsignal(signal.SIGINT) is not starting.leave
