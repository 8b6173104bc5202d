"""The contract's finer points: `over`, is_terminal asked once for each node, Bits beside NumPy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from budget import LONG, in_turn

from zermelo import CHANCE, MAX, MIN, Bits, Game, RulesError, check, perft, prove, search, solve
from zermelo.strong.build import solved

WORLDS: tuple[Any, ...] = ("interpreted", "compiled") if LONG else ("interpreted",)
"""Of what costs an engine's unit."""


class Bridge(Game):
    """Take one or two of twelve planks; who takes the last one wins, and who leaves seven has won at once."""

    class State(NamedTuple):
        planks: int
        turn: int

    repetition = None

    def initial(self) -> Any:
        return self.State(12, MAX)

    def to_move(self, state: Any) -> int:
        return int(state.turn)

    def actions(self, state: Any) -> Iterator[int]:
        for taken in range(1, 3):
            if taken <= state.planks:
                yield taken

    def result(self, state: Any, action: int) -> Any:
        return self.State(state.planks - action, 1 - state.turn)

    def over(self, state: Any) -> bool:
        return bool(state.planks == 7)

    def utility(self, state: Any) -> int:
        return 1 if state.turn == MIN else -1


class PlainBridge(Bridge):
    """The same game with the rule that `over` replaces."""

    def is_terminal(self, state: Any) -> bool:
        return bool(state.planks in (0, 7))


class Forgetful(Bridge):
    """Its two rules disagree: `over` knows of seven planks, `is_terminal` does not."""

    def is_terminal(self, state: Any) -> bool:
        return bool(state.planks == 0)


class Thrown(Bridge):
    """A coin is thrown after each turn: it may take a plank more.  Chance nodes have outcomes, no actions."""

    class State(NamedTuple):
        planks: int
        turn: int
        thrown: bool

    def initial(self) -> Any:
        return self.State(5, MAX, True)

    def to_move(self, state: Any) -> int:
        return int(state.turn) if state.thrown else CHANCE

    def actions(self, state: Any) -> Iterator[int]:
        if state.thrown:
            for taken in range(1, 3):
                if taken <= state.planks:
                    yield taken

    def outcomes(self, state: Any) -> Iterator[tuple[int, float]]:
        yield 0, 0.5
        yield min(1, state.planks), 0.5

    def result(self, state: Any, action: int) -> Any:
        if state.thrown:
            return self.State(state.planks - action, 1 - state.turn, False)
        return self.State(state.planks - action, state.turn, True)

    def over(self, state: Any) -> bool:
        return bool(state.planks == 3 and state.thrown)


@pytest.mark.parametrize("algorithm", in_turn(["alphabeta"], ["pvs"]))
def test_over_stands_in_for_is_terminal(algorithm: Any) -> None:
    engines = (PlainBridge, "interpreted"), (Bridge, "interpreted"), (Bridge, "compiled")
    found = [search(kind(), algorithm=algorithm, engine=engine) for kind, engine in engines]
    assert not any(report.why_interpreted for report in found)
    assert len({(report.action, str(report.score), report.nodes, report.line) for report in found}) == 1


def test_over_with_dice() -> None:
    found = [
        search(Thrown(), algorithm="expectiminimax", engine=engine) for engine in ("interpreted", "compiled")
    ]
    assert found[0].score == found[1].score
    assert found[0].nodes == found[1].nodes > 10


def test_over_is_solved_proved_and_tabled() -> None:
    games = Bridge(), PlainBridge()
    assert len({str(solve(game).score) for game in games}) == 1
    assert prove(games[0]).answer == prove(games[1]).answer
    tables = [solved(game, engine="interpreted") for game in games]
    assert tables[0].positions == tables[1].positions


def test_check_is_content_with_over_and_compares_it_with_is_terminal() -> None:
    assert not check(Bridge(), seconds=1, compile=False)
    assert not check(PlainBridge(), seconds=1, compile=False)
    names = {finding.name for finding in check(Forgetful(), seconds=1, compile=False)}
    assert "over" in names


def test_perft_counts_the_games_that_ended_earlier_apart() -> None:
    engines = (PlainBridge, "interpreted"), (Bridge, "interpreted"), (Bridge, "compiled")
    for kind, engine in engines:
        count = perft(kind(), depth=9, engine=engine)
        assert (count, count.ended) == (30, 42)


