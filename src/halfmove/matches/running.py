"""Playing a match: pair after pair, on all cores, until the test is decided or all games are played."""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from halfmove.base.checks import MOST_JOBS, whole
from halfmove.base.gate import checked
from halfmove.engine.parallel.workers import Workers
from halfmove.errors import UsageError
from halfmove.matches.entrant import Entrant
from halfmove.matches.entrants import entrant_for
from halfmove.matches.files import MatchFile
from halfmove.matches.one_game import play_game
from halfmove.matches.plans import Match, game_of
from halfmove.matches.players import PlayerSpec
from halfmove.matches.standings import Pair, Standing, standing_of
from halfmove.studies.cores import cores
from halfmove.studies.specs import TreeSpec
from halfmove.uci.process import end_engines

Work = tuple[int, tuple[Any, ...]]  # the number of a pair, and its opening


class Interrupted(KeyboardInterrupt):
    """Raised on Ctrl-C during a match. `standing` holds the finished games."""

    def __init__(self, standing: Standing) -> None:
        super().__init__(f"stopped by Ctrl-C after {len(standing.games)} of {standing.match.games} games")
        self.standing = standing


@checked
def run(
    match: Match,
    jobs: int | None = None,
    file: str | None = None,
    resume: bool = False,
    progress: Callable[[Standing], None] | None = None,
) -> Standing:
    """Play a match.

    Parameters
    ----------
    match : Match
        The match, see `match`.
    jobs : int, optional
        How many processes to use. The default is the number of cores, divided by the threads of a player.
    file : str, optional
        The file for finished pairs. It is written about once a second.
    resume : bool
        Continue with the pairs that the file holds.
    progress : callable, optional
        Called with the standing after each pair.

    Returns
    -------
    Standing
        The final standing.

    Raises
    ------
    Interrupted
        On Ctrl-C. It holds the standing so far.
    """
    threads = max(player.threads for player in match.players)
    jobs = max(1, cores() // threads) if jobs is None else whole("jobs", jobs, 1, MOST_JOBS)
    kept = None if file is None else MatchFile(file)
    known: dict[int, Pair] = {}
    if kept is not None and kept.exists():
        if not resume:
            raise UsageError(f"{file} already exists: resume=True continues its match; or name another file")
        known = kept.read(match)
    standing = standing_of(match, known)
    try:
        prepare(match)
        work = ((number, line) for number, line in enumerate(match.openings(), 1) if number not in known)
        finished = iter(()) if standing.decided else _played(match, work, jobs)
        for number, pair in finished:
            known[number] = pair
            standing = standing_of(match, known, standing)
            if kept is not None:
                kept.write(match, known)
            if progress is not None:
                progress(standing)
            if standing.decided:
                break
    except KeyboardInterrupt:
        _keep(kept, match, known)
        raise Interrupted(standing_of(match, known, standing)) from None
    finally:
        end_engines()
    _keep(kept, match, known)
    _warn_of_few_openings(standing)
    return standing


def _warn_of_few_openings(standing: Standing) -> None:
    """Warn if the game has fewer openings than pairs; raise UsageError if it has none."""
    match, pairs = standing.match, len(standing.pairs)
    if not pairs:
        raise UsageError(
            f"{match.game}: no opening of {match.opening} half-moves leaves a game to play; choose another length"
        )
    if not standing.decided and pairs < match.pairs:
        words = f"{pairs} different openings from {match.opening} half-moves on"
        warnings.warn(f"{match.game} has only {words}, so fewer games were played", RuntimeWarning, stacklevel=3)


def _keep(kept: MatchFile | None, match: Match, known: dict[int, Pair]) -> None:
    if kept is not None:
        kept.write(match, known, at_once=True)


def prepare(match: Match) -> None:
    """Compile both players before any clock runs."""
    for place, player in enumerate(match.players, 1):
        _entrant(player, match.game, place)


def _played(match: Match, work: Iterator[Work], jobs: int) -> Iterator[tuple[int, Pair]]:
    """The pairs as they are finished."""
    if jobs == 1:
        for item in work:
            yield item[0], play_pair(item, match)
        return
    with Workers(min(jobs, match.pairs)) as workers:
        waiting: deque[Any] = deque(islice(work, jobs))
        while waiting or workers.busy:
            workers.hand_out(play_pair, waiting, match)
            for item, pair in workers.answers(waiting, patiently=True):
                yield item[0], pair
            # Few at a time: the first ones are wanted first. More wait when a process was killed that had several.
            waiting.extend(islice(work, max(0, jobs - len(waiting))))


def play_pair(item: Work, match: Match) -> Pair:
    """The two games of an opening: player 1 moves first in the first one."""
    pair, line = item
    game = game_of(match.game)
    games = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # `prepare` has shown them
        for number in (1, 2):
            players = _entrant(match.players[0], match.game, 1), _entrant(match.players[1], match.game, 2)
            for place, player in enumerate(players, 1):
                player.begin(match.seed_of(pair, number, place))
            games.append(play_game(game, line, players, number, match.longest, pair))
    return games[0], games[1]


@lru_cache(maxsize=8)
def _entrant(player: PlayerSpec, game: TreeSpec, place: int) -> Entrant:
    """A prepared player. Each place has its own, because a player may play against itself."""
    made = entrant_for(player, game_of(game))
    made.prepare()
    return made
