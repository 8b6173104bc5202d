"""Three to five players: max^n, paranoid and Monte Carlo search against the definition, in both worlds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import pytest
from budget import INTERPRETED_FIRST, LONG, in_turn
from commanding import zermelo
from several import General, Raised, Spread, Thrown, moves_of_max_n, secured, shares

from zermelo import (
    Game,
    Report,
    RulesError,
    SearchError,
    analyse,
    choose,
    perft,
    prove,
    search,
    solve,
    solve_all,
    solving,
    strategy,
)
from zermelo.game import player_name, players_of
from zermelo.games import NimMany
from zermelo.score import Score

KINDS = [Spread, General, Thrown]
EACH = 150 if LONG else 3
"""Trees for each kind, number of players and world."""
WORLDS = in_turn(
    [("interpreted", kind, 3 + index) for index, kind in enumerate(KINDS)] + [("compiled", Spread, 3)],
    [
        (world, kind, players)
        for world in ("interpreted", "compiled")
        for kind in KINDS
        for players in (3, 4, 5)
    ],
    several=True,
)


def asked(game: Any, seed: int, engine: str, **options: Any) -> tuple[Any, int, Report]:
    """A tree of this seed, to its end or less deep, and what a search says of it."""
    state, depth = game.root(seed, 2 + seed % 4), (99, 2)[seed % 3 == 0]
    told = {} if depth == 99 else {"depth": depth}
    return state, depth, search(game, state, engine=engine, **told, **options)


@pytest.mark.parametrize(("engine", "kind", "players"), WORLDS)
def test_max_n_is_its_definition(engine: Any, kind: Any, players: int) -> None:
    game = kind(players)
    for seed in range(1, EACH + 1):
        state, depth, report = asked(game, seed, engine, algorithm="maxn", values=seed % 2 == 0)
        payoffs, line = shares(game, state, depth)
        assert (report.payoffs, report.line) == (payoffs, line), seed
        assert report.score.proved or depth < 99
        assert not report.score.proved or payoffs == shares(game, state)[0], seed
        for action, score in report.values.items():
            assert score.payoffs == shares(game, game.result(state, action), depth - 1)[0], seed


@pytest.mark.parametrize(("engine", "kind", "players"), WORLDS)
def test_paranoid_is_its_definition(engine: Any, kind: Any, players: int) -> None:
    game = kind(players)
    for seed in range(1, EACH + 1):
        state, depth, report = asked(game, seed, engine, algorithm="paranoid")
        player = max(game.to_move(state), 0)
        assert report.score.value == pytest.approx(secured(game, state, player, depth)), seed
        assert (report.score.player, report.payoffs) == (player, ())


@pytest.mark.parametrize("players", in_turn([3], [4, 5]))
def test_pruning_changes_nothing_but_the_work(players: int) -> None:
    pruned, whole = 0, 0
    for seed in range(1, 20 * EACH):
        few = asked(Spread(players), seed, "interpreted", algorithm="maxn")[2]
        all_of_it = asked(General(players), seed, "interpreted", algorithm="maxn")[2]
        beyond = asked(Spread(players), seed, "interpreted", algorithm="maxn", prune_equal=False)[2]
        assert (few.payoffs, few.line) == (all_of_it.payoffs, all_of_it.line) == (beyond.payoffs, beyond.line)
        assert few.nodes <= beyond.nodes <= all_of_it.nodes
        raised = asked(Raised(players), seed, "interpreted", algorithm="maxn")[2]
        assert (raised.payoffs, raised.nodes) == (tuple(each + 1 for each in few.payoffs), few.nodes)
        pruned, whole = pruned + few.nodes, whole + all_of_it.nodes
    assert pruned < whole


def test_one_ply_after_another() -> None:
    game = Spread(4)
    state = game.root(8, 5)
    report = search(game, state, algorithm="deepening", engine="interpreted")
    assert (report.payoffs, report.score.proved) == (shares(game, state)[0], True)
    level = choose(game, state, level=3, engine="interpreted")
    assert level.action in list(game.actions(state))


@pytest.mark.parametrize("kind", KINDS)
def test_deepening_ends_with_the_answer_of_max_n(kind: Any) -> None:
    """The same payoffs and line, whatever is tied, and the same is said of ties."""
    game, tied = kind(3), 0
    for seed in range(1, 400 if LONG else 60):
        state = game.root(seed, 3)
        whole, deepest = (
            search(game, state, algorithm=algorithm, engine="interpreted")
            for algorithm in ("maxn", "deepening")
        )
        assert (deepest.payoffs, deepest.line) == (whole.payoffs, whole.line)
        if kind is not Spread:
            assert deepest.caution == whole.caution
        tied += "the first was taken" in whole.caution
    assert tied > 3


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@pytest.mark.parametrize("kind", in_turn([Spread], [Thrown]))
def test_random_games_come_to_a_move_of_max_n(engine: Any, kind: Any) -> None:
    """Small trees without ties at the root: the move is max^n's, for some choice among ties below it."""
    game, met = kind(3), 0
    for seed in range(1, 400 if LONG else 25):
        state = game.root(seed, 2)
        if game.is_terminal(state) or game.to_move(state) < 0:
            continue
        mover = game.to_move(state)
        worths = [shares(game, game.result(state, action))[0][mover] for action in game.actions(state)]
        worths.sort(reverse=True)
        if worths[0] - worths[1] < 2:
            continue
        met += 1
        report = search(game, state, algorithm="mcts", nodes=1500, engine=engine)
        assert report.action in moves_of_max_n(game, state), seed
        assert sum(report.payoffs) == pytest.approx(game.constant_sum or sum(report.payoffs))
        assert (report.score.proved, report.score.player) == (False, mover)
    assert met >= 3


