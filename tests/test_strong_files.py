"""Tables as files: what is written, what is refused, what survives a kill."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import commanding
import pytest
from budget import PATIENCE, in_turn

from zermelo.errors import ZermeloError
from zermelo.games import ConnectFour, Kalah, Nim, PongHauKi, TicTacToe
from zermelo.running.identity import rules_hash
from zermelo.strong.build import build_table, solved
from zermelo.strong.pieces import Pieces
from zermelo.strong.table import SolvedTable
from zermelo.strong.tablefile import HEAD, Mapped, head_of
from zermelo.strong.watch import Watch

BUILD = """
import sys
from zermelo.games import BUILT_IN
from zermelo.strong.build import build_table
kind, path, memory, given = sys.argv[1], sys.argv[2], float(sys.argv[3]), eval(sys.argv[4])
for report in build_table(BUILT_IN[kind](**given), path, memory=memory):
    print(report.phase, report.positions, flush=True)
"""

LITTLE = {"connect4": 1, "kalah": 12}
"""Megabytes that suffice for a small board; where plies to a position differ, its parents take some."""


def child(kind: str, path: Path, memory: float = 64, **given: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", BUILD, kind, str(path), str(memory), repr(given)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "tictactoe.table"
    solved(TicTacToe(), path)
    return path


@pytest.mark.parametrize(
    "game",
    in_turn([Nim()], [TicTacToe(), PongHauKi(), Kalah(pits=3, seeds=2)]),
    ids=lambda game: type(game).__name__,
)
def test_a_file_says_what_memory_says(game: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.table"
    written, kept = (solved(game, place, engine="interpreted") for place in (path, None))
    assert (written.source.codes == kept.source.codes).all()
    assert (written.source.values == kept.source.values).all()
    assert written.source.values.dtype == kept.source.values.dtype
    assert [part.name for part in tmp_path.iterdir()] == ["a.table"]
    assert SolvedTable.open(path, game).probe(game.initial()) == kept.probe(game.initial())


@pytest.mark.long
def test_the_file_is_the_same_every_time(file: Path, tmp_path: Path) -> None:
    for engine in ("compiled", "interpreted"):
        solved(TicTacToe(), tmp_path / engine, engine=engine)
        assert (tmp_path / engine).read_bytes() == file.read_bytes()


def test_a_file_that_is_there_is_used(file: Path) -> None:
    before = file.stat().st_mtime_ns
    assert solved(TicTacToe(), file).positions == 5478
    assert file.stat().st_mtime_ns == before


def test_other_rules_are_refused(file: Path) -> None:
    sentence = r"is a table for TicTacToe\(\), whose rules differ"
    with pytest.raises(ZermeloError, match=sentence):
        SolvedTable.open(file, Nim())
    with pytest.raises(ZermeloError, match=sentence):
        solved(Nim(), file)


def test_another_start_is_refused(file: Path) -> None:
    game = TicTacToe()
    with pytest.raises(ZermeloError, match="starts from another position"):
        solved(game, file, state=game.result(game.initial(), 0))


def test_rules_are_known_by_what_they_say() -> None:
    assert rules_hash(Nim((1, 2))) == rules_hash(Nim((1, 2)))
    assert rules_hash(ConnectFour(5, 4)) != rules_hash(ConnectFour(4, 5))
    assert rules_hash(Nim(misere=True)) != rules_hash(Nim())


def test_every_flipped_byte_is_noticed(file: Path, tmp_path: Path) -> None:
    """Some of them, spread over the whole file; all of the head's first bytes."""
    data, path = bytearray(file.read_bytes()), tmp_path / "flipped"
    places = [*range(HEAD.size + 8), *random.Random(1).sample(range(len(data)), 250), len(data) - 1]
    for place in places:
        data[place] ^= 1 << random.Random(place).randrange(8)
        path.write_bytes(data)
        with pytest.raises(ZermeloError, match=r"is damaged|is not a Zermelo table|of version"):
            Mapped(path).trust_all()
        data[place] = file.read_bytes()[place]


def test_a_probe_checks_the_blocks_it_touches(file: Path, tmp_path: Path) -> None:
    data, path = bytearray(file.read_bytes()), tmp_path / "flipped"
    source = Mapped(file)
    data[source.values_at] ^= 1
    path.write_bytes(data)
    table = SolvedTable.open(path, TicTacToe())
    with pytest.raises(ZermeloError, match=r"is damaged: bytes [\d,]+ to [\d,]+"):
        table.probe(TicTacToe().initial())


@pytest.mark.parametrize("length", [0, 3, 30, 5000, -1])
def test_truncated_files(file: Path, tmp_path: Path, length: int) -> None:
    path = tmp_path / "short"
    path.write_bytes(file.read_bytes()[:length])
    with pytest.raises(ZermeloError, match=r"is damaged: it is not as long|is not a Zermelo table"):
        Mapped(path)


