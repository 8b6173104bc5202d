"""Proof-number search against plain minimax and retrograde analysis; its limits, its memory, its faults."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import naive
import numpy as np
import pytest
from budget import INTERPRETED_FIRST, PATIENCE, examples, in_turn
from hypothesis import given, settings
from hypothesis import strategies as st
from mazes import FLOORS, FractionMaze, Maze, PointsMaze

from zermelo import MAX, MIN, Game, RulesError, SearchError, Tree, win_in
from zermelo.games import MNK, ConnectFour, Kalah, Nim, PongHauKi, TicTacToe
from zermelo.kernel.primitives import hash_of
from zermelo.prove import Proof, prove

DATA = Path(__file__).parent / "data"
TINY = 1e-6
"""Megabytes: one bucket."""
OPEN = 1000


class Graph(Game):
    """A dozen rooms, each with its player, passages to any others, and ways to meet again."""

    repetition = 0

    class State(NamedTuple):
        room: int

    def __init__(self, seed: int, rooms: int = 12, doors: int = 3, ends: float = 0.25) -> None:
        random = Random(seed)
        self.turns = np.array([random.randrange(2) for _ in range(rooms)])
        self.doors = np.array([random.randint(1, doors) for _ in range(rooms)])
        self.ways = np.array([[random.randrange(rooms) for _ in range(doors)] for _ in range(rooms)])
        self.ends = np.array(
            [random.choice([-1, 0, 1]) if random.random() < ends else OPEN for _ in range(rooms)]
        )

    def initial(self) -> State:
        return self.State(0)

    def to_move(self, state: State) -> int:
        return int(self.turns[state.room])

    def actions(self, state: State) -> Iterator[int]:
        yield from range(self.doors[state.room])

    def result(self, state: State, door: int) -> State:
        return self.State(self.ways[state.room, door])

    def is_terminal(self, state: State) -> bool:
        return bool(self.ends[state.room] != OPEN)

    def utility(self, state: State) -> int:
        return int(self.ends[state.room])


class LostByRepeating(Graph):
    repetition = -1


class WonByRepeating(Graph):
    repetition = 1


class PointsGraph(Graph):
    payoff = "points"
    repetition = 2.5

    def utility(self, state: Graph.State) -> int:
        return int(self.ends[state.room]) * 3 + state.room % 3


class KeyedGraph(Graph):
    def key(self, state: Graph.State) -> int:
        return 7 * state.room - 30


GRAPHS = (Graph, LostByRepeating, WonByRepeating, PointsGraph, KeyedGraph)


def reached(game: Any, state: Any) -> list[Any]:
    found, seen = [state], {state}
    for position in found:
        for action in [] if game.is_terminal(position) else game.actions(position):
            child = game.result(position, action)
            if child not in seen:
                seen.add(child)
                found.append(child)
    return found


def content(game: Any, player: int, target: Any, value: Any) -> bool:
    value = value if player == MAX else -value
    return bool(value > 0 if target == "win" else value >= 0 if target == "draw" else value >= target)


def forces(game: Any, state: Any, player: int, target: Any) -> bool:
    """Retrograde analysis: who must come to an end gets there step by step, or never."""
    hunter = player if not content(game, player, target, game.repetition or 0) else 1 - player
    states = reached(game, state)
    caught = {
        position
        for position in states
        if game.is_terminal(position)
        and content(game, player, target, game.utility(position)) == (hunter == player)
    }
    grown = True
    while grown:
        grown = False
        for position in states:
            if position in caught or game.is_terminal(position):
                continue
            inside = [game.result(position, action) in caught for action in game.actions(position)]
            if any(inside) if game.to_move(position) == hunter else all(inside):
                caught.add(position)
                grown = True
    return (state in caught) == (hunter == player)


def assert_right(game: Any, truth: bool, player: int, target: Any, **wanted: Any) -> Proof:
    """The answer is the truth, the move keeps it, the line is legal."""
    state = wanted.get("state") or game.initial()
    found = prove(game, player=player, target=target, **wanted)
    assert found.answer is truth, (found, player, target)
    for action in found.line:
        assert action in list(game.actions(state))
        state = game.result(state, action)
    return found


def assert_graph(game: Any, player: int, target: Any, **wanted: Any) -> Proof:
    state = game.initial()
    truth = forces(game, state, player, target)
    found = assert_right(game, truth, player, target, **wanted)
    if game.is_terminal(state) or (game.to_move(state) == player) != truth:
        assert found.action is None
    else:
        assert forces(game, game.result(state, found.action), player, target) is truth
    return found


TARGETS = st.sampled_from(("win", "draw"))
PLAYERS = st.sampled_from((MAX, MIN))
MEMORIES = st.sampled_from((TINY, 0.0004, 0.0006, 1))


@settings(max_examples=examples(1500))
@given(
    kind=st.sampled_from(GRAPHS),
    seed=st.integers(0, 10**6),
    rooms=st.integers(2, 12),
    ends=st.sampled_from((0.1, 0.25, 0.4)),
    player=PLAYERS,
    target=TARGETS,
    memory=MEMORIES,
)
def test_positions_that_repeat(
    kind: Any, seed: int, rooms: int, ends: float, player: int, target: str, memory: float
) -> None:
    assert_graph(kind(seed, rooms, 3, ends), player, target, memory=memory, engine="interpreted")


def test_retrograde_analysis_and_minimax_agree() -> None:
    for seed in range(20):
        game = Maze(seed)
        for player, target in ((MAX, "win"), (MAX, "draw"), (MIN, "win"), (MIN, "draw")):
            value = naive.value(game, game.initial())
            assert forces(game, game.initial(), player, target) == content(game, player, target, value)


@settings(max_examples=examples(700))
@given(
    kind=st.sampled_from((Maze, PointsMaze, FractionMaze)),
    seed=st.integers(0, 10**6),
    player=PLAYERS,
    memory=MEMORIES,
    floor=st.integers(0, FLOORS),
    data=st.data(),
)
def test_transpositions_and_repeated_turns(
    kind: Any, seed: int, player: int, memory: float, floor: int, data: Any
) -> None:
    game = kind(seed)
    state = game.State(floor, 1)
    value = naive.value(game, state)
    number = st.sampled_from((value, -value, 0, 3.3, -5)) if kind is not Maze else st.sampled_from((0, 1))
    target = data.draw(st.one_of(TARGETS, number))
    truth = content(game, player, target, value)
    found = assert_right(game, truth, player, target, state=state, memory=memory, engine="interpreted")
    if found.action is not None:
        after = naive.value(game, game.result(state, found.action))
        assert content(game, player, target, after) is truth


@settings(max_examples=examples(300))
@given(
    branching=st.integers(1, 4),
    depth=st.integers(1, 5),
    seed=st.integers(0, 10**6),
    target=st.integers(-10, 10),
    player=PLAYERS,
)
def test_random_trees(branching: int, depth: int, seed: int, target: int, player: int) -> None:
    tree = Tree.random(branching=branching, depth=depth, seed=seed, low=-10, high=10, irregular=True)
    truth = content(tree, player, target, naive.value(tree, tree.initial()))
    found = assert_right(tree, truth, player, target, engine="interpreted")
    end = tree.initial()
    for action in found.line:
        end = tree.result(end, action)
    assert tree.is_terminal(end)
    assert content(tree, player, target, tree.utility(end)) is truth


@pytest.mark.parametrize("memory", in_turn([TINY], [1]))
@pytest.mark.parametrize(
    "kind",
    in_turn(
        [Graph],
        [FractionMaze, PointsGraph, KeyedGraph, LostByRepeating, WonByRepeating, Maze, PointsMaze],
    ),
)
def test_compiled_is_interpreted_node_for_node(kind: Any, memory: float) -> None:
    for seed in range(25):
        game = kind(seed)
        for player, target in ((MAX, "win"), (MIN, "draw")):
            truth = forces(game, game.initial(), player, target)
            wanted = {"memory": memory, "player": player, "target": target}
            slow, fast = (prove(game, engine=engine, **wanted) for engine in ("interpreted", "compiled"))
            assert slow.answer is fast.answer is truth
            assert (slow.nodes, slow.action, slow.line) == (fast.nodes, fast.action, fast.line)
            assert game.is_terminal(game.initial()) or (fast.compiled and not slow.compiled)


SMALL = {
    "tictactoe": TicTacToe(),
    "nim": Nim(heaps=(2, 3, 2)),
    "mnk": MNK(width=3, height=4, k=3),
    "connect4": ConnectFour(4, 3),
    "kalah": Kalah(pits=3, seeds=3),
    "ponghauki": PongHauKi(),
}


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_compiled_is_interpreted_on_real_games(name: str) -> None:
    for memory in (0.002, 16):
        slow, fast = (
            prove(SMALL[name], engine=engine, memory=memory) for engine in ("interpreted", "compiled")
        )
        assert (slow.answer, slow.nodes, slow.line) == (fast.answer, fast.nodes, fast.line)


@pytest.mark.parametrize("kind", in_turn([Graph], [LostByRepeating, PointsGraph]))
def test_larger_graphs(kind: Any) -> None:
    for seed in range(examples(40)):
        for ends in (0.05, 0.15):
            game = kind(seed, 60, 4, ends)
            for player in (MAX, MIN):
                assert_graph(game, player, "win", engine="compiled", memory=1)


def winding(seed: int, rooms: int, doors: int, ends: int) -> Graph:
    """Few ends, far away: what was disproved by repeating on one path is often proved on another."""
    game, random = Graph(seed, rooms, doors, 0.0), Random(seed)
    for room in range(rooms - ends, rooms):
        game.ends[room] = random.choice([1, 1, -1])
    game.doors[:] = [random.randint(2, doors) for _ in range(rooms)]
    return game


@pytest.mark.parametrize(("rooms", "doors", "ends"), [(24, 2, 2), (40, 2, 3)])
def test_answers_that_hold_on_one_path_only(rooms: int, doors: int, ends: int) -> None:
    for seed in range(examples(700)):
        game = winding(seed, rooms, doors, ends)
        assert_graph(game, MAX, "win", engine="compiled", memory=1)
        assert_graph(game, MIN, "draw", engine="compiled", memory=1)


def test_paths_beyond_the_bits_of_a_word() -> None:
    """Rings of a hundred rooms: what is relied on lies deeper than there are bits."""
    for seed in range(examples(60)):
        game = Graph(seed, 100, 2, 0.03)
        random = Random(seed)
        for room in range(100):
            game.ways[room] = [(room + 1) % 100, random.choice([room - 1, random.randrange(100), 70]) % 100]
        for player, target in ((MAX, "win"), (MIN, "draw")):
            assert_graph(game, player, target, engine="compiled", memory=1)


def test_tic_tac_toe_is_a_draw() -> None:
    for player in (MAX, MIN):
        assert prove(TicTacToe(), player=player).answer is False
        assert prove(TicTacToe(), player=player, target="draw").answer is True
    assert prove(TicTacToe(), TicTacToe().parse("XX./OO./...")).action == 2


def assert_value(game: Any, value: int, **wanted: Any) -> None:
    """The first player's outcome."""
    assert prove(game, player=MAX, target="win", **wanted).answer is (value > 0)
    assert prove(game, player=MAX, target="draw", **wanted).answer is (value >= 0)


