"""One step of a search as a record of facts: who, where, how much, how sure; sentences are made from it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Any

from zermelo.game import CHANCE, MAX, MIN, name_of
from zermelo.kernel.events import CUT, ENDS, ENTER, KEEP, KINDS, RETURN, UPDATE
from zermelo.kernel.run import NO_ACTION
from zermelo.tracing.columns import ABOUT_A_CHILD
from zermelo.tracing.model import OPEN, OTHERS, PASSED, Model, Worth
from zermelo.tracing.sureness import AT_LEAST, AT_MOST, EXACT, best_of, how_sure
from zermelo.tracing.trace import Iteration
from zermelo.tracing.windows import ASKED, START, End, is_narrow

ROOT, CHILD = "root", "child"
MORE, LESS, BETWEEN = "more", "less", "between"
AVERAGE, AVERAGE_LOW, AVERAGE_HIGH = "average", "average low", "average high"
AVERAGES = {(True, True): AVERAGE, (True, False): AVERAGE_LOW, (False, True): AVERAGE_HIGH}
OPENED, DEEPER, REPEAT, PROBED = "opened", "deeper", "repeat", "probed"
UNKNOWN = Worth(None)
LONGEST = 6
"""Steps of a line that are told."""


@dataclass(frozen=True)
class Holding:
    """What a player is sure of further up, or what stands in its place."""

    worth: Worth
    node: int = START
    """The node whose mover is sure of it; a negative number where there is none (windows.py)."""
    move: str = ""
    """The move there by which they are."""
    up: int = 0
    """How many plies above the node of the step that is."""
    is_root: bool = False
    guessed: bool = False
    """Whether an estimate took part in it."""

    @property
    def is_sure(self) -> bool:
        """Is there a node at which a player is sure of it?"""
        return self.node >= 0


@dataclass(frozen=True)
class Fact:
    """What one event says; all values and bounds are MAX's, all plies are counted from the root."""

    kind: str
    node: int
    ply: int
    player: int
    """Who is to move at the node: MAX, MIN or CHANCE; MAX where the game is over."""
    is_over: bool
    low: Holding
    """The low end of the window: what MAX is sure of further up, if anything."""
    high: Holding
    """The high end: what MIN is sure of further up, if anything."""
    relation: str
    """What the node, or the child that is compared or cuts off, is to the one above: ROOT; CHILD, by `move`;
    PASSED, by doing nothing; OTHERS, a search of the others within the node itself."""
    turned: bool = False
    """Does the algorithm itself count for MIN here, with the other sign?"""
    is_payoff: bool = False
    """Is the end of the game no more than a number that somebody wrote down?"""
    is_draw: bool = False
    """leaf: is the game over and drawn?"""
    move: str = ""
    """enter: the action that led here; update, keep, cut: the action of the child."""
    why: str = ""
    """enter: why it was tried so early."""
    value: Worth = UNKNOWN
    """update, cut: the best so far; keep: what the child returned."""
    sure: str = EXACT
    """Is the value exact, at least or at most that?"""
    guessed: bool = False
    """Did an estimate take part in the value?"""
    kept: Worth = UNKNOWN
    """keep: what the value is no better than,"""
    kept_sure: str = EXACT
    """and whether that is exact, or a bound too."""
    keeps: Holding | None = None
    """keep: who has that; None: the mover, here."""
    needs: Worth | None = None
    """keep: what would answer a question that only asks whether it is more, or less, than something."""
    window: bool = False
    """update: did it move an end of the window?"""
    probability: Any = None
    """update of a chance node: of this outcome."""
    closed: int = 0
    """cut: which end of the window was reached, 0 for the low one."""
    probed: bool = False
    """cut: was nothing looked at but one reply, here or to each outcome of the dice?"""
    left: int = 0
    """cut, return: how many children are never looked at."""
    quiet: bool = False
    """return: are those the quiet actions, which are not followed so deep?"""
    at_once: bool = False
    """return: was no child looked at?"""
    asked: str = ""
    """enter: the question that begins here: is it MORE than `low`, LESS than `high`, AT_LEAST `high`, AT_MOST
    `low`, or how much BETWEEN them?  An outcome of the dice that lies beyond either end takes the AVERAGE
    out of the window of the chance node; AVERAGE_LOW, AVERAGE_HIGH: only one end is there."""
    bounded: bool = False
    """enter a root: does the search start at the bounds of all payoffs?"""
    again: str = ""
    """enter: why the same is searched again: with an OPENED window, DEEPER, simply as a REPEAT, or since it
    was only PROBED."""
    before: Worth = UNKNOWN
    """enter again: what the search before returned,"""
    before_sure: str = ""
    """and how sure that is."""
    depth: int = 0
    """enter a root: the depth of this iteration, where there are several."""
    first: str = ""
    """enter a root: the line of the iteration before, as far as it is tried first."""

    @property
    def other(self) -> int:
        """Who has the bound of a cut-off."""
        if self.player == CHANCE:
            return MIN if self.closed else MAX
        return MIN if self.player == MAX else MAX

    @property
    def bound(self) -> Holding:
        """cut: what the other player already has elsewhere, or what stands in its place."""
        return self.high if self.other == MIN else self.low


