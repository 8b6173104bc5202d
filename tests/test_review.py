"""`review`: every move judged by the values around it, from every kind of file that holds a game."""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import naive
import pytest
from budget import LONG, PATIENCE
from commanding import printed, zermelo

from zermelo import MAX, MIN, SearchError, Tree, match, review, reviewing, search, solve
from zermelo.game import CHANCE
from zermelo.games import ConnectFour, Nim, Pig, TicTacToe
from zermelo.interfaces.game_records import recorded
from zermelo.interfaces.terminal import cli
from zermelo.interfaces.terminal.review_text import explained, report, row
from zermelo.interfaces.web.models import Position, Reviewed
from zermelo.interfaces.web.reviews import Reviews
from zermelo.interfaces.web.shelf import Placed
from zermelo.matches.chances import Curve, scale_of
from zermelo.matches.judgement import LABELS, Judged
from zermelo.matches.openings import thrown
from zermelo.matches.review import SECONDS, Analyst, Played, agreed
from zermelo.score import Score, win_in

LIMITS = ("--depth", "3", "--engine", "interpreted")
SHALLOW: Any = {"depth": 3, "engine": "interpreted"}
EXACT: Any = SHALLOW | {"depth": 12}


def at_random(game: Any, seed: int, plies: int = 99) -> list[Any]:
    """The actions of a random game."""
    random, state, found = Random(seed), game.initial(), []
    while not game.is_terminal(state) and len(found) < plies:
        found.append(thrown(game, state, random))
        state = game.result(state, found[-1])
    return found


@pytest.mark.parametrize("seed", range(6))
def test_values_are_those_of_minimax_on_random_trees(seed: int) -> None:
    tree = Tree.random(3, 5, seed=seed)
    played = Played.of(tree, at_random(tree, seed))
    found = review(tree, played.actions, **EXACT)
    assert found.finished
    for move, before, after in zip(found.moves, played.states, played.states[1:]):
        assert move.before.of(MAX).value == naive.value(tree, before)
        assert move.after.of(MAX).value == naive.value(tree, after)
        assert move.proved
        sign = 1 if move.player == MAX else -1
        assert (move.loss > 0) <= (sign * (naive.value(tree, before) - naive.value(tree, after)) > 0)


@pytest.mark.parametrize("seed", range(4))
def test_outcomes_and_their_lengths_are_the_naive_ones(seed: int) -> None:
    game = TicTacToe()
    actions = at_random(game, seed)
    start = Played.of(game, actions[:3]).states[-1]
    played = Played.of(game, actions[3:], start)
    found = review(game, played.actions, start, **EXACT)
    for move, state in zip(found.moves, played.states):
        value, plies = naive.quick_value(game, state)
        chance = {1: 1.0, 0: 0.5, -1: 0.0}[value if move.player == MAX else -value]
        assert move.chances[0] == chance
        if value and move.before.exact:
            assert move.before.plies == plies
        assert (move.label in LABELS) == (move.loss >= 0.5)
    assert found.finished
    assert found.account(MAX).moves + found.account(MIN).moves <= len(played.actions)


@pytest.mark.parametrize("game", [ConnectFour(4, 4), TicTacToe()], ids=["connect4", "tictactoe"])
def test_review_page_and_solver_never_contradict_each_other(game: Any) -> None:
    for seed in range(200 if LONG else 3):
        actions = at_random(game, seed)
        played, names = Played.of(game, actions), list[str]()
        for state, action in zip(played.states, actions):
            names.append(game.name(state, action))
        found = review(game, actions, seconds=PATIENCE)
        placed = Placed("", game, played.states[-1], tuple(played.states[:-1]), tuple(names), "")
        server, shown = Reviews(), dict[int, Any]()
        for ply in range(len(actions), 0, -1):
            asked = Reviewed.model_construct(position=Position(game="x"), ply=ply, seconds=float(PATIENCE))
            rows = server.rows(placed, asked, 1.0)
            shown |= {row["ply"]: row for row in rows}
        for move, state, child in zip(found.moves, played.states, played.states[1:]):
            truth = solve(game, state, values=False, threads=1)
            after = Score(game.utility(child), True) if game.is_terminal(child) else solve(game, child).score
            assert move.proved
            assert move.before.of(MAX).value == truth.score.of(MAX).value
            assert move.after.of(MAX).value == after.of(MAX).value
            row = shown[move.ply]
            assert (row["label"], row["chances"]) == (move.label, list(move.chances))


