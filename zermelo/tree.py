"""A game given as an explicit tree: nested lists, JSON or an indented outline.

    MAX a                         [[3, 12], [4, [1, 2]]]  is the same tree without names and chance:
      MIN b                       lists are nodes, numbers are leaves, the players take turns.
        3
        12
      CHANCE c
        0.5: 4
        left -> 0.5: MIN d
          1
          2

The tree is held in flat arrays, breadth first: the children of a node are neighbours.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from numbers import Integral, Real
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Union

from zermelo.game import CHANCE, MAX, MIN, Game, Payoff

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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


class Tree(Game):
    """A game given as nested lists with MAX's payoffs at the leaves; dictionaries say more about a node.

    >>> tree = Tree([[3, 12, 8], {"name": "B", "turn": "chance", "children": {"left": 2, "right": 4}}])
    >>> tree.show(tree.node("root.0.1")), tree.show(tree.node("B")), tree.name(tree.node("B"), 1)
    ('root.0.1 = 12', 'B: chance', 'right')
    """

    payoff: ClassVar[Payoff] = "points"

    class State(NamedTuple):
        node: int

    first: NDArray[np.int64]
    """Index of the first child; the others follow it."""
    count: NDArray[np.int64]
    """Number of children; 0 at a leaf."""
    turn: NDArray[np.int64]
    """MAX, MIN or CHANCE."""
    value: NDArray[np.int64] | NDArray[np.float64]
    """Utility of a leaf, EVAL of another node: integers where all that are given are integers."""
    probability: NDArray[np.float64]
    """Of the step to this node from a chance node; 1 elsewhere."""
    labels: tuple[str, ...]
    """Name of the edge to each node: the child's index, if no other is given."""

    def __init__(self, root: object, turn: int | str = MAX) -> None:
        """The tree of a number, a list or a dictionary (name, turn, value, children, probability, label)."""
        self._fill(_read(root, turn))

    @classmethod
    def parse(cls, text: str, turn: int | str = MAX) -> Tree:
        """The tree of a text: JSON, nested Python lists or an indented outline.

        >>> Tree.parse("[[3, 12], [2, 4]]").nested() == Tree.parse('''
        ... MAX
        ...   MIN b
        ...     leaf = 3
        ...     12
        ...   MIN
        ...     2
        ...     4  # a comment''').nested()
        True
        """
        return cls(_literal(text) if BRACKET.match(text) else _outline(text), turn)

    @classmethod
    def load(cls, path: str | Path, turn: int | str = MAX) -> Tree:
        """The tree of a text file."""
        try:
            return cls.parse(Path(path).read_text(encoding="utf-8-sig"), turn)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None

    @classmethod
    def random(
        cls,
        branching: int = 3,
        depth: int = 4,
        *,
        low: int = -99,
        high: int = 99,
        seed: int = 0,
        order: Literal["random", "best", "worst"] = "random",
        turn: int | str = MAX,
        repeat: float = 0.0,
        chance: float = 0.0,
        irregular: bool = False,
    ) -> Tree:
        """A tree with random integer leaves, the same for the same arguments on every machine.

        `repeat`: how often a player moves twice in a row.  `chance`: how often an inner node below the
        root is a chance node.  `irregular`: up to `branching` children.  `order`: where the best move stands.

        >>> Tree.random(branching=2, depth=2, seed=1).nested()
        [[-75, 25], [-92, 0]]
        """
        shape = Shape(branching, depth, low, high, repeat, chance, irregular)
        draw = Random(seed)
        nodes = _grow(shape, _turn(turn), draw)
        return cls._of(nodes if order == "random" else _reorder(nodes, order, draw))

    @classmethod
    def _of(cls, nodes: list[Node]) -> Tree:
        tree = cls.__new__(cls)
        tree._fill(nodes)
        return tree

    def _fill(self, nodes: list[Node]) -> None:
        import numpy as np

        turns, counts, values, probabilities, names, labels = zip(*nodes, strict=True)
        firsts = _firsts(nodes)
        whole = all(isinstance(value, int) for value in values)
        self.first, self.count = np.array(firsts[:-1], np.int64), np.array(counts, np.int64)
        self.turn, self.probability = np.array(turns, np.int64), np.array(probabilities, np.float64)
        self.value = np.array(values, np.int64) if whole else np.array(values, np.float64)
        self._given: tuple[str, ...] = names
        places = [0, *(place for count in counts for place in range(count))]
        self.labels = ("", *(label or str(places[index]) for index, label in enumerate(labels) if index))
        if type(self) is Tree and CHANCE in turns:  # only a tree with chance nodes has `outcomes`
            self.__class__ = ChanceTree

    # The rules.

    def initial(self) -> State:
        return self.State(0)

    def to_move(self, state: State) -> int:
        return int(self.turn[state.node])

    def actions(self, state: State) -> Iterator[int]:
        for action in range(self.count[state.node]):  # noqa: UP028 (Numba knows no `yield from`)
            yield action

    def result(self, state: State, action: int) -> State:
        return self.State(int(self.first[state.node]) + action)

    def is_terminal(self, state: State) -> bool:
        return bool(self.count[state.node] == 0)

    def utility(self, state: State) -> Any:
        return self.value[state.node]

    def evaluate(self, state: State) -> Any:
        return self.value[state.node]

    # For people.

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each node: as given, or its path from the nearest ancestor with a name ("a.0.2")."""
        names = [self._given[0]]
        for parent, count in enumerate(self.count.tolist()):
            places = range(count)
            names += [self._given[len(names) + place] or f"{names[parent]}.{place}" for place in places]
        return tuple(names)

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.names)}

    def node(self, name: str) -> State:
        """The state at the node of that name."""
        if name not in self._indices:
            raise ValueError(f"no node is called {name!r}")
        return self.State(self._indices[name])

    def name(self, state: State, action: int) -> str:
        """The label of the edge."""
        return self.labels[self.result(state, action).node]

    def show(self, state: State) -> str:
        """The node in a few words."""
        name, turn = self.names[state.node], self.to_move(state)
        if self.is_terminal(state):
            return f"{name} = {self.value[state.node]}"
        return f"{name}: chance" if turn == CHANCE else f"{name}: {WORDS[turn].upper()} to move"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self.count)} nodes, {int((self.count == 0).sum())} leaves>"

    def nested(self) -> Nested:
        """The leaf values as nested lists.

        >>> Tree({"name": "A", "children": [3, {"name": "B", "value": 5}]}).nested()
        [3, 5]
        """
        trees: list[Nested] = self.value.tolist()
        for index, first, count in self._upwards():
            if count:
                trees[index], trees[first : first + count] = trees[first : first + count], [0] * count
        return trees[0]

    def json(self) -> str:
        """The whole tree as JSON, which `parse` reads back; nodes with nothing special are lists and numbers.

        >>> Tree([[3, 12], {"name": "B", "children": [2, 4]}]).json()
        '[[3, 12], {"name": "B", "children": [2, 4]}]'
        """
        nodes = self._nodes()
        extras, texts = _extras(nodes), [""] * len(nodes)
        for index, first, count in self._upwards():
            texts[index] = _json(nodes[index].value, texts[first : first + count], extras[index])
            texts[first : first + count] = [""] * count
        return texts[0]

    def reordered(self, order: Order, *, seed: int = 0) -> Tree:
        """The same game with the moves in another order; labels stay with their moves.

        >>> Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).reordered("best").nested()
        [[3, 8, 12], [2, 4, 6], [2, 5, 14]]
        """
        return self._of(_reorder(self._nodes(), order, Random(seed)))

    def _nodes(self) -> list[Node]:
        arrays = (self.turn, self.count, self.value, self.probability)
        columns = [array.tolist() for array in arrays]
        return [Node(*fields) for fields in zip(*columns, self._given, self.labels, strict=True)]

    def _upwards(self) -> Iterator[tuple[int, int, int]]:
        """(node, first child, number of children), children before their parents."""
        firsts, counts = self.first.tolist(), self.count.tolist()
        for index in reversed(range(len(counts))):
            yield index, firsts[index], counts[index]


class ChanceTree(Tree):
    """A tree with chance nodes; `Tree` makes one where it meets them."""

    def outcomes(self, state: Tree.State) -> Iterator[tuple[int, float]]:
        for action in range(self.count[state.node]):
            yield action, self.probability[self.first[state.node] + action]


# From nested lists and dictionaries to nodes.


class Item(NamedTuple):
    """A node that waits to be read, with what its parent says about it."""

    given: object
    due: int  # who moves here, if the node does not say
    probability: float = 1.0
    label: str = ""
    parent: int = -1
    place: int = 0


def _read(root: object, turn: int | str) -> list[Node]:
    queue, nodes, names = [Item(root, _turn(turn))], list[Node](), dict[str, int]()
    for index, item in enumerate(queue):  # which grows on the way
        try:
            node, children = _node(item)
            if node.name and names.setdefault(node.name, index) != index:
                raise ValueError(f"the name {node.name!r} is taken by {_path(names[node.name], queue)}")
            queue += _items(children, node.turn, item.due, index)
        except ValueError as error:
            raise ValueError(f"{_path(index, queue)}: {error}") from None
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
    turn = _turn(fields["turn"]) if "turn" in fields else item.due
    if root and not fields.keys().isdisjoint({"label", "probability"}):
        raise ValueError("no edge leads to the root, so it has no label and no probability")
    if not children and ("children" in fields or turn == CHANCE):
        raise ValueError("a node needs at least one child")
    if not children and "value" not in fields:
        raise ValueError("a node needs a number or at least one child")
    value, name = _number(fields.get("value", 0)), _name(fields.get("name", "root" if root else None))
    return Node(turn, len(children), value, item.probability, name, item.label), children


def _fields(given: object) -> Mapping[Any, Any]:
    if isinstance(given, list | tuple):
        return {"children": given}
    if not isinstance(given, Mapping):
        return {"value": given}
    for key in given:
        if key not in KEYS:
            raise ValueError(f"unknown key {key!r}; a node may have {', '.join(KEYS)}")
    return given


def _children(given: object) -> list[tuple[object, object]]:
    if isinstance(given, Mapping):
        return [(child, label) for label, child in given.items()]
    if isinstance(given, list | tuple):
        return [(child, None) for child in given]
    raise ValueError(f"children are a list, or a dictionary by label, not {given!r}")


def _items(children: list[tuple[object, object]], turn: int, due: int, parent: int) -> Iterator[Item]:
    probabilities = _probabilities([child for child, _ in children], turn)
    seen = set[str]()
    for place, (child, outer) in enumerate(children):
        label = _label(child, outer)
        if (label or str(place)) in seen:
            raise ValueError(f"two children have the label {label or str(place)!r}")
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
        raise ValueError("only the children of a chance node have a probability")
    if missing:
        raise ValueError("either every child of a chance node has a probability, or none")
    numbers = [float(_number(probability)) for probability in given]
    if min(numbers) < 0 or abs(math.fsum(numbers) - 1) > 1e-9:
        raise ValueError(f"probabilities are at least 0 and sum to 1, unlike {', '.join(map(str, given))}")
    return numbers


def _label(child: object, outer: object) -> str:
    inner = child.get("label") if isinstance(child, Mapping) else None
    if inner is not None and outer is not None:
        raise ValueError(f"a child has two labels, {outer!r} and {inner!r}")
    label = outer if inner is None else inner
    return "" if label is None else _text(label, "label")


def _name(given: object) -> str:
    if given is not None and re.search(r"\.\d+$", _text(given, "name")):
        raise ValueError(f"the name {given!r} looks like the path of a node without a name")
    return "" if given is None else str(given)


def _text(given: object, what: str) -> str:
    if not isinstance(given, str) or not given.strip():
        raise ValueError(f"a {what} is a text, not {given!r}")
    return given


def _turn(given: object) -> int:
    turn = TURNS.get(given.lower()) if isinstance(given, str) else given
    if isinstance(turn, bool) or not isinstance(turn, int) or turn not in WORDS:
        raise ValueError(f"a turn is max, min or chance, not {given!r}")
    return turn


def _number(given: object) -> Number:
    if isinstance(given, bool) or not isinstance(given, Real):
        raise ValueError(f"{given!r} is not a number")
    if isinstance(given, Integral):
        if not -(2**63) <= int(given) < 2**63:
            raise ValueError(f"{given} does not fit in 64 bits")
        return int(given)
    if not math.isfinite(given):
        raise ValueError(f"{given} is not a finite number")
    return float(given)


def _check_exact(nodes: list[Node], queue: list[Item]) -> None:
    """One value with a fraction makes all of them floats; no integer may change by it."""
    if all(isinstance(node.value, int) for node in nodes):
        return
    for index, node in enumerate(nodes):
        if float(node.value) != node.value:
            raise ValueError(
                f"{_path(index, queue)}: {node.value} cannot be an exact float, as the other values are"
            )


# From nodes to other nodes and to JSON.


def _firsts(nodes: list[Node]) -> list[int]:
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


def _reorder(nodes: list[Node], order: Order, draw: Random) -> list[Node]:
    if order not in ("best", "worst", "reversed", "random"):
        raise ValueError(f"an order is best, worst, reversed or random, not {order!r}")
    firsts = _firsts(nodes)
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


def _extras(nodes: list[Node]) -> list[dict[str, object]]:
    """What must be said of each node beside its value and its children: all that is not as usual."""
    usual, firsts = [Node(MAX, 0, 0, 1.0, "root", "")], _firsts(nodes)
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


def _json(value: Number, children: list[str], extra: dict[str, object]) -> str:
    body = f"[{', '.join(children)}]" if children else json.dumps(value)
    fields = extra | {"value": value} if children and value else extra
    texts = [f'"{key}": {json.dumps(item)}' for key, item in fields.items()]
    texts.append(f'"{"children" if children else "value"}": {body}')
    return f"{{{', '.join(texts)}}}" if fields else body


# Random trees.


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
    if shape.branching < 1 or shape.depth < 0:
        raise ValueError(f"no tree has branching {shape.branching} and depth {shape.depth}")
    if not -(2**63) <= shape.low <= shape.high < 2**63:
        raise ValueError(f"no leaf lies between {shape.low} and {shape.high}")
    for key in ("repeat", "chance"):
        if not 0 <= getattr(shape, key) <= 1:
            raise ValueError(f"{key} is a probability, not {getattr(shape, key)}")


def _grow(shape: Shape, turn: int, draw: Random) -> list[Node]:
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


# From text to nested lists and dictionaries.

BRACKET = re.compile(r"(?:\s|#.*\n)*[\[({]")
TOKEN = re.compile(r"""\s+|\#.*|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^\s\[\](){},:"'#]+|.)""")
PAIRS = {"]": "[", ")": "(", "}": "{"}
COMMENT = re.compile(r"(?<!\S)#.*")
NUMERAL = re.compile(r"[-+]?(?:\.?\d|inf\b|nan\b)", re.IGNORECASE)
PREFIX = re.compile(r"(?:(?P<probability>[-+.\d][^\s:]*)\s*:|(?P<label>\S.*?)\s*->)\s*")


