"""`zermelo study`: from what was typed to experiments, what is shown meanwhile, what is written of them."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.errors import SearchError
from zermelo.interfaces.terminal.match_live import EVERY, RENEWED, left_text
from zermelo.interfaces.terminal.matching import Typed
from zermelo.interfaces.terminal.puzzles import PUZZLES
from zermelo.studies.experiments import ALL, EXPERIMENTS
from zermelo.studies.phrases import Phrase

if TYPE_CHECKING:
    from zermelo.studies.findings import Study
    from zermelo.studies.study import Progress

EXPORTS = {".svg": "svg", ".png": "png", ".pdf": "pdf"}
SAVES = (".csv", ".json")


def listed() -> Iterator[str]:
    """The experiments, each in a line."""
    for name in EXPERIMENTS:
        yield f"{name:14} {Phrase(f'about {name}')}"
    yield f"{ALL:14} All of them; with --report FILE.html as one page"
    takers = [each.name for each in EXPERIMENTS.values() if each.takes_game]
    yield f"GAME           {', '.join(takers)} on that game"
    yield f"PUZZLE         The strategies compared: {', '.join(PUZZLES)}"


def asked(name: str, game: str) -> tuple[str, Typed | None]:
    """The experiment and its game; a game alone is asked everything that takes one."""
    if name in EXPERIMENTS or name == ALL:
        return name, Typed(game) if game else None
    if game:
        raise SearchError("no_such_experiment", name=name, choices=[*EXPERIMENTS, ALL])
    return ALL, Typed(name)


def check_forms(export: str | None, save: str | None, report: str | None) -> None:
    """Files that can be written, before anything is measured."""
    from zermelo.interfaces.pictures.exports import form_of
    from zermelo.kernel.files import refuse_unwritable

    if export:
        form_of(export, EXPORTS, "a plot")
    if save and not save.endswith(SAVES):
        raise SearchError("wrong_study_form", path=save, choices=[*SAVES])
    if report and not report.endswith(".html"):
        raise SearchError("report_is_html", path=report)
    for path in filter(None, (save, report)):
        refuse_unwritable(path)


def told(
    what: tuple[str, Typed | None],
    seed: int,
    brief: bool,
    processes: int | None,
    cluster: str | None,
    as_data: bool,
) -> Study:
    """The study, watched, and said in the end."""
    from zermelo.interfaces.terminal.opening import rules_explained
    from zermelo.interfaces.terminal.show import print_json
    from zermelo.studies.study import studying

    name, source = what
    game = None if source is None else found(source)
    crew = (os.cpu_count() or 1) if processes is None else processes
    with nullcontext() if game is None else rules_explained(game):
        stream = studying(name, source, seed=seed, brief=brief, processes=crew, cluster=cluster)
        with closing(stream):
            study = watched(stream)
    if as_data:
        print_json(study.as_dict())
    else:
        print("\n".join(said(study)))
    return study


def found(source: Typed) -> Any:
    """The game, or a sentence with everything that could have been meant."""
    try:
        return source()
    except SearchError as error:
        if error.code != "unknown_game":
            raise
        choices = [*EXPERIMENTS, ALL, *PUZZLES]
        raise SearchError("nothing_to_study", name=source.text, choices=choices) from None


# -- meanwhile ---------------------------------------------------------------------------------------


def watched(stream: Iterator[Progress]) -> Study:
    """The last of it has the study; the others are shown on the error stream."""
    seen, live = time.perf_counter(), sys.stderr.isatty()
    last = None
    for last in stream:
        if time.perf_counter() - seen >= (RENEWED if live else EVERY) and last.study is None:
            seen = time.perf_counter()
            print(f"\r\033[K{progress(last)}" if live else progress(last), end="" if live else "\n",
                  file=sys.stderr, flush=True)  # fmt: skip
    if live:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    assert last is not None
    assert last.study is not None
    return last.study


def progress(now: Progress) -> str:
    """How far it has come, and how long the rest takes if it goes on like this."""
    left = "" if now.left is None else f", about {left_text(now.left)} left"
    return f"{now.done:,} of {now.planned:,} jobs, {100 * now.share:.0f} %{left}"


# -- in the end --------------------------------------------------------------------------------------


def said(study: Study) -> Iterator[str]:
    """Every finding: what it is about, the claims, the numbers, the plots in letters."""
    from zermelo.interfaces.terminal.study_drawings import in_letters

    for finding in study.findings:
        game = f", {finding.game}" if finding.game else ""
        yield f"{finding.experiment}{game}: {Phrase(f'about {finding.experiment}')}"
        yield from (f"  {'✓' if claim.holds else '✗'} {claim.said}" for claim in finding.claims)
        yield from (f"  {note}" for note in finding.notes)
        yield from (f"    {line}" for line in finding.position.splitlines())
        for drawing in finding.drawings:
            yield from ("", *in_letters(drawing))
        yield ""
    count = len(study.findings)
    many = f"{count} experiment{'s' * (count > 1)}"
    yield f"{many} in {left_text(study.seconds)}, seed {study.seed}"


def write(study: Study, export: str | None, save: str | None, report: str | None) -> Iterator[str]:
    """The files that were asked for, by their names as they are written."""
    from zermelo.interfaces.pictures.study_files import report_html, saved, sheet_as
    from zermelo.kernel.files import write_safely

    if export:
        drawings = [(finding, drawing) for finding in study.findings for drawing in finding.drawings]
        for finding, drawing in drawings:
            parts = [finding.experiment] * (len(study.findings) > 1) + [drawing.name] * (len(drawings) > 1)
            path = numbered(export, parts)
            write_safely(path, sheet_as(drawing, EXPORTS[Path(export).suffix.lower()]))
            yield path
    if save:
        for path, text in saved(study, save):
            write_safely(path, text)
            yield path
    if report:
        write_safely(report, report_html(study))
        yield report


def numbered(path: str, parts: list[str]) -> str:
    """The name of a file, with what tells it from its neighbours.

    >>> numbered("plots/a.svg", ["trees", "independent"]), numbered("a.svg", [])
    ('plots/a-trees-independent.svg', 'a.svg')
    """
    target = Path(path)
    return str(target.with_name("-".join([target.stem, *parts]) + target.suffix))
