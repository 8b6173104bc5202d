"""What the rules files share: parameters that are checked, positions as text."""

from __future__ import annotations

from zermelo.game import MAX, MIN

PLAYERS = ("MAX", "MIN")


def check_whole(**parameters: object) -> None:
    """Every parameter is a whole number, or there is a sentence that says which is not."""
    for name, value in parameters.items():
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError(f"{name} is {value!r}: it must be a whole number")


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
    raise ValueError("a position ends with whose turn it is: MAX or MIN")


def read_marks(text: str, count: int) -> tuple[int, ...]:
    """`count` cells from X (1), O (2) and . (0); spaces, line breaks and / are only for the eye.

    >>> read_marks("X.O / .X. / ...", 9)
    (1, 0, 2, 0, 1, 0, 0, 0, 0)
    """
    marks = [mark for mark in text if not mark.isspace() and mark != "/"]
    for mark in marks:
        if mark not in ".XO":
            raise ValueError(f"{mark!r} is no cell: write X, O or . for each")
    if len(marks) != count:
        raise ValueError(f"this position has {len(marks)} cells, and the board has {count}")
    return tuple(".XO".index(mark) for mark in marks)


def turn_after(marks: tuple[int, ...]) -> int:
    """Whose turn it is where X begins and the players alternate."""
    crosses, noughts = marks.count(1), marks.count(2)
    if crosses - noughts not in (0, 1):
        raise ValueError(f"{crosses} X and {noughts} O: X begins, so there are as many X as O, or one more")
    return MAX if crosses == noughts else MIN
