"""What all vocabularies share: a game of ours around rules of theirs."""

from __future__ import annotations

import contextlib
import inspect
import io
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType, ModuleType
from typing import Any, ClassVar

from zermelo.errors import SearchError
from zermelo.game import Game
from zermelo.messages import Message
from zermelo.running.explain import is_theirs

DRAWERS = (
    "show",
    "display",
    "print_board",
    "printBoard",
    "display_board",
    "show_board",
    "draw_board",
    "draw",
)
"""What people call the function that prints a position."""
STANDARD_OUTPUT = threading.Lock()
"""Held by the one who listens to what is printed."""
DRAWING = threading.local()
"""Whether a thread wants to hear what rules print."""


class Adapter(Game):
    """A game of ours around rules of theirs, which are called as they are."""

    homework: ClassVar[str] = ""
    """The vocabulary."""
    words: Mapping[str, str] = MappingProxyType({})
    """What our rules are called there."""

    def __init__(self, theirs: Any) -> None:
        self.theirs = theirs
        for module in modules_of(theirs):
            vars(module).setdefault("print", quiet_print)
        self.source = source_of(theirs)
        """So that a table knows which version of the rules it was made of."""

    @classmethod
    def speaks(cls, thing: Any) -> bool:
        """Does this module, class or object have the words of the vocabulary?"""
        return all(has_word(thing, word) for word in cls.needs())

    @classmethod
    def needs(cls) -> tuple[str, ...]:
        """The words that make a game."""
        return tuple(dict.fromkeys(cls.words.values()))

    @classmethod
    def of(cls, theirs: Any, title: str) -> Adapter:
        """The game, which is called what its author called it."""
        kind = type(title, (cls,), {"__doc__": cls.__doc__, "__module__": cls.__module__})
        found: Adapter = kind(theirs)
        return found

    def show(self, state: Any) -> str:
        """The state as its author prints it."""
        return str(state)


def has_word(thing: Any, word: str) -> bool:
    """Is there a function of this name?"""
    with contextlib.suppress(Exception):  # a __getattr__ of theirs may raise anything
        return callable(getattr(thing, word, None))
    return False


def source_of(theirs: Any) -> str:
    """The text of the file that something is written in; "" where there is none."""
    try:
        return inspect.getsource(module_of(theirs))
    except (OSError, TypeError, KeyError):
        return ""


def module_of(theirs: Any) -> ModuleType:
    """The module itself, or that of an object's class."""
    return theirs if isinstance(theirs, ModuleType) else sys.modules[type(theirs).__module__]


def check_has(theirs: Any, word: str, title: str, vocabulary: str) -> None:
    """Refuse a game without something that a class cannot show, such as AIMA's `initial`."""
    if not hasattr(theirs, word):
        facts = {"game": title, "vocabulary": vocabulary, "missing": [word]}
        raise SearchError(Message.of("homework_lacks", **facts))


def frozen(value: Any) -> Any:
    """Lists as tuples, sets as frozensets, at any depth."""
    if isinstance(value, list | tuple):
        return tuple(map(frozen, value))
    if isinstance(value, set):
        return frozenset(map(frozen, value))
    return value


def in_order(actions: Any) -> list[Any]:
    """A set of actions in an order that is always the same."""
    if not isinstance(actions, set | frozenset):
        return list(actions)
    try:
        return sorted(actions)
    except TypeError:
        return sorted(actions, key=repr)


# -- drawings ----------------------------------------------------------------------------------------


def modules_of(theirs: Any) -> Iterator[ModuleType]:
    """The files that rules are written in; Python's own and what is installed is not among them."""
    kinds = () if isinstance(theirs, ModuleType) else type(theirs).__mro__
    for module in (theirs, *(sys.modules.get(kind.__module__) for kind in kinds)):
        file = getattr(module, "__file__", None)
        if isinstance(module, ModuleType) and file and is_theirs(file):
            yield module


def quiet_print(*things: Any, **options: Any) -> None:
    """What rules print while they are asked, thousands of times, is for nobody; their drawings are."""
    if options.get("file") is not None or getattr(DRAWING, "now", False):
        print(*things, **options)


class Heard(io.StringIO):
    """What one thread prints; the others print where they did before."""

    def __init__(self, others: Any) -> None:
        super().__init__()
        self.others, self.listener = others, threading.get_ident()

    def write(self, text: str) -> int:
        if threading.get_ident() == self.listener:
            return super().write(text)
        return int(self.others.write(text))


@contextlib.contextmanager
def listening() -> Iterator[io.StringIO]:
    """What this thread prints meanwhile, instead of printing it."""
    with STANDARD_OUTPUT, contextlib.redirect_stdout(Heard(sys.stdout)) as heard:
        DRAWING.now = True
        try:
            yield heard
        finally:
            DRAWING.now = False


def drawing(draw: Callable[..., Any] | None, *given: Any) -> str:
    """What a function prints or returns; "" where it fails or there is none."""
    try:
        with listening() as heard:
            answer = draw(*given) if draw is not None else None
    except Exception:
        return ""
    return heard.getvalue().strip("\n") or ("" if answer is None else str(answer))


def drawer_of(thing: Any, arguments: int) -> Callable[..., Any] | None:
    """The function that draws a position, given so many arguments."""
    for name in DRAWERS:
        function = getattr(thing, name, None)
        if callable(function) and takes(function, arguments):
            return function  # type: ignore[no-any-return]
    return None


def takes(function: Any, arguments: int) -> bool:
    """Can it be called with so many arguments?"""
    try:
        inspect.signature(function).bind(*range(arguments))
    except (TypeError, ValueError):
        return False
    return True