def fact_of(model: Model, step: int) -> Fact:
    """The facts of a step; they are counted from 0."""
    columns = model.columns
    kind, node = columns.kinds[step], columns.nodes[step]
    player, (low, high) = model.players[node], model.ends[step]
    about = entering(model, step, node) if kind == ENTER else valuing(model, step)
    if kind in ABOUT_A_CHILD:
        about["move"] = name_of(model.game, model.states[node], columns.actions[step])
        about |= comparing(model, step)
    return Fact(
        kind=KINDS[kind],
        node=node,
        ply=columns.plies[step],
        player=MAX if player is None else player,
        is_over=player is None,
        is_payoff=player is None and getattr(model.game, "written_down", False),
        turned=model.turned[node],
        **{
            "low": holding(model, step, 0, low),
            "high": holding(model, step, 1, high),
            "relation": CHILD,
            **about,
        },
    )


def holding(model: Model, step: int, side: int, end: End) -> Holding:
    """One end of a window, with who set it."""
    worth = model.worth(model.windows[step][side])
    if end.node < 0:
        return Holding(worth, end.node)
    up = model.columns.plies[step] - model.plies[end.node]
    guessed = model.guessed[end.child] and needs_estimates(model, worth, model.sure[end.child])
    return Holding(worth, end.node, model.names[end.child], up, model.plies[end.node] == 0, guessed)


# -- a node is entered ---------------------------------------------------------------------------------


def starts_at_payoffs(model: Model, root: int) -> bool:
    """Whether the window of this root is the range of all payoffs; expectiminimax has no window."""
    return bool(model.trace.options.payoff_bounds and model.entered(root) != OPEN)


def entering(model: Model, step: int, node: int) -> dict[str, Any]:
    """How the search came here, and why."""
    found = {**asking(model, step, node), **beginning(model, step, node), **repeating(model, node)}
    if model.plies[node] == 0:
        return {"relation": ROOT, "bounded": starts_at_payoffs(model, node), **found}
    action = model.actions[node]
    relation = OTHERS if action is OTHERS else PASSED if action is NO_ACTION else CHILD
    reason = {"relation": relation, "move": model.names[node], "why": model.columns.whys.get(step, "")}
    return {**reason, **found}


def asking(model: Model, step: int, node: int) -> dict[str, Any]:
    """The question that begins at a node, where its window is narrower than what the players are sure of."""
    low, high = (end.node == ASKED and end.child == node for end in model.ends[step])
    if not low and not high:
        return {}
    parent = model.columns.parents[node]
    if parent >= 0 and model.players[parent] == CHANCE:
        return {"asked": AVERAGES[low, high]}
    if not is_narrow(model.windows[step]):
        return {"asked": BETWEEN}
    if low and high:
        return {"asked": AT_MOST if model.players[node] == MIN else AT_LEAST}
    return {"asked": MORE if high else LESS}


def beginning(model: Model, step: int, node: int) -> dict[str, Any]:
    """What is to be said of a depth where it begins."""
    iterations = model.trace.iterations
    if len(iterations) < 2 or model.columns.parents[node] >= 0:
        return {}
    begun = iteration_of(model, step)
    if begun.event != step:
        return {"depth": begun.depth} if model.plies[node] == 0 else {}
    line = begun.line[: followed(model, node, begun.line)]
    names = model.line(line[:LONGEST]) + (["…"] if len(line) > LONGEST else [])
    return {"depth": begun.depth, "first": " ".join(names)}


def iteration_of(model: Model, step: int) -> Iteration:
    """The iteration that a step belongs to."""
    iterations = model.trace.iterations
    return iterations[bisect_right(iterations, step, key=lambda one: one.event) - 1]


def followed(model: Model, node: int, line: tuple[Any, ...]) -> int:
    """How many steps of a line the search tries first, from a root on."""
    count = 0
    for action in line:
        node = next(iter(model.columns.children[node]), -1)
        if node < 0 or model.actions[node] != action:
            break
        count += 1
    return count


def repeating(model: Model, node: int) -> dict[str, Any]:
    """Why the same is searched again, where it is."""
    earlier = searched_before(model, node)
    if not earlier or not model.sure[earlier[-1]]:
        return {}
    last, returned = earlier[-1], {one: model.values[model.columns.own[one][-1]] for one in earlier}
    again = DEEPER if model.entered(last) == model.entered(node) else OPENED
    again = PROBED if model.is_probe(last) else again
    sure = {model.sure[one] for one, value in returned.items() if value == returned[last]}
    known = model.plies[node] == 0 and (EXACT in sure or {AT_LEAST, AT_MOST} <= sure)
    before = {"before": model.worth(returned[last]), "before_sure": model.sure[last]}
    return {"again": REPEAT if known else again, **before}


