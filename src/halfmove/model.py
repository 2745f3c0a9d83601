"""Small values that all layers share: windows, limits and results."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from halfmove.base.checks import WHOLE, exact, shown
from halfmove.base.gate import check_fields, checked
from halfmove.base.notebook import Shows
from halfmove.base.reprs import changed_fields
from halfmove.counts import Counts as Counts
from halfmove.errors import UsageError

Score = int | float
Bound = Literal["exact", "lower", "upper", "estimate"]

# The types that users may pass, for editors and type checkers; at run time each function checks its own arguments.
if TYPE_CHECKING:
    WindowLike = tuple[Score, Score] | list[Score] | None
    Bytes = int | str
else:
    WindowLike = Bytes = Any


def bound_of(at_least: bool, at_most: bool) -> Bound:
    """The kind of bound a value is, if the true value is proven to be at least, or at most, that value."""
    if at_least:
        return "exact" if at_most else "lower"
    return "upper" if at_most else "estimate"


class Window(NamedTuple):
    """An open interval of scores.

    A search finds a value strictly inside its window exactly, and a value outside only as a bound.

    Attributes
    ----------
    low : int or float
        The lower end; minus infinity by default.
    high : int or float
        The upper end; infinity by default.

    Examples
    --------
    >>> import halfmove as hm
    >>> found = hm.search(hm.trees.explicit([[3, 5], [2, 9]]), window=hm.Window(0, 2))
    >>> found.value, found.bound
    (2, 'lower')
    """

    low: Score = -math.inf
    high: Score = math.inf

    @classmethod
    def of(cls, window: Any) -> Window:
        """Return the window meant by None (all scores), a `Window` or a pair.

        Parameters
        ----------
        window : Window, pair of numbers or None
            The window, or its two ends.

        Raises
        ------
        UsageError
            If it is not a pair of numbers, or if the window is empty.
        """
        if window is None:
            return cls()
        try:
            low, high = window
        except (TypeError, ValueError):
            raise UsageError(f"window must be a pair (low, high) of numbers, not {shown(window)}") from None
        low, high = exact("the low end of the window", low), exact("the high end of the window", high)
        if not low < high:
            raise UsageError(
                f"the window ({shown(low)}, {shown(high)}) is empty: its low end must be below its high end"
            )
        return cls(low, high)

    def among(self, real: bool) -> Window:
        """Return the window with ends that are floats (`real`) or whole numbers: the same scores lie inside."""
        if real:
            return Window(_real_below(self.low), -_real_below(-self.high))
        return Window(_whole_below(self.low), -_whole_below(-self.high))

    @checked
    def bound(self, value: Score) -> Bound:
        """Return what a search with this window proves about the true value when it returns `value`.

        Parameters
        ----------
        value : int or float
            The value that the search returned.

        Returns
        -------
        str
            "exact", "lower" (the true value is at least `value`) or "upper" (it is at most `value`).
        """
        # An infinite end excludes nothing, so even an infinite value is exact there.
        if value <= self.low and self.low != -math.inf:
            return "upper"
        if value >= self.high and self.high != math.inf:
            return "lower"
        return "exact"


WIDE = Window()


def _whole_below(score: Score) -> Score:
    """`score` rounded down to a whole score: -2^62 is below all of them, 2^62 - 1 the largest."""
    return score if score in (math.inf, -math.inf) else min(max(math.floor(score), -WHOLE), WHOLE - 1)


def _real_below(score: Score) -> float:
    """The largest real number that is not above a score."""
    try:
        real = float(score)
    except OverflowError:
        return sys.float_info.max if score > 0 else -math.inf
    return real if real <= score else math.nextafter(real, -math.inf)


@dataclass(frozen=True)
class Limits:
    """When a search gives up.

    Limits are checked at inner nodes. A search may therefore finish the leaves of one more node, but never evaluates
    more leaves than `nodes`.

    Parameters
    ----------
    nodes : int, optional
        The largest number of nodes to enter.
    seconds : float, optional
        The largest number of seconds for the whole call.
    memory : int, optional
        The largest number of bytes by which the process may grow. Plain Python needs about six times as much memory
        for the same states as machine code, so with a memory limit it stops earlier.

    Examples
    --------
    >>> import halfmove as hm
    >>> found = hm.search(hm.games.othello(), depth=20, limits=hm.Limits(nodes=100), compiled=False)
    >>> found.stopped, found.bound
    ('nodes', 'lower')
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        check_fields(self, "Limits")
        for item in fields(self):
            value = getattr(self, item.name)
            if value is not None and not value > 0:
                raise UsageError(f"Limits({item.name}={shown(value)}): a limit must be above 0, or None for no limit")

    __repr__ = changed_fields


