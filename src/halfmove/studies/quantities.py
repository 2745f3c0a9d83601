"""How a printed number is measured: the searches that it needs, and how their records become a number.

Everything here is a function of a `Setting` of `papers`. `searches` returns the cells that a study has to run for it,
and `measured` turns their records into a number with its error.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from halfmove.engine.search import search
from halfmove.game import Game
from halfmove.studies.conditions import CONDITIONS
from halfmove.studies.formulas import by_formula
from halfmove.studies.papers import Setting
from halfmove.studies.plans import Cell, count_for
from halfmove.studies.specs import AlgorithmSpec, TreeSpec
from halfmove.studies.statements import STATEMENTS, window_of
from halfmove.studies.statistics import share_interval, summarise
from halfmove.studies.work import Record
from halfmove.theory import alpha_beta_window, minimum_leaves
from halfmove.trees import NAMED, PAPERS, explicit, named

Records = Callable[[Cell], Sequence[Record]]

_SIZES = ("states", "open", "backup")
_MEANS = ("fewer on average", "below formula", "same ratio")
_CLAIMS = ("dominates", "equals", "attains minimum", "attains maximum", *_MEANS)
_SHARES = ("trees with fewer percent", "trees with more percent")
_PAIRS = ("leaves more percent", "dominates", "equals", "fewer on average", "same ratio", *_SHARES)
_COUNTED = (
    "leaves",
    "leaves sd",
    "leaves percent",
    "leaves more percent",
    "nodes",
    "value",
    *_SHARES,
    *_SIZES,
    *_CLAIMS,
)
_UNMEASURED = {"input": "chosen by the authors, not measured", "remark": "quoted in passing, nothing to run"}

# The largest number of states is the same on all trees of a shape, so a few trees are enough.
_SIZE_TREES = 10
# A claim about all trees is tried on more trees than other cells have: `_CLAIM_TIMES` as many if they are small. The
# factor is smaller for large trees, so that it times the leaves of a tree is at most `_CLAIM_LEAVES`; it is at least 1.
_CLAIM_TIMES, _CLAIM_LEAVES = 50, 5000
_RESAMPLES = 1000
_TRIED = 100  # the most trees on which conditions are tried: each is checked at every node
_SEED = 1  # of these trees
_MOSTLY = 0.9  # the share of trees that counts as almost all
_SAME_RATIO = 10  # percent of the leaves of `against` by which two equal ratios may differ


@dataclass(frozen=True)
class Measurement:
    """One of our numbers.

    mean         the number; None if it cannot be measured, and `note` says why
    low, high    its 95 % interval; None for a single tree, both equal to `mean` where there is no error
    trees        how many trees it is from; 0 for a formula
    one_tree     its standard error if it were from one tree; from n trees the error is 1/sqrt(n) of that
    exact        no error is possible: a formula, a written tree, a count that is the same on every tree
    expected     the mean by theory, where there is a formula for the measured leaves
    note         a remark for the reader
    chosen       it is from a tree that was chosen to have the printed number, because the paper's tree is lost
    """

    mean: float | None = None
    low: float | None = None
    high: float | None = None
    trees: int = 0
    one_tree: float | None = None
    exact: bool = False
    note: str = ""
    expected: float | None = None
    chosen: bool = False


def exactly(number: float, trees: int = 0, note: str = "") -> Measurement:
    return Measurement(number, number, number, trees, 0.0, True, note)


def nothing(note: str) -> Measurement:
    return Measurement(note=note)


def searches(setting: Setting, trees: int) -> list[Cell]:
    """The cells to run for a setting if `trees` are wanted; empty if nothing has to be searched."""
    if setting.quantity not in _COUNTED or setting.algorithm is None or setting.family is None or _written(setting):
        return []
    kind = TreeSpec.of(setting.family, **setting.tree)
    given = [AlgorithmSpec.of(setting.algorithm, **setting.parameters)]
    if setting.quantity in _PAIRS and setting.against is not None:
        given.append(AlgorithmSpec.of(setting.against, **setting.against_parameters))
    kinds = [kind]
    if setting.quantity == "same ratio":
        kinds.append(TreeSpec.of(setting.family, **{**setting.tree, **setting.arguments}))
    return [Cell(each, one, count_for(each, _count(setting, trees))) for each in kinds for one in given]


def _count(setting: Setting, trees: int) -> int:
    if setting.algorithm == "minimax":
        return 1  # it evaluates every leaf of any tree
    if setting.quantity in _SIZES:
        return min(trees, _SIZE_TREES)
    if setting.quantity in ("dominates", "equals"):
        leaves = setting.tree["width"] ** setting.tree["depth"]
        return int(trees * max(1, min(_CLAIM_TIMES, _CLAIM_LEAVES // leaves)))
    return trees


def measured(setting: Setting, trees: int, records: Records, example: Any = None) -> Measurement:
    """Our number for a setting.

    records   the records of a cell of `searches`
    example   the tree that the paper writes down, for settings about one of its leaves that do not name the tree
    """
    quantity = setting.quantity
    if quantity in _UNMEASURED:
        return nothing(_UNMEASURED[quantity])
    if quantity in STATEMENTS:
        held = STATEMENTS[quantity](setting, trees)
        return _mostly(held) if quantity == "mostly same leaves" else _holds(held)
    if quantity == "stack":
        return exactly(setting.tree["depth"])
    if quantity == "leaf value":
        return _leaf(setting, example)
    if quantity == "holds" and setting.formula in CONDITIONS:
        return _tried(setting, trees)
    if _written(setting):
        return _on_written_tree(setting)
    cells = searches(setting, trees)
    if not cells and setting.formula is not None:
        return exactly(by_formula(setting))
    if not cells:
        return nothing("the tree is not known")
    results = [_within(records(cell), cell.repetitions) for cell in cells]
    if not all(results):
        return nothing("stopped before its trees were searched")
    return replace(_MEASURES[quantity](setting, *results), expected=_expected(setting, cells[0]))


def _within(records: Sequence[Record], wanted: range) -> list[Record]:
    return [record for record in records if record.repetition in wanted]


def _expected(setting: Setting, cell: Cell) -> float | None:
    if setting.quantity not in ("leaves", "leaves percent") or setting.algorithm == "minimax":
        return None
    leaves = cell.expected_leaves
    if leaves is None or setting.quantity == "leaves":
        return leaves
    return float(100 * leaves / setting.tree["width"] ** setting.tree["depth"])


def _leaf(setting: Setting, example: Any) -> Measurement:
    tree = setting.tree.get("tree", example)
    if tree is None:
        return nothing("the tree is not known")
    for number in str(setting.arguments["node"]).split("."):
        tree = tree[int(number) - 1]
    return exactly(tree, 1)


def _written(setting: Setting) -> bool:
    """Whether the setting is about a single tree, which it writes down or names."""
    return setting.family == "explicit" or setting.family in PAPERS


def _on_written_tree(setting: Setting) -> Measurement:
    if setting.family == "explicit":
        return _searched(setting, explicit(setting.tree["tree"]))
    name = f"{setting.family}:{setting.tree['tree']}"
    found = _searched(setting, named(name))
    if not NAMED[name].witness or setting.algorithm == "minimax":  # minimax depends on the shape alone
        return found
    return replace(
        found, chosen=True, note=f"on {name}, which was chosen to have this number; the paper's tree is lost"
    )


def _searched(setting: Setting, tree: Game) -> Measurement:
    if setting.quantity in ("alpha", "beta"):
        low, high = alpha_beta_window(tree, setting.arguments["node"], viewpoint="parent")
        return exactly(low if setting.quantity == "alpha" else high, 1)
    result = search(
        tree,
        setting.algorithm or "minimax",
        window=window_of(setting.window),
        compiled=False,
        trace=setting.quantity == "listings",
        **setting.parameters,
    )
    counts = result.counts
    answers: dict[str, Any] = {
        "leaves": counts.leaves,
        "nodes": counts.nodes,
        "value": result.value,
        "open": counts.max_open,
        "backup": counts.max_backup,
        "states": counts.max_open + counts.max_backup,
        "listings": len(result.events or ()),
    }
    return exactly(answers[setting.quantity], 1)


def _tried(setting: Setting, trees: int) -> Measurement:
    """A statement about all trees, tried on some trees and on the one that is known to contradict it."""
    check = CONDITIONS[setting.formula or ""]
    kind = TreeSpec.of(setting.family or "uniform", **setting.tree)
    each = [kind.make(kind.seed(_SEED, number)) for number in range(1, min(trees, _TRIED) + 1)]
    return _holds([check(tree) for tree in (*each, *([explicit(setting.witness)] if setting.witness else []))])


def _mean(numbers: Sequence[float], same: bool = False) -> Measurement:
    s = summarise(numbers)
    if same or s.deviation == 0:
        return exactly(s.mean, s.count)
    return Measurement(s.mean, s.low, s.high, s.count, s.deviation)


def _leaves(setting: Setting, records: Sequence[Record]) -> Measurement:
    return _mean([record.leaves for record in records], setting.algorithm == "minimax")


def _percent(setting: Setting, records: Sequence[Record]) -> Measurement:
    every = setting.tree["width"] ** setting.tree["depth"]
    return _mean([100 * record.leaves / every for record in records], setting.algorithm == "minimax")


def _nodes(setting: Setting, records: Sequence[Record]) -> Measurement:
    return _mean([record.nodes for record in records], setting.algorithm == "minimax")


def _value(_: Setting, records: Sequence[Record]) -> Measurement:
    return _mean([record.value for record in records])


def _deviation(_: Setting, records: Sequence[Record]) -> Measurement:
    """The standard deviation. Its interval is found by resampling, because leaves are not normally distributed."""
    numbers = np.array([record.leaves for record in records], dtype=float)
    count = len(numbers)
    if count < 2:
        return nothing("one tree has no deviation")
    drawn = np.random.default_rng(count).choice(numbers, (_RESAMPLES, count)).std(axis=1, ddof=1)
    low, high = np.quantile(drawn, (0.025, 0.975))
    return Measurement(
        float(numbers.std(ddof=1)), float(low), float(high), count, float(drawn.std()) * math.sqrt(count)
    )


def _more(_: Setting, records: Sequence[Record], others: Sequence[Record]) -> Measurement:
    """By how many percent the mean exceeds that of the other algorithm, on the same trees."""
    pairs = _paired(records, others)
    count = len(pairs)
    a, b = math.fsum(x for x, _ in pairs) / count, math.fsum(y for _, y in pairs) / count
    ratio = a / b
    s = summarise([100 * (x - ratio * y) / b for x, y in pairs])  # the error of a ratio of means, to first order
    mean = 100 * (ratio - 1)
    if s.deviation is None or s.low is None or s.high is None:
        return Measurement(mean, trees=count)
    if s.deviation == 0:
        return exactly(mean, count)
    return Measurement(mean, mean + s.low - s.mean, mean + s.high - s.mean, count, s.deviation)


def _share(counts: Callable[[int, int], bool]) -> Callable[..., Measurement]:
    """The percentage of trees on which `counts` is true for the leaves of both algorithms."""

    def check(_: Setting, records: Sequence[Record], others: Sequence[Record]) -> Measurement:
        pairs = _paired(records, others)
        seen, count = sum(counts(a, b) for a, b in pairs), len(pairs)
        low, high = share_interval(seen, count)
        share = seen / count
        deviation = 100 * math.sqrt(share * (1 - share))
        return Measurement(100 * share, 100 * low, 100 * high, count, deviation, note=f"on {seen:,} of {count:,} trees")

    return check


def _paired(records: Iterable[Record], others: Iterable[Record]) -> list[tuple[int, int]]:
    theirs = {record.repetition: record.leaves for record in others}
    return [(record.leaves, theirs[record.repetition]) for record in records if record.repetition in theirs]


def _largest(setting: Setting, records: Sequence[Record]) -> Measurement:
    most_open = max(record.max_open for record in records)
    most_backup = max(record.max_backup for record in records)
    number = {"open": most_open, "backup": most_backup}.get(setting.quantity, most_open + most_backup)
    expected = by_formula(setting) if setting.formula is not None else number
    note = "" if number == expected else f"the formula gives {expected:g}"
    return exactly(number, len(records), note)


def _claim(holds: Callable[[int, int], bool]) -> Callable[..., Measurement]:
    def check(setting: Setting, records: Sequence[Record], others: Sequence[Record]) -> Measurement:
        pairs = _paired(records, others)
        if setting.witness:
            pairs.append(_on_witness(setting))
        return _holds([holds(a, b) for a, b in pairs])

    return check


def _on_witness(setting: Setting) -> tuple[int, int]:
    """The leaves of both algorithms on the tree that is known to contradict the claim."""
    tree, against = explicit(setting.witness), setting.against or "minimax"
    one = search(tree, setting.algorithm or "minimax", compiled=False, **setting.parameters)
    other = search(tree, against, compiled=False, **setting.against_parameters)
    return one.counts.leaves, other.counts.leaves


def _attains(setting: Setting, records: Sequence[Record]) -> Measurement:
    width, depth = setting.tree["width"], setting.tree["depth"]
    wanted = minimum_leaves(width, depth) if setting.quantity == "attains minimum" else width**depth
    return _holds([record.leaves == wanted for record in records])


def _fewer(setting: Setting, records: Sequence[Record], others: Sequence[Record]) -> Measurement:
    """Whether the mean is below that of the other algorithm, on the same trees."""
    more = _more(setting, records, others)
    return _lower(more, 0, f"{_percent_more(more)} leaves")


def _lower(ours: Measurement, bound: float, note: str) -> Measurement:
    """Whether a mean is below a bound. The answer is not exact if the mean is above it but its error allows less."""
    assert ours.mean is not None
    answer = exactly(float(ours.mean < bound), ours.trees, note)
    unclear = ours.mean >= bound and not ours.exact and (ours.low is None or ours.low < bound)
    return replace(answer, exact=False, one_tree=None) if unclear else answer


def _percent_more(more: Measurement) -> str:
    interval = "" if more.low is None or more.high is None else f" ({more.low:+.1f} .. {more.high:+.1f})"
    return f"{more.mean:+.1f} %{interval}"


def _below(setting: Setting, records: Sequence[Record]) -> Measurement:
    """Whether the mean is below the value of the formula."""
    ours, bound = _leaves(setting, records), by_formula(setting)
    return _lower(ours, bound, f"{ours.mean:,.1f}, and {bound:,.1f} by the formula")


def _same_ratio(
    setting: Setting,
    records: Sequence[Record],
    others: Sequence[Record],
    elsewhere: Sequence[Record],
    others_elsewhere: Sequence[Record],
) -> Measurement:
    """Whether the ratio of both is the same on these trees and on others, within the errors and `_SAME_RATIO`."""
    here, there = _more(setting, records, others), _more(setting, elsewhere, others_elsewhere)
    assert here.mean is not None
    assert there.mean is not None
    errors = [0.0 if each.low is None or each.mean is None else each.mean - each.low for each in (here, there)]
    same = abs(here.mean - there.mean) <= _SAME_RATIO + math.hypot(*errors)
    where = ", ".join(f"{key} {value}" for key, value in setting.arguments.items())
    return exactly(float(same), here.trees, f"{_percent_more(here)} leaves; {where}: {_percent_more(there)}")


def _mostly(held: Sequence[bool]) -> Measurement:
    return exactly(float(sum(held) >= _MOSTLY * len(held)), len(held), _holds(held).note)


def _holds(held: Sequence[bool]) -> Measurement:
    return exactly(float(all(held)), len(held), f"holds on {sum(held):,} of {len(held):,} trees")


_MEASURES: Mapping[str, Callable[..., Measurement]] = {
    "leaves": _leaves,
    "leaves sd": _deviation,
    "leaves percent": _percent,
    "leaves more percent": _more,
    "trees with fewer percent": _share(lambda a, b: a < b),
    "trees with more percent": _share(lambda a, b: a > b),
    "nodes": _nodes,
    "value": _value,
    "states": _largest,
    "open": _largest,
    "backup": _largest,
    "dominates": _claim(lambda a, b: a <= b),
    "equals": _claim(lambda a, b: a == b),
    "attains minimum": _attains,
    "attains maximum": _attains,
    "fewer on average": _fewer,
    "below formula": _below,
    "same ratio": _same_ratio,
}
