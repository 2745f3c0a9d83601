"""Why a branch was not looked at: derived from the events of a search, written in the primitives of kernels.

A depth-first search leaves a node early when its value has reached an end of its window. There are three sources of
that end: the best move so far at a node above; the window of the whole search; or a search that only asks one question,
with a window that has no score inside. The windows of the nodes on the path show which it is.

A state-space search removes states from OPEN when a sibling of theirs, or of an ancestor, is good enough. It also
solves a node before all children of it were looked at.
"""

from __future__ import annotations

from halfmove.kernels.primitives import infinity, slot
from halfmove.recording.events import append, is_min
from halfmove.recording.log import (
    CASE,
    CLOSE,
    CUT,
    DROP,
    ENTER,
    KEEP,
    KNOWN,
    LEAF,
    LEAVE,
    OPEN,
    RAISE,
    REVERSED,
    SOLVED_STATE,
    STACKED,
    STOP,
    VISIT,
)

# The kinds of reasons. After an ALPHA or BETA cut-off, when a node is SOLVED early (REST_OF_MAX, REST_OF_MIN), or when
# all states below it leave OPEN (DROPPED), its children from a certain one on are not looked at. PURGED means the node
# itself. STOPPED is about the children of a node that several processors leave, UNBEGUN about a
# node that nobody has begun with.
ALPHA, BETA, REST_OF_MAX, REST_OF_MIN, PURGED, DROPPED, STOPPED, UNBEGUN = 0, 1, 2, 3, 4, 5, 6, 7

MEMORIES = (
    "alive",
    "gone",
    "best",
    "best_child",
    "dropped",
    "high",
    "last",
    "list",
    "looked",
    "looked_children",
    "low",
    "merit",
    "node",
    "opened",
    "opened_children",
    "operators",
    "place",
    "raised",
    "raised_by",
    "seen",
    "state",
    "status",
)

# The origin of a bound that was not made at a node: the window of the whole search, or a search that asks one question.
WINDOW, QUESTION = -1, -2

FIELDS = 7  # numbers of a reason


@slot
def width_at(node):
    """How many children a node has."""


@slot
def parent_at(node):
    """The parent of a node; -1 for the root."""


@slot
def depth_at(node): ...


def find_reasons(kinds, nodes, auxes, xs, ys, found, s):
    """Append FIELDS numbers to `found` for each reason.

    They are: the event at which it is known, its kind, the node, the first child that is not looked at (0: the node
    itself), the node that made the bound (its owner), the child that made it there, and the bound. `s` holds the
    working memories, which are empty at the start.
    """
    s.depth = 0
    s.states = 0
    s.case = 0
    s.by = -1
    s.closed = 0
    s.operator = 0
    for e in range(len(kinds)):
        kind, node = kinds[e], nodes[e]
        if kind < OPEN and s.closed > 0:  # an operator has done all its work
            _add_dropped(s, found, s.operator)
        if kind == ENTER:
            _look(s, node)
            s.node[s.depth] = node
            s.low[s.depth] = xs[e]
            s.high[s.depth] = ys[e]
            s.best[s.depth] = infinity() if is_min(node) else -infinity()
            s.best_child[s.depth] = -1
            s.seen[s.depth] = 0
            s.last[s.depth] = -1
            s.operators[s.depth] = 0
            s.depth += 1
        elif kind == LEAVE:
            s.depth -= 1
            _cut(s, found, e, node, xs[e])
            _better(s, node, xs[e])
        elif kind == LEAF:
            _look(s, node)
            _better(s, node, xs[e])
        elif kind == KNOWN:
            if e + 1 == len(kinds) or kinds[e + 1] != ENTER or nodes[e + 1] != node:
                _look(s, node)
                if s.depth > 0:
                    _better(s, node, ys[e] if ys[e] <= s.low[s.depth - 1] else xs[e])
        elif kind == VISIT:
            _look(s, node)
        elif kind == RAISE:
            s.raised[node] = xs[e]
            s.raised_by[node] = auxes[e]
        elif kind in (CUT, STOP):
            _leave_early(s, found, e, node, kind == CUT, ys[e])
        elif kind == CASE:
            s.case = auxes[e]
            s.operator = e
            s.by = -1
            if s.case == 6:  # the state that is taken; where OPEN is a stack, it is closed at once
                s.by = nodes[e + 1] if ys[e] == STACKED else _first_solved(s)
            if s.depth > 0:
                s.operators[s.depth - 1] = 1
        elif kind == OPEN:
            s.list[node] = ys[e]
            _count(s, node, 1)
            _open(s, found, s.operator, node, auxes[e], xs[e])
        elif kind == CLOSE:
            _close(s, node)
            _count(s, node, -1)
            if s.case == 6 and node != s.by:
                s.gone[s.closed] = node
                s.closed += 1
        elif kind == KEEP:
            _count(s, node, 1)
        elif kind == DROP:
            _count(s, node, -1)


def _look(s, node):
    """A node is looked at, by the search of its parent if that is the innermost one."""
    parent = parent_at(node)
    if parent >= 0 and not s.looked[node]:
        s.looked[node] = 1
        s.looked_children[parent] = s.looked_children[parent] + 1
    if s.depth > 0 and s.node[s.depth - 1] == parent and s.last[s.depth - 1] != node:
        s.last[s.depth - 1] = node
        s.seen[s.depth - 1] = s.seen[s.depth - 1] + 1


def _better(s, node, score):
    """A child was left: is it the best child of its parent so far?"""
    top = s.depth - 1
    if top < 0 or s.node[top] != parent_at(node):
        return
    if score < s.best[top] if is_min(s.node[top]) else score > s.best[top]:
        s.best[top] = score
        s.best_child[top] = node


