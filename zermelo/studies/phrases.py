"""The words of the experiments in every language of the page: a row for each thing to say."""
# ruff: noqa: E501 (a row is read across)

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zermelo.tracing.phrases import LANGUAGES


@dataclass(frozen=True)
class Phrase:
    """Something to say, in any language: `code` names a row of the table, `parameters` are the facts in it.

    >>> Phrase("depth").in_("it")
    'profondità (semimosse)'
    >>> str(Phrase("trees note", {"kind": Phrase("kind independent"), "way": Phrase("way best"), "growth": 2}))
    'Independent leaves, alpha-beta, best first: growth 2.00 per ply.'
    """

    code: str
    parameters: dict[str, Any] = field(default_factory=dict)

    def in_(self, language: str) -> str:
        """The text in a language."""
        template = PHRASES[self.code][LANGUAGES.index(language)]
        said = {name: spoken(value, language) for name, value in self.parameters.items()}
        text = template.format(**said)
        begins_with_fact = template.startswith("{") and template.endswith(".")
        return text[:1].upper() + text[1:] if begins_with_fact else text

    def __str__(self) -> str:
        return self.in_("en")


def spoken(value: Any, language: str) -> Any:
    """A parameter as it is said."""
    if isinstance(value, Phrase):
        return value.in_(language)
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value


