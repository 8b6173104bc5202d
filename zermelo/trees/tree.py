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

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from zermelo.errors import SearchError, TreeError
from zermelo.game import CHANCE, MAX, RULES, Game, Payoff
from zermelo.messages import counted, shortened
from zermelo.pictures import painted
from zermelo.trees.nodes import (
    WORDS,
    Nested,
    Node,
    Order,
    Shape,
    extras_of,
    first_children,
    grow,
    json_of,
    lettered,
    read_nodes,
    reorder,
    turn_of,
)
from zermelo.trees.text import BRACKET, literal, outline

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Tree(Game):
    """A game given as nested lists with MAX's payoffs at the leaves; dictionaries say more about a node.

    >>> tree = Tree([[3, 12, 8], {"name": "B", "turn": "chance", "children": {"left": 2, "right": 4}}])
    >>> tree.show(tree.node("root.0.1")), tree.show(tree.node("B")), tree.name(tree.node("B"), 1)
    ('root.0.1 = 12', 'B: chance', 'right')
    """

    payoff: ClassVar[Payoff] = "points"
    repetition = None
    written_down: ClassVar[bool] = True
    """Its leaves are payoffs that somebody wrote down, not ends of a game that is played."""

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
    """Probability of the edge to this node, if it comes from a chance node; otherwise 1."""
    labels: tuple[str, ...]
    """Name of the edge to each node: the child's index, if no other is given."""

    def __init__(self, root: object, turn: int | str = MAX) -> None:
        """The tree of a number, a list or a dictionary (name, turn, value, children, probability, label)."""
        self._fill(read_nodes(root, turn))

    @classmethod
    def parse(cls, text: str, turn: int | str = MAX) -> Tree:
        """The tree of a text: JSON, nested Python lists or an indented outline.

        In a list, `[0.5: 3, 0.5: [1, 2]]` is a chance node with the probabilities of its children.  A minus
        as people copy it from a page (−) is one.

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
        if not isinstance(text, str):
            raise TreeError("not_text", option="text", given=repr(text))
        text = text.replace("\N{MINUS SIGN}", "-")
        return cls(literal(text) if BRACKET.match(text) else outline(text), turn)

    @classmethod
    def load(cls, path: str | Path, turn: int | str = MAX) -> Tree:
        """The tree of a text file."""
        try:
            return cls.parse(Path(path).read_text(encoding="utf-8-sig"), turn)
        except ValueError as error:
            raise TreeError("at_place", place=path, reason=error) from None

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
        nodes = grow(shape, turn_of(turn), draw)
        return cls._of(nodes if order == "random" else reorder(nodes, order, draw))

    @classmethod
    def _of(cls, nodes: list[Node]) -> Tree:
        tree = cls.__new__(cls)
        tree._fill(nodes)
        return tree

    def _fill(self, nodes: list[Node]) -> None:
        import numpy as np

        turns, counts, values, probabilities, names, labels = zip(*nodes, strict=True)
        firsts = first_children(nodes)
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
    def letters(self) -> tuple[str, ...]:
        """What people call each node: as given; else A, B, C … from the root down, and nothing at a leaf.

        >>> Tree([[3, 12], {"name": "C", "children": [2, [4, 5]]}]).letters
        ('A', 'B', 'C', '', '', '', 'D', '', '')
        """
        given = ("" if self._given[0] == "root" else self._given[0], *self._given[1:])
        free = (letters for letters in lettered() if letters not in given)
        return tuple(name or (next(free) if count else "") for name, count in zip(given, self.count.tolist()))

    def called(self, state: State) -> str:
        """What people call the node: empty where it has no name."""
        return self.letters[state.node]

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.names)}

    def node(self, name: str) -> State:
        """The state at the node of that name."""
        if name not in self._indices:
            raise TreeError("tree_no_node", name=repr(name))
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

    _repr_svg_ = painted

    def __repr__(self) -> str:
        leaves = counted(int((self.count == 0).sum()), "leaf", "leaves")
        return f"<{type(self).__name__} of {counted(len(self.count), 'node')}, {leaves}>"

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
        extras, texts = extras_of(nodes), [""] * len(nodes)
        for index, first, count in self._upwards():
            texts[index] = json_of(nodes[index].value, texts[first : first + count], extras[index])
            texts[first : first + count] = [""] * count
        return texts[0]

    def reordered(self, order: Order, *, seed: int = 0) -> Tree:
        """The same game with the moves in another order; labels stay with their moves.

        >>> Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).reordered("best").nested()
        [[3, 8, 12], [2, 4, 6], [2, 5, 14]]
        """
        return self._of(reorder(self._nodes(), order, Random(seed)))

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


def as_game(game: Any) -> Any:
    """Nested lists are trees, and trees are games."""
    if isinstance(game, list | tuple):
        return Tree(game)
    refuse_what_is_no_game(game)
    return game


def refuse_what_is_no_game(game: Any) -> None:
    """A class, a name, a number: what people pass instead of a game."""
    if isinstance(game, type):
        name = game.__name__
        raise SearchError("class_not_game", name=name)
    if isinstance(game, str):
        raise SearchError("text_not_game", text=game)
    if not any(callable(getattr(game, rule, None)) for rule in RULES):
        raise SearchError("no_game", given=shortened(game), rules=list(RULES[:-1]), last=RULES[-1])