@pytest.mark.parametrize("nodes", [1, 20, 200])
def test_what_is_proved_after_a_move_is_proved_before_the_next(nodes: int) -> None:
    """A search of the move that was made proves what the search of its position did not."""
    game, labels = ConnectFour(4, 4), set[str]()
    for seed in range(6):
        found = review(game, at_random(game, seed), nodes=nodes, engine="interpreted")
        labels |= {move.label for move in found.moves}
        for move, following in pairwise(found.moves):
            if move.after.proved:
                assert following.before.proved
                assert following.before.of(MAX).value == move.after.of(MAX).value
            if move.before.proved and not move.after.proved:
                assert move.chances[1] <= move.chances[0]
    assert ("unclear" in labels) or nodes > 20


def test_neither_value_says_what_the_other_rules_out() -> None:
    guess, draw = Score(3, False, outcome=True), Score(0, True, outcome=True)
    lost, won = win_in(6, MIN), win_in(4, MAX)
    assert agreed(guess, won, MAX) == (won, won)
    assert agreed(lost, guess, MAX) == (lost, win_in(6, MIN, exact=False))
    assert agreed(guess, lost, MAX) == (guess, lost)
    assert agreed(draw, guess, MAX) == (draw, Score(0, False, outcome=True))
    before, _ = agreed(Score(-3, False, outcome=True), draw, MAX)
    assert (before.value, before.proved) == (0, False)  # another move may be better than a draw
    assert agreed(won, guess, CHANCE) == (won, guess)


def test_nothing_is_told_of_a_value_that_is_neither_proved_nor_estimated() -> None:
    found = review(ConnectFour(), [3, 3, 0], depth=2, engine="interpreted")
    assert found.blind
    assert [move.label for move in found.moves] == ["unclear"] * 3
    assert (found.account(MAX).moves, found.worst(MAX)) == (0, None)
    told = Judged(1, MAX, "a", 0, Score(0, False), win_in(4, MIN), (0.5, 0.0), blind=True, choices=2)
    assert (told.label, told.turned, told.loss) == ("unclear", True, 0)
    assert "1. a (MAX): unclear, proved lost after it, and unknown before it" in next(explained(told))
    assert "? → 0%" in row(told)


def test_what_one_position_does_not_need_is_left_for_those_before_it() -> None:
    game = TicTacToe()
    played = Played.of(game, [4, 0, 8, 1])
    analyst = Analyst(game, game.initial(), {"engine": "interpreted"}, 1.0)
    assert analyst.allowed == {"seconds": SECONDS}
    analyst.judge(played, 3)
    assert analyst.allowed["seconds"] == SECONDS + analyst.spare
    held = Analyst(game, game.initial(), {"engine": "interpreted", "seconds": 0.25}, 1.0)
    held.judge(played, 3)
    assert held.allowed == {}


def test_a_line_begins_with_the_better_move_and_a_refutation_follows_the_worse() -> None:
    found = review(TicTacToe(), [4, 1, 0], **EXACT)
    bad = found.moves[1]
    assert (bad.label, bad.best, bad.better[0]) == ("blunder", bad.better[0], bad.best)
    assert bad.refutation
    assert bad.name not in bad.refutation
    assert found.worst(MIN) is bad
    assert found.worst(MAX) is None


def test_labels_go_by_the_loss_of_the_chance_to_win() -> None:
    def label(before: float, after: float, **more: Any) -> str:
        score = Score(0, False)
        given = {"best": "b", "choices": 2} | more
        return Judged(1, MAX, "a", 0, score, score, (before, after), **given).label

    assert [label(0.6, 0.6 - loss) for loss in (0.3, 0.15, 0.07, 0.01)] == [*LABELS, "good"]
    assert label(0.6, 0.6, best="a") == "best"
    assert label(0.6, 0.2, choices=1) == "only"


