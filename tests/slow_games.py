"""The rules of some games written once more, slowly, on boards of characters and lists of numbers.

Each class is a position: `moves()` is a dictionary from a move, as people write it, to the position after it;
`outcome()` is the pair (over, score for the side to move); `picture()` is the board row by row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Square = tuple[int, int]
AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def name(square: Square) -> str:
    return f"{'abcdefghijklmnopqrstuvwxyz'[square[0]]}{square[1] + 1}"


@dataclass
class Othello:
    size: int
    discs: dict[Square, str]  # X is to move

    @classmethod
    def start(cls, size: int = 8) -> Othello:
        low, high = size // 2 - 1, size // 2
        return cls(size, {(low, low): "O", (high, high): "O", (high, low): "X", (low, high): "X"})

    def swapped(self) -> Othello:
        return Othello(self.size, {square: "XO"[disc == "X"] for square, disc in self.discs.items()})

    def puts(self) -> dict[Square, list[Square]]:
        """Square -> discs that change sides."""
        found = {}
        for square in ((x, y) for x in range(self.size) for y in range(self.size) if (x, y) not in self.discs):
            turned: list[Square] = []
            for dx, dy in AROUND:
                line, at = [], (square[0] + dx, square[1] + dy)
                while self.discs.get(at) == "O":
                    line.append(at)
                    at = (at[0] + dx, at[1] + dy)
                turned += line if self.discs.get(at) == "X" else []
            if turned:
                found[square] = turned
        return found

    def moves(self) -> dict[str, Othello]:
        after = {
            name(square): Othello(self.size, self.discs | dict.fromkeys([square, *turned], "X")).swapped()
            for square, turned in self.puts().items()
        }
        return after or {"pass": self.swapped()}

    def outcome(self) -> tuple[bool, int]:
        if self.puts() or self.swapped().puts():
            return False, 0
        mine, theirs = (list(self.discs.values()).count(side) for side in "XO")
        empty = self.size**2 - mine - theirs
        difference = mine - theirs
        return True, 100 * (difference + (difference > 0) * empty - (difference < 0) * empty)

    def picture(self) -> str:
        return "".join(self.discs.get((x, y), ".") for y in range(self.size) for x in range(self.size))


@dataclass
class Kalah:
    pits: tuple[list[int], list[int]]
    stores: list[int]
    player: int = 0

    @classmethod
    def start(cls, pits: int = 6, seeds: int = 4) -> Kalah:
        return cls(([seeds] * pits, [seeds] * pits), [0, 0])

    def moves(self) -> dict[str, Kalah]:
        return {str(i + 1): self.sown(i) for i, seeds in enumerate(self.pits[self.player]) if seeds}

    def sown(self, pit: int) -> Kalah:
        count = len(self.pits[0])
        pits, stores, me = (self.pits[0][:], self.pits[1][:]), self.stores[:], self.player
        hand, pits[me][pit] = pits[me][pit], 0
        side, at, again = me, pit, False
        while hand:
            at, again = at + 1, False
            if at == count and side == me:
                stores[me] += 1
                hand, again = hand - 1, True
            elif at >= count:
                side, at = 1 - side, -1
            else:
                pits[side][at] += 1
                hand -= 1
        if again:
            return Kalah(pits, stores, me)
        opposite = count - 1 - at
        if side == me and pits[me][at] == 1 and pits[1 - me][opposite] > 0:
            stores[me] += 1 + pits[1 - me][opposite]
            pits[me][at] = pits[1 - me][opposite] = 0
        return Kalah(pits, stores, 1 - me)

    def outcome(self) -> tuple[bool, int]:
        if any(self.pits[0]) and any(self.pits[1]):
            return False, 0
        me = self.player
        totals = [self.stores[side] + sum(self.pits[side]) for side in (0, 1)]
        return True, totals[me] - totals[1 - me]

    def picture(self) -> str:
        rows = [[*reversed(self.pits[1])], [self.stores[1], self.stores[0]], self.pits[0]]
        return " ".join(str(number) for row in rows for number in row)


@dataclass
class Breakthrough:
    width: int
    height: int
    stones: dict[Square, str]
    mover: str = "X"

    @classmethod
    def start(cls, width: int = 8, height: int = 8) -> Breakthrough:
        rows = {0: "X", 1: "X", height - 2: "O", height - 1: "O"}
        return cls(width, height, {(x, y): side for y, side in rows.items() for x in range(width)})

    def moves(self) -> dict[str, Breakthrough]:
        found = {}
        forward, other = (1, "O") if self.mover == "X" else (-1, "X")
        for (x, y), side in self.stones.items():
            for dx in (-1, 0, 1):
                to = (x + dx, y + forward)
                if side != self.mover or not (0 <= to[0] < self.width and 0 <= to[1] < self.height):
                    continue
                there = self.stones.get(to)
                if there is None or (there == other and dx):
                    stones = {square: each for square, each in self.stones.items() if square != (x, y)} | {to: side}
                    sign = "x" if there else "-"
                    found[f"{name((x, y))}{sign}{name(to)}"] = Breakthrough(self.width, self.height, stones, other)
        return found

    def outcome(self) -> tuple[bool, int]:
        """Only the side that has just moved can have won."""
        other, goal = ("O", 0) if self.mover == "X" else ("X", self.height - 1)
        there = any(side == other and y == goal for (_, y), side in self.stones.items())
        lost = there or self.mover not in self.stones.values()
        return lost, -10_000

    def picture(self) -> str:
        rows = reversed(range(self.height))
        return "".join(self.stones.get((x, y), ".") for y in rows for x in range(self.width))


def dark(number: int) -> Square:
    """Column and row of a square of checkers by its number."""
    row, column = divmod(number - 1, 4)
    return 2 * column + (row + 1) % 2, row


NUMBERS = {dark(number): number for number in range(1, 33)}


@dataclass
class Checkers:
    pieces: dict[Square, str]  # b and w are men, B and W kings
    mover: str = "b"
    quiet: int = 0

    @classmethod
    def start(cls) -> Checkers:
        return cls({dark(n): "b" if n <= 12 else "w" for n in range(1, 33) if not 12 < n < 21})

    def ways(self, piece: str) -> list[Square]:
        rows = [-1, 1] if piece.isupper() else [1] if piece == "b" else [-1]
        return [(dx, dy) for dx in (-1, 1) for dy in rows]

    def jumps(self, at: Square, piece: str, path: list[Square], taken: frozenset[Square]) -> list[tuple[Any, Any]]:
        """Every (path, taken pieces) of a piece that jumps as long as it can."""
        found = []
        for dx, dy in self.ways(piece):
            over, to = (at[0] + dx, at[1] + dy), (at[0] + 2 * dx, at[1] + 2 * dy)
            enemy = self.pieces.get(over, self.mover).lower() != self.mover
            free = to in NUMBERS and (to not in self.pieces or to == path[0])
            if enemy and over not in taken and free:
                found += self.jumps(to, piece, [*path, to], taken | {over})
        return found or ([(path, taken)] if taken else [])

    def results(self) -> dict[tuple[Square, Square, frozenset[Square]], list[str]]:
        """(start, end, taken) -> all ways to write it."""
        found: dict[Any, list[str]] = {}
        mine = {at: piece for at, piece in self.pieces.items() if piece.lower() == self.mover}
        for at, piece in mine.items():
            for path, taken in self.jumps(at, piece, [at], frozenset()):
                text = "x".join(str(NUMBERS[square]) for square in path)
                found.setdefault((at, path[-1], taken), []).append(text)
        if not found:
            for at, piece in mine.items():
                for dx, dy in self.ways(piece):
                    to = (at[0] + dx, at[1] + dy)
                    if to in NUMBERS and to not in self.pieces:
                        found[at, to, frozenset()] = [f"{NUMBERS[at]}-{NUMBERS[to]}"]
        return found

    def moves(self) -> dict[str, Checkers]:
        """Every way to write a move is a key."""
        after = {}
        for (start, to, taken), texts in self.results().items():
            gone = {start, *taken}
            pieces = {at: piece for at, piece in self.pieces.items() if at not in gone}
            piece = self.pieces[start]
            pieces[to] = piece.upper() if to[1] == (7 if self.mover == "b" else 0) else piece
            quiet = self.quiet + 1 if piece.isupper() and not taken else 0
            after |= dict.fromkeys(texts, Checkers(pieces, "w" if self.mover == "b" else "b", quiet))
        return after

    def outcome(self) -> tuple[bool, int]:
        if not self.results():
            return True, -10_000
        return self.quiet >= 80, 0

    def picture(self) -> str:
        return "".join(self.pieces.get(dark(number), ".") for number in range(1, 33))


@dataclass
class DotsAndBoxes:
    width: int
    height: int
    lines: frozenset[Square]  # places of the picture, from 0 at the lower left; dots are at even columns and rows
    boxes: tuple[int, int] = (0, 0)
    player: int = 0

    @classmethod
    def start(cls, width: int = 3, height: int = 3) -> DotsAndBoxes:
        return cls(width, height, frozenset())

    def places(self) -> list[Square]:
        every = [(x, y) for y in range(2 * self.height + 1) for x in range(2 * self.width + 1)]
        return [(x, y) for x, y in every if (x + y) % 2]

    def closed(self, lines: frozenset[Square]) -> int:
        middles = [(x, y) for x in range(1, 2 * self.width, 2) for y in range(1, 2 * self.height, 2)]
        return sum({(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} <= lines for x, y in middles)

    def moves(self) -> dict[str, DotsAndBoxes]:
        found = {}
        for place in self.places():
            if place not in self.lines:
                lines = self.lines | {place}
                new = self.closed(lines) - self.closed(self.lines)
                boxes = [count + new * (side == self.player) for side, count in enumerate(self.boxes)]
                player = self.player if new else 1 - self.player
                after = DotsAndBoxes(self.width, self.height, lines, (boxes[0], boxes[1]), player)
                found["abcdefghijklmnopqrstuvwxy"[place[0]] + str(place[1] + 1)] = after
        return found

    def outcome(self) -> tuple[bool, int]:
        return len(self.lines) == len(self.places()), self.boxes[self.player] - self.boxes[1 - self.player]

    def picture(self) -> str:
        signs = []
        for y in reversed(range(2 * self.height + 1)):
            for x in range(2 * self.width + 1):
                if (x + y) % 2:
                    signs.append(("|" if y % 2 else "-") if (x, y) in self.lines else ".")
                elif x % 2 == 0:
                    signs.append("+")
        return "".join(signs)


# Lines of three points of Nine Men's Morris, as they are read from the board.
MILLS = [
    *("a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1"),
    *("a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3", "f6 f4 f2", "g7 g4 g1"),
]


@dataclass
class Morris:
    stones: dict[str, str]
    mover: str = "X"
    placed: int = 0
    quiet: int = 0
    flying: bool = True

    @classmethod
    def start(cls, flying: bool = True) -> Morris:
        return cls({}, flying=flying)

    @property
    def other(self) -> str:
        return "O" if self.mover == "X" else "X"

    def points(self, side: str) -> list[str]:
        return [point for point, stone in self.stones.items() if stone == side]

    @staticmethod
    def in_mill(stones: dict[str, str], point: str) -> bool:
        side = stones[point]
        return any(point in mill and all(stones.get(each) == side for each in mill.split()) for mill in MILLS)

    @staticmethod
    def beside(one: str, two: str) -> bool:
        """Whether a line leads from one point to the other, with no point between them."""
        return any(f"{one} {two}" in mill or f"{two} {one}" in mill for mill in MILLS)

    def steps(self) -> list[tuple[str, str]]:
        """From where (empty: from the hand) to where."""
        free = sorted({point for mill in MILLS for point in mill.split()} - set(self.stones))
        if self.placed < 18:
            return [("", to) for to in free]
        mine = self.points(self.mover)
        flies = self.flying and len(mine) == 3
        return [(start, to) for start in mine for to in free if flies or self.beside(start, to)]

    def moves(self) -> dict[str, Morris]:
        found = {}
        for start, to in self.steps():
            stones = {point: side for point, side in self.stones.items() if point != start} | {to: self.mover}
            text = f"{start}-{to}" if start else to
            placed, quiet = (self.placed, self.quiet + 1) if start else (self.placed + 1, 0)
            theirs = self.points(self.other)
            loose = [point for point in theirs if not self.in_mill(stones, point)] or theirs
            if self.in_mill(stones, to) and theirs:
                for point in loose:
                    left = {each: side for each, side in stones.items() if each != point}
                    found[f"{text}x{point}"] = Morris(left, self.other, placed, 0, self.flying)
            else:
                found[text] = Morris(stones, self.other, placed, quiet, self.flying)
        return found

    def hand(self, side: str) -> int:
        return (18 - self.placed + (side == self.mover)) // 2

    def outcome(self) -> tuple[bool, int]:
        if len(self.points(self.mover)) + self.hand(self.mover) < 3 or not self.steps():
            return True, -10_000
        return self.quiet >= 100, 0

    def picture(self) -> str:
        every = sorted({point for mill in MILLS for point in mill.split()}, key=lambda point: (-int(point[1]), point))
        return "".join(self.stones.get(point, ".") for point in every)
