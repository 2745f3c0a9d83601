"""PGN: what halfmove writes and python-chess reads, the other way round, and files of all sorts."""

from __future__ import annotations

import io
import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.pgn import WrittenGame, games_in_text
from halfmove.pgn.tokens import MOST_WORDS
from halfmove.pgn.variants import variant_of
from halfmove.random_games import random_game
from tests import chess_of_library
from tests.conftest import usually

CHESS = chess_of_library.game
HEAD = '[Event "?"]\n\n'


def read(text: str, game: hm.Game = CHESS) -> list[WrittenGame]:
    return list(games_in_text(text, game))


def only(text: str, game: hm.Game = CHESS) -> WrittenGame:
    (found,) = read(text, game)
    return found


def random_line(chance: random.Random, board: chess.Board, most: int = 60) -> list[chess.Move]:
    line, board = [], board.copy()
    while not board.is_game_over() and board.halfmove_clock < 100 and len(line) < most:
        line.append(chance.choice(list(board.legal_moves)))
        board.push(line[-1])
    return line


def theirs(chance: random.Random) -> chess.pgn.Game:
    """A random game of python-chess, with all that may stand in a file."""
    board = chess.Board()
    for move in random_line(chance, board, 40) if chance.random() < 0.5 else []:
        board.push(move)
    if board.is_game_over():
        board = chess.Board()
    board = chess.Board(board.fen())
    game: Any = chess.pgn.Game()
    game.setup(board)
    game.headers["White"] = chance.choice(["Ann", 'a "quoted" \\ name', "Ünïcode", ""])
    game.headers["Opening"] = "random"
    node: Any = game
    for move in random_line(chance, board):
        if chance.random() < 0.1:  # a variation beside the move
            other = node.add_variation(chance.choice(list(node.board().legal_moves)), comment="a ) in a comment")
            if not other.board().is_game_over():
                other.add_variation(chance.choice(list(other.board().legal_moves)))
            node.variations.clear() if move == other.move else None
        node = node.add_main_variation(move)
        if chance.random() < 0.1:
            node.comment = chance.choice(["good", "two words", "1-0 [x] (y ; 12. Nf3 " * chance.randrange(1, 9), "%"])
        if chance.random() < 0.1:
            node.nags.add(chance.randrange(1, 140))
    if node.board().is_game_over():
        game.headers["Result"] = node.board().result()
    else:
        game.headers["Result"] = chance.choice(["1-0", "0-1", "1/2-1/2", "*"])
    return game


def test_we_read_what_python_chess_writes() -> None:
    chance = random.Random(1)
    games = [theirs(chance) for _ in range(usually(6, 100))]
    found = read("\n\n".join(map(str, games)))
    assert len(found) == len(games)
    for their, our in zip(games, found, strict=True):
        assert [each.uci() for each in their.mainline_moves()] == list(our.moves)
        assert our.positions[0] == their.board().fen()
        assert our.result == their.headers["Result"]
        assert our.tags["White"] == their.headers["White"]
        assert our.tags["Opening"] == "random"
        assert our.comments == {
            i: " ".join(node.comment.split()) for i, node in enumerate(their.mainline(), 1) if node.comment
        }


def test_python_chess_reads_what_we_write() -> None:
    chance = random.Random(2)
    for _ in range(usually(6, 100)):
        start = chess.Board()
        for move in random_line(chance, start, chance.choice([0, 0, 11, 30])):
            start.push(move)
        start = chess.Board() if start.is_game_over() else start
        line = [each.uci() for each in random_line(chance, start)]
        comments = {
            i: chance.choice(["well", "a { b", "long " * 30]) for i in range(len(line)) if chance.random() < 0.1
        }
        our = WrittenGame(CHESS, line, start.fen(), None, {"White": 'A "B" \\', "Annotator": "x" * 300}, comments)
        their: Any = chess.pgn.read_game(io.StringIO(str(our)))
        assert not their.errors
        assert [each.uci() for each in their.mainline_moves()] == line
        assert their.board().fen() == start.fen()
        assert their.headers["White"] == 'A \\"B\\" \\\\'  # as it stands in the file: python-chess leaves it so
        assert their.headers["Result"] == our.result
        assert all(len(each) < 80 for each in str(our).partition("\n\n")[2].splitlines())
        assert {i: " ".join(node.comment.split()) for i, node in enumerate(their.mainline(), 1) if node.comment} == {
            i: text.strip() for i, text in comments.items() if i
        }
        again = only(str(our))
        assert (again.moves, again.start, again.result) == (our.moves, our.start, our.result)
        assert again.comments == {i: text.strip() for i, text in comments.items()}
        assert str(again) == str(our)


