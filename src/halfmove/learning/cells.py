"""What a position of a game is made of, found in random games.

Bits that change are squares of boards. If bits at the same place of several boards exclude each other, they are one
digit: empty, mine, theirs. Numbers with few values are digits themselves. A number may also hold several small ones
side by side, such as the seeds in the pits of a row: then each of them is a digit.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from halfmove.errors import UsageError
from halfmove.evaluations.code import form_of
from halfmove.evaluations.shape import MOST_CELLS, MOST_DIGITS, MOST_LEAVES, Cell, Phases, Side, numbers_of
from halfmove.game import Game
from halfmove.random_games import random_game

_GAMES, _POSITIONS, _LONGEST = 200, 8000, 500
_MOST_VALUES = 40  # of a number that is a digit
_MOST_DIGITS = 16  # of a cell; larger numbers count as the largest
_MOST_JOINED = 6  # boards whose bits are one digit
_NUMBER_SHARE = 0.35  # of the changes of a field are by one, if it is a number
_COUNTS = 0.95  # the same of a number that counts moves
_FOLLOWS = 0.7  # correlation of what is on the boards with the time


@dataclass(frozen=True)
class Sample:
    """Positions of random games.

    positions  the positions that are not over
    numbers    the leaves of each of them, as words of 64 bits with a sign
    sides      0 if the player to move is the one who began
    times      how many half-moves were made before
    parents    the number of the position before, or -1
    ends       the last positions of games that ended
    scores     their scores
    plies      half-moves of a game
    longest    half-moves of the longest game
    """

    positions: list[Any]
    numbers: np.ndarray
    sides: np.ndarray
    times: np.ndarray
    parents: np.ndarray
    ends: list[Any]
    scores: list[Any]
    plies: float
    longest: int


def sample(game: Game, seed: int) -> Sample:
    """Positions of random games. Raises UsageError if the game cannot be learned."""
    chance = random.Random(seed)
    positions: list[Any] = []
    ends: list[Any] = []
    scores: list[Any] = []
    sides: list[int] = []
    times: list[int] = []
    parents: list[int] = []
    lengths: list[int] = []
    for _ in range(_GAMES):
        before, side, last = None, 0, -1
        number = -1
        for number, at in enumerate(random_game(game, chance)):
            if before is not None and not game.moves_again(before, at):
                side = 1 - side
            over, score = game.outcome(at)
            if over or number >= _LONGEST:
                if over:
                    ends.append(at)
                    scores.append(score)
                break
            parents.append(last)
            last = len(positions)
            positions.append(at)
            sides.append(side)
            times.append(number)
            before = at
        lengths.append(number)
        if len(positions) > _POSITIONS:
            break
    if not positions:
        raise UsageError(f"{game.name} is over where it starts: there is nothing to learn")
    if not any(score != 0 for score in scores):
        raise UsageError(f"{game.name}: no random game was won or lost, so there is nothing to learn from")
    numbers = np.array([list(map(_signed, numbers_of(at))) for at in positions], np.int64)
    return Sample(
        positions=positions,
        numbers=numbers,
        sides=np.array(sides, np.int64),
        times=np.array(times, np.int64),
        parents=np.array(parents, np.int64),
        ends=ends,
        scores=scores,
        plies=sum(lengths) / len(lengths),
        longest=max(lengths),
    )


def _signed(number: int) -> int:
    number &= (1 << 64) - 1
    return number - (1 << 64) if number >> 63 else number


@dataclass(frozen=True)
class Cells:
    """What was found: cells, who is to move, and what tells how far a game has come."""

    cells: tuple[Cell, ...]
    side: Side
    phases: Phases
    boards: tuple[tuple[int, ...], ...]


def cells_of(game: Game, seen: Sample, phases: int = 1) -> Cells:
    """The cells of a game. Raises UsageError if positions are not numbers, or nothing in them changes."""
    form = form_of(game.start)
    if len(form) > MOST_LEAVES:
        raise UsageError(f"{game.name}: its positions have {len(form)} numbers; at most {MOST_LEAVES} can be learned")
    kept: list[Cell] = []
    boards: list[int] = []
    side = Side()
    for leaf, (_, wide) in enumerate(form):
        column = seen.numbers[:, leaf]
        values = sorted(set(column.tolist()))
        if len(values) == 1:
            continue
        if side.leaf < 0 and not wide and _tells_side(column, seen.sides, values):
            side = Side(leaf, tuple(values))
        elif not wide and (_is_small(values) or _counts_time(column, values, seen.times)):
            kept.append(_number(leaf, column, values[0], values[-1]))
        else:
            boards.append(leaf)
    fields = {leaf: _fields(seen, leaf) for leaf in boards}
    kept += [each for leaf in boards for each in fields[leaf]]
    boards = [leaf for leaf in boards if not fields[leaf]]
    groups = _groups(seen.numbers, boards)
    for group in groups:
        kept += _squares(seen.numbers, group)
    if not kept:
        raise UsageError(f"{game.name}: nothing in its positions changes that an evaluation could read")
    if side.leaf < 0:
        side = _parity(seen, groups)
    return Cells(tuple(kept[:MOST_CELLS]), side, _phases(seen, groups, phases), tuple(groups))


def _tells_side(column: np.ndarray, sides: np.ndarray, values: list[int]) -> bool:
    """Whether a number tells who is to move, and nothing else."""
    if len(values) != 2:
        return False
    return all(len(set(column[sides == each].tolist())) == 1 for each in (0, 1) if (sides == each).any())


def _is_small(values: list[int]) -> bool:
    return values[-1] - values[0] < _MOST_VALUES


def _counts_time(column: np.ndarray, values: list[int], times: np.ndarray) -> bool:
    """Whether a number goes up or down with the time, as a count of moves does."""
    if values[-1] - values[0] >= MOST_DIGITS or len(set(times.tolist())) == 1:
        return False
    return abs(float(np.corrcoef(column, times)[0, 1])) > _COUNTS


def _number(leaf: int, column: np.ndarray, low: int, high: int) -> Cell:
    """A number as a digit; rare large values count as one."""
    counts = np.bincount(column - low, minlength=high - low + 1)
    return Cell((leaf,), 0, 0, low, _digits(counts))


def _digits(counts: np.ndarray) -> tuple[int, ...]:
    """The digit of each value, given how often each was seen: rare neighbours share one if there would be too many."""
    if len(counts) <= _MOST_DIGITS:
        return tuple(range(len(counts)))
    share = float(counts.sum()) / (2 * _MOST_DIGITS)
    digits, digit, gathered = [0], 0, float(counts[0])
    for count in counts[1:].tolist():
        if gathered >= share and digit < _MOST_DIGITS - 1:
            digit, gathered = digit + 1, 0.0
        gathered += count
        digits.append(digit)
    return tuple(digits)


def _fields(seen: Sample, leaf: int) -> list[Cell]:
    """Small numbers that one number holds side by side; none if its bits are squares.

    Between two numbers there is a bit that is never set. A number is often changed by one, whatever it was before,
    while a change of squares adds a power of two that depends on the place.
    """
    column = seen.numbers[:, leaf].view(np.uint64)
    either = np.bitwise_or.reduce(column)
    runs = list(_runs(int(either)))
    if not 2 <= len(runs) <= 64 or max(width for _, width in runs) > 12 or min(width for _, width in runs) < 1:
        return []
    width = max(width for _, width in runs)
    if width < 2:
        return []
    by_one = changed = 0
    for number, parent in enumerate(seen.parents.tolist()):
        if parent < 0:
            continue
        # The side to move changes places: what it was before is in the number that differs least.
        now = int(column[number])
        before = min(seen.numbers[parent].tolist(), key=lambda word: _differing(now, word & (1 << 64) - 1, runs))
        for shift, bits in runs:
            mask = (1 << bits) - 1
            new, old = now >> shift & mask, before >> shift & mask
            if new != old and old > 1:
                changed += 1
                by_one += abs(new - old) == 1
    if changed == 0 or by_one / changed < _NUMBER_SHARE:
        return []
    cells = []
    for shift, bits in runs:
        values = (column >> np.uint64(shift) & np.uint64((1 << bits) - 1)).astype(np.int64)
        cells.append(Cell((leaf,), shift, bits, 0, _digits(np.bincount(values, minlength=int(values.max()) + 1))))
    return cells


def _differing(one: int, other: int, runs: list[tuple[int, int]]) -> int:
    return sum((one ^ other) >> shift & (1 << bits) - 1 != 0 for shift, bits in runs)


def _runs(mask: int) -> Iterator[tuple[int, int]]:
    """(first bit, how many) of each run of ones."""
    at = 0
    while mask >> at:
        if mask >> at & 1:
            end = at
            while mask >> end & 1:
                end += 1
            yield at, end - at
            at = end
        else:
            at += 1


def _groups(numbers: np.ndarray, boards: list[int]) -> list[tuple[int, ...]]:
    """Boards whose bits at one place exclude each other, or depend on each other: they are read together."""
    groups: list[list[int]] = []
    for leaf in boards:
        for group in groups:
            if len(group) < _MOST_JOINED and _depend(numbers, group, leaf):
                group.append(leaf)
                break
        else:
            groups.append([leaf])
    return [tuple(group) for group in groups]


def _depend(numbers: np.ndarray, group: list[int], leaf: int) -> bool:
    """Whether a bit of some boards tells something about that of another board: some combination never occurs."""
    bits = [each for each in range(64) if np.bitwise_or.reduce(numbers[:, leaf] >> each & 1)]
    alone = {state for bit in bits for state in _states(numbers, group, bit)}
    joined = {state for bit in bits for state in _states(numbers, [*group, leaf], bit)}
    return len(alone) > 1 and len(joined) < 2 * len(alone)


def _states(numbers: np.ndarray, group: list[int], bit: int) -> list[int]:
    """The combinations of one bit of some boards that were seen."""
    joint = np.zeros(len(numbers), np.int64)
    for place, leaf in enumerate(group):
        joint |= (numbers[:, leaf] >> bit & 1) << place
    return [int(state) for state in np.unique(joint)]


def _squares(numbers: np.ndarray, group: tuple[int, ...]) -> list[Cell]:
    """One cell for each bit that changes on some of these boards."""
    seen = {bit: _states(numbers, list(group), bit) for bit in range(64)}
    changing = [bit for bit, states in seen.items() if len(states) > 1]
    states = sorted({state for bit in changing for state in seen[bit]})
    known = {state: digit for digit, state in enumerate(states)}
    digits = tuple(known.get(state, 0) for state in range(1 << len(group)))
    return [Cell(group, bit, 1, 0, digits) for bit in changing]


def _parity(seen: Sample, groups: list[tuple[int, ...]]) -> Side:
    """Who is to move, as the parity of the stones on some boards, if that tells it."""
    choices = [(leaf,) for group in groups for leaf in group] + groups
    for boards in choices:
        parity = _stones(seen, boards) & 1
        if len(set((parity ^ seen.sides).tolist())) == 1 and len(set(parity.tolist())) == 2:
            return Side(boards=tuple(boards))
    return Side()


def _stones(seen: Sample, boards: tuple[int, ...]) -> np.ndarray:
    """How many bits are set on some boards, in each position."""
    ones = np.zeros(len(seen.numbers), np.int64)
    for leaf in boards:
        octets = np.ascontiguousarray(seen.numbers[:, leaf]).view(np.uint8).reshape(len(seen.numbers), 8)
        ones += np.unpackbits(octets, axis=1).sum(1, dtype=np.int64)
    return ones


def _phases(seen: Sample, groups: list[tuple[int, ...]], count: int) -> Phases:
    """Thresholds between phases, by how much is on the boards, where that follows the time."""
    boards = tuple(leaf for group in groups for leaf in group)
    if count < 2 or not boards:
        return Phases()
    ones = _stones(seen, boards)
    if ones.min() == ones.max() or abs(np.corrcoef(ones, seen.times)[0, 1]) < _FOLLOWS:
        return Phases()
    low, high = np.percentile(ones, [3, 97])
    above = sorted({int(low + (high - low) * i / count) for i in range(1, count)})
    return Phases(boards, tuple(above))
