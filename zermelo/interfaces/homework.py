"""Homework as it is handed in: the vocabularies of CS50, AIMA, CS188 and easyAI, played unchanged.

Each class here is a game of ours around rules of theirs.  Their states may be lists, dictionaries or
objects that change: they are copied or frozen, so these games play interpreted.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from zermelo.game import MAX, MIN, Game, Payoff

CS50_WORDS = ("initial_state", "player", "actions", "result", "terminal", "utility")
AIMA_WORDS = ("actions", "result", "utility", "terminal_test", "to_move")
CS188_WORDS = ("getLegalActions", "generateSuccessor", "isWin", "isLose")
EASYAI_WORDS = ("possible_moves", "make_move", "is_over")


def speaks(thing: Any, words: tuple[str, ...]) -> bool:
    """Does this module, class or object have all these functions?"""
    return all(callable(getattr(thing, word, None)) for word in words)


def frozen(value: Any) -> Any:
    """Lists as tuples, sets as frozensets, at any depth."""
    if isinstance(value, list | tuple):
        return tuple(map(frozen, value))
    if isinstance(value, set):
        return frozenset(map(frozen, value))
    return value


def thawed(value: Any) -> Any:
    """Tuples as lists, at any depth: how CS50's boards are written."""
    return [thawed(part) for part in value] if isinstance(value, tuple) else value


def in_order(actions: Any) -> list[Any]:
    """A set of actions in an order that is always the same."""
    if not isinstance(actions, set | frozenset):
        return list(actions)
    try:
        return sorted(actions)
    except TypeError:
        return sorted(actions, key=repr)


class CS50(Game):
    """A module with functions of a board: player, actions, result, terminal, utility (1 if X has won)."""

    def __init__(self, module: Any) -> None:
        self.module = module
        self.first = module.player(module.initial_state())

    def initial(self) -> Any:
        return frozen(self.module.initial_state())

    def to_move(self, state: Any) -> int:
        return MAX if self.module.player(thawed(state)) == self.first else MIN

    def actions(self, state: Any) -> Iterator[Any]:
        yield from in_order(self.module.actions(thawed(state)))

    def result(self, state: Any, action: Any) -> Any:
        return frozen(self.module.result(thawed(state), action))

    def is_terminal(self, state: Any) -> bool:
        return bool(self.module.terminal(thawed(state)))

    def utility(self, state: Any) -> Any:
        return self.module.utility(thawed(state))

    def show(self, state: Any) -> str:
        return "\n".join(" ".join("." if cell is None else str(cell) for cell in row) for row in state)


class AIMA(Game):
    """An object with to_move, actions, result, terminal_test and utility(state, player)."""

    payoff: ClassVar[Payoff] = "points"

    def __init__(self, game: Any) -> None:
        self.game = game
        self.first = game.to_move(game.initial)

    def initial(self) -> Any:
        return self.game.initial

    def to_move(self, state: Any) -> int:
        return MAX if self.game.to_move(state) == self.first else MIN

    def actions(self, state: Any) -> Iterator[Any]:
        yield from in_order(self.game.actions(state))

    def result(self, state: Any, action: Any) -> Any:
        return self.game.result(state, action)

    def is_terminal(self, state: Any) -> bool:
        return bool(self.game.terminal_test(state))

    def utility(self, state: Any) -> Any:
        return self.game.utility(state, self.first)


class CS188(Game):
    """A game state with getLegalActions(agent), generateSuccessor(agent, action), isWin, isLose.

    Agent 0 is MAX, all others are MIN; the state knows whose turn it is.
    """

    payoff: ClassVar[Payoff] = "points"

    def __init__(self, start: Any, evaluation: Callable[[Any], Any] | None = None) -> None:
        self.start, self.evaluation = start, evaluation or score_of_state
        self.agents = start.getNumAgents() if callable(getattr(start, "getNumAgents", None)) else 2

    def initial(self) -> tuple[Any, int]:
        return (self.start, 0)

    def to_move(self, state: tuple[Any, int]) -> int:
        return MAX if state[1] == 0 else MIN

    def actions(self, state: tuple[Any, int]) -> Iterator[Any]:
        yield from state[0].getLegalActions(state[1])

    def result(self, state: tuple[Any, int], action: Any) -> tuple[Any, int]:
        return (state[0].generateSuccessor(state[1], action), (state[1] + 1) % self.agents)

    def is_terminal(self, state: tuple[Any, int]) -> bool:
        return bool(state[0].isWin() or state[0].isLose())

    def utility(self, state: tuple[Any, int]) -> Any:
        return self.evaluation(state[0])

    def evaluate(self, state: tuple[Any, int]) -> Any:
        return self.evaluation(state[0])


def score_of_state(state: Any) -> Any:
    """getScore(), or 1 and -1 for won and lost."""
    if callable(getattr(state, "getScore", None)):
        return state.getScore()
    return 1 if state.isWin() else -1 if state.isLose() else 0


class EasyAI(Game):
    """A game object of easyAI: possible_moves, make_move, is_over, scoring or lose, and whose turn it is.

    Their games change in place, so every state of ours is a copy of one.
    """

    payoff: ClassVar[Payoff] = "points"

    def __init__(self, game: Any) -> None:
        self.game = game
        self.first = current_player(game)

    def initial(self) -> Any:
        return copy.deepcopy(self.game)

    def to_move(self, state: Any) -> int:
        return MAX if current_player(state) == self.first else MIN

    def actions(self, state: Any) -> Iterator[Any]:
        yield from state.possible_moves()

    def result(self, state: Any, action: Any) -> Any:
        following = copy.deepcopy(state)
        following.make_move(action)
        switch_player(following)
        return following

    def is_terminal(self, state: Any) -> bool:
        return bool(state.is_over())

    def utility(self, state: Any) -> Any:
        """Their scores are for the player to move."""
        score = state.scoring() if callable(getattr(state, "scoring", None)) else -1 if state.lose() else 0
        return score if self.to_move(state) == MAX else -score

    evaluate = utility

    def show(self, state: Any) -> str:
        return str(state)


def current_player(game: Any) -> int:
    return int(getattr(game, "current_player", getattr(game, "nplayer", 1)))


def switch_player(game: Any) -> None:
    if callable(getattr(game, "switch_player", None)):
        game.switch_player()
    elif hasattr(game, "current_player"):
        game.current_player = 3 - game.current_player
    else:
        game.nplayer = 3 - game.nplayer


def adapted(thing: Any) -> Game | None:
    """A module, class or object in one of these vocabularies as a game of ours; None if it is in none."""
    if isinstance(thing, type):
        for words, adapter in ((AIMA_WORDS, AIMA), (CS188_WORDS, CS188), (EASYAI_WORDS, EasyAI)):
            if speaks(thing, words):
                return adapter(made(thing))
        return None
    if speaks(thing, CS50_WORDS):
        return CS50(thing)
    if speaks(thing, AIMA_WORDS):
        return AIMA(thing)
    if speaks(thing, CS188_WORDS):
        return CS188(thing)
    return EasyAI(thing) if speaks(thing, EASYAI_WORDS) else None


def made(kind: type) -> Any:
    """An object of a homework class; easyAI's take a list of two players."""
    try:
        return kind()
    except TypeError:
        return kind([None, None])