def test_the_form_is_the_standard_one() -> None:
    game = WrittenGame(CHESS, ["f2f3", "e7e5", "g2g4", "d8h4"], tags={"White": "Ann"}, comments={2: "why"})
    assert str(game) == (
        '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "Ann"]\n[Black "?"]\n[Result "0-1"]\n\n'
        "1. f3 e5 { why } 2. g4 Qh4# 0-1\n\n"
    )
    assert (game.winner, game.over) == ("second", True)


def test_black_may_begin() -> None:
    fen = "4k3/8/8/8/8/8/4q3/7K b - - 3 17"
    game = WrittenGame(CHESS, ["e2f2"], fen, "0-1")
    assert '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4q3/7K b - - 3 17"]\n\n17... Qf2 0-1\n' in str(game)
    assert game.winner == "first"
    assert game.sides() == (False, True)
    longer = WrittenGame(CHESS, ["e2f2", "h1h2"][:1], fen, "0-1", comments={0: "Black begins", 1: "so"})
    assert "{ Black begins } 17... Qf2 { so } 0-1" in str(longer)
    over = WrittenGame(CHESS, ["b3b1"], "4k3/8/8/8/8/1r6/r7/7K b - - 0 1")
    assert over.result == "0-1"


@pytest.mark.parametrize(
    ("text", "moves", "result"),
    [
        ("1. e4 e5 2. Nf3 1-0", "e2e4 e7e5 g1f3", "1-0"),
        ("1.e4e.p. e5 ep Nf3", "e2e4 e7e5 g1f3", "*"),
        ("1.e4 e5 2.Nf3", "e2e4 e7e5 g1f3", "*"),
        ("e4 e5\r\n\r\nNf3 *", "e2e4 e7e5 g1f3", "*"),
        ("1 e4 e5 2 Nf3 1/2-1/2", "e2e4 e7e5 g1f3", "1/2-1/2"),
        ("1. e4! e5?! 2. Nf3 $14 !! N { a } ; b } ( [\n *", "e2e4 e7e5 g1f3", "*"),
        ("1. e4 (1. d4 d5 (1... Nf6 {)} ;)\n ) 2. c4) 1... e5 2. Nf3 {[%clk 1:00]} 1-0", "e2e4 e7e5 g1f3", "1-0"),
        ("% a line for others 1. d4\n1. e4 e5\n%\n2. Nf3+ *", "e2e4 e7e5 g1f3", "*"),
        ("1. e2-e4 e7e5 2. Ng1-f3 *", "e2e4 e7e5 g1f3", "*"),
        ("1. e4 ... e5 2. .. Nf3 *", "e2e4 e7e5 g1f3", "*"),
        ("", "", "*"),
        ("*", "", "*"),
        ("1-0 { resigned } ", "", "1-0"),
        ("{ only a comment }", "", "*"),
    ],
)
def test_any_writing_is_read(text: str, moves: str, result: str) -> None:
    found = only(HEAD + text)
    assert (" ".join(found.moves), found.result) == (moves, result)


