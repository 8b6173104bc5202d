"""bind(game, algorithm): rules and algorithm joined into one kernel, run as it is or compiled.

kernel = bind(TicTacToe(), alphabeta, compiled=True)
run = kernel.new_run()
kernel.place(run, state)
kernel.execute(run)          # run.value, run.line, visited(run), …
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import math
import os
import pickle
import sys
import threading
from collections.abc import Callable, Iterable
from functools import cache as once
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.errors import CannotCompile
from zermelo.game import Bits, Game, has_rule
from zermelo.kernel.compiler.nested import array_kind
from zermelo.kernel.compiler.plain_calls import called_plainly
from zermelo.kernel.compiler.shape import (
    Shape,
    conform,
    packed,
    shape_of,
    unpacked,
    words_of,
)
from zermelo.kernel.compiler.unit import Unit
from zermelo.kernel.kinds import kind_of
from zermelo.kernel.machine.sources import hints_of
from zermelo.kernel.options import Options
from zermelo.kernel.primitives import PRIMITIVES
from zermelo.kernel.rules import CONTRACT
from zermelo.kernel.run import (
    INFINITY,
    NO_ACTION,
    PLIES,
    ROW,
    WHOLE_INFINITY,
    WHOLE_NO_ACTION,
    Run,
    new_record,
)
from zermelo.kernel.structs import by_name_only, fields_of
from zermelo.messages import Message

if TYPE_CHECKING:
    from zermelo.kernel.compiler.emit import MachineText
    from zermelo.kernel.compiler.memo import Memo

Algorithm = Callable[..., Any]


class Kernel:
    """A search that is ready to run: what both worlds have in common."""

    compiled = False
    remembered = False
    """Does machine code search, and ask Python for what the rules say?"""
    shape: Shape | None
    """The shape of its states; None: anything hashable."""
    refusal: CannotCompile | None = None
    """Why these rules will never be machine code, where that is known."""
    rewritten = True
    """Are the rules in other words than those that the user wrote?"""

    def __init__(self, game: Any, options: Options, traced: bool) -> None:
        self.game, self.options, self.traced = game, options, traced
        self.identity: Any = None
        """What a table must know of to be of use: rules, parameters, data, options."""

    @property
    def whole_numbers(self) -> bool:
        """Are its values whole numbers of a machine?"""
        return False

    def warm_up(self) -> None:
        """Do now what would otherwise be done when the first run is made."""

    def new_run(self, events: int = 0) -> Any:
        """A fresh run; `events` is how many a trace may hold."""
        raise NotImplementedError

    def place(self, run: Any, state: Any) -> None:
        """Put the state at the root of the run."""
        raise NotImplementedError

    def execute(self, run: Any) -> None:
        """Search; the answer is in the run."""
        raise NotImplementedError

    def bound(self, value: Any) -> Any:
        """A bound of a window as this kernel counts."""
        return value

    def action(self, stored: Any) -> Any:
        """An action as the rules gave it, from how the run keeps it; NO_ACTION where it keeps none."""
        return stored

    def stored(self, action: Any) -> Any:
        """An action as the run keeps it."""
        return action

    def distrust(self) -> bool:
        """Have the next kernel of such a game call its rules as they are; False: no other can be had."""
        return False

    def number(self, value: Any) -> Any:
        """A value as a Python number."""
        return value

    def actions(self, stored: Any) -> list[Any]:
        """Many actions as the rules gave them."""
        return [self.action(each) for each in stored]

    def numbers(self, values: Any) -> list[Any]:
        """Many values as Python's numbers."""
        return list(values)

    def values_in(self, words: Any) -> list[Any]:
        """Values as Python's numbers, from the words that memory keeps of them."""
        return list(words)

    def line(self, run: Any, ply: int = 0) -> list[Any]:
        """The best line that the run found."""
        found, row = run.line, ply * PLIES
        return [self.action(found[row + index]) for index in range(ply, int(run.length[ply]))]


