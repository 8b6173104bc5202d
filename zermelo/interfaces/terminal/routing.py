"""`zermelo solve queens` is about a puzzle, `zermelo solve connect4` about a game: which command is meant."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from zermelo.interfaces.terminal.puzzles import PUZZLES, solve, study

SOLVE_PUZZLE = "solve-puzzle"


class Commands(TyperGroup):
    """`solve queens` is about a puzzle, `solve connect4` about a game: two sets of options under one name."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if name == "solve" and first_of(rest, [command, self.commands[SOLVE_PUZZLE]]) in PUZZLES:
            return name, self.commands[SOLVE_PUZZLE], rest
        return name, command, rest


def first_of(words: list[str], commands: list[Any]) -> str:
    """The first word that is neither an option nor the value of one."""
    takes_value = {
        option
        for command in commands
        for parameter in command.params
        if parameter.param_type_name == "option" and not parameter.is_flag
        for option in (*parameter.opts, *parameter.secondary_opts)
    }
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word.startswith("-") and word != "-":
            skip = word in takes_value
        else:
            return word
    return ""


def add_commands(app: typer.Typer) -> None:
    about = "\n".join(f"{name:18} {puzzle.about}" for name, puzzle in PUZZLES.items())
    app.command(SOLVE_PUZZLE, hidden=True, epilog=f"\b\nPuzzles:\n{about}")(solve)
    app.command()(study)
