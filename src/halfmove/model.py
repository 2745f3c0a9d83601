"""The small values that all layers share: windows, limits, counts and results."""

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
from halfmove.errors import UsageError

Score = int | float
Bound = Literal["exact", "lower", "upper", "estimate"]

# What people may write; an editor reads it, and each function looks for itself what it was given.
if TYPE_CHECKING:
    WindowLike = tuple[Score, Score] | list[Score] | None
    Bytes = int | str
else:
    WindowLike = Bytes = Any


def bound_of(at_least: bool, at_most: bool) -> Bound:
    """What a value is called of which it is proven that the true one is at least, or at most, that."""
    if at_least:
        return "exact" if at_most else "lower"
    return "upper" if at_most else "estimate"


class Window(NamedTuple):
    """An open interval of scores: a value strictly inside it is found exactly, one outside only as a bound.

    >>> import halfmove as hm
    >>> found = hm.search(hm.trees.explicit([[3, 5], [2, 9]]), window=hm.Window(0, 2))
    >>> found.value, found.bound
    (2, 'lower')
    """

    low: Score = -math.inf
    high: Score = math.inf

    @classmethod
    def of(cls, window: Any) -> Window:
        """The window meant by None (all scores), a `Window` or a pair."""
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
        """The same window with ends of the search's own kind, floats or whole numbers: the same scores lie inside."""
        if real:
            return Window(_real_below(self.low), -_real_below(-self.high))
        return Window(_whole_below(self.low), -_whole_below(-self.high))

    @checked
    def bound(self, value: Score) -> Bound:
        """What a search with this window says about the true value when it returns `value`."""
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
    """When to give up: after so many nodes, so many seconds of the whole call, or before using so many bytes.

    Limits are looked at in inner nodes, so that the leaves of one node more may be evaluated, but never more leaves
    than nodes are allowed.
    The bytes are those that the process grows by. Plain Python needs about six times as many for the same states as
    machine code does, so that with a memory limit it stops earlier.

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
class Counts:
    """How much work a search did.

    leaves       leaf evaluations, repeats included (the NBP of the literature)
    nodes        nodes entered, leaves and repeats included
    researches   subtrees searched again because a narrow window or a test failed
    max_open     largest number of states on OPEN
    max_backup   largest number of states in BACKUP
    table        largest number of entries in a transposition table
    table_hits   times a transposition table answered
    fallbacks    subtrees solved depth-first for lack of memory (ITERSSS*)

    >>> import halfmove as hm
    >>> hm.search(hm.trees.explicit([[3, 5], [2, 9]]), "sss_star").counts
    Counts(leaves=3, nodes=6, max_open=2)
    """

    leaves: int = 0
    nodes: int = 0
    researches: int = 0
    max_open: int = 0
    max_backup: int = 0
    table: int = 0
    table_hits: int = 0
    fallbacks: int = 0

    def __add__(self, other: Counts) -> Counts:
        """The work of two searches together; of what is a largest number, the larger one."""
        numbers = {}
        for item in fields(self):
            one, two = getattr(self, item.name), getattr(other, item.name)
            numbers[item.name] = max(one, two) if item.name in _LARGEST else one + two
        return Counts(**numbers)

    __repr__ = changed_fields


_LARGEST = ("max_open", "max_backup", "table")


@dataclass(frozen=True)
class Result(Shows):
    """The answer of a search. It prints in two lines, and shows itself in a notebook.

    value        score of the position for the side to move
    bound        "exact"; "lower" / "upper": the true value is at least / at most `value`; "estimate": neither
    move         best move, None when there is none or none is known
    line         principal variation, a tuple of moves beginning with `move`; where an algorithm does not keep it to the
                 end, the rest is searched, without being counted, when `line` is first asked for (and ends early when
                 that would take more than 200,000 nodes)
    seconds      how long the whole call took
    preparing    of these the seconds before the search itself began: its machine code was compiled or loaded
    counters     what an algorithm counts beyond `counts`
    stopped      None, or the limit that ended the search early: "nodes", "seconds" or "memory"
    leaf_order   Dewey names of the leaves in the order of their evaluation, when traced (`leaf_names`: as machine code
                 left them)
    said         the value as a person says it: "wins in 3", "+0.8"; of a player
    best_moves   all moves that are as good as the best one, where a player was asked for them
    log          all that happened, event by event, when traced in plain Python: see `halfmove.recording.log`
    events       the operators applied by a state-space algorithm, read off the log
    format       a move as the game writes it, where it has a way; only for showing
    place        the game and the position that an algorithm searched; only for showing

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
    leaf_names: tuple[str, ...] | None = field(default=None, repr=False)
    log: Any = field(default=None, repr=False, compare=False)
    counters: dict[str, int] = field(default_factory=dict)
    said: str = ""
    best_moves: tuple[Any, ...] | None = None
    known_line: tuple[Any, ...] = field(default=(), repr=False)
    rest_of_line: Callable[[], tuple[Any, ...]] | None = field(default=None, repr=False, compare=False)
    format: Callable[[Any], str] | None = field(default=None, repr=False, compare=False)
    preparing: float = field(default=0.0, repr=False)
    place: Any = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        """What was found and how, on one line, without what is as usual. Nothing is searched for it."""
        told: dict[str, str] = {"value": shown(self.value), "bound": repr(self.bound)}
        if self.known_line:
            told |= {"move": shown(self.known_line[0]), "line": self._line_in_short()}
        told |= {"leaves": str(self.counts.leaves), "seconds": f"{self.seconds:.3g}", "algorithm": repr(self.algorithm)}
        told |= {name: shown(getattr(self, name)) for name, usual in _USUAL.items() if getattr(self, name) != usual}
        if self.said:  # by a player, whose parameters are its own business
            told = {name: text for name, text in told.items() if name != "parameters"} | {"said": repr(self.said)}
        text = _call("Result", told)
        for name in ("parameters", "window", "line", "move"):
            if len(text) >= _LONGEST_REPR:
                told.pop(name, None)
                text = _call("Result", told)
        return text

    def _line_in_short(self) -> str:
        """The first moves of the line, as far as it is known."""
        whole = self.rest_of_line is None or "line" in self.__dict__
        line = self.line if whole else self.known_line
        words: list[str] = []
        for move in line:
            words.append(str(move) if self.format is None else self.format(move))
            if sum(map(len, words)) > _LONGEST_LINE_TEXT:
                words[-1:] = [] if len(words) > 1 else ["..."]
                whole = False
                break
        return shown(" ".join(words + ([] if whole else ["..."])))

    @cached_property
    def line(self) -> tuple[Any, ...]:
        """The principal variation."""
        return self.known_line if self.rest_of_line is None else self.known_line + self.rest_of_line()

    @cached_property
    def leaf_order(self) -> tuple[str, ...] | None:
        """Dewey names of the leaves in the order of their evaluation, when traced."""
        return self.leaf_names if self.log is None else self.log.leaf_order()

    @cached_property
    def events(self) -> tuple[Any, ...] | None:
        """The operators applied by a state-space algorithm, when traced in plain Python."""
        return self.log.operators() if self.log is not None and self.log.steps else None

    @property
    def move(self) -> Any:
        """The best move; None when there is none or none is known."""
        line = self.known_line or self.line
        return line[0] if line else None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"known_line": self.line, "rest_of_line": None, "format": None, "place": None}

    @property
    def exact(self) -> bool:
        """Whether `value` is the value, and not only a bound or an estimate of it."""
        return self.bound == "exact"

    @property
    def nodes_per_second(self) -> float:
        """How quick the search was, once it had begun."""
        searching = self.seconds - self.preparing
        return self.counts.nodes / searching if searching > 0 else 0.0

    def as_dict(self) -> dict[str, Any]:
        """The result as plain JSON-ready data; infinities become the strings "inf" and "-inf"."""
        kept = ("known_line", "rest_of_line", "leaf_names", "log", "format", "place")
        data = {item.name: getattr(self, item.name) for item in fields(self) if item.name not in kept}
        data |= {"move": self.move, "line": self.line, "counts": asdict(self.counts), "leaf_order": self.leaf_order}
        data |= {"events": self.events, "log": None if self.log is None else self.log.as_data()}
        plain: dict[str, Any] = _plain(data)
        return plain


NOTICED = 0.01  # seconds of preparing that are told apart

_LONGEST_REPR, _LONGEST_LINE_TEXT = 200, 50


def _call(name: str, told: dict[str, str]) -> str:
    return f"{name}({', '.join(f'{key}={text}' for key, text in told.items())})"


# What the repr of a result leaves out.
_USUAL: dict[str, Any] = {"parameters": {}, "window": WIDE, "depth": None, "compiled": False, "stopped": None}


def _plain(x: Any) -> Any:
    if isinstance(x, dict):
        return {str(k): _plain(v) for k, v in x.items()}
    if isinstance(x, list | tuple):
        return [_plain(v) for v in x]
    if isinstance(x, float) and math.isinf(x):
        return str(x)
    return x
