"""The facts of a step as a sentence, in any of the languages of the table."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.game import MAX
from zermelo.score import plain
from zermelo.tracing.facts import CHILD, Fact, fact_of
from zermelo.tracing.model import Model, Worth
from zermelo.tracing.phrases import LANGUAGES, NUMBERS, PHRASES


def story(model: Model, language: str = "en") -> Iterator[str]:
    """One sentence for each step, each as far to the right as its node is deep."""
    teller, trace = Teller(language), model.trace
    for step, ply in enumerate(model.columns.plies):
        yield "  " * ply + teller.tell(fact_of(model, step))
    if trace.dropped:
        yield teller.say("more", n=f"{trace.dropped:,}")


class Teller:
    """Finds the words of a language."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"a search is told in {', '.join(LANGUAGES)}, not {language!r}")
        self.language, self.column = language, LANGUAGES.index(language)

    def say(self, words: str | int, **parts: object) -> str:
        """A row of the phrases in this language, filled in."""
        return PHRASES[words][self.column].format(**parts)

    def tell(self, fact: Fact) -> str:
        """The sentence of a step, which may begin with a small letter."""
        if fact.kind == "enter":
            return self.entering(fact)
        value = self.value(fact.value)
        return self.say(
            template(fact),
            value=value,
            bounded=self.say(fact.sure, value=value) if fact.sure else value,
            player=self.say(fact.player),
            other=self.say(fact.other),
            move=fact.move,
            probability="" if fact.probability is None else plain(fact.probability),
            bound=self.value(fact.bound),
            left=self.left(fact.left),
        )

    def entering(self, fact: Fact) -> str:
        """The sentence of a node that is entered."""
        at = self.depth(fact) + self.moved(fact)
        if fact.is_over:
            return self.say("ends here", at=at)
        return self.say("enter", at=at, player=self.say(fact.player), sure=self.sure(fact))

    def depth(self, fact: Fact) -> str:
        """Where a depth begins, with the line that the one before put first; or where it begins again."""
        if not fact.depth:
            return ""
        first = self.say("first", line=fact.first) if fact.first else ""
        return self.say("depth again" if fact.again else "depth", n=fact.depth, first=first)

    def moved(self, fact: Fact) -> str:
        """The move that led here, and why it was tried."""
        if fact.ply == 0:
            return ""
        move = fact.move if fact.relation == CHILD else self.say(f"by {fact.relation}")
        return f"{move}{self.say(f'because {fact.why}') if fact.why else ''}: "

    def sure(self, fact: Fact) -> str:
        """What the players are sure of further up."""
        low, high = fact.low.value != float("-inf"), fact.high.value != float("inf")
        words = "both sure" if low and high else "MAX sure" if low else "MIN sure" if high else ""
        return self.say(words, low=self.value(fact.low), high=self.value(fact.high)) if words else ""

    def value(self, worth: Worth) -> str:
        """A value of MAX's."""
        if worth.winner is None:
            return plain(worth.value)
        plies = self.say("plies 1" if worth.plies == 1 else "plies", n=worth.plies) if worth.plies else ""
        return self.say("win" if worth.winner == MAX else "loss", plies=plies)

    def left(self, count: int) -> str:
        """The children that are never looked at."""
        words = dict(enumerate(NUMBERS.get(self.language, ())))
        return self.say(f"left {count}" if count < 2 else "left", n=words.get(count, count))


def template(fact: Fact) -> str:
    """Which row of the table tells of a step."""
    if fact.kind == "leaf":
        return "leaf over" if fact.is_over else "leaf"
    if fact.kind == "update":
        return "update" if fact.probability is None else "average"
    return "cut quickest" if fact.kind == "cut" and fact.quickest else fact.kind
