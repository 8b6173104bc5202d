"""A searched tree as lines of text: which nodes to draw, how to say what they are worth."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from zermelo.game import CHANCE, MAX, MIN, name_of
from zermelo.kernel.events import CUT
from zermelo.kernel.run import NO_ACTION
from zermelo.messages import counted
from zermelo.report import Report
from zermelo.score import PLAYERS, in_plies, payoffs_told, plain, share
from zermelo.tracing.facts import Fact, fact_of
from zermelo.tracing.model import Model, steps_from
from zermelo.tracing.shares import has_all, left_for
from zermelo.tracing.simulation_words import number
from zermelo.tracing.sureness import AT_LEAST, AT_MOST, EXACT
from zermelo.tracing.tree import GrownNode, TraceNode, TraceTree
from zermelo.tracing.windows import QUICKEST, START

MARKS = {MAX: "▲ MAX", MIN: "▼ MIN", CHANCE: "● CHANCE", None: "■"}
SIGNS = "▲▼◆⬢⬟✚✖◗"
"""Of three or more players, a sign for each: told apart without colour."""
GROWN_LEGEND = "▲ MAX  ▼ MIN  ● CHANCE  ■ game over  ★ best child  = proved; all values and means are MAX's"
LEGEND = "▲ MAX  ▼ MIN  ● CHANCE  ■ leaf  ★ best child  ✂ cut-off  [α, β] window; all values are MAX's"
KNOWN_BY = {
    "table": "from the table",
    "bounds": "by its bounds",
    "repeated": "a repetition",
    "pass": "even after a pass",
}
"""Why a node was left without a search of it."""
MOST_NAMED = 12
"""Pruned moves that one line names."""
COUNTED = 50_000
"""Nodes that are counted to say how many leaves were skipped."""


class Line(NamedTuple):
    """One line of a drawing, and the node it is about."""

    text: str
    node: TraceNode
    is_cut: bool = False


def value_text(model: Model, value: Any, brief: bool = False) -> str:
    """A value of MAX's, short enough for a window, or for a drawing: there a win in 3 plies is #3.

    What each of three or more players gets is one number after the other.
    """
    if isinstance(value, tuple):
        return ", ".join(map(plain, value)) if brief else payoffs_told(value)
    _, winner, plies = model.worth(value)
    if winner is not None and brief:
        return f"{'' if value > 0 else '−'}#{plies or ''}"
    if winner is not None:
        return f"{PLAYERS[winner]} wins{in_plies(plies) if plies else ''}"
    if abs(value) == float("inf"):
        return "+∞" if value > 0 else "−∞"
    return plain(value)


def legend(model: Model) -> str:
    """What the marks of a drawing mean, and from where its plies are counted."""
    options = model.trace.options
    if options.players > 2:
        return legend_of_many(model)
    if model.trace.simulated:
        return GROWN_LEGEND
    return f"{LEGEND}, plies from the root" if options.outcome and options.quick else LEGEND


def legend_of_many(model: Model) -> str:
    """The same for three or more players."""
    signs = "  ".join(f"{SIGNS[seat]} {name}" for seat, name in sorted(model.player_names.items()))
    if model.trace.simulated:
        return f"{signs}  ● CHANCE  ■ game over  ★ most visited child; means of what each got; none is proved"
    rest = f"{signs}  ● CHANCE  ■ leaf  ★ best child  ✂ cut-off"
    if model.is_shared:
        return f"{rest}; a payoff for each, in their order"
    return f"{rest}  [α, β] window; all values are {model.player_names[MAX]}'s"


def mark_of(model: Model, player: int | None) -> str:
    """The sign of a player, and what people call them."""
    if player is None or player == CHANCE or not model.player_names:
        return MARKS[player]
    return f"{SIGNS[player]} {model.player_names[player]}"


def best_line(tree: TraceTree) -> list[TraceNode]:
    """The last root, its best child, the best child of that …"""
    found = tree.roots[-1:]
    while found and found[-1].best is not None:
        found.append(found[-1].best)
    return found


def cost(node: TraceNode) -> int:
    """Lines that the children of a node take."""
    return len(node.children) + (1 if node.pruned else 0)


def opened(tree: TraceTree, lines: int | None, first: Iterable[TraceNode]) -> set[TraceNode]:
    """The nodes whose children are drawn: those of one line first, then breadth first while there is room."""
    if lines is None:
        return set(tree.walk())
    found: set[TraceNode] = set()
    left = lines - len(tree.roots)
    for node in first:
        if cost(node) > left:
            break
        found.add(node)
        left -= cost(node)
    waiting = deque(tree.roots)
    while waiting and left > 0:
        node = waiting.popleft()
        if node not in found and cost(node) <= left:
            found.add(node)
            left -= cost(node)
        waiting.extend(node.children if node in found else ())
    return found


class Row(NamedTuple):
    """A line that waits to be drawn: what stands before it, and before the lines below it."""

    node: TraceNode
    before: str = ""
    indent: str = ""
    is_cut: bool = False


def drawing(tree: TraceTree, open_nodes: set[TraceNode]) -> Iterator[Line]:
    """The tree, top down; a stack and no recursion, since a game may be hundreds of plies deep."""
    waiting = [Row(root) for root in reversed(tree.roots)]
    while waiting:
        row = waiting.pop()
        if row.is_cut:
            yield Line(row.before + cut_off(tree, row.node), row.node, True)
            continue
        is_open = row.node in open_nodes
        hidden = "" if is_open else not_drawn(row.node)
        yield Line(row.before + described(tree, row.node) + hidden, row.node)
        if is_open:
            waiting.extend(reversed(rows_below(row)))


def not_drawn(node: TraceNode) -> str:
    """What a closed node hides."""
    pruned = f", ✂ {counted(len(node.pruned), 'move')}" if node.pruned else ""
    return f"  … {counted(node.below, 'node')} below{pruned}" if node.below else ""


def rows_below(row: Row) -> list[Row]:
    """The children of a node, and what was cut off beside them."""
    node = row.node
    below = [(child, False) for child in node.children] + ([(node, True)] if node.pruned else [])
    marks = [("├─ ", "│  ")] * (len(below) - 1) + [("└─ ", "   ")]
    return [
        Row(child, row.indent + mark, row.indent + stem, is_cut)
        for (child, is_cut), (mark, stem) in zip(below, marks, strict=False)
    ]


def described(tree: TraceTree, node: TraceNode) -> str:
    """One node in words: `★ 0  ▼ MIN [3, +∞] at most 2`."""
    best = "★ " if node.above is not None and node.above.best is node else ""
    chance = f" ({share(node.probability)} of the time)" if node.probability is not None else ""
    again = " again" if node.again else ""
    moved = f"{best}{node.name}{again}{chance}  " if node.name else numbered(tree, node)
    if isinstance(node, GrownNode):
        return f"{moved}{mark_of(tree.model, node.player)}{grown(tree, node)}"
    if node.is_leaf:
        guess = "" if node.player is None else " (estimated)"
        return f"{moved}■ {value_text(tree.model, node.value)}{guess}"
    if node.player is None:
        return f"{moved}■"
    return f"{moved}{mark_of(tree.model, node.player)}{window(tree, node)}{returned(tree, node)}"


def numbered(tree: TraceTree, root: TraceNode) -> str:
    """Which search of several this is, where each looks deeper or with another window than the last."""
    return f"search {tree.roots.index(root) + 1}  " if len(tree.roots) > 1 and root.above is None else ""


def window(tree: TraceTree, node: TraceNode) -> str:
    """Nothing for algorithms that know no window."""
    if not tree.model.has_windows:
        return ""
    return f" [{value_text(tree.model, node.low)}, {value_text(tree.model, node.high)}]"


def returned(tree: TraceTree, node: TraceNode) -> str:
    """What a node is worth, or what it has so far."""
    if node.value is None:
        return ""
    value = value_text(tree.model, node.value)
    if not node.sure:
        return f" {value} so far"
    known = f" ({KNOWN_BY.get(node.known_by, node.known_by)})" if node.known_by else ""
    if isinstance(node.value, tuple):
        return f": {value}"
    return f" {'=' if node.sure == EXACT else node.sure} {value}{known}"


def grown(tree: TraceTree, node: GrownNode) -> str:
    """What simulations have found of a node."""
    visits = f" {counted(node.numbers.visits, 'visit')}" if node.numbers.visits else ""
    if node.numbers.is_settled:
        return f"{visits} = {proved_text(tree, node)}"
    return f"{visits}, mean {number(node.value)}{bounds_text(tree, node)}" if visits else ""


def bounds_text(tree: TraceTree, node: GrownNode) -> str:
    """What is proved of a node whose value is not."""
    known = node.numbers
    if tree.trace.options.outcome:
        safe = PLAYERS[MAX] if known.low == 0 else PLAYERS[MIN] if known.high == 0 else ""
        return f", {safe} has at least a draw" if safe else ""
    ends = ((AT_LEAST, known.low), (AT_MOST, known.high))
    return "".join(f", {end} {number(value)}" for end, value in ends if abs(value) != float("inf"))


def proved_text(tree: TraceTree, node: GrownNode) -> str:
    """What is proved of a node: a number of points, a draw, or who wins and how soon."""
    if not tree.trace.options.outcome:
        return number(node.value)
    if node.value == 0:
        return "a draw"
    plies = node.numbers.plies
    won = f"{PLAYERS[MAX if node.value > 0 else MIN]} wins"
    return f"{won}{in_plies(plies, exact=plies == 1)}" if plies else won


def cut_off(tree: TraceTree, node: TraceNode) -> str:
    """What was pruned, and why."""
    names = ", ".join(node.pruned[:MOST_NAMED]) + (", …" if len(node.pruned) > MOST_NAMED else "")
    return f"✂ {counted(len(node.pruned), 'move')} not looked at: {names} ({why_not(tree.model, node)})"


def why_not(model: Model, node: TraceNode) -> str:
    """A cut-off, or what nobody follows or hopes for."""
    columns = model.columns
    step = next((step for step in columns.own[node.number] if columns.kinds[step] == CUT), -1)
    if step < 0:
        return "quiet" if model.is_quiescent(node.number) else "no better, by estimate"
    return left_too_little(model, step) if model.is_shared else closed_by(model, step, node)


def closed_by(model: Model, step: int, node: TraceNode) -> str:
    """What closed the window of a node."""
    fact = fact_of(model, step)
    has = average(model, fact) if fact.player == CHANCE else reached(model, fact.player, node.value)
    return f"{has} here, {enough(model, fact)}"


def left_too_little(model: Model, step: int) -> str:
    """Why the mover of a cut-off has enough, where each of three or more players is for themselves."""
    columns, node = model.columns, model.columns.nodes[step]
    has = f"{called(model, model.players[node] or 0)} has {plain(columns.values[step])} here"
    if has_all(model, step):
        return f"{has}, all there is"
    rival, rest = called(model, model.players[columns.parents[node]] or 0), plain(left_for(model, step))
    return f"{has}, which leaves {rival} {rest} at most, who has {plain(columns.lows[step])} elsewhere"


def called(model: Model, player: int) -> str:
    """What people call a player."""
    return model.player_names.get(player) or PLAYERS[player]


def average(model: Model, fact: Fact) -> str:
    """What is known of a chance node where its other outcomes do not matter."""
    return f"{AT_LEAST if fact.closed else AT_MOST} {value_text(model, fact.value.value)} on average"


def enough(model: Model, fact: Fact) -> str:
    """Why what the mover of a cut-off has is enough."""
    bound = fact.bound
    if fact.probed and fact.player != CHANCE:
        return "enough for a probe"
    if not bound.is_sure:
        words = {START: "nothing is better", QUICKEST: "nothing is quicker"}
        return words.get(bound.node, "enough for what was asked")
    where = "at the root" if bound.is_root else f"{counted(bound.up, 'ply', 'plies')} up"
    return f"{reached(model, fact.other, bound.worth.value)} {where}, by {bound.move}"


def reached(model: Model, player: int, value: Any) -> str:
    """What a player has: so many points, or a win that may be the other's."""
    won = model.worth(value).winner is not None
    return value_text(model, value) if won else f"{called(model, player)} has {value_text(model, value)}"


