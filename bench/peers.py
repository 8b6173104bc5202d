"""Thin drivers of the peer libraries, for the side-by-side timings.

Every driver is a function that returns ``Work(units, run)``: ``run()`` does the peer's work once, checks its
answer and returns it; ``units`` is how much work one ``run()`` is (leaves or nodes).  Units are counted in a
separate, instrumented pass when the driver is called, so the timed ``run`` carries no counter.  For a peer
that is not installed the driver prints one line on stderr and returns ``None``.

Nodes are counted as root + every visited state, the same for every peer.  Nothing here is copied from a peer:
the peers are called through their public interfaces, and nothing in them is patched.

    pip install open_spiel easyAI
    pip install --no-deps aima3 && pip install tqdm numpy    # see ``aima_tic_tac_toe``

Run ``python bench/peers.py`` for a quick table of all of them.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

# Connect Four 7x6 leaves by depth, from the empty board.  Two conventions:
#   LEAVES  "leaf = depth reached or terminal": a game that ended earlier counts 1.  Used by the driver.
#   EXACT   "positions exactly at that depth": a game that ended earlier counts 0 (the published perft).
# They agree up to depth 7: the first wins are made by the 7th move.  Of the 823,536 sequences of 7 moves
# 13,032 end in a win, and at depth 8 the conventions differ by exactly that: 5,686,266 against 5,673,234.
CONNECT_FOUR_LEAVES = (1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_686_266)
CONNECT_FOUR_EXACT = (1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234)

# Alpha-beta nodes by depth: full window, zero evaluation, columns left to right, cut on alpha >= beta.
CONNECT_FOUR_NODES = (1, 8, 21, 76, 173, 564, 1_249, 7_153, 12_574)

# Alpha-beta nodes of the whole of tic-tac-toe, squares in order.
TIC_TAC_TOE_NODES = 18_297


class Work(NamedTuple):
    """One repeatable piece of work: its size, and the callable that does it."""

    units: int
    run: Callable[[], object]


def _load(module: str, package: str) -> Any | None:
    """The module, or None with a line on stderr when the peer cannot be imported."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        print(f"peer {package}: not installed ({error})", file=sys.stderr)
        return None


def _check_count(got: int, known: tuple[int, ...], depth: int, what: str) -> None:
    """Assert a count against the table, where the table reaches that depth."""
    if depth < len(known):
        assert got == known[depth], f"{what}, depth {depth}: {got}, expected {known[depth]}"


# --- OpenSpiel ----------------------------------------------------------------------------------------------


def _perft_clone(state: Any, depth: int) -> int:
    """Leaves below an OpenSpiel state; each child is a ``clone`` and an ``apply_action``."""
    if depth == 0 or state.is_terminal():
        return 1
    leaves = 0
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        leaves += _perft_clone(child, depth - 1)
    return leaves


def _perft_child(state: Any, depth: int) -> int:
    """The same through ``state.child``, one crossing into C++ for each move instead of two."""
    if depth == 0 or state.is_terminal():
        return 1
    leaves = 0
    for action in state.legal_actions():
        leaves += _perft_child(state.child(action), depth - 1)
    return leaves


def open_spiel_perft(depth: int = 6, *, use_child: bool = False) -> Work | None:
    """Connect Four perft on OpenSpiel states from Python; units are leaves.

    ``use_child`` takes the library's faster spelling (about a sixth faster).  ``undo_action`` is no third
    way: OpenSpiel's Connect Four does not implement it.
    """
    pyspiel = _load("pyspiel", "open_spiel")
    if pyspiel is None:
        return None
    root = pyspiel.load_game("connect_four").new_initial_state()
    perft = _perft_child if use_child else _perft_clone
    units = perft(root, depth)
    _check_count(units, CONNECT_FOUR_LEAVES, depth, "OpenSpiel perft")

    def run() -> int:
        leaves = perft(root, depth)
        assert leaves == units
        return leaves

    return Work(units, run)


class _CountingState:
    """An OpenSpiel state that counts its clones, its children's included."""

    def __init__(self, state: Any, clones: list[int]) -> None:
        self._state = state
        self._clones = clones

    def clone(self) -> _CountingState:
        self._clones[0] += 1
        return _CountingState(self._state.clone(), self._clones)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)


def _zero(_: object) -> int:
    return 0


def open_spiel_alpha_beta(depth: int = 8) -> Work | None:
    """OpenSpiel's Python ``alpha_beta_search`` on Connect Four, zero evaluation; units are nodes.

    It clones the root once and then each child before it is visited, and never undoes: clones = nodes.
    """
    pyspiel = _load("pyspiel", "open_spiel")
    minimax = _load("open_spiel.python.algorithms.minimax", "open_spiel") if pyspiel else None
    if pyspiel is None or minimax is None:
        return None
    game = pyspiel.load_game("connect_four")

    def search(state: Any) -> tuple[float, int]:
        value, action = minimax.alpha_beta_search(
            game, state=state, value_function=_zero, maximum_depth=depth, maximizing_player_id=0
        )
        if depth < len(CONNECT_FOUR_NODES):
            assert (value, action) == (0, 0 if depth else None), f"OpenSpiel: {value}, {action}"
        return value, action

    clones = [0]
    search(_CountingState(game.new_initial_state(), clones))
    _check_count(clones[0], CONNECT_FOUR_NODES, depth, "OpenSpiel alpha-beta")
    return Work(clones[0], lambda: search(game.new_initial_state()))


# --- easyAI -------------------------------------------------------------------------------------------------


