"""Sweeps of the compiler of kernel/machine: natural games and idioms against Python, in one process.

python tests/machine_sweep.py games [ALGORITHM] [NAME …]     nodes and values against the interpreted kernel
python tests/machine_sweep.py idioms [PART OF A TOPIC OR NAME …]     rows of the table against plain Python
"""

from __future__ import annotations

import importlib
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

import idioms
from natural_games import NATURAL
from test_idioms import POSITIONS

import zermelo.games
from zermelo import Bits
from zermelo.errors import CannotCompile, Stopped
from zermelo.game import Game, pays_outcomes
from zermelo.kernel.bind import Interpreted
from zermelo.kernel.machine.kernel import Machine
from zermelo.kernel.options import Options
from zermelo.kernel.run import Run, State, Value, visited


def asked(game: Game, state: State, run: Run) -> Value:
    """EVAL, and nothing else."""
    return game.evaluate(state)


def report(error: BaseException) -> str:
    """What went wrong, with the place in the compiler where that is not a refusal."""
    if isinstance(error, CannotCompile):
        return f"refused: {error}"
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {str(error)[:200]} ({Path(place.filename).name}:{place.lineno})"


def games_to_try() -> list[tuple[str, Any, int]]:
    found = [(game.module, game.make, min(game.depth, 4)) for game in NATURAL]
    for name in zermelo.games.__all__:
        made = getattr(zermelo.games, name)
        if isinstance(made, type) and issubclass(made, Game):
            found.append((name, made, 3))
    return found


def result(kernel: Any, game: Any, depth: int) -> tuple[Any, ...]:
    run = kernel.new_run()
    kernel.place(run, game.initial())
    run.depth = depth
    run.unlimited = False
    try:
        kernel.execute(run)
    except Stopped:
        return "stopped", int(run.fault)
    except Exception as error:
        return (type(error).__name__, str(error))
    return kernel.number(run.value), int(visited(run)), int(run.expanded), int(run.ended)


def sweep_games(words: list[str]) -> None:
    name = words[0] if words else "alphabeta"
    algorithm = getattr(importlib.import_module(f"zermelo.algorithms.{name}"), name)
    told = Counter[str]()
    for called, make, depth in games_to_try():
        if words[1:] and not any(word.lower() in called.lower() for word in words[1:]):
            continue
        start = time.perf_counter()
        try:
            game = make()
            options = Options(outcome=pays_outcomes(game), table=False)
            machine = Machine(game, algorithm, options, False).obtain()
            took = time.perf_counter() - start
            found = result(machine, game, depth)
        except Exception as error:
            said = report(error)
            told["refused" if said.startswith("refused") else "BROKEN"] += 1
            print(f"{called:22} {said}")
            if words[1:] and not isinstance(error, CannotCompile):
                traceback.print_exc()
            continue
        wanted = result(Interpreted(make(), algorithm, options, False), game, depth)
        same = found == wanted
        told["same" if same else "DIFFERENT"] += 1
        print(
            f"{called:22} {'same' if same else f'DIFFERENT machine {found} python {wanted}'} ({took:.2f} s)"
        )
    print(dict(told))


def sweep_idioms(words: list[str]) -> None:
    told = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        number = 0
        for topic, rows in idioms.WORKS.items():
            for row in rows:
                if words and not any(word.lower() in f"{topic} {row.name}".lower() for word in words):
                    continue
                number += 1
                game = idioms.load(idioms.group_text([row]), Path(folder), f"swept_{number}").make()
                told[outcome(game, topic, row.name, bool(words))] += 1
    print(dict(told))


def outcome(game: Any, topic: str, name: str, verbose: bool) -> str:
    start = game.initial()._replace(pick=0)
    try:
        machine = Machine(game, asked, Options(outcome=False), False, start).obtain()
    except Exception as error:
        said = report(error)
        print(f"{topic} / {name}: {said}")
        if verbose and not isinstance(error, CannotCompile):
            traceback.print_exc()
        return "refused" if said.startswith("refused") else "BROKEN"
    for cells, n, board, flag in POSITIONS:
        state = game.State(cells, n, Bits(board), flag, 0)
        try:
            wanted: Any = game.evaluate(state)
        except Exception as error:
            wanted = type(error).__name__
        run = machine.new_run()
        try:
            machine.place(run, state)
            machine.execute(run)
            found: Any = machine.number(run.value)
        except Exception as error:
            found = type(error).__name__
        if found != wanted:
            print(f"{topic} / {name}: WRONG machine {found!r} python {wanted!r} of {state}")
            return "WRONG"
    return "same"


if __name__ == "__main__":
    kind, *given = sys.argv[1:]
    (sweep_games if kind == "games" else sweep_idioms)(given)