class Interpreted(Kernel):
    """The lowered text run by Python: any hashable state, any action."""

    def __init__(self, game: Any, algorithm: Algorithm, options: Options, traced: bool) -> None:
        from zermelo.kernel.compiler.foreign import held_to
        from zermelo.kernel.compiler.memo import lowered

        super().__init__(game, options, traced)
        try:
            memo, unit = lowered(game, algorithm, options, traced)
            self.shape = memo.state_shape(game)
            self.text = memo.unit
            self.rewritten = not self.text.stand_ins
            if not self.rewritten:
                memo, unit = lowered(game, algorithm, options, traced, opaque=True)
        except CannotCompile as reason:
            self.refusal = reason.with_traceback(None)
            memo, unit = lowered(game, algorithm, options, traced, opaque=True)
            self.shape, self.rewritten = None, False
        self.identity = (memo, game if memo.unit.imports else contents(unit.arrays.values()))
        entry = unit.functions[unit.entry]
        self.search = held_to(entry, python_names(memo, unit)[unit.entry])
        self.fields = [entry.declared.field_for(argument.arg) for argument in entry.tree.args.args]

    def distrust(self) -> bool:
        if self.rewritten:
            self.text.stand_ins = True
        return self.rewritten

    def new_run(self, events: int = 0) -> Run:
        return Run(self.options, events)

    def place(self, run: Any, state: Any) -> None:
        run.state = conform(state, self.shape)

    def execute(self, run: Any) -> None:
        run.value = self.search(*(getattr(run, field) if field else run for field in self.fields))


class Plain(Kernel):
    """The algorithm as it stands, called by Python with the rules as they stand."""

    rewritten = False

    def __init__(self, game: Any, algorithm: Algorithm, options: Options, traced: bool) -> None:
        super().__init__(game, options, traced)
        self.algorithm, self.rules = algorithm, Rules(game)
        try:
            start = game.initial()
            self.like: Shape | None = shape_of(type(start), start, "the state")
        except Exception:
            self.like = None
        self.identity = fingerprint(game, algorithm), ""
        hints = hints_of(algorithm)  # type: ignore[arg-type]
        self.fields = [field_of(name, hints.get(name)) for name in inspect.signature(algorithm).parameters]

    def new_run(self, events: int = 0) -> Run:
        return Run(self.options, events)

    @cached_property
    def shape(self) -> Shape | None:  # type: ignore[override]
        """The shape of the states that a few games come to; None where they have none in common."""
        from zermelo.kernel.compiler.seen import state_shape

        try:
            return state_shape(self.game, any_length=True)
        except Exception:
            return None

    def place(self, run: Any, state: Any) -> None:
        run.state = conform(state, self.like)

    def execute(self, run: Any) -> None:
        given = {"game": self.rules, "run": run}
        run.value = self.algorithm(*(given[f] if f in given else getattr(run, f) for f in self.fields))


def field_of(name: str, hint: Any) -> str:
    """Where the argument of an algorithm comes from: the game, the run or a field of it."""
    if name in ("game", "run"):
        return name
    noted = kind_of(hint)
    return noted.field if noted is not None and noted.field else name


def fingerprint(game: Any, algorithm: Algorithm) -> Any:
    """What tells a game with its parameters from others of its class; the game itself where nothing else does."""
    rules = tuple(getattr(type(game), rule, None) for rule in CONTRACT)
    try:
        return type(game), algorithm, rules, pickle.dumps(vars(game))
    except Exception:
        return type(game), algorithm, rules, id(game)


class Rules:
    """A game as an algorithm of Python asks it: rules that are not written are those of `Game`."""

    def __init__(self, game: Any) -> None:
        self.written = frozenset(rule for rule in CONTRACT if has_rule(game, rule))
        """The rules that the game has, optional ones too."""
        for rule in CONTRACT:
            if callable(getattr(game, rule, None)) or hasattr(Game, rule):
                setattr(self, rule, called_plainly(game, rule))
        self.game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


def contents(arrays: Iterable[Any]) -> str:
    """What run-time arrays hold, in short."""
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(f"{array.dtype} {array.shape} ".encode() + array.tobytes())
    return digest.hexdigest()


