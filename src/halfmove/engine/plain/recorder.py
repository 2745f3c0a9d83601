"""Recording a search in plain Python: where events go, and how nodes are numbered.

The nodes of an explicit tree have numbers. In any other game a node is made for every line of moves that is played: the
tree of the game unfolds during the search. Two nodes with the same position are equal, as tables require.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from operator import attrgetter, index
from typing import Any

import numpy as np

from halfmove.engine.bind import Binder, Slots
from halfmove.engine.scores import INFINITE, number
from halfmove.engine.task import Task
from halfmove.game import MOST_LISTED, Game
from halfmove.kernels import primitives as v
from halfmove.recording import around, events, filled
from halfmove.recording.log import Log


class Recorder:
    """Records what happens in one search of a task."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._numbers: list[Any] = []
        self._nodes: Any = NumberedNodes(task) if _is_explicit(task.game) else Unfolded(task)
        self.root = self._nodes.first
        self.around = around(task.algorithm, task.kernel)

    def primitives(self, slots: Slots) -> Slots:
        """The primitives of a search, and those of recording."""
        extend = self._numbers.extend

        def note(run, kind, node, aux, x, y):
            extend((kind, node, aux, x, y))
            run.noted += 1
            run.last_kind = kind
            run.last_node = node

        own: Slots = {
            events.note: note,
            events.note_again: self._note_again,
            events.append: list.append,
            events.taken: _taken,
        }
        return self._nodes.primitives(slots) | own | filled(self._task.algorithm, self._task.kernel)

    def begin(self, run: Any) -> None:
        """Start a new search with an empty log."""
        self._numbers.clear()
        for name, first in events.RECORDING.state.items():
            setattr(run, name, first)
        for name in events.RECORDING.memories:
            setattr(run, name, [] if name in _LISTS else defaultdict(int))

    def _note_again(self, run, at, kind, node, aux, x, y):
        self._numbers[5 * at : 5 * at + 5] = kind, node, aux, x, y
        run.last_kind = kind

    def log(self, run: Any) -> Log:
        numbers = self._numbers
        if run.extremes == INFINITE:
            numbers = [number(each, INFINITE) for each in numbers]
        steps = self._task.algorithm.steps_for(self._task.parameters)
        return Log(numbers, self._nodes, self._task.ends, steps)


_LISTS = ("touched", "touched_blocks")


def _taken(memory):
    numbers = memory[:]
    memory.clear()
    return numbers


def _is_explicit(game: Game) -> bool:
    """Whether the data of a game is its whole tree, node by node, as that of explicit trees is."""
    return getattr(getattr(game.data, "dtype", None), "names", None) == ("first", "children", "score")


class NumberedNodes:
    """The nodes of an explicit tree: a position is a number. The root of a search may be any of them."""

    def __init__(self, task: Task) -> None:
        self.first, self.root = task.root, int(task.root)
        first, children = task.game.data["first"], task.game.data["children"]
        self._first, self._children = first.tolist(), children
        self._parents = np.concatenate([[0], np.repeat(np.arange(len(children)), children)])
        self._depths = np.zeros(len(children), np.int64)
        level = slice(0, 1)
        while level.start < len(children):  # a level of the tree is a range of nodes
            below = slice(level.stop, level.stop + int(children[level].sum()))
            self._depths[below] = self._depths[level.start] + 1
            level = below if below.stop > below.start else slice(len(children), len(children))
        self._min = (self._depths - self._depths[self.root] & 1).tolist()

    def primitives(self, slots: Slots) -> Slots:
        return slots | {
            events.node_number: index,
            events.child_number: self._child,
            events.is_min: self._min.__getitem__,
        }

    def path(self, node: int) -> tuple[int, ...]:
        path = []
        while node != self.root:
            parent = int(self._parents[node])
            path.append(node - self._first[parent] + 1)
            node = parent
        return tuple(reversed(path))

    def depth(self, node: int) -> int:
        return int(self._depths[node] - self._depths[self.root])

    def parent(self, node: int) -> int:
        return -1 if node == self.root else int(self._parents[node])

    def width(self, node: int) -> int:
        return int(self._children[node])

    def move(self, node: int) -> str:
        return ""

    def _child(self, p: int, number: int) -> int:
        return self._first[p] + number - 1


