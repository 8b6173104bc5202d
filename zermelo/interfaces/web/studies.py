"""Experiments for the page: each request goes on for a moment, and is told what is known so far.

What was measured is kept for those who ask again; after a restart it is measured anew, with the same results.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.errors import SearchError
from zermelo.interfaces.pictures.plots import drawn
from zermelo.interfaces.pictures.study_files import sheet_as
from zermelo.interfaces.web.export import KINDS, Made
from zermelo.interfaces.web.study_models import StudyAsked, StudyFile
from zermelo.matches.arena import Given
from zermelo.studies.experiment import Experiment, Job, Settings
from zermelo.studies.experiments import EXPERIMENTS
from zermelo.studies.findings import Drawing, Finding, Row
from zermelo.studies.phrases import Phrase
from zermelo.tracing.phrases import LANGUAGES

MOMENT = 0.5
"""Seconds after which no other job is begun in a request."""
IN_PYTHON = ("ablation", "mcts")
"""Experiments that would compile a unit for each technique or player, and wait for it."""
KEPT = 32
"""Experiments whose measurements are kept."""
TYPES = {
    **KINDS, "png": ("image/png", "png"), "pdf": ("application/pdf", "pdf"),
    "csv": ("text/csv; charset=utf-8", "csv"), "json": ("application/json", "json"),
}  # fmt: skip


@dataclass
class Course:
    """One experiment, as far as it has come; one request at a time goes on with it."""

    experiment: Experiment
    settings: Settings
    jobs: list[Job]
    rows: list[Row] = field(default_factory=list)
    done: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def go_on(self) -> None:
        """For a moment."""
        end = time.perf_counter() + MOMENT
        with self.lock:
            while self.done < len(self.jobs):
                self.rows += self.jobs[self.done].done()
                self.done += 1
                if time.perf_counter() >= end:
                    return

    @property
    def finding(self) -> Finding:
        """What is known so far."""
        with self.lock:
            return self.experiment.conclude(list(self.rows), self.settings)


class Studies:
    """The experiments that were asked for lately."""

    def __init__(self, game_of: Callable[[str], Any]) -> None:
        self.game_of, self.kept = game_of, OrderedDict[tuple[Any, ...], Course]()
        self.lock = threading.Lock()

    def course(self, asked: StudyAsked) -> Course:
        """The one that was asked for, begun or not."""
        experiment = EXPERIMENTS[asked.experiment]
        game = asked.game if experiment.takes_game else ""
        key = (asked.experiment, game, asked.seed)
        with self.lock:
            found = self.kept.get(key)
        if found is None:
            found = self.begun(experiment, game, asked.seed)
        with self.lock:
            found = self.kept.setdefault(key, found)
            self.kept.move_to_end(key)
            while len(self.kept) > KEPT:
                self.kept.popitem(last=False)
        return found

    def begun(self, experiment: Experiment, game: str, seed: int) -> Course:
        engine = "interpreted" if experiment.name in IN_PYTHON else "auto"
        settings = Settings(seed, brief=True, engine=engine)
        if game:
            settings = replace(settings, source=Given(self.game_of(game)), game=game)
        return Course(experiment, settings, experiment.plan(settings))

    def row(self, asked: StudyAsked) -> dict[str, Any]:
        """What the page shows after another moment."""
        course = self.course(asked)
        course.go_on()
        finding = course.finding
        said = finding.as_dict(asked.language)
        return {
            **{name: said[name] for name in ("experiment", "claims", "notes", "position")},
            "game": course.settings.game if course.experiment.takes_game else "",
            "seed": asked.seed, "done": course.done, "planned": len(course.jobs), "rows": len(finding.rows),
            "pictures": [picture(drawing, asked.language) for drawing in finding.drawings],
        }  # fmt: skip

    def file(self, asked: StudyFile) -> Made:
        """What is known so far, as a file."""
        finding = self.course(asked).finding
        body: str | bytes
        if asked.format == "csv":
            body = finding.csv()
        elif asked.format == "json":
            import msgspec

            body = msgspec.json.encode(finding.as_dict(asked.language))
        else:
            body = sheet_as(drawing_of(finding, asked.plot), asked.format, asked.language)
        kind, ending = TYPES[asked.format]
        return Made(body.encode() if isinstance(body, str) else body, kind, f"{asked.experiment}.{ending}")


def picture(drawing: Drawing, language: str) -> dict[str, str]:
    return {"name": drawing.name, "title": drawing.title.in_(language), "svg": drawn(drawing, language).svg}


def drawing_of(finding: Finding, name: str) -> Drawing:
    """A drawing by its name, the first one where none is given."""
    names = [drawing.name for drawing in finding.drawings]
    if name and name not in names:
        raise SearchError("no_such_drawing", name=name, choices=names)
    return finding.drawings[names.index(name) if name else 0]


def study_rows() -> list[dict[str, Any]]:
    """The experiments of the page."""
    return [
        {
            "name": name,
            "takes_game": EXPERIMENTS[name].takes_game,
            "about": {language: Phrase(f"about {name}").in_(language) for language in LANGUAGES},
        }
        for name in EXPERIMENTS
    ]
