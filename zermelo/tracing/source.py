"""An algorithm's own source as a reader follows it: what is bookkeeping, and which lines an event lights.

Nothing about any algorithm is written here.  All is read in the text that runs: an event lights what stands
beside its `trace(...)`, bookkeeping is what only the record of a search needs, and a technique is off where
the options or the rules of the game say so.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module, util
from inspect import signature
from pathlib import Path
from typing import Any

from zermelo.kernel.events import ENTER, PHASES
from zermelo.kernel.walking import walk
from zermelo.tracing.guards import Facts
from zermelo.tracing.reading import BOOKKEEPING, OFF, Mark, Placed, Reading, Text, kinds_of, placed, read

PARTS = frozenset({ENTER, *(kinds[0] for kinds in PHASES.values())})
"""What a function that is shown writes down: that a node is entered, or the main event of a phase."""


@dataclass(frozen=True)
class Line:
    """One line of a file."""

    number: int
    indent: int
    """Blanks before it."""
    code: str
    comment: str
    """What it says to people, without the marks of a comment or a docstring around it."""
    around: tuple[str, str] = ("", "")
    """Those marks."""
    folded: str = ""
    """BOOKKEEPING, or OFF: this search never comes here."""
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Part:
    """One function of an algorithm."""

    name: str
    file: str
    """Below the package's parent, as `zermelo/algorithms/minimax.py`."""
    lines: tuple[Line, ...]


def source_of(algorithm: str, kernel: Callable[..., Any], options: Any, game: Any) -> tuple[Part, ...]:
    """The functions of a search, in the order of reading: its driver, its kernel, what else visits nodes."""
    driver = driver_of(algorithm)
    above = [driven(read(driver))] if driver is not None and driver is not kernel else []
    return (*above, *map(annotated, readings(kernel, Facts(options, game))))


def driver_of(algorithm: str) -> Callable[..., Any] | None:
    """The function called like the algorithm, in the file called so, where it is no kernel: it has no run."""
    home = f"zermelo.algorithms.{algorithm}"
    found = getattr(import_module(home), algorithm, None) if util.find_spec(home) else None
    return None if found is None or "run" in signature(found).parameters else found


def readings(kernel: Callable[..., Any], facts: Facts) -> list[Reading]:
    """The kernel and the functions it leaves nodes and phases to, as far as this search gets there."""
    found = [Reading(read(kernel), facts)]
    for each in found:
        calls = [called for placed in each.live for called in each.text.calls(placed.own)]
        taken = [one.text.function for one in found]
        visitors = [one for one in dict.fromkeys(calls) if kinds_of(one) & PARTS and one not in taken]
        found += [Reading(read(one), facts) for one in visitors]
    return found


# -- line by line --------------------------------------------------------------------------------------


def annotated(reading: Reading) -> Part:
    """A function that visits nodes."""
    text = reading.text
    folds = dict.fromkeys(text.docstring()[1:], BOOKKEEPING)
    for each in reading.all:
        if fold := reading.folded(each):
            folds.update({number: fold for number in span(each.statement) if folds.get(number) != OFF})
    bare = [number for each in reading.live for number in bare_else(each, folds)]
    folds |= dict.fromkeys(bare, BOOKKEEPING)
    marks: dict[int, list[Mark]] = {}
    for lit, mark in reading.marks():
        for number in header(lit):
            marks.setdefault(number, []).append(mark)
    return part(text, folds, marks)


def driven(text: Text) -> Part:
    """A function that calls the search it is given."""
    search = text.tree.args.args[0].arg
    marks: dict[int, list[Mark]] = {}
    for each in placed(text.tree.body):
        for call in (one for own in each.own for one in walk(own) if isinstance(one, ast.Call)):
            if isinstance(call.func, ast.Name) and call.func.id == search:
                narrow = (
                    len(call.args) == 2
                    and ast.unparse(call.args[0]) == f"-above(-{ast.unparse(call.args[1])})"
                )
                marks[each.statement.lineno] = [Mark(ENTER, root=True, narrow=narrow)]
    return part(text, dict.fromkeys(text.docstring()[1:], BOOKKEEPING), marks)


def span(statement: ast.stmt) -> range:
    """The lines of a statement, with everything in it."""
    return range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)


def bare_else(each: Placed, folds: dict[int, str]) -> range:
    """The line of an `else:` whose whole block is folded."""
    otherwise = getattr(each.statement, "orelse", [])
    if not otherwise or any(number not in folds for one in otherwise for number in span(one)):
        return range(0)
    return range(span(each.statement.body[-1]).stop, otherwise[0].lineno)  # type: ignore[attr-defined]


def header(statement: Any) -> range:
    """The lines of a statement; of one with a block in it, those before the block."""
    if not hasattr(statement, "body"):
        return span(statement)
    head = statement.test if isinstance(statement, ast.If) else statement.returns or statement.args
    return range(statement.lineno, max(statement.lineno, getattr(head, "end_lineno", 0)) + 1)


def part(text: Text, folds: dict[int, str], marks: dict[int, list[Mark]]) -> Part:
    """A function line by line: its text, its comments, what is folded and which events light it."""
    lines = []
    for number, written in enumerate(text.lines, text.first):
        blank = not written and folds.get(number - 1) and folds.get(number + 1)
        folded = folds.get(number, "") or (folds[number - 1] if blank else "")
        said = told(text, number, written)
        indent = len(written) - len(written.lstrip())
        lines.append(Line(number, indent, *said, folded, tuple(dict.fromkeys(marks.get(number, [])))))
    home = text.function.__module__.replace(".", "/")
    return Part(text.tree.name, f"{home}.py", tuple(lines))


QUOTES = '"""'
DOCTEST = (">>>", "...")


def told(text: Text, number: int, written: str) -> tuple[str, str, tuple[str, str]]:
    """A line as code, and as what it says to people, with the marks around that."""
    doc = text.docstring()
    if number in doc:
        begins, ends = QUOTES * (number == doc[0]), QUOTES * written.endswith(QUOTES)
        said = written.strip().removeprefix(begins).removesuffix(ends)
        return "", said, (begins, ends)
    if number not in text.comments:
        return written.strip(), "", ("", "")
    at = text.comments[number]
    return written[:at].strip(), written[at:].removeprefix("# "), ("# ", "")


def comments(parts: tuple[Part, ...]) -> Iterator[tuple[str, str]]:
    """All that is said to people in some parts, each with the name of its function."""
    for each in parts:
        example = False
        for line in each.lines:
            example = line.comment.startswith(DOCTEST) or (example and bool(line.comment))
            if line.comment and not example and not line.comment.startswith("type: "):
                yield each.name, line.comment


TRANSLATED = Path(__file__).parent / "comments"
"""A file for each language but English: by function and English text, what its comments say."""


@cache
def languages() -> dict[str, dict[str, dict[str, str]]]:
    """The translated comments: by language, by function, by English comment."""
    return {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(TRANSLATED.glob("*.json"))}


def translations(function: str, english: str) -> dict[str, str]:
    """A comment of a function in every language; in English where nobody has translated it."""
    found = {code: table.get(function, {}).get(english, english) for code, table in languages().items()}
    return {"en": english, **found}
