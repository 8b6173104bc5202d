"""What was read of Python's objects to compile a unit, so that it is made again where any of it has changed."""

from __future__ import annotations

import copy
import types
from typing import Any

from zermelo.game import has_rule
from zermelo.kernel.machine.sources import MISSING, resolve

CONTAINERS = (list, dict, set, bytearray)


class Readings:
    """Names, attributes and rules that were looked up, with what they were."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.found: dict[Any, tuple[Any, str, str, Any, Any]] = {}

    def note(self, kind: str, owner: Any, name: str, value: Any) -> None:
        """Something was read: a `global` of a function, an `attribute`, whether there is a `rule`."""
        key = kind, id(owner), name
        if key not in self.found:
            self.found[key] = owner, kind, name, value, snapshot(value)

    def hold(self, game: Any) -> bool:
        """Whether all of it is the same for this game."""
        for owner, kind, name, value, kept in self.found.values():
            new = game if owner is self.game else owner
            if kind == "rule":
                if has_rule(new, name) != value:
                    return False
                continue
            if kind == "array":
                array = getattr(new, name, None)
                if getattr(array, "dtype", None) is None or (array.dtype.str, array.ndim) != value:
                    return False
                continue
            now = resolve(new, name) if kind == "global" else getattr(new, name, MISSING)
            if not same(value, now, self.game, game) or not unchanged(now, kept):
                return False
        return True


def same(before: Any, now: Any, game: Any, other: Any) -> bool:
    """Whether two things that were read are the same; what belongs to one game may belong to the other."""
    if before is now:
        return True
    if isinstance(before, types.MethodType) and isinstance(now, types.MethodType):
        return before.__func__ is now.__func__ and (
            before.__self__ is now.__self__ or (before.__self__ is game and now.__self__ is other)
        )
    if type(before) is not type(now) or callable(before):
        return False
    try:
        if hasattr(before, "tobytes"):
            return before.dtype == now.dtype and before.shape == now.shape and bool((before == now).all())
        return bool(before == now) and repr(before) == repr(now)
    except Exception:
        return False


def snapshot(value: Any) -> Any:
    """A copy of what may be changed in place; None of anything else."""
    if isinstance(value, CONTAINERS) or hasattr(value, "tobytes"):
        try:
            return copy.deepcopy(value)
        except Exception:
            return None
    return None


def unchanged(now: Any, kept: Any) -> bool:
    """Whether a container holds what it did."""
    if kept is None:
        return True
    try:
        found = now == kept
        return bool(found.all()) if hasattr(found, "all") else bool(found)
    except Exception:
        return False
