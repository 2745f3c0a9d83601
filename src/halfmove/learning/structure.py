"""Which cells of a position belong together: found by asking the rules.

One cell of a position is changed at a time. The answers of the rules that change depend on this cell: whether the game
is over, and which moves there are. Cells that decide one answer together belong together, such as the squares of a row
that wins. So do the cells that one move changes.

Most changed positions are illegal. Rules may raise an error there, which is ignored, or never return: so the rules are
asked in a process of its own (`apart.py`), with an alarm for each call.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import numpy as np

from halfmove.evaluations.shape import Cell, numbers_of
from halfmove.game import Game
from halfmove.learning.apart import Alarm, TookTooLong, apart
from halfmove.learning.cells import Sample

_CALLS = 40_000  # of rules on changed positions
_MOST_CALLS_EACH = 4_000  # for one position
_MOVES = 300  # of a position that are looked at
_LARGEST = 14  # cells that decide one answer; more say nothing
_NEW = 0.3  # what a move counts that a change makes possible, where one that it takes away counts 1
_SECONDS = 60.0  # for everything
_MOST_HANGS = 10  # calls that never return, after which no more are made
_CHANGES = 3  # other values of one cell that are tried


def together(game: Game, seen: Sample, cells: tuple[Cell, ...], seed: int) -> np.ndarray:
    """How often two cells decide something together, from 0 on; zeros if the rules cannot be asked."""
    count = len(cells)
    found = apart(lambda: _Asking(game, seen, cells, seed).pairs(), _SECONDS)
    matrix = np.zeros((count, count))
    for one, other, weight in found or []:
        matrix[one, other] += weight
        matrix[other, one] += weight
    usual = matrix.sum(0) + matrix.sum() / max(count, 1) * 0.2
    scale = np.sqrt(np.outer(usual, usual))
    return np.divide(matrix, scale, out=np.zeros_like(matrix), where=scale > 0)


class _Asking:
    """Asks the rules of a game about changed positions."""

    def __init__(self, game: Game, seen: Sample, cells: tuple[Cell, ...], seed: int) -> None:
        self._game, self._seen, self._cells = game, seen, cells
        self._chance = random.Random(seed)
        self._values = [self._values_of(cell) for cell in cells]
        self._calls = self._hangs = 0

    def _values_of(self, cell: Cell) -> list[int]:
        """The values of a cell that were seen, the most frequent first."""
        step = max(1, len(self._seen.numbers) // 400)
        rows = self._seen.numbers[::step].tolist()
        return [value for value, _ in Counter(cell.value(row) for row in rows).most_common(8)]

    def pairs(self) -> list[tuple[int, int, float]]:
        """(cell, cell, how often they belong together)"""
        count = len(self._cells)
        ends, moves = np.zeros((count, count)), np.zeros((count, count))
        while self._calls < _CALLS:
            before = self._calls
            if self._seen.ends:
                _add(ends, self._deciding_end(self._chance.choice(self._seen.ends)), 1.0)
            for cells, weight in self._deciding_moves(self._chance.choice(self._seen.positions)):
                _add(moves, cells, weight)
            if self._calls == before:
                break  # there is nothing to change
        whole = sum(part / part.sum() for part in (ends, moves) if part.sum() > 0)
        if not isinstance(whole, np.ndarray):
            return []
        return [(i, j, float(whole[i, j])) for i in range(count) for j in range(i) if whole[i, j] > 0]

    def _changed(self, position: Any) -> Iterator[tuple[int, Any]]:
        """(number of a cell, the position with another value in it)"""
        numbers = numbers_of(position)
        for number, cell in enumerate(self._cells):
            own = cell.value(numbers)
            for value in [each for each in self._values[number] if each != own][:_CHANGES]:
                yield number, with_value(position, numbers, cell, value)

    def _ask(self, question: Callable[[Any], Any], position: Any) -> Any:
        """The answer of the rules, or None if they have none."""
        if self._hangs == _MOST_HANGS:
            return None
        self._calls += 1
        try:
            with Alarm():
                return question(position)
        except TookTooLong:
            self._hangs += 1
        except Exception:
            pass
        return None

    def _deciding_end(self, position: Any) -> set[int]:
        """The cells without which the game would not be over."""
        found = set()
        for number, changed in self._changed(position):
            if number not in found and self._ask(self._is_over, changed) is False:
                found.add(number)
        return found

    def _deciding_moves(self, position: Any) -> Iterator[tuple[Iterable[int], float]]:
        """The cells on which each move depends, with those that it changes."""
        own = self._ask(self._moves, position)
        if own is None:
            return
        depends: dict[Any, set[int]] = {move: set() for move in own}
        new: dict[Any, set[int]] = {}
        for asked, (number, changed) in enumerate(self._changed(position)):
            if asked == _MOST_CALLS_EACH:
                break
            there = self._ask(self._moves, changed)
            if there is None:
                continue
            for move in own - there:
                depends[move].add(number)
            for move in there - own:
                new.setdefault(move, set()).add(number)
        after = {move: self._digits(self._game.next(position, move)) for move in sorted(own, key=repr)}
        usual: list[int] = [Counter(column).most_common(1)[0][0] for column in zip(*after.values(), strict=True)]
        for move, digits in after.items():
            changes = {number for number, digit in enumerate(digits) if len(after) > 2 and digit != usual[number]}
            yield depends[move] | changes, 1.0
        for cells in new.values():
            yield cells, _NEW

    def _is_over(self, position: Any) -> bool:
        return bool(self._game.call("result", position)[0])

    def _moves(self, position: Any) -> frozenset[Any]:
        if self._is_over(position):
            return frozenset()
        return frozenset(islice(self._game.call("moves", position), _MOVES))

    def _digits(self, position: Any) -> list[int]:
        numbers = numbers_of(position)
        return [cell.digit(numbers) for cell in self._cells]


def _add(matrix: np.ndarray, cells: Iterable[int], weight: float) -> None:
    chosen = sorted(cells)
    if 2 <= len(chosen) <= _LARGEST:
        for i in chosen:
            for j in chosen:
                if i != j:
                    matrix[i, j] += weight / len(chosen)


def with_value(position: Any, numbers: list[int], cell: Cell, value: int) -> Any:
    """The position with another value in one cell."""
    changed = list(numbers)
    if not cell.bits:
        changed[cell.leaves[0]] = value + cell.low
    else:
        mask = (1 << cell.bits) - 1
        for place, leaf in enumerate(cell.leaves):
            part = value >> cell.bits * place & mask
            changed[leaf] = changed[leaf] & ~(mask << cell.shift) | part << cell.shift
    waiting = iter(changed)
    return _rebuilt(position, waiting)


def _rebuilt(like: Any, numbers: Iterator[int]) -> Any:
    """A position of the same form with other numbers."""
    if isinstance(like, tuple):
        parts = [_rebuilt(each, numbers) for each in like]
        return tuple(parts) if type(like) is tuple else type(like)(*parts)
    number = next(numbers)
    return bool(number) if isinstance(like, bool) else like if isinstance(like, float) else number
