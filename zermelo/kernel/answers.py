"""What machine code asks of Python: the rules' answers, each kept where it is looked for the next time."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Generator
from itertools import islice
from typing import Any

from zermelo.errors import CannotRemember
from zermelo.game import CHANCE, MAX, MIN, has_rule
from zermelo.kernel.compiler.plain_calls import called_plainly
from zermelo.kernel.numbered import (
    ACTIONS,
    CANDIDATES,
    COLUMNS,
    ESTIMATE,
    HASHED,
    KEY,
    LEAST,
    MOST,
    MOVER,
    NOISY,
    OUTCOMES,
    OVER,
    PASSED,
    POSITION,
    PRIORITY,
    RESULT,
    RULE,
    STATE,
    SYMMETRIES,
    UNLISTED,
    UTILITY,
)
from zermelo.kernel.positions import LONGEST, Positions, word_for
from zermelo.kernel.primitives import QUESTION

Answer = Callable[[int, int], None]
"""(number, place) -> nothing: what is known is in the positions."""
NOBODY = 2
"""The mover where a rule names none of the players."""


class Door:
    """Where machine code asks: `address` is a function that takes a question and gives 0 for failed."""

    def __init__(self, answers: Answers) -> None:
        self.raised: list[BaseException] = []
        """What a rule raised last, if one did."""
        self.loop = answering(answers.by_rule(), self.raised)
        next(self.loop)
        self.callback = QUESTION(self.loop.send)
        self.address = ctypes.c_void_p.from_buffer(self.callback).value  # `cast` would keep both alive


def answering(answers: dict[int, Answer], raised: list[BaseException]) -> Generator[int, int, None]:
    """One question after another; 0 for one that a rule raised at.

    A generator, so that what is raised in its thread from outside is raised inside the `try`, too.
    """
    answered = 1
    while True:
        try:
            question = yield answered
            state = question // RULE
            answers[question % RULE](state % STATE, state // STATE)
            answered = 1
        except GeneratorExit:
            return
        except BaseException as error:
            raised[:], answered = [error], 0


class Answers:
    """Asks the rules of a game, and keeps what they say."""

    def __init__(self, game: Any, positions: Positions) -> None:
        self.game, self.positions = game, positions
        self.mover = self.fact(MOVER, "to_move", mover_word)
        self.over = self.fact(OVER, "is_terminal", truth)
        self.told_by = self.rule("hashed" if has_rule(game, "hashed") else "key")
        """What the table tells states apart by."""
        self.ranked = has_rule(game, "priority")

    def by_rule(self) -> dict[int, Answer]:
        """How each question is answered."""
        return {
            MOVER: self.mover,
            OVER: self.over,
            UTILITY: self.value(UTILITY, "utility"),
            ESTIMATE: self.value(ESTIMATE, "evaluate"),
            KEY: self.word(KEY, "key"),
            HASHED: self.word(HASHED, "hashed"),
            POSITION: self.word(POSITION, "position"),
            ACTIONS: self.listing(ACTIONS, "actions"),
            CANDIDATES: self.listing(CANDIDATES, "candidates"),
            NOISY: self.listing(NOISY, "noisy"),
            OUTCOMES: self.outcomes,
            SYMMETRIES: self.symmetries,
            LEAST: self.bounds,
            PASSED: self.passed,
            RESULT: self.result,
            PRIORITY: self.priority,
            UNLISTED: self.unlisted,
        }

    # -- rules of one kind -------------------------------------------------------------------

    def rule(self, rule: str) -> Callable[..., Any]:
        """A rule of the game; the state itself where it has none."""
        return called_plainly(self.game, rule) if has_rule(self.game, rule) else as_it_is

    def fact(self, column: int, rule: str, as_word: Callable[[Any], int]) -> Answer:
        """An answer that is a word."""
        ask, states, know = called_plainly(self.game, rule), self.positions.states, self.positions.know
        return lambda number, place: know(number, column, as_word(ask(states[number])))

    def word(self, column: int, rule: str) -> Answer:
        """An answer that tells states apart."""
        ask, states, know = self.rule(rule), self.positions.states, self.positions.know
        return lambda number, place: know(number, column, word_for(ask(states[number])))

    def value(self, column: int, rule: str) -> Answer:
        """An answer that is a number of points."""
        ask, states, know = called_plainly(self.game, rule), self.positions.states, self.positions.know_value
        return lambda number, place: know(number, column, ask(states[number]))

    def listing(self, column: int, rule: str) -> Answer:
        """An answer that is a list of actions."""
        ask, states, positions = self.rule(rule), self.positions.states, self.positions

        def answer(number: int, place: int) -> None:
            self.keep(number, column, positions.words_of(ask(states[number])))

        return answer

    def keep(self, number: int, column: int, words: list[int]) -> None:
        """Keep a list of actions, whose priorities are not known yet."""
        first = self.positions.know_list(number, column, words)
        if self.ranked:
            self.positions.ranks[first : first + len(words)] = float("nan")

    # -- rules of their own ------------------------------------------------------------------

    def outcomes(self, number: int, place: int) -> None:
        """What chance may do, with probabilities."""
        pairs = list(islice(self.game.outcomes(self.positions.states[number]), LONGEST + 1))
        words = self.positions.words_of(action for action, _ in pairs)
        first = self.positions.know_list(number, OUTCOMES, words)
        self.positions.ranks[first : first + len(words)] = [float(chance) for _, chance in pairs]

    def symmetries(self, number: int, place: int) -> None:
        """Of each image the word by which the table knows it."""
        images = islice(self.game.symmetries(self.positions.states[number]), LONGEST + 1)
        words = [word_for(self.told_by(image)) for image in images]
        self.positions.know_list(number, SYMMETRIES, words)

    def bounds(self, number: int, place: int) -> None:
        """What MAX gets at least and at most."""
        least, most = called_plainly(self.game, "bounds")(self.positions.states[number])
        self.positions.know_value(number, MOST, most)
        self.positions.know_value(number, LEAST, least)

    def passed(self, number: int, place: int) -> None:
        """The state with the other player to move, or none."""
        unmoved = self.game.passed(self.positions.states[number])
        child = -1 if unmoved is None else self.positions.number_of(unmoved, number)
        self.positions.know(number, PASSED, child)

    def result(self, number: int, place: int) -> None:
        """The state after an action."""
        positions = self.positions
        action = positions.actions[positions.written[place]]
        child = positions.number_of(self.game.result(positions.states[number], action), number)
        positions.links[place] = child
        if not positions.rows[child * COLUMNS]:
            self.look_ahead(child)

    def look_ahead(self, number: int) -> None:
        """What is nearly always asked next; a rule that raises here is asked again when it is."""
        try:  # quicker than contextlib.suppress, and asked for each state
            self.over(number, 0)
            self.mover(number, 0)
        except Exception:
            pass

    def priority(self, number: int, place: int) -> None:
        """How early to try an action."""
        positions = self.positions
        action = positions.actions[positions.written[place]]
        positions.ranks[place] = float(self.game.priority(positions.states[number], action))

    def unlisted(self, number: int, place: int) -> None:
        """An action that no rule gave."""
        raise CannotRemember


def as_it_is(state: Any) -> Any:
    """The state itself."""
    return state


def mover_word(player: Any) -> int:
    """Whose turn it is, as a word."""
    if player == MAX:
        return MAX
    if player == MIN:
        return MIN
    return CHANCE if player == CHANCE else NOBODY


def truth(answer: Any) -> int:
    """A truth value, as a word."""
    return 1 if answer else 0
