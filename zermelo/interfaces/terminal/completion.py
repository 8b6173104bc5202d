"""What the shell offers when Tab is pressed, and what help texts list: the names that the library knows.

Everything is imported only when it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import typer


def algorithms() -> Iterable[str]:
    from zermelo.running.catalogue import names

    return names()


def engines() -> Iterable[str]:
    from zermelo.running.question import ENGINES

    return ENGINES


def orders() -> Iterable[str]:
    from typing import get_args

    from zermelo.kernel.options import Order

    return get_args(Order)


def techniques() -> Iterable[str]:
    from zermelo.kernel.options import TECHNIQUES

    return TECHNIQUES


def humans() -> Iterable[str]:
    from zermelo.interfaces.terminal.play import SIDES

    return SIDES


def dice() -> Iterable[str]:
    from zermelo.interfaces.terminal.play import DICE

    return DICE


def puzzles() -> Iterable[str]:
    from zermelo.interfaces.terminal.puzzles import PUZZLES

    return PUZZLES


def puzzle_engines() -> Iterable[str]:
    from zermelo.csp.solve import ENGINES

    return ENGINES


def strategies() -> Iterable[str]:
    from zermelo.csp.strategies import PARTS

    return [name for table in PARTS.values() for name in table]


def quantities() -> Iterable[str]:
    return ("tries", "checks", "seconds")


def players() -> Iterable[str]:
    from zermelo.interfaces.terminal.proving import SIDES

    return SIDES


def targets() -> Iterable[str]:
    from zermelo.prove import TARGETS

    return TARGETS


def row_players() -> Iterable[str]:
    return ("max", "min")


def matrix_methods() -> Iterable[str]:
    from zermelo.matrix.solve import METHODS

    return METHODS


def matrix_pictures() -> Iterable[str]:
    from zermelo.interfaces.pictures.matrices import PICTURES

    return PICTURES


def schedules() -> Iterable[str]:
    from zermelo.matches.schedule import SCHEDULES

    return SCHEDULES


def models() -> Iterable[str]:
    from zermelo.matches.sprt import LIKELIHOODS

    return LIKELIHOODS


def experiments() -> Iterable[str]:
    from zermelo.studies.experiments import ALL, EXPERIMENTS

    return [*EXPERIMENTS, ALL]


NAMES: dict[str, Callable[[], Iterable[str]]] = {
    listing.__name__: listing
    for listing in (
        algorithms, engines, orders, techniques, humans, dice, puzzles, puzzle_engines, strategies,
        quantities, players, targets, row_players, matrix_methods, matrix_pictures, schedules, models,
        experiments,
    )
}  # fmt: skip


def of(kind: str) -> Callable[[str], list[str]]:
    """A function that completes the names of a kind."""
    return lambda incomplete: [name for name in NAMES[kind]() if name.startswith(incomplete)]


def filled_in(text: str) -> str:
    """A help text with the names in the place of {algorithms} and the like."""
    return re.sub(r"\{(\w+)\}", lambda found: ", ".join(NAMES[found[1]]()), text)


OTHERS = {"solve": ("puzzles",), "study": ("experiments", "puzzles")}
"""What commands take besides games."""


def games(context: typer.Context, incomplete: str) -> Iterator[str]:
    """Built-in names, files of rules, the folders on the way to them; what else the command takes."""
    from zermelo.games import BUILT_IN

    for kind in OTHERS.get(context.info_name or "", ()):
        yield from of(kind)(incomplete)
    yield from (name for name in BUILT_IN if name.startswith(incomplete))
    folder, _, start = incomplete.rpartition("/")
    here = Path(f"{folder}/" if "/" in incomplete else ".")
    for path in sorted(here.glob("*")) if here.is_dir() else ():
        typed = f"{folder}/{path.name}" if "/" in incomplete else path.name
        if path.name.startswith(start) and not path.name.startswith("."):
            yield from [typed] if path.suffix == ".py" else [f"{typed}/"] if path.is_dir() else []
