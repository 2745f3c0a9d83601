"""Matches: players from text, openings in pairs, what results say, and games that are the same however run."""

from __future__ import annotations

import json
import math
import os
import re
import signal
import sys
import time
from collections import deque
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove import conformance, matches
from halfmove.cli.program import main
from halfmove.engine.parallel import workers
from halfmove.matches import entrants, files, statistics
from halfmove.matches.entrant import Choice
from halfmove.matches.one_game import Effort, GameRecord, is_late
from halfmove.matches.openings import openings, wins_at_once
from halfmove.matches.players import player_from
from tests.conftest import facts, process, refused

QUICK = "nodes=60,compiled=off"
OWN = """
import halfmove as hm

def last(game, position):
    return game.legal(position)[-1]

def illegal(game, position):
    return 12345

def broken(game, position):
    raise RuntimeError("no idea")

class Fresh:
    def __init__(self, game):
        self.game, self.asked = game, 0

    def choose(self, position):
        self.asked += 1
        assert self.asked <= 6  # of one game only
        return self.game.legal(position)[0]

class _Engine:
    def choose(self, position):
        return hm.search(hm.games.tic_tac_toe(), depth=2, position=position, compiled=False)

engine = _Engine()
number = 5

def of_one(position):
    return 1

class NoChoose:
    def __init__(self, game):
        pass

class Wrong(NoChoose):
    def choose(self):
        return 1

def as_text(game, position):
    return str(game.legal(position)[0])
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    return tmp_path


def played(game: str, one: str, other: str, jobs: int = 1, **named: Any) -> matches.Standing:
    return matches.run(matches.match(game, one, other, **named), jobs=jobs)


def told(games: list[GameRecord]) -> list[Any]:
    """All that must be the same: everything but the time."""
    return [(game.pair, game.first, game.score, game.end, game.moves) for game in games]


def wait_for(file: Path) -> None:
    """Wait until a match has a finished pair."""
    until = time.monotonic() + 60
    while not file.exists() and time.monotonic() < until:
        time.sleep(0.02)


# --- players from text ---


@pytest.mark.parametrize(
    ("text", "kind", "options"),
    [
        ("player", "player", {}),
        ("time=0.1,quiescence=off", "player", {"time": 0.1, "quiescence": False}),
        ("player:nodes=500,method=search,threads=2", "player", {"nodes": 500, "method": "search", "threads": 2}),
        ("memory=1 MB,reductions=on", "player", {"memory": 1 << 20, "reductions": True}),
        ("mcts:playouts=1000,seed=3", "mcts", {"playouts": 1000, "seed": 3}),
        ("mcts:time=0.1,greedy=off", "mcts", {"time": 0.1, "greedy": False}),
        ("best_first:nodes=100", "best_first", {"nodes": 100}),
        ("random:seed=1", "random", {"seed": 1}),
        ("alpha_beta:depth=6", "algorithm", {"depth": 6}),
        ("aspiration:guess=0,error=2,time=0.5", "algorithm", {"time": 0.5}),
        ("best_first_minimax:budget=50", "algorithm", {}),
    ],
)
def test_players_from_text(text: str, kind: str, options: dict[str, Any]) -> None:
    spec = player_from(text)
    assert (spec.kind, spec.named, str(spec)) == (kind, options, text)


def test_a_player_has_a_second_unless_another_limit_is_given() -> None:
    limits = [player_from(text).limits for text in ("player", "time=0.1", "nodes=5", "depth=3", "mcts:playouts=9")]
    assert [each.seconds for each in limits] == [1.0, 0.1, None, None, None]


def test_the_same_player_is_the_same_however_it_is_written() -> None:
    assert player_from("nodes=5,killers=off").identity == player_from("player: killers=off, nodes=5").identity
    assert player_from("level=easy").identity == player_from("level=1").identity != player_from("level=2").identity
    assert player_from("nodes=5").identity != player_from("nodes=6").identity


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("alphabet:depth=3", "there is no player 'alphabet'; did you mean 'alpha_beta'?"),
        ("", "there is no player ''"),
        ("tme=0.1", "player 'tme=0.1' has no option 'tme'; did you mean 'time'?"),
        ("mcts:depth=3", "player 'mcts:depth=3' has no option 'depth'"),
        ("random:time=1", "player 'random:time=1' has no option 'time'; its options are seed"),
        ("time=fast", "player 'time=fast', option time: 'fast' is not a number"),
        ("time=0", "time= is seconds above 0"),
        ("time=0.1,", "'time=0.1,' has an extra comma"),
        ("nodes=1.5", "nodes= must be a whole number from 1 on, not 1.5"),
        ("killers=perhaps", "killers= is on or off, not 'perhaps'"),
        ("method=serch", "there is no method 'serch'; did you mean 'search'?"),
        ("depth=3,method=mcts", "method=mcts has no depth"),
        ("level=3,depth=2", "a level sets its own depth: leave depth= or level= out"),
        ("level=hrd", "there is no level 'hrd'; did you mean 'hard'?"),
        ("level=0", "a level must be a whole number from 1 to 10, not 0"),
        ("level=easy,method=mcts", "level 1 (easy) does not use method=mcts"),
        ("mcts:level=3", "player 'mcts:level=3' has no option 'level'"),
        ("mcts:1000", "options are written NAME=VALUE"),
        ("alpha_beta", "say how far it may look, as in alpha_beta:depth=6"),
        ("alpha_beta:depht=6", "alpha_beta has no parameter 'depht'"),
        ("own.py", "name the player in this file, as in own.py:my_player"),
        ("own.py:lst", "own.py has no player 'lst'; did you mean 'last'?"),
        ("own.py:number", "must be a function"),
        ("own.py:last:depth=3", "takes no options here"),
        ("nowhere.py:x", "there is no file nowhere.py"),
    ],
)
def test_wrong_texts_are_told_in_a_sentence(own: Path, text: str, sentence: str) -> None:
    with pytest.raises(hm.UsageError) as error:
        player_from(text)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ({"games": 3}, "games must be even.* not 3"),
        ({"games": 0}, "games must be a whole number from 2 .*not 0"),
        ({"opening": -1}, "opening must be a whole number from 0 .*not -1"),
        ({"longest": 0}, "longest must be a whole number from 1 .*not 0"),
        ({"game": "uniform:2,3"}, r"T\(2,3\).* is a tree"),
        ({"game": "nim:look_ahead=3"}, "nim:look_ahead=3: .*studies"),
        ({"game": "tictactow"}, "'tictactow'.* 'tic_tac_toe'"),
    ],
)
def test_wrong_matches(named: dict[str, Any], sentence: str) -> None:
    given: dict[str, Any] = {"game": "tic_tac_toe", "player1": "random", "player2": "random"} | named
    with pytest.raises(hm.UsageError, match=sentence):
        matches.match(**given)


# --- openings ---


def test_openings_differ_and_are_open() -> None:
    game = hm.games.connect_four()
    lines = list(islice(openings(game, 4, 1), 50))
    positions = []
    for line in lines:
        at = game.start
        for move in line:
            at = game.next(at, move)
        assert not game.outcome(at)[0]
        assert not wins_at_once(game, at)
        positions.append(game.call("symmetry", at))
    assert len(set(positions)) == 50
    assert list(islice(openings(game, 4, 1), 20)) == lines[:20]
    assert list(islice(openings(game, 4, 2), 20)) != lines[:20]


def test_openings_of_short_games_are_short() -> None:
    assert matches.match("connect_four", "random", "random").opening == 4
    assert matches.match("tic_tac_toe", "random", "random").opening == 1
    assert matches.match("nim:1", "random", "random").opening == 1
    assert matches.match("connect_four", "random", "random", longest=2).opening == 2
    assert matches.match("tic_tac_toe", "random", "random", opening=3).opening == 3


def test_when_there_are_no_more_openings_they_get_longer() -> None:
    lengths = [len(line) for line in openings(hm.games.tic_tac_toe(), 1, 1)]
    assert lengths.count(1) == 3  # a corner, an edge, the middle
    assert lengths == sorted(lengths)
    assert lengths[-1] > 1


def test_a_small_game_has_a_short_match() -> None:
    with pytest.warns(RuntimeWarning, match="so fewer games were played"):
        standing = played("nim:2,2", "random", "random", opening=1)
    assert 2 <= len(standing.games) < 20
    assert played("nim:2,2", "random", "random", opening=0, games=20).games[19].opening == 0


# --- games ---


def test_pairs_and_colours() -> None:
    standing = played("connect_four:width=4,height=4,connect=3", QUICK, "random", games=12, opening=2, test=None)
    assert [game.first for game in standing.games] == [1, 2] * 6
    for one, other in standing.pairs:
        assert one.opening == other.opening == 2
        assert one.moves[:2] == other.moves[:2]
    assert standing.score.value > 0.6
    assert sum(standing.results(1)) == sum(standing.results(2)) == 6


def test_who_wins_is_told_for_player_1() -> None:
    standing = played("nim:1,2,3,4", "player:depth=9,method=search,compiled=off", "random", games=8, opening=1)
    game = hm.games.nim(1, 2, 3, 4)
    for record in standing.games:
        at, side = game.start, 0
        for word in record.moves:
            (move,) = (each for each in game.legal(at) if game.format(each).replace(" ", "") == word)  # type: ignore[misc]
            at, side = game.next(at, move), 1 - side
        over, score = game.outcome(at)
        assert over
        winner_side = side if score > 0 else 1 - side
        assert record.score == float((winner_side == 0) == (record.first == 1))


def test_a_player_who_moves_again() -> None:
    standing = played("kalah:pits=3,seeds=2", "alpha_beta:nodes=200,compiled=off", "random", games=8, opening=2)
    assert {game.end for game in standing.games} == {"over"}
    assert standing.score.value > 0.5


def test_illegal_moves_and_errors_lose(own: Path) -> None:
    standing = played("tic_tac_toe", "own.py:illegal", "own.py:last", games=4, opening=2)
    assert [game.score for game in standing.games] == [0.0] * 4
    assert {game.end for game in standing.games} == {"illegal"}
    assert "12345 is not a legal move" in standing.games[0].note
    assert "player 1 lost 4 games by an illegal move, first in pair 1, game 1, move 3" in standing.notes[0]
    standing = played("tic_tac_toe", "own.py:last", "own.py:broken", games=4, opening=2)
    assert [game.score for game in standing.games] == [1.0] * 4
    assert "raises RuntimeError: no idea" in standing.games[0].note
    assert "own.py:11" in standing.games[0].note


def test_the_legal_moves_are_shown_as_they_are(own: Path) -> None:
    standing = played("tic_tac_toe", "own.py:as_text", "random", games=2, opening=6, longest=9)
    found = [game for game in standing.games if game.end == "illegal"]
    assert re.search(r"move 7: '\d' is not a legal move; the legal moves are \[\d, \d, \d\]", found[0].note)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("of_one", "player own.py:of_one: it must take (game, position): a player is a function"),
        ("NoChoose", "player own.py:NoChoose: objects of this class have no `choose`: a player is a function"),
        ("Wrong", "player own.py:Wrong: its `choose` must take (position): a player is a function"),
    ],
)
def test_a_player_that_cannot_play_is_refused_at_the_start(own: Path, name: str, sentence: str) -> None:
    with pytest.raises(hm.UsageError) as error:
        played("tic_tac_toe", f"own.py:{name}", "random", games=4, opening=2)
    assert sentence in str(error.value)


def test_what_players_print_goes_to_standard_error(own: Path) -> None:
    talking = "print('loaded')\ndef talk(game, p):\n    print('I think')\n    return game.legal(p)[0]\n"
    (own / "talking.py").write_text(talking)
    words = ["talking.py:talk", "random", "--game", "tic_tac_toe", "--games", "2", "--opening", "2", "--jobs", "1"]
    ran = CliRunner().invoke(main, ["match", *words, "--json"])
    assert json.loads(ran.stdout)["games"] == 2
    assert "loaded" in ran.stderr
    assert "I think" in ran.stderr
    assert "1 opening played twice" in CliRunner().invoke(main, ["match", *words]).stdout


class _Killed(workers.Workers):
    """Workers of which one dies as soon as it has a pair to play."""

    died = 0

    def answers(self, waiting: Any, patiently: bool) -> Any:
        if not self.died:
            self.died = next(worker.process.pid for worker in self._all if worker.given) or 0
            os.kill(self.died, signal.SIGKILL)
        return super().answers(waiting, patiently)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_pairs_of_a_killed_process_are_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("halfmove.matches.running.Workers", _Killed)
    plan = matches.match("tic_tac_toe", "random", "random", games=24, opening=2)
    standing = matches.run(plan, jobs=2)
    assert told(standing.games) == told(matches.run(plan, jobs=1).games)
    assert len(standing.games) == 24


def _tenfold(number: int) -> int:
    return 10 * number


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_all_that_a_killed_process_was_given_is_done_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_MOMENT", float("inf"))  # so that a process is given two items at once
    waiting, answers, killed = deque(range(1, 10)), {}, False
    with workers.Workers(1) as made:
        while waiting or made.busy:
            made.hand_out(_tenfold, waiting)
            (worker,) = made._all
            if len(worker.given) == 2 and not killed:
                killed = True
                os.kill(worker.process.pid, signal.SIGKILL)
            for item, answer in made.answers(waiting, patiently=True):
                assert item not in answers
                answers[item] = answer
    assert killed
    assert answers == {number: 10 * number for number in range(1, 10)}


def test_a_player_that_ends_its_process(own: Path) -> None:
    (own / "ends.py").write_text("import os\ndef end(game, p):\n    os._exit(4)\n")
    plan = matches.match("tic_tac_toe", "ends.py:end", "random", games=8, opening=2)
    with pytest.raises(workers.WorkersLost, match="a process of this run was killed or ended itself"):
        matches.run(plan, jobs=2)


def test_players_of_ones_own(own: Path) -> None:
    standing = played("tic_tac_toe", "own.py:Fresh", "own.py:engine", games=8, opening=2)
    assert {game.end for game in standing.games} == {"over"}
    effort = standing.effort(2)
    assert (effort.looked, effort.depths) == (effort.moves, 2 * effort.moves)  # it answers with a Result
    assert standing.effort(1).looked == 0


def test_a_game_without_end_is_drawn() -> None:
    standing = played("tic_tac_toe", "random", "random", games=4, opening=2, longest=3)
    assert [(game.score, game.end, len(game.moves)) for game in standing.games] == [(0.5, "length", 3)] * 4
    assert standing.notes == ["4 games counted as drawn after 3 half-moves"]
    full = played("tic_tac_toe", "random", "random", games=40, opening=2, longest=9)
    assert {game.end for game in full.games} == {"over"}  # the last move of all may end it


def test_plain_python_is_told_unless_it_is_wanted(own: Path) -> None:
    wanted = played("tic_tac_toe", QUICK, "random", games=2, opening=2)
    assert wanted.effort(1).plain == wanted.effort(1).moves > 0
    assert wanted.notes == []
    standing = played("tic_tac_toe", "random", "own.py:engine", games=2, opening=2)
    moves = standing.effort(2).moves
    assert standing.notes == [f"player 2 found {moves} of {moves} moves in plain Python, slowly"]


def test_nobody_checks_rules_while_the_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking at a new position takes milliseconds: who came to it first would have less time than who came later."""
    clock_runs, looked = [False], []
    line, choose = conformance._line, {kind: kind.choose for kind in (entrants._Engine, entrants._Bare)}

    def watched(*given: Any, **named: Any) -> Any:
        looked.append(clock_runs[0])
        return line(*given, **named)

    monkeypatch.setattr(conformance, "_line", watched)
    for kind in choose:

        def timed(self: Any, position: Any, turn: Any, plain: Any = choose[kind]) -> Choice:
            clock_runs[0] = True
            try:
                return plain(self, position, turn)
            finally:
                clock_runs[0] = False

        monkeypatch.setattr(kind, "choose", timed)
    standing = played("kalah:3,3", "depth=2,compiled=off", "alpha_beta:depth=2,compiled=off", games=4)
    assert standing.effort(1).moves > 4
    assert looked
    assert not any(looked)


