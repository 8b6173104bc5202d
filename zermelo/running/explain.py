"""What went wrong inside a search, in one sentence: which rule, which line, which position."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Iterable
from itertools import islice
from numbers import Real
from pathlib import Path
from typing import Any

from zermelo.errors import RulesError
from zermelo.game import CHANCE
from zermelo.kernel.bind import Kernel
from zermelo.kernel.compiler.shape import Shape, words_of
from zermelo.kernel.run import (
    BAD_CHANCE,
    BAD_PLAYER,
    BAD_UTILITY,
    ENDLESS,
    NO_ACTIONS,
    NOT_A_NUMBER,
    PLIES,
    TOO_MANY,
)

HERE = f"{Path(__file__).parents[1]}{os.sep}"
LIBRARY = f"{Path(traceback.__file__).parent}{os.sep}"
MOST_ACTIONS = 100_000
"""More in one position: `actions` is endless."""
LOOKING = 0.5
"""Seconds to look for a rule that raised beside the path of a search."""
OPTIONAL = ("bounds", "candidates", "noisy", "symmetries", "key")
"""Rules that a search may ask about a state which is not the end of the game."""
MOST_SHOWN = 40
"""Moves of a longer line that a sentence shows."""
LONGEST = 300
"""Letters of a user's object that a sentence shows."""


def moves_to(kernel: Kernel | None, run: Any, ply: int) -> list[Any]:
    """The actions on the path of the search, down to a ply."""
    return [kernel.action(run.path[index]) for index in range(ply)] if kernel is not None else []


def reached_by(moves: list[Any]) -> str:
    if not moves:
        return "in the position it started from"
    half = MOST_SHOWN // 2
    shown = moves if len(moves) <= MOST_SHOWN else [*moves[:half], "…", *moves[-half:]]
    return f"in the position after {', '.join(map(str, shown))}"


def in_one_line(text: str) -> str:
    """What a user's object says of itself, as part of a sentence."""
    flat = " ".join(text.split())
    return flat if len(flat) <= LONGEST else f"{flat[:LONGEST]}…"


Origin = tuple[Any, tuple[Any, ...]]
"""Where a kernel starts from, and the moves that lead there."""


def explain_fault(game: Any, origin: Origin, kernel: Kernel, run: Any) -> str:
    """A promise of the contract that the kernel found broken."""
    (state, before), moves = origin, moves_to(kernel, run, int(run.fault_ply))
    where = reached_by([*before, *moves])
    name = type(game).__name__
    if run.fault == ENDLESS:
        return f"{name} goes on for {PLIES - 1} plies without an end: give a depth, nodes or seconds"
    if run.fault == NO_ACTIONS:
        return f"{name}.actions() gives no action {where}, but is_terminal() says the game is not over"
    if run.fault == BAD_UTILITY:
        value = _try(lambda: game.utility(follow(game, state, moves)))
        payoffs = "win, draw and loss are 1, 0 and -1 (or set payoff = 'points')"
        return f"{name}.utility() gives {value} {where}: {payoffs}"
    if run.fault == BAD_CHANCE:
        return f"{name}.outcomes() gives probabilities that do not sum to 1 {where}"
    if run.fault == BAD_PLAYER:
        value = _try(lambda: game.to_move(follow(game, state, moves)))
        players = "it must be MAX (0), MIN (1) or, with dice, CHANCE (-1)"
        return f"{name}.to_move() gives {value} {where}: {players}"
    if run.fault == NOT_A_NUMBER:
        return f"{name}: utility() or evaluate() gives no number (nan) {where}"
    if run.fault == TOO_MANY:
        return f"{name} has too many actions to put in order {where}"
    return f"{name} broke a promise of the contract {where}"


def _try(rule: Any) -> Any:
    try:
        return in_one_line(repr(rule()))
    except Exception as error:
        return f"an error ({in_one_line(str(error))})"


def follow(game: Any, state: Any, moves: list[Any]) -> Any:
    for action in moves:
        state = game.result(state, action)
    return state


