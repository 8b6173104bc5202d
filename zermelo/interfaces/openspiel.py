"""OpenSpiel both ways: its games searched like any other, and players of ours as its bots.

    search(openspiel_game("connect_four"), seconds=1)
    pyspiel.evaluate_bots(state, [openspiel_bot("engine:depth=4"), openspiel_bot("random")], seed)

On the command line a game is `openspiel:connect_four` or `openspiel:hex(board_size=4)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from zermelo.errors import SearchError
from zermelo.game import CHANCE, MAX, MIN, Game
from zermelo.matches.entrants import entrant
from zermelo.matches.players import Player, Turn, made
from zermelo.matches.records import Terms


def library() -> Any:
    """OpenSpiel, if it is installed."""
    try:
        import pyspiel
    except ImportError:
        raise SearchError("openspiel_needs_extra") from None
    return pyspiel


class Position:
    """A state of OpenSpiel's that nobody changes; equal to those with the same history, or the same text."""

    __slots__ = ("key", "merged", "theirs")

    def __init__(self, theirs: Any, merged: bool) -> None:
        self.theirs, self.merged = theirs, merged
        self.key = (str(theirs), theirs.current_player()) if merged else tuple(theirs.history())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Position({str(self.theirs)!r})"

    def __reduce__(self) -> Any:
        return Position, (self.theirs, self.merged)


class OpenSpielGame(Game[Position, int]):
    """A game of OpenSpiel's for two players who see everything and win what the other loses."""

    def __init__(self, theirs: Any, merged: bool = False, can_repeat: bool = True) -> None:
        self.theirs, self.merged = theirs, merged
        self.payoff_range = (theirs.min_utility(), theirs.max_utility())
        whole = self.payoff_range == (-1, 1)
        self.payoff = "outcome" if whole else "points"  # type: ignore[misc]
        self.repetition = 0 if merged and can_repeat else None  # type: ignore[misc]

    def initial(self) -> Position:
        return Position(self.theirs.new_initial_state(), self.merged)

    def to_move(self, state: Position) -> int:
        player = state.theirs.current_player()
        return CHANCE if state.theirs.is_chance_node() else MIN if player == 1 else MAX

    def actions(self, state: Position) -> list[int]:
        return [] if state.theirs.is_terminal() else list(state.theirs.legal_actions())

    def result(self, state: Position, action: int) -> Position:
        return Position(state.theirs.child(action), self.merged)

    def is_terminal(self, state: Position) -> bool:
        return bool(state.theirs.is_terminal())

    def utility(self, state: Position) -> Any:
        value = state.theirs.returns()[MAX]
        return int(value) if value == int(value) else value

    def show(self, state: Position) -> str:
        return str(state.theirs)

    def name(self, state: Position, action: int) -> str:
        player = library().PlayerId.CHANCE if self.to_move(state) == CHANCE else state.theirs.current_player()
        return str(state.theirs.action_to_string(int(player), action))


class OpenSpielDice(OpenSpielGame):
    """The same with dice."""

    def outcomes(self, state: Position) -> Iterable[tuple[int, float]]:
        return list(state.theirs.chance_outcomes())


def openspiel_game(game: Any, *, merged: bool = False, can_repeat: bool = True) -> OpenSpielGame:
    """A game of OpenSpiel's as one of ours, from its name (`hex(board_size=4)`) or the object itself.

    Two positions are equal if they have the same history, which is always right and lets nothing that was
    found on one way serve on another.  `merged=True` takes those whose text and player are the same for
    equal, which is much quicker, and right for games whose text tells all that play depends on;
    `can_repeat=False` says that no such text comes twice in a game, so that it can be solved by searching.
    """
    theirs = loaded(game) if isinstance(game, str) else game
    check(theirs)
    dice = theirs.get_type().chance_mode == library().GameType.ChanceMode.EXPLICIT_STOCHASTIC
    return (OpenSpielDice if dice else OpenSpielGame)(theirs, merged, can_repeat)


def loaded(text: str) -> Any:
    """The game of this name; a sentence for what OpenSpiel does not know."""
    pyspiel = library()
    name = re.split(r"\W", text, maxsplit=1)[0]
    if name not in pyspiel.registered_names():
        raise SearchError("unknown_openspiel_game", name=name)
    try:
        return pyspiel.load_game(text)
    except (pyspiel.SpielError, RuntimeError, ValueError) as error:
        raise SearchError("openspiel_refuses", name=text, reason=str(error).partition("\n")[0]) from None


def check(theirs: Any) -> None:
    """Refuse what no search of ours is about."""
    kinds, about = library().GameType, theirs.get_type()
    wanted = {
        "openspiel_players": theirs.num_players() == 2,
        "openspiel_hidden": about.information == kinds.Information.PERFECT_INFORMATION,
        "openspiel_at_once": about.dynamics == kinds.Dynamics.SEQUENTIAL,
        "openspiel_sum": about.utility == kinds.Utility.ZERO_SUM,
        "openspiel_sampled": about.chance_mode != kinds.ChanceMode.SAMPLED_STOCHASTIC,
    }
    for code, fits in wanted.items():
        if not fits:
            raise SearchError(code, name=about.short_name)


# -- players of ours as bots -----------------------------------------------------------------------


def openspiel_bot(player: Any, *, seconds: float | None = None, seed: int = 0, merged: bool = False) -> Any:
    """A player, as `match` takes it (`engine:depth=4`, `level:3`, a function…), as a `pyspiel.Bot`.

    Random ones are begun anew with `seed` for each game; `seconds` are for a move of who has no own limit.
    """
    return bot_class()(entrant(player), Terms(seconds=seconds), seed, merged)


@cache
def bot_class() -> Any:
    """The class of our bots, which cannot be made before OpenSpiel is there."""
    base: Any = library().Bot

    class Bot(base):  # type: ignore[misc]
        """Sits at the board of whichever game it is asked about first, until that is another one."""

        def __init__(self, who: Any, terms: Terms, seed: int, merged: bool) -> None:
            base.__init__(self)
            self.who, self.terms, self.seed, self.merged = who, terms, seed, merged
            self.game = ""
            self.seat: Player | None = None

        def step(self, state: Any) -> int:
            """The move to make in this state, which is left as it is."""
            seat = self.seated(state)
            turn = Turn(
                Position(state.clone(), self.merged), (), (), MIN if state.current_player() == 1 else MAX
            )
            return int(seat.choose(turn).action)

        def seated(self, state: Any) -> Player:
            """The player of this game, ready to be asked."""
            theirs = state.get_game()
            if self.seat is None or self.game != str(theirs):
                self.game = str(theirs)
                self.seat = made(openspiel_game(theirs, merged=self.merged), self.who, self.terms)
                self.seat.prepare()
                self.seat.begin(self.seed)
            return self.seat

        def restart(self) -> None:
            """A new game."""
            if self.seat is not None:
                self.seat.begin(self.seed)

        def restart_at(self, state: Any) -> None:
            """A new game from a state."""
            self.restart()

        def inform_action(self, state: Any, player_id: int, action: int) -> None:
            """What others do is seen in the next state."""

    return Bot
