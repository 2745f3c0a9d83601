"""Everything that talks to Numba: dispatchers, the types of a game's rules, and what its errors mean."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core import errors, types

from halfmove.engine.u64_native import constant, u64
from halfmove.errors import NotCompilable

warnings.filterwarnings("ignore", category=errors.NumbaPerformanceWarning, module="halfmove")


def dispatcher(function: Any) -> Any:
    """A function as machine code, compiled when it is first called from machine code."""
    return numba.njit(function, nogil=True, error_model="numpy", no_cpython_wrapper=True)


dispatcher.constant = constant  # type: ignore[attr-defined]


def entry_dispatcher(function: Any, disk_cache: Any) -> Any:
    made = numba.njit(function, nogil=True, error_model="numpy")
    made._cache = disk_cache
    return made


class RuleTypes:
    """Compile the rules of a game one by one, in the order in which they depend on each other, and keep their types.

    Done before the search itself is compiled, so that a fault is laid at the door of the rule that has it.
    """

    def __init__(self, name: str, handle: Any, position: Any, rules: dict[str, Any], places: dict[str, str]) -> None:
        self.name, self._rules, self._places = name, rules, places
        self.position = numba.typeof(position)
        result = self._type("result", handle, self.position)
        if not isinstance(result, types.BaseTuple) or len(result) != 2 or not _is_number(result[1]):
            self._fail("result", f"must return the pair (over, score), and returns {result}{_hint(result)}")
        scores = [result[1]]
        if "evaluate" in rules:
            guess = self._type("evaluate", handle, self.position)
            if not _is_number(guess):
                self._fail("evaluate", f"must return a number, and returns {guess}{_hint(guess)}")
            scores.append(guess)
        self.real = any(isinstance(score, types.Float) for score in scores)
        self.move = self._type("moves", handle, self.position).yield_type
        if self.move == u64:
            self._fail("moves", "must yield the number of a square, or a NamedTuple with a U64 field, not a bare U64")
        if not _is_integer(self.move) and not (
            isinstance(self.move, types.BaseTuple)
            and len(self.move)
            and all(_is_integer(part) or (part == u64 and hasattr(self.move, "fields")) for part in self.move)
        ):
            self._fail("moves", f"must yield ints or tuples of ints to be compiled, and yields {self.move}")
        self.move_words = len(self.move) if isinstance(self.move, types.BaseTuple) else 1
        self.played = self._type("play", handle, self.position, self.move)
        self._check_played()
        if "turn" in rules:
            self._type("turn", handle, self.position)

    def _check_played(self) -> None:
        """A position must have the same parts after a move; small integers and booleans are widened by the caller."""
        faults = list(_differences(self.position, self.played, "the position"))
        if faults:
            self._fail("play", faults[0])

    def _type(self, rule: str, *arguments: Any) -> Any:
        try:
            self._rules[rule].compile(arguments)
        except errors.NumbaError as error:
            self._fail(rule, f"cannot be compiled: {explain(error)}", error)
        except Exception as error:  # Numba also lets Python's own errors through
            self._fail(rule, f"cannot be compiled: {explain(error)}", error)
        return self._rules[rule].overloads[arguments].signature.return_type

    def _fail(self, rule: str, what: str, error: Exception | None = None) -> None:
        place = _place(str(error)) if error is not None else None
        raise NotCompilable(f"{self.name}: {rule} {what} ({place or self._places.get(rule, '?')})") from None


def _is_integer(kind: Any) -> bool:
    return isinstance(kind, types.Integer | types.Boolean | types.IntegerLiteral | types.BooleanLiteral)


def _hint(kind: Any) -> str:
    parts = tuple(kind) if isinstance(kind, types.BaseTuple) else (kind,)
    return ": a score is an int, wrap it in int(...)" if u64 in parts else ""


def _is_number(kind: Any) -> bool:
    return _is_integer(kind) or isinstance(kind, types.Float)


def _differences(wanted: Any, got: Any, what: str) -> Any:
    if isinstance(wanted, types.BaseTuple):
        if not isinstance(got, types.BaseTuple) or len(got) != len(wanted):
            yield f"must return a position like {wanted}, and returns {got}: {what} changes its shape"
        elif getattr(wanted, "instance_class", None) is not getattr(got, "instance_class", None):
            yield f"must return a position like {wanted}, and returns {got}"
        else:
            names = getattr(wanted, "fields", range(len(wanted)))
            for name, before, after in zip(names, wanted, got, strict=True):
                yield from _differences(before, after, f"the part {name!r} of a position")
    elif wanted == u64:
        if got != u64 and not _is_integer(got):
            yield f"makes {what} a {got} instead of a U64"
    elif got == u64:
        yield f"makes {what} a U64 where it was an int: wrap it in int(...), or annotate the field with hm.U64"
    elif isinstance(wanted, types.Float):
        if not _is_number(got):
            yield f"makes {what} a {got} instead of a number"
    elif isinstance(got, types.Float):
        yield (
            f"makes {what} a {got}: it must stay an int; a uint64 mixed with an int64 becomes float64, "
            "and so does a division with /"
        )
    elif wanted == types.uint64:
        if got != types.uint64:
            yield f"makes {what} an {got} instead of uint64: keep 64-bit boards np.uint64 in every operation"
    elif not _is_integer(got):
        yield f"makes {what} a {got} instead of an int"
    elif got == types.uint64:
        yield f"makes {what} an uint64 where it was an int64: wrap it in np.int64(...), or start with np.uint64"


def explain(error: Exception) -> str:
    """The heart of a Numba error in one line."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    text = re.sub(r"Literal\[(\w+)\]\([^)]*\)", r"\1", text)
    if "GET_YIELD_FROM_ITER" in text:
        return "it uses `yield from`; write a loop with `yield`"
    if match := re.search(r"Untyped global name '(\w+)'", text):
        kind = re.search(r"Cannot determine Numba type of <class '([\w.]+)'>", text)
        return (
            f"it uses the global {match[1]!r}{f', a {kind[1]}' if kind else ''}, which the compiler cannot take: "
            "numbers, tuples and NumPy arrays are fine, and so are plain functions"
        )
    if match := re.search(r"NameError: name '(\w+)' is not defined", text):
        return f"the name {match[1]!r} is not defined"
    if match := re.search(r"Unknown attribute '_replace' of type (\w+)", text):
        return f"the compiler does not know `_replace`; build the position anew, {match[1]}(...)"
    if match := re.search(r"Unknown attribute '(\w+)' of type (.*)", text):
        module = re.match(r"Module\(<module '([\w.]+)'", match[2])
        owner = f"the module {module[1]}" if module else match[2].strip()
        return f"{owner} has no attribute {match[1]!r} that the compiler knows"
    if match := re.search(r"Can't unify (return|yield) type from the following types: (.*)", text):
        return f"it {match[1]}s different things: {match[2].strip()}"
    if match := re.search(r"Cannot unify (.*?) for '([^']*)'", text):
        return f"the variable {match[2].partition('.')[0]!r} changes its type: {match[1]}"
    if match := re.search(r"No implementation of function (?:Function\()?<?(.*?)>?\)? found for signature", text, re.S):
        signature = re.search(r">>> (.*)", text)
        types_given = signature[1].strip() if signature else "these types"
        hint = "; a board is best kept in the bits of an int" if "tuple(" in types_given.lower() else ""
        return f"the compiler has no {' '.join(match[1].split())} for {types_given}{hint}"
    lines = [line.strip() for line in text.splitlines()]
    skip = ("Failed in nopython", "During:", "File ", "<source", "Enable logging", "- Resolution", "^")
    said = [line for line in lines if line and not line.startswith(skip)]
    return re.sub(r"\.*\s*Raised from .*", "", said[0]) if said else type(error).__name__


_OWN = [str(Path(__file__).parent), str(Path(__file__).parent.parent / "search")]


def _place(text: str) -> str | None:
    """The innermost place in the user's files that a Numba error points at."""
    found = re.findall(r'File "([^"]+)", line (\d+)', text) + re.findall(r"Raised from (\S+) \((\d+)\)", text)
    places = [(os.path.abspath(file), line) for file, line in found if "/numba/" not in file]
    users = [f"{file}:{line}" for file, line in places if not any(file.startswith(own) for own in _OWN)]
    return users[-1] if users else None


def compile_entry(entry: Any, signature: tuple[Any, ...], name: str) -> Callable[..., Any]:
    """Machine code for a whole search; what still fails here is named with the game."""
    try:
        entry.compile(signature)
    except errors.NumbaError as error:
        raise NotCompilable(f"{name}: cannot be compiled: {explain(error)} ({_place(str(error))})") from None
    return entry