# fmt: off
PHRASES = {
    # the experiments
    "about trees": ("Nodes against depth on random trees: what the order of moves is worth, and Knuth and Moore's minimum", "Nodi e profondità su alberi casuali: quanto vale l'ordine delle mosse, e il minimo di Knuth e Moore", "Nodos y profundidad en árboles al azar: cuánto vale el orden de las jugadas, y el mínimo de Knuth y Moore"),
    "about growth": ("How fast alpha-beta's tree grows with moves in random order, beside √b, b^(3/4) and Pearl's ξ/(1−ξ)", "Quanto cresce l'albero di alfa-beta con mosse in ordine casuale, accanto a √b, b^(3/4) e ξ/(1−ξ) di Pearl", "Cuánto crece el árbol de alfa-beta con jugadas en orden aleatorio, junto a √b, b^(3/4) y ξ/(1−ξ) de Pearl"),
    "about orders": ("Nodes against depth on a game: every order of moves, deepening, and the engine's techniques added one by one", "Nodi e profondità in un gioco: ogni ordine delle mosse, l'approfondimento, e le tecniche del motore aggiunte una a una", "Nodos y profundidad en un juego: cada orden de las jugadas, la profundización, y las técnicas del motor añadidas una a una"),
    "about models": ("The two models of the lectures, m^n and n!·e, and what alpha-beta makes of them at its best", "I due modelli delle lezioni, m^n e n!·e, e che cosa ne fa alfa-beta nel caso migliore", "Los dos modelos de las lecciones, m^n y n!·e, y qué hace de ellos alfa-beta en el mejor caso"),
    "about deepening": ("Iterative deepening beside breadth-first: memory, time, and the cost of searching again", "Approfondimento iterativo accanto alla visita in ampiezza: memoria, tempo, e il costo di ricominciare", "Profundización iterativa junto a la búsqueda en anchura: memoria, tiempo, y el coste de volver a empezar"),
    "about horizon": ("The horizon effect: positions where looking d plies ahead plays wrong, and quiescence right", "L'effetto orizzonte: posizioni in cui guardare d mosse avanti gioca male, e la quiescenza bene", "El efecto horizonte: posiciones en las que mirar d jugadas adelante juega mal, y la quiescencia bien"),
    "about utility": ("Other payoffs in the same order: minimax's choice stays, that of expectiminimax may change", "Altri guadagni nello stesso ordine: la scelta di minimax resta, quella di expectiminimax può cambiare", "Otros pagos en el mismo orden: la elección de minimax queda, la de expectiminimax puede cambiar"),
    "about ablation": ("What each technique of the engine is worth on a game: nodes, time and strength without it", "Quanto vale ogni tecnica del motore in un gioco: nodi, tempo e forza senza di essa", "Cuánto vale cada técnica del motor en un juego: nodos, tiempo y fuerza sin ella"),
    "about backtracking": ("Generate and test beside backtracking and its refinements, on n queens", "Genera e verifica accanto al backtracking e ai suoi raffinamenti, su n regine", "Generar y probar junto a la vuelta atrás y sus refinamientos, con n reinas"),
    "about mcts": ("Monte Carlo tree search against alpha-beta, both with the same time for a move", "Ricerca Monte Carlo contro alfa-beta, con lo stesso tempo per mossa", "Búsqueda Monte Carlo contra alfa-beta, con el mismo tiempo por jugada"),
    # axes
    "depth": ("depth (plies)", "profondità (semimosse)", "profundidad (jugadas)"),
    "nodes": ("nodes visited", "nodi visitati", "nodos visitados"),
    "branching": ("branching factor b", "fattore di ramificazione b", "factor de ramificación b"),
    "growth up": ("growth per ply", "crescita per semimossa", "crecimiento por jugada"),
    "turns": ("turns n", "turni n", "turnos n"),
    "objects": ("objects n", "oggetti n", "objetos n"),
    "states held": ("states held at once", "stati tenuti insieme", "estados guardados a la vez"),
    "times the last": ("all iterations ÷ the last one", "tutte le iterazioni ÷ l'ultima", "todas las iteraciones ÷ la última"),
    "wrong share": ("positions played wrong (%)", "posizioni giocate male (%)", "posiciones mal jugadas (%)"),
    "queens": ("queens n", "regine n", "reinas n"),
    "tries": ("values tried", "valori provati", "valores probados"),
    "seconds a move": ("seconds for a move", "secondi per mossa", "segundos por jugada"),
    "points share": ("points taken (%)", "punti presi (%)", "puntos obtenidos (%)"),
    # ways
    "way minimax": ("minimax", "minimax", "minimax"),
    "way expectiminimax": ("expectiminimax", "expectiminimax", "expectiminimax"),
    "way worst": ("alpha-beta, worst first", "alfa-beta, prima la peggiore", "alfa-beta, primero la peor"),
    "way random": ("alpha-beta, random order", "alfa-beta, ordine casuale", "alfa-beta, orden aleatorio"),
    "way natural": ("alpha-beta, natural order", "alfa-beta, ordine naturale", "alfa-beta, orden natural"),
    "way heuristic": ("alpha-beta, heuristic order", "alfa-beta, ordine euristico", "alfa-beta, orden heurístico"),
    "way best": ("alpha-beta, best first", "alfa-beta, prima la migliore", "alfa-beta, primero la mejor"),
    "way best won": ("alpha-beta, the winning move first", "alfa-beta, prima la mossa vincente", "alfa-beta, primero la jugada ganadora"),
    "way deepening": ("iterative deepening", "approfondimento iterativo", "profundización iterativa"),
    "way deepening heuristic": ("deepening, heuristic order, all iterations", "approfondimento, ordine euristico, tutte le iterazioni", "profundización, orden heurístico, todas las iteraciones"),
    "way breadth first": ("breadth-first", "in ampiezza", "en anchura"),
    "way table": ("engine: table only", "motore: solo tabella", "motor: solo tabla"),
    "way killers": ("engine: table, killers", "motore: tabella, killer", "motor: tabla, asesinas"),
    "way history": ("engine: table, killers, history", "motore: tabella, killer, storia", "motor: tabla, asesinas, historia"),
    "way symmetry": ("engine: these and symmetry", "motore: queste e la simmetria", "motor: estas y la simetría"),
    "way engine": ("engine: all exact techniques", "motore: tutte le tecniche esatte", "motor: todas las técnicas exactas"),
    "way mcts": ("Monte Carlo tree search", "ricerca Monte Carlo", "búsqueda Monte Carlo"),
    "kind independent": ("independent leaves", "foglie indipendenti", "hojas independientes"),
    "kind incremental": ("values that change little by little", "valori che cambiano poco a poco", "valores que cambian poco a poco"),
    # theory
    "whole tree": ("theory: the whole tree", "teoria: l'albero intero", "teoría: el árbol entero"),
    "knuth moore": ("theory: Knuth and Moore's minimum", "teoria: il minimo di Knuth e Moore", "teoría: el mínimo de Knuth y Moore"),
    "root of minimax": ("theory: √(minimax's nodes)", "teoria: √(nodi di minimax)", "teoría: √(nodos de minimax)"),
    "growth fitted": ("fitted to the measurements", "stimata dalle misure", "ajustado a las medidas"),
    "growth upper": ("theory: b^(3/4)", "teoria: b^(3/4)", "teoría: b^(3/4)"),
    "growth pearl": ("theory: Pearl's ξ/(1−ξ)", "teoria: ξ/(1−ξ) di Pearl", "teoría: ξ/(1−ξ) de Pearl"),
    "growth lower": ("theory: √b", "teoria: √b", "teoría: √b"),
    "models turns": ("theory: 1 + m + … + m^n", "teoria: 1 + m + … + m^n", "teoría: 1 + m + … + m^n"),
    "models turns root": ("theory: √(m^n)", "teoria: √(m^n)", "teoría: √(m^n)"),
    "models objects": ("theory: n!·e", "teoria: n!·e", "teoría: n!·e"),
    "models objects best": ("theory: 2c·(n−1)!!, n odd", "teoria: 2c·(n−1)!!, n dispari", "teoría: 2c·(n−1)!!, n impar"),
    "models objects root": ("theory: √(n!)", "teoria: √(n!)", "teoría: √(n!)"),
    "models boards": ("minimax on boards of n cells", "minimax su tavole di n caselle", "minimax en tableros de n casillas"),
    "level size": ("theory: b^d, the last level", "teoria: b^d, l'ultimo livello", "teoría: b^d, el último nivel"),
    "path length": ("theory: d + 1, the path", "teoria: d + 1, il cammino", "teoría: d + 1, el camino"),
    "again minimax": ("minimax, depth 1, 2, … d", "minimax, profondità 1, 2, … d", "minimax, profundidad 1, 2, … d"),
    "again alphabeta": ("alpha-beta, depth 1, 2, … d", "alfa-beta, profondità 1, 2, … d", "alfa-beta, profundidad 1, 2, … d"),
    "again formula": ("theory: of the whole tree", "teoria: dell'albero intero", "teoría: del árbol entero"),
    "again limit minimax": ("theory: limit b/(b−1), b = {growth:g}", "teoria: limite b/(b−1), b = {growth:g}", "teoría: límite b/(b−1), b = {growth:g}"),
    "again limit alphabeta": ("theory: limit r/(r−1), r = {growth:.2f}", "teoria: limite r/(r−1), r = {growth:.2f}", "teoría: límite r/(r−1), r = {growth:.2f}"),
    "horizon plain": ("looking ahead only", "solo guardando avanti", "solo mirando adelante"),
    "horizon quiescence": ("with quiescence", "con la quiescenza", "con quiescencia"),
    "queens all": ("theory: n^n, all configurations", "teoria: n^n, tutte le configurazioni", "teoría: n^n, todas las configuraciones"),
    "queens rows": ("theory: n!, one queen in each column", "teoria: n!, una regina per colonna", "teoría: n!, una reina por columna"),
    "even score": ("equally strong", "ugualmente forti", "igual de fuertes"),
    "ablation nodes": ("nodes", "nodi", "nodos"),
    "ablation seconds": ("time", "tempo", "tiempo"),
    "strategy generate and test": ("generate and test", "genera e verifica", "generar y probar"),
    "strategy backtracking, static, no inference": ("backtracking, static, no inference", "backtracking, ordine fisso, senza inferenza", "vuelta atrás, orden fijo, sin inferencia"),
    "strategy back-jumping, static, no inference": ("back-jumping, static, no inference", "back-jumping, ordine fisso, senza inferenza", "salto atrás, orden fijo, sin inferencia"),
    "strategy forward checking, static": ("forward checking, static", "verifica in avanti, ordine fisso", "comprobación hacia delante, orden fijo"),
    "strategy forward checking, MRV": ("forward checking, MRV", "verifica in avanti, MRV", "comprobación hacia delante, MRV"),
    "strategy forward checking, MRV, LCV": ("forward checking, MRV, LCV", "verifica in avanti, MRV, LCV", "comprobación hacia delante, MRV, LCV"),
    "strategy arc consistency, static": ("arc consistency, static", "consistenza d'arco, ordine fisso", "consistencia de arco, orden fijo"),
    "strategy arc consistency, MRV": ("arc consistency, MRV", "consistenza d'arco, MRV", "consistencia de arco, MRV"),
    # titles
    "trees title independent": ("Random trees, b = {branching}, independent leaves", "Alberi casuali, b = {branching}, foglie indipendenti", "Árboles al azar, b = {branching}, hojas independientes"),
    "trees title incremental": ("Random trees, b = {branching}, values that change little by little", "Alberi casuali, b = {branching}, valori che cambiano poco a poco", "Árboles al azar, b = {branching}, valores que cambian poco a poco"),
    "growth title": ("Alpha-beta, leaves in random order: growth per ply", "Alfa-beta, foglie in ordine casuale: crescita per semimossa", "Alfa-beta, hojas en orden aleatorio: crecimiento por jugada"),
    "orders title": ("{game}: what the order of moves is worth", "{game}: quanto vale l'ordine delle mosse", "{game}: cuánto vale el orden de las jugadas"),
    "techniques title": ("{game}: what the engine's techniques are worth", "{game}: quanto valgono le tecniche del motore", "{game}: cuánto valen las técnicas del motor"),
    "models moves title": ("m = {moves} moves at each of n turns", "m = {moves} mosse a ciascuno di n turni", "m = {moves} jugadas en cada uno de n turnos"),
    "models objects title": ("n objects, one taken at each turn", "n oggetti, uno preso a ogni turno", "n objetos, uno tomado en cada turno"),
    "deepening memory title": ("States held at once, b = {branching}", "Stati tenuti insieme, b = {branching}", "Estados guardados a la vez, b = {branching}"),
    "deepening cost title": ("What searching again costs, b = {branching}", "Quanto costa ricominciare, b = {branching}", "Cuánto cuesta volver a empezar, b = {branching}"),
    "horizon title": ("Dots and boxes, every move hands over a box: wrong moves by depth", "Punti e quadrati, ogni mossa cede un quadrato: mosse sbagliate per profondità", "Puntos y cajas, cada jugada cede una caja: jugadas erróneas por profundidad"),
    "utility title": ("Trees whose best move changes with the payoffs (%)", "Alberi in cui la mossa migliore cambia con i guadagni (%)", "Árboles cuya mejor jugada cambia con los pagos (%)"),
    "ablation title": ("{game}: cost to the same depth without a technique, × that of all", "{game}: costo alla stessa profondità senza una tecnica, × quello di tutte", "{game}: coste a la misma profundidad sin una técnica, × el de todas"),
    "ablation strength": ("{game}: points without a technique against the whole engine (%)", "{game}: punti senza una tecnica contro il motore intero (%)", "{game}: puntos sin una técnica contra el motor entero (%)"),
    "queens title": ("n queens, all solutions", "n regine, tutte le soluzioni", "n reinas, todas las soluciones"),
    "mcts title": ("{game}: points of Monte Carlo against alpha-beta", "{game}: punti di Monte Carlo contro alfa-beta", "{game}: puntos de Monte Carlo contra alfa-beta"),
    # claims
    "trees exact": ("With the best move first, alpha-beta visits exactly Knuth and Moore's minimal tree (all {trees} trees).", "Con la mossa migliore per prima, alfa-beta visita esattamente l'albero minimo di Knuth e Moore (tutti i {trees} alberi).", "Con la mejor jugada primero, alfa-beta visita exactamente el árbol mínimo de Knuth y Moore (los {trees} árboles)."),
    "trees never below": ("No search looks at fewer leaves than Knuth and Moore's minimum ({searches} searches).", "Nessuna ricerca guarda meno foglie del minimo di Knuth e Moore ({searches} ricerche).", "Ninguna búsqueda mira menos hojas que el mínimo de Knuth y Moore ({searches} búsquedas)."),
    "trees whole": ("Minimax visits every node of the tree: 1 + b + … + b^d.", "Minimax visita ogni nodo dell'albero: 1 + b + … + b^d.", "Minimax visita todos los nodos del árbol: 1 + b + … + b^d."),
    "same values": ("Every way finds the same value.", "Ogni modo trova lo stesso valore.", "Todas las maneras hallan el mismo valor."),
    "never more": ("In no order does alpha-beta visit more nodes than minimax.", "In nessun ordine alfa-beta visita più nodi di minimax.", "En ningún orden alfa-beta visita más nodos que minimax."),
    "growth within": ("The fitted growth lies between √b and b^(3/4) for b = {factors}.", "La crescita stimata sta tra √b e b^(3/4) per b = {factors}.", "El crecimiento ajustado está entre √b y b^(3/4) para b = {factors}."),
    "models moves exact": ("m moves, n turns: minimax visits exactly 1 + m + … + m^n nodes.", "m mosse, n turni: minimax visita esattamente 1 + m + … + m^n nodi.", "m jugadas, n turnos: minimax visita exactamente 1 + m + … + m^n nodos."),
    "models moves best": ("m moves, n turns: with the winning move first alpha-beta visits exactly 1 + 1 + m + m + m² + … nodes.", "m mosse, n turni: con la mossa vincente per prima alfa-beta visita esattamente 1 + 1 + m + m + m² + … nodi.", "m jugadas, n turnos: con la jugada ganadora primero alfa-beta visita exactamente 1 + 1 + m + m + m² + … nodos."),
    "models objects exact": ("n objects: minimax visits exactly n!/0! + n!/1! + … + n!/n! nodes, less than n!·e.", "n oggetti: minimax visita esattamente n!/0! + n!/1! + … + n!/n! nodi, meno di n!·e.", "n objetos: minimax visita exactamente n!/0! + n!/1! + … + n!/n! nodos, menos que n!·e."),
    "models objects proof": ("n objects: with the winning move first alpha-beta visits exactly 1 + 1 + (n−1) + (n−1) + (n−1)(n−3) + … nodes.", "n oggetti: con la mossa vincente per prima alfa-beta visita esattamente 1 + 1 + (n−1) + (n−1) + (n−1)(n−3) + … nodi.", "n objetos: con la jugada ganadora primero alfa-beta visita exactamente 1 + 1 + (n−1) + (n−1) + (n−1)(n−3) + … nodos."),
    "models boards below": ("Real games of n cells, which may end sooner, stay below n!·e.", "I giochi veri di n caselle, che possono finire prima, restano sotto n!·e.", "Los juegos reales de n casillas, que pueden acabar antes, quedan por debajo de n!·e."),
    "models proof below": ("n objects, n odd: alpha-beta at its best stays below 2c·(n−1)!!, with c = 3.06.", "n oggetti, n dispari: alfa-beta nel caso migliore resta sotto 2c·(n−1)!!, con c = 3,06.", "n objetos, n impar: alfa-beta en el mejor caso queda por debajo de 2c·(n−1)!!, con c = 3,06."),
    "deepening memory": ("Breadth-first holds exactly b^d states at once, depth-first exactly d + 1.", "La visita in ampiezza tiene insieme esattamente b^d stati, quella in profondità esattamente d + 1.", "La búsqueda en anchura guarda a la vez exactamente b^d estados, la de profundidad exactamente d + 1."),
    "deepening exact": ("Searching the whole tree again for every depth costs what the formula says, less than b/(b−1) = {limit:.3f} times the last search.", "Rivisitare l'albero intero a ogni profondità costa quanto dice la formula, meno di b/(b−1) = {limit:.3f} volte l'ultima ricerca.", "Volver a buscar en el árbol entero a cada profundidad cuesta lo que dice la fórmula, menos de b/(b−1) = {limit:.3f} veces la última búsqueda."),
    "horizon claim": ("There is a position in which looking d plies ahead plays wrong, and quiescence at the same depth plays right; both are judged by the solved game.", "C'è una posizione in cui guardare d semimosse avanti gioca male, e la quiescenza alla stessa profondità bene; giudica il gioco risolto.", "Hay una posición en la que mirar d jugadas adelante juega mal, y la quiescencia a la misma profundidad bien; juzga el juego resuelto."),
    "utility minimax": ("Minimax chooses the same move whenever the payoffs keep their order ({trees} trees).", "Minimax sceglie la stessa mossa finché i guadagni mantengono l'ordine ({trees} alberi).", "Minimax elige la misma jugada siempre que los pagos guarden su orden ({trees} árboles)."),
    "utility affine": ("Expectiminimax chooses the same move when all distances change alike (3x + 7).", "Expectiminimax sceglie la stessa mossa quando tutte le distanze cambiano insieme (3x + 7).", "Expectiminimax elige la misma jugada cuando todas las distancias cambian por igual (3x + 7)."),
    "utility changes": ("Expectiminimax chooses another move in some trees when only the order is kept.", "Expectiminimax sceglie un'altra mossa in alcuni alberi quando resta solo l'ordine.", "Expectiminimax elige otra jugada en algunos árboles cuando solo se guarda el orden."),
    "queens solutions": ("Every search finds all solutions: {counts} for n = {first} … {last}.", "Ogni ricerca trova tutte le soluzioni: {counts} per n = {first} … {last}.", "Cada búsqueda halla todas las soluciones: {counts} para n = {first} … {last}."),
    "queens generated": ("Generate and test looks at n^n configurations.", "Genera e verifica guarda n^n configurazioni.", "Generar y probar mira n^n configuraciones."),
    # notes
    "trees note": ("{kind}, {way}: growth {growth:.2f} per ply.", "{kind}, {way}: crescita {growth:.2f} per semimossa.", "{kind}, {way}: crecimiento {growth:.2f} por jugada."),
    "growth note": ("b = {branching}: fitted {growth:.3f}, between √b = {lower:.3f} and b^(3/4) = {upper:.3f}; Pearl's ξ/(1−ξ) = {pearl:.3f}.", "b = {branching}: stimata {growth:.3f}, tra √b = {lower:.3f} e b^(3/4) = {upper:.3f}; ξ/(1−ξ) di Pearl = {pearl:.3f}.", "b = {branching}: ajustado {growth:.3f}, entre √b = {lower:.3f} y b^(3/4) = {upper:.3f}; ξ/(1−ξ) de Pearl = {pearl:.3f}."),
    "orders note": ("{way}: to depth {depth}, growth {growth:.2f} per ply.", "{way}: fino a profondità {depth}, crescita {growth:.2f} per semimossa.", "{way}: hasta profundidad {depth}, crecimiento {growth:.2f} por jugada."),
    "orders caution": ("Deepening and the engine count all iterations. A table and symmetry join positions, so the engine searches a graph and may need fewer nodes than any search of the tree.", "L'approfondimento e il motore contano tutte le iterazioni. Tabella e simmetria uniscono posizioni: il motore cerca in un grafo, e può bastargli meno di ogni ricerca nell'albero.", "La profundización y el motor cuentan todas las iteraciones. Tabla y simetría unen posiciones: el motor busca en un grafo, y puede bastarle menos que a cualquier búsqueda del árbol."),
    "deepening note": ("Alpha-beta in heuristic order, growth r = {growth:.2f}: all iterations cost {cost:.3f} times the last, r/(r−1) = {limit:.3f}.", "Alfa-beta in ordine euristico, crescita r = {growth:.2f}: tutte le iterazioni costano {cost:.3f} volte l'ultima, r/(r−1) = {limit:.3f}.", "Alfa-beta en orden heurístico, crecimiento r = {growth:.2f}: todas las iteraciones cuestan {cost:.3f} veces la última, r/(r−1) = {limit:.3f}."),
    "deepening seconds": ("In plain Python, to depth {depth}: breadth-first {wide:.2f} s, deepening {deep:.2f} s for {times:.2f} times the nodes.", "In puro Python, fino a profondità {depth}: in ampiezza {wide:.2f} s, approfondimento {deep:.2f} s per {times:.2f} volte i nodi.", "En Python puro, hasta profundidad {depth}: en anchura {wide:.2f} s, profundización {deep:.2f} s para {times:.2f} veces los nodos."),
    "horizon note": ("Here {player}, looking {depth} plies ahead, draws edge {choice}, and the difference in boxes ends {lost} below the best; with quiescence at the same depth {player} draws edge {better}, which is best.", "Qui {player}, guardando {depth} semimosse avanti, traccia il lato {choice}, e la differenza di quadrati finisce {lost} sotto il meglio; con la quiescenza alla stessa profondità {player} traccia il lato {better}, che è il migliore.", "Aquí {player}, mirando {depth} jugadas adelante, traza el lado {choice}, y la diferencia de cajas acaba {lost} por debajo de lo mejor; con quiescencia a la misma profundidad {player} traza el lado {better}, que es el mejor."),
    "utility note": ("With dice, {name} changes the choice in {changed} of {trees} trees.", "Con i dadi, {name} cambia la scelta in {changed} alberi su {trees}.", "Con dados, {name} cambia la elección en {changed} de {trees} árboles."),
    "ablation stopped": ("Stopped after {most} times the nodes, so at least that much: {names}.", "Fermate dopo {most} volte i nodi, quindi almeno tanto: {names}.", "Detenidas tras {most} veces los nodos, así que al menos eso: {names}."),
    "ablation note": ("Cost: geometric mean over three positions, searched to the depth that the whole engine reaches with a fixed number of nodes. Strength: games at {thinking} nodes a move, so what a technique costs in time does not count there; error bars hold 95 %.", "Costo: media geometrica su tre posizioni, cercate alla profondità che il motore intero raggiunge con un numero fisso di nodi. Forza: partite a {thinking} nodi per mossa, dove il tempo di una tecnica non conta; le barre contengono il 95 %.", "Coste: media geométrica sobre tres posiciones, buscadas a la profundidad que alcanza el motor entero con un número fijo de nodos. Fuerza: partidas a {thinking} nodos por jugada, donde el tiempo de una técnica no cuenta; las barras contienen el 95 %."),
    "mcts note": ("A win is one point, a draw a half; error bars hold 95 %. Clocks differ from run to run: the seed fixes only the openings.", "Una vittoria vale un punto, una patta mezzo; le barre contengono il 95 %. Gli orologi cambiano da una volta all'altra: il seme fissa solo le aperture.", "Una victoria vale un punto, unas tablas medio; las barras contienen el 95 %. Los relojes cambian de una vez a otra: la semilla fija solo las aperturas."),
    "mcts in python": ("Here Python runs the rules; machine code sees many times as much in the same time, and the outcome may be another: zermelo study mcts", "Qui le regole girano in Python; il codice macchina vede molto di più nello stesso tempo, e l'esito può essere un altro: zermelo study mcts", "Aquí Python ejecuta las reglas; el código máquina ve mucho más en el mismo tiempo, y el resultado puede ser otro: zermelo study mcts"),
    # a report
    "report title": ("What the theory says, and what is measured", "Che cosa dice la teoria, e che cosa si misura", "Qué dice la teoría, y qué se mide"),
    "report reading": ("A claim with ✓ agrees with every measurement of its experiment.", "Un'affermazione con ✓ concorda con ogni misura del suo esperimento.", "Una afirmación con ✓ concuerda con todas las medidas de su experimento."),
    "holds": ("holds", "vale", "se cumple"),
    "fails": ("does not hold here", "qui non vale", "aquí no se cumple"),
}
# fmt: on
