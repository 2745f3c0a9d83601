"""Learning an evaluation from the rules: what is found, what is learned, and that it can be repeated."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.cli.program import main
from halfmove.evaluations.shape import Side
from halfmove.learning import checkpoints
from halfmove.learning.apart import apart
from halfmove.learning.cells import cells_of, sample
from halfmove.learning.course import course_for
from halfmove.learning.patterns import covering
from halfmove.learning.shaping import largest_guess
from halfmove.learning.strength import Compared, opponents
from halfmove.learning.structure import together
from halfmove.learning.train import Interrupted, train

TOE = hm.games.tic_tac_toe()


@pytest.fixture(autouse=True)
def _ask_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask the rules less often than a real training does."""
    monkeypatch.setattr("halfmove.learning.structure._CALLS", 1500)


def few(game: hm.Game, games: int = 40, **more: Any) -> hm.Evaluation:
    return train(game, **{"games": games, "jobs": 1, "compiled": False, "seed": 5} | more)


# What is found


def test_squares_of_boards_are_found() -> None:
    game = hm.games.othello(6)
    found = cells_of(game, sample(game, 0))
    assert len(found.cells) == 36
    assert {cell.leaves for cell in found.cells} == {(0, 1)}
    assert {cell.base for cell in found.cells} == {3}


def test_three_boards_of_a_square_are_one_digit() -> None:
    game = hm.games.checkers()
    found = cells_of(game, sample(game, 0))
    assert sum(cell.leaves == (0, 1, 2) and cell.base == 5 for cell in found.cells) == 32
    assert found.side.leaf == 4


def test_pits_are_numbers() -> None:
    game = hm.games.kalah(4, 3)
    found = cells_of(game, sample(game, 0))
    assert len(found.cells) == 10
    assert all(cell.bits > 1 for cell in found.cells)
    assert found.side == Side(2, (0, 1), ())


def test_the_side_to_move_is_read_from_the_stones() -> None:
    found = cells_of(TOE, sample(TOE, 0), phases=2)
    assert found.side.boards == (0, 1)
    assert found.phases.count == 2


def test_lines_belong_together() -> None:
    seen = sample(TOE, 0)
    matrix = together(TOE, seen, cells_of(TOE, seen).cells, 0)
    assert matrix[0, 1] + matrix[0, 4] > matrix[0, 5] + matrix[0, 7]
    assert np.allclose(matrix, matrix.T)


def test_patterns_reach_every_cell() -> None:
    game = hm.games.breakthrough(5, 5)
    cells = cells_of(game, sample(game, 0)).cells
    chance = random.Random(2)
    matrix = np.array([[chance.random() for _ in cells] for _ in cells])
    found = covering(matrix + matrix.T, cells, 3.0, 6, 729)
    counts = [sum(cell in pattern for pattern in found) for cell in range(len(cells))]
    assert len(found) == len(set(found)) == 13
    assert min(counts) >= 2
    assert all(len(pattern) == 6 for pattern in found)


class Odd(NamedTuple):
    """A position whose rules hang, or fail, where it is not legal."""

    left: int
    check: int


def _odd_moves(p: Any) -> Any:
    while p.left + p.check != 20:
        if p.check > 12:
            raise RuntimeError
    for take in (1, 2):
        if take <= p.left:
            yield take


ODD = hm.Game(
    "odd", Odd(20, 0), _odd_moves, lambda p, take: Odd(p.left - take, p.check + take), lambda p: (p.left == 0, -1)
)


def test_rules_that_hang_on_illegal_positions_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("halfmove.learning.apart._CALL", 0.002)
    assert few(ODD, 10).games == 10


def test_work_apart_always_ends() -> None:
    assert apart(lambda: [1, "two"], 10) == [1, "two"]
    assert apart(lambda: os._exit(3), 10) is None
    began = time.monotonic()
    assert apart(lambda: time.sleep(60), 0.1) is None
    assert time.monotonic() - began < 30


def test_a_guess_stays_below_the_smallest_win() -> None:
    assert largest_guess({50}) == 50
    assert largest_guess({50, 20}) == 1
    assert 0 < largest_guess({0.5}) < 0.5
    assert few(hm.games.othello(4), 10).shape.limit == 1


