"""df-pn: the search itself, with the table of `proof_table.py`. See `algorithms/df_pn.py` for what it promises.

The nodes on the path and their children are on a stack. A node consists of: position, phi, delta, rank, low.

    rank   of a decided node: the side that has succeeded gets there within this many half-moves
    low    of a decided node: the distance from the root of the highest position whose repetition the decision depends
           on; FAR if it depends on none above the node itself, -1 if it depends on a line being too long

Only a success of the side that holds can depend on a repetition, see `proving.py`.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Part
from halfmove.kernels.primitives import (
    MEMORY,
    POSITION_WORDS,
    TOO_DEEP,
    fail,
    look_at_clock,
    make_room,
    moves,
    note_move,
    nth_move,
    outcome_of,
    peek,
    peek_position,
    play,
    poke,
    poke_position,
    rule_evaluate,
    rule_play,
    same_position,
    watched,
)
from halfmove.parts.lines import clear_line, extend_line
from halfmove.parts.proof_table import DELTA, PHI, RANK, find_proof, keep_proof
from halfmove.parts.proving import ENDLESS, FAR, holder_succeeds, judge, many

_HINT = 1 << 20  # the largest number of an undecided node that is accepted from the table
_MOST_WORDS = 1 << 26

# `stacked`: how many words of the stack are taken; `bottom`: 0.
# `on_path`: where the nodes on the path lie, from the root on.
FRAMES = Part("frames", state={"stacked": 0, "bottom": 0}, memories=("stack", "on_path"))


def open_frames(run):
    make_room(run.on_path, run.height + 2)
    run.stacked = 0


def solve(game, p, height, side, run):
    """Decide a node. Returns 0 if the side to move at the root of the search succeeds, else 1.

    Afterwards the children of the node are behind it at the beginning of the stack: see `deciding_child`.
    """
    run.stacked = POSITION_WORDS + 4
    make_room(run.stack, run.stacked)
    poke_position(run.stack, 0, p)
    poke(run.stack, POSITION_WORDS, ENDLESS)
    poke(run.stack, POSITION_WORDS + 1, side)
    most, own_side = peek(run.stack, POSITION_WORDS), peek(run.stack, POSITION_WORDS + 1)
    # No constants here: a recursive function must be called with numbers of one type.
    _search(game, run.bottom, height, run.bottom, own_side, most, most, run)
    if peek(run.stack, POSITION_WORDS + 3) < 0:
        fail(run, TOO_DEEP)
    return side if peek(run.stack, POSITION_WORDS) == 0 else 1 - side


def deciding_child(run):
    """The number, from 1, of the move with which the side to move succeeds at the last solved node."""
    words = POSITION_WORDS + 4
    number = 1
    while peek(run.stack, number * words + POSITION_WORDS + 1) > 0:
        number += 1
    return number


def key_of(height, side, run):
    """The key that a position is stored with: the side to move and, in a search to a depth, its height."""
    return side if run.endless and not run.bounded else 2 * height + side


def _search(game, node, height, depth, side, most_phi, most_delta, run):
    """Search a node on the stack until one of its numbers reaches its threshold."""
    poke(run.on_path, depth, node)
    begin, before = run.stacked, run.leaves + run.inner
    count = _generate(game, node, height, depth, side, run)
    words = POSITION_WORDS + 4
    while True:
        phi, delta, best, second = _numbers(run, begin, count)
        if phi >= most_phi or delta >= most_delta or phi == 0 or delta == 0:
            break
        child = begin + best * words
        if watched():
            note_move(run, height, nth_move(game, peek_position(run.stack, node), best + 1)[1])
        most = min(most_phi, many(second + (second >> 2) + 1))
        rest = delta - peek(run.stack, child + POSITION_WORDS)
        run.stacked = begin + count * words
        _search(game, child, height - 1, depth + 1, 1 - side, most_delta - rest, most, run)
    rank, low = _rank(run, begin, count, phi)
    if low >= depth:
        low = FAR
    poke(run.stack, node + POSITION_WORDS, phi)
    poke(run.stack, node + POSITION_WORDS + 1, delta)
    poke(run.stack, node + POSITION_WORDS + 2, rank)
    poke(run.stack, node + POSITION_WORDS + 3, low)
    if low == FAR:
        p = peek_position(run.stack, node)
        work = run.leaves + run.inner - before
        keep_proof(game, p, key_of(height, side, run), phi, delta, rank, work, run)
    run.stacked = begin
    return 0


def _generate(game, node, height, depth, side, run):
    """Put the children of a node on the stack, up to one that decides it. Returns how many."""
    p = peek_position(run.stack, node)
    words = POSITION_WORDS + 4
    begin = run.stacked
    key = key_of(height - 1, 1 - side, run)
    count = 0
    for move in moves(game, p):
        child = begin + count * words
        if child + words > _MOST_WORDS:
            fail(run, MEMORY)
        if count & 255 == 255:
            look_at_clock(run)
        make_room(run.stack, child + words)
        q = play(game, p, move, height, run)
        poke_position(run.stack, child, q)
        rank, low = 0, FAR
        above = _repeated(child, depth, run)
        if above < FAR:
            phi, delta = holder_succeeds(1 - side, run)
            low = above
        else:
            known = find_proof(game, q, key, run)
            if known > 0:
                run.table_hits += 1
                phi, delta = peek(run.arena, known + PHI), peek(run.arena, known + DELTA)
                rank = peek(run.arena, known + RANK)
                if phi > 0 and delta > 0:
                    phi, delta = min(phi, _HINT), min(delta, _HINT)
            else:
                run.too_long = 0
                phi, delta = judge(game, q, height - 1, 1 - side, run)
                if run.too_long and not run.bounded:
                    low = -1
        poke(run.stack, child + POSITION_WORDS, phi)
        poke(run.stack, child + POSITION_WORDS + 1, delta)
        poke(run.stack, child + POSITION_WORDS + 2, rank)
        poke(run.stack, child + POSITION_WORDS + 3, low)
        count += 1
        if delta == 0 and low == FAR:
            break
    return count


def _repeated(child, depth, run):
    """The distance from the root of the position that a child repeats; FAR if there is none."""
    if run.endless and not run.bounded:
        at = depth - 1
        while at >= 0:
            if same_position(run.stack, child, peek(run.on_path, at)):
                return at
            at -= 2
    return FAR


def _numbers(run, begin, count):
    """(phi, delta, number of the best child, delta of the second best one)."""
    words = POSITION_WORDS + 4
    phi, second, delta, best = ENDLESS, ENDLESS, 0, 0
    for number in range(count):
        at = begin + number * words + POSITION_WORDS
        own, other = peek(run.stack, at), peek(run.stack, at + 1)
        if other < phi:
            phi, second, best = other, phi, number
        else:
            second = min(second, other)
        delta = ENDLESS if own == ENDLESS or delta == ENDLESS else many(delta + own)
    return phi, delta, best, second


def _rank(run, begin, count, phi):
    """(rank, low) of a node that is decided: by its best child if its own side succeeds, else by all children."""
    words = POSITION_WORDS + 4
    rank, low = 0, FAR if phi > 0 else -2
    decided = True
    for number in range(count):
        at = begin + number * words + POSITION_WORDS
        own_rank, own_low = peek(run.stack, at + 2), peek(run.stack, at + 3)
        if phi == 0:
            if peek(run.stack, at + 1) == 0 and (own_low > low or (own_low == low and own_rank + 1 < rank)):
                rank, low = own_rank + 1, own_low
        elif peek(run.stack, at) == 0:
            rank, low = max(rank, own_rank + 1), min(low, own_low)
        else:
            decided = False
    return (rank, low) if decided else (0, FAR)


def keep_winning_line(game, p, height, side, run):
    """After `solve` of a root that is won: keep the deciding move, and the moves after it that the table knows."""
    move = nth_move(game, p, deciding_child(run))[1]
    _extend_known_line(game, rule_play(game, p, move), height - 1, 1 - side, peek(run.stack, POSITION_WORDS + 2), run)
    extend_line(run, height, move)


def _extend_known_line(game, p, height, side, rank, run):
    """The line of a node: the shortest way for the side that succeeds, the longest for the other."""
    if height <= 0:
        return
    clear_line(run, height)
    over, _score = outcome_of(game, p, height, run)
    if over:
        return
    chosen, number = -1, 0
    best = FAR if side == 0 else -1
    for move in moves(game, p):
        number += 1
        q = rule_play(game, p, move)
        over, score = outcome_of(game, q, height - 1, run)
        child_rank, decided = 0, False
        if not over and height == 1 and not run.endless:
            over, score = True, rule_evaluate(game, q)
        if over:
            decided = -score >= run.goal if side == 0 else score >= run.goal
        else:
            known = find_proof(game, q, key_of(height - 1, 1 - side, run), run)
            if known > 0:
                decided = peek(run.arena, known + (DELTA if side == 0 else PHI)) == 0
                child_rank = peek(run.arena, known + RANK)
        if decided and child_rank < rank and (child_rank < best if side == 0 else child_rank > best):
            best, chosen = child_rank, number
    if chosen > 0:
        move = nth_move(game, p, chosen)[1]
        _extend_known_line(game, rule_play(game, p, move), height - 1, 1 - side, best, run)
        extend_line(run, height, move)
