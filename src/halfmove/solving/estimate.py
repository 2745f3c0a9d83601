"""How much memory and disk a solve will need, as far as that is known before it begins."""

from __future__ import annotations

import os
import random
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from halfmove.base.checks import whole
from halfmove.errors import GameError, UsageError
from halfmove.game import Game
from halfmove.parts.worth import FOREVER
from halfmove.random_games import random_game

# The least number of words of a position while its tier is solved; the second if moves may lead back into the tier.
WORDS_DIRECT, WORDS_INSIDE = 3, 4
_CODE = 1  # least bytes of a solved position
_GAMES, _LONGEST, _MOVES, _MOST_TIERS = 20, 500, 200, 1000
MOST_NUMBERS = FOREVER  # of a tier: a word has room for the places of two positions


class Estimate(NamedTuple):
    """What is known before a solve begins.

    numbers   an upper bound on the positions; if no tiers are given, those in the tiers that random games visit
    largest   the tier with the most numbers
    memory    the least number of bytes needed; 0 if that depends on how many positions can be reached
    file      the least number of bytes of the database
    """

    numbers: int
    largest: int
    memory: int
    file: int


def numbers_in(game: Game, tier: int) -> int:
    """How many numbers a tier has, according to the game's `ranks`."""
    try:
        count = game.call("ranks", tier)
    except (LookupError, ArithmeticError, ValueError, TypeError) as error:
        raise UsageError(f"{game.name} has no tier {tier}: its `ranks` fails there: {_cause(error)}") from None
    try:
        return whole(f"{game.name}: ranks({tier})", count, 0)
    except UsageError as error:
        raise GameError(str(error)) from None


def _cause(error: BaseException) -> str:
    while error.__cause__ is not None:
        error = error.__cause__
    return type(error).__name__


def estimated(game: Game, tiers: tuple[int, ...]) -> Estimate | None:
    """The estimate for these tiers, or for the positions after the start if no tiers are given; None if unknown."""
    if game.rank is None:
        return None
    numbers = {tier: numbers_in(game, tier) for tier in tiers or _visited_tiers(game)}
    largest = max(numbers, key=lambda tier: numbers[tier])
    total = sum(numbers.values())
    if not tiers:
        return Estimate(total, largest, 0, 0)
    return Estimate(total, largest, 8 * WORDS_INSIDE * numbers[largest] + _CODE * total, _CODE * total)


def _visited_tiers(game: Game) -> list[int]:
    """The tiers that random games visit, and all between them."""
    chance = random.Random(1)
    met = {game.tier_of(game.start)}
    for _ in range(_GAMES):
        met |= {game.tier_of(at) for at in islice(random_game(game, chance, most_moves=_MOVES), _LONGEST + 1)}
    whole_range = range(min(met), max(met) + 1)
    return list(whole_range) if len(whole_range) <= _MOST_TIERS else sorted(met)


def insist_on_room(game: Game, tiers: tuple[int, ...], memory: int) -> None:
    """Refuse tiers that do not fit into `memory` bytes, before any work is done."""
    estimate = estimated(game, tiers)
    if estimate is None or not tiers:
        return
    count = numbers_in(game, estimate.largest)
    if count > MOST_NUMBERS:
        raise UsageError(
            f"{game.name}: tier {estimate.largest} has {count:,} numbers, but at most {MOST_NUMBERS:,} can be solved"
        )
    if estimate.memory > memory:
        raise UsageError(
            f"{game.name}: its {estimate.numbers:,} numbers, {count:,} of them in tier {estimate.largest}, need "
            f"{in_words(estimate.memory)} of memory, but {in_words(memory)} are allowed; allow more memory, or solve "
            "fewer tiers"
        )


def in_words(count: float) -> str:
    """A number of bytes in readable units."""
    size, unit = count, "bytes"
    for larger in ("KB", "MB", "GB", "TB"):
        if size >= 1000:
            size, unit = size / 1024, larger
    return f"{size:.0f} {unit}" if unit == "bytes" or size >= 100 else f"{size:.3g} {unit}"


def free_memory() -> int | None:
    """The free memory of this machine in bytes; None if it is unknown."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            name, _, rest = line.partition(":")
            if name == "MemAvailable":
                return int(rest.split()[0]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return None
