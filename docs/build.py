"""Write docs/algorithms, the table of algorithms in README.md and docs/named-trees.md, from what the package declares.

python docs/build.py            write them
python docs/build.py --check    exit with 1 if one is not what would be written
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import halfmove as hm
from halfmove.kernel import Algorithm
from halfmove.trees.named import ORIGINS, NamedTree, of_paper

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "algorithms"
BEGIN, END = "<!-- algorithms: written by docs/build.py -->\n", "<!-- end -->\n"

_LONGEST_TREE = 400  # characters of a tree that is printed on its page
_ABOUT_NAMED_TREES = """\
The trees of the papers' figures and the counter-examples of [errata.md](errata.md), by name, wherever a tree is taken:

```sh
halfmove search srimani_1985:figure-a1 -a ps_star:phases=2
halfmove trace campbell_marsland_1983:figure-6 -a sss_star:ties=1979
halfmove compare --family srimani_1985:figure-3.2
halfmove list srimani_1985:figure-3.2
```

In Python `hm.trees.named("srimani_1985:figure-a1")` is the tree and `hm.trees.NAMED` what is known of each. The value
and the leaves of every search on this page are measured by `tests/test_named_trees.py`.""".splitlines()


def page(algorithm: Algorithm) -> str:
    lines = [f"# `{algorithm.id}`: {algorithm.title}", "", f"{algorithm.source}.", ""]
    lines += [f"Promises {algorithm.promise}.", ""]
    if algorithm.aliases:
        lines += [f"Also called {', '.join(f'`{alias}`' for alias in algorithm.aliases)}.", ""]
    if algorithm.parameters:
        lines += ["| parameter | values | default | |", "|---|---|---|---|"]
        for p in algorithm.parameters:
            values = ", ".join(f"`{word}`" for word in p.choices) or p.describe()
            default = "required" if p.required else "" if p.default is None else f"`{p.default}`"
            lines.append(f"| `{p.name}` | {values} | {default} | {p.help} |")
        lines.append("")
    lines += ["```text", algorithm.contract, "```", ""]
    return "\n".join(lines)


def table(prefix: str) -> str:
    lines = ["| id | name | source | parameters |", "|---|---|---|---|"]
    for a in hm.ALGORITHMS.values():
        parameters = ", ".join(f"`{p.name}`" for p in a.parameters)
        lines.append(f"| [`{a.id}`]({prefix}{a.id}.md) | {a.title} | {a.source} | {parameters} |")
    return "\n".join(lines) + "\n"


def named_trees() -> str:
    lines = ["# Named trees", "", *_ABOUT_NAMED_TREES, ""]
    lines += ["| origin | it is |", "|---|---|", *(f"| {key} | {words} |" for key, words in ORIGINS.items()), ""]
    for paper in hm.trees.PAPERS:
        trees = of_paper(paper)
        lines += [f"## `{paper}`", "", f"{trees[0].about}.", ""]
        lines += [line for tree in trees for line in named_tree(tree)]
    return "\n".join(lines)


def named_tree(tree: NamedTree) -> list[str]:
    lines = [
        f"### `{tree.name}`",
        "",
        f"{escaped(tree.title[0].upper() + tree.title[1:])} ({tree.source}; {tree.origin}).",
        "",
    ]
    lines += [escaped(tree.shows), "", *([escaped(tree.note), ""] if tree.note else [])]
    if len(text := json.dumps(tree.tree)) <= _LONGEST_TREE:
        lines += ["```text", text, "```", ""]
    lines += ["| search with | value | leaves |", "|---|---|---|"]
    for run in tree.runs:
        found = "stuck | |" if run.value is None else f"{run.value} | {run.leaves} |"
        lines.append(f"| `-a {run.text}` | {found}")
    return [*lines, ""]


def escaped(text: str) -> str:
    """SSS* and PS*(2) in one paragraph are no emphasis."""
    return text.replace("*", "\\*")


def wanted() -> dict[Path, str]:
    """What every written file should hold."""
    files = {PAGES / f"{algorithm.id}.md": page(algorithm) for algorithm in hm.ALGORITHMS.values()}
    files[PAGES / "README.md"] = f"# Algorithms\n\nOne page each, written from the registry.\n\n{table('')}"
    files[ROOT / "docs" / "named-trees.md"] = named_trees()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    before, _, rest = readme.partition(BEGIN)
    after = rest.partition(END)[2]
    files[ROOT / "README.md"] = before + BEGIN + table("docs/algorithms/") + END + after
    return files


def stale() -> list[str]:
    """The files that are missing, superfluous, or not what they should be."""
    files = wanted()
    changed = [p for p, text in files.items() if not p.is_file() or p.read_text(encoding="utf-8") != text]
    return [str(p.relative_to(ROOT)) for p in [*changed, *(set(PAGES.glob("*.md")) - set(files))]]


def main() -> int:
    if "--check" in sys.argv[1:]:
        if old := stale():
            print(f"not up to date: {', '.join(old)}; run `make docs`", file=sys.stderr)
        return 1 if stale() else 0
    PAGES.mkdir(exist_ok=True)
    files = wanted()
    for path in set(PAGES.glob("*.md")) - set(files):
        path.unlink()
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
