"""Reports that were written as JSON, read back."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import Any, NotRequired, TypedDict

from zermelo.errors import ZermeloError
from zermelo.game import CHANCE, jsonable
from zermelo.messages import shortened
from zermelo.report import FORMAT, Asked, Certificate, Line, Report, Solution
from zermelo.score import Score

NUMBER = re.compile(r"-?(inf|\d+/\d+|\d+(\.\d+)?([eE][-+]?\d{1,3})?)")
"""Numbers that are written as text."""


class ScoreData(TypedDict):
    """What `score_dict` writes; early formats had less."""

    value: int | float | str | None
    proved: bool
    player: int
    winner: int | None
    plies: int | None
    text: str
    outcome: NotRequired[bool]
    exact: NotRequired[bool]
    expected: NotRequired[bool]
    known: NotRequired[bool]
    error: NotRequired[float]
    players: NotRequired[int]
    payoffs: NotRequired[list[int | float | str]]


class LineData(TypedDict):
    """One of several lines."""

    score: ScoreData
    line: list[Any]
    visits: NotRequired[int]


class ValueData(TypedDict):
    """An action and its score."""

    action: Any
    score: ScoreData


class ReportData(TypedDict):
    """What `Report.as_dict` writes."""

    score: ScoreData
    line: list[Any]
    depth: int
    nodes: int
    leaves: int
    cutoffs: list[int]
    seconds: float
    algorithm: str
    engine: str
    finished: bool
    values: list[ValueData]
    lines: list[LineData]
    why_interpreted: str
    late: float
    remembered: NotRequired[bool]
    why_algorithm: NotRequired[str]
    caution: NotRequired[str]


class AskedData(TypedDict):
    """One question of a certificate."""

    better_than: ScoreData
    answer: bool
    nodes: int


class CertificateData(TypedDict):
    """What `Certificate` holds."""

    game: str
    rules: str
    position: str
    method: str
    asked: list[AskedData]
    threads: int
    table: str


class SolutionData(ReportData):
    """What `Solution.as_dict` writes."""

    endless: bool
    at_least: ScoreData | None
    at_most: ScoreData | None
    certificate: CertificateData | None


def parsed(text: str) -> Any:
    """The fields of a report or a solution, or a sentence where they are no such thing."""
    import msgspec

    if not isinstance(text, str | bytes):
        raise ZermeloError("not_text", option="text", given=shortened(text))
    try:
        data = msgspec.json.decode(text)
        if not isinstance(data, dict) or "line" not in data or "score" not in data:
            raise ZermeloError("json_without_report")
        version = msgspec.convert(data.get("format", FORMAT), int)
        if version > FORMAT:
            raise ZermeloError("report_of_later_format", format=version, newest=FORMAT)
        return msgspec.convert(data, SolutionData if "solved" in data else ReportData)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ZermeloError("not_json_of_report", reason=str(error)) from None


class Reader:
    """Makes of plain data what it was written from."""

    def __init__(self, game: Any, state: Any = None) -> None:
        self.game, self.state = game, game.initial() if state is None else state

    def report(self, data: dict[str, Any]) -> Report:
        """A report, or the Solution that was written."""
        same = ("depth", "nodes", "leaves", "seconds", "algorithm", "finished", "why_interpreted", "late")
        fields: dict[str, Any] = {name: data[name] for name in same}
        fields |= {"remembered": data.get("remembered", False)}
        fields |= {"why_algorithm": data.get("why_algorithm", ""), "caution": data.get("caution", "")}
        fields |= {"compiled": data["engine"] == "compiled", "cutoffs": tuple(data["cutoffs"])}
        fields |= {"score": score_from(data["score"]), "game": self.game, "state": self.state}
        line = self.line(data["line"])
        fields |= {"action": line[0] if line else None, "line": line}
        fields |= {"values": dict(self.values(data["values"])), "lines": tuple(self.lines(data["lines"]))}
        return Solution(**fields, **self.certified(data)) if "endless" in data else Report(**fields)

    def line(self, written: list[Any]) -> tuple[Any, ...]:
        """The actions of a line from here."""
        state, found = self.state, []
        for one in written:
            action = self.action(state, one)
            found.append(action)
            state = self.game.result(state, action)
        return tuple(found)

    def action(self, state: Any, written: Any) -> Any:
        """The legal action that was written so."""
        for action in self.legal(state):
            if jsonable(action) == written:
                return action
        raise ZermeloError("report_of_other_position", action=repr(written))

    def legal(self, state: Any) -> Iterable[Any]:
        """Everything that can happen in a state: actions, or the outcomes of chance."""
        if self.game.is_terminal(state):
            return ()
        if self.game.to_move(state) == CHANCE and hasattr(self.game, "outcomes"):
            return (action for action, _ in self.game.outcomes(state))
        legal: Iterable[Any] = self.game.actions(state)
        return legal

    def values(self, written: list[dict[str, Any]]) -> Iterator[tuple[Any, Score]]:
        """The actions and their scores, read back."""
        for one in written:
            yield self.action(self.state, one["action"]), score_from(one["score"])

    def lines(self, written: list[dict[str, Any]]) -> Iterator[Line]:
        """The lines and their scores, read back, best first."""
        for one in written:
            line = self.line(one["line"])
            yield Line(line[0] if line else None, score_from(one["score"]), line, one.get("visits", 0))

    def certified(self, data: dict[str, Any]) -> dict[str, Any]:
        """What a Solution has beyond a Report."""
        low, high, said = data["at_least"], data["at_most"], data["certificate"]
        asked = tuple(
            Asked(score_from(one["better_than"]), one["answer"], one["nodes"])
            for one in (said or {}).get("asked", ())
        )
        return {
            "endless": data["endless"],
            "at_least": None if low is None else score_from(low, -math.inf),
            "at_most": None if high is None else score_from(high, math.inf),
            "certificate": None if said is None else Certificate(**{**said, "asked": asked}),
        }


def score_from(data: dict[str, Any], infinite: float = math.inf) -> Score:
    """A score; an early format had null for the infinite numbers that bounds are at first."""
    value = infinite if data["value"] is None else number_from(data["value"])
    outcome = data.get("outcome", data["text"] == "a draw" or data["winner"] is not None)
    known = {"exact": data.get("exact", True), "expected": data.get("expected", False)}
    known |= {"error": data.get("error", 0.0), "players": data.get("players", 2)}
    known |= {"payoffs": tuple(map(number_from, data.get("payoffs", ()))), "known": data.get("known", True)}
    return Score(value, data["proved"], data["player"], data["winner"], data["plies"], outcome, **known)


def number_from(written: Any) -> Any:
    """The number that `number_for_json` wrote."""
    if not isinstance(written, str):
        return written
    from fractions import Fraction

    try:
        if not NUMBER.fullmatch(written):
            raise ValueError
        number = float(written) if written.endswith("inf") else Fraction(written)
    except (ValueError, ZeroDivisionError):
        raise ZermeloError("not_json_of_report", reason=f"{shortened(written)} is not a number") from None
    return int(number) if number == number // 1 else number
