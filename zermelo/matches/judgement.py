"""What the moves of a game were worth: the value before and after each, the better move, the refutation."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import Any, Generic

from zermelo.game import CHANCE, MAX, MIN, Action, jsonable
from zermelo.messages import Brief, counted
from zermelo.report import score_dict
from zermelo.score import PLAYERS, Score

LABELS = {"blunder": 0.20, "mistake": 0.10, "inaccuracy": 0.05}
"""What a move is called that loses so much of the chance to win, or more."""
DEEP = 8
"""Plies that estimates have to look ahead to call a move worse than an inaccuracy."""
BEST, GOOD, ONLY, DICE, OPENING = "best", "good", "only", "dice", "opening"
"""Nothing is better; next to nothing is lost; there was no choice; nobody chose; nor in a match's opening."""
UNCLEAR = "unclear"
"""Too little is proved, and the game has no estimates."""
SIDES = {**PLAYERS, CHANCE: "dice"}


@dataclass(frozen=True, repr=False)
class Judged(Brief, Generic[Action]):
    """One ply of a game."""

    ply: int
    """From 1 on."""
    player: int
    """MAX, MIN or CHANCE."""
    name: str
    """The move that was made."""
    action: Action
    before: Score
    """With the best move."""
    after: Score
    """With the move that was made."""
    chances: tuple[float, float]
    """The mover's chance to win before and after, from 0 to 1; where dice were thrown MAX's."""
    best: str = ""
    """What the search would have played."""
    better: tuple[str, ...] = ()
    """The best line: that move, the best answer, …"""
    refutation: tuple[str, ...] = ()
    """How the opponent makes the most of the move that was made."""
    choices: int = 0
    """How many moves there were to choose from."""
    depth: int | None = None
    """How many plies ahead both values looked; None where random games gave them."""
    doubt: float = 0.0
    """How much of the loss an iteration earlier did not show, or may be the luck of random games."""
    opening: bool = False
    """Was it made before the players began?"""
    blind: bool = False
    """Whether values that are not proved are unknown, because the game has no estimates."""

    def __str__(self) -> str:
        return f"{self.ply}. {self.name} ({SIDES[self.player]}): {self.label}"

    @property
    def chosen(self) -> bool:
        """Did a player choose it?"""
        return self.player != CHANCE and not self.opening

    @property
    def loss(self) -> float:
        """How much of the chance to win the move is known to have cost, from 0 to 1; nothing where nobody
        chose."""
        judged = self.chosen and (self.proved or not self.blind)
        return max(0.0, self.chances[0] - self.chances[1]) if judged else 0.0

    @property
    def proved(self) -> bool:
        """Is the loss certain, because both values are proved?"""
        return self.before.proved and self.after.proved

    @property
    def turned(self) -> bool:
        """Whether the position is proved to be lost after the move and nothing is known of it before."""
        return self.label == UNCLEAR and self.after.proved and self.chances[1] == 0

    @property
    def label(self) -> str:
        """blunder, mistake, inaccuracy, good, best, only, unclear; or dice, opening."""
        if not self.chosen:
            return OPENING if self.opening else DICE
        if self.choices == 1:
            return ONLY
        if self.blind and not self.proved:
            return UNCLEAR
        certain = self.loss if self.proved else self.loss - self.doubt
        found = next((label for label, least in LABELS.items() if certain >= least), None)
        if found is None:
            return BEST if self.is_best else GOOD
        return "inaccuracy" if self.is_shallow else found

    @property
    def is_shallow(self) -> bool:
        """Are both values estimates that did not look far?"""
        either = self.before.proved or self.after.proved
        return not either and self.depth is not None and self.depth < DEEP

    @property
    def is_best(self) -> bool:
        """Is it the search's own choice, or proved to be as good?"""
        return self.name == self.best or (self.proved and self.before == self.after)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "ply": self.ply, "player": SIDES[self.player], "move": self.name, "action": jsonable(self.action),
            "label": self.label, "loss": self.loss, "doubt": self.doubt, "chances": list(self.chances),
            "proved": self.proved, "blind": self.blind, "depth": self.depth,
            "before": score_dict(self.before), "after": score_dict(self.after),
            "best": self.best, "better": list(self.better), "refutation": list(self.refutation),
        }  # fmt: skip


@dataclass(frozen=True)
class Account:
    """What a player's moves have cost."""

    moves: int
    """Those with a choice that are judged."""
    loss: float
    """Of the chance to win, for a move on average."""
    labels: dict[str, int]
    """How often each of the bad ones was earned."""


@dataclass(frozen=True, repr=False)
class Review(Brief, Generic[Action]):
    """A game judged move by move, or as much of it as is judged so far: from the end on backwards."""

    moves: tuple[Judged[Action], ...]
    """In the order in which they were made."""
    plies: int
    """How many there are to be."""
    scale: float | None
    """What an estimate is divided by to be the logarithm of the odds; None: estimates are averages."""
    algorithm: str
    blind: bool = False
    """Whether values that are not proved are unknown, because the game has no estimates."""

    def __str__(self) -> str:
        judged = f"{len(self.moves)} of {counted(self.plies, 'move')} by {self.algorithm}"
        return f"{judged}: {'; '.join(map(str, self.moves))}"

    @property
    def finished(self) -> bool:
        """Is every move judged?"""
        return len(self.moves) == self.plies

    def account(self, player: int) -> Account:
        """What a player's moves have cost."""
        unjudged = (ONLY, OPENING, UNCLEAR)
        own = [move for move in self.moves if move.player == player and move.label not in unjudged]
        labels = {label: sum(move.label == label for move in own) for label in LABELS}
        return Account(len(own), fmean(move.loss for move in own) if own else 0.0, labels)

    def worst(self, player: int) -> Judged[Action] | None:
        """The move that cost a player most, the first of equals; None where none cost anything."""
        own = [move for move in self.moves if move.player == player and move.loss > 0]
        return max(own, key=lambda move: move.loss, default=None)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "plies": self.plies, "scale": self.scale, "algorithm": self.algorithm, "labels": LABELS,
            "moves": [move.as_dict() for move in self.moves],
            "players": {PLAYERS[player]: vars(self.account(player)) for player in (MAX, MIN)},
        }  # fmt: skip
