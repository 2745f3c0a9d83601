"""`halfmove solve`, `probe` and `stats`: their pages, their JSON, their exit codes."""

from __future__ import annotations

import json
import re
import shlex
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.cli.program import main
from halfmove.cli.solve import _note_size, progress_in_words
from halfmove.solving.estimate import estimated
from halfmove.solving.solve import Progress
from tests.conftest import facts, process, refused

OWN = """
import halfmove as hm

def moves(p):
    yield 1
    if p > 1:
        yield 2

game = hm.Game("take", 9, moves, lambda p, move: p - move, lambda p: (p <= 0, -1))
def either(p):
    yield from (1, 2)

points = hm.Game("points", (4, 0), either, lambda p, m: (p[0] - m, m), lambda p: (p[0] <= 0, -2 - p[1]))
round = hm.Game("round", 0, either, lambda p, m: (p + m) % 5, lambda p: (False, 0))
real = hm.Game("real", 0.5, moves, lambda p, m: p - m, lambda p: (p <= 0, -1))
"""


def run(*words: str) -> Any:
    return CliRunner().invoke(main, list(words))


def fails(*words: str) -> str:
    ran = run(*words)
    assert ran.exit_code == 2, ran.output
    assert ran.stderr.count("\n") == 1
    return str(ran.stderr)


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = str(tmp_path_factory.mktemp("cli") / "nim.db")
    ran = run("solve", "nim:1,2,3", "--out", file)
    assert ran.exit_code == 0, ran.output
    shown = facts(ran.stdout)
    assert re.findall(r"\d+", shown["positions"]) == ["24", "18", "6", "0"]
    assert (shown["start"], shown["longest win"].split()[0], shown["file"]) == ("lost in 6 half-moves", "5", file)
    assert f"repeat: halfmove solve nim:1,2,3 --out {file}" in ran.stdout
    assert all(len(line) <= 120 for line in ran.stdout.splitlines())
    return file


@pytest.fixture
def own(tmp_path: Path) -> str:
    (tmp_path / "own.py").write_text(OWN)
    return str(tmp_path / "own.py")


def test_solve_as_json(own: str) -> None:
    data = json.loads(run("solve", f"{own}:game", "--json", "--interpreted", "--jobs", "1").stdout)
    assert (data["positions"], data["won"], data["lost"], data["drawn"], data["longest_win"]) == (10, 6, 4, 0, 5)
    assert data["start"] == {"value": -1, "distance": 6, "said": "lost in 6 half-moves"}
    assert data["values"] == {"-1": 4, "1": 6}
    assert data["file"] is None
    assert data["bytes_per_position"] == data["bytes"] / 10
    assert 0 < data["entropy_bits"] < 4


def test_words_of_values(own: str) -> None:
    assert "won with 4 in 3 half-moves" in run("solve", f"{own}:points", "--interpreted").stdout
    drawn = run("solve", f"{own}:round", "--interpreted").stdout
    assert "a draw without end" in drawn
    assert "longest win  none" in drawn


def test_probe(nim: str) -> None:
    page, data = run("probe", nim, "1-1 2-1").stdout, json.loads(run("probe", nim, "1-1 2-1", "--json").stdout)
    assert facts(page)["value"] == f"won in {data['distance']} half-moves"
    assert facts(page)["line"] == " ".join(data["line"])
    assert re.findall(r"^(\d-\d)  ", page, re.MULTILINE) == [each["move"] for each in data["moves"]]
    data = json.loads(run("probe", nim, "--moves", "1-1", "--json").stdout)
    made = hm.Database(nim)
    at = made.game.next(made.game.start, made.game.legal(made.game.start)[0])
    assert data["position"] == list(at)
    assert (data["value"], data["distance"]) == made.probe(at)
    assert [each["move"] for each in data["moves"]] == [made.game.format(each.move) for each in made.moves(at)]  # type: ignore[misc]
    assert len(data["line"]) == data["distance"]
    parts = json.loads(run("probe", nim, repr(at), "--json").stdout)
    assert parts == data
    assert json.loads(run("probe", nim, str(tuple(at)), "--json").stdout) == data
    start = json.loads(run("probe", nim, str(tuple(made.game.start)), "--moves", "1-1", "--json").stdout)
    assert start == data


def test_probe_says_what_is_wrong(nim: str, own: str, tmp_path: Path) -> None:
    refused(run("probe", nim, "7-7"), "'7-7'", "1-1 2-2 2-1 3-3 3-2 3-1")
    refused(run("probe", nim, "(511, 3, 2)"), nim, "Piles(packed=511, piles=3, bits=2)")
    refused(run("probe", str(tmp_path / "none.db")), str(tmp_path / "none.db"))
    said = fails("probe", nim, "--position", "1-1 2-1")
    assert "POSITION is an argument here" in said
    assert "halfmove probe FILE '1-1 2-1'" in said
    file = str(tmp_path / "own.db")
    run("solve", f"{own}:game", "--out", file, "--interpreted")
    assert "--game my_game.py:game" in fails("probe", file)
    refused(run("probe", file, "--game", f"{own}:round"), file, "'round'", "rules")
    assert json.loads(run("probe", file, "--game", f"{own}:game", "--json").stdout)["distance"] == 6
    assert json.loads(run("stats", file, "--game", f"{own}:game", "--json").stdout)["positions"] == 10
    verified = json.loads(run("solve", "--verify", file, "--game", f"{own}:game", "--json").stdout)
    assert (verified["right"], verified["positions"]) == (True, 10)


