"""`hm.play`: the prompt in Python and in notebooks."""

from __future__ import annotations

import builtins
import io
import sys
from collections.abc import Callable
from typing import Any

import pytest

import halfmove as hm
from halfmove.cli.streams import Shown

Type = Callable[..., None]


@pytest.fixture
def type_in(monkeypatch: pytest.MonkeyPatch) -> Type:
    """Let these lines be typed; an error instead of a line is raised."""

    def typed(*lines: Any) -> None:
        waiting = list(lines)

        def answer(prompt: str = "") -> str:
            sys.stdout.write(prompt)
            if not waiting:
                raise EOFError
            line = waiting.pop(0)
            if isinstance(line, BaseException):
                raise line
            return str(line)

        monkeypatch.setattr(builtins, "input", answer)

    return typed


def test_a_whole_game(type_in: Type, capsys: pytest.CaptureFixture[str]) -> None:
    type_in("analyse", "1-1", "2-1")
    record = hm.play(hm.games.nim(1, 2), level="strongest", seconds=5)
    out = capsys.readouterr().out
    assert "you are the first player, against level 10 (strongest)." in out
    assert "  2-1  you win in 2\n" in out
    assert "your move> " in out
    assert "The game is over: " in out
    assert str(record.moves[0]) == "Move(pile=1, take=1)"
    assert record.over
    assert record.game.outcome(record.position)[0]
    assert record.winner == ("first", "second")[(len(record.moves) + 1) % 2]  # who took the last match
    assert repr(record).startswith("<GameRecord: nim 1 2, ")
    assert repr(record).endswith(f"(the {record.winner} player won)>")


def test_a_game_that_is_left(type_in: Type, capsys: pytest.CaptureFixture[str]) -> None:
    for end in ("quit", EOFError(), KeyboardInterrupt()):
        type_in("3", end)
        record = hm.play(hm.games.connect_four(4, 4), you="both", position="12")
        assert (record.moves, record.over, record.winner) == ((3,), False, None)
        assert record.position == hm.board(record.game, "123").position
    assert "both sides are yours" in capsys.readouterr().out


def test_a_draw(type_in: Type, capsys: pytest.CaptureFixture[str]) -> None:
    type_in(*"152374689")
    record = hm.play(hm.games.tic_tac_toe(), you="both")
    assert (record.over, record.winner) == (True, None)
    assert repr(record) == "<GameRecord: tic-tac-toe, 9 moves: 1 5 2 3 7 4 6 8 9 (a draw)>"
    assert "The game is over: a draw." in capsys.readouterr().out


def test_names_of_a_game_cannot_control_the_terminal(type_in: Type, capsys: pytest.CaptureFixture[str]) -> None:
    nim = hm.games.nim(1)
    game = hm.Game("\x1b[31mred", nim.start, nim.moves, nim.play, nim.result, show=lambda p: "\x1b[2J" + str(p))
    type_in("quit")
    record = hm.play(game)
    assert "\x1b" not in capsys.readouterr().out + repr(record)


def test_a_notebook_has_colours(monkeypatch: pytest.MonkeyPatch, type_in: Type) -> None:
    class OutStream(io.StringIO):
        __module__ = "ipykernel.iostream"

    monkeypatch.delenv("NO_COLOR", raising=False)
    for stream, has_styles in ((OutStream(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stdout", stream)
        type_in("5", "quit")
        hm.play(hm.games.tic_tac_toe(), you="both")
        assert ("\x1b[1;38;5;33m\x1b[7mX\x1b[0m" in stream.getvalue()) is has_styles
        assert sys.stdout is stream
        assert Shown(stream).isatty() is has_styles


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"level": "esay"}, "there is no level 'esay'; did you mean 'easy'?"),
        ({"level": 11}, "a level must be a whole number from 1 to 10, not 11"),
        ({"you": "none"}, "you must be 'first', 'second' or 'both', not 'none'"),
        ({"seconds": 0}, "the time for a move must be a number of seconds above 0"),
        ({"position": "99"}, "'99' is not a sequence of possible columns"),
        ({"position": (1, 2)}, "is not a position of this game"),
        ({"game": hm.trees.uniform(2, 2)}, "is a tree, and only its leaves have scores"),
        ({"endgames": "none.db"}, "none.db"),
    ],
)
def test_wrong_arguments(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(hm.UsageError) as error:
        hm.play(**({"game": hm.games.connect_four(4, 4)} | given))
    assert sentence in str(error.value)


@pytest.mark.parametrize("error", [OSError("none"), RuntimeError("input(): lost sys.stdin"), ValueError("closed file")])
def test_nobody_to_type(type_in: Type, error: Exception) -> None:
    type_in(error)
    with pytest.raises(hm.UsageError, match="nobody can type moves here"):
        hm.play(hm.games.nim(1))


def test_bytes_that_are_not_text_are_no_move(type_in: Type, capsys: pytest.CaptureFixture[str]) -> None:
    type_in(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), "1-3", "quit")
    assert len(hm.play(hm.games.nim(3, 4), you="both").moves) == 1
    assert "is neither a move here nor a command" in capsys.readouterr().out


def test_no_output(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as changed:
        changed.setattr(sys, "stdout", None)
        with pytest.raises(hm.UsageError, match="there is no output"):
            hm.play(hm.games.nim(1))
