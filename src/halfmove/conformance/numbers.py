"""What the hooks for solving promise: tiers that change in one direction only, consistent numbers, and retro-moves."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.conformance.equivalence import numbered_name, unlike
from halfmove.conformance.position import a, fault, short
from halfmove.errors import GameError
from halfmove.game import Game

_CLOSELY = 100  # positions whose moves are all checked
_BACKWARDS = 4  # moves, and positions before, that are followed forwards and backwards


def whole_number(game: Game, hook: str, *arguments: Any) -> int:
    """The answer of a hook, if it is a whole number."""
    answer = game.call(hook, *arguments)
    if isinstance(answer, bool | np.bool_) or not isinstance(answer, int | np.integer):
        call = f"{hook}({', '.join(map(short, arguments))}) returns {short(answer)}"
        raise fault(game, hook, f"{call}, which is {a(answer)}, not a whole number")
    return int(answer)


def spread(things: list[Any]) -> list[Any]:
    """A few of the elements, evenly spread."""
    return things[:: max(1, len(things) // _BACKWARDS)]


class Numbers:
    """The hooks for solving of one game, checked position by position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._change = 0  # the change of the tier by the first move that changes it
        self._changed = ""  # that move, in words
        self._checked_closely = 0

    def position(self, at: Any, moves: list[Any], closely: bool = False) -> None:
        """Check one position; for the first ones that have numbers, also the positions after and before them.

        closely   check those of this position in any case
        """
        game = self.game
        if game.tier is None and game.rank is None and game.before is None:
            return
        closely = closely or self._checked_closely < _CLOSELY
        children = [game.next(at, move) for move in moves] if closely else []
        self._checked_closely += closely and self._is_numbered(at)
        if game.tier is not None:
            tier = whole_number(game, "tier", at)
            for move, child in zip(moves, children, strict=False):
                self._tier_changes(at, tier, move, child)
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

    def _tier_changes(self, at: Any, tier: int, move: Any, child: Any) -> None:
        change = whole_number(self.game, "tier", child) - tier
        move_text = f"tier goes from {tier} to {tier + change} with the move {short(move)} from {short(at)}"
        if change and not self._change:
            self._change, self._changed = change, move_text
        if change * self._change < 0:
            raise fault(self.game, "tier", f"{move_text}, but {self._changed}; it must change in one direction only")

    def _rank(self, at: Any, closely: bool) -> None:
        game, tier = self.game, self._tier(at)
        count = whole_number(game, "ranks", tier)
        if count < 0:
            raise fault(game, "ranks", f"ranks({tier}) returns {count}; it must be 0 or more")
        if count == 0:  # positions of this tier have no numbers
            return
        rank = whole_number(game, "rank", at)
        if numbered_name(game, at) is None:  # it needs no number
            return
        if not 0 <= rank < count:
            what = f"rank({short(at)}) returns {rank}; its tier {tier} has {count} numbers, from 0 on"
            raise fault(game, "rank", what)
        other = game.call("unrank", tier, rank)
        call = f"rank({short(at)}) returns {rank}, and unrank({tier}, {rank}) returns {short(other)}"
        game.check_position(other)
        if (others := (self._tier(other), whole_number(game, "rank", other))) != (tier, rank):
            what = f"whose tier and rank are {short(others)}; they must be the same"
            raise fault(game, "unrank", f"{call}, {what}")
        name = (lambda child: numbered_name(game, child)) if closely else (lambda child: None)
        if how := unlike(game, at, other, name):
            raise fault(game, "rank", f"{call}, {how}; positions with the same number must be equivalent")

    def _same(self, one: Any, other: Any) -> bool:
        """Whether two positions are equivalent, by their numbers if they have any."""
        game = self.game
        for hook in ("rank", "symmetry"):
            if getattr(game, hook) is not None:
                return bool(self._tier(one) == self._tier(other) and game.call(hook, one) == game.call(hook, other))
        return bool(one == other)

    def _before(self, at: Any) -> None:
        """Check that from every position of `before` a move leads here within the tier."""
        game = self.game
        for earlier in spread(list(game.call("before", at))):
            game.check_position(earlier)
            call = f"before({short(at)}) yields {short(earlier)}"
            if self._tier(earlier) != self._tier(at):
                raise fault(game, "before", f"{call}, which is in another tier")
            moves = [] if game.outcome(earlier)[0] else game.legal(earlier)
            if not any(self._same(game.next(earlier, move), at) for move in moves):
                raise fault(game, "before", f"{call}, from which no move leads there")

    def _found_before(self, at: Any, child: Any) -> None:
        earlier = list(self.game.call("before", child))
        if not any(self._same(at, each) for each in earlier):
            raise self._missing(at, child, earlier)

    def _missing(self, at: Any, child: Any, earlier: list[Any]) -> GameError:
        what = f"before({short(child)}) yields {short(earlier)}, but not {short(at)}, from which a move leads there"
        return fault(self.game, "before", what)