def searched_before(model: Model, node: int) -> list[int]:
    """The nodes before it for the same action, or for the root at the same depth."""
    columns = model.columns
    parent, ply = columns.parents[node], model.plies[node]
    if (parent < 0 and ply > 0) or model.actions[node] is OTHERS:
        return []
    siblings = columns.children[parent]
    before = siblings[: bisect_left(siblings, node)]
    if parent < 0:
        begun = iteration_of(model, columns.first[node]).event if model.trace.iterations else 0
        return [one for one in before if columns.first[one] >= begun]
    return [one for one in before if model.actions[one] == model.actions[node]]


# -- a child is compared, a value is known -------------------------------------------------------------


def comparing(model: Model, step: int) -> dict[str, Any]:
    """What became of a child's value."""
    columns = model.columns
    kind, node = columns.kinds[step], columns.nodes[step]
    if kind == CUT:
        left, closed = len(model.pruned.get(node, ())), model.closed_end(step)
        return {"left": left, "closed": closed, "probed": is_probed(model, step, node)}
    if kind == KEEP:
        return keeping(model, step, node)
    if model.players[node] == CHANCE:
        return {"probability": columns.lows[step]}
    return {"window": End(node, columns.child[step]) in model.ends[step]}


def is_probed(model: Model, step: int, node: int) -> bool:
    """Does a cut-off rest on one reply alone: a probe's, or those of probes of what the dice show?"""
    (low, high), value = model.windows[step], model.values[step]
    if model.players[node] != CHANCE:
        enough = value >= high if model.players[node] == MAX else value <= low
        return model.is_probe(node) and not enough
    return UPDATE not in (model.columns.kinds[one] for one in model.columns.own[node] if one < step)


def keeping(model: Model, step: int, node: int) -> dict[str, Any]:
    """What the child returned, what that is no better than, and who has it: the mover here, or further up."""
    child, own = model.columns.child[step], 0 if model.players[node] == MAX else 1
    returned = model.values[model.columns.own[child][-1]]
    kept, end = model.values[step], model.ends[step][own]
    before = (model.columns.kinds[one] for one in model.columns.own[node] if one < step)
    elsewhere = UPDATE not in before and kept == model.windows[step][own]
    return {
        "value": model.worth(returned),
        "sure": model.sure[child],
        "kept": model.worth(kept),
        "kept_sure": EXACT if elsewhere else sure_so_far(model, step),
        "keeps": holding(model, step, own, end) if elsewhere else None,
        "needs": model.worth(model.windows[step][1 - own]) if is_narrow(model.windows[step]) else None,
    }


def needs_estimates(model: Model, worth: Worth, sure: str) -> bool:
    """May what is said of a value be false if estimates are?  A win stands; that none is quicker may not."""
    if worth.winner is None or worth.is_endless:
        return True
    return model.prunes and sure == (AT_MOST if worth.winner == MAX else AT_LEAST)


def sure_so_far(model: Model, step: int) -> str:
    """How sure the best of a node is, from the children that were looked at before it, or set it."""
    columns = model.columns
    node, child = columns.nodes[step], columns.child[step]
    if model.players[node] == CHANCE or child < 0:
        return model.sure[child] if child >= 0 and columns.kinds[step] == UPDATE else EXACT
    if lets_stand(model, step):
        return AT_LEAST if model.players[node] == MAX else AT_MOST
    out = model.actions[child] if columns.kinds[step] == KEEP else OTHERS
    seen = (one for one in columns.children[node] if columns.first[one] < step and model.actions[one] != out)
    return how_sure(model.values[step], best_of(model, node, seen, model.known))


def passing_over(model: Model, node: int) -> dict[str, Any]:
    """How many children a search did not look at without a cut-off: quiet ones, or hopeless by estimate."""
    is_cut = CUT in (model.columns.kinds[event] for event in model.columns.own[node])
    left = 0 if is_cut else len(model.pruned.get(node, ()))
    return {"left": left, "quiet": model.is_quiescent(node)} if left else {}


def lets_stand(model: Model, step: int) -> bool:
    """Is the best of a node what its mover had before any action, letting things stand?"""
    columns = model.columns
    first = next(event for event in columns.own[columns.nodes[step]] if columns.kinds[event] in ABOUT_A_CHILD)
    return columns.kinds[first] == KEEP and model.values[first] == model.values[step]


def valuing(model: Model, step: int) -> dict[str, Any]:
    """What the node, or the child, is worth."""
    columns, worth = model.columns, model.worth(model.values[step])
    kind, node = columns.kinds[step], columns.nodes[step]
    about = node if kind in ENDS else columns.child[step]
    sure = model.sure[node] if kind in ENDS else sure_so_far(model, step)
    return {
        "value": worth,
        "sure": sure,
        "guessed": about >= 0 and model.guessed[about] and needs_estimates(model, worth, sure),
        "is_draw": model.trace.options.outcome and worth.value == 0 and model.players[node] is None,
        "at_once": kind == RETURN and not columns.children[node],
        **(passing_over(model, node) if kind == RETURN else {}),
        "relation": OTHERS if about >= 0 and model.actions[about] is OTHERS else CHILD,
    }
