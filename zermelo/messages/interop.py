"""The part of the English table that is about games and players of other libraries."""

INTEROP = {
    "openspiel_needs_extra": "OpenSpiel's games need its extra: pip install 'zermelo[interop]'",
    "pettingzoo_needs_extra": "PettingZoo's environments need their extra: pip install 'zermelo[interop]'",
    "unknown_openspiel_game": "OpenSpiel has no game {name!r}; pyspiel.registered_names() lists those it has",
    "openspiel_refuses": "OpenSpiel does not make {name!r}: {reason}",
    "openspiel_players": "{name} is not a game for two players: Zermelo searches only such games",
    "openspiel_hidden": "in {name} players do not see everything: Zermelo does not search such games",
    "openspiel_at_once": "in {name} players move at the same time: zermelo matrix is about such games",
    "openspiel_sum": "in {name} players do not win what the other loses: Zermelo does not search such games",
    "openspiel_sampled": "{name} does not say how likely its outcomes are: Zermelo needs probabilities",
    "cannot_be_observed": "{given} in a state is not a number: give observe=, a function of the state",
    "action_not_listed": "{action} is an action that was not listed: give actions=, all that there may be",
    "aec_action_not_legal": "{action} is not a legal action of {agent}: the action mask says which are",
    "aec_agents": "an environment of {given} agents is not a game for two players",
    "aec_sum": "the rewards of the agents, {first:g} and {second:g}, do not cancel out",
}
