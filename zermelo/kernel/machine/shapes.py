"""Types of states and actions, from positions that a few games come to."""

from __future__ import annotations

import random
import typing
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from zermelo.game import CHANCE, Bits
from zermelo.kernel.equality import attributes_in
from zermelo.kernel.machine import (
    array_constants,
    array_forms,
    dicts,
    enums,
    flat_texts,
    object_forms,
    scalars,
    set_forms,
    sets,
    table_forms,
    texts,
)
from zermelo.kernel.machine.classes import is_value
from zermelo.kernel.machine.failures import Refused
from zermelo.kernel.machine.lists import List
from zermelo.kernel.machine.numbers import BITS, BOOL, FLOAT, INT, number_type
from zermelo.kernel.machine.packing import Packing
from zermelo.kernel.machine.series import Series
from zermelo.kernel.machine.tuples import Tuple
from zermelo.kernel.machine.types import NEVER, NOTHING, Type, is_none
from zermelo.kernel.machine.unions import Union
from zermelo.kernel.machine.wide import Wide
from zermelo.kernel.structs import fields_in, fields_of, is_named_tuple

if TYPE_CHECKING:
    pass

GAMES, PLIES = 20, 60
"""Random games that are looked at, and plies of each."""
MOST_SEEN = 400
"""Positions that are looked at, at most."""
NONE = NOTHING.type


@lru_cache(maxsize=256)
def hints_of_class(kind: Any) -> dict[str, Any]:
    """The annotations of a class, where they can be read."""
    try:
        return typing.get_type_hints(kind)
    except Exception:
        return dict(getattr(kind, "__annotations__", {}))


def seen_type(value: Any, declared: Any = None) -> Type:
    """The type of a part of a state or an action, from an example."""
    if type(value).__module__ == "numpy" and getattr(value, "shape", None) == ():
        known = scalars.seen_type(value)
        if known is not None:
            return known
        value = value.item()
    found = enums.seen_type(value, seen_type, seen_together) or number_type(value, declared)
    if found is not None:
        return found
    if value is None:
        return NONE
    if is_named_tuple(type(value)) or (is_value(type(value)) and not isinstance(value, tuple)):
        hints = hints_of_class(type(value))
        parts = fields_in(value) or ()
        return Tuple(
            [seen_type(part, hints.get(f)) for f, part in zip(fields_of(type(value)), parts, strict=True)],
            type(value),
        )
    if isinstance(value, tuple):
        inside = typing.get_args(declared) if typing.get_origin(declared) is tuple else ()
        hint = inside[0] if len(inside) == 2 and inside[1] is Ellipsis else None
        hints_ = inside if len(inside) == len(value) else (hint,) * len(value)
        return levelled(Tuple([seen_type(part, h) for part, h in zip(value, hints_, strict=True)]))
    for module in (texts, set_forms, table_forms, array_forms, object_forms):
        found = module.seen_type(value, seen_type, seen_together)
        if found is not None:
            return found
    raise Refused(
        f"a state or action that holds {type(value).__name__}", "keep numbers, texts, tuples or dataclasses"
    )


def levelled(kind: Tuple) -> Tuple:
    """The same tuple, where cells of which some are None or of another length are of one type."""
    if kind.uniform or len(kind.elements) < 3 or kind.kind is not None:
        return kind
    common: Type | None = NEVER
    for each in kind.elements:
        common = seen_together(common, each)
        if common is None or (
            isinstance(common, Union) and sum(not is_none(each) for each in common.members) > 1
        ):
            return kind
    if isinstance(common, Wide):
        return kind  # a counter beside a large number stays one
    return Tuple([common or NEVER] * len(kind.elements))


def seen_together(left: Type | None, right: Type | None) -> Type | None:
    """The type of parts that were of these types in two positions; None where there is none."""
    if left is None or right is None:
        return None
    found = seen_alike(left, right)
    if found is not None:
        return found
    if isinstance(left, Union) or isinstance(right, Union) or is_none(left) or is_none(right):
        return union_seen(left, right)
    return union_seen(left, right) if left.family != right.family else None


