"""Every command on a terminal: its lines fit, no word is torn apart, and a wider one is used."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from halfmove.cli import text
from halfmove.cli.program import COMMANDS
from halfmove.cli.streams import broken

if sys.platform == "win32":
    pytest.skip("terminals", allow_module_level=True)

from tests.terminals import shown

TREE = "'[[3,[7,2]],[4,1]]'"
THEORY = ("leaves", "bivalued", "branching", "srimani", "storage", "minimum", "visits", "values", "growth")
# One after the other: what one makes, the next may need.
LINES = f"""
help
help play
list
list scout
list ps_star
list uniform
list ordered
list connect_four
list srimani_1985
list bhattacharya_bagchi_1986:figure-1
search {TREE} --trace
search uniform:3,4 --trace -a ps_star --partitions 1,2
search connect_four --depth 4 --interpreted
search tic_tac_toe --interpreted --endgames none.db
search nim:3,4,5 --interpreted
search chess
search {TREE} -a scuot
prove nim:2,3 --interpreted
match random random --game tic_tac_toe --games 2 --jobs 1
match uci:nowhere random --game tic_tac_toe
uci uniform:2,3
perft tic_tac_toe --depth 3 --divide
order tic_tac_toe:opening=6 --depth 2 --positions 2 --walks 5 --no-models --no-parameters
train tic_tac_toe --games 5 --interpreted --no-match --out toe.eval
perft connect_four --depth 3 --json
solve nim:2,3 --out nim.db --interpreted
probe nim.db
probe nim.db '(1'
stats nim.db
solve --verify nim.db --interpreted
book build tic_tac_toe --out tic.book --entries 3 --nodes 50 --jobs 1
book show tic.book
book stats tic.book
trace {TREE}
trace uniform:3,3 -a alpha_beta
trace srimani_1985:figure-a1 -a ps_star
explain {TREE} 2.2
draw {TREE} -a alpha_beta
exercise --solution --level 2
play tic_tac_toe --you none --level 1 --time 0.1
compare --family uniform:3,3 --trees 3 --interpreted
study --family uniform:2,2 -a alpha_beta -a scout --trees 3 --jobs 1
study --family uniform:2,2 -a alpha_beta -a scout --trees 3 --metric nodes --csv -
parallel uniform:2,2 --trees 3 --jobs 1 --processors 1,2 --published
reproduce baudet_1977 --table 5.1
reproduce sarkar_lecture_8 --table exponents
reproduce srimani_1985 --table nothing
explore {TREE} --html page.html
tour tour --no-browser
page nim:1,2 --html game.html
docs
docs quiescence
docs limits --text
examples
examples kayles
"""
COMMAND_LINES = [shlex.split(line) for line in LINES.strip().splitlines()]
COMMAND_LINES += [["theory", name] for name in THEORY]
COMMAND_LINES += [[name, "--help"] for name in COMMANDS]
COMMAND_LINES += [["--help"], ["search", "-a", "ps_star", "--help"], ["book", "build", "--help"]]


@pytest.mark.parametrize("columns", [80])
def test_lines_fit(columns: int, tmp_path: Path) -> None:
    seen = shown(columns, COMMAND_LINES, tmp_path)
    assert len(seen) == len(COMMAND_LINES)
    for words, (code, lines) in zip(COMMAND_LINES, seen, strict=True):
        assert code in (0, 2), (words, lines)
        said = [line for line in lines if line.startswith("halfmove: ") and "note" not in line]
        assert (code == 2) == any("was written" not in line for line in said), words
        too_long = [line for line in _prose(lines) if len(line) > columns and " " in line.strip()]
        assert too_long == [], words


def _prose(lines: list[str]) -> list[str]:
    """Without lines of code, which are left whole, to be copied."""
    return [line for line in lines if not line.strip().startswith((">>>", "..."))]


def test_every_command_is_looked_at() -> None:
    assert {words[0] for words in COMMAND_LINES if "--help" not in words} >= set(COMMANDS) - {"check"}


def test_room_is_used(tmp_path: Path) -> None:
    lines = [["list", "ps_star"], ["search", "--help"], ["trace", "uniform:3,4"]]
    narrow, wide = (shown(columns, lines, tmp_path) for columns in (80, 120))
    for few, many in ((_prose(few), _prose(many)) for (_, few), (_, many) in zip(narrow, wide, strict=True)):
        assert max(map(len, few)) <= 80 < max(map(len, many)) <= 120
        assert len(many) < len(few)


def test_commands_and_code_can_be_copied(tmp_path: Path) -> None:
    sheet = ["exercise", "--kind", "windows", "--level", "3", "--count", "2", "--solution"]
    code = ["list", "sss_star"]
    page = ["explore", TREE.strip("'"), "--html", f"{'page' * 8}.html"]
    (_, solved), (_, listed), (_, written) = shown(60, [sheet, code, page], tmp_path)
    from halfmove.exercises import sheet as made

    pasted = "\n".join(solved).replace(" \\\n   ", "").splitlines()
    for each in made("windows", 3, 1, 2):
        assert each.check in {line.strip() for line in pasted}
    assert any(line.startswith(">>>") and line.endswith('"sss_star")') for line in listed)
    where = next(place for place, line in enumerate(written) if line.endswith("open it in a browser:"))
    assert written[where + 1].endswith(f"{page[-1]}")


def test_what_is_in_backticks_is_not_broken() -> None:
    line = "name the game to solve, as in `halfmove solve tic_tac_toe`, or a database"
    assert "`halfmove solve tic_tac_toe`," in broken(line, 40, 2).splitlines()[1]
    assert max(map(len, broken(line, 20, 2).splitlines())) <= 20


def test_a_command_to_go_on_with_can_be_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["study", "--family", "uniform:8,6", "-a", "alpha_beta", "-a", "sss_star", "--store", "a store.db"]
    monkeypatch.setattr("halfmove.cli.text.room_on", lambda _: 50)
    first, *parts = text.hint("stopped; to continue", text.command(*words), err=True).splitlines()
    assert first == "stopped; to continue:"
    assert max(map(len, parts)) <= 50
    assert shlex.split(" ".join(part.removesuffix("\\") for part in parts)) == ["halfmove", *words]