def python_names(memo: Memo, unit: Unit) -> dict[str, Any]:
    """The unit as Python runs it."""
    from zermelo.kernel.compiler.foreign import held_to

    names: dict[str, Any] = {
        **PRIMITIVES,
        **unit.constants,
        **unit.imports,
        "INFINITY": INFINITY,
        "NO_ACTION": NO_ACTION,
    }
    names |= {called: array_as_list(array) for called, array in unit.arrays.items()}
    names |= {called: python_constructor(kind) for called, kind in unit.structs.items()}
    for code in memo.python:
        exec(code, names)
    for called, function in unit.functions.items():
        if called not in function.calls:  # what calls itself goes deep, and is looked at where it is entered
            names[called] = held_to(function, names[called])
    return names


def array_as_list(array: Any) -> Any:
    if array.dtype.kind == "u" and array.dtype.itemsize == 8:
        return (
            [array_as_list(row) for row in array] if array.ndim > 1 else [Bits(int(word)) for word in array]
        )
    return array.tolist()


def python_constructor(kind: Any) -> Any:
    """The class itself, or a function that takes its fields by their places and makes its boards Bits."""
    shape = shape_of(kind, _example(kind), kind.__name__) if _has_bits(kind) else None
    if shape is None and not by_name_only(kind):
        return kind
    boards = [part.kind == "bits" for part in shape.parts] if shape else [False] * len(fields_of(kind))
    wrapped = (
        f"{field}=Bits({field})" if board else f"{field}={field}"
        for field, board in zip(fields_of(kind), boards, strict=True)
    )
    text = f"lambda {', '.join(fields_of(kind))}: kind({', '.join(wrapped)})"
    return eval(text, {"kind": kind, "Bits": Bits})


def _has_bits(kind: Any) -> bool:
    return any(hint in (Bits, "Bits") for hint in getattr(kind, "__annotations__", {}).values())


def _example(kind: Any) -> Any:
    return tuple(0 if hint in (Bits, "Bits", int, "int") else () for hint in kind.__annotations__.values())


class Compiled(Kernel):
    """The same text as machine code: states and actions of one shape each."""

    compiled = True
    shape: Shape

    def __init__(
        self, game: Any, algorithm: Algorithm, options: Options, traced: bool, state: Any = None
    ) -> None:
        """The code itself is not there before `obtain`."""
        from zermelo.kernel.compiler.emit import run_time_data
        from zermelo.kernel.compiler.memo import lowered

        super().__init__(game, options, traced)
        self.lowered = memo, unit = lowered(game, algorithm, options, traced)
        self.shape, self.action_shape = self.shapes(memo, state)
        written = memo.machine(unit, self.shape, self.action_shape, hasattr(game, "outcomes"))
        self.unit = CompiledUnit(written, self.shape, traced)
        self.arrays = run_time_data(unit, written)
        self.identity = self.identified()
        self.addresses: Any = None

    def shapes(self, memo: Memo, state: Any) -> tuple[Shape, Shape]:
        """The shapes of states and actions."""
        return memo.state_shape(self.game), memo.action_shape(self.game, state)

    def identified(self) -> Any:
        """The text of the unit, and the numbers that it reads."""
        return self.unit.key, contents(self.arrays)

    def obtain(self) -> Compiled:
        """Have the code, from the cache or from the compiler."""
        self.unit.obtain()
        return self

    @property
    def whole_numbers(self) -> bool:
        return self.value_kind == "i8"

    def warm_up(self) -> None:
        self.value_kind, self.code = self.unit.load()

    def new_run(self, events: int = 0) -> Any:
        self.warm_up()
        if self.addresses is None:
            self.kept, self.addresses = addresses_of(self.arrays)
        run = new_record(self.value_kind, self.shape.words, self.traced, events)
        run.data = self.addresses.ctypes.data
        return run

    def bound(self, value: Any) -> Any:
        return int(max(-WHOLE_INFINITY, min(WHOLE_INFINITY, value))) if self.whole_numbers else value

    def place(self, run: Any, state: Any) -> None:
        run.root[:] = words_of(state, self.shape)

    def execute(self, run: Any) -> None:
        self.code(run)

    def action(self, stored: Any) -> Any:
        return NO_ACTION if stored == WHOLE_NO_ACTION else unpacked(stored, self.action_shape)

    def stored(self, action: Any) -> Any:
        return packed(action, self.action_shape)

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
        if self.value_kind == "i8" and abs(int(value)) >= WHOLE_INFINITY:
            return math.inf if value > 0 else -math.inf
        return value.item() if hasattr(value, "item") else value


