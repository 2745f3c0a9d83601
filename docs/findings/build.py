"""Run the studies behind these pages, and write their numbers, tables and figures.

python docs/findings/build.py                              all of them; results in the store are not computed again
python docs/findings/build.py memory_curve                 one of them
python docs/findings/build.py --trees 10 --into try        a quick try, in another folder
python docs/findings/build.py which_wins --times           measure its times again as well
python docs/findings/build.py deeper_is_better --games 4 --into try     a quick try of a finding based on matches
python docs/findings/build.py deeper_is_better --keep      write its page again from its .csv; nothing is played

A study NAME.toml gives NAME.csv (one row per cell), NAME-*.svg, and the tables in NAME.md, each between a line
`<!-- table: KEY -->` and the next `<!-- end -->`. NAME.py makes them. The text around the tables is written by hand.
Where NAME.toml lists matches, NAME.csv has one row per match; see played.py. Where it lists games whose trees are
modelled, see modelled.py.
Needs matplotlib: pip install 'halfmove[plot]'.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import alpha_beta_deviation
import deeper_is_better
import hybrids_in_games
import keeping_open
import memory_curve
import memory_waves
import modelled
import order_of_moves
import played
import ps_star_in_parallel
import real_games
import strength_at_chess
import unequal_partitions
import what_parts_are_worth
import which_wins
from shared import HERE, Row, Tables

from halfmove import studies
from halfmove.base.identity import signature
from halfmove.studies.table import as_csv

PAGES: dict[str, Any] = {
    "unequal_partitions": unequal_partitions,
    "memory_curve": memory_curve,
    "memory_waves": memory_waves,
    "alpha_beta_deviation": alpha_beta_deviation,
    "which_wins": which_wins,
    "real_games": real_games,
    "hybrids_in_games": hybrids_in_games,
    "ps_star_in_parallel": ps_star_in_parallel,
    "keeping_open": keeping_open,
}
PLAYED: dict[str, Any] = {
    "what_parts_are_worth": what_parts_are_worth,
    "deeper_is_better": deeper_is_better,
    "strength_at_chess": strength_at_chess,
}
MODELLED: dict[str, Any] = {"order_of_moves": order_of_moves}
NAMES = (*PAGES, *PLAYED, *MODELLED)
KEPT = 3  # trees of each cell whose leaves are stored one by one, for a test to compare with
COLUMNS = ("tree", "algorithm", "trees", "mean", "deviation", "low", "high", "max_open", "max_backup", "first")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Run the studies behind the findings and write their pages.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}; all when left out")
    parser.add_argument("--trees", type=int, help="or positions of each kind, instead of the usual ones; needs --into")
    parser.add_argument("--games", type=int, help="of each match, instead of what the files say; needs --into")
    parser.add_argument("--keep", action="store_true", help="play no matches, model no games: take those of the .csv")
    parser.add_argument("--into", type=Path, metavar="DIR", help="write there, not over the published pages")
    parser.add_argument("--jobs", type=int, help="processes; as many as there are cores when left out")
    parser.add_argument("--store", type=Path, help="an SQLite file for the results")
    parser.add_argument("--times", action="store_true", help="measure again what is not of the study, such as times")
    given = parser.parse_args(arguments)
    for name in given.names:
        if name not in NAMES:
            parser.error(f"there is no finding {name!r}; the choices are {', '.join(NAMES)}")
    if given.trees is not None and given.trees < 2:
        parser.error("--trees must be at least 2: a single tree has no deviation")
    if given.trees and not given.into:
        parser.error("--trees needs --into DIR: the published pages have the numbers of the whole studies")
    if given.games is not None and (given.games < 4 or given.games % 2):
        parser.error("--games must be even and at least 4: openings are played twice, and one of them has no deviation")
    if given.games and (given.keep or not given.into):
        parser.error("--games needs --into DIR, and not --keep: the published pages have the numbers of all games")
    for name in given.names or NAMES:
        (build if name in PAGES else build_played if name in PLAYED else build_modelled)(name, given)


def build(name: str, given: argparse.Namespace) -> None:
    """One finding: run its study, then write its files."""
    folder = given.into or HERE
    page = PAGES[name]
    plan = studies.load(HERE / f"{name}.toml", **({"trees": given.trees} if given.trees else {}))
    table = studies.run(plan, given.jobs, given.store or default_store(), progress_of(name))
    if table.disagreements():
        sys.exit("\n".join(table.disagreements()))
    copy_page(name, folder)
    if given.times and hasattr(page, "measure"):
        page.measure(table, folder)
    columns = (*COLUMNS[:-1], *page.COLUMNS, COLUMNS[-1])
    (folder / f"{name}.csv").write_text(as_csv(columns, cell_rows(table, page.cells(table))), encoding="utf-8")
    patch(folder / f"{name}.md", page.page(table, folder))


def build_played(name: str, given: argparse.Namespace) -> None:
    """One finding based on matches: play them, then write its files."""
    folder = given.into or HERE
    copy_page(name, folder)
    if given.keep:
        source = HERE / f"{name}.csv"
        if folder.resolve() != HERE.resolve():
            shutil.copy(source, folder)
    else:
        played.play(name, folder, given.games, given.jobs, given.store or HERE.parent.parent / ".cache" / "findings")
    patch(folder / f"{name}.md", PLAYED[name].page(played.rows_of(folder / f"{name}.csv"), folder))


def build_modelled(name: str, given: argparse.Namespace) -> None:
    """One finding based on models of games: make them, then write its files."""
    folder = given.into or HERE
    copy_page(name, folder)
    if not given.keep:
        modelled.measure(name, folder, given.store or HERE.parent.parent / ".cache" / "findings", given.trees)
    elif folder.resolve() != HERE.resolve():
        shutil.copy(HERE / f"{name}.csv", folder)
    if given.times:
        MODELLED[name].measure(folder)
    patch(folder / f"{name}.md", MODELLED[name].page(folder))


def copy_page(name: str, folder: Path) -> None:
    """Copy the text and the measured times into another folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for source in (HERE / f"{name}.md", *HERE.glob(f"{name}_*.csv")):
        if folder.resolve() != HERE.resolve():
            shutil.copy(source, folder)


def default_store() -> Path:
    """One store per version of the code: a store of another version is refused."""
    folder = HERE.parent.parent / ".cache"
    folder.mkdir(exist_ok=True)
    return folder / f"findings-{re.sub('[^0-9a-z]+', '-', signature()).strip('-')}.db"


def progress_of(name: str) -> Callable[[int, int], None]:
    def tell(done: int, total: int) -> None:
        if sys.stderr.isatty() or done == total:
            print(f"\r{name}: {done} of {total} searches", end="\n"[done < total :], file=sys.stderr, flush=True)

    return tell


def cell_rows(table: studies.Table, more: Iterable[Row]) -> Iterable[Row]:
    """One row per cell: the leaves, the largest OPEN and BACKUP of any tree, and the leaves of the first trees.

    `more`: for each cell, what only this finding has.
    """
    for (cell, records), own in zip(table.cells(), more, strict=True):
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
            **own,
            "first": " ".join(str(record.leaves) for record in records[:KEPT]),
        }


def patch(page: Path, tables: Tables) -> None:
    """Put the tables between their marks; every table must have a place."""
    text = page.read_text(encoding="utf-8")
    for key, content in tables.items():
        before, begin, rest = text.partition(f"<!-- table: {key} -->\n")
        _, end, after = rest.partition("<!-- end -->")
        if not end:
            sys.exit(f"{page.name} has no place for the table {key!r}")
        text = f"{before}{begin}\n{content}\n{end}{after}"
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
