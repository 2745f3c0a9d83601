"""Write docs/algorithms, docs/games and docs/named-trees.md.

python docs/build.py            write them
python docs/build.py --check    exit with 1 if one of them is not up to date

The page of an algorithm combines the declarations of the package, measurements, and its note,
src/halfmove/algorithms/notes/ID.md. The page of a game combines its declarations with
src/halfmove/games/rules/ID.md: its rules for people.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import mean

import halfmove as hm
from halfmove.adapters.arguments import text_of
from halfmove.algorithms.about import Note, note_of
from halfmove.hooks import PLAYER_HOOKS
from halfmove.kernels.declaration import Algorithm
from halfmove.trees.named import ORIGINS, NamedTree, of_paper

sys.path.insert(0, str(Path(__file__).parent / "tools"))

import status

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = DOCS / "algorithms"
GAME_PAGES = DOCS / "games"
REPLAY = "<!-- replay -->"  # the site shows here the page that the command above it makes
BOARD = "<!-- board -->"  # so it does here, with the page of a game

GAME_NOTES = ("Goal", "Rules", "Tips", "On the page")
MEASURED = 10  # trees T(4,4) with values from 0 to 99, seeds from 1 on
SETTINGS = {"aspiration": {"guess": 50, "error": 20}}  # for algorithms that need some

_LONGEST_TREE = 400  # characters: a longer tree is not printed on the page
_ABOUT_ALGORITHMS = """\
Each algorithm has a page: the idea, a replay, pseudo-code, what it costs, when to use it, the paper and the contract.
""".splitlines()
_NONE = "" if status.KNOWN else " At present there is none."
_BELOW_ALGORITHMS = f"""\

*Leaves* is the mean number of leaf evaluations, repeated ones included, on {MEASURED} trees T(4,4). Each tree has 256
leaves, with values from 0 to 99. Trees of a few hundred leaves in random order say little about large or well ordered
ones; for those, see the [findings](../findings/README.md) and make [studies of your own](../studies.md). `aspiration`
guesses 50, with an error of 20. Algorithms that answer a question are asked whether the value is at least the true
value.

An algorithm takes a *window* if a narrow one makes it search less, and a *table* if a transposition table can help it
(`table=`). [An algorithm of your own](../writing-an-algorithm.md) can do everything that these can.

## Results

- **value**: the exact value, or a bound where a window or a limit ends the search;
- **move**: the best move; the value, or a bound of it;
- **answer**: whether the value is at least some score;
- **estimate**: no proof of anything.

## Status

All algorithms that prove their results pass the same tests: they find the value of plain minimax on random, ragged and
tied trees, and the right bound for every window. All algorithms evaluate the same leaves at both speeds.

- **thoroughly tested**: beyond that, its leaves, its lists or its answers are compared with something written
  independently. The page of the algorithm says with what. Where an algorithm was published with tables or traces,
  [reproduce](../reproduce.md) repeats them, and the page says how many printed numbers there are;
- **lightly tested**: it passes these tests, and no more;
- **known problems**: there is a fault that is not mended yet.{_NONE}
""".splitlines()
_ABOUT_NAMED_TREES = """\
The trees of the papers' figures and the counter-examples of [errata.md](errata.md) have names. Use a name wherever a
command takes a tree:

```sh
halfmove search srimani_1985:figure-a1 -a ps_star:phases=2
halfmove trace campbell_marsland_1983:figure-6 -a sss_star:ties=1979
halfmove compare --family srimani_1985:figure-3.2
halfmove list srimani_1985:figure-3.2
```

In Python `hm.trees.named("srimani_1985:figure-a1")` is the tree, and `hm.trees.NAMED` describes each one.
`tests/test_named_trees.py` measures the value and the leaves of every search on this page.""".splitlines()
_ABOUT_GAMES = """\
Each game has a page with its rules, a board to play on, how it is called, and its positions, moves and scores. [Your
game as a page](../pages.md) says how to make such a board from any game.
""".splitlines()
_BELOW_GAMES = f"""\

Each game is a function in Python, `hm.games.othello(size=6)`, and a word on the command line, `othello:size=6`. The
conformance tests run on all of them: random games at both speeds, every hook against brute force. *Also checked* lists
the other comparisons that tests make. *Slow rules* are the same rules written a second time, in a plain way.