def test_files_that_are_no_tables(tmp_path: Path) -> None:
    with pytest.raises(ZermeloError, match="could not be read: No such file"):
        Mapped(tmp_path / "missing")
    with pytest.raises(ZermeloError, match="could not be read: Is a directory"):
        Mapped(tmp_path)
    with pytest.raises(ZermeloError, match="is not a Zermelo table"):
        Mapped(Path(__file__))


def test_verify_finds_a_wrong_value(file: Path, tmp_path: Path) -> None:
    """Even where the checksums are right."""
    from zermelo.strong.tablefile import write_table

    source, path = Mapped(file), tmp_path / "wrong"
    values = source.values.copy()
    values[1234] = 4 * 3 + 3 if values[1234] != 4 * 3 + 3 else 2
    facts = {n: v for n, v in source.facts.items() if n not in ("positions", "codes", "values", "checks")}
    write_table(path, facts, [(source.codes, values)], source.facts["values"]["kind"])
    table = SolvedTable.open(path, TicTacToe())
    table.source.trust_all()
    with pytest.raises(ZermeloError, match="a value is wrong: the table says"):
        list(table.verify())
    assert head_of(source.facts, len(source.data)) == bytes(source.data[: source.start])


# -- kills, stops, full disks ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "given"),
    in_turn([("connect4", {"width": 4, "height": 4})], [("kalah", {"pits": 4, "seeds": 2})], several=True),
)
def test_killed_and_resumed(kind: str, given: dict[str, Any], tmp_path: Path) -> None:
    whole, path = tmp_path / "whole", tmp_path / "killed"
    with child(kind, whole, LITTLE[kind], **given) as first:
        assert first.stdout is not None
        first.stdout.readline()
        begun = time.perf_counter()
        output = first.communicate()
    assert first.returncode == 0, output
    needed = time.perf_counter() - begun
    choose = random.Random(kind)
    for _ in range(4):
        with child(kind, path, LITTLE[kind], **given) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(choose.uniform(0, needed))
            process.send_signal(signal.SIGKILL)
    with child(kind, path, LITTLE[kind], **given) as last:
        output = last.communicate()
    assert last.returncode == 0, output
    assert path.read_bytes() == whole.read_bytes()
    assert not (tmp_path / "killed.partial").exists()


def test_closed_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, path = ConnectFour(width=4, height=4), tmp_path / "a"
    begin, looked = Watch.begin, threading.Event()

    def begin_and_wait(watch: Watch, phase: str, total: int | None = None) -> None:
        begin(watch, phase, total)
        while phase == "values" and not watch.stopping and not looked.is_set():
            time.sleep(0.01)

    monkeypatch.setattr(Watch, "begin", begin_and_wait)
    reports = build_table(game, path, memory=1)
    for report in reports:
        if report.phase == "values":
            break
    reports.close()
    folder = tmp_path / "a.partial"
    assert not path.exists()
    kept = sorted(part.name for part in folder.iterdir() if part.name.startswith("codes-"))
    assert kept
    times = {name: (folder / name).stat().st_mtime_ns for name in kept}
    again = build_table(game, path, memory=1)
    for report in again:
        if report.phase == "values":
            assert times == {name: (folder / name).stat().st_mtime_ns for name in kept}
            break
    looked.set()
    *_, last = again
    assert last.table.positions == 161029
    assert not folder.exists()


def test_a_damaged_piece_is_made_again(tmp_path: Path) -> None:
    pieces = Pieces(tmp_path / "work", {"a": 1})
    import numpy as np

    pieces.put("numbers", np.arange(10))
    assert pieces.get("numbers").tolist() == list(range(10))
    path = tmp_path / "work" / "numbers"
    data = bytearray(path.read_bytes())
    data[70] ^= 1
    path.write_bytes(data)
    assert pieces.get("numbers") is None
    path.write_bytes(data[:80])
    assert pieces.get("numbers") is None
    pieces.close()
    assert Pieces(tmp_path / "work", {"a": 2}).get("numbers") is None
    assert not path.exists()


def test_two_at_once_are_refused(tmp_path: Path) -> None:
    pieces = Pieces(tmp_path / "a.partial", {})
    with pytest.raises(ZermeloError, match="is in use by another process"):
        solved(TicTacToe(), tmp_path / "a")
    pieces.close()
    assert solved(TicTacToe(), tmp_path / "a").positions == 5478


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits are of POSIX")
@pytest.mark.parametrize("kind", in_turn(["connect4"], ["kalah"]))
def test_a_full_disk(kind: str, tmp_path: Path) -> None:
    given = {"width": 4, "height": 4} if kind == "connect4" else {"pits": 4, "seeds": 2}
    limited = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, -1))\n{BUILD}"
    command = [sys.executable, "-c", limited, kind, str(tmp_path / "a"), "64", repr(given)]
    failed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert failed.returncode == 1
    assert "could not be written: File too large" in failed.stderr.splitlines()[-1]
    with child(kind, tmp_path / "a", **given) as process:
        output = process.communicate()
    assert process.returncode == 0, output
    with child(kind, tmp_path / "b", **given) as process:
        process.communicate()
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_finished_table_needs_no_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "nim.table"
    positions = solved(Nim(heaps=(1, 2)), path).positions
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert solved(Nim(heaps=(1, 2)), path).positions == positions
    with pytest.raises(ZermeloError, match="could not be written: Permission denied"):
        solved(Nim(heaps=(1, 2)), tmp_path / "other.table")
    with pytest.raises(ZermeloError, match="could not be written"):
        solved(Nim(heaps=(1, 2)), tmp_path / ("a" * 300))


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ZermeloError, match="could not be written"):
        solved(TicTacToe(), tmp_path / "file" / "a")
    with pytest.raises(ZermeloError, match="it is not an ordinary file"):
        solved(TicTacToe(), tmp_path)


