"""Lowering once for many searches: a unit is used again while all that it was made from is still the same.

What was read from the game, its module and its helpers is read again and compared; a rule that was
redefined, a parameter or constant that changed means a new lowering.  Run-time arrays are taken from
the game at hand, so that another tree is neither a compile nor a lowering.
"""

from __future__ import annotations

import ast
import copy
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from types import CodeType
from typing import Any

from zermelo.errors import CannotCompile
from zermelo.kernel.compiler.emit import MachineText, write
from zermelo.kernel.compiler.foreign import check_algorithms
from zermelo.kernel.compiler.lower import Lowering
from zermelo.kernel.compiler.nested import array_kind
from zermelo.kernel.compiler.passing import may_pass
from zermelo.kernel.compiler.plain_calls import called_plainly
from zermelo.kernel.compiler.seen import (
    action_shape,
    has_symbols_or_none,
    makes_any_length,
    makes_paths,
    may_outgrow,
    state_shape,
)
from zermelo.kernel.compiler.shape import Shape, shape_of
from zermelo.kernel.compiler.syntax import without_annotations
from zermelo.kernel.compiler.unit import Unit
from zermelo.kernel.options import Options
from zermelo.kernel.walking import placed
from zermelo.messages import Message

KEPT = 8
"""Units of one class, algorithm and set of options that are kept, the latest first."""


class Memo:
    """One lowered unit, without its arrays, and what was made of it."""

    def __init__(self, lowering: Lowering) -> None:
        arrays = {id(value): unique for unique, value in lowering.unit.arrays.items()}
        imports = {name: it for name, it in lowering.unit.imports.items() if name not in lowering.called}
        self.unit = replace(lowering.unit, arrays={}, imports=imports)
        self.made_from = lowering.read.testimony()
        self.arrays = {arrays[id(v)]: r for r, v in lowering.read if id(v) in arrays}
        self.called = dict(lowering.called)
        self.texts: dict[Any, MachineText] = {}
        self.looks: dict[Any, Shape] = {}

    def unit_for(self, game: Any) -> Unit | None:
        """The unit for this game, if nothing that it was made from has changed."""
        if not self.made_from.holds(game):
            return None
        arrays = {unique: reader(game) for unique, reader in self.arrays.items()}
        rules = {unique: called_plainly(game, rule) for unique, rule in self.called.items()}
        return replace(self.unit, arrays=arrays, imports={**self.unit.imports, **rules})

    @cached_property
    def python(self) -> list[CodeType]:
        """The functions as Python runs them; every line keeps the number it has in its own file."""
        codes = []
        for function in self.unit.functions.values():
            module = placed(ast.Module([without_annotations(function.tree)], []))
            codes.append(compile(module, function.file, "exec", dont_inherit=True))
        return codes

    def state_shape(self, game: Any) -> Shape:
        """The shape of the game's states."""
        return self.looked(game, "states", lambda: state_shape(game, self.any_length, self.outgrowing))

    def action_shape(self, game: Any, state: Any) -> Shape:
        """The shape of the game's actions; `state` is where it is asked, if there are none at its start."""
        return self.looked(
            game,
            ("actions", state),
            lambda: action_shape(
                game, state, self.varied or self.any_length, may_pass(self.unit), makes_paths(self.unit)
            ),
        )

    @cached_property
    def any_length(self) -> bool:
        """May a tuple of a state be longer or shorter than that of the initial one?"""
        return makes_any_length(self.unit)

    @cached_property
    def outgrowing(self) -> bool:
        """May a number of a state have more than 64 bits, though the initial one has fewer?"""
        return may_outgrow(self.unit)

    @cached_property
    def varied(self) -> bool:
        """May there be texts or None among the actions?"""
        return has_symbols_or_none(self.unit)

    def looked(self, game: Any, what: Any, look: Callable[[], Shape]) -> Shape:
        """What a look at a few games has shown: the rules are the same, so that it shows the same again."""
        start = game.initial()
        key = (shape_of(type(start), start, "the state"), start, what)
        if self.arrays or not is_hashable(key):
            return look()
        if key not in self.looks:
            self.looks[key] = look()
        return self.looks[key]

    def machine(self, unit: Unit, state: Shape, action: Shape, chance: bool) -> MachineText:
        """The text for the compiler."""
        key = (state, action, chance, *(array_kind(a) + str(a.ndim) for a in unit.arrays.values()))
        with LOWERING:
            if key not in self.texts:
                self.texts[key] = write(unit, state, action, chance)
            return self.texts[key]


class Refused:
    """Rules that could not be lowered, and why; used again while all that was read until then is the same."""

    def __init__(self, lowering: Lowering, reason: CannotCompile) -> None:
        self.made_from = lowering.read.testimony()
        self.reason = reason.with_traceback(None)

    def unit_for(self, game: Any) -> None:
        """Refuse again, if nothing has changed."""
        if self.made_from.holds(game):
            raise copy.copy(self.reason)


_memos: dict[Any, list[Memo | Refused]] = {}


def lowered(
    game: Any, algorithm: Callable[..., Any], options: Options, traced: bool, *, opaque: bool = False
) -> tuple[Memo, Unit]:
    """The unit of a game and an algorithm; raises CannotCompile where it cannot be lowered."""
    if not opaque and (vocabulary := getattr(game, "homework", "")):
        what = Message.of("homework_rules", vocabulary=vocabulary)
        raise CannotCompile(what, Message.of("write_own_rules"))
    with LOWERING:
        return _lowered(game, algorithm, options, traced, opaque)


LOWERING = threading.RLock()
"""One thread at a time: what it has lowered, the next one finds."""


def _lowered(game: Any, algorithm: Any, options: Options, traced: bool, opaque: bool) -> tuple[Memo, Unit]:
    memos = _memos.setdefault((type(game), algorithm, options, traced, opaque), [])
    for memo in memos:
        if (unit := memo.unit_for(game)) is not None:
            assert isinstance(memo, Memo)
            return memo, unit
    lowering = Lowering(game, options, traced, opaque=opaque)
    try:
        unit = lowering.lower(algorithm)
        check_algorithms(unit.functions, unit.constants)
    except CannotCompile as reason:
        memos[:] = [Refused(lowering, reason), *memos][:KEPT]
        raise
    except Exception as error:  # nobody's fault but ours: the rules are run as they are
        what = {"kind": type(error).__name__, "said": str(error)}
        raise CannotCompile(Message.of("construct_rules"), Message.of("advice_report", **what)) from error
    memo = Memo(lowering)
    memos[:] = [memo, *memos][:KEPT]
    return memo, unit


def written(game: Any, algorithm: Callable[..., Any], options: Options, traced: bool) -> bool:
    """Has a text for the compiler been written for such a game before?"""
    memos = _memos.get((type(game), algorithm, options, traced, False), ())
    return any(isinstance(memo, Refused) or memo.texts for memo in memos)


def is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
