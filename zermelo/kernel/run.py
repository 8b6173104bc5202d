"""The one mutable thing of a search: counters, limits, the current path, the best line, the events.

Compiled it is a NumPy record (`layout`), interpreted a plain object with the same
names (`Run`), so that one text serves both.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

from zermelo.game import SEATS as SEATS
from zermelo.kernel.kinds import Kind
from zermelo.kernel.options import Options
from zermelo.kernel.record import (
    Field,
    Sizes,
    action,
    actions,
    address,
    fields_of,
    fraction,
    fractions,
    many_values,
    memory,
    number,
    numbers,
    one_value,
    python_only,
    shared_out,
    sparse,
    truth,
)
from zermelo.kernel.table_fields import FINGERS as FINGERS
from zermelo.kernel.table_fields import WAYS as WAYS
from zermelo.kernel.table_fields import TableFields

if TYPE_CHECKING:
    import numpy as np

State = Annotated[Any, Kind("STATE", "as_state", field="state")]
Value = Annotated[Any, Kind("VALUE", "VALUE")]
"""Whole numbers or fractions, as the rules give them."""
Ply = Annotated[int, Kind("int64", "whole", "Bits", "ply")]
"""Never negative: as an index it is not looked at for its sign."""

PLIES = 512
"""No search goes deeper than this."""
TO_THE_END = 10_000
"""Plies after which no random game goes on."""
ARENA = 1 << 16
"""Room for the ordered actions of all nodes on one path."""
CUT_INDICES = 64
"""Cut-offs are counted by the index of the child that caused them; the last counter holds all the rest."""
CHECK_EVERY = 1024
"""Nodes that a search is granted between two looks at the stop flag, compiled."""
CHECK_INTERPRETED = 16
"""The same interpreted, where a node takes a thousand times longer."""
SLOTS = 1 << 12
"""Actions are told apart by this many slots where a search learns which of them are good."""
PAST = 1 << 10
"""Positions before the root that a search remembers, for repetitions."""
EVENTS = 1 << 18
"""Most events one trace can hold."""
EVENT_MARKS = 4
EVENT_VALUES = 3
EVENT_TERMS = 2

LONG = 16
"""Numbers of a tuple beyond which it lies in memory; the parts of a shorter one are numbers of their own."""
ROW = 4
"""Words for each run-time array: where it starts, and its lengths along at most three axes."""

WIN = 1 << 40
"""A win at the root of the search; one ply later it is worth one less."""
ESTIMATES = WIN - 2 * PLIES
"""Every estimate of an outcome game is smaller than this, every win by an end of the game larger.
A win by endless play, which comes in no number of plies, is worth this."""

INFINITY: Any = math.inf
WHOLE_INFINITY = 1 << 62
"""INFINITY where values are compiled to whole numbers."""


class NoAction:
    """Stands where an action might be and is none; compiled it is a number that no action has."""

    def __repr__(self) -> str:
        return "no action"

    def __reduce__(self) -> str:
        """A copy is the same one."""
        return "NO_ACTION"

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


NO_ACTION: Any = NoAction()
WHOLE_NO_ACTION = -(1 << 62) - 1

# What can go wrong inside a search, by number.
ENDLESS, NO_ACTIONS, BAD_UTILITY, BAD_PLAYER, TOO_MANY, BAD_CHANCE, NOT_A_NUMBER = range(1, 8)
NO_CODE, NOT_FOUND, TOO_LONG, OUT_OF_RANGE, NEGATIVE_CHANCE, BAD_ROLLOUT = range(8, 14)
BAD_TOTAL, TOO_LITTLE = range(14, 16)


class Memory(dict[int, Any]):
    """Memory that is zero where nothing was written."""

    def __missing__(self, index: int) -> int:
        return 0


class Fields(TableFields):
    """Everything that a run holds: each field is declared once, and exists in both worlds."""

    # -- the question ------------------------------------------------------------------------------
    options: Options = python_only()
    """The switches; compiled they are part of the text."""
    state: Any = python_only()
    """The root; compiled it is `root`."""
    root: Any = numbers(lambda sizes: max(sizes.words, 1), worlds="record")
    """The whole numbers of the root, in the order of the state's fields."""
    data: Any = address()
    """The table of the run-time arrays: for each a row of ROW words."""
    depth: int = number(PLIES - 1)
    """Plies to look ahead."""
    ply: int = number()
    """Plies from the root of the game tree to where this search starts."""
    alpha: Any = one_value(-INFINITY)
    """The lower end of the window; of `solve_all` and `value_between`, what the value is at least."""
    beta: Any = one_value(INFINITY)
    """The upper end of the window; the value is at most this."""
    least: Any = one_value(-INFINITY)
    """What MAX's payoff is at least, where a search starts from that,"""
    most: Any = one_value(INFINITY)
    """and at most."""
    seed: int = number()
    """Where the order is random: which one.  0 in the solver: no thread's order differs."""
    random: int = number(1)
    """The generator of random numbers: see `random_words.py`."""

    # -- limits, counters, faults ------------------------------------------------------------------
    granted: int = number(CHECK_INTERPRETED, compiled=CHECK_EVERY)
    """Nodes that the search was allowed so far; see `visited`."""
    left: int = number(CHECK_INTERPRETED, compiled=CHECK_EVERY)
    """Those among them not yet visited."""
    check_every: int = number(CHECK_INTERPRETED, compiled=CHECK_EVERY)
    """Nodes granted at a time, between two looks at `stop`."""
    node_limit: int = number(1 << 62)
    """Most nodes in all."""
    unlimited: bool = truth(True)
    """Is the search to go on to the end of the game?  Then an estimate at the last ply is a fault."""
    estimated_before: int = number()
    """Nodes that were estimated by the searches before it."""
    stop: int = number()
    """1: somebody asks the search to stop."""
    hurry: int = number()
    """1: the time was over before one ply was looked at, which is owed: nothing noisy is followed now."""
    clock: Any = python_only()
    """The clock that an interpreted search looks at by itself; None: it has none."""
    fault: int = number()
    """What went wrong, one of the numbers above; 0: nothing."""
    fault_ply: int = number()
    """At which ply; the path says where."""
    expanded: int = number()
    """Nodes whose children were looked at."""
    ended: int = number()
    """Nodes where the game was over, or its value known for certain."""
    looks: int = number()
    """Nodes of the searches that only look ahead for an order; not counted among the others."""
    cutoffs: list[int] = numbers(CUT_INDICES)
    """Cut-offs by the index of the child that caused them."""

    # -- the path and the best line ----------------------------------------------------------------
    value: Any = one_value()
    """The value of the root: what the search returned, or the best one so far."""
    path: list[Any] = actions(PLIES)
    """The action made at each ply of the current path."""
    line: list[Any] = actions(PLIES * PLIES)
    """The best line from each ply on: row `ply`, from column `ply` up to `length[ply]`."""
    length: list[int] = numbers(PLIES + 1)
    """The ply at which the best line from each ply ends."""

    # -- the order of the children -----------------------------------------------------------------
    top: int = number()
    """Actions in the arena."""
    arena: list[Any] = actions(ARENA)
    """The actions of all nodes on the path, those of the deepest on top."""
    ranks: list[float] = fractions(ARENA)
    """How early each of them is tried: the highest first."""
    floors: list[float] = fractions(ARENA)
    """Of the outcomes of chance nodes in the arena: what they are worth at least,"""
    ceilings: list[float] = fractions(ARENA)
    """and at most."""
    probing: bool = truth(False)
    """Is the root a probe of Star2?  It never is: probes are made further down."""
    guide: list[Any] = actions(PLIES)
    """The best line of the iteration before."""
    guided: int = number()
    """Its length in plies."""
    siblings: list[Any] = actions(ARENA)
    """Root actions that got a value, for the order of the next iteration."""
    sibling_ranks: list[float] = fractions(ARENA)
    """Their values."""
    sibling_count: int = number()
    """How many they are."""

    # -- the trace ---------------------------------------------------------------------------------
    traced: int = number()
    """Events that happened, written down or not."""
    trace_limit: int = number()
    """Events for which there is room."""
    marks: list[Any] = numbers(lambda sizes: EVENT_MARKS * sizes.events)
    """Of each event its kind, ply and action, and where its node lies in a tree that is kept; or how many
    estimates had been met."""
    values: list[Any] = many_values(lambda sizes: EVENT_VALUES * sizes.events)
    """Of each event its window and value."""
    terms: list[float] = fractions(lambda sizes: EVENT_TERMS * sizes.events)
    """Of each choice by UCB the average reward, and what it promises in all."""

    # -- tables: engine, solver and proof-number search --------------------------------------------
    table: Any = memory(Memory)
    """What was found out about positions."""
    table_mask: int = number()
    """Buckets of the table, less one."""
    age: int = number(1)
    """The number of this search among those that share the table."""
    generation: int = number(1)
    """Entries that are older than this count for nothing."""
    known_move: Any = action(NO_ACTION)
    """What the entry last found says: the best action,"""
    known_value: Any = one_value()
    """the value,"""
    known_info: int = number()
    """bound, depth and age in one word."""

    # -- the engine --------------------------------------------------------------------------------
    estimates: int = number()
    """Estimates met so far: where it has not grown, no value rests on one."""
    relies_on: int = number(PLIES)
    """The ply nearest to the root that repetitions since went back to, negative before it; PLIES: none."""
    going_on: int = number(-1)
    """The ply of a child that was looked at before its visit, and is not an end of the game; -1: none was."""
    past: int = number()
    """Positions of the game before the root."""
    keys: list[int] = numbers(PAST + PLIES)
    """The keys of these positions, then those of the path."""
    roots: list[Any] = actions(ARENA)
    """The root actions that are asked for,"""
    root_count: int = number()
    """how many they are; 0: all."""
    improved: int = number()
    """Twice the number of best lines written at the root; odd while one is being written."""
    best_value: Any = one_value()
    """The value of the latest."""
    settling: int = number()
    """1: nothing is pruned or reduced, to find out whether looking deeper can change anything."""
    sharing: int = number()
    """1: other threads search the same root."""
    killers: list[Any] = actions(2 * PLIES, NO_ACTION)
    """Two actions for each ply that refuted a sibling there."""
    counters: list[Any] = actions(SLOTS, NO_ACTION)
    """By the slot of an action: what last refuted it."""
    excluded: list[Any] = actions(PLIES, NO_ACTION)
    """At each ply the action that is left out, to see how good the others are."""
    history: list[int] = numbers(2 * SLOTS)
    """By player and slot: how good an action has been anywhere."""
    slots: list[int] = numbers(ARENA)
    """The slots of the actions in the arena."""
    estimate: list[Any] = many_values(PLIES)
    """What EVAL says at each ply of the path, for MAX."""
    swing: float = fraction()
    """How much estimates change within two plies, on average."""

    # -- the solver --------------------------------------------------------------------------------
    positions: Any = memory(Memory)
    """The states to be solved."""
    answers: Any = memory(Memory)
    """For each its value and the nodes it took."""
    fresh: int = number()
    """1: each is solved with an empty table."""
    first: int = number()
    """The first of the positions to be worked on,"""
    last: int = number()
    """and the one after the last."""
    table_bits: int = number()
    """The table has 2 to the power of this many entries,"""
    fewest_bits: int = number()
    """at least,"""
    most_bits: int = number()
    """at most;"""
    grows_at: int = number()
    """it doubles when this many nodes were visited."""
    entry_words: int = number(4)
    """Words of an entry."""
    rounds: int = number(1 << 62)
    """Most questions about one position."""
    guess: Any = one_value()
    """The question that is being answered: is the value more than this?"""

    # -- Monte Carlo tree search -------------------------------------------------------------------
    exploration: float = fraction()
    """How much being little known counts, in halves of the span of the rewards."""
    cutoff: int = number(TO_THE_END)
    """Plies after which a playout is left and estimated."""
    trail: list[int] = numbers(PLIES)
    """The nodes of the tree that the simulation came through."""
    lowest: Any = one_value()
    """The worst of MAX's rewards so far,"""
    highest: Any = one_value()
    """and the best."""
    first_play: float = fraction()
    """What an action that was never tried promises beyond its node's average, in the same unit."""
    start: int = number()
    """The ply at which simulations start: that of the root, or further down where threads share the tree."""
    owed: list[Any] = many_values(PLIES)
    """Up to there: rewards that the nodes which threads share were not told yet,"""
    losses: list[Any] = many_values(PLIES)
    """and what each of their visits was counted as in advance."""
    locks: Any = memory(Memory)
    """The locks of the nodes that they share."""
    grown: Any = memory(Memory)
    """The tree of the search before, where one was kept,"""
    graft: int = number()
    """and 1 more than the node there from which this one goes on; 0: it begins with nothing."""

    # -- three or more players --------------------------------------------------------------------
    shares: list[Any] = many_values(SEATS * (PLIES + 1))
    """The payoffs of all players at each ply of the path, SEATS for each."""
    total: Any = one_value()
    """What they sum to, where that is always the same."""
    rival: int = number(-1)
    """The player who moves above the root; -1: nobody."""
    ties: int = number()
    """Children that are as good as the best one before to who chooses, and not the same to somebody else."""
    cut_at: int = number(-1)
    """The ply of the node that was left last, where it was cut off: what it gives everybody is not known."""
    dealt: Any = shared_out(lambda sizes: SEATS * sizes.events, Memory)
    """Of each event the payoffs of all players."""

    # -- proof-number search -----------------------------------------------------------------------
    attacker: int = number()
    """The player who wants something: MAX or MIN."""
    goal: Any = one_value()
    """What they want: at least this value, as they see it."""
    proof: int = number()
    """The proof number of the position last looked at,"""
    disproof: int = number()
    """its disproof number,"""
    reliance: int = number()
    """and the plies that its answer relies on, a bit for each."""
    proofs: Memory = sparse(ARENA, Memory)
    """The same three of the positions beside the path, as their actions lie in the arena."""
    disproofs: Memory = sparse(ARENA, Memory)
    """See `proofs`."""
    reliances: Memory = sparse(ARENA, Memory)
    """See `proofs`."""
    serial: int = number()
    """Visits so far."""
    visits: list[int] = numbers(PLIES)
    """The number of the visit at each ply of the path; 0: it has ended."""


