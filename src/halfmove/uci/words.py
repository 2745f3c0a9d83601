"""The commands of the protocol, from the words of a line. What is wrong is told, and the rest is used."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from halfmove.base.checks import shown
from halfmove.uci.options import whole_number

Complain = Callable[[str], Any]

_MOST = 1_000_000_000_000  # milliseconds, or nodes: more is the same as no limit
_NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime")
_FLAGS = ("infinite", "ponder")
_MAY_BE_NEGATIVE = ("wtime", "btime", "winc", "binc")  # a clock that has run out


@dataclass(frozen=True)
class Go:
    """What `go` asks for. Times are in milliseconds; None: not said.

    moves      the moves to choose from, as text; empty: all
    infinite   search until `stop`
    ponder     the position is expected: search until `ponderhit` or `stop`
    """

    wtime: int | None = None
    btime: int | None = None
    winc: int | None = None
    binc: int | None = None
    movestogo: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    movetime: int | None = None
    infinite: bool = False
    ponder: bool = False
    moves: tuple[str, ...] = ()


def go_from(words: list[str], complain: Complain) -> Go:
    """Read the words after `go`. Words that nobody knows are left out, as the protocol asks."""
    found: dict[str, Any] = {}
    moves: list[str] = []
    waiting = list(reversed(words))
    while waiting:
        word = waiting.pop()
        if word in _FLAGS:
            found[word] = True
        elif word == "searchmoves":
            while waiting and waiting[-1] not in (*_NUMBERS, *_FLAGS):
                moves.append(waiting.pop())
        elif word in _NUMBERS:
            number = whole_number(waiting[-1]) if waiting else None
            if number is None:
                complain(f"go {word} needs a whole number{', not ' + shown(waiting[-1]) if waiting else ''}")
                continue
            waiting.pop()
            least = -_MOST if word in _MAY_BE_NEGATIVE else 0 if word == "movetime" else 1
            if number < least:
                complain(f"go {word} must be at least {least}, not {number}")
                continue
            found[word] = min(number, _MOST)
    return Go(**found, moves=tuple(moves))


def option_from(words: list[str]) -> tuple[str, str]:
    """(name, value) of the words after `setoption`; both may have blanks."""
    words = words[1:] if words[:1] == ["name"] else words
    at = words.index("value") if "value" in words else len(words)
    return " ".join(words[:at]), " ".join(words[at + 1 :])


def place_from(words: list[str]) -> tuple[str | None, list[str]]:
    """(a position as text, None for the start; the moves from there) of the words after `position`."""
    at = words.index("moves") if "moves" in words else len(words)
    head, moves = words[:at], words[at + 1 :]
    if head[:1] == ["fen"]:
        return " ".join(head[1:]), moves
    return None, moves


def known_part(words: Iterable[str], commands: Iterable[str]) -> list[str]:
    """The words from the first known command on: unknown words before it are left out, as the protocol asks."""
    left, known = list(words), set(commands)
    while left and left[0] not in known:
        left.pop(0)
    return left
