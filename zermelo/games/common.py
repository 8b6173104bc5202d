"""What the rules files share: parameters that are checked, positions as text."""

from __future__ import annotations

from zermelo.errors import GameError
from zermelo.game import MAX, MIN, SEATS, player_name

PLAYERS = ("MAX", "MIN")
SEAT_MARKS = "XO◇⬡"
"""The stones of up to four players, told apart without colour."""


def check_whole(**parameters: object) -> None:
    """Every parameter is a whole number, or there is a sentence that says which is not."""
    for name, value in parameters.items():
        if not isinstance(value, int) or isinstance(value, bool):
            raise GameError("parameter_not_whole", parameter=name, given=repr(value))


def truth(name: str, value: object) -> bool:
    """The truth value of a parameter, which is 1 or 0 where a link has it; or a sentence."""
    if value not in (True, False):
        raise GameError("neither_true_nor_false", option=name, given=repr(value))
    return bool(value)


def turn_line(turn: int) -> str:
    """The last line of a drawing that does not say by itself whose turn it is."""
    return f"{PLAYERS[turn]} to move"


def split_turn(text: str) -> tuple[str, int]:
    """A position without its last word, and whose turn that word says it is.

    >>> split_turn("3 4 5 MIN to move")
    ('3 4 5', 1)
    >>> split_turn("3 4 5 MAX")
    ('3 4 5', 0)
    """
    body = text.rstrip().removesuffix("to move").rstrip()
    for player, word in enumerate(PLAYERS):
        if body.endswith(word):
            return body[: -len(word)].rstrip(), player
    raise GameError("position_without_turn")


def read_marks(text: str, count: int) -> tuple[int, ...]:
    """`count` cells from X (1), O (2) and . (0); spaces, line breaks and / are only for the eye.

    >>> read_marks("X.O / .X. / ...", 9)
    (1, 0, 2, 0, 1, 0, 0, 0, 0)
    """
    marks = [mark for mark in text if not mark.isspace() and mark != "/"]
    for mark in marks:
        if mark not in ".XO":
            raise GameError("not_a_cell", mark=mark)
    if len(marks) != count:
        raise GameError("wrong_cell_count", given=len(marks), count=count)
    return tuple(".XO".index(mark) for mark in marks)


def refuse_won(won: bool, turn: int) -> None:
    """A position in which the player to move has won already: who would have played on?"""
    if won:
        raise GameError("won_before", player=PLAYERS[turn])


def turn_after(marks: tuple[int, ...]) -> int:
    """Whose turn it is where X begins and the players alternate."""
    crosses, noughts = marks.count(1), marks.count(2)
    if crosses - noughts not in (0, 1):
        raise GameError("wrong_mark_counts", crosses=crosses, noughts=noughts)
    return MAX if crosses == noughts else MIN


# -- three or more players ----------------------------------------------------------------------------


def check_seats(players: object) -> int:
    """How many play: three or more."""
    check_whole(players=players)
    if not isinstance(players, int) or not 3 <= players <= SEATS:
        raise GameError("wrong_seats", most=SEATS, given=players)
    return players


def seat_line(turn: int) -> str:
    """The last line of a drawing: whose turn it is."""
    return f"{player_name(turn, SEATS)} to move"


def split_seat(text: str, players: int) -> tuple[str, int]:
    """A position without its last word, and whose turn that word says it is.

    >>> split_seat("3 4 5 C to move", 3)
    ('3 4 5', 2)
    """
    body = text.strip().removesuffix("to move").rstrip()
    names = [player_name(seat, SEATS) for seat in range(players)]
    if not body or body[-1] not in names:
        raise GameError("position_without_seat", names=names)
    return body[:-1].rstrip(), names.index(body[-1])
