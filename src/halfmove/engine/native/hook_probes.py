"""What the hooks for players say about one position, for the comparison of both speeds (`twin.py`).

Each hook has a slot here that does nothing. Those that a game has are filled (`tellers`).

    run.log     its bounds; how many moves `tries` and `noisy` yield; from ORDERS on, `order` as a word for every move
    run.lines   the moves of `tries`, and from number `run.log_most` on those of `noisy`
    run.arena   the positions of `symmetry` and of `skip`
"""

from __future__ import annotations

from halfmove.engine.bind import Slots
from halfmove.game import Game
from halfmove.kernels.player_primitives import bounds_of, noisy, order_word, rule_order, rule_skip, rule_symmetry, tries
from halfmove.kernels.primitives import (
    POSITION_WORDS,
    moves,
    poke,
    poke_move,
    poke_position,
    poke_score,
    rule_play,
    rule_result,
    slot,
)

ORDERS = 4  # the place in `run.log` of the first word of `order`


def tell_hooks(game, p, run):
    tell_bounds(game, p, run)
    tell_symmetry(game, p, run)
    over, _ = rule_result(game, p)
    if not over:
        tell_order(game, p, run)
        tell_tries(game, p, run)
        tell_noisy(game, p, run)
        tell_skip(game, p, run)


@slot
def tell_order(game, p, run):
    pass


@slot
def tell_bounds(game, p, run):
    pass


@slot
def tell_tries(game, p, run):
    pass


@slot
def tell_noisy(game, p, run):
    pass


@slot
def tell_symmetry(game, p, run):
    pass


@slot
def tell_skip(game, p, run):
    pass


def order_told(game, p, run):
    for count, move in enumerate(moves(game, p)):
        if count == run.log_most:
            break
        poke(run.log, ORDERS + count, order_word(rule_order(game, p, move, rule_play(game, p, move))))


def bounds_told(game, p, run):
    low, high = bounds_of(game, p, run)
    poke_score(run.log, 0, low)
    poke_score(run.log, 1, high)


def tries_told(game, p, run):
    count = 0
    for move in tries(game, p):
        if count == run.log_most:
            break
        poke_move(run.lines, count, move)
        count += 1
    poke(run.log, 2, count)


def noisy_told(game, p, run):
    count = 0
    for move in noisy(game, p):
        if count == run.log_most:
            break
        poke_move(run.lines, run.log_most + count, move)
        count += 1
    poke(run.log, 3, count)


def symmetry_told(game, p, run):
    poke_position(run.arena, 0, rule_symmetry(game, p))


def skip_told(game, p, run):
    poke_position(run.arena, POSITION_WORDS, rule_skip(game, p))


_TOLD = {
    "order": (tell_order, order_told),
    "bounds": (tell_bounds, bounds_told),
    "tries": (tell_tries, tries_told),
    "noisy": (tell_noisy, noisy_told),
    "symmetry": (tell_symmetry, symmetry_told),
    "skip": (tell_skip, skip_told),
}


def tellers(game: Game) -> Slots:
    """The slots of the hooks that a game has."""
    return {tell: told for hook, (tell, told) in _TOLD.items() if getattr(game, hook) is not None}