class Ended(NamedTuple):
    moves: int


class Faulty(Game):
    """Three players move once each; the fault is a parameter, in what is paid or in whose turn it is."""

    players = 3
    repetition = None
    constant_sum: float | None = 0
    least: float | None = -1
    State = Ended

    def __init__(self, paid: Any = (2, -1, -1), mover: int = 0) -> None:
        self.paid, self.mover = paid, mover

    def initial(self) -> Ended:
        return Ended(0)

    def to_move(self, state: Ended) -> int:
        return self.mover if state.moves == 1 else state.moves % 3

    def actions(self, state: Ended) -> Iterator[int]:
        yield from range(2)

    def result(self, state: Ended, action: int) -> Ended:
        return Ended(state.moves + 1)

    def is_terminal(self, state: Ended) -> bool:
        return state.moves == 3

    def utility(self, state: Ended) -> Any:
        return self.paid


FAULTS = {
    "a payoff too few": ({"paid": (1, -1)}, r"utility\(\) returns \(1, -1\): with 3 players it must return"),
    "one number": ({"paid": 1}, "utility.. returns 1: with 3 players it must return a tuple"),
    "no number": ({"paid": (1, "x", 0)}, "utility.. should return a number|not a number|returns 'x'"),
    "another sum": ({"paid": (1, 0, 0)}, r"pays \(1, 0, 0\) in the position after 0 0 0.*not 0 in all"),
    "too little": ({"paid": (4, -2, -2)}, "nobody should get less than least = -1"),
    "nobody's turn": ({"mover": 3}, r"to_move\(\) returns 3 .*: it must be a player from 0 to 2"),
}


@pytest.mark.parametrize("algorithm", ["maxn", "mcts"])
@pytest.mark.parametrize("fault", FAULTS)
def test_what_a_search_cannot_use_is_a_sentence(fault: str, algorithm: Any) -> None:
    options, said = FAULTS[fault]
    if (fault, algorithm) == ("too little", "mcts"):  # which prunes nothing
        return
    with pytest.raises(RulesError, match=said.replace("0 0 0", ".*")):
        search(Faulty(**options), algorithm=algorithm, engine="interpreted", nodes=200)


def test_what_two_players_are_needed_for_says_so() -> None:
    game = Spread(3)
    for algorithm in ("minimax", "alphabeta", "pvs", "null_window", "star1", "expectiminimax", "mtdf"):
        with pytest.raises(SearchError, match=f"{algorithm} is for two players, and Spread has 3"):
            search(game, algorithm=algorithm)  # type: ignore[arg-type]
    for verb in (solve, solving, strategy, prove, partial(solve_all, states=[])):
        with pytest.raises(SearchError, match="is for two players, and Spread has 3: "):
            verb(game)  # type: ignore[operator]
    for words in (["solve"], ["solve", "--table", "nowhere.table"], ["prove"]):
        said = zermelo(words[0], "siege", *words[1:]).stderr
        assert said.startswith(f"zermelo: {words[0]}() is for two players, and Siege has 3: search() without")
    with pytest.raises(SearchError, match="maxn is for three or more players"):
        search([[1, 2], [3]], algorithm="maxn")
    with pytest.raises(SearchError, match="order 'best' looks ahead as two players do"):
        search(game, algorithm="maxn", order="best")
    assert perft(game, depth=2, engine="interpreted") > 0


