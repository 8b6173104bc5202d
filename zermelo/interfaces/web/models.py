"""What clients may ask, with every bound; what is not named here is refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, model_validator
from pydantic_core import PydanticKnownError

from zermelo.kernel.options import Order
from zermelo.kernel.run import PLIES, SEATS
from zermelo.running import catalogue
from zermelo.running.question import Algorithm as Record

MOST_MOVES = 1000
"""Moves of a game that are replayed."""
MOST_EVENTS = 100_000
"""Steps of a trace."""
MOST_SIMULATIONS = 2000
"""Simulations of a trace."""
LARGEST_QUEENS = 20


def traced_algorithms() -> dict[str, Record]:
    """The algorithms whose searches can be traced, by name."""
    found: dict[str, Record] = {}
    for each in catalogue.CATALOGUE:
        if "trace" in each.switches:
            found.setdefault(each.name, each)
    return found


def known_algorithm(name: str) -> str:
    if name not in (known := traced_algorithms()):
        raise PydanticKnownError("literal_error", {"expected": " or ".join(map(repr, known))})
    return name


Name = Annotated[str, Field(max_length=200)]
MoveName = Annotated[str, Field(max_length=80)]
SearchId = Annotated[str, Field(max_length=64)]
Algorithm = Annotated[
    str, AfterValidator(known_algorithm), Field(json_schema_extra={"enum": list(traced_algorithms())})
]
Depth = Annotated[int, Field(ge=0, le=200)]
Thinking = Annotated[float, Field(gt=0, le=10, allow_inf_nan=False)]


class Model(BaseModel):
    """Nothing but the fields that are declared, of the types that are declared."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Position(Model):
    """A game, where it starts and the moves from there, all by name; the server replays them."""

    game: Annotated[Name, Field(examples=["tictactoe", "connect4:width=5,height=4"])]
    moves: Annotated[list[MoveName], Field(max_length=MOST_MOVES, examples=[["3", "2"]])] = []
    at: Annotated[str, Field(max_length=4000)] = ""


class Parameters(Model):
    """A game with its parameters, `connect4:width=5`: what may each of them be?"""

    game: Name


class Reply(Model):
    """The engine's move; a level from 1 to 10, and seconds to think at most.  The same seed gives the same
    move where time does not decide; without one the move may be another one each time."""

    position: Position
    level: Annotated[int, Field(ge=1, le=10)] = 10
    seconds: Thinking | None = None
    seed: Annotated[int, Field(ge=0, lt=1 << 32)] | None = None


class Solve(Model):
    """The exact value of a position and of its moves."""

    position: Position
    seconds: Thinking = 5.0


class SeenScore(Model):
    """A score as a report of the analysis gave it."""

    text: Name
    value: Annotated[float, Field(allow_inf_nan=False)] | int | None
    proved: bool
    winner: Literal["MAX", "MIN"] | None
    plies: Annotated[int, Field(ge=0, le=PLIES)] | None
    exact: bool
    expected: bool = False
    known: bool = True
    repetition: Literal["MAX", "MIN"] | None
    player: Annotated[str, Field(max_length=4)]
    players: Annotated[int, Field(ge=2, le=SEATS)] = 2
    payoffs: Annotated[list[float | int | None], Field(max_length=SEATS)] = []


class Seen(Model):
    """What the analysis on the page says of the best move, and of the one that is asked about."""

    best: MoveName
    bestScore: SeenScore
    score: SeenScore
    line: Annotated[list[MoveName], Field(max_length=40)]
    """The move, the best answer, …"""


class Why(Model):
    """Why not this move?  Answered from the analysis on the page, or else from a search."""

    position: Position
    move: MoveName
    seconds: Thinking | None = None
    analysis: Seen | None = None


class Reviewed(Model):
    """What a move of a game was worth: `ply` says which, from 1; by default the last one."""

    position: Position
    ply: Annotated[int, Field(ge=1, le=MOST_MOVES)] | None = None
    seconds: Thinking | None = None


class Threat(Model):
    """What does the opponent threaten?"""

    position: Position
    seconds: Thinking | None = None


class Tracing(Model):
    """A traced search, of a position or of a typed tree."""

    position: Position | None = None
    tree: Annotated[str, Field(max_length=20_000)] | None = None
    algorithm: Algorithm | None = None
    depth: Depth | None = None
    simulations: Annotated[int, Field(ge=1, le=MOST_SIMULATIONS)] | None = None
    events: Annotated[int, Field(ge=1, le=MOST_EVENTS)] = 20_000
    until_full: bool = False
    """Does the search stop when so many are written?  Then nobody waits for what is not shown."""
    prune_equal: bool = True
    payoff_bounds: bool = False
    order: Order = "natural"
    seed: Annotated[int, Field(ge=0, lt=1 << 32)] = 0

    @model_validator(mode="after")
    def one_of_both(self) -> Tracing:
        if (self.position is None) == (self.tree is None):
            raise ValueError("position_or_tree")
        return self


