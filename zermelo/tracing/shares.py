"""A search of three or more players, each for themselves: its values, and why something was left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.kernel.events import CUT, ENDS
from zermelo.tracing.sureness import AT_LEAST, EXACT

if TYPE_CHECKING:
    from zermelo.tracing.model import Model


def values_of(model: Model) -> list[Any]:
    """Everybody's payoffs after each event; from a cut-off on, what the mover has at least."""
    columns, cut = model.columns, set[int]()
    found: list[Any] = []
    for step, (kind, node) in enumerate(zip(columns.kinds, columns.nodes)):
        if kind == CUT:
            cut.add(node)
        found.append(columns.values[step] if node in cut else columns.dealt[step])
    return found


def sureness_of(model: Model) -> list[str]:
    """How sure the value is that each node returned; empty before it did."""
    kinds = [[model.columns.kinds[event] for event in events] for events in model.columns.own]
    return ["" if own[-1] not in ENDS else AT_LEAST if CUT in own else EXACT for own in kinds]


def holders_of(model: Model) -> dict[int, int]:
    """By the event of a cut-off: the node above, whose mover has enough elsewhere; -1: the mover has all."""
    columns = model.columns
    cuts = (step for step, kind in enumerate(columns.kinds) if kind == CUT)
    return {step: -1 if has_all(model, step) else columns.parents[columns.nodes[step]] for step in cuts}


def has_all(model: Model, step: int) -> bool:
    """Is nothing left for anybody else beyond what each has in any case?"""
    game, players = model.game, model.trace.options.players
    return bool(model.columns.values[step] >= game.constant_sum - (players - 1) * game.least)


def left_for(model: Model, step: int) -> Any:
    """What the mover of a node that is cut off leaves for the player above at most."""
    game, players = model.game, model.trace.options.players
    return game.constant_sum - model.columns.values[step] - (players - 2) * game.least
