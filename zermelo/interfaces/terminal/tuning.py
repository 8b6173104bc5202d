"""`zermelo tune`: what was typed, how far it has come, and what each round brought."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from zermelo.errors import SearchError
from zermelo.interfaces.terminal.match_live import until_stopped
from zermelo.interfaces.terminal.match_text import aligned, spelt
from zermelo.interfaces.terminal.show import print_json

if TYPE_CHECKING:
    from zermelo.matches.tune import Round, Tuning

Tunings = Generator["Tuning", None, None]


def weights_in(text: str) -> list[float] | None:
    """The numbers that were typed."""
    if not text:
        return None
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise SearchError("unreadable_weights", text=text) from None


def told(stream: Tunings, as_data: bool) -> Tuning:
    """The last of it; every round is told when it ends, on a terminal also how far it has come."""
    with closing(stream):
        last = next(stream)
        with until_stopped():
            for last in watched(stream, as_data) if sys.stderr.isatty() else stream:
                tell_round(last, as_data)
    if as_data:
        print_json({"event": "tuned", "finished": last.finished, **last.as_dict()})
    else:
        print("\n".join(ending(last)))
    return last


def tell_round(now: Tuning, as_data: bool) -> None:
    """A round that has just ended."""
    if now.finished or not now.rounds or now.rounds[-1].accepted is None:
        return
    if as_data:
        print_json({"event": "round", **now.as_dict()["rounds"][-1]})
    else:
        print("\n".join(round_text(now, now.rounds[-1])), flush=True)


def watched(stream: Tunings, as_data: bool) -> Iterator[Tuning]:
    """On a terminal a bar: games of self-play, then those of the test with its LLR."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("")
        for now in stream:
            if now.rounds:
                described, done, total = progress(now, now.rounds[-1])
                bar.update(task, description=described, completed=done, total=total)
            yield now


def progress(now: Tuning, latest: Round) -> tuple[str, int, int]:
    """What is being done, how much of it is done, and of how much."""
    if latest.test is None:
        return f"round {latest.number}: self-play", latest.played, now.games
    test = latest.test
    return f"round {latest.number}: test, LLR {test.llr:.2f}", len(test.records), test.planned


def round_text(now: Tuning, found: Round) -> Iterator[str]:
    """What was fitted, and what the test said of it."""
    assert found.test is not None
    test, comparison = found.test, found.test.compare(*found.test.names)
    losses = f"log loss {found.before:.4f} → {found.after:.4f}"
    yield f"round {found.number}: {found.positions:,} positions, {losses} in games held out"
    yield from aligned(
        [("  ", name, f"{weight:+g}") for name, weight in zip(now.names, found.weights)], left=(0, 1)
    )
    games = f"{comparison.tally.games} games, {spelt(comparison.elo)} Elo"
    said = "accepted" if found.accepted else "not accepted"
    yield f"  {said}: {games}, LLR {test.llr:.2f} between {test.sprt.lower:.2f} and {test.sprt.upper:.2f}"  # type: ignore[union-attr]


def ending(last: Tuning) -> Iterator[str]:
    """What to write into the rules."""
    if last.weights == last.start:
        yield "the weights stay as they are: nothing was proved to be stronger"
    numbers = ", ".join(f"{weight:g}" for weight in last.weights)
    yield f"weights = ({numbers}{',' if len(last.weights) == 1 else ''})"
