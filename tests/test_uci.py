"""The engine: what it says to which lines, and that it always answers."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chess
import chess.engine
import pytest

import halfmove as hm
from halfmove.games.chess.polyglot import packed
from halfmove.games.chess.tables import Home
from halfmove.model import Counts, Result
from halfmove.uci import readiness, searching
from halfmove.uci.engine import Engine
from halfmove.uci.info import best_move, score
from halfmove.uci.options import OPTIONS
from halfmove.uci.place import Place
from halfmove.uci.words import Go, go_from, option_from, place_from

from .conftest import usually

LONG = 60.0  # seconds: what does not answer takes longer
MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"


class Talk:
    """An engine, and what it has said."""

    def __init__(self, game: hm.Game | None = None, **given: Any) -> None:
        self.said: list[str] = []
        self._new = threading.Condition()
        self.game = game or hm.games.connect_four()
        self.engine = Engine(self.game, self._hear, **{"compiled": False, **given})

    def _hear(self, line: str) -> None:
        with self._new:
            self.said.append(line)
            self._new.notify_all()

    def say(self, *lines: str) -> None:
        for line in lines:
            assert self.engine.obey(line)

    def until(self, beginning: str, count: int = 1) -> list[str]:
        """All lines, when so many begin like this."""
        with self._new:
            found = self._new.wait_for(lambda: len(self.lines(beginning)) >= count, LONG)
        assert found, f"no {beginning} within {LONG} seconds: {self.said}"
        return list(self.said)

    def lines(self, beginning: str) -> list[str]:
        return [line for line in self.said if line.startswith(beginning)]

    def ready(self, *lines: str) -> list[str]:
        """What is said to these lines and `isready`, up to the answer."""
        before, wanted = len(self.said), len(self.lines("readyok")) + 1
        self.say(*lines, "isready")
        return self.until("readyok", wanted)[before:]

    def answer(self, *lines: str) -> list[str]:
        """What is said to these lines, up to the best move."""
        before = len(self.said)
        wanted = len(self.lines("bestmove")) + 1
        self.say(*lines)
        return self.until("bestmove", wanted)[before:]


@pytest.fixture
def talk() -> Iterator[Callable[..., Talk]]:
    made: list[Talk] = []

    def begin(*given: Any, **named: Any) -> Talk:
        made.append(Talk(*given, **named))
        return made[-1]

    yield begin
    for each in made:
        each.engine.close()


# --- words ---


def test_what_go_asks_for() -> None:
    complaints: list[str] = []

    def asked(line: str) -> Go:
        return go_from(line.split(), complaints.append)

    assert asked("wtime 1000 btime -20 winc 10 binc 0 movestogo 5") == Go(1000, -20, 10, 0, 5)
    assert asked("infinite searchmoves e2e4 d2d4 depth 3") == Go(infinite=True, moves=("e2e4", "d2d4"), depth=3)
    assert asked("ponder movetime 5 joho nodes 7 mate 2") == Go(ponder=True, movetime=5, nodes=7, mate=2)
    assert asked(f"nodes {10**18}").nodes == 10**12
    assert complaints == []
    assert asked("depth x nodes 0 movetime -1 depth") == Go()
    assert complaints == [
        "go depth needs a whole number, not 'x'",
        "go nodes must be at least 1, not 0",
        "go movetime must be at least 0, not -1",
        "go depth needs a whole number",
    ]
    assert asked(f"depth {'9' * 5000}") == Go()


def test_names_and_positions_may_have_blanks() -> None:
    assert option_from(["name", "Move", "Overhead", "value", "30"]) == ("Move Overhead", "30")
    assert option_from(["name", "Clear", "Hash"]) == ("Clear Hash", "")
    assert option_from(["name", "BookFile", "value", "my", "own", "book"]) == ("BookFile", "my own book")
    assert place_from(["fen", "8/8", "w", "-", "-", "0", "1", "moves", "a2a3"]) == ("8/8 w - - 0 1", ["a2a3"])
    assert place_from(["startpos"]) == place_from([]) == (None, [])


# --- a transcript ---


def test_a_conversation(talk: Callable[..., Talk]) -> None:
    one = talk()
    one.say("uci")
    assert one.said[0] == f"id name halfmove {hm.__version__} (connect four)"
    assert one.said[1].startswith("id author ")
    assert one.said[-1] == "uciok"
    assert one.said[2:-1] == [option.line for option in OPTIONS]
    assert "option name Hash type spin default 64 min 1 max 65536" in one.said
    assert "option name BookFile type string default <empty>" in one.said
    assert "option name OwnBook type check default false" in one.said
    assert "option name Clear Hash type button" in one.said
    assert one.ready() == ["readyok"]
    assert one.ready("ucinewgame") == ["readyok"]
    found = one.answer("position startpos moves 4 4", "go depth 3")
    assert [line for line in found if not line.startswith("info depth")] == found[-1:]
    for line in found[:-1]:
        assert re.fullmatch(
            r"info depth \d+ seldepth \d+ multipv 1 score cp -?\d+ nodes \d+ nps \d+ hashfull \d+ time \d+ pv [\d ]+",
            line,
        ), line
    assert re.fullmatch(r"bestmove \d ponder \d", found[-1])
    assert not one.engine.obey("quit")


def test_what_is_unknown_is_left_out(talk: Callable[..., Talk]) -> None:
    one = talk()
    one.say("", "   ", "joho debug on", "register later", "register name a code b", "stop", "ponderhit")
    assert one.said == []
    one.say("joho isready")
    one.until("readyok")
    one.say("nonsense \x1b[31m")
    assert one.said[-1] == r"info string there is no command 'nonsense \x1b[31m'"
    one.say("isready now")
    one.until("readyok", 2)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("setoption name Hash value many", "option Hash is a whole number from 1 to 65536, not 'many'"),
        ("setoption name hash value 0", "option Hash is a whole number from 1 to 65536, not '0'"),
        (f"setoption name Hash value {'9' * 5000}", "option Hash is a whole number"),
        ("setoption name OwnBook value perhaps", "option OwnBook is true or false, not 'perhaps'"),
        ("setoption name Hsh value 3", "there is no option 'Hsh'; the options are Hash"),
        ("setoption", "there is no option ''"),
        ("position startpos moves 4 9", "move 2, '9', is not legal; the moves before it were made"),
        ("position fen 49", "'49'"),
        ("go depth x searchmoves 9", "go depth needs a whole number"),
    ],
)
def test_what_is_wrong_is_told(talk: Callable[..., Talk], line: str, sentence: str) -> None:
    one = talk()
    one.say(line, "stop")
    assert one.said[0].startswith("info string ")
    assert sentence in one.said[0]
    assert "\n" not in one.said[0]
    assert one.answer("go depth 1")[-1].startswith("bestmove")


def test_a_wrong_position_changes_nothing(talk: Callable[..., Talk]) -> None:
    one = talk()
    one.say("position startpos moves 1 2", "position fen 49", "d")
    assert one.said[-1].startswith("Moves: ")
    board = one.said[-8:-1]
    assert board == one.game.picture(one.game.locate("12")).split("\n")
    one.say("position startpos moves 1 2 9 3", "d")  # the moves before the wrong one are made
    assert one.said[-8:-1] == board


def test_a_game_without_text_for_positions(talk: Callable[..., Talk]) -> None:
    one = talk(hm.games.tic_tac_toe())
    one.say("position fen 123")
    assert one.said == ["info string tic-tac-toe has no text for positions: use position startpos moves ..."]
    assert one.answer("position startpos moves 1 2", "go depth 9")[-1].startswith("bestmove")
    with pytest.raises(hm.UsageError, match="is a tree"):
        talk(hm.trees.explicit([3, 5]))


# --- searches ---


def test_infinite_and_ponder_wait_with_their_answer(talk: Callable[..., Talk]) -> None:
    one = talk(hm.games.tic_tac_toe())
    end = "position startpos moves 1 2 3 4 5 6"  # one move wins: the search is over at once
    for go, ending in (("go infinite", "stop"), ("go ponder movetime 1", "ponderhit"), ("go ponder", "stop")):
        one.ready("ucinewgame")
        before, told = len(one.lines("bestmove")), len(one.lines("info depth"))
        one.say(end, go)
        one.until("info depth", told + 1)
        time.sleep(0.05)
        assert len(one.lines("bestmove")) == before
        one.say(ending)
        assert one.until("bestmove", before + 1)[-1] == "bestmove 7"


def test_every_go_is_answered(talk: Callable[..., Talk]) -> None:
    one = talk()
    one.say("go infinite", "go infinite", "position startpos moves 4", "go infinite", "stop", "stop")
    one.until("bestmove", 3)
    assert one.answer("go movetime 1")[-1].startswith("bestmove")
    assert one.answer("go movetime 0")[-1].startswith("bestmove")
    assert one.answer("go wtime 1 btime 1")[-1].startswith("bestmove")
    assert one.answer("go wtime -5 btime -5 movestogo 1")[-1].startswith("bestmove")
    assert one.answer("go nodes 1")[-1].startswith("bestmove")
    assert one.answer("go ponder wtime 50 btime 50", "ponderhit", "ponderhit")[-1].startswith("bestmove")
    one.say("go infinite")
    one.engine.close()
    assert len(one.lines("bestmove")) == 10


def test_limits(talk: Callable[..., Talk]) -> None:
    one = talk()
    depths = [int(line.split()[2]) for line in one.answer("go depth 4") if line.startswith("info depth")]
    assert depths == sorted(depths)
    assert depths[-1] == 4
    nodes = [int(re.findall(r" nodes (\d+)", line)[0]) for line in one.answer("go nodes 500")[:-1]]
    assert nodes[-1] <= 600
    began = time.monotonic()
    one.answer("go movetime 30")
    one.answer("go wtime 100 btime 60000 winc 0 binc 0")
    assert time.monotonic() - began < LONG


def test_only_these_moves(talk: Callable[..., Talk]) -> None:
    one = talk()
    found = one.answer("go depth 2 searchmoves 1 7 9")
    assert found[0] == "info string searchmoves: 9 is not a legal move"
    assert {re.findall(r" pv (\d)", line)[0] for line in found[1:-1]} <= {"1", "7"}
    assert found[-1].split()[1] in ("1", "7")


def test_several_lines(talk: Callable[..., Talk]) -> None:
    one = talk()
    found = one.answer("setoption name MultiPV value 3", "position startpos moves 4 4", "go depth 4")
    last = [line for line in found if line.startswith("info depth 4 ")]
    assert [re.findall(r"multipv (\d)", line)[0] for line in last] == ["1", "2", "3"]
    values = [int(re.findall(r"score cp (-?\d+)", line)[0]) for line in last]
    assert values == sorted(values, reverse=True)
    firsts = [re.findall(r" pv (\d)", line)[0] for line in last]
    assert len(set(firsts)) == 3
    assert found[-1].split()[1] == firsts[0]
    best = hm.Player(one.game, hm.Limits(), compiled=False).choose("44", depth=4)
    assert values[0] == 100 * best.value / one.game.unit
    many = one.answer("setoption name MultiPV value 200", "go depth 2")
    assert len([line for line in many if line.startswith("info depth 2 ")]) == 7
    assert one.answer("go movetime 20")[-1].startswith("bestmove")
    assert one.answer("go nodes 100")[-1].startswith("bestmove")


def test_levels(talk: Callable[..., Talk]) -> None:
    one = talk()
    found = one.answer("setoption name Level value 2", "go depth 9 searchmoves 1")
    assert found[0].startswith("info string level 2 decides itself")
    assert found[-1].startswith("bestmove")
    assert max(int(line.split()[2]) for line in found if line.startswith("info depth")) <= 2
    one.say("go ponder wtime 100 btime 100", "ponderhit")
    one.until("bestmove", 2)


def test_options_of_the_player(talk: Callable[..., Talk], tmp_path: Path) -> None:
    one = talk(hm.games.tic_tac_toe())
    said = one.ready("setoption name OwnBook value true")
    assert "info string OwnBook is true, but no BookFile is named" in said
    said = one.ready(f"setoption name BookFile value {tmp_path}/none.book")
    assert "info string BookFile cannot be used: " in " ".join(said)
    said = one.ready(f"setoption name Evaluation value {tmp_path}/none.eval")
    assert "info string Evaluation cannot be used: " in " ".join(said)
    hm.train(one.game, games=20, compiled=False).save(tmp_path / "toe.eval")
    said = one.ready(f"setoption name Evaluation value {tmp_path}/toe.eval")
    assert "Evaluation cannot" not in " ".join(said)
    guess = one.answer("position startpos moves 1", "go depth 1")
    assert guess[-1].startswith("bestmove")
    one.ready("setoption name Evaluation value <empty>")
    assert one.answer("position startpos moves 1", "go depth 1")[-2].split("score")[1].split()[:2] == ["cp", "0"]
    assert guess[-2].split("score")[1].split()[:2] != ["cp", "0"]
    said = one.ready("setoption name BookFile value <empty>", f"setoption name EndgamePath value {tmp_path}")
    assert f"info string EndgamePath: there is no *.db in {tmp_path}" in said
    hm.solve(one.game, str(tmp_path / "ttt.db"), compiled=False)
    one.ready(f"setoption name EndgamePath value {tmp_path}/ttt.db", "setoption name Hash value 2")
    assert one.answer("position startpos moves 1 2", "go")[-1].startswith("bestmove")
    assert " nodes 0 " in one.lines("info")[-1]  # it was looked up
    one.ready("setoption name Clear Hash")
    one.say("uci")
    assert "option name Hash type spin default 2 min 1 max 65536" in one.said


def test_what_others_know_of_chess(talk: Callable[..., Talk], tmp_path: Path) -> None:
    game: Any = hm.games.chess()
    entries = [(game.start, game.parse("a2a3"), 1)]
    (tmp_path / "a3.bin").write_bytes(packed(entries, Home(), game.data.tolist()))
    hm.solve(hm.games.nim(1, 2), str(tmp_path / "nim.db"), compiled=False)
    (tmp_path / "empty").mkdir()
    one = talk(game)
    said = one.ready("setoption name OwnBook value true", f"setoption name BookFile value {tmp_path}/a3.bin")
    assert said == ["readyok"]
    assert one.answer("position startpos", "go")[-1].startswith("bestmove a2a3")
    places = os.pathsep.join((f"{tmp_path}/nim.db", f"{tmp_path}/empty"))
    rules, tables, ready = one.ready(f"setoption name EndgamePath value {places}")
    assert rules.startswith("info string EndgamePath: ")
    assert "rules that differ from those of 'chess'" in rules
    assert "has no Syzygy tables" in tables
    assert ready == "readyok"


def test_more_memory_than_there_is(talk: Callable[..., Talk], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "free_memory", lambda: 100 << 20)
    one = talk(hm.games.tic_tac_toe())
    said = one.ready("setoption name Hash value 101")
    assert said[0] == "info string Hash 101 and Threads 1 cannot be used: only 100 MB of memory are free"
    assert one.answer("go depth 1")[-1].startswith("bestmove")


def test_stop_while_it_is_not_ready(talk: Callable[..., Talk], monkeypatch: pytest.MonkeyPatch) -> None:
    import halfmove.uci.engine as module

    go_on = threading.Event()

    def slowly(*given: Any) -> hm.Player:
        assert go_on.wait(LONG)
        return made(*given)

    made = module.made
    monkeypatch.setattr(module, "made", slowly)
    one = talk()
    one.say("isready", "go infinite", "stop")
    assert one.until("bestmove")[-1].startswith("bestmove")
    assert one.answer("go movetime 50")[-1].startswith("bestmove")  # in plain Python, rather than losing on time
    assert one.lines("readyok") == []
    go_on.set()
    one.until("readyok")


def test_an_error_of_a_game_is_told(talk: Callable[..., Talk]) -> None:
    def evaluate(p: Any) -> int:
        return 1 // 0

    game = hm.games.connect_four()
    broken = hm.Game("broken", game.start, game.moves, game.play, game.result, evaluate, data=game.data)
    one = talk(broken)
    found = one.answer("go depth 3")
    assert found[0].startswith("info string ")
    assert "ZeroDivisionError" in found[0]
    assert found[-1].startswith("bestmove ")
    assert found[-1] != "bestmove (none)"


# --- scores ---


def test_scores() -> None:
    game = hm.games.chess()

    def shown(value: Any, bound: Any, said: str = "") -> str:
        return score(game, Result(value, bound, Counts(), 0.0, "player", said=said))

    assert shown(57, "estimate") == "cp 57"
    assert shown(-57, "lower") == "cp -57 lowerbound"
    assert shown(30, "upper") == "cp 30 upperbound"
    assert shown(0, "exact", "draw") == "cp 0"
    assert shown(30000, "exact", "wins in 3") == "mate 3"
    assert shown(30000, "lower", "wins in 3") == "mate 3"
    assert shown(-30000, "upper", "loses in 2") == "mate -2"
    assert shown(30000, "estimate", "+300.00") == "cp 30000"  # not proven: no mate
    assert shown(float("inf"), "exact", "wins") == "cp 32000"
    assert best_move(game, game.start, None) == "bestmove (none)"


def test_the_end_of_a_game(talk: Callable[..., Talk]) -> None:
    one = talk(hm.games.chess())
    for fen, said in (
        ("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
        ("7k/8/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ):
        assert one.answer(f"position fen {fen}", "go infinite", "stop") == [
            f"info depth 0 score {said}",
            "bestmove (none)",
        ]
    found = one.answer("position fen 8/8/8/4k3/8/8/4P3/4K3 w - - 120 90", "go depth 1")
    assert found[-1].startswith("bestmove e")  # 50 moves have passed, but nobody has claimed the draw


def test_a_mate_in_two(talk: Callable[..., Talk]) -> None:
    one = talk(hm.games.chess())
    found = one.answer("position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "go mate 1")
    assert " score mate 1 " in found[-2]
    assert chess.Board("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1").is_legal(chess.Move.from_uci(found[-1].split()[1]))


# --- the position ---


def test_moves_are_played_once() -> None:
    game, complaints = hm.games.chess(), list[str]()
    played = []

    def play(p: Any, move: Any, data: Any) -> Any:
        played.append(move)
        return game.play(p, move, data)

    counted = hm.Game(
        "chess", game.start, game.moves, play, game.result, parse=game.parse, format=game.format, data=game.data,
        locate=game.locate, write=game.write,
    )  # fmt: skip
    place = Place(counted)
    line = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]
    for count in range(len(line) + 1):
        place.set(None, line[:count], complaints.append)
        assert len(place.past) == count
        assert place.is_second == (count % 2 == 1)
    assert len(played) == len(line)
    place.set(None, [*line[:4], "f1c4"], complaints.append)
    assert len(played) == len(line) + 1
    board = chess.Board()
    for word in [*line[:4], "f1c4"]:
        board.push_uci(word)
    assert game.write(place.at).split()[:4] == board.fen(en_passant="legal").split()[:4]  # type: ignore[misc]
    place.set("8/8/8/4k3/8/8/4P3/4K3 b - - 0 1", ["e5d5"], complaints.append)
    assert not place.is_second
    place.set("8/8/8/4k3/8/8/4P3/4K3 b - - 0 1", [], complaints.append)
    assert place.is_second
    assert complaints == []


def test_players_that_move_twice() -> None:
    game = hm.games.kalah(3, 3)
    place = Place(game)
    while not game.outcome(place.at)[0] and len(place.past) < 8:
        word = game.format(game.legal(place.at)[-1]) if game.format else str(game.legal(place.at)[-1])
        words = [*place._words, word]
        place.set(None, words, pytest.fail)
        assert place.is_second == (game.call("turn", place.at) != game.call("turn", game.start))
    assert len(place.past) == 8 or game.outcome(place.at)[0]


def test_the_history_is_passed_on(talk: Callable[..., Talk], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[searching.Asked] = []
    plain = searching.Search.__init__

    def noted(self: Any, game: Any, ready: Any, about: searching.Asked, say: Any) -> None:
        asked.append(about)
        plain(self, game, ready, about, say)

    monkeypatch.setattr(searching.Search, "__init__", noted)
    one = talk(hm.games.chess())
    one.answer("position startpos moves g1f3 g8f6 f3g1 f6g8", "go depth 1")
    assert len(asked[0].past) == 4
    assert asked[0].past[0] == one.game.start


# --- any order of lines ---

PIECES = """
uci; isready; ucinewgame; stop; ponderhit; d; debug on; register later; joho; go; go infinite; go ponder; go depth 2
go depth 1 searchmoves 1 2; go movetime 2; go wtime 20 btime 20 winc 1 binc 1; go ponder wtime 20 btime 20; go nodes 30
go mate 1; go depth; go infinite searchmoves x; go movetime -3; position startpos; position startpos moves
position startpos moves 1 2 3; position startpos moves 1 1 1 1 1; position startpos moves 1 2 3 4 5 6 7
position startpos moves 0 9; position fen 5; position fen; position; setoption name MultiPV value 3
setoption name MultiPV value 1; setoption name Hash value 1; setoption name Hash value 2; setoption name Level value 1
setoption name Level value 10; setoption name Clear Hash; setoption name Threads value 0; setoption name
setoption name Move Overhead value 0; \x00\ufffd
"""
LINES = [line.strip() for line in PIECES.strip().replace("\n", ";").split(";")]


@pytest.mark.parametrize("seed", range(usually(4, 40)))
def test_any_order_of_lines(talk: Callable[..., Talk], seed: int) -> None:
    """Nothing crashes or hangs, and every `go` has exactly one answer."""
    chance = random.Random(seed)
    game = chance.choice([hm.games.tic_tac_toe(), hm.games.connect_four(4, 4, 3), hm.games.kalah(3, 3)])
    for _ in range(usually(6, 25)):
        one = talk(game, values={"Hash": 1})
        goes = asked = 0
        for _ in range(chance.randrange(1, 15)):
            line = chance.choice(LINES)
            goes += line.split()[0] == "go"
            asked += line == "isready"
            one.say(line)
            if chance.random() < 0.1:
                time.sleep(0.002)
        one.say("stop")
        one.until("bestmove", goes)
        one.until("readyok", asked)
        one.engine.close()
        assert len(one.lines("bestmove")) == goes
        assert len(one.lines("readyok")) == asked
        legal = {game.format(move) if game.format else str(move) for move in range(20)}
        assert all(line.split()[1] in legal | {"(none)"} for line in one.lines("bestmove"))


# --- as a process ---


def started(*words: str) -> list[str]:
    return [sys.executable, "-m", "halfmove", "uci", *words, "--interpreted"]


def test_with_a_chess_program() -> None:
    with chess.engine.SimpleEngine.popen_uci(started(), timeout=LONG) as engine:
        engine.configure({"Hash": 8})
        board = chess.Board()
        played = engine.play(board, chess.engine.Limit(time=0.05), info=chess.engine.INFO_ALL)
        assert played.move in board.legal_moves
        assert {"depth", "score", "nodes", "pv", "time", "hashfull"} <= set(played.info)
        board = chess.Board("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")
        found = engine.analyse(board, chess.engine.Limit(depth=2))
        assert found["score"].white() == chess.engine.Mate(1)
        board.push(found["pv"][0])
        assert board.is_checkmate()
        assert engine.play(board, chess.engine.Limit(time=0.05)).move is None
        board = chess.Board(MATE_IN_2)
        lines = engine.analyse(board, chess.engine.Limit(depth=2), multipv=3)
        assert len({each["pv"][0] for each in lines}) == 3
        only = [chess.Move.from_uci("a1a2")]
        assert engine.play(board, chess.engine.Limit(nodes=50), root_moves=only).move == only[0]
        board = chess.Board()
        with engine.analysis(board) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 2:
                    break
            analysis.stop()
            assert analysis.wait().move in board.legal_moves
        while len(board.move_stack) < 4:
            played = engine.play(board, chess.engine.Limit(white_clock=2, black_clock=2), ponder=True)
            assert played.move is not None
            board.push(played.move)
            assert played.ponder is None or played.ponder in board.legal_moves


def test_the_end_of_its_input_ends_it() -> None:
    given = "uci\nposition startpos moves 4\ngo infinite\n"
    ran = subprocess.run(started("connect_four"), input=given, capture_output=True, text=True, timeout=LONG, check=True)
    assert ran.stderr == ""
    assert ran.stdout.splitlines()[-1].startswith("bestmove")
    odd = b"isready\r\n\xff\xfe\n" + b"x" * (2 << 20) + b"\nposition startpos\tmoves 1\ngo depth 1\nquit\nuci\n"
    ran_odd = subprocess.run(started("connect_four"), input=odd, capture_output=True, timeout=LONG, check=True)
    assert b"readyok" in ran_odd.stdout
    assert b"uciok" not in ran_odd.stdout
    assert ran_odd.stdout.count(b"bestmove") == 1


def test_a_program_that_goes_away() -> None:
    with subprocess.Popen(started("connect_four"), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(b"isready\ngo infinite\n")
        running.stdin.flush()
        running.stdout.readline()
        running.stdout.close()
        running.stdin.close()
        assert running.wait(LONG) in (0, 141)


def test_what_cannot_be_an_engine() -> None:
    for game, sentence in (("uniform:2,3", "is a tree"), ("tictactow", "tic_tac_toe")):
        ran = subprocess.run(started(game), capture_output=True, text=True, check=False, timeout=LONG)
        assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
        assert sentence in ran.stderr