def hidden_nodes(tree: TraceTree, open_nodes: set[TraceNode]) -> int:
    """Nodes of the tree that are not drawn."""
    shown = len(tree.roots) + sum(len(node.children) for node in open_nodes)
    return tree.nodes - shown


def remarks(tree: TraceTree, hidden: int, visited: int) -> Iterator[str]:
    """What a drawing leaves out, and how to see it."""
    if hidden:
        less = "--nodes makes fewer simulations" if tree.trace.simulated else "--depth searches less"
        yield f"… {counted(hidden, 'node')} below are not drawn: --show draws more, {less}."
    if tree.trace.simulated and tree.trace.dropped:
        told = f"the events tell of the first {tree.model.growth.simulations[-1]:,}"
        yield f"… the search made {counted(visited, 'simulation')}, {told}: --events keeps more."
    elif tree.trace.dropped and visited > tree.nodes:
        kept = f"the events tell of the first {tree.nodes:,}"
        yield f"… the search visited {counted(visited, 'node')}, {kept}: --events keeps more."


def summary(report: Report, tree: TraceTree, depth: int | None) -> Iterator[str]:
    """What came out, what it cost, what was saved."""
    game, state = tree.trace.game, tree.trace.state
    best = f", by {name_of(game, state, report.action)}" if report.line else ""
    early = "" if report.finished else " (stopped early)"
    yield f"value      {report.score if report.answered else 'nothing is known'}{best}{early}"
    if tree.trace.simulated:
        yield f"searched   {counted(report.nodes, 'simulation')}, {counted(tree.nodes, 'node')} visited"
        return
    yield f"searched   {counted(report.nodes, 'node')}, {counted(report.leaves, 'leaf', 'leaves')}"
    cuts = sum(report.cutoffs)
    skipped = leaves_skipped(report, tree, depth) if cuts else ""
    yield f"cut-offs   {cuts:,}{skipped}"


