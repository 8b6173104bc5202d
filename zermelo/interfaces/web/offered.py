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
    dice: list[bool]
    """Of games for two, those with dice, those without, or both."""


def algorithm_row(record: Algorithm) -> dict[str, Any]:
    """A record of the catalogue as the page has it."""
    words = {"switches": sorted(record.switches), "limits": sorted(record.limits)}
    counts = players_for(record.name)
    told = {"name": record.name, "about": record.about, "simulates": record.simulates}
    return {**told, **words, "players": counts, "dice": dice_for(record.name)}


def players_for(name: str) -> list[int]:
    """How many may play for an algorithm to be traced: 2, and 3 for all that are more."""
    return sorted({traits.players for traits in traced_kinds(name)})


def dice_for(name: str) -> list[bool]:
    """Whether an algorithm is traced in games for two without dice, and with them."""
    return sorted({traits.chance for traits in traced_kinds(name) if traits.players == 2})


def traced_kinds(name: str) -> list[Traits]:
    """The kinds of games in which an algorithm can be traced."""
    traced = [each for each in catalogue.CATALOGUE if each.name == name and "trace" in each.switches]
    kinds = [Traits("", chance, False, count) for count in (2, 3) for chance in (False, True)]
    return [traits for traits in kinds if any(each.fits(name, traits) is None for each in traced)]
