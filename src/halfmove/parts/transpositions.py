"""The table of a player: what is known about positions that were searched before, in memory that outlives a search.

Every position has one place in it. An entry contains the position itself, which is compared in full, a lower and an
upper bound of its score, and a word:

    bit 0            1: there is an entry
    bit 1            whether its bounds are proven to the end of the game
    bits 2 .. 7      the age of the entry: which search of the player made it
    bits 8 .. 23     the number of the best move, from 0
    bits 24 .. 39    the depth of the search that found its bounds; for proven bounds, in how many half-moves the game
                     is over, or FAR if that is not known
    bits 40 .. 61    how often the entry was written
    bit 62           1: a thread is writing it

Bounds that are estimates answer only a search of the same height. Proven bounds answer if the end of the game is not
farther than that height. So a search finds the same with and without a table, and nothing beyond its horizon: the first
depth that sees a win is the number of half-moves that the win takes.

Several threads may use one table. A thread that reads an entry reads its word before and after. If the word has
changed, or if a thread is writing, the position counts as unknown. A thread does not write to an entry that another is
writing.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Part
from halfmove.kernels.player_primitives import (
    BOUND_WORDS,
    is_position,
    is_still,
    peek_bounds,
    peek_shared,
    poke_bounds,
    poke_shared,
    position_hash,
    prefetch,
    rule_symmetry,
    take_shared,
)
from halfmove.kernels.primitives import POSITION_WORDS, infinity, peek, peek_position, poke, poke_position

NO_NUMBER = (1 << 16) - 1  # of a best move
FAR = (1 << 16) - 1
_WRITTEN = (1 << 22) - 1
_TAKEN = 1 << 62

# `team`: whether other threads use the same table.
# `seen_shift`: how many bits of a hash are dropped to get the index of an entry; `least_shift`: when all are in use.
TRANSPOSITIONS = Part(
    "transpositions", state={"seen_shift": 0, "least_shift": 0, "age": 0, "team": 0, "filled": 0}, external=("seen",)
)


def use_more_entries(run, nodes):
    """Use four times as many entries if a search visited more nodes than there are. Entries that must move are lost."""
    if run.seen_shift > run.least_shift and nodes >> 63 - run.seen_shift > 0:
        run.seen_shift = max(run.seen_shift - 2, run.least_shift)


def move_to_more_entries(game, run):
    """Use twice as many entries, of which the new ones are empty, and move the old entries to their new places."""
    size = POSITION_WORDS + BOUND_WORDS + 1
    number = (1 << 63 - run.seen_shift) - 1
    run.seen_shift -= 1
    while number >= 0:  # from the last to the first: no entry moves to a place that is still in use
        old, guard = number * size, number * size + POSITION_WORDS + BOUND_WORDS
        word = peek(run.seen, guard)
        if word != 0:
            q = peek_position(run.seen, old)
            low, high = peek_bounds(run.seen, old + POSITION_WORDS)
            poke(run.seen, guard, 0)
            new = entry_of(game, q, run)
            poke_position(run.seen, new, q)
            poke_bounds(run.seen, new + POSITION_WORDS, low, high)
            poke(run.seen, new + POSITION_WORDS + BOUND_WORDS, word)
        number -= 1


def entry_of(game, q, run):
    """The first word of the place of a position."""
    return (position_hash(game, q) >> run.seen_shift) * (POSITION_WORDS + BOUND_WORDS + 1)


def expect(game, p, run):
    """Prefetch the entry of a position that will be looked up soon."""
    prefetch(run.seen, entry_of(game, rule_symmetry(game, p), run))


def look_up(q, entry, run):
    """(the word of the entry of a position, its lower bound, its upper bound); (0, any, any) if there is none."""
    guard = entry + POSITION_WORDS + BOUND_WORDS
    word = peek_shared(run.seen, guard)
    if 0 < word < _TAKEN and is_position(run.seen, entry, q):
        low, high = peek_bounds(run.seen, entry + POSITION_WORDS)
        if is_still(run.seen, guard, word):
            return word, low, high
    return 0, -infinity(), infinity()


def is_proven(word):
    return word & 2 != 0


def number_in(word):
    """The number of the best move."""
    return word >> 8 & NO_NUMBER


def height_in(word):
    return word >> 24 & FAR


def keep(q, entry, low, high, number, height, proven, run):
    """Write the entry of a position."""
    guard = entry + POSITION_WORDS + BOUND_WORDS
    old = peek(run.seen, guard)
    if run.team and (old >= _TAKEN or not take_shared(run.seen, guard, old, _TAKEN)):
        return
    poke_shared(run.seen, guard, _TAKEN)  # until the whole entry is written, even if that is interrupted
    poke_position(run.seen, entry, q)
    poke_bounds(run.seen, entry + POSITION_WORDS, low, high)
    word = 1 | proven << 1 | run.age << 2 | min(number, NO_NUMBER) << 8 | min(height, FAR) << 24
    poke_shared(run.seen, guard, word | ((old >> 40) + 1 & _WRITTEN) << 40)


def is_free(entry, run):
    """1 if the entry was never written, else 0."""
    return 1 if peek(run.seen, entry + POSITION_WORDS + BOUND_WORDS) == 0 else 0


def is_worth_more(entry, height, run):
    """Whether the entry should not be replaced: it is from the same search, and of a higher node."""
    word = peek(run.seen, entry + POSITION_WORDS + BOUND_WORDS)
    return word >> 2 & 63 == run.age and word & 3 == 1 and height_in(word) > height + 1
