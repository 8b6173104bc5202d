"""The application: which address gives what."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from zermelo.errors import ZermeloError
from zermelo.interfaces.web.answers import Answers
from zermelo.interfaces.web.assets import Asset, Assets
from zermelo.interfaces.web.desk import Answer, Busy, Desk, tell
from zermelo.interfaces.web.example import example_row
from zermelo.interfaces.web.fields import field_rows
from zermelo.interfaces.web.guard import Door, Guard
from zermelo.interfaces.web.live import Tabs
from zermelo.interfaces.web.matches import Matches
from zermelo.interfaces.web.models import (
    ExampleRow,
    Export,
    FieldRow,
    GameRow,
    MatrixAsked,
    MatrixFile,
    MatrixRow,
    Mistake,
    Parameters,
    PartRow,
    Position,
    PositionRow,
    Puzzle,
    PuzzleRow,
    Reply,
    ReplyRow,
    Reviewed,
    Sentences,
    Solve,
    SolveRow,
    Strategic,
    StrategyRow,
    Threat,
    ThreatRow,
    TraceRow,
    Tracing,
    Why,
    WhyRow,
    traced_algorithms,
)
from zermelo.interfaces.web.offered import AlgorithmRow, algorithm_row
from zermelo.interfaces.web.own import OwnFile, numbered
from zermelo.interfaces.web.puzzles import puzzle_row
from zermelo.interfaces.web.reviews import Reviews
from zermelo.interfaces.web.rows import Scales
from zermelo.interfaces.web.sentences import half_a_letter, message_of, told
from zermelo.interfaces.web.shelf import Shelf, explained
from zermelo.interfaces.web.source import source_rows
from zermelo.interfaces.web.strategies import strategy_row
from zermelo.interfaces.web.study_models import StudyAsked, StudyFile, StudyListRow, StudyRow
from zermelo.interfaces.web.table_models import Found, Looked, TableRow, TableStatisticsRow
from zermelo.interfaces.web.tables import Tables
from zermelo.interfaces.web.traces import Traces, in_columns, in_parts
from zermelo.interfaces.web.turns import Turns
from zermelo.messages import Message

if TYPE_CHECKING:
    from zermelo.interfaces.web.export import Made

QUICK, SLOW, REPORTS = 4, 3, 2
"""Pieces of work at once: looking at positions; searching; telling."""
PATIENCE = 20.0
"""Seconds for a search that ends by itself, and then some."""
WORTH_PACKING = 20_000
"""Bytes of an answer."""
ASK_AGAIN, FOR_GOOD = "no-cache", "public, max-age=31536000, immutable"
"""How long a browser keeps a file: until it has asked whether there is another, or as long as it likes."""
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Mistake} for status in (400, 401, 403, 404, 405, 408, 413, 415, 422, 503)
}


class Server:
    """Everything that one server knows."""

    def __init__(
        self,
        own: Sequence[OwnFile] = (),
        seats: int | None = None,
        tables: Sequence[str] = (),
        matches: Sequence[str] = (),
    ) -> None:
        self.own, self.tables, self.matches = numbered(list(own)), Tables(tables, own), Matches(matches, own)
        self.shelf, self.tabs, self.turns = Shelf(self.own), Tabs(), Turns(seats)
        self.answers, self.traces = Answers(self.turns.ready), Traces(self.turns.kernels, self.turns.ready)
        self.scales, self.assets = Scales(), Assets()
        self.reviews = Reviews(self.tables.known.values())
        self.quick, self.slow, self.reports = Desk(QUICK), Desk(SLOW), Desk(REPORTS)

    def start(self) -> None:
        loop = asyncio.get_running_loop()
        for file in self.own.values():
            file.changed = lambda news: tell(loop, lambda: self.tabs.tell_all({"type": "changed", **news}))
            file.watch()

    def close(self) -> None:
        for file in self.own.values():
            file.close()
        self.turns.close()

    async def placed(self, position: Position, client: str) -> Any:
        """A position, replayed in a thread."""
        game = self.shelf.game(position.game)
        return await self.quick.do(lambda: self.shelf.place(position), game, client=client)

    async def searched(self, position: Position, work: Callable[[Any], Any], request: Request) -> Response:
        """Something that takes a search."""
        client = address_of(request)
        placed = await self.placed(position, client)
        game = placed.game
        searching = self.slow.do(lambda: explained(game, lambda: work(placed)), game, PATIENCE, client)
        return as_json(await unless_gone(searching, request))

    async def at_length(
        self, work: Callable[[], Answer], request: Request, position: Position | None = None
    ) -> Answer:
        """Something that takes its time; `position`: whose rules are asked."""
        game = None if position is None else self.shelf.game(position.game)
        working = self.slow.do(work, game, PATIENCE, address_of(request))
        return await unless_gone(working, request)


async def unless_gone(work: Coroutine[Any, Any, Answer], request: Request) -> Answer:
    """What the work gives; it is left when the one who asked has left."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    working, leaving = asyncio.create_task(work), asyncio.create_task(gone())
    try:
        await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
        if not working.done():
            working.cancel()
    return await working


