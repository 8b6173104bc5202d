"""The command line: which commands there are, in the order of use, and how a call ends.

Everything is imported inside the commands, so that help and completion are quick.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from zermelo.interfaces.terminal.commands import (
    exact,
    matches,
    matrices,
    puzzles,
    searching,
    start,
    studies,
    tables,
    upkeep,
)
from zermelo.interfaces.terminal.options import spread
from zermelo.interfaces.terminal.parsing import Command, Group, first_of
from zermelo.interfaces.terminal.printing import apart
from zermelo.interfaces.terminal.puzzles import PUZZLES
from zermelo.running.leaving import refuse_silent_exits
from zermelo.starting import listen

if TYPE_CHECKING:
    from zermelo.errors import ZermeloError

SUBJECTS: dict[str, tuple[Any, ...]] = {
    "Play, and write a game": (start.play, start.serve, start.games, start.new, start.check, start.gtp),
    "Search, and see why": (
        searching.search, searching.analyse, searching.trace, searching.export, searching.perft,
    ),
    "Solve exactly": (exact.solve, exact.prove, tables.table, matrices.matrix),
    "Measure players and theory": (matches.match, matches.tune, matches.review, studies.study),
    "Puzzles": (puzzles.puzzles,),
    "Upkeep": (upkeep.bench, upkeep.cache),
}  # fmt: skip
HELP = {"--help", "-h", "--version"}
NEGATIVE = {"ignore_unknown_options": True}
"""So that -1 is a depth, and refused as one; so that '-1 2; 3 4' is a matrix."""
SETTINGS = {searching.perft: NEGATIVE, matrices.matrix: NEGATIVE}
BEGIN = """\
Write the rules of a game once; Zermelo plays it, solves it and shows you why.

  zermelo play                            tic-tac-toe against the engine, in this terminal
  zermelo serve                           every game, its analysis and its searches in the browser
  zermelo games                           the games there are, such as connect4:width=5,height=4
  zermelo new mygame                      a small game of your own, ready to be changed
  zermelo trace '[[3,12,8],[2,4,6]]'      alpha-beta on a tree, with every window and cut-off
  zermelo solve connect4:width=4,height=4 who wins, how soon, and what each move leads to

zermelo --help lists every command, zermelo COMMAND --help explains one."""


def name_of(command: Any) -> str:
    return str(command.info.name if isinstance(command, typer.Typer) else command.__name__)


class Commands(Group):
    """All of them; `solve queens` and `study queens` are about a puzzle, `solve connect4` about a game."""

    subjects: ClassVar = {title: tuple(map(name_of, commands)) for title, commands in SUBJECTS.items()}

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        of_puzzles = self.commands.get(f"{name}-puzzle")
        if of_puzzles is not None and first_of(rest, (command, of_puzzles)) in PUZZLES:
            return name, of_puzzles, rest
        return name, command, rest


app = typer.Typer(
    cls=Commands,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for each in (command for commands in SUBJECTS.values() for command in commands):
    if isinstance(each, typer.Typer):
        app.add_typer(each)
    else:
        app.command(cls=Command, context_settings=SETTINGS.get(each))(spread(each))
app.command(puzzles.SOLVE, cls=Command, hidden=True)(spread(puzzles.solve))
app.command(puzzles.STUDY, cls=Command, hidden=True)(spread(puzzles.study))


def version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"zermelo {version('zermelo')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def begin(
    context: typer.Context,
    _: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=version, is_eager=True)
    ] = False,
) -> None:
    """Write the rules of a game once; Zermelo plays it, solves it and shows you why."""
    if context.invoked_subcommand is None:
        print(BEGIN)


def main() -> None:
    """The console script: one sentence for a user's mistake, an exit code that scripts can use."""
    open_closed_streams()
    refuse_silent_exits()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    with apart() as heard:
        json = "--json" in sys.argv and not HELP & set(sys.argv)
        if json:
            from zermelo.interfaces.terminal.show import keep_for_json

            keep_for_json()
        code = exit_code()
    if not json and code in (0, 1, 130) and (words := heard.told()):
        said(words, code)
    sys.exit(code)


def open_closed_streams() -> None:
    """A shell can close them (`>&-`); then nothing is read, and what is written goes nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def exit_code() -> int:
    """0, or 1 for faults that were found, 2 for mistakes, 130 for Ctrl-C, 141 for a closed pipe."""
    from zermelo.errors import ZermeloError

    try:
        listen()
        code = app(standalone_mode=False, prog_name="zermelo")
        sys.stdout.flush()
        return said("stopped", 130) if code == 130 else int(code or 0)
    except ZermeloError as error:
        return refused(error)
    except KeyboardInterrupt:
        return said("stopped", 130)
    except BrokenPipeError:
        return closed_pipe()
    except SystemExit as leaving:  # typer leaves like this when a pipe is closed
        return closed_pipe() if isinstance(leaving.__context__, BrokenPipeError) else int(leaving.code or 0)
    except OSError as error:
        return said(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}", 2)
    except Exception as error:
        if type(error).__name__ != "NoArgsIsHelpError":
            raise
        error.show()  # type: ignore[attr-defined]
        return 2


def refused(error: ZermeloError) -> int:
    """A mistake in one sentence; for scripts, which say --json, with its code and parameters."""
    if "--json" not in sys.argv:
        return said(str(error), 2)
    import msgspec

    with contextlib.suppress(OSError):
        print(msgspec.json.encode({"error": str(error), **error.as_json()}).decode(), file=sys.stderr)
    return 2


def said(sentence: str, code: int) -> int:
    below_the_prompt = "\n" if code == 130 and sys.stderr.isatty() else ""
    with contextlib.suppress(OSError):
        print(f"{below_the_prompt}zermelo: {sentence}", file=sys.stderr)
    return code


def closed_pipe() -> int:
    """Whoever read the output has left: what is still in the buffer goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.__stdout__.fileno() if sys.__stdout__ else 1)
    return 141
