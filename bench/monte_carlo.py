"""Monte Carlo measured: simulations and random games beside OpenSpiel's C++, threads, agreement, Hex, proofs.

    python bench/monte_carlo.py                  # everything, a few minutes
    python bench/monte_carlo.py speed hex        # some of it
    python bench/monte_carlo.py hex --games 100  # how many games

Simulations are counted by processor time, in turns with OpenSpiel in the same process.  OpenSpiel is optional
(`pip install open_spiel`): without it its part is left out, and that is said.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple
from unittest.mock import patch

from rich.console import Console

from zermelo import MAX, Game, Tree, prepare, search, solve
from zermelo.algorithms.playout import playout
from zermelo.games import ConnectFour, Hex, TicTacToe
from zermelo.kernel.bind import bind
from zermelo.kernel.random_words import generator
from zermelo.kernel.run import Ply, Run, State, Value, visited
from zermelo.running.drivers.growing import Grown

ROUNDS = 5
SIMULATIONS = 20_000
PLAYOUTS = 50_000
SECONDS = 1.0
"""For a move, where an answer is wanted after a second."""
say = Console().print


class PlainConnectFour(Game):
    """Connect Four with nothing but its rules, as OpenSpiel has it."""

    repetition = None
    State = ConnectFour.State
    __init__ = ConnectFour.__init__
    initial, to_move, actions = ConnectFour.initial, ConnectFour.to_move, ConnectFour.actions
    result, is_terminal, utility = ConnectFour.result, ConnectFour.is_terminal, ConnectFour.utility
    has_four = ConnectFour.has_four


class BlindHex(Hex):
    """Hex by its rules alone: nothing to go by but how games end."""

    evaluate = Game.evaluate


def playouts(game: Game, state: State, ply: Ply, run: Run) -> Value:
    """The sum of MAX's rewards of `run.rounds` random games."""
    total = playout(game, state, ply, run)
    for _ in range(run.rounds - 1):
        total += playout(game, state, ply, run)
    return total


# -- OpenSpiel -------------------------------------------------------------------------------------------


def openspiel() -> Any:
    """The module, or None."""
    try:
        import pyspiel
    except ImportError:
        say("OpenSpiel is not installed (pip install open_spiel): its part is left out")
        return None
    return pyspiel


def per_second(count: int, work: Callable[[], Any]) -> float:
    """How many there are in a second of this thread's processor."""
    started = time.thread_time()
    work()
    return count / (time.thread_time() - started)


def their_simulations(pyspiel: Any) -> Callable[[], Any]:
    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 0)
    bot = pyspiel.MCTSBot(game, evaluator, 2**0.5, SIMULATIONS, 1000, True, 1, False)
    return lambda: bot.mcts_search(game.new_initial_state())


def their_playouts(pyspiel: Any) -> Callable[[], Any]:
    """A search of one simulation which is worth the average of so many random games."""
    game = pyspiel.load_game("connect_four")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(PLAYOUTS, 0), 1.0, 1, 1000, True, 1, False)
    return lambda: bot.mcts_search(game.new_initial_state())


# -- ours ------------------------------------------------------------------------------------------------


def our_kernel(algorithm: Any) -> tuple[Any, Any]:
    """A kernel of plain Connect Four and a run of it."""
    game = PlainConnectFour()
    kernel = bind(game, algorithm, compiled=True)
    run = kernel.new_run()
    kernel.place(run, game.initial())
    run.random = generator(1)
    return kernel, run


def our_playouts() -> Callable[[], Any]:
    kernel, run = our_kernel(playouts)
    run.rounds = PLAYOUTS
    return lambda: kernel.execute(run)