def test_several_games() -> None:
    text = '[Event "1"]\n[White "A"]\n1. e4 1-0\n\n[Event "2"]\n1. d4\n\n1-0 1. c4 c5 0-1 { end }\n'
    games = read(text + '[Event "4"]\n[Result "0-1"]')
    assert [(game.tags.get("Event"), game.moves, game.result) for game in games] == [
        ("1", ("e2e4",), "1-0"),
        ("2", ("d2d4",), "1-0"),
        (None, ("c2c4", "c7c5"), "0-1"),
        ("4", (), "0-1"),
    ]
    assert games[2].comments == {2: "end"}
    assert read("") == read("  \n% nothing\n") == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1. e4\ne5 2. Nf4", "line 2: 'Nf4' is not a legal move there"),
        ("1. e4 1.\n\ne5 --", "line 3: '--' is not a legal move there"),
        ('[FEN "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1"]\n\n1. Ne4', "line 3: 'Ne4' may be Nce4 or Nge4 there"),
        ('[FEN "x"]\n\n1. Ne4', "line 1: its first position: chess: 'x' is no position"),
        ("1. f3 e5 2. g4 Qh4 3. a3", "line 1: 'a3' comes after the end of the game"),
        ("1. e4 {\n\n e5", "line 1: the comment that begins here does not end"),
        ("1. e4\n(1. d4 (1. c4) ", "line 2: the parenthesis of a variation is not closed"),
        ("\n\n(1. d4 [White \"x\"]", "line 3: the parenthesis of a variation is not closed"),
        ("1. e4 )", "line 1: this parenthesis closes nothing"),
        ("[White Ann]\n1. e4", "line 1: '[White Ann]' is no tag, which is written like [White \"Ann\"]"),
        ('[White "Ann\n"]\n1. e4', "line 1: '[White \"Ann' is no tag"),
        ("1. e4 }", "line 1: '}' has no meaning here"),
        ('1. e4 "', "has no meaning here"),
        ('[Variant "othello"]\n1. e4', "line 1: it is a game of 'othello', not of 'chess'"),
        ("\x00", "line 1: '\\x00' is not a legal move there"),
        ("a" * 9_000, "is not a legal move there"),
    ],
)  # fmt: skip
def test_faults_are_told_with_their_line(text: str, sentence: str) -> None:
    with pytest.raises(hm.UsageError) as told:
        read(text)
    assert "the text, " in str(told.value)
    assert len(str(told.value)) < 300
    assert sentence in str(told.value)


def test_a_game_that_is_too_long_or_nested_ends_with_a_sentence() -> None:
    with pytest.raises(hm.UsageError, match=r"has more than 500,000 words, which is too many"):
        read("$1 e4 " * (MOST_WORDS + 1))
    assert only("1. e4 " + "(" * 100_000 + ")" * 100_000).moves == ("e2e4",)
    with pytest.raises(hm.UsageError, match="a tag has more than"):
        read(f'[White "{"x" * 20_000}"]')
    with pytest.raises(hm.UsageError, match="a word has more than"):  # five million took half a minute
        read("e" * 20_000)


def test_bad_games_can_be_left_out() -> None:
    text = '[Event "1"]\n1. e4 *\n[Event "2"]\n1. e5 *\n[Event "3"]\n1. d4 *'
    with pytest.warns(RuntimeWarning, match="left out: the text, line 4: 'e5' is not a legal move there"):
        games = list(games_in_text(text, CHESS, skip_bad=True))
    assert [game.tags["Event"] for game in games] == ["1", "3"]


def test_a_game_may_go_on_where_a_count_of_moves_would_end_it() -> None:
    """The rule needs a player who asks for it: databases have such games."""
    fen = "4k3/8/8/8/8/8/8/R3K3 w - - 99 80"
    game = only(f'[FEN "{fen}"]\n80. Ra2 Kd7 81. Ra3 1-0')
    assert game.moves == ("a1a2", "e8d7", "a2a3")
    with pytest.raises(hm.UsageError, match="'b8' comes after the end"):  # but not after a mate
        read('[FEN "k7/8/1K6/8/8/8/8/5R2 w - - 99 80"]\n80. Rf8# b8')


def test_repetition_is_a_draw_by_the_rules() -> None:
    line = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2
    assert WrittenGame(CHESS, line).result == "1/2-1/2"
    assert WrittenGame(CHESS, [*line, "e2e4"]).result == "*"  # nobody has claimed it


# Games other than chess

OTHERS = ["tic_tac_toe", "connect_four", "othello", "kalah", "checkers", "breakthrough", "nim", "l_game", "hex",
          "gomoku", "domineering", "dots_and_boxes", "nine_mens_morris"]  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