class Sentences(Tracing):
    """The sentences of some steps of a trace."""

    first: Annotated[int, Field(ge=0, le=MOST_EVENTS, alias="from")] = 0
    last: Annotated[int, Field(ge=0, le=MOST_EVENTS, alias="to")] = 100
    language: Literal["en", "it", "es"] = "en"


class Strategic(Tracing):
    """What one player can be sure of, in what is searched."""

    player: Literal["max", "min"] = "max"


class Puzzle(Model):
    """A puzzle by one strategy, step by step."""

    puzzle: Literal["queens", "knights", "cindy", "sudoku", "colouring", "cryptarithm"] = "queens"
    n: Annotated[int, Field(ge=1, le=LARGEST_QUEENS)] | None = None
    """The size, of those that have one."""
    given: Annotated[str, Field(max_length=2000)] = ""
    """Of a Sudoku, its cells; of a cryptarithm, its sum; of a map, the pairs of neighbours."""
    colours: Annotated[int, Field(ge=1, le=8)] = 3
    strategy: Annotated[str, Field(max_length=60)] = "forward checking, MRV"
    steps: Annotated[int, Field(ge=1, le=MOST_EVENTS)] = 20_000


class MatrixAsked(Model):
    """A payoff matrix, typed, or made of the strategies of a typed tree or a position."""

    matrix: Annotated[str, Field(max_length=20_000, examples=["2 -3; 0 2; -5 10"])] | None = None
    tree: Annotated[str, Field(max_length=20_000)] | None = None
    position: Position | None = None
    rows: Literal["max", "min"] = "max"
    """Who chooses the row of a matrix that is typed."""
    rounds: Annotated[int, Field(ge=1, le=10_000)] = 1000

    @model_validator(mode="after")
    def one_of_three(self) -> MatrixAsked:
        if sum(given is not None for given in (self.matrix, self.tree, self.position)) != 1:
            raise ValueError("matrix_tree_or_position")
        return self


class MatrixFile(MatrixAsked):
    """A matrix, or a picture of it, as a file."""

    format: Literal["svg", "tikz", "json", "csv"]
    plot: Literal["graph", "play", "table"] | None = None


class Export(Tracing):
    """A board or a tree as a file."""

    what: Literal["board", "tree"]
    format: Literal["svg", "png", "tikz", "input", "dot", "json", "html"]
    step: Annotated[int, Field(ge=0, le=MOST_EVENTS)] | None = None
    """After how many steps a tree is drawn; at its end unless one is given."""
    transparent: bool = False
    """A drawing without white paper."""


class Analyse(Model):
    """Start an analysis; it replaces the one that runs in this tab."""

    type: Literal["analyse"]
    search: SearchId
    position: Position
    lines: Annotated[int, Field(ge=1, le=20)] = 3
    seconds: Annotated[float, Field(gt=0, le=600, allow_inf_nan=False)] | None = None
    depth: Depth | None = None
    values: bool = False
    algorithm: Literal["pvs", "mcts"] | None = None
    """By default what suits the game."""


class Stop(Model):
    """Stop the analysis with this id."""

    type: Literal["stop"]
    search: SearchId


class Ping(Model):
    """Is anybody there?"""

    type: Literal["ping"]


Message = Annotated[Analyse | Stop | Ping, Field(discriminator="type")]
MESSAGES: TypeAdapter[Analyse | Stop | Ping] = TypeAdapter(Message)


# -- what comes back -------------------------------------------------------------------------------


class Mistake(BaseModel):
    """What is wrong: in one English sentence, and as the facts in it."""

    error: str
    code: str
    parameters: dict[str, Any]
    sentence: str


class GameRow(BaseModel):
    """A game that can be played here."""

    id: str
    name: str
    about: str
    parameters: str
    players: int = 2
    dice: bool = False
    own: bool
    error: str | None
    file: str | None = None
    """The name of the user's file."""
    refusal: dict[str, Any] | None = None
    """The error as code, parameters and sentence."""
    plays: bool = True
    """False: no version of the user's file was good yet."""


class FieldRow(BaseModel):
    """A parameter of a game."""

    name: str
    kind: Literal["whole", "truth", "several", "fraction"]
    value: bool | int | float | list[int]
    least: int | float
    most: int | float
    """Between which numbers the game takes it, while the other parameters stay as they are."""


class ExampleRow(BaseModel):
    """A file of rules to begin with."""

    file: str
    text: str


