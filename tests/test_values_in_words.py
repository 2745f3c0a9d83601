"""What is said of the value that an algorithm found: who wins where that is proven, and what is only a guess."""

from __future__ import annotations

import json
import pickle
import re
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.cli.program import main
from halfmove.showing.values import Words, words_of

MATCHES = """
import halfmove as hm

def moves(left):
    for take in (1, 2, 3):
        if take <= left:
            yield take

def play(left, take):
    return left - take

def result(left):
    return left == 0, -1

plain = hm.Game("plain", 30, moves, play, result)
short = hm.Game("short", 30, moves, play, result, longest=30)
thirds = hm.Game("thirds", 30, moves, play, result, lambda left: 1 / 30)
cents = hm.Game("cents", 30, moves, play, lambda left: (left == 0, -10000), lambda left: 40, unit=100)
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("own") / "own.py"
    path.write_text(MATCHES)
    return str(path)


def value(*words: str) -> str:
    """The line of the value on the page of a search."""
    ran = CliRunner().invoke(main, ["search", *words, "--interpreted"])
    assert ran.exit_code == 0, ran.stderr
    found = re.search(r"^  value +(.*)$", ran.stdout, re.MULTILINE)
    assert found
    return found[1]


def found(game: hm.Game, algorithm: str = "alpha_beta", **named: Any) -> hm.Result:
    return hm.search(game, algorithm, compiled=False, **named)


def first(result: hm.Result) -> str:
    """How the text of a result begins."""
    return str(result).partition(", move")[0]


def test_a_search_to_the_end_is_proven() -> None:
    nim = hm.games.nim(1, 2)
    assert first(found(nim)) == "wins, value 1 (exact)"
    assert first(found(hm.games.nim(2, 2))) == "loses, value -1 (exact)"
    assert first(found(nim, depth=3)) == "wins, value 1 (exact)"  # as far as any line goes
    assert "wins" in found(nim)._repr_html_()
    assert words_of(found(hm.games.othello(4), limits=hm.Limits(nodes=20))) == Words()
    assert value("nim:1,2", "-a", "alpha_beta") == "wins (1)"
    assert value("nim:2,2", "-a", "df_pn") == "at most a draw (at most 0)"
    assert value("nim:1,2", "--window=-1,0") == "at least a draw (at least 0)"
    stopped = value("nim:1,1,2", "-a", "alpha_beta", "--nodes", "14")
    assert stopped == "at least -1 (stopped by the limit of nodes)"


def test_without_guesses_all_but_0_is_proven(file: str) -> None:
    assert value(f"{file}:plain", "--depth", "3") == "no win in sight (0 at depth 3)"
    assert value(f"{file}:plain", "--moves", "3 3 3 3 3 3 3 3 3", "--depth", "1") == "wins (1 at depth 1)"
    assert value(f"{file}:plain", "--moves", "3 3 3 3 3 3 3 3 2", "--depth", "2") == "loses (-1 at depth 2)"
    assert value(f"{file}:plain", "--moves", "3 3 3 3 3 3 3 3 2", "--depth", "1") == "no win in sight (0 at depth 1)"
    assert value(f"{file}:short", "--moves", "3 3 3 3 3 3 3 3 2", "--depth", "30") == "loses (-1)"
    assert first(found(hm.games.tic_tac_toe(), depth=3)) == "no win in sight, value 0 (at depth 3)"


def test_a_guess_is_called_one(file: str) -> None:
    assert value("connect_four", "--position", "33241", "--depth", "5") == "+4, a guess at depth 5"
    assert value("othello:size=4", "--depth", "5") == "even, a guess at depth 5"
    assert value("connect_four", "--window=-1,0", "--depth", "3") == "at least 0, a guess at depth 3"
    assert value(f"{file}:thirds", "--depth", "3") == "-0.03, a guess at depth 3 (-0.0333333)"
    assert value(f"{file}:cents", "--depth", "3") == "-0.40, a guess at depth 3 (-40)"
    stopped = value("connect_four", "--depth", "4", "--nodes", "100")
    assert stopped == "at least 0, a guess at depth 4 (stopped by the limit of nodes)"
    assert first(found(hm.games.connect_four(), depth=2)).endswith("(a guess at depth 2)")


def test_numbers_are_exact_for_programs_and_short_for_people(file: str) -> None:
    ran = CliRunner().invoke(main, ["search", f"{file}:thirds", "--depth", "3", "--json"])
    assert json.loads(ran.stdout)["value"] == -1 / 30
    tree = hm.trees.explicit([1 / 30, 1 / 40])
    assert first(found(tree)) == "value 0.0333333 (exact)"
    assert value("[0.03333333333333333,0.025]") == "0.0333333"
    assert value("[12345678.0,0.5]") == "12345678"
    assert repr(found(tree)).startswith(f"Result(value={1 / 30}, bound='exact'")


def guessed() -> hm.Game:
    """The first move leads to a reply that loses at once, and to one that is guessed to be worse."""
    children = {"start": ["a"], "a": ["won", "open"], "open": ["lost"]}

    def moves(p):
        for number in range(len(children[p])):
            yield number

    def result(p):
        return p in ("won", "lost"), 1

    def evaluate(p):
        return 5

    return hm.Game("guessed", "start", moves, lambda p, move: children[p][move], result, evaluate)


def test_a_line_to_the_end_is_no_proof() -> None:
    """At depth 2 the best line ends the game with 1. But the other reply, guessed at 5, loses."""
    game = guessed()
    near = found(game, depth=2)
    assert (near.value, near.line) == (1, (0, 0))
    assert words_of(near) == Words("", "by a line to the end of the game at depth 2")
    assert found(game).value == -1
    assert words_of(found(game)).verdict == "loses"


def test_results_travel_without_their_game() -> None:
    one = found(hm.games.tic_tac_toe(), depth=2)
    other = pickle.loads(pickle.dumps(one))
    assert other == one
    assert first(other) == "value 0 (exact)"
    assert "place" not in one.as_dict()


def test_a_trace_says_the_same() -> None:
    ran = CliRunner().invoke(main, ["trace", "connect_four", "--depth", "1", "-a", "alpha_beta"])
    assert ran.stderr.startswith("value 1 (a guess at depth 1), 7 leaves evaluated")


def test_the_word_of_a_player_stays() -> None:
    assert value("nim:1,2,4", "--time", "1") == "wins in 4 (1)"
    assert first(hm.Player(hm.games.nim(1, 2, 4), compiled=False).choose()) == "wins in 4, value 1 (exact)"
