"""Run the studies behind these pages, and write their numbers, tables and figures.

python docs/findings/build.py                  all of them; what is in the store is not computed again
python docs/findings/build.py memory_curve     one of them
python docs/findings/build.py --times          measure the times of which_wins again as well

A study NAME.toml gives NAME.csv (a row a cell), NAME-*.svg, and what stands in NAME.md between a line
`<!-- table: KEY -->` and the next `<!-- end -->`. The words around the tables are written by hand. Needs matplotlib:
pip install 'halfmove[plot]'.
"""

from __future__ import annotations

import argparse
import csv
import math
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any

from halfmove import studies, theory
from halfmove.search.batch import Searcher
from halfmove.studies.run import signature
from halfmove.studies.table import as_csv

HERE = Path(__file__).parent
NAMES = ("unequal_partitions", "memory_curve", "alpha_beta_deviation", "which_wins")
KEPT = 3  # trees of each cell whose leaves are kept one by one, for a test to compare with
INK = ("#1b5e8a", "#c4572b", "#3c8d40", "#8a4fa3", "#b58900", "#666666", "#d33682", "#00897b")

Tables = dict[str, str]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Run the studies behind the findings and write their pages.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}; all when left out")
    parser.add_argument("--jobs", type=int, help="processes; as many as there are cores when left out")
    parser.add_argument("--store", type=Path, help="an SQLite file for the results")
    parser.add_argument("--times", action="store_true", help="measure the times of which_wins again")
    given = parser.parse_args(arguments)
    for name in given.names or NAMES:
        if name not in NAMES:
            parser.error(f"there is no finding {name!r}; the choices are {', '.join(NAMES)}")
        table = studies.run(plan_of(name), given.jobs, given.store or default_store(), progress_of(name))
        if table.disagreements():
            sys.exit("\n".join(table.disagreements()))
        (HERE / f"{name}.csv").write_text(as_csv(COLUMNS, cell_rows(table)), encoding="utf-8")
        if name == "which_wins" and (given.times or not TIMES.exists()):
            TIMES.write_text(as_csv(TIME_COLUMNS, measure_times(table)), encoding="utf-8")
        patch(HERE / f"{name}.md", PAGES[name](table))


def plan_of(name: str, **instead: Any) -> studies.Plan:
    return studies.load(HERE / f"{name}.toml", **instead)


def default_store() -> Path:
    """One a version of the code: a store of another version is refused."""
    folder = HERE.parent.parent / ".cache"
    folder.mkdir(exist_ok=True)
    return folder / f"findings-{re.sub('[^0-9a-z]+', '-', signature()).strip('-')}.db"


def progress_of(name: str) -> Callable[[int, int], None]:
    def tell(done: int, total: int) -> None:
        if sys.stderr.isatty() or done == total:
            print(f"\r{name}: {done} of {total} searches", end="\n"[done < total :], file=sys.stderr, flush=True)

    return tell


# Numbers

COLUMNS = ("tree", "algorithm", "trees", "mean", "deviation", "low", "high", "max_open", "max_backup", "first")


def cell_rows(table: studies.Table) -> Iterable[dict[str, Any]]:
    """A row a cell: the leaves, the largest OPEN and BACKUP of any tree, and the leaves of the first trees."""
    for cell, records in table.cells():
        s = studies.summarise([record.leaves for record in records])
        yield {
            "tree": str(cell.tree),
            "algorithm": str(cell.algorithm),
            "trees": s.count,
            "mean": f"{s.mean:.2f}",
            "deviation": f"{s.deviation:.2f}",
            "low": f"{s.low:.2f}",
            "high": f"{s.high:.2f}",
            "max_open": max(record.max_open for record in records),
            "max_backup": max(record.max_backup for record in records),
            "first": " ".join(str(record.leaves) for record in records[:KEPT]),
        }


def leaves_of(records: Iterable[studies.Record]) -> list[int]:
    return [record.leaves for record in records]


def mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers)


def by_tree(table: studies.Table) -> dict[studies.TreeSpec, dict[studies.AlgorithmSpec, tuple[studies.Record, ...]]]:
    found: dict[Any, dict[Any, Any]] = {}
    for cell, records in table.cells():
        found.setdefault(cell.tree, {})[cell.algorithm] = records
    return found


