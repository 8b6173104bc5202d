"""Searches that leave out, let stand, ask again or throw dice: no sentence is false or says a thing twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from test_facts import Hunted, told, traced

from zermelo import MAX, MIN, Game
from zermelo.games import Kalah, Pig
from zermelo.interfaces.trace_text import drawing
from zermelo.kernel.events import ENTERS, RETURN
from zermelo.tracing.facts import fact_of
from zermelo.tracing.model import OTHERS, steps_from
from zermelo.tracing.sentences import Teller
from zermelo.tracing.sureness import AT_LEAST, AT_MOST
from zermelo.tracing.tree import TraceTree


def test_nothing_is_better_than_the_quickest_win() -> None:
    story = told(Hunted(0), algorithm="pvs")
    assert any("more than a win for MAX 1 ply from the root." in sentence for sentence in story)
    quickest = "a win for MAX 1 ply from the root"
    assert f"what it gives is no better for MAX than {quickest}, which MAX keeps." in story
    for sentence in story:
        assert "1 plies" not in sentence
        assert "at least a win for MAX." not in sentence
        assert not re.search(r"no (?:better|worse) for MAX than (.*) is no better for M.. than \1", sentence)


def test_what_is_left_out_on_an_estimate_takes_no_other_bound_than_the_estimate() -> None:
    """MIN's second move is hopeless: that the node is worth no less than 0 to MAX is told "by estimate"."""
    story = told(Kalah(2, 2), algorithm="pvs", depth=2)
    left = "nothing else looks better, so the other child is never looked at."
    assert f"MIN's node is worth 0, by estimate; {left}" in story
    assert any("since a first look found 0: MIN to move" in sentence for sentence in story)


def test_every_action_of_a_node_is_looked_at_or_said_not_to_be() -> None:
    """Futility pruning passes over hopeless actions without a cut-off."""
    report = traced(Kalah(3, 3), algorithm="pvs", depth=4)
    model, passed_over = report.trace.model, 0
    for node, events in enumerate(model.columns.own):
        if model.columns.kinds[events[-1]] != RETURN or model.actions[node] is OTHERS:
            continue
        below = model.columns.children[node]
        looked_at = {model.actions[child] for child in below if model.is_move(child)}
        if below and model.plies[node] > 0:
            left = model.pruned.get(node, ())
            assert len(looked_at) + len(left) == len(steps_from(model.game, model.states[node]))
            passed_over += fact_of(model, events[-1]).left
    assert passed_over > 0
    tree = TraceTree(report.trace)
    drawn = "\n".join(line.text for line in drawing(tree, set(tree.walk())))
    assert "(no better, by estimate)" in drawn


class Taking(Game):
    """Numbers are taken in turn; 3 and 4 are noisy."""

    payoff, repetition = "points", None

    def initial(self) -> tuple[int, int, int, int]:
        return 0, 0, 0, MAX

    def to_move(self, state: tuple[int, int, int, int]) -> int:
        return state[3]

    def actions(self, state: tuple[int, int, int, int]) -> Iterator[int]:
        yield from range(5)

    def noisy(self, state: tuple[int, int, int, int]) -> Iterator[int]:
        yield from (3, 4)

    def result(self, state: tuple[int, int, int, int], action: int) -> tuple[int, int, int, int]:
        gain = (action * 7 + state[1] * 3 + state[0] * 5) % 11 - 5
        total = state[2] + (gain if state[3] == MAX else -gain)
        return state[0] + 1, (state[1] + action) % 7, total, 1 - state[3]

    def is_terminal(self, state: tuple[int, int, int, int]) -> bool:
        return state[0] >= 6

    def utility(self, state: tuple[int, int, int, int]) -> int:
        return state[2]

    def evaluate(self, state: tuple[int, int, int, int]) -> int:
        return state[2]


@pytest.mark.parametrize("off", [(), ("futility",)])
def test_quiet_actions_are_not_called_hopeless(off: tuple[str, ...]) -> None:
    """Some of them look better than what a node is worth: nobody has looked."""
    report = traced(Taking(), algorithm="pvs", depth=3, switch_off=off)
    model, story, told = report.trace.model, list(report.trace.sentences()), {"quiet": 0, "hopeless": 0}
    for node, events in enumerate(model.columns.own):
        fact = fact_of(model, events[-1])
        if fact.kind == "return" and fact.left:
            said = story[events[-1]]
            assert ("only noisy actions are followed" in said) == fact.quiet
            assert ("nothing else looks better" in said) != fact.quiet
            told["quiet" if fact.quiet else "hopeless"] += 1
            if fact.quiet:
                assert not {*model.left_out(node)} & {3, 4}
    assert told["quiet"] > 0
    assert (told["hopeless"] > 0) == (off == ())


def test_a_win_that_comes_again_is_not_called_no_better_than_itself() -> None:
    story = told(Hunted(0), algorithm="alphabeta", depth=4)
    assert "a win for MIN 4 plies from the root is what MIN has already: nothing changes." in story
    assert not any(re.search(r"^(a win .*) is no better for M.. than \1, which", said) for said in story)


def test_a_value_that_both_passes_found_is_no_reason_for_a_third() -> None:
    story = told(Kalah(2, 2), algorithm="mtdf", depth=3)
    begun = [sentence.partition(": ")[0] for sentence in story if sentence.startswith("depth 3")]
    assert begun == ["depth 3, 2 2 first", "depth 3 again, since the value is at least 0", "depth 3 again"]


def test_chance_has_a_name_in_every_language() -> None:
    trace = traced(Pig(target=3, sides=2), algorithm="expectiminimax", depth=3).trace
    italian = ("it", "muove il caso.", "Il nodo del caso")
    for language, moves, node in (italian, ("es", "juega el azar.", "El nodo del azar")):
        story = " ".join(trace.sentences(language))
        assert moves in story
        assert node in story


def test_who_lets_things_stand_has_that_and_perhaps_more() -> None:
    kept = set()
    for seed in range(3):
        model = traced(Hunted(seed), algorithm="pvs", depth=7).trace.model
        kinds = model.columns.kinds
        for node, events in enumerate(model.columns.own):
            fact = fact_of(model, next((one for one in events if kinds[one] not in ENTERS), events[0]))
            if fact.kind == "keep" and fact.keeps is None:  # before any other action
                kept.add((model.players[node], fact.kept_sure))
    assert kept == {(MAX, AT_LEAST), (MIN, AT_MOST)}


def test_what_a_player_has_by_an_estimate_is_told_as_one() -> None:
    model = traced(Kalah(2, 2), algorithm="pvs", depth=4).trace.model
    teller, seen = Teller("en"), set()
    for step in range(len(model.columns.kinds)):
        fact = fact_of(model, step)
        if fact.kind == "cut" and fact.bound.is_sure:
            seen.add((fact.bound.guessed, ", by estimate: " in teller.tell(fact)))
    assert (True, True) in seen
    assert seen <= {(True, True), (False, False)}
