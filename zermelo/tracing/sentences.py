"""The facts of a step as a sentence: one table for terminal, files and page, a column for each language."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.game import CHANCE, MAX, MIN
from zermelo.score import plain
from zermelo.tracing.facts import NOTHING, OTHERS, Fact, fact_of
from zermelo.tracing.model import AT_LEAST, AT_MOST, EXACT, Model, Worth

LANGUAGES = ("en", "it", "es")
WORDS = {
    MAX: ("MAX", "MAX", "MAX"),
    MIN: ("MIN", "MIN", "MIN"),
    CHANCE: ("CHANCE", "Il caso", "El azar"),
    "ends here": ("{at}the game ends here.", "{at}qui la partita finisce.", "{at}aquí termina la partida."),
    "enter": ("{at}{player} to move{sure}.", "{at}muove {player}{sure}.", "{at}juega {player}{sure}."),
    "at": ("{move}{because}: ", "{move}{because}: ", "{move}{because}: "),
    "others": ("all but the best action", "tutte tranne la mossa migliore", "todas menos la mejor jugada"),
    "nothing": ("doing nothing", "senza fare nulla", "sin hacer nada"),
    "because table": (", the table's move", ", la mossa della tabella", ", la jugada de la tabla"),
    "because killer": (", a killer", ", una mossa killer", ", una jugada asesina"),
    "because history": (", good elsewhere", ", buona altrove", ", buena en otra parte"),
    "because line": (", of the last best line", ", dell'ultima linea migliore", ", de la última mejor línea"),
    "depth": ("depth {n}{first}: ", "profondità {n}{first}: ", "profundidad {n}{first}: "),
    "depth again": ("depth {n} again: ", "di nuovo profondità {n}: ", "otra vez profundidad {n}: "),
    "first": (", {line} first", ", prima {line}", ", primero {line}"),
    "both sure": (
        "; MAX is sure of {low} and MIN of {high}",
        "; MAX è sicuro di {low} e MIN di {high}",
        "; MAX tiene asegurado {low} y MIN {high}",
    ),
    "MAX sure": ("; MAX is sure of {low}", "; MAX è sicuro di {low}", "; MAX tiene asegurado {low}"),
    "MIN sure": ("; MIN is sure of {high}", "; MIN è sicuro di {high}", "; MIN tiene asegurado {high}"),
    "leaf over": ("worth {value}.", "vale {value}.", "vale {value}."),
    "leaf": (
        "the depth ends here: estimated at {value}.",
        "qui finisce la profondità: stima {value}.",
        "aquí acaba la profundidad: se estima en {value}.",
    ),
    "update": (
        "{player} now has {value} here, by {move}.",
        "{player} ora ha {value} qui, con {move}.",
        "{player} tiene ahora {value} aquí, con {move}.",
    ),
    "average": (
        "{probability} of the time {move}: {value} so far.",
        "{move} con probabilità {probability}: finora {value}.",
        "{move} con probabilidad {probability}: hasta ahora {value}.",
    ),
    "cut": (
        "{player} has {value} here; {other} already has {bound} elsewhere: {left}.",
        "{player} ha {value} qui; {other} ha già {bound} altrove: {left}.",
        "{player} tiene {value} aquí; {other} ya tiene {bound} en otra parte: {left}.",
    ),
    "cut quickest": (
        "{player} has {value} here, and no win can be quicker: {left}.",
        "{player} ha {value} qui, e nessuna vittoria può essere più rapida: {left}.",
        "{player} tiene {value} aquí, y ninguna victoria puede ser más rápida: {left}.",
    ),
    "left 0": (
        "no child is left to skip",
        "non resta alcun figlio da saltare",
        "no queda ningún hijo que saltar",
    ),
    "left 1": (
        "the other child is never looked at",
        "l'altro figlio non viene mai guardato",
        "el otro hijo nunca se mira",
    ),
    "left": (
        "the other {n} children are never looked at",
        "gli altri {n} figli non vengono mai guardati",
        "los otros {n} hijos nunca se miran",
    ),
    "return": (
        "{player}'s node is worth {value}.",
        "Il nodo di {player} vale {value}.",
        "El nodo de {player} vale {value}.",
    ),
    "table": (
        "the table knows this position: worth {bounded}.",
        "la tabella conosce questa posizione: vale {bounded}.",
        "la tabla conoce esta posición: vale {bounded}.",
    ),
    "bounds": (
        "the rules prove that this position is worth {bounded}.",
        "le regole dimostrano che questa posizione vale {bounded}.",
        "las reglas demuestran que esta posición vale {bounded}.",
    ),
    "repeated": (
        "this position was on the way here before: worth {value}.",
        "questa posizione c'era già lungo la strada: vale {value}.",
        "esta posición ya estaba en el camino: vale {value}.",
    ),
    "pass": (
        "even doing nothing gives {player} {value}, which is enough: no action is tried.",
        "anche senza fare nulla {player} ha {value}, e basta: non si prova alcuna mossa.",
        "aun sin hacer nada {player} tiene {value}, y basta: no se prueba ninguna jugada.",
    ),
    AT_LEAST: ("at least {value}", "almeno {value}", "al menos {value}"),
    AT_MOST: ("at most {value}", "al massimo {value}", "como mucho {value}"),
    EXACT: ("just {value}", "esattamente {value}", "exactamente {value}"),
    "win": ("a win{plies}", "una vittoria{plies}", "una victoria{plies}"),
    "loss": ("a loss{plies}", "una sconfitta{plies}", "una derrota{plies}"),
    "plies 1": (" in 1 ply", " in 1 semimossa", " en 1 jugada"),
    "plies": (" in {n} plies", " in {n} semimosse", " en {n} jugadas"),
    "more": (
        "… and {n} more steps that were not kept.",
        "… e altri {n} passi che non sono stati conservati.",
        "… y {n} pasos más que no se guardaron.",
    ),
}  # fmt: skip
NUMBERS = {"en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")}
"""Numbers that a language writes as words."""


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
        return WORDS[words][self.column].format(**parts)

    def tell(self, fact: Fact) -> str:
        """The sentence of a step, which may begin with a small letter."""
        if fact.kind == "enter":
            return self.entering(fact)
        value = self.worth(fact.value)
        return self.say(
            template(fact),
            value=value,
            bounded=self.say(fact.sure, value=value) if fact.sure else value,
            player=self.say(fact.player),
            other=self.say(fact.other),
            move=fact.move,
            probability="" if fact.probability is None else plain(fact.probability),
            bound=self.worth(fact.bound),
            left=self.left(fact.left),
        )

    def entering(self, fact: Fact) -> str:
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
        move = self.say(fact.relation) if fact.relation in (OTHERS, NOTHING) else fact.move
        return self.say("at", move=move, because=self.say(f"because {fact.why}") if fact.why else "")

    def sure(self, fact: Fact) -> str:
        """What the players are sure of further up."""
        low, high = fact.low.value != float("-inf"), fact.high.value != float("inf")
        words = "both sure" if low and high else "MAX sure" if low else "MIN sure" if high else ""
        return self.say(words, low=self.worth(fact.low), high=self.worth(fact.high)) if words else ""

    def worth(self, worth: Worth) -> str:
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
