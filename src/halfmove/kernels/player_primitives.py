"""Words of kernels that only the searches of a player use: hooks, the order of moves, tables that outlive a search.

They are slots like those of `vocabulary.py`.
"""

from __future__ import annotations

from typing import Any

from halfmove.bits import fold
from halfmove.kernels.primitives import NODES, SlotNumber, as_score, fail, infinity, position_key, slot

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
    """The moves of an inner node that a player looks at."""


@slot
def noisy(game, p): ...


@slot
def rule_symmetry(game, p): ...


@slot
def rule_skip(game, p): ...


@slot
def same_side(game, p, child):
    """Whether the player who moved from `p` to `child` moves again."""


# Memory


@slot
def is_position(memory, index, p):
    """Whether `p` is the position that is kept at this place."""


@slot
def position_hash(game, p):
    """A number to find a position by in a table, below 2**63."""


# Limits


def count_known(run):
    """One position more whose score is known: over, settled or evaluated. No more of them than nodes are allowed."""
    run.leaves += 1
    if run.leaves > run.most_nodes:
        run.leaves -= 1
        fail(run, NODES)


# Words that several threads write to


@slot
def peek_shared(memory, index):
    """The word, as it was at one moment; what is read later is not older."""


@slot
def is_still(memory, index, word):
    """Whether the word is what it was before the words were read that it guards."""


@slot
def take_shared(memory, index, word, taken):
    """Make the word `taken` if it is still `word`, and tell whether it was."""


@slot
def poke_shared(memory, index, word):
    """Write the word, after all that was written before."""


@slot
def prefetch(memory, index):
    """This word will be read soon."""


BOUND_WORDS: Any = SlotNumber()  # how many words a pair of bounds takes


@slot
def poke_bounds(memory, index, low, high):
    """Keep a lower and an upper bound; what has no room there becomes a weaker bound."""


@slot
def peek_bounds(memory, index):
    """(lower bound, upper bound)"""


# Moves


@slot
def order_word(score):
    """A whole number from -MOST_ORDER to MOST_ORDER that sorts as the scores of moves do."""


MOST_ORDER = (1 << 32) - 2
REAL_ORDER = 31  # so many bits of a real score are left out


@slot
def same_move(memory, index, move):
    """Whether `move` is number `index` of a memory that holds moves only."""


@slot
def move_hash(move):
    """A number below 2**63 for a move."""


def hash_by_key(game, p):
    """`position_hash` in a game that has a key."""
    return fold(0, int(position_key(game, p)))
