"""Nested lists and dictionaries as nodes, random trees, and the order of children."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from itertools import accumulate, count, pairwise, product
from numbers import Integral, Real
from random import Random
from string import ascii_uppercase
from typing import Any, Literal, NamedTuple, Union

from zermelo.errors import TreeError
from zermelo.game import CHANCE, MAX, MIN

Number = int | float
Nested = Union[int, float, list["Nested"]]  # noqa: UP007 (it names itself)
Order = Literal["best", "worst", "reversed", "random"]

TURNS = {"max": MAX, "min": MIN, "chance": CHANCE}
WORDS = {turn: word for word, turn in TURNS.items()}
KEYS = ("name", "turn", "value", "children", "probability", "label")


class Node(NamedTuple):
    """One node of a tree; a list of them, breadth first, is a tree."""

    turn: int
    children: int
    value: Number
    probability: float = 1.0
    name: str = ""
    label: str = ""


def lettered() -> Iterator[str]:
    """A, B … Z, AA, AB …

    >>> from itertools import islice
    >>> list(islice(lettered(), 25, 29))
    ['Z', 'AA', 'AB', 'AC']
    """
    for length in count(1):
        for letters in product(ascii_uppercase, repeat=length):
            yield "".join(letters)


# From nested lists and dictionaries to nodes.


class Item(NamedTuple):
    """A node that waits to be read, with what its parent says about it."""

    given: object
    due: int  # who moves here, if the node does not say
    probability: float = 1.0
    label: str = ""
    parent: int = -1
    place: int = 0


def read_nodes(root: object, turn: int | str) -> list[Node]:
    queue, nodes, names = [Item(root, turn_of(turn))], list[Node](), dict[str, int]()
    for index, item in enumerate(queue):  # which grows on the way
        try:
            node, children = _node(item)
            if node.name and names.setdefault(node.name, index) != index:
                raise TreeError("tree_name_taken", name=node.name, path=_path(names[node.name], queue))
            queue += _items(children, node.turn, item.due, index)
        except ValueError as error:
            raise TreeError("at_place", place=_path(index, queue), reason=error) from None
        nodes.append(node)
    _check_exact(nodes, queue)
    return nodes


def _path(index: int, queue: list[Item]) -> str:
    places = []
    while index > 0:
        places.append(str(queue[index].place))
        index = queue[index].parent
    return ".".join(["root", *reversed(places)])


def _node(item: Item) -> tuple[Node, list[tuple[object, object]]]:
    """The node, and its children with their labels."""
    fields, root = _fields(item.given), item.parent < 0
    children = _children(fields.get("children", ()))
    turn = turn_of(fields["turn"]) if "turn" in fields else item.due
    if root and not fields.keys().isdisjoint({"label", "probability"}):
        raise TreeError("tree_edge_to_root")
    if not children and ("children" in fields or turn == CHANCE):
        raise TreeError("tree_childless")
    if not children and "value" not in fields:
        raise TreeError("tree_empty_node")
    value, name = _number(fields.get("value", 0)), _name(fields.get("name", "root" if root else None))
    return Node(turn, len(children), value, item.probability, name, item.label), children


def _fields(given: object) -> Mapping[Any, Any]:
    if isinstance(given, list | tuple):
        return {"children": given}
    if not isinstance(given, Mapping):
        return {"value": given}
    for key in given:
        if key not in KEYS:
            raise TreeError("tree_unknown_key", key=repr(key), choices=[*KEYS])
    return given


def _children(given: object) -> list[tuple[object, object]]:
    if isinstance(given, Mapping):
        return [(child, label) for label, child in given.items()]
    if isinstance(given, list | tuple):
        return [(child, None) for child in given]
    raise TreeError("tree_wrong_children", given=repr(given))


def _items(children: list[tuple[object, object]], turn: int, due: int, parent: int) -> Iterator[Item]:
    probabilities = _probabilities([child for child, _ in children], turn)
    seen = set[str]()
    for place, (child, outer) in enumerate(children):
        label = _label(child, outer)
        if (label or str(place)) in seen:
            raise TreeError("tree_label_twice", label=label or str(place))
        seen.add(label or str(place))
        yield Item(child, _next(turn, due), probabilities[place], label, parent, place)


def _next(turn: int, due: int) -> int:
    """Who moves after `turn`; after a chance node, the player who was due there."""
    if turn == CHANCE:
        return MAX if due == CHANCE else due
    return MIN if turn == MAX else MAX


def _probabilities(children: list[object], turn: int) -> list[float]:
    given = [child.get("probability") if isinstance(child, Mapping) else None for child in children]
    missing = given.count(None)
    if missing == len(given):
        return [1 / len(given) if turn == CHANCE else 1.0 for _ in given]
    if turn != CHANCE:
        raise TreeError("tree_probability_without_chance")
    if missing:
        raise TreeError("tree_probability_missing")
    numbers = [float(_number(probability)) for probability in given]
    if min(numbers) < 0 or abs(math.fsum(numbers) - 1) > 1e-9:
        raise TreeError("tree_wrong_probabilities", given=[*map(str, given)])
    return numbers


def _label(child: object, outer: object) -> str:
    inner = child.get("label") if isinstance(child, Mapping) else None
    if inner is not None and outer is not None:
        raise TreeError("tree_two_labels", outer=repr(outer), inner=repr(inner))
    label = outer if inner is None else inner
    return "" if label is None else text_of(label, "label")


def _name(given: object) -> str:
    if given is not None and re.search(r"\.\d+$", text_of(given, "name")):
        raise TreeError("tree_name_like_path", name=repr(given))
    return "" if given is None else str(given)


def text_of(given: object, what: str) -> str:
    if not isinstance(given, str) or not given.strip():
        raise TreeError("tree_not_text", what=what, given=repr(given))
    return given


def turn_of(given: object) -> int:
    turn = TURNS.get(given.lower()) if isinstance(given, str) else given
    if isinstance(turn, bool) or not isinstance(turn, int) or turn not in WORDS:
        raise TreeError("tree_wrong_turn", given=repr(given))
    return turn


def _number(given: object) -> Number:
    if isinstance(given, bool) or not isinstance(given, Real):
        raise TreeError("not_a_number", given=repr(given))
    if isinstance(given, Integral):
        if not -(2**63) <= int(given) < 2**63:
            raise TreeError("beyond_64_bits", number=given)
        return int(given)
    if not math.isfinite(given):
        raise TreeError("not_finite", number=given)
    return float(given)


def _check_exact(nodes: list[Node], queue: list[Item]) -> None:
    """One value with a fraction makes all of them floats; no integer may change by it."""
    if all(isinstance(node.value, int) for node in nodes):
        return
    for index, node in enumerate(nodes):
        if float(node.value) != node.value:
            raise TreeError("tree_not_exact", path=_path(index, queue), value=node.value)


# From nodes to other nodes and to JSON.


def first_children(nodes: list[Node]) -> list[int]:
    return list(accumulate((node.children for node in nodes), initial=1))


def _values(nodes: list[Node], firsts: list[int]) -> list[Number]:
    """What each node is worth to MAX if both play well."""
    values = [node.value for node in nodes]
    for index in reversed(range(len(nodes))):
        children = range(firsts[index], firsts[index + 1])
        if children and nodes[index].turn == CHANCE:
            values[index] = sum(nodes[child].probability * values[child] for child in children)
        elif children:
            best = max if nodes[index].turn == MAX else min
            values[index] = best(values[child] for child in children)
    return values


def reorder(nodes: list[Node], order: Order, draw: Random) -> list[Node]:
    if order not in ("best", "worst", "reversed", "random"):
        raise TreeError("tree_unknown_order", given=repr(order))
    firsts = first_children(nodes)
    values = _values(nodes, firsts)
    queue = [0]
    for index in queue:
        children, turn = list(range(firsts[index], firsts[index + 1])), nodes[index].turn
        if order == "reversed":
            children.reverse()
        elif order == "random":
            draw.shuffle(children)
        elif turn != CHANCE:
            children.sort(key=values.__getitem__, reverse=(turn == MAX) == (order == "best"))
        queue += children
    return [nodes[index] for index in queue]


def extras_of(nodes: list[Node]) -> list[dict[str, object]]:
    """What must be said of each node beside its value and its children: all that is not as usual."""
    usual, firsts = [Node(MAX, 0, 0, 1.0, "root", "")], first_children(nodes)
    for index, node in enumerate(nodes):
        children = nodes[firsts[index] : firsts[index + 1]]
        share = 1 / node.children if node.turn == CHANCE else 1.0
        if any(child.probability != share for child in children):
            share = -1.0
        due = _next(node.turn, usual[index].turn)
        usual += [Node(due, 0, 0, share, "", str(place)) for place in range(node.children)]
    return [_extra(*pair) for pair in zip(nodes, usual, strict=True)]


def _extra(node: Node, usual: Node) -> dict[str, object]:
    keys = ("name", "turn", "label", "probability")
    extra = {key: getattr(node, key) for key in keys if getattr(node, key) != getattr(usual, key)}
    return extra | {"turn": WORDS[node.turn]} if "turn" in extra else extra


def json_of(value: Number, children: list[str], extra: dict[str, object]) -> str:
    body = f"[{', '.join(children)}]" if children else json.dumps(value)
    fields = extra | {"value": value} if children and value else extra
    texts = [f'"{key}": {json.dumps(item)}' for key, item in fields.items()]
    texts.append(f'"{"children" if children else "value"}": {body}')
    return f"{{{', '.join(texts)}}}" if fields else body


# Random trees.


MOST_LEAVES = 10_000_000
"""A larger tree has no room in memory."""


class Shape(NamedTuple):
    """What a random tree is like."""

    branching: int
    depth: int
    low: int
    high: int
    repeat: float
    chance: float
    irregular: bool


def _check(shape: Shape) -> None:
    size = {"branching": shape.branching, "depth": shape.depth}
    for name, given in (*size.items(), ("low", shape.low), ("high", shape.high)):
        if not isinstance(given, Integral):
            raise TreeError("not_whole", option=name, given=repr(given))
    if shape.branching < 1 or shape.depth < 0:
        raise TreeError("tree_wrong_shape", **size)
    if shape.depth * math.log(shape.branching) > math.log(MOST_LEAVES):
        raise TreeError("tree_too_large", **size, most=MOST_LEAVES)
    if not -(2**63) <= shape.low <= shape.high < 2**63:
        raise TreeError("tree_no_leaf", low=shape.low, high=shape.high)
    for key in ("repeat", "chance"):
        if not isinstance(given := getattr(shape, key), int | float) or not 0 <= given <= 1:
            raise TreeError("not_a_probability_parameter", parameter=key, given=given)


def grow(shape: Shape, turn: int, draw: Random) -> list[Node]:
    _check(shape)
    nodes, queue = list[Node](), [(turn, shape.depth, 1.0)]
    for due, depth, probability in queue:
        count = _draw_count(shape, depth, not nodes, draw)
        turn = CHANCE if count and nodes and draw.random() < shape.chance else due
        value = 0 if count else draw.randint(shape.low, shape.high)
        nodes.append(Node(turn, count, value, probability, "" if nodes else "root"))
        for share in _draw_probabilities(count, draw) if turn == CHANCE else [1.0] * count:
            again = turn != CHANCE and draw.random() < shape.repeat
            queue.append((turn if again else _next(turn, due), depth - 1, share))
    return nodes


def _draw_count(shape: Shape, depth: int, root: bool, draw: Random) -> int:
    if depth == 0:
        return 0
    return draw.randint(1 if root else 0, shape.branching) if shape.irregular else shape.branching


def _draw_probabilities(count: int, draw: Random) -> list[float]:
    """Positive multiples of 1/8, or of 1/16… for more than eight children: exact in binary."""
    parts = max(8, 1 << (count - 1).bit_length())
    cuts = [0, *sorted(draw.sample(range(1, parts), count - 1)), parts]
    return [(right - left) / parts for left, right in pairwise(cuts)]
