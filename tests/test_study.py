"""Experiments: the formulas of the theory, what is measured, and that both agree where they must."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import e, factorial
from pathlib import Path
from string import Formatter
from typing import Any

import naive
import pytest
from budget import INTERPRETED_FIRST

import zermelo
from zermelo import SearchError, search, study, studying
from zermelo.games import MNK, ConnectFour, Nim, TicTacToe
from zermelo.matches.arena import Given
from zermelo.studies import crew, deepening, horizon, models, theory, trees, utility
from zermelo.studies.experiment import Job, Settings, matching, opened, opening_plies
from zermelo.studies.experiments import EXPERIMENTS
from zermelo.studies.findings import Finding, Row
from zermelo.studies.phrases import PHRASES, Phrase
from zermelo.studies.uniform import INCREMENTAL, INDEPENDENT, ModelGame, UniformTree
from zermelo.tracing.phrases import LANGUAGES

PYTHON = Settings(engine="interpreted", brief=True)
BOARD = Given(TicTacToe())


# -- formulas ----------------------------------------------------------------------------------------


def critical(branching: int, depth: int, kind: int = 1) -> int:
    """Nodes of the minimal tree by Knuth and Moore's definition of its three types."""
    if depth == 0:
        return 1
    if kind == 1:
        return 1 + critical(branching, depth - 1, 1) + (branching - 1) * critical(branching, depth - 1, 2)
    if kind == 2:
        return 1 + critical(branching, depth - 1, 3)
    return 1 + branching * critical(branching, depth - 1, 2)


@pytest.mark.parametrize(("branching", "depth"), list(product(range(1, 7), range(8))))
def test_the_minimal_tree_is_that_of_the_three_types(branching: int, depth: int) -> None:
    assert theory.critical_nodes(branching, depth) == critical(branching, depth)
    leaves = critical(branching, depth) - (critical(branching, depth - 1) if depth else 0)
    assert theory.critical_leaves(branching, depth) == leaves


def proved(left: int, winner_moves: bool, removing: bool) -> int:
    """Nodes of a proof that the player who begins wins, counted one by one."""
    if left == 0:
        return 1
    moves = 1 if winner_moves else left if removing else models.MOVES
    return 1 + moves * proved(left - 1, not winner_moves, removing)


@pytest.mark.parametrize("n", range(1, 9))
def test_the_sums_of_the_lectures(n: int) -> None:
    assert theory.proof_of_objects(n) == proved(n, True, True)
    assert theory.proof_of_turns(models.MOVES, n) == proved(n, True, False)
    assert theory.tree_of_objects(n) < theory.most_of_objects(n) == factorial(n) * e
    if n % 2:
        assert theory.proof_of_objects(n) <= theory.most_of_proof(n)


def test_the_constant_of_the_double_factorials() -> None:
    assert sum(1 / theory.double_factorial(n) for n in range(60)) == pytest.approx(theory.DOUBLE_FACTORIALS)


@pytest.mark.parametrize("branching", [2, 4, 8, 100])
def test_pearl_lies_between_the_bounds(branching: int) -> None:
    found = theory.pearl_growth(branching)
    root = found / (1 + found)
    assert root**branching + root == pytest.approx(1)
    assert branching**0.5 < found < branching**0.75


# -- trees -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("leaves", [INDEPENDENT, INCREMENTAL])
def test_a_tree_that_is_nowhere_written_down_is_a_game(leaves: int) -> None:
    game = UniformTree(3, 4, seed=5, leaves=leaves)
    found = search(game, algorithm="alphabeta", engine="interpreted").score.value
    assert found == naive.value(game, game.initial())
    assert naive.nodes(game, game.initial()) == theory.whole_tree(3, 4)
    ends = [game.initial()]
    for _ in range(4):
        ends = [game.result(state, action) for state in ends for action in game.actions(state)]
    assert len({game.utility(state) for state in ends}) > 70, "of 81"


