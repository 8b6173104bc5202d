"""Files of Python that the user names: run, with what they import found beside them."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib.util
import io
import sys
import traceback
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.errors import SearchError
from zermelo.kernel.parsing import parsed
from zermelo.kernel.threads import let_end
from zermelo.kernel.walking import walk
from zermelo.messages import Message


def check_is_file(path: Path) -> None:
    """Raise SearchError where a path is no ordinary file."""
    if not path.exists():
        raise SearchError("no_file", path=path)
    if not path.is_file():
        raise SearchError("is_a_folder" if path.is_dir() else "not_an_ordinary_file", path=path)


class FromText(SourceFileLoader):
    """Reads the text, never bytecode: that of a text saved in the same second would pass for it."""

    def path_stats(self, path: Any) -> Any:
        """Without these, importlib neither reads bytecode nor keeps any."""
        raise OSError


def module_in(path: Path) -> ModuleType:
    """Run a file of rules, which the user asked for by naming it; files beside it can be imported."""
    check_is_file(path)
    if path.suffix != ".py":
        raise SearchError("not_a_rules_file", path=path)
    full = path.resolve()
    name = f"rules_{path.stem}_{hashlib.sha256(str(full).encode()).hexdigest()[:8]}"
    name = ".".join([*package_of(full), name])
    spec = importlib.util.spec_from_file_location(name, path, loader=FromText(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with importable(full), nobody_to_ask():
            spec.loader.exec_module(module)
    except SyntaxError as error:
        if not error.lineno:
            raise SearchError("at_place", place=path, reason=error.msg) from None
        raise SearchError("syntax_error", path=path, line=error.lineno, reason=error.msg) from None
    except BaseException as error:
        let_end(error)
        raise SearchError(raised_when_read(path, error)) from None
    return module


def package_of(path: Path) -> list[str]:
    """The names of the package that a file is part of, from the outside in."""
    names: list[str] = []
    for folder in path.parents:
        if not (folder / "__init__.py").is_file():
            break
        names.insert(0, folder.name)
    return names


@contextlib.contextmanager
def nobody_to_ask() -> Iterator[None]:
    """A file that asks for input when it is read gets none: what is typed is meant for the command."""
    before, sys.stdin = sys.stdin, io.StringIO()
    try:
        yield
    finally:
        sys.stdin = before


@contextlib.contextmanager
def importable(path: Path) -> Iterator[None]:
    """What a file imports is found: beside it, and in the packages around it; nowhere else than by Python."""
    folders, known = [*roots(path)], set(sys.modules)
    forget_namesakes(folders)
    sys.path[:0] = map(str, folders)
    try:
        yield
    finally:
        for folder in folders:
            sys.path.remove(str(folder))
        BESIDE.update(name for name in set(sys.modules) - known if is_in(sys.modules[name], folders))


def roots(path: Path) -> Iterator[Path]:
    """The folder of a file, that of each package which it is part of or imports from, and where we are."""
    yield path.parent
    named = {name.partition(".")[0] for name in imported(path)}
    package = package_of(path)
    for depth, folder in enumerate(path.parents):
        if folder.name and (depth < len(package) or folder.name in named):
            yield folder.parent
    yield Path.cwd()


def imported(path: Path) -> Iterator[str]:
    """The names that a file may import, its own package's among them, and none of Zermelo's."""
    return (name for name in named_in(path) if name.partition(".")[0] != "zermelo")


def named_in(path: Path) -> Iterator[str]:
    """The modules and packages that a file's imports name."""
    try:
        tree = parsed(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return
    for node in walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = ".".join(filter(None, (path.parent.name if node.level else "", node.module)))
            yield from (package, *(f"{package}.{alias.name}" for alias in node.names))


BESIDE: set[str] = set()
"""Modules that files of rules found beside them."""


def forget_namesakes(folders: list[Path]) -> None:
    """A module beside another file makes room for its namesake beside this one."""
    for name in BESIDE & set(sys.modules):
        top = name.partition(".")[0]
        here = any((folder / top).is_dir() or (folder / f"{top}.py").is_file() for folder in folders)
        if here and not is_in(sys.modules[name], folders):
            del sys.modules[name]


def is_in(module: Any, folders: list[Path]) -> bool:
    """Was this module found in one of these folders?"""
    file = getattr(module, "__file__", None)
    if file is None or "-packages" in file or module.__name__.partition(".")[0] == "zermelo":
        return False
    return any(Path(file).resolve().is_relative_to(folder) for folder in folders)


def raised_when_read(path: Path, error: BaseException) -> Message:
    """What a file raised, with the last of its lines that the exception came through."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).resolve() == path.resolve()]
    if isinstance(error, EOFError) and lines:
        return Message.of("asks_when_read", path=path, line=lines[-1])
    facts = {"path": path, "kind": type(error).__name__, "said": str(error)}
    return Message.of("line_raised", line=lines[-1], **facts) if lines else Message.of("file_raised", **facts)
