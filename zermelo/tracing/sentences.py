"""The facts of a step as a sentence, in any of the languages of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from zermelo.game import CHANCE, MAX, MIN
from zermelo.messages import grouped
from zermelo.score import plain, share
from zermelo.tracing.facts import CHILD, LESS, MORE, REPEAT, Fact, Holding, fact_of
from zermelo.tracing.happenings import happening
from zermelo.tracing.model import OTHERS, Model, Worth
from zermelo.tracing.phrases import LANGUAGES, NUMBERS, PHRASES
from zermelo.tracing.share_words import of_shares
from zermelo.tracing.simulation_words import of_simulation
from zermelo.tracing.sureness import AT_LEAST, AT_MOST, EXACT
from zermelo.tracing.windows import QUICKEST, START

OPPOSITE = {AT_LEAST: AT_MOST, AT_MOST: AT_LEAST, EXACT: EXACT}


def story(model: Model, language: str = "en", names: bool = False) -> Iterator[str]:
    """One sentence for each step, each as far to the right as its node is deep."""
    teller, trace = Teller(language, model.called if names else nameless, model.player_names), model.trace
    for step, ply in enumerate(model.columns.plies):
        yield "  " * ply + teller.step(model, step)
    if trace.dropped:
        count = f"{trace.dropped:,}" if language == "en" else grouped(trace.dropped)
        yield teller.say("more 1" if trace.dropped == 1 else "more", n=count)


def nameless(node: int) -> str:
    """How nodes are called where no drawing shows their names."""
    return ""


class Teller:
    """Finds the words of a language; `called` says how a node is called, where people can see its name.

    `players` are the names of players who are not MAX and MIN.
    """

    def __init__(
        self, language: str, called: Callable[[int], str] = nameless, players: dict[int, str] | None = None
    ) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"a search is told in {', '.join(LANGUAGES)}, not {language!r}")
        self.language, self.column, self.called = language, LANGUAGES.index(language), called
        self.players = players or {}

    def say(self, words: str | int, **parts: object) -> str:
        """A row of the phrases in this language, filled in."""
        if words in self.players:
            return self.players[words]
        template = PHRASES[words][self.column]
        for player, called in (("MAX", MAX), ("MIN", MIN)) if self.players else ():
            template = template.replace(player, self.players[called])
        return template.format(**parts)

    def step(self, model: Model, step: int) -> str:
        """The sentence of a step; they are counted from 0."""
        if model.trace.simulated:
            return of_simulation(happening(model, step), self.say)
        if model.is_shared:
            return of_shares(model, step, self)
        return self.tell(fact_of(model, step))

    def tell(self, fact: Fact) -> str:
        """The sentence of a step, which may begin with a small letter."""
        if fact.kind == "enter":
            return self.entering(fact)
        parts = {"player": self.say(fact.player), "move": fact.move, "valued": self.valued(fact)}
        if fact.kind == "cut":
            return self.say(cut_template(fact), **parts, **self.cutting(fact))
        if fact.kind == "keep":
            return self.say(keep_template(fact), **parts, **self.keeping(fact))
        if fact.kind == "update":
            return self.updating(fact, parts)
        alone = fact.at_once or fact.relation == OTHERS
        named = fact.kind == "return" and not alone and self.called(fact.node)
        template = "return named" if named else self.clearer(value_template(fact))
        return self.say(template, node=named, **parts, **self.ending(fact))

    def clearer(self, template: str) -> str:
        """The template that stands for itself, where sentences are read one by one beside a drawing."""
        alone = f"{template} alone"
        return alone if self.called is not nameless and alone in PHRASES else template

    # -- a node is entered -----------------------------------------------------------------------------

    def entering(self, fact: Fact) -> str:
        """The sentence of a node that is entered."""
        at = self.depth(fact) + self.moved(fact)
        if fact.is_over:
            by_branch = fact.ply > 0 and not self.called(fact.node)
            leaf = self.clearer("payoff") if by_branch else "payoff"
            return self.say(leaf if fact.is_payoff else "ends here", at=at)
        ends = {"low": self.value(fact.low.worth), "high": self.value(fact.high.worth)}
        asked = self.say(f"asked {question(fact)}", **ends) if fact.asked else ""
        return self.say("enter", at=at, player=self.say(fact.player), sure=self.sure(fact, ends), asked=asked)

    def depth(self, fact: Fact) -> str:
        """Where a depth begins, with the line that the one before put first; or where it begins again."""
        if not fact.depth:
            return ""
        if fact.again:
            known = fact.again == REPEAT
            since = "" if known else self.say("since", before=self.bounded(fact.before, fact.before_sure))
            return self.say("depth again", n=fact.depth, since=since)
        return self.say("depth", n=fact.depth, first=self.say("first", line=fact.first) if fact.first else "")

    def moved(self, fact: Fact) -> str:
        """The move that led here, and why it was tried, or tried again."""
        name = self.called(fact.node)
        if fact.ply == 0:
            return f"{name}: " if name else ""
        move = fact.move if fact.relation == CHILD else self.say(f"by {fact.relation}")
        move = self.say("by named", node=name, move=move) if name else move
        before = self.bounded(fact.before, fact.before_sure) if fact.again else ""
        again = self.say(f"again {fact.again}", before=before) if fact.again else ""
        because = self.say(f"because {fact.why}") if fact.why and not fact.again else ""
        return f"{move}{again}{because}: "

    def sure(self, fact: Fact, ends: dict[str, str]) -> str:
        """What the players are sure of further up."""
        if fact.bounded:
            return self.say("bounded", **ends)
        low, high = fact.low.is_sure, fact.high.is_sure
        words = "both sure" if low and high else "MAX sure" if low else "MIN sure" if high else ""
        held = {"low": self.held(MAX, fact.low.worth), "high": self.held(MIN, fact.high.worth)}
        return self.say(words, **held) if words else ""

    def held(self, player: int, worth: Worth) -> str:
        """What a player is sure of, which may be no more than a late loss."""
        lost = worth.winner not in (None, player)
        return self.say("no worse", value=self.value(worth)) if lost else self.value(worth)

    # -- a value is known, a child is compared ---------------------------------------------------------

    def ending(self, fact: Fact) -> dict[str, str]:
        """What is said where a node is left."""
        winner = "" if fact.value.winner is None else self.say(fact.value.winner)
        return {
            "winner": winner,
            "plies": self.plies(fact.value),
            "guessed": self.say("guessed") if fact.guessed else "",
            "left": self.say("quiet" if fact.quiet else "hopeless", left=self.left(fact.left))
            if fact.left
            else "",
        }

    def updating(self, fact: Fact, parts: dict[str, str]) -> str:
        """A better child, or one more outcome of the dice."""
        if fact.probability is not None:
            chance = share(fact.probability)
            value = self.bounded(fact.value, fact.sure)
            return self.say("average", probability=chance, value=value, **parts)
        letter, own = letters(fact)[0], self.own(fact, fact.value)
        words = "window" if fact.value.winner is None else "window won"
        window = self.say(words, letter=letter, own=own) if fact.window else ""
        return self.say("update", here=self.named("here", fact.node), window=window, **parts)

    def keeping(self, fact: Fact) -> dict[str, str]:
        """A child that changes nothing."""
        asked = keep_template(fact) == "keep asked"
        kept = fact.needs if asked and fact.needs is not None else fact.kept
        twice = not asked and is_no_better(fact)
        return {
            "bounded": self.say("what it gives") if twice else self.own_bounded(fact, fact.value, fact.sure),
            "kept": self.own(fact, fact.kept),
            "keeps": self.own_bounded(fact, fact.kept, fact.kept_sure),
            "needs": self.own(fact, kept),
            "other": self.say(fact.other),
            "bound": self.value(fact.bound.worth),
            "turned": self.say("turned", value=self.value(kept)) if is_flipped(fact, kept) else "",
            **self.place(fact.bound if keep_template(fact) == "keep bound" else fact.keeps),
        }

    def cutting(self, fact: Fact) -> dict[str, str]:
        """The window that closed, who holds its other end, and what is never looked at."""
        letter, sign, letter2 = letters(fact)
        other, equal = self.say(fact.other), fact.value.value == fact.bound.worth.value
        return {
            "whose": self.say("whose", player=self.say(fact.player)) if fact.turned else "",
            "letter": letter,
            "own": self.own(fact, fact.value),
            "sign": sign,
            "letter2": letter2,
            "own2": self.own(fact, fact.bound.worth),
            "other": other,
            "bound": self.value(fact.bound.worth),
            "never": self.say(
                "never equal" if equal else "never", other=other, here=self.named("to here", fact.node)
            ),
            "left": self.waiting(fact) if fact.probed else self.left(fact.left),
            "average": self.bounded(fact.value, AT_LEAST if fact.closed else AT_MOST),
            "guessed": self.say("guessed") if fact.guessed else "",
            **self.place(fact.bound),
        }

    def place(self, held: Holding | None) -> dict[str, str]:
        """The branch and the node from which a player has something."""
        if held is None or not held.is_sure:
            return {"branch": "", "place": "", "held": ""}
        held_by = {"branch": held.move, "held": self.say("guessed") if held.guessed else ""}
        words = "place root" if held.is_root else "place 1" if held.up == 1 else "place"
        if name := self.called(held.node):
            return {**held_by, "place": self.say("place named", node=name)}
        return {**held_by, "place": self.say(words, n=held.up)}

    def named(self, words: str, node: int) -> str:
        """Where something is: at a node that has a name, or simply here."""
        name = self.called(node)
        return self.say(f"{words} named", node=name) if name else self.say(words)

    def waiting(self, fact: Fact) -> str:
        """What a probe puts off: the other replies; after dice, a search of every outcome."""
        if fact.player == CHANCE:
            return self.say("left probed")
        return self.say("wait 1" if fact.left == 1 else "wait") if fact.left else ""

    def left(self, count: int) -> str:
        """The children that are never looked at."""
        words = dict(enumerate(NUMBERS.get(self.language, ())))
        return self.say(f"left {count}" if count < 2 else "left", n=words.get(count, count))

    # -- how much --------------------------------------------------------------------------------------

    def valued(self, fact: Fact) -> str:
        """The value of a step; where the algorithm counts for MIN, as it has it and as MAX's."""
        if not is_flipped(fact, fact.value):
            return self.bounded(fact.value, fact.sure)
        own = self.own_bounded(fact, fact.value, fact.sure)
        return self.say("for both", own=own, value=self.bounded(fact.value, fact.sure))

    def bounded(self, worth: Worth, sure: str) -> str:
        """A value of MAX's, and whether it is exact, at least or at most that."""
        if worth.winner is None or sure not in OPPOSITE or sure == EXACT:
            return self.say(sure or EXACT, value=self.value(worth))
        if sure == (AT_LEAST if worth.winner == MAX else AT_MOST):
            words = "win" if worth.plies is None else "sooner 1" if worth.plies == 1 else "sooner"
            return self.say(words, winner=self.say(worth.winner), n=worth.plies, plies="")
        words = "no better for MAX" if sure == AT_MOST else "no worse for MAX"
        return self.say(words, value=self.value(worth))

    def own_bounded(self, fact: Fact, worth: Worth, sure: str) -> str:
        """The same as the algorithm itself has it: at most 2 for MAX is at least -2 for MIN."""
        if not is_flipped(fact, worth):
            return self.bounded(worth, sure)
        return self.say(OPPOSITE[sure or EXACT], value=self.own(fact, worth))

    def own(self, fact: Fact, worth: Worth) -> str:
        """A value as the algorithm itself has it."""
        return plain(-worth.value) if is_flipped(fact, worth) else self.value(worth)

    def value(self, worth: Worth) -> str:
        """A value of MAX's; a win says whose it is."""
        if worth.winner is not None:
            words = "win endless" if worth.is_endless else "win"
            return self.say(words, winner=self.say(worth.winner), plies=self.plies(worth))
        if worth.value is not None and abs(worth.value) == float("inf"):
            return "+∞" if worth.value > 0 else "−∞"
        return plain(worth.value)

    def plies(self, worth: Worth) -> str:
        """How far from the root a win is."""
        return self.say("plies 1" if worth.plies == 1 else "plies", n=worth.plies) if worth.plies else ""