def seen_alike(left: Type, right: Type) -> Type | None:
    """The type of parts of two types that is no union; None where there is none."""
    if left is NEVER or left == right:
        return right
    if right is NEVER:
        return left
    found = left.seen_with(right, seen_together) if hasattr(left, "seen_with") else None
    if found is None and hasattr(right, "seen_with"):
        found = right.seen_with(left, seen_together)
    if found is not None:
        return found  # type: ignore[no-any-return]
    if isinstance(left, Tuple) and isinstance(right, Tuple) and left.kind is right.kind:
        if len(left.elements) == len(right.elements):
            parts = [seen_together(a, b) for a, b in zip(left.elements, right.elements, strict=True)]
            if None not in parts:
                return levelled(Tuple([p for p in parts if p is not None], left.kind))
            return None
        if left.kind is None:
            return Series.over(left, right, seen_together)
        return None
    numbers = (BOOL, INT, BITS, FLOAT)
    if left in numbers and right in numbers:
        return max(left, right, key=numbers.index)
    return None


def union_seen(left: Type, right: Type) -> Type | None:
    members: list[Type] = []
    for kind in (left, right):
        for each in kind.members if isinstance(kind, Union) else [kind]:
            for place, member in enumerate(members):
                if is_none(member) != is_none(each):
                    continue
                alike = not is_none(member) and member.family == each.family
                found = member if member == each else seen_alike(member, each) if alike else None
                if found is not None:
                    members[place] = found
                    break
            else:
                members.append(each)
    return Union(members) if len(members) > 1 else members[0]


def with_room(kind: Type) -> Type:
    """The same type, with more room where lengths vary."""
    if isinstance(kind, Tuple):
        return Tuple([with_room(each) for each in kind.elements], kind.kind)
    if isinstance(kind, Union):
        return Union([each if is_none(each) else with_room(each) for each in kind.members])
    own = getattr(kind, "with_room", None)
    return own(with_room) if own is not None else kind


def positions(game: Any, start: Any) -> Iterator[tuple[Any, list[Any]]]:
    """States that a few random games come to, with their actions; those of an end of the game are none."""
    dice = random.Random(1)
    seen = 0
    for _ in range(GAMES):
        state = start
        for _ in range(PLIES):
            seen += 1
            if seen > MOST_SEEN:
                return
            if game.is_terminal(state):
                yield state, []
                break
            if game.to_move(state) == CHANCE:
                actions = [action for action, _ in islice(game.outcomes(state), 1000)]
            else:
                actions = list(islice(game.actions(state), 1000))
            yield state, actions
            if not actions:
                break
            state = game.result(state, dice.choice(actions))


def refuse_shared_parts(state: Any) -> None:
    """Refuse a state in which one thing that can be changed stands in two places."""
    met: set[int] = set()
    left = [state]
    while left:
        part = left.pop()
        kind = type(part)
        if isinstance(part, int | float | str | bytes | Enum | None) or kind.__module__ == "numpy":
            continue
        value = isinstance(part, tuple | frozenset) or is_value(kind)
        if not value and id(part) in met:
            called = {list: "list", dict: "dictionary", set: "set"}.get(kind, kind.__name__)
            raise Refused(
                f"a state in which one {called} stands in two places",
                "keep its number in one of them, or a copy",
            )
        met.add(id(part))
        if isinstance(part, dict):
            left += part.values()
        elif isinstance(part, list | tuple | set | frozenset):
            left += part
        elif value or hasattr(part, "__dict__") or hasattr(kind, "__slots__"):
            left += [getattr(part, name) for name in attributes_in(part)]