FIELDS = fields_of(Fields)
MEMORY = frozenset(name for name, field in FIELDS.items() if field.memory)
"""Fields that lie elsewhere: a record has their address."""


class Run(Fields):
    """The interpreted twin of one `layout` record: same names, any Python object inside."""

    def __init__(self, options: Options | None = None, events: int = 0) -> None:
        sizes = Sizes(events=events)
        for name, field in FIELDS.items():
            if field.worlds != "record":
                setattr(self, name, field.fresh(sizes))
        self.options, self.trace_limit = options or Options(), events

    @property
    def stop(self) -> int:
        """Is it time to stop?  Interpreted, a search looks at the clock itself."""
        if self.clock is None or self.told_to_stop:
            return 1 if self.told_to_stop else 0
        self.clock.rest()
        return 1 if self.told_to_stop or self.clock.out else 0

    @stop.setter
    def stop(self, told: int) -> None:
        self.told_to_stop = told


@cache
def layout(value: str, words: int, traced: bool) -> np.dtype[Any]:
    """The record: `value` is "i8" or "f8", `words` the integers of a state; single numbers lie together."""
    import numpy as np

    sizes = Sizes(words, EVENTS if traced else 1)
    kept = [(name, field) for name, field in FIELDS.items() if field.worlds != "plain"]
    check_names(name for name, field in kept if field.worlds == "both")
    kept.sort(key=lambda pair: pair[1].count is not None)
    return np.dtype([field.column(name, value, sizes) for name, field in kept], align=True)


