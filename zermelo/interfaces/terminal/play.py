"""A game in the terminal: the board, your move, the engine's answer and what it thinks of it.

`Match` knows the rules of a match: whose turn, the clock, undo, the end.  A `Voice` (voice.py) tells it.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from zermelo.errors import RulesError, SearchError, ZermeloError
from zermelo.game import (
    CHANCE,
    MAX,
    MIN,
    may_repeat,
    name_of,
    pays_outcomes,
    place_of,
    player_name,
    players_of,
)
from zermelo.interfaces.load import easily_typed, legal_moves, meant, mover_of
from zermelo.interfaces.terminal.clock import ChessClock
from zermelo.interfaces.terminal.voice import Ending, Move, Voice
from zermelo.levels import STRONGEST, choose
from zermelo.report import Report
from zermelo.running.contact import unchanged
from zermelo.running.transpositions import Transpositions
from zermelo.score import PLAYERS, payoffs_told, plain
from zermelo.search import prepare

SIDES = {"max": (MAX,), "min": (MIN,), "both": (MAX, MIN), "nobody": ()}
DICE = {"thrown": False, "typed": True}
"""Does a person say what they show?"""
HELP = "type a move, or: moves, board, hint, undo, help, quit"
LEAVING = ("quit", "exit", "q")
SECONDS = 1.0
"""For a move of the engine, where neither seconds nor a clock are given."""
REPEATED = 3
"""A position that comes so often comes for ever."""


def help_on(legal: Iterable[str]) -> str:
    """What can be typed; with an example where the names of moves have brackets or quotes.

    >>> help_on(["('move', 3, 2)"])
    'type a move, such as move 3 2, or: moves, board, hint, undo, help, quit'
    """
    easy = next((easily_typed(name) for name in legal if easily_typed(name) != name), "")
    return HELP.replace("a move,", f"a move, such as {easy},") if easy else HELP


def side_of(human: str, players: int = 2) -> tuple[int, ...]:
    """Whom people play: `max`, `min`, `both` or `nobody`; of three or more, letters, `all` or `nobody`.

    >>> side_of("both"), side_of("AC", 3), side_of("max", 3), side_of("all", 4)
    ((0, 1), (0, 2), (0,), (0, 1, 2, 3))
    """
    if players > 2:
        return seats_of(human.lower(), players)
    if human.lower() not in SIDES:
        raise SearchError("unknown_side", given=repr(human), choices=[*SIDES])
    return SIDES[human.lower()]


def seats_of(human: str, players: int) -> tuple[int, ...]:
    """The same of three or more players; who says nothing is the first of them."""
    names = [player_name(seat, players).lower() for seat in range(players)]
    known = {"max": (MAX,), "both": tuple(range(players)), "all": tuple(range(players)), "nobody": ()}
    if human in known:
        return known[human]
    letters = [letter for letter in human if letter not in ", "]
    if not letters or not set(letters) <= set(names):
        choices = [*map(str.upper, names), "all", "nobody"]
        raise SearchError("unknown_side", given=repr(human), choices=choices)
    return tuple(sorted({names.index(letter) for letter in letters}))


def are_typed(dice: str) -> bool:
    """Does a person say what the dice show?"""
    if dice.lower() not in DICE:
        raise SearchError("unknown_dice", given=repr(dice), choices=[*DICE])
    return DICE[dice.lower()]


@dataclass
class Moment:
    """What undo goes back to."""

    state: Any
    left: dict[int, float]


@dataclass
class Match:
    """One game between people and the engine."""

    game: Any
    state: Any
    human: tuple[int, ...]
    voice: Voice
    seconds: float | None = None
    clock: ChessClock | None = None
    dice: Random = field(default_factory=Random)
    now: Callable[[], float] = time.perf_counter
    past: list[Moment] = field(default_factory=list)
    level: int = STRONGEST
    typed_dice: bool = False
    """Are the dice thrown on a table, and what they show is typed in?"""
    memory: Transpositions | None = None
    """What the engine remembers from move to move."""

    def play(self) -> Ending:
        """Play until the game ends or someone leaves."""
        about = rules_of(self.game).partition("\n")[0]
        who = introduction(self.human, players_of(self.game))
        with contextlib.suppress(ZermeloError):  # of the rules, which the first move tells better
            prepare(self.game, self.state, wait=False)
        self.voice.start(self.game, about, f"{who}; {self.first_help()}" if self.human else who)
        while (ending := self.ending()) is None:
            player = mover_of(self.game, self.state)
            self.show(player in self.human)
            ending = self.turn(player)
            if ending is not None:
                break
        if ending.reason in ("over", "repetition"):
            self.show()
        self.voice.end(ending)
        return ending

    def show(self, asked: bool = False) -> None:
        self.voice.position(self.game, self.state, len(self.past), self.clock, asked)

    def turn(self, player: int) -> Ending | None:
        """One move, or the end that came instead of it."""
        if player == CHANCE:
            if self.typed_dice:
                return self.read_dice()
            self.make(self.thrown())
            return None
        if player in self.human:
            return self.person_moves(player)
        return self.answer(player)

    def make(self, move: Move, left: dict[int, float] | None = None) -> None:
        """`left`: the time that both had before it."""
        self.voice.move(move)
        with unchanged(self.game, self.state):
            following = self.game.result(self.state, move.action)
        if following is None:
            raise RulesError("result_is_none", game=type(self.game).__name__, move=move.name)
        self.past.append(Moment(self.state, left or {}))
        self.state = following

    # -- the dice --------------------------------------------------------------------------

    def thrown(self) -> Move:
        outcomes = self.outcomes()
        action, probability = self.dice.choices(outcomes, [weight for _, weight in outcomes])[0]
        name = name_of(self.game, self.state, action)
        return Move(CHANCE, "chance", action, name, probability=probability)

    def outcomes(self) -> list[tuple[Any, float]]:
        found = list(self.game.outcomes(self.state))
        if not found:
            raise RulesError("no_outcomes", game=type(self.game).__name__)
        return found

    def read_dice(self) -> Ending | None:
        """What the dice show, from a person; an empty line has them thrown."""
        chances = dict(self.outcomes())
        legal = {name_of(self.game, self.state, action): action for action in chances}
        while True:
            text = self.voice.hear(CHANCE, list(legal), None)
            if text is None or text.lower() in LEAVING:
                return Ending("left", "You left the game.")
            if text.lower() == "undo":
                if self.undo():
                    return None
            elif text == "":
                self.make(self.thrown())
                return None
            elif (name := meant(legal, text)) is not None:
                self.make(Move(CHANCE, "human", legal[name], name, probability=chances[legal[name]]))
                return None
            else:
                self.voice.mistake(f"the dice cannot show {text!r}; type one of: {' '.join(legal)}")

    # -- the engine ------------------------------------------------------------------------

    def answer(self, player: int) -> Ending | None:
        started = self.now()
        report = self.think(player, self.level)
        name = name_of(self.game, self.state, report.action)
        move = Move(player, "engine", report.action, name, report=report)
        return self.timed(player, self.now() - started, move)

    def think(self, player: int, level: int) -> Report:
        seconds = self.budget(player)
        self.voice.thinking(player, seconds)
        with unchanged(self.game, self.state):
            seed, past = self.dice.getrandbits(32), [moment.state for moment in self.past]
            limits: Any = {"level": level, "seconds": seconds, "table": self.table(level)}
            report = choose(self.game, self.state, seed=seed, past=past, **limits)
        if not report.line:
            raise no_action(self.game)
        return report

    def first_help(self) -> str:
        """What can be typed, by the first moves, if there are any."""
        with contextlib.suppress(Exception):  # as above
            if not self.game.is_terminal(self.state):
                return help_on(legal_moves(self.game, self.state))
        return HELP

    def table(self, level: int) -> Transpositions | None:
        """What the strongest of two remembers from move to move; weaker ones, and dice, begin anew."""
        if level < STRONGEST or hasattr(self.game, "outcomes") or players_of(self.game) > 2:
            return None
        self.memory = self.memory or Transpositions()
        return self.memory

    def budget(self, player: int) -> float:
        """Seconds to think: from the clock, and never more than was asked for."""
        if self.clock is None:
            return SECONDS if self.seconds is None else self.seconds
        planned = self.clock.budget(player)
        return planned if self.seconds is None else min(planned, self.seconds)

    # -- people ----------------------------------------------------------------------------

    def person_moves(self, player: int) -> Ending | None:
        """Ask until there is a legal move; the clock stands still while the engine looks for a hint."""
        legal = legal_moves(self.game, self.state)
        if not legal:
            raise no_action(self.game)
        used, started = 0.0, self.now()
        while True:
            left = None if self.clock is None else self.clock.left[player] - used - (self.now() - started)
            text = self.voice.hear(player, list(legal), left)
            used += self.now() - started
            if self.clock is not None and used >= self.clock.left[player]:
                return self.flag(player, used)
            if text is None or text.lower() in LEAVING:
                return Ending("left", "You left the game.")
            if text.lower() == "undo":
                if self.undo():
                    return None
            elif text.lower() in ("hint", "moves", "board", "help", "?"):
                self.help_with(text.lower(), player, list(legal))
            elif (name := meant(legal, text)) is not None:
                return self.timed(player, used, Move(player, "human", legal[name], name))
            elif text:
                self.voice.mistake(f"{text!r} is not a legal move; {help_on(legal)}")
            started = self.now()

    def help_with(self, word: str, player: int, legal: list[str]) -> None:
        if word == "hint":
            report = self.think(player, STRONGEST)
            self.voice.hint(name_of(self.game, self.state, report.action), report)
        elif word == "moves":
            self.voice.moves(legal)
        elif word == "board":
            self.show(asked=True)
        else:
            self.voice.help(f"{help_on(legal)}\n\n{rules_of(self.game)}".rstrip())

    def undo(self) -> bool:
        """Back to the human's last turn, or typed throw, with the time that both had then."""
        askers = (*self.human, CHANCE) if self.typed_dice else self.human
        turns = [at for at, moment in enumerate(self.past) if self.game.to_move(moment.state) in askers]
        if not turns:
            self.voice.mistake("there is nothing to undo")
            return False
        moment = self.past[turns[-1]]
        self.voice.undo(len(self.past) - turns[-1])
        del self.past[turns[-1] :]
        self.state = moment.state
        if self.clock is not None:
            self.clock.left = dict(moment.left)
        return True

    # -- the end ---------------------------------------------------------------------------

    def timed(self, player: int, seconds: float, move: Move) -> Ending | None:
        """Make a move that took so long, or lose on time."""
        move.seconds = seconds
        before = dict(self.clock.left) if self.clock else {}
        if self.clock is not None and not self.clock.spend(player, seconds):
            return flag_fall(player, players_of(self.game))
        self.make(move, before)
        return None

    def flag(self, player: int, seconds: float) -> Ending:
        assert self.clock is not None
        self.clock.spend(player, seconds)
        return flag_fall(player, players_of(self.game))

    def ending(self) -> Ending | None:
        """The game is over, or would go on for ever."""
        if self.game.is_terminal(self.state):
            return result_of(self.game, self.game.utility(self.state))
        if hasattr(self.game, "outcomes"):
            return None  # dice may well bring a position back, and another one next time
        if not self.is_repeated():
            return None
        if not may_repeat(self.game):
            said = "positions cannot repeat, and this one is there for the third time"
            return Ending("repetition", f"{type(self.game).__name__}.repetition = None says that {said}.")
        if players_of(self.game) > 2:
            return Ending("repetition", "The same position for the third time: play would never end.")
        value = getattr(self.game, "repetition", 0)
        end = result_of(self.game, value)
        return Ending("repetition", f"The same position for the third time: {end.text}", end.winner, value)

    def is_repeated(self) -> bool:
        """The same position for the third time; where the rules say that none comes again, the same state."""
        states = [*(moment.state for moment in self.past), self.state]
        places = [place_of(self.game, state) for state in states] if may_repeat(self.game) else states
        return places.count(places[-1]) >= REPEATED


