"""What of a tree is drawn, and what is written at each node: the same as on the page, after any step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from zermelo.game import CHANCE, MAX, MIN, name_of
from zermelo.interfaces.trace_text import best_line, opened, value_text
from zermelo.kernel.events import CUT, ENTER, UPDATE
from zermelo.score import plain, share
from zermelo.tracing.model import Model
from zermelo.tracing.sureness import AT_LEAST, AT_MOST
from zermelo.tracing.tree import GrownNode, TraceNode, TraceTree
from zermelo.tracing.whole import BEYOND, DONE, OPEN, STRUCK, WAITING, Whole, whole_of

MOST_DRAWN = 300
"""Nodes of a tree that are drawn; the rest is counted."""
SHAPES = {MAX: "max", MIN: "min", 2: "third", 3: "fourth", CHANCE: "chance", None: "leaf"}
NUMBER = re.compile(r"-?\d+(\.\d+)?(e[-+]\d+)?")
SIGNS = {AT_LEAST: "≥", AT_MOST: "≤"}
ROOM = 6
"""Letters of a number in a node; of a longer one as much is written as the page has room for."""
KNOWN = {"table": "ᵗ", "bounds": "ᵇ", "repeated": "ʳ", "pass": "ᵖ"}
"""Marks of what was known without a search."""


@dataclass(eq=False)
class Drawn:
    """A node of a drawing: a place of the tree, or what was cut off beside the others."""

    label: str
    """What it is worth, with ≤ or ≥ where that is a bound."""
    edge: str = ""
    shape: str = "leaf"
    """max, min, third, fourth, chance, leaf or cut."""
    best: bool = False
    hidden: int = 0
    """Nodes below it that are not drawn."""
    name: str = ""
    window: str = ""
    """α and β, as far as they are known; of simulations, the visits."""
    status: str = DONE
    """What has become of it (tracing/whole.py)."""
    first: bool = False
    """Is it struck out, and its parent not?"""
    children: list[Drawn] = field(default_factory=list)
    x: float = 0.0
    y: float = 0.0


def walk(root: Drawn) -> Iterator[tuple[Drawn, Drawn | None, int]]:
    """Every node, its parent and its ply; no recursion, since a game may be hundreds of plies deep."""
    waiting: list[tuple[Drawn, Drawn | None, int]] = [(root, None, 0)]
    while waiting:
        node, above, ply = waiting.pop()
        yield node, above, ply
        waiting.extend((child, node, ply + 1) for child in reversed(node.children))


def drawn(tree: TraceTree, most: int = MOST_DRAWN) -> Drawn:
    """The last search of a trace as a drawing of about `most` nodes, the best line first.

    A tree that somebody wrote down is drawn whole, what is pruned struck out.
    """
    whole = whole_of(tree.model)
    return of_search(tree, most) if whole is None else of_places(tree, whole, most)


# -- a search, of which only what was entered is known -------------------------------------------------


def of_search(tree: TraceTree, most: int) -> Drawn:
    """The nodes that a search has entered."""
    line = best_line(tree)
    chosen, best = opened(tree, most, line), set(line)
    root = tree.roots[-1]
    made = node_of(tree, root, best)
    waiting = [(root, made)]
    while waiting:
        node, picture = waiting.pop()
        if node not in chosen:
            picture.hidden = node.below
            continue
        for child in node.children:
            below = node_of(tree, child, best)
            picture.children.append(below)
            waiting.append((child, below))
        if node.pruned:
            words = "cut off" if node.is_cut else "left out"
            gone = Drawn(f"{len(node.pruned)} {words}", short(node.pruned), "cut", status=STRUCK, first=True)
            picture.children.append(gone)
    return made


def node_of(tree: TraceTree, node: TraceNode, best: set[TraceNode]) -> Drawn:
    """One of them."""
    chance = "" if node.probability is None else f" ({share(node.probability)})"
    label, above = worth(tree.model, node), caption(tree, node)
    if tree.model.is_shared and not node.is_leaf:  # who moves, and what everybody gets above the node
        label, above = tree.model.player_names.get(node.player or 0, ""), f"{label} {above}".strip()
    return Drawn(
        label,
        node.name + chance,
        "leaf" if node.is_leaf else shape_of(node.player),
        node in best,
        window=above,
        status=DONE if node.sure else OPEN,
    )


def shape_of(player: int | None) -> str:
    """The shape of a node where this player moves; a fifth and later one have the fourth's, and a letter."""
    return SHAPES[player if player is None else min(player, 3)]


def short(names: tuple[str, ...]) -> str:
    """A few names."""
    return ", ".join(names[:4]) + (" …" if len(names) > 4 else "")


# -- a tree that somebody wrote down -------------------------------------------------------------------


def of_places(tree: TraceTree, whole: Whole, most: int) -> Drawn:
    """Every place of a tree, or as many as there is room for: the best line, then from the root down."""
    line = [whole.at[node.number] for node in best_line(tree)] if tree.roots else []
    chosen, best = places_opened(whole, most, line), set(line)
    made: list[Drawn] = []
    for number, place in enumerate(whole.places):
        node = place_of(tree, whole, number, number in best)
        made.append(node)
        if number in chosen or not whole.children[number]:
            node.hidden = 0
        if place.above >= 0 and place.above in chosen:
            node.first = node.status == STRUCK and made[place.above].status != STRUCK
            made[place.above].children.append(node)
    return made[0]


