"""Trees with a name: the figures of the papers, and the counter-examples of docs/errata.md.

They are data, one file for each paper in `trees/papers/`. A name consists of the paper's name and the tree's name. The
file says in words what a tree shows, and `runs` holds searches with the value and the leaves that each must find.

>>> import halfmove as hm
>>> tree = hm.trees.named("campbell_marsland_1983:figure-6")
>>> [hm.search(tree, "sss_star", ties=ties).counts.leaves for ties in ("1979", "leftmost")]
[5, 3]
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any

from halfmove.base.checks import hint, shown
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.trees.explicit import explicit

FOLDER = Path(__file__).parent / "papers"

# How a named tree is related to the printed one.
ORIGINS = {
    "printed": "the paper's own tree",
    "completed": "the paper's own tree; leaves that it does not give are filled in",
    "witness": "not the paper's own tree, which is lost: another one with the properties that the paper states",
    "ours": "a tree of this project",
}


@dataclass(frozen=True)
class Run:
    """A search of a named tree: the value it finds and the leaves it evaluates; None where it is stuck."""

    algorithm: str
    parameters: Mapping[str, Any]
    window: tuple[float, float]
    value: int | None
    leaves: int | None

    @property
    def text(self) -> str:
        """What follows `-a` on the command line: ps_star:phases=2 --window -99,999."""
        flags = {True: "yes", False: "no"}
        given = ",".join(f"{key}={flags[v] if isinstance(v, bool) else v}" for key, v in self.parameters.items())
        low, high = self.window
        window = "" if (low, high) == (-inf, inf) else f" --window {low},{high}"
        return f"{self.algorithm}:{given}{window}" if given else f"{self.algorithm}{window}"

    @property
    def found(self) -> str:
        """The result in words."""
        return "stuck" if self.value is None else f"value {self.value}, {self.leaves} leaves"


@dataclass(frozen=True)
class NamedTree:
    """A tree and what is known about it.

    Attributes
    ----------
    name : str
        Paper and tree, as in srimani_1985:figure-a1.
    about : str
        The paper in words.
    source : str
        The place in the paper, or in the errata.
    title : str
        The tree in a few words.
    origin : str
        A key of `ORIGINS`.
    shows : str
        What the tree shows, in one sentence or a few.
    tree : list
        Nested lists, see `explicit`.
    note : str
        What is not known about the printed tree.
    labels : dict
        The paper's own names of nodes, by Dewey name.
    runs : tuple of Run
        Searches that show it.
    """

    name: str
    about: str
    source: str
    title: str
    origin: str
    shows: str
    tree: Any
    note: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    runs: tuple[Run, ...] = ()

    def __repr__(self) -> str:
        return f"NamedTree({shown(self.name)}, {shown(self.title)})"

    @property
    def paper(self) -> str:
        return self.name.partition(":")[0]

    @property
    def short(self) -> str:
        """The name without that of the paper."""
        return self.name.partition(":")[2]

    @property
    def witness(self) -> bool:
        """Whether it replaces a tree that is lost."""
        return self.origin == "witness"


def _read(file: Path) -> Iterator[NamedTree]:
    data = json.loads(file.read_text(encoding="utf-8"))
    for name, fields in data["trees"].items():
        runs = tuple(_run(**run) for run in fields.pop("runs"))
        yield NamedTree(f"{file.stem}:{name}", data["about"], runs=runs, **fields)


def _run(algorithm: str, value: Any, leaves: Any, parameters: Any = None, window: Any = (None, None)) -> Run:
    low, high = window
    ends = (-inf if low is None else low, inf if high is None else high)
    return Run(algorithm, parameters or {}, ends, value, leaves)


NAMED: dict[str, NamedTree] = {each.name: each for file in sorted(FOLDER.glob("*.json")) for each in _read(file)}


@checked
def named(name: str) -> Game:
    """Return a tree of a paper by its name.

    Parameters
    ----------
    name : str
        The name, such as srimani_1985:figure-a1; `halfmove list` shows all names.

    Returns
    -------
    Game
        The tree as a game.

    Raises
    ------
    UsageError
        If there is no such tree.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.search(hm.trees.named("campbell_marsland_1983:figure-6")).counts.leaves
    3
    """
    name = name.strip()
    if name in PAPERS:
        raise UsageError(f"{name} is a paper; name one of its trees, as in {of_paper(name)[0].name}; {_choices(name)}")
    if name not in NAMED:
        raise UsageError(f"there is no tree {shown(name)}; {hint(name, NAMED)}{_choices(name)}")
    return replace(explicit(NAMED[name].tree, name), parameters={"tree": name})


def _choices(name: str) -> str:
    paper = name.partition(":")[0]
    if paper in PAPERS:
        return f"the trees of {paper} are {', '.join(each.short for each in of_paper(paper))}"
    return f"the papers with trees are {', '.join(PAPERS)}, and `halfmove list` shows their trees"


def of_paper(paper: str) -> list[NamedTree]:
    return [each for each in NAMED.values() if each.paper == paper]


def _paper(paper: str) -> Callable[[str], Game]:
    @checked
    def make(tree: str) -> Game:
        return named(f"{paper}:{tree}")

    make.__name__ = make.__qualname__ = paper
    make.__doc__ = f"Trees of {of_paper(paper)[0].about}."
    return make


# A function for each paper, whose argument is the rest of the name: a tree is then written like a family with
# arguments.
PAPERS: dict[str, Callable[[str], Game]] = {paper: _paper(paper) for paper in sorted({t.paper for t in NAMED.values()})}
