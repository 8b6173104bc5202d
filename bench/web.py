"""The web app measured: what a person waits for, a hundred pages analysing at once, hostile traffic.

python bench/web.py                 everything but the hostile traffic
python bench/web.py page            in Chromium: first picture, 100,000 events, steps, weight
python bench/web.py crowd           so many --clients for --seconds: shares, a REST move, memory
python bench/web.py speed           one search that a page watches, against the command line
python bench/web.py fuzz            10,000 malformed or hostile messages
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import statistics
import subprocess
import sys
import time
from typing import Any

import httpx
import websockets
from web_server import environment, load, memory_of, quantile, server, spread

GAMES = ("connect4", "mnk:width=5,height=5,k=4", "kalah", "dots:width=3,height=3")


async def client(address: str, index: int, seconds: float) -> dict[str, Any]:
    """One page: reports until the time is up."""
    game = GAMES[index % len(GAMES)]
    seen: dict[str, Any] = {"game": game, "reports": 0, "nodes": 0, "depth": 0, "busy": 0.0, "first": None}
    async with websockets.connect(f"ws://{address}/ws", open_timeout=60, ping_timeout=60) as socket:
        asked = {"type": "analyse", "search": str(index), "position": {"game": game}, "lines": 1}
        await socket.send(json.dumps(asked))
        started = time.perf_counter()
        with contextlib.suppress(TimeoutError):
            while (left := started + seconds - time.perf_counter()) > 0:
                message = json.loads(await asyncio.wait_for(socket.recv(), left))
                if message["type"] == "report":
                    seen["first"] = seen["first"] or time.perf_counter() - started
                    seen["reports"] += 1
                    seen |= {"nodes": message["nodes"], "depth": message["depth"], "busy": message["seconds"]}
                else:
                    seen["end"] = message
                    break
    return seen


async def moves(address: str, seconds: float) -> list[float]:
    """Seconds that a REST move takes, one after another."""
    found = []
    played: list[str] = []
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as page:
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            started = time.perf_counter()
            answer = (await page.post("/api/position", json={"game": "connect4", "moves": played})).json()
            found.append(time.perf_counter() - started)
            names = [move["name"] for move in answer["moves"]]
            played = [*played, names[len(played) % len(names)]] if names else []
            await asyncio.sleep(0.02)
    return found


async def crowd(address: str, process: int, clients: int, seconds: float) -> None:
    await warm(address)
    work = [client(address, index, seconds) for index in range(clients)]
    *seen, times = await asyncio.gather(*work, moves(address, seconds))
    held = memory_of(process)
    busy = [one["busy"] for one in seen]
    print(f"{clients} clients for {seconds:g} s ({load()})")
    print(f"  reports of each   {spread([one['reports'] for one in seen])}")
    print(f"  first answer, s   {spread([one['first'] or seconds for one in seen])}")
    print(f"  seconds of each   {spread(busy)}; Jain's index {jain(busy):.3f}")
    for game in GAMES:
        depths = [one["depth"] for one in seen if one["game"] == game]
        print(f"  depth of {game:26} {spread(depths) if depths else 'not asked'}")
    times.sort()
    print(f"  a REST move, ms   median {1e3 * times[len(times) // 2]:.1f}, p99 {1e3 * quantile(times):.1f}")
    print(f"  memory            {held:.0f} MB")
    print(f"  without an answer {sum(one['reports'] == 0 for one in seen)}")


def jain(values: list[float]) -> float:
    squares = sum(value * value for value in values) * len(values)
    return sum(values) ** 2 / squares if squares else 0.0


async def warm(address: str) -> None:
    """Let every game be compiled first."""
    for index in range(len(GAMES)):
        for _ in range(40):
            async with websockets.connect(f"ws://{address}/ws", open_timeout=60) as socket:
                asked = {"type": "analyse", "search": "w", "position": {"game": GAMES[index]}, "seconds": 1.0}
                await socket.send(json.dumps(asked))
                engine = ""
                while (message := json.loads(await socket.recv()))["type"] == "report":
                    engine = message["engine"]
            if engine == "compiled":
                break


async def watched(address: str, seconds: float) -> float:
    """Nodes a second of one search that a page watches."""
    await warm(address)
    async with websockets.connect(f"ws://{address}/ws") as socket:
        asked = {"type": "analyse", "search": "s", "position": {"game": "connect4"}, "lines": 1}
        await socket.send(json.dumps({**asked, "seconds": seconds}))
        speed = 0.0
        while (message := json.loads(await socket.recv()))["type"] == "report":
            speed = message["speed"]
    return speed


def on_the_command_line(seconds: float) -> float:
    command = [sys.executable, "-m", "zermelo", "analyse", "connect4", "--engine", "compiled"]
    command += ["--seconds", str(seconds), "--json"]
    answer = subprocess.run(command, capture_output=True, text=True, env=environment(), check=True)
    last = json.loads(answer.stdout.splitlines()[-1])
    return float(last["nodes"] / last["seconds"])


def speed(seconds: float) -> None:
    print(f"one page watching against the command line ({load()})")
    with server() as (address, _):
        pairs = []
        for _ in range(7):
            pairs.append((asyncio.run(watched(address, seconds)), on_the_command_line(seconds)))
    for page, plain in pairs:
        print(f"  one page watching {page / 1e6:.2f} M nodes/s, command line {plain / 1e6:.2f} M nodes/s")
    medians = [statistics.median(column) for column in zip(*pairs)]
    best = [max(column) for column in zip(*pairs)]  # the least disturbed
    ratios = f"{medians[0] / medians[1]:.3f} of medians, {best[0] / best[1]:.3f} of the best"
    print(f"  ratio             {ratios}")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("what", nargs="?", choices=("page", "crowd", "speed", "fuzz"))
    asked.add_argument("--clients", type=int, default=100)
    asked.add_argument("--seconds", type=float, default=20.0)
    asked.add_argument("--speed", type=float, default=5.0, help="seconds of each speed that is compared")
    asked.add_argument("--messages", type=int, default=10_000, help="hostile ones")
    asked.add_argument("--seed", type=int, default=0)
    given = asked.parse_args()
    if given.what in (None, "page"):
        from web_browser import measure

        measure()
    if given.what in (None, "crowd"):
        with server() as (address, process):
            asyncio.run(crowd(address, process, given.clients, given.seconds))
    if given.what in (None, "speed"):
        speed(given.speed)
    if given.what == "fuzz":
        from web_fuzz import fuzz

        fuzz(given.messages, given.seed)


if __name__ == "__main__":
    main()
