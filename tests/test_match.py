"""Matches: the same games wherever they are played, none lost, all kept, faults paid for by who made them."""

from __future__ import annotations

import gc
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import match_players
import pytest

from zermelo import CannotCompile, MatchClock, SearchError, Sprt, match, matching
from zermelo.games import Nim, Pig, PongHauKi, TicTacToe
from zermelo.matches import crew, players
from zermelo.matches.gtp import setting_up
from zermelo.matches.notation import as_json, games_text
from zermelo.matches.openings import from_book, random_openings
from zermelo.matches.playing import Stopwatch
from zermelo.matches.records import Record, action_named, replayed
from zermelo.matches.regret import regrets, truth_of
from zermelo.matches.results import Count, Results
from zermelo.matches.schedule import encounters, fixtures
from zermelo.matches.store import Store
from zermelo.strong.build import solved

ROOT = Path(__file__).parents[1]
PROGRAM = f"gtp:{sys.executable} {Path(__file__).parent / 'gtp_program.py'}"
QUICK = ["a=engine:nodes=60,engine=interpreted", "b=mcts:simulations=30,engine=interpreted", "random"]
"""Players that need no machine code."""


def games_of(results: Results) -> list[Any]:
    """What a match is, without the time that it took."""
    return [
        (record.number, record.as_max, record.as_min, record.moves, record.score, record.reason)
        for record in results.records
    ]


@pytest.fixture(scope="module")
def one_process() -> Results:
    return match(TicTacToe(), QUICK, games=4, openings=2, seed=5)


# -- who meets whom, and from where ----------------------------------------------------------------


def test_schedules() -> None:
    assert encounters("round-robin", "abc") == [("a", "b"), ("a", "c"), ("b", "c")]
    assert encounters("gauntlet", "abc") == [("a", "b"), ("a", "c")]
    assert encounters("ladder", "abc") == [("a", "b"), ("b", "c")]


def test_games_come_in_pairs_with_the_sides_swapped() -> None:
    found = list(fixtures([("a", "b"), ("a", "c")], [("x",), ("y",)], 3))
    assert [game.number for game in found] == [*range(1, 13)]
    for first, second in zip(found[::2], found[1::2]):
        assert (first.pair, first.opening) == (second.pair, second.opening)
        assert (first.as_max, first.as_min) == (second.as_min, second.as_max)
    assert [game.opening for game in found[::4]] == [("x",), ("y",), ("x",)]


def test_openings_differ_even_mirrored() -> None:
    game = TicTacToe()
    found = random_openings(game, 2, 100, seed=1)
    states = [replayed(game, names)[-1] for names in found]
    assert len(found) == 12  # of the 72 ways to begin, up to symmetry
    for at, state in enumerate(states):
        assert not set(game.symmetries(state)) & set(states[:at])
    assert random_openings(game, 2, 5, seed=1) == found[:5]
    assert random_openings(game, 2, 5, seed=2) != found[:5]


def test_openings_of_a_book_once_each_and_none_that_ends_the_game() -> None:
    game = TicTacToe()
    names = [("0", "4"), ("8", "4"), ("0", "1"), ("0", "3", "1", "4", "2")]
    book = [(each, replayed(game, each)[-1]) for each in names]
    assert len(from_book(game, book, 10, seed=0)) == 2
    results = match(game, ["expert", "random"], openings=names, games=2)
    assert results.openings == 1
    with pytest.raises(SearchError, match="none of the openings leaves"):
        match(game, ["expert", "random"], openings=names[3:])


# -- the same games everywhere ---------------------------------------------------------------------


def test_every_game_is_one_of_the_rules(one_process: Results) -> None:
    game = TicTacToe()
    assert len(one_process.records) == one_process.planned == 12
    for record in one_process.records:
        states = replayed(game, record.moves)
        assert game.is_terminal(states[-1])
        assert game.utility(states[-1]) == record.payoff == 2 * record.score - 1
        assert [ply.player for ply in record.plies] == [
            game.to_move(state) for state in states[len(record.opening) : -1]
        ]


