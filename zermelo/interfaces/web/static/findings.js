// What the checker finds in rules of one's own: the promise that is broken and what to write instead, in Italian and Spanish.
// Its English sentence, which has the details of the case, follows.

import { t } from "./languages.js";

const FINDINGS = {
  needs: { it: ["un gioco ha sei regole", "scrivi la regola che manca"], es: ["un juego tiene seis reglas", "escribe la regla que falta"] },
  payoff: { it: ["payoff è 'outcome' o 'points'", "scrivi nella classe payoff = 'outcome' o payoff = 'points'"], es: ["payoff es 'outcome' o 'points'", "escribe en la clase payoff = 'outcome' o payoff = 'points'"] },
  "payoff range": { it: ["payoff_range è il minimo e il massimo che MAX ottiene alla fine di una partita", "scrivi nella classe payoff_range = (least, most), o None se non si conoscono"], es: ["payoff_range es lo mínimo y lo máximo que MAX obtiene al final de una partida", "escribe en la clase payoff_range = (least, most), o None si no se conocen"] },
  repetition: { it: ["repetition è quanto vale per MAX giocare senza fine", "scrivi repetition = 0 per la patta; è -1, 0 o 1 se payoff è 'outcome', altrimenti un numero"], es: ["repetition es lo que vale para MAX jugar sin fin", "escribe repetition = 0 para las tablas; es -1, 0 o 1 si payoff es 'outcome', y si no un número"] },
  repeats: { it: ["repetition è None solo dove le posizioni non possono ripetersi", "scrivi repetition = 0 per la patta, o conta le mosse nello stato"], es: ["repetition es None solo donde las posiciones no pueden repetirse", "escribe repetition = 0 para las tablas, o cuenta las jugadas en el estado"] },
  raises: { it: ["le regole rispondono in ogni posizione a cui il gioco arriva", "tratta questa posizione nella regola"], es: ["las reglas responden en toda posición a la que llega el juego", "trata esta posición en la regla"] },
  stuck: { it: ["le regole finiscono", "falla calcolare di meno, e chiudi ogni ciclo"], es: ["las reglas terminan", "haz que calcule menos y termina todo bucle"] },
  crash: { it: ["le regole lasciano in pace il processo", "togli ciò che termina o cambia il processo, o ne avvia un altro"], es: ["las reglas dejan en paz el proceso", "quita lo que termina o cambia el proceso, o inicia otro"] },
  steady: { it: ["una regola dà sempre la stessa risposta per lo stesso stato", "falla dipendere solo dallo stato; metti il caso in outcomes(state) e la memoria nello stato"], es: ["una regla da siempre la misma respuesta para el mismo estado", "haz que dependa solo del estado; pon el azar en outcomes(state) y la memoria en el estado"] },
  memory: { it: ["le risposte non dipendono da ciò che si è chiesto prima", "falle dipendere solo dallo stato: metti nello stato ciò che il gioco cambia, e nella chiave di una cache tutto ciò che conta"], es: ["las respuestas no dependen de lo que se preguntó antes", "haz que dependan solo del estado: pon en el estado lo que el juego cambia, y en la clave de una caché todo lo que importa"] },
  mutates: { it: ["le regole non cambiano mai i loro argomenti, né ciò che hanno restituito", "costruisci un nuovo stato con State(...) o updated(cells, index, value), e non cambiare gli argomenti"], es: ["las reglas nunca cambian sus argumentos, ni lo que han devuelto", "construye un estado nuevo con State(...) o updated(cells, index, value), y no cambies los argumentos"] },
  search: { it: ["una ricerca arriva a una risposta", ""], es: ["una búsqueda llega a una respuesta", ""] },
  useless: { it: ["ciò che le regole restituiscono si può confrontare e conservare", "restituisci numeri e tuple di numeri"], es: ["lo que las reglas devuelven se puede comparar y guardar", "devuelve números y tuplas de números"] },
  nothing: { it: ["result() e initial() restituiscono uno stato", "restituisci il nuovo stato"], es: ["result() e initial() devuelven un estado", "devuelve el estado nuevo"] },
  hashable: { it: ["gli stati hanno un hash", "fai dello stato una NamedTuple di numeri e tuple; tuple(...), non [...]"], es: ["los estados tienen un hash", "haz del estado una NamedTuple de números y tuplas; tuple(...), no [...]"] },
  equal: { it: ["stati dallo stesso contenuto sono uguali, e lo sono i loro hash", "fai dello stato una NamedTuple, o dagli __eq__ e __hash__"], es: ["los estados del mismo contenido son iguales, y también sus hash", "haz del estado una NamedTuple, o dale __eq__ y __hash__"] },
  merges: { it: ["stati uguali sono intercambiabili", "fa' che __eq__ e __hash__ guardino ogni campo che conta"], es: ["los estados iguales son intercambiables", "haz que __eq__ y __hash__ miren todos los campos que importan"] },
  iterable: { it: ["actions() dà le azioni una alla volta", "dalle con yield, o restituisci una lista"], es: ["actions() da las acciones una a una", "dalas con yield, o devuelve una lista"] },
  "endless actions": { it: ["una posizione ha un numero finito di azioni", "dai una fine al ciclo"], es: ["una posición tiene un número finito de acciones", "dale un fin al bucle"] },
  "no actions": { it: ["una posizione che non è finale ha un'azione", "fa' che lì is_terminal() sia vera, o dai una mossa che passa"], es: ["una posición que no es final tiene una acción", "haz que ahí is_terminal() sea verdadera, o da una jugada que pase"] },
  duplicate: { it: ["ogni azione è data una volta sola", "dai ogni azione una volta, o raccoglile in un insieme"], es: ["cada acción se da una sola vez", "da cada acción una vez, o reúnelas en un conjunto"] },
  "off the board": { it: ["le azioni indicano caselle che esistono", "controlla il bordo prima di dare l'azione: if 0 <= index < len(cells)"], es: ["las acciones señalan casillas que existen", "comprueba el borde antes de dar la acción: if 0 <= index < len(cells)"] },
  "hashable action": { it: ["le azioni hanno un hash", "dai numeri o tuple, non liste"], es: ["las acciones tienen un hash", "da números o tuplas, no listas"] },
  over: { it: ["over() è vera dove la partita è finita anche se ci sono mosse", "togli is_terminal(): è vera dove lo è over() e dove un giocatore non ha azioni"], es: ["over() es verdadera donde la partida ha terminado aunque haya jugadas", "quita is_terminal(): es verdadera donde lo es over() y donde un jugador no tiene acciones"] },
  player: { it: ["to_move() restituisce MAX, MIN o CHANCE", "restituisci MAX (0), MIN (1) o, con i dadi, CHANCE (-1)"], es: ["to_move() devuelve MAX, MIN o CHANCE", "devuelve MAX (0), MIN (1) o, con dados, CHANCE (-1)"] },
  seat: { it: ["to_move() restituisce uno dei giocatori", "restituisci un numero da 0 a players - 1 o, con i dadi, CHANCE (-1)"], es: ["to_move() devuelve uno de los jugadores", "devuelve un número de 0 a players - 1 o, con dados, CHANCE (-1)"] },
  payoffs: { it: ["un guadagno per ogni giocatore", "restituisci una tupla con un numero per ognuno"], es: ["un pago para cada jugador", "devuelve una tupla con un número para cada uno"] },
  "sum of many": { it: ["i guadagni hanno la somma dichiarata", "distribuisci quanto raccogli, o scrivi constant_sum = None; anche le stime hanno quella somma"], es: ["los pagos tienen la suma declarada", "reparte cuanto recoges, o escribe constant_sum = None; también las estimaciones tienen esa suma"] },
  least: { it: ["nessuno riceve meno di least", "abbassa least, o scrivi least = None"], es: ["nadie recibe menos que least", "baja least, o escribe least = None"] },
  terms: { it: ["evaluate() è la somma dei terms() per i loro weights", "restituisci la somma di peso * termine"], es: ["evaluate() es la suma de terms() por sus weights", "devuelve la suma de peso * término"] },
  dice: { it: ["un gioco con i dadi ha outcomes(state), e tocca a CHANCE dove si tirano", "scrivi outcomes(state), che dà (azione, probabilità); restituisci CHANCE dove si chiede"], es: ["un juego con dados tiene outcomes(state), y le toca a CHANCE donde se tiran", "escribe outcomes(state), que da (acción, probabilidad); devuelve CHANCE donde se pregunta"] },
  pairs: { it: ["outcomes() dà coppie", "dai (azione, probabilità)"], es: ["outcomes() da pares", "da (acción, probabilidad)"] },
  probability: { it: ["le probabilità sono tra 0 e 1", "dai numeri da 0 a 1"], es: ["las probabilidades están entre 0 y 1", "da números de 0 a 1"] },
  sum: { it: ["le probabilità di una posizione hanno somma 1", "dividi ognuna per la loro somma"], es: ["las probabilidades de una posición suman 1", "divide cada una por su suma"] },
  utility: { it: ["utility() restituisce un numero, il guadagno di MAX", "restituisci il guadagno di MAX, un solo numero"], es: ["utility() devuelve un número, el pago de MAX", "devuelve el pago de MAX, un solo número"] },
  outcome: { it: ["vittoria, patta e sconfitta sono 1, 0 e -1", "restituisci 1, 0 o -1, o scrivi payoff = 'points'"], es: ["victoria, tablas y derrota son 1, 0 y -1", "devuelve 1, 0 o -1, o escribe payoff = 'points'"] },
  "out of range": { it: ["ogni guadagno sta in payoff_range", "allarga payoff_range, o scrivi payoff_range = None"], es: ["todo pago está dentro de payoff_range", "amplía payoff_range, o escribe payoff_range = None"] },
  "constant sum": { it: ["i guadagni hanno la somma che il gioco dichiara", "fa' che ciò che uno guadagna lo perda l'altro"], es: ["los pagos tienen la suma que el juego declara", "haz que lo que uno gana lo pierda el otro"] },
  "zero sum": { it: ["ciò che uno ottiene l'altro lo perde", "restituisci il guadagno del giocatore di cui si chiede: utility(state, player)"], es: ["lo que uno obtiene el otro lo pierde", "devuelve el pago del jugador por el que se pregunta: utility(state, player)"] },
  estimate: { it: ["evaluate() restituisce un numero", "restituisci un numero finito, 0 dove non si sa nulla"], es: ["evaluate() devuelve un número", "devuelve un número finito, 0 donde no se sabe nada"] },
  "estimate size": { it: ["le stime sono più piccole delle vittorie dimostrate", "restituisci un numero moderato: le vittorie dimostrate le trova la ricerca"], es: ["las estimaciones son menores que las victorias demostradas", "devuelve un número moderado: las victorias demostradas las halla la búsqueda"] },
  priority: { it: ["priority() restituisce un numero", "restituisci un numero, più alto per ciò che si prova prima"], es: ["priority() devuelve un número", "devuelve un número, más alto para lo que se prueba antes"] },
  noisy: { it: ["noisy() dà alcune delle azioni", "dai solo ciò che dà actions()"], es: ["noisy() da algunas de las acciones", "da solo lo que da actions()"] },
  passed: { it: ["passed() passa il turno all'avversario", "restituisci lo stato in cui tocca all'altro"], es: ["passed() pasa el turno al rival", "devuelve el estado en que le toca al otro"] },
  symmetry: { it: ["posizioni simmetriche valgono lo stesso", "dai solo stati da cui il gioco continua allo stesso modo"], es: ["las posiciones simétricas valen lo mismo", "da solo estados desde los que el juego sigue igual"] },
  "symmetry closed": { it: ["posizioni simmetriche hanno le stesse simmetrie", "dai le immagini di tutte le rotazioni e riflessioni, non solo di alcune"], es: ["las posiciones simétricas tienen las mismas simetrías", "da las imágenes de todas las rotaciones y reflexiones, no solo de algunas"] },
  commutes: { it: ["le mosse di posizioni simmetriche portano a posizioni simmetriche", "controlla dove l'immagine porta ogni casella"], es: ["las jugadas de posiciones simétricas llevan a posiciones simétricas", "comprueba adónde lleva la imagen cada casilla"] },
  "key kind": { it: ["key() restituisce un numero intero", "restituisci un intero"], es: ["key() devuelve un número entero", "devuelve un entero"] },
  "key steady": { it: ["stati uguali hanno chiavi uguali", "calcolala dal contenuto, non da id() o dall'hash() di un testo"], es: ["los estados iguales tienen claves iguales", "calcúlala del contenido, no de id() ni del hash() de un texto"] },
  "key merges": { it: ["stati con la stessa chiave sono intercambiabili", "metti nella chiave ciò che è diverso; chiamala hashed() se due stati possono averla in comune, position() se dice che cosa confronta la ripetizione"], es: ["los estados con la misma clave son intercambiables", "pon en la clave lo que difiere; llámala hashed() si dos estados pueden compartirla, position() si dice qué compara la repetición"] },
  "position steady": { it: ["stati uguali sono la stessa posizione", "calcolala dal contenuto"], es: ["los estados iguales son la misma posición", "calcúlala del contenido"] },
  "position merges": { it: ["dove una posizione si ripete, lo stesso giocatore ha le stesse mosse", "lascia fuori solo ciò che non cambia le mosse, come un contatore"], es: ["donde una posición se repite, el mismo jugador tiene las mismas jugadas", "deja fuera solo lo que no cambia ninguna jugada, como un contador"] },
  "hashed steady": { it: ["stati uguali hanno hash uguali", "calcolalo dal contenuto"], es: ["los estados iguales tienen hash iguales", "calcúlalo del contenido"] },
  "bounds kind": { it: ["bounds() restituisce (lo, hi)", "restituisci una coppia di valori (win_in(n, MIN), win_in(n, MAX)) o di punti"], es: ["bounds() devuelve (lo, hi)", "devuelve un par de valores (win_in(n, MIN), win_in(n, MAX)) o de puntos"] },
  bounds: { it: ["il valore di una posizione sta nei suoi bounds()", "allargalo a ciò che è dimostrato"], es: ["el valor de una posición está dentro de sus bounds()", "ensánchalo a lo que está demostrado"] },
  candidates: { it: ["candidates() dà alcune delle azioni", "dai solo ciò che dà actions()"], es: ["candidates() da algunas de las acciones", "da solo lo que da actions()"] },
  "no candidates": { it: ["candidates() dà almeno un'azione", "tienine una, o fa' che bounds() decida la posizione"], es: ["candidates() da al menos una acción", "conserva una, o haz que bounds() decida la posición"] },
  "candidates value": { it: ["candidates() conserva il valore", "lascia fuori solo mosse che sono dimostrate peggiori"], es: ["candidates() conserva el valor", "deja fuera solo jugadas que están demostradas peores"] },
  features: { it: ["features() dà i numeri delle caratteristiche presenti", "dai numeri interi da 0 in su"], es: ["features() da los números de los rasgos presentes", "da números enteros desde 0"] },
  show: { it: ["show() restituisce un testo", "restituisci una str"], es: ["show() devuelve un texto", "devuelve una str"] },
  name: { it: ["name() restituisce un testo", "restituisci una str"], es: ["name() devuelve un texto", "devuelve una str"] },
  names: { it: ["i nomi distinguono le azioni", "metti nel nome tutto ciò che è diverso"], es: ["los nombres distinguen las acciones", "pon en el nombre todo lo que difiere"] },
  parse: { it: ["parse() legge ciò che show() scrive", "rileggi ogni parte dello stato"], es: ["parse() lee lo que show() escribe", "lee de nuevo cada parte del estado"] },
  board: { it: ["board() descrive la posizione", ""], es: ["board() describe la posición", ""] },
  "board actions": { it: ["board() offre azioni lecite", "offri solo ciò che dà actions(), le azioni stesse e non i loro nomi"], es: ["board() ofrece acciones legales", "ofrece solo lo que da actions(), las acciones mismas y no sus nombres"] },
  "board places": { it: ["board() mette le azioni dove si possono cliccare", "indica una casella segnata, con '.' se è vuota, o nessuna: (azione, [])"], es: ["board() pone las acciones donde se pueden pulsar", "señala una casilla marcada, con '.' si está vacía, o ninguna: (acción, [])"] },
};

// `where` is told already, as are moves.  Advice that is about this case alone is in the English sentence.
export function finding({ promise, place, advised, said }, where, tongue) {
  const [promised, advice] = (FINDINGS[promise] && FINDINGS[promise][tongue]) || [];
  if (!promised) return said;
  const circumstances = [where, place].filter(Boolean).join(", ");
  const told = t("brokenPromise", { promised, where: circumstances ? ` (${circumstances})` : "" });
  return [advised && advice ? `${told} ${t("writeInstead", { advice })}` : told, t("inEnglish", { said })].join("\n");
}
