"""The list of positions that are found, mostly once each, and the ranges of their parts."""

from halfmove.bits import fold
from halfmove.kernels.primitives import make_room, peek, poke
from halfmove.kernels.solving_primitives import poke_parts
from halfmove.parts.shelves import HASH_BITS

_RECENT_BITS = 12
_RECENT = 1 << _RECENT_BITS  # positions that are remembered, so that they are not listed again


def forget_recent(run):
    """Begin a new list."""
    make_room(run.recent, _RECENT)
    make_room(run.recent_tiers, _RECENT)
    for place in range(_RECENT):
        poke(run.recent, place, 0)


def list_once(number, tier, run):
    """Add a position to the list, unless it was added recently. Returns False if there is no room."""
    if tier == run.tier:
        run.inside = 1
    place = fold(0, number) >> HASH_BITS - _RECENT_BITS
    if peek(run.recent, place) == number + 1 and peek(run.recent_tiers, place) == tier:
        return True
    if run.made >= run.room:
        return False
    poke(run.recent, place, number + 1)
    poke(run.recent_tiers, place, tier)
    poke(run.out, run.made, number)
    poke(run.out_tiers, run.made, tier)
    run.made += 1
    return True


def see_parts(p, run):
    """Extend the ranges of parts that were seen by those of this position, which has no number yet."""
    poke_parts(run.part_words, 0, p)
    for part in range(run.parts):
        word = peek(run.part_words, part)
        poke(run.seen_parts, 2 * part, min(word, peek(run.seen_parts, 2 * part)))
        poke(run.seen_parts, 2 * part + 1, max(word, peek(run.seen_parts, 2 * part + 1)))
