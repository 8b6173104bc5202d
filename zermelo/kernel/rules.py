"""What the rules of a game take and give, as far as a machine has to know it beforehand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Given = Literal["", "actions", "outcomes", "states", "value", "values", "payoffs"]


@dataclass(frozen=True)
class Rule:
    """One rule of the contract."""

    takes: tuple[str, ...] = ("state",)
    gives: Given = ""
    """Actions; outcomes, which are actions with probabilities; states; one value, or several; payoffs, one
    value for each of three or more players, perhaps as a list; "": one of anything else."""

    @property
    def packs(self) -> bool:
        """Do actions go in or come out, which a machine keeps in one word each?"""
        return "action" in self.takes or self.gives in ("actions", "outcomes")

    @property
    def gives_no_list(self) -> bool:
        """Is it known that no list comes out, and nothing that loops over one?"""
        return self.gives in ("", "value", "values") and bool(self.takes)


CONTRACT = {
    "initial": Rule(takes=()),
    "to_move": Rule(),
    "actions": Rule(gives="actions"),
    "result": Rule(takes=("state", "action")),
    "is_terminal": Rule(),
    "over": Rule(),
    "utility": Rule(gives="value"),
    "evaluate": Rule(gives="value"),
    "outcomes": Rule(gives="outcomes"),
    "candidates": Rule(gives="actions"),
    "noisy": Rule(gives="actions"),
    "priority": Rule(takes=("state", "action")),
    "prior": Rule(takes=("state", "action")),
    "playable": Rule(takes=("state", "action")),
    "rollout": Rule(takes=("state", "seed")),
    "bounds": Rule(gives="values"),
    "passed": Rule(),
    "key": Rule(),
    "position": Rule(),
    "hashed": Rule(),
    "symmetries": Rule(gives="states"),
    "rank": Rule(),
    "unrank": Rule(takes=("code",)),
}

HELPER = Rule(takes=())
"""What is called by rules and is none itself: nothing is known of it."""


def makes_states(rule: Rule) -> bool:
    """Is another state made of the one that it takes?"""
    return rule is CONTRACT["result"] or rule.gives == "states"


def contract_of(rule: str, players: int) -> Rule:
    """What is known of a rule; of three or more players each has a payoff."""
    known = CONTRACT.get(rule, HELPER)
    return Rule(gives="payoffs") if players > 2 and known.gives == "value" else known
