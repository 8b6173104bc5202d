// What the server refuses, in the language of the page.  It says everything in English; a sentence that is not
// known here, such as one about the rules in somebody's own file, stays as it is.

import { language } from "./languages.js";

// {1}, {2}, … are what the pattern caught; {1!} is a sentence itself.
const SENTENCES = [
  ["there is no move here", "qui non ci sono mosse", "aquí no hay jugadas"],
  ["the game is over: there is nothing to search", "la partita è finita: non c'è niente da cercare", "la partida ha terminado: no hay nada que buscar"],
  ["the game is over before (.+)", "la partita è finita prima di {1}", "la partida termina antes de {1}"],
  ["the dice are thrown here: there is no move to search", "qui si lanciano i dadi: non c'è una mossa da cercare", "aquí se lanzan los dados: no hay jugada que buscar"],
  ["(.+) is not legal here: choose (.+)", "{1} qui non è possibile: scegli tra {2}", "{1} no es posible aquí: elige entre {2}"],
  ["there is no game called (.+): choose (.+), a file.py or a tree such as .+", "non c'è un gioco chiamato {1}: scegli tra {2}", "no hay ningún juego llamado {1}: elige entre {2}"],
  ["there is no strategy (.+): choose one of (.+)", "non c'è una strategia {1}", "no hay ninguna estrategia {1}"],
  ["parameters are written like (.+)", "i parametri si scrivono così: {1}", "los parámetros se escriben así: {1}"],
  ["no (?:such )?file of rules is served here: start zermelo serve mygame.py", "qui non c'è un file di regole: avvia zermelo serve mygame.py", "aquí no hay un archivo de reglas: inicia zermelo serve mygame.py"],
  ["your own rules, in (.+)", "le tue regole, in {1}", "tus reglas, en {1}"],
  ["requests from other sites are refused", "le richieste da altri siti sono rifiutate", "se rechazan las peticiones de otros sitios"],
  ["this server does not answer to that host name", "questo server non risponde a quel nome", "este servidor no responde a ese nombre"],
  ["(.+) has not been read yet", "{1} non è ancora stato letto", "{1} aún no se ha leído"],
  ["the parameters of (.+) are wrong: (.+); it takes (.+)", "i parametri di {1} sono sbagliati: {2!}; accetta {3}", "los parámetros de {1} son incorrectos: {2!}; acepta {3}"],
  ["they cannot be read", "non si leggono", "no se pueden leer"],
  ["write name=value", "scrivi nome=valore", "escribe nombre=valor"],
  ["got an unexpected keyword argument (.+)", "{1} non è un parametro", "{1} no es un parámetro"],
  ["(.+) is (.+): it must be a whole number", "{1} è {2}: deve essere un numero intero", "{1} es {2}: debe ser un número entero"],
  ["a parameter is a whole number, or up to (.+) of them: .+", "un parametro è un numero intero, o al più {1}: (3, 4, 5)", "un parámetro es un número entero, o hasta {1}: (3, 4, 5)"],
  ["parameters of (.+) are at most (.+) here", "i parametri di {1} qui sono al massimo {2}", "los parámetros de {1} son aquí como mucho {2}"],
  ["a board of (.+) does not fit: width \\* \\(height \\+ 1\\) is at most 64", "una griglia {1} non ci sta: larghezza × (altezza + 1) è al massimo 64", "un tablero de {1} no cabe: anchura × (altura + 1) es como mucho 64"],
  ["a board of (.+) cannot be played: it needs 1 to 64 cells", "su una griglia {1} non si gioca: servono da 1 a 64 caselle", "en un tablero de {1} no se juega: hacen falta de 1 a 64 casillas"],
  ["(.+) in a row cannot be played: k is at least 1", "{1} in fila non si gioca: k è almeno 1", "{1} en raya no se juega: k es al menos 1"],
  ["(.+) boxes cannot be played: they need 4 to 64 edges", "{1} quadrati non si giocano: servono da 4 a 64 lati", "{1} cajas no se juegan: hacen falta de 4 a 64 lados"],
  ["Kalah with (.+) pits for each player cannot be played: choose 1 to 20", "Kalah con {1} buche a testa non si gioca: scegli da 1 a 20", "Kalah con {1} hoyos por jugador no se juega: elige de 1 a 20"],
  ["Kalah with (.+) seeds in a pit cannot be played: choose at least 1", "Kalah con {1} semi per buca non si gioca: scegline almeno 1", "Kalah con {1} semillas por hoyo no se juega: elige al menos 1"],
  ["heaps is (.+): write the size of each, as in \\(3, 4, 5\\)", "heaps è {1}: scrivi quanti fiammiferi ha ciascuno, come (3, 4, 5)", "heaps es {1}: escribe el tamaño de cada uno, como (3, 4, 5)"],
  ["Nim is played with 1 to (.+) heaps, not (.+)", "a Nim si gioca con 1–{1} mucchi, non {2}", "a Nim se juega con 1–{1} montones, no {2}"],
  ["a heap has 0 matches or more: (.+) cannot be played", "un mucchio ha 0 o più fiammiferi: {1} non si gioca", "un montón tiene 0 o más cerillas: {1} no se juega"],
  ["this is no position of (.+?): (.+)", "questa non è una posizione di {1}: {2!}", "esta no es una posición de {1}: {2!}"],
  ["(.+) has no parse\\(\\): give moves instead of a position", "{1} non ha parse(): dai le mosse invece della posizione", "{1} no tiene parse(): da jugadas en lugar de una posición"],
  ["numbers of a position are at most (.+) here", "i numeri di una posizione qui sono al massimo {1}", "los números de una posición son aquí como mucho {1}"],
  ["a position ends with whose turn it is: MAX or MIN", "una posizione finisce con chi muove: MAX o MIN", "una posición termina con quién juega: MAX o MIN"],
  ["(.+) is no cell: write X, O or \\. for each", "{1} non è una casella: scrivi X, O o . per ognuna", "{1} no es una casilla: escribe X, O o . para cada una"],
  ["this position has (.+) cells, and the board has (.+)", "questa posizione ha {1} caselle, e la griglia ne ha {2}", "esta posición tiene {1} casillas, y el tablero tiene {2}"],
  ["this drawing has (.+) lines, and the board has (.+)", "questo disegno ha {1} righe, e la griglia ne ha {2}", "este dibujo tiene {1} líneas, y el tablero tiene {2}"],
  ["(.+) X and (.+) O: X begins, so there are as many X as O, or one more", "{1} X e {2} O: comincia X, quindi le X sono tante quante le O, o una in più", "{1} X y {2} O: empieza X, así que hay tantas X como O, o una más"],
  ["a stone hangs in the air: below each there is another, or the ground", "una pedina è sospesa: sotto ognuna ce n'è un'altra, o il fondo", "una ficha cuelga en el aire: debajo de cada una hay otra, o el suelo"],
  ["each player has two stones: write two X, two O and one \\.", "ogni giocatore ha due pedine: scrivi due X, due O e un .", "cada jugador tiene dos fichas: escribe dos X, dos O y un ."],
  ["a position is (.+) heaps and MAX or MIN, as in 3 4 5 MAX", "una posizione è {1} mucchi e MAX o MIN, come 3 4 5 MAX", "una posición son {1} montones y MAX o MIN, como 3 4 5 MAX"],
  ["a position is (.+) numbers \\((.+)\\) and MAX or MIN", "una posizione è {1} numeri ({2}) e MAX o MIN", "una posición son {1} números ({2}) y MAX o MIN"],
  ["this is no tree: (.+)", "questo non è un albero: {1!}", "esto no es un árbol: {1!}"],
  ["line (\\d+): (.+)", "riga {1}: {2!}", "línea {1}: {2!}"],
  ["the text ends before the (.+) is closed", "il testo finisce prima che {1} sia chiusa", "el texto acaba antes de que se cierre {1}"],
  ["unexpected (.+)", "{1} non è al suo posto", "{1} está fuera de lugar"],
  ["the text holds no tree", "il testo non contiene alcun albero", "el texto no contiene ningún árbol"],
  ["(.+): a node needs at least one child", "{1}: un nodo ha almeno un figlio", "{1}: un nodo necesita al menos un hijo"],
  ["a node needs at least one child", "un nodo ha almeno un figlio", "un nodo necesita al menos un hijo"],
  ["(.+) is not a number", "{1} non è un numero", "{1} no es un número"],
  ["(.+) is too large to trace in (.+) seconds: give a depth", "{1} è troppo grande da tracciare in {2} secondi: scegli una profondità", "{1} es demasiado grande para trazarlo en {2} segundos: elige una profundidad"],
  ["(.+) is too large to trace in (.+) seconds: (?:give|choose) a (?:smaller|lower) depth", "{1} è troppo grande da tracciare in {2} secondi: scegli una profondità minore", "{1} es demasiado grande para trazarlo en {2} segundos: elige una profundidad menor"],
  ["too many analyses are running here: try again later", "qui sono in corso troppe analisi: riprova più tardi", "aquí hay demasiados análisis en marcha: inténtalo más tarde"],
  ["the server has too much to do just now: try again in a moment", "il server ha troppo da fare: riprova tra un momento", "el servidor tiene demasiado que hacer: inténtalo en un momento"],
  ["this cannot be answered \\((.+)\\)", "a questo non si può rispondere ({1})", "esto no se puede responder ({1})"],
  ["the token is missing or wrong: open the address that zermelo serve printed", "manca la chiave o è sbagliata: apri l'indirizzo stampato da zermelo serve", "falta la clave o es incorrecta: abre la dirección que imprimió zermelo serve"],
  ["(?:.*)depth: input should be (.+)", "la profondità è fuori misura: {1}", "la profundidad está fuera de rango: {1}"],
  ["(.+) throws dice: ?(.+)", "in {1} si lanciano dadi: {2!}", "en {1} se lanzan dados: {2!}"],
];
const PATTERNS = SENTENCES.map(([english, ...others]) => [new RegExp(`^${english}\\.?$`, "s"), others]);
const OTHERS = ["it", "es"];

export function refusal(sentence, tongue = language()) {
  const column = OTHERS.indexOf(tongue);
  if (column < 0) return sentence;
  for (const [pattern, told] of PATTERNS) {
    const found = pattern.exec(sentence);
    if (found) return told[column].replace(/\{(\d)(!?)\}/g, (_, i, inner) => (inner ? refusal(found[i], tongue) : found[i]));
  }
  return sentence;
}