def addresses_of(arrays: list[Any]) -> tuple[list[Any], Any]:
    """The run-time arrays as the machine reads them, and the table of their addresses and lengths."""
    import numpy as np

    kept, rows = [], np.zeros((max(len(arrays), 1), ROW), np.int64)
    for row, array in zip(rows, arrays, strict=False):
        kept.append(np.ascontiguousarray(array, dtype=array_kind(array)))
        row[0] = kept[-1].ctypes.data
        row[1 : 1 + array.ndim] = array.shape
    return kept, rows


_loaded: dict[str, tuple[str, Any]] = {}
_building: dict[str, threading.Lock] = {}


def loaded() -> int:
    """How many units' machine code this process holds."""
    return len(_loaded)


class CompiledUnit:
    """A unit's machine code, from the cache or from the compiler.

    `obtain` has it, `load` loads it: a search in another thread is not disturbed before it has to be.
    """

    def __init__(self, written: MachineText, state: Shape, traced: bool) -> None:
        parts = [written.text, str(state.words), str(traced), versions()]
        self.key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
        self.payload: bytes | None = None
        self.written, self.words, self.traced = written, state.words, traced

    @property
    def at_hand(self) -> bool:
        """Is it loaded?  Then it costs nothing; CannotCompile where the compiler has refused it before."""
        from zermelo.kernel.compiler.child import has_refused

        if has_refused(self.key):
            self.obtain()
        return self.key in _loaded

    def obtain(self) -> None:
        """Read it from the cache, or have it compiled."""
        with _building.setdefault(self.key, threading.Lock()):  # who wants the same one waits for it
            if self.key not in _loaded:
                self.payload = self.build()

    def build(self) -> bytes:
        from zermelo.kernel.compiler.build import BuildError
        from zermelo.kernel.compiler.child import machine_code

        try:
            return machine_code(self.key, self.written.text, self.words, self.traced)
        except BuildError as error:
            raise refusal(error.line, str(error), self.written.origin) from None

    def load(self) -> tuple[str, Any]:
        """The kind of its values ("i8" or "f8") and the code, ready to be called."""
        from zermelo.kernel.compiler.loading import load

        with _building[self.key]:
            if self.key not in _loaded:
                assert self.payload is not None
                _loaded[self.key] = load(self.payload)
            return _loaded[self.key]


def refusal(line: int, message: str, origin: dict[int, tuple[str, int]]) -> CannotCompile:
    """Numba's complaint about a line of the unit, as a complaint about the user's line."""
    message = message.removeprefix("zermelo: ")
    file, original = origin.get(line, ("", 0))
    if not file:
        return CannotCompile("a rule", message)
    construct: str | Message
    try:
        construct = f"`{Path(file).read_text().splitlines()[original - 1].strip()}`"
    except (OSError, IndexError):
        construct = "this line"
    if file.startswith(str(Path(__file__).parents[1] / "algorithms")):  # or the rules that it calls
        construct = Message.of("construct_algorithm", text=construct)
    return CannotCompile(construct, message, f"{file}, line {original}")


