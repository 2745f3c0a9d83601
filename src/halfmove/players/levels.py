"""Playing levels: ten of them, and the first four make mistakes on purpose.

A mistake is one of the better moves, as far as the level sees. No level misses a win that it sees, nor makes a move
that it sees losing where another one does not.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from halfmove.base.checks import hint, shown, whole
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.model import Counts, Limits, Result
from halfmove.players.choosing import best_move
from halfmove.players.saying import said
from halfmove.players.timing import Time
from halfmove.repetition import outcome_in_game

if TYPE_CHECKING:
    from halfmove.players.core import PlayerCore

STRONGEST = 10
PLAIN_LEVELS = 3  # levels up to this one look ahead so little that plain Python is enough
_MANY = 64  # unless a game has more moves than this at its start
FIRST_PART = 0.5  # of the limits is for the best move if a mistake may follow; the rest is for comparing the others


class Level(NamedTuple):
    """What a level does.

    depth    how many half-moves it looks ahead; None: as far as its time allows
    share    the part of the time that it uses
    one_in   one move in this many is a mistake; 0: none
    among    a mistake is one of this many best moves; 0: one of the better half
    """

    depth: int | None
    share: float = 1.0
    one_in: int = 0
    among: int = 0


LEVELS = {
    1: Level(1, one_in=2),
    2: Level(2, one_in=3, among=4),
    3: Level(3, one_in=4, among=3),
    4: Level(4, one_in=8, among=2),
    5: Level(4),
    6: Level(6),
    7: Level(8),
    8: Level(10),
    9: Level(None, share=0.25),
    10: Level(None),
}


NAMES = {"easy": 1, "medium": 3, "hard": 6, "strongest": STRONGEST}
DEFAULT = NAMES["medium"]  # a beginner can beat it
_MEANT = f"a level is a number from 1 to {STRONGEST}, or {', '.join(list(NAMES)[:-1])} or {list(NAMES)[-1]}"


def level_number(given: Any) -> int:
    """The number of a level that is given by its number or by its name, also as text.

    >>> level_number("easy"), level_number("7"), level_number(7)
    (1, 7, 7)
    """
    if not isinstance(given, str):
        return whole("a level", given, 1, STRONGEST)
    word = given.strip().lower()
    if word in NAMES:
        return NAMES[word]
    if re.fullmatch(r"[+-]?\d{1,9}", word):
        return whole("a level", int(word), 1, STRONGEST)
    raise UsageError(f"there is no level {shown(given)}; {hint(word, NAMES)}{_MEANT}")


def is_plain(game: Game, level: int) -> bool:
    """Whether plain Python is enough for a level of this game."""
    if level > PLAIN_LEVELS:
        return False
    return game.outcome(game.start)[0] or len(game.legal(game.start, _MANY + 1)) <= _MANY


def level_of(number: Any) -> Level:
    """The level with this number, or this name."""
    return LEVELS[level_number(number)]


def name_of(number: int) -> str:
    """What people call a level.

    >>> name_of(3), name_of(4)
    ('medium', 'between medium and hard')
    """
    below = [name for name, each in NAMES.items() if each <= number][-1]
    if NAMES[below] == number:
        return below
    return f"between {below} and {next(name for name, each in NAMES.items() if each > number)}"


def named(number: int) -> str:
    """A level with its name: "level 3 (medium)"."""
    return f"level {number} ({name_of(number)})"


def described(number: int) -> str:
    """What a level does, in words."""
    level = LEVELS[number]
    if level.depth is None:
        return f"looks as far as it can in {'all' if level.share == 1 else f'{level.share:.0%}'} of the time"
    sight = f"looks {level.depth} half-move{'s' if level.depth > 1 else ''} ahead"
    if not level.one_in:
        return f"{sight}, no mistakes"
    choice = {0: "one of the better half", 2: "the second best"}.get(level.among, f"one of the best {level.among}")
    return f"{sight}; one move in {level.one_in} is {choice}"


class LevelMove(NamedTuple):
    """The move of a level. The value of a mistake is only what the level saw of that move: an estimate."""

    result: Result
    is_mistake: bool


class _Seen(NamedTuple):
    """What a level sees of one move, for the player that makes it."""

    move: Any
    value: Any
    loses: bool


def move_at_level(
    core: PlayerCore,
    position: Any,
    level: Level,
    times: Time,
    chance: random.Random,
    live: Callable[[Result], Any] | None = None,
) -> LevelMove:
    """The move that a player of this level makes. `chance` decides about mistakes."""
    errs = level.one_in > 0 and chance.randrange(level.one_in) == 0
    began = time.perf_counter()
    limits = Limits(seconds=times.hard, nodes=core.limits.nodes)
    part = level.share * (FIRST_PART if errs else 1)
    with _limited(core, _part_of(limits, part)):
        own_times = Time(*(None if each is None else each * part for each in times))
        best = best_move(core, position, own_times, level.depth, booked=not level.one_in, live=live)
    if not errs or best.move is None or _wins(best):
        return LevelMove(best, False)
    others, counts = _mistakes(core, position, best, level, limits, began, chance)
    best = replace(best, counts=best.counts + counts, seconds=time.perf_counter() - began)
    if not others:
        return LevelMove(best, False)
    return LevelMove(_mistake(core, best, chance.choice(others)), True)


def _mistake(core: PlayerCore, best: Result, seen: _Seen) -> Result:
    """The result of a mistake: what was proven is known of the best move, not of this one."""
    value = seen.value + 0
    return replace(
        best,
        value=value,
        bound="estimate",
        said=said(core.game, value, "estimate"),
        _known_line=(seen.move,),
        _rest_of_line=None,
        best_moves=None,
    )


def _mistakes(
    core: PlayerCore,
    position: Any,
    best: Result,
    level: Level,
    limits: Limits,
    began: float,
    chance: random.Random,
) -> tuple[list[_Seen], Counts]:
    """(the moves that are nearly as good as the best one, as this level sees them; what it cost to compare them)

    There are none if the limits leave nothing to compare them with.
    """
    moves = core.game.legal(position)
    counts = Counts()
    left = _rest_of(limits, best.counts.nodes, time.perf_counter() - began)
    if left is None or (left.nodes is not None and left.nodes < len(moves)):
        return [], counts
    chance.shuffle(moves)  # among equal moves any may be first
    all_seen: list[_Seen] = []
    with _limited(core, _part_of(left, 1 / len(moves))):
        for move in moves:
            seen, spent = _look_at(core, position, move, level.depth or 1)
            all_seen.append(seen)
            counts += spent
    if any(not seen.loses for seen in all_seen):
        all_seen = [seen for seen in all_seen if not seen.loses]
    all_seen.sort(key=lambda seen: -seen.value)
    better = all_seen[: level.among or max(2, (len(moves) + 1) // 2)]
    return [seen for seen in better if seen.move != best.move], counts


def _look_at(core: PlayerCore, position: Any, move: Any, depth: int) -> tuple[_Seen, Counts]:
    """(what a move is worth, looking `depth` half-moves ahead; what that cost)"""
    game = core.game
    child = game.next(position, move)
    sign = 1 if game.moves_again(position, child) else -1
    over, score = outcome_in_game(game, (*core.past, position, child))
    if over:
        return _Seen(move, sign * score, sign * score < 0), Counts()
    if depth == 1:
        value = sign * game.call("evaluate", child) if game.evaluate is not None else 0
        return _Seen(move, value, False), Counts()
    seconds = core.limits.seconds
    with core.after(position):
        reply = best_move(core, child, Time(seconds, seconds), depth - 1, booked=False)
    return _Seen(move, sign * reply.value, _wins(reply) if sign < 0 else _loses(reply)), reply.counts


@contextmanager
def _limited(core: PlayerCore, limits: Limits) -> Iterator[None]:
    """Searches of the player have these limits for a while."""
    before = core.limits
    core.limits = limits
    try:
        yield
    finally:
        core.limits = before


def _part_of(limits: Limits, part: float) -> Limits:
    seconds, nodes = limits.seconds, limits.nodes
    return Limits(
        seconds=None if seconds is None else seconds * part,
        nodes=None if nodes is None else max(int(nodes * part), 1),
    )


def _rest_of(limits: Limits, nodes: int, seconds: float) -> Limits | None:
    """The limits that are left after this many nodes and seconds; None if nothing is left."""
    nodes_left = None if limits.nodes is None else limits.nodes - nodes
    seconds_left = None if limits.seconds is None else limits.seconds - seconds
    if (nodes_left is not None and nodes_left <= 0) or (seconds_left is not None and seconds_left <= 0):
        return None
    return Limits(seconds=seconds_left, nodes=nodes_left)


def _wins(result: Result) -> bool:
    return result.value > 0 and result.bound in ("exact", "lower")


def _loses(result: Result) -> bool:
    return result.value < 0 and result.bound in ("exact", "upper")
