"""Report: what a search found, how sure it is, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from zermelo.pictures import painted
from zermelo.score import Score

if TYPE_CHECKING:
    from zermelo.tracing.trace import Trace


@dataclass(frozen=True)
class Line:
    """One of the best lines of a position."""

    action: Any
    score: Score
    moves: tuple[Any, ...]


@dataclass(frozen=True)
class Report:
    """One answer of a search; the last of a stream is the best."""

    action: Any
    """The best action found, None where there is none to choose."""
    score: Score
    line: tuple[Any, ...]
    """The principal variation: the best action, the best answer, …"""
    depth: int
    """How many plies ahead this answer looked."""
    nodes: int
    leaves: int
    cutoffs: tuple[int, ...]
    """Cut-offs caused by the first child, the second, …; trailing zeros left out."""
    seconds: float
    algorithm: str
    compiled: bool
    finished: bool = True
    """False: the search was stopped, and this is the best it knew."""
    values: dict[Any, Score] = field(default_factory=dict)
    """The score of every root action, where they were asked for."""
    lines: tuple[Line, ...] = ()
    """The best lines, the best first, where the engine was asked for several; the first is `line`."""
    trace: Trace | None = None
    why_interpreted: str = ""
    """What stands in the way of compiling these rules, where something does."""
    game: Any = field(default=None, repr=False, compare=False)
    state: Any = field(default=None, repr=False, compare=False)
    """The position that was searched."""

    @property
    def speed(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        score = self.score
        return {
            "action": jsonable(self.action),
            "score": score_dict(score),
            "line": [jsonable(action) for action in self.line],
            "depth": self.depth,
            "nodes": self.nodes,
            "leaves": self.leaves,
            "cutoffs": list(self.cutoffs),
            "seconds": self.seconds,
            "algorithm": self.algorithm,
            "engine": "compiled" if self.compiled else "interpreted",
            "finished": self.finished,
            "values": [
                {"action": jsonable(action), "score": score_dict(s)} for action, s in self.values.items()
            ],
            "lines": [
                {"score": score_dict(line.score), "line": [jsonable(action) for action in line.moves]}
                for line in self.lines
            ],
            "why_interpreted": self.why_interpreted,
        }

    def json(self) -> str:
        """The report as one line of JSON."""
        import msgspec

        return msgspec.json.encode(self.as_dict()).decode()

    _repr_html_ = painted

    def __str__(self) -> str:
        line = " ".join(map(str, self.line))
        engine = "compiled" if self.compiled else "interpreted"
        cost = f"{self.nodes:,} nodes in {self.seconds:.3f} s, {engine}"
        partial = "" if self.finished else ", stopped early"
        return f"{self.action}: {self.score}; line {line or '-'}; depth {self.depth}{partial}; {cost}"


@dataclass(frozen=True)
class Asked:
    """One question of a solver: is it more than this?"""

    bound: Score
    answer: bool
    nodes: int

    def __str__(self) -> str:
        return f"better than {self.bound}? {'yes' if self.answer else 'no'} ({self.nodes:,} nodes)"


@dataclass(frozen=True)
class Certificate:
    """What was searched to settle a position: enough to do it again and compare."""

    game: str
    rules: str
    """The hash of the rules."""
    position: str
    method: str
    asked: tuple[Asked, ...]
    threads: int
    table: str
    """What the table holds, and why it cannot be wrong."""


@dataclass(frozen=True)
class Solution(Report):
    """The exact value of a position, or what is known of it so far."""

    at_least: Score | None = None
    """What MAX gets at least."""
    at_most: Score | None = None
    certificate: Certificate | None = None
    endless: bool = False
    """A draw, because neither player can do better than to go on for ever."""
    table: Any = None
    """The table of every position, where one was built."""

    @property
    def solved(self) -> bool:
        """Is the value known?"""
        return self.score.proved

    def as_dict(self) -> dict[str, Any]:
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
            return f"not solved; {self.nodes:,} positions in {self.seconds:.3f} s"
        cost = f"{self.nodes:,} nodes in {self.seconds:.3f} s"
        return f"at least: {self.at_least}; at most: {self.at_most}; {cost}"


def score_dict(score: Score) -> dict[str, Any]:
    return {
        "value": score.value,
        "proved": score.proved,
        "player": score.player,
        "winner": score.winner,
        "plies": score.plies,
        "text": str(score),
    }


def jsonable(action: Any) -> Any:
    """An action as JSON: numbers and tuples of numbers as they are, anything else as text."""
    if isinstance(action, tuple):
        return [jsonable(part) for part in action]
    return action if isinstance(action, int | float | str) or action is None else str(action)
