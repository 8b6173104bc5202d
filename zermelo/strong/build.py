"""build_table(): a strong solution from beginning to end, as a stream of progress reports."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import time
from collections.abc import Generator, Iterator
from concurrent.futures import wait
from itertools import islice
from pathlib import Path
from typing import Any

from zermelo.errors import CannotCompile, CompilerFailed, RulesError, SearchError
from zermelo.game import Action, Game, Rules, State
from zermelo.kernel.files import refuse_unwritable
from zermelo.limits import Clock, Limits
from zermelo.messages import Message, shortened
from zermelo.running.asking import is_outcome, repetition_of
from zermelo.running.compiling import WORKSHOP
from zermelo.running.contact import first_contact
from zermelo.running.explain import blame, in_one_line
from zermelo.running.identity import parameters_of, rules_hash
from zermelo.running.options import EngineName, NestedLists, verb
from zermelo.running.players import refuse_more_than_two
from zermelo.running.question import check_engine
from zermelo.running.stream import Stream
from zermelo.strong.codes import Codec, Hashed, Packed, Ranked, TooWide, codec_from, packed_for, sampled
from zermelo.strong.expectations import Expectations
from zermelo.strong.expeditions import figures
from zermelo.strong.layers import Layers, Ungraded
from zermelo.strong.pieces import IDENTITY, Pieces, as_numbers, let_go, writing
from zermelo.strong.retrograde import Retrograde
from zermelo.strong.runs import gathered
from zermelo.strong.states import StatePieces
from zermelo.strong.survey import EXPECTATION, Estimate, Survey, estimate_from, method_for, survey
from zermelo.strong.table import SolvedTable, shape_or_none
from zermelo.strong.tablefile import InMemory, Mapped, TableError, write_table
from zermelo.strong.watch import EFFORT, OFTEN, Progress, Watch
from zermelo.strong.worker import Halt, Unfit, Worker, bound_for
from zermelo.trees.tree import as_game

MEGABYTES = 2048
"""Memory for codes that are being sorted, and for what is sorted of them."""
ESTIMATED, ESTIMATED_INTERPRETED = 1_000_000, 20_000
"""Positions that an estimate counts."""
ESTIMATING = 30.0
"""Seconds that it may take for that."""
WRITTEN = 1 << 20
"""Positions that are written at a time."""
UNKEPT = 100_000
"""Positions that are solved although nothing of them can be kept on the way."""
STATE, NUMBER = 300, 50
"""Bytes of memory for a state that is held there, and for each number in it."""
WIDE = "its states do not fit in 64 bits: give it rank() and unrank(), or smaller numbers"
RANKED = 200
"""Positions that `rank` and `unrank` are tried on."""
METHODS: dict[str, Any] = {"layers": Layers, "retrograde": Retrograde, EXPECTATION: Expectations}


@verb
def build_table(
    game: Rules[State, Action] | NestedLists,
    path: str | Path | None = None,
    *,
    state: State | None = None,
    memory: float = MEGABYTES,
    engine: EngineName = "auto",
    seconds: float | None = None,
    expected: Estimate | None = None,
) -> Generator[Progress, None, None]:
    """Solve a game strongly; the last report holds the table, unless the `seconds` are over before.

    With a path the table is written there, and work that was killed goes on where it was; closing the stream
    stops it.  Without one it stays in memory.  At most so many megabytes of `memory` are used, besides what
    Python itself takes.  With what is `expected` (see `estimate`) the reports say from the beginning how long
    it will take.
    """
    if not isinstance(expected, Estimate | None):
        raise SearchError("not_an_estimate", given=shortened(expected))
    builder = Builder(game, None if path is None else Path(path), state, memory, engine)
    builder.clock = Clock(Limits(seconds=seconds).seconds)
    builder.watch.expected = expected.positions if expected else None
    with Stream(builder, "zermelo solve") as reports:
        yield from reports


def solved(game: Any, path: str | Path | None = None, **wanted: Any) -> SolvedTable:
    """The finished table.

    >>> from zermelo.games import Nim
    >>> str(solved(Nim((1, 2)), engine="interpreted").probe(Nim((1, 2)).initial()))
    'MAX wins in 3 plies'
    """
    *_, last = build_table(game, path, **wanted)
    assert isinstance(last.table, SolvedTable)
    return last.table


@verb
def estimate(
    game: Rules[State, Action] | NestedLists,
    *,
    state: State | None = None,
    memory: float = MEGABYTES,
    engine: EngineName = "auto",
    seconds: float | None = None,
) -> Estimate:
    """How many positions a table of this game will have, and what it takes.

    Counted where the game is small; otherwise within a factor of three, or not known (`positions` is None).
    After so many `seconds`, half a minute by default, no more positions are counted.

    >>> from zermelo.games import TicTacToe
    >>> estimate(TicTacToe(), engine="compiled").positions
    5478
    """
    builder = Builder(game, None, state, memory, engine)
    limit = Limits(seconds=seconds).seconds
    builder.clock = Clock(limit)
    codec = builder.first_codec()
    until = time.perf_counter() + (ESTIMATING if limit is None else min(limit, ESTIMATING))
    while True:
        try:
            worker = builder.hired(codec)
        except Halt:
            return Estimate(None, 0, 0, False, "", None, None, None)
        try:
            start = codec.code_of(builder.state, worker.run)
            most = ESTIMATED if worker.compiled else ESTIMATED_INTERPRETED
            found = survey(worker, builder.watch, start, builder.room, most, until - time.perf_counter())
            method, known = method_for(builder.game, found), found.counted
            if known.positions is None and method == "layers" and known.low >= most:
                known = figures(worker, builder.watch, start, builder.room).beyond(known.low)
            each = worker.values(1).itemsize, codec.each if isinstance(codec, Hashed) else 0
            return estimate_from(found, known, method, builder.memory, *each)
        except Unfit as unfit:
            assert isinstance(codec, Packed)
            codec = builder.widened(codec, unfit)


class Builder:
    """All that one solution needs to know; work for a stream (`stream.Work`)."""

    enough = True
    """Whoever stops it asks for no more than what is there."""

    def __init__(self, game: Any, path: Path | None, state: Any, memory: float, engine: str) -> None:
        check_engine(engine)
        game = as_game(game)
        refuse_more_than_two(game, "solve")
        if not isinstance(memory, int | float) or isinstance(memory, bool) or not 1 <= memory < 1 << 30:
            raise SearchError("wrong_memory", given=repr(memory))
        self.game, self.path, self.engine = game, path, engine
        self.memory = int(memory * (1 << 20))
        self.room = max(self.memory // 16, 1 << 12)
        self.outcome = outcome_of(game)
        self.state = first_contact(game, state)
        self.clock, self.watch = Clock(None), Watch()
        if path is None and says_nothing_of_repetition(game):
            self.watch.why = Message.of("table_for_want_of_repetition", game=type(game).__name__)
        self.worker: Worker | None = None
        self.sampling = False
        self.method = ""
        self.pieces: Pieces | None = None

    def items(self) -> Iterator[Progress]:
        with contextlib.suppress(Halt):
            self.work()
        yield from self.watch.all_news()

    def look(self) -> Progress | None:
        return self.watch.next_news()

    def pause(self) -> float:
        return OFTEN

    def stop(self) -> None:
        self.watch.stopping = True

    def failure(self, error: BaseException) -> BaseException:
        return blame(self.game, error)

    @property
    def interruptible(self) -> bool:
        return self.stage() is not None

    def work(self) -> None:
        if self.path is not None:
            if (table := self.found()) is not None:
                Pieces(self.folder, {}).remove() if self.folder.exists() else None
                return self.tell_finished(table)
            refuse_unwritable(self.path)
        self.sampling = True
        codec = self.first_codec()
        self.sampling = False
        while True:
            try:
                return self.tell_finished(self.solve(codec))
            except Unfit as unfit:
                assert isinstance(codec, Packed)
                codec = self.widened(codec, unfit)
            except Ungraded:
                self.method = "retrograde"
            finally:
                if self.pieces is not None:
                    self.pieces.close()

    def beat(self) -> Any:
        """Once it is told to stop, nobody waits for a compile or a long sort."""
        return "stopping" if self.watch.stopping else self.stage()

    def stage(self) -> int | None:
        """Which position the rules are asked about, where they are run by Python and might never return."""
        worker = self.worker
        if worker is not None and not worker.compiled and worker.searching:
            return int(worker.run.at)
        return -1 if self.sampling else None

    def tell_finished(self, table: SolvedTable) -> None:
        self.watch.begin("finished", table.positions)
        self.watch.known = self.watch.positions = table.positions
        self.watch.report(0, table=table)

    @property
    def folder(self) -> Path:
        assert self.path is not None
        return self.path.with_name(self.path.name + ".partial")

    def found(self) -> SolvedTable | None:
        """The table, if the file holds it already."""
        assert self.path is not None
        if not os.path.isfile(self.path):  # which finds no fault with a name
            return None
        table = SolvedTable.open(self.path, self.game)
        if table.codec.code_of(self.state) != table.info["start"]:
            raise TableError("table_from_elsewhere", path=self.path)
        return table

    # -- codes -----------------------------------------------------------------------------------

    def first_codec(self) -> Codec:
        """How positions become numbers; what was killed goes on with the same."""
        shape = shape_or_none(self.game)
        kept = None if self.path is None else self.kept_codec(shape)
        if hasattr(self.game, "unrank"):
            return self.ranked()
        if shape is None:
            return self.hashed("its states are no numbers", None)
        if kept is not None:
            return self.hashed(WIDE, shape) if isinstance(kept, Hashed) else kept
        try:
            return packed_for(self.game, self.state, shape)
        except TooWide:
            return self.hashed(WIDE, shape)
        except RulesError as error:
            if error.code not in ("number_beyond_64_bits", "number_beyond_room", "tuple_beyond_room"):
                raise
            return self.hashed("its states are no numbers", None)

    def kept_codec(self, shape: Any) -> Codec | None:
        """The codes, and the method, of what was killed."""
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            kept = json.loads((self.folder / IDENTITY).read_text())
            codec = codec_from(kept["codec"], self.game, shape)
            if kept == json.loads(json.dumps(self.facts(codec, kept["method"]))):
                self.method = kept["method"]
                return codec
        return None

    def ranked(self) -> Codec:
        """The game's own numbers, if they lead back to the same positions."""
        codec = Ranked(self.game)
        for state in islice(sampled(self.game, self.state), RANKED):
            if (again := codec.state_of(code := codec.code_of(state))) != state:
                facts = {"state": in_one_line(repr(state)), "again": in_one_line(repr(again)), "rank": code}
                raise RulesError("unrank_is_not_inverse", game=type(self.game).__name__, **facts)
        return codec

    def widened(self, codec: Packed, unfit: Unfit) -> Codec:
        try:
            return codec.widened(unfit.field, unfit.word)
        except TooWide:
            return self.hashed(WIDE, codec.shape)

    def hashed(self, reason: str, shape: Any) -> Codec:
        self.watch.note = f"{reason}; solved interpreted, which is slow"
        each = STATE + NUMBER * (shape.words if shape is not None else 1)
        return Hashed(self.game, shape, self.memory // 2 // each, each)

    def facts(self, codec: Codec, method: str) -> dict[str, Any]:
        """What the head of the file says before anything is solved."""
        return {
            "game": type(self.game).__name__,
            "parameters": parameters_of(self.game),
            "rules": rules_hash(self.game),
            "payoff": kind_of_payoff(self.game, self.outcome),
            "outcome": self.outcome,
            "repetition": getattr(self.game, "repetition", 0),
            "method": method,
            "codec": codec.facts(),
            "start": codec.code_of(self.state),
        }

    # -- solving ---------------------------------------------------------------------------------

    def solve(self, codec: Codec) -> SolvedTable:
        worker = self.worker = self.hired(codec)
        self.watch.compiled = worker.compiled
        start = codec.code_of(self.state, worker.run)
        method = self.method or method_for(self.game, self.surveyed(worker, start))
        facts = self.facts(codec, method)
        self.watch.plan(EFFORT[method])
        pieces = self.pieces = self.pieces_for(codec, facts)
        solver = METHODS[method](worker, pieces, self.watch, self.room)
        lists = solver.solve(start)
        if isinstance(solver, Expectations):
            facts |= {"error": solver.error}
        return self.written(facts, codec, lists) if self.path is not None else self.kept(facts, codec, lists)

    def surveyed(self, worker: Worker, start: int) -> Survey:
        """A first look; refuses what could be lost after a long time."""
        if self.path is None or not isinstance(worker.codec, Hashed) or worker.codec.shape is not None:
            return self.noted(survey(worker, self.watch, start, self.room))
        found = self.noted(survey(worker, self.watch, start, self.room, UNKEPT))
        if not found.complete:
            raise SearchError("states_cannot_be_kept", game=type(self.game).__name__, count=UNKEPT)
        return found

    def noted(self, found: Survey) -> Survey:
        """What was found, and noted if there was no need for a table: no position comes again."""
        if self.watch.why is not None and found.complete and not found.again:
            self.watch.why = Message.of("table_of_no_repetition", game=type(self.game).__name__)
        return found

    def pieces_for(self, codec: Codec, facts: dict[str, Any]) -> Pieces:
        """In a folder if there is a file, and its states can be kept there."""
        if self.path is None or (isinstance(codec, Hashed) and codec.shape is None):
            return Pieces(None, facts, self.memory // 2)
        if isinstance(codec, Hashed):
            return StatePieces(self.folder, facts, codec)
        return Pieces(self.folder, facts)

    def hired(self, codec: Codec) -> Worker:
        if self.engine == "interpreted" or isinstance(codec, Hashed):
            return Worker(self.game, codec, self.outcome, compiled=False, memory=self.memory)
        try:
            self.wait_for_machine_code()
            return Worker(self.game, codec, self.outcome, compiled=True, memory=self.memory)
        except (CannotCompile, CompilerFailed) as reason:
            if self.engine == "compiled":
                raise
            self.watch.note = f"{reason}; solved interpreted, which is slow"
            return Worker(self.game, codec, self.outcome, compiled=False, memory=self.memory)

    def wait_for_machine_code(self) -> None:
        """Wait until it is there or refused; Halt if the time is over before, and next time it is there."""
        game, outcome = self.game, self.outcome
        key = "table", id(game), outcome
        wish = WORKSHOP.request(lambda: bound_for(game, outcome, compiled=True), waited_for=True, key=key)
        while not wait([wish], OFTEN).done:
            if self.watch.stopping or self.clock.out:
                self.watch.note = str(Message.of("code_not_there_yet"))
                self.watch.report(0)
                raise Halt
        wish.result()

    def kept(self, facts: dict[str, Any], codec: Codec, lists: list[tuple[Any, Any]]) -> SolvedTable:
        """The table in memory."""
        import numpy as np

        assert self.worker is not None
        kind, most, count = self.kind_of(lists), sum(len(codes) for codes, _ in lists), 0
        codes, values = np.empty(most, "<i8"), np.empty(most, kind)
        for some, numbers in self.chunks(lists):
            codes[count : count + len(some)], values[count : count + len(some)] = some, numbers
            count += len(some)
        facts = {**facts, "positions": count, "values": {"kind": kind}}
        return SolvedTable(self.game, InMemory(facts, codes[:count], values[:count]), codec)

    def written(self, facts: dict[str, Any], codec: Codec, lists: list[tuple[Any, Any]]) -> SolvedTable:
        """The table in its file."""
        assert self.path is not None
        assert self.pieces is not None
        total = sum(len(codes) for codes, _ in lists)
        self.watch.begin("writing", total)
        with writing(self.path):
            self.folder.mkdir(exist_ok=True)
        beside = self.folder / "table"
        write_table(beside, facts, self.chunks(lists), self.kind_of(lists))
        with writing(self.path):
            os.replace(beside, self.path)
            flush_folder(self.path.parent)
        self.pieces.remove()
        shutil.rmtree(self.folder, ignore_errors=True)
        return SolvedTable(self.game, Mapped(self.path), codec if isinstance(codec, Hashed) else None)

    def chunks(self, lists: list[tuple[Any, Any]]) -> Any:
        """All codes in order, with their values."""
        assert self.worker is not None
        assert self.pieces is not None
        worker = self.worker
        worker.given.clear()
        lists = gathered(worker, self.pieces, lists)
        room = min(WRITTEN, worker.chunk)
        for codes, values in sliced(*lists[0], room) if len(lists) == 1 else worker.merged(lists, room):
            yield codes, worker.numbers(values)
            worker.let_go(list(lists[0]))
            self.watch.done(len(codes))

    def kind_of(self, lists: list[tuple[Any, Any]]) -> str:
        """The shortest kind of number that holds all values."""
        import numpy as np

        assert self.worker is not None
        low = high = 0
        for _, values in lists:
            numbers = as_numbers(self.worker.numbers(values))
            if numbers.dtype.kind == "f":
                return "<f8"
            low, high = min(low, numbers.min()), max(high, numbers.max())
            let_go(values)
        kinds = ("|u1", "<u2") if self.outcome else ("|i1", "<i2", "<i4", "<i8")
        return next(kind for kind in kinds if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max)


def sliced(codes: Any, values: Any, room: int) -> Any:
    for at in range(0, len(codes), room):
        yield codes[at : at + room], values[at : at + room]


def flush_folder(folder: Path) -> None:
    """So that a new name survives a power cut."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def outcome_of(game: Any) -> bool:
    """Win, draw and loss rather than points or averages; refuses what no table can hold."""
    outcome = is_outcome(game)
    repetition_of(game, getattr(game, "repetition", 0), outcome)
    return outcome


def says_nothing_of_repetition(game: Any) -> bool:
    """Is every position solved only because the game leaves open whether one can come again?"""
    kinds = [kind for kind in type(game).__mro__ if kind is not Game]
    said = any("repetition" in getattr(thing, "__dict__", {}) for thing in (game, *kinds))
    return not said and not hasattr(game, "outcomes")


def kind_of_payoff(game: Any, outcome: bool) -> str:
    """What the values of a table are."""
    if hasattr(game, "outcomes"):
        return "expected"
    return "outcome" if outcome else "points"
