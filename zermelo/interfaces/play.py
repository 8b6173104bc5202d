"""A game in the terminal: the board, your move, the engine's answer and what it thinks of it."""

from __future__ import annotations

import sys
from typing import Any

from zermelo.errors import SearchError
from zermelo.game import MAX, MIN
from zermelo.interfaces.load import legal_moves, name_of
from zermelo.score import PLAYERS
from zermelo.search import search

SIDES = {"max": (MAX,), "min": (MIN,), "both": (MAX, MIN), "nobody": ()}
HELP = "type a move, or: hint, undo, quit"


def play_game(game: Any, state: Any, seconds: float, human: str) -> None:
    """Play until the game ends or someone leaves."""
    if human not in SIDES:
        raise SearchError(f"human is {human!r}: choose {', '.join(SIDES)}")
    past: list[Any] = []
    print(f"{type(game).__name__}: {HELP}\n")
    while not game.is_terminal(state):
        print(game.show(state) + "\n")
        player = game.to_move(state)
        if player in SIDES[human]:
            command = ask(game, state, player, seconds)
            if command is None:
                return
            if command == "undo":
                state = undone(game, past, SIDES[human]) or state
                continue
            action = command[0]
        else:
            action = answer(game, state, player, seconds)
        past.append(state)
        state = game.result(state, action)
    print(game.show(state) + "\n")
    print(result_of(game, state))


def ask(game: Any, state: Any, player: int, seconds: float) -> Any:
    """A legal action in a tuple, "undo", or None to leave."""
    legal = legal_moves(game, state)
    while True:
        try:
            text = input(f"{PLAYERS[player]}, your move ({' '.join(legal)}): ").strip()
        except EOFError:
            print()
            return None
        if text in ("quit", "exit", "q"):
            return None
        if text == "undo":
            return "undo"
        if text == "hint":
            report = search(game, state, seconds=seconds)
            print(f"  {name_of(game, state, report.action)}: {report.score}")
        elif text in legal:
            return (legal[text],)
        else:
            print(f"  {text!r} is not a legal move; {HELP}", file=sys.stderr)


def undone(game: Any, past: list[Any], human: tuple[int, ...]) -> Any:
    """Back to the human's last turn."""
    while past:
        state = past.pop()
        if game.to_move(state) in human:
            return state
    print("  nothing to undo")
    return None


def answer(game: Any, state: Any, player: int, seconds: float) -> Any:
    report = search(game, state, seconds=seconds)
    depth = f"depth {report.depth}, {report.nodes:,} nodes"
    print(f"{PLAYERS[player]} plays {name_of(game, state, report.action)}: {report.score} ({depth})\n")
    return report.action


def result_of(game: Any, state: Any) -> str:
    payoff = game.utility(state)
    if getattr(game, "payoff", "outcome") == "points":
        return f"The game is over: {payoff} for MAX."
    return "A draw." if payoff == 0 else f"{PLAYERS[MAX if payoff > 0 else MIN]} wins."