def test_any_game_is_read_as_it_was_written(name: str) -> None:
    game = hm.games.nim(2, 3, 4) if name == "nim" else getattr(hm.games, name)()
    chance = random.Random(name)
    line, positions = [], []
    for at in random_game(game, chance):
        positions.append(at)
        if len(positions) > 40:
            break
    for at, child in pairwise(positions):
        line.append(next(move for move in game.legal(at) if game.next(at, move) == child))
    written = WrittenGame(game, line, tags={"White": "one"})
    for given_game in (None, game):
        (again,) = games_in_text(str(written), given_game)
        assert (list(again.moves), again.positions, again.result) == (line, written.positions, written.result)
        assert again.game.parameters == game.parameters
    over, score = game.outcome(positions[-1])
    if over and score:
        first = (score > 0) == (sum(game.moves_again(*pair) for pair in pairwise(positions))
                                % 2 == (len(line)) % 2)  # fmt: skip
        assert written.winner == ("first" if first else "second")


def test_variants_are_named_as_on_the_command_line() -> None:
    assert variant_of(CHESS) is None
    assert variant_of(hm.games.connect_four()) == "connect_four"
    assert variant_of(hm.games.connect_four(5, 4)) == "connect_four:width=5,height=4"
    assert variant_of(hm.games.nim(1, 2)) == "nim:1,2"
    small = hm.games.connect_four(5, 4)
    assert only('[Variant "connect-4:5,4"]\n1. 1 2 *', small).moves == (1, 2)
    with pytest.raises(hm.UsageError, match="it is a game of 'connect_four', not of 'connect_four:width=5,height=4'"):
        read('[Variant "connect_four"]\n1. 1 2 *', small)
    with pytest.raises(hm.UsageError, match="it is a game of 'my_game', which does not come with halfmove"):
        list(games_in_text('[Variant "my_game"]\n1. 1 2 *'))
    with pytest.raises(hm.UsageError, match="line 1: a board of 9999999 x 9999999 is too large"):
        list(games_in_text('[Variant "connect_four:9999999,9999999"]\n1. 1 2 *'))


def test_numbers_that_are_moves() -> None:
    game = hm.games.connect_four()
    assert only("1. 4 4 2. 1 2 3 *", game).moves == (4, 4, 1, 2, 3)
    with pytest.raises(hm.UsageError, match="'9' is not a legal move"):
        read("1. 4 9 *", game)


def test_games_of_ones_own(tmp_path: Path) -> None:
    def moves(p):
        yield (1, 0)
        yield (0, 1)

    game = hm.Game("pairs", (0,), moves, lambda p, m: (p[0] + m[0] + 2,), lambda p: (p[0] > 9, 1))
    written = WrittenGame(game, [(1, 0), (0, 1)])
    assert '[Variant "pairs"]' in str(written)
    assert "1. 1,0 0,1 *" in str(written)
    assert only(str(written), game).moves == written.moves
    odd = replace(game, format=lambda move: "(;")
    with pytest.raises(hm.UsageError, match="which stands for a move, would not be read as that move"):
        str(WrittenGame(odd, [(1, 0)]))


