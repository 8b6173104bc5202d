"""The algorithms that the page offers, and how many players each is for."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from zermelo.running import catalogue
from zermelo.running.question import Algorithm, Traits


class AlgorithmRow(BaseModel):
    """An algorithm that the page offers."""

    name: str
    about: dict[str, str]
    """What it is, by language."""
    switches: list[str]
    """What it can be asked beyond limits."""
    players: list[int]
    """How many may play: 2, and 3 for all that are more."""


def algorithm_row(record: Algorithm) -> dict[str, Any]:
    """A record of the catalogue as the page has it."""
    words = {"switches": sorted(record.switches), "limits": sorted(record.limits)}
    counts = players_for(record.name)
    told = {"name": record.name, "about": record.about, "simulates": record.simulates}
    return {**told, **words, "players": counts}


def players_for(name: str) -> list[int]:
    """How many may play for an algorithm to be traced: 2, and 3 for all that are more."""
    traced = [each for each in catalogue.CATALOGUE if each.name == name and "trace" in each.switches]
    kinds = [(count, Traits("", chance, False, count)) for count in (2, 3) for chance in (False, True)]
    return sorted({count for count, traits in kinds for each in traced if each.fits(name, traits) is None})
