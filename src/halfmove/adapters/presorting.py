"""A game whose moves are sorted, the best guess first, so that every algorithm can use a good order of moves.

The moves are generated again for every four of them, because rules have no memory for a sorted list. That costs time
where a position has many moves, but no leaf. A `Player` sorts its moves once.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.game import Game


@checked
def presorted(game: Game) -> Game:
    """Return the same game, with the moves of every position sorted by its `order` hook.

    Without this hook, moves are sorted by the static evaluations of the positions after them. Equal moves keep their
    order.

    Parameters
    ----------
    game : Game
        A game with an `order` or an `evaluate` hook.

    Returns
    -------
    Game
        The game with sorted moves.

    Raises
    ------
    UsageError
        If the game has neither hook.

    Examples
    --------
    >>> import halfmove as hm
    >>> game = hm.games.othello()
    >>> plain, sorted_first = (hm.search(each, depth=6) for each in (game, presorted(game)))
    >>> plain.value == sorted_first.value, plain.counts.leaves, sorted_first.counts.leaves
    (True, 1072, 204)
    """
    if game.order is None and game.evaluate is None:
        raise UsageError(f"{game.name} has neither `order` nor `evaluate`, so its moves cannot be sorted")
    rules = (game.moves, game.play, game.result, game.evaluate, game.turn, game.order)
    return replace(game, moves=_sorted_moves(rules), width=None)


@lru_cache(maxsize=64)  # the same rules give the same function, so it is compiled once
def _sorted_moves(rules: tuple[Any, ...]) -> Any:
    moves, play, result, evaluate, turn, order = rules  # a game with data passes its data too

    def guess(p, move, child, *data):
        over, score = result(child, *data)
        score = score if over else evaluate(child, *data)
        return score if turn is not None and turn(child, *data) == turn(p, *data) else -score

    rank = order or guess

    def sorted_moves(p, *data):
        for first in moves(p, *data):
            count, yielded, last, last_number = 1, 0, 0, 0
            while yielded < count:
                # The next four: their scores, their numbers from 1 on, and the moves themselves.
                s1, s2, s3, s4 = 0, 0, 0, 0
                n1, n2, n3, n4 = 0, 0, 0, 0
                m1 = m2 = m3 = m4 = first
                count = 0
                for move in moves(p, *data):
                    count += 1
                    score = rank(p, move, play(p, move, *data), *data)
                    if yielded > 0 and (score > last or (score == last and count <= last_number)):
                        continue  # it was yielded before
                    if n1 == 0 or score > s1:
                        s4, n4, m4, s3, n3, m3, s2, n2, m2 = s3, n3, m3, s2, n2, m2, s1, n1, m1
                        s1, n1, m1 = score, count, move
                    elif n2 == 0 or score > s2:
                        s4, n4, m4, s3, n3, m3 = s3, n3, m3, s2, n2, m2
                        s2, n2, m2 = score, count, move
                    elif n3 == 0 or score > s3:
                        s4, n4, m4 = s3, n3, m3
                        s3, n3, m3 = score, count, move
                    elif n4 == 0 or score > s4:
                        s4, n4, m4 = score, count, move
                yield m1
                if n2 > 0:
                    yield m2
                if n3 > 0:
                    yield m3
                if n4 > 0:
                    yield m4
                yielded += 4
                last, last_number = s4, n4
            break

    return sorted_moves