def test_bits_with_numpy_integers() -> None:
    board = Bits(0xF0)
    for number in (np.int64(3), np.uint8(3), np.int32(3), np.uint64(3)):
        found = [
            *(board << number, board >> number, board & number, board | number, board ^ number),
            *(board + number, board - number, board * number, board // number, board % number, board**number),
        ]
        plain = [
            *(board << 3, board >> 3, board & 3, board | 3, board ^ 3),
            *(board + 3, board - 3, board * 3, board // 3, board % 3, board**3),
        ]
        assert found == plain
        assert {type(each) for each in found} == {Bits}
    assert Bits(1) << np.int64(63) == 1 << 63
    assert Bits(1 << 63) << np.int64(1) == 0
    assert Bits(0) - np.int64(1) == (1 << 64) - 1
    with pytest.raises(TypeError):
        Bits(1) + 0.5  # type: ignore[operator]


class Asked(Game):
    """Counts how often is_terminal is asked of each position; no two paths meet."""

    repetition = None

    def __init__(self) -> None:
        self.asked: Counter[Any] = Counter()

    def initial(self) -> Any:
        return ()

    def to_move(self, state: Any) -> int:
        return len(state) % 2

    def actions(self, state: Any) -> range:
        return range(3)

    def result(self, state: Any, action: int) -> Any:
        return (*state, action)

    def is_terminal(self, state: Any) -> bool:
        self.asked[state] += 1
        return len(state) == 5

    def utility(self, state: Any) -> int:
        return sum(place * action for place, action in enumerate(state, 1)) % 3 - 1

    def evaluate(self, state: Any) -> int:
        return sum(state) % 5 - 2


class Watched(Asked):
    """With rules that make the engine look at children before it visits them."""

    def noisy(self, state: Any) -> list[int]:
        return [state[-1]] if len(state) % 3 == 2 else []

    def passed(self, state: Any) -> Any:
        return (*state, 7)

    def priority(self, state: Any, action: int) -> int:
        return action


TEXTBOOK = ("minimax", "negamax", "alphabeta", "alphabeta_negamax", "deepening", "expectiminimax")
AT_THE_ROOT = 20
"""How often a verb itself may ask about the start and about the line that it reports."""


@pytest.mark.parametrize("kind", in_turn([Watched], [Asked]))
@pytest.mark.parametrize("algorithm", [*TEXTBOOK, "pvs", "mtdf"])
def test_is_terminal_is_asked_once_for_each_node(algorithm: Any, kind: type[Asked]) -> None:
    for depth in (3, None):
        game = kind()
        report = search(game, algorithm=algorithm, depth=depth, engine="interpreted")
        assert report.nodes <= sum(game.asked.values()) <= report.nodes + AT_THE_ROOT


@pytest.mark.long
def test_is_terminal_is_asked_once_by_the_other_verbs() -> None:
    game = Asked()
    assert perft(game, depth=6, engine="interpreted").ended == 3**5
    assert set(list(game.asked.values())[1:]) == {1}
    for kind, verb in ((Asked, prove), (Asked, solve), (Watched, prove), (Watched, solve)):
        game = kind()
        nodes = verb(game, engine="interpreted").nodes  # type: ignore[operator]
        assert sum(game.asked.values()) <= nodes + AT_THE_ROOT


class Hesitant(Game):
    """Take one to three stones; every third heap forbids to pass."""

    class State(NamedTuple):
        left: int
        gain: int
        turn: int

    payoff = "points"
    repetition = None

    def initial(self) -> Any:
        return self.State(19, 0, MAX)

    def to_move(self, state: Any) -> int:
        return int(state.turn)

    def actions(self, state: Any) -> range:
        return range(1, min(3, state.left) + 1)

    def result(self, state: Any, action: int) -> Any:
        worth = action * action * (state.left % 5 - 1)
        gain = state.gain + worth if state.turn == MAX else state.gain - worth
        return self.State(state.left - action, gain, 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return bool(state.left == 0)

    def utility(self, state: Any) -> int:
        return int(state.gain)

    def evaluate(self, state: Any) -> int:
        return int(state.gain)

    def passed(self, state: Any) -> Any:
        if state.left % 3 == 0:
            return None
        return self.State(state.left, state.gain, 1 - state.turn)


class Eager(Hesitant):
    """The same, and passing is always allowed."""

    def passed(self, state: Any) -> Any:
        return self.State(state.left, state.gain, 1 - state.turn)


class Stubborn(Hesitant):
    """The same, and nobody ever passes."""

    def passed(self, state: Any) -> Any:
        return None


@pytest.mark.parametrize("kind", in_turn([Hesitant], [Stubborn]))
def test_passed_may_refuse(kind: type[Hesitant]) -> None:
    found = [search(kind(), depth=9, algorithm="pvs", engine=engine) for engine in WORLDS]
    assert not found[-1].why_interpreted
    assert len({(report.score, report.nodes, report.line) for report in found}) == 1
    eager = search(Eager(), depth=9, algorithm="pvs", engine="interpreted")
    assert found[0].nodes != eager.nodes
    unmoved = search(kind(), depth=9, algorithm="pvs", engine="interpreted", switch_off=("null_move",))
    assert (found[0].nodes == unmoved.nodes) == (kind is Stubborn)
    assert "passed" not in {finding.name for finding in check(kind(), seconds=0.5, compile=False)}


class Growing(Bridge):
    """Its payoff is right, on the way to it a number outgrows a machine."""

    def initial(self) -> Any:
        return self.State(5, MAX)

    def utility(self, state: Any) -> int:
        large = state.turn + 7
        for _ in range(40):
            large = large * 3
        return 1 if large > 0 and state.turn == MIN else -1


class Vast(Growing):
    """Two constants that make a number no machine has."""

    def utility(self, state: Any) -> int:
        return 1 if 2**70 % 97 == 24 else -1


class Rounded(Growing):
    """A fraction that is no whole number of a machine's."""

    def utility(self, state: Any) -> int:
        return 1 if int(1e19) > 0 else -1


@pytest.mark.parametrize("kind", [Vast, Rounded])
def test_what_is_too_large_is_told_and_never_another_number(
    kind: type[Growing], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The typed compiler leaves it to Python; the older one says so."""
    assert search(kind(), algorithm="alphabeta", engine="compiled").score.winner == MAX
    monkeypatch.setenv("ZERMELO_COMPILER", "older")
    assert search(kind(), algorithm="alphabeta", engine="interpreted").score.winner == MAX
    with pytest.raises(RulesError, match="does not fit in 64 bits"):
        search(kind(), algorithm="alphabeta", engine="compiled")


@pytest.mark.long
def test_an_overflow_names_its_line_in_a_table_too() -> None:
    with pytest.raises(
        RulesError, match=r"does not fit in 64 bits \(utility\(\), .*test_contract.py, line \d+\), "
    ):
        solved(Growing(), engine="compiled")
    assert solved(Growing(), engine="interpreted").positions == 10


class Corridor(Game):
    """Two men walk to and fro in a corridor; a clock, which changes nothing, counts the plies."""

    class State(NamedTuple):
        mine: int
        theirs: int
        clock: int
        turn: int

    def initial(self) -> Any:
        return self.State(1, 3, 0, MAX)

    def to_move(self, state: Any) -> int:
        return int(state.turn)

    def actions(self, state: Any) -> Iterator[int]:
        man = state.mine if state.turn == MAX else state.theirs
        for step in (-1, 1):
            if 0 <= man + step <= 4:
                yield step

    def result(self, state: Any, action: int) -> Any:
        if state.turn == MAX:
            return self.State(state.mine + action, state.theirs, state.clock + 1, MIN)
        return self.State(state.mine, state.theirs + action, state.clock + 1, MAX)

    def is_terminal(self, state: Any) -> bool:
        return bool(state.mine == 4 and state.theirs == 0)

    def utility(self, state: Any) -> int:
        return 0


class Timeless(Corridor):
    """The same; its clock is no part of a position, and its table has numbers of its own."""

    def position(self, state: Any) -> Any:
        return state.mine, state.theirs, state.turn

    def hashed(self, state: Any) -> int:
        return ((state.mine * 8 + state.theirs) * 2 + state.turn) * 4096 + state.clock


class Helpers(Corridor):
    """Methods of those names that are helpers of its own."""

    def position(self, state: Any, man: int) -> int:
        return int(state.mine + man)

    def hashed(self) -> int:
        return 7

    def over(self, mine: int) -> bool:
        return mine > 9


def test_position_is_what_repetition_compares() -> None:
    found = [search(Timeless(), depth=8, algorithm="pvs", engine=engine) for engine in WORLDS]
    assert not found[-1].why_interpreted
    assert len({(report.score, report.nodes, report.line) for report in found}) == 1
    whole = search(Corridor(), depth=8, algorithm="pvs", engine="interpreted")
    assert found[0].nodes < whole.nodes
    assert not found[0].score.proved


@pytest.mark.long
def test_helpers_of_those_names_are_no_rules() -> None:
    assert search(Helpers(), depth=8, algorithm="pvs", engine="interpreted").nodes == (
        search(Corridor(), depth=8, algorithm="pvs", engine="interpreted").nodes
    )
    for kind in (Corridor, Timeless, Helpers):
        found = check(kind(), seconds=1, compile=False)
        assert not [finding for finding in found if finding.severity == "fault"]
