"""The catalogue: one record for each algorithm.  A new one is a file in algorithms/ and a record here.

Whoever asks "which algorithm is this?" (questions, page, command line, documentation) reads these records.
"""

from __future__ import annotations

from zermelo.algorithms.alphabeta import alphabeta
from zermelo.algorithms.alphabeta_negamax import alphabeta_negamax
from zermelo.algorithms.expectiminimax import expectiminimax
from zermelo.algorithms.maxn import maxn
from zermelo.algorithms.mcts import mcts
from zermelo.algorithms.mcts_players import mcts_players
from zermelo.algorithms.minimax import minimax
from zermelo.algorithms.negamax import negamax
from zermelo.algorithms.null_window import solve_all
from zermelo.algorithms.paranoid import paranoid
from zermelo.algorithms.perft import perft
from zermelo.algorithms.proof import proof
from zermelo.algorithms.pvs import pvs
from zermelo.algorithms.star1 import star1
from zermelo.algorithms.star2 import star2
from zermelo.errors import SearchError
from zermelo.messages import Message
from zermelo.running.drivers import (
    batch,
    counting,
    engine,
    growing,
    playing_out,
    proving,
    several,
    solver,
    stochastic,
    textbook,
)
from zermelo.running.question import Algorithm, Traits

TEXTBOOK = frozenset({"trace", "order"})
WINDOWS = TEXTBOOK | {"prune_equal", "fail_soft", "payoff_bounds"}
MEMORY = frozenset({"memory"})
SOLVER = MEMORY | {"threads", "exact", "switch_off"}
ENGINE = SOLVER | {"trace", "lines", "root_actions", "table", "solved"}
SEVERAL = frozenset({"trace", "order", "prune_equal"})
SIMULATED = MEMORY | {"trace", "lines", "exploration", "cutoff"}
MONTE_CARLO = SIMULATED | {"threads", "table", "first_play"}
TIME = frozenset({"nodes", "seconds", "clock"})
AHEAD = TIME | {"depth"}


def for_two(name: str, traits: Traits) -> Message | None:
    """Refuses three or more players."""
    if traits.players == 2:
        return None
    return Message.of("two_players_only", algorithm=name, game=traits.game, players=traits.players)


def for_several(name: str, traits: Traits) -> Message | None:
    """Refuses two players."""
    if traits.players > 2:
        return None
    return Message.of("several_players_only", algorithm=name, game=traits.game)


def counts_only(name: str, traits: Traits) -> Message | None:
    """Refuses a game with chance nodes; however many play."""
    return Message.of("nothing_to_count", algorithm=name, game=traits.game) if traits.chance else None


def without_dice(name: str, traits: Traits) -> Message | None:
    """Refuses a game with chance nodes."""
    chance = Message.of("no_chance", algorithm=name, game=traits.game) if traits.chance else None
    return for_two(name, traits) or chance


def with_dice(name: str, traits: Traits) -> Message | None:
    """Refuses a game without chance nodes."""
    missing = None if traits.chance else Message.of("no_dice", algorithm=name, game=traits.game)
    return for_two(name, traits) or missing


def nobody_forces(name: str, traits: Traits) -> Message | None:
    """Refuses a game with chance nodes, where nothing can be proved."""
    chance = Message.of("proof_with_chance", game=traits.game) if traits.chance else None
    return for_two(name, traits) or chance


def acyclic(name: str, traits: Traits) -> Message | None:
    """Refuses a game with chance nodes, or whose positions can repeat."""
    if traits.chance or not traits.cyclic or traits.players > 2:
        return without_dice(name, traits)
    return Message.of("positions_repeat", game=traits.game)