def check_names(names: Iterable[str]) -> None:
    """What a record of NumPy's has by itself would be found in place of a field of that name."""
    import numpy as np

    for name in names:
        if hasattr(np.record, name):
            raise ValueError(
                f"a field of the run cannot be called {name!r}: NumPy's records have one already"
            )


def new_record(value: str, words: int, traced: bool, events: int) -> Any:
    """A fresh run for a machine; `events` is how many its trace may hold."""
    import numpy as np

    run = np.zeros(1, layout(value, words, traced)).view(np.recarray)[0]
    for name, word in first_words(value).items():
        run[name] = word
    run.trace_limit = min(events, EVENTS)
    return run


@cache
def first_words(value: str) -> dict[str, Any]:
    """What the fields of a record hold in the beginning, where that is not 0."""
    kept = {name: field for name, field in FIELDS.items() if field.worlds != "plain"}
    return {name: word for name, field in kept.items() if (word := word_for(field, value))}


def word_for(field: Field, value: str) -> Any:
    """What a record holds in the beginning, each place of it if it has many."""
    first = field.first if field.compiled is None else field.compiled
    if first is None or first is NO_ACTION:
        return 0 if first is None else WHOLE_NO_ACTION
    if field.type == "value" and value == "i8":
        return max(-WHOLE_INFINITY, min(WHOLE_INFINITY, first))
    return first


def visited(run: Run) -> int:
    """How many nodes were visited: a search is granted some at a time, and counts down what is left."""
    return run.granted - run.left


def limit_nodes(run: Any, limit: int) -> None:
    """From now on a search may visit this many nodes in all."""
    run.node_limit = limit
    excess = max(0, int(run.granted) - limit)
    run.granted, run.left = run.granted - excess, run.left - excess


def estimated(run: Any) -> int:
    """How many nodes were valued by EVAL: those that have neither children nor an end."""
    return int(visited(run) - run.expanded - run.ended)


def deepest_ply(run: Any) -> int:
    """The deepest ply that was entered: each one left its mark in `length`."""
    lengths = run.length.tolist() if hasattr(run.length, "tolist") else run.length
    return max((ply for ply in range(PLIES) if lengths[ply] >= ply), default=0)
