"""For the fork server alone: what Numba does once in a process is done before a compiler is forked."""

from __future__ import annotations

from zermelo.algorithms.alphabeta import alphabeta
from zermelo.games import Nim
from zermelo.kernel.compiler.build import compile_text
from zermelo.kernel.compiler.memo import lowered
from zermelo.kernel.compiler.seen import action_shape, state_shape
from zermelo.kernel.options import Options

_game = Nim((1, 2))
_memo, _unit = lowered(_game, alphabeta, Options(), False)
_shape = state_shape(_game)
compile_text(_memo.machine(_unit, _shape, action_shape(_game), False).text, _shape.words, False)