def test_machine_code_for_one_tree_serves_all_and_finds_the_same() -> None:
    for branching, depth, seed in ((2, 6, 1), (5, 5, 2), (8, 4, 3)):
        game = UniformTree(branching, depth, seed)
        compiled, interpreted = (
            search(game, algorithm="alphabeta", engine=engine) for engine in ("compiled", "interpreted")
        )
        assert (compiled.nodes, compiled.leaves) == (interpreted.nodes, interpreted.leaves)
        assert compiled.score.value == interpreted.score.value


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@pytest.mark.parametrize("removing", [False, True])
def test_who_begins_wins_a_game_of_the_models(removing: bool, engine: Any) -> None:
    for seed in range(4):
        game = ModelGame(4, 4, seed, removing)
        assert search(game, algorithm="minimax", engine=engine).score.winner == 0
        assert naive.value(game, game.initial()) == 1


# -- the experiments ---------------------------------------------------------------------------------


def found_by(name: str, rows: list[Row], settings: Settings = PYTHON) -> Finding:
    found = EXPERIMENTS[name].conclude(rows, settings)
    assert found.rows == tuple(rows)
    return found


def test_best_first_trees_are_knuth_and_moores_exactly() -> None:
    rows = [
        row
        for branching, depth in ((2, 6), (3, 4), (4, 4), (6, 3))
        for way in trees.WAYS
        for row in trees.walked("independent", way, branching, depth, 7, "interpreted")
    ]
    found = found_by("trees", rows)
    assert len(found.claims) == 4
    assert found.holds
    worse = [row | {"leaves": row["leaves"] - 1} if row["way"] == "best" else row for row in rows]
    assert [claim.holds for claim in found_by("trees", worse).claims] == [False, False, True, True]


@pytest.mark.long
def test_growth_in_random_order_lies_between_the_roots() -> None:
    """By machine code that another test compiles."""
    settings = replace(PYTHON, engine="compiled")
    rows = [row for job in EXPERIMENTS["growth"].plan(settings) for row in job.done()]
    found = found_by("growth", rows, settings)
    assert [curve.theory for curve in found.drawings[0].curves] == [False, True, True, True]  # type: ignore[union-attr]
    assert len(found.drawings[0].curves[0].points) == 5  # type: ignore[union-attr]
    assert found.holds


def test_the_models_are_met_exactly() -> None:
    rows = [
        row
        for removing in (False, True)
        for n in range(1, 6)
        for row in models.modelled(removing, n, 3, "interpreted")
    ]
    found = found_by("models", [*rows, *models.played(2, 2, 2, "interpreted")])
    assert len(found.claims) == 6
    assert found.holds
    (board,) = models.played(2, 2, 2, "interpreted")
    assert board["nodes"] == naive.nodes(MNK(2, 2, 2), MNK(2, 2, 2).initial())


def test_deepening_beside_breadth_first() -> None:
    rows = [row for depth in range(1, 5) for row in deepening.walked(depth, 1)]
    assert {row["nodes"] for row in matching(rows, way="breadth-first", depth=4)} == {theory.whole_tree(4, 4)}
    rows += [row for way in ("minimax", "alphabeta") for row in deepening.repeated(way, 4, 1, "interpreted")]
    found = found_by("deepening", rows)
    assert len(found.claims) == 2
    assert found.holds
    assert found_by("deepening", rows[:2]).holds  # what the page shows first


def test_a_position_beyond_the_horizon() -> None:
    """One and two plies ahead an edge is drawn that loses four boxes more than the one quiescence finds."""
    rows = horizon.looked(0, 4, 2, "interpreted")
    found = found_by("horizon", rows)
    assert found.holds
    assert found.position.endswith("to move")
    game, state = horizon.position(0, 4)
    assert all(game.priority(state, edge) < 0 for edge in game.actions(state))
    assert not list(game.noisy(state))


@pytest.mark.long
def test_other_payoffs_in_the_same_order() -> None:
    rows = [row for algorithm in utility.CHANCE for row in utility.compared(algorithm, 0)]
    found = found_by("utility", rows)
    assert len(found.claims) == 3
    assert found.holds


