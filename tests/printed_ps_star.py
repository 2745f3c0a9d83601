"""PS*(k) with the operator of Srimani 1985, table 3.1, case by case as printed.

Where the table is silent the thesis's own trace (appendix A) is followed: case 6d, the purge of OPEN in every case 6,
lower bounds handed down to the nodes that stay in BACKUP. Slow; a list form like those of `state_space_reference`.
"""

from __future__ import annotations

from math import inf
from typing import Any

from .state_space_reference import LIVE, SOLVED, at, below, equal_parts, is_leaf, is_max, key, width


def printed_ps_star(tree: Any, k: int) -> float:
    """The value that the printed operator finds, which may be wrong."""
    opened: list[Any] = [((), LIVE, inf)]
    backup: dict[Any, list[Any]] = {}  # MAX node -> [children generated, l, h]
    sizes = equal_parts(k)

    def put(*states: Any) -> None:
        opened.extend(states)
        opened.sort(key=key)

    def low(q: Any) -> float:
        return backup[q][1] if q in backup else -inf

    def ends(q: Any) -> list[int]:
        """The numbers of the last children of the partitions."""
        parts = sizes(width(tree, q))
        return [sum(parts[: i + 1]) for i in range(len(parts))]

    def next_partition(q: Any) -> None:
        begin, _, h = backup[q]
        end = min(e for e in ends(q) if e > begin)
        backup[q][0] = end
        put(*[((*q, j), LIVE, h) for j in range(begin + 1, end + 1)])

    def forget_below(i: Any) -> None:
        for q in [q for q in backup if below(q, i)]:
            del backup[q]

    while True:
        n, s, h = opened.pop(0)
        i = n[:-1]
        if n == () and s == SOLVED:
            return float(h)
        if s == LIVE and is_leaf(tree, n):
            score = min(at(tree, n), h)
            if not is_max(n) or n == () or score > low(i[:-1]):
                put((n, SOLVED, score))  # 3a: a MIN leaf keeps its score, however low
            elif i[-1] in ends(i[:-1]):
                put((i, SOLVED, low(i[:-1])))  # 3b: the last of its partition
            else:
                put((i, SOLVED, score))  # 3c
        elif s == LIVE and is_max(n):
            backup[n] = [0, low(n[:-2]) if n else -inf, h]
            next_partition(n)
        elif s == LIVE:
            put(((*n, 1), LIVE, h))
        elif is_max(n):
            forget_below(i)
            last = n[-1] == width(tree, i)
            put((i, SOLVED, h) if last or h <= low(i[:-1]) else ((*i, n[-1] + 1), LIVE, h))
        else:
            backup[i][1] = bound = max(backup[i][1], h)
            opened[:] = [state for state in opened if not below(state[0], i)]
            waiting = [q for q in backup if below(q, i) and backup[q][0] < width(tree, q)]
            if bound >= backup[i][2]:  # 6a
                forget_below(i)
                put((i, SOLVED, backup.pop(i)[2]))
            elif waiting:  # 6b
                for q in [q for q in backup if below(q, i)]:
                    backup[q][1] = max(backup[q][1], bound)
                    if q not in waiting and not any(below(c, q) for c in waiting):
                        del backup[q]
                next_partition(min(waiting, key=lambda q: (*q, inf)))
            else:
                forget_below(i)
                if backup[i][0] < width(tree, i):
                    next_partition(i)
                else:  # 6d
                    put((i, SOLVED, backup.pop(i)[1]))
