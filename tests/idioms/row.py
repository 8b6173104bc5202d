"""Rows of the table."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass


@dataclass(frozen=True)
class Idiom:
    """One row.  `code` is the body of a method `(self, state)` that gives a number, a state or actions."""

    name: str
    code: str
    gives: str = "value"



def value(name: str, code: str) -> Idiom:
    return Idiom(name, textwrap.dedent(code).strip())


def state(name: str, code: str) -> Idiom:
    return Idiom(name, textwrap.dedent(code).strip(), "state")


def actions(name: str, code: str) -> Idiom:
    return Idiom(name, textwrap.dedent(code).strip(), "actions")


@dataclass(frozen=True)
class Refused:
    """One row of what is not compiled: `here` is the text of the line that is named."""

    name: str
    code: str
    here: str
    says: str = ""
    """The refusal, for those that only the compiler finds: the page would be slow to make otherwise."""
    members: str = ""


def refused(name: str, code: str, here: str, says: str = "", members: str = "") -> Refused:
    return Refused(name, textwrap.dedent(code).strip(), here, says, textwrap.dedent(members).strip())
