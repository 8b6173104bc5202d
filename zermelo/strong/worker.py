"""The worker: one kernel (algorithms/strong.py), the run it works on, and what went wrong there."""

from __future__ import annotations

from typing import Any

from zermelo.algorithms.expectation import expectation
from zermelo.algorithms.strong import EXPAND, LONGEST, MERGE, SQUEEZE, SUBTRACT, strong
from zermelo.errors import CannotCompile, CompilerFailed, RulesError, SearchError, Stopped, ZermeloError
from zermelo.game import pays_outcomes
from zermelo.kernel.bind import Kernel, bind
from zermelo.kernel.options import Options
from zermelo.kernel.run import NO_CODE, NOT_FOUND, TOO_LONG, TOO_MANY, WAYS, WHOLE_INFINITY
from zermelo.kernel.threads import Ending, let_end
from zermelo.messages import Message
from zermelo.running.explain import (
    bits_in,
    blame,
    explain_error,
    explain_fault,
    in_one_line,
    look_at,
    outgrown,
)
from zermelo.strong.codes import Codec
from zermelo.strong.pieces import is_mapped, let_go

SLICE = 1 << 17
"""Positions between two looks at whoever watches, compiled."""
SLICE_INTERPRETED = 1 << 8
PAGE = 1 << 12
"""Bytes that the system reads from a mapped file at least."""


class Unfit(Exception):
    """A number of a state does not fit in its field."""

    def __init__(self, field: int, word: int) -> None:
        self.field, self.word = field, word


class Halt(Ending):
    """Somebody wants the work to stop."""


def bound_for(game: Any, outcome: bool, compiled: bool) -> Kernel:
    """The kernel that solves every position of a game."""
    chance, worth = hasattr(game, "outcomes"), endless_value(game) if outcome else 0
    options = Options(outcome=outcome, averaged=chance and pays_outcomes(game), repetition=worth)
    return bind(game, expectation if chance else strong, compiled=compiled, options=options)


