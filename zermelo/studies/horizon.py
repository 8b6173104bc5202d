"""The horizon effect: what lies just beyond the last ply is not seen, unless quiescence follows captures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.game import MAX, Bits
from zermelo.games import DotsAndBoxes
from zermelo.kernel.options import INEXACT
from zermelo.score import PLAYERS
from zermelo.solve import solve
from zermelo.studies.experiment import Experiment, Job, Settings, matching, searched
from zermelo.studies.findings import Claim, Curve, Finding, Plot, Row
from zermelo.studies.phrases import Phrase

WAYS = {
    "plain": (*INEXACT, "priority"),
    "quiescence": (*(name for name in INEXACT if name != "quiescence"), "priority"),
}
"""What is switched off: everything that looks deeper in some places than in others, or all but quiescence;
and the priority of moves, which would make up for what is not seen."""
DEEPEST = 6


class NoisyBoxes(DotsAndBoxes):
    """Dots and boxes that says which moves are noisy: those that complete a box."""

    def noisy(self, state: DotsAndBoxes.State) -> Iterator[int]:
        for edge in range(self.size):
            if (state.edges >> edge) & 1 == 0:
                edges = state.edges | Bits(1) << edge
                won = 0
                for box in self.beside[edge]:
                    if edges & self.boxes[box] == self.boxes[box]:
                        won += 1
                if won > 0:
                    yield edge


def plan(settings: Settings) -> list[Job]:
    """A job for each position."""
    return [
        Job(looked, (settings.seed, number, settings.pick(3, DEEPEST), settings.engine), 1.0)
        for number in range(settings.pick(12, 60))
    ]


def position(seed: int, number: int) -> tuple[NoisyBoxes, DotsAndBoxes.State]:
    """A position of random play in which every move hands over a box: which one loses the fewest?"""
    game, random = NoisyBoxes(3, 3), Settings(seed).random("horizon", number)
    state = game.initial()
    while safe := [edge for edge in game.actions(state) if game.priority(state, edge) == 0]:
        state = game.result(state, random.choice(safe))
    return game, state


def looked(seed: int, number: int, deepest: int, engine: str) -> list[Row]:
    """What is chosen at each depth, with and without quiescence, and what that costs in boxes."""
    game, state = position(seed, number)
    mine = worth(game, state, engine)
    rows = []
    for way, off in WAYS.items():
        for depth in range(1, deepest + 1):
            report = searched(
                game, state, depth=depth, algorithm="pvs", engine=engine, memory=1, switch_off=off
            )
            assert report.action is not None
            lost = int(max(mine.values()) - mine[report.action])
            rows.append({
                "position": number, "way": way, "depth": depth, "choice": report.action, "lost": lost,
                "nodes": report.nodes,
            })  # fmt: skip
    return rows


def worth(game: Any, state: Any, engine: Any) -> dict[Any, float]:
    """Every move with its exact value for the player to move."""
    side = 1 if state.turn == MAX else -1
    return {action: side * score.value for action, score in solve(game, state, engine=engine).values.items()}


def conclude(rows: list[Row], settings: Settings) -> Finding:
    """How often each way is wrong, and the position where it is seen best."""
    curves = tuple(Curve(Phrase(f"horizon {way}"), shares(matching(rows, way=way))) for way in WAYS)
    plot = Plot("wrong", Phrase("horizon title"), Phrase("depth"), Phrase("wrong share"), curves, False)
    example = specimen(rows)
    claims = (Claim(Phrase("horizon claim"), example is not None),) if rows else ()
    if example is None:
        return Finding("horizon", "", tuple(rows), (plot,), claims)
    game, state = position(settings.seed, example["position"])
    return Finding(
        "horizon", "", tuple(rows), (plot,), claims, (described(example, state, rows),), game.show(state)
    )


def shares(rows: list[Row]) -> tuple[tuple[float, float], ...]:
    """For each depth in how many positions of a hundred the choice is not one of the best."""
    depths = sorted({row["depth"] for row in rows})
    found = {depth: matching(rows, depth=depth) for depth in depths}
    return tuple((depth, 100 * sum(row["lost"] > 0 for row in at) / len(at)) for depth, at in found.items())


def specimen(rows: list[Row]) -> Row | None:
    """Where a depth plays wrong, and quiescence at the same depth right: the dearest, then the deepest."""
    right = {(row["position"], row["depth"]) for row in matching(rows, way="quiescence") if row["lost"] == 0}
    wrong = [row for row in matching(rows, way="plain") if row["lost"] > 0]
    seen = [row for row in wrong if (row["position"], row["depth"]) in right]
    return max(seen, key=lambda row: (row["lost"], row["depth"]), default=None)


def described(example: Row, state: Any, rows: list[Row]) -> Phrase:
    key = {"position": example["position"], "depth": example["depth"]}
    (better,) = matching(rows, way="quiescence", **key)
    return Phrase("horizon note", {
        "player": PLAYERS[state.turn], "depth": example["depth"], "choice": example["choice"],
        "lost": example["lost"], "better": better["choice"],
    })  # fmt: skip


HORIZON = Experiment("horizon", plan, conclude)
