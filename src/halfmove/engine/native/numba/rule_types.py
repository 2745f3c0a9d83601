"""The types of a game's rules, as Numba finds them, and what its errors mean."""

from __future__ import annotations

import warnings
from typing import Any

import numba
from numba.core import errors, types

from halfmove.engine.native.messages import explain, type_text
from halfmove.engine.native.messages import place_of as _place
from halfmove.engine.native.numba.u64 import u64
from halfmove.errors import NotCompilable

warnings.filterwarnings("ignore", category=errors.NumbaPerformanceWarning, module="halfmove")


class RuleTypes:
    """Compile the rules of a game one by one, in the order in which they depend on each other, and keep their types.

    Done first, so that an error names the rule that causes it.
    """

    def __init__(
        self,
        name: str,
        handle: Any,
        position: Any,
        rules: dict[str, Any],
        places: dict[str, str],
        plays: bool = False,
        tables: bool = False,
    ) -> None:
        self.name, self._rules, self._places = name, rules, places
        self.position = numba.typeof(position)
        result = self._type("result", handle, self.position)
        if not isinstance(result, types.BaseTuple) or len(result) != 2 or not _is_number(result[1]):
            self._fail("result", f"must return the pair (over, score), and returns {type_text(result)}{_hint(result)}")
        scores = [result[1]]
        if "evaluate" in rules:
            guess = self._type("evaluate", handle, self.position)
            if not _is_number(guess):
                self._fail("evaluate", f"must return a number, and returns {type_text(guess)}{_hint(guess)}")
            scores.append(guess)
        if plays and "bounds" in rules:
            bounds = self._type("bounds", handle, self.position)
            if not isinstance(bounds, types.BaseTuple) or len(bounds) != 2 or not all(map(_is_number, bounds)):
                what = "must return the pair (lowest, highest) of scores"
                self._fail("bounds", f"{what}, and returns {type_text(bounds)}{_hint(bounds)}")
            scores += list(bounds)
        if plays and "gain" in rules:
            scores.append(
                self._type("gain", handle, self.position, self._type("moves", handle, self.position).yield_type)
            )
            if not _is_number(scores[-1]):
                self._fail("gain", f"must return a number, and returns {type_text(scores[-1])}{_hint(scores[-1])}")
        self.real = any(isinstance(score, types.Float) for score in scores)
        self.move = self._type("moves", handle, self.position).yield_type
        if self.move == u64:
            self._fail("moves", "must yield the number of a square, or a NamedTuple with a U64 field, not a bare U64")
        if not _is_integer(self.move) and not (
            isinstance(self.move, types.BaseTuple)
            and len(self.move)
            and all(_is_integer(part) or (part == u64 and hasattr(self.move, "fields")) for part in self.move)
        ):
            self._fail(
                "moves", f"must yield ints or (named) tuples of ints to be compiled, and yields {type_text(self.move)}"
            )
        self.move_words = len(self.move) if isinstance(self.move, types.BaseTuple) else 1
        self.played = self._type("play", handle, self.position, self.move)
        self._check_played()
        if "turn" in rules:
            self._type("turn", handle, self.position)
        if tables and "key" in rules:
            key = self._type("key", handle, self.position)
            if key != u64 and not _is_integer(key):
                self._fail("key", f"must return an int, and returns {type_text(key)}")
        if plays:
            self._check_hooks(handle)

    def _check_hooks(self, handle: Any) -> None:
        """Check the hooks that only players call, except `bounds`, which is checked with the other scores."""
        if "order" in self._rules:
            place = self._type("order", handle, self.position, self.move, self.position)
            if not _is_number(place):
                self._fail("order", f"must return a number, and returns {type_text(place)}{_hint(place)}")
        for rule in ("tries", "noisy"):
            if rule in self._rules:
                move = self._type(rule, handle, self.position).yield_type
                if not _same_moves(self.move, move):
                    self._fail(
                        rule,
                        f"must yield moves like those of `moves`, {type_text(self.move)}, and yields {type_text(move)}",
                    )
        for rule, what in (("urgent", "True or False"), ("lasting", "an int")):
            if rule in self._rules:
                answer = self._type(rule, handle, self.position)
                if not _is_integer(answer):
                    self._fail(rule, f"must return {what}, and returns {type_text(answer)}")
        for rule in ("symmetry", "skip", "uncounted"):
            if rule in self._rules:
                other = self._type(rule, handle, self.position)
                for fault in _differences(self.position, other, "the position"):
                    self._fail(rule, fault)

    def _check_played(self) -> None:
        """A position must have the same parts after a move; small integers and booleans are widened by the caller."""
        faults = list(_differences(self.position, self.played, "the position"))
        if faults:
            self._fail("play", faults[0])

    def _type(self, rule: str, *arguments: Any) -> Any:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", errors.NumbaWarning)  # what matters raises an error
                self._rules[rule].compile(arguments)
        except Exception as error:  # Numba also lets Python's own errors through
            self._fail(rule, f"cannot be compiled: {explain(error)}", error)
        return self._rules[rule].overloads[arguments].signature.return_type

    def _fail(self, rule: str, what: str, error: Exception | None = None) -> None:
        place = self._places.get(rule, "?")
        raise NotCompilable(
            f"{self.name}: {rule} {what} ({_place(str(error), place) if error is not None else place})"
        ) from None