def is_flipped(fact: Fact, worth: Worth) -> bool:
    """Does the algorithm have this number with the other sign?"""
    number: Any = worth.value
    return fact.turned and worth.winner is None and number != 0 and abs(number) != float("inf")


def letters(fact: Fact) -> tuple[str, str, str]:
    """The end of the window that the mover sets, how it compares where they cut off, the other end."""
    return ("α", "≥", "β") if fact.player == MAX or fact.turned else ("β", "≤", "α")


def value_template(fact: Fact) -> str:
    """Which row of the table tells of a value."""
    if fact.kind == "leaf" and fact.is_over:
        return "leaf won" if fact.value.winner is not None else "leaf draw" if fact.is_draw else "leaf over"
    won = fact.value.winner is not None
    if fact.kind == "return" and fact.at_once and won:
        return "return at once"
    if fact.kind == "return" and fact.relation == OTHERS:
        return "no others" if fact.at_once else "others"
    return "return chance" if fact.kind == "return" and fact.player == CHANCE else fact.kind


def question(fact: Fact) -> str:
    """What is asked; at the root, where no game is won, whether it is more than the quickest win."""
    if fact.asked == AT_LEAST and fact.high.worth.plies == 0:
        return MORE
    return LESS if fact.asked == AT_MOST and fact.low.worth.plies == 0 else fact.asked


