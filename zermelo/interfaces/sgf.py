"""Game records in SGF (FF[4]): read, replayed as Go or Hex, and written.

A file is a tree of nodes; its main line, the first variation everywhere, is the game.  What else a node says
(comments, clocks, names) is skipped when a game is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.errors import GameError, SearchError
from zermelo.game import MAX, MIN
from zermelo.games import Go, Hex
from zermelo.games.go import NOWHERE
from zermelo.messages import Message
from zermelo.running.files import check_is_file
from zermelo.score import plain

Node = dict[str, list[str]]
"""Properties by their names, each with its values."""
PLAYERS = {"B": MAX, "W": MIN}
GAMES = {"1": Go, "11": Hex}
"""What GM says."""
TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[((?:\\.|[^\]\\])*)\])", re.DOTALL)
SWAP = "swap-pieces"


@dataclass
class Record:
    """A game that was played: its positions, each with the right player to move, and the actions between."""

    game: Any
    states: list[Any]
    actions: list[Any]

    @property
    def state(self) -> Any:
        """Where it stands."""
        return self.states[-1]

    def play(self, action: Any) -> None:
        """One more move."""
        self.states.append(self.game.result(self.state, action))
        self.actions.append(action)

    def turn(self, player: int) -> None:
        """Let this player move next, as if the other one had passed; after two passes play goes on."""
        self.states[-1] = turned(self.game, self.state, player)


def turned(game: Any, state: Any, player: int) -> Any:
    """The same board with this player to move."""
    if isinstance(game, Go):
        state = state._replace(passes=state.passes % 2)
        return state if state.turn == player else state._replace(turn=player, ko=NOWHERE)
    return state._replace(turn=player)


# -- the text ----------------------------------------------------------------------------------------


def main_line(text: str) -> list[Node]:
    """The nodes of the first game's main line.

    >>> main_line("(;GM[1]SZ[5];B[cc](;W[bb])(;W[dd]))")
    [{'GM': ['1'], 'SZ': ['5']}, {'B': ['cc']}, {'W': ['bb']}]
    """
    nodes: list[Node] = []
    name = ""
    for sign, word, value in tokens(text):
        if sign == ")":
            return nodes
        if sign == ";":
            nodes.append({})
        elif word:
            name = "".join(letter for letter in word if letter.isupper())
        elif not sign and nodes and name:
            nodes[-1].setdefault(name, []).append(value)
    raise GameError("sgf_unfinished")


def tokens(text: str) -> Iterator[tuple[str, str, str]]:
    """Brackets and semicolons, names, values; from the first tree on."""
    start = re.search(r"\(\s*;", text)
    if start is None:
        raise GameError("sgf_without_tree")
    at, end = start.start(), len(text.rstrip())
    while at < end:
        found = TOKEN.match(text, at)
        if found is None:
            raise GameError("sgf_unreadable", line=text.count("\n", 0, at) + 1)
        yield found[1] or "", found[2] or "", unescaped(found[3] or "")
        at = found.end()


def unescaped(value: str) -> str:
    """
    >>> unescaped(r"a \\] b \\\\ c")
    'a ] b \\\\ c'
    """
    return re.sub(r"\\(.)", r"\1", re.sub(r"\\\r?\n", "", value), flags=re.DOTALL)


def escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")


def written(nodes: list[Node]) -> str:
    """The text of a game without variations.

    >>> written([{"GM": ["1"]}, {"B": ["cc"]}])
    '(;GM[1]\\n;B[cc])\\n'
    """
    return "(" + "\n".join(map(node_text, nodes)) + ")\n"


def node_text(node: Node) -> str:
    texts = (name + "".join(f"[{escaped(value)}]" for value in values) for name, values in node.items())
    return ";" + "".join(texts)


# -- games -------------------------------------------------------------------------------------------


def nodes_in(path: Path) -> list[Node]:
    """The main line that a file holds."""
    check_is_file(path)
    try:
        return main_line(path.read_text(encoding="utf-8", errors="replace"))
    except GameError as error:
        raise SearchError("wrong_sgf", path=path, reason=error) from None


def game_in(path: Path) -> Any:
    """The rules of the game in a file: its board and komi."""
    try:
        return rules(nodes_in(path)[0])
    except (GameError, ValueError) as error:
        raise SearchError("wrong_sgf", path=path, reason=error) from None


def record_in(path: Path, game: Any = None) -> Record:
    """The game in a file, by its own rules or by those that are given, whose board must be as large."""
    nodes = nodes_in(path)
    try:
        return record(nodes, rules(nodes[0]) if game is None else game)
    except (GameError, ValueError) as error:
        raise SearchError("wrong_sgf", path=path, reason=error) from None


def rules(root: Node) -> Any:
    """Go or Hex, as large as the root node says."""
    kind, (width, height) = kind_of(root), size_of(root)
    if kind is Hex:
        return Hex(width, swap=True)
    return Go(width, height, komi=komi_of(root))


def kind_of(root: Node) -> Any:
    given = root.get("GM", ["1"])[0].strip()
    if given not in GAMES:
        raise GameError("sgf_other_game", given=given)
    return GAMES[given]


def size_of(root: Node) -> tuple[int, int]:
    """
    >>> size_of({"SZ": ["9"]}), size_of({"SZ": ["7:5"]}), size_of({})
    ((9, 9), (7, 5), (19, 19))
    """
    given = root.get("SZ", ["19"])[0]
    found = re.fullmatch(r"\s*(\d{1,3})\s*(?::\s*(\d{1,3})\s*)?", given)
    if found is None:
        raise GameError("sgf_size", given=given)
    return int(found[1]), int(found[2] or found[1])


def komi_of(root: Node) -> float:
    given = root.get("KM", ["0"])[0]
    try:
        return float(given)
    except ValueError:
        raise GameError("wrong_komi", given=repr(given)) from None


def record(nodes: list[Node], game: Any) -> Record:
    """The game played through by these rules."""
    check_fits(nodes[0], game)
    found = Record(game, [setup(nodes[0], game)], [])
    for number, node in enumerate(nodes):
        if number and {"AB", "AW", "AE"} & node.keys():
            raise GameError("sgf_setup_later", node=number)
        for name in node.keys() & PLAYERS.keys():
            found.turn(PLAYERS[name])
            found.play(action_of(game, found.state, node[name][0], len(found.actions) + 1))
    return found


def check_fits(root: Node, game: Any) -> None:
    """Is the board of the record that of the game?"""
    kind, (width, height) = kind_of(root), size_of(root)
    if not isinstance(game, kind):
        raise GameError("sgf_of_other_game", game=kind.__name__, given=type(game).__name__)
    if (width, height) != dimensions(game):
        call = f"hex:size={width}" if kind is Hex else f"go:width={width},height={height}"
        raise GameError("sgf_other_size", width=width, height=height, call=call)


def call_of(game: Any) -> str:
    """The game as people write it."""
    if isinstance(game, Hex):
        return f"hex:size={game.size},swap={game.swap}"
    return f"go:width={game.width},height={game.height},komi={plain(game.komi)}"


def dimensions(game: Any) -> tuple[int, int]:
    """Width and height of the board."""
    return (game.size, game.size) if isinstance(game, Hex) else (game.width, game.height)


def setup(root: Node, game: Any) -> Any:
    """The position before the first move: handicap stones, or any others; Hex begins with an empty board."""
    if isinstance(game, Hex):
        if root.keys() & {"AB", "AW"}:
            raise GameError("sgf_hex_setup")
        return turned(game, game.initial(), PLAYERS.get(root.get("PL", ["B"])[0][:1].upper(), MAX))
    stones = {
        cell: player + 1
        for name, player in (("AB", MAX), ("AW", MIN))
        for value in root.get(name, [])
        for cell in cells_of(game, value)
    }
    turn = PLAYERS.get(root.get("PL", [""])[0][:1].upper(), MIN if stones and "AW" not in root else MAX)
    return game.placed(tuple(stones.get(cell, 0) for cell in range(game.area)), turn)


def cells_of(game: Any, value: str) -> list[int]:
    """One cell, or those of a rectangle such as aa:cc."""
    first, _, last = value.partition(":")
    (left, top), (right, bottom) = point(game, first), point(game, last or first)
    return [y * game.width + x for y in range(top, bottom + 1) for x in range(left, right + 1)]


def point(game: Any, value: str) -> tuple[int, int]:
    """Column and row of a crossing, from the upper left: ba is the second column of the first row."""
    found = [ord(letter) - ord("a") for letter in value.strip()]
    if len(found) != 2 or not (0 <= found[0] < game.width and 0 <= found[1] < game.height):
        raise GameError("sgf_point", given=value, width=game.width, height=game.height)
    return found[0], found[1]


def action_of(game: Any, state: Any, value: str, number: int) -> int:
    """The move that a value stands for; one that is not legal is refused by its number."""
    value = value.strip()
    if isinstance(game, Hex):
        name = "swap" if value == SWAP else value.lower()
        found = [action for action in game.actions(state) if game.name(state, action) == name]
    elif value == "" or (value == "tt" and game.width <= 19 and game.height <= 19):
        found = [game.area]
    else:
        column, row = point(game, value)
        found = [cell for cell in game.actions(state) if cell == row * game.width + column]
    if not found or game.is_terminal(state):
        raise GameError("sgf_illegal", number=number, given=value or Message.of("a_pass"))
    return int(found[0])


# -- records as text ---------------------------------------------------------------------------------


def text_of(record: Record) -> str:
    """A game as SGF."""
    game = record.game
    root: Node = {"FF": ["4"], "GM": ["11" if isinstance(game, Hex) else "1"], "CA": ["UTF-8"]}
    width, height = dimensions(game)
    root |= {"AP": ["Zermelo"], "SZ": [f"{width}" if width == height else f"{width}:{height}"]}
    if isinstance(game, Go):
        root |= {"KM": [plain(game.komi)], "RU": [rule_names(game)], **stones_of(game, record.states[0])}
    if game.is_terminal(record.state):
        root["RE"] = [result_of(game, record.state)]
    moves = [
        {"BW"[game.to_move(state)]: [value_of(game, state, action)]}
        for state, action in zip(record.states, record.actions)
    ]
    return written([root, *moves])


def rule_names(game: Go) -> str:
    """No name of a country's rules: they all settle more than these do."""
    ko = "positional superko" if game.superko else "simple ko"
    return f"area scoring, {ko}, suicide {'allowed' if game.suicide else 'forbidden'}"


def stones_of(game: Go, state: Any) -> Node:
    """Stones that stood there before the first move."""
    found: Node = {}
    for name, mark in (("AB", 1), ("AW", 2)):
        cells = [value_of(game, state, cell) for cell in range(game.area) if state.cells[cell] == mark]
        found |= {name: cells} if cells else {}
    return found | ({"PL": ["BW"[state.turn]]} if found or state.turn != MAX else {})


def value_of(game: Any, state: Any, action: int) -> str:
    """A move as SGF writes it: cb, nothing for a pass; of Hex c2."""
    if isinstance(game, Hex):
        name = game.name(state, action)
        return SWAP if name == "swap" else name
    if action == game.area:
        return ""
    row, column = divmod(action, game.width)
    return f"{chr(ord('a') + column)}{chr(ord('a') + row)}"


def result_of(game: Any, state: Any) -> str:
    """Who won, and by how much: B+3.5, W+, 0 for a draw."""
    if isinstance(game, Hex):
        return f"{'B' if game.utility(state) > 0 else 'W'}+"
    lead = game.lead(state.cells) - game.komi
    return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{plain(abs(lead))}"