@pytest.mark.long
@pytest.mark.parametrize("size", ["4x4", "5x4", "4x5", "4x6", "5x5", "6x4"])
def test_connect_four(size: str) -> None:
    known = json.loads((DATA / "connect4.json").read_text())
    value = "-=+".index(known["value_first_player (+ win, = tie, - second player wins)"][size]) - 1
    width, height = map(int, size.split("x"))
    assert_value(ConnectFour(width, height), value)


KNOWN_MNK = [
    row for row in json.loads((DATA / "mnk.json").read_text())["rows_m_n_k_value"] if row[0] * row[1] <= 16
]


@pytest.mark.parametrize(
    ("width", "height", "k", "value"),
    in_turn(
        (tuple(row) for row in KNOWN_MNK if row[0] * row[1] <= 9),
        (tuple(row) for row in KNOWN_MNK if row[0] * row[1] > 9),
        several=True,
    ),
)
def test_mnk(width: int, height: int, k: int, value: int) -> None:
    assert_value(MNK(width, height, k), value)


@pytest.mark.parametrize("misere", [False, True])
def test_nim(misere: bool) -> None:
    for heaps in ((1,), (2, 2), (1, 1, 1), (1, 2, 3), (3, 4, 5), (2, 4, 6), (1, 3, 5)):
        nim_sum = heaps[0]
        for heap in heaps[1:]:
            nim_sum ^= heap
        wins = (nim_sum != 0) if not misere or max(heaps) > 1 else len(heaps) % 2 == 0
        found = prove(Nim(heaps=heaps, misere=misere), engine="interpreted")
        assert found.answer is wins
        assert (found.action is not None) is wins


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@pytest.mark.long
def test_pong_hau_ki(engine: str) -> None:
    game = PongHauKi()
    for state in reached(game, game.initial()):
        for player, target in ((MAX, "win"), (MAX, "draw"), (MIN, "win"), (MIN, "draw")):
            found = prove(game, state, player=player, target=target, engine=engine)
            assert found.answer is forces(game, state, player, target)


