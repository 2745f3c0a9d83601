"""Ints that are too large for machine code: the line on which a rule exceeds 63 bits, or uses a board of more than 64.

A random game is played with numbers that check themselves. They follow the two types of machine code: an ordinary int
(`Watched`) must stay below 2**63 in every step, also inside an expression. A board (`WatchedBoard`) may grow until it
is cut, unless an operation depends on the bits beyond the 64th. Numbers that do not come from the position, such as
those of a `range`, are checked when a line of a rule has put them into a variable.
"""

from __future__ import annotations

import operator
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

from halfmove import bits
from halfmove import game as game_module
from halfmove.bits import FULL, words_in
from halfmove.errors import NotCompilable
from halfmove.game import Game
from halfmove.hooks import HOOKS

_OURS = (
    str(Path(__file__).parent),
    *[module.__file__ or "" for module in (bits, game_module)],
)  # files that are not rules
_PLIES = 300
_GAMES = 2
_SMALL = range(-(1 << 63), 1 << 63)
_BOARD = range(FULL + 1)


class _TooLarge(Exception):
    """Ends a rule at the step that exceeded the limit."""


def look_for(game: Game, chance: random.Random) -> None:
    """Raise `NotCompilable` with the line on which a rule exceeds the limits of machine code."""
    if not _plain(game.start):
        return  # a game for plain Python, whose ints are unlimited
    for _ in range(_GAMES):
        at = game.start
        for _ in range(_PLIES):
            if game.outcome(at)[0]:
                break
            moves = game.legal(at)
            move = chance.choice(moves)
            after = game.next(at, move)
            for rule, arguments in HOOKS.items():
                if getattr(game, rule) is not None:
                    _watch(game, rule, *_arguments(game, rule, at, move, after)[:arguments])
            at = after


def _arguments(game: Game, rule: str, at: Any, *others: Any) -> tuple[Any, ...]:
    """The arguments of a rule for a position: most rules take the position itself, two its tier."""
    if rule not in ("unrank", "ranks"):
        return at, *others
    return game.tier_of(at), game.call("rank", at)


def _plain(x: Any) -> bool:
    """Whether a position consists of Python ints that fit into machine code."""
    if isinstance(x, tuple):
        return all(part in _BOARD if word else _plain(part) for part, word in _parts(x))
    return type(x) in (int, bool) and x in _SMALL


def _parts(x: tuple[Any, ...]) -> Iterator[tuple[Any, bool]]:
    return zip(x, words_in(type(x)) or (False,) * len(x), strict=True)


def _watching(x: Any, board: bool = False) -> Any:
    """A position or move whose numbers check themselves."""
    if isinstance(x, tuple):
        parts = [_watching(part, word) for part, word in _parts(x)]
        return tuple(parts) if type(x) is tuple else type(x)(*parts)
    if type(x) is not int:
        return x
    return WatchedBoard(x) if board else Watched(x)


def _watch(game: Game, rule: str, *arguments: Any) -> None:
    """Call a rule with numbers that check themselves."""
    try:
        with _boards_watch(), _lines_watched(any_boards(arguments[0])):
            answer = game.call(rule, *map(_watching, arguments))
            if hasattr(answer, "__next__"):
                for _ in answer:
                    pass
    except _TooLarge as error:
        raise NotCompilable(f"{game.name}: {rule} {error}") from None
    except Exception:  # a rule may depend on the exact type of an int; then this check finds nothing
        return


def any_boards(x: Any) -> bool:
    """Whether a position has fields of 64 bits."""
    return isinstance(x, tuple) and any(word or any_boards(part) for part, word in _parts(x))


@contextmanager
def _boards_watch() -> Iterator[None]:
    """In this context `U64(x)` makes boards that check themselves."""
    before = bits.U64.__new__
    bits.U64.__new__ = lambda kind, x=0: WatchedBoard(operator.index(x) & FULL)  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        bits.U64.__new__ = before  # type: ignore[method-assign]


# --- numbers that check themselves ---


