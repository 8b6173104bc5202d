"""A trace told in sentences, from MAX's point of view whatever the algorithm's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.game import CHANCE, MAX
from zermelo.kernel.run import ESTIMATES, WIN
from zermelo.score import in_plies, plain
from zermelo.tracing.trace import LEAVING, Event, Trace, followed

BECAUSE = {
    "table": ", the table's move",
    "killer": ", a killer",
    "history": ", good elsewhere",
    "line": ", of the last best line",
}
"""Why an action was tried when it was."""
LONGEST = 6
"""Steps of a line that are told."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass
class Visit:
    """A node on the path while its story is told."""

    state: Any
    player: int
    ply: int
    children: int
    """How many children have been looked at."""


def narrate(trace: Trace) -> Iterator[str]:
    """One sentence for each event."""
    path: list[Visit] = []
    teller = Teller(trace)
    for index, event in enumerate(trace.events):
        if event.kind == "enter":
            if path:
                path[-1].children += 1
            path.append(teller.visit(path, event))
        yield "  " * event.ply + teller.iteration(index, event) + teller.sentence(path, event)
        if event.kind in LEAVING:
            path.pop()
    if trace.dropped:
        yield f"… and {trace.dropped:,} more steps that were not kept."


class Teller:
    """Finds the words."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.game = trace, trace.game
        self.begun = {one.event: one for one in trace.iterations} if len(trace.iterations) > 1 else {}
        self.depth = 0

    def visit(self, path: list[Visit], event: Event) -> Visit:
        above = path[-1].state if path else self.trace.state
        again = bool(path) and path[-1].ply == event.ply  # the others are searched without the best action
        state = followed(self.game, above, event.action) if event.ply > 0 and not again else above
        terminal = self.game.is_terminal(state)
        return Visit(state, MAX if terminal else int(self.game.to_move(state)), event.ply, 0)

    def iteration(self, index: int, event: Event) -> str:
        """What is said of a depth where it begins, and where a search to it begins again."""
        if event.kind != "enter" or event.parent >= 0 or not self.begun:
            return ""
        if index not in self.begun:
            return f"depth {self.depth} again: "
        begun = self.begun[index]
        self.depth = begun.depth
        return f"depth {begun.depth}{self.put_first(begun.line)}: "

    def put_first(self, line: tuple[Any, ...]) -> str:
        names, state = [], self.trace.state
        for action in line[:LONGEST]:
            names.append(self.named(state, action))
            state = followed(self.game, state, action)
        return f", {' '.join(names)}{' …' if len(line) > LONGEST else ''} first" if names else ""

    def sentence(self, path: list[Visit], event: Event) -> str:
        return str(getattr(self, f"tell_{event.kind}")(path, event))

    def name(self, player: int) -> str:
        return "CHANCE" if player == CHANCE else "MAX" if player == MAX else "MIN"

    def worth(self, value: Any) -> str:
        """A value of MAX's, in words."""
        if self.trace.options.outcome and abs(value) > ESTIMATES and abs(value) != float("inf"):
            plies = int(WIN - abs(value)) if self.trace.options.quick else None
            return f"a {'win' if value > 0 else 'loss'}{in_plies(plies) if plies else ''}"
        return plain(value)

    def for_max(self, path: list[Visit], *values: Any) -> list[Any]:
        turned = self.trace.from_the_mover and path[-1].player != MAX
        return [-value for value in reversed(values)] if turned else list(values)

    def label(self, path: list[Visit], event: Event) -> str:
        """The action that led to a node; the search may have started one ply below the root."""
        if len(path) > 1 and path[-2].ply == event.ply:
            return "all but the best action"
        return self.named(path[-2].state if len(path) > 1 else self.trace.state, event.action)

    def action(self, visit: Visit, action: Any) -> str:
        return self.named(visit.state, action)

    def named(self, state: Any, action: Any) -> str:
        if action is None:
            return "doing nothing"
        namer = getattr(self.game, "name", None)
        return str(namer(state, action)) if namer else str(action)

    def tell_enter(self, path: list[Visit], event: Event) -> str:
        here = path[-1]
        moved = f"{self.label(path, event)}{BECAUSE.get(event.why, '')}: " if event.ply > 0 else ""
        if self.game.is_terminal(here.state):
            return f"{moved}the game ends here."
        low, high = self.window(path, event)
        sure = [f"MAX is sure of {self.worth(low)}"] if low != float("-inf") else []
        sure += [f"MIN of {self.worth(high)}"] if high != float("inf") and sure else []
        sure += [f"MIN is sure of {self.worth(high)}"] if high != float("inf") and not sure else []
        return f"{moved}{self.name(here.player)} to move{'; ' if sure else ''}{' and '.join(sure)}."

    def window(self, path: list[Visit], event: Event) -> list[Any]:
        return self.for_max(path, event.low, event.high)

    def tell_leaf(self, path: list[Visit], event: Event) -> str:
        over = self.game.is_terminal(path[-1].state)
        return f"{'worth' if over else 'the depth ends here: estimated at'} {self.worth(event.value)}."

    def tell_update(self, path: list[Visit], event: Event) -> str:
        here = path[-1]
        if here.player == CHANCE:
            outcome = self.action(here, event.action)
            return f"{plain(event.low)} of the time {outcome}: {plain(event.value)} so far."
        (value,) = self.for_max(path, event.value)
        player, action = self.name(here.player), self.action(here, event.action)
        return f"{player} now has {self.worth(value)} here, by {action}."

    def tell_cut(self, path: list[Visit], event: Event) -> str:
        here = path[-1]
        (value,) = self.for_max(path, event.value)
        low, high = self.window(path, event)
        other = "MIN" if here.player == MAX else "MAX"
        bound = high if here.player == MAX else low
        left = sum(1 for _ in self.game.actions(here.state)) - here.children
        if self.quickest(bound, event.ply):
            has = f"{self.name(here.player)} has {self.worth(value)} here"
            return f"{has}, and no win can be quicker: {skipped(left)}."
        return (
            f"{self.name(here.player)} has {self.worth(value)} here; "
            f"{other} already has {self.worth(bound)} elsewhere: {skipped(left)}."
        )

    def quickest(self, bound: Any, ply: int) -> bool:
        """Is a bound nothing but a win at the next ply?"""
        return bool(self.trace.options.outcome and self.trace.options.quick and abs(bound) == WIN - ply - 1)

    def tell_return(self, path: list[Visit], event: Event) -> str:
        (value,) = self.for_max(path, event.value)
        return f"{self.name(path[-1].player)}'s node is worth {self.worth(value)}."

    def tell_table(self, path: list[Visit], event: Event) -> str:
        return f"the table knows this position: {self.bounded(path, event)}."

    def tell_bounds(self, path: list[Visit], event: Event) -> str:
        return f"the rules prove that this position is {self.bounded(path, event)}."

    def tell_repeated(self, path: list[Visit], event: Event) -> str:
        return f"this position was on the way here before: worth {self.worth(event.value)}."

    def tell_pass(self, path: list[Visit], event: Event) -> str:
        (value,) = self.for_max(path, event.value)
        player = self.name(path[-1].player)
        return f"even doing nothing gives {player} {self.worth(value)}, which is enough: no action is tried."

    def bounded(self, path: list[Visit], event: Event) -> str:
        """A value that closes the window is a bound."""
        (value,) = self.for_max(path, event.value)
        low, high = self.window(path, event)
        sure = "at least" if value >= high else "at most" if value <= low else "just"
        return f"worth {sure} {self.worth(value)}"


def skipped(left: int) -> str:
    if left == 0:
        return "no child is left to skip"
    if left == 1:
        return "the other child is never looked at"
    count = NUMBERS[left] if left < len(NUMBERS) else str(left)
    return f"the other {count} children are never looked at"
