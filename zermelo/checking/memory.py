"""What rules remember between two questions: attributes, globals, default arguments, caches.

A rule may keep what it computed; its answers may not depend on it.  `forget` makes the rules as they were
before the first question, so that old positions can be asked about again as if they were the first.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

from zermelo.checking.findings import theirs
from zermelo.running.content import duplicate, same
from zermelo.running.explain import is_theirs

CONTAINERS = (dict, list, set, bytearray)
PLAIN = (int, float, str, bytes, tuple, frozenset, type(None))
LARGEST = 5_000
"""Elements of a container that is kept; what is larger is a table."""
DEEPEST = 3
"""Objects within objects that are looked into."""


class Memory:
    """What the rules of a game could remember, as it was when this was made."""

    def __init__(self, game: Any) -> None:
        self.names: list[tuple[Any, dict[str, Any]]] = []
        self.containers: list[tuple[Any, Any]] = []
        self.caches: list[Any] = []
        self.visited: set[int] = set()
        for holder in holders(game):
            self.keep(holder)

    def keep(self, holder: Any, depth: int = 0) -> None:
        """The names of an object, a class or a module, and what they hold."""
        if id(holder) in self.visited or depth > DEEPEST:
            return
        self.visited.add(id(holder))
        names = {name: thing for name, thing in vars(holder).items() if not name.startswith("__")}
        self.names.append((holder, names))
        for thing in names.values():
            self.keep_thing(thing, depth)

    def keep_thing(self, thing: Any, depth: int) -> None:
        if isinstance(thing, CONTAINERS):
            if len(thing) <= LARGEST:
                self.containers.append((thing, duplicate(thing)))
        elif callable(getattr(thing, "cache_clear", None)):
            self.caches.append(thing)
        elif isinstance(thing, FunctionType):
            for default in (*(thing.__defaults__ or ()), *(thing.__kwdefaults__ or {}).values()):
                if isinstance(default, CONTAINERS):
                    self.keep_thing(default, depth)
        elif (
            not isinstance(thing, type | ModuleType) and hasattr(thing, "__dict__") and of_theirs(type(thing))
        ):
            self.keep(thing, depth + 1)

    def forget(self) -> None:
        """Everything as it was; what has not changed is not touched."""
        for container, before in self.containers:
            if not same(container, before):
                refill(container, duplicate(before))
        for cache in self.caches:
            cache.cache_clear()
        for holder, names in self.names:
            rename(holder, names)


def rename(holder: Any, names: dict[str, Any]) -> None:
    """The names of a holder mean again what they meant; those that an object has got since are gone."""
    now = vars(holder)
    for name, thing in names.items():
        if now.get(name) is not thing and isinstance(thing, PLAIN + CONTAINERS):
            setattr(holder, name, thing) if isinstance(holder, type) else now.__setitem__(name, thing)
    if not isinstance(holder, type | ModuleType):
        for name in now.keys() - names.keys():
            del now[name]


def refill(container: Any, before: Any) -> None:
    """The same container with what was in it."""
    container.clear()
    container.update(before) if isinstance(container, dict | set) else container.extend(before)


def holders(game: Any) -> Iterator[Any]:
    """The game, what homework it is made of, their classes and the files that these are written in."""
    inner = theirs(game, "initial")[0]
    for thing in (game, inner):
        if hasattr(thing, "__dict__"):
            yield thing
    for kind in type(inner).__mro__:
        if of_theirs(kind):
            yield kind
            yield sys.modules[kind.__module__]


def of_theirs(kind: type) -> bool:
    """Is a class written in a file of the user's?"""
    file = getattr(sys.modules.get(kind.__module__), "__file__", None) or "<"
    return is_theirs(file)
