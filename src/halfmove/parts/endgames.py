"""Databases of solved positions in a search: a position that is found there is a leaf with its exact score.

The root is searched even if it is found, so that there is a best move.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Part
from halfmove.kernels.player_primitives import bounds_by_hook, rule_ending, rule_lasting, rule_symmetry
from halfmove.kernels.primitives import as_score, infinity, peek_score, rule_result, slot
from halfmove.kernels.solving_primitives import number_of, tier_of
from halfmove.parts.shelves import known_worth, shelf_of
from halfmove.parts.worth import HOLE, NOTHING, distance_in, value_in

# `folded`: equivalent positions are stored once; `parts`: how many numbers a position consists of, without `rank`;
# `patience`: after how many half-moves without progress the game is over, which a database does not know.
ENDGAMES = Part(
    "endgames",
    state={"first_tier": 0, "shelf_count": 0, "parts": 0, "folded": 0, "patience": 0},
    external=("shelves", "score_table", "digits"),
    memories=("part_words",),
)


@slot
def representative(game, p, run):
    """The position that represents this one and all positions that are equivalent to it."""
    return rule_symmetry(game, p) if run.folded else p


@slot
def stored_worth(game, p, run):
    """The worth of a position in the databases; HOLE or less if they do not know it."""
    p = representative(game, p, run)
    shelf = shelf_of(tier_of(game, p), run)
    return NOTHING if shelf < 0 else known_worth(shelf, number_of(game, p, run), run)


def worth_elsewhere(game, p, run):
    """`stored_worth` in databases of other games."""
    shelf, number = rule_ending(game, p)
    place = -1 if shelf < 0 else shelf_of(shelf, run)
    return NOTHING if place < 0 else known_worth(place, number, run)


@slot
def holds(game, p, worth, run):
    """Whether a position has the value that a database says."""
    return True


def ends_in_time(game, p, worth, run):
    """`holds` where a count of moves ends the game: whether the game ends before that, however it is played."""
    return value_in(worth) == 0 or rule_lasting(game, p) + distance_in(worth) <= run.patience


def score_in_database(game, p, run):
    """(whether a position is known, its score)"""
    worth = stored_worth(game, p, run)
    if worth <= HOLE or not holds(game, p, worth, run):
        return False, as_score(run, 0)
    value = value_in(worth)
    score = peek_score(run.score_table, abs(value))
    return True, (score if value >= 0 else -score)


def outcome_by_database(game, p, height, run):
    """`outcome_of` with a database."""
    over, score = rule_result(game, p)
    if over or height >= run.height:
        return over, as_score(run, score)
    return score_in_database(game, p, run)


def outcome_of_turned(game, p, height, run):
    """The same in a game in which a player may move twice in a row: `p` contains its depth limit, and is over there."""
    if height < run.height and not p.waiting:
        known, score = score_in_database(game, p.at, run)
        if known:
            return known, score
    over, score = rule_result(game, p)
    return over, as_score(run, score)


def bounds_by_database(game, p, run):
    """`bounds_of` for players, with a database."""
    known, score = score_in_database(game, p, run)
    if known:
        return score, score
    return -infinity(), infinity()


def bounds_by_both(game, p, run):
    """`bounds_of` with a database, in a game that has a hook for it."""
    known, score = score_in_database(game, p, run)
    if known:
        return score, score
    return bounds_by_hook(game, p, run)
