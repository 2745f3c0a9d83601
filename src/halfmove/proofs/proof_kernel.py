"""df-pn once more, and then the proof itself: for every position in which the side that succeeds is to move, its move.

The positions of a proof are in a queue, each once, the root first. Where the other side is to move, all children go
into the queue. Where the side that succeeds is to move, only the child after its move does. So the numbers of these
moves, one after the other, are the whole proof: with the rules of the game it can be played again.

Where positions may repeat, a win must come nearer with every move. There a position is written once for each distance
from the root, with a move that wins within the half-moves that are left.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Parameter, Part, algorithm
from halfmove.kernels.primitives import (
    LOWER,
    MEMORY,
    POSITION_WORDS,
    TOO_DEEP,
    UPPER,
    fail,
    look_around,
    make_room,
    moves,
    next_down,
    nth_move,
    peek,
    peek_position,
    poke,
    poke_position,
    position_code,
    rule_play,
    rule_result,
    same_position,
)
from halfmove.parts.proof_search import FRAMES, deciding_child, key_of, open_frames, solve
from halfmove.parts.proof_table import DELTA, PROOFS, RANK, find_proof, open_proofs
from halfmove.parts.proving import FAR, QUESTION, ask

_MOST_WORDS = 1 << 26  # of a memory of a part
_FIRST_SIZE = 64

# `queue`: position, side and distance of all nodes to write; `places`: their places in it, by hash.
# `told`: the numbers of the moves; `layered`: whether a win must come nearer because positions may repeat.
TELLING = Part(
    "telling", state={"queued": 0, "places_size": 0, "layered": 0}, memories=("queue", "places"), external=("told",)
)


@algorithm(
    title="proof",
    source="Nagai 2002",
    promise="whether the value is at least some score, and the moves that prove it",
    proves=True,
    decides=True,
    parameters=(Parameter("entries", "int", "how many positions its table may hold", 1 << 20, least=1),),
    parts=(QUESTION, PROOFS, FRAMES, TELLING),
    counters=("told_moves",),
)
def telling(game, p, height, a, b, run):
    ask(a, b, run)
    open_proofs(run, run.entries)
    open_frames(run)
    claim = solve(game, p, height, 0, run)
    rank = peek(run.stack, POSITION_WORDS + 2)
    if claim != run.forcing:
        run.layered = 0
    if run.layered and rank > run.height:
        fail(run, TOO_DEEP)
    _tell(game, p, claim, rank, run)
    run.proof = UPPER if claim else LOWER
    return next_down(run.goal) if claim else run.goal


def _tell(game, p, claim, rank, run):
    run.queued, run.places_size = 0, 0
    _enqueue(game, p, 0, 0, run)
    number = 0
    while number < run.queued:
        if number & 255 == 255:
            look_around(run)
        at = number * (POSITION_WORDS + 2)
        q = peek_position(run.queue, at)
        side, distance = peek(run.queue, at + POSITION_WORDS), peek(run.queue, at + POSITION_WORDS + 1)
        number += 1
        over, _score = rule_result(game, q)
        if over:
            continue
        nearer = distance + 1 if run.layered else 0
        if side != claim:
            for move in moves(game, q):
                _enqueue(game, rule_play(game, q, move), 1 - side, nearer, run)
            continue
        chosen = _deciding_move(game, q, side, rank - distance, claim, run)
        if run.told_moves >= run.told_size:
            fail(run, MEMORY)
        poke(run.told, run.told_moves, chosen)
        run.told_moves += 1
        _enqueue(game, rule_play(game, q, nth_move(game, q, chosen)[1]), 1 - side, nearer, run)


def _deciding_move(game, p, side, left, claim, run):
    """The number of a move with which the side to move succeeds, within `left` half-moves if that matters."""
    key = key_of(run.height, 1 - side, run)
    within = left - 1 if run.layered else FAR
    number = 0
    for move in moves(game, p):
        number += 1  # noqa: SIM113
        q = rule_play(game, p, move)
        over, score = rule_result(game, q)
        if over:
            own = -score if side == 0 else score  # for the side to move at the root
            if (own < run.goal) == (claim == 1):
                return number
        else:
            known = find_proof(game, q, key, run)
            if known > 0 and peek(run.arena, known + DELTA) == 0 and peek(run.arena, known + RANK) <= within:
                return number
    if run.layered:
        run.bounded = 1
        solve(game, p, left, side, run)
        run.bounded = 0
    else:
        solve(game, p, run.height, side, run)
    return deciding_child(run)


def _enqueue(game, p, side, distance, run):
    """Put a position at the end of the queue, unless it is in the queue already."""
    words = POSITION_WORDS + 2
    at = run.queued * words
    if at + words > _MOST_WORDS or 4 * run.queued > _MOST_WORDS:
        fail(run, MEMORY)
    make_room(run.queue, at + words)
    poke_position(run.queue, at, p)
    poke(run.queue, at + POSITION_WORDS, side)
    poke(run.queue, at + POSITION_WORDS + 1, distance)
    if 2 * (run.queued + 1) > run.places_size:
        _more_places(game, run)
    place = _place(game, at, run)
    if peek(run.places, place) == 0:
        run.queued += 1
        poke(run.places, place, run.queued)


def _place(game, at, run):
    """The place of an entry of the queue, or the empty one where it belongs."""
    words = POSITION_WORDS + 2
    side, distance = peek(run.queue, at + POSITION_WORDS), peek(run.queue, at + POSITION_WORDS + 1)
    code = position_code(game, peek_position(run.queue, at), 2 * distance + side, run.queue, at)
    while True:
        place = code & (run.places_size - 1)
        other = (peek(run.places, place) - 1) * words
        if other < 0:
            return place
        if (
            peek(run.queue, other + POSITION_WORDS) == side
            and peek(run.queue, other + POSITION_WORDS + 1) == distance
            and same_position(run.queue, at, other)
        ):
            return place
        code += 1


def _more_places(game, run):
    run.places_size = max(_FIRST_SIZE, 2 * run.places_size)
    make_room(run.places, run.places_size)
    for place in range(run.places_size):
        poke(run.places, place, 0)
    for number in range(run.queued):
        poke(run.places, _place(game, number * (POSITION_WORDS + 2), run), number + 1)