CATALOGUE: list[Algorithm] = [
    Algorithm(
        "minimax", minimax, textbook.once, switches=TEXTBOOK, fits=without_dice, remembers=True,
        about={
            "en": "every node to the end or to a depth: MAX takes the most, MIN the least",
            "it": "ogni nodo fino alla fine o a una profondità: MAX prende il massimo, MIN il minimo",
            "es": "cada nodo hasta el final o una profundidad: MAX toma el máximo, MIN el mínimo",
        },
    ),
    Algorithm(
        "alphabeta", alphabeta, textbook.once, switches=WINDOWS, fits=without_dice, remembers=True,
        about={
            "en": "minimax that leaves out what cannot change the answer, with MAX and MIN apart",
            "it": "minimax che tralascia ciò che non può cambiare la risposta, con MAX e MIN distinti",
            "es": "minimax que omite lo que no puede cambiar la respuesta, con MAX y MIN aparte",
        },
    ),
    Algorithm(
        "negamax", negamax, textbook.once, view="mover", switches=TEXTBOOK, fits=without_dice, remembers=True,
        about={
            "en": "minimax in one line: every player maximises, the child's value turned round",
            "it": "minimax in una riga: ogni giocatore massimizza il valore opposto del figlio",
            "es": "minimax en una línea: cada jugador maximiza el valor opuesto del hijo",
        },
    ),
    Algorithm(
        "alphabeta_negamax", alphabeta_negamax, textbook.once, view="mover", switches=WINDOWS,
        fits=without_dice, remembers=True,
        about={
            "en": "alpha-beta in negamax form: one window, turned round at every ply",
            "it": "alfa-beta in forma negamax: una finestra, capovolta a ogni mossa",
            "es": "alfa-beta en forma negamax: una ventana, invertida en cada jugada",
        },
    ),
    Algorithm(
        "deepening", alphabeta_negamax, textbook.deepen, view="mover", switches=WINDOWS, fits=without_dice,
        guided=True, remembers=True,
        about={
            "en": "alpha-beta one ply ahead, then two, …, the last best line first",
            "it": "alfa-beta a una mossa, poi due, …, prima l'ultima linea migliore",
            "es": "alfa-beta a una jugada, luego dos, …, primero la última mejor línea",
        },
    ),
    Algorithm(
        "deepening", star1, stochastic.deepen, switches=TEXTBOOK | MEMORY, fits=with_dice,
        prepare=stochastic.with_table, guided=True,
        about={
            "en": "Star1 (Star2 with `priority`) one ply ahead, then two, with a table, best line first",
            "it": "Star1 (Star2 con `priority`) a una mossa, poi due, con tabella, prima la linea migliore",
            "es": "Star1 (Star2 con `priority`) a una jugada, luego dos, con tabla, primero la mejor línea",
        },
    ),
    Algorithm(
        "expectiminimax", expectiminimax, textbook.once, switches=TEXTBOOK, fits=for_two,
        prepare=stochastic.prepare, remembers=True,
        about={
            "en": "minimax with dice: a chance node is worth the mean of its children",
            "it": "minimax con i dadi: un nodo di caso vale la media dei figli",
            "es": "minimax con dados: un nodo de azar vale la media de sus hijos",
        },
    ),
    Algorithm(
        "star1", star1, textbook.once, switches=TEXTBOOK, fits=for_two, prepare=stochastic.prepare,
        about={
            "en": "expectiminimax that leaves out outcomes which cannot change the answer",
            "it": "expectiminimax che tralascia gli esiti che non possono cambiare la risposta",
            "es": "expectiminimax que omite los resultados que no pueden cambiar la respuesta",
        },
    ),
    Algorithm(
        "star2", star2, textbook.once, switches=TEXTBOOK, fits=for_two, prepare=stochastic.prepare,
        about={
            "en": "Star1 that first looks at one reply to each outcome",
            "it": "Star1 che prima guarda una sola risposta a ogni esito",
            "es": "Star1 que primero mira una sola respuesta a cada resultado",
        },
    ),
    Algorithm(
        "pvs", pvs, engine.aspire, view="mover", switches=ENGINE, fits=without_dice, prepare=engine.prepare,
        glimpse=engine.glimpse, techniques=True, remembers=True,
        about={
            "en": "the engine: principal variation search with a table, under a clock",
            "it": "il motore: ricerca della variante principale con tabella, a tempo",
            "es": "el motor: búsqueda de la variante principal con tabla, con reloj",
        },
    ),
    Algorithm(
        "mtdf", pvs, engine.by_null_windows, view="mover", switches=ENGINE, fits=without_dice,
        prepare=engine.prepare, glimpse=engine.glimpse, techniques=True, remembers=True,
        about={
            "en": "the engine, its values found by windows of no width (MTD(f))",
            "it": "il motore, con valori trovati da finestre di ampiezza nulla (MTD(f))",
            "es": "el motor, con valores hallados por ventanas sin anchura (MTD(f))",
        },
    ),
    Algorithm(
        "mcts", mcts, growing.grow, limits=TIME, switches=MONTE_CARLO, fits=for_two,
        prepare=growing.prepare, simulates=True,
        about={
            "en": "Monte Carlo tree search: a tree that grows where play looks good, valued by random games",
            "it": "ricerca Monte Carlo: un albero che cresce dove si gioca bene, valutato da partite casuali",
            "es": "búsqueda Monte Carlo: un árbol que crece donde se juega bien, con partidas al azar",
        },
    ),
    Algorithm(
        "maxn", maxn, several.once, view="each", switches=SEVERAL, limits=AHEAD, fits=for_several,
        prepare=several.prepare,
        about={
            "en": "three or more players: everyone takes what is best for themselves (max^n)",
            "it": "tre o più giocatori: ognuno prende ciò che è meglio per sé (max^n)",
            "es": "tres o más jugadores: cada uno toma lo mejor para sí (max^n)",
        },
    ),
    Algorithm(
        "paranoid", paranoid, several.alone, view="root", switches=SEVERAL, limits=AHEAD, fits=for_several,
        about={
            "en": "three or more players: alpha-beta of one against all the others",
            "it": "tre o più giocatori: alfa-beta di uno contro tutti gli altri",
            "es": "tres o más jugadores: alfa-beta de uno contra todos los demás",
        },
    ),
    Algorithm(
        "deepening", maxn, several.deepen, view="each", switches=SEVERAL, limits=AHEAD, fits=for_several,
        prepare=several.prepare_deepening,
        about={
            "en": "max^n one ply ahead, then two, …, until the time is over",
            "it": "max^n a una mossa, poi due, …, fino allo scadere del tempo",
            "es": "max^n a una jugada, luego dos, …, hasta agotar el tiempo",
        },
    ),
    Algorithm(
        "mcts", mcts_players, playing_out.grow, view="each", limits=TIME, switches=SIMULATED,
        fits=for_several, prepare=growing.prepare, simulates=True,
        about={
            "en": "Monte Carlo tree search for three or more players: each goes where they fare well",
            "it": "ricerca Monte Carlo per tre o più giocatori, ognuno dei quali va dove gli conviene",
            "es": "búsqueda Monte Carlo para tres o más jugadores: cada uno va adonde le conviene",
        },
    ),
    Algorithm(
        "null_window", solve_all, solver.settle, view="mover", switches=SOLVER, limits=TIME, fits=acyclic,
        prepare=solver.prepare, techniques=True,
        about={
            "en": "the solver: exact values, one question after another",
            "it": "il risolutore: valori esatti, una domanda dopo l'altra",
            "es": "el solucionador: valores exactos, una pregunta tras otra",
        },
    ),
    Algorithm(
        "batch", solve_all, batch.solve_all, view="mover", switches=SOLVER, limits=frozenset(), fits=acyclic,
        prepare=solver.prepare, techniques=True, verb="solve_all",
        about={
            "en": "the solver over many positions",
            "it": "il risolutore su molte posizioni",
            "es": "el solucionador sobre muchas posiciones",
        },
    ),
    Algorithm(
        "proof", proof, proving.prove, view="mover", switches=MEMORY, limits=TIME, fits=nobody_forces,
        prepare=proving.prepare, techniques=True, verb="prove",
        about={
            "en": "proof-number search: does a player force this? it goes where the least is missing",
            "it": "ricerca a numeri di prova: un giocatore forza questo? va dove manca meno",
            "es": "búsqueda por números de prueba: ¿fuerza esto un jugador? va donde menos falta",
        },
    ),
    Algorithm(
        "perft", perft, counting.count, switches=frozenset(), limits=frozenset({"depth"}), fits=counts_only,
        verb="perft",
        about={
            "en": "counts the move sequences of a length",
            "it": "conta le sequenze di mosse di una lunghezza",
            "es": "cuenta las secuencias de jugadas de una longitud",
        },
    ),
]  # fmt: skip


def names(verb: str = "search") -> tuple[str, ...]:
    """The algorithms that a function of the library can be asked for."""
    return tuple(dict.fromkeys(each.name for each in CATALOGUE if each.verb == verb))


def find(name: str, traits: Traits, verb: str = "search") -> Algorithm:
    """The record of this name that fits the game."""
    named = [each for each in CATALOGUE if each.name == name and each.verb == verb]
    if not named:
        raise SearchError("unknown_algorithm", name=name, choices=list(names(verb)))
    for each in named:
        if (misfit := each.fits(name, traits)) is None:
            return each
    assert misfit is not None
    raise SearchError(misfit)


def simulates(name: str | None) -> bool:
    """Does an algorithm of this name make random games?"""
    return any(each.simulates for each in CATALOGUE if each.name == name)


def those_with(word: str, traits: Traits) -> tuple[str, ...]:
    """The algorithms for such a game that take this limit or switch."""
    taking = (each for each in CATALOGUE if each.verb == "search" and each.takes(word))
    return tuple(dict.fromkeys(each.name for each in taking if each.fits(each.name, traits) is None))
