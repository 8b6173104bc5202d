"""Run every experiment, and write docs/study.md with what they found, and docs/images/study-….svg.

    python docs/make_study.py [--processes N] [--report FILE.html]

It is what `zermelo study all` does; with --report also what `zermelo study all --report FILE.html` writes.
"""
# ruff: noqa: E501 (lines of a page)

from __future__ import annotations

import argparse
import os
import resource
import tempfile
from collections.abc import Iterator
from pathlib import Path

from zermelo.interfaces.pictures.plots import drawn
from zermelo.interfaces.pictures.study_files import report_html
from zermelo.interfaces.terminal.experimenting import watched
from zermelo.studies.findings import Finding, Study
from zermelo.studies.phrases import Phrase
from zermelo.studies.study import studying

HERE = Path(__file__).parent
HEAD = """\
# The theory, measured

The lectures claim numbers: b^d, b^(d/2), b^(3d/4), n!·e, “twice the depth”, “deepening costs a constant factor”. `zermelo study`
measures them on trees and on games, draws the formulas beside the measurements, and says which claims hold.

```text
zermelo study                               # which experiments there are
zermelo study growth                        # one of them: claims, numbers, plots in letters
zermelo study growth --export growth.pdf    # the plots, as .svg, .png or .pdf
zermelo study growth --save growth.csv      # the measurements, as .csv or .json
zermelo study ablation kalah                # one that takes a game, on a game
zermelo study mygame.py                     # everything that takes a game, on your own
zermelo study all --report study.html       # all of them, on one page
```

`--brief` is for a first look, with small sizes; `--seed` draws other trees, positions and openings. The jobs of all experiments
share the cores (`--processes`), or run on a Dask cluster (`--cluster ADDRESS`); on the way it is said how far they have
come and how long the rest takes. With one seed the rows are the same however many processes there are, but for seconds
and for what is played against the clock. A claim that does not hold makes the exit code 1. The page has the same
experiments under *Study*, in small sizes: the curves grow while they are measured.

In Python:

```python
from zermelo import study

found = study("growth", processes=2)
print(found.holds, *found.findings[0].notes, sep="\\n")
```

`Study.findings` have `claims` (a sentence, and whether it `holds`), `notes`, `drawings` (curves and bars as numbers), `rows` and
`csv()`.

An experiment is one file in `zermelo/studies/` and a record in its list: jobs, each of which gives rows, and a function from rows
to a finding. Trees are nowhere written down: a node is a number from which those of its children are made
(`uniform.py`), so that one compiled unit serves every branching factor, depth and seed.

"""
TAIL = """\
## How to read it

- A claim is held against every measurement of its experiment. “Exactly” means equal, node for node.
- Knuth and Moore's minimum bounds every search of a *tree*. A table and symmetry join positions of a game, so that the engine
  searches a graph, and may need fewer nodes.
- Growth per ply is the slope of a line of least squares through the logarithms of the last depths (four in `growth` and
  `orders`, six in `trees` and `deepening`), as many even depths as odd ones, because alpha-beta's tree grows by turns more and less.
- Best and worst first know the value of every move from a search of their own, which is not counted.
- Pearl's growth is that of the limit; trees that can be searched are not so deep, and grow faster.
- Shallow trees grow faster still: fitted to fewer plies than here, the growth for b = 7 and 8 can lie above b^(3/4). The claim is
  about the depths that were searched.
- The positions of `horizon` are chosen to show the effect: random play until every move hands over a box, with the priority of moves
  switched off, which would make up for much of what is not seen. They say nothing of positions at large.
- The games of `models` are made so that who begins wins, by one move at each turn: the best case of the lectures.
- The memory of deepening is counted in states on the path, that of breadth-first in states in the queue.
- Strength is measured in games (see [Matches and ratings](match.md)), so it has error bars.
"""


def page(study: Study) -> str:
    """docs/study.md."""
    spent = f"{processor_minutes():.1f} minutes of processor time, shared by the cores"
    made = f"Written by `docs/make_study.py`, seed {study.seed}: {spent}, with everything compiled anew.\n\n"
    return HEAD + made + "\n".join(line for each in study.findings for line in section(each)) + "\n" + TAIL


def processor_minutes() -> float:
    """Of this process and of those that have worked for it."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(sum(resource.getrusage(kind)[:2]) for kind in kinds) / 60


def section(finding: Finding) -> Iterator[str]:
    """An experiment: claims, plots, numbers."""
    yield from (f"## {finding.experiment}", "", f"{Phrase(f'about {finding.experiment}')}.", "")
    yield from (f"- {'✓' if claim.holds else '✗'} {claim.said}" for claim in finding.claims)
    yield ""
    for drawing in finding.drawings:
        name = f"images/study-{finding.experiment}-{drawing.name}.svg"
        (HERE / name).write_text(drawn(drawing).svg)
        yield from (f"![{drawing.title}]({name})", "")
    if finding.position:
        yield from ("```text", finding.position, "```", "")
    yield from (f"- {note}" for note in finding.notes)
    yield ""


def main() -> None:
    parser = argparse.ArgumentParser(description="Write docs/study.md.")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--report", help="write the page of everything too")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ZERMELO_CACHE"] = folder  # as in a fresh clone
        study = watched(studying("all", processes=asked.processes))
    (HERE / "study.md").write_text(page(study))
    if asked.report:
        Path(asked.report).write_text(report_html(study))


if __name__ == "__main__":
    main()
