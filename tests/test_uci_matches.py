"""Engines of others in matches: they are started, judged and ended, and nothing of them is left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove import matches
from halfmove.cli.program import main
from halfmove.matches.engine_texts import ClockTime, clock_from
from halfmove.matches.players import player_from
from halfmove.uci import process as processes
from halfmove.uci.process import EngineFailed, EngineProcess

from .conftest import refused, usually

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes")

GAME = "connect_four:width=4,height=4,connect=3"
QUICK = "nodes=20,compiled=off"
LONG = 60.0

# Plays the first column that has room, or does what its option My Fault says.
ENGINE = """
import os, sys, time
here = os.path.dirname(__file__)
open(f"{here}/pid{os.getpid()}", "w").close()
fault, made = "none", []
def say(*words):
    print(*words, flush=True)
for line in sys.stdin:
    words = line.split()
    open(f"{here}/log", "a").write(line)
    if words[0] == "uci":
        say("id name first\\nother words\\n\\noption name Hash type spin default 1 min 1 max 64")
        say("option name My Fault type combo default none var none var ends var hangs var illegal var no_move var slow")
        say("option name Fault Now type check default false\\noption name Note type string default\\nuciok")
    elif words[0] == "isready":
        say("readyok")
    elif words[:4] == ["setoption", "name", "My", "Fault"]:
        fault = words[-1]
    elif words[0] == "position":
        made = words[words.index("moves") + 1:] if "moves" in words else []
    elif words[0] == "go":
        if fault == "ends":
            sys.exit("no idea")
        if fault == "hangs":
            time.sleep(1000)
        if fault == "slow":
            time.sleep(0.2)
        say("info depth 3 nodes 17 score cp 5 pv x\\ninfo string nothing")
        best = next(column for column in "1234" if made.count(column) < 4)
        say("bestmove", {"illegal": "99", "no_move": "(none)"}.get(fault, best), "ponder 1")
    elif words[0] == "quit":
        break
