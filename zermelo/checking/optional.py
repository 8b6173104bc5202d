"""The optional rules, each put to one position at a time: what they give must not change what is true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from zermelo.checking.board import FIELDS, Board, read
from zermelo.checking.findings import Facts, Position, Problem, is_finite, no_number, shown
from zermelo.checking.values import limit, value_text
from zermelo.game import CHANCE, MAX
from zermelo.kernel.run import ESTIMATES
from zermelo.running.content import another, same
from zermelo.running.explain import reached_by

if TYPE_CHECKING:
    from zermelo.checking.rules import Examination

ROUNDING = 1e-6
"""What sums of payoffs and averages may be off by."""
Probe = Callable[["Examination", Position, Facts], Iterator[Problem]]
"""Looks at one position, and gives what is wrong."""


def probe_over(exam: Examination, position: Position, facts: Facts) -> Iterator[Problem]:
    """Where a game has is_terminal() too, they agree: over, or no action where a player is to move."""
    over = exam.about("over", position)
    if not exam.has("is_terminal"):
        return
    if over and not facts.terminal:
        yield "over", f"over() returns {shown(over)}, but is_terminal() is false"
    elif facts.terminal and not over and (moves := exam.options(position.state)):
        yield (
            "over",
            f"over() returns {shown(over)} and {shown(moves[0])} can be played, but is_terminal() is true",
        )


def probe_evaluate(exam: Examination, position: Position, facts: Facts) -> Iterator[Problem]:
    if facts.terminal:
        return
    facts.estimate = estimate = exam.about("evaluate", position)
    if exam.players > 2:
        exam.look_at_payoffs("evaluate", estimate)
    elif wrong := no_number(estimate):
        yield "estimate", f"evaluate() returns {shown(estimate)}, {wrong}"
    elif exam.outcome and abs(estimate) >= ESTIMATES:
        yield "estimate size", f"evaluate() returns {shown(estimate)}, which is as large as a proved win"


def probe_priority(exam: Examination, position: Position, facts: Facts) -> Iterator[Problem]:
    for action in facts.actions:
        rank = exam.about("priority", position, action)
        if wrong := no_number(rank):
            yield "priority", f"priority() of {shown(action)} returns {shown(rank)}, {wrong}"


def probe_noisy(exam: Examination, position: Position, facts: Facts) -> Iterator[Problem]:
    if not facts.terminal and facts.mover != CHANCE:
        for action in exam.about("noisy", position):
            if action not in facts.actions:
                yield "noisy", f"noisy() yields {shown(action)}, which actions() does not yield"


def probe_passed(exam: Examination, position: Position, facts: Facts) -> Iterator[Problem]:
    if facts.terminal or facts.mover == CHANCE:
        return
    passed = exam.about("passed", position)
    if passed is not None and exam.call("to_move", passed) == facts.mover:
        yield "passed", "passed() leaves the same player to move"


def probe_symmetries(exam: Examination, position: Position, facts: Facts) -> Iterator[Problem]:
    """An image ends, is worth, moves and goes on as the state does; and the images agree about each other."""
    here = {position.state, *exam.about("symmetries", position)}
    for image in here - {position.state}:
        if difference := unlike(exam, position.state, facts, image):
            yield "symmetry", f"symmetries() yields {shown(image)}, {difference}"
        elif orbit(exam, image) != here:
            yield "symmetry closed", f"symmetries() yields {shown(image)}, whose symmetries() differ"
        elif not facts.terminal:
            yield from mirrored(exam, position, facts, image)


def unlike(exam: Examination, state: Any, facts: Facts, image: Any) -> str:
    """What tells an image from the state at first sight."""
    terminal = bool(exam.call("is_terminal", image))
    if terminal != facts.terminal:
        return f"where is_terminal() says {terminal}"
    if terminal:
        return (
            "where utility() is another" if exam.call("utility", image) != exam.call("utility", state) else ""
        )
    if (mover := exam.call("to_move", image)) != facts.mover:
        return f"where to_move() is {shown(mover)}"
    actions = exam.options(image)
    if len(actions) != len(facts.actions):
        return f"which has {len(actions)} actions and not {len(facts.actions)}"
    return ""


def mirrored(exam: Examination, position: Position, facts: Facts, image: Any) -> Iterator[Problem]:
    """The children of an image are images of the children."""
    ours = [child for _, child in facts.children]
    theirs = [exam.call("result", image, action) for action in exam.options(image)]
    if orbits(exam, ours) != orbits(exam, theirs) and closures(exam, ours) != closures(exam, theirs):
        yield "commutes", f"symmetries() yields {shown(image)}, where the moves lead to other positions"
    elif exam.has("evaluate"):
        here, there = exam.call("evaluate", position.state), exam.call("evaluate", image)
        if not same(here, there):
            yield (
                "even estimate",
                f"evaluate() returns {shown(here)} and for a symmetric position {shown(there)}",
            )


def orbit(exam: Examination, state: Any) -> frozenset[Any]:
    return frozenset((state, *exam.call("symmetries", state)))


def orbits(exam: Examination, states: list[Any]) -> set[frozenset[Any]]:
    return {orbit(exam, state) for state in states}


def closures(exam: Examination, states: list[Any]) -> set[frozenset[Any]]:
    """Orbits with the images of images, so that an orbit that is not closed is not blamed on the moves."""
    return {frozenset().union(*orbits(exam, list(orbit(exam, state)))) for state in states}


def probe_key(exam: Examination, position: Position, facts: Facts) -> Iterator[Problem]:
    key = exam.about("key", position)
    if not isinstance(key, int) and not hasattr(key, "dtype"):
        yield "key kind", f"key() returns {shown(key)}, which is not a whole number"
        return
    if exam.call("key", position.lend(another)) != key:
        yield "key steady", "key() returns a different number for an equal state"
    other = exam.keys.setdefault(key, position)
    if other is not position and not same(other.before, position.before):
        difference = exam.values.difference(other.before, position.before)
        if difference:
            yield (
                "key merges",
                f"key() is {shown(key)} here and {reached_by(list(other.moves))}, but {difference}",
            )


def probe_hashed(exam: Examination, position: Position, facts: Facts) -> Iterator[Problem]:
    """Two states may share a number; equal ones have to."""
    yield from steady_number(exam, "hashed", position)


def probe_position(exam: Examination, position: Position, facts: Facts) -> Iterator[Problem]:
    """Where a position is repeated, the same player has the same moves, whatever counters say."""
    yield from steady_number(exam, "position", position)
    if facts.terminal:
        return
    place = exam.call("position", position.state)
    told = (facts.mover, frozenset(facts.actions))
    other, known = exam.places.setdefault(place, (position, told))
    if known != told:
        where = reached_by(list(other.moves))
        yield "position merges", f"position() is {shown(place)} here and {where}, where the moves are others"


def steady_number(exam: Examination, rule: str, position: Position) -> Iterator[Problem]:
    found = exam.about(rule, position)
    if not same(exam.call(rule, position.lend(another)), found):
        yield f"{rule} steady", f"{rule}() returns something else for an equal state"


def probe_bounds(exam: Examination, position: Position, facts: Facts) -> Iterator[Problem]:
    if facts.terminal:  # where no search asks
        return
    bounds = exam.about("bounds", position)
    if not isinstance(bounds, tuple | list) or len(bounds) != 2:
        yield "bounds kind", f"bounds() returns {shown(bounds)}, not a pair (lo, hi)"
        return
    outcome = exam.values.outcome
    low, high = limit(bounds[0], outcome, -1), limit(bounds[1], outcome, 1)
    if low is None or high is None:
        yield "bounds kind", f"bounds() returns {shown(bounds)}, not a pair of numbers or scores"
    elif low > high:
        yield "bounds", f"bounds() returns {spoken(bounds)}: the lower bound is above the upper"
    elif (value := exam.values.of(position.before)) is not None:
        slack = ROUNDING * max(1, abs(value)) if exam.has("outcomes") else 0
        if not low - slack <= value <= high + slack:
            told = value_text(value, outcome)
            yield "bounds", f"bounds() returns {spoken(bounds)}, but the value is {told}"


def probe_candidates(exam: Examination, position: Position, facts: Facts) -> Iterator[Problem]:
    if facts.terminal or facts.mover == CHANCE:
        return
    chosen = exam.about("candidates", position)
    strange = [action for action in chosen if action not in facts.actions]
    if strange:
        yield "candidates", f"candidates() yields {shown(strange[0])}, which actions() does not yield"
    elif not chosen:
        if not settled(exam, position):
            yield "no candidates", "candidates() yields none"
    elif (value := exam.values.of(position.before)) is not None:
        kept = [exam.values.of(child) for action, child in facts.children if action in chosen]
        steps = [exam.values.step(child) for child in kept if child is not None]
        best = max(steps) if facts.mover == MAX else min(steps)
        if best != value:
            was, now = value_text(value, exam.outcome), value_text(best, exam.outcome)
            yield "candidates value", f"candidates() changes the value from {was} to {now}"


def settled(exam: Examination, position: Position) -> bool:
    """Do the bounds say all there is to say of this position?"""
    bounds = exam.call("bounds", position.state) if exam.has("bounds") else (0, 1)
    return isinstance(bounds, tuple | list) and len(bounds) == 2 and same(*bounds)


def probe_features(exam: Examination, position: Position, facts: Facts) -> Iterator[Problem]:
    if facts.terminal:
        return
    for feature in exam.about("features", position):
        whole = isinstance(feature, int) and not isinstance(feature, bool)
        if not (whole or getattr(getattr(feature, "dtype", None), "kind", "") in ("i", "u")):
            yield "features", f"features() yields {shown(feature)}, which is not a whole number"
        elif feature < 0:
            yield "features", f"features() yields {shown(feature)}, which is below 0"


def probe_terms(exam: Examination, position: Position, facts: Facts) -> Iterator[Problem]:
    """As many numbers as weights, which `evaluate` adds up; without weights it is a helper of that name."""
    if facts.terminal or not hasattr(exam.game, "weights"):
        return
    terms, weights = list(exam.about("terms", position)), list(exam.game.weights)
    if len(terms) != len(weights):
        yield "terms", f"terms() gives {len(terms)} numbers for {len(weights)} weights"
    elif exam.has("evaluate") and all(map(is_finite, terms)):
        parts = [weight * term for weight, term in zip(weights, terms)]
        given = exam.about("evaluate", position)
        if is_finite(given) and abs(given - sum(parts)) > ROUNDING * max(1, *map(abs, parts)):
            yield "terms", f"evaluate() gives {shown(given)}, and terms() times weights {shown(sum(parts))}"


def probe_people(exam: Examination, position: Position, facts: Facts) -> Iterator[Problem]:
    """`show`, `name`: texts, and names that tell the actions apart."""
    text = exam.about("show", position)
    if not isinstance(text, str):
        yield "show", f"show() returns {shown(text)}, which is not a string"
    elif not has_whole_letters(text):
        yield "show", f"show() returns half a letter, which nobody can write down: {text!a}"
    names: dict[str, Any] = {}
    for action in facts.actions:
        called = exam.about("name", position, action)
        if not isinstance(called, str):
            yield "name", f"name() of {shown(action)} returns {shown(called)}, which is not a string"
        elif not has_whole_letters(called):
            yield "name", f"name() returns half a letter, which nobody can write down: {called!a}"
        elif called in names and not same(names[called], action):
            yield "names", f"name() is {called!r} for {shown(names[called])} and for {shown(action)}"
        names[str(called)] = action


def has_whole_letters(text: str) -> bool:
    """Can it be written to a file, a terminal, a page?  Not a lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def probe_board(exam: Examination, position: Position, facts: Facts) -> Iterator[Problem]:
    """A declaration that can be drawn; what it offers is legal, and every action has a click of its own."""
    given = exam.about("board", position)
    board = read(given)
    for field in sorted(map(str, given.keys() - set(FIELDS))):
        yield "board field", f"board() has the field {field!r}, which is not read"
    legal = set(facts.actions)
    for action, cells in () if facts.terminal else board.actions:
        if action not in legal:
            yield "board actions", f"board() offers {shown(action)}, which actions() does not yield"
        elif cells and not board.can_be_made(cells):
            said = f"board() puts {shown(action)} on cells {shown(list(cells))}"
            yield "board places", f"{said}, where nothing can be clicked"
    yield from unclear(board)
    yield from without_a_click(board, facts)


