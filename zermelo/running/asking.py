"""ask(): what a search was asked, checked once, and filled in where nothing was said."""

from __future__ import annotations

from dataclasses import fields, replace
from time import perf_counter
from typing import Any

from zermelo.errors import RulesError, SearchError
from zermelo.game import is_written, may_repeat, pays_outcomes, players_of
from zermelo.kernel.options import INEXACT, LOOKING_AHEAD, TECHNIQUES, Options
from zermelo.kernel.run import EVENTS
from zermelo.limits import Limits
from zermelo.running import catalogue
from zermelo.running.choosing import usual_algorithm
from zermelo.running.contact import first_contact
from zermelo.running.options import KINDS, refuse_wrong_kinds
from zermelo.running.payoffs import required_payoffs
from zermelo.running.players import checked_players, for_players
from zermelo.running.question import Algorithm, Question, Traits, Wanted
from zermelo.trees.tree import as_game

EVENTS_BY_DEFAULT = 100_000
LIMITS = {each.name for each in fields(Limits)}
LISTS = {"root_actions", "switch_off", "past"}


def ask(
    game: Any, state: Any = None, *, verb: str = "search", algorithm: str | None = None, **options: Any
) -> Question:
    """Check what was asked, by the names of SearchOptions, and fill in what was not."""
    asked, game = perf_counter(), as_game(game)
    refuse_wrong_kinds(options, KINDS)
    limits = Limits(**{name: options.pop(name) for name in LIMITS & options.keys()})
    wanted = wanted_from(options)
    state = first_contact(game, state, wanted.past, limits.most)
    traits = traits_of(game)
    name, why = algorithm, None
    if name is None:
        name, why = usual_algorithm(game, state, traits, limits, wanted)
    record = catalogue.find(name, traits, verb)
    chosen = options_for(game, record, switches_for(game, record, wanted, traits), limits, wanted)
    refuse(record, wanted, limits, traits)
    facts = {"game": game, "state": state, "limits": limits, "algorithm": record, "options": chosen}
    question = Question(**vars(wanted), **facts, why=why, asked=asked)
    if wanted.payoff_bounds:
        question = replace(question, payoffs=required_payoffs(game, is_outcome(game)))
    return record.prepare(question)


def wanted_from(options: dict[str, Any]) -> Wanted:
    """What was asked beside limits; lists as tuples, a trace as the number of its events."""
    off, trace = options.get("switch_off", ()), options.get("trace", False)
    options["switch_off"] = off.replace(",", " ").split() if isinstance(off, str) else off
    if not hasattr(trace, "__index__"):
        raise SearchError("not_a_trace", given=repr(trace))
    options["trace"] = EVENTS_BY_DEFAULT if trace is True else min(int(trace), EVENTS)
    options |= {name: tuple(options[name]) for name in LISTS & options.keys()}
    if options.get("root_actions") == ():
        raise SearchError("no_root_actions")
    return Wanted(**options)


def switches_for(game: Any, record: Algorithm, wanted: Wanted, traits: Traits) -> Options:
    """The switches that every algorithm has, from what was asked and what the game is like."""
    averaged = traits.chance and traits.players == 2 and pays_outcomes(game)
    options = Options(
        prune_equal=wanted.prune_equal,
        fail_soft=wanted.fail_soft,
        quick=wanted.prefer_quick_wins and not wanted.payoff_bounds,
        order=wanted.order,
        guided=record.guided and wanted.order not in LOOKING_AHEAD,
        outcome=is_outcome(game),
        payoff_bounds=wanted.payoff_bounds,
        averaged=averaged,
    )
    return for_players(game, traits.players, options)


def traits_of(game: Any) -> Traits:
    """What decides which algorithms fit a game."""
    cyclic = may_repeat(game)
    return Traits(type(game).__name__, hasattr(game, "outcomes"), cyclic, checked_players(game))


def is_outcome(game: Any) -> bool:
    """Are payoffs win, draw and loss?  With dice, or three or more players, they are always points."""
    payoff = getattr(game, "payoff", "outcome")
    if payoff not in ("outcome", "points"):
        raise RulesError("wrong_payoff", game=type(game).__name__, given=repr(payoff))
    return payoff == "outcome" and not hasattr(game, "outcomes") and players_of(game) == 2


def options_for(game: Any, record: Algorithm, options: Options, limits: Limits, wanted: Wanted) -> Options:
    """The same with those of the engine, where the algorithm has its techniques."""
    if unknown := [word for word in wanted.switch_off if word not in TECHNIQUES]:
        raise SearchError("unknown_technique", name=unknown[0], choices=TECHNIQUES)
    if not record.techniques:
        return options
    exact = wanted.exact or limits.win_within is not None
    off = {*wanted.switch_off, *(INEXACT if exact else ())}
    if not is_written(game, "evaluate"):
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
