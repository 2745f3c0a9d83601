"""Words of kernels that solve whole games: positions as numbers, and how far a game has come.

They are slots like those of `vocabulary.py`.
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
    """In place of `before` in a game without it."""
    for _ in range(0):
        yield p


# Positions as whole numbers. Without a hook each part of a position becomes a digit: `run.digits` holds for each part
# its smallest value, how many values it has, and what one of it is worth.

DIGIT = 3  # words of a part in `run.digits`


@slot
def poke_parts(memory, index, p):
    """Keep the numbers that a position is made of, each in a word."""


@slot
def peek_parts(memory, index):
    """The position that is made of the numbers that are kept there."""


@slot
def tier_of(game, p):
    return 0


def tier_by_hook(game, p):
    return int(rule_tier(game, p))


@slot
def number_of(game, p, run):
    """The number of a position in its tier, or -1 where a part of it is outside of what was seen before."""
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


OTHER, ITSELF, EQUIVALENT = 0, 1, 2  # what a number stands for


@slot
def stands_for(game, tier, number, p, run):
    """Whether a number of a tier stands for a position that was given it: as digits, each stands for one alone."""
    return ITSELF


def stands_by_unrank(game, tier, number, p, run):
    """The same with hooks: `unrank` makes this position of its number, or an equivalent one. That is one by `symmetry`,
    or one that is over with the same score, or not over: what else it may differ in is not looked at here."""
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
