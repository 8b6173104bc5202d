"""What clients may ask of solved tables, and what comes back."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from zermelo.interfaces.web.models import Model


class Looked(Model):
    """A position of a solved table, by its number."""

    table: Annotated[str, Field(max_length=8)]
    index: Annotated[int, Field(ge=0)]


class Found(Model):
    """A position of a solved table at random: any, one of a result and length, or one of the longest wins."""

    table: Annotated[str, Field(max_length=8)]
    result: Literal["max", "draw", "min", "endless"] | None = None
    plies: Annotated[int, Field(ge=0, le=1 << 16)] | None = None
    hardest: bool = False
    seed: Annotated[int, Field(ge=0, lt=1 << 32)] = 0


class TableRow(BaseModel):
    """A solved table that was opened on the command line."""

    id: str
    file: str
    game: str
    positions: int
    payoff: Literal["outcome", "points", "expected"]
    start: int
    """The number of the position that everything is reached from."""


class TableStatisticsRow(BaseModel):
    """How many positions a table has of each value, and at which distance from the end."""

    lengths: list[dict[str, int]]
    values: list[dict[str, Any]]
    endless: int
