"""`halfmove check` for an algorithm: does it keep its promises on small trees?"""

from __future__ import annotations

from typing import Any

import click

from halfmove.algorithms.registry import id_of
from halfmove.base.user_files import UserFile, split_file_text
from halfmove.cli import text
from halfmove.cli.program import CheckFailed
from halfmove.cli.streams import bold
from halfmove.contracts import FULL, AlgorithmCheck, Breach, check_algorithm
from halfmove.drawing.pictures import picture_of_tree
from halfmove.drawing.text import text as drawn
from halfmove.errors import BrokenPromise, UsageError
from halfmove.kernels.declaration import Algorithm
from halfmove.showing import checks
from halfmove.studies.specs import AlgorithmSpec, algorithm_named
from halfmove.trees.explicit import explicit
from halfmove.trees.unfolding import WrittenDown


def names_algorithm(what: str) -> bool:
    """Whether a text names an algorithm and not a game."""
    written = split_file_text(what)
    if written is None:
        return id_of(what.partition(":")[0].strip()) is not None
    if written.name is None:
        return False
    made = UserFile.find(written.path, written.name).load()
    return isinstance(getattr(made, "algorithm", None), Algorithm)


def report(what: str, trees: int, seed: int, as_json: bool) -> None:
    """Check the algorithm and print what was found."""
    spec = AlgorithmSpec.parse(what)
    algorithm = algorithm_named(what)
    if spec.table is not None:
        raise UsageError("check searches without a transposition table: leave out table=")
    repeat = text.command("check", what, "--trees", trees, "--seed", seed)
    breach: Breach | None = None
    sentence, found = "", None
    try:
        found = check_algorithm(algorithm, trees, seed, **dict(spec.parameters))
    except BrokenPromise as error:
        breach, sentence = error.breach, str(error)
    if as_json:
        click.echo(text.as_json({"what": what, **_data(found, breach), "fault": sentence or None, "repeat": repeat}))
    else:
        click.echo(f"{_page(what, algorithm, found, breach)}\n\n{text.repeated(repeat)}")
    if breach is not None:
        raise CheckFailed(sentence)


def _data(found: AlgorithmCheck | None, breach: Breach | None) -> dict[str, Any]:
    if found is not None:
        return vars(found)
    assert breach is not None
    ends = None if breach.window == FULL else list(breach.window)
    return {
        "tree": breach.tree,
        "window": ends,
        "expected": breach.expected,
        "returned": breach.returned,
        "promise": breach.promise,
    }


def _page(what: str, algorithm: Algorithm, found: AlgorithmCheck | None, breach: Breach | None) -> str:
    head = bold(f"{algorithm.title or algorithm.id} ({algorithm.id})")
    if found is not None:
        return f"{head}\n\n{text.columns(list(checks.promises(found)))}"
    assert breach is not None
    rows = [("says", algorithm.promise)] if algorithm.promise else []
    rows.append(("tree", breach.tree_text))
    rows += [] if breach.window == FULL else [("window", f"{breach.window[0]:g} to {breach.window[1]:g}")]
    rows += [("minimax value", str(breach.expected)), ("returned", breach.returned), ("broken", breach.promise)]
    picture = drawn(picture_of_tree(WrittenDown(explicit(breach.tree))), bare=True)
    ends = () if breach.window == FULL else ("--window", f"{breach.window[0]:g},{breach.window[1]:g}")
    step = text.hint("each step", text.command("trace", breach.tree_text, "-a", what, *ends))
    shown = "\n".join(f"  {line}" for line in picture.split("\n"))
    return f"{head}\n\n{text.columns(rows)}\n\nThe smallest tree that was found, with its values\n{shown}\n\n{step}"