@pytest.mark.parametrize(("name", "value", "said"), [
    ("players", 9, "players is 9: it must be a whole number from 2 to 8"),
    ("players", 1, "players is 1"),
    ("constant_sum", "much", "constant_sum is 'much': it must be a number or None"),
])  # fmt: skip
def test_what_a_game_declares_is_looked_at(name: str, value: Any, said: str) -> None:
    game = Spread(3)
    setattr(game, name, value)
    with pytest.raises(RulesError, match=said):
        search(game, engine="interpreted")


def test_names_of_players_are_not_their_number() -> None:
    class Named(Faulty):
        players = ("X", "O")  # type: ignore[assignment]

    assert (players_of(Named()), players_of(Spread(4)), players_of(object())) == (2, 4, 2)
    assert [player_name(seat, 4) for seat in range(4)] == ["A", "B", "C", "D"]


def test_what_suits_a_game_of_three() -> None:
    game = Spread(3)
    state = game.root(3, 4)
    assert search(game, state, engine="interpreted").algorithm == "deepening"
    assert search(game, state, engine="interpreted", depth=2).algorithm == "maxn"
    report = search(game, state, engine="interpreted", nodes=50)
    assert (report.algorithm, "3 players" in report.why_algorithm) == ("deepening", True)
    assert search(Faulty(), engine="interpreted", seconds=0.05).algorithm == "deepening"  # it has 8 games
    large = search(NimMany(), engine="interpreted", seconds=0.05)
    assert (large.algorithm, "no end near" in large.why_algorithm) == ("mcts", True)


def test_a_report_has_a_payoff_for_everybody() -> None:
    game = Spread(3)
    state = game.root(5, 6)
    report = search(game, state, algorithm="maxn", engine="interpreted", values=True)
    assert Report.from_json(report.json(), game, state) == report
    assert report.as_dict()["score"]["payoffs"] == list(report.payoffs)
    assert [report.score.of(seat).value for seat in range(3)] == list(report.payoffs)
    assert str(report.score).startswith(f"A {report.payoffs[0]}, B {report.payoffs[1]}, C ")
    assert Score(1, True, 0, players=3, payoffs=(1, 0, 0)) != Score(1, True, 0, players=3, payoffs=(1, 1, 0))


def test_ties_are_told() -> None:
    """Three moves give the mover the same, and the others not: who was first counts."""
    report = search(Ties(), algorithm="maxn", engine="interpreted")
    assert (report.action, report.payoffs) == (0, (1, 1, 0))
    assert "2 times a player had an equally good action" in report.caution
    other = search(Ties(), algorithm="maxn", engine="interpreted", order="reversed")
    assert (other.action, other.payoffs) == (2, (1, 0, 1))
    each = search(Ties(), algorithm="maxn", engine="interpreted", order="reversed", values=True)
    assert (each.action, each.payoffs, list(each.values)) == (2, (1, 0, 1), [0, 1, 2])
    valued = search(Ties(), algorithm="maxn", engine="interpreted", values=True)
    assert "2 times a player had an equally good action" in valued.caution


def test_the_ties_of_a_depth_are_told_not_those_of_all_depths() -> None:
    reports = list(analyse(SeemingTies(), algorithm="deepening", engine="interpreted"))
    told = ["once a player had an equally good action" in report.caution for report in reports]
    assert told == [True, False]
    assert "a player had" not in reports[-1].caution


class Ties(Faulty):
    constant_sum = least = None

    def actions(self, state: Ended) -> Iterator[int]:
        yield from range(3)

    def result(self, state: Ended, action: int) -> Ended:
        return Ended(10 + action)

    def is_terminal(self, state: Ended) -> bool:
        return state.moves >= 10

    def utility(self, state: Ended) -> tuple[float, ...]:
        return ((1, 1, 0), (1, 0.5, 0.5), (1, 0, 1))[state.moves - 10]


class SeemingTies(Faulty):
    """Two moves look equally good to the first player, and lead to ends that nobody finds equal."""

    constant_sum = least = None

    def result(self, state: Ended, action: int) -> Ended:
        return Ended(2 * state.moves + 1 + action)

    def to_move(self, state: Ended) -> int:
        return 0 if state.moves == 0 else 1

    def is_terminal(self, state: Ended) -> bool:
        return state.moves > 2

    def evaluate(self, state: Ended) -> tuple[int, int, int]:
        return 1, state.moves, 0

    def utility(self, state: Ended) -> tuple[int, int, int]:
        return state.moves, -state.moves, state.moves


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_payoffs_of_different_kinds(engine: Any) -> None:
    assert search(Ties(), algorithm="paranoid", engine=engine).score.value == 1
