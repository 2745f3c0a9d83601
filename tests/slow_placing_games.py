"""The rules of Hex, Gomoku and Domineering once more, slowly; classes as in `slow_games`."""

from __future__ import annotations

from dataclasses import dataclass

from .slow_games import Square, name


def other(side: str) -> str:
    return "XO"[side == "X"]


@dataclass
class Hex:
    size: int
    stones: dict[Square, str]
    mover: str = "X"
    swap: bool = False

    @classmethod
    def start(cls, size: int = 11, swap: bool = False) -> Hex:
        return cls(size, {}, "X", swap)

    def squares(self) -> list[Square]:
        return [(x, y) for y in range(self.size) for x in range(self.size)]

    def moves(self) -> dict[str, Hex]:
        then = other(self.mover)
        after = {
            name(at): Hex(self.size, self.stones | {at: self.mover}, then, self.swap)
            for at in self.squares()
            if at not in self.stones
        }
        if self.swap and self.mover == "O" and list(self.stones.values()) == ["X"]:
            ((x, y),) = self.stones
            after["swap"] = Hex(self.size, {(y, x): "O"}, "X", True)
        return after

    def joined(self, side: str) -> bool:
        """Whether a side has a chain between its edges: X from the first row to the last, O between the columns."""
        along = 1 if side == "X" else 0
        seen = {at for at, stone in self.stones.items() if stone == side and at[along] == 0}
        waiting = list(seen)
        while waiting:
            x, y = waiting.pop()
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
                at = (x + dx, y + dy)
                if self.stones.get(at) == side and at not in seen:
                    seen.add(at)
                    waiting.append(at)
        return any(at[along] == self.size - 1 for at in seen)

    def outcome(self) -> tuple[bool, int]:
        return self.joined(other(self.mover)), -1000

    def picture(self) -> str:
        return "".join(self.stones.get(at, ".") for at in self.squares())


@dataclass
class Gomoku:
    size: int
    connect: int
    exact: bool
    stones: dict[Square, str]
    mover: str = "X"

    @classmethod
    def start(cls, size: int = 15, connect: int = 5, exact: bool = False) -> Gomoku:
        return cls(size, connect, exact, {})

    def moves(self) -> dict[str, Gomoku]:
        return {
            name((x, y)): Gomoku(
                self.size, self.connect, self.exact, self.stones | {(x, y): self.mover}, other(self.mover)
            )
            for x in range(self.size)
            for y in range(self.size)
            if (x, y) not in self.stones
        }

    def has_line(self, side: str) -> bool:
        """Whether a side has a run of stones that is long enough, or exactly long enough."""
        for (x, y), stone in self.stones.items():
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if stone != side or self.stones.get((x - dx, y - dy)) == side:
                    continue  # not the first one of a run
                run = 1
                while self.stones.get((x + run * dx, y + run * dy)) == side:
                    run += 1
                if run == self.connect or (run > self.connect and not self.exact):
                    return True
        return False

    def outcome(self) -> tuple[bool, int]:
        if self.has_line(other(self.mover)):
            return True, -10_000
        return len(self.stones) == self.size**2, 0

    def picture(self) -> str:
        rows = reversed(range(self.size))
        return "".join(self.stones.get((x, y), ".") for y in rows for x in range(self.size))


@dataclass
class Domineering:
    width: int
    height: int
    dominoes: dict[Square, str]
    mover: str = "X"

    @classmethod
    def start(cls, width: int = 8, height: int = 8) -> Domineering:
        return cls(width, height, {})

    def moves(self) -> dict[str, Domineering]:
        found = {}
        for x in range(self.width):
            for y in range(self.height):
                beside = (x, y + 1) if self.mover == "X" else (x + 1, y)
                on_board = beside[0] < self.width and beside[1] < self.height
                if on_board and (x, y) not in self.dominoes and beside not in self.dominoes:
                    dominoes = self.dominoes | {(x, y): self.mover, beside: self.mover}
                    after = Domineering(self.width, self.height, dominoes, other(self.mover))
                    found[f"{name((x, y))}-{name(beside)}"] = after
        return found

    def outcome(self) -> tuple[bool, int]:
        return not self.moves(), -1000

    def picture(self) -> str:
        rows = reversed(range(self.height))
        return "".join(self.dominoes.get((x, y), ".") for y in rows for x in range(self.width))