def _cut(s, found, e, node, score):
    """A search of a node ends. Has its value reached an end of its window before all children were looked at?"""
    at = s.depth  # of this search, which has just ended
    first_child = s.seen[at] + 1
    if s.operators[at]:  # the states that are left on OPEN, anywhere below it
        first_child = 0
    elif s.seen[at] == 0 or s.seen[at] >= width_at(node):
        return
    if -infinity() < s.low[at] and score <= s.low[at] and (is_min(node) or first_child == 0):
        owner, child = _owner(s, at, s.low[at], 0)
        _add(found, e, ALPHA, node, first_child, owner, child, s.low[at])
    elif infinity() > s.high[at] and score >= s.high[at] and (not is_min(node) or first_child == 0):
        owner, child = _owner(s, at, s.high[at], 1)
        _add(found, e, BETA, node, first_child, owner, child, s.high[at])


def _leave_early(s, found, e, node, is_cut, bound):
    """Several processors leave a node: the bound was made at the nearest node above, of the other player."""
    if not s.looked[node] and parent_at(node) >= 0:
        _add(found, e, UNBEGUN, node, 0, WINDOW, -1, bound)
        return
    first_child = s.looked_children[node] + 1
    if first_child > width_at(node):
        return
    if not is_cut:
        _add(found, e, STOPPED, node, first_child, WINDOW, -1, bound)
        return
    owner, child, at = WINDOW, -1, parent_at(node)
    while at >= 0 and owner == WINDOW:
        if s.raised_by[at] > 0 and s.raised[at] == bound:
            owner, child = at, s.raised_by[at]
        at = parent_at(at)
        if at >= 0:
            at = parent_at(at)
    _add(found, e, ALPHA if is_min(node) else BETA, node, first_child, owner, child, bound)


def _owner(s, at, bound, of_min):
    """The owner of an end of a window: (the node, its best child so far), or WINDOW or QUESTION."""
    while at > 0:
        above = at - 1
        same_end = (s.high[above] if of_min else s.low[above]) == bound
        if not same_end:
            is_parent = s.node[above] != s.node[at]
            if is_parent and is_min(s.node[above]) == of_min and s.best[above] == bound:
                return s.node[above], s.best_child[above]
            return QUESTION, -1
        at = above
    return WINDOW, -1


def _open(s, found, e, node, status, merit):
    """A state enters OPEN. If it is SOLVED: were all its children looked at, or at least opened?"""
    parent = parent_at(node)
    if parent >= 0 and not s.opened[node]:
        s.opened[node] = 1
        s.opened_children[parent] = s.opened_children[parent] + 1
    s.state[s.states] = node
    s.place[node] = s.states
    s.status[node] = status
    s.merit[node] = merit
    s.states += 1
    if status % REVERSED == SOLVED_STATE and s.opened_children[node] > 0 and s.opened_children[node] < width_at(node):
        is_max = is_min(node) == (1 if status >= REVERSED else 0)
        _add(found, e, REST_OF_MAX if is_max else REST_OF_MIN, node, s.opened_children[node] + 1, node, s.by, merit)


def _add_dropped(s, found, e):
    """Add the states that left OPEN because of another state, and the nodes above them that have no state left."""
    owner, reverse = parent_at(s.by), 1 if s.status[s.by] >= REVERSED else 0
    for number in range(s.closed):
        node = s.gone[number]
        if s.alive[node] == 0 and s.status[node] % REVERSED != SOLVED_STATE and is_min(node) != reverse:
            _add(found, e, PURGED, node, 0, owner, s.by, s.merit[s.by])
        at = parent_at(node)
        while at != owner and at >= 0:
            # The children of a MIN node enter OPEN one after the other, those of a MAX node several at once.
            reached = s.looked_children[at] if is_min(at) != reverse else s.opened_children[at]
            if s.alive[at] == 0 and reached < width_at(at) and s.dropped[at] != reached + 1:
                s.dropped[at] = reached + 1
                _add(found, e, DROPPED, at, reached + 1, owner, s.by, s.merit[s.by])
            at = parent_at(at)
    s.closed = 0


def _count(s, node, change):
    """Add `change` entries of OPEN and BACKUP at a node, and below each of its ancestors."""
    while node >= 0:
        s.alive[node] = s.alive[node] + change
        node = parent_at(node)


def _close(s, node):
    s.states -= 1
    moved = s.state[s.states]
    s.state[s.place[node]] = moved
    s.place[moved] = s.place[node]


def _first_solved(s):
    """The first SOLVED state on OPEN, of the newest list if there are several."""
    first = -1
    for number in range(s.states):
        node = s.state[number]
        if s.status[node] % REVERSED == SOLVED_STATE and (first < 0 or _comes_before(s, node, first)):
            first = node
    return first


def _comes_before(s, one, other):
    if s.list[one] != s.list[other]:
        return s.list[one] > s.list[other]
    if s.merit[one] == s.merit[other]:
        return _is_left_of(one, other)
    return (s.merit[one] < s.merit[other]) == (s.status[one] >= REVERSED)


def _is_left_of(one, other):
    while depth_at(one) > depth_at(other):
        one = parent_at(one)
    while depth_at(other) > depth_at(one):
        other = parent_at(other)
    while parent_at(one) != parent_at(other):
        one, other = parent_at(one), parent_at(other)
    return one < other


def _add(found, e, kind, node, first_child, owner, child, bound):
    append(found, e)
    append(found, kind)
    append(found, node)
    append(found, first_child)
    append(found, owner)
    append(found, child)
    append(found, bound)
