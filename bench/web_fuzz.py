"""Hostile traffic against a server of its own: what came back, and what it left behind."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from web_server import ROOT, files_of, load, memory_of, server, threads_of

sys.path.insert(0, str(ROOT / "tests"))

SHARES = {"messages": 0.55, "frames": 0.1, "requests": 0.1, "storm": 0.05}
"""Of all that is sent; the rest is made by schemathesis from the OpenAPI document."""
SETTINGS = """
[checks]
positive_data_acceptance.enabled = false  # no schema can say which games and moves there are
negative_data_rejection.expected-statuses = ["400", "401", "403", "404", "405", "408", "413", "415", "422"]
"""
OPERATIONS = 9
"""That the document has, about."""


def fuzz(messages: int, seed: int) -> None:
    """Two halves, so that what is only kept is told from what is lost."""
    from web_hostile import Attack

    print(f"{messages:,} hostile messages, seed {seed} ({load()})")
    heard: Counter[str] = Counter()
    with server() as (address, process):
        Attack(port_of(address), seed + 1).messages(50)  # so that everything is loaded
        states = [settled(process)]
        for half in range(2):
            heard += attack(address, messages // 2, seed + 1000 * half)
            states.append(settled(process))
    for what in sorted(heard):
        print(f"  {what:32}{heard[what]:,}")
    for name in states[0]:
        print(f"  {name:32}{' → '.join(f'{each[name]:.0f}' for each in states)}")


def attack(address: str, messages: int, seed: int) -> Counter[str]:
    """All kinds at once; what was sent and what came back."""
    from web_hostile import Attack

    kinds = list(SHARES) * 4
    attacks = [Attack(port_of(address), seed + index) for index in range(len(kinds))]
    threads = [
        threading.Thread(target=getattr(each, kind), args=(int(messages * SHARES[kind] / 4),))
        for each, kind in zip(attacks, kinds)
    ]
    for thread in threads:
        thread.start()
    made, verdict = schemathesis(address, messages * (1 - sum(SHARES.values())), seed)
    for thread in threads:
        thread.join()
    heard: Counter[str] = sum((each.heard for each in attacks), Counter())
    heard["sent"] = made + sum(each.sent for each in attacks)
    return heard + Counter({f"schemathesis: {verdict}": made})


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


def settled(process: int) -> dict[str, float]:
    quiet(process)
    return state(process)


def state(process: int) -> dict[str, float]:
    return {
        "threads": threads_of(process),
        "open files": files_of(process),
        "memory, MB": memory_of(process),
        "busy, % of a core": 100 * busy(process),
    }


def quiet(process: int) -> None:
    """Until what runs has ended, or it is clear that it does not."""
    until = time.monotonic() + 120
    while time.monotonic() < until and (busy(process) > 0.02 or children(process)):
        time.sleep(0.5)


def busy(process: int, seconds: float = 1.0) -> float:
    """The share of a core that a process uses."""
    before = used(process)
    time.sleep(seconds)
    return (used(process) - before) / seconds


def used(process: int) -> float:
    fields: Any = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children(process: int) -> bool:
    """Does it compile?"""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return any(task.read_text().strip() for task in tasks)


def schemathesis(address: str, requests: float, seed: int) -> tuple[int, str]:
    """How many requests it made, and what it says of the answers."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "schemathesis.toml"
        settings.write_text(SETTINGS)
        command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(settings), "run"]
        command += [f"http://{address}/api/openapi.json", "--max-examples", str(int(requests / OPERATIONS))]
        command += ["--seed", str(seed), "--request-timeout", "60", "--workers", "2", "--no-color"]
        told = subprocess.run(command, capture_output=True, text=True, cwd=folder).stdout
    found = re.search(r"([\d,]+) generated", told)
    failures = re.findall(r"❌ (ST\d+ .*|.*: \d+)", told)
    verdict = "; ".join(failures) if failures else "no failure" if found else told[-500:]
    return int(found[1].replace(",", "")) if found else 0, verdict
