"""State-space search as the papers put it: OPEN as a sorted list of states, one operator at a time.

Slow and obvious; the oracle for the fast forms. A node is a tuple of child numbers, () the root; MAX at even length.
Each function returns a `Trace`: value, leaves in order, largest OPEN and BACKUP, and for each operator applied its case
and the lists before it.
"""

from dataclasses import dataclass, field
from math import inf

LIVE, SOLVED = "L", "S"


@dataclass
class Trace:
    value: float = 0
    leaves: list = field(default_factory=list)
    steps: list = field(default_factory=list)
    open: int = 1
    backup: int = 0
    fallbacks: int = 0
    stuck: str | None = None


def dewey(node):
    return ".".join(map(str, node)) or "0"


def at(tree, node):
    for number in node:
        tree = tree[number - 1]
    return tree


def is_leaf(tree, node):
    return not isinstance(at(tree, node), list)


def width(tree, node):
    return len(at(tree, node))


def is_max(node):
    return len(node) % 2 == 0


def below(node, above):
    return len(node) > len(above) and node[: len(above)] == above


def key(state):
    return (-state[2], state[0])


def sss(tree, low=-inf, high=inf, original=False, record=True):
    t = Trace()
    opened = [((), LIVE, high)]

    def insert(state):
        if original:  # behind all of greater or equal merit
            place = sum(other[2] >= state[2] for other in opened)
            opened.insert(place, state)
        else:
            opened.append(state)
            opened.sort(key=key)

    def stack(states):
        if original:
            for state in states:
                opened.insert(0, state)
        else:
            opened.extend(states)
            opened.sort(key=key)

    while True:
        t.open = max(t.open, len(opened))
        before = list(opened)
        n, s, h = opened[0]
        if n == () and s == SOLVED:
            t.steps.append((None, before, []))
            t.value = h
            return t
        if h <= low:
            t.value = h
            return t
        opened.pop(0)
        if s == LIVE and is_leaf(tree, n):
            case = 3
            t.leaves.append(dewey(n))
            insert((n, SOLVED, min(at(tree, n), h)))
        elif s == LIVE and is_max(n):
            case = 1
            stack([((*n, i), LIVE, h) for i in range(1, width(tree, n) + 1)])
        elif s == LIVE:
            case = 2
            stack([((*n, 1), LIVE, h)])
        elif is_max(n):
            i = n[:-1]
            if n[-1] < width(tree, i):
                case = 4
                stack([((*i, n[-1] + 1), LIVE, h)])
            else:
                case = 5
                stack([(i, SOLVED, h)])
        else:
            case = 6
            i = n[:-1]
            opened[:] = [x for x in opened if not below(x[0], i)]
            stack([(i, SOLVED, h)])
        if record:
            t.steps.append((case, before, []))