class Look:
    """The types of states and actions."""

    def __init__(self, state: Type, action: Type, given: list[Any], wide: bool = False) -> None:
        """`given`: actions that were seen; `wide`: letters of texts take more than one byte."""
        self.state, self.action, self.wide = state, action, wide
        self.packing = Packing(action, given)

    @classmethod
    def at(cls, game: Any, start: Any = None, wide: bool = False) -> Look:
        """What a few games show."""
        flat_texts.SEEN.wide = wide
        start = game.initial() if start is None else start
        state: Type | None = NEVER
        action: Type | None = NEVER
        given = []
        for position, actions in positions(game, start):
            refuse_shared_parts(position)
            state = seen_together(state, seen_type(position))
            if state is None:
                raise Refused(
                    "a state that holds values of one kind here and of another there", "keep to one kind"
                )
            for each in actions:
                given.append(each)
                before = action
                action = seen_together(action, seen_type(each))
                if action is None:
                    what = f"actions that are {(before or NEVER).called} here and something else there"
                    raise Refused(what, "keep to one kind")
        assert state is not None
        assert action is not None
        action = INT if action is NEVER or is_none(action) else with_room(action)
        return cls(with_room(state), action, given, flat_texts.SEEN.wide)

    @property
    def old_shape(self) -> Any:
        """The state in the words of the tables; None where they have none for it."""
        return old_shape(self.state)


def old_shape(kind: Type) -> Any:
    from zermelo.kernel.compiler.shape import BITS as OLD_BITS
    from zermelo.kernel.compiler.shape import INT as OLD_INT
    from zermelo.kernel.compiler.shape import Shape

    if kind in (INT, BOOL):
        return OLD_INT
    if kind is BITS:
        return OLD_BITS
    if not isinstance(kind, Tuple):
        return None
    parts = [old_shape(each) for each in kind.elements]
    if None in parts:
        return None
    return Shape("struct" if kind.kind else "tuple", tuple(parts), kind.kind)


def note_records(kind: Type, found: dict[Any, list[Type]]) -> None:
    """Note the types of the fields of every class that a type has in it."""
    if isinstance(kind, Tuple):
        if kind.kind is not None:
            found[kind.kind] = list(kind.elements)
        for each in kind.elements:
            note_records(each, found)
    elif isinstance(kind, Union):
        for each in kind.members:
            note_records(each, found)
    elif hasattr(kind, "element"):
        note_records(kind.element, found)


def constant_type(unit: Any, value: Any) -> Type:
    """The type of a constant at run time."""
    found = enums.constant_type(unit, value) or number_type(value)
    if found is not None:
        return found
    if value is None:
        return NONE
    if array_constants.is_array(value):
        return array_constants.constant_type(value)
    if hasattr(value, "tolist") and hasattr(value, "ndim"):
        from zermelo.kernel.machine.constants import nested_tuples

        return constant_type(unit, nested_tuples(value))
    kind = type(value)
    if is_named_tuple(kind) or (is_value(kind) and not isinstance(value, tuple)):
        hints = hints_of_class(kind)
        parts = fields_in(value) or ()
        elements = [
            BITS if hints.get(f) in (Bits, "Bits") else constant_type(unit, part)
            for f, part in zip(fields_of(kind), parts, strict=True)
        ]
        return Tuple(unit.record_elements(kind, elements), kind)
    if isinstance(value, tuple):
        elements = [constant_type(unit, part) for part in value]
        return Tuple(even(unit, elements))
    if isinstance(value, list):
        made = List(list, constant=True)
        for part in value:
            made.holds(unit, constant_type(unit, part))
        return made
    for module in (texts, sets, dicts):
        found = module.constant_type(unit, value)
        if found is not None:
            return found
    called = getattr(value, "__name__", None) or repr(value)
    if isinstance(value, int):
        raise Refused(
            f"a whole number that does not fit in 64 bits ({called:.40})", "keep whole numbers below 2**63"
        )
    raise Refused(f"`{called:.60}`", "keep numbers, texts and tuples where rules need them while they run")


def even(unit: Any, elements: list[Type]) -> list[Type]:
    """The elements of a constant tuple, of one type where they have one without a union."""
    common: Type | None = NEVER
    for each in elements:
        if is_none(each):
            return elements
        common = each if common is NEVER else common if common == each else unit.join_plain(common, each)
        if common is None:
            return elements
    return (
        [common] * len(elements)
        if common is not None and common is not NEVER and common is not FLOAT
        else elements
    )
