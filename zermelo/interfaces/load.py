"""A game from what people type: a name, a name with parameters, a file, a class in a file, a tree."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.errors import RulesError, SearchError, ZermeloError
from zermelo.game import RULES
from zermelo.game import name_of as name_of
from zermelo.interfaces.homework import adapted

TREES = (".json", ".txt", ".tree")
"""How the names of files that hold a tree end."""
MOST_NAMED = 30
"""Legal moves that a sentence names."""


def game_from(text: str) -> Any:
    """The game that a text names: `connect4:width=5,height=4`, `my.py`, `my.py:Class`, a tree, a file of one.

    >>> game_from("connect4:width=5,height=4").width
    5
    """
    if text.lstrip().startswith(("[", "{")) or "\n" in text.strip():
        return tree_from(text, "this")
    if text.endswith(TREES):
        return tree_in_file(Path(text))
    name, _, rest = text.partition(":")
    if name.endswith(".py") or "/" in name:
        return game_in_file(Path(name), rest)
    return built_in(name, rest)


def tree_from(text: str, what: str) -> Any:
    from zermelo import Tree

    try:
        return Tree.parse(text)
    except ValueError as error:
        raise SearchError(f"{what} is no tree: {error}") from None


def tree_in_file(path: Path) -> Any:
    """A tree as nested lists, JSON or an indented outline."""
    check_is_file(path)
    try:
        text = path.read_text(encoding="utf-8")
    except ValueError:
        raise SearchError(f"{path} is no tree: it is no text") from None
    return tree_from(text, str(path))


def check_is_file(path: Path) -> None:
    if not path.exists():
        raise SearchError(f"there is no file {path}")
    if not path.is_file():
        raise SearchError(
            f"{path} is a folder: name a file in it" if path.is_dir() else f"{path} is no ordinary file"
        )


def built_in(name: str, parameters: str) -> Any:
    from zermelo.games import BUILT_IN

    if name not in BUILT_IN:
        others = "a file.py or a tree such as [[3,12],[2,4]]"
        raise SearchError(f"there is no game called {name!r}: choose {', '.join(BUILT_IN)}, {others}")
    return constructed(BUILT_IN[name], parameters, name)


def constructed(kind: Any, parameters: str, name: str) -> Any:
    """`kind(**parameters)`; the text is `width=5,heaps=(3, 4)`."""
    try:
        call = ast.parse(f"f({parameters})", mode="eval").body
        assert isinstance(call, ast.Call)
        if call.args:
            raise ValueError("write name=value")
        given = {str(keyword.arg): value_of(keyword) for keyword in call.keywords}
        inspect.signature(kind).bind(**given)
        return kind(**given)
    except (TypeError, ValueError, SyntaxError) as error:
        takes = parameters_of(kind) or "nothing"
        reason = "they cannot be read" if isinstance(error, SyntaxError) else error
        raise SearchError(f"the parameters of {name} are wrong: {reason}; it takes {takes}") from None


def value_of(keyword: ast.keyword) -> Any:
    try:
        return ast.literal_eval(keyword.value)
    except ValueError:
        written = ast.unparse(keyword.value)
        raise ValueError(f"{keyword.arg} is {written}, which is no plain value such as 5 or (3, 4)") from None


def parameters_of(kind: Any) -> str:
    """The parameters of a game as people read them: `width: int = 7, height: int = 6`."""
    return ", ".join(
        str(parameter).replace("'", "") for parameter in inspect.signature(kind).parameters.values()
    )


def game_in_file(path: Path, rest: str) -> Any:
    """The game in a file of rules; `rest` is `Class`, `Class:parameters` or nothing."""
    module = module_in(path)
    wanted, _, parameters = rest.partition(":")
    games = classes_in(module)
    if wanted:
        games = games if wanted in games else all_classes_in(module)
        if wanted not in games:
            raise SearchError(f"{path} has no game called {wanted!r}: it has {', '.join(games) or 'none'}")
        return playable(games[wanted], parameters, wanted)
    if (homework := adapted(module)) is not None:
        return homework
    if len(games) != 1:
        found = f"several games: choose one of {', '.join(f'{path}:{name}' for name in games)}"
        raise SearchError(f"{path} has {found if games else 'no game: no class with ' + ', '.join(RULES)}")
    (only,) = games.items()
    return playable(only[1], parameters, only[0])


def playable(kind: type, parameters: str, name: str) -> Any:
    try:
        return adapted(kind) or constructed(kind, parameters, name)
    except ZermeloError:
        raise
    except Exception as error:
        raise SearchError(f"{name}() raised {type(error).__name__}: {error}") from error


def classes_in(module: ModuleType) -> dict[str, type]:
    """The classes of a module that are games, ours or homework's; not those that others build on."""
    found = all_classes_in(module)
    bases = {base for kind in found.values() for base in kind.__mro__[1:]}
    return {name: kind for name, kind in found.items() if kind not in bases}