*Status* is *thoroughly tested* if the tests compare the rules with such slow rules, with another program, or with
published numbers. It is *lightly tested* if only the conformance tests run, and *known problems* if there is a fault
that is not mended yet.{_NONE}
""".splitlines()
PLAYED = {"nim": "nim:3,4,5", "chess_endgame": "chess_endgame:KRK"}  # on the page of a game; else the game as it is
TITLES = {
    "tic_tac_toe": "Tic-tac-toe",
    "connect_four": "Connect Four",
    "chess_endgame": "Chess endgames",
    "l_game": "The L game",
    "dots_and_boxes": "Dots and Boxes",
    "nine_mens_morris": "Nine Men's Morris",
}
GAMES = {  # the source of the rules, and what else the tests compare them with
    "nim": ("Bouton 1901", "Bouton's rule; positions of small piles counted"),
    "tic_tac_toe": ("folk game", "255,168 games, 5,478 positions, a draw"),
    "connect_four": ("Wexler 1974", "slow rules; known values of small boards; positions to each depth"),
    "othello": ("Hasegawa 1971", "slow rules; positions to each depth; 4 x 4 is lost by ten"),
    "kalah": ("Champion 1940", "slow rules; small boards solved twice"),
    "checkers": ("English draughts", "slow rules; positions to each depth; published numbers of positions"),
    "breakthrough": ("Troyka 2000", "slow rules; positions to each depth; small boards solved twice"),
    "hex": ("Hein 1942", "slow rules; published winning first moves of small boards"),
    "gomoku": ("folk game", "slow rules; threats against searches; small boards solved"),
    "domineering": ("Göran Andersson, in Gardner 1974", "slow rules; published winners of small boards"),
    "chess": ("FIDE Laws of Chess 2023", "python-chess, move for move; published numbers of lines (perft)"),
    "chess_endgame": ("chess", "the package python-chess, move for move"),
    "l_game": ("de Bono 1968", "slow rules; the published number of positions; a draw"),
    "dots_and_boxes": ("Lucas 1889", "slow rules; small boards solved twice"),
    "nine_mens_morris": ("Gasser 1996", "slow rules; the published number of positions with three stones each"),
}


def page(algorithm: Algorithm) -> str:
    note = notes(algorithm)
    lines = [f"# {escaped(algorithm.title)}", "", "## Idea", "", note.idea, ""]
    lines += ["## Replay", "", note.replay, "", REPLAY, ""]
    lines += ["## Pseudo-code", "", "```text", *(line.text for line in note.code), "```", ""]
    lines += [f"- **Case {case}.** {escaped(text)}" for case, text in note.cases.items()] + [""] * bool(note.cases)
    lines += ["## What it costs", "", note.costs, "", *costs(algorithm)]
    lines += ["## When to use it", "", note.use, ""]
    lines += ["## Paper", "", f"{escaped(algorithm.source)}.", ""]
    lines += ["## Contract", "", f"`{algorithm.id}` promises {escaped(algorithm.promise)}.", ""]
    if algorithm.aliases:
        lines += [f"Also called {', '.join(f'`{alias}`' for alias in algorithm.aliases)}.", ""]
    lines += contract(algorithm)
    if algorithm.parameters:
        lines += ["## Parameters", "", "| parameter | values | default | |", "|---|---|---|---|"]
        for p in algorithm.parameters:
            values = ", ".join(f"`{word}`" for word in p.choices) or p.describe()
            default = "required" if p.required else "" if p.default is None else f"`{p.default}`"
            lines.append(f"| `{p.name}` | {values} | {default} | {p.help} |")
        lines.append("")
    compared = f"; compared with {each}" if (each := status.checked(algorithm.id)) else ""
    lines += ["## Status", "", f"[{status.status_of(algorithm.id).capitalize()}](README.md#status){compared}.", ""]
    return "\n".join(lines)


def notes(algorithm: Algorithm) -> Note:
    """What is said about an algorithm of the package."""
    if (note := note_of(algorithm.id)) is None:
        raise SystemExit(f"src/halfmove/algorithms/notes/{algorithm.id}.md is missing: write it, see about.py there")
    return note


def sections(file: Path, wanted: tuple[str, ...]) -> dict[str, str]:
    """The sections of a file, which must be these."""
    if not file.is_file():
        raise SystemExit(f"{file.relative_to(ROOT)} is missing: write it, with the sections {', '.join(wanted)}")
    parts = re.split(r"^## (.+)\n", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    if (found := tuple(parts[1::2])) != wanted:
        raise SystemExit(f"{file.relative_to(ROOT)} has the sections {', '.join(found)}, not {', '.join(wanted)}")
    return {name: text.strip() for name, text in zip(found, parts[2::2], strict=True)}


def contract(algorithm: Algorithm) -> list[str]:
    """The docstring of its file as Markdown: the columns, the cases, the example."""
    _title, *parts = algorithm.contract.split("\n\n")
    lines = ["| | |", "|---|---|", *(f"| {name} | {escaped(text)} |" for name, text in columns(parts[0])), ""]
    for part in parts[1:]:
        if part.startswith(">>>"):
            lines += ["```python", part, "", "```", ""]
        elif part.startswith(" "):
            lines += ["```text", inspect.cleandoc(part), "```", ""]
        else:
            lines += [escaped(part), ""]
    return lines


def columns(text: str) -> list[tuple[str, str]]:
    """The entries of a list with names at the left. Lines with a mark or a name of their own stay separate lines."""
    rows: list[tuple[str, str]] = []
    for line in text.splitlines():
        if found := re.match(r"(\w+) {2,}(.+)", line):
            rows.append((found[1], found[2]))
        else:
            between = "<br>" if re.match(r" +([*-] |`[^`]+`  )", line) else " "
            rows[-1] = rows[-1][0], rows[-1][1] + between + re.sub(r"^[*-] ", "• ", line.strip())
    return [(name, text.replace("|", "\\|")) for name, text in rows]


@cache
def measured(id: str) -> dict[str, float]:
    """The mean counts, on the same trees for all algorithms."""
    algorithm = hm.ALGORITHMS[id]
    counts = []
    for seed in range(1, MEASURED + 1):
        tree = hm.trees.uniform(4, 4, seed=seed, values=(0, 99))
        window = None
        if algorithm.decides:  # the hardest question whose answer is yes
            value = hm.search(tree, "alpha_beta", compiled=False).value
            window = (value - 1, value)
        counts.append(hm.search(tree, id, window=window, compiled=False, **SETTINGS.get(id, {})).counts)
    return {name: mean(getattr(each, name) for each in counts) for name in ("leaves", "nodes", "max_open", "table")}


def costs(algorithm: Algorithm) -> list[str]:
    beside = [id for id in ("minimax", "alpha_beta") if id != algorithm.id]
    given = ", ".join(f"`{key}={value}`" for key, value in SETTINGS.get(algorithm.id, {}).items())
    asked = "asked whether the value is at least the true value" if algorithm.decides else given and f"with {given}"
    lines = [
        f"The mean of {MEASURED} trees T(4,4), 256 leaves each, values from 0 to 99{asked and f'; {asked}'}:",
        "",
        "| | leaves | nodes | largest OPEN | entries of its table |",
        "|---|---|---|---|---|",
    ]
    for id in (algorithm.id, *beside):
        found = measured(id)
        cells = [f"{found['leaves']:.1f}", f"{found['nodes']:.1f}"]
        cells += [f"{found[name]:.1f}" if found[name] else "" for name in ("max_open", "table")]
        lines.append(f"| {f'**`{id}`**' if id == algorithm.id else f'`{id}`'} | {' | '.join(cells)} |")
    return [*lines, ""]


def kind_of_result(algorithm: Algorithm) -> str:
    if algorithm.decides:
        return "answer"
    if algorithm.promise.startswith("the best move"):
        return "move"
    return "value" if algorithm.proves else "estimate"


def overview() -> str:
    lines = ["# Algorithms", "", *_ABOUT_ALGORITHMS]
    lines += ["| algorithm | id | source | result | takes | leaves | status |", "|---|---|---|---|---|---|---|"]
    for a in hm.ALGORITHMS.values():
        takes = ", ".join(word for word, does in (("window", a.window), ("table", a.tables)) if does)
        cells = [f"[{escaped(a.title)}]({a.id}.md)", f"`{a.id}`", a.source, kind_of_result(a), takes]
        lines.append(f"| {' | '.join(cells)} | {measured(a.id)['leaves']:.0f} | {status.status_of(a.id)} |")
    return "\n".join([*lines, *_BELOW_ALGORITHMS, ""])


def games() -> str:
    lines = ["# Games", "", *_ABOUT_GAMES, ""]
    lines += ["| game | called | status | source | also checked | hooks |", "|---|---|---|---|---|---|"]
    for id, make in hm.games.GAMES.items():
        source, also = GAMES[id]
        cells = [f"[{title(id)}]({id}.md)", f"`{id}{signature(id, make)}`", status.status_of(id), source, also]
        lines.append(f"| {' | '.join(cells)} | {hooks(id, make)} |")
    return "\n".join([*lines, *_BELOW_GAMES, ""])


def game_page(id: str) -> str:
    make, (source, also) = hm.games.GAMES[id], GAMES[id]
    note = sections(ROOT / "src" / "halfmove" / "games" / "rules" / f"{id}.md", GAME_NOTES)
    played = PLAYED.get(id, id)
    lines = [f"# {title(id)}", "", f"**Goal.** {note['Goal']}", ""]
    lines += ["## Play it", "", "```sh", f"halfmove page {played} --html {id}.html", "```", "", BOARD, ""]
    lines += [note["On the page"], "", "## Rules", "", note["Rules"], "", "## Tips", "", note["Tips"], ""]
    lines += ["## How it is called", "", *calls(id, make, played)]
    lines += [
        "## Positions, moves and scores",
        "",
        escaped(without_doctest(inspect.getdoc(inspect.getmodule(make)) or "")),
        "",
    ]
    lines += ["| | |", "|---|---|", f"| source of the rules | {source} |"]
    lines += [f"| [hooks](../writing-a-game.md#optional-parts-of-game) | {hooks(id, make)} |"]
    return "\n".join([*lines, f"| also checked | {also} |", f"| status | {status.status_of(id)} |", ""])


def calls(id: str, make: Callable[..., hm.Game], played: str) -> list[str]:
    """The commands and the Python for a game, and a table of its parameters."""
    lines = ["```console", f"halfmove play {played}", f"halfmove play {played} --browser"]
    lines += [f"halfmove search {played} --time 1", f"halfmove check {played}", "```", ""]
    words = f"On the command line it is `{id}{signature(id, make)}`, in Python `{python_call(id, make)}`."
    if others := hm.games.ALIASES.get(id):
        words += f"\n\nIt is also called {', '.join(f'`{name}`' for name in others)}."
    if rows := parameters(make):
        lines += ["| parameter | default | |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows), ""]
    return [words, "", *lines]


def python_call(id: str, make: Callable[..., hm.Game]) -> str:
    """A call with all parameters."""
    text = signature(id, make)[1:].replace("=yes", "=True").replace("=no", "=False")
    words = filter(None, text.split(","))
    return f"hm.games.{id}({', '.join(json.dumps(word) if word.isupper() else word for word in words)})"


def parameters(make: Callable[..., hm.Game]) -> list[tuple[str, str, str]]:
    """The names, defaults and meanings of the parameters, by the docstring."""
    text = (inspect.getdoc(make) or "").partition("Parameters\n----------\n")[2].partition("\n\nReturns")[0]
    rows = []
    for name, about in re.findall(r"^(\S+) : .*\n((?: {4}.+\n?)+)", text, re.MULTILINE):
        known = inspect.signature(make).parameters[name.lstrip("*")]
        default = "3, 4, 5" if known.kind is known.VAR_POSITIONAL else str(known.default)
        rows.append((f"`{name}`", f"`{default}`", escaped(" ".join(about.split()))))
    return rows


def hooks(id: str, make: Callable[..., hm.Game]) -> str:
    game = make(*EXAMPLES.get(id, ()))
    return ", ".join(f"`{hook}`" for hook in ("evaluate", *PLAYER_HOOKS) if getattr(game, hook) is not None)


EXAMPLES = {"nim": (3, 4, 5), "chess_endgame": ("KQK",)}


def signature(id: str, make: Callable[..., hm.Game]) -> str:
    """The parameters of a game as written on the command line: those of an example, or all that have defaults."""
    if id in PLAYED:
        return PLAYED[id].removeprefix(id)
    given = [p for p in inspect.signature(make).parameters.values() if isinstance(p.default, int)]
    return ":" + ",".join(f"{p.name}={text_of(p.default)}" for p in given) if given else ""


def title(id: str) -> str:
    return TITLES.get(id, id.capitalize())


def without_doctest(text: str) -> str:
    return "\n\n".join(part for part in text.split("\n\n") if not part.startswith(">>>"))


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
    """The text with its stars escaped, so that SSS* and PS*(2) are not emphasis; `code` stays as it is."""
    parts = text.split("`")
    return "`".join(part if i % 2 else part.replace("*", "\\*") for i, part in enumerate(parts))


def wanted() -> dict[Path, str]:
    """The content that every generated file should have."""
    files = {PAGES / f"{algorithm.id}.md": page(algorithm) for algorithm in hm.ALGORITHMS.values()}
    files[PAGES / "README.md"] = overview()
    files |= {GAME_PAGES / f"{id}.md": game_page(id) for id in hm.games.GAMES}
    files[GAME_PAGES / "README.md"] = games()
    files[DOCS / "named-trees.md"] = named_trees()
    return files


def stale() -> list[str]:
    """The files that are missing, superfluous, or not up to date."""
    files = wanted()
    changed = [p for p, text in files.items() if not p.is_file() or p.read_text(encoding="utf-8") != text]
    return [str(p.relative_to(ROOT)) for p in [*changed, *superfluous(files)]]


def superfluous(files: dict[Path, str]) -> set[Path]:
    return {*PAGES.glob("*.md"), *GAME_PAGES.glob("*.md")} - set(files)


def main() -> int:
    if "--check" in sys.argv[1:]:
        if old := stale():
            print(f"not up to date: {', '.join(old)}; run `make docs`", file=sys.stderr)
        return 1 if stale() else 0
    PAGES.mkdir(exist_ok=True)
    GAME_PAGES.mkdir(exist_ok=True)
    files = wanted()
    for path in superfluous(files):
        path.unlink()
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