def _literal(text: str) -> object:
    """Nested lists and dictionaries as JSON or Python write them, of any depth."""
    stack: list[tuple[str, list[Any]]] = [("", [])]  # the open brackets and what they hold so far
    ready = True  # for an item: nothing, an opening bracket, a comma or a colon stands before it
    for match in TOKEN.finditer(text):
        try:
            ready = _take(match[1], stack, ready) if match[1] else ready
        except ValueError as error:
            raise ValueError(f"line {text.count(chr(10), 0, match.start()) + 1}: {error}") from None
    if len(stack) > 1:
        raise ValueError(f"the text ends before the {stack[-1][0]!r} is closed")
    return stack[0][1][0]


def _take(token: str, stack: list[tuple[str, list[Any]]], ready: bool) -> bool:
    """Read one token; may an item come next?"""
    bracket, items = stack[-1]
    keyed = bracket == "{" and len(items) % 2 == 1
    if PAIRS.get(token) == bracket and not keyed:
        stack.pop()
        stack[-1][1].append(_collect(bracket, items, ready))
        return False
    if token in (",", ":") and bracket and not ready and (token == ":") == keyed:
        return True
    if token in (",", ":", *PAIRS) or not ready:
        raise ValueError(f"unexpected {token}")
    if token in PAIRS.values():
        stack.append((token, []))
        return True
    items.append(_atom(token))
    return False