def equal_parts(k):
    def sizes(w):
        groups = min(k, w)
        return [w // groups + (i < w % groups) for i in range(groups)]

    return sizes


def ps(tree, sizes, low=-inf, high=inf, printed=False, record=True):
    """PS* in its corrected form, or with the merits of the printed trace; `sizes(width)` lists the partitions."""
    t = Trace()
    opened = [((), LIVE, high)]
    back = {(): [0, low, high]}  # MAX node -> [lson, l, h]

    def counted(q):
        return len(sizes(width(tree, q))) > 1

    def listing():
        rows = [(q, *v) for q, v in sorted(back.items()) if (q == () and v[0] == 0) or counted(q)]
        return rows

    def put(*states):
        opened.extend(states)
        opened.sort(key=key)

    def low_of(q):
        return back[q][1] if q in back else low

    def next_partition(q):
        lson, done = back[q][0], 0
        for size in sizes(width(tree, q)):
            if done == lson:
                put(*[((*q, i), LIVE, back[q][2]) for i in range(lson + 1, lson + size + 1)])
                back[q][0] = lson + size
                return
            done += size

    while True:
        t.open = max(t.open, len(opened))
        t.backup = max(t.backup, sum(not is_leaf(tree, q) and counted(q) for q in back if q != () or back[q][0] > 0))
        before = list(opened)
        backup = [] if is_leaf(tree, ()) else listing()
        n, s, h = opened[0]
        if n == () and s == SOLVED:
            t.steps.append((None, before, backup))
            t.value = h
            return t
        opened.pop(0)
        if s == LIVE and is_leaf(tree, n):
            case = "3"
            t.leaves.append(dewey(n))
            score = min(at(tree, n), h)
            if n == ():
                put((n, SOLVED, score))
            elif not is_max(n):
                put((n, SOLVED, score if printed else max(score, low_of(n[:-1]))))
            else:
                i = n[:-1]
                q = i[:-1]
                if score > low_of(q):
                    put((n, SOLVED, score))
                elif not printed or i[-1] == back[q][0]:
                    put((i, SOLVED, low_of(q)))
                else:  # printed: only the last of a partition gets the bound
                    put((i, SOLVED, score))
        elif s == LIVE and is_max(n):
            case = "1"
            back[n] = [0, low_of(n[:-2]) if n else low, h]
            next_partition(n)
        elif s == LIVE:
            case = "2"
            put(((*n, 1), LIVE, h))
        elif is_max(n):
            i = n[:-1]
            for q in [q for q in back if below(q, i)]:
                del back[q]
            if n[-1] < width(tree, i):
                case = "4"
                put(((*i, n[-1] + 1), LIVE, h) if h > low_of(i[:-1]) else (i, SOLVED, h))
            else:
                case = "5"
                put((i, SOLVED, h))
        else:
            case = "6"
            i = n[:-1]
            back[i][1] = max(back[i][1], h)
            opened[:] = [x for x in opened if not below(x[0], i)]
            under = [q for q in back if below(q, i)]
            if back[i][1] >= back[i][2]:
                for q in under:
                    del back[q]
                top = back.pop(i)[2]
                put((i, SOLVED, top))
            else:
                for q in under:
                    back[q][1] = max(back[q][1], back[i][1])
                able = [q for q in under if back[q][0] < width(tree, q) and (printed or back[q][2] > back[q][1])]
                if able:
                    for q in under:
                        if q not in able and not any(below(c, q) for c in able):
                            del back[q]
                    # post-order: children before their parent, left before right
                    next_partition(min(able, key=lambda q: (*q, inf)))
                elif back[i][0] < width(tree, i):
                    for q in under:
                        del back[q]
                    next_partition(i)
                else:
                    for q in under:
                        del back[q]
                    put((i, SOLVED, back.pop(i)[1]))
        if record:
            t.steps.append((case, before, backup))


def alphabeta(tree, node, a, b, leaves):
    """Fail-hard alpha-beta in minimax form."""
    if is_leaf(tree, node):
        leaves.append(dewey(node))
        return at(tree, node)
    for i in range(1, width(tree, node) + 1):
        if is_max(node):
            a = max(a, alphabeta(tree, (*node, i), a, b, leaves))
        else:
            b = min(b, alphabeta(tree, (*node, i), a, b, leaves))
        if a >= b:
            break
    return a if is_max(node) else b


def iter_sss(tree, memory, fallback=True):
    """ITERSSS*(M). OPEN: node -> [status, h, active]."""
    t = Trace()
    opened = {(): [LIVE, inf, False]}
    flag = False
    woken = None

    def first():
        able = [n for n in opened if opened[n][2] == flag]
        return min(able, key=lambda n: (-opened[n][1], n), default=None)

    def deepest(nodes):
        return min(nodes, key=lambda n: (-len(n), n), default=None)

    while True:
        t.open = max(t.open, len(opened))
        assert len(opened) <= memory
        x = first()
        if x is None:
            if not flag:
                flag = True
                continue
            if not fallback:
                t.stuck = "no ACTIVE node"
                return t
            woken = deepest([n for n in opened if not opened[n][2]])
            opened[woken][2] = True
            continue
        status, h, _ = opened[x]
        if x == () and status == SOLVED:
            t.value = h
            return t
        if status == LIVE and is_leaf(tree, x):
            t.leaves.append(dewey(x))
            opened[x] = [SOLVED, min(h, at(tree, x)), True]
        elif status == LIVE and not is_max(x):
            del opened[x]
            opened[(*x, 1)] = [LIVE, h, flag]
        elif status == LIVE:
            b = width(tree, x)
            if memory - len(opened) >= b - 1:
                del opened[x]
                for j in range(1, b + 1):
                    opened[(*x, j)] = [LIVE, h, flag]
            elif woken == x:
                if not fallback:
                    t.stuck = "livelock"
                    return t
                solved = [v[1] for n, v in opened.items() if v[0] == SOLVED and not is_max(n) and below(x, n[:-1])]
                score = alphabeta(tree, x, max(solved, default=-inf), h, t.leaves)
                t.fallbacks += 1
                opened[x] = [SOLVED, min(h, score), True]
            else:
                opened[x][2] = False
                flag = True
        elif is_max(x):
            up, j = x[:-1], x[-1]
            del opened[x]
            if j == width(tree, up):
                opened[up] = [SOLVED, h, True]
            else:
                opened[(*up, j + 1)] = [LIVE, h, True]
        else:
            up = x[:-1]
            for y in [y for y in opened if y != x and below(y, up) and opened[y][1] <= h]:
                del opened[y]
            y = deepest([y for y in opened if below(y, up) and not opened[y][2]])
            if y is None:
                del opened[x]
                opened[up] = [SOLVED, h, True]
            else:
                opened[y][2] = True
                woken = y
