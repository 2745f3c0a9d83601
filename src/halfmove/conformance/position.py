"""One position: do the answers of `result`, `evaluate`, `moves` and `play` keep the contract?"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np

from halfmove.base.checks import WHOLE, shown
from halfmove.base.signatures import where
from halfmove.bits import FULL, words_in
from halfmove.conformance.unchanged import Snapshot, same
from halfmove.errors import GameError
from halfmove.game import Game

_OURS = str(Path(__file__).parent.parent)
_ENDLESS = 20  # times that a function is in a traceback from which on we assume endless recursion


def look(
    game: Game,
    at: Any,
    twice: tuple[str, ...] = (),
    real: bool = False,
    most: int | None = None,
    evaluated: bool = True,
) -> tuple[list[Any], list[Any]]:
    """The scores and the moves of one position, `most` of them at most.

    The rules in `twice` are called again and must return the same. With `real`, floats must hold all scores exactly.
    `evaluate`, which may be slow, is called only if the position is to be `evaluated`.
    """
    hashable(game, at)
    before = Snapshot(at)
    over, score = game.outcome(at)
    _same(game, "result", before)
    scores = []
    if over or game.leaves_only:
        scores.append(number(game, "result", score, at, real))
    if "result" in twice and ((again := game.outcome(at))[0] != over or (scores and again[1] != score)):
        raise _another(game, "result", short(at), (over, score), again)
    if evaluated and not over and game.evaluate is not None:
        guess = number(game, "evaluate", game.call("evaluate", at), at, real)
        scores.append(guess)
        _same(game, "evaluate", before)
        if "evaluate" in twice and (other := game.call("evaluate", at)) != guess:
            raise _another(game, "evaluate", short(at), guess, other)
    if over:
        return scores, []
    moves = game.legal(at, most)
    _same(game, "moves", before)
    if not moves:
        if lost := _returned(game, at):  # an empty list would be no moves as well
            what = f"moves({short(at)}) returns {short(lost)} and also has a `yield`, so its return value is lost"
            raise fault(game, "moves", f"{what}; write `yield` for each move")
        raise fault(game, "moves", f"the position {short(at)} is not over by `result`, but has no moves")
    if "moves" in twice and (others := game.legal(at, most)) != moves:
        how = "in another order" if sorted(map(repr, moves)) == sorted(map(repr, others)) else "others"
        raise fault(
            game,
            "moves",
            f"moves({short(at)}), called twice, first yields {short(moves)} and then {short(others)}, {how}; "
            "it must depend only on the position",
        )
    for move in moves:
        if not _has_hash(move):
            what = f"moves({short(at)}) yields {short(move)}, which is {a(move)}, or contains one, and can change"
            raise fault(game, "moves", f"{what}; a move must be hashable, ideally an int or a (named) tuple of ints")
        if wide := _too_wide(move):
            raise fault(game, "moves", f"moves({short(at)}) yields {short(move)}: {wide}")
    return scores, moves


def _returned(game: Game, at: Any) -> Any:
    """The return value of a generator that yields nothing."""
    try:
        next(iter(game.call("moves", at)))
    except StopIteration as end:
        return end.value
    return None


def played(game: Game, at: Any, move: Any, twice: tuple[str, ...] = ()) -> Any:
    """The position after a move, which must have the same shape as the one before and leave that one unchanged."""
    before = Snapshot(at)
    after = game.next(at, move)
    _same(game, "play", before)
    if "play" in twice and not same(after, other := game.next(at, move)):
        raise _another(game, "play", f"{short(at)}, {short(move)}", after, other)
    if different := difference(at, after):
        raise fault(
            game,
            "play",
            f"play({short(at)}, {short(move)}) returns {short(after)}: {different}; "
            "it must return a position like the one it is given",
        )
    if wide := _too_wide(after):
        raise fault(game, "play", f"play({short(at)}, {short(move)}) returns {short(after)}: {wide}")
    return after


def hashable(game: Game, at: Any) -> None:
    if not _has_hash(at):
        what = f"{short(at)} is {a(at)}, or contains one, and can change"
        what += "; a position must be hashable, ideally an int or a (named) tuple of ints"
        if at is game.start:
            raise GameError(f"{game.name}: its start {what}")
        raise fault(game, "play", f"the position {what}")


def _has_hash(x: Any) -> bool:
    try:
        hash(x)
    except TypeError:
        return False
    return True


def number(game: Game, rule: str, score: Any, at: Any, real: bool) -> Any:
    """Return the score if it is valid, else raise an error."""
    if not isinstance(score, int | float | np.integer | np.floating | np.bool_):
        what = f"{short(score)} as a score, which is not a number"
    elif score != score:
        what = "NaN, which is not a score"
    elif isinstance(score, int | np.integer) and not -WHOLE < score < WHOLE:
        what = f"the score {shown(score)}; whole scores must be between -2**62 and 2**62"
    elif (real or isinstance(score, np.floating)) and float(score) != score:
        what = f"the score {score}, which a float cannot hold exactly, but this search uses real numbers"
    else:
        return score
    raise fault(game, rule, f"{rule} returns {what}, for the position {short(at)}")


def fault(game: Game, rule: str, what: str) -> GameError:
    """The error about a rule, with its file and line."""
    return GameError(f"{game.name}: {what} ({where(getattr(game, rule))})")


def _another(game: Game, rule: str, arguments: str, one: Any, other: Any) -> GameError:
    """The error about a rule that returns one value and then another."""
    what = f"{rule}({arguments}), called twice, first returns {short(one)} and then {short(other)}"
    return fault(game, rule, f"{what}; it must depend only on {'both' if rule == 'play' else 'the position'}")


def endless(game: Game, error: RecursionError) -> GameError:
    """The error about a rule that calls itself endlessly, or about a search for which too few frames are left."""
    codes: Counter[CodeType] = Counter()
    trace = error.__traceback__
    while trace is not None:
        codes[trace.tb_frame.f_code] += 1
        trace = trace.tb_next
    theirs = [each for each in codes.most_common() if not each[0].co_filename.startswith(_OURS)]
    code, times = (theirs or codes.most_common())[0]
    if times < _ENDLESS:
        return GameError(
            f"{game.name}: Python has too few frames left for a search here; call it from a less deep place, or raise "
            "sys.setrecursionlimit"
        )
    return GameError(f"{game.name}: {code.co_name} calls itself endlessly ({code.co_filename}:{code.co_firstlineno})")


def short(x: Any) -> str:
    """An object as text, on one line that fits into a sentence."""
    try:
        text = " ".join(repr(x).split())
    except Exception:  # a faulty `__repr__`, or a number of thousands of digits
        return a(x)
    return text if len(text) <= 100 else f"{text[:70]} ... {text[-20:]}"


def a(x: Any) -> str:
    """The type of `x` with its article."""
    name = type(x).__name__
    return "nothing" if x is None else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _same(game: Game, rule: str, before: Snapshot) -> None:
    if change := before.change():
        raise fault(
            game,
            rule,
            f"{rule} changes the position it is given, {change}; it must leave it unchanged and make a new one",
        )


def difference(before: Any, after: Any) -> str | None:
    """How the shape of a position differs from another one, as text; None if it does not."""
    if isinstance(before, int | np.integer) and isinstance(after, int | np.integer):
        return None
    if type(before) is not type(after):
        return f"{a(after)} instead of {a(before)}"
    if isinstance(before, tuple):
        if len(before) != len(after):
            return f"{len(after)} parts instead of {len(before)}" if type(before) is not tuple else None
        for one, other in zip(before, after, strict=True):
            if different := difference(one, other):
                return different
    return None


def _too_wide(position: Any) -> str | None:
    """The fault of a position with a board of more than 64 bits, as text."""
    if not isinstance(position, tuple):
        return None
    for name, part, word in zip(getattr(position, "_fields", ()), position, words_in(type(position)), strict=False):
        if word and not 0 <= part <= FULL:
            return f"its part {name!r} is a U64, from 0 to 2**64 - 1; cut it with & FULL or U64(...)"
    return next(filter(None, map(_too_wide, position)), None)
