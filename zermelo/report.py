"""Report: what a search found, how sure it is, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from zermelo.score import Score

if TYPE_CHECKING:
    from zermelo.trace import Trace


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

    def __str__(self) -> str:
        line = " ".join(map(str, self.line))
        engine = "compiled" if self.compiled else "interpreted"
        cost = f"{self.nodes:,} nodes in {self.seconds:.3f} s, {engine}"
        partial = "" if self.finished else ", stopped early"
        return f"{self.action}: {self.score}; line {line or '-'}; depth {self.depth}{partial}; {cost}"


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
