"""The game states of CS188's Pacman projects: one agent against all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from zermelo.errors import SearchError
from zermelo.game import MAX, MIN, Payoff
from zermelo.interfaces.homework.adapter import Adapter, has_word
from zermelo.kernel.threads import let_end
from zermelo.running.explain import line_of


class CS188(Adapter):
    """A game state with getLegalActions(agent), generateSuccessor(agent, action), isWin, isLose.

    Agent 0 is MAX, all others are MIN; the state knows whose turn it is.
    """

    homework: ClassVar[str] = "CS188"
    words: Mapping[str, str] = MappingProxyType(
        {
            "actions": "getLegalActions",
            "result": "generateSuccessor",
            "is_terminal": "isWin",
            "utility": "getScore",
        }
    )
    payoff: ClassVar[Payoff] = "points"

    def __init__(self, theirs: Any, evaluation: Callable[[Any], Any] | None = None) -> None:
        super().__init__(theirs)
        self.evaluation = evaluation or score_of_state
        if not has_word(theirs, "getScore"):
            self.words = {**self.words, "utility": "isWin"}
        self.agents = agents_of(theirs)

    @classmethod
    def needs(cls) -> tuple[str, ...]:
        return ("getLegalActions", "generateSuccessor", "isWin", "isLose")

    def initial(self) -> tuple[Any, int]:
        return (self.theirs, 0)

    def to_move(self, state: tuple[Any, int]) -> int:
        return MAX if state[1] == 0 else MIN

    def actions(self, state: tuple[Any, int]) -> Iterator[Any]:
        yield from state[0].getLegalActions(state[1])

    def result(self, state: tuple[Any, int], action: Any) -> tuple[Any, int]:
        return (state[0].generateSuccessor(state[1], action), (state[1] + 1) % self.agents)

    def is_terminal(self, state: tuple[Any, int]) -> bool:
        return bool(state[0].isWin() or state[0].isLose())

    def utility(self, state: tuple[Any, int]) -> Any:
        return self.evaluation(state[0])

    def evaluate(self, state: tuple[Any, int]) -> Any:
        return self.evaluation(state[0])

    def show(self, state: tuple[Any, int]) -> str:
        return str(state[0])


def agents_of(state: Any) -> int:
    """How many there are; Pacman's state knows it once it has a layout."""
    try:
        return int(state.getNumAgents()) if has_word(state, "getNumAgents") else 2
    except Exception as error:
        let_end(error)
        if not has_word(state, "initialize"):
            raise
        raise SearchError("state_without_layout", game=type(state).__name__, place=line_of(error)) from error


def score_of_state(state: Any) -> Any:
    """getScore(), or 1 and -1 for won and lost."""
    if has_word(state, "getScore"):
        return state.getScore()
    return 1 if state.isWin() else -1 if state.isLose() else 0