def _collect(bracket: str, items: list[Any], comma: bool) -> object:
    if bracket != "{":
        return items[0] if bracket == "(" and len(items) == 1 and not comma else items
    keys = [_text(key, "key") for key in items[::2]]
    if len(set(keys)) < len(keys):
        raise ValueError("a key is given twice")
    return dict(zip(keys, items[1::2], strict=True))


def _atom(token: str) -> object:
    if token[0] not in "\"'":
        return _numeral(token)
    try:
        return json.loads(token) if token[0] == '"' else ast.literal_eval(token)
    except (ValueError, SyntaxError):
        raise ValueError(f"{token} is not a text") from None


def _numeral(text: str) -> Number:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    raise ValueError(f"{text.strip()!r} is not a number")


def _outline(text: str) -> object:
    """One node a line, its children below it and further in."""
    stack: list[tuple[int, dict[str, Any]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        body = COMMENT.sub("", line).rstrip().expandtabs()
        try:
            if body:
                _hang(_line(body.strip()), len(body) - len(body.lstrip()), stack)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    if not stack:
        raise ValueError("the text holds no tree")
    return stack[0][1]


def _hang(node: dict[str, Any], indent: int, stack: list[tuple[int, dict[str, Any]]]) -> None:
    """Put the node below its parent; the stack is the branch that ends in the line before."""
    if stack and indent <= stack[-1][0]:
        while stack and stack[-1][0] > indent:
            stack.pop()
        if not stack or stack.pop()[0] != indent:
            raise ValueError("the indent is that of no line above")
        if not stack:
            raise ValueError("a second root; a tree has one")
    if stack:
        parent = stack[-1][1]
        if "value" in parent and "turn" not in parent:
            raise ValueError("the line above is a leaf, which has no children")
        parent.setdefault("children", []).append(node)
    stack.append((indent, node))


def _line(line: str) -> dict[str, Any]:
    """The node of a line: [probability:] [label ->] [turn] [name] [=] [value]."""
    node: dict[str, Any] = {}
    while match := PREFIX.match(line):
        key, line = str(match.lastgroup), line[match.end() :]
        if key in node:
            raise ValueError(f"the {key} is given twice")
        node[key] = _share(match[key]) if key == "probability" else match[key]
    head, equals, value = line.partition("=")
    if equals:
        node["value"] = _numeral(value)
    elif NUMERAL.match(head):
        return node | {"value": _numeral(head)}
    turn, *name = head.split(maxsplit=1) or [""]
    if turn.lower() in TURNS:
        node["turn"] = turn
    elif turn:
        name = [head]
    return node | ({"name": name[0].strip()} if name else {})


def _share(text: str) -> float:
    try:
        return float(Fraction(text))
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{text!r} is not a probability") from None
