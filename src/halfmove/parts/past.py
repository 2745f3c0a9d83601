"""Positions that come again: those of the line that is searched, and those of the game before it.

They are on one stack: first the positions of the game, the oldest first, then those of the line. Positions are compared
in full, without their counts of moves. What a game says of such positions is in its hooks `lasting` and `uncounted`; a
game without `lasting` has none of this.

The score of a position that came before depends on the way to it. So nothing that is proven rests on such a score: it
counts as an estimate. What is proven without it holds in the game as well, because who plays on to a proven end
by the shortest way never comes to a position twice. Only where repetition ends a game, and some position has occurred
so often that the next time ends it, the shortest way may lead through that position. Then the search is `wary`: it uses
no proofs of earlier searches, which did not know of it.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Part
from halfmove.kernels.player_primitives import REPEATS_AFTER, is_position, rule_lasting, rule_uncounted
from halfmove.kernels.primitives import POSITION_WORDS, make_room, peek_position, poke_position, slot

# `past_count`: how many positions of the game are in `past`. `past_from`: the first place that is compared.
# `repeated`: the score of a position that came before.
PAST = Part(
    "past",
    state={"past_count": 0, "past_from": 0, "wary": 0, "repeated": 0.0},
    memories=("way",),
    external=("past",),
)


@slot
def begin_way(game, run):
    """Put the positions of the game on the stack."""


@slot
def came_before(game, p, room, run):
    """Whether the position at a node came before, in the line or in the game. Notes that it is there now."""
    return False


def begin_way_of_game(game, run):
    """`begin_way` in a game in which positions can come again."""
    make_room(run.way, (run.past_count + run.height + 1) * POSITION_WORDS)
    for place in range(run.past_count):
        poke_position(run.way, place * POSITION_WORDS, peek_position(run.past, place * POSITION_WORDS))


def is_on_way(game, p, room, run):
    """`came_before` in a game in which positions can come again."""
    if not run.repetitions:
        return False
    place = run.past_count + run.height - room
    q = rule_uncounted(game, p)
    poke_position(run.way, place * POSITION_WORDS, q)
    most = min(int(rule_lasting(game, p)), place - run.past_from)
    back = REPEATS_AFTER
    while back <= most:
        if is_position(run.way, (place - back) * POSITION_WORDS, q):
            return True
        back += REPEATS_AFTER
    return False


def forget_way(room, run):
    """Compare no positions before the node that is `room` away from the end of the way. Returns the place until now.

    A skipped move changes the side to move: positions before and after it are not of one game.
    """
    before = run.past_from
    run.past_from = run.past_count + run.height - room
    return before
