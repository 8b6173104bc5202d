"""Writes docs/players.md, with what the searches in it find.  `-` writes it to standard output."""
# ruff: noqa: E501 (prose)

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from zermelo import Report, search
from zermelo.game import player_name
from zermelo.games import NimMany, Siege

HEAD = """# Three or more players

Written by `python docs/make_players.py`; every figure is what the search found.

```python
class Mine(Game):
    players = 3                 # to_move answers 0, 1 or 2; people call them A, B and C
    constant_sum = 0            # what the payoffs of every end sum to; leave it out where that differs
    least = -1                  # what nobody gets less than

    def utility(self, state):   # one payoff for each, in points
        return (2, -1, -1)
```

Up to eight can play. `evaluate`, where there is one, gives a tuple too, in the same unit and with the same sum. Payoffs are always points: with
three players nobody can say that a win is worth waiting for. `CHANCE` throws dice as with two. `zermelo check` finds payoffs of the wrong
number, players who do not exist, and sums that are not what the game declares; a search that meets one says so and stops.

| asked as | what it is | what it says |
|---|---|---|
| `maxn` | everybody takes what is best for themselves (max^n; Luckhardt and Irani 1986) | a payoff for each: what comes out if all of them play so, and take the first of equally good moves |
| `deepening` | the same, one ply ahead, then two, … | the same |
| `paranoid` | alpha-beta of the player to move against all the others (Sturtevant and Korf 2000) | what they are sure of, whatever the others do |
| `mcts` | Monte Carlo tree search in which everybody goes where they fare well | averages: nothing is proved |

Without a name `search` takes `deepening`, to a `depth` alone `maxn`, and in limited time `mcts` where there is no `evaluate` and no end near. What needs two players, such as `solve`, `prove`,
tables, `pvs` and matches, says so.

`mcts` has a trace like that of two players: simulations told and drawn as the tree grows, with what everybody got on average at each node
(`zermelo trace 'siege:stones=(2,2,2)' --algorithm mcts --nodes 20`, or *Tree* on the page). Of actions that promise the same, one is drawn at random (the seed
decides), and the sentence says so; of root actions that were tried equally often the first is named, and `Report.caution` says so. It proves nothing: bounds of
what somebody can force do not go up the tree where the others need not play against them. It runs in one thread and keeps no tree from move to move.

A value of max^n is *proved* where no estimate took part. Even then it is nobody's guarantee: it holds if the others play for
themselves. And where somebody has two moves that are equally good for them, what the others get may depend on which one they
make. Max^n takes the first; `Report.caution` counts how often that mattered, and `order="reversed"` takes the last.

Where payoffs sum to `constant_sum` and nobody gets less than `least`, `maxn` prunes: once a player has so much that too little is
left for the one who moved before them, they need not look further (Korf 1991). Only what lies one ply up can be compared: deeper
cut-offs, as alpha-beta has them, would be wrong. Where the sum may differ nothing is pruned, and the report says so.

"""


def moves_of(report: Report) -> list[tuple[str, str]]:
    """Who takes from whom."""
    game, state, found = report.game, report.state, []
    for action in report.line:
        names = (player_name(seat, game.players) for seat in (game.to_move(state), action))
        found.append((next(names), next(names)))
        state = game.result(state, action)
    return found


def told(report: Report) -> str:
    return ", ".join(f"{mover} from {loser}" for mover, loser in moves_of(report))


def alliance() -> str:
    """The example: neither says so, both do it."""
    game = Siege()
    first, last = (search(game, engine="interpreted", order=order) for order in ("natural", "reversed"))
    out = max(at for at, (_, loser) in enumerate(moves_of(first)) if loser == "C")
    alone = search(game, algorithm="paranoid", engine="interpreted")
    return f"""## An alliance that nobody declares

In Siege (`zermelo/games/siege.py`) everybody has some stones, and takes one from somebody in turn. Who has none left is out: the first gets 0, the
next 1, the last 2. A and B have four stones each, C has five:

```
{game.show(game.initial())}
```

A and B could take from each other. Each looks at their own payoff only, and this is what max^n finds:

> {told(first)}.

In the first {out + 1} moves A and B take from nobody but C, until C is out. Neither has said a word: it is simply what is best for each of them
while C is the strongest. With the next move it is over, and {moves_of(first)[out + 1][0]} takes from {moves_of(first)[out + 1][1]}. The payoffs are {first.score}.

C cannot be saved, and has nothing to choose by. If everybody takes the last of equally good moves instead of the first, A and B join
just the same, but the other one wins; the payoffs are {last.score}:

> {told(last)}.

{first.caution[0].upper()}{first.caution[1:]}.

What if A trusts nobody? `paranoid` says: {alone.score}. That is true, and too dark: B has no reason to join C.

On the page: *Play* or *Analyse*, Siege; *Tree* shows how max^n finds it (stones 2,2,2 and depth 6 fit on a screen). In a terminal:
`zermelo play siege --human all`, `zermelo trace 'siege:stones=(2,2,2)'`.

"""


class General(Siege):
    """Siege that does not say what payoffs sum to."""

    least = None

    def __init__(self, stones: tuple[int, ...]) -> None:
        super().__init__(stones)
        self.constant_sum = None


class GeneralNim(NimMany):
    """Nim that does not say it either."""

    constant_sum = None


def row(name: str, pruned: Any, whole: Any) -> str:
    few, every = (search(game, algorithm="maxn", engine="interpreted").nodes for game in (pruned, whole))
    return f"| {name} | {every:,} | {few:,} | {few / every:.0%} |"


def pruning() -> str:
    """What shallow pruning leaves out."""
    rows = [
        row(f"Siege {stones}", Siege(stones), General(stones))
        for stones in ((2, 2, 2), (4, 4, 5), (2, 2, 2, 2))
    ]
    rows.append(row("Nim (1, 2, 3) for three", NimMany((1, 2, 3)), GeneralNim((1, 2, 3))))
    table = "\n".join(["| game | nodes without pruning | with | |", "|---|---|---|---|", *rows])
    return f"""## What pruning leaves out

{table}

Only who moves next can be compared with who moved last, so that less is left out than alpha-beta leaves out with two players.
"""


def page() -> str:
    return HEAD + alliance() + pruning()


if __name__ == "__main__":
    if sys.argv[1:] == ["-"]:
        sys.stdout.write(page())
    else:
        (Path(__file__).parent / "players.md").write_text(page())
