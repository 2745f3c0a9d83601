"""Random trees, windows, limits and parameters: does any search make a false claim?

`python -m tests.attacks.searches [SEED] [COUNT]` makes COUNT searches, at both speeds.
"""

from __future__ import annotations

import math
import random
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

import halfmove as hm
from halfmove.errors import HalfmoveError, UsageError
from tests.attacks import as_command, sentence_fault
from tests.conftest import MOVE_ONLY, NOT_MINIMAX, VALUES, full, ragged

LARGEST = sys.float_info.max

# Leaves of every kind of number that Python has, including the limits of their ranges.
LEAVES: dict[str, Any] = VALUES | {
    "halves": lambda chance: chance.choice([-1, 0, 1, 0.5, -0.5]),
    "tiny": lambda chance: chance.choice([0.0, 5e-324, -5e-324, 1e-308]),
    "huge": lambda chance: chance.choice([-LARGEST, LARGEST, 1.5e308, -1.5e308, 0.0]),
    "long": lambda chance: chance.choice([2**60 + 1, 2**60, 2**53 + 1, -(2**53) - 1, 2**62 - 1, 1 - 2**62, 0]),
    "NumPy's": lambda chance: chance.choice([np.int8(-3), np.uint8(3), np.int64(2), 1]),
    "one": lambda chance: 1,
}

ENDS: tuple[Any, ...] = (
    *range(-5, 6),
    *(-0.5, 0.5, 1.5, 0.0, -3.0, 1e-320),
    *(2**53 + 1, 2**60 + 1, -(2**60) - 1, 2.0**60, 2**62, 2**64, -(2**70)),
    *(LARGEST, -LARGEST, 1.7e308, -1.7e308, math.inf, -math.inf),
    *(np.uint8(3), np.int8(-3), np.float32(0.5), np.float64(2), Fraction(1, 2), Fraction(-3), np.uint64(2**63)),
)


def brute(tree: Any, sign: int = 1) -> Any:
    """The minimax value for MAX, by Python's exact comparisons of ints and floats."""
    if not isinstance(tree, list):
        return tree
    return (max if sign > 0 else min)(brute(child, -sign) for child in tree)


def any_tree(chance: random.Random) -> Any:
    leaves = LEAVES[chance.choice(list(LEAVES))]
    if chance.random() < 0.4:
        sizes = [(1, 4), (2, 2), (2, 4), (2, 5), (3, 3), (4, 2), (5, 1), (12, 1)]
        return full(chance, *chance.choice(sizes), leaves)
    shape = chance.randint(0, 5), leaves, chance.randint(1, 4), chance.choice([0, 0.2, 0.4])
    return ragged(chance, *shape)


def any_window(chance: random.Random, true: Any) -> Any:
    if chance.random() < 0.3:
        return None
    near = (true, true - 1, true + 1) if abs(true) < 2**61 else (true,)
    low, high = chance.choice((*ENDS, *near)), chance.choice((*ENDS, *near))
    if chance.random() < 0.3:
        low = -math.inf
    elif chance.random() < 0.3:
        high = math.inf
    try:
        return hm.Window.of((low, high)) and (low, high)
    except UsageError:
        return None


def any_limits(chance: random.Random) -> Any:
    shape = chance.random()
    if shape < 0.3:
        return None
    if shape < 0.65:
        return hm.Limits(nodes=chance.choice([1, 2, 3, chance.randint(1, 60)]))
    if shape < 0.95:
        return hm.Limits(memory=chance.choice([1, 7, 8, 64, chance.randint(1, 6000), 10**6]))
    return hm.Limits(seconds=1e-9)


def any_parameters(chance: random.Random, algorithm: hm.kernel.Algorithm) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for parameter in algorithm.parameters:
        if not parameter.required and chance.random() < 0.4:
            continue
        if parameter.kind == "choice":
            chosen[parameter.name] = chance.choice(parameter.choices)
        elif parameter.kind == "flag":
            chosen[parameter.name] = True
        elif parameter.kind == "score":
            chosen[parameter.name] = chance.choice([0, 1, 2, 4, 0.5, 1e300, 2**61])
        elif parameter.kind == "data":
            chosen[parameter.name] = [chance.randint(1, 3) for _ in range(3)]
        else:
            chosen[parameter.name] = chance.choice([parameter.least or 1, 2, 3, 5])
    if {"phases", "partitions"} <= set(chosen):
        del chosen[chance.choice(["phases", "partitions"])]
    return chosen