class InKernel:
    """The processor time that a search spends in its kernel, where it makes its simulations."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __enter__(self) -> InKernel:
        from zermelo.running.task import Task

        self.execute = Task.execute

        def timed(task: Task, *given: Any) -> bool:
            started = time.thread_time()
            try:
                return self.execute(task, *given)
            finally:
                self.seconds += time.thread_time() - started

        Task.execute = timed  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        from zermelo.running.task import Task

        Task.execute = self.execute  # type: ignore[method-assign]


def our_simulations(seed: int) -> float:
    """Simulations in a second of the processor, one search of SIMULATIONS from the start."""
    with InKernel() as spent:
        options: Any = {"algorithm": "mcts", "engine": "compiled", "nodes": SIMULATIONS, "memory": 64}
        report = search(PlainConnectFour(), seed=seed, **options)
    return report.nodes / spent.seconds


def speed(_: int) -> None:
    """Simulations and random games a second, one core, in turns with OpenSpiel."""
    pyspiel = openspiel()
    prepare(PlainConnectFour(), algorithm="mcts")
    ours, random_games = [], []
    theirs, their_games = [], []
    play = our_playouts()
    play()
    for turn in range(ROUNDS):
        ours.append(our_simulations(turn))
        random_games.append(per_second(PLAYOUTS, play))
        if pyspiel is not None:
            theirs.append(per_second(SIMULATIONS, their_simulations(pyspiel)))
            their_games.append(per_second(PLAYOUTS, their_playouts(pyspiel)))
    compare("simulations", ours, theirs)
    compare("random games", random_games, their_games)


def compare(what: str, ours: list[float], theirs: list[float]) -> None:
    mine = statistics.median(ours)
    beside = statistics.median(theirs) if theirs else None
    said = "" if beside is None else f"; OpenSpiel {beside:,.0f}: {mine / beside:.1f} x"
    say(f"Connect Four, {what} per second of one core: {mine:,.0f}{said}")


# -- threads ---------------------------------------------------------------------------------------------


class Stretch(NamedTuple):
    """Some simulations of one thread."""

    simulations: int
    processor: float
    """Seconds of it."""
    began: float
    ended: float

    @property
    def rate(self) -> float:
        return self.simulations / self.processor

    @property
    def undisturbed(self) -> bool:
        """Did the thread have a processor for itself?"""
        return self.ended - self.began < 1.03 * self.processor

    def is_within(self, others: list[Stretch]) -> bool:
        """Did another thread work meanwhile?"""
        shared = sum(max(0.0, min(self.ended, o.ended) - max(self.began, o.began)) for o in others)
        return shared > 0.9 * (self.ended - self.began)


def stretches(task: Any) -> list[Stretch]:
    """Half a millisecond each, a tenth of a second in all."""
    task.run.rounds = 512
    found = []
    for _ in range(200):
        before, began, spent = visited(task.run), time.perf_counter(), time.thread_time()
        task.execute()
        spent = time.thread_time() - spent
        found.append(Stretch(visited(task.run) - before, spent, began, time.perf_counter()))
    return [stretch for stretch in found if stretch.undisturbed]


def on_one_tree(count: int, seed: int) -> list[float]:
    """Simulations in a second of a processor, stretch by stretch, of so many threads on one tree."""
    rates: list[float] = []

    def measured(tree: Any) -> None:
        tree.task.run.rounds = 50_000
        tree.task.execute()
        tree.call_helpers()
        tasks = [tree.task, *tree.helpers]
        with ThreadPoolExecutor(count) as pool:
            found = list(pool.map(stretches, tasks))
        for own in found:
            beside = [stretch for other in found if other is not own for stretch in other]
            rates.extend(stretch.rate for stretch in own if count == 1 or stretch.is_within(beside))
        tree.task.run.node_limit = 1

    with patch.object(Grown, "simulate", measured):
        options: Any = {"algorithm": "mcts", "engine": "compiled", "nodes": 10**9, "memory": 256}
        search(PlainConnectFour(), threads=count, seed=seed, **options)
    return rates


def threads(rounds: int) -> None:
    """Two threads on one tree beside one, in turns.

    A machine that others use seldom has two processors free for long: only what a thread does in stretches
    that nobody disturbed counts, while the other thread works as well.
    """
    prepare(PlainConnectFour(), algorithm="mcts")
    found: dict[int, list[float]] = {1: [], 2: []}
    for turn in range(rounds):
        for count in found:
            found[count] += on_one_tree(count, turn)
    say(f"Connect Four, two threads on one tree beside one alone, {rounds} rounds, undisturbed stretches:")
    for called, place in (("median", 0.5), ("best twentieth", 0.95)):
        one, two = (sorted(rates)[int(len(rates) * place)] for rates in found.values())
        say(f"  {called}: {two:,.0f} simulations a second each, one alone {one:,.0f}: {2 * two / one:.2f} x")
    say(f"  from {len(found[1])} and {len(found[2])} stretches")
    by_the_clock(rounds)


def by_the_clock(rounds: int) -> None:
    """The same by whole searches: only an idle machine says what threads are worth."""
    found: dict[int, list[float]] = {1: [], 2: []}
    options: Any = {"algorithm": "mcts", "engine": "compiled", "seconds": 0.3, "memory": 256}
    for turn in range(rounds):
        for count, rates in found.items():
            report = search(PlainConnectFour(), threads=count, seed=turn, **options)
            rates.append(report.nodes / report.seconds)
    best, median = (measure(found[2]) / measure(found[1]) for measure in (max, statistics.median))
    say(f"  whole searches of 0.3 s by the clock: {best:.2f} x (the best of each), {median:.2f} x (medians)")


# -- answers ---------------------------------------------------------------------------------------------


def random_position(game: Any, dice: random.Random, least: int, most: int) -> Any:
    """A position after some random moves at which the game is not over."""
    while True:
        state = game.initial()
        for _ in range(dice.randint(least, most)):
            if game.is_terminal(state):
                break
            state = game.result(state, dice.choice(list(game.actions(state))))
        if not game.is_terminal(state):
            return state


def agreement(count: int) -> None:
    """Random Connect Four positions: does the move after a second keep the value that the solver finds?"""
    game, dice, kept = ConnectFour(), random.Random(1), 0
    prepare(game, algorithm="mcts")
    for _ in range(count):
        state = random_position(game, dice, 8, 30)
        values = solve(game, state, engine="compiled").values
        best = (max if game.to_move(state) == MAX else min)(score.value for score in values.values())
        options: Any = {"algorithm": "mcts", "engine": "compiled", "seconds": SECONDS}
        kept += values[search(game, state, **options).action].value == best
    part = f"{kept} of {count} ({kept / count:.1%})"
    say(f"Connect Four, {SECONDS:g} s a move: {part} keep the value that the solver finds")


class Player:
    """Plays for equal time by the processor, whatever else the machine does: as many nodes as that allows."""

    def __init__(self, game: Any, algorithm: str) -> None:
        self.game, self.options = game, {"algorithm": algorithm, "engine": "compiled"}
        prepare(game, algorithm=algorithm)
        self.speed = 100_000.0
        for _ in range(3):
            self.choose(game.result(game.initial(), 0))
        self.at_first = self.speed

    def begin(self) -> None:
        """A new game."""
        self.speed = self.at_first

    def choose(self, state: Any) -> Any:
        """Its move after HEX_SECONDS, as far as the speed of its last move tells."""
        nodes = int(HEX_SECONDS * self.speed)
        wanted: Any = {**self.options, "nodes": nodes}
        started = time.process_time()
        report = search(self.game, state, **wanted)
        if not report.score.proved:  # which ends a search before its nodes are spent
            self.speed = nodes / (time.process_time() - started)
        return report.action


def hex_games(count: int) -> None:
    """Hex 7 x 7: mcts against alpha-beta (pvs) at equal time, by the rules alone and with an estimate.

    Each opening stone, drawn at random, is played from both sides: of two that play well, each wins half.
    """
    monte_carlo = Player(Hex(7), "mcts")
    for opponent, called in ((BlindHex(7), "by the rules alone"), (Hex(7), "with an estimate")):
        alphabeta, dice = Player(opponent, "pvs"), random.Random(1)
        cells = [dice.randrange(49) for _ in range((count + 1) // 2)]
        won = sum(plays(monte_carlo, alphabeta, cells[number // 2], number % 2) for number in range(count))
        error = (won / count * (1 - won / count) / count) ** 0.5
        part = f"{won} of {count} games against alpha-beta {called} ({won / count:.0%} ± {error:.0%})"
        say(f"Hex 7 x 7, {HEX_SECONDS:g} s of the processor a move: mcts wins {part}")


HEX_SECONDS = 0.1


def plays(monte_carlo: Player, alphabeta: Player, opening: int, side: int) -> bool:
    """One game; does the Monte Carlo player, on this side, win?"""
    game = monte_carlo.game
    state = game.result(game.initial(), opening)
    monte_carlo.begin()
    alphabeta.begin()
    while not game.is_terminal(state):
        player = monte_carlo if game.to_move(state) == side else alphabeta
        state = game.result(state, player.choose(state))
    return bool((game.utility(state) > 0) == (side == MAX))


def proofs(count: int) -> None:
    """Random trees in both worlds and with two threads: how many proofs, and how many of them are wrong?"""
    proved = wrong = 0
    for seed in range(count):
        tree = Tree.random(branching=3, depth=4, seed=seed, irregular=True)
        truth = search(tree, algorithm="minimax", engine="interpreted").score.value
        for options in (
            {"engine": "interpreted"},
            {"engine": "compiled"},
            {"engine": "compiled", "threads": 2},
        ):
            wanted: Any = {"algorithm": "mcts", "nodes": 2000, "seed": seed, **options}
            score = search(tree, **wanted).score
            proved += score.proved
            wrong += score.proved and score.value != truth
    say(f"{count} random trees, three ways each: {proved} proofs, {wrong} of them wrong")


def tictactoe(count: int) -> None:
    """Tic-tac-toe: proved to be a draw, and never lost to anybody who moves at random."""
    game, dice = TicTacToe(), random.Random(1)
    report = search(game, algorithm="mcts", nodes=200_000, engine="compiled")
    say(f"tic-tac-toe: {report.score}, proved in {report.nodes:,} simulations")
    lost = 0
    for number in range(count):
        state, side = game.initial(), number % 2
        while not game.is_terminal(state):
            options: Any = {"algorithm": "mcts", "nodes": 1500, "engine": "compiled", "memory": 1}
            ours = game.to_move(state) == side
            action = search(game, state, **options).action if ours else dice.choice(list(game.actions(state)))
            state = game.result(state, action)
        lost += game.utility(state) == (-1 if side == MAX else 1)
    say(f"  {count} games against random moves: {lost} lost")


PARTS: dict[str, tuple[Callable[[int], None], int]] = {
    "speed": (speed, 0),
    "threads": (threads, 20),
    "agreement": (agreement, 200),
    "hex": (hex_games, 20),
    "proofs": (proofs, 300),
    "tictactoe": (tictactoe, 100),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "parts", nargs="*", choices=[*PARTS, []], help="what to measure; by default everything"
    )
    parser.add_argument("--games", type=int, help="how many games, positions, trees or rounds")
    asked = parser.parse_args()
    for name in asked.parts or PARTS:
        measure, usual = PARTS[name]
        measure(usual if asked.games is None else asked.games)


if __name__ == "__main__":
    main()
