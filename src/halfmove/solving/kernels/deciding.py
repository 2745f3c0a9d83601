"""The worths of the positions of a tier whose moves may lead back and forth between them.

Positions are settled in the order in which a value can be forced: first the largest values, of these the nearest ends.

- If a move leads to a value that is good for the player to move, the position gets that value as soon as the first such
  child is settled: all values that are settled later are smaller, or farther away.
- If all moves lead to values that are bad for the player to move, the position gets the value of the child that is
  settled last.
- A position that is never settled by these rules is a draw: neither player can force more.

The distance of a draw is that of the longest way on which both players keep the draw. It is infinite where the ways
lead in circles: those are the draws that are left when all others are settled from their ends.

In a game whose players alternate, the positions before a position may come from the hook `before` (`run.backward`).
Without it all moves inside the tier are listed:

    edges    a word for each move inside the tier: position after it, position before it, does the same player move on?
    starts   where the edges of each position begin
    events   pairs of words for positions that are over and those with moves to other tiers, in order: the absolute
             value and the distance to the end; the position, and whether it is over
    outside  the worth of the best of those moves
    counts   how many moves of a position are not settled; all moves to other tiers count as one, and with `before` all
             moves to the same position
"""

from halfmove.bits import fold
from halfmove.kernels.primitives import look_around, make_room, peek, poke
from halfmove.kernels.solving_primitives import number_of, position_of, rule_before, tier_of
from halfmove.parts.endgames import representative
from halfmove.parts.shelves import index_in, shelf_of
from halfmove.parts.worth import FOREVER, HOLE, NOTHING, before_move, value_in, worth_of

_LOW = 0xFFFFFFFF


def decide(game, run):
    _settle_values(game, run)
    _settle_draws(game, run)
    run.done = run.end


def _count_position(run):
    """Count a position, and check the limits of the run when it is time."""
    run.inner += 1
    if run.leaves + run.inner >= run.limit:
        look_around(run)


def note_once(count, word, run):
    """Add a word to the `count` words that are noted, unless it is among them. Returns the new count."""
    for place in range(count):
        if peek(run.waiting, place) == word:
            return count
    make_room(run.waiting, count + 1)
    poke(run.waiting, count, word)
    return count + 1


def link_code(before, after):
    """A word for a move between two positions of a tier, from their numbers.

    The words of all moves are combined with ^. The moves and `before` must give the same result; if not, one is wrong.
    """
    return fold(fold(1, before), after)


def _note_before(game, child, first_time, run):
    """Note the positions before a position: twice their places, plus 1 if the same player moves on. Returns a count."""
    count = 0
    if run.backward:
        number = child if run.dense else peek(run.numbers, child)
        own = shelf_of(run.tier, run)
        for p in rule_before(game, position_of(game, run.tier, number, run)):
            p = representative(game, p, run)
            if tier_of(game, p) == run.tier:
                before = number_of(game, p, run)
                index = index_in(own, before, run)
                if index >= 0:  # otherwise the position cannot be reached
                    known, count = count, note_once(count, index << 1, run)
                    if first_time and count > known:
                        run.linked ^= link_code(before, number)
        return count
    begin, end = peek(run.starts, child), peek(run.starts, child + 1)
    make_room(run.waiting, end - begin)
    for place in range(begin, end):
        poke(run.waiting, count, peek(run.edges, place) & _LOW)
        count += 1
    return count


def _settle_values(game, run):
    """Settle all values that can be forced. `out` lists the positions in the order in which they are settled."""
    head, tail, event = 0, 0, 0
    for place in range(run.score_count - 1):
        size = run.score_count - 1 - place
        distance = 0
        more = True
        while more:
            while event < run.event_count and peek(run.events, 2 * event) == size << 32 | distance:
                tail = _apply_event(peek(run.events, 2 * event + 1), tail, run)
                event += 1
            if head < tail:
                stop = tail
                while head < stop:
                    _count_position(run)
                    tail = _propagate(game, peek(run.out, head), tail, run)
                    head += 1
                distance += 1
            elif event < run.event_count and peek(run.events, 2 * event) >> 32 == size:
                distance = peek(run.events, 2 * event) & _LOW
            else:
                more = False


def _apply_event(event, tail, run):
    """Settle a position that is over, or whose best move to another tier has the value that can be forced now."""
    i = event >> 1
    if event & 1 == 0:
        if peek(run.worths, i) != NOTHING:
            return tail  # a move inside the tier was better, or as good and nearer
        worth = peek(run.outside, i)
        if value_in(worth) < 0:
            poke(run.counts, i, peek(run.counts, i) - 1)
            if peek(run.counts, i) > 0:
                return tail
        poke(run.worths, i, worth)
    poke(run.out, tail, i)
    return tail + 1


def _propagate(game, child, tail, run):
    """Pass the worth of a position on to the positions before it."""
    worth = peek(run.worths, child)
    for each in range(_note_before(game, child, True, run)):
        i, same = peek(run.waiting, each) >> 1, peek(run.waiting, each) & 1
        if peek(run.worths, i) == NOTHING:
            mine = before_move(worth, same)
            if value_in(mine) < 0:
                poke(run.counts, i, peek(run.counts, i) - 1)
            if value_in(mine) > 0 or peek(run.counts, i) == 0:
                poke(run.worths, i, mine)
                poke(run.out, tail, i)
                tail += 1
    return tail


def _settle_draws(game, run):
    """Find the distances of draws. `counts` are now the moves to draws of the same tier that are not settled yet."""
    for i in range(run.end):
        if _is_draw(i, run):
            poke(run.counts, i, 0)
    for i in range(run.end):
        if _is_draw(i, run):
            _count_position(run)
            for each in range(_note_before(game, i, True, run)):
                before = peek(run.waiting, each) >> 1
                if peek(run.worths, before) == NOTHING:
                    poke(run.counts, before, peek(run.counts, before) + 1)
    head = tail = 0
    for i in range(run.end):
        if _is_draw(i, run) and peek(run.counts, i) == 0:
            if peek(run.worths, i) == NOTHING:
                poke(run.worths, i, peek(run.outside, i))
            poke(run.out, tail, i)
            tail += 1
    while head < tail:
        _count_position(run)
        child = peek(run.out, head)
        head += 1
        worth = before_move(peek(run.worths, child), 0)
        for each in range(_note_before(game, child, False, run)):
            i = peek(run.waiting, each) >> 1
            if peek(run.worths, i) == NOTHING:
                if value_in(peek(run.outside, i)) != 0 or peek(run.outside, i) < worth:
                    poke(run.outside, i, worth)
                poke(run.counts, i, peek(run.counts, i) - 1)
                if peek(run.counts, i) == 0:
                    poke(run.worths, i, peek(run.outside, i))
                    poke(run.out, tail, i)
                    tail += 1
    for i in range(run.end):
        if peek(run.worths, i) == NOTHING:
            poke(run.worths, i, worth_of(0, FOREVER))


def _is_draw(i, run):
    """Whether a position is drawn, or over without a winner, after all values that can be forced are settled."""
    worth = peek(run.worths, i)
    return worth == NOTHING or (worth != HOLE and value_in(worth) == 0)
