"""Python objects that are known while compiling: loops over them, elements of them, searches through them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from zermelo.kernel.machine.enums import Membership
from zermelo.kernel.machine.numbers import BOOL, INT
from zermelo.kernel.machine.types import EMPTY, NEVER, Call, Const, Node, Type, Value, known
from zermelo.kernel.machine.unions import Union

if TYPE_CHECKING:
    from zermelo.kernel.machine.evaluate import Evaluator

COPIES = 16
"""Copies of a body that nested loops over constants may make."""
FEW = 4
"""So many elements are always written out."""
SEARCHED = 12
"""A search through so many constants is written out."""


def elements_of(value: Any) -> Any:
    """What Python's loop over a constant gives, as a tuple or range; None where there is no loop over it."""
    if isinstance(value, range | tuple):
        return value
    if hasattr(value, "tolist"):
        return tuple(value.tolist()) if getattr(value, "ndim", 1) else None
    if isinstance(value, Iterator):
        return None
    try:
        return tuple(value)
    except TypeError:
        return None


def constant_each(ev: Evaluator, value: Any, body: Callable[[Value], None], node: Node) -> None:
    """Loop over a constant: written out where it is short or of several types, else over a table."""
    cells = elements_of(value)
    if cells is None:
        ev.wrong_type(node, known(value))
        return
    if isinstance(cells, range) and len(cells) > FEW:
        ev.count_loop(str(cells.start), str(cells.stop), cells.step, body, node)
        return
    if (len(cells) > FEW and ev.copies * len(cells) > COPIES) or len(cells) > COPIES:
        table = table_of(ev, cells)
        if table is not None:
            table.type.each(ev, table, body, node)
            return
    before, ev.copies = ev.copies, ev.copies * max(len(cells), 1)
    for place, cell in enumerate(cells):
        if ev.dead:
            break
        with ev.inside(node, ("constant", place)):
            body(known(ev.unit.meaning(cell, True)))
    ev.copies = before


def table_of(ev: Evaluator, cells: Any) -> Value | None:
    """Constants in memory, all of one type; None where they have none in common."""
    from zermelo.kernel.machine.tuples import Tuple

    kind = common_type(ev, cells)
    if kind is None:
        return None
    return ev.convert(known(tuple(cells)), Tuple([kind] * len(cells)))


def common_type(ev: Evaluator, cells: Any) -> Type | None:
    key = id(cells), "common"
    found = ev.unit.facts.get(key)
    if found is None:
        kind: Type | None = NEVER
        for cell in cells:
            try:
                one = ev.unit.type_of(cell)
            except Exception:
                kind = None
                break
            kind = ev.unit.join(kind, one)
            if kind is None:
                break
        found = ev.unit.facts[key] = (kind, cells)
    return found[0]  # type: ignore[no-any-return]


def constant_item(ev: Evaluator, value: Any, index: Value, node: Node) -> Value | None:
    """An element of a constant at a place that is not known; None: as of any other value."""
    if isinstance(value, dict):
        return looked_up(ev, value, index, node)
    if isinstance(value, type) and hasattr(value, "__members__"):
        return looked_up(ev, dict(value.__members__), index, node)
    if hasattr(value, "tolist") and hasattr(value, "ndim"):
        from zermelo.kernel.machine.tuples import Tuple

        table = nested_tuples(value)
        if isinstance(index.type, Tuple):
            found = known(table)
            for part in index.type.parts(ev, index):
                found = ev.item(found, part, node)
            return found
        return ev.item(known(ev.unit.kept(value, table)), index, node)
    if isinstance(value, list):
        return ev.item(known(ev.unit.kept(value, tuple(value))), index, node)
    if isinstance(value, range):
        place = ev.checked_index(index, known(len(value)), node, "range object index out of range")
        step = ev.op(f"mul i64 {ev.convert(place, INT).ref}, {value.step}")
        return Value(INT, ev.op(f"add i64 {step}, {value.start}"))
    if isinstance(value, tuple) and value and not hasattr(value, "_fields"):
        kind = common_type(ev, value)
        if kind is not None:
            table = table_of(ev, value)
            assert table is not None
            return table.type.item(ev, table, index, node)
    return None


def nested_tuples(array: Any) -> Any:
    from zermelo.game import Bits

    unsigned = array.dtype.kind == "u" and array.dtype.itemsize == 8

    def convert(part: Any) -> Any:
        if isinstance(part, list):
            return tuple(map(convert, part))
        return Bits(part) if unsigned else part

    return convert(array.tolist())


