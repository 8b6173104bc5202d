"""For the fork server alone: what is done once in a process is done before anything is forked."""

from __future__ import annotations

import gc
import pkgutil
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO

import zermelo
from zermelo.algorithms.alphabeta import alphabeta
from zermelo.games import Nim, TicTacToe
from zermelo.interfaces.terminal.cli import app
from zermelo.kernel.compiler.build import compile_text
from zermelo.kernel.compiler.memo import lowered
from zermelo.kernel.compiler.seen import action_shape, state_shape
from zermelo.kernel.options import Options
from zermelo.running.asking import ask
from zermelo.running.search import bound

APART = ("zermelo.interfaces.web", "zermelo.__main__", "zermelo.kernel.compiler.bare")
"""What no command of the tests needs, and what is no module to import."""

for _module in pkgutil.walk_packages(zermelo.__path__, "zermelo."):
    if not _module.name.startswith(APART):
        import_module(_module.name)

with redirect_stdout(StringIO()):
    app(["games"], standalone_mode=False)

for _asked in (ask([[3, 1], [2, 4]], trace=True), ask(TicTacToe(), depth=1), ask(Nim(), depth=1)):
    bound(_asked, compiled=False)

_game = Nim((1, 2))
_memo, _unit = lowered(_game, alphabeta, Options(), False)
_shape = state_shape(_game)
compile_text(_memo.machine(_unit, _shape, action_shape(_game), False).text, _shape.words, False)
gc.freeze()
