"""Standard streams that are closed, full or poor, and names that would steer a terminal."""

from __future__ import annotations

import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from halfmove import studies
from halfmove.base.printable import printable, printable_line
from halfmove.reports.study import charts, page

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="shells")

PROGRAM = f"{shlex.quote(sys.executable)} -m halfmove"
TREE = "'[[3,[7,2]],[4,1]]'"
FULL = "No space left on device"


def bash(line: str, **environment: str) -> tuple[int, str, str]:
    how = {"shell": True, "executable": "/bin/bash", "env": os.environ | environment}
    ran = subprocess.run(line, capture_output=True, text=True, check=False, **how)
    return ran.returncode, ran.stdout, ran.stderr


def shell(line: str, **environment: str) -> tuple[int, str, str]:
    return bash(line.replace("halfmove", PROGRAM, 1), **environment)


@pytest.mark.parametrize(
    ("line", "code", "out", "told"),
    [
        (f"halfmove search {TREE} >&-", 2, "", "standard output is closed: send it to a file, or to /dev/null"),
        (f"halfmove search {TREE} >&- 2>&-", 2, "", ""),
        ("halfmove search '[[' 2>&-", 2, "halfmove: the tree cannot be read", ""),
        (f"halfmove search {TREE} 2>&-", 0, "explicit tree", ""),
        (f"halfmove search {TREE} <&-", 0, "explicit tree", ""),
        ("halfmove search - <&-", 2, "", "standard input is closed: give it a tree, or name a file instead of -"),
        ("halfmove trace - <&-", 2, "", "standard input is closed: give it a tree, or name a file instead of -"),
        (f"halfmove search {TREE} > /dev/full", 2, "", f"cannot write to standard output: {FULL}"),
        ("halfmove --help > /dev/full", 2, "", f"cannot write to standard output: {FULL}"),
        ("halfmove --version > /dev/full", 2, "", f"cannot write to standard output: {FULL}"),
        ("halfmove compare --trees 2 --csv - > /dev/full", 2, "", f"cannot write to standard output: {FULL}"),
        (f"halfmove search {TREE} 1< /dev/null", 2, "", "cannot write to standard output: it is not open for writing"),
        ("halfmove search '[[' 2> /dev/full", 2, "", ""),
        ("halfmove list | head -1", 0, "Algorithms", ""),
        ("halfmove --help | true; exit ${PIPESTATUS[0]}", 141, "", ""),
        ("halfmove list | true; exit ${PIPESTATUS[0]}", 141, "", ""),
    ],
)
def test_streams_that_fail(line: str, code: int, out: str, told: str) -> None:
    ended, printed, said = shell(line)
    assert ended == code
    assert printed.startswith(out)
    assert bool(printed) == bool(out)
    assert said == (f"halfmove: {told}\n" if told else "")


def test_no_file_becomes_a_standard_stream() -> None:
    """What is opened next, perhaps a store, would take the place of a closed stream."""
    code = "from halfmove.cli import streams; import os; streams.prepare(); "
    code += (
        "print(os.path.samestat(os.fstat(0), os.stat(os.devnull)), os.path.samestat(os.fstat(2), os.stat(os.devnull)))"
    )
    assert bash(f"{shlex.quote(sys.executable)} -c {shlex.quote(code)} <&- 2>&-")[1] == "True True\n"


def test_data_is_the_same_on_a_poor_stream(tmp_path: Path) -> None:
    words = "study --family uniform:2,2 -a alpha_beta --trees 3 --html"
    poor = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    assert shell(f"halfmove {words} {shlex.quote(str(tmp_path / 'page'))}", **poor)[0] == 0
    code, printed, _ = shell(f"halfmove {words} -", **poor)
    assert code == 0
    assert printed == (tmp_path / "page").read_text(encoding="utf-8")


EVIL = "a\x1b[31mb\x07c\rd\x9b2Je\u202ef\u2066g\x7fh"
SHOWN = r"a\x1b[31mb\x07c\rd\x9b2Je\u202ef\u2066g\x7fh"
STEERING = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\r(?!\n)")
GAME = f"""
import halfmove as hm

def moves(p):
    yield 1

def play(p, move):
    return p - move

def result(p):
    return p == 0, 1

def broken():
    raise ValueError({EVIL!r} + "\\n" + {EVIL!r})

game = hm.Game({EVIL!r}, 3, moves, play, result, format=lambda move: {EVIL!r})
"""