def unclear(board: Board) -> Iterator[Problem]:
    """An action all of whose cells are another's too; steps may share theirs, as promotions do.

    So may turns of several stones, which the page offers by name once some of their cells are chosen.
    """
    if board.kind == "backgammon":
        return
    places = {action: frozenset(cells) for action, cells in board.actions}
    through: dict[int, list[Any]] = {}
    for action, place in places.items():
        for cell in place:
            through.setdefault(cell, []).append(action)
    for action, cells in board.actions:
        rivals = min((through[cell] for cell in cells), key=len, default=[])
        for other in [] if board.is_step(cells) else rivals:
            if other != action and places[action] <= places[other]:
                meant = f"{shown(action)} or {shown(other)}"
                yield "same click", f"board() leaves open whether cells {shown(list(cells))} mean {meant}"
                return


def without_a_click(board: Board, facts: Facts) -> Iterator[Problem]:
    """Actions that a board which offers others says nothing of; dice are thrown elsewhere."""
    offered = {action for action, _ in board.actions}
    for action in facts.actions if offered and facts.mover != CHANCE else ():
        if action not in offered:
            said = f"board() offers {shown(board.actions[0][0])} but not {shown(action)}"
            yield "board clicks", f"{said}, which no click can make"


def probe_parse(exam: Examination, position: Position, facts: Facts) -> Iterator[Problem]:
    text = exam.call("show", position.state)
    if isinstance(getattr(exam.game.parse, "__self__", None), type):
        return  # a class method makes a game of a text, as Tree.parse does
    state = exam.call("parse", text)
    if not same(state, position.before):
        yield "parse", f"parse() reads {shown(state)} from what show() writes for {shown(position.before)}"


def probe_utilities(exam: Examination, position: Position, facts: Facts) -> Iterator[Problem]:
    """Homework that gives the payoff of any player: what one gets the other loses."""
    if not facts.terminal:
        return
    payoffs = exam.call("utilities", position.state)
    if all(map(is_finite, payoffs)) and len(payoffs) == 2 and abs(sum(payoffs)) > ROUNDING:
        said = " and ".join(shown(payoff) for payoff in payoffs)
        yield "zero sum", f"utility() returns {said} for the two players of the same end"


def spoken(bounds: Any) -> str:
    return "(" + ", ".join(str(bound) for bound in bounds) + ")"


OPTIONAL: list[tuple[str, Probe]] = [
    ("over", probe_over),
    ("evaluate", probe_evaluate),
    ("priority", probe_priority),
    ("noisy", probe_noisy),
    ("passed", probe_passed),
    ("symmetries", probe_symmetries),
    ("key", probe_key),
    ("position", probe_position),
    ("hashed", probe_hashed),
    ("bounds", probe_bounds),
    ("candidates", probe_candidates),
    ("features", probe_features),
    ("terms", probe_terms),
    ("parse", probe_parse),
    ("board", probe_board),
    ("utilities", probe_utilities),
]
