"""What the positions of a tier are worth whose moves may lead back and forth between them.

Positions are settled in the order in which a value can be forced: first the largest values, of these the nearest ends.

- A position from which a move leads to a value that is good for who moves has that value, as soon as the first such
  position is settled: all values that are settled later are smaller, or farther away.
- A position all of whose moves lead to values that are bad for who moves has the value of the one that is settled last.
- What is never settled so is a draw: nobody can force more.

The distance of a draw is that of the longest way on which both keep it. It goes on for ever where the ways lead in
circles: those are the draws that are left when all others are settled from their ends.

    edges    a word for each move inside the tier: position after it, position before it, does the same player move on?
    starts   where the edges of each position begin
    events   pairs of words for positions that are over and those with moves to other tiers, in order: the size of the
             value and the distance to the end; which position it is, and is it over?
    outside  what the best of those moves is worth
    counts   how many moves of a position are not settled; all that lead to other tiers count as one
"""

from halfmove.parts.worth import FOREVER, HOLE, NOTHING, before_move, value_in, worth_of
from halfmove.vocabulary import look_around, peek, poke

_LOW = 0xFFFFFFFF


def decide(run):
    _settle_values(run)
    _settle_draws(run)
    run.done = run.end


def _look(run):
    run.inner += 1
    if run.leaves + run.inner >= run.limit:
        look_around(run)


def _settle_values(run):
    """All that can be forced. `out` lists the positions in the order in which they are settled."""
    head, tail, event = 0, 0, 0
    for place in range(run.score_count - 1):
        size = run.score_count - 1 - place
        distance = 0
        more = True
        while more:
            while event < run.event_count and peek(run.events, 2 * event) == size << 32 | distance:
                tail = _happens(peek(run.events, 2 * event + 1), tail, run)
                event += 1
            if head < tail:
                stop = tail
                while head < stop:
                    _look(run)
                    tail = _tell(peek(run.out, head), tail, run)
                    head += 1
                distance += 1
            elif event < run.event_count and peek(run.events, 2 * event) >> 32 == size:
                distance = peek(run.events, 2 * event) & _LOW
            else:
                more = False


def _happens(event, tail, run):
    """A position is over, or its best move to another tier is as good as what can be forced now."""
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


def _tell(child, tail, run):
    """Tell the positions before a position what it is worth."""
    worth = peek(run.worths, child)
    for place in range(peek(run.starts, child), peek(run.starts, child + 1)):
        edge = peek(run.edges, place)
        i = edge >> 1 & _LOW >> 1
        if peek(run.worths, i) == NOTHING:
            mine = before_move(worth, edge & 1)
            if value_in(mine) < 0:
                poke(run.counts, i, peek(run.counts, i) - 1)
            if value_in(mine) > 0 or peek(run.counts, i) == 0:
                poke(run.worths, i, mine)
                poke(run.out, tail, i)
                tail += 1
    return tail


def _settle_draws(run):
    """How far the ends of draws are. `counts` are now the moves to draws of the same tier, not settled yet."""
    for i in range(run.end):
        if _is_draw(i, run):
            poke(run.counts, i, 0)
    for i in range(run.end):
        if _is_draw(i, run):
            for place in range(peek(run.starts, i), peek(run.starts, i + 1)):
                before = _before(place, run)
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
        _look(run)
        child = peek(run.out, head)
        head += 1
        worth = before_move(peek(run.worths, child), 0)
        for place in range(peek(run.starts, child), peek(run.starts, child + 1)):
            i = _before(place, run)
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


def _before(place, run):
    return peek(run.edges, place) >> 1 & _LOW >> 1


def _is_draw(i, run):
    """Whether a position is drawn, or over without a winner, when all that can be forced is settled."""
    worth = peek(run.worths, i)
    return worth == NOTHING or (worth != HOLE and value_in(worth) == 0)