@pytest.mark.parametrize(
    ("pits", "seeds", "margin"),
    [(2, 2, -2), (3, 3, 2), (4, 3, 8), (3, 6, -10)],
)
@pytest.mark.long
def test_kalah(pits: int, seeds: int, margin: int) -> None:
    game = Kalah(pits, seeds)
    for target, truth in ((margin, True), (margin + 1, False), (margin - 0.5, True)):
        assert prove(game, player=MAX, target=target, engine="compiled").answer is truth
    assert prove(game, player=MIN, target=-margin, engine="compiled").answer is True
    assert prove(game, player=MIN, target=1 - margin, engine="compiled").answer is False


# -- optional rules ----------------------------------------------------------------------------------


class Informed(Maze):
    """Its bounds and candidates come from minimax."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        rooms = [[naive.value(self, self.State(f, r)) for r in range(5)] for f in range(FLOORS + 1)]
        self.truth = np.array(rooms)

    def bounds(self, state: Maze.State) -> Any:
        value = self.truth[state.floor, state.room]
        if state.room % 2 == 0:
            return win_in(FLOORS, MIN), win_in(FLOORS)
        return (win_in(FLOORS) if value > 0 else 0 if value == 0 else win_in(FLOORS, MIN)), win_in(0)

    def candidates(self, state: Maze.State) -> Iterator[int]:
        for door in range(self.doors[state.floor, state.room]):
            room = self.ways[state.floor, state.room, door]
            if self.truth[state.floor + 1, room] == self.truth[state.floor, state.room]:
                yield door

    def priority(self, state: Maze.State, door: int) -> int:
        return -door


@pytest.mark.long
@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
def test_optional_rules(engine: str) -> None:
    informed = plain = 0
    for seed in range(30):
        game, value = Informed(seed), naive.value(Informed(seed), Informed.State(0, 0))
        for player, target in ((MAX, "win"), (MAX, "draw"), (MIN, "win"), (MIN, "draw")):
            truth = content(game, player, target, value)
            found = assert_right(game, truth, player, target, engine=engine)
            informed += found.nodes
            plain += prove(Maze(seed), player=player, target=target, engine=engine).nodes
    assert informed < 0.8 * plain


def test_a_hash_that_is_the_same_for_all_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hash_of, "__code__", (lambda value: 7).__code__)
    for seed in range(60):
        for game in (Graph(seed), Maze(seed)):
            for player in (MAX, MIN):
                truth = forces(game, game.initial(), player, "win")
                assert prove(game, player=player, engine="interpreted").answer is truth


def test_an_answer_counts_only_while_the_visit_it_relies_on_lasts() -> None:
    """Found among thousands of graphs: what another visit of the same ply said misleads here."""
    game = WonByRepeating(146, rooms=36, doors=4)
    for player, target in ((MAX, "win"), (MIN, "draw")):
        truth = forces(game, game.initial(), player, target)
        assert prove(game, player=player, target=target, engine="interpreted").answer is truth


class Words(Game):
    """Write a letter in turn; whoever completes abba wins.  States of changing length do not compile."""

    def initial(self) -> str:
        return ""

    def to_move(self, state: str) -> int:
        return len(state) % 2

    def actions(self, state: str) -> list[str]:
        return ["a", "b"]

    def result(self, state: str, letter: str) -> str:
        return state + letter

    def is_terminal(self, state: str) -> bool:
        return len(state) == 8 or state.endswith("abba")

    def utility(self, state: str) -> int:
        return (1 if len(state) % 2 else -1) if state.endswith("abba") else 0


def test_states_of_any_kind() -> None:
    truth = naive.value(Words(), "")
    for player in (MAX, MIN):
        for target in ("win", "draw"):
            found = prove(Words(), player=player, target=target)
            assert found.answer is content(Words(), player, target, truth)
            assert not found.compiled


# -- limits and faults -------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", in_turn(["interpreted", "auto"], ["compiled"]))
def test_limits(engine: str) -> None:
    game = ConnectFour(7, 6)
    prove(game, nodes=1, engine=engine)  # what is slow the first time
    found = prove(game, nodes=2000, engine=engine)
    assert (found.answer, found.action, found.line) == (None, None, ())
    assert found.nodes <= 2000
    assert "may or may not" in str(found)
    started = time.perf_counter()
    found = prove(game, seconds=0.3, engine=engine, memory=0.01)
    assert found.answer is None
    assert time.perf_counter() - started < PATIENCE
    assert not [thread for thread in threading.enumerate() if thread.name == "zermelo search"]


@pytest.mark.long
def test_the_compiled_search_takes_over() -> None:
    prove(ConnectFour(7, 6), nodes=10, engine="compiled")  # now it is in the cache
    assert prove(ConnectFour(7, 6), nodes=300_000).compiled


def test_ctrl_c() -> None:
    text = """
