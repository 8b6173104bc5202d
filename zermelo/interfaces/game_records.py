"""Games that were played, from the files that hold them: what `match`, `play` and `export` write, and SGF.

    games.json      a match saved as JSON, or the lines that `match --json` or `play --json` prints
    games.pgn       a match saved in the manner of PGN
    match.db        the file of a match (`match --store`)
    game.sgf        a game of Go or Hex
    moves.txt       moves as `--moves` takes them

Which of these a file is, is seen from what it holds.
"""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from zermelo.errors import GameError, SearchError, ZermeloError
from zermelo.interfaces.load import chosen, game_from, legal_moves, line_to, listed
from zermelo.interfaces.parameters import constructed
from zermelo.matches.notation import token
from zermelo.matches.review import Played
from zermelo.matches.store import Store
from zermelo.running.files import check_is_file

STDIN = "-"
DATABASE = b"SQLite format 3\0"
TAG = re.compile(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]\s*$', re.MULTILINE)
COMMENT = re.compile(r"\{[^}]*\}")
NUMBER = re.compile(r"\d+\.+")


@dataclass(frozen=True)
class Written:
    """A game as a file has it."""

    names: tuple[str, ...]
    """Of its moves."""
    game: str = ""
    """What the file says it is: `ConnectFour(width=7, height=6)`; empty where it says nothing."""
    players: tuple[str, str] = ("MAX", "MIN")
    position: str = ""
    """Where it began, as the game's `parse` reads it; empty: at the start."""
    opening: int = 0
    """How many of its first moves were a match's opening, which nobody chose."""


@dataclass(frozen=True)
class Recorded:
    """A game that can be reviewed."""

    game: Any
    played: Played
    players: tuple[str, str]
    number: int
    """Which one of its file it is, from 1 on."""


def recorded(path: str, game: str = "", number: int | None = None) -> Recorded:
    """The game of this number in a file; `game` says what it is where the file does not."""
    given = bytes_in(path)
    if given.startswith(DATABASE):
        games = stored(path)
    else:
        text = text_of(given, path)
        if re.match(r"\s*\(\s*;", text):
            return of_sgf(text, path, game)
        games = list(written_in(text))
    if not games:
        raise SearchError("no_games_in_file", path=path)
    if number is None and len(games) > 1:
        raise SearchError("several_games_in_file", path=path, count=len(games))
    at = 1 if number is None else number
    if not 1 <= at <= len(games):
        raise SearchError("no_such_game_in_file", path=path, count=len(games), number=at)
    found = games[at - 1]
    rules = game_from(game) if game else described(found.game, path)
    return Recorded(rules, played(rules, found, path), found.players, at)


def bytes_in(path: str) -> bytes:
    """What a file holds, or what is typed or piped in."""
    if path == STDIN:
        return sys.stdin.buffer.read()
    check_is_file(Path(path))
    return Path(path).read_bytes()


def text_of(given: bytes, path: str) -> str:
    try:
        return given.decode("utf-8-sig")
    except ValueError:
        raise SearchError("not_a_text_file", path=path) from None


# -- which game it is ------------------------------------------------------------------------------


def described(text: str, path: str) -> Any:
    """The built-in game that is described like this."""
    from zermelo.games import BUILT_IN

    found = re.fullmatch(r"(\w+)\((.*)\)", text, re.DOTALL)
    for name, kind in BUILT_IN.items():
        if found and kind.__name__ == found[1]:
            return constructed(kind, found[2], name)
    if not text:
        raise SearchError("record_without_game", path=path)
    raise SearchError("record_of_unknown_game", path=path, game=text)


def played(game: Any, found: Written, path: str) -> Played:
    """The moves played through; one that is not legal is refused by its number."""
    states, actions = line_to(game, "", found.position)
    for number, name in enumerate(found.names, 1):
        try:
            actions.append(action_called(game, states[-1], name))
        except ZermeloError as error:
            raise SearchError("wrong_move_in_file", path=path, number=number, reason=error) from None
        states.append(game.result(states[-1], actions[-1]))
    return Played(states, actions, found.opening)


def action_called(game: Any, state: Any, name: str) -> Any:
    """The legal action of this name, or of one that is written without blanks like this."""
    if game.is_terminal(state):
        raise SearchError("over_before", move=name)
    legal = legal_moves(game, state)
    if name in legal:
        return legal[name]
    squeezed = {token(each): action for each, action in legal.items()}
    return squeezed[name] if name in squeezed else chosen(game, state, name)


