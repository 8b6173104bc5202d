"""A naive twin of Monte Carlo tree search: nodes are objects, and every step is told as a row of facts.

It throws the same dice.  Of the children that promise the most it takes the one that the search took.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from zermelo import CHANCE, MAX
from zermelo.kernel.random_words import below, generator, shuffled

Row = tuple[str, tuple[Any, ...], dict[str, Any]]
"""The kind of an event, the actions that lead to its node, its facts."""
WON = 1 << 20
LONGEST = 512
NEAR = 1e-7
"""What the search and its twin may differ by: one adds in another order, and keeps priors in 30 bits."""


@dataclass
class Node:
    """A node of the tree."""

    low: Any
    high: Any
    player: int = MAX
    children: dict[Any, Node] = field(default_factory=dict)
    priors: dict[Any, float] = field(default_factory=dict)
    visits: int = 0
    total: Any = 0
    plies: int = 0

    @property
    def settled(self) -> bool:
        return bool(self.low >= self.high)


class Twin:
    """Simulations from a position, as the definition says; `chosen` are the actions that the search took."""

    def __init__(
        self,
        game: Any,
        state: Any,
        chosen: list[Any],
        *,
        seed: int = 0,
        exploration: float = math.sqrt(2),
        first_play: float = math.inf,
        cutoff: int = 10_000,
    ) -> None:
        self.game, self.state, self.chosen = game, state, iter(chosen)
        self.word, self.exploration, self.first_play, self.cutoff = (
            generator(seed),
            exploration,
            first_play,
            cutoff,
        )
        self.chance = hasattr(game, "outcomes")
        self.outcome = getattr(game, "payoff", "outcome") == "outcome" and not self.chance
        self.root = self.fresh()
        self.lowest, self.highest = (-1, 1) if self.outcome else (math.inf, -math.inf)
        self.swing = 0.0
        self.rows: list[Row] = []

    def fresh(self) -> Node:
        return Node(-1, 1) if self.outcome else Node(-math.inf, math.inf)

    def throw(self, sides: int) -> int:
        self.word = shuffled(self.word)
        return below(self.word, sides)

    def thrown(self, state: Any) -> tuple[Any, float]:
        """What the dice show, and how likely that was."""
        drawn, certain = self.throw(1 << 53) / (1 << 53), 0.0
        likely = [(action, chance) for action, chance in self.game.outcomes(state) if chance > 0]
        for action, chance in likely:
            certain += chance
            if drawn < certain:
                return action, chance
        return likely[-1]

    def run(self, simulations: int) -> list[Row]:
        for number in range(1, simulations + 1):
            if self.root.settled:
                break
            self.simulate(number)
        return self.rows

    def simulate(self, number: int) -> None:
        game, node, state = self.game, self.root, self.state
        way: list[Node] = [node]
        path: tuple[Any, ...] = ()
        self.rows.append(("enter", path, {"simulation": number}))
        fresh = False
        while not game.is_terminal(state) and not fresh and not node.settled:
            if not node.children:
                self.expand(node, state, path)
            action = self.choose(node, state, path)
            node, state, path = node.children[action], game.result(state, action), (*path, action)
            way.append(node)
            fresh = node.visits == 0
        self.backup(way, path, self.value(node, state, path))

    # -- select, expand --------------------------------------------------------------------------------

    def expand(self, node: Node, state: Any, path: tuple[Any, ...]) -> None:
        node.player = self.game.to_move(state)
        if node.player == CHANCE:
            actions = [action for action, chance in self.game.outcomes(state) if chance > 0]
        else:
            actions = self.actions(state)
            if hasattr(self.game, "priority"):
                actions.sort(key=lambda action: -self.game.priority(state, action))
        node.children = {action: self.fresh() for action in actions}
        if hasattr(self.game, "prior"):
            weights = {action: self.game.prior(state, action) for action in actions}
            node.priors = {action: weight / sum(weights.values()) for action, weight in weights.items()}
        self.rows.append(("expand", path, {"children": len(actions)}))

    def actions(self, state: Any) -> list[Any]:
        """Those that are looked at."""
        some = list(self.game.candidates(state)) if hasattr(self.game, "candidates") else []
        return some or list(self.game.actions(state))

    def choose(self, node: Node, state: Any, path: tuple[Any, ...]) -> Any:
        if node.player == CHANCE:
            action, chance = self.thrown(state)
            self.rows.append(("throw", (*path, action), {"probability": chance}))
            return action
        actions = list(node.children)
        ordered = hasattr(self.game, "priority") and not hasattr(self.game, "prior")
        turn = 0 if ordered else self.throw(len(actions))
        waiting = [a for a in actions[turn:] + actions[:turn] if not node.children[a].visits]
        if waiting and self.first_play == math.inf:
            facts: dict[str, Any] = {"candidates": len(waiting), "player": node.player}
            self.rows.append(("try", (*path, waiting[0]), facts))
            return waiting[0]
        return self.best(node, path)

    def best(self, node: Node, path: tuple[Any, ...]) -> Any:
        """UCB1, as the lecture writes it."""
        sign = 1 if node.player == MAX else -1
        half = max(self.highest - self.lowest, 1e-9) / 2
        promises: dict[Any, tuple[float, float]] = {}
        for action, child in node.children.items():
            if child.settled or not (child.high > node.low if sign > 0 else child.low < node.high):
                continue
            mean = sign * child.total / child.visits if child.visits else 0.0
            bonus = math.sqrt(math.log(node.visits + 1) / child.visits) if child.visits else 0.0
            if node.priors:
                bonus = math.sqrt(max(node.visits, 1)) * node.priors[action] / (1 + child.visits)
            unknown = self.first_play * half + sign * node.total / max(node.visits, 1)
            known = mean if child.visits else unknown
            promises[action] = mean, known + self.exploration * half * bonus
        action = next(self.chosen)
        average, promise = promises[action]
        assert promise >= max(most for _, most in promises.values()) - NEAR
        facts = {
            "average": average,
            "promise": promise,
            "bonus": promise - average,
            "visited": node.children[action].visits,
            "candidates": len(promises),
            "children": len(node.children),
            "player": node.player,
        }
        self.rows.append(("select", (*path, action), facts))
        return action

    # -- playout ---------------------------------------------------------------------------------------

    def value(self, node: Node, state: Any, path: tuple[Any, ...]) -> Any:
        if self.game.is_terminal(state):
            node.low = node.high = self.game.utility(state)
            self.rows.append(("over", path, {"reward": node.low}))
            return node.low
        if node.settled:
            self.rows.append(("settled", path, {"reward": node.low}))
            return node.low
        if hasattr(self.game, "rollout") and self.cutoff >= 10_000:
            value = self.game.rollout(state, self.throw(1 << 62) + 1)
            self.rows.append(("rollout", path, {"reward": value}))
            return value
        plies = 0
        while not self.game.is_terminal(state) and plies < self.cutoff:
            state = self.game.result(state, self.random_action(state))
            plies += 1
        over = self.game.is_terminal(state)
        value = self.game.utility(state) if over else self.estimate(state)
        self.rows.append(("playout" if over else "estimate", path, {"plies": plies, "reward": value}))
        return value

    def random_action(self, state: Any) -> Any:
        if self.chance and self.game.to_move(state) == CHANCE:
            return self.thrown(state)[0]
        actions = self.actions(state)
        return actions[self.throw(len(actions))]

    def estimate(self, state: Any) -> Any:
        """Of wins and losses: an average estimate is worth half a win."""
        value = self.game.evaluate(state)
        if not self.outcome:
            return value
        self.swing += (abs(value) - self.swing) / 64
        part = abs(value) / (abs(value) + self.swing) if value else 0.0
        return math.copysign(int(part * (WON - 1)) / WON, value)

    # -- backup ----------------------------------------------------------------------------------------

    def backup(self, way: list[Node], path: tuple[Any, ...], value: Any) -> None:
        self.lowest, self.highest = min(self.lowest, value), max(self.highest, value)
        news = way[-1].settled
        for ply in reversed(range(len(way))):
            node, below = way[ply], value
            if news and ply < len(path):
                news = self.prove(node, path[:ply])
            if not self.chance:
                value = max(node.low, min(node.high, value))
            node.visits, node.total = node.visits + 1, node.total + value
            facts = {"reward": value, "visits": node.visits, "mean": node.total / node.visits}
            self.rows.append(("backup", path[:ply], {**facts, "corrected": value != below}))

    def prove(self, node: Node, path: tuple[Any, ...]) -> bool:
        """The bounds of a node from those of its children, as minimax has them."""
        if node.player == CHANCE:
            return False
        best = max if node.player == MAX else min
        low, high = (best(bounds) for bounds in zip(*((c.low, c.high) for c in node.children.values())))
        if (low, high) == (node.low, node.high):
            return False
        node.low, node.high = low, high
        if self.outcome and node.settled:
            quick = (node.player == MAX) == (low > 0)
            ways = [c.plies for c in node.children.values() if c.settled and c.low == low]
            node.plies = 1 + (min(ways, default=LONGEST) if quick else max(ways, default=0))
        self.rows.append(("narrow", path, {"low": low, "high": high, "plies": node.plies}))
        return True
