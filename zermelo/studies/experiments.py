"""The list of all experiments, in the order in which a report has them."""

from __future__ import annotations

from zermelo.errors import SearchError
from zermelo.studies.ablation import ABLATION
from zermelo.studies.backtracking import BACKTRACKING
from zermelo.studies.deepening import DEEPENING
from zermelo.studies.experiment import Experiment
from zermelo.studies.growing import GROWTH
from zermelo.studies.horizon import HORIZON
from zermelo.studies.models import MODELS
from zermelo.studies.orders import ORDERS_OF_GAME
from zermelo.studies.simulating import MCTS
from zermelo.studies.trees import TREES
from zermelo.studies.utility import UTILITY

EXPERIMENTS: dict[str, Experiment] = {
    each.name: each
    for each in (
        TREES, GROWTH, ORDERS_OF_GAME, MODELS, DEEPENING, HORIZON, UTILITY, ABLATION, BACKTRACKING, MCTS,
    )
}  # fmt: skip
ALL = "all"
"""The name of all of them."""


def chosen(name: str, with_game: bool) -> list[Experiment]:
    """The experiments of a name; `all` of those that take a game, where one is given."""
    if name == ALL:
        return [each for each in EXPERIMENTS.values() if each.takes_game or not with_game]
    if name not in EXPERIMENTS:
        raise SearchError("no_such_experiment", name=name, choices=[*EXPERIMENTS, ALL])
    if with_game and not EXPERIMENTS[name].takes_game:
        takers = [each.name for each in EXPERIMENTS.values() if each.takes_game]
        raise SearchError("experiment_of_its_own", name=name, choices=takers)
    return [EXPERIMENTS[name]]
