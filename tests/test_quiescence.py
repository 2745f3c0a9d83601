"""Noisy moves are followed before a position is evaluated, at both speeds."""

from __future__ import annotations

import random
from typing import Any

import pytest

import halfmove as hm

GAMES = [hm.games.breakthrough(5, 6), hm.games.kalah(4, 3), hm.games.checkers()]


def positions(game: hm.Game, count: int) -> list[Any]:
    """Positions of random games that are not over."""
    chance, found = random.Random(1), []
    while len(found) < count:
        at = game.start
        for _move in range(chance.randrange(5, 20)):
            if not game.outcome(at)[0]:
                at = game.next(at, chance.choice(game.legal(at)))
        if not game.outcome(at)[0]:
            found.append(at)
    return found


def settled_value(game: hm.Game, p: Any, plies: int = 60) -> Any:
    """The value of a position after all exchanges, by plain minimax."""
    over, score = game.outcome(p)
    if over:
        return score
    noisy = list(game.call("noisy", p)) if plies else []
    scores = [] if noisy and len(noisy) == len(game.legal(p)) else [game.call("evaluate", p)]
    for move in noisy:
        child = game.next(p, move)
        again = game.turn is not None and game.call("turn", p) == game.call("turn", child)
        scores.append(settled_value(game, child, plies - 1) * (1 if again else -1))
    return max(scores)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_quiescence_at_both_speeds(game: hm.Game) -> None:
    plain = hm.Game(
        game.name,
        game.start,
        game.moves,
        game.play,
        game.result,
        game.evaluate,
        turn=game.turn,
        noisy=game.noisy,
    )
    fast = hm.Player(plain, hm.Limits(), compiled=True)
    slow = hm.Player(plain, hm.Limits(), compiled=False)
    assert fast.prepare()
    for p in positions(game, 30):
        one, other = fast.choose(p, depth=1), slow.choose(p, depth=1)
        assert (fast.compiled, slow.compiled) == (True, False)
        assert (one.value, one.move, one.counts) == (other.value, other.move, other.counts)
        values = []
        for move in game.legal(p):
            child = game.next(p, move)
            again = game.turn is not None and game.call("turn", p) == game.call("turn", child)
            values.append(settled_value(game, child) * (1 if again else -1))
        assert one.value == max(values)
