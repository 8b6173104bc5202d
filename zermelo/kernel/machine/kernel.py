"""A kernel of machine code that is made in this process, and kept for games that say the same."""

from __future__ import annotations

import atexit
import hashlib
import math
import os
import threading
from collections.abc import Callable
from typing import Any

from zermelo.errors import CannotCompile, ZermeloError
from zermelo.kernel import threads
from zermelo.kernel.bind import Kernel, contents
from zermelo.kernel.machine import llvm
from zermelo.kernel.machine.array_constants import table_of_arrays
from zermelo.kernel.machine.failures import Refused
from zermelo.kernel.machine.instances import Unit
from zermelo.kernel.machine.numbers import FLOAT
from zermelo.kernel.machine.readings import Readings
from zermelo.kernel.machine.shapes import Look
from zermelo.kernel.machine.texts import WiderLetters
from zermelo.kernel.machine.value_words import words_of
from zermelo.kernel.options import Options
from zermelo.kernel.run import NO_ACTION, WHOLE_INFINITY, WHOLE_NO_ACTION, new_record
from zermelo.messages import Message

COMPILING = threading.RLock()
"""Types are inferred by one thread at a time: what it has found, the next one uses."""
LOADING = threading.Lock()
"""One thread at a time writes machine code."""


def wait_for_code() -> None:
    """Wait for the code that a thread is writing: no process ends while LLVM is at work."""
    with LOADING:
        return


atexit.register(wait_for_code)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=LOADING.acquire, after_in_parent=LOADING.release, after_in_child=LOADING.release
    )
KEPT = 8
"""Units of one class, algorithm and set of options that are kept, the latest first."""


class Made:
    """Machine code, or the reason why there is none, and what was read to make it."""

    def __init__(
        self,
        game: Any,
        algorithm: Callable[..., Any],
        options: Options,
        traced: bool,
        state: Any,
        look: Look | None,
    ) -> None:
        self.start = game.initial() if state is None else state
        self.reason: CannotCompile | None = None
        self.readings = Readings(game)
        try:
            self.look = look or Look.at(game, state)
            unit = Unit(game, algorithm, options, traced, self.look, self.readings)  # type: ignore[arg-type]
            try:
                self.text = unit.text()
            except WiderLetters:
                self.look = Look.at(game, state, wide=True)
                unit = Unit(game, algorithm, options, traced, self.look, self.readings)  # type: ignore[arg-type]
                self.text = unit.text()
        except CannotCompile as reason:
            self.reason = reason.with_traceback(None)
            return
        except ZermeloError:
            raise
        except Exception as error:  # nobody's fault but ours: the rules are run as they are
            what = {"kind": type(error).__name__, "said": str(error)}
            self.reason = CannotCompile(Message.of("construct_rules"), Message.of("advice_report", **what))
            self.reason.__cause__ = error
            return
        self.seeded = unit.seeded
        self.floats = unit.value is FLOAT
        self.failures = unit.failures.by_code
        self.words = max(unit.state.words, 1)
        self.alive = unit.facts
        self.arrays = list(unit.data)
        self.code: llvm.Code | None = None
        self.optimised = False
        self.key = hashlib.sha256(self.text.encode()).hexdigest()[:32]

    def fits(self, game: Any, start: Any) -> bool:
        """Whether it is as good for another game of the class, or for the same one later."""
        if not self.readings.hold(game):
            return False
        try:
            if self.reason is not None:
                return type(start) is type(self.start) and bool(start == self.start)
            return words_of(start, self.look.state) == words_of(self.start, self.look.state)
        except Exception:
            return False

    def load(self, quick: bool = False) -> llvm.Code:
        """The code, ready to be called; `quick`: at once, and optimised in a thread that changes it meanwhile."""
        if self.code is None and quick:
            with LOADING:
                if self.code is None:
                    self.code = llvm.Code(
                        llvm.object_code(llvm.filled(self.text, self.seeded), 0), self.failures
                    )
            threads.start(self.load, "zermelo optimiser")
        elif not quick and not self.optimised:
            with LOADING:
                if not self.optimised:
                    self.code = llvm.Code(
                        llvm.object_code(llvm.filled(self.text, self.seeded), 2), self.failures
                    )
                    self.optimised = True
        assert self.code is not None
        return self.code


