"""Jobs on the positions `begin` to `end` of one tier.

    EXPAND   list the positions after them, and the scores of those that are over
    SETTLE   find their worths, where all moves lead to tiers that are solved
    LINK     list the moves inside the tier, from the position after a move to the one before it, and find the worths of
             moves to other tiers
    DECIDE   find their worths from the results of LINK (`deciding.py`)
    FILL     make a hash of their numbers
    PACK, UNPACK   pack their numbers, or unpack them
    CHECK    compare their worths in a database with those of the positions after them
    COUNT    count the numbers of a tier that belong to positions

A job that runs out of room ends early: `done` is how far it came.
"""

from halfmove.bits import fold
from halfmove.kernels.declaration import Part, algorithm
from halfmove.kernels.player_primitives import same_side
from halfmove.kernels.primitives import (
    NO_MOVES,
    as_score,
    body,
    fail,
    look_around,
    make_room,
    moves,
    peek,
    peek_score,
    poke,
    poke_score,
    rule_play,
    rule_result,
)
from halfmove.kernels.solving_primitives import EQUIVALENT, OTHER, number_of, position_of, stands_for, tier_of
from halfmove.parts.endgames import representative
from halfmove.parts.packing import packed, unpacked
from halfmove.parts.shelves import (
    COUNT,
    HASH_BITS,
    SEGMENT_BITS,
    bring_near,
    index_in,
    keep_with,
    known_worth,
    shelf_of,
)
from halfmove.parts.worth import FOREVER, HOLE, NOTHING, before_move, distance_in, value_in, worth_of
from halfmove.solving.kernels.deciding import decide, link_code, note_once
from halfmove.solving.kernels.listing import forget_recent, list_once, see_parts

EXPAND, SETTLE, LINK, DECIDE, FILL, PACK, UNPACK, CHECK, COUNT_NUMBERS = range(9)

# Values of `run.trouble`, the reason why a job stopped; `run.at` is the number of the position where it was found.
FINE, NEW_PARTS, NO_NUMBER, UNKNOWN_CHILD, WRONG, NO_ROOM, SHARED = range(7)

_GROUP = 16  # positions whose children are looked up together

TIERS = Part(
    "solving",
    state={
        "job": 0,
        "begin": 0,
        "end": 0,
        "tier": 0,
        "dense": 0,
        "first": 0,
        "folded": 0,
        "room": 0,
        "used": 0,
        "first_tier": 0,
        "shelf_count": 0,
        "score_count": 0,
        "parts": 0,
        "segment": 0,
        "event_count": 0,
        "backward": 0,
    },
    external=(
        "numbers",
        "out",
        "out_tiers",
        "worths",
        "counts",
        "outside",
        "edges",
        "starts",
        "events",
        "shelves",
        "score_table",
        "digits",
        "seen_parts",
    ),
    memories=("part_words", "recent", "recent_tiers", "waiting"),
)


def straight_in(game, p, height, a, b, run):
    """Used instead of `enter`: a job works on many positions, not on the one that it is called with."""
    return body(game, p, height, a, b, run)


@algorithm(
    title="retrograde analysis",
    source="Ströhlein 1970; Thompson 1986",
    promise="the values of all positions",
    plays=True,
    parts=(TIERS,),
    counters=("made", "done", "ended", "inside", "trouble", "at", "filled", "linked", "equivalent"),
)
def job(game, p, height, a, b, run):
    run.done = run.begin
    if run.job == EXPAND:
        _expand(game, run)
    elif run.job == SETTLE:
        _settle(game, run)
    elif run.job == LINK:
        _link(game, run)
    elif run.job == DECIDE:
        decide(game, run)
    elif run.job == FILL:
        _fill(run)
    elif run.job == PACK:
        run.filled = packed(run.numbers, run.begin, run.end, run.out, run.out_tiers)
    elif run.job == UNPACK:
        unpacked(run.out, run.out_tiers, run.begin, run.end, run.numbers, 0)
    elif run.job == CHECK:
        _check(game, run)
    else:
        _count(game, run)
    return as_score(run, 0)


def _count_position(run):
    """Count a position, and check the limits of the run when it is time."""
    run.inner += 1
    if run.leaves + run.inner >= run.limit:
        look_around(run)


