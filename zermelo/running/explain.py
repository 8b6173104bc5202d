"""What went wrong inside a search, in one sentence: which rule, which line, which position."""

from __future__ import annotations

import inspect
import os
import re
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

from zermelo.errors import RulesError, SearchError
from zermelo.game import CHANCE, is_written, players_of
from zermelo.kernel.bind import Compiled, Kernel
from zermelo.kernel.compiler.shape import Shape, conform, words_of
from zermelo.kernel.narrow import Narrowed
from zermelo.kernel.rules import CONTRACT
from zermelo.kernel.run import (
    BAD_CHANCE,
    BAD_PLAYER,
    BAD_ROLLOUT,
    BAD_TOTAL,
    BAD_UTILITY,
    ENDLESS,
    NEGATIVE_CHANCE,
    NO_ACTIONS,
    NOT_A_NUMBER,
    OUT_OF_RANGE,
    PLIES,
    TOO_LITTLE,
    TOO_MANY,
)
from zermelo.kernel.threads import let_end
from zermelo.messages import Message

HERE = f"{Path(__file__).parents[1]}{os.sep}"
RULES = (f"{HERE}games{os.sep}", f"{HERE}interfaces{os.sep}homework{os.sep}")
"""Rules of ours, and what stands for rules of others."""
LIBRARY = f"{Path(traceback.__file__).parent}{os.sep}"
MOST_ACTIONS = 100_000
"""More in one position: `actions` is endless."""
LOOKING = 0.5
"""Seconds to look for a rule that raised beside the path of a search."""
OPTIONAL = ("bounds", "candidates", "noisy", "symmetries", "key", "position", "hashed")
"""Rules that a search may ask about a state which is not the end of the game."""
MOST_SHOWN = 40
"""Moves of a longer line that a sentence shows."""
LONGEST = 300
"""Letters of a user's object that a sentence shows."""


def moves_to(kernel: Kernel | None, run: Any, ply: int) -> list[Any]:
    """The actions on the path of the search, down to a ply."""
    return [kernel.action(run.path[index]) for index in range(ply)] if kernel is not None else []


def reached_by(moves: list[Any]) -> Message:
    """Which position it is, by the moves to it; many are shortened in the middle."""
    if not moves:
        return Message.of("at_the_start")
    half = MOST_SHOWN // 2
    shown = moves if len(moves) <= MOST_SHOWN else [*moves[:half], "…", *moves[-half:]]
    return Message.of("after_moves", moves=[*map(str, shown)])


def in_one_line(text: str) -> str:
    """What a user's object says of itself, as part of a sentence."""
    flat = " ".join(text.split())
    return flat if len(flat) <= LONGEST else f"{flat[:LONGEST]}…"


def kind_and_words(error: BaseException) -> str:
    """An exception in one line, as part of a sentence, be it without a word.

    >>> kind_and_words(ValueError("No.")), kind_and_words(NotImplementedError())
    ('ValueError: No', 'NotImplementedError')
    """
    said = str(error)
    said = said if said.endswith("..") else said.removesuffix(".")
    return in_one_line(f"{type(error).__name__}: {said}" if said else type(error).__name__)


class Misread(RulesError):
    """What rules raised in the words of a kernel, and did not raise as they are written."""


Origin = tuple[Any, tuple[Any, ...]]
"""Where a kernel starts from, and the moves that lead there."""


FAULTS = {
    NO_ACTIONS: "no_actions",
    BAD_CHANCE: "wrong_chance",
    NEGATIVE_CHANCE: "negative_chance",
    BAD_ROLLOUT: "wrong_rollout",
    NOT_A_NUMBER: "value_is_nan",
    TOO_MANY: "too_many_actions",
}
"""Codes of the faults that are told by their place alone."""