def test_a_place_in_a_game_without_texts_of_positions() -> None:
    game = hm.games.othello()
    written = WrittenGame(game, game.legal(game.start)[:0], place="d3 c3")
    assert '[FEN "d3 c3"]' in str(written)
    assert only(str(written), game).start == written.start
    with pytest.raises(hm.UsageError, match="the game has no `write` to say where"):
        str(WrittenGame(game, (), written.start))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"moves": ["e2e5"]}, "move 1, 'e2e5', is not legal there"),
        ({"moves": "e4"}, "moves must be a list of moves"),
        ({"moves": [], "result": "2-0"}, "result must be"),
        ({"moves": [], "tags": {"FEN": "x"}}, "which follows from the game"),
        ({"moves": [], "tags": {"a b": "x"}}, "is not a name"),
        ({"moves": [], "tags": {"White": 3}}, "tags must be a dictionary"),
        ({"moves": [], "comments": {1: "x"}}, "a comment after 1 moves, but there are 0"),
        ({"moves": [], "start": chess.STARTING_FEN, "place": "x"}, "not both"),
        ({"moves": [], "place": "x"}, "no position"),
    ],
)  # fmt: skip
def test_wrong_arguments(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(hm.UsageError, match=sentence):
        WrittenGame(CHESS, **given)


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    games = [WrittenGame(CHESS, ["e2e4"], tags={"White": "Müller"}), WrittenGame(CHESS, [])]
    hm.write_games(games, file)
    assert [game.moves for game in hm.read_games(file, CHESS)] == [("e2e4",), ()]
    assert next(hm.read_games(str(file), CHESS)).tags["White"] == "Müller"
    file.write_bytes(b'\xef\xbb\xbf[White "M\xfcller"]\r\n1. e4 *')
    assert next(hm.read_games(file, CHESS)).tags["White"] == "Müller"
    file.write_bytes(b'[White "M\xfcller"]\r\n1. e4 *')
    assert next(hm.read_games(file, CHESS)).tags["White"] == "Müller"
    with pytest.raises(hm.UsageError, match="cannot read"):
        hm.read_games(tmp_path / "none.pgn")
    with pytest.raises(hm.UsageError, match="cannot write"):
        hm.write_games(games, tmp_path / "none" / "x.pgn")
    with pytest.raises(hm.UsageError, match="games must be"):
        hm.write_games([3], tmp_path / "x.pgn")  # type: ignore[list-item]


@settings(deadline=None)
@given(st.text(alphabet='e4d5Nf3O-0+#!?{}();[]"%$\\ \n.1/2*xQ=', max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for start in ("", HEAD, "1. e4 "):
        try:
            for game in games_in_text(start + text, CHESS):
                assert only(str(game)).moves == game.moves
        except hm.UsageError as error:
            told = str(error)
        else:
            told = "the text, line 1: nothing is wrong"
        assert "the text, line " in told
        assert "\n" not in told


# Chess of the package


def test_chess_is_read_and_written_as_python_chess_does() -> None:
    game, chance = hm.games.chess(), random.Random(3)
    games = [theirs(chance) for _ in range(usually(3, 100))]
    found = list(games_in_text("\n\n".join(map(str, games))))
    for their, our in zip(games, found, strict=True):
        assert [each.uci() for each in their.mainline_moves()] == [game.format(move) for move in our.moves]  # type: ignore[misc]
        again: Any = chess.pgn.read_game(io.StringIO(str(our)))
        assert list(again.mainline_moves()) == list(their.mainline_moves())
        assert again.board().fen()[:-2].rstrip() == their.board().fen(en_passant="legal").rpartition(" ")[0]
        assert again.headers["Result"] == their.headers["Result"] == our.result


def test_chess960() -> None:
    chance = random.Random(4)
    for number in [356, *(chance.randrange(960) for _ in range(usually(2, 50)))]:
        game, board = hm.games.chess(number), chess.Board.from_chess960_pos(number)
        ours, at = [], game.start
        for _ in range(30):
            if board.is_game_over():
                break
            castling = [move for move in board.legal_moves if board.is_castling(move)]
            move = chance.choice(castling or list(board.legal_moves))
            board.push(move)
            ours.append(game.parse(move.uci()))  # type: ignore[misc]
            at = game.next(at, ours[-1])
        text = str(WrittenGame(game, ours))
        assert '[FEN "' in text
        their: Any = chess.pgn.read_game(io.StringIO(text))
        assert list(their.mainline_moves()) == board.move_stack
        for given_game in (None, game):
            (again,) = games_in_text(text, given_game)
            assert (again.moves, again.positions[-1]) == (tuple(ours), at)


def test_a_game_from_a_position_of_chess() -> None:
    fen = "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 5 1"
    for game in (hm.games.chess(), hm.games.chess(fen)):
        text = str(WrittenGame(game, [game.parse("e1g1")], game.locate(fen)))  # type: ignore[misc]
        assert f'[FEN "{fen}"]\n\n1. O-O *' in text
        assert "Variant" not in text
        for tag in ("", '[Variant "From Position"]\n', '[Variant "Standard"]\n', '[Variant "Chess960"]\n'):
            assert [each.moves for each in games_in_text(tag + text)] == [(game.parse("e1g1"),)]  # type: ignore[misc]