def all_classes_in(module: ModuleType) -> dict[str, type]:
    """The classes of a module that are games; not those that it imports."""
    own = {
        name: kind
        for name, kind in vars(module).items()
        if isinstance(kind, type) and kind.__module__ == module.__name__
    }
    found = {name: kind for name, kind in own.items() if rules_in(kind) == len(RULES) or is_homework(kind)}
    if found:
        return found
    # One that lacks a rule is a game, of which a search or a check says what is missing.
    return {name: kind for name, kind in own.items() if rules_in(kind) >= len(RULES) // 2}


def rules_in(kind: type) -> int:
    """How many of the six rules a class has."""
    return sum(callable(getattr(kind, rule, None)) for rule in RULES)


def is_homework(kind: type) -> bool:
    from zermelo.interfaces.homework import AIMA_WORDS, CS188_WORDS, EASYAI_WORDS, speaks

    return any(speaks(kind, words) for words in (AIMA_WORDS, CS188_WORDS, EASYAI_WORDS))


def module_in(path: Path) -> ModuleType:
    """Run a file of rules, which the user asked for by naming it; files beside it can be imported."""
    check_is_file(path)
    if path.suffix != ".py":
        raise SearchError(f"{path} is no file of rules: their names end in .py")
    name = f"rules_{path.stem}_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        where = f", line {error.lineno}" if error.lineno else ""
        raise SearchError(f"{path}{where}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        what = f"raised {type(error).__name__} when it was read: {error}"
        raise SearchError(f"{path}{line_in(path, error)} {what}") from None
    finally:
        sys.path.remove(str(path.resolve().parent))
    return module


def line_in(path: Path, error: BaseException) -> str:
    """The last line of the file that an exception came through."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).resolve() == path.resolve()]
    return f", line {lines[-1]}," if lines else ""


def position_after(game: Any, moves: str) -> Any:
    """The state after these actions from the start, as people write them."""
    state = game.initial()
    for text in filter(None, (part.strip() for part in moves.split(";" if ";" in moves else ","))):
        if game.is_terminal(state):
            raise SearchError(f"the game is over before {text!r}")
        state = game.result(state, chosen(game, state, text))
    return state


def position(game: Any, moves: str, text: str) -> Any:
    """The position that `--moves` or `--position` give."""
    if not text:
        return position_after(game, moves)
    if moves:
        raise SearchError("give moves or a position, not both")
    if not callable(getattr(game, "parse", None)):
        raise SearchError(f"{type(game).__name__} has no parse(): give moves instead of a position")
    try:
        return game.parse(text)
    except ValueError as error:
        raise SearchError(f"{text!r} is no position of {type(game).__name__}: {error}") from None


def legal_moves(game: Any, state: Any) -> dict[str, Any]:
    """The legal actions by the names that people use."""
    return {name_of(game, state, action): action for action in game.actions(state)}


def chosen(game: Any, state: Any, text: str) -> Any:
    """The legal action that people write like this."""
    legal = legal_moves(game, state)
    name = meant(legal, text)
    if name is None:
        more = f" … ({len(legal)} in all)" if len(legal) > MOST_NAMED else ""
        raise SearchError(f"{text!r} is not legal here: choose {', '.join(list(legal)[:MOST_NAMED])}{more}")
    return legal[name]


def meant(legal: dict[str, Any], text: str) -> str | None:
    """The name of the legal move that people write like this: `C2` for c2, `0 1` for (0, 1).

    Where no name is a number, the action itself will do too: 6 for the cell c2, 0 for the stone of 0-2.

    >>> meant({"(0, 1)": (0, 1)}, "0 1"), meant({"c2": 6}, "6"), meant({"1": 0, "2": 1}, "0")
    ('(0, 1)', 'c2', None)
    """
    if text in legal:
        return text
    wanted = squeezed(text)
    named = {squeezed(name): name for name in legal}
    if wanted in named:
        return named[wanted]
    if any(name.isdecimal() for name in legal):
        return None
    return {squeezed(str(action)): name for name, action in legal.items()}.get(wanted)


def squeezed(text: str) -> str:
    """Without case, brackets and commas."""
    return " ".join(text.lower().translate(str.maketrans("()[],", "     ")).split())


@contextlib.contextmanager
def unchanged(game: Any, state: Any) -> Iterator[None]:
    """Rules that change the state they are given play nonsense: that is said, and nothing is played on."""
    before = repr(state)
    instead = "build a new one, of tuples rather than lists; zermelo check says more"
    fault = RulesError(f"{type(game).__name__}.result() changes the state it is given: {instead}")
    try:
        yield
    except Exception as error:
        raise (error if repr(state) == before else fault) from None  # what else goes wrong comes of it
    if repr(state) != before:
        raise fault