@dataclass(frozen=True)
class Result(Shows):
    """The answer of a search. It prints in two lines, and shows itself in a notebook.

    Attributes
    ----------
    value : int or float
        Score of the position for the side to move.
    bound : str
        "exact"; "lower" or "upper": the true value is at least or at most `value`; "estimate": nothing is proven.
    move : object
        The best move; None if there is none or none is known.
    line : tuple
        The principal variation, beginning with `move`.
    counts : Counts
        How much work the search did.
    seconds : float
        How long the whole call took.
    algorithm : str
        The id of the algorithm.
    parameters : dict
        The parameters of the algorithm.
    window : Window
        The window of the search.
    depth : int or None
        The depth limit; None if there is none.
    compiled : bool
        Whether the search ran as machine code.
    stopped : str or None
        The limit that ended the search early: "nodes", "seconds" or "memory"; "stop" if `Player.stop` ended it.
    log : Log or None
        All events of the search, if it was traced in plain Python: see `halfmove.recording.log`.
    leaf_order : tuple of str or None
        Dewey names of the leaves in the order of their evaluation, if the search was traced.
    events : tuple or None
        The operators that a state-space algorithm applied, read from the log.
    counters : dict
        What an algorithm counts beyond `counts`.
    said : str
        The value in words, from a player: "wins in 3", "+0.8".
    best_moves : tuple or None
        All moves that are as good as the best one, if a player was asked for them.
    preparing : float
        The part of `seconds` spent compiling or loading machine code.

    Examples
    --------
    >>> import halfmove as hm
    >>> found = hm.search(hm.trees.explicit([[3, 5], [2, 9]]))
    >>> found.value, found.bound, found.move, found.line, found.counts.leaves
    (3, 'exact', 1, (1, 1), 3)
    """

    value: Score
    bound: Bound
    counts: Counts
    seconds: float
    algorithm: str
    parameters: dict[str, Any] = field(default_factory=dict)
    window: Window = WIDE
    depth: int | None = None
    compiled: bool = False
    stopped: str | None = None
    log: Any = field(default=None, repr=False, compare=False)
    counters: dict[str, int] = field(default_factory=dict)
    said: str = ""
    best_moves: tuple[Any, ...] | None = None
    preparing: float = field(default=0.0, repr=False)
    # Private: the moves of the line that the search kept; a function that searches the others; the names of the leaves,
    # from machine code; how the game writes a move; and the game and position that an algorithm searched.
    _known_line: tuple[Any, ...] = field(default=(), repr=False)
    _rest_of_line: Callable[[], tuple[Any, ...]] | None = field(default=None, repr=False, compare=False)
    _leaf_names: tuple[str, ...] | None = field(default=None, repr=False)
    _format: Callable[[Any], str] | None = field(default=None, repr=False, compare=False)
    _searched: Any = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        """What was found and how, on one line, without default values. This starts no search."""
        parts: dict[str, str] = {"value": shown(self.value), "bound": repr(self.bound)}
        if self._known_line:
            parts |= {"move": shown(self._known_line[0]), "line": self._line_in_short()}
        counted = {"leaves": str(self.counts.leaves), "seconds": f"{self.seconds:.3g}"}
        parts |= counted | {"algorithm": repr(self.algorithm)}
        changed = {name: getattr(self, name) for name, default in _DEFAULTS.items() if getattr(self, name) != default}
        parts |= {name: shown(value) for name, value in changed.items()}
        if self.said:  # from a player; the parameters of its kernel are internal
            parts.pop("parameters", None)
            parts["said"] = repr(self.said)
        text = _call("Result", parts)
        for name in ("parameters", "window", "line", "move"):
            if len(text) >= _LONGEST_REPR:
                parts.pop(name, None)
                text = _call("Result", parts)
        return text

    def _line_in_short(self) -> str:
        """The first moves of the line, as far as they are known."""
        whole = self._rest_of_line is None or "line" in self.__dict__
        line = self.line if whole else self._known_line
        words: list[str] = []
        for move in line:
            words.append(str(move) if self._format is None else self._format(move))
            if sum(map(len, words)) > _LONGEST_LINE_TEXT:
                words[-1:] = [] if len(words) > 1 else ["..."]
                whole = False
                break
        return shown(" ".join(words + ([] if whole else ["..."])))

    @cached_property
    def line(self) -> tuple[Any, ...]:
        """The principal variation, a tuple of moves that begins with `move`.

        Where the algorithm does not keep the line to its end, the rest is searched when `line` is first read. That
        search is not counted, and the line ends early if it would take more than 200,000 nodes.
        """
        return self._known_line if self._rest_of_line is None else self._known_line + self._rest_of_line()

    @cached_property
    def leaf_order(self) -> tuple[str, ...] | None:
        """Dewey names of the leaves in the order of their evaluation, when traced."""
        return self._leaf_names if self.log is None else self.log.leaf_order()

    @cached_property
    def events(self) -> tuple[Any, ...] | None:
        """The operators applied by a state-space algorithm, when traced in plain Python."""
        return self.log.operators() if self.log is not None and self.log.steps else None

    @property
    def move(self) -> Any:
        """The best move; None when there is none or none is known."""
        line = self._known_line or self.line
        return line[0] if line else None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_known_line": self.line, "_rest_of_line": None, "_format": None, "_searched": None}

    @property
    def exact(self) -> bool:
        """Whether `value` is the true value, and not only a bound or an estimate of it."""
        return self.bound == "exact"

    @property
    def nodes_per_second(self) -> float:
        """The speed of the search, without the time for preparing it."""
        searching = self.seconds - self.preparing
        return self.counts.nodes / searching if searching > 0 else 0.0

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain JSON-ready data; infinities become the strings "inf" and "-inf"."""
        names = [item.name for item in fields(self) if item.name != "log" and not item.name.startswith("_")]
        data = {name: getattr(self, name) for name in names}
        data |= {"move": self.move, "line": self.line, "counts": asdict(self.counts), "leaf_order": self.leaf_order}
        data |= {"events": self.events, "log": None if self.log is None else self.log.as_data()}
        plain: dict[str, Any] = _plain(data)
        return plain


NOTICED = 0.01  # seconds of preparing from which on it is shown

_LONGEST_REPR, _LONGEST_LINE_TEXT = 200, 50


def _call(name: str, arguments: dict[str, str]) -> str:
    return f"{name}({', '.join(f'{key}={text}' for key, text in arguments.items())})"


# The repr of a result leaves out fields with these values.
_DEFAULTS: dict[str, Any] = {"parameters": {}, "window": WIDE, "depth": None, "compiled": False, "stopped": None}


def _plain(x: Any) -> Any:
    if isinstance(x, dict):
        return {str(k): _plain(v) for k, v in x.items()}
    if isinstance(x, list | tuple):
        return [_plain(v) for v in x]
    if isinstance(x, float) and math.isinf(x):
        return str(x)
    return x