def test_what_a_chance_is_made_of() -> None:
    curve = Curve(2.0)
    assert [curve.chance(win_in(3, side), MIN) for side in (MAX, MIN)] == [0.0, 1.0]
    assert curve.chance(Score(3, True), MAX) == 1.0
    assert curve.chance(Score(2.0, False), MAX) == pytest.approx(0.731, abs=1e-3)
    assert curve.chance(Score(2.0, False), MIN) == pytest.approx(0.269, abs=1e-3)
    assert Curve(None).chance(Score(0.5, False, outcome=True), MAX) == 0.75
    assert Curve(9.0).chance(Score(0.5, True, expected=True), MAX) == 0.75
    assert Curve(1.0, outcome=False).chance(Score(0.5, True, expected=True), CHANCE) > 0.6
    assert scale_of(Nim()) == 1.0
    assert scale_of(TicTacToe()) > 0


def test_dice_are_told_and_nobody_is_blamed_for_them() -> None:
    game = Pig(target=8)
    actions = at_random(game, 3, plies=6)
    found = review(game, actions, depth=2, engine="interpreted")
    thrown_ones = [move for move in found.moves if move.player == CHANCE]
    assert thrown_ones
    assert all(move.label == "dice" and move.loss == 0 for move in thrown_ones)


def test_nobody_is_blamed_for_an_opening() -> None:
    moves = [4, 1, 8, 3]  # 1 loses
    blamed, spared = (review(TicTacToe(), moves, opening=opening, **EXACT) for opening in (0, 3))
    assert [move.label for move in blamed.moves] == ["best", "blunder", "best", "good"]
    assert [move.label for move in spared.moves] == [*["opening"] * 3, "good"]
    assert [move.loss for move in spared.moves[:3]] == [0, 0, 0]
    assert [spared.account(player).moves for player in (MAX, MIN)] == [0, 1]
    assert [found.account(MIN).labels["blunder"] for found in (blamed, spared)] == [1, 0]
    assert blamed.worst(MIN) == blamed.moves[1]
    assert spared.worst(MIN) is None
    assert [move.after for move in spared.moves] == [move.after for move in blamed.moves]
    for wrong in (-1, 5, 1.5, None):
        with pytest.raises(SearchError, match="an opening is the first 0 to 4 of these moves"):
            review(TicTacToe(), moves, opening=wrong)  # type: ignore[arg-type]


def test_the_name_of_an_opening_is_no_moves(tmp_path: Path) -> None:
    """Other programs write a name into PGN's tag Opening; names with blanks are written without them."""
    text = '[Game "TicTacToe()"]\n[Opening "{}"]\n\n1. 4 2. 0 3. 8 *\n'
    for opening, moves in (("Corner Defence", 0), ("4 0", 2), ("4 1", 0), ("", 0)):
        (tmp_path / "game.pgn").write_text(text.format(opening))
        assert recorded(str(tmp_path / "game.pgn")).played.opening == moves


def test_a_review_grows_from_the_end_and_refuses_what_is_not_legal() -> None:
    seen = [len(each.moves) for each in reviewing(TicTacToe(), [4, 0, 8], depth=2, engine="interpreted")]
    assert seen == [0, 1, 2, 3]
    assert review(TicTacToe(), [], depth=1).finished
    with pytest.raises(SearchError, match="move 2, 4, is not legal there"):
        review(TicTacToe(), [4, 4])
    with pytest.raises(SearchError, match="above 0 and finite, not -1"):
        review(TicTacToe(), [4], scale=-1)


def test_every_form_of_a_record_tells_the_same_game(tmp_path: Path) -> None:
    words = ("match", "tictactoe", "expert", "random", "--games", "4", "--openings", "2")
    printed(*words, "--save", "games.pgn", "--store", "match.db", cwd=tmp_path)
    (tmp_path / "lines").write_text(printed(*words, "--save", "games.json", "--json", cwd=tmp_path))
    results = match(TicTacToe(), ["expert", "random"], games=4, openings=2)
    for number, record in enumerate(results.records, 1):
        for name in ("games.pgn", "match.db", "games.json", "lines"):
            found = recorded(str(tmp_path / name), number=number)
            names = [str(action) for action in found.played.actions]
            assert (tuple(names), found.players) == (record.moves, (record.as_max, record.as_min))
            assert found.played.opening == 2
    said = printed("review", "games.pgn", "--number", "3", *LIMITS, cwd=tmp_path)
    data = json.loads(printed("review", "match.db", "--number", "3", *LIMITS, "--json", cwd=tmp_path))
    found = recorded(str(tmp_path / "games.json"), number=3)
    judged = review(found.game, found.played.actions, opening=2, **SHALLOW)
    assert said.splitlines() == list(report(found, judged))
    assert [move["move"] for move in data["moves"]] == list(results.records[2].moves)