import os, signal, threading
from zermelo.games import ConnectFour
from zermelo.prove import prove
threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    prove(ConnectFour(7, 6), engine="interpreted")
except KeyboardInterrupt:
    print([thread.name for thread in threading.enumerate() if thread.name == "zermelo search"])
"""
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=300)
    assert done.stdout == "[]\n", done.stderr


class Chain(Game):
    """So many steps, one after another."""

    repetition = None

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return state % 2

    def actions(self, state: int) -> Iterator[int]:
        yield 1

    def result(self, state: int, action: int) -> int:
        return state + action

    def is_terminal(self, state: int) -> bool:
        return state == self.steps

    def utility(self, state: int) -> int:
        return 1


class EndlessChain(Chain):
    repetition = 0


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@pytest.mark.parametrize("kind", [Chain, EndlessChain])
def test_long_games(kind: Any, engine: str) -> None:
    found = prove(kind(500), engine=engine)
    assert found.answer is True
    assert len(found.line) == 500
    with pytest.raises(SearchError, match="did not end within 510 plies: a proof cannot look that far"):
        prove(kind(600), engine=engine)


class Trouble(Chain):
    """Something is wrong three steps from the start."""

    def __init__(self, kind: int) -> None:
        super().__init__(5)
        self.kind = kind

    def to_move(self, state: int) -> int:
        return 5 if state == 3 and self.kind == 1 else state % 2

    def actions(self, state: int) -> Iterator[int]:
        if state != 3 or self.kind != 2:
            yield 1

    def result(self, state: int, action: int) -> int:
        if state == 3 and self.kind == 3:
            raise ValueError("no way")
        return state + action

    def utility(self, state: int) -> int:
        return 2 if self.kind == 4 else 1


@pytest.mark.parametrize("engine", INTERPRETED_FIRST)
@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (1, r"to_move\(\) returns 5 in the position after 1, 1, 1"),
        (2, r"actions\(\) yields no action in the position after 1, 1, 1"),
        (3, r"raised ValueError.* in the position after 1, 1, 1"),
        (4, r"utility\(\) returns 2 in the position after 1, 1, 1, 1, 1"),
    ],
)
def test_rules_that_break_their_promises(kind: int, said: str, engine: str) -> None:
    with pytest.raises(RulesError, match=said):
        prove(Trouble(kind), engine=engine)


def test_questions_that_cannot_be_asked() -> None:
    for wanted in ({"player": 2}, {"player": True}, {"player": "MAX"}, {"target": "lose"}, {"target": 5}):
        with pytest.raises(SearchError, match="must be"):
            prove(TicTacToe(), **wanted)  # type: ignore[arg-type]
    for wanted in ({"target": "lose"}, {"target": None}, {"target": float("nan")}, {"target": True}):
        with pytest.raises(SearchError, match="target must be 'win', 'draw' or a number of points"):
            prove(Kalah(2, 2), **wanted)  # type: ignore[arg-type]
    for wanted in ({"nodes": -1}, {"seconds": "soon"}, {"memory": 0}, {"engine": "fast"}):
        with pytest.raises(SearchError):
            prove(TicTacToe(), **wanted)  # type: ignore[arg-type]
    with pytest.raises(SearchError, match="chance"):
        prove(Tree.random(chance=0.5))


@pytest.mark.parametrize("engine", ["interpreted", "compiled", "auto"])
def test_a_game_that_is_over(engine: str) -> None:
    state = TicTacToe().parse("XXX/OO./...")
    found = prove(TicTacToe(), state, engine=engine)
    assert (found.answer, found.action, found.line, found.player) == (True, None, (), MAX)
    assert prove(TicTacToe(), state, player=MIN, target="draw").answer is False


def test_the_answer_in_words() -> None:
    said = str(prove(TicTacToe(), TicTacToe().parse("XX./OO./..."), engine="interpreted"))
    assert said.startswith("MAX forces a win: 2; ")
    assert said.endswith("s, interpreted")
    assert str(prove(TicTacToe(), target="draw", player=MIN)).startswith("MIN forces at least a draw: ")
    assert str(prove(Kalah(2, 2), target=3)).startswith("MAX cannot force 3 or more: ")


# -- reliances far down the path ---------------------------------------------------------------------


class Ways(Graph):
    """Rooms given by name: whose turn it is and where the doors lead, or the payoff where it ends."""

    def __init__(self, rooms: dict[str, Any]) -> None:
        names = {name: index for index, name in enumerate(rooms)}
        ways = [[] if isinstance(room, int) else room[1] for room in rooms.values()]
        self.ends = np.array([room if isinstance(room, int) else OPEN for room in rooms.values()])
        self.turns = np.array([0 if isinstance(room, int) else room[0] for room in rooms.values()])
        self.doors = np.array([len(targets) for targets in ways])
        self.ways = np.zeros((len(ways), max(map(len, ways))), np.int64)
        for index, targets in enumerate(ways):
            for door, target in enumerate(targets):
                self.ways[index, door] = names[target]


def far_away(before: int, between: int) -> Ways:
    """B seems lost because X leads back to A, which is above it on one path and not on the other."""
    places: dict[str, Any] = {}
    for step in range(before):
        places[f"p{step}"] = (1, [f"p{step + 1}" if step < before - 1 else "R"])
    places |= {"R": (1, ["B", "A"]), "A": (0, ["X0", "W0"]), "B": (0, ["X0", "Z0", "Z1", "Z2", "Z3"])}
    places |= {f"X{step}": (0, [f"X{step + 1}"]) for step in range(between)} | {f"X{between}": (0, ["A"])}
    for number in range(4):
        places |= {f"Z{number}": (0, [f"Y{number}"]), f"Y{number}": (0, ["draw"])}
    for number in range(6):
        places |= {f"W{number}": (1, [f"W{number + 1}", f"V{number}"]), f"V{number}": (0, ["win"])}
    return Ways(places | {"W6": (0, ["win"]), "win": 1, "draw": 0})


@pytest.mark.parametrize("before", [0, 1, 5, 58, 59, 60, 61, 62, 63, 64, 100])
def test_reliances_deep_down(before: int) -> None:
    for between in (0, 1, 3):
        game = far_away(before, between)
        assert prove(game, player=MAX, target="win", engine="interpreted").answer
        assert not prove(game, player=MIN, target="draw", engine="interpreted").answer
