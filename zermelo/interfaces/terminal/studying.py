"""`zermelo study`: which puzzles of which sizes are compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from zermelo.interfaces.terminal.puzzles import PUZZLES, Asked, check_name, check_options, module_of

if TYPE_CHECKING:
    from zermelo.csp.study import Case


def cases_of(name: str, smallest: int | None, largest: int | None, asked: Asked) -> Iterator[Case]:
    """What is studied: a puzzle in each of its sizes, or the one that is given."""
    check_name(name)
    check_options(name, given=asked.given or None, colours=asked.colours)
    if "n" in PUZZLES[name].reads.split():
        return (case_in(name, replace(asked, n=n)) for n in sizes_of(name, smallest, largest))
    check_options(name, **{"from": smallest, "to": largest})
    return iter([case_in(name, asked)])


def sizes_of(name: str, smallest: int | None, largest: int | None) -> range:
    from zermelo.errors import SearchError

    first, last, most = PUZZLES[name].studied
    low, high = first if smallest is None else smallest, last if largest is None else largest
    if not 1 <= low <= high <= most:
        raise SearchError("wrong_study_sizes", puzzle=name, most=most, smallest=low, largest=high)
    return range(low, high + 1)


def case_in(name: str, asked: Asked) -> Case:
    """One puzzle by all its strategies."""
    from zermelo.csp import study

    own: dict[str, Any] = {"queens": study.queens_case, "cindy": study.cindy_case}
    if name in own:
        found: Case = own[name](asked.n)
        return found
    puzzle = PUZZLES[name]
    assert puzzle.build is not None
    return study.case_of(puzzle.build(module_of(name), asked), asked.n)


def called(name: str) -> str:
    """In the title of a picture."""
    return f"n {name}" if name == "queens" else name
