"""Syntax trees of functions, what is assigned and yielded in them, and what their names stand for."""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import textwrap
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from zermelo.kernel.machine.failures import Refused
from zermelo.kernel.parsing import parsed, undisturbed

MISSING = object()
Definition = ast.FunctionDef | ast.Lambda


class Text:
    """The text of a function: its tree, and what is found in it."""

    def __init__(self, tree: Definition, file: str) -> None:
        self.tree, self.file = tree, file
        self.body: list[ast.stmt] = (
            tree.body
            if isinstance(tree, ast.FunctionDef)
            else [ast.copy_location(ast.Return(tree.body), tree)]
        )
        self.parameters = [a.arg for a in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs)]
        extra = [tree.args.vararg, tree.args.kwarg]
        self.stored = {*self.parameters, *(a.arg for a in extra if a is not None)}
        self.nonlocals: set[str] = set()
        self.yields = 0
        self.size = 0
        for part in self.body:
            self.look(part)
        self.stored -= self.nonlocals

    @property
    def is_generator(self) -> bool:
        return self.yields > 0

    def look(self, node: ast.AST) -> None:
        """Note what a node stores and yields, without what stands in functions and comprehensions inside."""
        self.size += 1
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            self.stored.add(node.id)
        elif isinstance(node, ast.Yield | ast.YieldFrom):
            self.yields += 1
        elif isinstance(node, ast.Nonlocal | ast.Global):
            self.nonlocals |= set(node.names)
        elif (isinstance(node, ast.ExceptHandler) and node.name) or (isinstance(node, ast.MatchAs | ast.MatchStar) and node.name):
            self.stored.add(node.name)
        elif isinstance(node, ast.alias):
            self.stored.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, ast.FunctionDef):
            self.stored.add(node.name)
            self.size += sum(1 for _ in ast.walk(node))
            return
        elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.SetComp | ast.DictComp | ast.Lambda):
            for inner in ast.walk(node):
                self.size += 1
                if isinstance(inner, ast.NamedExpr) and isinstance(inner.target, ast.Name):
                    self.stored.add(inner.target.id)
            return
        for child in ast.iter_child_nodes(node):
            self.look(child)


class File:
    """The functions of a file, by line and name, and what Python makes of them."""

    def __init__(self, name: str, text: str) -> None:
        self.text = text
        self.index: dict[tuple[int, str], list[Definition]] = {}
        self.marks: set[Any] | None = None
        """What tells each function; None where the text is not plain Python, such as a notebook's."""
        try:
            module = parsed(text)
            left = [undisturbed(lambda: compile(text, name, "exec", dont_inherit=True))]
        except (SyntaxError, ValueError):
            return
        self.marks = set()
        while left:
            code = left.pop()
            self.marks.add(marks_of(code))
            left += [part for part in code.co_consts if isinstance(part, CodeType)]
        for part in ast.walk(module):
            if isinstance(part, ast.FunctionDef | ast.Lambda):
                first = min([part.lineno, *(d.lineno for d in getattr(part, "decorator_list", []))])
                self.index.setdefault((first, getattr(part, "name", "<lambda>")), []).append(part)


def marks_of(code: CodeType) -> tuple[Any, ...]:
    """Where a function is and what it does: its instructions, names and constants, and those inside it."""
    inner = (marks_of(part) if isinstance(part, CodeType) else repr(part) for part in code.co_consts)
    return code.co_name, code.co_firstlineno, code.co_code, code.co_names, code.co_varnames, *inner


_files: dict[str, File] = {}
_texts: dict[Any, Text] = {}


def text_of(function: FunctionType) -> Text:
    """The text of a function; Refused where there is none."""
    code = function.__code__
    found = _texts.get(code)
    if found is None:
        if len(_texts) > 4096:
            _texts.clear()
        found = _texts[code] = Text(tree_of(function), code.co_filename)
    return found


def text_of_tree(tree: Definition, file: str) -> Text:
    """The text of an inner function."""
    found = _texts.get(tree)
    if found is None:
        found = _texts[tree] = Text(tree, file)
    return found


HERE = str(Path(__file__).parents[2])
"""Files of ours are not edited while they are used."""


def tree_of(function: FunctionType) -> Definition:
    """The tree of a function; Refused where its file is not what was imported, or cannot be read."""
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    return tree_in_block(code, lines) or tree_in_file(function, "".join(lines))


