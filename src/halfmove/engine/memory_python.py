"""Memory in plain Python: lists. A position or a move takes one place, whatever it is."""

from __future__ import annotations

from itertools import repeat

from halfmove import vocabulary as v
from halfmove.engine.bind import Slots


def _peek(memory, index):
    return memory[index]


def _poke(memory, index, number):
    memory[index] = number


def _copy_moves(to_memory, to, from_memory, begin, count):
    if count:
        to_memory[to : to + count] = from_memory[begin : begin + count]


def _same_position(memory, one, other):
    return memory[one] == memory[other]


def _make_room(memory, words):
    if words > len(memory):
        memory.extend(repeat(0, max(words - len(memory), len(memory) // 8)))


def _position_code(game, p, height, memory, index):
    return hash((p, height))


def words(position_words: int) -> Slots:
    """The words of memory; a position is given the room that it would take in machine code, so that limits agree."""

    return {
        v.peek: _peek,
        v.poke: _poke,
        v.peek_score: _peek,
        v.poke_score: _poke,
        v.peek_position: _peek,
        v.poke_position: _poke,
        v.poke_move: _poke,
        v.copy_moves: _copy_moves,
        v.same_position: _same_position,
        v.make_room: _make_room,
        v.POSITION_WORDS: position_words,
        v.position_code: _position_code,
    }