class Node:
    """A position as the end of a line of moves. Equal positions are equal, whatever led to them."""

    __slots__ = ("move", "number", "parent", "position")

    def __init__(self, position: Any, number: int, parent: Node | None, move: Any) -> None:
        self.position, self.number, self.parent, self.move = position, number, parent, move

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self.position == other.position

    def __hash__(self) -> int:
        return hash(self.position)


class _OfPosition:
    """A rule of a game, for nodes."""

    def __init__(self, rule: Any) -> None:
        self._rule = rule

    def __call__(self, game: Any, p: Node) -> Any:
        return self._rule(game, p.position)


class _NthMove(_OfPosition):
    """`nth_move`, for nodes."""

    def __call__(self, game: Any, p: Node, number: int) -> Any:  # type: ignore[override]
        return self._rule(game, p.position, number)


_RULES: tuple[Any, ...] = (v.moves, v.rule_result, v.rule_evaluate, v.width_of, v.position_key)


def _hashable(move: Any) -> Any:
    try:
        hash(move)
    except TypeError:
        return repr(move)
    return move


class Unfolded:
    """The nodes of a game, in the order in which the search played the moves that lead to them."""

    root = 0

    def __init__(self, task: Task) -> None:
        self._game, self._named = task.game._handle, task.game
        self.first = Node(task.root, 0, None, None)
        self._made = [self.first]
        self._depths = [0]
        self._children: dict[tuple[int, Any], Node] = {}
        self._numbers: dict[int, dict[Any, int]] = {}  # of the moves of a node
        self._by_number: dict[tuple[int, int], int] = {}  # node, number of a child -> the child
        self._moves: Any
        self._play: Any
        self._weight: Any
        self._result: Any

    def primitives(self, slots: Slots) -> Slots:
        """The rules of the game as functions of nodes."""
        bound = Binder(slots)
        self._moves, self._play, self._weight = bound(v.moves), bound(v.rule_play), bound(v.weight)
        self._result = bound(v.rule_result)
        return (
            slots
            | {word: _OfPosition(bound(word)) for word in _RULES if word in slots}
            | ({v.nth_move: _NthMove(bound(v.nth_move))} if v.nth_move in slots else {})
            | {v.rule_play: self._played, v.weight: self._weighed}
            | {events.node_number: attrgetter("number"), events.child_number: self._child, events.is_min: self._is_min}
        )

    def path(self, node: int) -> tuple[int, ...]:
        path: list[int] = []
        at = self._made[node]
        while at.parent is not None:
            if self._weight(at.parent.position):  # at other nodes a player only waits
                path.append(self._number(at.parent, at.move))
            at = at.parent
        return tuple(reversed(path))

    def depth(self, node: int) -> int:
        return self._depths[node]

    def parent(self, node: int) -> int:
        parent = self._made[node].parent
        return -1 if parent is None else parent.number

    def width(self, node: int) -> int:
        at = self._made[node].position
        return 0 if self._result(self._game, at)[0] else len(self._listed(at))

    def move(self, node: int) -> str:
        at = self._made[node]
        if at.parent is None or self._named.numbered or not self._weight(at.parent.position):
            return ""
        return str(at.move if self._named.format is None else self._named.format(at.move))

    def _listed(self, at: Any) -> list[Any]:
        """The moves of a position."""
        moves = list(islice(self._moves(self._game, at), MOST_LISTED + 1))
        self._named._check_listed(len(moves), at)
        return moves

    def _number(self, parent: Node, move: Any) -> int:
        """The number of a move among the moves of a node, from 1."""
        if parent.number not in self._numbers:
            numbered = [*enumerate(self._listed(parent.position), 1)]
            self._numbers[parent.number] = {_hashable(each): number for number, each in reversed(numbered)}
        return self._numbers[parent.number][_hashable(move)]

    def _played(self, game: Any, p: Node, move: Any) -> Node:
        try:
            return self._children[p.number, move]
        except (KeyError, TypeError):
            key = p.number, _hashable(move)
        if key not in self._children:
            self._children[key] = made = Node(self._play(game, p.position, move), len(self._made), p, move)
            self._made.append(made)
            self._depths.append(self._depths[p.number] + 1)
        return self._children[key]

    def _child(self, p: Node, number: int) -> int:
        found = self._by_number.get((p.number, number))
        if found is None:
            move = next(islice(self._moves(self._game, p.position), number - 1, None))
            self._by_number[p.number, number] = found = self._played(self._game, p, move).number
        return found

    def _weighed(self, p: Node) -> int:
        return int(self._weight(p.position))

    def _is_min(self, node: int) -> int:
        return self._depths[node] % 2
