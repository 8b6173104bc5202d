"""The sentences of a search of three or more players, each for themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.game import CHANCE, name_of
from zermelo.kernel.events import CUT, ENTER, KEEP, LEAF, UPDATE
from zermelo.score import payoffs_told, plain, share
from zermelo.tracing.facts import fact_of
from zermelo.tracing.model import Model
from zermelo.tracing.shares import has_all, left_for

if TYPE_CHECKING:
    from zermelo.tracing.sentences import Teller


def of_shares(model: Model, step: int, teller: Teller) -> str:
    """The sentence of a step."""
    kind, node = model.columns.kinds[step], model.columns.nodes[step]
    if kind == ENTER:
        return teller.tell(fact_of(model, step))
    player, payoffs = model.players[node], model.columns.dealt[step]
    parts: dict[str, Any] = {"payoffs": payoffs_told(payoffs), "value": plain(model.columns.values[step])}
    parts["player"] = "" if player is None else teller.say(player)
    if kind == LEAF:
        return teller.say("shares over" if player is None else "shares estimate", **parts)
    if kind == CUT:
        return cutting(model, step, teller, parts)
    if kind in (UPDATE, KEEP):
        return comparing(model, step, teller, parts)
    is_cut = not isinstance(model.values[step], tuple)
    return teller.say("shares return cut" if is_cut else "shares return", **parts)


def comparing(model: Model, step: int, teller: Teller, parts: dict[str, Any]) -> str:
    """What became of a child."""
    columns, node = model.columns, model.columns.nodes[step]
    parts["move"] = name_of(model.game, model.states[node], columns.actions[step])
    if model.players[node] == CHANCE:
        return teller.say("shares average", probability=share(columns.lows[step]), **parts)
    if columns.kinds[step] == UPDATE:
        return teller.say("shares update", **parts)
    returned = model.values[columns.own[columns.child[step]][-1]]
    if not isinstance(returned, tuple):
        return teller.say("shares bound", **parts)
    own = returned[model.players[node]]
    words = "shares keep" if own < columns.values[step] else "shares tie"
    return teller.say(words, own=plain(own), **parts)


def cutting(model: Model, step: int, teller: Teller, parts: dict[str, Any]) -> str:
    """Why the other children of a node are never looked at."""
    node = model.columns.nodes[step]
    left = teller.left(len(model.pruned.get(node, ())))
    if has_all(model, step):
        return teller.say("shares cut all", left=left, **parts)
    rival = teller.say(model.players[model.columns.parents[node]] or 0)
    sure, rest = plain(model.columns.lows[step]), plain(left_for(model, step))
    return teller.say("shares cut", left=left, rival=rival, sure=sure, rest=rest, **parts)
