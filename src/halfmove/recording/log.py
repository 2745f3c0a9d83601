"""The log of a search: everything that happened in it, event by event, and the tree that was searched.

An event is a kind, a node, a small number `aux` and two scores, x and y. Scores are those of MAX, the player to move at
the root.

    ENTER   a kernel begins at an inner node, with the window (x, y)
    LEAVE   it ends there, and returns x; aux is 1 if x is a lower bound whatever the window, 2 if it is an upper bound
    LEAF    a leaf is evaluated: x
    VISIT   an inner node is entered, but not by a kernel of its own
    RAISE   the child `aux` of a node is its best so far, and worth x
    KNOWN   a table knows that the value of a node lies from x to y; if aux is 1 the table's answer replaces a search
    CUT     a search by several processors leaves an inner node, because its value, at least or at most x, has reached
            the bound y
    STOP    a search by several processors leaves an inner node that cannot matter anymore
    ROUND   a round begins, after `aux` others; it belongs to no node. The root may be SOLVED before it has a leaf
    WORK    processor `aux`, counted from 1, has evaluated a leaf, for its job: the node with number x
    WAIT    processor `aux`, counted from 1, has no leaf in this round, because work is on its way; it belongs to no
            node. The rounds up to that of the next ROUND are like this one
    CASE    a state-space operator is about to be applied: its case is `aux`, 0 at the end; x cells of memory are left,
            and y is 1 while memory is being filled
    OPEN    a state enters OPEN: its status `aux`, its merit x; y is the number of the list, if there are several
    CLOSE   a state leaves OPEN; its numbers are those of its OPEN
    KEEP    a node enters BACKUP: `aux` of its children were opened; its lower bound x and its merit y
    DROP    a node leaves BACKUP; its numbers are those of its KEEP

Changes of OPEN and BACKUP are recorded just before a CASE. At a CASE the two lists are therefore as the operator finds
them.

>>> import halfmove as hm
>>> log = hm.search(hm.trees.explicit([[3, 5], [4, 6]]), trace=True).log
>>> [f"{event.kind} {event.node}" for event in log][:5]
['enter 0', 'enter 1', 'leaf 1.1', 'raise 1', 'leaf 1.2']
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from halfmove.base.checks import WHOLE
from halfmove.base.notebook import Shows
from halfmove.model import Score, Window

# The order matters: what happens at a node comes first, changes of OPEN and BACKUP come last.
KINDS = (
    "enter",
    "leave",
    "leaf",
    "visit",
    "raise",
    "known",
    "cut",
    "stop",
    "round",
    "work",
    "wait",
    "case",
    "open",
    "close",
    "keep",
    "drop",
)
ENTER, LEAVE, LEAF, VISIT, RAISE, KNOWN, CUT, STOP, ROUND, WORK, WAIT, CASE, OPEN, CLOSE, KEEP, DROP = range(len(KINDS))

# The status of a state, in `aux`. REVERSED is added where MAX and MIN have changed roles, as in DUAL*: there the state
# of smallest merit is the first.
LIVE_STATE, SOLVED_STATE, INACTIVE_STATE, REVERSED = 0, 1, 2, 4
STATUS_NAMES = ("LIVE", "SOLVED", "INACTIVE")
STATUS_LETTERS = "LSl"  # as listings print them

LEAF_CASE = 3  # the case that evaluates a leaf
STACKED = -2  # in y of a CASE: states of equal merit are taken in the order of 1979, and not from the left

Row = tuple[int, int, int, Score, Score]  # kind, node, aux, x, y


class Nodes(Protocol):
    """The nodes of a tree, by their numbers."""

    root: int

    def path(self, node: int) -> tuple[int, ...]:
        """The path from the root to a node: the number of each child among its siblings, from 1."""

    def depth(self, node: int) -> int: ...

    def parent(self, node: int) -> int:
        """The parent of a node; -1 for the root."""

    def width(self, node: int) -> int:
        """How many children a node has."""

    def move(self, node: int) -> str:
        """The move that leads to a node, as text; empty where moves are just the numbers of children."""


class State(NamedTuple):
    """An entry of OPEN: a node by its Dewey name, "L" (LIVE), "l" (LIVE and INACTIVE) or "S" (SOLVED); its merit."""

    node: str
    status: str
    merit: Score


class Retained(NamedTuple):
    """An entry of BACKUP: a MAX node, how many of its children were opened so far, its lower bound and its merit."""

    node: str
    opened: int
    low: Score
    merit: Score


class Event(NamedTuple):
    """One application of a state-space operator.

    case           its case; None at the end
    state          the state that it takes from OPEN
    open, backup   OPEN and BACKUP before it
    space          ITERSSS* only: how many more states OPEN may hold
    flag           ITERSSS* only: the states it looks for, "INACTIVE" while it fills its memory, then "ACTIVE"
    """

    case: int | None
    state: State
    open: tuple[State, ...]
    backup: tuple[Retained, ...] = ()
    space: int | None = None
    flag: str | None = None


class Events(Shows, tuple[Event, ...]):
    """The operators of a search in order: a tuple that prints as their listing."""

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        return Events(found) if isinstance(place, slice) else found


class Happening(NamedTuple):
    """An event with names in place of numbers: its kind, the node, and aux, x and y as above."""

    kind: str
    node: str
    aux: int
    x: Score
    y: Score


@dataclass(frozen=True, eq=False)
class Log(Shows):
    """What happened in a search.

    numbers   kind, node, aux, x, y of the first event, then of the next
    nodes     the tree
    window    the window of the search
    steps     the lists that its operators work on: "", "open", "open, backup" or "open, space"
    """

    numbers: Sequence[Any]
    nodes: Nodes
    window: Window
    steps: str = ""

    @cached_property
    def rows(self) -> list[Row]:
        """The events: (kind, node, aux, x, y) of each. A number beyond all scores of a game is infinite."""
        rows = zip(*[iter(self.numbers)] * 5, strict=True)
        return [(kind, node, aux, _or_infinite(x), _or_infinite(y)) for kind, node, aux, x, y in rows]

    def __len__(self) -> int:
        return len(self.numbers) // 5

    def __repr__(self) -> str:
        return f"Log({len(self)} events)"

    def __iter__(self) -> Iterator[Happening]:
        for row in self.rows:
            yield self.happening(row)

    def __getitem__(self, number: int) -> Happening:
        return self.happening(self.rows[number])

    def happening(self, row: Row) -> Happening:
        kind, node, aux, x, y = row
        return Happening(KINDS[kind], self.name(node) if node >= 0 else "", aux, x, y)

    def name(self, node: int) -> str:
        """The Dewey name of a node: "0" is the root, "1.2" the second child of its first child."""
        return _name(self.nodes.path(node))

    def as_data(self) -> list[list[Any]]:
        """The events as data for JSON."""
        return [list(event) for event in self]

    def leaf_order(self) -> tuple[str, ...]:
        """The names of the leaves, in the order of their evaluation."""
        return tuple(self.name(row[1]) for row in self.rows if row[0] == LEAF)

    def operators(self) -> Events:
        """The applications of operators, with OPEN and BACKUP as the lists of the papers."""
        lists, found = Lists(self), []
        for number, row in enumerate(self.rows):
            lists.take(number)
            if row[0] == CASE:
                found.append(lists.operator(row))
        if not found and self.steps and len(self.rows) == 1:  # a root that is a leaf
            score, merit = self.rows[0][3], self.window.high
            first, last = State("0", "L", merit), State("0", "S", min(score, merit))
            found = [Event(LEAF_CASE, first, (first,)), Event(None, last, (last,))]
        return Events(found)


class Lists:
    """OPEN and BACKUP as they are after some events of a log."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._open: dict[tuple[Score, int], tuple[int, Score, int]] = {}  # (list, node) -> status, merit, rank
        self._backup: dict[int, tuple[int, Score, Score]] = {}
        self._case, self._stacked = 0, False

    def take(self, number: int) -> None:
        """Apply event number `number`."""
        kind, node, aux, x, y = self._log.rows[number]
        if kind == OPEN:
            # In the order of 1979 a solved leaf goes behind all states of equal merit, any other state before them.
            rank = number if self._case == LEAF_CASE else -number
            self._open[y, node] = aux, x, rank
        elif kind == CLOSE:
            del self._open[y, node]
        elif kind == KEEP:
            self._backup[node] = aux, x, y
        elif kind == DROP:
            del self._backup[node]
        elif kind == CASE:
            self._case, self._stacked = aux, y == STACKED

    def open(self) -> tuple[State, ...]:
        """The states on OPEN in order; where there are several lists, those of the newest."""
        newest = max((number for number, _node in self._open), default=0)
        states = []
        for (number, node), (status, merit, rank) in self._open.items():
            if number == newest:
                first = merit if status & REVERSED else -merit
                rank = rank if self._stacked else 0
                path = self._log.nodes.path(node)
                states.append(((first, rank, path), State(_name(path), STATUS_LETTERS[status % REVERSED], merit)))
        return tuple(state for _key, state in sorted(states))

    def backup(self) -> tuple[Retained, ...]:
        paths = sorted((self._log.nodes.path(node), kept) for node, kept in self._backup.items())
        return tuple(Retained(_name(path), *kept) for path, kept in paths)

    def operator(self, row: Row) -> Event:
        """The operator that is about to be applied."""
        _kind, _node, case, space, filling = row
        states = self.open()
        wanted = [state for state in states if filling < 0 or (state.status == "l") == bool(filling)]
        first = (wanted or states)[0]
        if filling < 0:
            return Event(case or None, first, states, self.backup())
        return Event(case or None, first, states, self.backup(), int(space), "INACTIVE" if filling else "ACTIVE")


def _or_infinite(score: Score) -> Score:
    return score if -WHOLE < score < WHOLE or isinstance(score, float) else math.copysign(math.inf, score)


def _name(path: tuple[int, ...]) -> str:
    return ".".join(map(str, path)) or "0"
