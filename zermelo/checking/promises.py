"""What a game promises: the contract in single sentences, and what to write where one is broken."""

from __future__ import annotations

from zermelo.checking.board import FIELDS
from zermelo.checking.promise import Promise
from zermelo.checking.promises_of_many import OF_MANY
from zermelo.checking.promises_of_payoffs import OF_PAYOFFS

WHOLE = frozenset(
    (
        "needs",
        "payoff",
        "payoff range",
        "remembers",
        "one-sided",
        "mover's estimate",
        "mover's utility",
        "last loses",
        "upside down",
        "endless",
        "no game",
        "compiles",
        "ignores",
        "alone",
        "repetition",
        "cs50 unwritten",
        "cs50 start",
        "cs50 off the board",
    )
)
"""Promises of the game as a whole, not of one position."""
DOUBTFUL = frozenset(
    (
        "one-sided",
        "mover's estimate",
        "mover's utility",
        "upside down",
        "last loses",
        "late",
        "alone",
        "search",
    )
)
"""What is said of games in whose six rules there is no fault."""
COMPARED = frozenset(
    (
        "steady",
        "mutates",
        "memory",
        "remembers",
        "merges",
        "repeats",
        "idle",
        "ignores",
        "useless",
        "symmetry",
        "symmetry closed",
        "commutes",
        "even estimate",
        "key steady",
        "key merges",
        "position steady",
        "position merges",
        "hashed steady",
        "bounds",
        "candidates value",
        "parse",
        "over",
        "compiled",
    )
)
"""What is seen by comparing states, or the answers of one rule with one another."""
SYMMETRIC = frozenset(("symmetry", "symmetry closed", "commutes", "even estimate"))
"""What is seen by comparing positions that `symmetries` calls the same."""
FOLLOWS: dict[str, frozenset[str]] = {
    "hashable": COMPARED | {"equal"},
    "mutates": COMPARED - {"mutates"} | {"equal", "no actions"},
    "equal": COMPARED,
    "steady": COMPARED - {"steady"} | {"no actions", "noisy", "candidates", "board actions"},
    "memory": COMPARED - {"memory"} | {"no actions", "no game"},
    "merges": frozenset(("key merges", "repeats", "bounds", "candidates value", "compiled")),
    "repeats": frozenset(("endless", "search")),
    "raises": SYMMETRIC | {"search"},
    "nothing": frozenset(("kind", "search")),
    "symmetry": SYMMETRIC - {"symmetry"},
    "symmetry closed": frozenset(("commutes",)),
    "remembers": frozenset(("compiles",)),
    "utility": frozenset(("bounds",)),
    "outcome": frozenset(("bounds", "out of range")),
    "out of range": frozenset(("search",)),
    "payoff range": frozenset(("out of range", "search")),
    "ignores": DOUBTFUL,
    "alone": DOUBTFUL - {"alone"},
    "one-sided": DOUBTFUL - {"one-sided"},
    "upside down": frozenset(("last loses",)),
}
"""What may be nothing but a consequence of a broken promise, and is not told beside it; causes come first."""
PER_LINE = frozenset(("raises", "wraps"))
"""What is told of a line once, whichever rules come through it."""
ONCE = frozenset(("memory",))
"""What is told of one rule only: what it remembers shows in others too."""
PURE = "build a new state with State(...) or updated(cells, index, value), and do not change the arguments"