# -- the command line --------------------------------------------------------------------------------


def zermelo(*words: str) -> subprocess.CompletedProcess[str]:
    return commanding.zermelo("table", *words)


def test_table_commands(file: Path) -> None:
    told = zermelo("info", str(file)).stdout
    assert "TicTacToe()" in told
    assert "5,478" in told
    assert json.loads(zermelo("info", str(file), "--json").stdout)["positions"] == 5478
    assert "a draw in 9 plies" in zermelo("probe", str(file)).stdout
    probed = json.loads(zermelo("probe", str(file), "--moves", "0,1", "--json").stdout)
    assert probed["text"] == "MAX wins in 5 plies"
    assert len(probed["moves"]) == 7
    assert "every value follows" in zermelo("verify", str(file)).stdout
    bars = zermelo("stats", str(file)).stdout
    assert "█" in bars
    assert "2,936" in bars
    assert json.loads(zermelo("stats", str(file), "--json").stdout)["results"]["draw"] == 1068


def test_table_commands_refuse_in_a_sentence(file: Path, tmp_path: Path) -> None:
    for words, sentence in [
        (("info", str(tmp_path / "none")), "could not be read"),
        (("stats", __file__), "is not a Zermelo table"),
        (("verify", str(file), "--game", "nim"), "whose rules differ"),
        (("probe", str(file), "--moves", "0,0"), "0"),
    ]:
        found = zermelo(*words)
        assert found.returncode == 2
        assert sentence in found.stderr
        assert found.stderr.count("\n") == 1
        assert "Traceback" not in found.stderr


# -- stopping ----------------------------------------------------------------------------------------


def test_interrupted_from_the_keyboard(tmp_path: Path) -> None:
    with child("connect4", tmp_path / "a", width=5, height=5) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("positions") and int(line.split()[1]) > 100_000:
                break
        process.send_signal(signal.SIGINT)
        asked = time.perf_counter()
        _, errors = process.communicate()
    assert time.perf_counter() - asked < PATIENCE
    assert "KeyboardInterrupt" in errors
    assert not (tmp_path / "a").exists()
    assert (tmp_path / "a.partial").is_dir()


def test_a_rule_that_never_returns(rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.running.stream.STALLED", 1.0)
    text = """
from zermelo.games import Nim


class Stuck(Nim):
    def utility(self, state):
        while True:
            pass
        return [s for s in set([1])][0]
"""
    with pytest.raises(ZermeloError, match=r"utility\(\) does not return"):
        solved(rules(text).Stuck((1, 1)), engine="interpreted")


def tabled(last: Any) -> int:
    return int(last.table.positions)


def test_building_with_progress(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from zermelo.interfaces.terminal.tables import build_with_progress

    path = str(tmp_path / "a")
    assert tabled(build_with_progress(TicTacToe(), path)) == 5478
    told = capsys.readouterr().err
    assert told.startswith("estimate: 5,478 positions")
    assert "values of 5,478 positions" in told
    assert tabled(build_with_progress(TicTacToe(), path, json=True)) == 5478
    reports = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert reports[-1]["phase"] == "finished"


def test_statistics_of_points_and_of_endless_play(tmp_path: Path) -> None:
    solved(PongHauKi(), tmp_path / "a", engine="interpreted")
    assert "endless" in zermelo("stats", str(tmp_path / "a")).stdout
    assert "a draw by endless play" in zermelo("probe", str(tmp_path / "a")).stdout
    solved(Kalah(pits=2, seeds=2), tmp_path / "b", engine="interpreted")
    assert "positions by payoff to MAX" in zermelo("stats", str(tmp_path / "b")).stdout
    assert "-2 for MAX (proved)" in zermelo("probe", str(tmp_path / "b")).stdout


def test_the_hash_of_the_rules_is_the_same_in_every_process() -> None:
    text = """
from zermelo.games import ConnectFour, Kalah, TicTacToe
from zermelo.running.identity import rules_hash
print(*map(rules_hash, (TicTacToe(), ConnectFour(5, 4), Kalah(3, 2))))
"""
    hashes = {
        subprocess.run(
            [sys.executable, "-c", text],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    here = " ".join(map(rules_hash, (TicTacToe(), ConnectFour(5, 4), Kalah(3, 2))))
    assert hashes == {f"{here}\n"}
