"""A kernel of machine code that is made in this process."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from typing import Any

from zermelo.kernel.machine import llvm
from zermelo.kernel.machine.failures import Refused
from zermelo.kernel.machine.instances import Unit
from zermelo.kernel.machine.numbers import FLOAT
from zermelo.kernel.machine.shapes import Look, words_of
from zermelo.kernel.options import Options
from zermelo.kernel.run import NO_ACTION, WHOLE_INFINITY, WHOLE_NO_ACTION, new_record

COMPILING = threading.RLock()


class Made:
    """A unit that is compiled."""

    def __init__(self, game: Any, algorithm: Callable[..., Any], options: Options, traced: bool, state: Any) -> None:
        self.look = Look(game, state)
        unit = Unit(game, algorithm, options, traced, self.look)  # type: ignore[arg-type]
        self.text = unit.text()
        self.floats = unit.value is FLOAT
        self.failures = unit.failures.by_code
        self.code = llvm.Code(llvm.object_code(self.text, 2), self.failures)
        self.words = max(unit.state.words, 1)
        self.kept = unit.facts


class Machine:
    """A search as machine code."""

    compiled = True

    def __init__(
        self, game: Any, algorithm: Callable[..., Any], options: Options, traced: bool, state: Any = None
    ) -> None:
        self.game, self.options, self.traced = game, options, traced
        with COMPILING:
            self.made = Made(game, algorithm, options, traced, state)
        self.look, self.value_kind = self.made.look, "f8" if self.made.floats else "i8"

    @property
    def whole_numbers(self) -> bool:
        return not self.made.floats

    def new_run(self, events: int = 0) -> Any:
        return new_record(self.value_kind, self.made.words, self.traced, events)

    def place(self, run: Any, state: Any) -> None:
        run.root[:] = words_of(state, self.look.state)

    def execute(self, run: Any) -> None:
        self.made.code(run)

    def bound(self, value: Any) -> Any:
        return int(max(-WHOLE_INFINITY, min(WHOLE_INFINITY, value))) if self.whole_numbers else value

    def action(self, stored: Any) -> Any:
        return NO_ACTION if stored == WHOLE_NO_ACTION else self.look.packing.unpacked(int(stored))

    def stored(self, action: Any) -> Any:
        return self.look.packing.packed(action)

    def number(self, value: Any) -> Any:
        if self.whole_numbers and abs(int(value)) >= WHOLE_INFINITY:
            return math.inf if value > 0 else -math.inf
        return value.item() if hasattr(value, "item") else value


__all__ = ["Machine", "Refused"]