@pytest.mark.long
def test_every_order_finds_one_value() -> None:
    settings = replace(PYTHON, source=BOARD, game="tictactoe")
    jobs = EXPERIMENTS["orders"].plan(settings)
    assert len(jobs) == 11  # tic-tac-toe has symmetries and no priority
    rows = [row for job in jobs for row in replaced(job, most=300).done()]
    found = found_by("orders", rows, settings)
    assert len(found.claims) == 2
    assert found.holds
    assert found.game == "tictactoe"


def replaced(job: Job, most: int) -> Job:
    """A job of `orders` with fewer nodes."""
    source, way, _, *rest = job.arguments
    return replace(job, arguments=(source, way, most, *rest))


def test_an_ablation_has_nodes_seconds_and_strength() -> None:
    settings = replace(PYTHON, source=BOARD, game="tictactoe")
    jobs = {job.arguments[0]: job for job in EXPERIMENTS["ablation"].plan(settings)}
    assert {"", "table", "symmetries", "mate_distance"} <= set(jobs)
    assert not {"null_move", "quiescence", "candidates"} & set(jobs)
    shared = (BOARD, 0, 200, 2, 50, "interpreted")
    rows = [row for name in ("", "table") for row in jobs[name].work(name, *shared)]
    found = found_by("ablation", rows, settings)
    cost, strength = found.drawings
    assert cost.labels == strength.labels == ("table",)  # type: ignore[union-attr]
    assert cost.series[0][1][0] > 1  # type: ignore[union-attr]
    assert 0 <= strength.series[0][1][0] <= 100  # type: ignore[union-attr]


def test_games_that_are_over_after_a_few_plies_are_studied_too() -> None:
    short = Nim(heaps=(1, 2))
    assert (opening_plies(short), opening_plies(TicTacToe()), opening_plies(Nim(heaps=(1,)))) == (2, 4, 0)
    states = [opened(short, Settings(seed).random("opened")) for seed in range(20)]
    assert not any(map(short.is_terminal, states))


def test_strategies_on_queens() -> None:
    jobs = [job for job in EXPERIMENTS["backtracking"].plan(PYTHON) if job.arguments[1] <= 5]
    found = found_by("backtracking", [row for job in jobs for row in job.done()])
    assert str(found.claims[0].said) == "Every search finds all solutions: 2, 10 for n = 4 … 5."
    assert found.holds
    assert len(found.claims) == 2


def test_simulations_against_alpha_beta() -> None:
    row = {"seconds": 0.01, "games": 4, "wins": 1, "draws": 1, "losses": 2, "score": 0.375, "error": 0.2}
    found = found_by("mcts", [row, row | {"seconds": 0.1}])
    (plot,) = found.drawings
    assert plot.logarithmic_across  # type: ignore[union-attr]
    assert plot.curves[0].points == ((0.01, 37.5), (0.1, 37.5))  # type: ignore[union-attr]


@pytest.mark.long
def test_simulations_play_against_alpha_beta() -> None:
    (work,) = {job.work for job in EXPERIMENTS["mcts"].plan(PYTHON)}
    (row,) = work(BOARD, 0.001, 2, 0, "auto")
    assert row["wins"] + row["draws"] + row["losses"] == row["games"] == 2


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_says_something_before_it_has_measured_anything(name: str) -> None:
    found = found_by(name, [])
    assert found.holds
    assert found.csv() == "\n"
    for language in LANGUAGES:
        assert json.loads(json.dumps(found.as_dict(language)))["experiment"] == name


# -- who does the work -------------------------------------------------------------------------------


def small_jobs() -> list[Job]:
    return [Job(trees.walked, ("independent", "random", 3, 3, seed, "interpreted")) for seed in range(4)]


def without_seconds(done: Iterator[crew.Done]) -> dict[int, Any]:
    return {number: [row | {"seconds": 0} for row in rows] for number, rows in done}


