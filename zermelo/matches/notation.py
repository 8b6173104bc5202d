"""Games as others read them: in the manner of PGN, and as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from zermelo.game import CHANCE, MAX
from zermelo.matches.records import DRAWN, Record
from zermelo.matches.results import Results

WIDTH = 100
RESULTS = {1.0: "1-0", DRAWN: "1/2-1/2", 0.0: "0-1"}
REASONS = {
    "over": "normal",
    "repetition": "normal",
    "resigned": "normal",
    "limit": "adjudication",
    "table": "adjudication",
    "time": "time forfeit",
    "crash": "abandoned",
    "illegal": "rules infraction",
}
"""How PGN's tag Termination calls the reasons for which a game ends."""


def games_text(results: Results) -> str:
    """All games, in the manner of PGN: White is MAX, moves are named as the game names them."""
    return "\n".join(game_text(record, results.settings) for record in results.records)


def game_text(record: Record, settings: dict[str, Any]) -> str:
    """One game: tags, an empty line, the moves with what was said of them."""
    tags = {
        "Event": "zermelo match",
        "Game": settings.get("game", "?"),
        "Round": f"{record.pair}.{2 - record.number % 2}",
        "White": record.as_max,
        "Black": record.as_min,
        "Result": RESULTS[record.score],
        "Opening": " ".join(map(token, record.opening)),
        "Termination": REASONS[record.reason],
        **({"Payoff": f"{record.payoff:g}"} if record.payoff is not None else {}),
        **({"Reason": record.detail} if record.detail else {}),
    }
    lines = [f'[{name} "{escaped(str(value))}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", *wrapped([*moves_of(record), RESULTS[record.score]]), ""])


def escaped(text: str) -> str:
    """A text between quotation marks."""
    return re.sub(r'(["\\])', r"\\\1", " ".join(text.split()))


def moves_of(record: Record) -> Iterator[str]:
    """The moves, numbered by ply, each with a comment where something is known of it."""
    for number, name in enumerate(record.opening, 1):
        yield f"{number}. {token(name)}"
    for number, ply in enumerate(record.plies, len(record.opening) + 1):
        about = "dice" if ply.player == CHANCE else comment(ply.score, ply.depth, ply.seconds)
        yield f"{number}. {token(ply.name)} {{{about}}}"


def token(name: str) -> str:
    """A move as one word."""
    return "".join(name.split())


def comment(score: str, depth: int | None, seconds: float) -> str:
    """What a player said, how deep it looked, and how long it took."""
    said = "" if depth is None else f"{score}, depth {depth}, "
    return f"{said}{seconds:.3f} s"


def wrapped(words: Iterable[str]) -> list[str]:
    """Lines of at most so many letters, a move in one piece."""
    lines = [""]
    for word in words:
        joined = f"{lines[-1]} {word}".lstrip()
        if len(joined) > WIDTH and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = joined
    return lines


def as_json(results: Results) -> dict[str, Any]:
    """All that is known of a match, as plain data."""
    import msgspec

    return {
        "settings": results.settings,
        "finished": results.finished,
        "games": [msgspec.to_builtins(record) for record in results.records],
        "ratings": [vars(rating) for rating in results.pool.ratings] if results.records else [],
        "advantage": results.pool.advantage if results.records else None,
        "comparisons": [vars_of(results, *pair) for pair in met(results)],
        "sprt": sprt_of(results),
    }


def met(results: Results) -> list[tuple[str, str]]:
    """Those who played each other, in the order of their names."""
    names = results.names
    return [
        (one, other)
        for at, one in enumerate(names)
        for other in names[at + 1 :]
        if other in results.crosstable[one]
    ]


def vars_of(results: Results, one: str, other: str) -> dict[str, Any]:
    """A comparison as plain data; what is infinite or unknown is null."""
    found = results.compare(one, other)
    return {
        "players": [one, other],
        "tally": vars(found.tally),
        "pairs": list(found.pairs.counts),
        "elo": estimate(found.elo),
        "normalised_elo": estimate(found.normalised_elo),
        "superiority": found.superiority,
    }


def estimate(found: Any) -> dict[str, float | None]:
    """An estimate with its interval."""
    return {name: value if abs(value) < float("inf") else None for name, value in vars(found).items()}


def sprt_of(results: Results) -> dict[str, Any] | None:
    """The test, where there is one."""
    if results.sprt is None:
        return None
    test = results.sprt
    found = {"llr": results.llr, "lower": test.lower, "upper": test.upper, "decision": results.decision}
    return {**vars(test), **found}


def winner_of(record: Record) -> str:
    """Who won, as people say it."""
    return "draw" if record.score == DRAWN else f"{record.player(MAX if record.score else 1 - MAX)} wins"
