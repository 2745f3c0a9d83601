"""The header of a database: its game, its scores, and for each tier how to read its words."""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import numpy as np

from halfmove.adapters.from_text import FACTORIES
from halfmove.base.checks import WHOLE, is_whole, shown
from halfmove.base.printable import printable_line
from halfmove.engine import LARGEST
from halfmove.errors import HalfmoveError, UsageError
from halfmove.game import Game
from halfmove.parts.worth import FOREVER, HOLE, distance_in, value_in, worth_of
from halfmove.solving.numbering import Numbering
from halfmove.solving.soundness import Unsound, check_tier, insist
from halfmove.solving.tiers import Tier

_INFINITE = "infinite"  # JSON has no infinite numbers
_LONGEST_REASON = 200  # characters of a reason in a message


def header_of(
    game: Game, about: dict[str, Any], numbering: Numbering, scores: Any, tiers: Iterable[Tier]
) -> dict[str, Any]:
    """The whole header of a database, except for the number of all words."""
    sizes = scores.tolist() if len(scores) > 1 else [0]  # the same for whole and for real scores
    return {
        "game": game.name,
        "parameters": plain_parameters(game),
        "rules": about["rules"],
        "family": bool(about["tiers"]),
        "symmetry": about["symmetry"],
        "ranges": numbering.ranges,
        "scores": [_INFINITE if isinstance(size, float) and size >= LARGEST else size for size in sizes],
        "tiers": [
            {
                "tier": tier.tier,
                "numbers": tier.count,
                "positions": tier.size,
                "dense": tier.dense,
                "bits": tier.bits,
                "book": [
                    None if worth == HOLE else [value_in(worth), distance_of(worth)] for worth in tier.book.tolist()
                ],
                "words": [len(each) for each in arrays_of(tier)],
            }
            for tier in tiers
        ],
    }


def plain_parameters(game: Game) -> dict[str, Any]:
    """The parameters of a game that can be written to a file."""
    return {name: value for name, value in game.parameters.items() if _is_plain(value)}


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    return isinstance(value, int | float | str)


def distance_of(worth: int) -> int | None:
    """Half-moves to the end; None if the game never ends."""
    distance = distance_in(worth)
    return None if distance == FOREVER else distance


def arrays_of(tier: Tier) -> list[Any]:
    """The words of a tier that a file contains, in their order."""
    return [tier.codes] if tier.dense else [tier.index, tier.fields, tier.codes]


def scores_in(header: dict[str, Any]) -> list[Any]:
    return [math.inf if score == _INFINITE else score for score in header["scores"]]


def check_header(header: dict[str, Any], name: str) -> None:
    """Refuse a header that is incomplete or impossible. Tiers and ranges are not checked here."""
    kinds = {"game": str, "rules": str, "family": bool, "symmetry": bool, "parameters": dict, "tiers": list}
    with errors_explained(name):
        insist(all(isinstance(header.get(key), kind) for key, kind in kinds.items()))
        insist(isinstance(header["scores"], list) and header["scores"][0] == 0)
        scores = scores_in(header)
        whole = all(is_whole(score) and score < WHOLE for score in scores)
        insist(whole or all(isinstance(score, float) and (score < LARGEST or score == math.inf) for score in scores))
        insist(all(one < other for one, other in pairwise(scores)))


def tiers_in(header: dict[str, Any], words: Any, numbering: Numbering, name: str) -> list[Tier]:
    """The tiers of a file. Their words are checked, so that nothing is read outside of them if a file is forged."""
    with errors_explained(name):
        tiers, at = [], 0
        for described in header["tiers"]:
            arrays = []
            for count in described["words"]:
                insist(_natural(count) <= len(words) - at)
                arrays.append(words[at : at + count])
                at += count
            tiers.append(_tier_of(described, arrays, len(header["scores"])))
            check_tier(tiers[-1], numbering)
        insist(tiers and at == len(words) and len({tier.tier for tier in tiers}) == len(tiers))
        insist(all(tier.dense == header["family"] for tier in tiers))
    return tiers


@contextmanager
def errors_explained(name: str) -> Iterator[None]:
    """Turn any error in the content of a file into one UsageError."""
    try:
        yield
    except (Unsound, KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError):
        raise UsageError(
            f"{name} is not a database that this version of halfmove wrote; solve the game again"
        ) from None


def _natural(number: Any) -> int:
    insist(is_whole(number) and number >= 0)
    return int(number)


def _tier_of(described: dict[str, Any], arrays: list[Any], scores: int) -> Tier:
    count, bits, dense = _natural(described["numbers"]), described["bits"], described["dense"]
    insist(
        is_whole(described["tier"]) and abs(described["tier"]) < WHOLE and is_whole(bits) and isinstance(dense, bool)
    )
    book = described["book"]
    insist(len(arrays) == (1 if dense else 3) and (book[0] is None) == dense)
    worths = [HOLE] * dense + [_worth(value, distance, scores) for value, distance in book[dense:]]
    index, fields = (None, None) if dense else arrays[:2]
    made = Tier(described["tier"], count, _natural(described["positions"]), dense, index, fields, arrays[-1])
    made.bits, made.book = bits, np.array(worths, np.int64)
    return made


def _worth(value: Any, distance: Any, scores: int) -> int:
    insist(is_whole(value) and abs(value) < scores)
    insist(distance is None or _natural(distance) < FOREVER)
    return worth_of(value, FOREVER if distance is None else distance)


def game_in(header: dict[str, Any], name: str) -> Game:
    """The game of a database, if it is a game of the package."""
    parameters = dict(header["parameters"])
    wanted = parameters.pop("game", None)
    factory = FACTORIES.get(wanted) if isinstance(wanted, str) else None
    if factory is None:
        raise UsageError(f"{name} is of the game {shown(header['game'])}, which must be passed with it: game=...")
    given: list[Any] = []
    for each in inspect.signature(factory).parameters.values():
        if each.kind is each.VAR_POSITIONAL and isinstance(parameters.get(each.name), list):
            given = parameters.pop(each.name)
    try:
        made: Game = factory(*given, **parameters)
    except (HalfmoveError, TypeError, ValueError, ArithmeticError, LookupError, RecursionError) as error:
        why = printable_line(str(error))[:_LONGEST_REASON]
        raise UsageError(
            f"{name} was made by another version of {shown(header['game'])}, or changed: {why}; solve the game again"
        ) from None
    return made