def test_equal_players_play_the_same_game_twice() -> None:
    """With equal nodes neither place, nor colour, nor order is worth anything."""
    standing = played("kalah:4,3", QUICK, QUICK, games=12)
    assert standing.scores == [1.0] * 6
    assert all(one.moves == other.moves for one, other in standing.pairs)


LETTERS = """
import halfmove as hm

def moves(p):
    for count in (1, 2, 3):
        if count <= len(p):
            yield count

game = hm.Game("letters", "abcdefghij", moves, lambda p, count: p[count:], lambda p: (p == "", -1), lambda p: 0)
"""


def test_either_player_may_be_one_that_cannot_be_compiled(own: Path) -> None:
    (own / "letters.py").write_text(LETTERS, encoding="utf-8")
    plan = matches.match("letters.py:game", "alpha_beta:depth=2", "alpha_beta:depth=3", games=2, opening=0)
    with pytest.warns(RuntimeWarning, match="plain Python"):
        standing = matches.run(plan, jobs=1)
    assert {game.end for game in standing.games} == {"over"}


def test_late_moves_are_counted(own: Path) -> None:
    slow = "import time\ndef choose(game, p):\n    time.sleep(0.03)\n    return game.legal(p)[0]\n"
    (own / "slow.py").write_text(slow)
    assert [is_late(seconds, 0.1) for seconds in (0.12, 0.105)] == [True, False]
    assert [is_late(61, 60, by_clock) for by_clock in (False, True)] == [False, True]
    effort = Effort().with_move(Choice(1, 3, 10), 0.12, True).with_move(Choice(1), 0.105, False)
    effort = effort.with_move(Choice(1), 9, False)
    assert (effort.moves, effort.late, effort.nodes, effort.counted, effort.looked) == (3, 1, 10, 1, 1)
    standing = played("tic_tac_toe", "slow.py:choose", "random", games=2, opening=4)
    assert standing.effort(1).slowest >= 0.03


