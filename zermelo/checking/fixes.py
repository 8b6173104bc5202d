"""Edits that let rules compile, where a machine can make them: each is the advice of a refusal, applied.

An edit is only kept if the rules play as before and what was refused is refused no longer.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.kernel.parsing import parsed
from zermelo.kernel.walking import Transformer, walk


@dataclass(frozen=True)
class Change:
    """A piece of the text, from one byte to another, and what stands there instead."""

    start: int
    end: int
    new: str


class Source:
    """A file of rules, and where its parts stand."""

    def __init__(self, text: str) -> None:
        self.bytes, self.tree = text.encode(), parsed(text)
        self.lines = [0]
        for line in self.bytes.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def place(self, line: int, column: int) -> int:
        return self.lines[line - 1] + column

    def span(self, node: Any) -> tuple[int, int]:
        return self.place(node.lineno, node.col_offset), self.place(node.end_lineno, node.end_col_offset)

    def written(self, node: Any) -> str:
        """The text of a part."""
        start, end = self.span(node)
        return self.bytes[start:end].decode()

    def replaced(self, node: Any, new: str) -> Change:
        return Change(*self.span(node), new)

    def without_line(self, first: int, last: int) -> Change:
        """The lines from one to another, taken out."""
        return Change(self.lines[first - 1], self.lines[last], "")

    def at(self, line: int) -> Iterator[Any]:
        """The parts that begin in a line."""
        return (part for part in walk(self.tree) if getattr(part, "lineno", 0) == line)

    def changed(self, changes: list[Change]) -> str:
        text = self.bytes
        for change in sorted(changes, key=lambda change: change.start, reverse=True):
            text = text[: change.start] + change.new.encode() + text[change.end :]
        return text.decode()


Fix = Callable[[Source, int], Iterator[list[Change]]]


def import_at_the_top(source: Source, line: int) -> Iterator[list[Change]]:
    """`import` in a rule: at the top of the file."""
    for node in source.at(line):
        if isinstance(node, ast.Import | ast.ImportFrom) and node.col_offset:
            top = source.lines[first_line_after_head(source.tree) - 1]
            yield [Change(top, top, source.written(node) + "\n"), line_of(source, node)]


def sorted_set(source: Source, line: int) -> Iterator[list[Change]]:
    """A loop over a set, in an order that Python promises."""
    for node in source.at(line):
        if isinstance(node, ast.For | ast.ListComp | ast.GeneratorExp | ast.Call):
            yield from ([source.replaced(part, f"sorted({source.written(part)})")] for part in looped(node))


def frozen_dataclass(source: Source, line: int) -> Iterator[list[Change]]:
    """`@dataclass` of a class that is used in this line: frozen."""
    for decorator in decorators_of(source, line):
        if isinstance(decorator, ast.Call) and not any(word.arg == "frozen" for word in decorator.keywords):
            inside = [*decorator.args, *decorator.keywords]
            end = source.span(decorator)[1] - 1
            yield [Change(end, end, f"{', ' if inside else ''}frozen=True")]
        elif not isinstance(decorator, ast.Call):
            yield [source.replaced(decorator, f"{source.written(decorator)}(frozen=True)")]


def whole_number_enum(source: Source, line: int) -> Iterator[list[Change]]:
    """An enumeration that is used in this line: of whole numbers."""
    for kind in classes_named(source, line):
        for base in kind.bases:
            written = source.written(base)
            if written.rpartition(".")[2] in ("Enum", "Flag", "IntFlag"):
                module, dot, _ = written.rpartition(".")
                top = source.lines[first_line_after_head(source.tree) - 1]
                needed = [] if dot else [Change(top, top, "from enum import IntEnum\n")]
                yield [source.replaced(base, f"{module}{dot}IntEnum"), *needed]


def no_decorator(source: Source, line: int) -> Iterator[list[Change]]:
    """A decorator that no rule needs, left out."""
    for node in walk(source.tree):
        for decorator in getattr(node, "decorator_list", []):
            if decorator.lineno == line:
                yield [source.without_line(decorator.lineno, decorator.end_lineno)]


def new_list(source: Source, line: int) -> Iterator[list[Change]]:
    """`del cells[a:b]`: the list without them."""
    for node in source.at(line):
        if isinstance(node, ast.Delete) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
                yield [source.replaced(node, without(source, target.value.id, target.slice))]


def list_comprehension(source: Source, line: int) -> Iterator[list[Change]]:
    """A generator expression that is kept: as a list."""
    for node in source.at(line):
        if isinstance(node, ast.GeneratorExp):
            yield [source.replaced(node, f"[{source.written(node)[1:-1]}]")]


def lambda_without_defaults(source: Source, line: int) -> Iterator[list[Change]]:
    """A default value of a lambda, where it is used."""
    for node in source.at(line):
        if isinstance(node, ast.Lambda) and node.args.defaults:
            split = len(node.args.args) - len(node.args.defaults)
            given = {
                argument.arg: value for argument, value in zip(node.args.args[split:], node.args.defaults)
            }
            kept = ", ".join(argument.arg for argument in node.args.args[:split])
            body = Filled(given).visit(node.body)
            yield [
                source.replaced(node, f"lambda {kept}: {ast.unparse(body)}".replace("lambda :", "lambda:"))
            ]


FIXES: tuple[Fix, ...] = (
    import_at_the_top,
    sorted_set,
    frozen_dataclass,
    whole_number_enum,
    no_decorator,
    new_list,
    list_comprehension,
    lambda_without_defaults,
)


def edits(text: str, line: int) -> Iterator[str]:
    """The file with one edit at or for a line, every way that there is."""
    source = Source(text)
    for fix in FIXES:
        for changes in fix(source, line):
            yield source.changed(changes)


def difference(before: str, after: str, name: str) -> str:
    """Two texts as a unified diff, which `patch` takes."""
    lines = before.splitlines(keepends=True), after.splitlines(keepends=True)
    return "".join(difflib.unified_diff(*lines, name, name))


# -- parts of a file -----------------------------------------------------------------------------


class Filled(Transformer):
    """Names, replaced by what they stand for."""

    def __init__(self, given: dict[str, ast.expr]) -> None:
        self.given = given

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.given.get(node.id, node)


def first_line_after_head(tree: ast.Module) -> int:
    """Where an import may be put: after the docstring and what is imported from the future."""
    line = 1
    for node in tree.body:
        text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not text and not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            return node.lineno if isinstance(node, ast.Import | ast.ImportFrom) else line
        line = (node.end_lineno or line) + 1
    return line


def line_of(source: Source, node: ast.stmt) -> Change:
    """A statement taken out, with its line where it stands there alone."""
    start, end = source.span(node)
    line, last = source.lines[node.lineno - 1], source.lines[node.end_lineno or node.lineno]
    rest = source.bytes[end:last].strip()
    alone = not source.bytes[line:start].strip() and (not rest or rest.startswith(b"#"))
    return Change(line, last, "") if alone else Change(start, end, "pass")


def looped(node: Any) -> list[ast.expr]:
    """What a loop or comprehension goes through, and what a call is given."""
    if isinstance(node, ast.For):
        return [node.iter]
    return node.args if isinstance(node, ast.Call) else [part.iter for part in node.generators]


def classes_named(source: Source, line: int) -> list[ast.ClassDef]:
    """The classes of the file whose names stand in this line."""
    names = {part.id for part in source.at(line) if isinstance(part, ast.Name)}
    return [part for part in walk(source.tree) if isinstance(part, ast.ClassDef) and part.name in names]


def decorators_of(source: Source, line: int) -> list[ast.expr]:
    """`@dataclass` of the classes that are named in this line."""
    found = [decorator for kind in classes_named(source, line) for decorator in kind.decorator_list]
    return [part for part in found if "dataclass" in source.written(part)]


def without(source: Source, cells: str, place: ast.expr) -> str:
    """`del cells[place]`, as a list that is made anew."""
    if not isinstance(place, ast.Slice):
        at = source.written(place)
        return f"{cells} = {cells}[:{at}] + {cells}[{at} + 1:]"
    lower = source.written(place.lower) if place.lower else ""
    upper = source.written(place.upper) if place.upper else ""
    before = f"{cells}[:{lower}]" if lower not in ("", "0") else ""
    after = f"{cells}[{upper}:]" if upper else ""
    return f"{cells} = {' + '.join(part for part in (before, after) if part) or '[]'}"