def keep_template(fact: Fact) -> str:
    """Which row of the table tells of a comparison that changes nothing."""
    if fact.bound.is_sure and fact.sure == (AT_LEAST if fact.player == MAX else AT_MOST):
        return "keep bound"
    if fact.keeps is not None:
        asked = fact.needs is not None and fact.needs.plies != 0  # no game is won at its root
        return "keep elsewhere" if fact.keeps.is_sure else "keep asked" if asked else "keep outside"
    if fact.value.winner is not None or fact.kept.winner is not None:
        same = fact.value == fact.kept and fact.sure == fact.kept_sure == EXACT
        return "keep same" if same else "keep won"
    return "keep above" if letters(fact)[0] == "α" else "keep below"


def is_no_better(fact: Fact) -> bool:
    """Is all that is known of a win that it is no better than what is kept, which is told besides?"""
    bound = AT_MOST if fact.player == MAX else AT_LEAST
    return fact.value == fact.kept and fact.value.winner == fact.player and fact.sure == bound


def cut_template(fact: Fact) -> str:
    """Which row of the table tells of a cut-off."""
    if fact.player == CHANCE:
        return "cut chance" if fact.bound.is_sure else "cut chance asked"
    if fact.probed:
        return "cut probe"
    if fact.bound.is_sure:
        return "cut turned" if fact.turned else "cut"
    return {START: "cut best", QUICKEST: "cut quickest"}.get(fact.bound.node, "cut asked")