TOE50 = replace(TOE, result=lambda p: (TOE.result(p)[0], 50 * TOE.result(p)[1]))
RARE = replace(TOE, result=lambda p: (TOE.result(p)[0], TOE.result(p)[1] * (50 if p[0] & 1 else 3)))


def test_a_smaller_win_that_is_seen_later_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("halfmove.learning.train.sample", lambda game, seed: sample(TOE50, seed))
    assert few(RARE, 40).shape.limit == 1


# What is learned


def test_the_same_seed_gives_the_same_bytes() -> None:
    once = few(TOE)
    assert once.as_bytes() == few(TOE, jobs=3).as_bytes()
    assert once != few(TOE, seed=6)
    assert (once.games, once.seed, once.name) == (40, 5, "tic-tac-toe")


def test_both_speeds_learn_the_same() -> None:
    assert few(TOE) == few(TOE, compiled=True, jobs=2)


def test_it_learns() -> None:
    errors: list[float] = []
    few(TOE, 3000, compiled=None, progress=lambda stage: errors.append(stage.error))
    played = [error for error in errors if error]
    assert played[-1] < 0.85 * played[0]


def test_an_interrupted_training_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("halfmove.learning.train._SAVE_EVERY", 0.0)
    game, file = hm.games.nim(3, 4, 5), str(tmp_path / "training")
    whole = few(game, 400)

    def stop(stage: Any) -> None:
        if stage.games > 200:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted, match="stopped by Ctrl-C after") as stopped:
        few(game, 400, checkpoint=file, progress=stop)
    assert stopped.value.evaluation is not None
    assert 200 < stopped.value.evaluation.games < 400
    with pytest.raises(hm.UsageError, match="already exists"):
        few(game, 400, checkpoint=file)
    with pytest.raises(hm.UsageError, match="it was begun for other rules"):
        few(TOE, 400, checkpoint=file, resume=True)
    assert few(game, 400, checkpoint=file, resume=True, jobs=2) == whole


def test_a_damaged_checkpoint_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("halfmove.learning.train._SAVE_EVERY", 0.0)
    file = tmp_path / "training"
    few(TOE, checkpoint=str(file))
    content = file.read_bytes()
    assert checkpoints.read(file, TOE).done.games > 0
    for cut in (0, 70, 700, len(content) - 9):
        file.write_bytes(content[:cut] + bytes([content[cut] ^ 4]) + content[cut + 1 :])
        with pytest.raises(hm.UsageError, match="training"):
            few(TOE, checkpoint=str(file), resume=True)


class Again(NamedTuple):
    """Who takes an odd number moves again."""

    left: int
    player: int
    points: int


def _again_moves(p: Any) -> Any:
    for take in (1, 2, 3):
        if take <= p.left:
            yield take


def _again_play(p: Any, take: Any) -> Any:
    gain = take if p.player == 0 else -take
    return Again(p.left - take, p.player if take % 2 else 1 - p.player, p.points + gain)


def _again_result(p: Any) -> Any:
    return p.left == 0, 0.5 * (p.points if p.player == 0 else -p.points)


AGAIN = hm.Game("again", Again(15, 0, 0), _again_moves, _again_play, _again_result, turn=lambda p: p.player)


def _data_moves(p: Any, data: Any) -> Any:
    for take in (1, 2):
        if take <= p[0][0]:
            yield take


NESTED = hm.Game(
    "nested",
    ((9,), 0),
    _data_moves,
    lambda p, take, data: ((p[0][0] - take,), 1 - p[1]),
    lambda p, data: (p[0][0] == 0, int(data[0])),
    data=np.array([-1, 4]),
)
ONE_MOVE = hm.Game("one move", 1, lambda p: (yield 1), lambda p, m: 0, lambda p: (p == 0, -1))