def test_two_processes_find_what_one_finds() -> None:
    assert without_seconds(crew.done(small_jobs(), 2)) == without_seconds(crew.done(small_jobs()))


@pytest.mark.long
def test_a_cluster_finds_what_one_process_finds() -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        assert without_seconds(crew.done(small_jobs(), cluster=address)) == without_seconds(
            crew.done(small_jobs())
        )


def test_progress_comes_after_every_job_and_the_study_last() -> None:
    *before, last = studying("backtracking", brief=True)
    assert [now.done for now in before] == list(range(1, last.planned))
    assert all(now.study is None and 0 < now.share < 1 and now.left is not None for now in before)
    assert last.study is not None
    again = study("backtracking", brief=True)
    assert last.study.finding("backtracking").claims == again.findings[0].claims


@pytest.mark.long
def test_a_seed_gives_the_same_rows_again() -> None:
    settings = replace(PYTHON, seed=3)
    one, again, other = (utility.plan(each)[0].done() for each in (settings, settings, PYTHON))
    assert one == again != other


def test_refusals() -> None:
    for asked, said in (
        ({"name": "love"}, "there is no experiment 'love': choose from trees"),
        (
            {"name": "trees", "game": ConnectFour()},
            "trees chooses its own games; those that take one are orders",
        ),
        ({"name": "trees", "seed": "x"}, "seed must be a whole number, not 'x'"),
        ({"name": "trees", "processes": 0}, "processes must be"),
        ({"name": "trees", "engine": "fast"}, "engine 'fast' is unknown"),
        ({"name": "orders", "game": ConnectFour}, "is a class, not a game"),
        ({"name": "trees", "brif": True}, "did you mean 'brief'"),
    ):
        with pytest.raises(SearchError, match=re.escape(said)):
            study(**asked)  # type: ignore[arg-type]


def test_a_game_that_cannot_be_sent_is_refused() -> None:
    class Local(TicTacToe):
        pass

    with pytest.raises(SearchError, match="what another process can import"):
        study("orders", Local(), brief=True, processes=2)


def test_a_game_has_the_experiments_that_take_one() -> None:
    assert zermelo.study is study
    names = [each.name for each in EXPERIMENTS.values() if each.takes_game]
    assert names == ["orders", "ablation", "mcts"]


# -- words -------------------------------------------------------------------------------------------

SOURCES = sorted((Path(zermelo.__file__).parent / "studies").glob("*.py"))


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("code", PHRASES)
def test_a_phrase_says_the_same_in_every_language(code: str) -> None:
    said = PHRASES[code]
    assert len(said) == len(LANGUAGES)
    assert all(fields(each) == fields(said[0]) and each.strip() == each for each in said)


def test_every_phrase_is_used() -> None:
    elsewhere = (Path(zermelo.__file__).parent / "interfaces" / "pictures" / "study_files.py").read_text()
    text = "".join(path.read_text() for path in SOURCES if path.name != "phrases.py") + elsewhere
    made = (
        "about ",
        "way ",
        "kind ",
        "trees title ",
        "again ",
        "horizon ",
        "strategy ",
        "orders title",
        "techniques title",
    )
    unused = [code for code in PHRASES if f'"{code}"' not in text and f"'{code}'" not in text]
    assert [code for code in unused if not code.startswith(made)] == []


def test_every_phrase_that_is_named_is_there() -> None:
    for path in SOURCES:
        for code in re.findall(r'Phrase\(\s*"([^"]+)"', path.read_text()):
            assert code in PHRASES, (path.name, code)
    assert str(Phrase("growth within", {"factors": [4, 5]})).endswith("b = 4, 5.")


def test_rows_are_comma_separated_values() -> None:
    rows = [{"a": 1, "b": "x, y"}, {"a": 2, "c": None}]
    read = list(csv.DictReader(io.StringIO(Finding("trees", "", tuple(rows), ()).csv())))
    assert read == [{"a": "1", "b": "x, y", "c": ""}, {"a": "2", "b": "", "c": ""}]