def test_stats(nim: str) -> None:
    page = run("stats", nim).stdout
    assert re.findall(r"^ +(-?1) +(won|lost) +(\d+) +([\d.]+)%$", page, re.MULTILINE) == [
        ("-1", "lost", "6", "25.0"),
        ("1", "won", "18", "75.0"),
    ]
    data = json.loads(run("stats", nim, "--json").stdout)
    found = hm.Database(nim).statistics
    assert data["longest"]["distance"] == found.longest == len(data["longest"]["line"])
    assert sum(each["positions"] for each in data["tiers"]) == data["positions"] == 24
    assert data["values"] == {"-1": 6, "1": 18}


def test_verify(nim: str, tmp_path: Path) -> None:
    right = run("solve", "--verify", nim)
    assert right.exit_code == 0
    assert facts(right.stdout)["positions"].startswith("24: ")
    made = hm.Database(nim)
    tier = max(made.tiers.values(), key=lambda each: len(each.book))
    codes = tier.codes.copy()
    codes.view(f"u{tier.bits // 8}")[0] ^= 1
    tier.codes = codes
    wrong = str(tmp_path / "wrong.db")
    made.save(wrong)
    ran = run("solve", "--verify", wrong)
    assert ran.exit_code == 1
    assert "is wrong: the value or distance of Piles" in ran.stderr
    ran = run("solve", "--verify", wrong, "--json")
    assert (ran.exit_code, json.loads(ran.stdout)["right"]) == (1, False)


def test_solve_says_what_is_wrong(own: str, tmp_path: Path) -> None:
    refused(run("solve"), "halfmove solve tic_tac_toe", "--verify")
    refused(run("solve", "tic_tac"), "'tic_tac'", "'tic_tac_toe'")
    refused(run("solve", f"{own}:real"), "real: ", "0.5", "whole numbers")
    refused(run("solve", f"{own}:game", "--symmetry"), "take", "`symmetry`")
    refused(run("solve", f"{own}:game", "--tiers", "x"), "'x'", "tiers")
    refused(run("solve", "nim:1", "--game", "nim:1"), "--game", "--verify")
    refused(run("solve", "nim:1", "--memory", "much"), "--memory", "'much'", '"64 MB"')
    refused(run("solve", "nim:1", "--out", str(tmp_path / "no" / "x.db")), f"folder {tmp_path / 'no'}")
    refused(run("solve", "nim:9,9,9", "--memory", "1K", "--interpreted"), "nim 9 9 9", "1 KB")
    ran = run("solve", "nim:1", "--memory", "900000G", "--interpreted")
    assert ran.exit_code == 0
    assert "this machine has" in ran.stderr


def test_progress_in_words() -> None:
    assert progress_in_words(Progress("listing", 3, 12_000, 0, 2.0)) == (
        "listing, tier 3: 12,000, 6 thousand positions/s"
    )
    deep = progress_in_words(Progress("listing", 0, 1000, 0, 2.0, deep=300))
    assert deep == "listing, tier 0: 1,000, 300 half-moves deep, 500 positions/s"
    line = progress_in_words(Progress("solving", 3, 30_000, 120_000, 2.0, 10_000))
    assert line == "solving, tier 3: 30,000 of 120,000 (25%), 10 thousand positions/s, 9 s left"
    assert progress_in_words(Progress("solving", 0, 1, 10**6, 100.0)).endswith("left")


def test_a_listing_that_gets_ever_deeper_is_noted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As of a game that has no end; this one has one, so that the test has."""
    file = tmp_path / "pile.py"
    file.write_text(
        "import halfmove as hm\n"
        "def moves(p):\n    yield from (1, 2)\n"
        "game = hm.Game('pile', 99, moves, lambda p, move: p - move, lambda p: (p <= 0, -1))\n"
    )
    monkeypatch.setattr("halfmove.solving.solve._SECONDS", 0.0)
    monkeypatch.setattr("halfmove.cli.solve._A_WHILE", 0.0)
    assert "may have no end" not in run("solve", f"{file}:game", "--interpreted").stderr
    monkeypatch.setattr("halfmove.cli.solve._DEEP", 20)
    ran = run("solve", f"{file}:game", "--interpreted")
    assert ran.stderr.startswith("halfmove: note: pile may have no end: ")
    listed, deep = map(int, re.findall(r"\b(\d+) (?:positions|half-moves)", ran.stderr))
    assert (deep, listed) == (20, 39)  # after 20 half-moves, from 98 to 59 are left
    assert ran.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_stopped_by_ctrl_c(tmp_path: Path) -> None:
    out = tmp_path / "x.db"
    words = ["solve", "connect_four:3,4,3", "--out", str(out), "--interpreted"]
    with process(sys.executable, "-m", "halfmove", *words) as running:
        until = time.monotonic() + 60
        while not (tmp_path / "x.db.part" / "state.json").exists() and time.monotonic() < until:
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        stdout, stderr = running.communicate(timeout=60)
    assert (running.returncode, stdout) == (130, "")
    assert stderr.count("\n") == 1
    assert f"to continue from {out}.part, run it again: halfmove solve" in stderr
    ran = run(*words)
    assert ran.exit_code == 0
    assert "in this run, which continued another" in ran.stdout
    assert not (tmp_path / "x.db.part").exists()


def test_the_commands_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parent.parent / "docs" / "solving.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    for line in block.splitlines():
        ran = run(*shlex.split(line)[1:])
        assert ran.exit_code == 0, ran.output
        assert ran.stdout


def test_it_is_said_before_that_room_may_end(capsys: pytest.CaptureFixture[str]) -> None:
    for game, says in ((hm.games.connect_four(), True), (hm.games.connect_four(5, 4), False)):
        estimate = estimated(game, ())
        assert estimate is not None
        _note_size(game, estimate, "4 GB", False)
        said = capsys.readouterr().err
        assert ("it ends when 4 GB are used up" in said) == says, said
