"""The game in a file of rules: which of its classes, objects and functions are one, and how it is made."""

from __future__ import annotations

import inspect
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.errors import SearchError
from zermelo.game import RULES
from zermelo.interfaces.homework import VOCABULARIES, adapted, nearest, unwritten_in, vocabulary_of
from zermelo.interfaces.homework.adapter import takes
from zermelo.interfaces.homework.easyai import EasyAI, players, where_players_go
from zermelo.interfaces.parameters import constructed
from zermelo.messages import Message
from zermelo.running.files import module_in

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
