"""Noisy moves are followed before a position is evaluated, at both speeds."""

from __future__ import annotations

import math
from typing import Any

import pytest

import halfmove as hm

from .conftest import random_positions, usually

GAMES = [hm.games.breakthrough(5, 6), hm.games.kalah(4, 3), hm.games.checkers()]


def settled_value(game: hm.Game, p: Any, plies: int = 60) -> Any:
    """The value of a position after all exchanges, by plain minimax."""
    over, score = game.outcome(p)
    if over:
        return score
    low, high = (-math.inf, math.inf) if game.bounds is None else game.call("bounds", p)
    if low == high:
        return low
    noisy = list(game.call("noisy", p)) if plies else []
    scores = [] if noisy and len(noisy) == len(game.legal(p)) else [game.call("evaluate", p)]
    for move in noisy:
        child = game.next(p, move)
        again = game.turn is not None and game.call("turn", p) == game.call("turn", child)
        scores.append(settled_value(game, child, plies - 1) * (1 if again else -1))
    return min(max(*scores, low), high)


@pytest.mark.parametrize("bounds", [False, True], ids=["without bounds", "with bounds"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_quiescence_at_both_speeds(game: hm.Game, bounds: bool) -> None:
    if bounds and game.bounds is None:
        pytest.skip("it has none")
    plain = hm.Game(
        game.name,
        game.start,
        game.moves,
        game.play,
        game.result,
        game.evaluate,
        turn=game.turn,
        noisy=game.noisy,
        bounds=game.bounds if bounds else None,
    )
    # Machine code takes long: usually it is made for one game, with bounds.
    speeds = (False, True) if usually((game, bounds) == (GAMES[1], True), True) else (False,)
    players = [hm.Player(plain, hm.Limits(), compiled=compiled) for compiled in speeds]
    assert all(player.prepare() == compiled for player, compiled in zip(players, speeds, strict=True))
    for p in random_positions(game, 30, 1, range(5, 20)):
        found = [player.choose(p, depth=1) for player in players]
        assert tuple(player.compiled for player in players) == speeds
        one = found[0]
        assert all((r.value, r.move, r.counts) == (one.value, one.move, one.counts) for r in found)
        values = []
        for move in game.legal(p):
            child = game.next(p, move)
            again = game.turn is not None and game.call("turn", p) == game.call("turn", child)
            values.append(settled_value(plain, child) * (1 if again else -1))
        assert one.value == max(values)


def test_exchanges_in_breakthrough_are_not_noisy() -> None:
    """A stone that is guarded is not taken behind the horizon, unless a goal is one row away."""
    game = hm.games.breakthrough(4, 6)
    for p in random_positions(game, 60, 1, range(5, 20)):
        takes = [step for step in game.legal(p) if step.takes]
        noisy = list(game.call("noisy", p))
        assert set(noisy) <= set(takes)
        for step in takes:
            taken_back = any(reply.takes and reply.to == step.to for reply in game.legal(game.next(p, step)))
            near = step.to // 4 in (1, 4)
            over = game.outcome(game.next(p, step))[0]
            assert (step in noisy) == (near or over or not taken_back)