def introduction(human: tuple[int, ...], players: int = 2) -> str:
    """
    >>> introduction((MAX,)), introduction(()), introduction((0, 2), 3)
    ('you are MAX', 'the engine plays both sides', 'you are A and C')
    """
    if not human:
        return "the engine plays both sides" if players == 2 else "the engine plays everybody"
    return f"you are {' and '.join(player_name(side, players) for side in human)}"


def no_action(game: Any) -> RulesError:
    return RulesError("no_actions_here", game=type(game).__name__)


def rules_of(game: Any) -> str:
    """What the file of the rules says of them; the homework's files are not ours to quote."""
    module = type(game).__module__
    ours = module.startswith("zermelo.") and not module.startswith("zermelo.games")
    return "" if ours else (sys.modules[module].__doc__ or "").strip()


def flag_fall(player: int, players: int = 2) -> Ending:
    if players > 2:
        return Ending("time", f"{player_name(player, players)}'s time is up, and so is the game.")
    winner = MIN if player == MAX else MAX
    text = f"{PLAYERS[player]}'s time is up: {PLAYERS[winner]} wins."
    return Ending("time", text, winner)


def result_of(game: Any, payoff: Any) -> Ending:
    if players_of(game) > 2:
        return shared_result(tuple(payoff))
    winner = None if payoff == 0 else MAX if payoff > 0 else MIN
    text = "A draw." if winner is None else f"{PLAYERS[winner]} wins."
    if not pays_outcomes(game):
        by = "" if winner is None else f" by {plain(abs(payoff))}"
        text = f"The game is over: {plain(payoff)} for MAX. {text.rstrip('.')}{by}."
    return Ending("over", text, winner, payoff)


def shared_result(payoffs: tuple[Any, ...]) -> Ending:
    """How a game of three or more players ended.

    >>> shared_result((2, -1, -1)).text
    'The game is over: A 2, B -1, C -1. A has the most.'
    """
    first = [seat for seat, payoff in enumerate(payoffs) if payoff == max(payoffs)]
    names = " and ".join(player_name(seat, len(payoffs)) for seat in first)
    most = f"{names} {'has' if len(first) == 1 else 'have'} the most."
    told = "Nobody has more than the others." if len(first) == len(payoffs) else most
    winner = first[0] if len(first) == 1 else None
    return Ending("over", f"The game is over: {payoffs_told(payoffs)}. {told}", winner, payoffs)
