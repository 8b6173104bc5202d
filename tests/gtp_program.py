"""A small program that speaks the Go Text Protocol: it plays the first free cell of tic-tac-toe.

    python gtp_program.py [well | fails | ends | silent | nonsense | resigns]
"""

from __future__ import annotations

import sys


def answer(words: list[str], taken: list[str], manner: str) -> str:
    match words[0]:
        case "genmove":
            if manner == "fails":
                return "? I cannot"
            if manner == "ends":
                raise SystemExit
            if manner in ("nonsense", "resigns"):
                return {"nonsense": "= Z99", "resigns": "= resign"}[manner]
            taken.append(next(cell for cell in map(str, range(9)) if cell not in taken))
            return f"= {taken[-1].lower()}"
        case "play":
            taken.append(words[2])
        case "clear_board":
            taken.clear()
        case "boardsize" | "quit":
            pass
        case _:
            return "? unknown command"
    return "="


def main(manner: str) -> None:
    taken: list[str] = []
    for line in sys.stdin:
        words = line.split()
        if not words or (manner == "silent" and words[0] == "genmove"):
            continue
        print(f"{answer(words, taken, manner)}\n", flush=True)
        if words[0] == "quit":
            return


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "well")
