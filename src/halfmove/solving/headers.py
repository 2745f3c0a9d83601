"""What a database says about itself: its game, its scores, and for each tier what its words mean."""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from halfmove.checks import is_whole, shown
from halfmove.engine.scores import LARGEST
from halfmove.errors import UsageError
from halfmove.factories import FACTORIES
from halfmove.game import Game
from halfmove.parts.packing import BLOCK, WIDTH_BITS
from halfmove.parts.worth import FOREVER, HOLE, distance_in, value_in, worth_of
from halfmove.solving.numbering import Numbering
from halfmove.solving.tiers import CODE_SIZES, Tier

_INFINITE = "infinite"  # JSON has no infinite numbers


def header_of(
    game: Game, about: dict[str, Any], numbering: Numbering, scores: Any, tiers: Iterable[Tier]
) -> dict[str, Any]:
    """All that a database says about itself, but for where its words lie."""
    sizes = scores.tolist() if len(scores) > 1 else [0]  # the same whether or not a score is known to be real
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
    """How a game was made, as far as a file can say it."""
    return {name: value for name, value in game.parameters.items() if _is_plain(value)}


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    return isinstance(value, int | float | str)


def distance_of(worth: int) -> int | None:
    """Half-moves to the end; None if there is none."""
    distance = distance_in(worth)
    return None if distance == FOREVER else distance


def arrays_of(tier: Tier) -> list[Any]:
    """The words of a tier that are kept in a file, in their order."""
    return [tier.codes] if tier.dense else [tier.index, tier.fields, tier.codes]


def scores_in(header: dict[str, Any]) -> list[Any]:
    return [math.inf if score == _INFINITE else score for score in header["scores"]]


def tiers_in(header: dict[str, Any], words: Any, name: str) -> list[Tier]:
    """The tiers of a file, whose words are looked over: whoever wrote them, nobody reads outside of them."""
    try:
        tiers, at = [], 0
        for told in header["tiers"]:
            arrays = []
            for count in told["words"]:
                arrays.append(words[at : at + _natural(count)])
                at += count
            tiers.append(_tier_of(told, arrays))
        scores = scores_in(header)
        _insist(at == len(words) and len({tier.tier for tier in tiers}) == len(tiers))
        _insist(all(isinstance(score, int | float) for score in scores))
        _insist(all(abs(value_in(worth)) < len(scores) for tier in tiers for worth in tier.book.tolist()[tier.dense :]))
        for low, high in header["ranges"]:
            _insist(is_whole(low) and is_whole(high) and low <= high)
        _insist(all(isinstance(header[key], bool) for key in ("family", "symmetry")))
        _insist(isinstance(header["parameters"], dict))
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        raise UsageError(f"{name} is no database that this version of halfmove wrote; solve the game again") from None
    return tiers


def _insist(right: Any) -> None:
    if not right:
        raise ValueError


def _natural(number: Any) -> int:
    _insist(is_whole(number) and number >= 0)
    return int(number)


def _tier_of(told: dict[str, Any], arrays: list[Any]) -> Tier:
    count, bits, dense = _natural(told["numbers"]), told["bits"], told["dense"]
    _insist(is_whole(told["tier"]) and bits in CODE_SIZES and isinstance(dense, bool))
    codes, book = arrays[-1], told["book"]
    _insist(len(arrays) == (1 if dense else 3) and len(codes) == max(1, -(-count * bits // 64)))
    _insist((book[0] is None) == dense)
    worths = [HOLE if each is None else _worth(*each) for each in book]
    _insist(count == 0 or int(codes.view(f"u{bits // 8}")[:count].max()) < len(worths))
    index, fields = (None, None) if dense else arrays[:2]
    if not dense:
        _check_index(index, fields, count)
    made = Tier(told["tier"], count, _natural(told["positions"]), dense, index, fields, codes)
    made.bits, made.book = bits, np.array(worths, np.int64)
    return made


def _worth(value: Any, distance: Any) -> int:
    _insist(is_whole(value) and (distance is None or 0 <= _natural(distance) < FOREVER))
    return worth_of(value, FOREVER if distance is None else distance)


def _check_index(index: Any, fields: Any, count: int) -> None:
    """Whether the blocks of numbers lie one after the other, inside of their words."""
    blocks = -(-count // BLOCK)
    _insist(len(index) == max(1, 2 * blocks))
    where = index[1 : 2 * blocks : 2] >> WIDTH_BITS
    _insist(blocks == 0 or (where[0] == 0 and (np.diff(where) >= 0).all() and where[-1] < len(fields)))


def game_in(header: dict[str, Any], name: str) -> Game:
    """The game of a database whose game comes with the package."""
    parameters = dict(header["parameters"])
    wanted = parameters.pop("game", None)
    factory = FACTORIES.get(wanted) if isinstance(wanted, str) else None
    if factory is None:
        raise UsageError(f"{name} is of the game {shown(header['game'])}, which must be given with it: game=...")
    given: list[Any] = []
    for each in inspect.signature(factory).parameters.values():
        if each.kind is each.VAR_POSITIONAL and isinstance(parameters.get(each.name), list):
            given = parameters.pop(each.name)
    try:
        made: Game = factory(*given, **parameters)
    except (TypeError, UsageError) as error:
        raise UsageError(
            f"{name} was made by another version of {shown(header['game'])}, or changed: {error}; solve the game again"
        ) from None
    return made
