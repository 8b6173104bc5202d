"""Texts, bytes and members of enumerations in machine code: as Python has them."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Any

import pytest

from zermelo import CannotCompile
from zermelo.algorithms.pvs import pvs
from zermelo.game import MAX, MIN, Game
from zermelo.kernel.bind import Interpreted
from zermelo.kernel.machine.kernel import Machine
from zermelo.kernel.options import Options
from zermelo.kernel.primitives import hash_of
from zermelo.kernel.run import Run, State, Value, visited

TEXTS = [
    ("X..OX....", "ab", "X", 3),
    (".........", "", " a longer text ", -2),
    ("XOXOXOXOX", "12 3", "-7", 7),
    ("ab1|aab.X", "éÿ-", "é", 0),
]


class Piece(Enum):
    RED = "r"
    BLUE = "blue"

    @property
    def other(self) -> Piece:
        return Piece.BLUE if self is Piece.RED else Piece.RED


WORTH = {Piece.RED: 59, Piece.BLUE: 61}


class Rank(IntEnum):
    LOW = -3
    HIGH = 7


class Mark(str, Enum):  # noqa: UP042
    CROSS = "X"
    LONG = "a long one"


class Given(Game[Any, int]):
    """States from a list; `asked` says what is computed of them."""

    def __init__(self, states: list[Any]) -> None:
        self.states = states

    def initial(self) -> Any:
        return self.states[0]

    def to_move(self, state: Any) -> int:
        return MAX

    def actions(self, state: Any) -> list[int]:
        return list(range(len(self.states)))

    def result(self, state: Any, action: int) -> Any:
        return self.states[action]

    def is_terminal(self, state: Any) -> bool:
        return False

    def utility(self, state: Any) -> int:
        return 0


def asked(game: Game[Any, Any], state: State, run: Run) -> Value:
    """EVAL, and nothing else."""
    return game.evaluate(state)


def hashed(game: Game[Any, Any], state: State, run: Run) -> Value:
    return hash_of(state) >> 3  # type: ignore[return-value]


def weight(text: str) -> int:
    """A number that tells texts apart."""
    total = 7
    for letter in text:
        total = (total * 31 + ord(letter)) % 1000003
    return total


class Cutting(Given):
    def evaluate(self, state: Any) -> int:
        a, b, s, n = state
        total = weight(a[n:]) + 2 * weight(a[:n] + b) + 3 * weight(a[::-2]) + 5 * weight(s[n:-1:3])
        total += 7 * weight((b + s) * n) + 11 * weight(a[n % 9]) + 13 * len(b + s)
        total += 17 * weight(a.replace("X", b)) + 19 * weight(s.strip() + s.lstrip(" -") + s.rstrip("t "))
        total += 23 * weight("|".join(s.split())) + 29 * len(a.split("X")) + 31 * weight(b.join([a, s, b]))
        for part in s.partition("a") + a.rpartition("O"):
            total = total * 3 % 1000003 + weight(part)
        return total


class Looking(Given):
    def evaluate(self, state: Any) -> int:
        a, b, s, n = state
        total = a.count("X") + 2 * a.find("OX") + 3 * a.rfind("X", 0, n) + 5 * ("." in a) + 7 * (b in a)
        total += (
            11 * (a < s) + 13 * (b == "ab") + 17 * (s >= b) + 19 * a.startswith(("X.", ".")) + 23 * bool(b)
        )
        total += (
            29 * s.isalpha() + 31 * b.isalnum() + 37 * s.isupper() + 41 * b[:1].isdigit() + 43 * s.count("")
        )
        total += weight(max(a, b, s)) + weight("".join(sorted(a))) + weight(min(a))
        return total + sum(47 for letter in a if letter in "XO") + 53 * (s.find(b, n) if b else -9)


class Making(Given):
    def evaluate(self, state: Any) -> int:
        a, b, s, n = state
        total = weight(f"{n:03d}|{b:>5}|{s!r}|{n * 1000:+}|{n & 15:#x}") + 2 * weight("%s-%4d" % (a, n))  # noqa: UP031
        total += 3 * weight("{1}/{0:^7}".format(b, n)) + 5 * weight(str((n, b))) + 7 * weight(str(n < 2))  # noqa: UP030, UP032
        total += 11 * weight(a.lower() + s.upper() + b.title() + s.swapcase()) + 13 * weight(b.center(9, "*"))
        total += (
            17 * weight(str(-n).zfill(5) + chr(70 + n))
            + 19 * int(f" {n}0 ")
            + 23 * int("f" + str(abs(n)), 16)
        )
        return total + 29 * weight("".join("Q" if letter == "X" else letter for letter in a)) + weight(bin(n))


class Failing(Given):
    def evaluate(self, state: Any) -> int:
        a, b, _, n = state
        if n == 3:
            return int(a)
        if n == -2:
            return ord(b)
        return a.index("zz") if n == 7 else weight(b[5])


class Members(Given):
    def evaluate(self, state: Any) -> int:
        piece, rank, mark, data = state
        total = (
            weight(piece.value)
            + 2 * weight(piece.name)
            + 3 * (piece is Piece.RED)
            + 5 * weight(piece.other.name)
        )
        total += 7 * (rank + 1) + 11 * weight(rank.name) + 13 * (rank == 7) + 17 * (rank is Rank.HIGH)
        total += 19 * (mark == "X") + 23 * weight(mark.value) + 29 * len(mark) + 31 * (Piece("blue") == piece)
        total += (
            37 * data[1] + 41 * len(data[1:]) + 43 * data.count(2) + 47 * sum(data) + 53 * (data == b"\1\2\3")
        )
        total += WORTH[piece] if (3 in data) else data.find(b"\2")
        return total + sum(67 * (each is piece) for each in Piece) + weight(f"{rank}{piece}")


def answers(kernel: Any, game: Any) -> list[Any]:
    found: list[Any] = []
    for state in game.states:
        run = kernel.new_run()
        kernel.place(run, state)
        try:
            kernel.execute(run)
        except Exception as error:
            found.append(type(error))
        else:
            found.append(int(run.value))
    return found


@pytest.mark.parametrize("kind", [Cutting, Looking, Making, Failing])
def test_operations_of_texts(kind: type[Given]) -> None:
    game, options = kind(TEXTS), Options(outcome=False)
    wanted = answers(Interpreted(game, asked, options, False), game)  # type: ignore[arg-type]
    assert answers(Machine(game, asked, options, False).obtain(), game) == wanted
    assert kind is not Failing or wanted == [ValueError, TypeError, ValueError, IndexError]


def test_members_and_bytes() -> None:
    game = Members(
        [(p, r, m, d) for p in Piece for r in Rank for m in Mark for d in (b"\1\2\3", bytes(9) + b"\2")]
    )
    options = Options(outcome=False)
    wanted = answers(Interpreted(game, asked, options, False), game)  # type: ignore[arg-type]
    machine = Machine(game, asked, options, False).obtain()
    assert answers(machine, game) == wanted


@pytest.mark.parametrize("letters", ["ab\0~", "aéÿ", "a●é😀"])
def test_hashes(letters: str) -> None:
    texts = [(letters * 9)[start : start + size] for size in (0, 1, 2, 6, 7, 8, 9, 20) for start in range(4)]
    every: list[list[Any]] = [
        list(texts),
        [(text, 3) for text in texts],
        [(text,) * 20 for text in texts],
        [(tuple(text), text.encode()) for text in texts],
        [(Piece.BLUE, Rank.LOW, Mark.LONG, None if len(text) > 7 else text) for text in texts],
    ]
    for states in every:
        game = type("Fresh", (Given,), {})(
            states
        )  # the machine code of another game of the class would be taken
        machine = Machine(game, hashed, Options(outcome=False), False).obtain()  # type: ignore[arg-type]
        assert answers(machine, game) == [hash_of(state) >> 3 for state in states]


class Line(Game[Any, Any]):
    """A line of cells, in any letters; an action is a text, a number and a member."""

    marks, size = "XO.", 5

    def initial(self) -> Any:
        return self.marks[2] * self.size, Piece.RED, "none"

    def to_move(self, state: Any) -> int:
        return MAX if state[1] is Piece.RED else MIN

    def actions(self, state: Any) -> Any:
        for place, cell in enumerate(state[0]):
            if cell == self.marks[2]:
                yield f"c{place + 8}", place, state[1]

    def result(self, state: Any, action: Any) -> Any:
        name, place, piece = action
        mark = self.marks[0] if piece is Piece.RED else self.marks[1]
        assert int(name[1:]) == place + 8
        return state[0][:place] + mark + state[0][place + 1 :], piece.other, name

    def is_terminal(self, state: Any) -> bool:
        return self.marks[2] not in state[0] or self.marks[0] * 3 in state[0] or self.marks[1] * 3 in state[0]

    def utility(self, state: Any) -> int:
        return (self.marks[0] * 3 in state[0]) - (self.marks[1] * 3 in state[0])

    def evaluate(self, state: Any) -> int:
        return int(state[0].find(self.marks[0])) - int(state[0].rfind(self.marks[1]))


class WideLine(Line):
    marks = "●○·"


class LongLine(Line):
    size = 9


@pytest.mark.parametrize("kind", [Line, WideLine, LongLine])
def test_searches_of_states_and_actions_that_are_texts(kind: type[Game[Any, Any]]) -> None:
    found = []
    for make in (Interpreted, Machine):
        game = kind()
        kernel: Any = make(game, pvs, Options(table=False), False)
        kernel = kernel.obtain() if make is Machine else kernel
        run = kernel.new_run()
        kernel.place(run, game.initial())
        run.depth, run.unlimited = 4, False
        kernel.execute(run)
        found.append((kernel.number(run.value), int(visited(run))))
        for action in game.actions(game.initial()):
            assert kernel.action(kernel.stored(action)) == action
    assert found[0] == found[1]


class Fraction(Given):
    def evaluate(self, state: Any) -> int:
        return len(f"{state[3] / 2:.2f}")


def test_the_text_of_a_fraction_is_refused() -> None:
    with pytest.raises(CannotCompile, match="a fraction"):
        Machine(Fraction(TEXTS), asked, Options(outcome=False), False).obtain()
