"""The protocol itself: lines in, answers out, one for each command, in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TextIO

Handler = Callable[[list[str]], str]
"""A command: takes its arguments, gives what it answers, or raises a Failure."""
QUIT = "quit"
CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
"""Characters that mean nothing."""


class Failure(Exception):
    """Why a command failed, in the words of the protocol."""


@dataclass(frozen=True)
class Request:
    """A command with its arguments, and the id that its answer repeats."""

    id: str
    name: str
    arguments: list[str]


def request_in(line: str) -> Request | None:
    """What a line asks; None where it is blank, or a comment.

    >>> request_in("12 play black D4 # a good move")
    Request(id='12', name='play', arguments=['black', 'D4'])
    >>> request_in("  # nothing") is None
    True
    """
    words = CONTROLS.sub("", line.partition("#")[0].replace("\t", " ")).split()
    if not words:
        return None
    id = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
    return Request(id, words[0] if words else "", words[1:])


def answer(mark: str, id: str, said: str) -> str:
    """An answer as the protocol writes it: a blank line ends it, so there is none in it."""
    said = re.sub(r"\n\s*\n", "\n", said.rstrip())
    return f"{mark}{id}{' ' if said else ''}{said}\n\n"


def serve(commands: Mapping[str, Handler], lines: Iterable[str], output: TextIO) -> None:
    """Answer every command until one quits or there are no more."""
    for line in lines:
        request = request_in(line)
        if request is None:
            continue
        output.write(answered(commands, request))
        output.flush()
        if request.name == QUIT:
            return


def answered(commands: Mapping[str, Handler], request: Request) -> str:
    """What to write for one command."""
    handler = commands.get(request.name)
    try:
        if handler is None:
            raise Failure("unknown command")
        return answer("=", request.id, handler(request.arguments))
    except Failure as failure:
        return answer("?", request.id, str(failure))
