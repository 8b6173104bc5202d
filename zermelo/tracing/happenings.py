"""One step of a simulation as a record of facts: which node, by which numbers, what it gave and proved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.game import MAX
from zermelo.kernel.events import (
    BACKUP,
    ESTIMATE,
    EXPAND,
    KINDS,
    NARROW,
    OVER,
    PHASES,
    PLAYOUT,
    ROLLOUT,
    SELECT,
    SETTLED,
    THROW,
    TRY,
)
from zermelo.tracing.growth import Numbers, is_open
from zermelo.tracing.model import Model

PLAYED = PHASES["playout"]


@dataclass(frozen=True)
class Happening:
    """What one event of a simulation says; rewards, means and bounds are MAX's, and a win is 1.

    Of three or more players a reward and a mean are one number for each.
    """

    kind: str
    node: int
    ply: int
    player: int
    """Who is to move at the node, MAX where the game is over; select, try, throw: at the node above."""
    simulation: int
    """Its number; the first is 1."""
    outcome: bool
    """Are games won, drawn or lost?"""
    move: str = ""
    """select, try, throw: what leads to the node."""
    average: float = 0.0
    """select: the mean reward of the node as the player who chooses sees it,"""
    bonus: float = 0.0
    """what being little known adds to it,"""
    promise: float = 0.0
    """and both together; of a node that was never visited, what it is taken to promise."""
    visited: int = 0
    """select: how often it was visited before."""
    candidates: int = 0
    """select: among how many children that may still turn out better; try: how many were never visited."""
    tied: int = 0
    """select, three or more players: how many others promise exactly as much; one of them is drawn."""
    probability: Any = None
    """throw: of what the dice show."""
    children: int = 0
    """expand: as many the node gets; select: as many the one above has."""
    plies: int = 0
    """playout, estimate: random ones; narrow: in how many at most the game is won."""
    reward: Any = 0
    """playout, estimate, rollout, over, settled, backup."""
    corrected: bool = False
    """backup: is what is proved of the node counted, and not what comes from below?"""
    visits: int = 0
    """backup: with this one."""
    mean: Any = 0.0
    """backup: of all of them."""
    low: Any = None
    """narrow: the node is proved to be worth at least this,"""
    high: Any = None
    """and at most this."""

    @property
    def is_proved(self) -> bool:
        """narrow: is the value of the node known for certain now?"""
        return bool(self.low == self.high)


def happening(model: Model, step: int) -> Happening:
    """The facts of a step; they are counted from 0."""
    columns, growth = model.columns, model.growth
    kind, node = columns.kinds[step], columns.nodes[step]
    chosen = kind in (SELECT, TRY, THROW)
    player = model.players[columns.parents[node] if chosen else node]
    about = FACTS[kind](model, step, node) if kind in FACTS else {}
    return Happening(
        kind=KINDS[kind],
        node=node,
        ply=columns.plies[step],
        player=MAX if player is None else player,
        simulation=growth.simulations[step],
        outcome=bool(model.trace.options.outcome),
        **about,
    )


def selecting(model: Model, step: int, node: int) -> dict[str, Any]:
    """The terms by which a player chose a child."""
    columns, above = model.columns, model.columns.parents[node]
    sign, numbers = (1 if model.players[above] == MAX else -1), model.growth.at(above, step)
    closed = [one for one in visited(model, above, step) if not is_open(one, numbers, sign)]
    return {
        "move": model.names[node],
        "average": columns.lows[step],
        "bonus": columns.highs[step],
        "promise": columns.values[step],
        "visited": model.growth.at(node, step).visits,
        "candidates": numbers.children - len(closed),
        "children": numbers.children,
        "tied": tied(model, node, above, step) if model.is_shared else 0,
    }


def tied(model: Model, node: int, above: int, step: int) -> int:
    """The other children that were visited as often as one, and are as good for who moves above."""
    seat, own = model.players[above] or 0, model.growth.at(node, step)
    alike = [one for one in visited(model, above, step) if one.visits == own.visits]
    return sum(bool(one.mean[seat] == own.mean[seat]) for one in alike) - 1


def trying(model: Model, step: int, node: int) -> dict[str, Any]:
    """A child that was never visited."""
    above = model.columns.parents[node]
    left = model.growth.at(above, step).children - len(visited(model, above, step))
    return {"move": model.names[node], "candidates": left}


def throwing(model: Model, step: int, node: int) -> dict[str, Any]:
    """What the dice show."""
    return {"move": model.names[node], "probability": model.chances[node]}


def expanding(model: Model, step: int, node: int) -> dict[str, Any]:
    """The children that a node gets."""
    return {"children": model.columns.lows[step]}


def playing(model: Model, step: int, node: int) -> dict[str, Any]:
    """What a simulation gave."""
    return {"plies": model.columns.lows[step], "reward": model.values[step]}


def counting(model: Model, step: int, node: int) -> dict[str, Any]:
    """The reward that is counted at a node, and what that comes to."""
    numbers, reward = model.growth.after[step], model.values[step]
    return {
        "reward": reward,
        "corrected": reward != given(model, step),
        "visits": numbers.visits,
        "mean": numbers.mean,
    }


def given(model: Model, step: int) -> Any:
    """What comes from below: the reward that was counted there, or the simulation gave."""
    kinds = model.columns.kinds
    before = next(one for one in range(step - 1, -1, -1) if kinds[one] in (*PLAYED, BACKUP))
    return model.values[before]


def narrowing(model: Model, step: int, node: int) -> dict[str, Any]:
    """What is proved of a node now."""
    numbers = model.growth.after[step]
    return {"low": numbers.low, "high": numbers.high, "plies": numbers.plies}


def visited(model: Model, node: int, step: int) -> list[Numbers]:
    """The numbers of the children of a node that were visited before a step."""
    before = (model.growth.at(child, step) for child in model.columns.children[node])
    return [numbers for numbers in before if numbers.visits]


FACTS = {
    SELECT: selecting,
    TRY: trying,
    THROW: throwing,
    EXPAND: expanding,
    PLAYOUT: playing,
    ESTIMATE: playing,
    ROLLOUT: playing,
    OVER: playing,
    SETTLED: playing,
    BACKUP: counting,
    NARROW: narrowing,
}
"""What each kind of event says beside who and where."""
