"""`zermelo table`: what a solved table holds, whether it is right, what it says."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from zermelo.interfaces.terminal.options import POSITION, Json, Moves, Position, option
from zermelo.interfaces.terminal.parsing import Command, group
from zermelo.interfaces.terminal.tables import entry_dict, show_rows, show_statistics, shown, table_in

table = group("table", "Look into solved tables, which hold every position of a game.")

TableFile = Annotated[str, typer.Argument(help="the file of a table", metavar="FILE")]
GameOption = Annotated[
    str, option("--game", "the game: mygame.py, where it is not one of Zermelo's own", POSITION, "GAME")
]


@table.command("info", cls=Command)
def table_info(file: TableFile, json: Json = False) -> None:
    """Say which game, how many positions, how they are kept; every byte is checked."""
    from zermelo.interfaces.terminal.show import print_json
    from zermelo.running.identity import describe
    from zermelo.strong.tablefile import Mapped

    source = Mapped(file)
    source.trust_all()
    facts = source.facts
    if json:
        return print_json({**facts, "file": file, "bytes": len(source.data), "undamaged": True})
    codes, values = facts["codec"], facts["values"]["kind"].lstrip("<|")
    widths = f", fields of {', '.join(map(str, codes['widths']))} bits" if codes["kind"] == "packed" else ""
    show_rows(
        {
            "game": describe(facts["game"], facts["parameters"]),
            "rules": facts["rules"],
            "payoff": facts["payoff"],
            "positions": f"{source.count:,}",
            "method": facts["method"],
            "codes": f"{codes['kind']}{widths}",
            "values": f"{values[1:]} byte{'s' if values[1:] != '1' else ''} each{within(facts)}",
            "size": f"{len(source.data):,} bytes, all of them checked",
        }
    )


def within(facts: dict[str, Any]) -> str:
    """How far expected payoffs are from the truth, at most."""
    from zermelo.score import rounded_up

    return f", within {rounded_up(facts['error'])} of the truth" if "error" in facts else ""


@table.command("verify", cls=Command)
def table_verify(file: TableFile, game: GameOption = "", json: Json = False) -> None:
    """Check every byte, and derive every value again from those of the children."""
    from zermelo.interfaces.terminal.opening import rules_explained
    from zermelo.interfaces.terminal.show import print_json

    table = table_in(file, game)
    with rules_explained(table.game):
        *_, last = shown(table.verify(), json)
    if json:
        return print_json({"file": file, "positions": table.positions, "verified": True})
    took = f"{table.positions:,} positions in {last.seconds:.1f} s"
    print(f"{took}: every value follows from those of its children")


@table.command("probe", cls=Command)
def table_probe(
    file: TableFile, moves: Moves = "", at: Position = "", game: GameOption = "", json: Json = False
) -> None:
    """Look up a position, and every move there."""
    from zermelo.game import name_of
    from zermelo.interfaces.load import position
    from zermelo.interfaces.terminal.opening import rules_explained
    from zermelo.interfaces.terminal.show import print_json

    table = table_in(file, game)
    with rules_explained(table.game):
        state = position(table.game, moves, at)
        entry, found = table.entry(state), table.moves(state)
    if json:
        named = {name_of(table.game, state, action): entry_dict(below) for action, below in found.items()}
        return print_json({**entry_dict(entry), "moves": named})
    print(entry)
    best = table.best(state)
    rows = {name_of(table.game, state, action): action for action in found}
    width = max(map(len, rows), default=0)
    for name, action in rows.items():
        print(f"  {'*' if action == best else ' '} {name:{width}}  {found[action]}")


@table.command("stats", cls=Command)
def table_stats(file: TableFile, json: Json = False) -> None:
    """Draw how many positions are won, drawn and lost, and how far from the end."""
    from zermelo.interfaces.terminal.show import print_json
    from zermelo.strong.table import statistics
    from zermelo.strong.tablefile import Mapped

    found = statistics(Mapped(file))
    if json:
        return print_json(found)
    show_statistics(found)