def test_the_same_games_in_two_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even though one of them dies."""
    marker, players = tmp_path / "died", [*QUICK[:2], match_players.dies_once]
    monkeypatch.setenv("ZERMELO_TEST_MARKER", str(marker))
    two = match(TicTacToe(), players, games=2, openings=2, seed=5, processes=2)
    assert marker.exists()
    one = match(TicTacToe(), players, games=2, openings=2, seed=5)
    assert games_of(two) == games_of(one)
    assert two.forfeits == []
    assert games_of(match(TicTacToe(), players, games=2, openings=2, seed=6)) != games_of(one)


def test_the_same_games_on_a_cluster(one_process: Results) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        address = cluster.scheduler_address
        found = match(TicTacToe(), QUICK, games=4, openings=2, seed=5, cluster=address)
    assert games_of(found) == games_of(one_process)


@pytest.mark.long
def test_no_game_is_lost_when_a_worker_of_a_cluster_is_killed() -> None:
    distributed = pytest.importorskip("distributed")
    players = ["a=engine:nodes=400,engine=interpreted", "b=engine:nodes=300,engine=interpreted"]
    options: dict[str, Any] = {"games": 60, "openings": 2, "seed": 1}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        stream = matching(TicTacToe(), players, cluster=cluster.scheduler_address, **options)
        for found in stream:
            if len(found.records) == 5:
                worker = next(iter(cluster.workers.values()))
                worker.process.process.kill()
    assert games_of(found) == games_of(match(TicTacToe(), players, **options))


def test_a_function_is_a_player() -> None:
    results = match(Nim((2, 2)), [match_players.first, match_players.last], games=4, openings=1)
    assert results.names == ("first", "last")
    assert [record.reason for record in results.records] == ["over"] * 4


def test_who_kills_its_process_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "CHANCES", 1)
    results = match(Nim((2, 2)), [match_players.dies, "random"], games=2, openings=0, processes=2)
    assert [record.loser for record in results.records] == ["dies", "dies"]
    assert {record.reason for record in results.records} == {"crash"}
    assert "its process died" in results.records[0].detail


# -- faults ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "reason", "said"),
    [
        (match_players.raises, "crash", "raises raised ValueError: no idea"),
        (match_players.illegal, "illegal", "'nowhere' is not a legal move"),
        (f"{PROGRAM} fails", "crash", "I cannot"),
        (f"{PROGRAM} ends", "crash", "the program ended"),
        (f"{PROGRAM} nonsense", "illegal", "'Z99' is not a legal move"),
    ],
)
def test_a_fault_is_a_loss_and_the_match_goes_on(player: Any, reason: str, said: str) -> None:
    results = match(TicTacToe(), [player, "random"], games=2, openings=1)
    assert [record.loser for record in results.records] == [results.names[0]] * 2
    assert {record.reason for record in results.records} == {reason}
    assert said in results.records[0].detail
    assert len(results.forfeits) == 2


def test_who_does_not_answer_loses_on_time() -> None:
    players = [match_players.sleeps, f"{PROGRAM} silent"]
    results = match(TicTacToe(), players, games=2, openings=1, seconds=0.05, margin=0.05)
    assert [record.reason for record in results.records] == ["time", "time"]
    said = sorted(record.detail for record in results.records)
    assert "no answer to 'genmove" in said[0]
    assert "no move in" in said[1]


def test_who_resigns_has_lost_but_made_no_fault() -> None:
    results = match(TicTacToe(), [f"{PROGRAM} resigns", "random"], games=2, openings=1)
    lost = [(record.reason, record.loser) for record in results.records]
    assert lost == [("resigned", results.names[0])] * 2
    assert results.forfeits == []


def test_clocks_run_down() -> None:
    """A clock that is not there any more when the first move is made."""
    players, clock = ["random", match_players.sleeps], MatchClock(0.05)
    results = match(Nim((2, 2)), players, games=2, clock=clock, openings=0)
    assert {(record.reason, record.loser) for record in results.records} == {("time", "sleeps")}


def test_the_time_of_a_player_that_computes_is_its_processors() -> None:
    """Which a machine that is busy does not give it; a player that waits has the clock on the wall."""
    computing, waiting = Stopwatch(computes=True), Stopwatch(computes=False)
    time.sleep(0.2)
    assert waiting.seconds >= 0.2
    assert computing.seconds < 0.2


def test_a_program_plays_by_gtp() -> None:
    results = match(TicTacToe(), [f"program={PROGRAM}", "random"], games=4, openings=2)
    assert results.forfeits == []
    for record in results.records:
        cells = [int(name) for name in record.opening]
        for ply in record.plies:
            if record.player(ply.player) == "program":
                assert int(ply.name) == min({*range(9)} - {*cells})
            cells.append(int(ply.name))


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (SimpleNamespace(), ["clear_board"]),
        (SimpleNamespace(size=3), ["boardsize 3", "clear_board"]),
        (SimpleNamespace(width=9, height=9, komi=7.5), ["boardsize 9", "clear_board", "komi 7.5"]),
        (SimpleNamespace(width=4, height=5), ["boardsize 4 5", "clear_board"]),
    ],
)
def test_a_program_is_told_the_board(game: Any, told: list[str]) -> None:
    assert [*setting_up(game)] == told


def test_endless_play_long_games_and_tables_end(tmp_path: Path) -> None:
    endless = match(PongHauKi(), [match_players.first, match_players.last], games=2, openings=0)
    assert {record.reason for record in endless.records} == {"repetition"}
    short = match(PongHauKi(), ["random", "other=random"], games=2, openings=0, most_plies=3)
    assert {(record.reason, record.score) for record in short.records} == {("limit", 0.5)}
    assert {len(record.moves) for record in short.records} == {3}
    path = tmp_path / "nim.table"
    solved(Nim((2, 3)), path, engine="interpreted")
    judged = match(Nim((2, 3)), ["random", "other=random"], games=2, openings=0, table=path, adjudicate=1)
    assert {record.reason for record in judged.records} <= {"table", "over"}
    assert {len(record.moves) for record in judged.records} == {1}


def test_dice_are_the_same_for_both_games_of_a_pair() -> None:
    results = match(Pig(20), [match_players.last, "random"], games=4, openings=0)
    dice = [[ply.name for ply in record.plies if ply.player == -1] for record in results.records]
    for first, second in zip(dice[::2], dice[1::2]):
        shared = min(len(first), len(second))
        assert first[:shared] == second[:shared]


# -- what is kept ----------------------------------------------------------------------------------


def test_a_match_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    path = tmp_path / "match.db"
    options: dict[str, Any] = {"games": 6, "openings": 2, "seed": 3}
    players = ["expert", "random"]
    stream = matching(TicTacToe(), players, store=path, **options)
    for _ in range(4):
        stopped = next(stream)
    stream.close()
    assert len(stopped.records) == 3
    again = list(matching(TicTacToe(), players, store=path, **options))
    assert games_of(again[0]) == games_of(stopped)
    assert games_of(again[-1]) == games_of(match(TicTacToe(), players, **options))
    assert [len(found.records) for found in matching(TicTacToe(), players, store=path, **options)] == [6]
    longer = match(TicTacToe(), players, store=path, **options | {"games": 8})
    assert games_of(longer)[:6] == games_of(again[-1])


@pytest.mark.parametrize(
    ("changed", "what"),
    [({"seed": 4}, "first_opening|seed"), ({"schedule": "ladder"}, "schedule"), ({"seconds": 1.0}, "terms")],
)
def test_a_file_of_another_match_is_refused(tmp_path: Path, changed: dict[str, Any], what: str) -> None:
    path = tmp_path / "match.db"
    options: dict[str, Any] = {"games": 2, "openings": 2, "seed": 3}
    match(TicTacToe(), ["expert", "random"], store=path, **options)
    with pytest.raises(SearchError, match=f"holds a match that differs in its ({what})"):
        match(TicTacToe(), ["expert", "random"], store=path, **options | changed)
    with pytest.raises(SearchError, match="differs in its players"):
        match(TicTacToe(), ["expert", "table"], store=path, **options)
    with pytest.raises(SearchError, match="differs in its game"):
        match(Nim((5, 5)), ["table", "random"], store=path, **options)


def test_games_survive_kill_9(tmp_path: Path) -> None:
    """Killed while it plays; what was printed is in the file, which is whole, and the match goes on."""
    path = tmp_path / "match.db"
    words = ["match", "tictactoe", "expert", "random", "--games", "100", "--openings", "2", "--json"]
    command = [sys.executable, "-m", "zermelo", *words, "--store", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        for _ in range(5):
            assert '"event":"game"' in process.stdout.readline()
        process.kill()
    connection = sqlite3.connect(path)
    assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
    connection.close()
    with Store.open(path) as store:
        kept = store.records()
    assert len(kept) >= 5
    assert [record.number for record in kept] == [*range(1, len(kept) + 1)]
    longer = match(TicTacToe(), ["expert", "random"], games=100, openings=2, store=path)
    assert longer.records[: len(kept)] == tuple(kept)
    assert len(longer.records) == 100


# -- tests and results -----------------------------------------------------------------------------


def test_a_test_ends_the_match_at_the_same_pair_whatever_is_finished_first() -> None:
    test = Sprt(0, 90)
    results = match(TicTacToe(), ["expert", "random"], games=400, openings=2, sprt=test)
    assert results.decision == "H1"
    assert results.finished
    assert 8 < len(results.records) < 400
    assert replace(results, records=results.records[:-2]).decision is None
    later = [replace(record, number=record.number + len(results.records)) for record in results.records[:6]]
    for seed in range(5):
        count = Count(test, "expert")
        for record in Random(seed).sample([*results.records, *later], len(results.records) + 6):
            count.add(record)
        assert count.decided
        assert tuple(count.counted) == results.records


def test_results_add_up(one_process: Results) -> None:
    names = one_process.names
    tallies = [one_process.tally(name) for name in names]
    assert sum(tally.points for tally in tallies) == len(one_process.records)
    assert {tally.games for tally in tallies} == {8}
    assert sum(tally.wins for tally in tallies) == sum(tally.losses for tally in tallies)
    for one in names:
        for other, tally in one_process.crosstable[one].items():
            back = one_process.crosstable[other][one]
            assert (tally.wins, tally.draws, tally.losses) == (back.losses, back.draws, back.wins)
    there, back_again = one_process.compare("a", "random"), one_process.compare("random", "a")
    assert there.pairs.counts == back_again.pairs.counts[::-1]
    assert there.elo.value == pytest.approx(-back_again.elo.value)
    assert {rating.name for rating in one_process.pool.ratings} == {*names}


def test_games_as_others_read_them(one_process: Results) -> None:
    text = games_text(one_process)
    assert text.count('[Event "zermelo match"]') == 12
    assert text.count("[Result ") == 12
    record = one_process.records[0]
    assert f'[White "{record.as_max}"]' in text
    begun = f"1. {record.opening[0]} 2. {record.opening[1]} 3. {record.plies[0].name} {{"
    assert begun in text.replace("\n", " ")
    data = as_json(one_process)
    assert [game["number"] for game in data["games"]] == [*range(1, 13)]
    assert {comparison["players"][0] for comparison in data["comparisons"]} == {"a", "b"}


def test_regret_is_what_a_naive_twin_finds(tmp_path: Path) -> None:
    game, path = Nim((2, 3, 1)), str(tmp_path / "nim.table")
    solved(game, path, engine="interpreted")
    results = match(game, [f"table:{path}", "random"], games=20, openings=0)
    found = regrets(game, results.records, truth_of(game, path))
    assert found[f"table:{path}"].mistakes == 0
    assert found["random"].mistakes > 0

    def value(state: Any) -> int:
        if game.is_terminal(state):
            return game.utility(state)
        values = [value(game.result(state, action)) for action in game.actions(state)]
        return max(values) if game.to_move(state) == 0 else min(values)

    lost = moves = 0
    for record in results.records:
        state = replayed(game, record.opening)[-1]
        for ply in record.plies:
            after = game.result(state, action_named(game, state, ply.name))
            if record.player(ply.player) == "random":
                moves += 1
                lost += abs(value(state) - value(after))
            state = after
    assert (found["random"].moves, found["random"].total) == (moves, lost)


def test_a_record_says_who_lost() -> None:
    record = Record(1, 1, "a", "b", (), (), 0.0, -1, "over")
    assert (record.loser, record.score_of("a"), record.score_of("b")) == ("a", 0.0, 1.0)
    assert replace(record, score=0.5).loser is None


def test_nobody_loses_time_to_the_garbage_of_earlier_games() -> None:
    gc.unfreeze()  # what other tests left
    before, during = gc.get_freeze_count(), []

    def first(state: Any) -> Any:
        during.append(gc.get_freeze_count())
        return next(iter(TicTacToe().actions(state)))

    match(TicTacToe(), [first, "random"], games=2, openings=0)
    assert min(during) > before + 1000
    assert gc.get_freeze_count() == 0


def test_what_others_told_python_to_leave_alone_stays_so() -> None:
    """There is no thawing a part: all would be gone.  A few of so many may die meanwhile."""
    gc.freeze()
    try:
        before = gc.get_freeze_count()
        match(TicTacToe(), ["random", "other=random"], games=2)
        assert gc.get_freeze_count() > before // 2
    finally:
        gc.unfreeze()


# -- what cannot be played -------------------------------------------------------------------------

SLOW_TO_END = 'import os, sys, time; os.close(1); time.sleep(1); sys.exit("out of luck")'
"""A program that is silent before it says why, and says why before it ends."""


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (["expert"], {}, "two players or more, not 1"),
        (["random", "random"], {}, "two players are called 'random'"),
        (["expert", "stockfish"], {}, "'stockfish' is not a player: choose from engine"),
        (["expert", 3], {}, "a function of a state, not 3"),
        (["expert", "engine:dept=3"], {}, "no option 'dept'"),
        (["expert", "engine:depth=3,3"], {}, "cannot be read"),
        (["expert", "engine:simulations=9"], {}, "give it algorithm=mcts"),
        (["expert", "engine:depth=-1"], {}, "depth must be"),
        (["expert", "level:11"], {}, "level must be"),
        (["expert", "gtp:"], {}, "the command that starts it"),
        (["expert", "gtp:/no/such/program"], {}, "cannot be started"),
        (["expert", f"gtp:{sys.executable} -c 1/0"], {}, "ZeroDivisionError: division by zero"),
        (["expert", f"gtp:{sys.executable} -c '{SLOW_TO_END}'"], {}, "cannot be started: out of luck"),
        (["expert", "nowhere.py:f"], {}, "there is no file nowhere.py"),
        (["expert", "random"], {"games": 3}, "an even number >= 2"),
        (["expert", "random"], {"schedule": "knockout"}, "round-robin, gauntlet, ladder"),
        (["expert", "random"], {"openings": 9}, "lasts longer than 9 random plies"),
        (["expert", "random"], {"openings": -1}, "openings must be"),
        (["expert", "random"], {"openings": [["z9"]]}, "'z9' is not a move here"),
        (["expert", "random"], {"processes": 0}, "processes must be"),
        (["expert", "random"], {"margin": -1}, "margin must be"),
        (["expert", "random"], {"adjudicate": 3}, "needs the table"),
        (["expert", "random", "table"], {"sprt": Sprt()}, "between two players, not 3"),
        (["expert", "random"], {"sprint": 1}, "did you mean"),
    ],
)
def test_a_wrong_match_gets_a_sentence(players: list[Any], options: dict[str, Any], said: str) -> None:
    with pytest.raises(SearchError, match=said):
        match(TicTacToe(), players, **{"games": 2, "openings": 1, **options})


def test_what_another_process_cannot_import_is_refused() -> None:
    with pytest.raises(SearchError, match="what another process can import"):
        match(Nim((2, 2)), [lambda state: None, "random"], games=2, openings=0, processes=2)


def test_the_expert_knows_tictactoe_only() -> None:
    with pytest.raises(SearchError, match="not of Nim"):
        match(Nim((3, 4, 5)), ["expert", "random"], games=2, openings=1)


def test_functions_in_files(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def pick(game, state):\n    return next(iter(game.actions(state)))\n")
    (tmp_path / "bad.py").write_text("1 / 0\n")
    assert match(Nim((2, 2)), [f"{tmp_path}/bot.py:pick", "random"], games=2, openings=0).forfeits == []
    with pytest.raises(SearchError, match="has no function 'choose'; it has pick"):
        match(Nim((2, 2)), [f"{tmp_path}/bot.py:choose", "random"], games=2, openings=0)
    with pytest.raises(SearchError, match="raised ZeroDivisionError"):
        match(Nim((2, 2)), [f"{tmp_path}/bad.py:pick", "random"], games=2, openings=0)
    (tmp_path / "neighbour.py").write_text((tmp_path / "bot.py").read_text())
    (tmp_path / "importing.py").write_text("from neighbour import pick\n")
    assert match(Nim((2, 2)), [f"{tmp_path}/importing.py:pick", "random"], games=2, openings=0).forfeits == []


def test_rules_that_stay_pythons_are_searched_before_a_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first search of a process loads for a second, for which engines lost games by time."""
    searched: list[Any] = []

    def refuse(*given: Any, **options: Any) -> None:
        raise CannotCompile("a set", "a tuple")

    monkeypatch.setattr(players, "prepare", refuse)
    monkeypatch.setattr(players, "search", lambda game, **options: searched.append(options))
    players.compiled(Nim(), depth=3)
    assert searched == [{"depth": 3, "nodes": 1}]