PROMISES: dict[str, Promise] = {
    # The game as a whole.
    "needs": Promise("initial", "a game has six rules", "write the rule that is missing"),
    "repetition": Promise(
        "initial",
        "repetition is what endless play is worth to MAX",
        "set repetition = 0 for a draw; it is -1, 0 or 1 where payoff is 'outcome', else a number",
    ),
    "repeats": Promise(
        "repetition",
        "repetition is None only where positions cannot repeat",
        "set repetition = 0 for a draw, or count the moves in the state",
    ),
    "raises": Promise(
        "result", "rules answer in every position that play reaches", "handle this position in the rule"
    ),
    "stuck": Promise("actions", "rules return", "let it compute less, and end every loop"),
    "crash": Promise(
        "result",
        "rules leave the process alone",
        "remove what ends or changes the process, or starts another",
    ),
    "slow": Promise(
        "result",
        "rules answer in moments",
        "give the check more seconds, make the rule quicker or the state smaller",
        "remark",
    ),
    "steady": Promise(
        "result",
        "a rule always returns the same answer for the same state",
        "let it depend on the state alone; put chance into outcomes(state), and memory into the state",
    ),
    "memory": Promise(
        "result",
        "answers do not depend on what was asked before",
        "let it depend on the state alone: put what play changes into the state, and into the key of a cache "
        "all that matters",
    ),
    "mutates": Promise("result", "rules never change their arguments, nor what they returned", PURE),
    "remembers": Promise(
        "result",
        "rules never change the game",
        "put what play changes into the state, not into self",
        "remark",
    ),
    "search": Promise("result", "a search reaches an answer", "see the sentence"),
    "useless": Promise(
        "result", "what rules return can be compared and stored", "return numbers, and tuples of numbers"
    ),
    # States and actions.
    "nothing": Promise("result", "result() and initial() return a state", "return the new state"),
    "hashable": Promise(
        "result",
        "states are hashable",
        "make the state a NamedTuple of numbers and tuples; tuple(...), not [...]",
    ),
    "equal": Promise(
        "initial",
        "states with equal contents are equal, and so are their hashes",
        "make the state a NamedTuple, or give it __eq__ and __hash__",
    ),
    "merges": Promise(
        "initial",
        "equal states are interchangeable",
        "let __eq__ and __hash__ take every field that matters",
    ),
    "kind": Promise(
        "result", "all states have one type", "return the same class of state as initial() does", "remark"
    ),
    "idle": Promise(
        "result",
        "a move changes the position",
        "leave the move out of actions(), or let it pass the turn",
        "remark",
    ),
    "iterable": Promise(
        "actions", "actions() yields actions one by one", "yield the actions, or return a list of them"
    ),
    "endless actions": Promise("actions", "a position has finitely many actions", "give the loop an end"),
    "no actions": Promise(
        "actions",
        "a position that is not terminal has an action",
        "let is_terminal() be true there, or yield a move that passes",
    ),
    "duplicate": Promise(
        "actions", "every action is yielded once", "yield each action once, or collect them in a set"
    ),
    "off the board": Promise(
        "actions",
        "actions name cells that exist",
        "test the edge before you yield: if 0 <= index < len(cells)",
    ),
    "wraps": Promise(
        "actions",
        "indices count from 0",
        "test 0 <= index first; if the board is a ring, write cells[index % len(cells)]",
        "remark",
    ),
    "occupied": Promise(
        "actions",
        "stones are placed on empty cells",
        "yield a cell only if it is empty; if stones may be placed on stones, ignore this",
        "remark",
    ),
    "ignores": Promise(
        "result",
        "the next position depends on the action",
        "use the action: result(state, action) is the position after this action",
        "remark",
    ),
    "alone": Promise(
        "to_move",
        "both players move",
        "let result() pass the turn: State(..., 1 - state.turn)",
        "remark",
    ),
    "hashable action": Promise("actions", "actions are hashable", "yield numbers or tuples, not lists"),
    "truth": Promise(
        "is_terminal", "is_terminal() returns True or False", "return a comparison, or bool(...)", "remark"
    ),
    "over": Promise(
        "over",
        "over() is true where the game has ended although there are moves",
        "leave is_terminal() out: it is true where over() is and where a player has no action",
    ),
    # Players and chance.
    "player": Promise(
        "to_move",
        "to_move() returns MAX, MIN or CHANCE",
        "return MAX (0), MIN (1) or, with dice, CHANCE (-1)",
    ),
    "dice": Promise(
        "to_move",
        "a game with dice has outcomes(state), and CHANCE is to move where they are thrown",
        "write outcomes(state), which yields (action, probability); return CHANCE where it is asked",
    ),
    "pairs": Promise("outcomes", "outcomes() yields pairs", "yield (action, probability)"),
    "probability": Promise("outcomes", "probabilities are between 0 and 1", "yield numbers from 0 to 1"),
    "sum": Promise("outcomes", "the probabilities of a position sum to 1", "divide each by their sum"),
    # Payoffs and estimates.
    "one-sided": Promise(
        "utility",
        "utility() is MAX's payoff, whoever moved last",
        "look at who has won, not at who is to move; or let both players have a chance",
        "remark",
    ),
    "last loses": Promise(
        "utility",
        "utility() is positive where MAX has won",
        "change the sign, unless the last stone loses by your rules",
        "remark",
    ),
    "late": Promise(
        "is_terminal",
        "is_terminal() is true as soon as the game is decided",
        "let it be true there, unless play goes on after that by your rules",
        "remark",
    ),
    "estimate": Promise(
        "evaluate", "evaluate() returns a number", "return a finite number, 0 where nothing is known"
    ),
    "estimate size": Promise(
        "evaluate",
        "estimates are smaller than proved wins",
        "return a moderate number: proved wins are found by search",
    ),
    "mover's estimate": Promise(
        "evaluate",
        "evaluate() is from MAX's side, whoever is to move",
        "return what is good for MAX; do not change the sign with the player to move",
        "remark",
    ),
    "mover's utility": Promise(
        "utility",
        "utility() is MAX's payoff, whoever moved last",
        "return what MAX gets; do not change the sign with the player to move",
        "remark",
    ),
    "upside down": Promise(
        "evaluate",
        "evaluate() is high where MAX does well",
        "change the sign, unless it is utility() that is upside down",
        "remark",
    ),
    "even estimate": Promise(
        "evaluate",
        "symmetric positions have the same estimate",
        "count the same in both, or leave the image out of symmetries()",
        "remark",
    ),
    "priority": Promise(
        "priority", "priority() returns a number", "return a number, higher for what is tried first"
    ),
    # Rules that make a search quicker.
    "noisy": Promise("noisy", "noisy() yields some of the actions", "yield only what actions() yields"),
    "passed": Promise(
        "passed", "passed() passes the turn to the opponent", "return the state with the other player to move"
    ),
    "symmetry": Promise(
        "symmetries",
        "symmetric positions are worth the same",
        "yield only states from which play goes on in the same way; or mend the rule that tells them apart",
    ),
    "symmetry closed": Promise(
        "symmetries",
        "symmetric positions have the same symmetries",
        "yield the images under all rotations and reflections, not only some",
    ),
    "commutes": Promise(
        "symmetries",
        "the moves of symmetric positions lead to symmetric positions",
        "check how the image moves each cell",
    ),
    "key kind": Promise("key", "key() returns a whole number", "return an integer"),
    "key steady": Promise(
        "key", "equal states have equal keys", "compute it from the content, not from id() or hash() of text"
    ),
    "key merges": Promise(
        "key",
        "states with equal keys are interchangeable",
        "put what differs into the key; call it hashed() if two states may share one, position() if it says "
        "what repetition compares",
    ),
    "position steady": Promise(
        "position", "equal states are the same position", "compute it from the content"
    ),
    "position merges": Promise(
        "position",
        "where a position is repeated, the same player has the same moves",
        "leave out of it only what changes no move, such as a counter",
    ),
    "hashed steady": Promise("hashed", "equal states have equal hashes", "compute it from the content"),
    "bounds kind": Promise(
        "bounds",
        "bounds() returns (lo, hi)",
        "return a pair of scores (win_in(n, MIN), win_in(n, MAX)) or points",
    ),
    "bounds": Promise(
        "bounds", "the value of a position lies within its bounds()", "widen it to what is proved"
    ),
    "candidates": Promise(
        "candidates", "candidates() yields some of the actions", "yield only what actions() yields"
    ),
    "no candidates": Promise(
        "candidates",
        "candidates() yields at least one action",
        "keep one, or let bounds() settle the position",
    ),
    "candidates value": Promise(
        "candidates", "candidates() keeps the value", "leave out only moves that are proved worse"
    ),
    "features": Promise(
        "features", "features() yields the numbers of the features present", "yield whole numbers from 0"
    ),
    "terms": Promise("terms", "evaluate() adds up terms() times weights", "return the sum of weight * term"),
    # For people.
    "show": Promise("show", "show() returns a string", "return a str"),
    "name": Promise("name", "name() returns a string", "return a str"),
    "names": Promise("name", "names tell actions apart", "put everything that differs into the name"),
    "parse": Promise("parse", "parse() reads what show() writes", "read back every part of the state"),
    "board": Promise("board", "board() describes the position", "see the sentence"),
    "board actions": Promise(
        "board",
        "board() offers legal actions",
        "offer only what actions() yields, the actions themselves and not their names",
    ),
    "board places": Promise(
        "board",
        "board() puts actions where they can be clicked",
        "name a cell that is marked, with '.' where it is empty, or none: (action, [])",
    ),
    "board clicks": Promise(
        "board",
        "board() says how every action is made",
        "add its cells, or (action, []) for what has no place, such as a pass",
        "remark",
    ),
    "same click": Promise(
        "board",
        "a click tells actions apart",
        "give each a cell of its own, or two for a step, so that the page need not ask which one is meant",
        "remark",
    ),
    "board field": Promise(
        "board",
        "board() declares what is drawn",
        f"leave it out, or write the intended one: {', '.join(FIELDS)}",
        "remark",
    ),
    # Play.
    "endless": Promise(
        "is_terminal",
        "games come to an end",
        "count moves in the state and end the game, or search with a depth",
        "remark",
    ),
    "no game": Promise(
        "initial", "the start is not the end", "let initial() return a position with moves", "remark"
    ),
    # Homework: CS50's tic-tac-toe, and AIMA's utility.
    "cs50 unwritten": Promise("minimax", "every function of the assignment is written", "write it"),
    "cs50 start": Promise(
        "initial",
        "every row of the board is a list of its own",
        "write three lists: [[EMPTY] * 3 for _ in range(3)]",
    ),
    "cs50 changes": Promise(
        "result",
        "functions leave the board that they are given as it is",
        "make a copy first: board = copy.deepcopy(board)",
    ),
    "cs50 player": Promise("player", "X begins, and then the players take turns", "count the marks of each"),
    "cs50 set": Promise("actions", "actions() returns a set", "return a set of pairs (i, j)"),
    "cs50 actions": Promise(
        "actions", "actions() are the empty squares", "collect (i, j) for every square that is EMPTY"
    ),
    "cs50 result": Promise(
        "result", "result() is the board with one mark more", "put the mark of player(board) on a copy"
    ),
    "cs50 taken": Promise(
        "result",
        "result() raises an exception where the square is taken",
        "raise an exception unless board[i][j] is EMPTY",
    ),
    "cs50 off the board": Promise(
        "result",
        "result() raises an exception for what is no action",
        "raise an exception unless action in actions(board)",
        "remark",
    ),
    "cs50 end": Promise(
        "winner",
        "winner(), terminal() and utility() say how the game ended",
        "test the three rows, the three columns and the two diagonals for both players, then a full board",
    ),
    "cs50 minimax": Promise(
        "minimax",
        "minimax() returns a move that is as good as any",
        "X takes the highest value that O's best answers leave, O the lowest that X's leave",
    ),
    "cs50 minimax over": Promise(
        "minimax",
        "minimax() returns None where the game is over",
        "return None where terminal(board), before anything else",
    ),
    "zero sum": Promise(
        "utility",
        "what one player gets the other loses",
        "return the payoff of the player who is asked about: utility(state, player)",
    ),
    **OF_MANY,
    **OF_PAYOFFS,
    # Compiled.
    "compiles": Promise("result", "rules on integers are compiled", "see the sentence", "remark"),
    "compiled": Promise(
        "result",
        "compiled rules play as interpreted ones do",
        "keep states and actions of one shape, of whole numbers; if they are, please report this",
    ),
    "overflow": Promise(
        "result",
        "numbers fit in 64 bits",
        "declare a board of bits as Bits, which wraps around, or keep numbers small",
    ),
}
