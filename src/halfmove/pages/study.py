"""The page of experiments: one HTML file that searches thousands of random trees, as WebAssembly, and draws the leaves.

Seeds are those of `halfmove compare` and `halfmove study`, so that its numbers are theirs. Its scripts are in `js/`.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from typing import Any

import halfmove
from halfmove.algorithms.registry import find
from halfmove.base.gate import checked
from halfmove.engine import Task, WasmProgram, wasm_program
from halfmove.engine.search import search
from halfmove.game import Game
from halfmove.model import WIDE, Limits
from halfmove.pages.page import script, text
from halfmove.reports.scripted import packed_document, without_comments
from halfmove.studies import TreeSpec
from halfmove.theory import expected_leaves, expected_leaves_shallow, expected_leaves_sss
from halfmove.trees import incremental, ordered, uniform

REFERENCE = "alpha_beta"  # the others are compared with it
ALGORITHMS = (
    REFERENCE,
    "alpha_beta_shallow",
    "scout",
    "negascout",
    "sss_star",
    "dual_star",
    "ps_star",
    "iter_sss_star",
    "staged_sss_star",
    "mtd_f",
)
WIDEST, DEEPEST = 32, 12  # the largest trees that the page offers
MOST_LEAVES = 1_000_000  # that alpha-beta expects in one tree of the page
MOST_SORTED = 50_000  # leaves of one tree in the worst order, whose children are sorted again and again

WORKER = ("machine", "study_trees", "study_worker")
SCRIPTS = ("dom", "theme", "study_trees", "study_numbers", "study_plan", "study_chart", "study_crew", "study")

# The rules of the page's trees: the script puts sizes, order and seed into the memory of a program.
_RULES = {
    "uniform": uniform(2, DEEPEST),
    "ordered": ordered(2, DEEPEST),
    "worst": ordered(2, DEEPEST, order="worst"),
    "incremental": incremental(2, DEEPEST),
}
# What the page searches with every program when it is opened.
_SAMPLES: dict[str, tuple[dict[str, Any], ...]] = {
    "uniform": ({"width": 3, "depth": 4}, {"width": 2, "depth": 7}),
    "ordered": (
        {"width": 4, "depth": 3, "order": "random"},
        {"width": 3, "depth": 4, "order": 2, "probability": 0.7},
        {"width": 3, "depth": 5, "order": "geometric", "probability": 0.4},
    ),
    "worst": ({"width": 3, "depth": 4, "order": "worst"},),
    "incremental": ({"width": 3, "depth": 4}, {"width": 2, "depth": 7}),
}
# Parameters with which they are searched.
_GIVEN: dict[str, dict[str, Any]] = {"ps_star": {"phases": 2}, "iter_sss_star": {"memory": 5}, "mtd_f": {"guess": 3}}
_SEED = 20  # of these trees


@checked
def study_page(progress: Callable[[int, int], None] | None = None, algorithms: Sequence[str] = ALGORITHMS) -> str:
    """The page, as HTML.

    progress     called with the number of programs that are made, and of all
    algorithms   those that the page offers, besides alpha_beta
    """
    chosen = list(dict.fromkeys((REFERENCE, *algorithms)))
    names = [(algorithm, rules) for algorithm in chosen for rules in _RULES]
    programs = {}
    for done, (algorithm, rules) in enumerate(names):
        if progress is not None:
            progress(done, len(names))
        programs[f"{algorithm} {rules}"] = study_program(algorithm, rules)
    if progress is not None:
        progress(len(names), len(names))
    title = "Random trees"
    data = {
        "title": title,
        "version": halfmove.__version__,
        "algorithms": [_about(name) for name in chosen],
        "programs": {
            name: {"code": base64.b64encode(made.code).decode(), "about": made.about} for name, made in programs.items()
        },
        "theory": _theory(),
        "limits": {"wide": WIDEST, "deep": DEEPEST, "leaves": MOST_LEAVES, "sorted": MOST_SORTED},
        "samples": [sample for algorithm, rules in names for sample in _samples(algorithm, rules)],
        "worker": '"use strict";\n' + script(*WORKER),
    }
    return packed_document(title, _style(), text("study.html"), data, script(*SCRIPTS), "worker-src blob:")


def study_program(algorithm: str, rules: str) -> WasmProgram:
    """The program that searches trees with these rules, of all sizes."""
    game, kernel = _RULES[rules], find(algorithm)
    task = Task(game, kernel, kernel.settle({}), WIDE, None, game.start, Limits(), False, rules == "uniform")
    return wasm_program(task)


def _about(name: str) -> dict[str, str]:
    algorithm = find(name)
    return {"id": name, "title": algorithm.title, "source": algorithm.source, "promise": algorithm.promise}


def _samples(algorithm: str, rules: str) -> list[dict[str, Any]]:
    """What Python, without machine code, counts on a few trees: the page must count the same."""
    found = []
    given = _GIVEN.get(algorithm, {})
    for number, tree in enumerate(_SAMPLES[rules], 1):
        family = "ordered" if rules == "worst" else rules
        counts = search(_tree(family, tree, number), algorithm, compiled=False, **given).counts
        found.append(
            {
                "algorithm": {"id": algorithm, "parameters": given},
                "tree": {"family": family, "order": "random", "probability": 1, **tree},
                "seed": str(_SEED),
                "number": number,
                "counts": [counts.leaves, counts.nodes, counts.max_open],
            }
        )
    return found


def _tree(family: str, arguments: dict[str, Any], number: int) -> Game:
    spec = TreeSpec.of(family, **arguments)
    return spec.make(spec.seed(_SEED, number))


def _theory() -> dict[str, dict[int, list[float]]]:
    """The mean leaves on `uniform` for each width, from depth 1 on as far as the page goes."""
    alpha_beta: dict[int, list[float]] = {}
    for width in range(2, WIDEST + 1):
        row = alpha_beta[width] = [float(width)]
        while len(row) < DEEPEST and (leaves := expected_leaves(width, len(row) + 1)) <= MOST_LEAVES:
            row.append(leaves)

    def table(mean: Callable[[int, int], float]) -> dict[int, list[float]]:
        return _rounded(
            {width: [mean(width, depth) for depth in range(1, len(row) + 1)] for width, row in alpha_beta.items()}
        )

    return {
        "alpha_beta": _rounded(alpha_beta),
        "alpha_beta_shallow": table(expected_leaves_shallow),
        "sss_star": table(expected_leaves_sss),
        "dual_star": table(lambda width, depth: expected_leaves_sss(width, depth, dual=True)),
    }


def _rounded(table: dict[int, list[float]]) -> dict[int, list[float]]:
    return {width: [float(f"{leaves:.10g}") for leaves in row] for width, row in table.items()}


def _style() -> str:
    """The colours of all pages, and the styles of this one."""
    return without_comments(text("colours.css") + text("study.css"))
