"""`solve`: every position of a game, its value and how far its end is.

>>> import halfmove as hm
>>> database = hm.solve(hm.games.tic_tac_toe())
>>> len(database)
5478
>>> database.probe(hm.games.tic_tac_toe().start)
Entry(value=0, distance=9)
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from halfmove.base import outputs
from halfmove.base.checks import byte_count, shown, whole
from halfmove.base.clusters import NO_WORKERS
from halfmove.base.gate import checked
from halfmove.conformance.rules_hash import rules_hash
from halfmove.engine.task import NeedsFloatScores
from halfmove.errors import GameError, UsageError
from halfmove.game import Game
from halfmove.solving.checkpoint import Checkpoint, InMemory
from halfmove.solving.cluster_client import Remote, linked
from halfmove.solving.crew import Crew
from halfmove.solving.database import Database
from halfmove.solving.equivalents import first_wrong
from halfmove.solving.estimate import insist_on_room, numbers_in
from halfmove.solving.families import both_ways, count_numbers, family_direction
from halfmove.solving.game_text import GameText
from halfmove.solving.headers import header_of
from halfmove.solving.reaching import MoreParts, Reach
from halfmove.solving.renumbering import tightened
from halfmove.solving.resuming import check_kept
from halfmove.solving.room import Room
from halfmove.solving.settling import Settler, Unsolved
from halfmove.solving.tiers import Tier

MEMORY = "4 GB"
_MOST_TIERS = 10_000
_SECONDS = 0.5  # between two reports
_COMPARED = 300  # positions that are compared with those after them where some stand for others


class Progress(NamedTuple):
    """How far a solve has come.

    stage      "listing" the positions, "counting" them, or "solving" them
    tier       which one
    done, of   positions of this stage, and how many there are, 0 if that is not known yet
    seconds    since the stage began in this run
    begun      positions that were done when it began
    deep       half-moves between the start and what is listed now, 0 if that is not known
    """

    stage: str
    tier: int
    done: int
    of: int
    seconds: float
    begun: int = 0
    deep: int = 0

    @property
    def rate(self) -> float:
        """Positions a second in this run."""
        return (self.done - self.begun) / self.seconds if self.seconds > 0 else 0.0

    @property
    def left(self) -> float | None:
        """Seconds until the stage is over, if that can be told."""
        return (self.of - self.done) / self.rate if self.of and self.rate > 0 else None


@checked
def solve(
    game: Game | str,
    out: str | None = None,
    *,
    tiers: Iterable[int] | None = None,
    symmetry: bool = False,
    memory: Any = MEMORY,
    jobs: int | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], Any] | None = None,
    cluster: str | None = None,
    workers_within: float = NO_WORKERS,
    idle: Callable[[float, float], Any] | None = None,
) -> Database:
    """Find out what every position of a game is worth, and how far its end is.

    game      a game, or its text, such as "connect_four:4,4" or "my_game.py:game"
    out       the file for the database; None keeps it in memory. While it is made there is a folder beside it, from
              which a solve that was ended goes on when it is begun again
    tiers     solve these tiers with all their numbers (games with `rank`), not what can be reached from the start
    symmetry  keep one position for all that are equivalent by the game's `symmetry`
    memory    bytes by which the memory of this process may grow, without machine code; what does not fit is refused
    jobs      how many cores work; None: all
    compiled  True: machine code; False: plain Python; None: machine code if there are many positions
    progress  called twice a second with a `Progress`
    cluster   the address of a Dask scheduler, as tcp://host:8786, whose workers do the work; they must have the same
              halfmove, and the same file of a game of one's own, which is given as text. This process keeps what is
              found, and alone decides tiers whose moves lead back into them, once workers have listed those moves. The
              database is the same, byte for byte
    workers_within, idle   seconds after which a cluster without workers is given up, and who is called meanwhile with
              (seconds without any worker, seconds after which it is given up)

    A position in which nobody can force an end is a draw. Distances are half-moves: who is ahead takes the shortest
    way, who is behind the longest, and in a draw both play on as long as they can.

    >>> import halfmove as hm
    >>> solved = hm.solve(hm.games.nim(2, 3), compiled=False)
    >>> solved, solved.probe(solved.game.start)
    (Database('nim 2 3', 12 positions), Entry(value=1, distance=5))
    """
    text: GameText | None = None
    if isinstance(game, str):
        text = GameText.parse(game)
        game = text.make()
    allowed = byte_count("memory", memory)
    jobs = whole("jobs", jobs if jobs is not None else os.cpu_count() or 1, 1, 1024)
    wanted = game.tiers if tiers is None else tuple(dict.fromkeys(whole("a tier", tier) for tier in tiers))
    if tiers is not None and not wanted:
        raise UsageError("tiers must name at least one tier")
    if wanted and (game.rank is None or game.tier is None):
        raise UsageError(f"{game.name} has no hooks tier, rank, unrank and ranks, without which tiers= means nothing")
    if symmetry and game.symmetry is None:
        raise UsageError(f"{game.name} has no `symmetry` hook")
    if out is not None and not outputs.check(out).is_replaced:
        raise UsageError(f"cannot write {out}: it is no regular file")
    insist_on_room(game, wanted, allowed)
    real = False
    with ExitStack() as stack:
        if cluster is not None:
            text = text or GameText.of(game)
            link = stack.enter_context(linked(cluster, workers_within, idle))
        while True:
            try:
                with closing(Crew(game, jobs, compiled, real)) as crew:
                    if text is not None and cluster is not None:
                        crew.remote = Remote(crew, link, text, symmetry, allowed // 8)
                    return _Solve(crew, out, wanted, symmetry, allowed, progress).run()
            except NeedsFloatScores:
                if real:
                    raise GameError(f"{game.name}: its scores are neither whole nor real numbers") from None
                real = True


def unfolded(database: Database, real: bool) -> Database:
    """The same database without `symmetry`, of a small game."""
    wanted = tuple(database.tiers) if database.header["family"] else ()
    with closing(Crew(database.game, 1, False, real)) as crew:
        return _Solve(crew, None, wanted, False, byte_count("memory", MEMORY), None).run()


class _Solve:
    """One solve, from its checkpoint on."""

    def __init__(
        self, crew: Crew, out: str | None, wanted: tuple[int, ...], folded: bool, allowed: int, progress: Any
    ) -> None:
        self._crew, self._out, self._wanted, self._folded = crew, out, wanted, folded
        self._room = Room(allowed, crew)
        self._progress, self._told = progress, 0.0
        self._direction = 0  # of the tiers of a family; 0 while no move is known that leads to another one
        self._farthest = 0, 0  # positions and half-moves that a listing has come to
        game = crew.game
        self._about = {
            "game": game.name,
            "rules": rules_hash(game, numbered=True),
            "tiers": list(wanted),
            "symmetry": folded,
        }
        self._kept: Any = InMemory() if out is None else Checkpoint(out, self._about)

    def run(self) -> Database:
        finished = False
        try:
            check_kept(self._kept, self._crew, {tier: numbers_in(self._crew.game, tier) for tier in self._wanted})
            self._same_scores()
            tiers = self._family() if self._wanted else self._reached()
            made = self._settled(tiers)
            stands = self._folded or self._crew.numbering.by_hooks
            if stands and (fault := first_wrong(made, self._crew, _COMPARED, partial(unfolded, made, self._crew.real))):
                raise GameError(f"{self._crew.game.name}: {fault}")
            if self._out is not None:
                made.write(self._out, str(self._kept.folder))
                del made, tiers  # before it is read again
                made = Database(self._out, self._crew.game)
            finished = True
            return made
        finally:
            self._kept.close(remove=finished)

    def _same_scores(self) -> None:
        """What is kept must have scores of the same kind: whole ones, or real ones as soon as one was met."""
        kept, real = self._kept, self._crew.real
        if kept.state.get("real", real) != real:
            if not real:
                raise NeedsFloatScores
            kept.clear()
        kept.state["real"] = real

    def _teller(self, stage: str, of: int, begun: int = 0) -> Callable[[Tier], Callable[[int, int], None]]:
        """Of a tier that is about to be worked on, a function that reports how far that has come."""
        began, done = time.monotonic(), begun

        def begin(tier: Tier) -> Callable[[int, int], None]:
            nonlocal done
            before = done
            done += tier.count

            def tell(so_far: int, _: int) -> None:
                self._tell(stage, tier.tier, before + so_far, of, began, begun)

            return tell

        return begin

    def _tell(self, stage: str, tier: int, done: int, of: int, began: float, begun: int = 0, deep: int = 0) -> None:
        if self._progress is not None and time.monotonic() - self._told >= _SECONDS:
            self._told = time.monotonic()
            self._progress(Progress(stage, tier, done, of, time.monotonic() - began, begun, deep))

    # Which positions are there?

    def _reached(self) -> list[Tier]:
        """The tiers of all positions that can be reached, in the order of play."""
        kept, crew = self._kept, self._crew
        began = time.monotonic()
        while True:
            reach = Reach(crew, self._folded, self._room)
            state = kept.state
            if "ranges" in state and not crew.numbering.by_hooks:
                crew.numbering.set_ranges(state["ranges"])
            names = state.get("listed", [])
            if names:
                reach.direction, reach.found = state["direction"], sum(each["count"] for each in names)
                reach.scores = kept.load("scores")
                reach.waiting = {tier: [kept.load(f"waiting{tier}")] for tier in state["waiting"]}
            else:
                reach.begin()
            tiers = [self._listed(each) for each in names]
            if state.get("all_listed"):
                return tiers
            try:
                return self._list_on(reach, tiers, began)
            except MoreParts:
                crew.numbering.widen()
                kept.clear()
                kept.state = {"real": crew.real, "ranges": crew.numbering.ranges}

    def _listed(self, told: dict[str, Any]) -> Tier:
        tier = told["tier"]
        index, fields = self._kept.load(f"index{tier}"), self._kept.load(f"fields{tier}")
        count = told["count"]
        return Tier(tier, count, count, False, index, fields, inside=told["inside"], after=tuple(told["after"]))

    def _list_on(self, reach: Reach, tiers: list[Tier], began: float) -> list[Tier]:
        kept, begun = self._kept, reach.found
        while True:
            found = reach.next(partial(self._tell_listed, reach.next_tier or 0, began, begun))
            if found is None:
                break
            tiers.append(found)
            self._keep_numbers(found)
            self._keep_reach(reach, tiers)
            kept.commit()
        made = tightened(self._crew, tiers)
        if made is not tiers:
            for each in made:
                self._keep_numbers(each)
            self._keep_reach(reach, made)
        kept.state["all_listed"] = True
        kept.commit()
        return made

    def _keep_numbers(self, tier: Tier) -> None:
        if not self._kept.resumes:
            return
        self._kept.save(f"index{tier.tier}", tier.index)
        self._kept.save(f"fields{tier.tier}", tier.fields)

    def _tell_listed(self, tier: int, began: float, begun: int, done: int, deep: int) -> None:
        # Positions that are numbered anew are listed again; how many there are at least is known from before.
        self._farthest = max(self._farthest[0], done), max(self._farthest[1], deep)
        self._tell("listing", tier, self._farthest[0], 0, began, begun, self._farthest[1])

    def _keep_reach(self, reach: Reach, tiers: list[Tier]) -> None:
        kept = self._kept
        for tier in kept.state.get("waiting", []):
            kept.forget(f"waiting{tier}")
        for tier in reach.waiting if kept.resumes else ():
            kept.save(f"waiting{tier}", reach.joined(tier))
        kept.save("scores", reach.scores)
        kept.state = {
            "real": self._crew.real,
            "ranges": self._crew.numbering.ranges,
            "direction": reach.direction,
            "waiting": list(reach.waiting),
            "listed": [
                {"tier": each.tier, "count": each.count, "inside": each.inside, "after": list(each.after)}
                for each in tiers
            ],
        }

    def _family(self) -> list[Tier]:
        """The tiers that are wanted with all their numbers, those that are solved last first."""
        crew, kept = self._crew, self._kept
        self._direction = kept.state.get("direction") or family_direction(crew.game, self._wanted)
        order = sorted(self._wanted, reverse=self._direction > 0)
        tiers = [Tier(tier, numbers_in(crew.game, tier), 0, dense=True) for tier in order]
        if not kept.state.get("all_listed"):
            tell = self._teller("counting", sum(tier.count for tier in tiers))
            kept.save("scores", np.unique(np.concatenate([count_numbers(crew, tier, tell(tier)) for tier in tiers])))
            kept.state |= {"all_listed": True, "sizes": {str(each.tier): each.size for each in tiers}}
            kept.commit()
        for each in tiers:
            each.size = kept.state["sizes"][str(each.tier)]
        return tiers[::-1]

    # What are they worth?

    def _settled(self, tiers: list[Tier]) -> Database:
        kept, crew = self._kept, self._crew
        scores = kept.load("scores")
        sizes = np.unique(np.concatenate([np.abs(scores), np.zeros(1, scores.dtype)]))
        settler = Settler(crew, sizes, self._folded, self._room)
        try:
            solved = self._settle_all(tiers, settler)
        except Unsolved as error:
            if not self._turned(error):
                raise
            tiers.reverse()
            try:
                solved = self._settle_all(tiers, settler)
            except Unsolved as again:
                self._turned(again)
                raise
        header = header_of(crew.game, self._about, crew.numbering, sizes, solved.values())
        return Database.of(crew.game, header, list(solved.values()))

    def _turned(self, error: Unsolved) -> bool:
        """Whether the tiers of a family must be solved in the other order, as a move shows that was not looked at."""
        if error.other == error.tier or not {error.tier, error.other} <= {*self._wanted}:
            return False
        if self._direction:
            raise GameError(both_ways(self._crew.game, error.tier, error.other))
        self._direction = self._kept.state["direction"] = 1 if error.other > error.tier else -1
        return True

    def _settle_all(self, tiers: list[Tier], settler: Settler) -> dict[int, Tier]:
        """All tiers, the last one first. What is solved stays so, whatever the order."""
        kept = self._kept
        known = [each for each in tiers if kept.has(f"codes{each.tier}")]
        tell = self._teller("solving", sum(each.count for each in tiers), sum(each.count for each in known))
        solved: dict[int, Tier] = {}
        for tier in reversed(tiers):
            if tier in known:
                tier.codes, tier.book = kept.load(f"codes{tier.tier}"), kept.load(f"book{tier.tier}")
                tier.bits = kept.state["bits"][str(tier.tier)]
            else:
                settler.settle(tier, solved, tell(tier))
                kept.save(f"codes{tier.tier}", tier.codes)
                kept.save(f"book{tier.tier}", tier.book)
                kept.state.setdefault("bits", {})[str(tier.tier)] = tier.bits
                kept.commit()
            solved[tier.tier] = tier
        return solved


def tiers_from(text: str) -> tuple[int, ...]:
    """Tiers as a person writes them: 3, 1-4 or 1,2,5."""
    found: list[int] = []
    for part in text.split(","):
        low, dash, high = part.strip().partition("-")
        if not re.fullmatch(r"[0-9]{1,18}", low) or (dash and not re.fullmatch(r"[0-9]{1,18}", high)):
            raise UsageError(f"{shown(text)} names no tiers; write 3, 1-4 or 1,2,5")
        tiers = range(int(low), int(high if dash else low) + 1)
        if len(found) + len(tiers) > _MOST_TIERS:
            raise UsageError(f"{shown(text)} names too many tiers; at most {_MOST_TIERS:,} can be solved at once")
        found += tiers
    if not found:
        raise UsageError(f"{shown(text)} names no tiers; write 3, 1-4 or 1,2,5")
    return tuple(found)
