"""The game in a file of rules: which of its classes, objects and functions are one, and how it is made."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib.util
import inspect
import io
import sys
import traceback
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.errors import SearchError
from zermelo.game import RULES
from zermelo.interfaces.homework import VOCABULARIES, adapted, nearest, unwritten_in, vocabulary_of
from zermelo.interfaces.homework.adapter import takes
from zermelo.interfaces.homework.easyai import EasyAI, players, where_players_go
from zermelo.interfaces.parameters import constructed
from zermelo.kernel.parsing import parsed
from zermelo.kernel.threads import let_end
from zermelo.kernel.walking import walk
from zermelo.messages import Message

MOST_FOUND = 12
"""Names of a file that a sentence tells."""


def game_in_file(path: Path, rest: str) -> Any:
    """The game in a file of rules; `rest` is `name`, `Class:parameters`, `parameters` or nothing."""
    module = module_in(path)
    wanted, _, parameters = rest.partition(":")
    if "=" in wanted:
        wanted, parameters = "", rest
    name, thing = named(module, wanted, path) if wanted else only(module, path, bool(parameters))
    return playable(thing, parameters, name)


def named(module: ModuleType, wanted: str, path: Path) -> tuple[str, Any]:
    """The class or object of this name; a class that others build on, or that was imported, will do too."""
    thing = vars(module).get(wanted)
    kind = thing if isinstance(thing, type) else type(thing)
    if not is_game(kind) and not is_begun(kind):
        found = [*concrete_in(module), *objects_in(module)]
        raise SearchError("no_game_of_that_name", path=path, name=wanted, games=found or ["none"])
    return wanted, thing


def only(module: ModuleType, path: Path, parameters: bool) -> tuple[str, Any]:
    """The one game of a file: its functions, its class, or the object of a class that needs parameters."""
    if vocabulary_of(module) is not None:
        return path.stem, module
    classes, objects = classes_in(module), objects_in(module)
    if len(classes) == 1:
        (name, kind), ready = next(iter(classes.items())), []
        if not parameters and not can_be_made(kind):
            ready = [(name, thing) for name, thing in objects.items() if type(thing) is kind]
        return ready[0] if len(ready) == 1 else (name, kind)
    games = classes or objects
    if len(games) != 1:
        if not games:
            raise SearchError(no_game(module, path))
        names = concrete_in(module) if classes else objects
        raise SearchError("several_games", path=path, choices=[f"{path}:{name}" for name in names])
    return next(iter(games.items()))


def playable(thing: Any, parameters: str, name: str) -> Any:
    """A game of ours, from a module, a class or an object."""
    if isinstance(thing, type):
        title, thing = name, made(thing, parameters, name)
    elif parameters:
        raise SearchError("takes_no_parameters", game=name, parameters=parameters)
    else:
        title = name if isinstance(thing, ModuleType) else type(thing).__name__
    return thing if is_ours(thing) else adapted(thing, title) or thing


def made(kind: type, parameters: str, name: str) -> Any:
    """An object of a class; easyAI's take a list of two players."""
    if inspect.isabstract(kind):
        missing = sorted(getattr(kind, "__abstractmethods__", ()))
        raise SearchError("homework_unwritten", game=name, missing=missing)
    return constructed(kind, parameters, name, **{word: players() for word in players_of(kind)})


def players_of(kind: type) -> list[str]:
    """The parameters that are players."""
    word = where_players_go(inspect.signature(kind)) if vocabulary_of(kind) is EasyAI else ""
    return [word] if word else []


def can_be_made(kind: type) -> bool:
    """Does a class need nothing but players?"""
    try:
        inspect.signature(kind).bind(**dict.fromkeys(players_of(kind)))
    except TypeError:
        return False
    return True


# -- what is a game ----------------------------------------------------------------------------------


def is_game(kind: type) -> bool:
    return is_ours(kind) or vocabulary_of(kind) is not None


def is_ours(thing: Any) -> bool:
    """Has this class or object the six rules, in our words?"""
    return rules_in(thing) == len(RULES) and vocabulary_of(thing) is None


def is_begun(kind: type) -> bool:
    """One that lacks a rule is a game, of which a search or a check says what is missing."""
    utility = getattr(kind, "utility", None)
    return rules_in(kind) >= len(RULES) // 2 and (utility is None or takes(utility, 2))


def rules_in(thing: Any) -> int:
    """How many of the six rules a class or an object has."""
    return sum(callable(getattr(thing, rule, None)) for rule in RULES)


def classes_in(module: ModuleType) -> dict[str, type]:
    """The classes of a module that are games, ours or homework's; not those that others build on."""
    found = all_classes_in(module)
    bases = {base for kind in found.values() for base in kind.__mro__[1:]}
    return {name: kind for name, kind in found.items() if kind not in bases}


def all_classes_in(module: ModuleType) -> dict[str, type]:
    own = {name: kind for name, kind in written_in(module).items() if isinstance(kind, type)}
    found = {name: kind for name, kind in own.items() if is_game(kind)}
    return found or {name: kind for name, kind in own.items() if is_begun(kind)}


def concrete_in(module: ModuleType) -> dict[str, type]:
    """The classes that can be chosen: games whose rules are all written, be it that others build on them."""
    leaves, found = classes_in(module), all_classes_in(module)
    return {name: kind for name, kind in found.items() if name in leaves or not unwritten_in(kind)}


def objects_in(module: ModuleType) -> dict[str, Any]:
    """The games that a module has made already."""
    return {
        name: thing
        for name, thing in vars(module).items()
        if not isinstance(thing, type | ModuleType) and not name.startswith("_") and is_game(type(thing))
    }


def written_in(module: ModuleType) -> dict[str, Any]:
    """The functions and classes of a module; not those that it imports."""
    return {
        name: thing
        for name, thing in vars(module).items()
        if callable(thing) and getattr(thing, "__module__", None) == module.__name__
    }


def no_game(module: ModuleType, path: Path) -> Message:
    """What would be a game, and what there is instead."""
    written = written_in(module)
    found = [f"{name}()" if not isinstance(thing, type) else name for name, thing in written.items()]
    more = ["…"] if len(found) > MOST_FOUND else []
    facts: dict[str, Any] = {"path": path, "rules": [*RULES], "found": [*found[:MOST_FOUND], *more]}
    facts["vocabularies"] = [each.homework for each in VOCABULARIES]
    guess = nearest([module, *(thing for thing in written.values() if isinstance(thing, type))])
    if guess is not None:
        vocabulary, there, missing = guess
        return Message.of("nearly_a_game", path=path, vocabulary=vocabulary, found=there, missing=missing)
    return Message.of("no_game_in_file" if found else "nothing_in_file", **facts)


# -- files -------------------------------------------------------------------------------------------


def check_is_file(path: Path) -> None:
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
