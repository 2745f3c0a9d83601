"""What a worker on another machine does for a solve: parts of tiers, given and answered in little room.

It makes the game itself, from text, and must run the same halfmove. What it needs of solved tiers comes as Dask's data,
once for all parts of a tier; the quick shelves that it makes of it stay until other tiers are asked for.
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

_DESKS = 2  # solves that a worker remembers


@cache
def our_signature() -> str:
    """Which halfmove this is, as far as databases go."""
    return signature("solving/*.py", "solving/kernels/*.py")


@dataclass(frozen=True)
class Setting:
    """What is solved, and how.

    solve    a name for this run of `solve`
    most     words of memory that may be used
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
    """A tier that is being settled. It has numbers only if moves lead back into it; `scores` are those of the game."""

    tier: Tier
    scores: Any


def expand(setting: Setting, part: Tier) -> tuple[dict[int, list[Tier]], list[Any], int, int, Any]:
    """As `expand_part`, and the extent of all parts of positions that were seen."""
    crew = _desk(setting).crew
    found, scores, trouble, at = expand_part(crew, setting.folded, part.tier, part.numbers(crew), 0, part.count)
    packed = {tier: [packed_tier(crew, tier, each, False, ()) for each in lists] for tier, lists in found.items()}
    return packed, [np.unique(np.concatenate(scores))] if scores else [], trouble, at, crew.numbering.seen.copy()


def count(setting: Setting, tier: int, begin: int, end: int) -> tuple[int, list[Any]]:
    return count_part(_desk(setting).crew, tier, begin, end)


def settle(setting: Setting, part: Tier, stage: Stage, *solved: Tier) -> Tier:
    """What the positions of a part are worth."""
    desk = _desk(setting)
    settler, shelves = desk.at(stage, solved)
    return _coded(settler.direct(part, part.numbers(desk.crew), shelves, _tell_nobody))


def link(setting: Setting, first: int, part: Tier, stage: Stage, *solved: Tier) -> Links:
    """The moves inside a tier from the positions of a part, whose places are counted from its first one."""
    desk = _desk(setting)
    settler, shelves = desk.at(stage, solved)
    numbers = None if part.dense else part.numbers(desk.crew)
    found = settler.links(part, numbers, shelves, _tell_nobody, first)
    return found._replace(worths=_coded(found.worths), outside=_coded(found.outside), counts=_short(found.counts))


def _tell_nobody(_: int, __: int) -> None:
    pass


def _coded(worths: Any) -> Tier:
    made = Tier(0, len(worths), len(worths))
    made.set_worths(worths)
    return made


def _short(numbers: Any) -> Any:
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))


class _Desk:
    """What a worker keeps of one solve."""

    def __init__(self, setting: Setting) -> None:
        game = _game(setting.game, setting.rules)
        self.crew = Crew(game, 1, None if setting.compiled else False, setting.real)
        self.crew.numbering.set_ranges([list(pair) for pair in setting.ranges])
        if setting.compiled:
            self.crew.expect(setting.most)  # which is always worth machine code
        self._setting = setting
        self._room = Room(8 * setting.most, self.crew)
        self._lock = threading.Lock()
        self._settler: Settler | None = None
        self._tier: int | None = None
        self._shelves: dict[int, list[Any]] = {}

    def at(self, stage: Stage, solved: tuple[Tier, ...]) -> tuple[Settler, dict[int, list[Any]]]:
        """Who settles a tier, and the shelves for it, which are made when its first part is asked for."""
        tier = stage.tier
        with self._lock:
            if self._settler is None:
                self._settler = Settler(self.crew, stage.scores, self._setting.folded, self._room)
            if self._tier != tier.tier:
                numbers = tier.numbers(self.crew) if tier.inside and not tier.dense else None
                self._shelves = self._settler.shelves(tier, numbers, {each.tier: each for each in solved})
                self._tier = tier.tier
            return self._settler, self._shelves


_desks: OrderedDict[Setting, _Desk] = OrderedDict()
_desks_lock = threading.Lock()


def _desk(setting: Setting) -> _Desk:
    if setting.signature != our_signature():
        raise other_halfmove(our_signature(), setting.signature)
    with _desks_lock:
        if setting not in _desks:
            while len(_desks) >= _DESKS:
                _desks.popitem(last=False)
            _desks[setting] = _Desk(setting)
        return _desks[setting]


@lru_cache(maxsize=4)
def _game(text: GameText, rules: str) -> Game:
    game = text.make()
    if rules_hash(game) != rules:
        raise UsageError(f"{game.name} has other rules on a worker than here: have the same on all machines")
    return game
