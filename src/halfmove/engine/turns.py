"""Games in which a player may move twice in a row, as games in which the players alternate.

Every algorithm of the literature takes alternation for granted, SSS* and its kin by the parity of a node's depth. So
when the same player is on turn again, a node is put in between at which the other player can only wait: it has one
move, it is not counted, and it takes nothing from the depth limit.

`at` is the game's own position, `left` the number of moves until the depth limit (below 0: none), `waiting` is 1 when
the score must be read from the other side, because by alternation it is the opponent who should be on turn.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.kernels.primitives import slot


class Turned(NamedTuple):
    at: Any
    left: int
    waiting: int


@slot
def inner_moves(game, at): ...


@slot
def inner_play(game, at, move): ...


@slot
def inner_result(game, at): ...


@slot
def inner_evaluate(game, at): ...


@slot
def inner_turn(game, at): ...


def turned_moves(game, p):
    for move in inner_moves(game, p.at):
        yield move
        if p.waiting:  # any one move stands for waiting; `turned_play` ignores which
            break


def turned_play(game, p, move):
    if p.waiting:
        return Turned(p.at, p.left, 0)
    at = inner_play(game, p.at, move)
    left = p.left - 1 if p.left > 0 else p.left  # where there is no depth limit, equal positions stay equal
    return Turned(at, left, 1 if inner_turn(game, at) == inner_turn(game, p.at) else 0)


def turned_result(game, p):
    over, score = inner_result(game, p.at)
    if not over and p.left == 0:
        over, score = True, inner_evaluate(game, p.at)
    return over, -score if p.waiting else score


def turned_evaluate(game, p):
    score = inner_evaluate(game, p.at)
    return -score if p.waiting else score


def turned_weight(p):
    return 1 - p.waiting
