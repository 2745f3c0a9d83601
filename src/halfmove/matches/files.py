"""The file of a match, from which an interrupted match resumes.

A file is JSON: the match, every finished pair of games, and a checksum of all that. It is written as a whole, or stays
as it was. A file that holds another match or is damaged is refused and not changed.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from halfmove.base import outputs
from halfmove.base.checks import WHOLE, file_name, is_finite, is_whole, shown
from halfmove.base.identity import signature
from halfmove.base.reading import content_of, json_of
from halfmove.errors import UsageError
from halfmove.matches.one_game import Effort, GameRecord
from halfmove.matches.plans import Match
from halfmove.matches.standings import Pair

_KIND, _VERSION = "halfmove match", 1
_EVERY = 1.0  # seconds until the file is written again
_SHARE = 20  # and at least this many times as long as writing takes
_LARGEST = 1 << 30  # bytes
_ENDS = ("over", "illegal", "error", "time", "length")


@cache
def playing_signature() -> str:
    """A hash of the code that plays."""
    return signature("books/*.py", "matches/*.py", "players/**/*.py", "repetition.py", "uci/*.py")


class MatchFile:
    """The file that holds the pairs of a match."""

    def __init__(self, path: str) -> None:
        self.path = path
        outputs.check(path)
        self._next = 0.0

    def __repr__(self) -> str:
        return f"MatchFile({file_name(self.path)})"

    def exists(self) -> bool:
        return Path(self.path).exists()

    def read(self, match: Match) -> dict[int, Pair]:
        """The pairs that the file holds, by number. Raises UsageError if they are of another match."""
        content = content_of(self.path, _LARGEST)
        try:
            data = json_of(content)
        except ValueError:
            raise UsageError(
                f"{file_name(self.path)} is not the file of a match, or is damaged; name another file"
            ) from None
        if not isinstance(data, dict) or data.get("kind") != _KIND or data.get("version") != _VERSION:
            raise UsageError(f"{file_name(self.path)} is not the file of a match; name another file")
        if data.pop("checksum", None) != _checksum(data):
            raise UsageError(f"{file_name(self.path)} is damaged and was not changed; name another file")
        theirs = data.get("match")
        if not isinstance(theirs, dict):
            raise UsageError(f"{file_name(self.path)} does not say which match it holds; name another file")
        for name, ours in _head(match).items():
            if theirs.get(name) != ours:
                raise UsageError(
                    f"{file_name(self.path)} holds another match: its {name} is {shown(theirs.get(name))}, not "
                    f"{shown(ours)}; name another file"
                )
        try:
            pairs = [_pair(games) for games in data["pairs"]]
            known = {number: (one, other) for number, one, other in pairs}
            _insist(len(known) == len(pairs))
        except (KeyError, TypeError, ValueError):
            raise UsageError(f"{file_name(self.path)} holds games that are not possible; name another file") from None
        return known

    def write(self, match: Match, pairs: Mapping[int, Pair], at_once: bool = False) -> None:
        """Write all pairs, unless that was done a moment ago."""
        if not at_once and time.monotonic() < self._next:
            return
        began = time.monotonic()
        data: dict[str, Any] = {"kind": _KIND, "version": _VERSION, "match": _head(match)}
        data["pairs"] = [[asdict(game) for game in pairs[number]] for number in sorted(pairs)]
        data["checksum"] = _checksum(data)
        outputs.write(json.dumps(data) + "\n", self.path)
        now = time.monotonic()
        self._next = now + max(_EVERY, _SHARE * (now - began))


def _head(match: Match) -> dict[str, Any]:
    return match.identity | {"halfmove": playing_signature()}


def _checksum(data: dict[str, Any]) -> str:
    return hashlib.blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=8).hexdigest()


def _pair(games: list[dict[str, Any]]) -> tuple[int, GameRecord, GameRecord]:
    one, other = map(_game, games)
    _insist(one.pair == other.pair and (one.number, other.number) == (1, 2))
    return one.pair, one, other


def _game(fields: dict[str, Any]) -> GameRecord:
    """A game from its JSON. Raises TypeError, ValueError or KeyError if it is not one."""
    first, second = map(_effort, fields["efforts"])
    _insist(isinstance(fields["moves"], list))
    made = GameRecord(**fields | {"moves": tuple(fields["moves"]), "efforts": (first, second)})
    _insist(is_whole(made.pair) and 1 <= made.pair < WHOLE and made.end in _ENDS and isinstance(made.note, str))
    _insist(all(is_whole(each) and each in (1, 2) for each in (made.number, made.first)))
    _insist(isinstance(made.score, float) and made.score in (0.0, 0.5, 1.0))
    _insist(all(isinstance(move, str) for move in made.moves))
    _insist(is_whole(made.opening) and 0 <= made.opening <= len(made.moves))
    return made


def _effort(numbers: list[Any]) -> Effort:
    """The cost of a player's moves: whole numbers, except for the seconds."""
    made = Effort(*numbers)
    _insist(len(numbers) == len(made) and all(is_finite(each) and 0 <= each < WHOLE for each in made))
    times = made.seconds, made.slowest
    _insist(all(is_whole(each) or any(each is time for time in times) for each in made))
    return made


def _insist(right: bool) -> None:
    if not right:
        raise ValueError


def as_lines(match: Match, games: Iterable[GameRecord]) -> str:
    """The games as JSON, one on each line."""
    lines = []
    names = [str(player) for player in match.players]
    for game in games:
        result = {1.0: "player 1", 0.0: "player 2", 0.5: "draw"}[game.score]
        lines.append(
            {"game": str(match.game), "pair": game.pair, "number": game.number}
            | {"player_1": names[0], "player_2": names[1], "first": f"player {game.first}", "winner": result}
            | {"end": game.end, "note": game.note, "opening": list(game.moves[: game.opening])}
            | {"moves": list(game.moves[game.opening :])}
        )
    return "".join(json.dumps(line) + "\n" for line in lines)
