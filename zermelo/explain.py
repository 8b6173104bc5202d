"""What went wrong inside a search, in one sentence: which rule, which line, which position."""

from __future__ import annotations

import ctypes
import sys
import threading
import traceback
from pathlib import Path
from typing import Any

from zermelo.bind import Kernel
from zermelo.errors import RulesError
from zermelo.run import (
    BAD_CHANCE,
    BAD_PLAYER,
    BAD_UTILITY,
    ENDLESS,
    NO_ACTIONS,
    PLIES,
    TOO_MANY,
)
from zermelo.shape import words_of

HERE = str(Path(__file__).parent)


def moves_to(kernel: Kernel | None, run: Any, ply: int) -> list[Any]:
    """The actions on the path of the search, down to a ply."""
    return [kernel.action(run.path[index]) for index in range(ply)] if kernel is not None else []


def reached_by(moves: list[Any]) -> str:
    return f"in the position after {', '.join(map(str, moves))}" if moves else "in the position it started from"


def explain_fault(game: Any, state: Any, kernel: Kernel, run: Any) -> str:
    """A promise of the contract that the kernel found broken."""
    moves = moves_to(kernel, run, int(run.fault_ply))
    where = reached_by(moves)
    name = type(game).__name__
    if run.fault == ENDLESS:
        return f"{name} goes on for {PLIES - 1} plies without an end: give a depth, nodes or seconds"
    if run.fault == NO_ACTIONS:
        return f"{name}.actions() gives no action {where}, but is_terminal() says the game is not over"
    if run.fault == BAD_UTILITY:
        value = _try(lambda: game.utility(follow(game, state, moves)))
        return f"{name}.utility() gives {value} {where}: win, draw and loss are 1, 0 and -1 (or set payoff = 'points')"
    if run.fault == BAD_CHANCE:
        return f"{name}.outcomes() gives probabilities that do not sum to 1 {where}"
    if run.fault == BAD_PLAYER:
        value = _try(lambda: game.to_move(follow(game, state, moves)))
        return f"{name}.to_move() gives {value} {where}: it must be MAX (0), MIN (1) or, with dice, CHANCE (-1)"
    if run.fault == TOO_MANY:
        return f"{name} has too many actions to put in order {where}"
    return f"{name} broke a promise of the contract {where}"


def _try(rule: Any) -> Any:
    try:
        return repr(rule())
    except Exception as error:
        return f"an error ({error})"


def follow(game: Any, state: Any, moves: list[Any]) -> Any:
    for action in moves:
        state = game.result(state, action)
    return state


def explain_raised(game: Any, state: Any, kernel: Kernel, run: Any, error: Exception) -> str:
    """A rule raised: which, on which line, in which position."""
    moves, found = replay(game, state, kernel, run)
    if found is None and isinstance(error, OverflowError):
        return (
            f"{type(game).__name__}: {error}; declare a board of bits as Bits, which wraps around, "
            "or search with engine='interpreted', where numbers have no limit"
        )
    shown = found or error
    place = line_of(shown)
    said = f": {shown}" if str(shown) else ""
    if isinstance(shown, RecursionError):
        said = ": it calls itself without an end"
    where = reached_by(moves) if found is not None else "during the search"
    return f"{type(game).__name__} raised {type(shown).__name__}{said} ({place}), {where}"


def replay(game: Any, state: Any, kernel: Kernel, run: Any) -> tuple[list[Any], Exception | None]:
    """Walk the path of the search by the rules as they are written, until one of them raises."""
    moves: list[Any] = []
    shape = getattr(kernel, "shape", None)
    for ply in range(PLIES):
        try:
            if shape is not None:
                words_of(state, shape)
            if game.is_terminal(state):
                game.utility(state)
                return moves, None
            game.to_move(state)
            getattr(game, "evaluate", int)(state) if hasattr(game, "evaluate") else None
            legal = []
            for action in game.actions(state):
                legal.append(action)
                if len(legal) > 100_000:
                    return moves, RuntimeError("actions() never ends")
            action = kernel.action(run.path[ply])
            following = game.result(state, action)
            if action not in legal:
                return moves, None
        except RulesError as error:
            return moves, error
        except Exception as error:
            return moves, error
        moves.append(action)
        state = following
    return moves, None


def line_of(error: BaseException) -> str:
    """The innermost line of the user's that an exception came through."""
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not frame.filename.startswith((HERE, "<"))]
    ours = [frame for frame in frames if "games" in Path(frame.filename).parts]
    frame = (theirs or ours or [None])[-1]
    return f"{frame.name}(), {frame.filename}, line {frame.lineno}" if frame else "in compiled rules"


def explain_stuck(game: Any, state: Any, kernel: Kernel | None, run: Any, worker: threading.Thread) -> str:
    """A rule did not return."""
    name = type(game).__name__
    frame = sys._current_frames().get(worker.ident or 0)
    while frame is not None:
        if not frame.f_code.co_filename.startswith((HERE, "<")) and "threading" not in frame.f_code.co_filename:
            code = frame.f_code
            return f"{name}: {code.co_name}() does not return ({code.co_filename}, line {frame.f_lineno}): a loop without an end?"
        frame = frame.f_back
    return f"{name}: a rule does not return: a loop without an end?"


class Abandoned(BaseException):
    """Raised inside a thread whose rules do not return."""


def kill_thread(worker: threading.Thread) -> None:
    """Interrupt Python code in another thread; compiled code cannot be, and ends with the process."""
    if worker.is_alive() and worker.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker.ident), ctypes.py_object(Abandoned))
