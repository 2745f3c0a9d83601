"""Tables and lines as text: aligned, and folded where a terminal has no room."""

from __future__ import annotations

import sys

import pytest
from click.testing import CliRunner

from halfmove.cli import grid, session, streams, text
from halfmove.cli.program import COMMANDS, main, note

ROWS = [("ps_star: partitions=1, 2, 5, 8", "1,234.5", "note"), ("sss_star", "7.0", "")]


def shown(capsys: pytest.CaptureFixture[str]) -> list[str]:
    grid.show("a title", ("algorithm", "leaves", ""), ROWS, words=(0, -1), end="")
    return capsys.readouterr().out.splitlines()


def test_a_pipe_is_as_wide_as_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys) == [
        "a title",
        "algorithm                         leaves",
        "─" * 47,
        "ps_star: partitions=1, 2, 5, 8   1,234.5   note",
        "sss_star                             7.0",
    ]


def test_a_narrow_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("halfmove.cli.streams.columns_of", lambda _: 40)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert shown(capsys) == [
        "a title",
        "algorithm                   leaves",
        "─" * 40,
        "ps_star: partitions=1, 2,  1,234.5  note",
        "5, 8",
        "sss_star                       7.0",
    ]


def test_a_terminal_without_room_for_all_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("halfmove.cli.streams.columns_of", lambda _: 27)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert shown(capsys) == [
        "a title",
        "algorithm          leaves",
        "─" * 25,
        "ps_star:          1,234.5",
        "partitions=1, 2,",
        "5, 8",
        "sss_star              7.0",
        "",
        "algorithm",
        "─" * 22,
        "ps_star:          note",
        "partitions=1, 2,",
        "5, 8",
        "sss_star",
    ]


def test_columns_that_may_be_left_out(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    headings, rows = ("algorithm", "standard error", "empty", "time"), [("sss_star", "0.5", "", "12.34 seconds")]
    monkeypatch.setattr("halfmove.cli.streams.columns_of", lambda _: 30)
    assert grid.show("t", headings, rows, optional=(3, 1)) == []
    assert "standard error" in capsys.readouterr().out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert grid.fits(headings[:2], [rows[0][:2]])
    assert not grid.fits(headings, rows)
    assert grid.show("t", headings, rows, optional=(3, 1)) == ["time"]
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:3] == ["algorithm   standard error", "─" * 26]
    assert "12.34" not in lines[3]
    monkeypatch.setattr("halfmove.cli.streams.columns_of", lambda _: 25)
    assert grid.show("t", headings[:3], [rows[0][:3]]) == []
    assert capsys.readouterr().out.splitlines()[1:3] == ["algorithm  standard", "              error"]


def test_a_terminal_that_is_too_narrow_for_anything(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("halfmove.cli.streams.columns_of", lambda _: 3)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    lines = shown(capsys)
    assert any("1,234.5" in line for line in lines)  # numbers are never cut
    assert max(map(len, lines)) <= 16 + 3 + 7


# --- lines ---

WHY_NOT = "no: four: the position holds '....', a str; only ints, or (named) tuples of ints, can be compiled; or not"


def make_narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("halfmove.cli.streams.columns_of", lambda _: 60)
    for stream in (sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)


def test_lines_are_broken_at_word_ends_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    make_narrow(monkeypatch)
    assert text.columns([("compiled", WHY_NOT), ("a position", "3.0 moves")]).split("\n") == [
        "  compiled    no: four: the position holds '....', a str;",
        "              only ints, or (named) tuples of ints, can be",
        "              compiled; or not",
        "  a position  3.0 moves",
    ]
    long_word = "x" * 100
    assert streams.fitted(long_word, sys.stdout) == long_word  # such as a file: it is not broken


def test_a_pipe_has_whole_lines() -> None:
    assert text.columns([("compiled", WHY_NOT)]) == f"  compiled  {WHY_NOT}"


def test_notes_and_what_is_said_at_the_prompt(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_narrow(monkeypatch)
    note(WHY_NOT)
    session._say(WHY_NOT)
    said = capsys.readouterr()
    assert said.err.startswith("halfmove: note: no: four: the position holds '....', a str;\n  only ints")
    assert said.out.startswith("no: four: the position holds '....', a str; only ints, or\n(named) tuples")
    assert all(len(line) <= 60 for line in (said.err + said.out).splitlines())


@pytest.mark.parametrize("command", COMMANDS)
def test_help_fits_into_80_columns(command: str) -> None:
    lines = CliRunner().invoke(main, [command, "--help"], terminal_width=80).stdout.splitlines()
    assert lines
    assert [line for line in lines if len(line) > 80] == []
