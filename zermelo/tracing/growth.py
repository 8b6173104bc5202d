"""A tree that grows simulation by simulation: what each node had been found to be after each event."""

from __future__ import annotations

from bisect import bisect_left
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.algorithms.playout import WON
from zermelo.game import CHANCE, MAX
from zermelo.kernel.events import BACKUP, ENTER, EXPAND, NARROW, OVER, SELECT, THROW, TRY

if TYPE_CHECKING:
    from zermelo.tracing.model import Model

CHOICES = (SELECT, TRY, THROW)


class Numbers(NamedTuple):
    """What the search keeps of a node; all rewards are MAX's, and a win is 1.

    Of three or more players a reward is what each of them got, and nothing is ever proved.
    """

    visits: int = 0
    total: Any = 0
    """The sum of the rewards."""
    low: Any = -inf
    """Its true value is proved to be at least this,"""
    high: Any = inf
    """and at most this."""
    plies: int = 0
    """Where it is proved to be won or lost: in how many plies at most."""
    children: int = 0
    """As many it was given."""

    @property
    def mean(self) -> Any:
        """The average reward; None before the first visit."""
        if self.visits and isinstance(self.total, tuple):
            return tuple(total / self.visits for total in self.total)
        return self.total / self.visits if self.visits else None

    @property
    def likely(self) -> float:
        """The average reward of two players' games, as far as what is proved allows it."""
        return float(min(max(self.mean, self.low), self.high))

    @property
    def is_settled(self) -> bool:
        """Is its value proved?"""
        return bool(self.low >= self.high)


class Growth:
    """The numbers of every node, event by event."""

    def __init__(self, model: Model) -> None:
        self.model, self.columns = model, model.columns
        self.unknown = Numbers(low=-1, high=1) if model.trace.options.outcome else Numbers()
        self.now = [self.unknown] * len(model.states)
        self.after: list[Numbers] = []
        """The numbers of an event's node, after it."""
        self.simulations: list[int] = []
        """Which simulation each event belongs to; the first is 1."""
        self.best: list[int] = []
        """The child of an event's node that the search would choose if it stopped now; -1: there is none."""
        self._chosen = [-1] * len(model.states)
        for step, kind in enumerate(self.columns.kinds):
            self._read(step, kind, self.columns.nodes[step])

    def _read(self, step: int, kind: int, node: int) -> None:
        columns, before = self.columns, self.now[node]
        low, high, value = columns.lows[step], columns.highs[step], columns.values[step]
        if kind == EXPAND:
            self.now[node] = before._replace(children=low)
        elif kind == OVER and not self.model.is_shared:
            self.now[node] = before._replace(low=value, high=value)
        elif kind == NARROW:
            self.now[node] = before._replace(low=low, high=high, plies=value)
        elif kind == BACKUP:
            total = high if not self.model.is_shared else added(before.total, columns.dealt[step])
            self.now[node] = before._replace(visits=low, total=total)
            self._chosen[node] = self._best(node)
        self.after.append(self.now[node])
        self.best.append(self._chosen[node])
        self.simulations.append((self.simulations[-1] if step else 0) + (kind == ENTER))

    def at(self, node: int, step: int) -> Numbers:
        """The numbers of a node before an event."""
        own = self.columns.own[node]
        place = bisect_left(own, step)
        return self.after[own[place - 1]] if place else self.unknown

    # -- which child is best -----------------------------------------------------------------------

    def _best(self, node: int) -> int:
        """As the search itself orders them: what is proved to be no worse than the open ones seem, then the
        open ones by their visits."""
        if self.model.players[node] == CHANCE:
            return -1
        if self.model.is_shared:
            return self._most_visited(node)
        sign = 1 if self.model.players[node] == MAX else -1
        children = [one for one in self.columns.children[node] if self.now[one].visits]
        open_ones = [one for one in children if is_open(self.now[one], self.now[node], sign)]
        highest = max((sign * self.now[one].likely for one in open_ones), default=-inf)
        merits = {one: self._merit(one, sign, highest) for one in children}
        merits |= {one: (0, self.now[one].visits, sign * self.now[one].likely) for one in open_ones}
        places = self.columns.places
        return max(children, key=lambda one: (merits[one], -places[one]), default=-1)

    def _most_visited(self, node: int) -> int:
        """Where nothing is proved; of those that were visited as often, the first."""
        places = self.columns.places
        visited = self.columns.children[node]
        return max(visited, key=lambda one: (self.now[one].visits, -places[one]), default=-1)

    def _merit(self, child: int, sign: int, highest: float) -> tuple[int, Any, Any]:
        numbers = self.now[child]
        value = sign * (numbers.low if sign > 0 else numbers.high)
        good = numbers.is_settled and value >= highest
        return (1 if good else -1), value, (-numbers.plies if value > 0 else numbers.plies)


def added(total: Any, payoffs: tuple[Any, ...]) -> tuple[Any, ...]:
    """What each of three or more players has got, with what one more simulation brought.

    >>> added(0, (1, 2, 0)), added((1, 2, 0), (0, 1, 2))
    ((1, 2, 0), (1, 3, 2))
    """
    before = total or (0,) * len(payoffs)
    return tuple(one + other for one, other in zip(before, payoffs, strict=True))


def is_open(child: Numbers, above: Numbers, sign: int) -> bool:
    """May a child turn out better than what the player above (MAX: 1, MIN: -1) is sure of?"""
    better = child.high > above.low if sign > 0 else child.low < above.high
    return bool(not child.is_settled and better)


# -- from what the kernel wrote down -------------------------------------------------------------------


def numbered(kinds: list[int], places: list[int]) -> tuple[list[int], list[int]]:
    """The node of each event that comes to one, numbered as they are first entered; and where each lies.

    >>> numbered([ENTER, TRY, BACKUP, BACKUP, ENTER, TRY], [0, 16, 0, 0, 0, 8])
    ([0, 1, 0, 0, 0, 2], [0, 16, 8])
    """
    found: dict[int, int] = {}
    arrivals = (ENTER, *CHOICES)
    nodes = [
        found.setdefault(int(place), len(found)) if kind in arrivals else 0
        for kind, place in zip(kinds, places)
    ]
    return nodes, list(found)


def in_wins(
    kinds: list[int], fields: tuple[list[Any], list[Any], list[Any]], terms: Any, outcome: bool
) -> tuple[list[Any], list[Any], list[Any]]:
    """The three numbers of each event, rewards so that a win is 1.

    Of a choice: its average reward as the player sees it, what being little known adds, and both together.
    """
    unit = WON if outcome else 1
    rows = [
        row_of(kind, row, terms[2 * step : 2 * step + 2], unit)
        for step, (kind, row) in enumerate(zip(kinds, zip(*fields)))
    ]
    lows, highs, values = zip(*rows) if rows else ((), (), ())
    return list(lows), list(highs), list(values)


def row_of(kind: int, row: tuple[Any, Any, Any], terms: Any, unit: int) -> tuple[Any, Any, Any]:
    """The numbers of one event."""
    low, high, value = row
    if kind in CHOICES:
        average, promise = (float(term) / unit for term in terms)
        return average, promise - average, promise
    if kind == NARROW:
        return scaled(low, unit), scaled(high, unit), int(value)
    return int(low), scaled(high, unit), scaled(value, unit)


def scaled(reward: Any, unit: int) -> Any:
    """A reward in units of a win; whole where it is."""
    found = reward / unit if unit > 1 else reward
    return int(found) if abs(found) < 1 << 53 and found == int(found) else found