class MoveRow(BaseModel):
    """A legal move, and the cells of the board that stand for it."""

    name: str
    cells: list[int]
    changes: list[tuple[int, str]] | None
    """The cells that look otherwise after it, and how; null where nobody looked."""


class EndRow(BaseModel):
    """How a game ended."""

    winner: str | None
    points: float | int | None
    """By how many, where the game is played for points."""
    tally: list[float | int] | None
    """What MAX and MIN have, where the game says it."""
    repetition: bool
    payoffs: list[float | int | None]
    """What each of three or more players has."""


class OutcomeRow(BaseModel):
    """What the dice may show."""

    name: str
    probability: float


class ScoreRow(BaseModel):
    """How good a position is, for whom, and how sure that is."""

    text: str
    value: float | int | None
    proved: bool
    winner: Literal["MAX", "MIN"] | None
    plies: int | None
    exact: bool
    """False: the win is proved within so many plies, and may come sooner."""
    expected: bool
    """An average over what dice may show."""
    known: bool
    """False: nothing is known of the position."""
    repetition: Literal["MAX", "MIN"] | None
    """Who would win by going on for ever, where that is not proved."""
    player: str
    """MAX, who is meant by the value; of three or more players A, B, C, …"""
    players: int
    payoffs: list[float | int | None]
    """What each of three or more players gets."""


class PositionRow(BaseModel):
    """A position as the page draws it."""

    position: Position
    key: str
    board: dict[str, Any] | None
    text: str
    toMove: int | None
    player: str | None
    players: int
    moves: list[MoveRow]
    terminal: bool
    result: str | None
    outcome: EndRow | None
    history: list[str]
    last: list[int]
    """Cells that the last move changed."""
    movers: list[int]
    outcomes: list[OutcomeRow] | None
    roller: int | None


class ReplyRow(BaseModel):
    """A move of the engine."""

    move: str | None
    score: ScoreRow
    line: list[str]


class SolveRow(BaseModel):
    """What is known of a position for certain."""

    solved: bool
    score: ScoreRow
    values: dict[str, ScoreRow]
    line: list[str]


class BestRow(BaseModel):
    """The best move that was found."""

    move: str
    score: ScoreRow


class MarkRow(BaseModel):
    """A move of a line, and where it is played."""

    move: str
    player: str | None
    cells: list[int]
    changed: list[int]
    """The cells that look otherwise after it."""


class WhyRow(BaseModel):
    """The refutation of a move, and how it stands beside the best one."""

    sentence: str
    how: str
    """How the game goes on after the move: the key of the page's own sentence."""
    player: str | None
    line: list[str]
    marks: list[MarkRow]
    """The move and its answer on the board."""
    score: ScoreRow
    verdict: str
    best: BestRow


class ThreatRow(BaseModel):
    """An answer that is proved to win against several of the moves; null: none was found."""

    move: str | None
    player: str
    refuted: int
    of: int
    marks: list[MarkRow]


class TraceRow(BaseModel):
    """A traced search in columns; values and windows are MAX's, infinite ones null."""

    nodes: dict[str, Any]
    whole: dict[str, Any] | None = None
    """Of a typed tree: every place of it, looked at or not, and where each node of the search is."""
    events: dict[str, Any]
    iterations: list[dict[str, Any]] = []
    labels: dict[str, str] = {}
    summary: dict[str, Any]
    truncated: bool


class StrategyRow(BaseModel):
    """A strategy as a typed tree, and how few leaves prove it beside how many were visited."""

    tree: str
    algorithm: str
    player: str
    result: Literal["wins", "draw", "loses", "points"]
    value: str
    averaged: bool
    estimated: bool
    leaves: int
    allLeaves: int
    together: int | None
    visited: int


class PartRow(BaseModel):
    """A function of the algorithm that was traced, line by line."""

    name: str
    file: str
    lines: list[dict[str, Any]]


class MatrixRow(BaseModel):
    """All that is found out about a matrix; `kind` says which of the fields below there are."""

    model_config = ConfigDict(extra="allow")

    kind: Literal["matrix", "bimatrix"]
    rows: list[str]
    columns: list[str]
    players: list[str]
    cells: list[list[str]]
    elimination: dict[str, Any]
    best_replies: dict[str, list[list[int]]]
    notes: list[dict[str, Any]]
    pictures: dict[str, str]
    """By name: drawings as SVG."""


class PuzzleRow(BaseModel):
    """The steps of a puzzle's search, in which variables are numbers of the list."""

    puzzle: str
    variables: list[Any]
    edges: list[list[int]]
    given: str
    steps: list[dict[str, Any]]
    strategies: list[str]
    truncated: bool
