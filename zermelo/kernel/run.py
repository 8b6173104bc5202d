"""The one mutable thing of a search: counters, limits, the current path, the best line, the events.

Compiled it is a NumPy record (`layout`), interpreted a plain object with the same
names (`Run`), so that one text serves both.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

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
    sparse,
    truth,
)

if TYPE_CHECKING:
    import numpy as np

State = Annotated[Any, Kind("STATE", "as_state", field="state")]
Value = Annotated[Any, Kind("VALUE", "VALUE")]
"""Whole numbers or fractions, as the rules give them."""
Ply = Annotated[int, Kind("int64", "whole", "Bits", "ply")]
"""Never negative: as an index it is not looked at for its sign."""

PLIES = 512
"""No search goes deeper than this."""
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
FINGERS = 1 << 10
"""Branches of which a strong solution remembers where it last found a child."""
WAYS = 1 << 8
"""Sorted lists that are merged at once."""
EVENTS = 1 << 18
"""Most events one trace can hold."""
EVENT_MARKS = 3
EVENT_VALUES = 3

ROW = 4
"""Words for each run-time array: where it starts, and its lengths along at most three axes."""

WIN = 1 << 40
"""A win at the root of the search; one ply later it is worth one less."""
ESTIMATES = WIN - 2 * PLIES
"""Every estimate of an outcome game is smaller than this, every proved win larger."""

INFINITY: Any = math.inf
WHOLE_INFINITY = 1 << 62
"""INFINITY where values are compiled to whole numbers."""


class NoAction:
    """Stands where an action might be and is none; compiled it is a number that no action has."""

    def __repr__(self) -> str:
        return "no action"

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


NO_ACTION: Any = NoAction()
WHOLE_NO_ACTION = -(1 << 62) - 1

# What can go wrong inside a search, by number.
ENDLESS, NO_ACTIONS, BAD_UTILITY, BAD_PLAYER, TOO_MANY, BAD_CHANCE, NOT_A_NUMBER = range(1, 8)
NO_CODE, NOT_FOUND, TOO_LONG = range(8, 11)


class Memory(dict[int, Any]):
    """Memory that is zero where nothing was written."""

    def __missing__(self, index: int) -> int:
        return 0


class Fields:
    """Everything that a run holds: a field is declared here, once, and exists in both worlds."""

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
    seed: int = number()
    """Where the order is random: which one.  0 in the solver: no thread's order differs."""

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
    """Is the search to go on to the end of the game?  Then a node that is estimated is a fault."""
    stop: int = number()
    """1: somebody asks the search to stop."""
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
    """Of each event its kind, ply and action."""
    values: list[Any] = many_values(lambda sizes: EVENT_VALUES * sizes.events)
    """Of each event its window and value."""

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
    """Estimates and repetitions met so far: where it has not grown, a value is exact."""
    repeats: int = number()
    """Repetitions among them."""
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

    # -- strong solution: see the tasks of algorithms/strong.py ------------------------------------
    task: int = number()
    """What is to be done with the positions from `first` to `last`."""
    at: int = number()
    """The position being worked on, for faults."""
    codes: Any = memory()
    """The codes of positions, sorted."""
    scores: Any = memory()
    """Their marks."""
    children: Any = memory()
    """Codes or places of their children."""
    child_scores: Any = memory()
    """Marks beside `children`."""
    filled: int = number()
    """Children written so far."""
    room: int = number()
    """Children there is room for."""
    scored: int = number()
    """1: merged lists have marks."""
    below: Any = memory()
    """Another sorted list of codes, in which children are looked for."""
    scores_below: Any = memory()
    """Its marks."""
    count_below: int = number()
    """Its length."""
    fingers: list[int] = numbers(FINGERS)
    """By branch: where in `below` the last child was found."""
    unfit: int = number()
    """The field of a state whose number has no room in a code,"""
    unfit_word: int = number()
    """and that number."""
    codec: Any = python_only()
    """What turns states into codes and back; compiled, it is written into the text."""
    code_lows: Any = numbers(lambda sizes: max(sizes.words, 1), worlds="record")
    """Of each field of a state: its least number,"""
    code_widths: Any = numbers(lambda sizes: max(sizes.words, 1), worlds="record")
    """the bits it has in a code,"""
    code_shifts: Any = numbers(lambda sizes: max(sizes.words, 1), worlds="record")
    """and the bits below it."""
    ways: int = number()
    """Lists that are still being merged."""
    heap: list[int] = numbers(WAYS)
    """These lists, the one with the smallest head on top."""
    heads: list[int] = numbers(WAYS)
    """The next code of each list,"""
    ways_at: list[int] = numbers(WAYS)
    """where in the list that is,"""
    ways_end: list[int] = numbers(WAYS)
    """where the list ends,"""
    ways_codes: list[Any] = numbers(WAYS)
    """its codes"""
    ways_scores: list[Any] = numbers(WAYS)
    """and its marks; compiled, their addresses."""
    previous: int = number()
    """The code that was merged last."""
    pointers: Any = memory()
    """Of each position: where its parents start in `links`, and while they are counted how many they are."""
    links: Any = memory()
    """Parents, by their places."""
    undecided: Any = memory()
    """Of each position: twice the children that are not decided, and 1 more where MAX is to move."""
    queue: Any = memory()
    """Positions that are decided, in the order in which they were,"""
    head: int = number()
    """the first whose parents have not been told,"""
    tail: int = number()
    """and the end."""

    # -- a solved table inside a search ------------------------------------------------------------
    solved: Any = memory()
    """The codes of solved positions, sorted,"""
    solved_scores: Any = memory()
    """their marks,"""
    solved_bytes: int = number()
    """the bytes of a mark,"""
    solved_count: int = number()
    """and how many they are."""


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
        return 1 if self.told_to_stop or (self.clock is not None and self.clock.left <= 0) else 0

    @stop.setter
    def stop(self, told: int) -> None:
        self.told_to_stop = told


@cache
def layout(value: str, words: int, traced: bool) -> np.dtype[Any]:
    """The record: `value` is "i8" or "f8", `words` the integers of a state; single numbers lie together."""
    import numpy as np

    sizes = Sizes(words, EVENTS if traced else 1)
    kept = [(name, field) for name, field in FIELDS.items() if field.worlds != "plain"]
    kept.sort(key=lambda pair: pair[1].count is not None)
    return np.dtype([field.column(name, value, sizes) for name, field in kept], align=True)


def new_record(value: str, words: int, traced: bool, events: int) -> Any:
    """A fresh run for a machine; `events` is how many its trace may hold."""
    import numpy as np

    run = np.zeros(1, layout(value, words, traced)).view(np.recarray)[0]
    for name, field in FIELDS.items():
        if field.worlds != "plain" and (word := word_for(field, value)):
            run[name] = word
    run.trace_limit = min(events, EVENTS)
    return run


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
