"""Carry a match out: pair after pair, on all cores, until the test is decided or all games are played."""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from halfmove.base.checks import whole
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.matches.entrants import Entrant, entrant_for
from halfmove.matches.files import MatchFile
from halfmove.matches.one_game import play_game
from halfmove.matches.plans import Match, game_of
from halfmove.matches.players import PlayerSpec
from halfmove.matches.standings import Pair, Standing, standing_of
from halfmove.studies.cores import MOST_JOBS, cores
from halfmove.studies.specs import TreeSpec
from halfmove.studies.workers import Workers

Work = tuple[int, tuple[Any, ...]]  # the number of a pair, and its opening


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in the middle of a match; `standing` holds what was finished."""

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
    """Play a match and return how it stands at the end.

    jobs      processes; None: as many as there are cores for the threads of a player
    file      where finished pairs are kept; it is written about once a second
    resume    go on from what the file holds
    progress  called with the standing after each pair

    Raises `Interrupted` on Ctrl-C, with the standing.
    """
    threads = max(player.named.get("threads", 1) for player in match.players)
    jobs = max(1, cores() // threads) if jobs is None else whole("jobs", jobs, 1, MOST_JOBS)
    kept = None if file is None else MatchFile(file)
    known: dict[int, Pair] = {}
    if kept is not None and kept.exists():
        if not resume:
            raise UsageError(f"{file} exists already: resume=True goes on from what it holds; or name another file")
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
    _keep(kept, match, known)
    _tell_of_few(standing)
    return standing


def _tell_of_few(standing: Standing) -> None:
    """Where a game has too few openings."""
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
    """Compile what both players need, before any clock runs."""
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
        warnings.simplefilter("ignore", RuntimeWarning)  # `prepare` has told them
        for number in (1, 2):
            players = _entrant(match.players[0], match.game, 1), _entrant(match.players[1], match.game, 2)
            for place, player in enumerate(players, 1):
                player.begin(match.seed_of(pair, number, place))
            games.append(play_game(game, line, players, number, match.longest, pair))
    return games[0], games[1]


@lru_cache(maxsize=8)
def _entrant(player: PlayerSpec, game: TreeSpec, place: int) -> Entrant:
    """A player that is ready; one for each place, since it may play against itself."""
    made = entrant_for(player, game_of(game))
    made.prepare()
    return made
