"""Primitives of kernels that solve whole games: positions as numbers, and the progress of a game.

They are slots like those of `primitives.py`.
"""

from __future__ import annotations

from halfmove.kernels.player_primitives import is_position, rule_symmetry
from halfmove.kernels.primitives import POSITION_WORDS, make_room, peek, poke, poke_position, rule_result, slot

# Hooks of a game


@slot
def rule_tier(game, p): ...


@slot
def rule_rank(game, p): ...


@slot
def rule_unrank(game, tier, number): ...


@slot
def rule_before(game, p): ...


def none_before(game, p):
    """Replaces `before` in a game without it."""
    for _ in range(0):
        yield p


# Positions as whole numbers. Without a hook, each part of a position becomes a digit: `run.digits` holds for each part
# its smallest value, how many values it has, and the place value of the digit.

DIGIT = 3  # words of a part in `run.digits`


@slot
def poke_parts(memory, index, p):
    """Store the numbers that a position consists of, each in a word."""


@slot
def peek_parts(memory, index):
    """The position that consists of the numbers that are stored there."""


@slot
def tier_of(game, p):
    return 0


def tier_by_hook(game, p):
    return int(rule_tier(game, p))


@slot
def number_of(game, p, run):
    """The number of a position in its tier, or -1 if a part of it is outside the range that was seen before."""
    poke_parts(run.part_words, 0, p)
    number = 0
    for part in range(run.parts):
        word = peek(run.part_words, part) - peek(run.digits, DIGIT * part)
        if word < 0 or word >= peek(run.digits, DIGIT * part + 1):
            return -1
        number += word * peek(run.digits, DIGIT * part + 2)
    return number


def number_by_rank(game, p, run):
    return int(rule_rank(game, p))


@slot
def position_of(game, tier, number, run):
    """The position with this number in a tier."""
    make_room(run.part_words, run.parts)
    for part in range(run.parts):
        worth = peek(run.digits, DIGIT * part + 2)
        digit = number // worth
        number -= digit * worth
        poke(run.part_words, part, digit + peek(run.digits, DIGIT * part))
    return peek_parts(run.part_words, 0)


def position_by_unrank(game, tier, number, run):
    return rule_unrank(game, tier, number)


OTHER, ITSELF, EQUIVALENT = 0, 1, 2  # the position that a number stands for


@slot
def stands_for(game, tier, number, p, run):
    """Whether a number of a tier stands for the position that has it; with digits, each stands for one position."""
    return ITSELF


def stands_by_unrank(game, tier, number, p, run):
    """The same with hooks: `unrank` returns this position for its number, or an equivalent one.

    A position is equivalent by `symmetry`, or if both are over with the same score, or if neither is over. Other
    differences are not checked here.
    """
    other = rule_unrank(game, tier, number)
    make_room(run.part_words, POSITION_WORDS)
    poke_position(run.part_words, 0, other)
    if is_position(run.part_words, 0, p):
        return ITSELF
    first = rule_symmetry(game, p)
    if not is_position(run.part_words, 0, first):
        over, score = rule_result(game, p)
        other_over, other_score = rule_result(game, other)
        if over != other_over or (over and score != other_score):
            return OTHER
    return EQUIVALENT
