"""What an experiment found: rows of numbers, what is drawn of them, and which claims they bear out."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, field
from typing import Any

from zermelo.studies.phrases import Phrase

Row = dict[str, Any]
"""One measurement, as plain data: names of columns and what is in them."""
Point = tuple[float, float]


@dataclass(frozen=True)
class Curve:
    """One line of a plot."""

    name: Phrase
    points: tuple[Point, ...]
    theory: bool = False
    """Computed by a formula, not measured: drawn without dots."""
    errors: tuple[float, ...] = ()
    """Half the length of each error bar, where there are any."""


@dataclass(frozen=True)
class Plot:
    """One quantity against another."""

    name: str
    title: Phrase
    across: Phrase
    up: Phrase
    curves: tuple[Curve, ...]
    logarithmic: bool = True
    """The scale upwards."""
    logarithmic_across: bool = False


@dataclass(frozen=True)
class Bars:
    """A quantity of several things by their names, one bar for each series."""

    name: str
    title: Phrase
    labels: tuple[str, ...]
    series: tuple[tuple[Phrase, tuple[float, ...]], ...]
    errors: tuple[tuple[float, ...], ...] = ()
    """For each series and label half the length of an error bar, where there are any."""
    logarithmic: bool = False
    """Bars begin at 1 and say how many times as much; otherwise at 0."""


Drawing = Plot | Bars


@dataclass(frozen=True)
class Claim:
    """A sentence of the theory, and whether all that was measured agrees with it."""

    said: Phrase
    holds: bool


@dataclass(frozen=True)
class Finding:
    """What one experiment found."""

    experiment: str
    game: str
    """The game it was asked about, as it is written; empty where it chooses its own."""
    rows: tuple[Row, ...]
    drawings: tuple[Drawing, ...]
    claims: tuple[Claim, ...] = ()
    notes: tuple[Phrase, ...] = ()
    """What else is worth knowing: fitted numbers, how to read a plot."""
    position: str = ""
    """A board, as text, where one position is the point."""

    @property
    def holds(self) -> bool:
        """Does every claim agree with what was measured?"""
        return all(claim.holds for claim in self.claims)

    def as_dict(self, language: str = "en") -> dict[str, Any]:
        """Plain data for JSON; drawings by their curves, sentences in a language."""
        return {
            "experiment": self.experiment,
            "game": self.game,
            "claims": [{"said": claim.said.in_(language), "holds": claim.holds} for claim in self.claims],
            "notes": [note.in_(language) for note in self.notes],
            "position": self.position,
            "drawings": [drawing_dict(drawing, language) for drawing in self.drawings],
            "rows": list(self.rows),
        }

    def csv(self) -> str:
        """The rows as comma-separated values, under all the columns that any of them has."""
        columns = list(dict.fromkeys(column for row in self.rows for column in row))
        written = io.StringIO()
        writer = csv.DictWriter(written, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        return written.getvalue()


def drawing_dict(drawing: Drawing, language: str) -> dict[str, Any]:
    """The numbers of a drawing by the names of its parts."""
    found: dict[str, Any] = {"name": drawing.name, "title": drawing.title.in_(language)}
    if isinstance(drawing, Bars):
        series = {name.in_(language): list(values) for name, values in drawing.series}
        return found | {"labels": list(drawing.labels), "series": series}
    curves = [
        {"name": curve.name.in_(language), "theory": curve.theory, "points": [list(p) for p in curve.points]}
        for curve in drawing.curves
    ]
    return found | {"across": drawing.across.in_(language), "up": drawing.up.in_(language), "curves": curves}


@dataclass(frozen=True)
class Study:
    """Everything that was studied in one call."""

    findings: tuple[Finding, ...]
    seed: int
    seconds: float = field(compare=False)

    @property
    def holds(self) -> bool:
        """Does every claim agree with what was measured?"""
        return all(finding.holds for finding in self.findings)

    def finding(self, experiment: str) -> Finding:
        """The first finding of an experiment."""
        return next(each for each in self.findings if each.experiment == experiment)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        found = [each.as_dict() for each in self.findings]
        return {"seed": self.seed, "seconds": self.seconds, "findings": found}
