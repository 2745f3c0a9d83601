"""Young brothers wait: which subtree may be searched next, and what a result cuts off.

Source      Feldmann, Monien, Mysliwietz & Vornberger 1989: the brothers of a node wait until its eldest son is settled.
Contract    the value, the best move and its line are those of `alpha_beta` in one process, whatever the times at which
            jobs end. The best of equal moves is the one with the smallest number. So, as long as an elder brother of
            the best son is not settled, it is searched with a window in which an equal value lies.
Counts      depend on the times: a son that is searched early has a wider window than it would have had.

This module knows neither processes nor clocks. It keeps the upper part of the tree, as far as it is divided.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from halfmove.engine.scores import FINITE, INFINITE, LARGEST
from halfmove.engine.task import Task
from halfmove.game import Game
from halfmove.model import Score, Window

# The kinds of nodes of the minimal tree (Knuth & Moore 1975), by what is expected of them: on the principal variation;
# cut off by a son, perhaps; and one that needs all its sons. The last costs half as much, since little is lost there.
PRINCIPAL, CUT, ALL = 0, 1, 2
_COSTS = (1.0, 1.0, 0.5)

Line = list[int]  # a line of play: the number of each move among the moves of its position, from 0


class Node:
    """A node of the upper part of the tree.

    number    its number among its brothers, from 0
    same      whether the player to move here is the one who has just moved
    left      half-moves to the depth limit; None: there is none
    moves     None as long as the node is not divided
    active    its sons that are begun and not settled, in order
    value     the best score of its sons so far, and `best` is the number of that son
    before    the value before that
    kind      PRINCIPAL, CUT or ALL
    working   whether a job searches it
    """

    __slots__ = (
        "above", "active", "at", "before", "begun", "best", "distance", "done", "kind", "leaf", "left", "line",
        "moves", "number", "same", "value", "working",
    )  # fmt: skip

    def __init__(self, above: Node | None, number: int, at: Any, left: int | None, same: bool) -> None:
        self.above, self.number, self.at, self.left, self.same = above, number, at, left, same
        self.distance: int = 0 if above is None else above.distance + 1
        self.kind = PRINCIPAL if above is None else _kind_of_son(above, number)
        self.moves: list[Any] | None = None
        self.begun = 0
        self.active: list[Node] = []
        self.value: Score = -math.inf
        self.before: Score = -math.inf
        self.best: int | None = None
        self.line: Line = []
        self.leaf = self.working = self.done = False

    @property
    def path(self) -> tuple[int, ...]:
        """The numbers of the moves that lead here from the root."""
        numbers, at = [], self
        while at.above is not None:
            numbers.append(at.number)
            at = at.above
        return tuple(reversed(numbers))


def _kind_of_son(node: Node, number: int) -> int:
    if node.kind == PRINCIPAL:
        return PRINCIPAL if number == 0 else CUT
    return ALL if node.kind == CUT else CUT


class YoungBrothers:
    """The upper part of the tree of one task.

    value     of the root, as `alpha_beta` returns it, when `done`; otherwise the best score so far
    inner     how many nodes were divided
    extremes  which kind of extreme scores were seen (`engine/scores.py`)
    """

    def __init__(self, task: Task) -> None:
        self._game: Game = task.game
        self._real = task.real
        self._low, self._high = task.ends
        self.root = Node(None, 0, task.position, None if task.endless else task.depth, False)
        self.root.value = self._low
        self.value: Score = self._low
        self.extremes = self.inner = 0

    @property
    def done(self) -> bool:
        return self.root.done

    # Which node is next

    def next(self) -> Node | None:
        """A node that nobody searches and nobody has divided. None if all nodes that may be begun are at work.

        Each elder brother that is not settled, of the node or of a node above it, may still cut it off or narrow its
        window. So the node with the fewest is next; of several the deepest one, and of these the leftmost one.
        """
        if self.root.done:
            return None
        found = min(self._open(), key=lambda each: (each[0], -each[1]), default=None)
        if found is None:
            return None
        node = found[2]
        return node if node.moves is None else self._begin_son(node)

    def _open(self) -> Iterator[tuple[float, int, Node]]:
        """The nodes that may be searched, and divided nodes whose next son may be: with its cost and its depth."""
        waiting: list[tuple[Node, float]] = [(self.root, 0.0)]
        while waiting:
            node, cost = waiting.pop()
            if node.moves is None:
                if not node.working:
                    yield cost, node.distance, node
                continue
            each = _COSTS[node.kind]
            waiting += [(son, cost + each * elder) for elder, son in enumerate(node.active)][::-1]
            eldest_is_settled = node.begun > 0 and not (node.active and node.active[0].number == 0)
            if node.begun < len(node.moves) and (eldest_is_settled or node.begun == 0):
                yield cost + each * len(node.active), node.distance + 1, node

    def _begin_son(self, node: Node) -> Node:
        assert node.moves is not None
        son = self._son(node, node.begun)
        node.begun += 1
        node.active.append(son)
        return son

    def _son(self, node: Node, number: int) -> Node:
        assert node.moves is not None
        at = self._game.next(node.at, node.moves[number])
        left = None if node.left is None else node.left - 1
        return Node(node, number, at, left, self._game.moves_again(node.at, at))

    def divide(self, node: Node, moves: list[Any]) -> None:
        """Search this node by its sons."""
        node.moves = moves
        self.inner += 1

    # Windows

    def window(self, node: Node) -> Window:
        """The window of the search of a node, by all that is settled so far."""
        path = [node]
        while (above := path[-1].above) is not None:
            path.append(above)
        low, high = self._low, self._high
        for above, son in zip(reversed(path), reversed(path[:-1]), strict=False):
            low, high = self._of_son(above, son, low, high)
        return Window(*map(self._outside_extremes, (low, -high), (1, -1))) if self._real else Window(low, high)

    def _of_son(self, node: Node, son: Node, low: Score, high: Score) -> tuple[Score, Score]:
        """The window of a son of a node with this window."""
        if node.best is None or son.number > node.best:
            low = max(low, node.value)
        else:  # an equal value would make this son the best one
            low = max(low, self._below_the_best(node))
        return (low, high) if son.same else (-high, -low)

    def _below_the_best(self, node: Node) -> Score:
        return max(node.before, math.nextafter(node.value, -math.inf) if self._real else node.value - 1)

    @staticmethod
    def _outside_extremes(low: Score, sign: int) -> Score:
        """An end of a window that is not the largest float, which stands for infinite scores. The window grows by it.

        `low` is the low end (sign 1), or the high end with its sign changed (sign -1), and so is the answer.
        """
        if low == -LARGEST:
            low = -math.inf
        elif low == LARGEST:
            low = math.nextafter(LARGEST, 0)
        return sign * low

    # What a result changes

    def settle(self, node: Node, score: Score, line: Line, leaf: bool = False) -> list[Node]:
        """Note the score of a node, from the player to move there.

        leaf   whether the node is a leaf, not an inner node

        Returns the nodes whose jobs are not needed any more.
        """
        if node.done:
            return []
        node.leaf = leaf
        dropped: list[Node] = []
        self._pass_up(node, self._seen(score), line, dropped)
        while (cut := self._cut(self.root, self._low, self._high)) is not None:
            self._drop_sons(cut, dropped)
            self._pass_up(cut, cut.value, cut.line, dropped)
        return dropped

    def _pass_up(self, node: Node, value: Score, line: Line, dropped: list[Node]) -> None:
        """Settle a node, and all nodes above it whose last son this is."""
        while True:
            node.done = True
            above = node.above
            if above is None:
                return
            above.active.remove(node)
            self._compare(above, node, value if node.same else -value, line, dropped)
            assert above.moves is not None
            if above.active or above.begun < len(above.moves):
                return
            node, value, line = above, above.value, above.line

    def _compare(self, node: Node, son: Node, score: Score, line: Line, dropped: list[Node]) -> None:
        """Is this son the best one so far?"""
        at_root = node is self.root
        found = score
        if at_root:  # an inner node returns no more than the end of its window, and all cut-offs are equally good
            score = min(score, self._high)
            if score == self._high and not son.leaf:
                found, line = score, []
        if not (score > node.value or (score == node.value and node.best is not None and son.number < node.best)):
            return
        if score > node.value:
            node.before = node.value
        node.value, node.best, node.line = score, son.number, [son.number, *line]
        if at_root:
            self.value = found
            if score >= self._high:  # only elder brothers can still change the answer
                assert node.moves is not None
                node.begun = len(node.moves)
                for younger in [each for each in node.active if each.number > son.number]:
                    self._drop(younger, dropped)

    def _cut(self, node: Node, low: Score, high: Score) -> Node | None:
        """The highest node below the root that the opponent avoids."""
        for son in node.active:
            ends = self._of_son(node, son, low, high)
            if son.value >= ends[1]:
                return son
            found = self._cut(son, *ends)
            if found is not None:
                return found
        return None

    def _drop_sons(self, node: Node, dropped: list[Node]) -> None:
        for son in list(node.active):
            self._drop(son, dropped)

    def _drop(self, node: Node, dropped: list[Node]) -> None:
        node.done = True
        if node.working:
            dropped.append(node)
        self._drop_sons(node, dropped)
        assert node.above is not None
        node.above.active.remove(node)

    def _seen(self, score: Score) -> Score:
        """A score with the largest float in place of infinity, as in kernels: infinity means that there is no score."""
        if self._real and abs(score) >= LARGEST:
            self.extremes |= INFINITE if math.isinf(score) else FINITE
            return math.copysign(LARGEST, score)
        return score

    def moves_of(self, line: Line) -> Iterator[Any]:
        """The moves of a line from the root, as kernels see them: a move before the other player waits is doubled."""
        at = self.root.at
        for number in line:
            move = self._game.legal(at)[number]
            after = self._game.next(at, move)
            yield move
            if self._game.moves_again(at, after):
                yield move
            at = after