_made: dict[Any, list[Made]] = {}


def made_for(
    game: Any,
    algorithm: Any,
    options: Options,
    traced: bool,
    state: Any,
    make: bool = True,
    look: Look | None = None,
) -> Made | None:
    """What is kept for such a game, or made for it; None where nothing is kept and nothing is to be made."""
    with COMPILING:
        kept = _made.setdefault((type(game), algorithm, options, traced), [])
        if not kept and not make:
            return None
        start = game.initial() if state is None else state
        for each in kept:
            if each.fits(game, start):
                return each
        if not make:
            return None
        found = Made(game, algorithm, options, traced, state, look)
        kept[:] = [found, *kept][:KEPT]
        return found


def loaded() -> int:
    """How many units' machine code this process holds."""
    return sum(each.reason is None and each.code is not None for kept in _made.values() for each in kept)


class Machine(Kernel):
    """A search as machine code."""

    compiled = True

    def __init__(
        self, game: Any, algorithm: Callable[..., Any], options: Options, traced: bool, state: Any = None,
        look: Look | None = None,
    ) -> None:  # fmt: skip
        """The kernel of what is there already; `obtain` makes what is missing."""
        super().__init__(game, options, traced)
        self.algorithm, self.state, self.known_look = algorithm, state, look
        self.made: Made | None = None
        self.find(make=False)

    def find(self, make: bool) -> None:
        """Take what is kept for such a game, or make it; CannotCompile where that was refused."""
        made = made_for(
            self.game, self.algorithm, self.options, self.traced, self.state, make, self.known_look
        )
        if made is not None:
            self.use(made)

    def use(self, made: Made) -> None:
        if made.reason is not None:
            raise made.reason.with_traceback(None)
        self.made, self.look = made, made.look
        self.value_kind = "f8" if made.floats else "i8"
        self.shape = made.look.old_shape
        self.whole, self.words = not made.floats, made.words
        self.table, self.arrays = table_of_arrays(self.game, made.arrays)
        self.identity = self.identified()

    def identified(self) -> Any:
        """The text of the unit, and the numbers that it reads."""
        assert self.made is not None
        return self.made.key, contents(self.arrays)

    @property
    def is_loaded(self) -> bool:
        """Whether its code costs nothing any more."""
        return self.made is not None and self.made.code is not None

    def obtain(self, quick: bool = False) -> Machine:
        """Have the code made, unless it is there; `quick`: optimised later."""
        if self.made is None:
            self.find(make=True)
        assert self.made is not None
        self.made.load(quick)
        return self

    def warm_up(self) -> None:
        self.obtain(quick=True)

    @property
    def whole_numbers(self) -> bool:
        return self.whole

    def new_run(self, events: int = 0) -> Any:
        self.warm_up()
        return new_record(self.value_kind, self.words, self.traced, events)

    def place(self, run: Any, state: Any) -> None:
        run.root[:] = words_of(state, self.look.state) or [0]

    def execute(self, run: Any) -> None:
        assert self.made is not None
        assert self.made.code is not None
        self.made.code(run, self.table.ctypes.data)

    def bound(self, value: Any) -> Any:
        return int(max(-WHOLE_INFINITY, min(WHOLE_INFINITY, value))) if self.whole_numbers else value

    def action(self, stored: Any) -> Any:
        return NO_ACTION if stored == WHOLE_NO_ACTION else self.look.packing.unpacked(int(stored))

    def stored(self, action: Any) -> Any:
        return self.look.packing.packed(action)

    def values_in(self, words: Any) -> list[Any]:
        return (words if self.whole_numbers else words.copy().view("f8")).tolist()  # type: ignore[no-any-return]

    def actions(self, stored: Any) -> list[Any]:
        words = stored.tolist()
        known = {word: self.action(word) for word in set(words)}
        return [known[word] for word in words]

    def numbers(self, values: Any) -> list[Any]:
        words = values.tolist()
        known = {word: self.number(word) for word in set(words)}
        return [known[word] for word in words]

    def number(self, value: Any) -> Any:
        if self.whole_numbers and abs(int(value)) >= WHOLE_INFINITY:
            return math.inf if value > 0 else -math.inf
        return value.item() if hasattr(value, "item") else value


__all__ = ["Machine", "Refused", "loaded"]