def looked_up(ev: Evaluator, table: dict[Any, Any], key: Value, node: Node) -> Value:
    """table[key]."""
    place = place_of(ev, table, key, node)
    missing = ev.unit.failures.of(KeyError, "a key that the dictionary does not have")
    ev.fail_if(ev.op(f"icmp slt i64 {place.ref}, 0"), missing)
    if ev.dead:
        return EMPTY
    return ev.item(known(ev.unit.kept((id(table), "values"), tuple(table.values()), table)), place, node)


def place_of(ev: Evaluator, table: Any, key: Value, node: Node) -> Value:
    """The place of a key among the keys of a constant dictionary or set; -1 where it is not there."""
    keys = ev.unit.kept((id(table), "keys"), tuple(table), table)
    if all(type(k) is int for k in keys) and keys and ev.as_type(key) is INT:
        low, high = min(keys), max(keys)
        if high - low < 4 * len(keys) + 64:
            places = ev.unit.kept(
                (id(table), "places"),
                tuple({k: i for i, k in enumerate(keys)}.get(n, -1) for n in range(low, high + 1)),
                table,
            )
            return ev.library("dense_place", [known(places), known(low), key], node)
    kind = key.type
    if isinstance(kind, Membership) and all(type(k) is kind.kind for k in keys):
        found = {k: i for i, k in enumerate(keys)}
        places = ev.unit.kept(
            (id(table), "members"), tuple(found.get(member, -1) for member in kind.members), table
        )
        return ev.item(known(places), kind.place(ev, key), node)  # type: ignore[no-any-return]
    if len(keys) > SEARCHED and not ev.as_type(key).changeable and not isinstance(key.type, Union):
        numbered = ev.unit.kept((id(table), "numbered"), dict.fromkeys(keys), table)
        return ev.library("dict_place", [ev.general(known(numbered)), key], node)
    return ev.library("place_of", [known(keys), key], node)


CHANGING = frozenset(
    "append extend insert remove pop clear sort reverse add discard update setdefault popitem __setitem__"
    " difference_update intersection_update symmetric_difference_update".split()
)
"""Methods that change a list, a set or a dictionary."""
NEW = ("copy", "__copy__", "union", "intersection", "difference", "symmetric_difference")
"""Methods that give a new one."""


def constant_method(ev: Evaluator, owner: Any, name: str, call: Call, node: Node) -> Value | None:
    """A method of a constant list, set or dictionary; None: like that of any other value."""
    if name in CHANGING:
        what = f"{name}() of something that all states share"
        raise ev.refused(node, what, "make a copy of it first")
    if name in NEW and not isinstance(owner, frozenset):
        return ev.call_method(ev.general(known(owner)), name, call, node)
    if isinstance(owner, dict) and name == "get" and not call.all_known and not call.values[0].const:
        return constant_get(ev, owner, call.values[0], call.get(1, "default"), node)
    return None


def constant_get(ev: Evaluator, table: dict[Any, Any], key: Value, default: Value, node: Node) -> Value:
    """table.get(key, default)"""
    if not table:
        return default
    place = ev.convert(place_of(ev, table, key, node), INT)

    def branches(give: Callable[[Value], None]) -> None:
        missing, there = ev.merge(node, "missing", "missing"), ev.merge(node, "there", "there")
        ev.go(Value(BOOL, ev.op(f"icmp slt i64 {place.ref}, 0")), missing, there)
        missing.enter()
        if not ev.dead:
            give(default)
        there.enter()
        if not ev.dead:
            give(
                ev.item(known(ev.unit.kept((id(table), "values"), tuple(table.values()), table)), place, node)
            )

    return ev.chosen(node, "get", branches)


def constant_contains(ev: Evaluator, container: Any, item: Value, node: Node) -> Value | None:
    """`item in container`; None: as in any other value."""
    if isinstance(container, str | bytes):
        return None
    if isinstance(container, range):
        return ev.library(
            "in_range", [known(container.start), known(container.stop), known(container.step), item], node
        )
    cells = elements_of(container)
    if cells is None:
        return None
    if isinstance(container, dict | set | frozenset) and len(cells) > SEARCHED:
        place = place_of(ev, container, item, node)
        return Value(BOOL, ev.op(f"icmp sge i64 {ev.convert(place, INT).ref}, 0"))
    if len(cells) > SEARCHED:
        table = table_of(ev, cells)
        if table is not None:
            return table.type.contains(ev, table, item, node)
    found = known(False)
    for cell in cells:
        one = ev.truth(ev.compare("eq", item, known(ev.unit.meaning(cell, True)), node))
        if one.const:
            if one.known:
                return one
            continue
        found = one if found.const else Value(BOOL, ev.op(f"or i1 {found.ref}, {one.ref}"))
    return found


_ = Const
