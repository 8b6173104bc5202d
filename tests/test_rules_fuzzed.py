"""Rules that nobody thought of: compiled equals interpreted, and a refusal speaks of the rule alone.

ZERMELO_SEED=n begins the long run with another rule than the first.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import fuzzing
import pytest
from budget import LONG

from zermelo import Bits, CannotCompile
from zermelo.errors import Stopped
from zermelo.kernel.bind import Compiled, Interpreted, Kernel
from zermelo.kernel.options import Options

pytestmark = pytest.mark.filterwarnings("ignore")
POINTS = Options(outcome=False)
PLAIN = 10
"""Plain rules that share one unit."""
LOWERED = 200 if LONG else 60
"""Strange rules that are refused, or not, before a compiler sees them."""
CHUNK = 50
FIRST = int(os.environ.get("ZERMELO_SEED", "0"))
FOREIGN = re.compile(
    r"[Nn]umba|LLVM|llvm|Typing|[Ll]owering|Literal|reflected|UniTuple|int64|float64|njit|nopython|<built-in|"
    r"<class|<function|object at 0x|Traceback|unit\.py|\$|unify|Invalid use|implementation|NoneType|"
    r"Undecided|game_|\bast\.|Dispatcher|unicode_|Error\b|\b\w+_of\("
)
"""Words of Numba, LLVM and Python's insides."""
POSITIONS = [
    ((2, 0, 1, 1, 0, 2), 3, 0x5A, True),
    ((0, 0, 0, 0, 0, 0), 0, 0, False),
    ((1, 1, 1, 1, 1, 1), 5, (1 << 64) - 1, True),
    ((2, 2, 0, 0, 1, 1), 4, 0x8000000000000F01, False),
]
REFUSED = {
    "return len(None)": "len() of None",
    "return [].count(1)": "nothing says of what",
    "return int((1, 2))": "int() of a tuple",
    "state.cells[0] = 1\nreturn 0": "updated(cells, i, value)",
    "return state._fields": "`_fields`",
    "return 1 if self.weight else 0": "a function",
    "x = 1\nif state.flag:\n    x = (1, 2)\nreturn len(x)": "one kind of thing",
    "return self": "`self` as a value",
    "p, q = 3 + 4j\nreturn 0": "the parts of 3 + 4j",
    "p, q = int\nreturn 0": "the parts of int",
    "x = math.pi[0]\nreturn 0": "an index of",
    "return len(c for c in state.cells)": "a generator expression here",
    "return CORNERS[state.n][0]": "an index into a set",
    "STEPS.sort()\nreturn 0 if LETTERS[0] == 'a' else 1": "",
}
"""Rules that are refused, and words of what is said."""


def answer(kernel: Kernel, state: Any) -> Any:
    """A number, or the kind of exception."""
    run = kernel.new_run()
    kernel.place(run, state)
    try:
        kernel.execute(run)
    except Stopped:
        return "stopped"
    except Exception as error:
        return type(error).__name__
    return kernel.number(run.value)


def plainly(game: Any, state: Any) -> Any:
    """What Python itself says."""
    try:
        return game.evaluate(state)
    except Exception as error:
        return type(error).__name__


def differences(game: Any, count: int) -> list[str]:
    """Where the worlds disagree; a machine may say that a number is too large for it."""
    worlds = [Interpreted(game, fuzzing.estimate, POINTS, False), compiled(game)]
    found = []
    for cells, n, board, flag in POSITIONS:
        for pick in range(count):
            state = game.State(cells, n, Bits(board), flag, pick)
            answers = [plainly(game, state), *(answer(world, state) for world in worlds)]
            if len(set(answers)) > 1 and answers[2] != "OverflowError":
                found.append(f"rule {pick}: Python, interpreted, compiled say {answers} of {state}")
    return found


def compiled(game: Any) -> Compiled:
    return Compiled(game, fuzzing.estimate, POINTS, False).obtain()


def is_clean(refusal: CannotCompile) -> bool:
    """Is there none of the machine's words in it?  The construct may quote the rule itself."""
    said = refusal.advice if refusal.construct.startswith("`") else str(refusal)
    return not FOREIGN.search(said) and len(refusal.advice) > 5


def test_plain_rules_give_the_same_in_every_world(tmp_path: Path) -> None:
    bodies = [fuzzing.body(seed, strange=False) for seed in range(PLAIN)]
    assert not differences(fuzzing.load(bodies, tmp_path, "fuzzed_plain"), PLAIN)


def test_what_is_refused_before_it_is_compiled_is_said_in_plain_words(tmp_path: Path) -> None:
    unclear = []
    for seed in range(LOWERED):
        game = fuzzing.load([fuzzing.body(seed, strange=True)], tmp_path, f"fuzzed_{seed}")
        try:
            Compiled(game, fuzzing.estimate, POINTS, False)
        except CannotCompile as refusal:
            unclear += [] if is_clean(refusal) and ", line " in refusal.place else [f"{seed}: {refusal}"]
    assert not unclear


@pytest.mark.parametrize("rule", REFUSED)
def test_what_the_compiler_refuses_is_said_in_plain_words(rule: str, tmp_path: Path) -> None:
    game = fuzzing.load([rule], tmp_path, f"refused_{list(REFUSED).index(rule)}")
    with pytest.raises(CannotCompile) as refusal:
        compiled(game)
    assert REFUSED[rule] in str(refusal.value)
    assert is_clean(refusal.value)


def quiet(body: str) -> str:
    """Without what is printed, which both worlds leave out, whatever it would raise."""
    return re.sub(r"^(\s*)print\(.*\)$", r"\1pass", body, flags=re.MULTILINE)


def test_a_list_that_holds_itself_is_refused(tmp_path: Path) -> None:
    """A rule had appended it: a look at it had no end."""
    game = fuzzing.load(["STEPS.append(STEPS)\nreturn len(STEPS)"], tmp_path, "holds_itself")
    assert plainly(game, game.initial()) == 4
    with pytest.raises(CannotCompile) as refusal:
        Compiled(game, fuzzing.estimate, POINTS, False)
    assert is_clean(refusal.value)


@pytest.mark.parametrize("seed", [998, 1293])
def test_what_python_computes_and_needs_not_may_raise(seed: int, tmp_path: Path) -> None:
    """The elements of a list of which only the length is asked, and a default that is not taken."""
    game = fuzzing.load([fuzzing.body(seed, strange=True)], tmp_path, f"raising_{seed}")
    cells, n, board, flag = POSITIONS[0]
    state = game.State(cells, n, Bits(board), flag, 0)
    expected = plainly(game, state)
    assert expected in ("TypeError", "ValueError")
    assert answer(Interpreted(game, fuzzing.estimate, POINTS, False), state) == expected


@pytest.mark.long
@pytest.mark.parametrize("first", range(FIRST, FIRST + 2000, CHUNK))
def test_rules_that_nobody_thought_of(first: int, tmp_path: Path) -> None:
    wrong = []
    for seed in range(first, first + CHUNK):
        game = fuzzing.load([quiet(fuzzing.body(seed, strange=seed % 4 > 0))], tmp_path, f"any_{seed}")
        try:
            wrong += [f"{seed}: {each}" for each in differences(game, 1)]
        except CannotCompile as refusal:
            wrong += [] if is_clean(refusal) else [f"{seed}: {refusal}"]
    assert not wrong
