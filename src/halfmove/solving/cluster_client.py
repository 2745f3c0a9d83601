"""The client of a Dask cluster: it sends parts of tiers to the workers of a scheduler and collects their answers.

This process keeps the checkpoint and the tiers, sorts and joins what workers find, and decides tiers whose moves lead
back into them (DECIDE). Workers do everything else for a tier with enough positions: listing, settling, linking. The
solved tiers that they need are sent to all workers, once for each tier. If these data are lost with the workers that
held them, they are sent again to the workers that are left. Parts that a lost worker had are sent again, too.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from halfmove.base.clusters import NO_WORKERS, DataLost, Idle, Watch, connected
from halfmove.conformance.rules_hash import rules_hash
from halfmove.errors import HalfmoveError, UsageError
from halfmove.parts.packing import BLOCK
from halfmove.solving import cluster_worker
from halfmove.solving.cluster_worker import Setting, Stage
from halfmove.solving.crew import Crew
from halfmove.solving.game_text import GameText
from halfmove.solving.settling import Links
from halfmove.solving.tiers import Tier, in_one, packed_tier

FEW = 2048  # a tier with fewer positions is not worth the messages
_CHUNK = 1 << 17  # positions of a part at most
_LEAST = 512
_AHEAD = 2  # parts that are sent at a time, for each core
_CONNECT = 10.0  # seconds

Report = Callable[[int, int], None]  # called with (positions done, of how many)


class Connection(NamedTuple):
    """A connection to a scheduler, and the watch that notices when it or its workers are lost."""

    client: Any
    watch: Watch


@contextmanager
def connected_to(address: str, workers_within: float = NO_WORKERS, idle: Idle | None = None) -> Iterator[Connection]:
    """A connection to a scheduler, as soon as it has workers."""
    with connected(address, _CONNECT) as client:
        watch = Watch(client, address, workers_within, idle)
        watch.wait_for_the_first()
        yield Connection(client, watch)


class Traffic:
    """How many bytes of arrays were sent with parts, answered, and shared with all workers."""

    def __init__(self) -> None:
        self.sent = self.answered = self.shared = 0


class ClusterClient:
    """Does the work of a `Crew` on the workers of a cluster."""

    def __init__(self, crew: Crew, connection: Connection, game: GameText, folded: bool, most_words: int) -> None:
        self._crew, self._client, self._watch = crew, connection.client, connection.watch
        self._about = (game, rules_hash(crew.game), folded, most_words)
        self._solve = secrets.token_hex(8)
        self._shared: dict[Any, Any] = {}  # the data that workers have, as futures of Dask
        self._sharings = 0
        self.traffic = Traffic()

    @property
    def cores(self) -> int:
        """The number of cores of all workers, at least 1."""
        return max(1, self._watch.cores)

    def pays(self, positions: int) -> bool:
        """Whether this many positions are worth the messages."""
        return positions >= FEW

    def expand(self, tier: int, numbers: Any, bounds: list[tuple[int, int]]) -> Iterator[Any]:
        """What `expand_part` finds, for each of the bounds."""
        crew = self._crew
        parts = ((packed_tier(crew, tier, numbers[begin:end], False, ()),) for begin, end in bounds)
        for packed, scores, trouble, at, seen in self._answers(cluster_worker.expand, parts, {}):
            ours = crew.numbering.seen
            if len(ours) == len(seen) > 1:
                ours[::2], ours[1::2] = np.minimum(ours[::2], seen[::2]), np.maximum(ours[1::2], seen[1::2])
            found = {other: [each.numbers(crew) for each in lists] for other, lists in packed.items()}
            yield found, scores, trouble, at

    def count(self, tier: int, bounds: list[tuple[int, int]]) -> Iterator[Any]:
        """What `count_part` finds, for each of the bounds."""
        yield from self._answers(cluster_worker.count, ((tier, *bound) for bound in bounds), {})

    def settle(self, tier: Tier, scores: Any, solved: dict[int, Tier], report: Report) -> None:
        """Find the worths of the positions of a tier."""
        parts, done = [], 0
        given = ((tier.part(*bound),) for bound in self._bounds(tier.count))
        for part in self._answers(cluster_worker.settle, given, self._needs(tier, scores, solved)):
            parts.append(part)
            done += part.count
            report(done, tier.count)
        tier.set_codes(parts)

    def links(
        self, tier: Tier, scores: Any, solved: dict[int, Tier], check: Callable[[Tier, int, int], None], report: Report
    ) -> Links:
        """The moves inside a tier."""
        bounds = self._bounds(tier.count)
        given = ((begin, tier.part(begin, end)) for begin, end in bounds)
        worths, outside, counts = (np.empty(tier.count, np.int64) for _ in range(3))
        edges, words, size, linked = [], 0, 0, 0
        answers = self._answers(cluster_worker.link, given, self._needs(tier, scores, solved))
        for (begin, end), found in zip(bounds, answers, strict=True):
            worths[begin:end], outside[begin:end] = found.worths.worths(), found.outside.worths()
            counts[begin:end] = found.counts
            edges.append(found.edges + (begin << 1))
            words += len(found.edges)
            size += found.size
            linked ^= found.linked
            check(tier, words, end)
            report(end * 3 // 4, tier.count)
        return Links(worths, outside, counts, in_one(edges), size, linked)

    def _bounds(self, count: int) -> list[tuple[int, int]]:
        chunk = min(_CHUNK, max(_LEAST, count // (4 * self.cores)))
        chunk = -(-chunk // BLOCK) * BLOCK
        return [(begin, min(begin + chunk, count)) for begin in range(0, count, chunk)]

    def _needs(self, tier: Tier, scores: Any, solved: dict[int, Tier]) -> dict[Any, Any]:
        """The data that a worker needs to settle parts of a tier, under names that stay the same."""
        wanted = solved if tier.dense else {number: solved[number] for number in tier.after if number in solved}
        with_numbers = tier.inside and not tier.dense
        bare = tier if with_numbers else replace(tier, index=None, fields=None)
        return {("stage", tier.tier): Stage(bare, scores), **{("solved", number): wanted[number] for number in wanted}}

    def _setting(self) -> Setting:
        crew = self._crew
        ranges = tuple((low, high) for low, high in crew.numbering.ranges)
        game, rules, folded, most = self._about
        ours = cluster_worker.our_signature()
        return Setting(ours, self._solve, game, rules, ranges, crew.real, crew.compiled, folded, most)

    def _answers(
        self, work: Callable[..., Any], parts: Iterable[tuple[Any, ...]], needs: dict[Any, Any]
    ) -> Iterator[Any]:
        """The answers of workers to these parts, in order. Only a few parts for each core are sent at a time."""
        setting, waiting, parts = self._setting(), deque[tuple[Any, Any, int]](), iter(parts)
        with _explained():
            self._share(needs)
            while True:
                while len(waiting) < max(2, _AHEAD * self.cores) and (part := next(parts, None)) is not None:
                    self.traffic.sent += _bytes(part)
                    waiting.append((part, self._submitted(work, setting, part, needs), self._sharings))
                if not waiting:
                    return
                part, future, sharing = waiting.popleft()
                try:
                    answer = self._watch.result_of(future)
                except DataLost:
                    if sharing == self._sharings:
                        self._shared.clear()
                        self._share(needs)
                    waiting.appendleft((part, self._submitted(work, setting, part, needs), self._sharings))
                    continue
                self.traffic.answered += _bytes(answer)
                yield answer

    def _submitted(
        self, work: Callable[..., Any], setting: Setting, part: tuple[Any, ...], needs: dict[Any, Any]
    ) -> Any:
        with self._watch.lost():
            return self._client.submit(work, setting, *part, *(self._shared[name] for name in needs), pure=False)

    def _share(self, needs: dict[Any, Any]) -> None:
        """Send all workers the data that they need and do not have, and drop the data that they no longer need."""
        self._shared = {name: future for name, future in self._shared.items() if name in needs}
        missing = [name for name in needs if name not in self._shared]
        self._sharings += 1
        for name in missing:
            while name not in self._shared:
                self._watch.wait_for_the_first()
                with self._watch.lost(), suppress(TimeoutError):  # all workers may have been lost since
                    self._shared[name] = self._client.scatter(needs[name], broadcast=True, hash=False)
            self.traffic.shared += _bytes(needs[name])


@contextmanager
def _explained() -> Iterator[None]:
    """Turn an error of a machine that cannot load our functions into a sentence."""
    try:
        yield
    except HalfmoveError:
        raise
    except Exception as error:
        if isinstance(error, ImportError) or "deserializ" in str(error):
            what = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise UsageError(
                f"the cluster cannot load this halfmove ({what}); install the same version on all machines"
            ) from None
        raise


def _bytes(thing: Any) -> int:
    """How many bytes all arrays inside a thing take."""
    if isinstance(thing, np.ndarray):
        return thing.nbytes
    if isinstance(thing, Tier):
        return _bytes([thing.index, thing.fields, thing.codes, thing.book])
    if isinstance(thing, dict):
        return _bytes(list(thing.values()))
    return sum(map(_bytes, thing)) if isinstance(thing, list | tuple) else 0
