"""Generate-and-test beside backtracking and its refinements, on n queens."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial

from zermelo.csp.study import STRATEGIES, queens_case
from zermelo.studies.experiment import Experiment, Job, Settings, matching
from zermelo.studies.findings import Claim, Curve, Finding, Plot, Row
from zermelo.studies.phrases import Phrase

SECONDS = 600.0
"""Nobody waits so long; the sizes say how long it takes."""
GENERATE = STRATEGIES[0]
COUNTS = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352}
"""Solutions that are known (OEIS A000170)."""


def plan(settings: Settings) -> list[Job]:
    """A job for each strategy and size; generate-and-test has n^n configurations, and ends sooner."""
    largest = settings.pick(6, 8)
    return [
        Job(measured, (name, n), n**n / 1e5 if name == GENERATE else n**4 / 1e4)
        for n in range(4, largest + 1)
        for name in STRATEGIES
        if name != GENERATE or n <= settings.pick(5, 7)
    ]


def measured(name: str, n: int) -> list[Row]:
    """One strategy on one board, all solutions."""
    found = queens_case(n)[name](SECONDS)
    return [{
        "strategy": name, "n": n, "solutions": found.solutions, "tries": found.tries, "checks": found.checks,
        "seconds": found.seconds,
    }]  # fmt: skip


def conclude(rows: list[Row], settings: Settings) -> Finding:
    """Tries against n, beside n^n and n!."""
    curves = [
        Curve(Phrase(f"strategy {name}"), tuple((row["n"], row["tries"]) for row in found))
        for name in STRATEGIES
        if (found := matching(rows, strategy=name))
    ]
    sizes = sorted({row["n"] for row in rows})
    curves.append(Curve(Phrase("queens all"), tuple((n, float(n**n)) for n in sizes), theory=True))
    curves.append(Curve(Phrase("queens rows"), tuple((n, float(factorial(n))) for n in sizes), theory=True))
    plot = Plot("tries", Phrase("queens title"), Phrase("queens"), Phrase("tries"), tuple(curves))
    return Finding("backtracking", "", tuple(rows), (plot,), tuple(claims(rows)))


def claims(rows: list[Row]) -> Iterator[Claim]:
    if rows:
        right = all(row["solutions"] == COUNTS[row["n"]] for row in rows)
        sizes = sorted({row["n"] for row in rows})
        counts = ", ".join(str(COUNTS[n]) for n in sizes)
        facts = {"counts": counts, "first": sizes[0], "last": sizes[-1]}
        yield Claim(Phrase("queens solutions", facts), right)
    if generated := matching(rows, strategy=GENERATE):
        yield Claim(
            Phrase("queens generated"), all(row["tries"] == row["n"] ** row["n"] for row in generated)
        )


BACKTRACKING = Experiment("backtracking", plan, conclude)