def explain_fault(
    game: Any, origin: Origin, kernel: Kernel, run: Any, where: Message | None = None
) -> Message:
    """A promise of the contract that the kernel found broken."""
    (state, before), moves = origin, moves_to(kernel, run, int(run.fault_ply))
    where = where or reached_by([*before, *moves])
    name = type(game).__name__
    if run.fault == ENDLESS:
        return why_endless(game, origin, kernel, run)
    if int(run.fault_ply) >= PLIES - 2:  # the moves of a random game that is so long are lost
        where = Message.of("during_the_search")
        return Message.of(FAULTS.get(run.fault, "broken_promise"), game=name, where=where)
    if run.fault in (BAD_UTILITY, OUT_OF_RANGE):
        given = _try(lambda: game.utility(follow(game, state, moves)))
        if run.fault == BAD_UTILITY:
            return Message.of("wrong_utility", game=name, given=given, where=where)
        said = repr(getattr(game, "payoff_range", None))
        return Message.of("utility_out_of_range", game=name, given=given, where=where, said=said)
    if run.fault in (BAD_TOTAL, TOO_LITTLE):
        return unlike_declared(game, follow(game, state, moves), run.fault, where)
    if run.fault == BAD_PLAYER or (run.fault == BAD_CHANCE and not hasattr(game, "outcomes")):
        given = _try(lambda: game.to_move(follow(game, state, moves)))
        dice_missing = given == repr(CHANCE) and not hasattr(game, "outcomes")
        if players_of(game) > 2 and not dice_missing:
            last = players_of(game) - 1
            return Message.of("wrong_mover_of_many", game=name, given=given, where=where, last=last)
        code = "chance_without_outcomes" if dice_missing else "wrong_mover"
        return Message.of(code, game=name, given=given, where=where)
    return Message.of(FAULTS.get(run.fault, "broken_promise"), game=name, where=where)


def why_endless(game: Any, origin: Origin, kernel: Kernel, run: Any) -> Message:
    """Play that goes on and on, be it for a rule that forgets to return something."""
    (state, before), name = origin, type(game).__name__
    moves, _, raised = walk(game, state, kernel, run)
    if isinstance(raised, RulesError):
        where = reached_by([*before, *moves])
        return Message.of("rule_gives_nonsense", game=name, reason=raised, where=where)
    code = "endless_without_return" if _try(lambda: game.is_terminal(state)) == "None" else "endless_game"
    return Message.of(code, game=name, plies=PLIES - 1)


def unlike_declared(game: Any, state: Any, fault: int, where: Message) -> Message:
    """Payoffs of three or more players that are not what the game says of all."""
    rule = game.utility if game.is_terminal(state) else game.evaluate
    name, given = type(game).__name__, _try(lambda: tuple(rule(state)))
    if fault == BAD_TOTAL:
        return Message.of("wrong_total", game=name, given=given, where=where, total=str(game.constant_sum))
    return Message.of("below_least", game=name, given=given, where=where, least=str(game.least))


def _try(rule: Any) -> str | Message:
    try:
        return in_one_line(repr(rule()))
    except BaseException as error:
        let_end(error)
        return Message.of("an_error", said=in_one_line(str(error)))


def follow(game: Any, state: Any, moves: list[Any]) -> Any:
    """The state after these moves."""
    for action in moves:
        state = game.result(state, action)
    return state


def explain_raised(game: Any, origin: Origin, kernel: Kernel, run: Any, error: BaseException) -> Message:
    """A rule raised: which, on which line, in which position."""
    (state, before), name = origin, type(game).__name__
    moves, found = replay(game, state, kernel, run, error)
    where = reached_by([*before, *moves])
    if isinstance(found, EndlessActions):
        return Message.of("endless_actions", game=name, place=start_of(game.actions), where=where)
    if isinstance(error, OverflowError) and (found is None or isinstance(found, RulesError)):
        code = "number_too_large" if bits_in(error) == 64 else "beyond_machine_code"
        return Message.of(code, game=name, said=outgrown(game, state, kernel, run, error))
    if isinstance(error, MemoryError) and (found is None or isinstance(found, RulesError)):
        return Message.of("too_many_lists", game=name, said=str(error))
    if isinstance(found, RulesError):
        return Message.of("rule_gives_nonsense", game=name, reason=found, where=where)
    if found is None and kernel.rewritten:
        raise Misread("fault_at", reason=explain_error(game, error), where=Message.of("during_the_search"))
    if (found or not kernel.compiled) and is_ours(found or error, game):
        raise own_failure(found or error) from error
    where = where if found is not None else Message.of("during_the_search")
    return Message.of("fault_at", reason=explain_error(game, found or error), where=where)


def own_failure(error: BaseException) -> SearchError:
    """What is said of an exception that is nobody's fault but Zermelo's."""
    return SearchError("own_failure", kind=type(error).__name__, said=in_one_line(str(error)))


def explain_error(game: Any, error: BaseException) -> Message:
    """An exception of the rules: which, and on which line."""
    return told_of(type(game).__name__, error, start_of_misfit(game, error))


def told_of(culprit: str, error: BaseException, place: Message | None = None) -> Message:
    """An exception of somebody's code: whose, which, and on which line."""
    facts = {"game": culprit, "kind": type(error).__name__, "place": place or line_of(error)}
    if isinstance(error, RecursionError):
        return Message.of("rule_calls_itself", **facts)
    if not str(error):
        return Message.of("rule_raised", **facts)
    return Message.of("rule_raised_saying", said=in_one_line(str(error)), **facts)


