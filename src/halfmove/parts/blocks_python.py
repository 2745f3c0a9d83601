"""The blocks of an interpreted search: Python lists."""

from __future__ import annotations

from typing import Any

from halfmove.engine.bind import Slots
from halfmove.errors import Full
from halfmove.parts import blocks as b

_HEAD = 8  # words of a block before its sons, as in machine code


class Block:
    __slots__ = ("children", "merits", "node", "numbers", "places", "scores", "sons")

    def __init__(self, size: int) -> None:
        self.merits: list[Any] = [0] * size
        self.sons = [0] * size
        self.children = [0] * size
        self.places: list[Any] = [None] * size
        self.node: Any = None
        self.scores: list[Any] = [0, 0]
        self.numbers = [0, 0, 0, 0, size]


class Store:
    """All blocks of a search by number, and their size in words as machine code would have it."""

    def __init__(self, position_words: int, most_words: int | None) -> None:
        self.blocks: dict[int, Block] = {}
        self._free: list[int] = []
        self._position, self._most, self._used = position_words, most_words, 0

    def words(self, size: int) -> int:
        return _HEAD + self._position + size * (3 + self._position)

    def new(self, size: int) -> int:
        self._used += self.words(size)
        if self._most is not None and self._used > self._most:
            raise Full
        number = self._free.pop() if self._free else len(self.blocks) + 1
        self.blocks[number] = Block(size)
        return number

    def free(self, number: int) -> None:
        self._used -= self.words(len(self.blocks.pop(number).merits))
        self._free.append(number)


def _new_block(run, size):
    return run.store.new(size)


def _free_block(run, block):
    run.store.free(block)


def _size_of(run, block):
    return len(run.store.blocks[block].merits)


def _get_merit(run, block, i):
    return run.store.blocks[block].merits[i]


def _set_merit(run, block, i, merit):
    run.store.blocks[block].merits[i] = merit


def _get_son(run, block, i):
    return run.store.blocks[block].sons[i]


def _set_son(run, block, i, son):
    run.store.blocks[block].sons[i] = son


def _get_child(run, block, i):
    return run.store.blocks[block].children[i]


def _set_child(run, block, i, child):
    run.store.blocks[block].children[i] = child


def _get_place(run, block, i):
    return run.store.blocks[block].places[i]


def _set_place(run, block, i, p):
    run.store.blocks[block].places[i] = p


def _get_node(run, block):
    return run.store.blocks[block].node


def _set_node(run, block, p):
    run.store.blocks[block].node = p


def _get_score(run, block, which):
    return run.store.blocks[block].scores[which]


def _set_score(run, block, which, score):
    run.store.blocks[block].scores[which] = score


def _get_number(run, block, which):
    return run.store.blocks[block].numbers[which]


def _set_number(run, block, which, number):
    run.store.blocks[block].numbers[which] = number


def _partition_end(run, width, opened):
    return run.partition_ends(width)[opened]


def _note_case(run, case):
    if run.recorder is not None:
        run.recorder(run, case)


SLOTS: Slots = {
    b.new_block: _new_block,
    b.free_block: _free_block,
    b.size_of: _size_of,
    b.get_merit: _get_merit,
    b.set_merit: _set_merit,
    b.get_son: _get_son,
    b.set_son: _set_son,
    b.get_child: _get_child,
    b.set_child: _set_child,
    b.get_place: _get_place,
    b.set_place: _set_place,
    b.get_node: _get_node,
    b.set_node: _set_node,
    b.get_score: _get_score,
    b.set_score: _set_score,
    b.get_number: _get_number,
    b.set_number: _set_number,
    b.partition_end: _partition_end,
    b.note_case: _note_case,
}