def leaves_in_all(game: Any, state: Any, depth: int | None, most: int) -> int | None:
    """The leaves that minimax would look at; None where there are more than `most` nodes to count."""
    waiting, leaves, seen = [(state, 0)], 0, 0
    while waiting:
        state, ply = waiting.pop()
        seen += 1
        if seen + len(waiting) > most:
            return None
        if ply == depth or game.is_terminal(state):
            leaves += 1
        else:
            waiting += [(game.result(state, action), ply + 1) for action in steps_from(game, state)]
    return leaves


def leaves_seen(model: Model, depth: int | None) -> int:
    """How many of them the search came to: one that it came to twice is one, what lies deeper is none."""
    ways: dict[tuple[int, Any], int] = {}
    """The number of each place in the game's tree, by that of the one above and the action; the root is 0."""
    places: list[int] = []
    found = set()
    for node, parent in enumerate(model.columns.parents):
        place = places[parent] if parent >= 0 else 0
        if model.actions[node] is NO_ACTION and model.plies[node] > 0:
            place = -1  # outside of the game's tree, and so is what follows
        elif model.is_move(node) and place >= 0:
            place = ways.setdefault((place, model.actions[node]), len(ways) + 1)
        places.append(place)
        ended = model.players[node] is None and (depth is None or model.plies[node] <= depth)
        if place >= 0 and (ended or model.plies[node] == depth):
            found.add(place)
    return len(found)


def leaves_skipped(report: Report, tree: TraceTree, depth: int | None) -> str:
    """How many leaves the cut-offs saved, where that can be counted in a moment."""
    if tree.trace.dropped or not report.finished:
        return ""
    every = leaves_in_all(tree.trace.game, tree.trace.state, depth, COUNTED)
    if every is None:
        return f"; minimax would visit more than {COUNTED:,} nodes"
    skipped = every - leaves_seen(tree.model, depth)
    were = "was" if skipped == 1 else "were"
    return f"; {skipped:,} of {counted(every, 'leaf', 'leaves')} {were} never looked at"
