"""Lowering once for many searches: a unit is used again while all that it was made from is still the same.

What was read from the game, its module and its helpers is read again and compared; a rule that was
redefined, a parameter or constant that changed means a new lowering.  Run-time arrays are taken from
the game at hand, so that another tree is neither a compile nor a lowering.
"""

from __future__ import annotations

import ast
import copy
import inspect
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from types import CodeType
from typing import Any

from zermelo.kernel.compiler.emit import MachineText, array_kind, write
from zermelo.kernel.compiler.lower import Lowering, Unit
from zermelo.kernel.compiler.shape import Shape
from zermelo.kernel.compiler.syntax import is_constant, without_annotations
from zermelo.kernel.options import Options

KEPT = 8
"""Units of one class, algorithm and set of options that are kept, the latest first."""


class Memo:
    """One lowered unit, without its arrays, and what was made of it."""

    def __init__(self, lowering: Lowering) -> None:
        arrays = {id(value): unique for unique, value in lowering.unit.arrays.items()}
        self.unit = replace(lowering.unit, arrays={})
        self.read = [(reader, snapshot(value)) for reader, value in lowering.read]
        self.arrays = {arrays[id(v)]: r for r, v in lowering.read if id(v) in arrays}
        self.texts: dict[Any, MachineText] = {}

    def unit_for(self, game: Any) -> Unit | None:
        """The unit for this game, if nothing that it was made from has changed."""
        if not all(unchanged(reader(game), before) for reader, before in self.read):
            return None
        return replace(self.unit, arrays={unique: reader(game) for unique, reader in self.arrays.items()})

    @cached_property
    def python(self) -> list[CodeType]:
        """The functions as Python runs them; every line keeps the number it has in its own file."""
        codes = []
        for function in self.unit.functions.values():
            module = ast.fix_missing_locations(ast.Module([without_annotations(function.tree)], []))
            codes.append(compile(module, function.file, "exec", dont_inherit=True))
        return codes

    def machine(self, unit: Unit, state: Shape, action: Shape, chance: bool) -> MachineText:
        """The text for the compiler."""
        key = (state, action, chance, *(array_kind(a) + str(a.ndim) for a in unit.arrays.values()))
        with LOWERING:
            if key not in self.texts:
                self.texts[key] = write(unit, state, action, chance)
            return self.texts[key]


_memos: dict[Any, list[Memo]] = {}


def lowered(
    game: Any, algorithm: Callable[..., Any], options: Options, traced: bool, *, opaque: bool = False
) -> tuple[Memo, Unit]:
    """The unit of a game and an algorithm; raises CannotCompile where it cannot be lowered."""
    with LOWERING:
        return _lowered(game, algorithm, options, traced, opaque)


LOWERING = threading.RLock()
"""One thread at a time: what it has lowered, the next one finds."""


def _lowered(game: Any, algorithm: Any, options: Options, traced: bool, opaque: bool) -> tuple[Memo, Unit]:
    memos = _memos.setdefault((type(game), algorithm, options, traced), [])
    for memo in memos if not opaque else ():
        if (unit := memo.unit_for(game)) is not None:
            return memo, unit
    lowering = Lowering(game, options, traced, opaque=opaque)
    unit = lowering.lower(algorithm)
    memo = Memo(lowering)
    if not opaque:
        memos[:] = [memo, *memos][:KEPT]
    return memo, unit


def snapshot(value: Any) -> Any:
    """What a value is compared with later: of an array only its kind, its numbers are read at run time."""
    if type(value).__name__ == "ndarray":
        return ("ndarray", value.dtype.str, value.ndim)
    return copy.deepcopy(value) if isinstance(value, list | tuple) and is_constant(value) else value


def unchanged(now: Any, before: Any) -> bool:
    if now is before:
        return True
    if type(now).__name__ == "ndarray":
        return bool(snapshot(now) == before)
    if inspect.ismethod(now) and inspect.ismethod(before):
        return now.__func__ is before.__func__
    if isinstance(now, list | tuple) and type(now) is type(before) and len(now) == len(before):
        return all(unchanged(*pair) for pair in zip(now, before, strict=True))
    return type(now) is type(before) and is_constant(now) and bool(now == before)