@pytest.mark.parametrize("other", ["alpha_beta:depth=2", "mtd_f:guess=0,nodes=100", "best_first:nodes=50", "random"])
def test_all_kinds_play(other: str) -> None:
    other += "" if other == "random" else ",compiled=off"
    standing = played("tic_tac_toe", "mcts:playouts=30,compiled=off", other, games=4, opening=2)
    assert {game.end for game in standing.games} == {"over"}


# --- the same games, however they are played ---


@pytest.fixture(scope="module")
def plan() -> matches.Match:
    return matches.match("connect_four:width=5,height=4", QUICK, "mcts:playouts=20,compiled=off", games=16)


@pytest.fixture(scope="module")
def undisturbed(plan: matches.Match) -> list[Any]:
    return told(matches.run(plan, jobs=1).games)


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_cores_do_not_matter(
    plan: matches.Match, undisturbed: list[Any], monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(workers, "_start_method", lambda: way)
    assert told(matches.run(plan, jobs=2).games) == undisturbed


def test_another_seed_is_another_match(plan: matches.Match, undisturbed: list[Any]) -> None:
    again = matches.match("connect_four:width=5,height=4", QUICK, "mcts:playouts=20,compiled=off", games=16, seed=2)
    assert told(matches.run(again, jobs=1).games) != undisturbed


def test_a_match_goes_on_from_its_file(plan: matches.Match, undisturbed: list[Any], tmp_path: Path) -> None:
    file = str(tmp_path / "match.json")

    def stop(standing: matches.Standing) -> None:
        if len(standing.pairs) == 3:
            raise KeyboardInterrupt

    with pytest.raises(matches.Interrupted, match="after 6 of 16 games") as stopped:
        matches.run(plan, jobs=1, file=file, progress=stop)
    assert told(stopped.value.standing.games) == undisturbed[:6]
    with pytest.raises(hm.UsageError, match="already exists"):
        matches.run(plan, jobs=1, file=file)
    counts: list[int] = []
    standing = matches.run(plan, 1, file, True, lambda standing: counts.append(len(standing.pairs)))
    assert counts == [4, 5, 6, 7, 8]
    assert told(standing.games) == undisturbed
    assert told(matches.run(plan, 1, file, True).games) == undisturbed


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_killed_match_goes_on(plan: matches.Match, undisturbed: list[Any], tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    words = ["match", QUICK, "mcts:playouts=20,compiled=off", "--game", "connect_four:width=5,height=4"]
    more = ["--games", "2000", "--sprt", "off", "--jobs", "2", "--out", str(file)]
    with process(sys.executable, "-m", "halfmove", *words, *more) as running:
        wait_for(file)
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
    held = files.MatchFile(str(file)).read(plan)
    assert 0 < len(held) < 1000
    assert told(matches.run(plan, 1, str(file), True).games) == undisturbed


def test_files_of_other_matches_and_damaged_ones_are_refused(plan: matches.Match, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    short = matches.match("tic_tac_toe", "random", "random", games=4)
    matches.run(short, 1, str(file))
    before = file.read_text()
    with pytest.raises(hm.UsageError, match="holds another match: its game is 'tic_tac_toe'"):
        matches.run(plan, 1, str(file), True)
    for damage in (before.replace("over", "ovar", 1), before[:-20], "[]", '{"kind": "halfmove match", "version": 1}'):
        file.write_text(damage)
        with pytest.raises(hm.UsageError, match=r"damaged|not the file of a match"):
            matches.run(short, 1, str(file), True)
        assert file.read_text() == damage


def test_the_test_ends_a_match_at_the_same_pair_on_any_number_of_cores() -> None:
    test = matches.SequentialTest(0, 200)
    plan = matches.match("connect_four:width=5,height=4", QUICK, "random", games=100, test=test)
    one, two = matches.run(plan, jobs=1), matches.run(plan, jobs=2)
    assert one.decided
    assert len(one.games) < 100
    assert told(one.games) == told(two.games)
    assert one.verdict.startswith("player 1 is stronger: +200 Elo fit")


# --- statistics ---


def test_elo_and_score() -> None:
    assert statistics.score_of_elo(0) == 0.5
    assert statistics.score_of_elo(400) == pytest.approx(10 / 11)
    assert statistics.elo_of_score(0.64) == pytest.approx(99.95, abs=0.01)
    assert statistics.elo_of_score(1) == math.inf
    assert statistics.elo_of_score(0) == -math.inf
    for elo in (-300, -1, 0, 50):
        assert statistics.elo_of_score(statistics.score_of_elo(elo)) == pytest.approx(elo, abs=1e-9)


def test_the_interval_is_that_of_pairs() -> None:
    pairs = [2, 1, 1.5, 1, 0.5, 1, 2, 1.5, 1, 1]
    mean, variance = 0.625, 0.53125 / 9  # of pair / 2, by hand
    reach = 2.262157 * math.sqrt(variance / 10)
    found = statistics.score(pairs)
    assert (found.value, found.low, found.high) == pytest.approx((mean, mean - reach, mean + reach), abs=1e-6)
    assert statistics.superiority(pairs) == pytest.approx(0.94813, abs=1e-4)
    assert statistics.pentanomial(pairs) == (0, 1, 5, 2, 2)


def test_pairs_that_ended_alike_leave_doubt() -> None:
    found = statistics.score([2] * 10)
    assert (found.value, found.high) == (1, 1)
    assert found.low == pytest.approx(0.025 ** (1 / 10))
    even = statistics.score([1] * 10)
    assert even.low == pytest.approx(1 - even.high)
    assert 0.3 < even.low < 0.5
    assert statistics.score([]) == matches.Estimate(0.5, 0, 1)
    assert statistics.superiority([2] * 3) == 1 - 0.5**4
    assert statistics.superiority([1] * 3) == 0.5


def test_the_ratio_of_the_sequential_test() -> None:
    """Where only two scores occur, 0 and 2, the chances are s and 1 - s, and the ratio is known."""
    test = matches.SequentialTest(0, 100)
    s = statistics.score_of_elo(100)
    by_hand = 30 * math.log(s / 0.5) + 20 * math.log((1 - s) / 0.5)
    assert test.ratio([2] * 30 + [0] * 20) == pytest.approx(by_hand, abs=0.02)
    # With many pairs it nears that of normal distributions with the same variance.
    pairs = ([1] * 50 + [1.5] * 24 + [0.5] * 20 + [2] * 3 + [0] * 3) * 20
    near = matches.SequentialTest(0, 10)
    mean = sum(pairs) / len(pairs) / 2
    variance = sum((each / 2 - mean) ** 2 for each in pairs) / len(pairs)
    s0, s1 = 0.5, statistics.score_of_elo(10)
    normal = len(pairs) * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert near.ratio(pairs) == pytest.approx(normal, rel=0.02)
    assert near.bound == pytest.approx(math.log(19))


def test_when_the_test_is_decided() -> None:
    test = matches.SequentialTest(0, 100)
    assert test.decided_after([2, 0] * 3) is None
    first = test.decided_after([2] * 40)
    assert first is not None
    assert abs(test.ratio([2] * first)) >= test.bound > abs(test.ratio([2] * (first - 1)))
    assert test.decided_after([2] * 40, first - 1) == first
    assert test.decided_after([]) is None
    assert test.ratio([0] * 5) < 0


@pytest.mark.parametrize("wrong", [(20, 0), (0, 0), (0, 5000), (math.nan, 3)])
def test_wrong_tests(wrong: tuple[float, float]) -> None:
    with pytest.raises(hm.UsageError, match=rf"from -1000 to 1000.* not {wrong[0]:g},{wrong[1]:g}"):
        matches.SequentialTest(*wrong)
    with pytest.raises(hm.UsageError, match=r"pair .*not 3"):
        statistics.pentanomial([3])


# --- the command ---


def command(*words: str, code: int = 0) -> str:
    ran = CliRunner().invoke(main, ["match", *words])
    assert ran.exit_code == code, ran.output
    return ran.stdout if code == 0 else ran.output


def test_the_page() -> None:
    page = command(QUICK, "random", "--game", "tic_tac_toe", "--games", "10", "--opening", "2", "--jobs", "1")
    words = [QUICK, "random", "--game", "tic_tac_toe", "--games", "10", "--opening", "2", "--jobs", "1", "--json"]
    shown, data = facts(page), json.loads(command(*words))
    assert page.startswith("tic_tac_toe: ")
    assert (shown["player 1"], shown["player 2"]) == (QUICK, "random")
    for name, results in (("moves first", "as_first"), ("moves second", "as_second"), ("all games", "results")):
        assert re.search(rf"^{name} +{' +'.join(map(str, data[results].values()))}$", page, re.MULTILINE)
    told = [f"{100 * data['score'][end]:.1f}%" for end in ("value", "low", "high")]
    assert shown["score"].startswith("{} ({} to {}) ".format(*told))
    assert shown["Elo"].startswith(f"{data['elo']['value']:+.0f} ")
    assert shown["superiority"].startswith(f"{100 * data['superiority']:.1f}%")
    assert f"repeat: halfmove match {QUICK} random --game tic_tac_toe --games 10 --opening 2 --seed 1" in page


def test_json_and_games(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    words = ["random", "random:seed=2", "--game", "nim:3,4,5", "--games", "6", "--jobs", "1", "--sprt", "off"]
    data = json.loads(command(*words, "--json", "--games-file", str(file)))
    assert data["games"] == sum(data["results"].values()) == 6
    assert data["finished"]
    assert data["test"] is None
    assert 0 <= data["score"]["low"] <= data["score"]["value"] <= data["score"]["high"] <= 1
    assert [each["player"] for each in data["players"]] == ["random", "random:seed=2"]
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(lines) == 6
    assert [line["first"] for line in lines[:2]] == ["player 1", "player 2"]
    assert len(lines[0]["opening"]) == 1
    wins = sum(line["winner"] == "player 1" for line in lines)
    assert wins == data["results"]["won"]
    assert command(*words, "--games-file", "-").count("\n") == 6


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["time=0.1", "mtcs"], ["'mtcs'", "'mcts'"]),
        (["random", "random", "--sprt", "5"], ["--sprt", "0,100", "not '5'"]),
        (["random", "random", "--resume"], ["--resume", "--out"]),
        (["random", "random", "--game", "conect_four"], ["'conect_four'", "'connect_four'"]),
        (["random", "random", "--out", "-"], ["--out", "file"]),
        (["random"], ["'PLAYER2'"]),
        (["random", "random:seed=1", "mcts"], ["two players", "'mcts'"]),
        (["othello", "--games", "20"], [": halfmove match time=0.1 random --game othello --games 20\n"]),
        (["nim:3,4", "random", "mcts"], [": halfmove match random mcts --game nim:3,4\n"]),
        (["nim:3,4", "mcts", "--json", "--game", "nim:5"], [": halfmove match mcts random --game nim:5 --json\n"]),
        (["random", "random", "--games", "7"], ["games", "even", "not 7"]),
        (["random", "skips=on", "--game", "tic_tac_toe"], ["tic-tac-toe", "`skip`"]),
    ],
)
def test_wrong_usage(words: list[str], named: list[str]) -> None:
    refused(CliRunner().invoke(main, ["match", *words]), *named)


def test_a_game_of_ones_own_is_no_player(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import halfmove as hm\ngame = hm.games.nim(3, 4)\n")
    game = f"{tmp_path / 'mine.py'}:game"
    told = f": halfmove match player random --game {game}\n"
    refused(CliRunner().invoke(main, ["match", game, "player", "random"]), "two players", told)
    refused(CliRunner().invoke(main, ["match", "player", game]), "two players", told)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_shows_the_standing(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    words = ["match", QUICK, "random", "--game", "connect_four", "--games", "100000", "--sprt", "off", "--jobs", "1"]
    with process(sys.executable, "-m", "halfmove", *words, "--out", str(file)) as running:
        wait_for(file)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=120)
    assert running.returncode == 130
    assert "stopped by Ctrl-C after" in err
    assert f"--out {file} --resume" in err
    assert re.search(r"connect_four: ([1-9]\d*) of 100000 games", out.replace(",", ""))
    assert "score" in facts(out)


def test_an_algorithm_may_be_the_second_player_of_a_game_that_cannot_be_compiled(tmp_path):
    """It falls back to plain Python at either place."""
    (tmp_path / "words.py").write_text(
        "import halfmove as hm\n"
        "def moves(p):\n    yield from ('a', 'b')[: 5 - len(p)]\n"
        "def play(p, move):\n    return p + move\n"
        "def result(p):\n    return len(p) == 5, p.count('a') % 3 - 1\n"
        "game = hm.Game('words', '', moves, play, result, longest=5)\n"
    )
    plan = matches.match(f"{tmp_path}/words.py:game", "random", "alpha_beta:depth=2", games=4, opening=1)
    with pytest.warns(RuntimeWarning, match="words.*plain Python"):
        standing = matches.run(plan, jobs=1)
    assert len(standing.games) >= 2
    assert not any(game.note for game in standing.games)


def test_an_algorithm_may_play_with_a_table() -> None:
    standing = played("connect_four:width=4,height=4,connect=3", "alpha_beta:depth=4,table=1 MB", "random", games=4)
    assert not any(game.note for game in standing.games)