def _number_at(i, run):
    return run.first + i if run.dense else peek(run.numbers, i)


def _has_number(game, p, number, run):
    """Whether a number is the number of the position that `unrank` makes of it."""
    return number_of(game, p, run) == number and tier_of(game, p) == run.tier


def _expand(game, run):
    forget_recent(run)
    for i in range(run.begin, run.end):
        _count_position(run)
        made, ended = run.made, run.ended
        p = position_of(game, run.tier, peek(run.numbers, i), run)
        if run.parts == 0 and not _has_number(game, p, peek(run.numbers, i), run):
            run.trouble, run.at = SHARED, peek(run.numbers, i)
            return
        over, score = rule_result(game, p)
        if over:
            if run.ended >= run.room:
                return
            poke_score(run.worths, run.ended, as_score(run, score))
            run.ended += 1
        else:
            any_move = False
            for move in moves(game, p):
                any_move = True
                child = representative(game, rule_play(game, p, move), run)
                number = number_of(game, child, run)
                tier = tier_of(game, child)
                if number < 0:
                    run.trouble = NEW_PARTS if run.parts > 0 else NO_NUMBER
                    see_parts(child, run)
                elif stands_for(game, tier, number, child, run) == OTHER:
                    run.trouble, run.at = SHARED, peek(run.numbers, i)
                    return
                elif not list_once(number, tier, run):
                    run.made, run.ended = made, ended
                    return
            if not any_move:
                run.at = i
                fail(run, NO_MOVES)
        run.done = i + 1


def _end_worth(score, run):
    """The worth of a position in which the game is over."""
    size = abs(score)
    low, high = 0, run.score_count
    while high - low > 1:
        middle = low + high >> 1
        if peek_score(run.score_table, middle) <= size:
            low = middle
        else:
            high = middle
    if peek_score(run.score_table, low) != size:
        return NOTHING
    return worth_of(low if score > 0 else -low, 0)


def _settle(game, run):
    begin = run.begin
    while begin < run.end:
        stop = min(begin + _GROUP, run.end)
        waiting = 0
        for i in range(begin, stop):
            _count_position(run)
            p = position_of(game, run.tier, peek(run.numbers, i), run)
            over, score = rule_result(game, p)
            if over:
                poke(run.worths, i, _end_worth(as_score(run, score), run))
                if peek(run.worths, i) == NOTHING:
                    run.trouble, run.at = WRONG, _number_at(i, run)
                    return
                continue
            poke(run.worths, i, NOTHING)
            for move in moves(game, p):
                after = rule_play(game, p, move)
                child = representative(game, after, run)
                number, shelf = number_of(game, child, run), shelf_of(tier_of(game, child), run)
                if shelf >= 0:
                    bring_near(shelf, number, run)
                make_room(run.waiting, 4 * waiting + 4)
                poke(run.waiting, 4 * waiting, i)
                poke(run.waiting, 4 * waiting + 1, number)
                poke(run.waiting, 4 * waiting + 2, shelf)
                poke(run.waiting, 4 * waiting + 3, 1 if same_side(game, p, after) else 0)
                waiting += 1
        for each in range(waiting):
            i = peek(run.waiting, 4 * each)
            found = known_worth(peek(run.waiting, 4 * each + 2), peek(run.waiting, 4 * each + 1), run)
            if found <= HOLE:
                run.trouble, run.at = UNKNOWN_CHILD, _number_at(i, run)
                return
            worth = before_move(found, peek(run.waiting, 4 * each + 3))
            if worth > peek(run.worths, i):
                poke(run.worths, i, worth)
        run.done = begin = stop