class EndlessActions(Exception):
    """`actions` gave more than any game has."""


def replay(
    game: Any, state: Any, kernel: Kernel, run: Any, error: BaseException
) -> tuple[list[Any], BaseException | None]:
    """Walk the path of the search by the rules as they are written, until one of them fails."""
    moves, passed, raised = walk(game, state, kernel, run)
    if raised is not None or isinstance(error, OverflowError | MemoryError):
        return moves, raised  # of machine code: the rules as they are written have no such limit
    way, found = beside(game, passed, moves, getattr(kernel, "shape", None))
    alike = isinstance(found, RulesError) or type(found) is type(error)
    return (way, found) if alike else (moves, None)


def bits_in(error: Exception) -> int:
    """How many bits a whole number has outgrown; 0 where a text or a set has."""
    found = re.search(r"in (\d+) bits", str(error))
    return int(found[1]) if found else 0


def outgrown(game: Any, state: Any, kernel: Kernel, run: Any, error: Exception) -> str | Message:
    """What outgrew a machine, and on which line, if walking the path again finds it; no run: at the state."""
    if not isinstance(kernel, Compiled) or bits_in(error) != kernel.unit.written.bits:
        return str(error)
    counting, state = Narrowed(game, kernel), conform(state, kernel.shape)
    moves, passed, raised = walk(counting, state, kernel, run) if run is not None else ([], [state], None)
    raised = raised or beside(counting, passed, moves, None)[1]
    if not isinstance(raised, OverflowError):
        return str(error)
    return Message.of("said_of_line", said=str(error), place=line_of(raised))


def walk(
    game: Any, state: Any, kernel: Kernel, run: Any
) -> tuple[list[Any], list[Any], BaseException | None]:
    """The moves of a search's path, the positions that they lead through, and what a rule raised there."""
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
        except BaseException as raised:
            let_end(raised)
            return moves, passed, raised
        moves.append(action)
    return moves, passed, None


def beside(
    game: Any, passed: list[Any], moves: list[Any], shape: Shape | None
) -> tuple[list[Any], BaseException | None]:
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
        except BaseException as error:
            let_end(error)
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
        raise RulesError("none_from_rule", rule="result")
    if shape is not None:
        words_of(state, shape)
    if game.is_terminal(state):
        payoffs("utility", game.utility(state), players_of(game))
        return []
    a_number("to_move", mover := game.to_move(state))
    if is_written(game, "evaluate"):
        payoffs("evaluate", game.evaluate(state), players_of(game))
    if mover == CHANCE and hasattr(game, "outcomes"):
        return [outcome for outcome, _ in game.outcomes(state)]
    legal: list[Any] = []
    for action in actions_of(game, state):
        legal.append(action)
        if len(legal) > MOST_ACTIONS:
            raise EndlessActions
    return legal


def legal_actions(game: Any, state: Any) -> list[Any]:
    """The actions of a state; RulesError where they are more than any search can list."""
    found = list(islice(actions_of(game, state), MOST_ACTIONS + 1))
    if len(found) > MOST_ACTIONS:
        raise RulesError("more_actions_than_listed", most=f"{MOST_ACTIONS:,}")
    return found


def possible(game: Any, state: Any) -> list[Any]:
    """What can happen in a position that is not the end: the actions, or what chance may do."""
    if hasattr(game, "outcomes") and game.to_move(state) == CHANCE:
        return [action for action, probability in game.outcomes(state) if probability > 0]
    return legal_actions(game, state)


def actions_of(game: Any, state: Any) -> Iterable[Any]:
    """What actions() returns, which must be iterable."""
    given = game.actions(state)
    if not isinstance(given, Iterable):
        raise RulesError("actions_not_listed", given=in_one_line(repr(given)))
    return given


def a_number(rule: str, value: Any) -> None:
    """Refuse what is not a number, nan among it."""
    if not (isinstance(value, Real) or hasattr(value, "dtype")) or value != value:
        raise RulesError("no_number_from_rule", rule=rule, given=in_one_line(repr(value)))


def payoffs(rule: str, value: Any, players: int) -> None:
    """Refuse what is not a number, or with three or more players a number for each."""
    if players == 2:
        a_number(rule, value)
        return
    parts = list(value) if isinstance(value, Iterable) else []
    if len(parts) != players:
        raise RulesError("not_shared_out", rule=rule, given=in_one_line(repr(value)), players=players)
    for part in parts:
        a_number(rule, part)


def is_theirs(file: str) -> bool:
    """Whether a file is the user's: not Zermelo's, Python's library or an installed package."""
    return "-packages" not in file and not file.startswith((HERE, LIBRARY, "<"))