def places_opened(whole: Whole, most: int, line: list[int]) -> set[int]:
    """The places whose children are drawn."""
    found: set[int] = set()
    left, waiting = most - 1, [*line, 0]
    for place in waiting:  # which grows on the way
        below = whole.children[place]
        if place in found or not below:
            continue
        if len(below) <= left and (whole.places[place].above in found or place == 0):
            found.add(place)
            left -= len(below)
            waiting += below
    return found


def place_of(tree: TraceTree, whole: Whole, number: int, best: bool) -> Drawn:
    """One of them, as far as the search has come."""
    place, visit = whole.places[number], whole.visit(number, tree.steps)
    known = "" if visit < 0 else worth(tree.model, tree.node(visit))
    return Drawn(
        known or ("" if place.payoff is None else shown(tree.model, place.payoff)),
        place.edge,
        SHAPES[place.player],
        best,
        hidden=whole.below[number],
        name=place.name,
        window="" if visit < 0 else caption(tree, tree.node(visit)),
        status=whole.status(number, tree.steps),
    )


# -- what is written ------------------------------------------------------------------------------------


def worth(model: Model, node: TraceNode) -> str:
    """What a node is worth, as far as it is known: ≤2 where that is a bound."""
    if node.value is None:
        return ""
    if isinstance(node, GrownNode):
        return mean(node)
    return SIGNS.get(node.sure, "") + shown(model, node.value) + KNOWN.get(node.known_by, "")


def mean(node: GrownNode) -> str:
    """Of simulations: the mean of MAX's rewards, or what is proved, with = before it; or what each got."""
    if isinstance(node.value, tuple):
        return ", ".join(plain(round(float(one), 2) + 0.0) for one in node.value).replace("-", "−")
    said = plain(round(float(node.value), 2) + 0.0).replace("-", "−")
    return f"={said}" if node.numbers.is_settled else said


def shown(model: Model, value: Any) -> str:
    """A value as a drawing has it."""
    return brief(value_text(model, value, brief=True)).replace("-", "−")


def brief(said: str) -> str:
    """A number in few letters; what is little is not nothing.

    >>> [brief(said) for said in ("12.25", "6.66667", "-33.3333", "0.00123457", "1e-07", "-20000000", "#12")]
    ['12.25', '6.67', '-33.3', '0.001', '1e-7', '-2.0e+7', '#12']
    """
    if ("e" not in said and len(said) <= ROOM) or not NUMBER.fullmatch(said):
        return said
    number = float(said)
    size = abs(number)
    if 1e-3 <= size < 1e6:
        rounded = round(number, 2 if size < 10 else 1) or float(f"{number:.1g}")
        return plain(int(number)) if number.is_integer() else plain(rounded)
    mantissa, _, power = f"{number:.{int(size >= 1)}e}".partition("e")
    return f"{mantissa}e{int(power):+d}"


def caption(tree: TraceTree, node: TraceNode) -> str:
    """What stands above a node: its window; of simulations, how often they visited it."""
    if isinstance(node, GrownNode):
        return f"×{node.numbers.visits:,}" if node.numbers.visits else ""
    return window(tree, node.number)


def window(tree: TraceTree, node: int) -> str:
    """α and β of a node after the steps that were made; of a window that has closed, how they compare."""
    model, columns = tree.model, tree.model.columns
    kinds = (ENTER,) if model.players[node] == CHANCE else (ENTER, UPDATE, CUT)
    past = [event for event in columns.own[node] if event < tree.steps]
    if not model.has_windows or model.players[node] is None or tree.node(node).is_leaf:
        return ""
    low, high = model.windows[[event for event in past if columns.kinds[event] in kinds][-1]]
    alpha, beta = shown(model, low), shown(model, high)
    return f"[{alpha}, {beta}]" if low < high else f"{alpha} {'>' if low > high else '='} {beta}"


# -- a tree that nobody has searched -------------------------------------------------------------------


def of_game(game: Any) -> Drawn:
    """Players and payoffs of a tree, breadth first up to so many nodes."""
    root = plain_node(game, game.initial(), "")
    row, count = [(game.initial(), root)], 1
    for state, node in row:
        if game.is_terminal(state):
            continue
        below = list(steps(game, state))
        if count + len(below) > MOST_DRAWN:
            node.hidden = len(below)
            continue
        count += len(below)
        for name, child in below:
            node.children.append(plain_node(game, child, name))
            row.append((child, node.children[-1]))
    return root


def plain_node(game: Any, state: Any, name: str) -> Drawn:
    """One of its nodes."""
    called = game.called(state) if hasattr(game, "called") else ""
    if game.is_terminal(state):
        return Drawn(brief(plain(game.utility(state))).replace("-", "−"), name, name=called)
    return Drawn("", name, shape_of(int(game.to_move(state))), name=called, status=WAITING)


def steps(game: Any, state: Any) -> Iterator[tuple[str, Any]]:
    """The actions or outcomes of a position by name, with what they lead to."""
    if game.to_move(state) == CHANCE:
        for outcome, probability in game.outcomes(state):
            yield f"{name_of(game, state, outcome)} ({share(probability)})", game.result(state, outcome)
        return
    for action in game.actions(state):
        yield name_of(game, state, action), game.result(state, action)


__all__ = ["BEYOND", "DONE", "MOST_DRAWN", "OPEN", "STRUCK", "WAITING", "Drawn", "drawn", "of_game", "walk"]
