"""`solve`: the value of every position of a game, and its distance from the end.

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
from typing import Any

import numpy as np

from halfmove.base import outputs
from halfmove.base.checks import byte_count, shown, whole
from halfmove.base.clusters import NO_WORKERS
from halfmove.base.gate import checked
from halfmove.conformance.rules_hash import rules_hash
from halfmove.engine import NeedsFloatScores
from halfmove.errors import GameError, UsageError
from halfmove.game import Game
from halfmove.solving.checkpoint import Checkpoint, InMemory
from halfmove.solving.cluster_client import ClusterClient, connected_to
from halfmove.solving.crew import Crew
from halfmove.solving.database import Database
from halfmove.solving.equivalents import first_wrong
from halfmove.solving.estimate import insist_on_room, numbers_in
from halfmove.solving.families import both_ways, count_numbers, family_direction
from halfmove.solving.game_text import GameText
from halfmove.solving.headers import header_of
from halfmove.solving.progress import Progress as Progress
from halfmove.solving.reaching import MoreParts, Reach
from halfmove.solving.renumbering import tightened
from halfmove.solving.resuming import check_kept
from halfmove.solving.room import Room
from halfmove.solving.settling import Settler, Unsolved
from halfmove.solving.tiers import Tier

MEMORY = "4 GB"
_MOST_TIERS = 10_000
_SECONDS = 0.5  # between two reports
_COMPARED = 300  # positions that are compared with those after them, if some represent others


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
    """Find the value of every position of a game, and its distance from the end.

    A position in which no player can force an end is a draw. Distances are counted in half-moves. The player that is
    ahead takes the shortest way, the player that is behind takes the longest, and in a draw both play as long as they
    can.

    Parameters
    ----------
    game : Game or str
        A game, or its text, such as "connect_four:4,4" or "my_game.py:game".
    out : str, optional
        The file for the database; None keeps it in memory. An interrupted solve resumes from a folder beside the file.
    tiers : iterable of int, optional
        Solve these tiers with all their numbers (games with `rank`), instead of the positions that can be reached from
        the start.
    symmetry : bool
        Keep one position for all that are equivalent by the game's `symmetry`.
    memory : int or str
        The bytes by which the memory of this process may grow, without machine code. A solve that needs more is
        refused.
    jobs : int, optional
        The number of cores to use; None uses all.
    compiled : bool, optional
        True uses machine code, False plain Python, None machine code if there are many positions.
    progress : callable, optional
        Called twice a second with a `Progress`.
    cluster : str, optional
        The address of a Dask scheduler, as tcp://host:8786, whose workers do the work. They must have the same
        halfmove. A game of your own must be given as text, and its file must be the same on all machines. This process
        collects the results. It alone decides tiers whose moves lead back into them, after workers have listed those
        moves. The database is the same, byte for byte.
    workers_within : float
        The solve ends when its cluster has had no workers for this many seconds.
    idle : callable, optional
        Called with (seconds without any worker, seconds after which the solve ends) while the cluster has no workers.

    Returns
    -------
    Database

    Examples
    --------
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
        raise UsageError(f"{game.name} does not have the hooks tier, rank, unrank and ranks, which tiers= needs")
    if symmetry and game.symmetry is None:
        raise UsageError(f"{game.name} does not have a `symmetry` hook")
    if out is not None and not outputs.check(out).is_replaced:
        raise UsageError(f"cannot write {out}: it is not a regular file")
    insist_on_room(game, wanted, allowed)
    real = False
    with ExitStack() as stack:
        if cluster is not None:
            text = text or GameText.of(game)
            connection = stack.enter_context(connected_to(cluster, workers_within, idle))
        while True:
            try:
                with closing(Crew(game, jobs, compiled, real)) as crew:
                    if text is not None and cluster is not None:
                        crew.remote = ClusterClient(crew, connection, text, symmetry, allowed // 8)
                    return _Solve(crew, out, wanted, symmetry, allowed, progress).run()
            except NeedsFloatScores:
                if real:
                    raise GameError(f"{game.name}: its scores are neither whole nor real numbers") from None
                real = True


def unfolded(database: Database, real: bool) -> Database:
    """Solve the small game of a database again, without `symmetry`."""
    wanted = tuple(database.tiers) if database.header["family"] else ()
    with closing(Crew(database.game, 1, False, real)) as crew:
        return _Solve(crew, None, wanted, False, byte_count("memory", MEMORY), None).run()


class _Solve:
    """One solve, which resumes from its checkpoint."""

    def __init__(
        self, crew: Crew, out: str | None, wanted: tuple[int, ...], folded: bool, allowed: int, progress: Any
    ) -> None:
        self._crew, self._out, self._wanted, self._folded = crew, out, wanted, folded
        self._room = Room(allowed, crew)
        self._progress, self._reported = progress, 0.0
        self._direction = 0  # of the tiers of a family; 0 while no move to another tier is known
        self._farthest = 0, 0  # the most positions and half-moves that a listing has reached
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
            may_represent = self._folded or self._crew.numbering.by_hooks
            if may_represent and (
                fault := first_wrong(made, self._crew, _COMPARED, partial(unfolded, made, self._crew.real))
            ):
                raise GameError(f"{self._crew.game.name}: {fault}")
            if self._out is not None:
                made.write(self._out, str(self._kept.folder))
                del made, tiers  # frees their memory before the file is opened
                made = Database(self._out, self._crew.game)
            finished = True
            return made
        finally:
            self._kept.close(remove=finished)

    def _same_scores(self) -> None:
        """A checkpoint must have scores of the same kind: whole ones, or real ones as soon as one was found."""
        kept, real = self._kept, self._crew.real
        if kept.state.get("real", real) != real:
            if not real:
                raise NeedsFloatScores
            kept.clear()
        kept.state["real"] = real

    def _reporter(self, stage: str, of: int, begun: int = 0) -> Callable[[Tier], Callable[[int, int], None]]:
        """A function that is called with a tier before work on it begins, and returns the function for its progress."""
        began, done = time.monotonic(), begun

        def begin(tier: Tier) -> Callable[[int, int], None]:
            nonlocal done
            before = done
            done += tier.count

            def report(so_far: int, _: int) -> None:
                self._report(stage, tier.tier, before + so_far, of, began, begun)

            return report

        return begin

    def _report(self, stage: str, tier: int, done: int, of: int, began: float, begun: int = 0, deep: int = 0) -> None:
        if self._progress is not None and time.monotonic() - self._reported >= _SECONDS:
            self._reported = time.monotonic()
            self._progress(Progress(stage, tier, done, of, time.monotonic() - began, begun, deep))

    # Listing the positions

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
                return self._continue_listing(reach, tiers, began)
            except MoreParts:
                crew.numbering.widen()
                kept.clear()
                kept.state = {"real": crew.real, "ranges": crew.numbering.ranges}

    def _listed(self, described: dict[str, Any]) -> Tier:
        tier = described["tier"]
        index, fields = self._kept.load(f"index{tier}"), self._kept.load(f"fields{tier}")
        count = described["count"]
        return Tier(
            tier, count, count, False, index, fields, inside=described["inside"], after=tuple(described["after"])
        )

    def _continue_listing(self, reach: Reach, tiers: list[Tier], began: float) -> list[Tier]:
        kept, begun = self._kept, reach.found
        while True:
            found = reach.next(partial(self._report_listed, reach.next_tier or 0, began, begun))
            if found is None:
                break
            tiers.append(found)
            self._save_numbers(found)
            self._save_reach(reach, tiers)
            kept.commit()
        made = tightened(self._crew, tiers)
        if made is not tiers:
            for each in made:
                self._save_numbers(each)
            self._save_reach(reach, made)
        kept.state["all_listed"] = True
        kept.commit()
        return made

    def _save_numbers(self, tier: Tier) -> None:
        if not self._kept.resumes:
            return
        self._kept.save(f"index{tier.tier}", tier.index)
        self._kept.save(f"fields{tier.tier}", tier.fields)

    def _report_listed(self, tier: int, began: float, begun: int, done: int, deep: int) -> None:
        # When positions are renumbered, they are listed again. Progress never goes back below what was reached before.
        self._farthest = max(self._farthest[0], done), max(self._farthest[1], deep)
        self._report("listing", tier, self._farthest[0], 0, began, begun, self._farthest[1])

    def _save_reach(self, reach: Reach, tiers: list[Tier]) -> None:
        kept = self._kept
        for tier in kept.state.get("waiting", []):
            kept.forget(f"waiting{tier}")
        for tier in reach.waiting if kept.resumes else ():
            kept.save(f"waiting{tier}", reach.merge_waiting(tier))
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
        """The wanted tiers with all their numbers; those that are solved last come first."""
        crew, kept = self._crew, self._kept
        self._direction = kept.state.get("direction") or family_direction(crew.game, self._wanted)
        order = sorted(self._wanted, reverse=self._direction > 0)
        tiers = [Tier(tier, numbers_in(crew.game, tier), 0, dense=True) for tier in order]
        if not kept.state.get("all_listed"):
            reporter = self._reporter("counting", sum(tier.count for tier in tiers))
            kept.save(
                "scores", np.unique(np.concatenate([count_numbers(crew, tier, reporter(tier)) for tier in tiers]))
            )
            kept.state |= {"all_listed": True, "sizes": {str(each.tier): each.size for each in tiers}}
            kept.commit()
        for each in tiers:
            each.size = kept.state["sizes"][str(each.tier)]
        return tiers[::-1]

    # Solving them

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
        """Whether the tiers of a family must be solved in the other order, as a move shows that was not sampled."""
        if error.other == error.tier or not {error.tier, error.other} <= {*self._wanted}:
            return False
        if self._direction:
            raise GameError(both_ways(self._crew.game, error.tier, error.other))
        self._direction = self._kept.state["direction"] = 1 if error.other > error.tier else -1
        return True

    def _settle_all(self, tiers: list[Tier], settler: Settler) -> dict[int, Tier]:
        """Solve all tiers, the last one first. Tiers that are solved already are loaded, whatever the order."""
        kept = self._kept
        known = [each for each in tiers if kept.has(f"codes{each.tier}")]
        reporter = self._reporter("solving", sum(each.count for each in tiers), sum(each.count for each in known))
        solved: dict[int, Tier] = {}
        for tier in reversed(tiers):
            if tier in known:
                tier.codes, tier.book = kept.load(f"codes{tier.tier}"), kept.load(f"book{tier.tier}")
                tier.bits = kept.state["bits"][str(tier.tier)]
            else:
                settler.settle(tier, solved, reporter(tier))
                kept.save(f"codes{tier.tier}", tier.codes)
                kept.save(f"book{tier.tier}", tier.book)
                kept.state.setdefault("bits", {})[str(tier.tier)] = tier.bits
                kept.commit()
            solved[tier.tier] = tier
        return solved


def tiers_from(text: str) -> tuple[int, ...]:
    """Read tiers from text such as 3, 1-4 or 1,2,5."""
    found: list[int] = []
    for part in text.split(","):
        low, dash, high = part.strip().partition("-")
        if not re.fullmatch(r"[0-9]{1,18}", low) or (dash and not re.fullmatch(r"[0-9]{1,18}", high)):
            raise UsageError(f"{shown(text)} does not name tiers; write 3, 1-4 or 1,2,5")
        tiers = range(int(low), int(high if dash else low) + 1)
        if len(found) + len(tiers) > _MOST_TIERS:
            raise UsageError(f"{shown(text)} names too many tiers; at most {_MOST_TIERS:,} can be solved at once")
        found += tiers
    if not found:
        raise UsageError(f"{shown(text)} does not name tiers; write 3, 1-4 or 1,2,5")
    return tuple(found)