def faults(tree: Any, window: Any, limits: Any, r: hm.Result) -> list[str]:
    """The claims of a result that are false."""
    true = brute(tree)
    found = []
    if r.bound == "exact" and r.value != true:
        found.append("its value is not the true one")
    if r.bound == "lower" and not r.value <= true:
        found.append("its lower bound lies above the true value")
    if r.bound == "upper" and not r.value >= true:
        found.append("its upper bound lies below the true value")
    if type(r.value) not in (int, float) or r.value != r.value:
        found.append("its value is not a Python number")
    most = math.inf if limits is None or limits.nodes is None else limits.nodes
    if r.counts.leaves > most or r.counts.nodes - r.counts.leaves > most:
        found.append("it entered more nodes than allowed")
    if isinstance(tree, list) and r.parameters.get("operator") == "printed":
        found += _printed_faults(r)
    elif r.stopped is None and r.algorithm not in NOT_MINIMAX | MOVE_ONLY:
        found += _finished_faults(true, window, r)
    found += _line_faults(tree, true, r)
    return found


def _printed_faults(r: hm.Result) -> list[str]:
    """PS* with the printed operator may be wrong: it must estimate, or must have been stopped and claim nothing."""
    nothing = r.stopped is not None and (r.bound, r.value) in (("lower", -math.inf), ("upper", math.inf))
    return [] if r.bound == "estimate" or nothing else ["the printed operator claims to prove something"]


def _finished_faults(true: Any, window: Any, r: hm.Result) -> list[str]:
    """A search that reached its end must show on which side of its window the value is."""
    low, high = hm.Window.of(window)
    if low < true < high or (true == low == -math.inf) or (true == high == math.inf):
        return [] if r.bound == "exact" else ["the value lies inside the window and is not exact"]
    if r.bound == "estimate":
        return ["an estimate"]
    if true <= low:
        return [] if r.bound == "exact" or r.value <= low else ["the bound does not show that the value is so low"]
    return [] if r.bound == "exact" or r.value >= high else ["the bound does not show that the value is so high"]


def _line_faults(tree: Any, true: Any, r: hm.Result) -> list[str]:
    """Every position on an exact line must have the value of the root; the move of a lower bound must reach it."""
    if r.bound == "exact" and r.algorithm not in NOT_MINIMAX:
        at, sign = tree, 1
        for move in r.line:
            if not isinstance(at, list):
                return ["its line continues after a leaf"]
            at, sign = at[move - 1], -sign
            if brute(at, sign) != true:
                return [f"its line {r.line} leaves the value of the root"]
        if isinstance(at, list):
            return [f"its line {r.line} does not reach a leaf"]
    if r.bound == "lower" and r.move is not None and not brute(tree[r.move - 1], -1) >= r.value:
        return ["its move does not reach the lower bound"]
    return []


def attack(
    seed: int,
    count: int,
    report: Callable[[str], None] = lambda _: None,
    speeds: tuple[bool, ...] = (False, True),
    trace: bool = False,
    choices: bool = True,
) -> tuple[Counter[str], dict[str, str]]:
    """Search `count` times, each case at all speeds. Returns how often searches ended in each way, and the faults.

    Without `choices`, parameters that need other machine code are not changed.
    """
    chance = random.Random(f"searches {seed}")
    tried: Counter[str] = Counter()
    faults: dict[str, str] = {}
    while tried.total() < count:
        tree = any_tree(chance)
        name = chance.choice(sorted(hm.ALGORITHMS))
        algorithm = hm.ALGORITHMS[name]
        parameters = any_parameters(chance, algorithm)
        if not choices:
            fixed = {each.name for each in algorithm.parameters if each.kind == "choice"}
            parameters = {key: it for key, it in parameters.items() if key not in fixed}
        window, limits = any_window(chance, brute(tree)), any_limits(chance)
        answers = []
        for compiled in speeds:
            how = {"window": window, "limits": limits, "compiled": compiled, "trace": trace} | parameters
            end, answer, fault = searched(tree, name, how)
            tried[end] += 1
            answers.append(answer)
            if fault is not None:
                faults[f"{tree!r} {name} {how}"] = fault
        by_work = limits is None or limits.nodes is not None  # other limits end the speeds at different moments
        if by_work and any(answer != answers[0] for answer in answers):
            faults[f"{tree!r} {name} {how}"] = f"the speeds differ: {answers}"
    for case, fault in faults.items():
        report(f"{case}: {fault}")
    return tried, faults


def searched(tree: Any, name: str, how: dict[str, Any]) -> tuple[str, Any, str | None]:
    """How a search ended, its answer, and the faults of the answer."""
    try:
        r = hm.search(hm.trees.explicit(tree), name, **how)
        found = faults(tree, how["window"], how["limits"], r)
        answer = (r.value, r.bound, r.counts, r.line)
        return r.stopped or "to the end", answer, f"{answer}: {', '.join(found)}" if found else None
    except HalfmoveError as error:
        return "refused", str(error), sentence_fault(str(error))
    except Exception as error:
        return "error", None, f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    as_command(attack, "searches")
