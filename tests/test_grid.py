"""Tables as text: aligned, and folded where a terminal has no room."""

from __future__ import annotations

import os
import sys

import pytest

from halfmove.cli import grid

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
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((40, 24)))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert shown(capsys) == [
        "a title",
        "algorithm                  leaves",
        "─" * 40,
        "ps_star: partitions=1,    1,234.5   note",
        "2, 5, 8",
        "sss_star                      7.0",
    ]


def test_a_terminal_without_room_for_all_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((32, 24)))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert shown(capsys) == [
        "a title",
        "algorithm                 leaves",
        "─" * 32,
        "ps_star: partitions=1,   1,234.5",
        "2, 5, 8",
        "sss_star                     7.0",
        "",
        "algorithm",
        "─" * 29,
        "ps_star: partitions=1,   note",
        "2, 5, 8",
        "sss_star",
    ]


def test_a_terminal_that_is_too_narrow_for_anything(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((3, 24)))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    lines = shown(capsys)
    assert any("1,234.5" in line for line in lines)  # numbers are never cut
    assert max(map(len, lines)) <= 16 + 3 + 7