def tree_in_block(code: CodeType, lines: list[str]) -> Definition | None:
    """The tree of a `def` from its own lines, so that the rest of the file is not read; None where that fails."""
    first = code.co_firstlineno - 1
    if not 0 <= first < len(lines) or code.co_name.startswith("<"):
        return None
    indent = len(lines[first]) - len(lines[first].lstrip())
    end, heads = first, 0
    while end < len(lines):
        line = lines[end]
        if line.strip() and len(line) - len(line.lstrip()) <= indent and line.lstrip()[0] not in "#)]}@":
            heads += 1
            if heads > 1:
                break
        end += 1
    block = "\n" * first + textwrap.dedent("".join(lines[first:end]))
    try:
        tree = parsed(block)
        ours = code.co_filename.startswith(HERE)
        made = (
            None if ours else undisturbed(lambda: compile(block, code.co_filename, "exec", dont_inherit=True))
        )
    except (SyntaxError, ValueError):
        return None
    if (
        len(tree.body) != 1
        or not isinstance(tree.body[0], ast.FunctionDef)
        or tree.body[0].name != code.co_name
    ):
        return None
    if made is not None and not any(
        alike(code, part) for part in made.co_consts if isinstance(part, CodeType)
    ):
        return None
    return tree.body[0]


def alike(code: CodeType, other: CodeType) -> bool:
    """Whether two functions do the same at the same place."""
    return marks_of(code) == marks_of(other)


def tree_in_file(function: FunctionType, text: str) -> Definition:
    """The tree of a function from the whole of its file."""
    code = function.__code__
    file = _files.get(code.co_filename)
    if file is None or file.text != text:
        file = _files[code.co_filename] = File(code.co_filename, text)
    every = file.index.get((code.co_firstlineno, code.co_name), [])
    found = (
        one_of_line(function, every) if len(every) > 1 else every[0] if every else tree_by_source(function)
    )
    place = f"{code.co_filename}, line {code.co_firstlineno}"
    if found is None and not text:
        raise Refused(f"{code.co_name}()", "its source cannot be read: keep the rules in a file", place)
    rewritten = found is not None and any(
        isinstance(part, ast.Assert) for part in ast.walk(found)
    )  # by pytest
    if found is None or (file.marks is not None and not rewritten and marks_of(code) not in file.marks):
        raise Refused(
            f"{code.co_name}()", "its file was changed after it was imported: import it again", place
        )
    return found


def one_of_line(function: FunctionType, every: list[Definition]) -> Definition:
    """That one of several lambdas in a line that a function is, by the columns of its code."""
    places = [(p[0], p[2]) for p in function.__code__.co_positions() if p[0] is not None and p[2] is not None]
    for tree in every:
        body = tree.body if isinstance(tree, ast.Lambda) else tree
        inside = [
            (body.lineno, body.col_offset) <= place <= (body.end_lineno, body.end_col_offset)  # type: ignore[operator]
            for place in places
            if place != places[0]  # that of the whole line
        ]
        if inside and all(inside):
            return tree
    raise Refused(
        f"one of several functions in line {function.__code__.co_firstlineno}", "write each in its own line"
    )


def tree_by_source(function: FunctionType) -> Definition | None:
    """The tree of a function whose lines only `inspect` knows."""
    try:
        (tree,) = parsed(textwrap.dedent(undisturbed(lambda: inspect.getsource(function)))).body
    except (OSError, SyntaxError, ValueError, TypeError):
        return None
    return tree if isinstance(tree, ast.FunctionDef) else None


def resolve(function: FunctionType, name: str) -> Any:
    """What a name that is not local stands for in a function; MISSING where it stands for nothing."""
    code = function.__code__
    if name in code.co_freevars and function.__closure__:
        try:
            return function.__closure__[code.co_freevars.index(name)].cell_contents
        except ValueError:
            return MISSING
    if name in function.__globals__:
        return function.__globals__[name]
    return getattr(builtins, name, MISSING)


@lru_cache(maxsize=4096)
def hints_of(function: FunctionType) -> dict[str, Any]:
    """The annotations of a function, those that can be read."""
    found = {}
    for name, hint in function.__annotations__.items():
        if isinstance(hint, str):
            try:
                hint = eval(hint, function.__globals__)
            except Exception:
                continue
        found[name] = hint
    return found
