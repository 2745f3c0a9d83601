"""Positions that come again in a search: their score, and that nothing is proven by it, against brute force."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

import halfmove as hm
from halfmove.books.book import Book
from halfmove.books.records import Known, Link, Probed, Searched
from halfmove.players.player import core_of
from halfmove.repetition import outcome_in_game

from .conftest import usually

_WIDTH, _ROW = 3, 7  # over, score, guess, number of moves, where they lead


def moves(p, data):
    for number in range(data[_ROW * p + 3]):
        yield number


def play(p, move, data):
    return data[_ROW * p + 4 + move]


def result(p, data):
    return data[_ROW * p] != 0, data[_ROW * p + 1]


def evaluate(p, data):
    return data[_ROW * p + 2]


def lasting(p, data):
    return data[len(data) - 1]


def random_graph(chance: random.Random, count: int, **more: Any) -> hm.Game:
    """A game whose positions are the nodes of a small graph with cycles. Node 0 is the start, the last is an end."""
    rows = []
    for node in range(count):
        over = node == count - 1 or (node > 0 and chance.random() < 0.2)
        links = [chance.randrange(count) for _ in range(0 if over else chance.randint(1, _WIDTH))]
        guess = chance.randint(-3, 3)
        rows += [int(over), chance.choice((-1, 1, -1, 1, 0)), guess, len(links), *links, *[0] * (_WIDTH - len(links))]
    data = np.array([*rows, chance.choice((2, 4, 50))], np.int64)
    return hm.Game("graph", 0, moves, play, result, lasting=lasting, data=data, **more)


def random_walk(chance: random.Random, game: hm.Game, longest: int) -> list[Any]:
    """The positions of a game that is not over, by its rules or by repetition."""
    line = [game.start]
    for _ in range(chance.randrange(longest)):
        child = game.next(line[-1], chance.choice(game.legal(line[-1])))
        if outcome_in_game(game, [*line, child])[0]:
            break
        line.append(child)
    return line


def came_before(game: hm.Game, line: list[Any]) -> bool:
    back = min(game.call("lasting", line[-1]), len(line) - 1)
    return any(line[-1 - step] == line[-1] for step in range(2, back + 1, 2))


def minimax(game: hm.Game, line: list[Any], depth: int, is_root: bool = True) -> Any:
    """The value to a depth, where a position that came before is worth a repetition."""
    over, score = game.outcome(line[-1])
    if over:
        return score
    if not is_root and came_before(game, line):
        return game.repetition_score
    if depth == 0:
        return game.call("evaluate", line[-1])
    children = [game.next(line[-1], move) for move in game.legal(line[-1])]
    return max(-minimax(game, [*line, child], depth - 1, False) for child in children)


SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])


@SPEEDS
def test_each_depth_has_the_value_of_minimax_that_knows_the_game(compiled: bool) -> None:
    chance = random.Random(1)
    repeated = 0
    for _ in range(usually(60, 600)):
        game = random_graph(chance, chance.randint(4, 9), evaluate=evaluate, repetition_score=chance.choice((0, 0, -2)))
        line = random_walk(chance, game, 12)
        for depth in (1, 3, 6):
            player = hm.Player(game, hm.Limits(), compiled=compiled, table=False)
            found = player.choose(line[-1], history=line[:-1], depth=depth)
            if found.depth != depth or found.bound != "estimate":
                continue
            wanted = minimax(game, line, depth)
            assert found.value == wanted
            repeated += wanted != minimax(game, line[-1:], depth)
            without = hm.Player(game, hm.Limits(), compiled=compiled, table=False, repetitions=False)
            forgetful = hm.Game("graph", 0, moves, play, result, evaluate, data=game.data)
            plain = hm.Player(forgetful, hm.Limits(), compiled=compiled, table=False)
            assert without.choose(line[-1], depth=depth).value == plain.choose(line[-1], depth=depth).value
    assert repeated > 3


def values_in_game(game: hm.Game, line: list[Any]) -> tuple[Any, int]:
    """(the value of a game in which repetition ends the game, half-moves to its end), by trying everything."""

    @cache
    def value(p: Any, parity: int, times: tuple[Any, ...]) -> tuple[Any, int]:
        over, score = game.outcome(p)
        if over:
            return score, 0
        if dict(times)[p, parity] >= game.occurrences:
            return game.repetition_score, 0
        below = []
        for move in game.legal(p):
            child = game.next(p, move)
            counted = Counter(dict(times)) + Counter({(child, 1 - parity): 1})
            worth, length = value(child, 1 - parity, tuple(sorted(counted.items())))
            below.append((-worth, length + 1))
        best = max(worth for worth, _ in below)
        lengths = [length for worth, length in below if worth == best]
        return best, min(lengths) if best > 0 else max(lengths)

    times = Counter((each, (len(line) - 1 - number) % 2) for number, each in enumerate(line))
    return value(line[-1], 0, tuple(sorted(times.items())))


@pytest.mark.parametrize(
    ("guesses", "compiled"),
    [(False, False), (True, False), (True, True)],
    ids=["without guesses", "with guesses", "with guesses, compiled"],
)
def test_nothing_is_proven_that_does_not_hold_in_the_game(guesses: bool, compiled: bool) -> None:
    """One player for all positions of a game: what it remembers was found with another past."""
    chance = random.Random(2)
    claims: Counter[str] = Counter()
    for _ in range(usually(150, 1500)):
        occurrences = chance.choice((2, 3))
        game = random_graph(
            chance,
            chance.randint(4, 6 if occurrences == 2 else 4),
            evaluate=evaluate if guesses else None,
            occurrences=occurrences,
            repetition_score=chance.choice((0, 0, 0, -1, 1)),
        )
        if game.call("lasting", 0) < 50:
            continue
        on = chance.random() < 0.5
        switches = dict.fromkeys(("reductions", "pruning", "shallower", "deeper", "aspiration"), on)
        player = hm.Player(game, hm.Limits(nodes=3000), compiled=compiled, method="search", memory="1 MB", **switches)
        for _ in range(6):
            line = random_walk(chance, game, 10)
            found = player.choose(line[-1], history=line[:-1], depth=chance.choice((2, 5, 12)))
            claims[found.bound] += 1
            if found.bound == "estimate":
                continue
            with core_of(player).asked(tuple(line[:-1])):
                claims["wary"] += core_of(player).is_wary(line[-1])
            true, length = values_in_game(game, line)
            holds = {"exact": found.value == true, "lower": found.value <= true, "upper": found.value >= true}
            assert holds[found.bound], (line, found)
            if " in " in found.said:
                claims["lengths"] += 1
                assert int(found.said.split()[-1]) == (length + (true > 0)) // 2
    assert claims["exact"] > 20
    assert claims["wary"] > 3
    assert claims["lengths"] > 10


def way_through_the_start(**more: Any) -> hm.Game:
    """From 3 the only way to win leads through 0, which a game has seen before: 0, 1, 2, 3."""
    after = {0: (4, 1), 1: (5, 2), 2: (3,), 3: (0, 4)}
    values = (-1, 1, -1, 1, 1, -1)  # 4 and 5 are ends

    def moves(p):
        for number in range(len(after[p])):
            yield number

    def bounds(p):
        return values[p], values[p]

    more = {"bounds": bounds} if more.pop("bounded", False) else more
    return hm.Game(
        "way", 0, moves, lambda p, move: after[p][move], lambda p: (p > 3, values[p]),
        lasting=lambda p: 50, occurrences=2, **more,
    )  # fmt: skip


@pytest.mark.parametrize("method", ["search", "mcts", "best_first", "auto"])
@pytest.mark.parametrize("source", ["rules", "bounds", "database", "book"])
def test_who_does_not_know_the_game_so_far_proves_less(method: Any, source: str) -> None:
    game = way_through_the_start(bounded=source == "bounds")
    more: dict[str, Any] = {"endgames": [hm.solve(game, compiled=False)]} if source == "database" else {}
    if source == "book":
        known = [Known((at,), probed=Probed(value, 1), links=(), complete=False) for at, value in ((0, -1), (4, 1))]
        links = (Link(0, again=False), Link(1, again=False))
        root = Known((3,), searched=Searched(1, "exact", 3, 9), links=links, complete=True)
        more = {"book": Book(game, "way", {}, [*known, root])}
    player = hm.Player(game, hm.Limits(nodes=200), compiled=False, method=method, **more)
    assert player.choose(3).value == 1
    found = player.choose(3, history=(0, 1, 2))
    assert {"exact": found.value == 0, "lower": found.value <= 0}.get(found.bound, True)
    assert "wins" not in found.said
    assert source != "database" or (found.value, found.move) == (0, 0)  # 1 loses


def test_a_database_does_not_serve_where_repetition_is_no_draw() -> None:
    with pytest.raises(hm.UsageError, match="play without end scores 0"):
        hm.Player(way_through_the_start(repetition_score=1), endgames=[hm.solve(way_through_the_start())])
