"""A search event by event, in sentences: alpha and beta at every step.

>>> import halfmove as hm
>>> log = hm.search(hm.trees.explicit([[3, 5], [2, 9]]), trace=True).log
>>> print("\\n".join(told(log)))  # doctest: +ELLIPSIS
Enter 0, where MAX is to move: alpha = -∞, beta = ∞.
  Enter 1, where MIN is to move: alpha = -∞, beta = ∞.
    Evaluate the leaf 1.1: 3.
    At 1 the best move for MIN is now 1.1: beta = 3.
    Evaluate the leaf 1.2: 5.
  Leave 1: it is worth 3.
  At 0 the best move for MAX is now 1: alpha = 3.
  Enter 2, where MIN is to move: alpha = 3, beta = ∞.
    Evaluate the leaf 2.1: 2.
    At 2 the best move for MIN is now 2.1: beta = 2.
    Alpha cut-off at 2: ... 2.2 is not looked at.
  Leave 2: it is worth at most 2, which is not more than alpha = 3.
Leave 0: it is worth 3.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from halfmove.algorithms.registry import find
from halfmove.base.gate import checked
from halfmove.kernels.declaration import Algorithm
from halfmove.kernels.primitives import LOWER, UPPER
from halfmove.model import Score
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
    ROUND,
    STATUS_LETTERS,
    STOP,
    VISIT,
    WAIT,
    WORK,
    Lists,
    Log,
    Row,
)
from halfmove.recording.sentences import EVENTS, MIRRORED
from halfmove.tracing.why import reasons, shown

_KINDS = {ENTER: "enter", LEAF: "leaf", VISIT: "visit", RAISE: "raise", OPEN: "open", CLOSE: "close"}
_KINDS |= {KEEP: "keep", DROP: "drop", CUT: "cut", STOP: "stop", ROUND: "round", WORK: "work", WAIT: "wait"}
_ENDS = {0: "leave", LOWER: "leave with a lower bound", UPPER: "leave with an upper bound"}


@checked
def told(log: Log, rules: dict[str, str] | None = None) -> Iterator[str]:
    """Describe a search in sentences, event by event.

    Parameters
    ----------
    log : Log
        `Result.log` of a search with ``trace=True``.
    rules : dict of str to str, optional
        What each case of an operator does, see `rules_of`. Without it, cases are named by their numbers alone.

    Yields
    ------
    str
        A line for each event, and one for each reason why something is not looked at; indented by depth.

    Examples
    --------
    >>> import halfmove as hm
    >>> log = hm.search(hm.trees.explicit([3, 5]), trace=True).log
    >>> next(hm.tracing.told(log))
    'Enter 0, where MAX is to move: alpha = -∞, beta = ∞.'
    """
    for _, line in numbered(log, rules or {}):
        yield line


def numbered(log: Log, rules: dict[str, str]) -> Iterator[tuple[int | None, str]]:
    """The same lines, each event with its number from 1 on; a reason is not an event and has None."""
    why = defaultdict(list)
    for each in reasons(log):
        why[each.event].append(each.text)
    if any(row[0] == OPEN and row[2] >= REVERSED for row in log.rows):
        rules = {case: mirrored(rule) for case, rule in rules.items()}
    entered: list[Row] = []  # the nodes that were not yet left
    lists = Lists(log)
    for number, row in enumerate(log.rows):
        lists.take(number)
        indent = "  " * len(entered)
        if row[0] == LEAVE:  # the reasons for what it leaves out come before it is left
            yield from ((None, indent + text) for text in why.pop(number, ()))
            indent = indent[2:]
        state = _state(*lists.operator(row).state) if row[0] == CASE else ""
        yield number + 1, indent + describe(log, row, rules, entered.pop() if row[0] == LEAVE else None, state)
        yield from ((None, indent + text) for text in why.pop(number, ()))
        if row[0] == ENTER:
            entered.append(row)


def mirrored(rule: str) -> str:
    """A rule of an operator with the roles of MAX and MIN exchanged, as in DUAL*."""
    return re.sub("|".join(MIRRORED), lambda found: MIRRORED[found[0]], rule)


def describe(log: Log, row: Row, rules: dict[str, str], entered: Row | None, state: str) -> str:
    """What happens at one event.

    entered   where a node is left: the event at which it was entered
    state     where an operator is applied: the state that it takes
    """
    kind, node, aux, x, y = row
    name = log.name(node) if node >= 0 else ""
    move = log.nodes.move(node) if kind in (ENTER, LEAF, VISIT) else ""
    is_min = node >= 0 and log.nodes.depth(node) % 2 == 1
    values = {
        "node": f"{name} (move {move})" if move else name,
        "player": "MIN" if is_min else "MAX",
        "better": "beta" if is_min else "alpha",
        "x": shown(x),
        "y": shown(y),
        "aux": aux,
    }
    if kind == RAISE:
        values["child"] = log.name(aux)
    elif kind in (OPEN, CLOSE):
        values["state"] = _state(name, STATUS_LETTERS[aux % REVERSED], x)
    elif kind in (KEEP, DROP):
        values["kept"] = f"({name},{aux},{shown(x)},{shown(y)})"
    elif kind == CASE:
        values |= {"rule": rules.get(str(aux), ""), "state": state}
    elif kind == LEAVE and entered is not None:
        values |= {"low": shown(entered[3]), "high": shown(entered[4])}
    return EVENTS[_sentence(row, entered, rules)].format(**values)


def _state(name: str, status: str, merit: Score) -> str:
    return f"({name},{status},{shown(merit)})"


def _sentence(row: Row, entered: Row | None, rules: dict[str, str]) -> str:
    kind, _node, aux, x, y = row
    if kind == LEAVE:
        if entered is not None and entered[3] < entered[4]:
            if x <= entered[3] and entered[3] > float("-inf"):
                return "leave low"
            if x >= entered[4] and entered[4] < float("inf"):
                return "leave high"
        return _ENDS[aux]
    if kind == KNOWN:
        return "answered" if aux else "known exactly" if x == y else "known"
    if kind == CASE:
        return "end" if aux == 0 else "case" if str(aux) in rules else "case without a rule"
    if kind == LEAF:
        return "static" if aux else "leaf"
    return _KINDS[kind]


@checked
def rules_of(algorithm: Algorithm) -> dict[str, str]:
    """Return what the cases of an algorithm's operators do, from the table in its docstring.

    Parameters
    ----------
    algorithm : Algorithm
        A state-space search. One without such a table has the cases of SSS*.

    Returns
    -------
    dict of str to str
        The case -> a phrase that says what it does.

    Examples
    --------
    >>> import halfmove as hm
    >>> sorted(rules_of(hm.ALGORITHMS["sss_star"]))
    ['1', '2', '3', '4', '5', '6']
    """
    rules: dict[str, str] = {}
    last = ""
    for line in algorithm.contract.splitlines():
        if found := re.fullmatch(r"\s+case (\d)   (\S.*?)\s{2,}(\S.*)", line):
            last = found[1]
            rules[last] = f"{found[2]}: {found[3]}"
        elif last and (found := re.fullmatch(r"\s+(\d[a-z])  (\S.*)", line)):
            rules[last] += f" {found[1]}) {found[2]};"
    return {case: rule.rstrip(";") for case, rule in (rules or rules_of(find("sss_star"))).items()}
