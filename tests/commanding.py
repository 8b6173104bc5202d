"""`zermelo …`, or a program, without the seconds that a new interpreter needs: forked with all imported.

It is a process of its own, with streams, folder, environment and exit code like any other; only what
happens before `main` is not tested here.  Where that or a signal is the point, a test starts
`python -m zermelo` itself.
"""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryFile
from typing import IO, Any

import pytest
from forking import forks


def command(streams: list[str], folder: str, environment: dict[str, str], arguments: tuple[str, ...]) -> None:
    """The child: a command line as the shell would start it, or a program from a file."""
    import compiling

    from zermelo.__main__ import main

    compiling.stand_in(compiling.build_here)
    for number, path in enumerate(streams):
        opened = os.open(path, os.O_RDWR)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = list(arguments)
    if arguments[0] == "zermelo":
        main()
    else:
        runpy.run_path(arguments[0], run_name="__main__")


def path_of(stream: IO[Any]) -> str:
    return f"/proc/{os.getpid()}/fd/{stream.fileno()}"


def forked(*arguments: str, typed: str = "", cwd: Path | None = None) -> CompletedProcess[str]:
    """A command or a program, and what it said."""
    with TemporaryFile("w+") as given, TemporaryFile("w+") as out, TemporaryFile("w+") as err:
        given.write(typed)
        given.flush()
        streams = [path_of(stream) for stream in (given, out, err)]
        asked = (streams, str(cwd or Path.cwd()), dict(os.environ), arguments)
        process = forks().Process(target=command, args=asked)
        process.start()
        process.join()
        for stream in (out, err):
            stream.seek(0)
        return CompletedProcess(arguments, process.exitcode or 0, out.read(), err.read())


def zermelo(*arguments: str, typed: str = "", cwd: Path | None = None) -> CompletedProcess[str]:
    """A command, and what it said."""
    return forked("zermelo", *arguments, typed=typed, cwd=cwd)


def printed(*arguments: str, typed: str = "", cwd: Path | None = None) -> str:
    done = zermelo(*arguments, typed=typed, cwd=cwd)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def in_process(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str
) -> tuple[int, str, str]:
    """A command run by the test itself: its exit code, its output and its errors."""
    from zermelo.interfaces.terminal import cli

    monkeypatch.setattr(sys, "argv", ["zermelo", *words])
    code = cli.exit_code()
    said = capsys.readouterr()
    return code, said.out, said.err
