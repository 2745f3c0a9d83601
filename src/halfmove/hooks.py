"""The hooks of a game: their names, how many arguments they take, and which of them need others."""

from __future__ import annotations

from typing import Any

from halfmove.base.checks import real, shown
from halfmove.base.signatures import takes, where, yields
from halfmove.errors import UsageError

# The hooks that searches call, with the number of their arguments; one more where a game has data.
HOOKS = {
    "moves": 1, "play": 2, "result": 1, "evaluate": 1, "turn": 1, "width": 1, "key": 1,
    "order": 3, "bounds": 1, "tries": 1, "noisy": 1, "symmetry": 1, "skip": 1,
    "urgent": 1, "gain": 2, "lasting": 1, "uncounted": 1, "count": 1, "ending": 1,
    "tier": 1, "rank": 1, "unrank": 2, "ranks": 1, "before": 1,
}  # fmt: skip
# Those for players, referees and `perft`; the algorithms of the literature do not call them.
PLAYER_HOOKS = (
    "order", "bounds", "tries", "noisy", "symmetry", "skip", "urgent", "gain", "lasting", "uncounted",
    "count", "ending",
)  # fmt: skip
SOLVING_HOOKS = ("tier", "rank", "unrank", "ranks", "before")  # those that only `solve` and its databases call
_GENERATORS = ("moves", "tries", "noisy", "before")
_ARGUMENTS = {"unrank": ("tier", "number"), "ranks": ("tier",)}  # of hooks that do not take a position


def check_hooks(game: Any) -> None:
    """Check the rules and hooks that a `Game` is made of. Raises UsageError."""
    if game.longest is not None and game.longest < 0:
        raise UsageError(f"Game {shown(game.name)}: longest must be 0 or more, not {shown(game.longest)}")
    for rule, arguments in HOOKS.items():
        function = getattr(game, rule)
        if function is None:
            continue
        wanted = arguments + (game.data is not None)
        if not takes(function, wanted):
            words = [*_ARGUMENTS.get(rule, ("p", "move", "child"))][:arguments]
            words += ["data"] if game.data is not None else []
            raise UsageError(f"Game {shown(game.name)}: {rule} must take ({', '.join(words)}), see {where(function)}")
    _check_numbering(game)
    _check_pairs(game)
    for rule in _GENERATORS:
        function = getattr(game, rule)
        if function is not None and not yields(function):
            raise UsageError(
                f"Game {shown(game.name)}: {rule} must be a generator (yield each move), see {where(function)}"
            )


def _check_numbering(game: Any) -> None:
    """Check that the hooks for numbering positions are all there, or none."""
    hooks = ("rank", "unrank", "ranks")
    missing = [each for each in hooks if getattr(game, each) is None]
    if 0 < len(missing) < len(hooks):
        raise UsageError(f"Game {shown(game.name)}: rank, unrank and ranks belong together; {missing[0]} is missing")
    if game.tiers and (missing or game.tier is None):
        raise UsageError(f"Game {shown(game.name)}: tiers= needs the hooks tier, rank, unrank and ranks")


def _check_pairs(game: Any) -> None:
    """Check what the game says about positions that occur again, and that hooks have those that they need."""
    if game.gain is not None and game.noisy is None:
        raise UsageError(f"Game {shown(game.name)}: gain is about the moves of the hook noisy, which is missing")
    if game.occurrences != 0 and game.occurrences < 2:
        what = f"occurrences must be 2 or more, or 0 if repetition ends nothing, not {shown(game.occurrences)}"
        raise UsageError(f"Game {shown(game.name)}: {what}")
    if real(game.repetition_score) is None:
        what = f"repetition_score must be a number, not {shown(game.repetition_score)}"
        raise UsageError(f"Game {shown(game.name)}: {what}")
    if game.patience < 0:
        what = f"patience must be a number of half-moves, or 0 if there is no limit, not {shown(game.patience)}"
        raise UsageError(f"Game {shown(game.name)}: {what}")
    if game.lasting is None:
        for name, given in (
            ("patience", game.patience != 0),
            ("occurrences", game.occurrences != 0),
            ("repetition_score", game.repetition_score != 0),
            ("uncounted", game.uncounted is not None),
        ):
            if given:
                raise UsageError(f"Game {shown(game.name)}: {name}= needs the hook lasting")