"""


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "first.py").write_text(ENGINE, encoding="utf-8")
    yield f"uci:{sys.executable} {tmp_path}/first.py"
    processes.end_engines()
    nobody_is_left(tmp_path)


def nobody_is_left(folder: Path) -> None:
    """No engine runs any more, and none is a zombie."""
    until = time.monotonic() + LONG
    for file in folder.glob("pid*"):
        while is_there(int(file.name[3:])):
            assert time.monotonic() < until, "an engine is left behind"
            time.sleep(0.02)


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def played(one: str, other: str, jobs: int = 1, **named: Any) -> matches.Standing:
    given: dict[str, Any] = {"games": 2, "opening": 2, **named}
    return matches.run(matches.match(GAME, one, other, **given), jobs=jobs)


# --- from text ---


def test_engines_from_text(engine: str, tmp_path: Path) -> None:
    spec = player_from(f"{engine},Hash=16,time=0.5,My Fault=none,Note=a,b")
    assert (spec.kind, spec.seconds, spec.threads) == ("uci", 0.5, 1)
    assert spec.program is not None
    assert spec.program.options == (("Hash", "16"), ("My Fault", "none"), ("Note", "a,b"))
    assert spec.program.command == (sys.executable, f"{tmp_path}/first.py")
    assert player_from(engine).limits == hm.Limits(seconds=1.0)
    assert player_from(f"{engine},nodes=5").limits == hm.Limits(nodes=5)
    assert player_from(f"{engine},clock=60+0.5").clock == ClockTime(60, 0.5)
    assert player_from(f"{engine},clock=60").limits == hm.Limits()
    assert player_from(f"{engine},Threads=4").threads == 4
    assert player_from("clock=5+1").clock == ClockTime(5, 1)
    assert [player_from(f"{engine},{each}").loses_by_time for each in ("time=1", "clock=1", "time=1,late=loses")] == [
        False,
        True,
        True,
    ]
    before = player_from(engine).identity
    assert str(tmp_path) not in before
    (tmp_path / "first.py").write_text("another version", encoding="utf-8")
    assert player_from(engine).identity != before


def test_a_path_with_blanks(tmp_path: Path) -> None:
    program = tmp_path / "my engine"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    for text in (f"uci:{program}", f"uci:'{program}'"):
        spec = player_from(text)
        assert spec.program is not None
        assert spec.program.command == (str(program),)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("uci:", "name the engine's program"),
        ("uci:no-such-program", "the program 'no-such-program' does not exist"),
        (f"uci:{__file__}", "cannot be run"),
        ("uci:'x", "is no command"),
        ("uci:python,16", "options are written NAME=VALUE"),
        ("uci:python,Hash=1,Hash=2", "Hash= is given twice"),
        ("uci:python,time=0", "time= is seconds above 0"),
        ("uci:python,clock=x", "clock= is seconds and seconds added"),
        ("uci:python,clock=0+1", "clock= is seconds and seconds added"),
        ("uci:python,clock=1..2", "is not a number"),
        ("uci:python,clock=1,time=1", "leave one of them out"),
        ("uci:python,late=sometimes", "late= is loses or noted"),
        ("nodes=5,late=loses", "late= is for a player with time= or clock="),
    ],
)
def test_wrong_texts(text: str, sentence: str) -> None:
    with pytest.raises(hm.UsageError) as error:
        player_from(text.replace("uci:python", f"uci:{sys.executable}"))
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("Hsh=3", "has no option 'Hsh'; did you mean 'Hash'? its options are Hash, My Fault"),
        ("Hash=65", "the option Hash is a whole number from 1 to 64, not '65'"),
        ("hash=x", "the option Hash is a whole number from 1 to 64, not 'x'"),
        ("Fault Now=on", "the option Fault Now is true or false, not 'on'"),
        ("My Fault=all", "the option My Fault is one of none, ends"),
    ],
)
def test_options_that_the_engine_has_not(engine: str, options: str, sentence: str) -> None:
    with pytest.raises(hm.UsageError) as error:
        played(f"{engine},{options}", QUICK)
    assert sentence in str(error.value)


def test_programs_that_are_no_engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from halfmove.matches import uci_entrant

    (tmp_path / "crash.py").write_text("import os, sys\nsys.stderr.write('so sad\\n')\nos.abort()")
    (tmp_path / "other.py").write_text("raise SystemExit(3)")
    for name, sentence in (("crash", "was ended by signal 6: so sad"), ("other", "ended with code 3")):
        with pytest.raises(hm.UsageError, match=sentence):
            played(f"uci:{sys.executable} {tmp_path}/{name}.py", QUICK)
    monkeypatch.setattr(uci_entrant, "_START", 0.3)
    (tmp_path / "other.py").write_text("input()\ninput()")
    with pytest.raises(hm.UsageError, match="did not say uciok"):
        played(f"uci:{sys.executable} {tmp_path}/other.py", QUICK)


# --- games ---


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_match(engine: str, tmp_path: Path, jobs: int) -> None:
    standing = played(f"{engine},Hash=2,nodes=9", QUICK, jobs, games=4, test=None)
    assert [game.end for game in standing.games] == ["over"] * 4
    effort = standing.effort(1)
    assert (effort.nodes, effort.depths) == (17 * effort.moves, 3 * effort.moves)
    said = (tmp_path / "log").read_text().splitlines()
    assert {"setoption name Hash value 2", "ucinewgame", "go nodes 9", "isready"} <= set(said)
    positions = [line for line in said if line.startswith("position")]
    assert all(line.startswith("position startpos moves ") for line in positions)
    nobody_is_left(tmp_path)


@pytest.mark.parametrize(
    ("fault", "end", "sentence"),
    [
        ("illegal", "illegal", "'99' is not a legal move"),
        ("no_move", "error", "has no move: it says 'bestmove (none) ponder 1'"),
        ("ends", "error", "ended with code 1: no idea"),
        ("hangs", "error", "did not say bestmove within"),
    ],
)
def test_what_an_engine_does_wrong(
    engine: str, fault: str, end: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from halfmove.matches import uci_entrant

    monkeypatch.setattr(uci_entrant, "_PATIENCE", 0.3)
    standing = played(f"{engine},time=0.05,My Fault={fault}", QUICK)
    assert [(game.end, game.score) for game in standing.games] == [(end, 0.0)] * 2
    assert all(sentence in game.note for game in standing.games), standing.games
    assert all("\n" not in game.note and ".py:" not in game.note for game in standing.games)
    assert "player 1 lost 2 games" in standing.notes[0]


def test_time(engine: str, tmp_path: Path) -> None:
    slow = f"{engine},My Fault=slow"
    noted = played(f"{slow},time=0.05", QUICK)
    assert {game.end for game in noted.games} == {"over"}
    assert noted.effort(1).late >= 2
    lost = played(f"{slow},time=0.05,late=loses", QUICK)
    assert [(game.end, game.score) for game in lost.games] == [("time", 0.0)] * 2
    assert "it took 0.2" in lost.games[0].note
    assert any("on time" in note for note in lost.notes)
    flag = played(QUICK, f"{slow},clock=0.15+0.01", games=2)
    assert [(game.end, game.score) for game in flag.games] == [("time", 1.0)] * 2
    clocks = [line.split() for line in (tmp_path / "log").read_text().splitlines() if line.startswith("go wtime")]
    assert {(words[5], words[6], words[7], words[8]) for words in clocks} == {("winc", "10", "binc", "10")}
    assert all(0 < int(words[2]) <= 170 and 0 < int(words[4]) <= 170 for words in clocks)
    both = played("clock=5+0.1,compiled=off,memory=1MB", f"{engine},clock=9", games=2)
    assert {game.end for game in both.games} == {"over"}
    assert both.games[0].score + both.games[1].score > 0.5


def test_clocks_from_text() -> None:
    assert str(clock_from("60+0.6")) == "60+0.6"
    assert clock_from(" 1 ") == ClockTime(1, 0)


def test_our_own_engine_against_us() -> None:
    text = f"uci:{sys.executable} -m halfmove uci '{GAME}' --interpreted,nodes=30,Hash=1"
    standing = played(text, "random", games=4, test=None)
    assert {game.end for game in standing.games} == {"over"}
    assert standing.score.value > 0.5


def test_chess_against_an_engine(tmp_path: Path) -> None:
    """Positions are told as FEN, and a game ends by the third repetition."""
    (tmp_path / "knight.py").write_text(
        "moves = {0: 'g1f3', 1: 'g8f6', 2: 'f3g1', 3: 'f6g8'}\n"
        "import sys\n"
        "for line in sys.stdin:\n"
        "    words = line.split()\n"
        "    if words[0] == 'position':\n"
        "        assert line.startswith('position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')\n"
        "        made = words[words.index('moves') + 1:] if 'moves' in words else []\n"
        "    said = {'uci': 'uciok', 'isready': 'readyok', 'go': ''}.get(words[0])\n"
        "    if words[0] == 'go':\n"
        "        said = 'bestmove ' + moves[len(made) % 4]\n"
        "    print(said or '', flush=True)\n"
    )
    text = f"uci:{sys.executable} {tmp_path}/knight.py,nodes=1"
    standing = matches.run(matches.match("chess", text, text, games=2, opening=0), jobs=1)
    assert [(game.score, game.end, len(game.moves)) for game in standing.games] == [(0.5, "over", 8)] * 2


# --- the process ---


def test_a_process_is_ended_however_it_behaves(tmp_path: Path) -> None:
    stubborn = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True:\n    time.sleep(1)"
    flood = "print('x' * 1000000)\nwhile True:\n    print('info string flood')"
    for code in (stubborn, flood):
        (tmp_path / "odd.py").write_text(code)
        one = EngineProcess((sys.executable, f"{tmp_path}/odd.py"), "odd")
        pid = one._process.pid
        with pytest.raises(EngineFailed, match="odd did not say readyok within"):
            one.hear("readyok", 0.3)
        one.forget_lines()
        one.end()
        assert not one.runs
        assert not is_there(pid)
        with pytest.raises(EngineFailed, match="odd was ended by signal 9"):
            one.say("isready")
        one.end()
    with pytest.raises(EngineFailed, match="cannot be started"):
        EngineProcess((f"{tmp_path}/nothing",), "nothing")


class Endless:
    """The lines of an engine that talks faster than anybody reads."""

    def __init__(self) -> None:
        self.read = 0

    def qsize(self) -> int:
        return 5

    def get(self, timeout: float | None = None) -> str:
        self.read += 1
        assert self.read < 10**7
        return "info depth 1"


def test_who_talks_without_end_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mute.py").write_text("input()")
    one = EngineProcess((sys.executable, f"{tmp_path}/mute.py"), "mute")
    with monkeypatch.context() as patch:
        patch.setattr(one, "_lines", Endless())
        one.forget_lines()
        with pytest.raises(EngineFailed, match="mute did not say bestmove within"):
            one.hear("bestmove", 0.05)
    one.end()


CLI = [sys.executable, "-m", "halfmove", "match"]


ENDS = [(number, jobs) for number in ("SIGINT", "SIGTERM", "SIGKILL") for jobs in ("1", "2")]


@pytest.mark.parametrize(("number", "jobs"), usually([("SIGINT", "2"), ("SIGKILL", "1")], ENDS))
def test_nothing_is_left_when_a_match_ends_early(engine: str, tmp_path: Path, number: str, jobs: str) -> None:
    words = [f"{engine},time=0.05", QUICK, "--game", GAME, "--games", "100000", "--sprt", "off", "--jobs", jobs]
    file = tmp_path / "match.json"
    with subprocess.Popen(
        [*CLI, *words, "--out", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        until = time.monotonic() + LONG
        while not file.exists() and time.monotonic() < until:
            time.sleep(0.02)
        running.send_signal(signal.Signals[number])
        _out, told = running.communicate(timeout=LONG)
    assert "Traceback" not in told
    assert running.returncode == {"SIGINT": 130, "SIGTERM": -15, "SIGKILL": -9}[number]
    nobody_is_left(tmp_path)
    if number == "SIGINT":
        assert "--resume" in told
        data = json.loads(file.read_text())
        assert data["pairs"]


def test_resuming(engine: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    words = ["match", f"{engine},nodes=5", QUICK, "--game", GAME, "--sprt", "off", "--jobs", "1", "--out", str(file)]
    first = CliRunner().invoke(main, [*words, "--games", "2", "--json"])
    assert first.exit_code == 0, first.stderr
    more = CliRunner().invoke(main, [*words, "--games", "4", "--resume", "--json"])
    assert (more.exit_code, json.loads(more.stdout)["games"]) == (0, 4)
    other = CliRunner().invoke(main, [*words[:1], f"{engine},nodes=6", *words[2:], "--games", "4", "--resume"])
    refused(other, "holds another match")
