"""What can go wrong: families of errors to catch, each error with a code, its parameters and one sentence."""

from __future__ import annotations

from typing import Any

from zermelo.messages import Message


class ZermeloError(Exception):
    """Base of every error a user of the library can cause; its text is a sentence for people.

    >>> error = SearchError("unknown_engine", name="fast", choices=["auto", "compiled"])
    >>> error.code, error.parameters["name"], str(error)
    ('unknown_engine', 'fast', "engine 'fast' is unknown: choose from auto, compiled")
    """

    def __init__(self, said: str | Message, /, **parameters: Any) -> None:
        self.message = Message.of(said, **parameters)
        super().__init__(self.message)

    @property
    def code(self) -> str:
        """Names what is wrong, for programs; stays the same when the sentence is worded better."""
        return self.message.code

    @property
    def parameters(self) -> dict[str, Any]:
        """The facts in the sentence, by name."""
        return self.message.parameters

    def as_json(self) -> dict[str, Any]:
        """Code, parameters and sentence."""
        return self.message.as_json()


class RulesError(ZermeloError):
    """The rules of a game broke a promise of the contract."""


class SearchError(ZermeloError):
    """A search was asked for something it cannot do."""


class CompilerFailed(SearchError):
    """The compiler could not do its work, for a reason that lies outside the rules."""


class ProblemError(ZermeloError):
    """A constraint problem is not well formed, or one of its constraints failed."""


class TreeError(ZermeloError, ValueError):
    """A tree is not well formed."""


class GameError(ZermeloError, ValueError):
    """A game of ours cannot be played with these parameters, or cannot read this position."""


class MatrixError(ZermeloError, ValueError):
    """A payoff matrix is not well formed, or something was asked of it that it cannot answer."""


class Stopped(Exception):
    """Raised inside a search to leave it at once, in both worlds; nobody above the search sees it."""


class CannotRemember(Exception):
    """Raised inside a search that remembers what rules say: they say something that it cannot keep.

    Nobody above the search sees it: the interpreted one goes on.
    """

    def __init__(self, *, fraction: bool = False) -> None:
        super().__init__()
        self.fraction = fraction
        """Was it a fraction, where only whole numbers are kept?"""


class CannotCompile(ZermeloError):
    """These rules play interpreted only: names the place, the construct and what to write instead."""

    def __init__(self, construct: str | Message, advice: str | Message, place: str | Message = "") -> None:
        self.construct, self.advice, self.place = str(construct), str(advice), str(place)
        self.because = (construct, advice)
        told = {"construct": construct, "advice": advice}
        if place:
            super().__init__("cannot_compile_at", place=place, **told)
        else:
            super().__init__("cannot_compile", **told)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (*self.because, self.parameters.get("place", ""))

    def at(self, place: str | Message) -> CannotCompile:
        """The same, in a place that its reader can find."""
        return CannotCompile(*self.because, place)
