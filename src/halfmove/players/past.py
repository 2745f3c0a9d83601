"""The positions of a game before the one that a player thinks about, as far as they may come again."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from halfmove.game import Game
from halfmove.model import Bound, bound_of
from halfmove.repetition import repeats_after, since_progress, without_counts


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
        forms = tuple(without_counts(game, each) for each in since_progress(game, (*before, position))[:-1])
        step = repeats_after(game)
        times = Counter((each, number % step) for number, each in enumerate(forms))
        return cls(forms, bool(game.occurrences) and max(times.values(), default=0) >= game.occurrences - 1)

    def bound(self, game: Game, value: Any, bound: Bound) -> Bound:
        """What is proven of a value, if it was proven without the past: who repeats a position may escape a loss."""
        if not self.wary:
            return bound
        repeated = abs(game.repetition_score)
        at_least = bound in ("exact", "lower") and value <= -repeated
        return bound_of(at_least, bound in ("exact", "upper") and value >= repeated)