def explain_raised(game: Any, origin: Origin, kernel: Kernel, run: Any, error: Exception) -> str:
    """A rule raised: which, on which line, in which position."""
    (state, before), name = origin, type(game).__name__
    moves, found = replay(game, state, kernel, run, error)
    where = reached_by([*before, *moves])
    if isinstance(found, EndlessActions):
        return f"{name}.actions() gives actions without an end ({start_of(game.actions)}), {where}"
    if isinstance(error, OverflowError) and (found is None or isinstance(found, RulesError)):
        return (
            f"{name}: {error}; declare a board of bits as Bits, which wraps around, "
            "or search with engine='interpreted', where numbers have no limit"
        )
    if isinstance(found, RulesError):
        return f"{name}: {found}, {where}"
    return f"{explain_error(game, found or error)}, {where if found is not None else 'during the search'}"


def explain_error(game: Any, error: Exception) -> str:
    """An exception of the rules: which, and on which line."""
    said = f": {in_one_line(str(error))}" if str(error) else ""
    if isinstance(error, RecursionError):
        said = ": it calls itself without an end"
    return f"{type(game).__name__} raised {type(error).__name__}{said} ({line_of(error)})"


class EndlessActions(Exception):
    """`actions` gave more than any game has."""


def replay(
    game: Any, state: Any, kernel: Kernel, run: Any, error: Exception
) -> tuple[list[Any], Exception | None]:
    """Walk the path of the search by the rules as they are written, until one of them fails."""
    moves: list[Any] = []
    passed: list[Any] = []
    shape = getattr(kernel, "shape", None)
    for ply in range(PLIES):
        try:
            legal = look_at(game, state, shape)
            passed.append(state)
            action = kernel.action(run.path[ply])
            if action not in legal:
                break
            state = game.result(state, action)
        except Exception as raised:
            return moves, raised
        moves.append(action)
    if isinstance(error, OverflowError):  # of 64 bits: the rules as they are written have no such limit
        return moves, None
    way, found = beside(game, passed, moves, shape)
    alike = isinstance(found, RulesError) or type(found) is type(error)
    return (way, found) if alike else (moves, None)


def beside(
    game: Any, passed: list[Any], moves: list[Any], shape: Shape | None
) -> tuple[list[Any], Exception | None]:
    """What a search asks beside its path: optional rules, and children that it only looks at.

    The end of the path first, and not for ever: the rest is known without the moves.
    """
    end = time.perf_counter() + LOOKING
    for ply in reversed(range(len(passed))):
        way = moves[:ply]
        try:
            for action in look_closer(game, passed[ply], shape):
                if time.perf_counter() > end:
                    return moves, None
                child = game.result(passed[ply], action)
                way = [*moves[:ply], action]
                look_closer(game, child, shape)
                way = moves[:ply]
        except Exception as error:
            return way, error
    return moves, None


def look_closer(game: Any, state: Any, shape: Shape | None) -> list[Any]:
    """Ask the optional rules too."""
    legal = look_at(game, state, shape)
    if not legal or game.to_move(state) == CHANCE:
        return legal
    for rule in OPTIONAL:
        if callable(getattr(game, rule, None)):
            answer = getattr(game, rule)(state)
            deque(islice(answer, MOST_ACTIONS) if isinstance(answer, Iterable) else (), maxlen=0)
    for action in legal if callable(getattr(game, "priority", None)) else ():
        game.priority(state, action)
    return legal


def look_at(game: Any, state: Any, shape: Shape | None = None) -> list[Any]:
    """Ask every rule about a state, and give its actions; RulesError where a rule gives nonsense."""
    if state is None:
        raise RulesError("result() gives None")
    if shape is not None:
        words_of(state, shape)
    if game.is_terminal(state):
        a_number("utility", game.utility(state))
        return []
    a_number("to_move", mover := game.to_move(state))
    if hasattr(game, "evaluate"):
        a_number("evaluate", game.evaluate(state))
    if mover == CHANCE and hasattr(game, "outcomes"):
        return [outcome for outcome, _ in game.outcomes(state)]
    legal: list[Any] = []
    for action in actions_of(game, state):
        legal.append(action)
        if len(legal) > MOST_ACTIONS:
            raise EndlessActions
    return legal


