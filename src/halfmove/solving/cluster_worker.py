"""What a worker of a cluster does for a solve: it works on parts of tiers, which are sent and answered in packed form.

The worker makes the game itself, from text, and must run the same halfmove. The solved tiers that it needs arrive as
Dask's data, once for all parts of a tier. The worker makes shelves of them for quick look-ups, and keeps these until it
gets a part of another tier.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np

from halfmove.base.clusters import other_halfmove
from halfmove.base.identity import signature
from halfmove.conformance.rules_hash import rules_hash
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.solving.crew import Crew
from halfmove.solving.families import count_part
from halfmove.solving.game_text import GameText
from halfmove.solving.reaching import expand_part
from halfmove.solving.room import Room
from halfmove.solving.settling import Links, Settler
from halfmove.solving.tiers import Tier, packed_tier

_REMEMBERED_SOLVES = 2  # by a worker


@cache
def our_signature() -> str:
    """Which halfmove this is: the version, and a hash of all code that decides what is in a database."""
    return signature("solving/*.py", "solving/kernels/*.py")


@dataclass(frozen=True)
class Setting:
    """What is solved, and how.

    solve    a name for this run of `solve`
    most     how many words of memory a worker may use
    """

    signature: str
    solve: str
    game: GameText
    rules: str
    ranges: tuple[tuple[int, int], ...]
    real: bool
    compiled: bool
    folded: bool
    most: int


class Stage(NamedTuple):
    """A tier that is being settled, and the `scores` of the game.

    The tier has its numbers only if moves lead back into it.
    """

    tier: Tier
    scores: Any


def expand(setting: Setting, part: Tier) -> tuple[dict[int, list[Tier]], list[Any], int, int, Any]:
    """What `expand_part` returns, and the smallest and largest value seen of each part of a position."""
    crew = _remembered(setting).crew
    found, scores, trouble, at = expand_part(crew, setting.folded, part.tier, part.numbers(crew), 0, part.count)
    packed = {tier: [packed_tier(crew, tier, each, False, ()) for each in lists] for tier, lists in found.items()}
    return packed, [np.unique(np.concatenate(scores))] if scores else [], trouble, at, crew.numbering.seen.copy()


def count(setting: Setting, tier: int, begin: int, end: int) -> tuple[int, list[Any]]:
    return count_part(_remembered(setting).crew, tier, begin, end)


def settle(setting: Setting, part: Tier, stage: Stage, *solved: Tier) -> Tier:
    """The worths of the positions of a part."""
    solve = _remembered(setting)
    settler, shelves = solve.settler_for(stage, solved)
    return _coded(settler.direct(part, part.numbers(solve.crew), shelves, _no_progress))


def link(setting: Setting, first: int, part: Tier, stage: Stage, *solved: Tier) -> Links:
    """The moves inside a tier from the positions of a part; their places are counted from the first one of the part."""
    solve = _remembered(setting)
    settler, shelves = solve.settler_for(stage, solved)
    numbers = None if part.dense else part.numbers(solve.crew)
    found = settler.links(part, numbers, shelves, _no_progress, first)
    return found._replace(worths=_coded(found.worths), outside=_coded(found.outside), counts=_short(found.counts))


def _no_progress(_: int, __: int) -> None:
    pass


def _coded(worths: Any) -> Tier:
    made = Tier(0, len(worths), len(worths))
    made.set_worths(worths)
    return made


def _short(numbers: Any) -> Any:
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))


class _RememberedSolve:
    """What a worker keeps of one solve."""

    def __init__(self, setting: Setting) -> None:
        game = _game(setting.game, setting.rules)
        self.crew = Crew(game, 1, None if setting.compiled else False, setting.real)
        self.crew.numbering.set_ranges([list(pair) for pair in setting.ranges])
        if setting.compiled:
            self.crew.expect(setting.most)  # always enough for machine code to be worth compiling
        self._setting = setting
        self._room = Room(8 * setting.most, self.crew)
        self._lock = threading.Lock()
        self._settler: Settler | None = None
        self._tier: int | None = None
        self._shelves: dict[int, list[Any]] = {}

    def settler_for(self, stage: Stage, solved: tuple[Tier, ...]) -> tuple[Settler, dict[int, list[Any]]]:
        """The settler of a tier and its shelves, which are made when the first part of the tier arrives."""
        tier = stage.tier
        with self._lock:
            if self._settler is None:
                self._settler = Settler(self.crew, stage.scores, self._setting.folded, self._room)
            if self._tier != tier.tier:
                numbers = tier.numbers(self.crew) if tier.inside and not tier.dense else None
                self._shelves = self._settler.shelves(tier, numbers, {each.tier: each for each in solved})
                self._tier = tier.tier
            return self._settler, self._shelves


_solves: OrderedDict[Setting, _RememberedSolve] = OrderedDict()
_solves_lock = threading.Lock()


def _remembered(setting: Setting) -> _RememberedSolve:
    """What this worker keeps of a solve; of a new solve it is made, and the oldest one is forgotten."""
    if setting.signature != our_signature():
        raise other_halfmove(our_signature(), setting.signature)
    with _solves_lock:
        if setting not in _solves:
            while len(_solves) >= _REMEMBERED_SOLVES:
                _solves.popitem(last=False)
            _solves[setting] = _RememberedSolve(setting)
        return _solves[setting]


@lru_cache(maxsize=4)
def _game(text: GameText, rules: str) -> Game:
    game = text.make()
    if rules_hash(game) != rules:
        raise UsageError(f"{game.name} has other rules on a worker than here: use the same file on all machines")
    return game
