"""Report: what a search found, how sure it is, and what it cost."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic

from zermelo.game import Action, State, jsonable, names_of
from zermelo.messages import Brief, counted
from zermelo.pictures import painted
from zermelo.score import Score
from zermelo.trees.tree import as_game

if TYPE_CHECKING:
    from zermelo.tracing.trace import Trace


FORMAT = 1
"""Version of the JSON of a report; it grows when a field changes its meaning."""


@dataclass(frozen=True, repr=False)
class Line(Brief, Generic[Action]):
    """One of the best lines of a position: what a Report says first."""

    action: Action
    score: Score
    line: tuple[Action, ...]
    """The action, the best answer, …"""
    visits: int = 0
    """Simulations that began with the action, where it was valued by simulations."""

    def __str__(self) -> str:
        return f"{self.score}: {' '.join(map(str, self.line))}"

    @property
    def moves(self) -> tuple[Action, ...]:
        """The old name of `line`."""
        warnings.warn("Line.moves is now called Line.line", DeprecationWarning, stacklevel=2)
        return self.line


@dataclass(frozen=True)
class Branch(Generic[Action]):
    """A node of the tree that `mcts` has grown, with those below it that were visited most."""

    action: Action | None
    """What led there; None at the root."""
    visits: int
    score: Score
    player: int | None
    """Who moves there: MAX, MIN or CHANCE; None where nothing is known yet."""
    mean: float | None
    """The two terms that the player above compares (UCB1): the average as that player sees it,"""
    bonus: float | None
    """and what is added for being little known; None at the root and after dice."""
    children: tuple[Branch[Action], ...] = ()


@dataclass(frozen=True, repr=False)
class Report(Brief, Generic[State, Action]):
    """One answer of a search; the last of a stream is the best."""

    action: Action | None
    """The best action found, None where there is none to choose: where `line` is empty.  Rules may call a
    pass None too."""
    score: Score
    line: tuple[Action, ...]
    """The principal variation: the best action, the best answer, …"""
    depth: int
    """How many plies ahead this answer looked."""
    nodes: int
    """Positions visited, by all threads together; so are leaves and cut-offs counted."""
    leaves: int
    cutoffs: tuple[int, ...]
    """Cut-offs caused by the first child, the second, …; trailing zeros left out."""
    seconds: float
    algorithm: str
    compiled: bool
    finished: bool = True
    """False: the search was stopped, and this is the best it knew."""
    values: dict[Action, Score] = field(default_factory=dict)
    """The score of every root action, where they were asked for."""
    lines: tuple[Line[Action], ...] = ()
    """The best lines, the best first, where several were asked for, or by `mcts`; the first is `line`.  The
    engine's are all of one depth, but for a win that was proved before an iteration was stopped."""
    grown: Branch[Action] | None = field(default=None, repr=False, compare=False)
    """The tree that `mcts` has grown so far, as much of it as people look at."""
    trace: Trace | None = None
    why_interpreted: str = ""
    """What stands in the way of machine code, where something does."""
    remembered: bool = False
    """Did machine code search, and ask Python's rules once for each position?"""
    why_algorithm: str = ""
    """Why this algorithm, where nobody named one and it is not the one that most games get."""
    caution: str = ""
    """Without `evaluate`: that every estimate was 0.
    With dice: that the choice depends on more than the order of `evaluate`, where that was seen.  With
    three or more players: that what others get depends on which of equally good actions somebody takes."""
    late: float = 0.0
    """Seconds by which the first ply, or the first simulation, alone outlasted the limit: so much is looked
    at, however long the rules take for it."""
    game: Any = field(default=None, repr=False, compare=False)
    state: State = field(default=None, repr=False, compare=False)  # type: ignore[assignment]
    """The position that was searched."""

    @property
    def payoffs(self) -> tuple[Any, ...]:
        """What each of three or more players gets; empty with two, and where one alone is asked about."""
        return self.score.payoffs

    @property
    def answered(self) -> bool:
        """Whether anything is known: not where a search was stopped before its first answer."""
        return self.score.known

    @property
    def engine(self) -> str:
        """How the rules were run, in a word or two."""
        return "compiled" if self.compiled else f"interpreted{' (remembered)' if self.remembered else ''}"

    @property
    def speed(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON: actions as data, and named as people write them."""
        named = self.names(self.line)
        return {
            "format": FORMAT,
            "action": jsonable(self.action),
            "name": named[0] if named else None,
            "score": score_dict(self.score),
            "line": [jsonable(action) for action in self.line],
            "names": named,
            "depth": self.depth,
            "nodes": self.nodes,
            "leaves": self.leaves,
            "cutoffs": list(self.cutoffs),
            "seconds": self.seconds,
            "algorithm": self.algorithm,
            "engine": "compiled" if self.compiled else "interpreted",
            "remembered": self.remembered,
            "finished": self.finished,
            "values": [
                {"action": jsonable(action), "name": self.names((action,))[0], "score": score_dict(score)}
                for action, score in self.values.items()
            ],
            "lines": [
                {
                    "score": score_dict(line.score),
                    "line": [jsonable(action) for action in line.line],
                    "names": self.names(line.line),
                    "visits": line.visits,
                }
                for line in self.lines
            ],
            "why_interpreted": self.why_interpreted,
            "why_algorithm": self.why_algorithm,
            "caution": self.caution,
            "late": self.late,
        }

    def json(self) -> str:
        """The report as one line of JSON."""
        import msgspec

        return msgspec.json.encode(self.as_dict()).decode()

    @staticmethod
    def from_json(text: str, game: Any, state: Any = None) -> Report:
        """The report that `json` wrote, of this game and position (the initial one by default).

        It is equal to the one that was written, but for trace and table, which have files of their own.

        >>> from zermelo import search
        >>> from zermelo.games import TicTacToe
        >>> report = search(TicTacToe(), depth=2, values=True, engine="interpreted")
        >>> Report.from_json(report.json(), TicTacToe()) == report
        True
        """
        from zermelo.written import Reader, parsed

        return Reader(as_game(game), state).report(parsed(text))

    def names(self, line: Iterable[Action]) -> list[str]:
        """The actions of a line from here, as people write them."""
        return list(map(str, line)) if self.game is None else names_of(self.game, self.state, line)

    _repr_html_ = painted

    def __str__(self) -> str:
        line = " ".join(map(str, self.line))
        cost = f"{counted(self.nodes, 'node')} in {self.seconds:.3f} s, {self.engine}"
        partial = "" if self.finished else ", stopped early"
        if not self.answered:
            return f"{self.action}: a legal action, and nothing is known of it{partial}; {cost}"
        return f"{self.action}: {self.score}; line {line or '-'}; depth {self.depth}{partial}; {cost}"


@dataclass(frozen=True)
class Asked:
    """One question of a solver: is it more than this?"""

    bound: Score
    answer: bool
    nodes: int

    def __str__(self) -> str:
        return f"better than {self.bound}? {'yes' if self.answer else 'no'} ({counted(self.nodes, 'node')})"


@dataclass(frozen=True)
class Certificate:
    """What was searched to settle a position: enough to do it again and compare."""

    game: str
    rules: str
    """The hash of the rules."""
    position: str
    method: str
    asked: tuple[Asked, ...] = field(repr=False)
    threads: int
    table: str
    """What the table holds, and why it cannot be wrong."""


@dataclass(frozen=True, repr=False)
class Solution(Report[State, Action]):
    """The exact value of a position, or what is known of it so far."""

    at_least: Score | None = None
    """What MAX gets at least."""
    at_most: Score | None = None
    certificate: Certificate | None = None
    endless: bool = False
    """A draw, because neither player can do better than to go on for ever."""
    table: Any = field(default=None, compare=False)
    """The table of every position, where one was built."""

    @property
    def solved(self) -> bool:
        """Is the value known?"""
        return self.score.proved

    def as_dict(self) -> dict[str, Any]:
        """A report as plain data for JSON, and with it the bounds and the certificate."""
        found = super().as_dict()
        found |= {"solved": self.solved, "endless": self.endless}
        found |= {"at_least": None, "at_most": None, "certificate": None}
        if self.at_least is not None and self.at_most is not None:
            found |= {"at_least": score_dict(self.at_least), "at_most": score_dict(self.at_most)}
        if self.certificate is not None:
            asked = [
                {"better_than": score_dict(each.bound), "answer": each.answer, "nodes": each.nodes}
                for each in self.certificate.asked
            ]
            found["certificate"] = {**vars(self.certificate), "asked": asked}
        return found

    def __str__(self) -> str:
        if self.solved:
            return f"{super().__str__()}{'; by endless play' if self.endless else ''}"
        if self.at_least is None:
            return f"not solved; {counted(self.nodes, 'position')} in {self.seconds:.3f} s"
        cost = f"{counted(self.nodes, 'node')} in {self.seconds:.3f} s"
        return f"at least: {self.at_least}; at most: {self.at_most}; {cost}"


def score_dict(score: Score) -> dict[str, Any]:
    """A score as plain data for JSON."""
    return {
        "value": number_for_json(score.value),
        "proved": score.proved,
        "player": score.player,
        "winner": score.winner,
        "plies": score.plies,
        "outcome": score.outcome,
        "exact": score.exact,
        "expected": score.expected,
        "known": score.known,
        "error": score.error,
        "players": score.players,
        "payoffs": list(map(number_for_json, score.payoffs)),
        "text": str(score),
    }


def number_for_json(value: Any) -> Any:
    """A number as it is; as a text where JSON has no such number.

    >>> from fractions import Fraction
    >>> number_for_json(3), number_for_json(Fraction(1, 3)), number_for_json(-math.inf)
    (3, '1/3', '-inf')
    """
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return value if isinstance(value, int) and abs(value) < 1 << 63 else str(value)
