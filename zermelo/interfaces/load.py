"""A game from what people type: a name, a name with parameters, a file, a class in a file, a tree."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib.util
import inspect
import json
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.errors import GameError, RulesError, SearchError, ZermeloError
from zermelo.game import RULES, name_of
from zermelo.interfaces.homework import adapted
from zermelo.kernel.parsing import expression
from zermelo.messages import Message

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
        return tree_from(text)
    if text.endswith(TREES):
        return tree_in_file(Path(text))
    name, _, rest = text.partition(":")
    if name.endswith(".py") or "/" in name:
        return game_in_file(Path(name), rest)
    return built_in(name, rest)


def tree_from(text: str, path: Path | None = None) -> Any:
    from zermelo import Tree

    try:
        return Tree.parse(text)
    except ValueError as error:
        if path is None:
            raise SearchError("this_is_no_tree", reason=error) from None
        raise SearchError("not_a_tree", path=path, reason=error) from None


def tree_in_file(path: Path) -> Any:
    """A tree as nested lists, JSON or an indented outline."""
    check_is_file(path)
    try:
        text = path.read_text(encoding="utf-8")
    except ValueError:
        raise SearchError("not_a_tree_text", path=path) from None
    return tree_from(text, path)


def check_is_file(path: Path) -> None:
    if not path.exists():
        raise SearchError("no_file", path=path)
    if not path.is_file():
        raise SearchError("is_a_folder" if path.is_dir() else "not_an_ordinary_file", path=path)


def built_in(name: str, parameters: str) -> Any:
    from zermelo.games import BUILT_IN

    if name not in BUILT_IN:
        raise SearchError("unknown_game", name=name, choices=[*BUILT_IN])
    return constructed(BUILT_IN[name], parameters, name)


def constructed(kind: Any, parameters: str, name: str) -> Any:
    """`kind(**parameters)`; the text is `width=5,heaps=(3, 4)`."""
    try:
        call = expression(f"f({parameters})")
        assert isinstance(call, ast.Call)
        if call.args:
            raise GameError("write_name_value")
        given = {str(keyword.arg): value_of(keyword) for keyword in call.keywords}
        check_parameters(inspect.signature(kind), given)
        return kind(**given)
    except (TypeError, ValueError, SyntaxError) as error:
        reason = Message.of("unreadable_parameters") if isinstance(error, SyntaxError) else error
        takes = parameters_of(kind) or Message.of("no_parameters")
        raise SearchError("wrong_parameters", game=name, reason=reason, takes=takes) from None


def check_parameters(signature: inspect.Signature, given: dict[str, Any]) -> None:
    """Names that a class takes, and none of them missing."""
    taken = signature.parameters
    if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in taken.values()):
        for name in given:
            if name not in taken:
                raise GameError("unknown_parameter", name=name)
    signature.bind(**given)


def value_of(keyword: ast.keyword) -> Any:
    try:
        return ast.literal_eval(keyword.value)
    except ValueError:
        written = ast.unparse(keyword.value)
        raise GameError("not_a_plain_value", parameter=keyword.arg, written=written) from None


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
            raise SearchError("no_game_of_that_name", path=path, name=wanted, games=[*games] or ["none"])
        return playable(games[wanted], parameters, wanted)
    if (homework := adapted(module)) is not None:
        return homework
    if len(games) != 1:
        if not games:
            raise SearchError("no_game_in_file", path=path, rules=[*RULES])
        raise SearchError("several_games", path=path, choices=[f"{path}:{name}" for name in games])
    (only,) = games.items()
    return playable(only[1], parameters, only[0])


def playable(kind: type, parameters: str, name: str) -> Any:
    try:
        return adapted(kind) or constructed(kind, parameters, name)
    except ZermeloError:
        raise
    except Exception as error:
        raise SearchError("constructor_raised", game=name, kind=type(error).__name__, said=error) from error


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
        raise SearchError("not_a_rules_file", path=path)
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
        if not error.lineno:
            raise SearchError("at_place", place=path, reason=error.msg) from None
        raise SearchError("syntax_error", path=path, line=error.lineno, reason=error.msg) from None
    except (Exception, SystemExit) as error:
        raise SearchError(raised_when_read(path, error)) from None
    finally:
        sys.path.remove(str(path.resolve().parent))
    return module


def raised_when_read(path: Path, error: BaseException) -> Message:
    """What a file raised, with the last of its lines that the exception came through."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename).resolve() == path.resolve()]
    facts = {"path": path, "kind": type(error).__name__, "said": str(error)}
    return Message.of("line_raised", line=lines[-1], **facts) if lines else Message.of("file_raised", **facts)


def position_after(game: Any, moves: str) -> Any:
    """The state after these actions from the start, as people write them."""
    state = game.initial()
    for text in listed(moves):
        if game.is_terminal(state):
            raise SearchError("over_before", move=text)
        state = game.result(state, chosen(game, state, text))
    return state


def listed(moves: str) -> list[str]:
    """The names of moves in a text: between commas, between semicolons, or as a JSON list.

    >>> listed("a1, b2"), listed("(0, 1); (1, 2)"), listed('["(0, 1)", 2]')
    (['a1', 'b2'], ['(0, 1)', '(1, 2)'], ['(0, 1)', '2'])
    """
    with contextlib.suppress(ValueError):
        if isinstance(names := json.loads(moves), list):
            return [str(name) for name in names]
    return [name for part in moves.split(";" if ";" in moves else ",") if (name := part.strip())]


def position(game: Any, moves: str, text: str) -> Any:
    """The position that `--moves` or `--position` give."""
    if not text:
        return position_after(game, moves)
    if moves:
        raise SearchError("moves_or_position")
    if not callable(getattr(game, "parse", None)):
        raise SearchError("no_parse", game=type(game).__name__)
    try:
        return game.parse(text)
    except ValueError as error:
        raise SearchError("wrong_position", text=text, game=type(game).__name__, reason=error) from None


def legal_moves(game: Any, state: Any) -> dict[str, Any]:
    """The legal actions by the names that people use."""
    return {name_of(game, state, action): action for action in game.actions(state)}


def chosen(game: Any, state: Any, text: str) -> Any:
    """The legal action that people write like this."""
    legal = legal_moves(game, state)
    name = meant(legal, text)
    if name is None:
        raise SearchError(not_legal(legal, text))
    return legal[name]


def not_legal(legal: dict[str, Any], text: str) -> Message:
    """A move that cannot be made, and some that can."""
    some = list(legal)[:MOST_NAMED]
    if len(legal) > MOST_NAMED:
        return Message.of("not_among_many_legal", move=text, choices=some, count=len(legal))
    return Message.of("not_among_legal", move=text, choices=some)


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
    fault = RulesError("state_changed", game=type(game).__name__)
    try:
        yield
    except Exception as error:
        raise (error if repr(state) == before else fault) from None  # what else goes wrong comes of it
    if repr(state) != before:
        raise fault
