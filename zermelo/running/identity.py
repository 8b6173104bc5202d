"""Which game a table belongs to: name, parameters, a hash of the rules that every machine agrees on."""

from __future__ import annotations

import ast
import hashlib
import inspect
import re
import sys
from types import ModuleType
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.game import Game
from zermelo.kernel.compiler.syntax import is_constant, without_annotations
from zermelo.kernel.compiler.unit import Unit
from zermelo.kernel.options import Options
from zermelo.kernel.parsing import class_text
from zermelo.kernel.primitives import has, hash_of
from zermelo.kernel.run import Run, State, Value

DIGITS = 32
ADDRESS = re.compile(r" (object )?at 0x[0-9a-f]+")
"""Where an object lies in memory, which is another in every process."""


def rules(game: Game, state: State, run: Run) -> Value:
    """Everything that a table depends on, and nothing else."""
    if has(game, "unrank"):
        state = game.unrank(game.rank(state))
    if game.is_terminal(state):
        return game.utility(state)
    if has(game, "outcomes"):
        for action, _ in game.outcomes(state):
            state = game.result(state, action)
    for action in game.actions(state):
        state = game.result(state, action)
    return game.to_move(state)


def rules_hash(game: Any) -> str:
    """The same on every machine while the rules, their helpers, parameters and data are the same."""
    from zermelo.kernel.compiler.memo import lowered

    digest = hashlib.sha256(
        repr((getattr(game, "payoff", "outcome"), getattr(game, "repetition", 0))).encode()
    )
    try:
        _, unit = lowered(game, rules, Options(), False)
        for text in unit_texts(unit):
            digest.update(text)
    except CannotCompile:
        for text in class_texts(game):
            digest.update(text)
    return digest.hexdigest()[:DIGITS]


def unit_texts(unit: Unit) -> list[bytes]:
    """What a unit computes with, in a fixed order: functions, constants, arrays."""
    found = []
    for called, function in sorted(unit.functions.items()):
        if called != unit.entry:
            found.append(f"{called} {ast.unparse(without_annotations(function.tree))}".encode())
    found += [f"{called} {plain(value)!r}".encode() for called, value in sorted(unit.constants.items())]
    for called, array in sorted(unit.arrays.items()):
        found.append(f"{called} {array.dtype} {array.shape} {array.tolist()}".encode())
    return found


def plain(value: Any) -> Any:
    """A constant whose `repr` depends on its value alone, be it of Python or of NumPy."""
    if isinstance(value, list | tuple):
        return tuple(map(plain, value))
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, list):
        return tuple(map(plain, value))
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else value


def class_texts(game: Any) -> list[bytes]:
    """Rules that are called as they are: their files, the constants there, and what the game holds."""
    found = []
    for kind in type(game).__mro__:
        if kind not in (Game, object):
            module = sys.modules.get(kind.__module__)
            try:
                found.append((inspect.getsource(module) if module else class_text(kind)).encode())
            except (OSError, TypeError):
                found.append(kind.__qualname__.encode())
            names = sorted(vars(module).items()) if module is not None else []
            found += [held(name, value) for name, value in names if is_plain(value) and name[:2] != "__"]
    attributes = sorted(vars(game).items()) if hasattr(game, "__dict__") else []
    return [*found, *(held(name, value) for name, value in attributes)]


def held(name: str, value: Any) -> bytes:
    """A name and what it holds, as far as that can be said in the same way in every process."""
    try:
        return f"{name}={hash_of(value)}".encode()
    except Exception:
        return f"{name}: {type(value).__qualname__}".encode()


def is_plain(value: Any) -> bool:
    """Is this a value that identifies itself by its content?"""
    return is_constant(value) or isinstance(value, dict | set | frozenset) or is_array(value)


def is_array(value: Any) -> bool:
    """Is this a NumPy array?  Asked without importing NumPy."""
    return type(value).__name__ == "ndarray"


def parameters_of(game: Any) -> dict[str, Any]:
    """What the game, or homework inside it, was made with, as far as it remembers that by the same names."""
    game = getattr(game, "theirs", game)
    try:
        names = () if isinstance(game, ModuleType) else inspect.signature(type(game)).parameters
    except (TypeError, ValueError):
        return {}
    held = {name: getattr(game, name) for name in names if hasattr(game, name)}
    return {name: plain(value) for name, value in held.items() if is_constant(value)}


def written(game: Any, state: Any) -> str:
    """A position as Python writes it; as it is shown where that would name a place in memory."""
    said = repr(state)
    return said if ADDRESS.search(said) is None else ADDRESS.sub("", str(game.show(state)))


def describe(name: str, parameters: dict[str, Any]) -> str:
    """The game as it would be written: `Nim(heaps=(3, 4, 5))`."""
    inside = ", ".join(f"{key}={tuple(v) if isinstance(v, list) else v!r}" for key, v in parameters.items())
    return f"{name}({inside})"