def _lost(game: Any) -> int:
    """The scoring of easyAI's documentation: -100 to the player who has lost, else 0."""
    return -100 if game.lose() else 0


def _with_unmake(connect_four: Any) -> Any:
    """easyAI's Connect Four with the optional ``unmake_move``, so that no state is copied."""

    def unmake_move(self: Any, column: int) -> None:
        height = int((self.board[:, column] != 0).sum())
        self.board[height - 1, column] = 0

    return type("ConnectFourUnmake", (connect_four,), {"unmake_move": unmake_move})


def _count_moves(connect_four: Any, moves: list[int]) -> Any:
    """The game with ``make_move`` counted, in a list outside the instance: easyAI deep-copies instances."""

    def make_move(self: Any, column: int) -> None:
        moves[0] += 1
        connect_four.make_move(self, column)

    return type("ConnectFourCounted", (connect_four,), {"make_move": make_move})


def easy_ai_connect_four(depth: int = 8, *, unmake: bool = False) -> Work | None:
    """easyAI's ``Negamax`` on the ``ConnectFour`` it ships; units are nodes.

    The shipped game has no ``unmake_move``, so each child is a ``deepcopy`` of the game and its players;
    ``unmake=True`` adds the method, the documented way to go faster.  No transposition table is used, as by
    default.  Depth 8 takes seconds; depth 6 is about the same work for each node.

    Wins are worth more the sooner they come, by 0.1% a ply, and that tells apart values that are equal
    in -1/0/+1.  Up to depth 8 the tree is still the plain one; at depth 9 it has 90,765 nodes, not 87,585.
    """
    assert depth >= 1, "easyAI's Negamax sets no move at depth 0"
    easy_ai = _load("easyAI", "easyAI")
    games = _load("easyAI.games.ConnectFour", "easyAI") if easy_ai else None
    if easy_ai is None or games is None:
        return None
    plain = _with_unmake(games.ConnectFour) if unmake else games.ConnectFour

    def search(game_class: Any) -> tuple[float, int]:
        algorithm = easy_ai.Negamax(depth, _lost)
        game = game_class([easy_ai.Human_Player(), easy_ai.AI_Player(algorithm)])
        column = algorithm(game)
        if depth < len(CONNECT_FOUR_NODES):
            assert (algorithm.alpha, column) == (0, 0), f"easyAI: {algorithm.alpha}, {column}"
        return algorithm.alpha, column

    moves = [0]
    search(_count_moves(plain, moves))
    nodes = 1 + moves[0]  # the root, and one made move for each other node
    _check_count(nodes, CONNECT_FOUR_NODES, depth, "easyAI Negamax")
    return Work(nodes, lambda: search(plain))


# --- aima ---------------------------------------------------------------------------------------------------


def _count_tests(game: Any, tests: list[int]) -> Any:
    """The game with ``terminal_test`` counted."""
    plain = game.terminal_test

    def terminal_test(state: Any) -> bool:
        tests[0] += 1
        return bool(plain(state))

    game.terminal_test = terminal_test
    return game


def _self_play_utility(games: Any) -> int:
    """The utility for X when both sides play what ``alphabeta_search`` answers."""
    game = games.TicTacToe()
    state = game.initial
    while not game.terminal_test(state):
        state = game.result(state, games.alphabeta_search(state, game))
    return int(game.utility(state, "X"))


def aima_tic_tac_toe() -> Work | None:
    """aima's ``alphabeta_search`` on its ``TicTacToe`` from the empty board; units are nodes.

    The search returns the move and not the value, so the value (a draw) is checked by letting it play both
    sides.  aima3 declares ``networkx==1.11`` and all of Jupyter: install it without its dependencies.
    """
    games = _load("aima3.games", "aima3")
    if games is None:
        return None
    assert _self_play_utility(games) == 0, "aima: tic-tac-toe is a draw"

    def search(game: Any) -> tuple[int, int]:
        move: tuple[int, int] = games.alphabeta_search(game.initial, game)
        assert move == (1, 1), f"aima: {move}"
        return move

    tests = [0]
    search(_count_tests(games.TicTacToe(), tests))
    nodes = 1 + tests[0]  # the root is not tested, every other visited state is, once
    assert nodes == TIC_TAC_TOE_NODES, f"aima alpha-beta: {nodes}"
    game = games.TicTacToe()
    return Work(nodes, lambda: search(game))


# --- a quick table ------------------------------------------------------------------------------------------


def rate(work: Work, seconds: float = 0.5) -> float:
    """Units a second of wall time, the work repeated for at least ``seconds``."""
    runs = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        work.run()
        runs += 1
    return work.units * runs / elapsed


def main() -> None:
    drivers: list[tuple[str, Callable[[], Work | None]]] = [
        ("OpenSpiel perft 6, clone (leaves)", lambda: open_spiel_perft(6)),
        ("OpenSpiel perft 6, child (leaves)", lambda: open_spiel_perft(6, use_child=True)),
        ("OpenSpiel alpha-beta 8 (nodes)", lambda: open_spiel_alpha_beta(8)),
        ("easyAI Negamax 6 (nodes)", lambda: easy_ai_connect_four(6)),
        ("easyAI Negamax 8 (nodes)", lambda: easy_ai_connect_four(8)),
        ("easyAI Negamax 8, unmake (nodes)", lambda: easy_ai_connect_four(8, unmake=True)),
        ("aima tic-tac-toe (nodes)", aima_tic_tac_toe),
    ]
    for name, driver in drivers:
        work = driver()
        if work is not None:
            print(f"{name:36}{work.units:>10,}{rate(work):>14,.0f}/s")


if __name__ == "__main__":
    main()
