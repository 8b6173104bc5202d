"""Pig without dice: actions are words, and so is the phase of the state."""

from dataclasses import dataclass, replace

from zermelo import MAX, MIN, Game


@dataclass(frozen=True, slots=True)
class Turn:
    scores: tuple[int, int]
    player: int
    pot: int
    phase: str


class Words(Game):
    """Add 1 or 2 to the pot; whoever makes it a multiple of four loses it; hold to keep it."""

    def initial(self):
        return Turn((0, 0), 0, 0, "open")

    def to_move(self, state):
        return MAX if state.player == 0 else MIN

    def actions(self, state):
        moves = ["one", "double"]
        if state.pot > 0:
            moves.append("hold")
        return moves

    def result(self, state, action):
        if action == "hold":
            scores = list(state.scores)
            scores[state.player] += state.pot
            phase = "done" if max(scores) >= 5 else "open"
            return Turn(tuple(scores), 1 - state.player, 0, phase)
        pot = state.pot + (2 if action == "double" else 1)
        if pot % 4 == 0:
            return replace(state, player=1 - state.player, pot=0, phase="lost" if pot > 4 else "closed")
        return replace(state, pot=pot)

    def is_terminal(self, state):
        return state.phase == "done"

    def utility(self, state):
        return 1 if state.scores[0] > state.scores[1] else -1