_LIVE_LINE = re.compile("\r\x1b\\[\\?7l(.*?)\x1b\\[J\x1b\\[\\?7h\r")


def on_a_terminal(*words: str, live: bool = False) -> str:
    """What a terminal gets from a command, standard output and error together.

    live   with the text of live lines, such as the progress bar
    """
    ours, theirs = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
    command = [sys.executable, "-m", "halfmove", *words]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as running:
        os.close(theirs)
        got = b""
        while True:
            try:
                part = os.read(ours, 1 << 16)
            except OSError:  # the end
                break
            if not part:
                break
            got += part
        running.wait()
    os.close(ours)
    return _LIVE_LINE.sub(r"\1" if live else "", got.decode())


EVIL_WORDS = [
    ["search", EVIL],
    ["search", "FILE:broken"],
    [EVIL],
    ["compare", "--family", EVIL],
    ["search", "[1,2]", "-a", EVIL],
    ["search", "[1,2]", "--position", EVIL],
    ["study", "--store", f"{EVIL}/x"],
    ["compare", "--csv", f"{EVIL}/x"],
    ["reproduce", EVIL],
]


def test_names_do_not_steer_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "evil.py"
    file.write_text(GAME)
    shown = on_a_terminal("search", f"{file}:game", "--interpreted")
    assert f"\x1b[1m{SHOWN}\x1b[0m" in shown  # our own bold is still there
    assert not STEERING.search(shown.replace("\x1b[1m", "").replace("\x1b[0m", ""))
    for line in EVIL_WORDS:
        words = [word.replace("FILE", str(file)) for word in line]
        told = on_a_terminal(*words)
        assert r"\x1b" in told
        assert [line[:9] for line in told.splitlines() if not line.startswith("  ")] == ["halfmove:"]
        assert not STEERING.search(told)


def test_a_study_with_an_evil_name(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    name = EVIL.encode("unicode_escape").decode().replace("\\x", "\\u00")
    file.write_text(f'name = "{name}\\nnext"\nfamilies = ["uniform:2,2"]\nalgorithms = ["alpha_beta"]\ntrees = 3\n')
    shown = on_a_terminal("study", str(file), live=True)
    assert re.search(r"a\\x1b\[31mb\\x07\S* \x1b\[2m─+\x1b\[0m 0 of 3 searches", shown)  # in the bar too
    assert not {"\x07", "\x9b", "\u202e", "\u2066", "\x1b[31m"} & set(re.findall(r"\x1b\[31m|.", shown, re.DOTALL))
    table = studies.run(studies.load(str(file)), jobs=1)
    assert not STEERING.search(page(table))
    assert not STEERING.search(charts(table))


def test_html_and_svg_escape_names(tmp_path: Path) -> None:
    plan = studies.plan(["uniform:2,2"], ["alpha_beta"], 3)
    evil = studies.Plan(plan.cells, plan.seed, name=f"<script>{EVIL}</script>", about='"><img src=x>')
    table = studies.run(evil, jobs=1)
    text = page(table, command="<b>")
    assert "<script>" not in text
    assert "<img" not in text
    ElementTree.fromstring(charts(table))


def test_data_is_not_changed_but_on_a_terminal() -> None:
    """Into a pipe it goes as it is; on a terminal nothing in it steers."""
    code = "from halfmove.cli import streams; import sys; streams.prepare(); "
    code += "sys.stdout.isatty = lambda: len(sys.argv) > 1; streams.write_data('a\\x1b[31mb'); sys.stdout.flush()"
    command = f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}"
    assert bash(command)[1] == "a\x1b[31mb"
    assert bash(f"{command} terminal")[1] == r"a\x1b[31mb"


def test_the_line_that_repeats_can_be_pasted(tmp_path: Path) -> None:
    folder = tmp_path / "a'b\x1b[31m\\c"
    folder.mkdir()
    (folder / "tree.json").write_text("[1, 2]")
    code, printed, _ = shell(f"halfmove search {shlex.quote(str(folder / 'tree.json'))}")
    line = printed.splitlines()[-1].removeprefix("repeat: ")
    assert code == 0
    assert printable_line(line) == line
    assert shell(line)[0] == 0


def test_what_is_printable() -> None:
    assert printable(EVIL) == SHOWN
    assert printable("± é 漢 \n\t") == "± é 漢 \n\t"
    assert printable_line("one\n\ttwo") == r"one\n\ttwo"
