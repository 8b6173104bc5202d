"""The six rules, put to one position at a time.

An `Examination` asks every rule twice, looks at what it was given before and after, and keeps for
every broken promise the shortest way to a position that shows it.
"""

from __future__ import annotations

import math
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from zermelo.checking.board import BoardError
from zermelo.checking.cures import cure_of
from zermelo.checking.findings import (
    Facts,
    Finding,
    Nonsense,
    Position,
    Raised,
    in_their_words,
    is_adapter,
    is_finite,
    is_number,
    name_of,
    no_number,
    place_of,
    place_of_error,
    shown,
    theirs,
)
from zermelo.checking.habits import Habits
from zermelo.checking.journal import Journal, rule_text
from zermelo.checking.optional import OPTIONAL, Probe, probe_people
from zermelo.checking.payoffs import wrong_payoffs
from zermelo.checking.promises import PROMISES
from zermelo.checking.refusing import Refused
from zermelo.checking.values import Values
from zermelo.game import CHANCE, Game, has_rule, pays_outcomes, players_of
from zermelo.kernel.threads import let_end
from zermelo.running.content import content, duplicate, same
from zermelo.running.explain import MOST_ACTIONS, kind_and_words
from zermelo.running.payoffs import is_range

ROUNDING = 1e-6
"""Probabilities may miss 1 by this much, as in the search."""
Guard = Callable[[], AbstractContextManager[None]]
LISTS = frozenset(("actions", "outcomes", "candidates", "noisy", "symmetries", "features"))
"""Rules that give one thing after another."""


