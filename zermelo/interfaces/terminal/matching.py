"""`zermelo match`: from what was typed to a match, and what is written of it."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.errors import SearchError
from zermelo.interfaces.load import game_from, played
from zermelo.limits import MatchClock
from zermelo.messages import counted
from zermelo.running.files import check_is_file

if TYPE_CHECKING:
    from zermelo.matches.results import Results
    from zermelo.matches.sprt import Sprt


@dataclass(frozen=True)
class Typed:
    """A game by the text that names it, which every process reads for itself."""

    text: str

    def __call__(self) -> Any:
        return game_from(self.text)


def book_in(path: str, game: Any) -> list[tuple[str, ...]]:
    """The openings of a file: moves as --moves takes them, one opening a line; # begins a remark."""
    check_is_file(Path(path))
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except ValueError:
        raise SearchError("not_a_text_file", path=path) from None
    texts = [line.partition("#")[0].strip() for line in lines]
    return [opening_in(game, text) for text in texts if text]


def opening_in(game: Any, text: str) -> tuple[str, ...]:
    """The names of its moves, as the game has them."""
    from zermelo.game import name_of

    return tuple(name_of(game, *pair) for pair in zip(*played(game, text)))


def clock_in(text: str) -> MatchClock | None:
    """A clock as `play` takes it: 5+3 is five minutes, and three seconds for each move."""
    from zermelo.interfaces.terminal.clock import ChessClock

    if not text:
        return None
    read = ChessClock.parse(text)
    return MatchClock(read.seconds, read.increment)


def sprt_in(text: str, model: str, alpha: float, beta: float) -> Sprt | None:
    """The test between two differences in Elo: `0,10`."""
    from zermelo.matches.sprt import Sprt

    if not text:
        if Sprt(alpha=alpha, beta=beta, model=model) != Sprt():  # type: ignore[arg-type]
            raise SearchError("options_of_sprt")
        return None
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise SearchError("unreadable_sprt", text=text) from None
    return Sprt(elo0, elo1, alpha, beta, model)  # type: ignore[arg-type]


def check_forms(save: str | None, export: str | None) -> None:
    """Files whose names end as they must, and that can be written, before anything is played."""
    from zermelo.kernel.files import refuse_unwritable

    for path, forms in ((save, SAVED), (export, (".svg",))):
        if path and not path.endswith(tuple(forms)):
            raise SearchError("wrong_match_file_form", path=path, choices=list(forms))
        if path:
            refuse_unwritable(path)


def pgn(results: Results) -> str:
    from zermelo.matches.notation import games_text

    return games_text(results)


def json(results: Results) -> str:
    import msgspec

    from zermelo.matches.notation import as_json

    return msgspec.json.format(msgspec.json.encode(as_json(results))).decode() + "\n"


SAVED = {".pgn": pgn, ".json": json}
"""What games are written as, by the end of the file's name."""


def write(results: Results, save: str | None, export: str | None) -> Iterator[str]:
    """The games and the picture of the ratings; the names of the files that were written."""
    from zermelo.interfaces.pictures.ratings import ratings_svg
    from zermelo.kernel.files import write_safely

    if save:
        write_safely(save, SAVED[Path(save).suffix](results))
        yield save
    if export:
        title = f"{results.settings['game']}, {counted(len(results.records), 'game')}"
        write_safely(export, ratings_svg(results.pool, title))
        yield export


def told(stream: Generator[Results, None, None], as_data: bool) -> Results:
    """The last results: every game as a line of JSON, or watched."""
    from zermelo.interfaces.terminal.match_live import watched

    with closing(stream):
        return as_lines(stream) if as_data else watched(stream)


def as_lines(stream: Iterator[Results]) -> Results:
    """Each game as soon as it counts, those from the file first; then what they say."""
    import msgspec

    from zermelo.interfaces.terminal.show import print_json
    from zermelo.matches.notation import as_json

    seen: set[int] = set()
    for last in stream:
        for record in last.records:
            if record.number not in seen:
                seen.add(record.number)
                print_json({"event": "game", **msgspec.to_builtins(record)})
    data = as_json(last)
    del data["games"]
    print_json({"event": "results", **data})
    return last


def tell_regret(game: Any, results: Results, judge: str, as_data: bool) -> None:
    """What everybody's moves have cost, by the values of all positions."""
    from zermelo.interfaces.terminal.match_text import regret_rows
    from zermelo.interfaces.terminal.show import print_json
    from zermelo.matches.regret import regrets, truth_of

    found = regrets(game, results.records, truth_of(game, judge))
    if not as_data:
        print("\n".join(["", *regret_rows(found)]))
        return
    data = {name: {"moves": each.moves, "mistakes": each.mistakes, "total": each.total, "mean": each.mean}
            for name, each in found.items()}  # fmt: skip
    print_json({"event": "regret", "players": data})