def _link(game, run):
    own = shelf_of(run.tier, run)
    for i in range(run.begin, run.end):
        _count_position(run)
        made = run.made
        number = _number_at(i, run)
        p = position_of(game, run.tier, number, run)
        worth, outside, count = NOTHING, NOTHING, 0
        if run.dense and not _has_number(game, p, number, run):
            worth = HOLE
        else:
            run.filled += 1
            over, score = rule_result(game, p)
            if over:
                worth = _end_worth(as_score(run, score), run)
                if worth == NOTHING:
                    run.trouble, run.at = WRONG, number
                    return
            else:
                any_move = False
                for move in moves(game, p):
                    any_move = True
                    after = rule_play(game, p, move)
                    child = representative(game, after, run)
                    same = 1 if same_side(game, p, after) else 0
                    tier, number = tier_of(game, child), number_of(game, child, run)
                    if tier == run.tier:
                        index = index_in(own, number, run)
                        if index < 0:
                            run.trouble, run.at = UNKNOWN_CHILD, _number_at(i, run)
                            return
                        if run.backward:
                            known, count = count, note_once(count, index, run)
                            if count > known:
                                run.linked ^= link_code(_number_at(i, run), number)
                        elif run.made >= run.room:
                            run.made = made
                            run.filled -= 1
                            return
                        else:
                            poke(run.out, run.made, index << 32 | i << 1 | same)
                            run.made += 1
                            count += 1
                    else:
                        found = known_worth(shelf_of(tier, run), number, run)
                        if found <= HOLE:
                            run.trouble, run.at = UNKNOWN_CHILD, _number_at(i, run)
                            return
                        outside = max(outside, before_move(found, same))
                    # Where positions are listed, EXPAND has checked this.
                    if run.dense and stands_for(game, tier, number, child, run) == OTHER:
                        run.trouble, run.at = SHARED, _number_at(i, run)
                        return
                if not any_move:
                    run.at = i
                    fail(run, NO_MOVES)
        poke(run.worths, i, worth)
        poke(run.outside, i, outside)
        poke(run.counts, i, count + (1 if outside != NOTHING else 0))
        run.done = i + 1


def _fill(run):
    """Fill a segment of a hash with those of the numbers `begin` to `end` that belong there.

    Each is stored with its word of `worths`, or its place. One place of a segment must stay empty: a search for a
    missing number ends there.
    """
    shelf = shelf_of(run.tier, run)
    room = (1 << peek(run.shelves, shelf + COUNT) - SEGMENT_BITS) - 1
    for i in range(run.begin, run.end):
        number = peek(run.numbers, i)
        if fold(0, number) >> HASH_BITS - SEGMENT_BITS == run.segment:
            if run.filled >= room:
                run.trouble = NO_ROOM
                return
            run.filled += 1
            keep_with(shelf, number, peek(run.worths, i) if run.used else i, run)
    run.done = run.end


def _count(game, run):
    """Count the numbers that have a position, and list the scores of positions in which the game is over."""
    for number in range(run.begin, run.end):
        _count_position(run)
        p = position_of(game, run.tier, number, run)
        if _has_number(game, p, number, run):
            over, score = rule_result(game, p)
            if over:
                if run.ended >= run.room:
                    return
                poke_score(run.worths, run.ended, as_score(run, score))
                run.ended += 1
            run.filled += 1
        run.done = number + 1


def _check(game, run):
    """Check that the worth of every position follows from the positions after it. `worths` are those of the database.

    `equivalent` is set if a number belonged to another position that is equivalent.
    """
    for i in range(run.begin, run.end):
        _count_position(run)
        number = _number_at(i, run)
        p = position_of(game, run.tier, number, run)
        stated = peek(run.worths, i - run.begin)
        if not _has_number(game, p, number, run):
            best = HOLE
        else:
            run.filled += 1
            over, score = rule_result(game, p)
            best = NOTHING
            if over:
                best = _end_worth(as_score(run, score), run)
            else:
                for move in moves(game, p):
                    after = rule_play(game, p, move)
                    child = representative(game, after, run)
                    tier, number = tier_of(game, child), number_of(game, child, run)
                    found = known_worth(shelf_of(tier, run), number, run)
                    if found <= HOLE:
                        run.trouble, run.at = UNKNOWN_CHILD, _number_at(i, run)
                        return
                    stands = stands_for(game, tier, number, child, run)
                    if stands == OTHER:
                        run.trouble, run.at = SHARED, _number_at(i, run)
                        return
                    if stands == EQUIVALENT:
                        run.equivalent = 1
                    best = max(best, before_move(found, 1 if same_side(game, p, after) else 0))
        endless = stated > HOLE and value_in(stated) != 0 and distance_in(stated) == FOREVER
        if stated != best or endless:  # a circle of wins that never happen would agree with itself
            run.trouble, run.at = WRONG, _number_at(i, run)
            return
        run.done = i + 1