@pytest.mark.parametrize("game", [AGAIN, NESTED, hm.games.connect_four(4, 4)], ids=lambda game: game.name)
def test_odd_games_can_be_learned(game: hm.Game) -> None:
    evaluation = few(game, 20)
    assert hm.check(evaluation.apply(game), games=5)
    assert hm.Player(game, hm.Limits(nodes=50), evaluation=evaluation, compiled=False).choose().move is not None


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (ONE_MOVE, "nothing in its positions changes"),
        (replace(ONE_MOVE, start=0), "is over where it starts"),
        (replace(TOE, result=lambda p: (TOE.result(p)[0], 0)), "no random game was won or lost"),
        (hm.trees.uniform(2, 3), "is a tree"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_where_there_is_nothing_to_learn_it_says_so(game: hm.Game, words: str) -> None:
    with pytest.raises(hm.UsageError, match=words):
        few(game)


@pytest.mark.parametrize("given", [{"minutes": 0}, {"minutes": float("nan")}, {"games": 0}, {"jobs": 0}, {"seed": 1.5}])
def test_wrong_arguments_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(hm.UsageError):
        train(TOE, **given)
    with pytest.raises(hm.UsageError, match="resume needs"):
        train(TOE, resume=True)


def test_a_time_ends_the_training() -> None:
    assert train(TOE, minutes=0.001, compiled=False, jobs=1).games > 0


# What it is worth


def test_what_a_match_says() -> None:
    assert Compared("x", (2.0, 1.5, 2.0, 1.5, 2.0, 2.0), 0.1).outcome == "stronger"
    assert Compared("x", (0.0, 0.5) * 5, 0.1).outcome == "weaker"
    assert "no difference is proven" in str(Compared("x", (1.0, 1.0, 2.0, 0.0), 0.1))
    assert [words for words, _ in opponents(TOE)] == ["the player without an evaluation"]
    assert len(opponents(hm.games.othello(4))) == 2


def test_the_command_learns_and_judges(tmp_path: Path) -> None:
    file = str(tmp_path / "toe.eval")
    words = ["train", "tic_tac_toe", "--games", "60", "--interpreted", "--jobs", "1", "--out", file]
    done = CliRunner().invoke(main, [*words, "--no-match", "--json"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert found["games"] == 60
    assert hm.Evaluation.load(file) == few(TOE, 60, seed=0)
    assert os.listdir(tmp_path) == ["toe.eval"]
    again = CliRunner().invoke(main, words)
    assert again.exit_code == 2
    assert "exists already" in again.output
    assert CliRunner().invoke(main, [*words[:-2]]).exit_code == 2


def test_a_look_inside(tmp_path: Path) -> None:
    file = str(tmp_path / "toe.eval")
    few(TOE, 200).save(file)
    done = CliRunner().invoke(main, ["train", "tic_tac_toe", "--show", file])
    assert done.exit_code == 0, done.output
    assert "How much each square counts" in done.output
    found = json.loads(CliRunner().invoke(main, ["train", "tic_tac_toe", "--show", file, "--json"]).stdout)
    assert len({tuple(place) for place in found["places"]}) == 9
    assert min(found["cells"]) > 0
    wrong = CliRunner().invoke(main, ["train", "othello", "--show", file])
    assert wrong.exit_code == 2
    assert "not for Othello" in wrong.output


def test_a_killed_command_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "nim.eval"
    words = ["train", "nim:3,4,5", "--games", "6000", "--interpreted", "--jobs", "1", "--no-match", "--out", str(file)]
    script = "import halfmove.learning.train as t; import halfmove.learning.structure as s; "
    script += "t._SAVE_EVERY = 0.0; s._CALLS = 1500; from halfmove.cli import run; run()"
    process = subprocess.Popen([sys.executable, "-c", script, *words], stderr=subprocess.DEVNULL)
    checkpoint = Path(f"{file}.training")
    until = time.monotonic() + 60
    while not checkpoint.exists() and time.monotonic() < until:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    done = checkpoints.read(checkpoint, hm.games.nim(3, 4, 5)).done.games
    assert 0 < done < 6000
    assert not file.exists()
    refused = CliRunner().invoke(main, words)
    assert refused.exit_code == 2
    assert "--resume" in refused.output
    games = str(done + course_for(sample(hm.games.nim(3, 4, 5), 0), 0).batch)
    words[3] = games
    assert CliRunner().invoke(main, [*words, "--resume"]).exit_code == 0
    assert hm.Evaluation.load(file) == few(hm.games.nim(3, 4, 5), int(games), seed=0)
    assert not checkpoint.exists()