def _place() -> str:
    """File and line of the rule that is being run."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_OURS):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame is not None else "?"


def _text(x: int) -> str:
    return str(int(x)) if abs(x) < 1 << 130 else f"a number of {x.bit_length()} bits"


def _overflow(value: int, how: str, place: str) -> _TooLarge:
    return _TooLarge(
        f"makes {_text(value)} {how}, which exceeds the 63 bits of an int in machine code; keep it smaller, or "
        f"compute with hm.U64: annotate the fields of boards with it, and write U64(1) << square ({place})"
    )


class Watched(int):
    """An int that must stay within 63 bits and a sign."""


class WatchedBoard(int):
    """A board of 64 bits; it may have more bits for a while, as long as they do not change any answer."""

    def bit_count(self) -> int:
        return _settled(self, "bit_count").bit_count()

    def bit_length(self) -> int:
        return _settled(self, "bit_length").bit_length()

    def __int__(self) -> int:
        return _settled(self, "int")

    def __bool__(self) -> bool:
        _agree("bool", bool, self)
        return operator.index(self) != 0

    __hash__ = int.__hash__


def _settled(x: WatchedBoard, name: str) -> int:
    value = operator.index(x)
    if value not in _BOARD:
        raise _TooLarge(f"uses {name} on {_text(value)}, a U64 that was not cut to 64 bits with & FULL ({_place()})")
    return value


def _agree(sign: str, function: Callable[..., Any], *operands: Any) -> None:
    """Check that Python, with all bits of a board, and machine code, with the last 64, get the same answer."""
    whole = [operator.index(x) for x in operands]
    cut = [value & FULL if isinstance(x, WatchedBoard) else value for x, value in zip(operands, whole, strict=True)]
    if whole == cut:
        return
    with suppress(ArithmeticError, ValueError):
        if (function(*whole) - function(*cut)) & FULL:
            _settled(next(x for x, value in zip(operands, cut, strict=True) if operator.index(x) != value), sign)


_EXACT = {"rshift": ">>", "floordiv": "//", "mod": "%"}
_COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_CLOSED = {"add": "+", "sub": "-", "mul": "*", "and": "&", "or": "|", "xor": "^", "lshift": "<<", "pow": "**"}


def _int_method(name: str, sign: str, function: Callable[..., Any], turned: bool) -> Callable[..., Any]:
    def method(self: Any, other: Any) -> Any:
        if not isinstance(other, int) or isinstance(other, WatchedBoard):
            return NotImplemented
        values = (int(other), int(self)) if turned else (int(self), int(other))
        answer = function(*values)
        if isinstance(answer, bool) or not isinstance(answer, int):
            return answer
        if answer not in _SMALL:
            raise _overflow(answer, f"with {sign}", _place())
        return Watched(answer)

    return method


def _board_method(name: str, sign: str, function: Callable[..., Any], turned: bool) -> Callable[..., Any]:
    def method(self: Any, other: Any) -> Any:
        if not isinstance(other, int):
            return NotImplemented
        operands = (other, self) if turned else (self, other)
        if name in _EXACT or name in _COMPARED:
            _agree(sign, function, *operands)
        answer = function(*map(operator.index, operands))
        return answer if isinstance(answer, bool) or not isinstance(answer, int) else WatchedBoard(answer)

    return method


for _name, _sign in (_EXACT | _COMPARED | _CLOSED).items():
    _function = getattr(operator, f"{_name}_" if _name in ("and", "or") else _name)
    for _kind, _make in ((Watched, _int_method), (WatchedBoard, _board_method)):
        setattr(_kind, f"__{_name}__", _make(_name, _sign, _function, False))
        if _name not in _COMPARED:
            setattr(_kind, f"__r{_name}__", _make(_name, _sign, _function, True))
for _name in ("neg", "invert", "pos"):
    for _kind in (Watched, WatchedBoard):
        _function = getattr(operator, _name)
        setattr(_kind, f"__{_name}__", lambda self, f=_function, k=_kind: k(f(operator.index(self))))
Watched.__hash__ = int.__hash__  # type: ignore[method-assign]


# --- variables ---


@contextmanager
def _lines_watched(boards: bool) -> Iterator[None]:
    """Check the ints in the variables of a rule and of all functions that it calls, line by line."""
    if sys.gettrace() is not None:  # a debugger is running
        yield
        return
    room = range(-(1 << 63), 1 << 64) if boards else _SMALL  # masks of boards are plain ints of 64 bits

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename.startswith(_OURS):
            return None
        line = frame.f_lineno

        def look(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal line  # an event comes before its line runs: the values come from the line before
            for name, value in frame.f_locals.items():
                if type(value) is int and value not in room:
                    raise _overflow(value, f"in the variable {name!r}", f"{frame.f_code.co_filename}:{line}")
            if event == "return":
                for value in argument if isinstance(argument, tuple) else (argument,):
                    if type(value) is int and value not in room:
                        raise _overflow(value, "there", f"{frame.f_code.co_filename}:{frame.f_lineno}")
            line = frame.f_lineno
            return look

        return look

    sys.settrace(enter)
    try:
        yield
    finally:
        sys.settrace(None)
