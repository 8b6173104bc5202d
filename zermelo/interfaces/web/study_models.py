"""What the page may ask of experiments, and what it is told."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from zermelo.interfaces.web.models import Model, Name
from zermelo.studies.experiments import EXPERIMENTS

LARGEST_SEED = 1_000_000


class StudyAsked(Model):
    """An experiment: go on with it for a moment."""

    experiment: Literal[tuple(EXPERIMENTS)]  # type: ignore[valid-type]
    game: Name = "connect4"
    """Of experiments that take one."""
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)] = 0
    language: Literal["en", "it", "es"] = "en"


class StudyFile(StudyAsked):
    """What was found so far, as a file."""

    format: Literal["svg", "png", "pdf", "csv", "json"]
    plot: Annotated[str, Field(max_length=40)] = ""
    """Which of its drawings, for pictures: the first by default."""


class StudyListRow(BaseModel):
    """An experiment of the page."""

    name: str
    takes_game: bool
    about: dict[str, str]
    """What it is, by language."""


class StudyRow(BaseModel):
    """How far an experiment has come, and what it has found so far."""

    experiment: str
    game: str
    seed: int
    done: int
    planned: int
    rows: int
    claims: list[dict[str, Any]]
    """Sentences, each with whether it holds."""
    notes: list[str]
    position: str
    pictures: list[dict[str, str]]
    """Name, title and SVG of each."""
