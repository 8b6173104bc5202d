"""The words in which a search is told, for the terminal, the files and the page: a row for each thing to say."""
# ruff: noqa: E501 (a row is read across)

from zermelo.game import CHANCE, MAX, MIN
from zermelo.tracing.model import AT_LEAST, AT_MOST, EXACT

LANGUAGES = ("en", "it", "es")
# fmt: off
PHRASES = {
    MAX: ("MAX", "MAX", "MAX"),
    MIN: ("MIN", "MIN", "MIN"),
    CHANCE: ("CHANCE", "Il caso", "El azar"),
    "ends here": ("{at}the game ends here.", "{at}qui la partita finisce.", "{at}aquí termina la partida."),
    "enter": ("{at}{player} to move{sure}.", "{at}muove {player}{sure}.", "{at}juega {player}{sure}."),
    "by the others": ("all but the best action", "tutte tranne la mossa migliore", "todas menos la mejor jugada"),
    "by pass": ("doing nothing", "senza fare nulla", "sin hacer nada"),
    "because table": (", the table's move", ", la mossa della tabella", ", la jugada de la tabla"),
    "because killer": (", a killer", ", una mossa killer", ", una jugada asesina"),
    "because history": (", good elsewhere", ", buona altrove", ", buena en otra parte"),
    "because line": (", from the last best line", ", dell'ultima linea migliore", ", de la última mejor línea"),
    "depth": ("depth {n}{first}: ", "profondità {n}{first}: ", "profundidad {n}{first}: "),
    "depth again": ("depth {n} again: ", "di nuovo profondità {n}: ", "otra vez profundidad {n}: "),
    "first": (", {line} first", ", prima {line}", ", primero {line}"),
    "both sure": ("; MAX is sure of {low} and MIN of {high}", "; MAX è sicuro di {low} e MIN di {high}", "; MAX tiene asegurado {low} y MIN {high}"),
    "MAX sure": ("; MAX is sure of {low}", "; MAX è sicuro di {low}", "; MAX tiene asegurado {low}"),
    "MIN sure": ("; MIN is sure of {high}", "; MIN è sicuro di {high}", "; MIN tiene asegurado {high}"),
    "leaf over": ("worth {value}.", "vale {value}.", "vale {value}."),
    "leaf": ("the depth limit is reached here: estimated at {value}.", "qui finisce la profondità: stima {value}.", "aquí acaba la profundidad: se estima en {value}."),
    "update": ("{player} now has {value} here, by {move}.", "{player} ora ha {value} qui, con {move}.", "{player} tiene ahora {value} aquí, con {move}."),
    "average": ("{probability} of the time {move}: {value} so far.", "{move} con probabilità {probability}: finora {value}.", "{move} con probabilidad {probability}: hasta ahora {value}."),
    "cut": ("{player} has {value} here; {other} already has {bound} elsewhere: {left}.", "{player} ha {value} qui; {other} ha già {bound} altrove: {left}.", "{player} tiene {value} aquí; {other} ya tiene {bound} en otra parte: {left}."),
    "cut quickest": ("{player} has {value} here, and no win can be quicker: {left}.", "{player} ha {value} qui, e nessuna vittoria può essere più rapida: {left}.", "{player} tiene {value} aquí, y ninguna victoria puede ser más rápida: {left}."),
    "left 0": ("no child is left to skip", "non resta alcun figlio da saltare", "no queda ningún hijo que saltar"),
    "left 1": ("the other child is never looked at", "l'altro figlio non viene mai guardato", "el otro hijo nunca se mira"),
    "left": ("the other {n} children are never looked at", "gli altri {n} figli non vengono mai guardati", "los otros {n} hijos nunca se miran"),
    "return": ("{player}'s node is worth {value}.", "Il nodo di {player} vale {value}.", "El nodo de {player} vale {value}."),
    "table": ("the table knows this position: worth {bounded}.", "la tabella conosce questa posizione: vale {bounded}.", "la tabla conoce esta posición: vale {bounded}."),
    "bounds": ("the rules prove that this position is worth {bounded}.", "le regole dimostrano che questa posizione vale {bounded}.", "las reglas demuestran que esta posición vale {bounded}."),
    "repeated": ("this position already occurred on the way here: worth {value}.", "questa posizione c'era già lungo la strada: vale {value}.", "esta posición ya estaba en el camino: vale {value}."),
    "pass": ("even doing nothing gives {player} {value}, which is enough: no action is tried.", "anche senza fare nulla {player} ha {value}, e basta: non si prova alcuna mossa.", "aun sin hacer nada {player} tiene {value}, y basta: no se prueba ninguna jugada."),
    AT_LEAST: ("at least {value}", "almeno {value}", "al menos {value}"),
    AT_MOST: ("at most {value}", "al massimo {value}", "como mucho {value}"),
    EXACT: ("exactly {value}", "esattamente {value}", "exactamente {value}"),
    "win": ("a win{plies}", "una vittoria{plies}", "una victoria{plies}"),
    "loss": ("a loss{plies}", "una sconfitta{plies}", "una derrota{plies}"),
    "plies 1": (" in 1 ply", " in 1 semimossa", " en 1 jugada"),
    "plies": (" in {n} plies", " in {n} semimosse", " en {n} jugadas"),
    "more": ("… and {n} more steps that were not kept.", "… e altri {n} passi che non sono stati conservati.", "… y {n} pasos más que no se guardaron."),
}
# fmt: on
NUMBERS = {"en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")}
"""Numbers that a language writes as words."""
