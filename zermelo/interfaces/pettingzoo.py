"""PettingZoo's AEC environments both ways: a game of ours as one, and one of theirs as a game of ours.

env = aec_env(TicTacToe())              # for whoever learns: observations, masks, rewards
game = aec_game(tictactoe_v3.env)       # for whoever searches: search(game, depth=9)
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from zermelo.errors import RulesError, SearchError
from zermelo.game import CHANCE, MAX, MIN, Bits, Game
from zermelo.matches.openings import thrown
from zermelo.trees.tree import as_game

AGENTS = ("MAX", "MIN")
EXPLORED = 100
"""Random games that are played to learn which actions there are."""
LONGEST = 1000
"""Plies of one of them, at most."""


def library() -> Any:
    """PettingZoo, if it is installed."""
    try:
        import pettingzoo
    except ImportError:
        raise SearchError("pettingzoo_needs_extra") from None
    return pettingzoo


# -- a game of ours as an environment --------------------------------------------------------------


def aec_env(
    game: Any, *, actions: Sequence[Any] | None = None, observe: Callable[[Any], Any] | None = None
) -> Any:
    """A game as an AEC environment of the agents MAX and MIN.

    An action is the place of ours in `actions`; without them those of random games are listed, and one that
    none of these had is an error when it turns up.  An agent observes `observation`, which `observe(state)`
    makes (by default all numbers in the state, boards bit by bit), and `action_mask`.  Rewards come at the
    end: the payoff to MAX, and its opposite to MIN.  The environment throws the dice, by the seed of `reset`.
    """
    rules = as_game(game)
    listed = list(actions) if actions is not None else explored(rules)
    return env_class()(rules, listed, observe or numbers_of)


def explored(game: Any) -> list[Any]:
    """The actions of the players in random games, in order."""
    random, found = Random("actions"), dict[Any, None]()
    for _ in range(EXPLORED):
        state = game.initial()
        for _ in range(LONGEST):
            if game.is_terminal(state):
                break
            if game.to_move(state) != CHANCE:
                found |= dict.fromkeys(game.actions(state))
            state = game.result(state, thrown(game, state, random))
    return sorted(
        found, key=lambda action: (str(type(action)), action if isinstance(action, int) else str(action))
    )


def numbers_of(state: Any) -> Any:
    """All numbers in a state, one after another; of a board of bits each bit."""
    import numpy as np

    return np.array(list(leaves(state)), np.float64)


def leaves(part: Any) -> Iterator[float]:
    """The numbers in a part of a state."""
    if isinstance(part, Bits):
        yield from (part >> place & 1 for place in range(64))
    elif isinstance(part, tuple | list):
        for each in part:
            yield from leaves(each)
    elif hasattr(part, "tolist"):
        yield from leaves(part.tolist())
    elif isinstance(part, int | float):
        yield float(part)
    else:
        raise SearchError("cannot_be_observed", given=repr(part))


CHANGING = ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos", "dice")
"""What of an environment changes as a game goes on, beside its position."""


@cache
def env_class() -> Any:
    """The class of our environments, which cannot be made before PettingZoo is there."""
    return type("Env", (Env, library().AECEnv), {"__module__": __name__})


class Env:
    """A game of ours, played by whoever is asked: all of an environment but what PettingZoo adds."""

    _was_dead_step: Callable[[Any], None]
    _accumulate_rewards: Callable[[], None]
    metadata = {"render_modes": ["ansi"], "name": "zermelo", "is_parallelizable": False}

    def __init__(self, game: Any, actions: list[Any], observe: Callable[[Any], Any]) -> None:
        super().__init__()
        import numpy as np
        from gymnasium import spaces

        self.game, self.listed, self.numbers = game, actions, observe
        self.places = {action: place for place, action in enumerate(actions)}
        self.render_mode = "ansi"
        self.possible_agents = list(AGENTS)
        seen = np.asarray(observe(game.initial()), np.float64)
        space = spaces.Dict({
            "observation": spaces.Box(-np.inf, np.inf, seen.shape, np.float64),
            "action_mask": spaces.Box(0, 1, (len(actions),), np.int8),
        })  # fmt: skip
        self.action_spaces = {agent: spaces.Discrete(len(actions)) for agent in AGENTS}
        self.observation_spaces = dict.fromkeys(AGENTS, space)

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self.dice = Random(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, Any] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[MAX]
        self.come_to(self.game.initial())

    def come_to(self, state: Any) -> None:
        """The position after any dice, and what that means for both."""
        while not self.game.is_terminal(state) and self.game.to_move(state) == CHANCE:
            state = self.game.result(state, thrown(self.game, state, self.dice))
        self.position = state
        if self.game.is_terminal(state):
            value = float(self.game.utility(state))
            self.rewards = dict(zip(AGENTS, (value, -value)))
            self.terminations = dict.fromkeys(AGENTS, True)
        else:
            self.agent_selection = AGENTS[self.game.to_move(state)]

    def legal(self) -> list[int]:
        """The places of the legal actions."""
        if self.game.is_terminal(self.position):
            return []
        found = list(self.game.actions(self.position))
        for action in found:
            if action not in self.places:
                raise SearchError("action_not_listed", action=repr(action))
        return [self.places[action] for action in found]

    def observe(self, agent: str) -> dict[str, Any]:
        import numpy as np

        mask = np.zeros(len(self.listed), np.int8)
        if agent == self.agent_selection:
            mask[self.legal()] = 1
        return {"observation": np.asarray(self.numbers(self.position), np.float64), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self.legal():
            raise SearchError("aec_action_not_legal", action=repr(action), agent=agent)
        self._cumulative_rewards[agent] = 0.0
        self.come_to(self.game.result(self.position, self.listed[int(action)]))
        self._accumulate_rewards()

    def __deepcopy__(self, memory: Any) -> Any:
        """A game that goes on by itself; rules, actions and spaces are nobody's to change."""
        found = copy.copy(self)
        for name in CHANGING:
            setattr(found, name, copy.deepcopy(getattr(self, name), memory))
        return found

    def render(self) -> str:
        shown = getattr(self.game, "show", str)
        return str(shown(self.position))

    def close(self) -> None:
        """Nothing is open."""