# Text and drawings


def markdown(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|---" + "|---:" * (len(heads) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def patch(page: Path, tables: Tables) -> None:
    """Put the tables between their marks; every one must have its place."""
    text = page.read_text(encoding="utf-8")
    for key, content in tables.items():
        pattern = re.compile(rf"(<!-- table: {re.escape(key)} -->\n).*?(<!-- end -->)", re.DOTALL)
        if not pattern.search(text):
            sys.exit(f"{page.name} has no place for the table {key!r}")
        text = pattern.sub(lambda match, new=content: f"{match[1]}\n{new}\n{match[2]}", text)
    page.write_text(text, encoding="utf-8")


def canvas(rows: int, columns: int, width: float = 10, height: float = 3.2, **options: Any) -> Any:
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    plt.rcParams.update(
        {
            "svg.hashsalt": "halfmove",
            "svg.fonttype": "none",
            "font.size": 9,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "grid.color": "#e5e5e5",
            "axes.axisbelow": True,
            "legend.frameon": False,
            "axes.titlesize": 10,
        }
    )
    return plt.subplots(rows, columns, figsize=(width, height * rows), squeeze=False, layout="constrained", **options)


def save(figure: Any, name: str) -> None:
    import matplotlib.pyplot as plt

    path = HERE / f"{name}.svg"
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    plt.close(figure)
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    text = "\n".join(line for line in lines if line and not re.fullmatch("<!--.*-->", line))
    path.write_text(text + "\n", encoding="utf-8")


def size_of(tree: studies.TreeSpec) -> str:
    width, depth = tree.size
    return f"T({width},{depth})"


def kind_of(tree: studies.TreeSpec) -> str:
    """What the order of the moves is, in a few words."""
    given = tree.all_arguments
    if tree.name != "ordered":
        return "independent leaves"
    order, p = given["order"], given["probability"]
    if order in ("first", "geometric"):
        return f"{order} {p:g}"
    if order in (1, "random"):
        return "random order"
    return str(order) if isinstance(order, str) else f"R = {order}" + (f", p = {p:g}" if p != 1 else "")


# 1. PS* with unequal partitions

SCHEMES = ("one first", "half first", "growing", "shrinking", "large first, then ones", "two, small first")
SCHEMES += ("two, large first",)


def scheme_of(sizes: Sequence[int]) -> str:
    """The name of a way to cut the sons of a node.

    >>> [scheme_of(sizes) for sizes in ([8, 8], [1, 8, 7], [4, 8, 4], [1, 2, 4, 8, 1], [8, 4, 2, 1, 1], [15, 1])]
    ['equal', 'one first', 'half first', 'growing', 'shrinking', 'two, large first']
    """
    if len(set(sizes)) == 1:
        return "equal"
    if len(sizes) == 2:
        return "two, small first" if sizes[0] < sizes[1] else "two, large first"
    if sizes[0] == max(sizes):
        return "large first, then ones" if set(sizes[1:]) == {1} else "shrinking"
    if sizes[0] > 1:
        return "half first"
    return "growing" if max(sizes) >= 4 and sizes[1] == 2 else "one first"


def storage_of(records: Iterable[studies.Record]) -> int:
    """What has to be reserved: the most states that OPEN and BACKUP held on any of the trees."""
    return max(record.max_open + record.max_backup for record in records)


def interpolated(points: Sequence[tuple[float, float]], x: float) -> float:
    """On the line through the points, on logarithmic scales."""
    points = sorted(points)
    x = min(max(x, points[0][0]), points[-1][0])
    for (x0, y0), (x1, y1) in pairwise(points):
        if x0 <= x <= x1:
            part = math.log(x / x0) / math.log(x1 / x0)
            return math.exp(math.log(y0) + part * math.log(y1 / y0))
    raise AssertionError("unreachable")


def unequal_partitions(table: studies.Table) -> Tables:
    found: dict[str, dict[str, dict[tuple[int, ...], tuple[int, float]]]] = {}
    for tree, some in by_tree(table).items():
        cuts = {a.named["partitions"]: (storage_of(r), mean(leaves_of(r))) for a, r in some.items()}
        found.setdefault(size_of(tree), {})[kind_of(tree)] = cuts
    kinds = list(next(iter(found.values())))
    curves = {
        (size, kind): [point for sizes, point in cuts.items() if scheme_of(sizes) == "equal"]
        for size, by_kind in found.items()
        for kind, cuts in by_kind.items()
    }
    # Against equal partitions of the same storage
    rows = []
    for scheme in SCHEMES:
        row: list[Any] = [scheme]
        for kind in kinds:
            ratios = [
                leaves / interpolated(curves[size, kind], storage)
                for size, by_kind in found.items()
                for sizes, (storage, leaves) in by_kind[kind].items()
                if scheme_of(sizes) == scheme
            ]
            row.append(f"{geometric_mean(ratios):.3f}")
        rows.append(row)
    tables = {"at equal storage": markdown(["partitions", *kinds], rows)}
    # Against equal partitions of the same largest size
    for size, largest in (("T(24,4)", 12), ("T(24,4)", 6), ("T(16,4)", 4), ("T(8,6)", 4)):
        rows = []
        for sizes in next(iter(found[size].values())):
            if max(sizes) == largest:
                cells = [found[size][kind][sizes] for kind in kinds]
                told = " ".join(map(str, sizes)) if len(sizes) < 9 else " ".join(map(str, sizes[:5])) + " ..."
                rows.append([told, max(storage for storage, _ in cells), *[f"{leaves:.0f}" for _, leaves in cells]])
        tables[f"{size} parts of {largest}"] = markdown(["partitions", "storage", *kinds], rows)
    tables["against alpha-beta"] = markdown(["tree", "partitions", *kinds], against_alpha_beta(table, kinds))
    # The drawing
    for size in found:
        figure, axes = canvas(2, 4, 12, 3.3, sharex=True)
        for axis, kind in zip(axes.flat, kinds, strict=False):
            curve = sorted(curves[size, kind])
            axis.plot(*zip(*curve, strict=True), "o-", color="black", ms=4, lw=1, label="equal")
            for colour, mark, scheme in zip(INK, "xxx+xxx", SCHEMES, strict=False):
                points = [point for sizes, point in found[size][kind].items() if scheme_of(sizes) == scheme]
                axis.plot(*zip(*points, strict=True), mark, ls="", color=colour, ms=6, mew=1.5, label=scheme)
            axis.set(title=kind, xscale="log", ylim=(0, None))
        axes[1][3].axis("off")
        axes[1][3].legend(*axes[0][0].get_legend_handles_labels(), loc="center")
        figure.supxlabel("largest OPEN + BACKUP")
        figure.supylabel("leaves, mean")
        figure.suptitle(f"PS* on {size}")
        save(figure, f"unequal_partitions-{size[2:-1].replace(',', '-')}")
    return tables


def against_alpha_beta(table: studies.Table, kinds: Sequence[str]) -> list[list[str]]:
    """PS* with single sons is alpha-beta, leaf for leaf: how far from it, and on how many trees above it."""
    found: dict[tuple[str, tuple[int, ...]], dict[str, str]] = {}
    for tree, some in by_tree(table).items():
        cuts = {a.named["partitions"]: leaves_of(records) for a, records in some.items()}
        width, _ = tree.size
        half = width // 2
        alpha_beta = cuts[(1,) * width]
        for sizes in ((half, half), (1, half, half - 1), (1, width - 1)):
            change = mean(cuts[sizes]) / mean(alpha_beta) - 1
            more = sum(a > b for a, b in zip(cuts[sizes], alpha_beta, strict=True))
            found.setdefault((size_of(tree), sizes), {})[kind_of(tree)] = f"{change:+.1%} ({more})"
    return [[size, " ".join(map(str, sizes)), *[row[kind] for kind in kinds]] for (size, sizes), row in found.items()]


# 2. ITERSSS* and its memory


COARSE = 9  # values of M from the least to the largest, in equal ratios


def coarse(least: int, largest: int) -> list[int]:
    return [round(least * (largest / least) ** (step / (COARSE - 1))) for step in range(COARSE)]


def memory_curve(table: studies.Table) -> Tables:
    curves, steps, shape = [], [], []
    dense: dict[studies.TreeSpec, dict[int, list[int]]] = {}  # where all M were tried
    found = by_tree(table)
    kinds = list(dict.fromkeys(map(kind_of, found)))
    sizes = list(dict.fromkeys(map(size_of, found)))
    figure, axes = canvas(1, len(kinds), 12, 3.6, sharey=True)
    second, scaled = canvas(1, len(kinds), 12, 3.6, sharey=True)
    for tree, some in found.items():
        by_id = {str(a): leaves_of(r) for a, r in some.items()}
        alpha_beta, sss = mean(by_id["alpha_beta"]), mean(by_id["sss_star"])
        runs = {a.named["memory"]: leaves_of(r) for a, r in some.items() if a.id == "iter_sss_star"}
        if len(runs) > COARSE:
            dense[tree] = runs
            runs = {m: runs[m] for m in coarse(min(runs), max(runs))}
        memories = sorted(runs)
        means = [mean(runs[m]) for m in memories]
        ratios = [each / alpha_beta for each in means]
        curves.append([size_of(tree), kind_of(tree), *[f"{each:.3f}" for each in ratios], f"{sss / alpha_beta:.3f}"])
        pairs = list(pairwise(memories))
        trees = len(by_id["alpha_beta"])
        rises = [sum(runs[m][i] > runs[k][i] for k, m in pairs) for i in range(trees)]
        largest = max((runs[m][i] / runs[k][i] - 1 for k, m in pairs for i in range(trees)), default=0.0)
        steps.append(
            [
                size_of(tree),
                kind_of(tree),
                f"{sum(map(bool, rises)) / trees:.0%}",
                f"{sum(rises) / trees / len(pairs):.1%}",
                f"{largest:.0%}",
                rising(runs, pairs),
                f"{sum(a == b for a, b in zip(runs[memories[0]], by_id['alpha_beta'], strict=True)) / trees:.0%}",
            ]
        )
        way = [math.log(m / memories[0]) / math.log(memories[-1] / memories[0]) for m in memories]
        gained = [(means[0] - each) / (means[0] - sss) for each in means]
        shape.append([size_of(tree), kind_of(tree), *[f"{each:.2f}" for each in gained]])
        colour, at = INK[sizes.index(size_of(tree))], kinds.index(kind_of(tree))
        axes[0][at].plot(way, ratios, "o-", ms=3.5, color=colour, label=size_of(tree))
        part = [(m - memories[0]) / (memories[-1] - memories[0]) for m in memories]
        scaled[0][at].plot(part, gained, "o-", ms=3.5, color=colour, label=size_of(tree))
    for at, kind in enumerate(kinds):
        axes[0][at].set(title=kind, ylim=(0, 1.05), xticks=[0, 0.5, 1], xticklabels=["M₀", "", "b^⌈d/2⌉"])
        axes[0][at].axhline(1, color="black", lw=0.8)
        scaled[0][at].set(title=kind, ylim=(0, 1.05), xticks=[0, 0.25, 0.5, 0.75, 1])
        scaled[0][at].plot([0, 1], [0, 1], color="black", lw=0.8, ls=":")
    axes[0][0].set(ylabel="leaves / alpha-beta's")
    axes[0][0].legend(loc="lower left")
    figure.supxlabel("memory M, logarithmic")
    save(figure, "memory_curve-leaves")
    scaled[0][0].set(ylabel="share of the saving from M₀ to SSS*")
    scaled[0][0].legend(loc="lower right")
    second.supxlabel("(M − M₀) / (b^⌈d/2⌉ − M₀), linear")
    save(second, "memory_curve-saving")
    third, plots = canvas(1, 2, 12, 3.6, sharey=True)
    waves = []
    for tree, runs in dense.items():
        width, at = tree.size[0], ("T(5,6)", "T(4,6)").index(size_of(tree))
        base = mean(leaves_of(found[tree][studies.AlgorithmSpec.parse("alpha_beta")]))
        means = {m: mean(runs[m]) for m in sorted(runs)}
        colour = INK[kinds.index(kind_of(tree))]
        plots[0][at].plot(list(means), [each / base for each in means.values()], ".-", color=colour, lw=1, ms=4)
        minima = [width + k * (width**2 - 1) for k in range(1, width)]
        plots[0][at].plot(minima, [means[m] / base for m in minima], "o", color=colour, mfc="none", label=kind_of(tree))
        plots[0][at].set(title=f"{size_of(tree)}, every M; circles at b + k(b² − 1)", xlabel="M", ylim=(0, 1.05))
        for low in minima:
            high = max(range(low, low + width**2 - 1), key=means.__getitem__)
            s = studies.summarise([b - a for a, b in zip(runs[low], runs[high], strict=True)])
            unit = means[low] / 100
            rise = f"{s.mean / unit:+.1f} % ({s.low / unit:.1f} to {s.high / unit:.1f})"
            again = next(m for m in means if m > high and means[m] < means[low])
            waves.append([size_of(tree), kind_of(tree), low, high, rise, again])
    plots[0][0].set(ylabel="leaves / alpha-beta's")
    plots[0][0].legend(loc="lower left")
    save(third, "memory_curve-every")
    count = len(curves[0]) - 3
    names = [f"{each}/{count - 1}" if 0 < each < count - 1 else ("M_0", "full")[each > 0] for each in range(count)]
    return {
        "leaves": markdown(["size", "trees", *names, "SSS*"], curves),
        "saving": markdown(["size", "trees", *names], shape),
        "waves": markdown(
            ["size", "trees", "minimum at M", "worst M after it", "rise (95 % interval)", "lower again at"], waves
        ),
        "steps": markdown(
            ["size", "trees", "trees with a rise", "steps that rise", "largest rise", "rise of the mean", "M_0 = AB"],
            steps,
        ),
    }


def rising(runs: dict[int, list[int]], pairs: Iterable[tuple[int, int]]) -> str:
    """The steps at which even the mean rises, beyond chance: the 95 % interval of the paired difference is above 0."""
    steps = []
    for less, more in pairs:
        s = studies.summarise([b - a for a, b in zip(runs[less], runs[more], strict=True)])
        if s.low > 0:
            steps.append(f"{less} to {more}: +{s.mean / mean(runs[less]):.1%}")
    return "; ".join(steps)


# 3. The standard deviation of alpha-beta


def alpha_beta_deviation(table: studies.Table) -> Tables:
    found: dict[str, dict[tuple[int, int], studies.Summary]] = {}
    for cell, records in table.cells():
        found.setdefault(cell.tree.name, {})[cell.tree.size] = studies.summarise(leaves_of(records))
    rows, flat = [], found["uniform"]
    for (width, depth), s in flat.items():
        expected = theory.expected_leaves(width, depth)
        other = found["incremental"][width, depth]
        rows.append(
            [
                f"T({width},{depth})",
                f"{expected:.1f}",
                f"{s.mean:.1f} ± {s.error:.1f}",
                f"{(s.mean - expected) / s.error:+.1f}" if s.error else "",
                f"{s.deviation:.1f}",
                f"{s.deviation / s.mean:.3f}",
                f"{other.mean / s.mean:.3f}",
                f"{other.deviation / other.mean:.3f}",
            ]
        )
    heads = ["tree", "expected", "mean ± error", "z", "deviation", "sd/mean", "branch / i.i.d. mean", "branch sd/mean"]
    tables = {"deviations": markdown(heads, rows)}
    fits = [
        row for name, some in found.items() for row in fit(name, {k: s.deviation / s.mean for k, s in some.items()})
    ]
    heads = ["scores", "fit", "1", "x", "y", "x²", "y²", "xy", "x, d odd", "typical error", "largest error"]
    tables["fit"] = markdown(heads, fits)
    figure, axes = canvas(1, 3, 12, 3.8)
    axes[0][1].sharey(axes[0][0])
    widths = sorted({width for width, _ in flat})
    for colour, width in zip((*INK, "black"), widths, strict=False):
        depths = sorted(depth for each, depth in flat if each == width)
        for axis, name in ((axes[0][0], "uniform"), (axes[0][1], "incremental")):
            some = [found[name][width, depth] for depth in depths]
            axis.plot(depths, [s.deviation / s.mean for s in some], "o-", ms=3.5, color=colour, label=width)
        ratio = [found["incremental"][width, depth].mean / flat[width, depth].mean for depth in depths]
        axes[0][2].plot(depths, ratio, "o-", ms=3.5, color=colour, label=width)
    axes[0][0].set(title="independent leaves", ylabel="standard deviation / mean", xlabel="depth")
    axes[0][1].set(title="branch-dependent scores", xlabel="depth", ylim=(0, None))
    axes[0][2].set(title="mean, branch-dependent / independent", xlabel="depth", ylim=(0, 1.05))
    axes[0][2].legend(title="width", loc="lower right", ncols=2)
    save(figure, "alpha_beta_deviation-ratio")
    return tables


FITS: dict[str, Callable[[float, float, int], list[float]]] = {  # of x = ln width, y = ln depth, depth odd
    "power": lambda x, y, odd: [1, x, y],
    "square": lambda x, y, odd: [1, x, y, x * x, y * y, x * y, odd * x],
}


def fit(name: str, ratios: dict[tuple[int, int], float]) -> list[list[Any]]:
    """ln(sd/mean) as a sum of terms, by least squares."""
    import numpy

    rows = []
    told = {"uniform": "independent", "incremental": "branch-dependent"}[name]
    logs = numpy.log(list(ratios.values()))
    for model, terms_of in FITS.items():
        terms = numpy.array([terms_of(math.log(width), math.log(depth), depth % 2) for width, depth in ratios])
        found, *_ = numpy.linalg.lstsq(terms, logs, rcond=None)
        errors = numpy.abs(terms @ found - logs)
        factors = [f"{each:+.3f}" for each in found] + [""] * (7 - len(found))
        typical = math.sqrt(float(numpy.mean(errors**2)))
        rows.append([told, model, *factors, f"{typical:.0%}", f"{errors.max():.0%}"])
    return rows


# 4. Which algorithm wins, once time is counted

TIMES = HERE / "which_wins_times.csv"
COSTS = (0, 100, 1_000, 10_000)  # ns of an evaluation
TIME_COLUMNS = (
    "tree",
    "algorithm",
    "leaves",
    "time",
    "time_per_leaf",
    *[f"cost_{cost}" for cost in COSTS],
    "pays_from",
)
ROUNDS = 3


def measure_times(table: studies.Table) -> Iterable[dict[str, Any]]:
    """Every tree with every algorithm in turn, again and again, so that a busy moment hits all alike.

    The time a leaf is the median of a tree's rounds, and of those the median over the trees. All is relative to
    alpha-beta; `pays_from` is the evaluation time from which on an algorithm is cheaper, in alpha-beta's time a leaf.
    """
    for tree, some in by_tree(table).items():
        searchers = {algorithm: Searcher(algorithm.id, **algorithm.named) for algorithm in some}
        counts = {algorithm: mean(leaves_of(records)) for algorithm, records in some.items()}
        seconds: dict[Any, list[float]] = {algorithm: [] for algorithm in some}
        numbers = range(1, min(map(len, some.values())) + 1)
        games = [tree.make(tree.seed(table.plan.seed, number)) for number in numbers]
        for searcher in searchers.values():
            searcher(games[0])
        for game in games:
            times = [{a: search(game) for a, search in searchers.items()} for _ in range(ROUNDS)]
            for a in searchers:
                seconds[a].append(median(each[a].seconds / each[a].counts.leaves for each in times))
        spent = {a: 1e9 * median(each) * counts[a] for a, each in seconds.items()}
        base = next(iter(some))
        if str(base) != "alpha_beta":
            raise ValueError("the first algorithm must be alpha_beta")
        unit = spent[base] / counts[base]
        for algorithm, leaves in counts.items():
            row = {"tree": str(tree), "algorithm": str(algorithm), "leaves": f"{leaves / counts[base]:.3f}"}
            row["time"] = f"{spent[algorithm] / spent[base]:.3f}"
            row["time_per_leaf"] = f"{spent[algorithm] / leaves / unit:.3f}"
            for cost in COSTS:
                own, theirs = spent[algorithm] + cost * leaves, spent[base] + cost * counts[base]
                row[f"cost_{cost}"] = f"{own / theirs:.3f}"
            saved, more = counts[base] - leaves, spent[algorithm] - spent[base]
            pays = "" if saved <= 0 and algorithm != base else "0" if more <= 0 else f"{more / saved / unit:.1f}"
            yield row | {"pays_from": pays}


def which_wins(table: studies.Table) -> Tables:
    with TIMES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found: dict[str, dict[str, dict[str, dict[str, str]]]] = {}
    for row in rows:
        tree = studies.TreeSpec.parse(row["tree"])
        found.setdefault(size_of(tree), {}).setdefault(kind_of(tree), {})[short(row["algorithm"])] = row
    tables = {}
    for size, by_kind in found.items():
        kinds, algorithms = list(by_kind), list(next(iter(by_kind.values())))
        for key, column in (("leaves", "leaves"), ("time per leaf", "time_per_leaf"), ("pays from", "pays_from")):
            body = [[a, *[by_kind[kind][a][column] or "never" for kind in kinds]] for a in algorithms]
            tables[f"{size} {key}"] = markdown(["algorithm", *kinds], body)
        body = [[told(cost), *[winners(by_kind[kind], cost) for kind in kinds]] for cost in COSTS]
        tables[f"{size} winners"] = markdown(["evaluation", *kinds], body)
    figure, axes = canvas(2, 6, 15, 3.6, sharex=True, sharey="row")
    for line, (size, by_kind) in zip(axes, found.items(), strict=True):
        for axis, (kind, some) in zip(line, by_kind.items(), strict=True):
            for number, (algorithm, row) in enumerate(some.items()):
                look = {"ls": ("-", "--")[number >= len(INK)], "color": INK[number % len(INK)], "label": algorithm}
                costs = [float(row[f"cost_{cost}"]) for cost in COSTS]
                axis.plot(range(len(COSTS)), costs, marker="o", ms=3, **look)
            axis.set(title=f"{size}, {kind}", yscale="log", xticks=range(len(COSTS)))
            axis.set_xticklabels(["0", "100 ns", "1 µs", "10 µs"])
            axis.set_yticks([0.5, 1, 2, 4], ["0.5", "1", "2", "4"])
            axis.set_ylim(0.33, 5.2)
            axis.minorticks_off()
        line[0].set(ylabel="cost / alpha-beta's")
    figure.legend(*axes[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=6)
    save(figure, "which_wins-cost")
    return tables


ORACLE = "mtd_f exact guess"  # knows the value before it begins: shown, but no winner
NEAR = 1.03  # costs that are as close as that count as equal


def winners(some: dict[str, dict[str, str]], cost: int) -> str:
    costs = {a: float(row[f"cost_{cost}"]) for a, row in some.items() if a != ORACLE}
    best = min(costs.values())
    near = sorted((a for a in costs if costs[a] <= best * NEAR), key=costs.__getitem__)
    rest = [a for a in costs if a not in near]
    names = ", ".join(near) if len(near) <= len(rest) + 1 else f"all but {', '.join(rest)}" if rest else "all"
    return f"{names} ({best:.2f})"


def short(algorithm: str) -> str:
    name, _, rest = algorithm.partition(":")
    if name == "ps_star":
        return f"ps_star k={rest.partition('=')[2]}"
    return "iter_sss_star 1/4" if name == "iter_sss_star" else ORACLE if rest else name


def told(cost: int) -> str:
    return "nothing" if cost == 0 else f"{cost} ns" if cost < 1000 else f"{cost // 1000} µs"


PAGES: dict[str, Callable[[studies.Table], Tables]] = {
    "unequal_partitions": unequal_partitions,
    "memory_curve": memory_curve,
    "alpha_beta_deviation": alpha_beta_deviation,
    "which_wins": which_wins,
}

if __name__ == "__main__":
    main()
