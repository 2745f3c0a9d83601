"""The moves of the nodes on the current path, sorted: the best guess first.

They are on a stack. A node takes one place for each of its moves in three memories: words to sort by, the positions
after the moves, and the moves. A word contains, from its highest bits to its lowest, the score of a move, its history,
and its number. So only words are sorted, and equal moves keep their order.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Part
from halfmove.kernels.player_primitives import MOST_ORDER, OWN_GAIN, OWN_ORDER, order_word, rule_order, tries
from halfmove.kernels.primitives import (
    MEMORY,
    POSITION_WORDS,
    fail,
    look_at_clock,
    make_room,
    moves,
    peek,
    peek_move,
    peek_position,
    poke,
    poke_move,
    poke_position,
    rule_play,
    slot,
)
from halfmove.parts.transpositions import expect

_NUMBER_BITS = 20
_NUMBERS = (1 << _NUMBER_BITS) - 1
_HISTORY_BITS = 10
_MOST, _MOST_WORDS = 1 << 20, 1 << 26  # places on the stack, and words that their positions take
_LOOK = 255  # moves of one position that are sorted between two checks of the clock
TABLE_MOVE = MOST_ORDER + 1  # sorts before all scores

# `sorted`: how many places of the stack are taken.
ORDERING = Part("ordering", state={"sorted": 0}, memories=("sort_words", "sorted_positions", "sorted_moves"))

# `choosing`: whether only some moves of the root are searched. Then `chosen` has a word for each of its moves: 1 or 0.
CHOSEN = Part("chosen", state={"choosing": 0}, external=("chosen",))


@slot
def sort_scores(game, p, move, child, height, inner, run):
    """(the score of a move, its history from 0 to 1023), by which the moves of a node are sorted."""
    return order_word(rule_order(game, p, move, child)), 0


def sort_moves(game, p, first, height, inner, run):
    """Put the moves of a node on the stack, move number `first` before all others. Returns how many.

    `inner`: whether the positions after them will be looked up in the table, and not just be evaluated.
    """
    begin, count = run.sorted, 0
    for move in tries(game, p):
        add_move(game, p, move, first, begin, count, height, inner, run)
        count += 1
    run.sorted = begin + 2 * count if run.team else begin + count
    return count


def sort_chosen_moves(game, p, first, height, run):
    """`sort_moves` of the root, if only some of its moves are searched; their numbers leave out the others."""
    begin, count, number = run.sorted, 0, 0
    for move in moves(game, p):
        if is_chosen(number, run):
            add_move(game, p, move, first, begin, count, height, True, run)
            count += 1
        number += 1
    run.sorted = begin + 2 * count if run.team else begin + count
    return count


def is_chosen(number, run):
    """Whether move `number` of the root is searched, if only some are."""
    return number < run.chosen_size and peek(run.chosen, number) != 0


def add_move(game, p, move, first, begin, count, height, inner, run):
    """Put one move on the stack, behind `count` others of its node, and sort it in."""
    if count & _LOOK == _LOOK:
        look_at_clock(run)
    child = rule_play(game, p, move)
    if inner:
        expect(game, child, run)
    score, history = sort_scores(game, p, move, child, height, inner, run)
    if count == first:
        score = TABLE_MOVE
    put_move(move, child, score << _HISTORY_BITS | history, begin, count, run)


def put_move(move, child, score, begin, count, run):
    """Put a move with the position after it on the stack, behind `count` others, and sort it in by a whole number."""
    if begin + 2 * count >= _MOST or (begin + 2 * count + 2) * POSITION_WORDS >= _MOST_WORDS:
        fail(run, MEMORY)
    make_room(run.sort_words, begin + count + 1)
    make_room(run.sorted_moves, begin + count + 1)
    make_room(run.sorted_positions, (begin + count + 1) * POSITION_WORDS)
    poke_position(run.sorted_positions, (begin + count) * POSITION_WORDS, child)
    poke_move(run.sorted_moves, begin + count, move)
    word = score << _NUMBER_BITS | _NUMBERS - count
    place = begin + count
    while place > begin and peek(run.sort_words, place - 1) < word:
        poke(run.sort_words, place, peek(run.sort_words, place - 1))
        place -= 1
    poke(run.sort_words, place, word)


add_move.is_inlined = put_move.is_inlined = True  # type: ignore[attr-defined]


def sort_later(run, end, place):
    """Put the move at `place` behind all others of its node, which end at `end`."""
    make_room(run.sort_words, end + 1)
    poke(run.sort_words, end, peek(run.sort_words, place))


def sorted_number(run, place):
    """The number, from 0, of the move at a place of the stack."""
    return _NUMBERS - (peek(run.sort_words, place) & _NUMBERS)


def sorted_score(run, place):
    """The score by which the move at a place of the stack was sorted."""
    return peek(run.sort_words, place) >> _HISTORY_BITS + _NUMBER_BITS


def is_quiet(game, p, begin, place, run):
    """Whether the move at a place of the stack is a quiet one: in a game with the hook `gain`, `order` says 0 of it."""
    if not (OWN_GAIN and OWN_ORDER):
        return True
    score = sorted_score(run, place)
    if score != TABLE_MOVE:
        return score == 0
    number = sorted_number(run, place)
    move, child = sorted_move(run, begin, number), sorted_position(run, begin, number)
    return order_word(rule_order(game, p, move, child)) == 0


def sorted_history(run, place):
    """The history of the move at a place of the stack."""
    return peek(run.sort_words, place) >> _NUMBER_BITS & (1 << _HISTORY_BITS) - 1


def sorted_position(run, begin, number):
    """The position after a move of the node whose moves begin at this place."""
    return peek_position(run.sorted_positions, (begin + number) * POSITION_WORDS)


def sorted_move(run, begin, number):
    return peek_move(run.sorted_moves, begin + number)
