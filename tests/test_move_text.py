"""Moves as text: what is typed, loaded or named with --moves is never another move than the one that is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import halfmove as hm
from halfmove.cli.played_game import PlayedGame
from halfmove.cli.saved_game import Settings, load, save
from halfmove.players.move_text import has_numbers, line_from, move_from


def game_of(moves: tuple[Any, ...], form: Callable[[Any], str]) -> hm.Game:
    """These moves, ten times."""

    def legal(left: int) -> Iterator[Any]:
        yield from moves

    return hm.Game("own", 10, legal, lambda left, move: left - 1, lambda left: (left == 0, -1), format=form)


def test_numbers_that_are_written_one_higher() -> None:
    """Moves from the middle on, as many games try them: the move 3 is written 4."""
    game = game_of((3, 2, 4), lambda move: str(move + 1))
    assert [move_from(game, 10, text) for text in ("3", "4", "5")] == [(2,), (3,), (4,)]
    assert move_from(game, 10, "2") is None  # a move that is illegal here, and not the move 2
    assert line_from(game, 10, "3 4", "--moves") == [2, 3]
    squares = game_of(((2, 2), (1, 1), (3, 1)), lambda move: f"{move[0] + 1},{move[1] + 1}")
    assert move_from(squares, 10, "2,2") == ((1, 1),)
    assert move_from(squares, 10, "1,1") is None


def test_a_move_as_it_is_in_python_is_read_where_that_cannot_be_mistaken() -> None:
    game = game_of(((1, 2), (2, 1)), lambda move: f"{move[0]}-{move[1]}")
    assert move_from(game, 10, "(1, 2)") == move_from(game, 10, "1-2") == ((1, 2),)


def test_moves_that_are_written_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of((2, 1), lambda move: "take")
    assert has_numbers(game, [2, 1])
    with pytest.raises(hm.UsageError, match="'take' is how own writes 2 different moves there"):
        move_from(game, 10, "take")
    played = PlayedGame(game, "own")
    played.play(2)
    file = tmp_path / "game.json"
    with pytest.raises(hm.UsageError, match="2 different moves"):
        save(played, str(file), Settings(3, 1.0, (0,)))
    assert not file.exists()
    lines = iter(["take", "2", "1", "quit"])  # by the numbers of `moves`
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
    assert hm.play(game, you="both").moves == (1, 2)


def test_a_saved_game_has_the_moves_that_were_played(tmp_path: Path) -> None:
    game = game_of((3, 2, 4), lambda move: str(move + 1))
    played = PlayedGame(game, "own")
    for move in (2, 4, 3):
        played.play(move)
    file = str(tmp_path / "game.json")
    save(played, file, Settings(3, 1.0, (0,)))
    assert load(file, game, "own")[0].moves == [2, 4, 3]
