"""What can go wrong, said in one sentence."""

from __future__ import annotations


class ZermeloError(Exception):
    """Base of every error a user of the library can cause; its text is a sentence for people."""


class RulesError(ZermeloError):
    """The rules of a game broke a promise of the contract."""


class SearchError(ZermeloError):
    """A search was asked for something it cannot do."""


class ProblemError(ZermeloError):
    """A constraint problem is not well formed, or one of its constraints failed."""


class Stopped(Exception):
    """Raised inside a search to leave it at once, in both worlds; nobody above the search sees it."""


class CannotCompile(ZermeloError):
    """These rules play interpreted only: names the place, the construct and what to write instead."""

    def __init__(self, construct: str, advice: str, place: str = "") -> None:
        self.construct, self.advice, self.place = construct, advice, place
        super().__init__(f"{place + ': ' if place else ''}{construct} cannot be compiled; {advice}")
