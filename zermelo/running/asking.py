"""ask(): what a search was asked, checked once, and filled in where nothing was said."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from time import perf_counter
from typing import Any

from zermelo.errors import RulesError, SearchError
from zermelo.game import Game, players_of
from zermelo.kernel.options import INEXACT, LOOKING_AHEAD, TECHNIQUES, Options, Order
from zermelo.kernel.run import EVENTS
from zermelo.limits import Limits, MatchClock, check_from
from zermelo.running import catalogue
from zermelo.running.choosing import usual_algorithm
from zermelo.running.contact import first_contact
from zermelo.running.options import refuse_what_is_no_game
from zermelo.running.payoffs import payoffs_of
from zermelo.running.players import checked_players, for_players
from zermelo.running.question import (
    MOST_LINES,
    MOST_THREADS,
    Algorithm,
    Question,
    Traits,
    Wanted,
    check_within,
)
from zermelo.running.transpositions import Transpositions
from zermelo.trees.tree import Tree

ENGINES = ("auto", "compiled", "interpreted")
EVENTS_BY_DEFAULT = 100_000


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
    verb: str = "search",
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
    payoff_bounds: bool = False,
    prefer_quick_wins: bool = True,
    order: Order = "natural",
    exploration: float | None = None,
    cutoff: int | None = None,
    first_play: float | None = None,
) -> Question:
    """Check what was asked, and fill in what was not."""
    asked, game = perf_counter(), as_game(game)
    switch_off = switch_off.replace(",", " ").split() if isinstance(switch_off, str) else switch_off
    without = tuple(switch_off)
    check_within("lines", lines, MOST_LINES)
    check_within("threads", threads, MOST_THREADS)
    for word, number in (("trace", trace), ("seed", seed)):
        if not hasattr(number, "__index__"):
            raise SearchError("not_whole", option=word, given=repr(number))
    events = EVENTS_BY_DEFAULT if trace is True else min(int(trace), EVENTS)
    check_from("trace", events, 0)
    wanted = Wanted(
        lines, threads, tuple(root_actions), exact, without, table, solved, events,
        prune_equal, fail_soft, payoff_bounds, order, exploration, cutoff, first_play,
        memory, tuple(past),
    )  # fmt: skip
    limits = Limits(depth, nodes, seconds, win_within, clock)
    state = first_contact(game, state)
    traits = traits_of(game)
    name, why = algorithm, None
    if name is None:
        name, why = usual_algorithm(game, state, traits, limits, wanted)
    record = catalogue.find(name, traits, verb)
    check_engine(engine)
    guided = record.guided and order not in LOOKING_AHEAD
    quick, outcome = prefer_quick_wins and not payoff_bounds, is_outcome(game)
    averaged = traits.chance and traits.players == 2 and getattr(game, "payoff", "outcome") == "outcome"
    options = Options(prune_equal, fail_soft, quick, order, guided, outcome, payoff_bounds, averaged)
    options = for_players(game, traits.players, options)
    options = options_for(game, record, options, exact or win_within is not None, without)
    refuse(record, wanted, limits, traits)
    question = Question(
        game, state, limits, record, options, engine, values, events, seed, why=why, asked=asked
    )
    if payoff_bounds:
        question = replace(question, payoffs=payoffs_of(game, state, outcome))
    return record.prepare(question, wanted)


def as_game(game: Any) -> Any:
    """Nested lists are trees, and trees are games."""
    if isinstance(game, list | tuple):
        return Tree(game)
    refuse_what_is_no_game(game)
    return game


def traits_of(game: Any) -> Traits:
    """What decides which algorithms fit a game."""
    cyclic = getattr(game, "repetition", 0) is not None
    return Traits(type(game).__name__, hasattr(game, "outcomes"), cyclic, checked_players(game))


def check_engine(engine: str) -> None:
    """Refuse an engine that does not exist."""
    if engine not in ENGINES:
        raise SearchError("unknown_engine", name=engine, choices=ENGINES)


def is_outcome(game: Any) -> bool:
    """Are payoffs win, draw and loss?  With dice, or three and more players, they are always points."""
    payoff = getattr(game, "payoff", "outcome")
    if payoff not in ("outcome", "points"):
        raise RulesError("wrong_payoff", game=type(game).__name__, given=repr(payoff))
    return payoff == "outcome" and not hasattr(game, "outcomes") and players_of(game) == 2


def options_for(
    game: Any, record: Algorithm, options: Options, exact: bool, without: tuple[str, ...]
) -> Options:
    """The switches of the engine, from what was asked and what the game has."""
    if unknown := [word for word in without if word not in TECHNIQUES]:
        raise SearchError("unknown_technique", name=unknown[0], choices=TECHNIQUES)
    if not record.techniques:
        return options
    off = {*without, *(INEXACT if exact else ())}
    if getattr(type(game), "evaluate", None) in (None, Game.evaluate):
        off |= {"futility", "singular", "null_move"}  # they compare estimates, and here there are none
    chosen: dict[str, Any] = dict.fromkeys(off, False) | {"exact": exact} | repetition_options(game, options)
    return replace(options, **chosen)


def repetition_options(game: Any, options: Options) -> dict[str, Any]:
    """May positions repeat, and what is that worth to MAX?"""
    repetition = getattr(game, "repetition", 0)
    return {
        "cyclic": repetition is not None,
        "repetition": repetition_of(game, repetition, options.outcome),
    }


def repetition_of(game: Any, repetition: Any, outcome: bool) -> float:
    """What a repeated position is worth to MAX."""
    if repetition is None:
        return 0
    number = isinstance(repetition, int | float) and repetition == repetition
    if not number or (outcome and repetition not in (-1, 0, 1)):
        given = {"game": type(game).__name__, "given": repr(repetition)}
        raise RulesError("wrong_repetition_of_outcomes" if outcome else "wrong_repetition", **given)
    return int(repetition) if repetition == int(repetition) else float(repetition)


def refuse(record: Algorithm, wanted: Wanted, limits: Limits, traits: Traits) -> None:
    """What this algorithm cannot do."""
    for word in (*wanted.named(), *(name for name, limit in vars(limits).items() if limit is not None)):
        if not record.takes(word):
            instead = list(catalogue.those_with(word, traits))
            facts = {"algorithm": record.name, "option": word}
            if not instead:
                raise SearchError("not_with_any_algorithm", game=traits.game, **facts)
            raise SearchError("not_with_algorithm", instead=instead, **facts)
