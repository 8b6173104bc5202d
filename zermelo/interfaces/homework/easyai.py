"""The games of easyAI: objects that change in place, with players that they are made with."""

from __future__ import annotations

import contextlib
import copy
import inspect
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar

from zermelo.errors import SearchError
from zermelo.game import MAX, MIN, Payoff
from zermelo.interfaces.homework.adapter import Adapter, drawer_of, drawing, frozen, has_word
from zermelo.interfaces.parameters import required
from zermelo.running.content import content

SCORES = ("scoring", "lose", "win")
"""What says how a game ended, for the player whose turn it is."""


class Player:
    """Stands for one of the two players that games are made with, and keeps what they write on it."""

    def __init__(self, name: str) -> None:
        self.name = name


def players() -> list[Player]:
    """Two of them, as constructors expect."""
    return [Player("MAX"), Player("MIN")]


class EasyAI(Adapter):
    """A game object with possible_moves, make_move, is_over, scoring or lose, and whose turn it is.

    Their games change in place, so every state of ours is a copy of one.
    """

    homework: ClassVar[str] = "easyAI"
    words: Mapping[str, str] = MappingProxyType(
        {
            "actions": "possible_moves",
            "result": "make_move",
            "is_terminal": "is_over",
            "utility": "scoring",
            "evaluate": "scoring",
            "key": "ttentry",
        }
    )
    payoff: ClassVar[Payoff] = "points"

    def __init__(self, theirs: Any) -> None:
        super().__init__(theirs)
        self.first = current_player(theirs)
        self.score = next((word for word in SCORES if has_word(theirs, word)), "")
        if not self.score:
            facts = {"game": type(self).__name__, "vocabulary": self.homework}
            raise SearchError("homework_lacks_one_of", **facts, choices=[*SCORES])
        self.words = {**self.words, "utility": self.score, "evaluate": self.score}

    @classmethod
    def needs(cls) -> tuple[str, ...]:
        return ("possible_moves", "make_move", "is_over")

    @classmethod
    def of(cls, theirs: Any, title: str) -> Adapter:
        kind = EasyAIWithEntries if has_word(theirs, "ttentry") else cls
        return super(EasyAI, kind).of(theirs, title)

    def initial(self) -> Any:
        return told_apart(copy.deepcopy(self.theirs))

    def to_move(self, state: Any) -> int:
        return MAX if current_player(state) == self.first else MIN

    def actions(self, state: Any) -> Iterator[Any]:
        yield from map(frozen, asked(state, "possible_moves"))

    def result(self, state: Any, action: Any) -> Any:
        following = copy.deepcopy(state)
        following.make_move(as_given(state, action))
        switch_player(following)
        return following

    def is_terminal(self, state: Any) -> bool:
        return bool(asked(state, "is_over"))

    def utility(self, state: Any) -> Any:
        """Their scores are for the player to move."""
        said = asked(state, "is_over", self.score)
        score = said if self.score == "scoring" else bool(said) * (1 if self.score == "win" else -1)
        return score if self.to_move(state) == MAX else -score

    evaluate = utility

    def show(self, state: Any) -> str:
        return drawing(drawer_of(state, 0)) or str(state)


class EasyAIWithEntries(EasyAI):
    """A game that tells its positions apart itself, by ttentry()."""

    def __init__(self, theirs: Any) -> None:
        super().__init__(theirs)
        self._numbers: dict[Any, int] = {}
        """Every entry that was seen, with its number."""

    def key(self, state: Any) -> int:
        entry = (current_player(state), frozen(asked(state, "ttentry")))
        return self._numbers.setdefault(entry, len(self._numbers))


def told_apart(theirs: Any) -> Any:
    """The game object, equal to those that hold the same where its class says nothing of equality."""
    kind: Any = type(theirs)
    if not any("__eq__" in vars(each) for each in kind.__mro__[:-1]):
        with contextlib.suppress(TypeError):  # a class of another layout keeps its own
            theirs.__class__ = by_content(kind)
    return theirs


@cache
def by_content(kind: Any) -> Any:
    """The class, with an equality."""

    def is_equal(self: Any, other: Any) -> bool:
        return type(self) is type(other) and bool(content(self) == content(other))

    def hashed(self: Any) -> int:
        return hash(content(self))

    names = {"__module__": kind.__module__, "__doc__": kind.__doc__}
    return type(kind.__name__, (kind,), {**names, "__eq__": is_equal, "__hash__": hashed})


def asked(state: Any, *words: str) -> Any:
    """What the last of these says, one asked after another as easyAI does; notes they make are wiped out."""
    notes = getattr(state, "__dict__", {})
    before = dict(notes)
    try:
        return [getattr(state, word)() for word in words][-1]
    finally:
        notes.clear()
        notes.update(before)


def as_given(state: Any, action: Any) -> Any:
    """A move as possible_moves gave it, be it a list."""
    if not isinstance(action, tuple):
        return action
    return next((move for move in asked(state, "possible_moves") if frozen(move) == action), action)


def current_player(game: Any) -> int:
    return int(getattr(game, "current_player", getattr(game, "nplayer", 1)))


def switch_player(game: Any) -> None:
    if has_word(game, "switch_player"):
        game.switch_player()
    elif hasattr(game, "current_player"):
        game.current_player = 3 - game.current_player
    else:
        game.nplayer = 3 - game.nplayer


def where_players_go(signature: inspect.Signature) -> str:
    """The parameter of a constructor that takes the players; "" where none does."""
    if "players" in signature.parameters:
        return "players"
    return next(iter(required(signature)), "")
