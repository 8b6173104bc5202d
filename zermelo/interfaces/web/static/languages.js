// Every word of the page in English, Italian and Spanish.

export const LANGUAGES = { en: "English", it: "Italiano", es: "Español" };

const WORDS = {
  tagline: ["Write the rules once; Zermelo plays, solves and explains", "Scrivi le regole una volta: Zermelo gioca, risolve e spiega", "Escribe las reglas una vez: Zermelo juega, resuelve y explica"],
  skip: ["Skip to the content", "Vai al contenuto", "Ir al contenido"],
  play: ["Play", "Gioca", "Jugar"],
  analyse: ["Analyse", "Analizza", "Analizar"],
  tree: ["Tree", "Albero", "Árbol"],
  puzzles: ["Puzzles", "Rompicapi", "Acertijos"],
  language: ["Language", "Lingua", "Idioma"],
  theme: ["Theme", "Tema", "Tema"],
  auto: ["Automatic", "Automatico", "Automático"],
  light: ["Light", "Chiaro", "Claro"],
  dark: ["Dark", "Scuro", "Oscuro"],
  game: ["Game", "Gioco", "Juego"],
  parameters: ["Parameters", "Parametri", "Parámetros"],
  start: ["Start position", "Posizione iniziale", "Posición inicial"],
  startHint: ["empty: from the beginning", "vuoto: dall'inizio", "vacío: desde el principio"],
  newGame: ["New game", "Nuova partita", "Nueva partida"],
  human: ["Human", "Umano", "Humano"],
  engine: ["Engine", "Motore", "Motor"],
  level: ["Level {n}", "Livello {n}", "Nivel {n}"],
  plays: ["{player} is played by", "{player} è giocato da", "{player} lo juega"],
  clock: ["Clock", "Orologio", "Reloj"],
  noClock: ["No clock", "Senza orologio", "Sin reloj"],
  minutes: ["{n} min each", "{n} min ciascuno", "{n} min cada uno"],
  undo: ["Undo", "Annulla", "Deshacer"],
  redo: ["Redo", "Ripeti", "Rehacer"],
  hint: ["Hint", "Aiuto", "Pista"],
  flip: ["Flip", "Gira", "Girar"],
  share: ["Share link", "Copia il link", "Copiar enlace"],
  copied: ["Link copied", "Link copiato", "Enlace copiado"],
  moves: ["Moves", "Mosse", "Jugadas"],
  noMoves: ["No move yet", "Ancora nessuna mossa", "Aún no hay jugadas"],
  legal: ["Legal moves", "Mosse possibili", "Jugadas posibles"],
  toMove: ["{player} to move", "Muove {player}", "Juega {player}"],
  chance: ["Chance", "Il caso", "El azar"],
  toRoll: ["The dice must be rolled", "Tocca ai dadi", "Toca lanzar los dados"],
  roll: ["Roll the dice", "Lancia i dadi", "Lanzar los dados"],
  rolled: ["The dice show", "I dadi mostrano", "Los dados muestran"],
  thinking: ["The engine is thinking …", "Il motore sta pensando …", "El motor está pensando …"],
  wins: ["{player} wins", "Vince {player}", "Gana {player}"],
  draw: ["A draw", "Pareggio", "Empate"],
  over: ["The game is over", "La partita è finita", "La partida ha terminado"],
  onTime: ["{player} has run out of time", "{player} ha finito il tempo", "{player} se ha quedado sin tiempo"],
  winsIn: ["{player} wins in {n}", "{player} vince in {n}", "{player} gana en {n}"],
  points: ["{n} for MAX", "{n} per MAX", "{n} para MAX"],
  estimated: ["estimated", "stima", "estimado"],
  proved: ["proved", "dimostrato", "demostrado"],
  played: ["{player} plays {move}", "{player} gioca {move}", "{player} juega {move}"],
  hintIs: ["Hint: {move}", "Aiuto: {move}", "Pista: {move}"],
  board: ["Board. Arrows move, Enter plays, or type a move's name", "Scacchiera. Le frecce spostano, Invio gioca; oppure scrivi il nome della mossa", "Tablero. Las flechas mueven, Intro juega; o escribe el nombre de la jugada"],
  choose: ["Choose a move", "Scegli una mossa", "Elige una jugada"],
  analysing: ["Analysing", "Analisi in corso", "Analizando"],
  finished: ["Finished", "Finita", "Terminado"],
  stopped: ["Stopped", "Ferma", "Parado"],
  stop: ["Stop", "Ferma", "Parar"],
  go: ["Start", "Avvia", "Iniciar"],
  lines: ["Lines", "Linee", "Líneas"],
  depth: ["Depth", "Profondità", "Profundidad"],
  nodes: ["Nodes", "Nodi", "Nodos"],
  speed: ["Nodes/s", "Nodi/s", "Nodos/s"],
  winChance: ["MAX's chances: {n} %", "Probabilità di MAX: {n} %", "Probabilidad de MAX: {n} %"],
  bestLines: ["Best lines", "Linee migliori", "Mejores líneas"],
  clickToPlay: ["Play {move}", "Gioca {move}", "Jugar {move}"],
  why: ["Why not?", "Perché no?", "¿Por qué no?"],
  whyMove: ["Why not {move}?", "Perché non {move}?", "¿Por qué no {move}?"],
  whyAnswer: ["{move} is answered by {line}: {score}.", "A {move} si risponde {line}: {score}.", "A {move} se responde {line}: {score}."],
  whyAgain: ["After {move} {player} goes on with {line}: {score}.", "Dopo {move} {player} continua con {line}: {score}.", "Tras {move} {player} sigue con {line}: {score}."],
  whyDice: ["After {move} the dice are rolled: {score}.", "Dopo {move} si lanciano i dadi: {score}.", "Tras {move} se lanzan los dados: {score}."],
  whyOpen: ["After {move} {player} is to move: {score}.", "Dopo {move} tocca a {player}: {score}.", "Tras {move} le toca a {player}: {score}."],
  whyEnds: ["After {move} the game is over: {score}.", "Dopo {move} la partita è finita: {score}.", "Tras {move} la partida termina: {score}."],
  betterIs: ["{move} is better: {score}.", "Meglio {move}: {score}.", "Mejor {move}: {score}."],
  surerIs: ["{move} is surer: {score}.", "Più sicura è {move}: {score}.", "Más segura es {move}: {score}."],
  seemsBetter: ["By estimate, {move} is better: {score}.", "Secondo la stima è meglio {move}: {score}.", "Según la estimación es mejor {move}: {score}."],
  seemsNoWorse: ["By estimate, it is no worse than {move}: {score}.", "Secondo la stima non è peggio di {move}: {score}.", "Según la estimación no es peor que {move}: {score}."],
  asGoodAs: ["It is as good as {move}.", "Vale quanto {move}.", "Vale tanto como {move}."],
  nothingBetter: ["Nothing better was found.", "Non si è trovato di meglio.", "No se encontró nada mejor."],
  close: ["Close", "Chiudi", "Cerrar"],
  graph: ["The game's course", "Andamento della partita", "Curso de la partida"],
  graphGo: ["Go through the game", "Ripercorri la partita", "Recorrer la partida"],
  graphEmpty: ["Play a few moves to see the course of the game.", "Fai qualche mossa per vedere l'andamento.", "Haz unas jugadas para ver el curso."],
  gaveAway: ["{move} (move {n}, {player}) gave it away: {from} → {to}", "{move} (mossa {n}, {player}) ha rovinato tutto: {from} → {to}", "{move} (jugada {n}, {player}) lo echó a perder: {from} → {to}"],
  noneGaveAway: ["No move gave anything away.", "Nessuna mossa ha regalato nulla.", "Ninguna jugada regaló nada."],
  scoresFor: ["Scores are for the player to move: ● wins, ■ draws, ◆ loses; the number says in how many plies.", "I punteggi sono per chi muove: ● vince, ■ pareggia, ◆ perde; il numero dice in quante semimosse.", "Los valores son para quien juega: ● gana, ■ empata, ◆ pierde; el número dice en cuántas jugadas."],
  source: ["What is searched", "Che cosa si cerca", "Qué se busca"],
  thisPosition: ["This position", "Questa posizione", "Esta posición"],
  typedTree: ["A tree of my own", "Un albero mio", "Un árbol propio"],
  treeText: ["Leaves in nested brackets", "Foglie tra parentesi annidate", "Hojas entre corchetes anidados"],
  algorithm: ["Algorithm", "Algoritmo", "Algoritmo"],
  order: ["Order of the children", "Ordine dei figli", "Orden de los hijos"],
  best: ["best first", "la migliore prima", "la mejor primero"],
  worst: ["worst first", "la peggiore prima", "la peor primero"],
  natural: ["natural", "naturale", "natural"],
  reversed: ["reversed", "inverso", "inverso"],
  random: ["random", "casuale", "aleatorio"],
  priority: ["by priority", "per priorità", "por prioridad"],
  pruneEqual: ["Cut off on equality too", "Taglia anche a parità", "Podar también en caso de igualdad"],
  search: ["Search", "Cerca", "Buscar"],
  searching: ["Searching …", "Ricerca …", "Buscando …"],
  toStart: ["To the start", "All'inizio", "Al principio"],
  back: ["Back", "Indietro", "Atrás"],
  step: ["Step", "Avanti", "Paso"],
  toEnd: ["To the end", "Alla fine", "Al final"],
  run: ["Play", "Avvia", "Reproducir"],
  pause: ["Pause", "Pausa", "Pausa"],
  nextCut: ["Next cut-off", "Prossimo taglio", "Siguiente poda"],
  nextBest: ["New best line", "Nuova linea migliore", "Nueva mejor línea"],
  pace: ["Speed", "Velocità", "Velocidad"],
  stepOf: ["Step {i} of {n}", "Passo {i} di {n}", "Paso {i} de {n}"],
  leaves: ["Leaves", "Foglie", "Hojas"],
  cutoffs: ["Cut-offs", "Tagli", "Podas"],
  value: ["Value", "Valore", "Valor"],
  steps: ["Steps", "Passi", "Pasos"],
  compare: ["Compare the algorithms", "Confronta gli algoritmi", "Comparar los algoritmos"],
  comparison: ["Comparison", "Confronto", "Comparación"],
  sourceCode: ["Source code", "Codice sorgente", "Código fuente"],
  everyLine: ["Every line", "Ogni riga", "Todas las líneas"],
  bookkeeping: ["Bookkeeping", "Contabilità interna", "Contabilidad interna"],
  notUsed: ["Not used in this search", "Non usato in questa ricerca", "Sin uso en esta búsqueda"],
  node: ["Node", "Nodo", "Nodo"],
  window: ["Window", "Finestra", "Ventana"],
  returned: ["Returned", "Restituito", "Devuelto"],
  drawn: ["{n} of {all} nodes drawn; click +n to unfold", "{n} nodi disegnati su {all}; clicca +n per aprire", "{n} de {all} nodos dibujados; pulsa +n para abrir"],
  partOnly: ["> : the time ran out before this search was finished.", "> : il tempo è finito prima della ricerca.", "> : el tiempo se acabó antes que la búsqueda."],
  truncated: ["The trace was cut short: only the first steps are shown.", "La traccia è troncata: si vedono solo i primi passi.", "La traza está recortada: solo se ven los primeros pasos."],
  boardsLeftOut: ["The boards are left out: {n} positions are too many for one file.", "Le scacchiere mancano: {n} posizioni sono troppe per un solo file.", "Faltan los tableros: {n} posiciones son demasiadas para un solo archivo."],
  follow: ["Follow the search", "Segui la ricerca", "Seguir la búsqueda"],
  fit: ["Whole tree", "Tutto l'albero", "Todo el árbol"],
  export: ["Export", "Esporta", "Exportar"],
  ofBoard: ["Board as {format}", "Scacchiera in {format}", "Tablero en {format}"],
  ofTree: ["Tree as {format}", "Albero in {format}", "Árbol en {format}"],
  queens: ["{n} queens", "{n} regine", "{n} reinas"],
  queensCount: ["Number of queens", "Numero di regine", "Número de reinas"],
  strategy: ["Strategy", "Strategia", "Estrategia"],
  solveIt: ["Solve", "Risolvi", "Resolver"],
  placed: ["Placed", "Piazzate", "Colocadas"],
  backs: ["Backtracks", "Ritorni", "Retrocesos"],
  nextBack: ["Next step back", "Prossimo ritorno", "Siguiente retroceso"],
  nextSolution: ["Next solution", "Prossima soluzione", "Siguiente solución"],
  unreachable: ["The server cannot be reached. Is it still running?", "Il server non risponde. È ancora in funzione?", "No se puede acceder al servidor. ¿Sigue funcionando?"],
  reconnecting: ["Reconnecting …", "Riconnessione …", "Reconectando …"],
  changed: ["The rules were saved; the game was loaded again.", "Le regole sono state salvate; il gioco è stato ricaricato.", "Las reglas se guardaron; el juego se ha vuelto a cargar."],
  ownRules: ["your own rules, in {file}", "le tue regole, in {file}", "tus reglas, en {file}"],
  ownError: ["Your rules have a problem", "Le tue regole hanno un problema", "Tus reglas tienen un problema"],
  yours: ["yours", "tuo", "tuyo"],
  ended: ["The game ends here: there is nothing to search.", "La partita finisce qui: non c'è niente da cercare.", "La partida termina aquí: no hay nada que buscar."],
  legend: ["▲ MAX · ▼ MIN · ● chance · ■ leaf · dashed: never looked at", "▲ MAX · ▼ MIN · ● caso · ■ foglia · tratteggiato: mai guardato", "▲ MAX · ▼ MIN · ● azar · ■ hoja · a trazos: nunca visitado"],
  legendKnown: ["known without a search: ᵗ by the table, ᵇ by bounds, ʳ repeated, ᵖ by passing", "noto senza ricerca: ᵗ dalla tabella, ᵇ dai limiti, ʳ ripetuto, ᵖ passando", "conocido sin buscar: ᵗ por la tabla, ᵇ por cotas, ʳ repetido, ᵖ pasando"],
  scoresForPoints: ["Scores are points for the player to move: ● ahead, ■ level, ◆ behind; rounded where estimated.", "I punteggi sono punti per chi muove: ● avanti, ■ pari, ◆ indietro; arrotondato se è una stima.", "Los valores son puntos para quien juega: ● por delante, ■ igual, ◆ por detrás; redondeado si se estima."],
  empty: ["empty", "vuota", "vacía"],
  playable: ["playable: {moves}", "giocabile: {moves}", "jugable: {moves}"],
  infinite: ["without end", "senza fine", "sin fin"],
  game_tictactoe: ["Tic-tac-toe", "Tris", "Tres en raya"],
  game_connect4: ["Connect Four", "Forza quattro", "Conecta cuatro"],
  game_nim: ["Nim", "Nim", "Nim"],
  game_mnk: ["k in a row", "k in fila", "k en raya"],
  game_kalah: ["Kalah", "Kalah", "Kalah"],
  game_dots: ["Dots and boxes", "Punti e linee", "Puntos y cajas"],
  game_ponghauki: ["Pong hau k'i", "Pong hau k'i", "Pong hau k'i"],
  about_tictactoe: ["Three in a row wins.", "Vince chi ne allinea tre.", "Gana quien alinea tres."],
  about_connect4: ["Stones fall to the ground; four in a row wins.", "Le pedine cadono; vince chi ne allinea quattro.", "Las fichas caen; gana quien alinea cuatro."],
  about_nim: ["Take any number of matches from one heap; whoever takes the last one wins.", "Togli quanti fiammiferi vuoi da un mucchio; vince chi prende l'ultimo.", "Quita cuantas cerillas quieras de un montón; gana quien toma la última."],
  about_mnk: ["k in a row wins, on a board of any size.", "Vince chi ne allinea k, su una griglia di ogni misura.", "Gana quien alinea k, en un tablero de cualquier tamaño."],
  about_kalah: ["Sow your seeds; a last seed in your own store moves again.", "Semina; se l'ultimo seme cade nel tuo granaio, muovi ancora.", "Siembra; si la última semilla cae en tu granero, juegas otra vez."],
  about_dots: ["Draw an edge; whoever closes a box owns it and moves again.", "Traccia un lato; chi chiude un quadrato lo prende e muove ancora.", "Traza un lado; quien cierra una caja la gana y juega otra vez."],
  about_ponghauki: ["Two stones each and one free point: block the opponent.", "Due pedine a testa e un punto libero: blocca l'avversario.", "Dos fichas cada uno y un punto libre: bloquea al rival."],
  // the tree of a search
  whyTried: ["Why it was tried now", "Perché si prova ora", "Por qué se prueba ahora"],
  why_table: ["the table says it was best before", "la tabella dice che prima era la migliore", "la tabla dice que antes fue la mejor"],
  why_killer: ["killer: it cut off at this ply before", "killer: ha già tagliato a questa profondità", "asesina: ya podó a esta profundidad"],
  why_history: ["history: it was good elsewhere", "storia: è stata buona altrove", "historial: fue buena en otra parte"],
  why_line: ["the last iteration's best line goes this way", "la linea migliore dell'iterazione precedente passa di qui", "la mejor línea de la iteración anterior pasa por aquí"],
  depthN: ["depth {n}", "profondità {n}", "profundidad {n}"],
  iterations: ["Iterations", "Iterazioni", "Iteraciones"],
  putFirst: ["The best line of depth {n}, {line}, is tried first.", "La linea migliore della profondità {n}, {line}, si prova per prima.", "La mejor línea de la profundidad {n}, {line}, se prueba primero."],
  nothingFirst: ["The first depth has nothing to go by yet.", "La prima profondità non ha ancora nulla su cui basarsi.", "La primera profundidad aún no tiene en qué basarse."],
  nextDepth: ["Next depth", "Prossima profondità", "Siguiente profundidad"],
  nextTable: ["Next table hit", "Prossimo dalla tabella", "Siguiente de la tabla"],
  tableHits: ["Table hits", "Dalla tabella", "De la tabla"],
  legendWhy: ["tried early: T table's move, K killer, H history, L last best line", "provata presto: T mossa della tabella, K killer, H storia, L ultima linea migliore", "probada pronto: T jugada de la tabla, K asesina, H historial, L última mejor línea"],
  // the story of the queens
  q_assign: ["Queen {row} takes column {column}.", "La regina {row} prende la colonna {column}.", "La reina {row} toma la columna {column}."],
  q_reject: ["Queen {row} cannot take column {column}, because of {others}.", "La regina {row} non può prendere la colonna {column}, a causa di {others}.", "La reina {row} no puede tomar la columna {column}, a causa de {others}."],
  q_prune: ["Queen {row} loses column {columns}, because of {others}.", "La regina {row} perde la colonna {columns}, a causa di {others}.", "La reina {row} pierde la columna {columns}, a causa de {others}."],
  q_prunes: ["Queen {row} loses columns {columns}, because of {others}.", "La regina {row} perde le colonne {columns}, a causa di {others}.", "La reina {row} pierde las columnas {columns}, a causa de {others}."],
  q_empty: ["Queen {row} has no cell left.", "Alla regina {row} non resta alcuna casella.", "A la reina {row} no le queda ninguna casilla."],
  q_back: ["Queen {row} has no cell left: back to {others}.", "Alla regina {row} non resta alcuna casella: si torna a {others}.", "A la reina {row} no le queda ninguna casilla: se vuelve a {others}."],
  q_jump: ["Queen {row} has no cell left: back to {first}.", "Alla regina {row} non resta alcuna casella: si torna a {first}.", "A la reina {row} no le queda ninguna casilla: se vuelve a {first}."],
  q_over: ["Queen {row} has no cell left: back to {first}, over {rest}, which had no part in it.", "Alla regina {row} non resta alcuna casella: si torna a {first}, saltando {rest}, che non c'entra.", "A la reina {row} no le queda ninguna casilla: se vuelve a {first}, saltando {rest}, que no tuvo parte."],
  q_solution: ["A solution.", "Una soluzione.", "Una solución."],
  q_queen: ["queen {n}", "regina {n}", "reina {n}"],
  strategy_backtracking: ["backtracking", "backtracking", "vuelta atrás"],
  strategy_back_jumping: ["back-jumping", "back-jumping (salto all'indietro)", "salto atrás"],
  strategy_forward_checking: ["forward checking", "verifica in avanti", "comprobación hacia delante"],
  strategy_forward_checking_MRV: ["forward checking, MRV", "verifica in avanti, MRV", "comprobación hacia delante, MRV"],
  strategy_forward_checking_MRV_LCV: ["forward checking, MRV, LCV", "verifica in avanti, MRV, LCV", "comprobación hacia delante, MRV, LCV"],
  strategy_arc_consistency: ["arc consistency", "consistenza d'arco", "consistencia de arcos"],
  strategy_arc_consistency_MRV: ["arc consistency, MRV", "consistenza d'arco, MRV", "consistencia de arcos, MRV"],
};

const KEY = "zermelo.language";
let current = "en";

export function chosenLanguage() {
  const kept = remembered(KEY);
  const asked = (kept || navigator.language || "en").slice(0, 2);
  current = asked in LANGUAGES ? asked : "en";
  document.documentElement.lang = current;
  return current;
}

export function chooseLanguage(code) {
  current = code;
  remember(KEY, code);
  document.documentElement.lang = code;
}

export function language() {
  return current;
}

export function t(key, values = {}) {
  const found = WORDS[key];
  if (!found) return key;
  const text = found[Object.keys(LANGUAGES).indexOf(current)] || found[0];
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

// "a, b and c", as the language says it.
export function listed(words) {
  return new Intl.ListFormat(current).format(words);
}

export function number(value) {
  return value === null || value === undefined ? "–" : Math.round(value).toLocaleString(current);
}

export function has(key) {
  return key in WORDS;
}

export function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // private windows keep nothing
  }
}
