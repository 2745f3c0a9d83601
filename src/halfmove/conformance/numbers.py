"""What the hooks for solving promise: tiers that only go on in one direction, numbers that fit, and moves backwards."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.conformance.equivalence import numbered_name, unlike
from halfmove.conformance.position import a, fault, short
from halfmove.errors import GameError
from halfmove.game import Game

_CLOSELY = 100  # positions of which all moves are looked at
_BACKWARDS = 4  # of its moves, and of the positions before it, that are followed to and fro


def whole_number(game: Game, hook: str, *asked: Any) -> int:
    """What a hook answers, if it is a whole number."""
    answer = game.call(hook, *asked)
    if isinstance(answer, bool | np.bool_) or not isinstance(answer, int | np.integer):
        said = f"{hook}({', '.join(map(short, asked))}) returns {short(answer)}"
        raise fault(game, hook, f"{said}, {a(answer)} and no whole number")
    return int(answer)


def spread(things: list[Any]) -> list[Any]:
    """A few of them, from the first to the last."""
    return things[:: max(1, len(things) // _BACKWARDS)]


class Numbers:
    """The hooks for solving of one game, looked at position by position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._change = 0  # of the tier by the first move that changes it
        self._changed = ""  # that move, in words
        self._looked = 0

    def position(self, at: Any, moves: list[Any], closely: bool = False) -> None:
        """One position, and of the first ones that have numbers the positions after and before them too.

        closely   those of this one in any case
        """
        game = self.game
        if game.tier is None and game.rank is None and game.before is None:
            return
        closely = closely or self._looked < _CLOSELY
        children = [game.next(at, move) for move in moves] if closely else []
        self._looked += closely and self._is_numbered(at)
        if game.tier is not None:
            tier = whole_number(game, "tier", at)
            for move, child in zip(moves, children, strict=False):
                self._tier_goes_on(at, tier, move, child)
        if game.rank is not None:
            self._rank(at, closely)
        if game.before is not None and closely and self._is_numbered(at):
            self._before(at)
            for child in spread([each for each in children if self._tier(each) == self._tier(at)]):
                self._found_before(at, child)

    def _tier(self, at: Any) -> int:
        return 0 if self.game.tier is None else whole_number(self.game, "tier", at)

    def _is_numbered(self, at: Any) -> bool:
        """Whether the positions of a tier have numbers, if the game numbers any."""
        return self.game.rank is None or whole_number(self.game, "ranks", self._tier(at)) > 0

    def _tier_goes_on(self, at: Any, tier: int, move: Any, child: Any) -> None:
        change = whole_number(self.game, "tier", child) - tier
        said = f"tier goes from {tier} to {tier + change} with the move {short(move)} from {short(at)}"
        if change and not self._change:
            self._change, self._changed = change, said
        if change * self._change < 0:
            raise fault(self.game, "tier", f"{said}, but {self._changed}; it must change in one direction only")

    def _rank(self, at: Any, closely: bool) -> None:
        game, tier = self.game, self._tier(at)
        count = whole_number(game, "ranks", tier)
        if count < 0:
            raise fault(game, "ranks", f"ranks({tier}) returns {count}; it must be 0 or more")
        if count == 0:  # positions of this tier have no numbers
            return
        rank = whole_number(game, "rank", at)
        if numbered_name(game, at) is None:  # it needs none
            return
        if not 0 <= rank < count:
            what = f"rank({short(at)}) returns {rank}; its tier {tier} has {count} numbers, from 0 on"
            raise fault(game, "rank", what)
        other = game.call("unrank", tier, rank)
        said = f"rank({short(at)}) returns {rank}, and unrank({tier}, {rank}) returns {short(other)}"
        game.check_position(other)
        if (others := (self._tier(other), whole_number(game, "rank", other))) != (tier, rank):
            what = f"whose tier and rank are {short(others)}; they must be the same"
            raise fault(game, "unrank", f"{said}, {what}")
        name = (lambda child: numbered_name(game, child)) if closely else (lambda child: None)
        if how := unlike(game, at, other, name):
            raise fault(game, "rank", f"{said}, {how}; positions with one number must be equivalent")

    def _same(self, one: Any, other: Any) -> bool:
        """Whether two positions are equivalent, by their numbers if they have some."""
        game = self.game
        for hook in ("rank", "symmetry"):
            if getattr(game, hook) is not None:
                return bool(self._tier(one) == self._tier(other) and game.call(hook, one) == game.call(hook, other))
        return bool(one == other)

    def _before(self, at: Any) -> None:
        """From every position that is said to come before this one, a move leads here within the tier."""
        game = self.game
        for earlier in spread(list(game.call("before", at))):
            game.check_position(earlier)
            said = f"before({short(at)}) yields {short(earlier)}"
            if self._tier(earlier) != self._tier(at):
                raise fault(game, "before", f"{said}, which is of another tier")
            moves = [] if game.outcome(earlier)[0] else game.legal(earlier)
            if not any(self._same(game.next(earlier, move), at) for move in moves):
                raise fault(game, "before", f"{said}, from which no move leads there")

    def _found_before(self, at: Any, child: Any) -> None:
        earlier = list(self.game.call("before", child))
        if not any(self._same(at, each) for each in earlier):
            raise self._missing(at, child, earlier)

    def _missing(self, at: Any, child: Any, earlier: list[Any]) -> GameError:
        what = f"before({short(child)}) yields {short(earlier)}, but not {short(at)}, from which a move leads there"
        return fault(self.game, "before", what)
