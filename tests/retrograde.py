"""Whole games solved in plain Python, slow and obvious: the oracle of the tests of `solve`.

The value of a position is for the side to move: the best score that it can force, where play without end scores 0.
The distance is in half-moves to the end of the game: of the moves with the best value, who has a positive value takes
the one that ends soonest, who has a negative one that ends last, and in a drawn position both play on as long as they
can. It is None where a draw can go on for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from halfmove import Game

Solved = dict[Any, tuple[Any, int | None]]


def solved(game: Game, positions: Iterable[Any] | None = None, alike: Callable[[Any], Any] | None = None) -> Solved:
    """{position: (value, distance)} of all positions that are given, or the start, and of all that they lead to.

    alike   one and the same position for all equivalent ones, which are then solved once
    """
    alike = alike or (lambda at: at)
    scores, after = _explored(game, [game.start] if positions is None else positions, alike)
    values = _values(scores, after)
    distances: dict[Any, int] = dict.fromkeys(scores, 0)
    # Round by round: in round n all positions are found whose distance is n, as those nearer to the end are known.
    number = 0
    while True:
        number += 1
        found = []
        for at in after:
            if at in distances:
                continue
            best = [child for child, again in after[at] if (values[child] if again else -values[child]) == values[at]]
            known = [distances.get(child) for child in best]
            if None not in known or (values[at] > 0 and any(each is not None for each in known)):
                found.append(at)
        if not found:
            break
        distances |= dict.fromkeys(found, number)
    return {at: (values[at], distances.get(at)) for at in values}


def _explored(game: Game, positions: Iterable[Any], alike: Callable[[Any], Any]) -> tuple[dict[Any, Any], Any]:
    """The scores of positions that are over, and for the others the positions after them: (position, moves again?)."""
    scores: dict[Any, Any] = {}
    after: dict[Any, set[tuple[Any, bool]]] = {}
    waiting = [alike(at) for at in positions]
    while waiting:
        at = waiting.pop()
        if at in scores or at in after:
            continue
        over, score = game.outcome(at)
        if over:
            scores[at] = score
            continue
        after[at] = set()
        for move in game.legal(at):
            child = game.next(at, move)
            after[at].add((alike(child), game.moves_again(at, child)))
        waiting += [child for child, _ in after[at]]
    return scores, after


def _values(scores: dict[Any, Any], after: dict[Any, set[tuple[Any, bool]]]) -> dict[Any, Any]:
    """The value of each position, from the largest score on: can the mover force it, or can the other side?"""
    values = dict.fromkeys((*scores, *after), 0)
    for least in sorted({abs(score) for score in scores.values()} - {0}):
        wins = {at for at, score in scores.items() if score >= least}
        losses = {at for at, score in scores.items() if score <= -least}
        while True:
            more_wins = {
                at
                for at in after.keys() - wins
                if any(child in (wins if again else losses) for child, again in after[at])
            }
            more_losses = {
                at
                for at in after.keys() - losses
                if all(child in (losses if again else wins) for child, again in after[at])
            }
            if not more_wins and not more_losses:
                break
            wins |= more_wins
            losses |= more_losses
        values |= dict.fromkeys(wins, least) | dict.fromkeys(losses, -least)
    return values