class Examination:
    """One game under examination: what was asked, what was found."""

    def __init__(self, game: Any, journal: Journal | None = None, guard: Guard = nullcontext) -> None:
        """`journal` is told what is asked, in a process that its rules may end; `guard` holds meanwhile."""
        self.game, self.journal, self.guard = game, journal, guard
        self.texts: dict[str, bytes] = {}
        """The rules as the journal writes them."""
        self.answered: tuple[str, Any] = "initial", None
        """The last one that answered, and what it gave."""
        self.since = 0.0
        """When the rule at work was asked; where none is, when the last one answered."""
        self.spent: dict[str, float] = defaultdict(float)
        """Seconds that each rule took."""
        self.name, self.adapted = name_of(game), is_adapter(game)
        self.players = players_of(game)
        self.outcome = pays_outcomes(game) and self.players == 2
        self.threw = False
        """Were dice thrown in some position?"""
        self.findings: dict[tuple[str, str], Finding] = {}
        self.position = Position(None)
        self.beats = self.looked = 0
        self.stuck, self.asked = False, "initial"
        self.inside: tuple[str, tuple[Any, ...]] = "", ()
        """The rule that is being asked, and what it was given."""
        self.keys: dict[Hashable, Position] = {}
        self.places: dict[Hashable, tuple[Position, Any]] = {}
        self.values, self.contents = Values(self), Values(self, content)
        self.habits = Habits(self.players)
        self.probes = [probe for rule, probe in OPTIONAL if self.has(rule)]
        if callable(getattr(game, "show", None)) and callable(getattr(game, "name", None)):
            self.probes.append(probe_people)

    def has(self, rule: str) -> bool:
        """Does the game itself give this optional rule?"""
        own = getattr(type(self.game), rule, None)
        if not has_rule(self.game, rule):
            return False
        return callable(getattr(self.game, rule, None)) and own is not getattr(Game, rule, 0)

    @property
    def is_faulty(self) -> bool:
        """Is a promise broken?"""
        return any(finding.severity == "fault" for finding in self.findings.values())

    # -- what is found ---------------------------------------------------------------------

    def record(self, name: str, what: str, rule: str = "", place: str = "", advice: str = "") -> None:
        """A broken promise in the present position; a shorter way to it replaces a longer one."""
        promise = PROMISES[name]
        rule = rule or promise.rule
        known = self.findings.get((name, rule))
        moves = self.position.moves
        if known is not None and len(known.moves or ()) <= len(moves):
            return
        self.findings[name, rule] = Finding(
            promise.severity,
            promise.text,
            f"{self.name}{'' if what.startswith((':', ' ')) else '.'}{in_their_words(self.game, what)}",
            rule,
            place or place_of(self.game, rule),
            in_their_words(self.game, advice or promise.advice),
            moves,
            self.drawing(),
            name,
        )

    def drawing(self) -> str:
        """The position as people see it; "" where rules no longer return."""
        before = self.position.before
        try:
            return "" if self.stuck else str(self.game.show(duplicate(before)))
        except BaseException as error:
            let_end(error)
            return shown(before)

    # -- asking ----------------------------------------------------------------------------

    def call(self, rule: str, *given: Any) -> Any:
        """Ask a rule once; iterables become lists where the rule gives one thing after another."""
        self.asks(rule, given)
        try:
            answer = getattr(self.game, rule)(*given)
            self.answered = rule, answer
            answer = self.listed(rule, answer) if rule in LISTS else answer
        except Nonsense:
            self.returned(rule)
            raise
        except BaseException as error:
            let_end(error)
            self.returned(rule)
            raise Raised(rule, error) from error
        self.returned(rule)  # and not where the rule is left behind: it is asked for then
        return answer

    def asks(self, rule: str, given: tuple[Any, ...] = ()) -> None:
        """Note which rule is asked now: nobody may live to tell."""
        self.beats += 1
        self.asked, self.inside, self.since = rule, (rule, given), time.perf_counter()
        if self.journal is not None:
            text = self.texts.get(rule)
            if text is None:
                text = self.texts[rule] = rule_text(self.name, *self.in_their_file(rule))
            self.journal.asks(text, self.position, not given or self.position.holds(given[0]))

    def returned(self, rule: str) -> None:
        """Note that it has answered, or raised."""
        now = time.perf_counter()
        self.spent[rule] += now - self.since
        self.inside, self.since = ("", ()), now
        if self.journal is not None:
            self.journal.answered()

    def in_their_file(self, rule: str) -> tuple[str, str]:
        """What a rule is called there, and its line."""
        return theirs(self.game, rule)[1], place_of(self.game, rule)

    def options(self, state: Any) -> list[Any]:
        """What may happen in a state that is not terminal."""
        if self.call("to_move", state) == CHANCE and self.has("outcomes"):
            return [action for action, _ in self.call("outcomes", state)]
        return list(self.call("actions", state))

    def ask(self, rule: str, position: Position) -> None:
        """Ask one rule about a position, where it may be asked."""
        state = position.lend()
        terminal = self.call("is_terminal", state)
        if rule == "result":
            for action in () if terminal else self.options(state):
                self.call("result", position.lend(), action)
        elif bool(terminal) == (rule == "utility"):
            self.call(rule, state)

    def listed(self, rule: str, answer: Any) -> list[Any]:
        if not isinstance(answer, Iterable):
            raise Nonsense("iterable", f"{rule}() returns {shown(answer)}, which is not iterable")
        found = []
        for item in answer:
            found.append(item)
            if len(found) > MOST_ACTIONS:
                raise Nonsense("endless actions", f"{rule}() yields more than {MOST_ACTIONS:,} and goes on")
        return found

    def about(self, rule: str, position: Position, *given: Any) -> Any:
        """Ask a rule twice about a position: the same answer, and nothing changed by asking."""
        return self.twice(rule, position, *given)[0]

    def twice(self, rule: str, position: Position, *given: Any) -> tuple[Any, Any]:
        """The answer, and a copy of it that the rules do not know."""
        first = self.call(rule, position.state, *given)
        self.unchanged(rule, position)
        kept = duplicate(first)
        second = self.call(rule, position.state, *given)
        self.unchanged(rule, position)
        if not same(kept, second):
            said = f"{rule}() returns {shown(kept)} and then {shown(second)} for the same position"
            self.record("steady", said, rule)
        return first, kept

    def unchanged(self, rule: str, position: Position) -> None:
        if not same(position.state, position.before):
            after = shown(position.state)
            self.record("mutates", f"{rule}() changes the state it is given to {after}", rule)
            position.state = duplicate(position.before)

    def untouched(self, position: Position) -> None:
        """A state that was returned and not asked about yet is as it was."""
        if not same(position.state, position.before):
            said = f"result() returned this state, which a rule then changed to {shown(position.state)}"
            self.record("mutates", said)
            position.state = duplicate(position.before)

    # -- looking ---------------------------------------------------------------------------

    def look(self, position: Position) -> Facts | None:
        """Put every promise to one position; what the six rules say of it, where they make sense."""
        self.position = position
        self.untouched(position)
        facts: list[Facts] = []
        self.guarded(lambda: facts.append(self.facts(position)))
        for probe in self.probes if facts else ():
            self.guarded(lambda probe=probe: self.put(probe, position, facts[0]))  # type: ignore[misc]
        self.looked += 1
        if facts:
            self.habits.note(position, facts[0])
        return facts[0] if facts else None

    def put(self, probe: Probe, position: Position, facts: Facts) -> None:
        for name, what in probe(self, position, facts):
            self.record(name, what)

    def guarded(self, question: Callable[[], None]) -> None:
        """Whatever the rules do while they are asked becomes a finding."""
        try:
            question()
        except Nonsense as nonsense:
            self.record(*nonsense.problem)
        except Raised as raised:
            self.raised(raised)
        except BoardError as error:
            self.record("board", error.what, advice=error.advice)
        except Exception as error:  # what a rule gave cannot even be compared or kept in a set
            said = f"{self.asked}() returns what cannot be used ({kind_and_words(error)})"
            self.record("useless", said, self.asked)

    def raised(self, raised: Raised) -> None:
        error = raised.error
        what = kind_and_words(error)
        place = place_of_error(error)
        if isinstance(error, Refused):
            self.record("crash", f"{raised.rule}() {error}", raised.rule, place)
            return
        self.record("raises", f"{raised.rule}() raises {what}", raised.rule, place, cure_of(what))

    def facts(self, position: Position) -> Facts:
        """Ask the six rules."""
        self.sound(position)
        terminal = self.about("is_terminal", position)
        if not (isinstance(terminal, bool | int) or str(getattr(terminal, "dtype", "")) == "bool"):
            self.record("truth", f"is_terminal() returns {shown(terminal)}")
        if terminal:
            return Facts(True, utility=self.finished(position))
        facts = Facts(False, self.about("to_move", position))
        facts.actions = self.choices(position, facts.mover)
        facts.children = self.following(position, facts.actions)
        return facts

    def following(self, position: Position, actions: list[Any]) -> list[tuple[Any, Any]]:
        """The states after a position; none of them changes when the next one is asked for."""
        children = [(action, *self.after(position, action)) for action in actions]
        changed = [(action, child) for action, child, copy in children if not same(child, copy)]
        for action, child in changed[:1]:
            what = f"result() changes the state that it returned for {shown(action)}"
            self.record("mutates", f"{what} to {shown(child)} when it is asked for another")
        return [(action, copy if changed else child) for action, child, copy in children]

    def as_the_first(self, position: Position, facts: Facts) -> None:
        """Play to a position and ask about it, when nothing else was asked since the game was made."""
        state = self.call("initial")
        for action in position.moves:
            state = self.call("result", state, action)
        position.lent = state
        for rule, before in self.answers(facts):
            now = self.options(state) if rule == "actions" else self.call(rule, state)
            now = bool(now) if rule == "is_terminal" else now
            if not agree(now, before):
                said = f"{rule}() returns {shown(now)} if nothing else was asked before"
                self.record("memory", f"{said}, but {shown(before)} after other positions", rule)
                return

    def answers(self, facts: Facts) -> Iterator[tuple[str, Any]]:
        """What the rules said of a position."""
        yield "is_terminal", facts.terminal
        if facts.terminal:
            yield "utility", facts.utility
        else:
            yield "to_move", facts.mover
            yield "actions", facts.actions
            if facts.estimate is not None:
                yield "evaluate", facts.estimate

    def sound(self, position: Position) -> None:
        """A state is something, hashable, and equal to another of the same content."""
        state = position.state
        if state is None:
            raise Nonsense("nothing", f"{'result' if position.moves else 'initial'}() returns None")
        if self.adapted:
            return  # homework is played as it is: its states are nobody's keys
        try:
            hash(state)
        except TypeError as error:
            self.record(
                "hashable", f"{'result' if position.moves else 'initial'}() returns {shown(state)}: {error}"
            )
            return
        if position.before is state:
            return
        if not bool(position.before == state):
            self.record("equal", f": two states with the same content, {shown(state)}, are not equal")
        elif hash(position.before) != hash(state):
            self.record("equal", f": two equal states, {shown(state)}, have different hashes")

    def finished(self, position: Position) -> Any:
        """What a terminal position is worth; nobody asks there for actions or whose turn it is."""
        utility = self.about("utility", position)
        if self.players > 2:
            self.look_at_payoffs("utility", utility)
        elif isinstance(utility, tuple) and getattr(self.game, "constant_sum", None) is not None:
            self.constant_sum(utility, position)
        elif wrong := no_number(utility):
            self.record("utility", f"utility() returns {shown(utility)}, {wrong}")
        elif self.outcome and utility not in (-1, 0, 1):
            self.record("outcome", f"utility() returns {shown(utility)}, but payoff is 'outcome'")
        elif is_range(said := self.payoff_range) and not said[0] <= utility <= said[1]:
            found = f"utility() returns {shown(utility)}, but payoff_range is {shown(said)}"
            self.record("out of range", found)
        return utility

    @property
    def payoff_range(self) -> Any:
        """What the game declares as the least and the most that MAX gets; None where it declares nothing."""
        return getattr(self.game, "payoff_range", None)

    def look_at_payoffs(self, rule: str, payoffs: Any) -> None:
        """What a rule gives each of three or more players."""
        for name, what in wrong_payoffs(self.game, self.players, rule, payoffs):
            self.record(name, what, rule)

    def constant_sum(self, payoffs: tuple[Any, ...], position: Position) -> None:
        declared = self.game.constant_sum
        declared = 0 if isinstance(declared, bool) or not is_number(declared) else declared
        if not all(map(is_finite, payoffs)) or abs(sum(payoffs) - declared) > ROUNDING:
            self.record(
                "constant sum", f"utility() returns {shown(payoffs)}, which does not sum to {declared}"
            )

    def choices(self, position: Position, mover: Any) -> list[Any]:
        """The actions, or at a chance node the outcomes."""
        if mover == CHANCE and is_number(mover) and self.has("outcomes"):
            return self.thrown(position)
        if mover == CHANCE and is_number(mover):
            raise Nonsense("dice", "to_move() returns CHANCE, but the game has no outcomes(state)")
        if not is_number(mover) or mover not in range(self.players):
            self.record("player" if self.players == 2 else "seat", f"to_move() returns {shown(mover)}")
        actions: list[Any] = self.about("actions", position)
        if not actions:
            self.record("no actions", "actions() yields none, but is_terminal() says the game is not over")
        self.distinct("actions", actions)
        return actions

    def distinct(self, rule: str, actions: list[Any]) -> None:
        seen: list[Any] | set[Any]
        try:
            seen = set()
            for action in actions:
                if action in seen:
                    self.record("duplicate", f"{rule}() yields {shown(action)} twice", rule)
                seen.add(action)
        except TypeError:
            self.record(
                "hashable action", f"{rule}() yields {shown(actions[0])}, which is not hashable", rule
            )

    def thrown(self, position: Position) -> list[Any]:
        self.threw = True
        pairs = self.about("outcomes", position)
        if not all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in pairs):
            raise Nonsense(
                "pairs", f"outcomes() returns {shown(pairs)}, not pairs of an action and a probability"
            )
        chances = [chance for _, chance in pairs]
        if not all(is_number(chance) and 0 <= chance <= 1 for chance in chances):
            self.record("probability", f"outcomes() yields the probabilities {shown(chances)}")
        elif abs(sum(chances) - 1) > ROUNDING:
            self.record("sum", f"outcomes() yields probabilities that sum to {sum(chances):.6g}")
        self.distinct("outcomes", [action for action, _ in pairs])
        return [action for action, _ in pairs]

    def after(self, position: Position, action: Any) -> tuple[Any, Any]:
        """The state after an action, and a copy of it."""
        child, copy = self.twice("result", position, action)
        if same(child, position.before):
            what = f"result() of {shown(action)} returns the position it was given"
            self.record("idle", what)
        elif child is not None and type(child) is not type(position.before):
            given, wanted = type(child).__name__, type(position.before).__name__
            self.record("kind", f"result() returns an instance of {given}, but the state was one of {wanted}")
        return child, copy


def agree(now: Any, before: Any) -> bool:
    """The same answer; actions in any order and sums up to rounding, as copied sets have another order."""
    if isinstance(now, list) and isinstance(before, list):
        return Counter(map(content, now)) == Counter(map(content, before))
    if is_finite(now) and is_finite(before):
        return math.isclose(now, before, rel_tol=ROUNDING, abs_tol=ROUNDING)
    return same(now, before)