# -- the forms of files ----------------------------------------------------------------------------


def of_sgf(text: str, path: str, game: str) -> Recorded:
    """A game of Go or Hex, by its own rules unless others are given."""
    from zermelo.interfaces.sgf import main_line, record, rules

    try:
        nodes = main_line(text)
        found = record(nodes, game_from(game) if game else rules(nodes[0]))
    except (GameError, ValueError) as error:
        raise SearchError("wrong_sgf", path=path, reason=error) from None
    names = tuple(nodes[0].get(tag, [side])[0] for tag, side in (("PB", "MAX"), ("PW", "MIN")))
    return Recorded(found.game, Played(found.states, found.actions), (names[0], names[1]), 1)


def stored(path: str) -> list[Written]:
    """The games of a match on disk."""
    with Store.open(path) as store:
        game = str((store.settings() or {}).get("game", ""))
        return [
            Written(each.moves, game, (each.as_max, each.as_min), opening=len(each.opening))
            for each in store.records()
        ]


def written_in(text: str) -> Iterator[Written]:
    """The games of a text: JSON, PGN, or moves alone."""
    if TAG.match(text.lstrip()):
        yield from of_pgn(text)
    elif text.lstrip().startswith("{"):
        yield from of_json(text)
    elif names := listed(" ".join(text.split())):
        yield Written(tuple(names))


def of_pgn(text: str) -> Iterator[Written]:
    """Each game is its tags, then its moves, numbered by ply, with remarks in braces."""
    tags: dict[str, str] = {}
    body: list[str] = []
    for line in [*text.splitlines(), '[End ""]']:
        tag = TAG.match(line)
        if tag and body:
            yield of_tags(tags, body)
            tags, body = {}, []
        if tag:
            tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        elif line.strip():
            body.append(line)


def of_tags(tags: dict[str, str], body: list[str]) -> Written:
    """The last word is the result: in between, 1-0 may be a move."""
    words = [word for word in COMMENT.sub(" ", " ".join(body)).split() if not NUMBER.fullmatch(word)]
    names = words[:-1] if words and words[-1] in ("1-0", "0-1", "1/2-1/2", "*") else words
    players = (tags.get("White", "MAX"), tags.get("Black", "MIN"))
    opening = tags.get("Opening", "").split()  # others write its name there
    before = len(opening) if names[: len(opening)] == opening else 0
    return Written(tuple(names), tags.get("Game", ""), players, opening=before)


def of_json(text: str) -> Iterator[Written]:
    """A match as one object, or what happened line by line."""
    with contextlib.suppress(ValueError):
        yield from of_match(json.loads(text))
        return
    try:
        events = [json.loads(line) for line in text.splitlines() if line.strip()]
        yield from of_events([event for event in events if isinstance(event, dict)])
    except ValueError as error:
        raise SearchError("unreadable_record", reason=error) from None


def of_match(data: Any) -> Iterator[Written]:
    """The games of a match that was saved; or one event alone."""
    if not isinstance(data, dict) or "games" not in data:
        yield from of_events([data])
        return
    game = data.get("settings", {}).get("game", "")
    yield from (of_record(each, game) for each in data["games"])


def of_record(data: dict[str, Any], game: str) -> Written:
    try:
        names = (*data["opening"], *(ply["name"] for ply in data["plies"]))
        players = (data["as_max"], data["as_min"])
        return Written(tuple(map(str, names)), game, players, opening=len(data["opening"]))
    except (KeyError, TypeError) as error:
        raise SearchError("unreadable_record", reason=f"{type(error).__name__}: {error}") from None


def of_events(events: list[dict[str, Any]]) -> Iterator[Written]:
    """What `match --json` or `play --json` prints."""
    settings: Any = next((each.get("settings", {}) for each in events if each.get("event") == "results"), {})
    yield from (of_record(each, settings.get("game", "")) for each in events if each.get("event") == "game")
    starts = [at for at, event in enumerate(events) if event.get("event") == "start"]
    for begin, end in pairwise([*starts, len(events)]):
        yield of_play(*events[begin:end])


def of_play(start: dict[str, Any], *events: dict[str, Any]) -> Written:
    """A game in a terminal, without the moves that were taken back."""
    names = [str(name) for name in start.get("opening", [])]
    for event in events:
        if event.get("event") == "move":
            names.append(str(event.get("move")))
        elif event.get("event") == "undo":
            del names[len(names) - int(event.get("plies", 0)) :]
    return Written(tuple(names), str(start.get("rules", "")), position=str(start.get("position", "")))
