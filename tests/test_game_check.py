"""What `check` shows of random games: true of right games, and telling of wrong ones whose rules do not contradict."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove import conformance
from halfmove.cli.program import main
from halfmove.conformance.game_check import GameCheck
from halfmove.showing.checks import ending, facts
from tests.conftest import facts as printed

LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)


class Board(NamedTuple):
    mine: int
    theirs: int


def squares(p):
    for square in range(9):
        if not (p.mine | p.theirs) >> square & 1:
            yield square


def put(p, square):
    return Board(p.theirs, p.mine | 1 << square)


def row(p):
    for line in LINES:
        if p.theirs & line == line:
            return True, -1
    return p.mine | p.theirs == 511, 0


def row_wrong(p):
    """The sign is that of the player who has just moved."""
    over, score = row(p)
    return over, -score


def board(p, second=False):
    signs = "OX" if second else "XO"
    at = [signs[0] if p.mine >> n & 1 else signs[1] if p.theirs >> n & 1 else "." for n in range(9)]
    return "\n".join("".join(at[n : n + 3]) for n in (0, 3, 6))


def three(result: Any) -> hm.Game:
    return hm.Game("three in a row", Board(0, 0), squares, put, result, show=board)


class Race(NamedTuple):
    """Two runners on a track; `mover` says whose turn it is."""

    mover: int
    first: int
    second: int


def steps(p):
    yield 1
    yield 2


def run_on(p, step):
    if p.mover == 0:
        return Race(1, p.first + step, p.second)
    return Race(0, p.first, p.second + step)


def run_alone(p, step):
    """Forgets to change the mover."""
    return Race(p.mover, p.first + step, p.second) if p.mover == 0 else Race(p.mover, p.first, p.second + step)


def arrived(p):
    if p.first >= 7:
        return True, 1 if p.mover == 0 else -1
    return p.second >= 7, 1 if p.mover == 1 else -1


def whose(p):
    return p.mover


class Columns(NamedTuple):
    heights: tuple[int, int, int]
    left: int


def columns(p):
    """Should leave out full columns: three pieces fit."""
    for column in range(3):
        yield column


def not_full(p):
    for column in range(3):
        if p.heights[column] < 3:
            yield column


def drop(p, column):
    heights = (
        p.heights[0] + (column == 0),
        p.heights[1] + (column == 1),
        p.heights[2] + (column == 2),
    )
    return Columns(heights, p.left - 1)


def all_dropped(p):
    return p.left == 0, -1


def stacks(p):
    return "\n".join("".join("X" if height > level else "." for height in p.heights) for level in (2, 1, 0))


def check(game: hm.Game, games: int = 40) -> GameCheck:
    return conformance.check(game, games)


def told(game: hm.Game) -> dict[str, str]:
    return dict(facts(check(game)))


def test_a_result_with_the_wrong_sign() -> None:
    right, wrong = check(three(row)), check(three(row_wrong))
    assert (right.first, right.second, right.drawn) == (wrong.second, wrong.first, wrong.drawn)
    assert right.first > right.second > 0
    assert right.by_last_move == right.first + right.second
    assert dict(facts(wrong))["the last move"] == f"the winner made it in 0 of {wrong.first + wrong.second} won games"
    for seen, who in ((right, {"X": "first", "O": "second"}), (wrong, {"X": "second", "O": "first"})):
        _moves, picture, verdict = ending(seen) or ("", "", "")
        rows = [picture.replace("\n", "")[n : n + 3] for n in (0, 3, 6)]
        lines = [*rows, *map("".join, zip(*rows, strict=True)), rows[0][0] + rows[1][1] + rows[2][2]]
        lines.append(rows[0][2] + rows[1][1] + rows[2][0])
        (winner,) = {line[0] for line in lines if line in ("XXX", "OOO")}
        assert f"Here the {who[winner]} player has won" in verdict


def test_a_mover_who_never_changes() -> None:
    start = Race(0, 0, 0)
    right = hm.Game("race", start, steps, run_on, arrived, turn=whose)
    assert "mover" not in told(right).get("never change", "")
    assert "made by" not in told(right)
    wrong = check(hm.Game("race", start, steps, run_alone, arrived))
    shown = dict(facts(wrong))
    assert shown["never change"] == "mover (always 0), second (always 0)"
    assert wrong.first + wrong.second == 40
    with pytest.raises(hm.GameError, match="turn returns 0 for every position, so the other player never moves"):
        check(hm.Game("race", start, steps, run_alone, arrived, turn=whose))


def test_a_player_who_hardly_ever_moves() -> None:
    """The second player gets the last step only: right by `turn`, and visible."""

    def late(p):
        return int(p.first >= 5)

    seen = check(hm.Game("race", Race(0, 0, 0), steps, run_alone, arrived, turn=late))
    by_second = seen.half_moves - seen.by_first
    assert 40 <= by_second <= 2 * 40  # from 5 to 7 in steps of 1 or 2
    assert dict(facts(seen))["made by"] == f"the first player {seen.by_first}, the second player {by_second}"
    assert "is also the one to move now" in (ending(seen) or ("", "", ""))[2]


def test_pieces_over_the_edge() -> None:
    right = hm.Game("columns", Columns((0, 0, 0), 7), not_full, drop, all_dropped, show=stacks)
    wrong = hm.Game("columns", Columns((0, 0, 0), 7), columns, drop, all_dropped, show=stacks)
    assert told(right)["positions"] == "heights 0 to 3, left 0 to 7"
    assert "drawn as before" not in told(right)
    assert told(wrong)["positions"].startswith("heights 0 to 6,") or told(wrong)["positions"].startswith(
        "heights 0 to 7,"
    )
    seen = check(wrong)
    assert 0 < seen.drawn_alike < seen.drawn_moves == 20 * 7
    assert told(wrong)["drawn as before"].startswith(f"after {seen.drawn_alike} of 140 half-moves")


@pytest.mark.parametrize(("games", "seed"), [(1, 0), (7, 3)])
def test_the_numbers_are_those_of_the_games(games: int, seed: int) -> None:
    """Counted again from the moves that are shown, in games that are all different."""
    game = three(row)
    one = [conformance.check(game, 1, seed + number) for number in range(games)]
    together = conformance.check(game, games, seed)
    for each in one:
        assert each.shortest == each.longest == each.ending
        line = each.shortest
        assert line is not None
        at, moves = game.start, 0
        for move in line.moves:
            moves += len(game.legal(at))
            at = game.next(at, int(move))
        assert (at, game.outcome(at)) == (line.position, (True, line.score))
        assert (each.half_moves, each.choices) == (len(line.moves), moves)
        assert line.second_to_move == (len(line.moves) % 2 == 1)
        assert line.winner == (None if line.score == 0 else "first" if line.second_to_move else "second")
    for name in ("first", "second", "drawn", "by_last_move", "half_moves", "choices", "by_first", "drawn_alike"):
        assert getattr(together, name) == sum(getattr(each, name) for each in one)
    assert together.fewest == min(each.fewest for each in one)
    assert together.most == 9


def test_it_is_shown_as_text_and_html() -> None:
    seen = check(hm.Game("<b>\x1b", Columns((0, 0, 0), 7), columns, drop, all_dropped, show=lambda p: "<i>\x1b"))
    assert repr(seen).startswith("<GameCheck: <b>")
    page = seen._repr_html_()
    assert "<b>" not in page
    assert "<i>" not in page
    assert "\x1b" not in page + str(seen)
    assert "Here the second player has won" not in str(seen)  # seven pieces: the first one made the last move
    assert "Here the first player has won: result returns -1 for the side to move." in str(seen)
    assert json.dumps(seen.as_dict(), default=str)


def test_large_numbers_are_short() -> None:
    class Wide(NamedTuple):
        board: int
        key: float

    def shift(p, move):
        return Wide(p.board << 1, p.key)

    def once(p):
        yield 1

    shown = told(hm.Game("wide", Wide(1, 0.5), once, shift, lambda p: (p.board >= 1 << 40, 0)))
    assert shown["positions"] == "board less than 2**41"
    assert shown["never change"] == "key"
    assert shown["won by"] == "the first player 0, the second player 0, 40 draws"


def test_long_games_are_shortened() -> None:
    def one(p):
        yield 1234567

    seen = check(hm.Game("long", 0, one, lambda p, move: p + 1, lambda p: (p == 30, -1)))
    assert dict(facts(seen))["longest game"] == f"30 half-moves: {'1234567 ' * 5}..."
    assert (ending(seen) or ("",))[0] == f"The end of a game: ...{' 1234567' * 5}"
    wide = check(hm.Game("wide", 0, one, lambda p, move: p + 1, lambda p: (p == 3, -1), format=lambda move: "x" * 60))
    assert dict(facts(wide))["longest game"] == f"3 half-moves: {'x' * 60} ..."


def test_games_of_which_nothing_is_known() -> None:
    """A tree has no winners; a game may have no end, or be over at once; positions may be texts."""
    tree = hm.check(hm.trees.explicit([[3, 5], [2, 9]]), games=5, compiled=False)
    assert set(dict(facts(tree))) == {"half-moves", "moves", "results"}
    assert ending(tree) is None
    with pytest.warns(RuntimeWarning, match="ended within"):
        endless = hm.check(hm.Game("round", 0, steps, lambda p, move: 1 - p, lambda p: (False, 0)), compiled=False)
    assert (endless.finished, endless.ending, endless.scores) == (0, None, None)
    assert dict(facts(endless))["half-moves"].startswith("no end: none of 3 ended within 2000 half-moves")
    over = check(hm.Game("over", 0, steps, lambda p, move: p, lambda p: (True, 5)))
    assert (over.half_moves, over.first) == (0, 40)
    assert (ending(over) or "")[0] == "The start is the end of the game"
    text = check(hm.Game("text", "abc", steps, lambda p, move: p[move:], lambda p: (p == "", 0)))
    assert [(each.name, each.low, each.changes > 0) for each in text.fields] == [("position", None, True)]


def test_the_command_shows_it(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text("import halfmove as hm\nfrom tests.test_game_check import *\ngame = three(row_wrong)\n")
    ran = CliRunner().invoke(main, ["check", f"{file}:game", "--games", "20"])
    assert ran.exit_code == 0, ran.output
    shown = printed(ran.stdout)
    assert shown["rules"] == "no contradiction found in 20 random games"
    assert shown["the last move"].startswith("the winner made it in 0 of ")
    assert "Here the second player has won: result returns 1 for the side to move." in ran.stdout
    assert max(len(line) for line in ran.stdout.split("\n") if not line.startswith("repeat: ")) <= 120