def _is_integer(kind: Any) -> bool:
    return isinstance(kind, types.Integer | types.Boolean | types.IntegerLiteral | types.BooleanLiteral)


def _same_moves(one: Any, other: Any) -> bool:
    if isinstance(one, types.BaseTuple) and isinstance(other, types.BaseTuple):
        kinds = (getattr(one, "instance_class", None), getattr(other, "instance_class", None))
        return len(one) == len(other) and kinds[0] is kinds[1]
    return _is_integer(one) and _is_integer(other)


def _hint(kind: Any) -> str:
    parts = tuple(kind) if isinstance(kind, types.BaseTuple) else (kind,)
    if u64 in parts:
        return ": a score is an int, wrap it in int(...)"
    if any(isinstance(part, types.Optional | types.NoneType) for part in parts):
        return ": on some paths there is no number; where the score does not matter, write 0"
    return ""


def _is_number(kind: Any) -> bool:
    return _is_integer(kind) or isinstance(kind, types.Float)


def _differences(wanted: Any, got: Any, what: str) -> Any:
    if isinstance(got, types.Optional | types.NoneType):
        yield f"returns nothing on some paths: every path must end with the return of {what}, {type_text(wanted)}(...)"
    elif isinstance(wanted, types.BaseTuple):
        if not isinstance(got, types.BaseTuple) or len(got) != len(wanted):
            yield (
                f"must return a position like {type_text(wanted)}, and returns {type_text(got)}: "
                f"{what} changes its shape"
            )
        elif getattr(wanted, "instance_class", None) is not getattr(got, "instance_class", None):
            yield f"must return a position like {type_text(wanted)}, and returns {type_text(got)}"
        else:
            names = getattr(wanted, "fields", range(len(wanted)))
            for name, before, after in zip(names, wanted, got, strict=True):
                yield from _differences(before, after, f"the part {name!r} of a position")
    elif wanted == u64:
        if got != u64 and not _is_integer(got):
            yield f"makes {what} a {type_text(got)} instead of a U64"
    elif got == u64:
        yield f"makes {what} a U64 where it was an int: wrap it in int(...), or annotate the field with hm.U64"
    elif isinstance(wanted, types.Float):
        if not _is_number(got):
            yield f"makes {what} a {type_text(got)} instead of a number"
    elif isinstance(got, types.Float):
        yield (
            f"makes {what} a float: it must stay an int; an np.uint64 mixed with an int becomes a float, "
            "and so does a division with /"
        )
    elif wanted == types.uint64:
        if got != types.uint64:
            yield f"makes {what} an {got} instead of uint64: keep 64-bit boards np.uint64 in every operation"
    elif not _is_integer(got):
        yield f"makes {what} a {type_text(got)} instead of an int"
    elif got == types.uint64:
        yield f"makes {what} an uint64 where it was an int64: wrap it in np.int64(...), or start with np.uint64"
