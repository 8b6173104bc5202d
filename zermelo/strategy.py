"""strategy(): what a player can be sure of, as a tree: one move of theirs, every answer of the other.

The lectures call it a winning tree where all of its leaves are won.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Any

from zermelo.errors import SearchError
from zermelo.game import CHANCE, MAX, MIN, Action, Rules, State, name_of, pays_outcomes
from zermelo.limits import Limits
from zermelo.messages import Brief
from zermelo.running.contact import first_contact
from zermelo.running.options import NestedLists, verb
from zermelo.running.players import check_player, refuse_more_than_two
from zermelo.score import PLAYERS, plain
from zermelo.trees.tree import Tree, as_game

MOST = 200_000
"""Nodes of a tree that is looked through, every one of them."""
TURNS = {MAX: "max", MIN: "min", CHANCE: "chance"}
OUTCOMES = {-1, 0, 1}
"""Payoffs of a tree in which somebody wins, or nobody."""


@dataclass(frozen=True, eq=False, repr=False)
class Strategy(Brief):
    """One move of a player wherever it is theirs to choose, and every answer: a tree, and what it proves."""

    player: int
    """MAX or MIN."""
    value: Any
    """What the player is sure of, counted for MAX; on average, where there are dice."""
    tree: Tree
    """The strategy itself: a game in which the player has no choice left."""
    leaves: int
    """Its leaves: as few as prove that MAX has at least, or MIN at most, the value."""
    all_leaves: int
    """The leaves of the whole tree."""
    wins: bool
    """Is every leaf a won game: is it a winning tree?"""
    estimated: bool
    """Did estimates stand for games that were not played to their end?"""

    def __str__(self) -> str:
        """What it is good for, in a sentence.

        >>> str(strategy([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
        'MAX is sure of at least 3: 3 of 9 leaves prove it'
        """
        who, words = PLAYERS[self.player], {MAX: "at least", MIN: "at most"}[self.player]
        sure = "wins" if self.wins else f"is sure of {words} {plain(self.value)}"
        estimate = " by estimate" if self.estimated else ""
        return f"{who} {sure}{estimate}: {self.leaves:,} of {self.all_leaves:,} leaves prove it"


@verb
def strategy(
    game: Rules[State, Action] | NestedLists,
    state: State | None = None,
    *,
    player: int = MAX,
    depth: int | None = None,
) -> Strategy:
    """What `player` can be sure of from a position, as the smallest tree that proves it.

    With `depth` the game is followed so far, and estimated there; without, to its end.  Where dice are
    thrown, the player takes the best move on average.

    >>> found = strategy([[3, 12, 8], [2, 4, 6], [14, 5, 2]], player=MIN)
    >>> found.value, found.leaves, found.tree.nested()
    (3, 3, [[3], [2], [2]])
    >>> from zermelo.games import Nim
    >>> strategy(Nim((1, 2))).wins
    True
    """
    rules: Any = as_game(game)
    refuse_more_than_two(rules, "strategy")
    check_player(player)
    grown = grow(rules, first_contact(rules, state), Limits(depth=depth).depth)
    values = backed_up(grown)
    costs = sizes(grown, values, player)
    chosen = choices(grown, values, costs, player)
    leaves = [node for node in members(grown, chosen) if not grown.children[node]]
    return Strategy(
        player=player,
        value=values[0],
        tree=Tree(written(grown, chosen), "max"),
        leaves=len(leaves),
        all_leaves=sum(not below for below in grown.children),
        wins=is_won(rules, grown, leaves, player),
        estimated=any(grown.guessed[node] for node in leaves),
    )


@dataclass
class Grown:
    """A game tree, looked through to its leaves: a list for each field, parents before children."""

    players: list[int | None] = field(default_factory=list)
    """Who moves; None at a leaf."""
    edges: list[dict[str, Any]] = field(default_factory=list)
    """Label of the step to each node, its probability, what the node is called: as a typed tree says it."""
    payoffs: list[Any] = field(default_factory=list)
    guessed: list[bool] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)

    def add(self, game: Any, state: Any, edge: dict[str, Any], over: bool) -> int:
        """One more node; its number."""
        ended = bool(game.is_terminal(state))
        self.players.append(None if over or ended else int(game.to_move(state)))
        name = game.called(state) if hasattr(game, "called") else ""
        self.edges.append({**({"name": name} if name else {}), **edge})
        self.payoffs.append(payoff(game, state, ended) if over or ended else None)
        self.guessed.append(over and not ended)
        self.children.append([])
        return len(self.players) - 1


def grow(game: Any, state: Any, depth: int | None) -> Grown:
    """Every node from a position on, as deep as is asked."""
    grown = Grown()
    waiting: list[tuple[int, Any, dict[str, Any], int]] = [(-1, state, {}, 0)]
    while waiting:
        above, state, edge, ply = waiting.pop()
        if len(grown.players) == MOST:
            raise SearchError("strategy_too_large", game=type(game).__name__, most=MOST)
        node = grown.add(game, state, edge, ply == depth)
        if above >= 0:
            grown.children[above].append(node)
        if grown.players[node] is not None:
            waiting += [(node, child, step, ply + 1) for step, child in reversed(steps(game, state))]
    return grown


def steps(game: Any, state: Any) -> list[tuple[dict[str, Any], Any]]:
    """What may happen next: how a typed tree writes it, and where it leads."""
    if game.to_move(state) == CHANCE:
        odds = {action: float(chance) for action, chance in game.outcomes(state)}
        return [
            ({"label": name_of(game, state, a), "probability": chance}, game.result(state, a))
            for a, chance in odds.items()
        ]
    return [({"label": name_of(game, state, a)}, game.result(state, a)) for a in game.actions(state)]


def payoff(game: Any, state: Any, ended: bool) -> Any:
    """What a leaf is worth to MAX: as the rules say, or by their estimate."""
    found = game.utility(state) if ended else game.evaluate(state) if hasattr(game, "evaluate") else 0
    found = found.item() if hasattr(found, "item") else found
    return int(found) if isinstance(found, bool) else found


def backed_up(grown: Grown) -> list[Any]:
    """What every node is worth to MAX: minimax, from the leaves up."""
    values = list(grown.payoffs)
    for node in reversed(range(len(values))):
        below = [values[child] for child in grown.children[node]]
        if grown.players[node] == CHANCE:
            odds = [grown.edges[child]["probability"] for child in grown.children[node]]
            values[node] = sum(share * value for share, value in zip(odds, below, strict=True))
        elif below:
            values[node] = max(below) if grown.players[node] == MAX else min(below)
    return values


def sizes(grown: Grown, values: list[Any], player: int) -> list[float]:
    """By node: the fewest leaves that prove what the root is worth; infinite where nothing does."""
    goal, costs = values[0], [0.0] * len(values)
    for node in reversed(range(len(values))):
        below = [costs[child] for child in grown.children[node]]
        if not below:
            good = values[node] >= goal if player == MAX else values[node] <= goal
            costs[node] = 1.0 if good or CHANCE in grown.players else inf
        else:
            costs[node] = min(below) if grown.players[node] == player else sum(below)
    return costs


def choices(grown: Grown, values: list[Any], costs: list[float], player: int) -> list[list[int]]:
    """By node: the children that belong to the strategy, one where the player chooses."""
    averaged = CHANCE in grown.players
    best = {MAX: max, MIN: min}[player]

    def chosen(node: int) -> list[int]:
        below = grown.children[node]
        if grown.players[node] != player or not below:
            return below
        return [
            best(below, key=lambda child: values[child]) if averaged else min(below, key=costs.__getitem__)
        ]

    return [chosen(node) for node in range(len(values))]


def members(grown: Grown, chosen: list[list[int]]) -> list[int]:
    """The nodes of a strategy, parents first."""
    found = [0]
    for node in found:  # which grows on the way
        found += chosen[node]
    return found


def written(grown: Grown, chosen: list[list[int]]) -> dict[str, Any]:
    """A strategy as a typed tree."""
    rows: dict[int, dict[str, Any]] = {}
    for node in reversed(members(grown, chosen)):
        player = grown.players[node]
        below = [rows[child] for child in chosen[node]]
        what = (
            {"turn": TURNS[player], "children": below}
            if player is not None
            else {"value": grown.payoffs[node]}
        )
        rows[node] = {**grown.edges[node], **what}
    return rows[0]


def is_won(game: Any, grown: Grown, leaves: list[int], player: int) -> bool:
    """Does the player win at every leaf of a strategy, in a game that somebody can win?"""
    paid = {value for value in grown.payoffs if value is not None}
    if not pays_outcomes(game) and not paid <= OUTCOMES:
        return False
    sign = 1 if player == MAX else -1
    return all(sign * grown.payoffs[node] > 0 and not grown.guessed[node] for node in leaves)
