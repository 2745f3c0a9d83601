"""The positions of a game before the one that a player thinks about, as far as they may come again."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from halfmove.game import Game
from halfmove.model import Bound, bound_of


class Past(NamedTuple):
    """What a search needs to know of the game so far.

    positions  those that may come again, without their counts, the oldest first; the last one is just before the root
    wary       whether one of them has occurred so often that the next time ends the game
    """

    positions: tuple[Any, ...] = ()
    wary: bool = False

    @classmethod
    def of(cls, game: Game, position: Any, before: tuple[Any, ...]) -> Past:
        """The past of a position in a game in which positions may come again."""
        if game.lasting is None or game.outcome(position)[0]:
            return cls()
        back = min(max(int(game.call("lasting", position)), 0), len(before))
        kept = before[len(before) - back :]
        forms = kept if game.uncounted is None else tuple(game.call("uncounted", each) for each in kept)
        # Where players alternate, the same position has the same side to move only after an even number of half-moves.
        step = 2 if game.turn is None else 1
        times = Counter((each, number % step) for number, each in enumerate(forms))
        return cls(forms, bool(game.occurrences) and max(times.values(), default=0) >= game.occurrences - 1)

    def bound(self, game: Game, value: Any, bound: Bound) -> Bound:
        """What is proven of a value, if it was proven without the past: who repeats a position may escape a loss."""
        if not self.wary:
            return bound
        repeated = abs(game.repetition_score)
        at_least = bound in ("exact", "lower") and value <= -repeated
        return bound_of(at_least, bound in ("exact", "upper") and value >= repeated)
