"""Games that end by repetition, and moves as players write them down: at the prompt, in matches, on served pages."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import chess
import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove import matches
from halfmove.cli.played_game import PlayedGame
from halfmove.cli.program import main
from halfmove.players.move_text import line_from, move_from, spelled
from halfmove.repetition import how_it_ended
from tests import chess_of_library
from tests.conftest import usually

RING = '''
"""Walk round a ring."""
from typing import NamedTuple
import halfmove as hm

class Place(NamedTuple):
    at: int
    count: int

def moves(p):
    yield 1
    yield -1

def play(p, step):
    return Place((p.at + step) % 6, p.count + 1)

def result(p):
    return p.count >= 40, 0

def lasting(p):
    return p.count

def uncounted(p):
    return Place(p.at, 0)

def write(p):
    return f"{p.at} after {p.count}"

def locate(text):
    at, _, count = text.partition(" after ")
    return Place(int(at), int(count))

def spell(p, move):
    return f"to-{(p.at + move) % 6}"

def made(occurrences=3, score=0, more={}):
    return hm.Game("ring", Place(0, 0), moves, play, result, lasting=lasting, uncounted=uncounted, format=str,
                   occurrences=occurrences, repetition_score=score, patience=40, write=write, **more)

game = made()
lost = made(score=-1)
spelled = made(more={"spell": spell, "locate": locate})

def forth_and_back(game, position, history):
    assert all(game.next(one, 1) == other or game.next(one, -1) == other
               for one, other in zip(history, (*history[1:], position)))
    assert len(history) == position.count
    return 1 if position.at in (0, 5) else -1

class Chooser:
    def __init__(self, game):
        pass
    def choose(self, position, *, history):
        return 1 if len(history) % 2 == 0 else -1
'''


@pytest.fixture
def ring(tmp_path: Path) -> str:
    file = tmp_path / "ring.py"
    file.write_text(RING)
    return str(file)


def played(*words: str, typed: str = "") -> str:
    ran = CliRunner().invoke(main, ["play", *words], input=typed.replace(";", "\n"))
    assert (ran.exit_code, ran.stderr) == (0, "")
    return str(ran.stdout)


CHESS = chess_of_library.game


def test_a_game_at_the_prompt_ends_by_repetition(ring: str) -> None:
    out = played(f"{ring}:game", "--you", "both", typed="1;-1;1;-1;1;undo;new")
    assert "The game is over: a draw (the same position for the third time)." in out
    assert "'1' is neither a move here nor a command; the game is over" in out
    lost = played(f"{ring}:lost", "--you", "first", "--level", "1", "--moves", "1 -1 1 -1", typed="quit")
    assert "The game is over: you lose (the same position for the third time)." in lost


def test_a_game_that_the_computer_plays_alone_ends_by_repetition(ring: str) -> None:
    words = (f"{ring}:game", "--you", "none", "--level", "1", "--moves", "1 -1 1 -1")
    data = json.loads(played(*words, "--json"))
    assert (data["moves"], data["winner"], data["end"]) == (
        ["1", "-1", "1", "-1"], None, "the same position for the third time"
    )  # fmt: skip
    assert "a draw (the same position for the third time)" in played(*words)


def test_a_saved_game_remembers_its_positions(ring: str, tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    played(f"{ring}:game", "--you", "both", typed=f"1;-1;1;save {file};quit")
    assert json.loads(Path(file).read_text())["moves"] == ["1", "-1", "1"]
    out = played(f"{ring}:game", "--load", file, typed="-1;quit")
    assert "the same position for the third time" in out


def test_patience_is_told() -> None:
    assert how_it_ended(CHESS, ["8/8/8/4k3/8/8/8/R3K3 w - - 100 80"]) == "100 half-moves without progress"
    assert how_it_ended(CHESS, ["8/8/8/4k3/8/8/8/R3K3 w - - 99 80"]) == ""
    assert how_it_ended(CHESS, ["8/8/8/8/8/8/8/kK6 b - - 0 80"]) == ""  # a draw that the board shows


def test_the_player_at_the_prompt_knows_the_positions_before(ring: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from halfmove.cli import opponent

    seen: list[Any] = []
    choose = opponent.move_at_level

    def watched(core: Any, *given: Any) -> Any:
        seen.append(core.past)
        return choose(core, *given)

    monkeypatch.setattr(opponent, "move_at_level", watched)
    played(f"{ring}:game", "--level", "1", "--moves", "1 1", typed="1;quit")
    assert [[place.at for place in each] for each in seen] == [[0, 1, 2]]


def test_a_match_ends_games_by_repetition(ring: str) -> None:
    plan = matches.match(f"{ring}:game", f"{ring}:forth_and_back", f"{ring}:Chooser", games=2, opening=0)
    one, other = matches.run(plan, jobs=1).games
    assert one.moves == other.moves == ("1", "-1", "1", "-1")
    assert (one.end, one.score, one.note) == ("over", 0.5, "the same position for the third time")
    lost = matches.match(f"{ring}:lost", f"{ring}:forth_and_back", f"{ring}:Chooser", games=2, opening=0)
    assert [game.score for game in matches.run(lost, jobs=1).games] == [0.0, 1.0]  # the side to move has lost


def test_openings_count_among_the_positions_of_a_match(ring: str) -> None:
    plan = matches.match(f"{ring}:game", "nodes=10,compiled=no", f"{ring}:forth_and_back", games=4, opening=3)
    for game in matches.run(plan, jobs=1).games:
        assert game.end == "over"
        assert not game.note.startswith("move")


def test_an_analysis_knows_which_move_ends_the_game_by_repetition(ring: str) -> None:
    out = played(f"{ring}:game", "--you", "both", "--time", "0.2", "--moves", "1 -1 1", typed="analyse;quit")
    assert "\n  -1  a draw\n" in out
    lost = played(f"{ring}:lost", "--you", "both", "--time", "0.2", "--moves", "1 -1 1", typed="analyse;quit")
    assert "\n  -1  the first player loses in 1\n" in lost


# Moves as players write them down


def test_moves_are_read_and_shown_as_players_write_them(ring: str) -> None:
    out = played(f"{ring}:spelled", "--you", "both", "--moves", "1. to-1 2.to-2", typed="moves;to-3;-1;position;quit")
    assert "Type a move, such as to-3;" in out
    assert "to-3 to-1\n" in out
    assert "last move: to-3" in out
    assert "2 after 4\n" in out
    again = played(f"{ring}:spelled", "--you", "both", "--position", "2 after 4", typed="position;quit")
    assert "2 after 4\n" in again
    nothing = played("tic_tac_toe", "--you", "both", typed="position;quit")
    assert "tic-tac-toe has no text for a position" in nothing


@pytest.mark.parametrize(
    ("fen", "word", "move"),
    [
        (chess.STARTING_FEN, "e4", "e2e4"),
        (chess.STARTING_FEN, "e2e4", "e2e4"),
        (chess.STARTING_FEN, "e2-e4", "e2e4"),
        (chess.STARTING_FEN, "Ng1f3", "g1f3"),
        (chess.STARTING_FEN, "Ngf3!?", "g1f3"),
        (chess.STARTING_FEN, "Nf3+", "g1f3"),
        (chess.STARTING_FEN, "nf3", None),
        (chess.STARTING_FEN, "f3", "f2f3"),
        (chess.STARTING_FEN, "Ne4", None),
        (chess.STARTING_FEN, "N", "Na3 or Nc3 or Nf3 or Nh3"),
        (chess.STARTING_FEN, "", None),
        (chess.STARTING_FEN, "--", None),
        ("4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1", "0-0", "e1g1"),
        ("4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1", "O-O-O", "e1c1"),
        ("4k3/8/8/8/8/8/4P3/R3K2R w Q - 0 1", "O-O", None),
        ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8=N", "b7b8n"),
        ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8q", "b7b8q"),
        ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8R+", "b7b8r"),
        ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8", "b8=B or b8=N or b8=Q+ or b8=R+"),
        ("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "Ne4", "Nce4 or Nge4"),
        ("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "Nce4", "c3e4"),
        ("4k3/8/8/8/1B6/2p5/1P6/4K3 w - - 0 1", "bxc3", "b2c3"),
        ("4k3/8/8/8/1B6/2p5/8/4K3 w - - 0 1", "bxc3", None),
        ("4k3/8/8/8/1B6/2p5/1P6/4K3 w - - 0 1", "Bxc3", "b4c3"),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", "exd6e.p.", "e5d6"),
    ],
)
def test_what_players_write(fen: str, word: str, move: str | None) -> None:
    if move is not None and " or " in move:
        with pytest.raises(hm.UsageError, match=f"{word!r} may be {re.escape(move)}.* there"):
            move_from(CHESS, fen, word)
    else:
        assert move_from(CHESS, fen, word) == (None if move is None else (move,))


def test_no_spelling_is_read_as_another_move() -> None:
    """Every move of random games is read back, as short and as long as it may be written, as python-chess reads it."""
    chance = random.Random(5)
    for _ in range(usually(2, 30)):
        board = chess.Board()
        while not board.is_game_over() and len(board.move_stack) < 120:
            legal = list(board.legal_moves)
            move = chance.choice(legal)
            texts = {board.san(move), board.lan(move), board.uci(move), board.san(move).rstrip("+#")}
            for text in texts:
                assert move_from(CHESS, board.fen(), text) == (move.uci(),), (board.fen(), text)
            stranger = chance.choice("KQRBN") + chess.square_name(chance.randrange(64))
            try:
                theirs = [board.parse_san(stranger).uci()]
            except chess.AmbiguousMoveError:
                theirs = [each.uci() for each in legal][:2]
            except ValueError:
                theirs = []
            try:
                ours = move_from(CHESS, board.fen(), stranger)
                assert theirs == ([] if ours is None else list(ours)), (board.fen(), stranger)
            except hm.UsageError:
                assert len(theirs) == 2, (board.fen(), stranger)
            board.push(move)


def test_lines_of_moves_with_and_without_numbers() -> None:
    line = line_from(CHESS, CHESS.start, "1. e4 e5 2.Nf3 Nc6 3. Bb5", "--moves")
    assert line == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]
    game = PlayedGame(CHESS, "chess")
    for move in line:
        game.play(move)
    assert game.all_named() == ["e4", "e5", "Nf3", "Nc6", "Bb5"]
    assert game.last_named() == "Bb5"
    with pytest.raises(hm.UsageError, match="'Nf4' is not a move; the moves there are"):
        line_from(CHESS, CHESS.start, "1. e4 e5 2. Nf4", "--moves")


def test_a_spelling_that_is_no_text_is_told() -> None:
    from dataclasses import replace

    wrong = replace(CHESS, spell=lambda p, move: 7)
    with pytest.raises(hm.GameError, match=r"spell\(.* returns 7, which is not text"):
        spelled(wrong, wrong.start, "e2e4")