def actions_of(game: Any, state: Any) -> Iterable[Any]:
    given = game.actions(state)
    if not isinstance(given, Iterable):
        shown = in_one_line(repr(given))
        raise RulesError(f"actions() gives {shown}: yield the actions, or return a list of them")
    return given


def a_number(rule: str, value: Any) -> None:
    if not (isinstance(value, Real) or hasattr(value, "dtype")) or value != value:
        raise RulesError(f"{rule}() gives {in_one_line(repr(value))}, which is no number")


def is_theirs(file: str) -> bool:
    """Was this written by the user, and neither by us nor for Python's own library?"""
    library = file.startswith(LIBRARY) and "-packages" not in file
    return not library and not file.startswith((HERE, "<"))


def line_of(error: BaseException) -> str:
    """The innermost line of the user's that an exception came through."""
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if is_theirs(frame.filename)]
    ours = [frame for frame in frames if "games" in Path(frame.filename).parts]
    for frame in reversed(theirs or ours):
        return f"{frame.name.removeprefix('game_')}(), {frame.filename}, line {frame.lineno}"
    return "in the rules"


def start_of(rule: Any) -> str:
    """Where a rule is written."""
    code = getattr(rule, "__code__", None)
    return f"{code.co_filename}, line {code.co_firstlineno}" if code else "a rule without a source"


def is_of_rules(file: str, game: Any) -> bool:
    """Is this of the rules or of what they call, and not a package's hook that runs between two lines?"""
    parts = [part for kind in type(game).__mro__ for part in vars(kind).values()]
    own = {part.__code__.co_filename for part in parts if hasattr(part, "__code__")}
    return is_theirs(file) and (file in own or "-packages" not in file)


def explain_stuck(game: Any, worker: threading.Thread) -> str:
    """A rule did not return."""
    name = type(game).__name__
    frame = sys._current_frames().get(worker.ident or 0)
    while frame is not None:
        code = frame.f_code
        if is_of_rules(code.co_filename, game):
            rule, place = code.co_name.removeprefix("game_"), f"{code.co_filename}, line {frame.f_lineno}"
            return f"{name}: {rule}() does not return ({place}): a loop without an end?"
        frame = frame.f_back
    return f"{name}: a rule does not return: a loop without an end?"


class Abandoned(BaseException):
    """Raised inside a thread whose rules do not return."""


def kill_thread(worker: threading.Thread) -> None:
    """Interrupt Python code in another thread; compiled code cannot be, and ends with the process."""
    if worker.is_alive() and worker.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker.ident), ctypes.py_object(Abandoned))


def first_contact(game: Any, state: Any, patience: float) -> Any:
    """The state to search from, the initial one if None.

    A first look at it, so that what follows can ask the same rules without fear of a loop or an exception.
    """
    asked = ("initial", "is_terminal", "to_move", "actions")
    if not all(callable(getattr(game, rule, None)) for rule in asked):
        return state  # `bind` says which is missing
    answer: list[Any] = []

    def look() -> None:
        try:
            initial = game.initial()
            for looked_at in (initial, state) if state is not None else (initial,):
                glance_at(game, looked_at)
            answer.append(initial if state is None else state)
        except BaseException as error:
            answer.append(error)

    worker = threading.Thread(target=look, daemon=True, name="zermelo search")
    worker.start()
    try:
        worker.join(patience)
        sentence = explain_stuck(game, worker) if worker.is_alive() else ""
    finally:
        kill_thread(worker)
    if sentence:
        worker.join(patience)
        raise RulesError(sentence)
    return answer_or_raise(game, answer[0])


def glance_at(game: Any, state: Any) -> None:
    """What every search asks of a state before it starts."""
    if state is None:
        raise RulesError("initial() gives None")
    if game.is_terminal(state):
        return
    a_number("to_move", mover := game.to_move(state))
    if mover == CHANCE:
        return
    next(iter(actions_of(game, state)), None)


def answer_or_raise(game: Any, answer: Any) -> Any:
    if isinstance(answer, RulesError):
        raise RulesError(f"{type(game).__name__}: {answer}, {reached_by([])}")
    if isinstance(answer, Exception):
        raise RulesError(f"{explain_error(game, answer)}, {reached_by([])}") from answer
    if isinstance(answer, BaseException):
        raise answer
    return answer