def address_of(connection: HTTPConnection) -> str:
    """Who asks."""
    return connection.client.host if connection.client else ""


def as_json(data: Any) -> Response:
    return Response(msgspec.json.encode(data), media_type="application/json")


def packed(body: bytes, request: Request) -> Response:
    """A long answer, packed in no time if the browser can unpack it."""
    headers = {"vary": "accept-encoding"}
    if len(body) > WORTH_PACKING and takes_gzip(request):
        body, headers["content-encoding"] = gzip.compress(body, 1, mtime=0), "gzip"
    return Response(body, headers=headers, media_type="application/json")


def takes_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def mistake(message: Message, status: int) -> Response:
    return Response(msgspec.json.encode(told(message)), status_code=status, media_type="application/json")


def application(server: Server, door: Door | None = None) -> Any:
    """The whole application, with its guard before it."""

    @contextlib.asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        server.start()
        try:
            yield
        finally:
            await asyncio.to_thread(server.close)

    app = FastAPI(
        title="Zermelo",
        description="Play, analyse and step through the search of games.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
        responses=REFUSALS,
    )
    add_refusals(app)
    add_page(app, server)
    add_questions(app, server)
    add_traces(app, server)
    add_tables(app, server)
    add_matrices(app, server)
    add_studies(app, server)
    add_matches(app, server)

    @app.websocket("/ws")
    async def live(socket: WebSocket) -> None:
        await server.tabs.serve(socket, server)

    return Guard(app, door or Door())


def add_refusals(app: FastAPI) -> None:
    """Whatever goes wrong is one sentence, and never a traceback."""

    @app.exception_handler(ZermeloError)
    async def refused(_: Request, error: ZermeloError) -> Response:
        return mistake(error.message, 503 if isinstance(error, Busy) else 400)

    @app.exception_handler(UnicodeEncodeError)
    async def unwritable(_: Request, error: UnicodeEncodeError) -> Response:
        return mistake(half_a_letter(error), 400)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        return mistake(message_of(error.errors()), 422)

    @app.exception_handler(HTTPException)
    async def wrong(_: Request, error: HTTPException) -> Response:
        found = {400: "not_json", 404: "nothing_at_address", 405: "no_such_request"}
        answer = mistake(Message.of(found.get(error.status_code, error.detail)), error.status_code)
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(Exception)
    async def unforeseen(_: Request, error: Exception) -> Response:
        return mistake(Message.of("cannot_be_answered", kind=type(error).__name__), 500)


def add_page(app: FastAPI, server: Server) -> None:
    @app.get("/", include_in_schema=False)
    async def page(request: Request) -> Response:
        return file_of(server.assets.page(), request)

    @app.get("/favicon.ico", include_in_schema=False)
    async def icon(request: Request) -> Response:
        return file_of(server.assets.find("icon.svg"), request)

    @app.get("/static/{name:path}", include_in_schema=False)
    async def static(name: str, request: Request) -> Response:
        asset, for_good = server.assets.of_edition(name)
        return file_of(asset, request, FOR_GOOD if for_good else ASK_AGAIN)


