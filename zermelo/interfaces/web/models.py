"""What clients may ask, with every bound; what is not named here is refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, model_validator
from pydantic_core import PydanticKnownError

from zermelo.kernel.options import Order
from zermelo.running import catalogue
from zermelo.running.question import Algorithm as Record

MOST_MOVES = 1000
"""Moves of a game that are replayed."""
MOST_EVENTS = 100_000
"""Steps of a trace."""
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


class Reply(Model):
    """The engine's move; a level from 1 to 10, and seconds to think at most."""

    position: Position
    level: Annotated[int, Field(ge=1, le=10)] = 10
    seconds: Thinking | None = None
    seed: Annotated[int, Field(ge=0, lt=1 << 32)] = 0


class Solve(Model):
    """The exact value of a position and of its moves."""

    position: Position
    seconds: Thinking = 5.0


class Why(Model):
    """Why not this move?"""

    position: Position
    move: MoveName
    seconds: Thinking | None = None


class Tracing(Model):
    """A traced search, of a position or of a typed tree."""

    position: Position | None = None
    tree: Annotated[str, Field(max_length=20_000)] | None = None
    algorithm: Algorithm | None = None
    depth: Depth | None = None
    events: Annotated[int, Field(ge=1, le=MOST_EVENTS)] = 20_000
    prune_equal: bool = True
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


class Puzzle(Model):
    """N queens by one strategy, step by step."""

    puzzle: Literal["queens"] = "queens"
    n: Annotated[int, Field(ge=1, le=LARGEST_QUEENS)] = 8
    strategy: Annotated[str, Field(max_length=60)] = "forward checking, MRV"
    steps: Annotated[int, Field(ge=1, le=MOST_EVENTS)] = 20_000


class Export(Tracing):
    """A board or a tree as a file."""

    what: Literal["board", "tree"]
    format: Literal["svg", "png", "tikz", "dot", "json", "html"]


class Analyse(Model):
    """Start an analysis; it replaces the one that runs in this tab."""

    type: Literal["analyse"]
    search: SearchId
    position: Position
    lines: Annotated[int, Field(ge=1, le=20)] = 3
    seconds: Annotated[float, Field(gt=0, le=600, allow_inf_nan=False)] | None = None
    depth: Depth | None = None
    values: bool = False


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


class AlgorithmRow(BaseModel):
    """An algorithm that the page offers."""

    name: str
    about: dict[str, str]
    """What it is, by language."""
    switches: list[str]
    """What it can be asked beyond limits."""


def algorithm_row(record: Record) -> dict[str, Any]:
    return {"name": record.name, "about": record.about, "switches": sorted(record.switches)}


class GameRow(BaseModel):
    """A game that can be played here."""

    id: str
    name: str
    about: str
    parameters: str
    own: bool
    error: str | None
    file: str | None = None
    """The name of the user's file."""
    refusal: dict[str, Any] | None = None
    """The error as code, parameters and sentence."""


class MoveRow(BaseModel):
    """A legal move, and the cells of the board that stand for it."""

    name: str
    cells: list[int]


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
    player: Literal["MAX", "MIN"]


class PositionRow(BaseModel):
    """A position as the page draws it."""

    position: Position
    key: str
    board: dict[str, Any] | None
    text: str
    toMove: int | None
    player: str | None
    moves: list[MoveRow]
    terminal: bool
    result: str | None
    history: list[str]
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


class WhyRow(BaseModel):
    """The refutation of a move, and how it stands beside the best one."""

    sentence: str
    how: str
    """How the game goes on after the move: the key of the page's own sentence."""
    player: str | None
    line: list[str]
    score: ScoreRow
    verdict: str
    best: BestRow


class TraceRow(BaseModel):
    """A traced search in columns; values and windows are MAX's, infinite ones null."""

    nodes: dict[str, Any]
    events: dict[str, Any]
    iterations: list[dict[str, Any]] = []
    labels: dict[str, str] = {}
    summary: dict[str, Any]
    truncated: bool


class PartRow(BaseModel):
    """A function of the algorithm that was traced, line by line."""

    name: str
    file: str
    lines: list[dict[str, Any]]


class PuzzleRow(BaseModel):
    """The steps of a puzzle's search."""

    steps: list[dict[str, Any]]
    n: int
    strategies: list[str]
    truncated: bool