# -- an environment of theirs as a game ------------------------------------------------------------


class AecPosition:
    """An environment after these actions, which nobody changes; equal to any with the same ones."""

    __slots__ = ("env", "history", "total")

    def __init__(self, env: Any, history: tuple[int, ...], total: tuple[float, float]) -> None:
        self.env, self.history, self.total = env, history, total

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AecPosition) and self.history == other.history

    def __hash__(self) -> int:
        return hash(self.history)

    def __repr__(self) -> str:
        return f"AecPosition{self.history}"


class AecGame(Game[AecPosition, int]):
    """An AEC environment of two agents, without dice, whose rewards cancel out, as a game of ours."""

    payoff = "points"
    repetition = None

    def __init__(self, make: Callable[[], Any], seed: int | None = 0) -> None:
        self.make, self.seed = make, seed

    def initial(self) -> AecPosition:
        env = self.make()
        env.reset(seed=self.seed)
        if len(env.possible_agents) != 2:
            raise RulesError("aec_agents", given=len(env.possible_agents))
        return AecPosition(env, (), (0.0, 0.0))

    def to_move(self, state: AecPosition) -> int:
        return MIN if state.env.agent_selection == state.env.possible_agents[MIN] else MAX

    def actions(self, state: AecPosition) -> list[int]:
        mask = mask_of(state.env)
        return [action for action, legal in enumerate(mask) if legal]

    def result(self, state: AecPosition, action: int) -> AecPosition:
        env = copy.deepcopy(state.env)
        env.step(action)
        total = tuple(
            before + float(env.rewards.get(agent, 0.0))
            for before, agent in zip(state.total, env.possible_agents)
        )
        return AecPosition(env, (*state.history, action), (total[0], total[1]))

    def is_terminal(self, state: AecPosition) -> bool:
        agents = state.env.agents
        return all(state.env.terminations[agent] or state.env.truncations[agent] for agent in agents)

    def utility(self, state: AecPosition) -> Any:
        first, second = state.total
        if abs(first + second) > CLOSE:
            raise RulesError("aec_sum", first=first, second=second)
        return int(first) if first == int(first) else first

    def show(self, state: AecPosition) -> str:
        if getattr(state.env, "render_mode", None) != "ansi":
            return str(list(state.history))
        return str(state.env.render())


CLOSE = 1e-9


def mask_of(env: Any) -> Sequence[int]:
    """Which actions are legal for the agent whose turn it is."""
    agent = env.agent_selection
    seen = env.observe(agent)
    if isinstance(seen, dict) and "action_mask" in seen:
        return seen["action_mask"]  # type: ignore[no-any-return]
    if "action_mask" in env.infos[agent]:
        return env.infos[agent]["action_mask"]  # type: ignore[no-any-return]
    return [1] * int(env.action_space(agent).n)


def aec_game(make: Callable[[], Any], *, seed: int | None = 0) -> AecGame:
    """An AEC environment as a game of ours: `make` makes it, such as `tictactoe_v3.env`.

    The first agent is MAX.  Every position is a copy of the environment, so it must be one that can be copied
    and whose steps depend on nothing but the actions; `seed` is for `reset`.
    """
    library()
    return AecGame(make, seed)


def choose_for(env: Any, game: Any, **options: Any) -> int:
    """The action that a search of `game` chooses for the agent of an `aec_env` whose turn it is."""
    from zermelo.search import search

    report = search(game, env.unwrapped.position, **options)
    return int(env.unwrapped.places[report.action])