HOME = str(Path(__file__).parents[1])
COMPILERS = (
    *("errors", "game", "kernel/array_words", "kernel/idiom_words", "kernel/kinds", "kernel/primitives"),
    *("kernel/equality", "kernel/marks", "kernel/own_classes", "kernel/parsing", "kernel/payoff_words"),
    "kernel/random_words",
    *("kernel/record", "kernel/run", "kernel/structs", "kernel/symbols", "kernel/table_fields"),
    "kernel/walking",
    *(
        f"kernel/compiler/{name}"
        for name in (
            "array_type",
            "arrays",
            "arrays_made",
            "build",
            "chance",
            "complaints",
            "descriptions",
            "frame_type",
            "hashing",
            "indices",
            "instances",
            "letters",
            "lists",
            "loading",
            "machine",
            "maybe",
            "members",
            "memory",
            "nested_type",
            "own_types",
            "packing",
            "payoffs",
            "places",
            "powers",
            "quick_numba",
            "regions",
            "sequences",
            "series_type",
            "set_shape",
            "set_type",
            "symbol_type",
            "table_type",
            "texts",
            "wide_type",
        )
    ),
)
"""The modules of ours that turn the text of a unit into machine code."""


@once
def versions() -> str:
    """What beside the text of a unit its machine code depends on; asks no compiler, so it is quick."""
    import platform
    from importlib.metadata import version

    here = Path(__file__).parents[1]
    sources = b"".join((here / f"{name}.py").read_bytes() for name in COMPILERS)
    parts = [sys.version, *(version(package) for package in ("numba", "llvmlite", "numpy"))]
    parts += [platform.machine(), platform.processor(), platform.system(), processor_flags()]
    return "\0".join([*parts, hashlib.sha256(sources).hexdigest()])


def processor_flags() -> str:
    """What this processor can do, where the system says so."""
    import platform

    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.platform()
    wanted = ("model name", "flags", "Features", "CPU part", "isa")
    return "\n".join(sorted({line for line in lines if line.startswith(wanted)}))


def bind(
    game: Any,
    algorithm: Algorithm,
    *,
    compiled: bool,
    traced: bool = False,
    options: Options | None = None,
    state: Any = None,
    quick: bool = False,
) -> Kernel:
    """Join a game and an algorithm; raises CannotCompile where the machine cannot follow.

    `quick`: machine code may be optimised later, while it is used already.
    `state` is where the search will start, an example of a state with actions where the initial one has none.
    """
    if compiled:
        return machine(game, algorithm, options or Options(), traced, state, quick)
    ours = str(algorithm.__code__.co_filename).startswith(HOME)  # type: ignore[attr-defined]
    if ours and os.environ.get("ZERMELO_COMPILER") != "older":
        return Plain(game, algorithm, options or Options(), traced)
    return Interpreted(game, algorithm, options or Options(), traced)


NEEDS_SHAPE = ("value_between", "solve_all", "proof", "strong", "expectation")
"""Algorithms whose drivers read the words of states."""


def machine(
    game: Any, algorithm: Algorithm, options: Options, traced: bool, state: Any, quick: bool = False
) -> Kernel:
    """Machine code of the typed compiler, or of the one before it where that refuses."""
    from zermelo.kernel.machine.kernel import Machine

    if typed(game, algorithm):
        with contextlib.suppress(CannotCompile):
            found = Machine(game, algorithm, options, traced, state).obtain(quick)
            if found.shape is not None or algorithm.__name__ not in NEEDS_SHAPE:
                return found
    return Compiled(game, algorithm, options, traced, state).obtain()


def typed(game: Any, algorithm: Algorithm) -> bool:
    """Whether the typed compiler is asked first; $ZERMELO_COMPILER may name the older one."""
    return not getattr(game, "homework", "") and os.environ.get("ZERMELO_COMPILER") != "older"


def at_hand(
    game: Any, algorithm: Algorithm, *, traced: bool, options: Options, state: Any = None
) -> Kernel | None:
    """The compiled kernel, if its code is loaded in this process; CannotCompile where that was refused."""
    from zermelo.kernel.machine.kernel import Machine

    if typed(game, algorithm):
        with contextlib.suppress(CannotCompile):
            found = Machine(game, algorithm, options, traced, state)
            if not found.is_loaded:
                return None
            if found.shape is not None or algorithm.__name__ not in NEEDS_SHAPE:
                return found
    from zermelo.kernel.compiler.memo import written

    if not written(game, algorithm, options, traced):
        return None
    kernel = Compiled(game, algorithm, options, traced, state)
    return kernel if kernel.unit.at_hand else None