def is_ours(error: BaseException, game: Any = None) -> bool:
    """Whether an exception came through no line of the rules."""
    frames = traceback.extract_tb(error.__traceback__)
    at_fault = any(is_of_a_rule(frame, game) for frame in frames)
    return bool(frames) and not at_fault and start_of_misfit(game, error) is None


def blame(game: Any, error: BaseException, where: Message | None = None) -> BaseException:
    """The exception to raise instead: the rules' fault only where one of their lines was at work."""
    if isinstance(error, RulesError) or not is_ours(error, game):
        reason = error.message if isinstance(error, RulesError) else explain_error(game, error)
        return RulesError(reason) if where is None else RulesError("fault_at", reason=reason, where=where)
    if isinstance(error, MemoryError):
        return SearchError("too_little_memory")
    return own_failure(error) if isinstance(error, Exception) else error


def start_of_misfit(game: Any, error: BaseException) -> Message | None:
    """Where the rule begins that could not even be asked, since it takes other arguments, if one does."""
    frames = traceback.extract_tb(error.__traceback__)
    if not isinstance(error, TypeError) or not frames or is_of_a_rule(frames[-1], game):
        return None
    for name, contract in CONTRACT.items():
        code = getattr(rule := getattr(game, name, None), "__code__", None)
        if code is not None and not accepts(rule, len(contract.takes)):
            return Message.of("line_of_rule", rule=name, file=code.co_filename, line=code.co_firstlineno)
    return None


def accepts(function: Any, number: int) -> bool:
    """Can it be called with so many arguments?"""
    try:
        inspect.signature(function).bind(*range(number))
    except TypeError:
        return False
    return True


def is_of_a_rule(frame: traceback.FrameSummary, game: Any = None) -> bool:
    """Whether a frame is a line of rules: the user's, typed by the user, or in a place for rules of ours."""
    typed = frame.name.startswith("game_") and not frame.filename.startswith(HERE)
    return typed or is_of_rules(frame.filename, game) or frame.filename.startswith(RULES)


def line_of(error: BaseException) -> Message:
    """The innermost line of the user's that an exception came through."""
    frame = innermost(error)
    if frame is None:
        return Message.of("in_the_rules")
    place = {"file": frame.filename, "line": frame.lineno}
    return Message.of("line_of_rule", rule=frame.name.removeprefix("game_"), **place)


def innermost(error: BaseException) -> traceback.FrameSummary | None:
    """The last frame in a file of the user's, else in an installed package, else in a game of Zermelo's."""
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if is_theirs(frame.filename)]
    installed = [frame for frame in frames if "-packages" in frame.filename]
    ours = [frame for frame in frames if "games" in Path(frame.filename).parts]
    return next(reversed(theirs or installed or ours), None)


def start_of(rule: Any) -> Message:
    """Where a rule is written."""
    code = getattr(rule, "__code__", None)
    if code is None:
        return Message.of("rule_without_source")
    return Message.of("line_of_file", file=code.co_filename, line=code.co_firstlineno)


def is_of_rules(file: str, game: Any) -> bool:
    """Is this where rules are written, or what they call, and no hook that runs between two lines?"""
    parts = [part for kind in type(game).__mro__ for part in vars(kind).values()]
    own = {part.__code__.co_filename for part in parts if hasattr(part, "__code__")}
    return is_theirs(file) or (file in own and not file.startswith((HERE, LIBRARY, "<")))


def line_in(story: str) -> tuple[str, str, str]:
    """File, line and function of the innermost frame of the user's in what `faulthandler` wrote; else ""."""
    frames = re.findall(r'File "([^"]+)", line (\d+) in (\S+)', story)
    return next((frame for frame in frames if is_theirs(frame[0])), ("", "", ""))


def rule_at_work(game: Any, worker: threading.Thread, waits: bool = False) -> Message | None:
    """The rule that a thread is in, which computes or waits and does not return; None where it is in none."""
    frame = sys._current_frames().get(worker.ident or 0)
    while frame is not None:
        text = frame.f_code
        if is_of_rules(text.co_filename, game):
            rule = text.co_name.removeprefix("game_")
            place = Message.of("line_of_file", file=text.co_filename, line=frame.f_lineno)
            code = "rule_waits" if waits else "rule_does_not_return"
            return Message.of(code, game=type(game).__name__, rule=rule, place=place)
        frame = frame.f_back
    return None


def explain_stuck(game: Any, worker: threading.Thread, waits: bool = False) -> Message:
    """A rule did not return."""
    unknown = Message.of("some_rule_does_not_return", game=type(game).__name__)
    return rule_at_work(game, worker, waits) or unknown
