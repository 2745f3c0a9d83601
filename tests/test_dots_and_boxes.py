"""Dots and Boxes: against slow rules, against brute force on small boards, and the proof of `tries`."""

from __future__ import annotations

import random
from typing import Any

import pytest

import halfmove as hm

from . import slow_games as slow
from .conftest import usually
from .test_board_games import same_moves

SIZES = [(1, 1), (3, 2), (2, 3), (3, 3), (5, 5), (12, 1), (1, 12), (6, 4)]


def picture(game: hm.Game, at: Any) -> str:
    lines = [line for line in game.picture(at).splitlines() if line[:2].strip().isdecimal()]
    return "".join("".join(line[2:].split()) for line in lines)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_against_slow_rules(width: int, height: int) -> None:
    game, chance = hm.games.dots_and_boxes(width, height), random.Random(width)
    for _ in range(usually(2, 20)):
        at, plain = game.start, slow.DotsAndBoxes.start(width, height)
        while True:
            assert picture(game, at) == plain.picture()
            assert game.call("turn", at) == plain.player
            assert f"boxes: {plain.boxes[0]} of player 1, {plain.boxes[1]} of player 2" in game.picture(at)
            assert (at.player, at.lead) == (plain.player, plain.outcome()[1])
            assert game.outcome(at)[0] == plain.outcome()[0]
            if plain.outcome()[0]:
                assert game.outcome(at) == plain.outcome()
                break
            moves = same_moves(game, at, plain)
            text = chance.choice(sorted(moves))
            at, plain = game.next(at, moves[text]), plain.moves()[text]


def values(game: hm.Game, lines: int) -> list[int]:
    """The lead that the side to move still gains, for every set of lines, by trying everything."""
    kind, found = type(game.start), [0] * (1 << lines)
    for drawn in reversed(range((1 << lines) - 1)):
        at, scores = kind(drawn, 0, 0), []
        for move in game.legal(at):
            child = game.next(at, move)
            rest = found[child.drawn]
            scores.append(child.lead + rest if child.player == 0 else -child.lead - rest)
        found[drawn] = max(scores)
    return found


# For the first player, with best play.
VALUES = {(1, 1): -1, (1, 2): 0, (2, 1): 0, (1, 3): -1, (3, 1): -1, (2, 2): 2}


@pytest.mark.parametrize(("width", "height"), VALUES)
def test_every_position_of_a_small_board(width: int, height: int) -> None:
    """Values, and what the hooks promise: one value for equivalent positions, bounds, a best move among `tries`."""
    game = hm.games.dots_and_boxes(width, height)
    kind, lines = type(game.start), 2 * width * height + width + height
    found, only_one = values(game, lines), 0
    assert found[0] == VALUES[width, height]
    if lines < usually(11, 13):
        assert hm.search(game, compiled=False).value == found[0]
    for drawn, value in enumerate(found):
        at = kind(drawn, 0, 0)
        same = game.symmetry(at)  # type: ignore[misc]
        assert found[same.drawn] == value
        assert game.symmetry(same) == same  # type: ignore[misc]
        low, high = game.bounds(at)  # type: ignore[misc]
        assert low <= value <= high
        if drawn == len(found) - 1:
            break
        tried = list(game.tries(at))  # type: ignore[misc]
        children = [game.next(at, move) for move in tried]
        assert max((c.lead + found[c.drawn]) * (1 if c.player == 0 else -1) for c in children) == value
        only_one += len(tried) == 1 < len(game.legal(at))
        closing = [move for move in game.legal(at) if game.next(at, move).player == 0]
        assert sorted(game.noisy(at)) == closing  # type: ignore[misc]
    assert only_one or lines < 7


def test_equivalent_positions_are_few() -> None:
    """Eight rotations and reflections, and two lines in each corner that may be exchanged."""
    game = hm.games.dots_and_boxes(2, 2)
    one_line = {game.symmetry(type(game.start)(1 << line, 0, 0)) for line in range(12)}  # type: ignore[misc]
    assert len(one_line) == 2  # at the edge, and inside
    classes = {game.symmetry(type(game.start)(drawn, 0, 0)) for drawn in range(4096)}  # type: ignore[misc]
    # A corner has none, one or two lines, and there are four inner lines. By Burnside's lemma: the boards that stay as
    # they are by each of the eight symmetries.
    same, quarter, half, upright, diagonal = 3**4 * 2**4, 3 * 2, 3**2 * 2**2, 3**2 * 2**3, 3**3 * 2**2
    assert len(classes) == (same + 2 * quarter + half + 2 * upright + 2 * diagonal) // 8


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 3), (2, 2)])
def test_numbers_of_positions(width: int, height: int) -> None:
    game = hm.games.dots_and_boxes(width, height)
    lines = 2 * width * height + width + height
    seen = set()
    for tier in range(lines + 1):
        for number in range(game.call("ranks", tier)):
            at = game.call("unrank", tier, number)
            if game.call("rank", at) == number:
                assert game.call("tier", at) == tier
                seen.add(at)
    assert len(seen) == sum(boxes_of(game, drawn) + 1 for drawn in range(1 << lines))


def boxes_of(game: hm.Game, drawn: int) -> int:
    """How many boxes these lines close."""
    low, high = game.call("bounds", type(game.start)(drawn, 0, 0))
    whole = game.call("bounds", game.start)[1]
    assert low == -high
    return int(whole - high)


def test_three_by_three_is_lost_by_three() -> None:
    """The player that asks all hooks, and the database of all positions of a smaller board, which needs none."""
    if usually(False, True):
        found = hm.Player(hm.games.dots_and_boxes(3, 3), compiled=True).solve()
        assert (found.value, found.bound) == (-3, "exact")
        game = hm.games.dots_and_boxes(2, 3)
        assert hm.solve(game).probe(game.start).value == hm.Player(game).solve().value == -2  # type: ignore[union-attr]


def test_words() -> None:
    game = hm.games.dots_and_boxes(2, 2)
    assert game.say is not None
    assert (game.say(1), game.say(3)) == ("by 1 box", "by 3 boxes")
    for wrong in ("a1", "b2", "f1", "b6", ""):
        with pytest.raises(hm.UsageError, match="is not a line of this board, such as d1 or a4"):
            game.parse(wrong)  # type: ignore[misc]
    for size, sentence in (((6, 5), "a board of 6 x 5 is too large: it has 71 lines"), ((13, 1), "from 1 to 12")):
        with pytest.raises(hm.UsageError, match=sentence):
            hm.games.dots_and_boxes(*size)