class Worker:
    """Runs the tasks of a strong solution, slice by slice."""

    def __init__(self, game: Any, codec: Codec, outcome: bool, compiled: bool, memory: int = 1 << 62) -> None:
        self.game, self.codec, self.outcome = game, codec, outcome
        self.memory, self.mapped = memory, memory // 4
        """Bytes of memory in all, and for mapped files."""
        self.chance = hasattr(game, "outcomes")
        self.kernel = self.bound(compiled)
        self.run = self.kernel.new_run()
        self.compiled = self.kernel.compiled
        codec.lend(self.run, self.compiled)
        self.slice = min(SLICE if self.compiled else SLICE_INTERPRETED, max(self.mapped // PAGE, 1 << 6))
        self.given: dict[str, Any] = {}
        self.searching = False

    def bound(self, compiled: bool) -> Kernel:
        return bound_for(self.game, self.outcome, compiled)

    @property
    def value_kind(self) -> Any:
        """How the values of positions are kept while the work is under way."""
        if self.outcome:
            return "<u2"
        if self.compiled:
            return "<i8"
        return "<f8" if self.chance else object

    def values(self, count: int) -> Any:
        import numpy as np

        return np.zeros(count, self.value_kind)

    def numbers(self, marks: Any) -> Any:
        """Marks as what they say: fractions are kept as words."""
        fractions = not self.outcome and self.compiled and self.kernel.value_kind == "f8"  # type: ignore[attr-defined]
        return marks.view("<f8") if fractions else marks

    def marks(self, numbers: Any) -> Any:
        """The other way round."""
        if self.outcome or not self.compiled:
            return numbers
        return numbers.view("<i8")

    def give(self, **memory: Any) -> None:
        """Memory that the kernel reads and writes."""
        for name, array in memory.items():
            self.given[name] = array
            setattr(self.run, name, address_of(array) if self.compiled else array)

    def perform(self, task: int, **numbers: int) -> int:
        run = self.run
        for name, number in numbers.items():
            setattr(run, name, number)
        run.task, run.fault = task, 0
        try:
            self.searching = True
            self.kernel.execute(run)
        except Stopped:
            raise self.fault() from None
        except ZermeloError:
            raise
        except BaseException as error:
            let_end(error)
            told = self.raised(error)
            if not self.compiled and self.kernel.distrust():
                self.kernel = self.bound(compiled=False)
                return self.perform(task, **numbers)
            raise RulesError(told) from error
        finally:
            self.searching = False
        self.let_go(list(self.given.values()))
        return int(run.value)

    def let_go(self, arrays: list[Any]) -> None:
        """Of what lies in files no more than its share stays in memory."""
        if sum(array.nbytes for array in arrays if is_mapped(array)) > self.mapped:
            let_go(*arrays)

    def turn_back(self) -> None:
        """All positions are found: nothing is sorted any more, and the memory is for what lies in files."""
        self.given.clear()
        self.mapped = self.memory * 3 // 4

    @property
    def chunk(self) -> int:
        """Positions that are merged or counted at a time."""
        return max(self.memory // 256, 1 << 6)

    # -- tasks -----------------------------------------------------------------------------------

    def expand(self, codes: Any, first: int, last: int, children: Any, filled: int) -> tuple[int, int]:
        """Where it stopped, and how many children there are now."""
        self.give(codes=codes, children=children)
        stopped = self.perform(EXPAND, first=first, last=last, filled=filled, room=len(children))
        return stopped, int(self.run.filled)

    def sorted_once(self, codes: Any) -> Any:
        """Codes in order, each once, in the same memory."""
        codes.sort()
        self.give(codes=codes)
        return codes[: self.perform(SQUEEZE, last=len(codes))]

    def without(self, codes: Any, known: Any) -> Any:
        """Sorted codes without those of another sorted list, in the same memory."""
        self.give(codes=codes, below=known)
        return codes[: self.perform(SUBTRACT, last=len(codes), count_below=len(known))]

    def merged(self, lists: list[tuple[Any, Any]], room: int) -> Any:
        """Sorted codes (and their values, or None) from several lists: chunks of at most `room`."""
        import numpy as np

        lists = [(codes, values) for codes, values in lists if len(codes)]
        assert len(lists) <= WAYS
        run, valued = self.run, bool(lists) and lists[0][1] is not None
        heads = [int(codes[0]) for codes, _ in lists]
        for way, (codes, values) in enumerate(lists):
            run.ways_codes[way] = address_of(codes) if self.compiled else codes
            run.heads[way], run.ways_at[way], run.ways_end[way] = heads[way], 0, len(codes)
            if valued:
                run.ways_scores[way] = address_of(values) if self.compiled else values
        for place, way in enumerate(sorted(range(len(lists)), key=heads.__getitem__)):
            run.heap[place] = way
        run.ways, run.filled = len(lists), 0
        codes, values = np.empty(room, "<i8"), self.values(room if valued else 0)
        while run.ways > 0:
            self.give(children=codes, child_scores=values)
            filled = self.perform(MERGE, room=room, scored=int(valued))
            self.let_go([array for pair in lists for array in pair if array is not None])
            yield codes[:filled], values[:filled]

    # -- what went wrong -------------------------------------------------------------------------

    def position(self) -> Any:
        """The state that the kernel was at."""
        return self.codec.state_of(int(self.given["codes"][int(self.run.at)]))

    def fault(self) -> Exception:
        """What a kernel that stopped has found."""
        run, name = self.run, type(self.game).__name__
        if run.fault == NO_CODE:
            return Unfit(int(run.unfit), int(run.unfit_word))
        if run.fault == TOO_MANY:
            return SearchError("too_many_actions_for_memory", game=name)
        if run.fault == TOO_LONG:
            return SearchError("too_long_for_table", game=name, most=LONGEST)
        state = self.position()
        where = Message.of("in_position", state=in_one_line(repr(state)))
        if run.fault == NOT_FOUND:
            return RulesError("child_missing", game=name, where=where)
        run.fault_ply = 0
        return RulesError(explain_fault(self.game, (state, ()), self.kernel, run, where))

    def raised(self, error: BaseException) -> Message:
        """A rule raised: look again at the position, as the rules are written."""
        state = self.position()
        where = Message.of("in_position", state=in_one_line(repr(state)))
        try:
            for action in look_at(self.game, state):
                look_at(self.game, self.game.result(state, action))
        except RulesError as found:
            return Message.of("rule_gives_nonsense", game=type(self.game).__name__, reason=found, where=where)
        except BaseException as found:
            let_end(found)
            error = found
        name = type(self.game).__name__
        if isinstance(error, OverflowError) and pays_too_much(self.game, state):
            return Message.of("fault_at", reason=Message.of("points_beyond_table"), where=where)
        if isinstance(error, OverflowError) and self.compiled:
            said = outgrown(self.game, state, self.kernel, None, error)
            if bits_in(error) == 64:
                return Message.of("number_too_large_at", game=name, said=said, where=where)
            return Message.of(
                "fault_at", reason=Message.of("beyond_machine_code", game=name, said=said), where=where
            )
        told = explain_error(self.game, error) if self.compiled else blame(self.game, error)
        return Message.of("fault_at", reason=told, where=where)


def pays_too_much(game: Any, state: Any) -> bool:
    """Is the payoff of a finished game a whole number that a table has no room for?"""
    return bool(game.is_terminal(state)) and abs(game.utility(state)) >= WHOLE_INFINITY


def endless_value(game: Any) -> int:
    """What endless play is worth to MAX in an outcome game: 1, 0 or -1."""
    return int(getattr(game, "repetition", 0) or 0)


def address_of(array: Any) -> int:
    return int(array.ctypes.data)


def compiled_worker(game: Any, codec: Codec, outcome: bool) -> tuple[Worker, str]:
    """Compiled if the rules can be, and why not."""
    try:
        return Worker(game, codec, outcome, compiled=True), ""
    except (CannotCompile, CompilerFailed) as reason:
        return Worker(game, codec, outcome, compiled=False), str(reason)
