"""`zermelo prove`: the question as it was typed, and the answer in a sentence."""

from __future__ import annotations

from typing import Any

from zermelo.errors import SearchError
from zermelo.game import MAX, MIN, jsonable, names_of
from zermelo.interfaces.terminal.show import print_json
from zermelo.messages import counted
from zermelo.prove import TARGETS, Proof
from zermelo.score import PLAYERS, plain

SIDES = {"max": MAX, "min": MIN}
FORCES = {True: "forces", False: "cannot force", None: "may or may not force"}
WISHES = {"win": "a win", "draw": "at least a draw"}


def player_called(name: str | None) -> int | None:
    if name is not None and name.lower() not in SIDES:
        raise SearchError("wrong_side", given=repr(name))
    return None if name is None else SIDES[name.lower()]


def target_called(text: str) -> Any:
    """A word that the library knows, or a number."""
    if text in TARGETS:
        return text
    try:
        number = float(text)
    except ValueError:
        raise SearchError("wrong_target", choices=TARGETS, given=repr(text)) from None
    return int(number) if number.is_integer() else number


def show_proof(game: Any, state: Any, proof: Proof[Any], json: bool) -> None:
    names = names_of(game, state, proof.line)
    if json:
        print_json(proof_dict(proof, names))
        return
    wish = WISHES.get(proof.target) or f"{plain(proof.target)} or more"
    early = " (the limits were reached)" if proof.answer is None else ""
    print(f"{PLAYERS[proof.player]} {FORCES[proof.answer]} {wish}{early}")
    if names:
        print(f"line: {' '.join(names)}")
    engine = "compiled" if proof.compiled else "interpreted"
    print(f"\n{counted(proof.nodes, 'node')} in {proof.seconds:.2f} s, {engine}")
    if proof.why_interpreted:
        print(proof.why_interpreted)


def proof_dict(proof: Proof[Any], names: list[str]) -> dict[str, Any]:
    line = [jsonable(action) for action in proof.line]
    return {**vars(proof), "action": jsonable(proof.action), "line": line, "names": names}