def file_of(asset: Asset | None, request: Request, keep: str = ASK_AGAIN) -> Response:
    """A file of the page, packed if the browser can unpack it, or nothing if the browser has it."""
    if asset is None:
        raise HTTPException(404)
    headers = {"etag": asset.etag, "cache-control": keep, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == asset.etag:
        return Response(status_code=304, headers=headers)
    if asset.packed is not None and takes_gzip(request):
        return Response(asset.packed, headers={**headers, "content-encoding": "gzip"}, media_type=asset.kind)
    return Response(asset.body, headers=headers, media_type=asset.kind)


def add_questions(app: FastAPI, server: Server) -> None:
    answers, at_length = server.answers, server.at_length

    @app.get("/api/games", response_model=list[GameRow])
    async def games() -> Response:
        """The games that can be played here, the user's own first."""
        return as_json(server.shelf.rows())

    @app.get("/api/example", response_model=ExampleRow)
    async def example() -> Response:
        """A file of rules to begin with; its game is played as `example`."""
        return as_json(example_row())

    @app.post("/api/position", response_model=PositionRow)
    async def position(asked: Position, request: Request) -> Response:
        """A position after its moves: board, legal moves, whose turn, how it ended."""
        game = server.shelf.game(asked.game)
        client = address_of(request)
        return as_json(await server.quick.do(lambda: server.shelf.describe(asked), game, client=client))

    @app.post("/api/reply", response_model=ReplyRow)
    async def reply(asked: Reply, request: Request) -> Response:
        """The engine's move."""
        return await server.searched(asked.position, lambda placed: answers.reply(placed, asked), request)

    @app.post("/api/solve", response_model=SolveRow)
    async def solve(asked: Solve, request: Request) -> Response:
        """The exact value of a position and of its moves, within some seconds."""
        return await server.searched(asked.position, lambda placed: answers.solve(placed, asked), request)

    @app.post("/api/why", response_model=WhyRow)
    async def why(asked: Why, request: Request) -> Response:
        """Why not this move?  Its refutation."""
        return await server.searched(asked.position, lambda placed: answers.why(placed, asked), request)

    @app.post("/api/threat", response_model=ThreatRow)
    async def threat(asked: Threat, request: Request) -> Response:
        """What the opponent threatens: an answer that wins against most moves."""
        return await server.searched(asked.position, lambda placed: answers.threat(placed, asked), request)

    @app.post("/api/review")
    async def review(asked: Reviewed, request: Request) -> Response:
        """A move of a game: its cost, what was better, its refutation; and the next one if judged anew."""

        def judged(placed: Any) -> list[dict[str, Any]]:
            return server.reviews.rows(placed, asked, server.scales.of(placed.game))

        return await server.searched(asked.position, judged, request)

    @app.post("/api/parameters", response_model=list[FieldRow])
    async def parameters(asked: Parameters, request: Request) -> Response:
        """The parameters of a game, and between which numbers each may be while the others stay."""
        client = address_of(request)
        return as_json(await server.quick.do(lambda: field_rows(asked.game), client=client))

    @app.post("/api/csp", response_model=PuzzleRow)
    async def csp(asked: Puzzle, request: Request) -> Response:
        """A puzzle, step by step."""
        return await at_length(lambda: packed(msgspec.json.encode(puzzle_row(asked)), request), request)


def add_tables(app: FastAPI, server: Server) -> None:
    tables, at_length = server.tables, server.at_length

    @app.get("/api/tables", response_model=list[TableRow])
    async def rows() -> Response:
        """The solved tables that were opened on the command line."""
        return as_json(tables.rows())

    @app.get("/api/tables/{name}", response_model=TableStatisticsRow)
    async def statistics(name: str, request: Request) -> Response:
        """How many positions of each value and length a table has."""
        return await at_length(lambda: as_json(tables.find(name).statistics), request)

    @app.post("/api/tables/position")
    async def look(asked: Looked, request: Request) -> Response:
        """A position with its value, every move with its own, and the way to the end."""
        return await at_length(lambda: as_json(tables.look(asked)), request)

    @app.post("/api/tables/find")
    async def find(asked: Found, request: Request) -> Response:
        """The number of a position at random."""
        return await at_length(lambda: as_json({"index": tables.find(asked.table).find(asked)}), request)


def add_matches(app: FastAPI, server: Server) -> None:
    @app.get("/api/matches")
    async def rows() -> Response:
        """The matches that were named on the command line."""
        return as_json(server.matches.rows())

    @app.get("/api/matches/{name}")
    async def look(name: str, request: Request) -> Response:
        """How a match stands now: table, test, latest games, last board."""
        return await server.at_length(lambda: as_json(server.matches.look(name)), request)


def add_matrices(app: FastAPI, server: Server) -> None:
    from zermelo.interfaces.web.matrices import matrix_file, matrix_row

    @app.post("/api/matrix", response_model=MatrixRow)
    async def matrix(asked: MatrixAsked, request: Request) -> Response:
        """Value, optimal strategies, dominance and equilibria of a payoff matrix."""

        def made() -> Response:
            return packed(msgspec.json.encode(matrix_row(asked, server.shelf.place)), request)

        return await server.at_length(made, request, asked.position)

    @app.post("/api/matrix/export", response_class=Response)
    async def export_matrix(asked: MatrixFile, request: Request) -> Response:
        """A matrix, or a picture of it, as a file."""
        return sent(
            await server.at_length(lambda: matrix_file(asked, server.shelf.place), request, asked.position)
        )


def add_studies(app: FastAPI, server: Server) -> None:
    from zermelo.interfaces.web.studies import Studies, study_rows

    studies = Studies(server.shelf.game)

    @app.get("/api/studies", response_model=list[StudyListRow])
    async def experiments() -> Response:
        """The experiments that can be watched here."""
        return as_json(study_rows())

    @app.post("/api/study", response_model=StudyRow)
    async def study(asked: StudyAsked, request: Request) -> Response:
        """Another moment of an experiment, and what it has found so far."""
        return await server.at_length(
            lambda: packed(msgspec.json.encode(studies.row(asked)), request), request
        )

    @app.post("/api/study/export", response_class=Response)
    async def export_study(asked: StudyFile, request: Request) -> Response:
        """What an experiment has found so far, as a file."""
        return sent(await server.at_length(lambda: studies.file(asked), request))


def sent(made: Made) -> Response:
    """A file to keep."""
    headers = {"content-disposition": f'attachment; filename="{made.name}"'}
    return Response(made.body, media_type=made.kind, headers=headers)


def add_traces(app: FastAPI, server: Server) -> None:
    at_length = server.at_length

    def traced(asked: Tracing, whole: bool = False) -> Any:
        return server.traces.of(asked, server.shelf.place, whole)

    @app.post("/api/trace", response_model=TraceRow)
    async def trace(asked: Tracing, request: Request) -> Response:
        """The real search, event by event."""

        def made() -> Response:
            return packed(msgspec.json.encode(in_columns(traced(asked, whole=True).report)), request)

        return await at_length(made, request, asked.position)

    @app.get("/api/algorithms", response_model=list[AlgorithmRow])
    async def algorithms() -> Response:
        """The algorithms whose searches can be traced."""
        return as_json([algorithm_row(record) for record in traced_algorithms().values()])

    @app.post("/api/trace/source", response_model=list[PartRow])
    async def source(asked: Tracing, request: Request) -> Response:
        """The text of the functions that ran in a search, and the lines that each event lights."""

        def made() -> Response:
            return packed(msgspec.json.encode(source_rows(traced(asked).report)), request)

        return await at_length(made, request, asked.position)

    @app.post("/api/trace/sentences", response_model=list[list[str | tuple[int, str]]])
    async def sentences(asked: Sentences, request: Request) -> Response:
        """What happens in some steps of a search, in words; a node that is named is a pair."""
        steps = asked.first, max(asked.first, asked.last)

        def told() -> Response:
            return as_json([in_parts(text) for text in traced(asked).sentences(*steps, asked.language)])

        return await at_length(told, request, asked.position)

    @app.post("/api/strategy", response_model=StrategyRow)
    async def strategy(asked: Strategic, request: Request) -> Response:
        """What a player can be sure of, as a tree."""

        def made() -> Response:
            return packed(
                msgspec.json.encode(strategy_row(asked, server.shelf.place, traced(asked))), request
            )

        return await at_length(made, request, asked.position)

    @app.post("/api/export", response_class=Response)
    async def export(asked: Export, request: Request) -> Response:
        """A board or a tree as a file."""
        from zermelo.interfaces.web.export import exported

        return sent(await at_length(lambda: exported(asked, server), request, asked.position))
