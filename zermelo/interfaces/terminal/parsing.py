"""How commands are read and explained: options by subject, old spellings, one sentence for a wrong call."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup

from zermelo.errors import RulesError, SearchError, ZermeloError
from zermelo.interfaces.terminal.completion import filled_in
from zermelo.interfaces.terminal.options import SECTIONS

RENAMED = {
    "trace": {"--lines": "--show"},
    "study-puzzle": {"--svg": "--export"},
    "solve-puzzle": {"--lines": "--show", "--trace": "--output"},
}
"""Old spellings of options, which a command still takes, with a word on the error stream."""


def group(name: str, help: str) -> typer.Typer:
    """Commands below one name."""
    return typer.Typer(name=name, cls=Group, help=help, no_args_is_help=True, rich_markup_mode=None)


WITHOUT_WATCHDOG = ("check", "serve", "new")
"""Commands that ask no rules, or ask them elsewhere."""


class Command(TyperCommand):
    """A command whose help has its options by subject."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True
        quiet = ctx.resilient_parsing
        with said_plainly(ctx):
            rest: list[str] = super().parse_args(ctx, list(respelt(self.name or "", args, quiet)))
        if rest and not quiet:
            raise mistake(ctx, too_much(self, rest[0]))
        return rest

    def invoke(self, ctx: Any) -> Any:
        """What the library says of an option is said of it as it was typed: --only, not root_actions."""
        try:
            with under_an_eye(ctx.info_name, ctx.params):
                return super().invoke(ctx)
        except ZermeloError as error:
            spelt = {str(each.name): each.opts[0] for each in self.params if not is_argument(each)}
            if (name := error.parameters.get("option")) not in spelt:
                raise
            said = replace(error.message, parameters=error.parameters | {"option": spelt[name]})
            raise type(error)(said) from None

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Arguments, then a section for each subject."""
        sections: dict[str, list[tuple[str, str]]] = {
            title: [] for title in ("Arguments", *SECTIONS, "Options")
        }
        for parameter in self.get_params(ctx):
            spelling, text = parameter.get_help_record(ctx) or ("", "")
            if is_argument(parameter):
                title, spelling = "Arguments", str(parameter.metavar)
            else:
                title = getattr(parameter, "rich_help_panel", None) or "Options"
            sections[title].append((spelling, filled_in(text)))
        write_sections(formatter, sections)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        names = [(str(each.metavar), each.required) for each in self.params if is_argument(each)]
        return [*(name if needed else f"[{name}]" for name, needed in names), "[OPTIONS]"]


def under_an_eye(command: str, given: dict[str, Any]) -> contextlib.AbstractContextManager[None]:
    """A watchdog where rules of somebody's own are asked in this process, and in this process alone."""
    files = any(isinstance(value, str) and ".py" in value for value in given.values())
    if not files or command in WITHOUT_WATCHDOG:
        return contextlib.nullcontext()
    from zermelo.interfaces.terminal.watchdog import watched

    seconds = given.get("seconds")
    return watched(seconds if isinstance(seconds, int | float) else None, say_what_holds)


def say_what_holds(rule: str, file: str, line: str, seconds: float) -> None:
    """One sentence on the error stream."""
    from zermelo.interfaces.terminal.cli import refused

    refused(RulesError("rule_holds_python", rule=rule, file=file, line=int(line), seconds=seconds))


