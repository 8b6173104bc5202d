"""What a check works with: findings, positions, and how to look at what rules give."""

from __future__ import annotations

import inspect
import math
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from numbers import Rational, Real
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.checking.promise import Severity
from zermelo.checking.promises import WHOLE
from zermelo.game import RULES, Game, jsonable
from zermelo.kernel.parsing import class_line
from zermelo.messages import Message
from zermelo.running.content import duplicate
from zermelo.running.explain import in_one_line, innermost, reached_by

HERE = str(Path(__file__).parents[1])
Problem = tuple[str, str]
"""The name of a promise, and what is wrong in this position."""


@dataclass(frozen=True)
class Finding:
    """A broken promise, and the smallest position found that shows it."""

    severity: Severity
    promise: str
    """What the contract says."""
    sentence: str
    """What is wrong."""
    rule: str
    place: str
    """file:line of the rule, or of the line in it that is at fault."""
    advice: str
    """What to write instead."""
    moves: tuple[Any, ...] | None = ()
    """From the start to the position; None where nobody knows them."""
    position: str = ""
    """The position as `show` draws it."""
    name: str = ""
    """The promise in a word."""

    def __str__(self) -> str:
        where = f", {self.where}".replace("it started from", "at the start") if self.where else ""
        place = f" ({self.place})" if self.place else ""
        return f"{self.severity}: {self.sentence}{where}{place}. Instead: {self.advice}."

    @property
    def where(self) -> Message | None:
        """The position as part of a sentence; None where it does not matter or nobody knows it."""
        if self.name in WHOLE:
            return None
        if self.moves is not None:
            return reached_by(list(self.moves))
        return Message.of("in_position", state=self.position) if self.position else None

    @property
    def is_fault_in_rules(self) -> bool:
        """Does it break a promise of the six rules?"""
        return self.severity == "fault" and self.rule in RULES

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {**vars(self), "moves": None if self.moves is None else [*map(jsonable, self.moves)]}


@dataclass
class Position:
    """A state, how it was reached, and a picture of it from before any rule saw it."""

    state: Any
    moves: tuple[Any, ...] = ()
    before: Any = None
    lent: Any = field(default=None, compare=False)
    """The last copy that rules were given."""

    def __post_init__(self) -> None:
        self.before = self.lent = duplicate(self.state)

    def lend(self, copied: Callable[[Any], Any] = duplicate) -> Any:
        """A copy of the state for rules that may change it."""
        self.lent = copied(self.before)
        return self.lent

    def holds(self, state: Any) -> bool:
        """Whether this very object is its state or a copy that rules were given: no rule is asked."""
        return state is self.state or state is self.lent or state is self.before


@dataclass
class Facts:
    """What the six rules say of a position."""

    terminal: bool
    mover: Any = None
    actions: list[Any] = field(default_factory=list)
    children: list[tuple[Any, Any]] = field(default_factory=list)
    utility: Any = None
    estimate: Any = None


class Raised(Exception):
    """A rule raised."""

    def __init__(self, rule: str, error: BaseException) -> None:
        super().__init__(rule)
        self.rule, self.error = rule, error


class Nonsense(Exception):
    """An answer after which nothing more can be asked of this position."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__(what)
        self.problem = name, what


def undisturbed(work: Callable[[], Any]) -> Any:
    """Do what parses; Python 3.11 cannot do so in two threads at once and raises SystemError: then again."""
    for pause in (0.01, 0.02, 0.05, 0.1):
        try:
            return work()
        except SystemError:
            time.sleep(pause)
    return work()


def is_number(value: Any) -> bool:
    return isinstance(value, Real) or (hasattr(value, "dtype") and getattr(value, "shape", None) == ())


def is_finite(value: Any) -> bool:
    """Neither infinite nor NaN, and not beyond what a fraction of Python's can be."""
    try:
        return is_number(value) and math.isfinite(value)
    except OverflowError:
        return False


def no_number(value: Any) -> str:
    """Why something is no number to reckon with; "" where it is one."""
    if not is_number(value):
        return "which is not a number"
    if is_finite(value):
        return ""
    return f"which is {'beyond any float' if isinstance(value, Rational) else 'not a finite number'}"


def shown(value: Any) -> str:
    return in_one_line(repr(value))


def place_of(game: Any, rule: str) -> str:
    """Where a rule is written; the class, where it is not its own."""
    game, rule = theirs(game, rule)
    found = inspect.getattr_static(game, rule, None)
    found = found.fget if isinstance(found, property) else getattr(game, rule, place_of)
    code = getattr(inspect.unwrap(found), "__code__", None)  # type: ignore[arg-type]
    if code is not None and code.co_filename not in (inspect.getfile(Game), __file__):
        return f"{code.co_filename}:{code.co_firstlineno}"
    if isinstance(game, ModuleType):
        return f"{game.__file__}:1"
    try:
        return f"{inspect.getfile(type(game))}:{class_line(type(game))}"
    except (OSError, TypeError):
        return ""


def theirs(game: Any, rule: str) -> tuple[Any, str]:
    """What a game around homework is made of, and what the rule is called there."""
    return (game.theirs, game.words.get(rule, rule)) if is_adapter(game) else (game, rule)


def in_their_words(game: Any, what: str) -> str:
    """A sentence about our rules as one about theirs, which may be properties."""
    for rule, word in game.words.items() if is_adapter(game) else ():
        called = "()" if callable(getattr(game.theirs, word, None)) else ""
        what = re.sub(rf"\b{rule}\(\)", f"{word}{called}", what)
    return what


def is_adapter(game: Any) -> bool:
    """One of our classes around homework in other words."""
    return bool(getattr(game, "homework", ""))


def name_of(game: Any) -> str:
    return type(game).__name__


def place_of_error(error: BaseException) -> str:
    """The innermost line of the rules that an exception came through."""
    frame = innermost(error)
    return f"{frame.filename}:{frame.lineno}" if frame is not None else ""