def test_a_game_in_the_terminal_and_moves_from_a_pipe(tmp_path: Path) -> None:
    words = ("play", "--json", "--human", "both", "--moves", "4")
    lines = zermelo(*words, typed="0\n1\nundo\n8\nquit\n").stdout
    out = printed("review", "-", *LIMITS, typed=lines)
    assert out.splitlines()[0] == "TicTacToe(): MAX against MIN, 3 plies"
    assert [line.split()[2] for line in out.splitlines()[4:7]] == ["4", "0", "8"]
    assert "3 plies" in printed(
        "review", "-", "--game", "tictactoe", *LIMITS, typed="4, 0\n8\n".replace("\n", ",")
    )
    begun = zermelo("play", "--json", "--human", "both", "--position", "X../.O./...", typed="8\n").stdout
    assert "1 ply" in printed("review", "-", *LIMITS, typed=begun)
    (tmp_path / "game.sgf").write_text("(;GM[11]SZ[2]PB[me];B[a1];W[b1])")
    hexed = printed("review", "game.sgf", *LIMITS, cwd=tmp_path)
    assert hexed.splitlines()[0] == "Hex(size=2, swap=True): me (MAX) against MIN, 2 plies"


@pytest.mark.parametrize(
    ("held", "words", "said"),
    [
        ("4,0,8", (), "does not say which game it is"),
        ("4,4", ("--game", "tictactoe"), "move 2: '4' is not legal here"),
        ("", ("--game", "tictactoe"), "holds no game"),
        ('{"event": "game"}', ("--game", "tictactoe"), "cannot be read: KeyError"),
        ("{nonsense", (), "the record of the game cannot be read"),
        ('[Game "Mine(n=3)"]\n\n1. a *\n', (), "a game of Mine(n=3), which is not built in"),
        ('[Game "Nim()"]\n\n1. a1 *\n', ("--number", "2"), "there is no game 2 in "),
        ("(;GM[1]SZ[5];B[zz])", (), "zz"),
        ("(;GM[1]SZ[5]", (), "record"),
        ("\xff\xfe", ("--game", "nim"), "text"),
    ],
)
def test_a_wrong_record_gets_one_sentence(
    held: str,
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "record").write_bytes(held.encode("latin-1"))
    monkeypatch.setattr(sys, "argv", ["zermelo", "review", str(tmp_path / "record"), *words])
    assert cli.exit_code() == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert said in told.err


def test_what_an_estimate_accuses_of_was_seen_twice_and_from_afar() -> None:
    estimate = Score(0, False)

    def label(loss: float, **more: Any) -> str:
        given = {"best": "b", "choices": 2, "after": estimate} | more
        return Judged(1, MAX, "a", 0, estimate, given.pop("after"), (0.6, 0.6 - loss), **given).label

    assert [label(0.3, depth=depth) for depth in (7, 8, None)] == ["inaccuracy", "blunder", "blunder"]
    assert label(0.3, depth=2, after=win_in(1, MIN)) == "blunder"
    assert [label(0.3, depth=9, doubt=doubt) for doubt in (0.15, 0.29)] == ["mistake", "good"]


@pytest.mark.parametrize("first", range(9))
def test_no_first_move_of_tic_tac_toe_is_a_mistake_by_a_shallow_search(first: int) -> None:
    (judged,) = review(TicTacToe(), [first], depth=3, engine="interpreted").moves
    assert judged.label not in ("mistake", "blunder")


def test_the_one_action_that_is_asked_for_is_searched_no_deeper() -> None:
    for depth in (1, 2, 3):
        best = search(TicTacToe(), depth=depth, engine="interpreted")
        only = search(TicTacToe(), depth=depth, root_actions=[best.action], engine="interpreted")
        assert only.score == best.score