class Group(TyperGroup):
    """Commands by subject, in the order of use."""

    subjects: ClassVar[dict[str, tuple[str, ...]]] = {}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with said_plainly(ctx):
            return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        ordered = [name for names in self.subjects.values() for name in names]
        return [*ordered, *(name for name in self.commands if name not in ordered)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        self.format_commands(ctx, formatter)
        rows = [record for each in self.get_params(ctx) if (record := each.get_help_record(ctx)) is not None]
        write_sections(formatter, {"Options": rows})

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        sections = {
            title: [(name, self.commands[name].get_short_help_str(200)) for name in names]
            for title, names in (self.subjects or {"Commands": tuple(self.commands)}).items()
        }
        write_sections(formatter, sections)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        if args[0] not in self.commands and not ctx.resilient_parsing:
            visible = [name for name, command in self.commands.items() if not command.hidden]
            raise mistake(ctx, f"{lacks(self)} no command {args[0]!r}{meant(args[0], visible)}")
        found: tuple[Any, Any, list[str]] = super().resolve_command(ctx, args)
        return found


def write_sections(formatter: Any, sections: dict[str, list[tuple[str, str]]]) -> None:
    """Their second columns stand below each other."""
    rows = [row for rows in sections.values() for row in rows]
    widest = min(max(len(first) for first, _ in rows), 30) if rows else 0
    for title, own in sections.items():
        if own:
            with formatter.section(title):
                formatter.write_dl([(f"{first:{widest}}", text) for first, text in own])


def respelt(command: str, args: list[str], quiet: bool = False) -> Iterator[str]:
    """The words of a call with today's spelling of its options."""
    renamed = RENAMED.get(command, {})
    for at, word in enumerate(args):
        if word == "--":
            yield from args[at:]
            return
        name, equals, value = word.partition("=")
        if name in renamed and not quiet:
            print(f"zermelo: {name} is now called {renamed[name]}", file=sys.stderr)
        yield f"{renamed.get(name, name)}{equals}{value}"


def first_of(words: list[str], commands: tuple[Any, ...]) -> str:
    """The first word that is neither an option nor the value of one."""
    takes_value = {
        option
        for command in commands
        for parameter in command.params
        if parameter.param_type_name == "option" and not parameter.is_flag
        for option in (*parameter.opts, *RENAMED.get(command.name, ()))
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


# -- wrong calls -------------------------------------------------------------------------------------


def too_much(command: Any, word: str) -> str:
    if word.startswith("-"):
        return f"{lacks(command)} no option {word}"
    takes = " and ".join(each.metavar for each in command.params if is_argument(each))
    return f"{name_of(command)} takes {takes or 'options'} and nothing more, not {word!r}"


def is_argument(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def name_of(command: Any) -> str:
    return str(command.name).removesuffix("-puzzle")


def lacks(command: Any) -> str:
    return f"{name_of(command)} has" if command.name else "there is"


def meant(word: str, known: list[str]) -> str:
    """What is near a wrong word, in brackets."""
    near = get_close_matches(word, known, n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def mistake(context: Any, what: str) -> SearchError:
    return SearchError("wrong_call", what=what, command=context.command_path)


@contextlib.contextmanager
def said_plainly(context: Any) -> Iterator[None]:
    """What typer raises for a wrong call as one sentence; a group without a command shows its help."""
    try:
        yield
    except Exception as error:
        typers = hasattr(error, "format_message") and type(error).__name__ != "NoArgsIsHelpError"
        if context.resilient_parsing or not typers:
            raise
        raise mistake(context, sentence(context, error)) from None


def sentence(context: Any, error: Any) -> str:
    """What is wrong; typer's exceptions are known by their names, since they have moved between packages."""
    command, parameters = context.command, context.command.get_params(context)
    match type(error).__name__:
        case "NoSuchOption":
            known = [each for parameter in parameters for each in parameter.opts]
            return f"{lacks(command)} no option {error.option_name}{meant(error.option_name, known)}"
        case "BadOptionUsage":
            return f"{error.option_name} {misused(parameters, error.option_name)}"
        case "MissingParameter":
            return f"{name_of(command)} needs {error.param.metavar}: {filled_in(error.param.help)}"
        case _:
            return str(error.message).rstrip(".")


def misused(parameters: list[Any], name: str) -> str:
    parameter = next(each for each in parameters if name in (*each.opts, *each.secondary_opts))
    if parameter.is_flag:
        return "takes no value"
    return f"needs a value: {parameter.metavar}, {filled_in(parameter.help)}"
