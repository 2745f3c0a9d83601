"""Primitives that only the searches of a player use: hooks, the order of moves, tables that outlive a search.

They are slots like those of `primitives.py`.
"""

from __future__ import annotations

from typing import Any

from halfmove.bits import fold
from halfmove.kernels.primitives import NODES, SlotNumber, as_score, fail, infinity, moves, position_key, slot

# The game


@slot
def rule_order(game, p, move, child): ...


@slot
def rule_bounds(game, p): ...


@slot
def bounds_of(game, p, run):
    """(lowest, highest) score that a position can still have."""
    return -infinity(), infinity()


def bounds_by_hook(game, p, run):
    low, high = rule_bounds(game, p)
    return as_score(run, low), as_score(run, high)


@slot
def tries(game, p):
    """The moves of an inner node that a player tries."""


@slot
def noisy(game, p): ...


@slot
def rule_symmetry(game, p): ...


@slot
def rule_skip(game, p): ...


@slot
def rule_urgent(game, p):
    """Whether the side to move must answer a threat."""
    return False


@slot
def rule_gain(game, p, move):
    """By how much `evaluate` can rise at most by a noisy move, about."""
    return 0


@slot
def rule_lasting(game, p):
    """How many half-moves back the same position may have occurred."""


@slot
def rule_uncounted(game, p):
    """The position without counts of moves."""


# Whether the game has the hook itself: 1 or 0.
OWN_ORDER: Any = SlotNumber(0)
OWN_SKIP: Any = SlotNumber(0)
OWN_URGENT: Any = SlotNumber(0)
OWN_GAIN: Any = SlotNumber(0)

REPEATS_AFTER: Any = SlotNumber(2)  # a position can come again after so many half-moves, or a multiple of them


@slot
def rule_ending(game, p):
    """(the shelf of a position in databases of other games, its number there)"""


@slot
def count_of(game, p):
    """How many moves a position has."""
    count = 0
    for _move in moves(game, p):
        count += 1
    return count


@slot
def same_side(game, p, child):
    """Whether the player who moved from `p` to `child` moves again."""


# Memory


@slot
def is_position(memory, index, p):
    """Whether `p` is the position that is stored at this index."""


@slot
def position_hash(game, p):
    """A hash of a position for tables, below 2**63."""


# Limits


def count_known(run):
    """Count one more position whose score is known: over, settled or evaluated. At most `most_nodes` of them."""
    run.leaves += 1
    if run.leaves > run.most_nodes:
        run.leaves -= 1
        fail(run, NODES)


# Words that several threads write to


@slot
def peek_shared(memory, index):
    """Read the word atomically; later reads do not return older data."""


@slot
def is_still(memory, index, word):
    """Whether the word has not changed since before the words that it guards were read."""


@slot
def take_shared(memory, index, word, taken):
    """Set the word to `taken` if it is still `word`. Returns whether it was."""


@slot
def poke_shared(memory, index, word):
    """Write the word after all earlier writes."""


@slot
def prefetch(memory, index):
    """Load the word into the cache: it will be read soon."""


BOUND_WORDS: Any = SlotNumber()  # how many words a pair of bounds takes


@slot
def poke_bounds(memory, index, low, high):
    """Store a lower and an upper bound; a bound that does not fit becomes a weaker one."""


@slot
def peek_bounds(memory, index):
    """(lower bound, upper bound)"""


# Moves


@slot
def order_word(score):
    """A whole number from -MOST_ORDER to MOST_ORDER that sorts like the scores of moves."""


MOST_ORDER = (1 << 32) - 2
REAL_ORDER = 31  # the number of bits of a real score that are dropped


@slot
def same_move(memory, index, move):
    """Whether `move` is at `index` of a memory that holds only moves."""


@slot
def move_hash(move):
    """A number below 2**63 for a move."""


def hash_by_key(game, p):
    """`position_hash` in a game that has a key."""
    return fold(0, int(position_key(game, p)))
