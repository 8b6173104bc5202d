"""A match in words: the block that compares two players, the ratings of many, who met whom, and regret."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import TYPE_CHECKING

from zermelo.matches.records import FORFEITS, Record
from zermelo.messages import counted

if TYPE_CHECKING:
    from zermelo.matches.elo import Estimate
    from zermelo.matches.regret import Regret
    from zermelo.matches.results import Comparison, Results, Tally

MOST_FORFEITS = 10
"""Forfeits that are told one by one."""
HYPOTHESES = {"H0": "H0 accepted: not that much stronger", "H1": "H1 accepted: stronger", None: "undecided"}


def report(results: Results) -> Iterator[str]:
    """All that the games say."""
    yield heading(results)
    if not results.records:
        yield "no game was finished"
        return
    yield from comparison(results) if len(results.names) == 2 else pool(results)
    yield from forfeits(results.forfeits)


def heading(results: Results) -> str:
    """What was played."""
    done, planned = len(results.records), results.planned
    games = counted(planned, "game") if done == planned else f"{done:,} of {counted(planned, 'game')}"
    different = counted(results.openings, "different opening")
    return f"{results.settings.get('game', '')}: {games}, {different}"


# -- two players -----------------------------------------------------------------------------------


def comparison(results: Results) -> Iterator[str]:
    """The first player against the second, in the manner of fastchess."""
    found = results.compare(*results.names[:2])
    yield f"{found.one} against {found.other}:"
    if found.pairs.error > 0:
        yield f"  Elo    {spelt(found.elo)}, normalised {spelt(found.normalised_elo)}"
        yield f"  LOS    {likelihood(found.superiority)}"
    else:
        yield f"  Elo    {spelt(found.elo)}: no error bar, since all pairs are alike"
        yield "  LOS    unknown: it is told by the spread of the pairs"
    yield f"  games  {tally_text(found.tally)}"
    yield f"  pairs  {pairs_text(found)}"
    if results.sprt is not None:
        test = results.sprt
        bounds = f"between {test.lower:.2f} and {test.upper:.2f}"
        yield f"  SPRT   {test}"
        yield f"  LLR    {results.llr:.2f} {bounds}: {HYPOTHESES[results.decision]}"


def spelt(estimate: Estimate) -> str:
    """With its error of 95 %, or the end of the interval that is known.

    >>> from zermelo.matches.elo import Estimate
    >>> spelt(Estimate(12.3, 2.3, 22.3)), spelt(Estimate(700.0, 100.0, float("inf")))
    ('+12.30 ± 10.00', '+700.00 (at least +100.00)')
    """
    if not isfinite(estimate.value):
        return "unknown" if estimate.value != estimate.value else "+∞" if estimate.value > 0 else "−∞"
    if isfinite(estimate.error):
        return f"{estimate.value:+z.2f} ± {estimate.error:.2f}"
    for end, limit in (("least", estimate.low), ("most", estimate.high)):
        if isfinite(limit):
            return f"{estimate.value:+z.2f} (at {end} {limit:+z.2f})"
    return f"{estimate.value:+z.2f} (anything is possible)"


def likelihood(probability: float) -> str:
    """A probability in per cent, which no number of games makes certain.

    >>> likelihood(0.1024), likelihood(1.0), likelihood(3e-9)
    ('10.24%', 'above 99.99%', 'below 0.01%')
    """
    if probability > 0.9999:
        return "above 99.99%"
    return "below 0.01%" if probability < 0.0001 else f"{probability:.2%}"


def tally_text(tally: Tally) -> str:
    share = tally.points / tally.games if tally.games else 0
    counts = f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost"
    points = f"{tally.points:g} {'point' if tally.points == 1 else 'points'}"
    return f"{tally.games}: {counts}; {points} ({share:.2%})"


def pairs_text(found: Comparison) -> str:
    """How many pairs brought 0, ½, 1, 1½ and 2 points."""
    labels = ("0", "½", "1", "1½", "2")
    counts = ", ".join(f"{label}: {count:g}" for label, count in zip(labels, found.pairs.counts))
    return f"{found.pairs.size:g} by their points, {counts}"


# -- many players ----------------------------------------------------------------------------------


def pool(results: Results) -> Iterator[str]:
    """Ratings on one scale, then what everybody scored against everybody."""
    rows = [("", "player", "Elo", "±", "games", "points", "score", "drawn")]
    for rank, rating in enumerate(results.pool.ratings, 1):
        tally = results.tally(rating.name)
        games = tally.games or 1
        rows.append((
            str(rank), rating.name, f"{rating.elo:+z.1f}", f"{rating.error:.1f}", str(tally.games),
            f"{tally.points:g}", f"{tally.points / games:.1%}", f"{tally.draws / games:.1%}",
        ))  # fmt: skip
    yield from aligned(rows, left=(1,))
    yield f"playing MAX is worth {results.pool.advantage:+z.1f} Elo; errors are of 95 %"
    yield ""
    yield from crosstable(results)


def crosstable(results: Results) -> Iterator[str]:
    """Points of each player against each, in the order of their ratings."""
    names = [rating.name for rating in results.pool.ratings]
    rows = [("", "", *(str(number) for number in range(1, len(names) + 1)))]
    for number, name in enumerate(names, 1):
        against = [results.crosstable[name].get(other) for other in names]
        cells = ["-" if tally is None else f"{tally.points:g}/{tally.games}" for tally in against]
        rows.append((str(number), name, *cells))
    yield from aligned(rows, left=(1,))


def aligned(rows: Sequence[Sequence[str]], left: tuple[int, ...] = ()) -> Iterator[str]:
    """Columns below each other; numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        cells = [
            cell.ljust(width) if at in left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths))
        ]
        yield "  ".join(cells).rstrip()


# -- what else there is to say ---------------------------------------------------------------------


def forfeits(lost: list[Record]) -> Iterator[str]:
    """Games that were lost by a fault, and which."""
    if lost:
        kinds = ", ".join(f"{sum(record.reason == kind for record in lost)} by {kind}" for kind in FORFEITS)
        yield f"forfeits: {len(lost)} ({kinds})"
    for record in lost[:MOST_FORFEITS]:
        yield f"  game {record.number}: {record.detail}"
    if len(lost) > MOST_FORFEITS:
        yield f"  … {len(lost) - MOST_FORFEITS:,} more"


def regret_rows(found: dict[str, Regret]) -> Iterator[str]:
    """How often and by how much each player left the best value."""
    rows = [("player", "moves", "mistakes", "of moves", "lost in all", "a move", "by size")]
    for name, regret in sorted(found.items(), key=lambda item: item[1].mean):
        part = regret.mistakes / regret.moves if regret.moves else 0
        sizes = " ".join(f"{lost:g}×{times}" for lost, times in regret.losses.items())
        rows.append((
            name, str(regret.moves), str(regret.mistakes), f"{part:.2%}", f"{regret.total:g}",
            f"{regret.mean:.4f}", sizes or "-",
        ))  # fmt: skip
    yield "regret: moves that left the best value, by the proved values of all positions"
    yield from aligned(rows, left=(0, 6))
