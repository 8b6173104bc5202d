"""ask(): what a search was asked, checked once, and filled in where nothing was said."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter
from typing import Any

from zermelo.algorithms.alphabeta import alphabeta
from zermelo.algorithms.alphabeta_negamax import alphabeta_negamax
from zermelo.algorithms.exact_table import POINTS
from zermelo.algorithms.expectiminimax import expectiminimax
from zermelo.algorithms.minimax import minimax
from zermelo.algorithms.negamax import negamax
from zermelo.algorithms.null_window import solve_all
from zermelo.algorithms.pvs import pvs
from zermelo.errors import RulesError, SearchError
from zermelo.game import MAX, Game
from zermelo.kernel.compiler.lower import counted
from zermelo.kernel.options import INEXACT, LOOKING_AHEAD, TECHNIQUES, Options, Order
from zermelo.kernel.run import PAST, PLIES
from zermelo.limits import Limits, MatchClock
from zermelo.running.exact_memory import SOLVER_MEGABYTES, ExactMemory
from zermelo.running.explain import first_contact
from zermelo.running.options import refuse_what_is_no_game
from zermelo.running.transpositions import MEGABYTES, Transpositions

ALGORITHMS: dict[str, Callable[..., Any]] = {
    "minimax": minimax,
    "negamax": negamax,
    "alphabeta": alphabeta,
    "alphabeta_negamax": alphabeta_negamax,
    "deepening": alphabeta_negamax,
    "expectiminimax": expectiminimax,
    "pvs": pvs,
    "mtdf": pvs,
    "null_window": solve_all,
}
FROM_THE_MOVER = (negamax, alphabeta_negamax, pvs, solve_all)
"""Kernels whose value is the mover's, not MAX's."""
ENGINES = ("auto", "compiled", "interpreted")
EVENTS_BY_DEFAULT = 100_000
STALLED = 10.0
"""Seconds without a new node after which a rule is endless."""
MOST_THREADS = 256
PLAYOUTS = 5


@dataclass(frozen=True)
class Question:
    """Everything one search was asked."""

    game: Any
    state: Any
    limits: Limits
    algorithm: str
    kernel: Callable[..., Any]
    options: Options
    engine: str = "auto"
    values: bool = False
    events: int = 0
    seed: int = 0
    threads: int = 1
    table: Transpositions | None = None
    """What the engine remembers; None: this algorithm has no table."""
    exact_memory: ExactMemory | None = None
    """What the solver remembers; None: this algorithm is not the solver."""
    lines: int = 1
    """How many of the best lines are wanted."""
    only: tuple[Any, ...] = ()
    """The root actions to look at; empty: all."""
    past: tuple[Any, ...] = ()
    """The positions of the game before this one."""
    solved: Any = None
    """A table of the whole game (strong/table.py) that the engine asks."""
    asked: float = 0.0
    """When, by the clock of `time.perf_counter`."""

    @property
    def mover(self) -> int:
        player = self.game.to_move(self.state)
        return MAX if player is None else int(player)


def ask(
    game: Any,
    state: Any = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    win_within: int | None = None,
    clock: MatchClock | None = None,
    algorithm: str | None = None,
    engine: str = "auto",
    values: bool = False,
    lines: int = 1,
    root_actions: Iterable[Any] = (),
    past: Iterable[Any] = (),
    threads: int = 1,
    memory: float | None = None,
    table: Transpositions | None = None,
    solved: Any = None,
    exact: bool = False,
    switch_off: Iterable[str] = (),
    trace: bool | int = False,
    seed: int = 0,
    prune_equal: bool = True,
    fail_soft: bool = True,
    prefer_quick_wins: bool = True,
    order: Order = "natural",
) -> Question:
    """Check what was asked, and fill in what was not."""
    asked = perf_counter()
    only, past = listed("root_actions", root_actions), listed("past", past)
    switch_off = switch_off.replace(",", " ").split() if isinstance(switch_off, str) else switch_off
    without = listed("switch_off", switch_off)
    whole("lines", lines, 1 << 16)
    whole("threads", threads, MOST_THREADS)
    for word, number in (("trace", trace), ("seed", seed)):
        if not hasattr(number, "__index__"):
            raise SearchError(f"{word} must be a whole number, not {number!r}")
    game = as_game(game)
    limits = Limits(depth, nodes, seconds, win_within, clock)
    chance = hasattr(game, "outcomes")
    if algorithm is None:
        limited = limits.timed or nodes is not None or win_within is not None
        engaged = lines > 1 or threads > 1 or exact or table is not None or solved is not None or bool(only)
        algorithm = usual_algorithm(chance, limited, engaged)
    if not isinstance(algorithm, str) or algorithm not in ALGORITHMS:
        raise SearchError(f"algorithm {algorithm!r} is unknown: choose {', '.join(ALGORITHMS)}")
    check_engine(engine)
    kernel = expectiminimax if chance and algorithm == "deepening" else ALGORITHMS[algorithm]
    if chance and kernel is not expectiminimax:
        raise SearchError(f"{algorithm} knows no chance: use expectiminimax for {type(game).__name__}")
    guided = algorithm == "deepening" and not chance and order not in LOOKING_AHEAD
    given = (prune_equal, fail_soft, prefer_quick_wins, order, guided)
    options = options_for(
        game, kernel, Options(*given, outcome=is_outcome(game)), exact or win_within is not None, without
    )
    events = EVENTS_BY_DEFAULT if trace is True else int(trace)
    state = first_contact(game, state, STALLED)
    question = Question(
        game, state, limits, algorithm, kernel, options, engine, values, events, seed, asked=asked
    )
    textbook = {"prune_equal": not prune_equal, "fail_soft": not fail_soft, "order": order != "natural"}
    if kernel is solve_all:
        words = {"lines": lines != 1, "root_actions": bool(only), "table": table is not None}
        words |= {"trace": bool(events), "depth": depth is not None, "win_within": win_within is not None}
        refuse(algorithm, words, "algorithm='pvs'")
        refuse(algorithm, textbook, "alphabeta, alphabeta_negamax or deepening")
        return solving_question(question, threads, memory)
    if kernel is not pvs:
        words = {"lines": lines != 1, "threads": threads != 1, "root_actions": bool(only), "exact": exact}
        words |= {"switch_off": bool(without), "table": table is not None, "solved": solved is not None}
        refuse(algorithm, words, "algorithm='pvs'")
        return question
    refuse(algorithm, textbook, "alphabeta, alphabeta_negamax or deepening")
    if table is not None and not isinstance(table, Transpositions):
        raise SearchError(f"table must be a Transpositions(megabytes), not {table!r}")
    if solved is not None:
        if not hasattr(solved, "refuse_other"):
            raise SearchError(f"solved must be a SolvedTable, not {solved!r}")
        solved.refuse_other(game)
        question = replace(question, solved=solved, options=replace(options, solved=solved.codec.kind))
    return engaged_question(
        question, lines, only, past, threads, table, MEGABYTES if memory is None else memory
    )


def listed(word: str, given: Any) -> tuple[Any, ...]:
    """An option that is a list."""
    if not isinstance(given, Iterable):
        raise SearchError(f"{word} must be a list, not {given!r}")
    return tuple(given)


def as_game(game: Any) -> Any:
    """Nested lists are trees, and trees are games."""
    if not isinstance(game, list | tuple):
        refuse_what_is_no_game(game)
        return game
    from zermelo.trees.tree import Tree

    return Tree(game)


def check_engine(engine: str) -> None:
    if engine not in ENGINES:
        raise SearchError(f"engine {engine!r} is unknown: choose {', '.join(ENGINES)}")


def usual_algorithm(chance: bool, limited: bool, engaged: bool) -> str:
    """Where nobody says: `limited` is under a limit, `engaged` asks for what only the engine can do."""
    if chance:
        return "deepening" if limited else "expectiminimax"
    return "pvs" if limited or engaged else "alphabeta"


def is_outcome(game: Any) -> bool:
    payoff = getattr(game, "payoff", "outcome")
    if payoff not in ("outcome", "points"):
        raise RulesError(f"{type(game).__name__}.payoff is {payoff!r}: it must be 'outcome' or 'points'")
    return payoff == "outcome" and not hasattr(game, "outcomes")


def options_for(game: Any, kernel: Any, options: Options, exact: bool, without: tuple[str, ...]) -> Options:
    """The switches of the engine, from what was asked and what the game has."""
    if unknown := [word for word in without if word not in TECHNIQUES]:
        raise SearchError(f"{unknown[0]!r} is no technique: choose of {', '.join(TECHNIQUES)}")
    if kernel not in (pvs, solve_all):
        return options
    off = {*without, *(INEXACT if exact else ())}
    if getattr(type(game), "evaluate", None) in (None, Game.evaluate):
        off |= {"futility", "singular", "null_move"}  # they compare estimates, and here there are none
    repetition = getattr(game, "repetition", 0)
    chosen: dict[str, Any] = dict.fromkeys(off, False)
    chosen |= {"exact": exact, "cyclic": repetition is not None}
    chosen |= {"repetition": repetition_of(game, repetition, options.outcome)}
    return replace(options, **chosen)


def fits_a_word(game: Any, state: Any, options: Options) -> bool:
    """Can an entry be one word: a key of 64 bits, and payoffs that are whole and not too large?

    A few games are played to see; where they mislead, a position is not remembered, and nothing is wrong.
    """
    if not hasattr(game, "key"):
        return False
    random, keys, payoffs = Random(0), [], [0]
    try:
        for _ in range(PLAYOUTS):
            here = state
            for _ in range(PLIES):
                keys.append(game.key(here))
                if game.is_terminal(here):
                    payoffs.append(game.utility(here))
                    break
                here = game.result(here, random.choice(list(game.actions(here))))
        whole_keys = all(isinstance(key, int) and -(1 << 63) <= key < 1 << 64 for key in map(counted, keys))
        return whole_keys and all(payoff == int(payoff) and abs(payoff) < POINTS for payoff in payoffs)
    except Exception:  # the search will say what is wrong with the rules
        return False


def repetition_of(game: Any, repetition: Any, outcome: bool) -> float:
    """What a repeated position is worth to MAX."""
    if repetition is None:
        return 0
    number = isinstance(repetition, int | float) and repetition == repetition
    if not number or (outcome and repetition not in (-1, 0, 1)):
        allowed = "1, 0 or -1, or None where positions cannot repeat" if outcome else "a number or None"
        raise RulesError(f"{type(game).__name__}.repetition is {repetition!r}: it must be {allowed}")
    return int(repetition) if repetition == int(repetition) else float(repetition)


def refuse(algorithm: str, asked: dict[str, bool], instead: str) -> None:
    """What this algorithm cannot do."""
    for word, wanted in asked.items():
        if wanted:
            raise SearchError(f"{algorithm} knows no {word}: use {instead}")


def engaged_question(
    question: Question,
    lines: int,
    only: tuple[Any, ...],
    past: tuple[Any, ...],
    threads: int,
    table: Transpositions | None,
    memory: float,
) -> Question:
    """A question to the engine."""
    if only:
        legal = list(question.game.actions(question.state))
        for action in only:
            if action not in legal:
                raise SearchError(f"{action!r} is not legal here: choose of {', '.join(map(str, legal))}")
    if table is not None:
        table.grow_older()
    return replace(
        question,
        lines=lines,
        only=only,
        past=past[-PAST:],
        threads=threads,
        table=table if table is not None else Transpositions(memory),
    )


def whole(word: str, number: Any, most: int) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
        raise SearchError(f"{word} must be a whole number from 1 to {most}, not {number!r}")


def solving_question(question: Question, threads: int, memory: float | None) -> Question:
    """A question to the solver."""
    if question.options.cyclic:
        name = type(question.game).__name__
        raise SearchError(
            f"null_window is for games whose positions cannot repeat: say repetition = None in {name} "
            "if they cannot, or use solve(), which builds a table where they can"
        )
    keyed = fits_a_word(question.game, question.state, question.options)
    exact_memory = ExactMemory(SOLVER_MEGABYTES if memory is None else memory)
    options = replace(question.options, keyed=keyed)
    return replace(question, threads=threads, exact_memory=exact_memory, options=options)
