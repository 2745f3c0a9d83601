"""`halfmove explain`: which conditions decide whether an algorithm examines a node, and whether it does."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import click

import halfmove as hm
from halfmove.base.printable import printable_line
from halfmove.cli import grid, text
from halfmove.cli.commands import DEPTH, Command
from halfmove.cli.game_argument import game_from
from halfmove.cli.streams import bold, read_input
from halfmove.game import Game
from halfmove.theory.pruning import Pruning, alpha_beta_window, backed_up, bounds_along
from halfmove.tracing import reasons
from halfmove.trees.unfolding import WrittenDown, unfold

_MOST = 50_000  # nodes of a tree
_WORDS = {"a_left": "A_L", "a_right": "A_R", "a_right_kept": "A_R'", "b": "B"}
_NOTHING = {
    "a_left": "nothing on the left at a MAX node above",
    "a_right": "nothing on the right at a MAX node above",
    "a_right_kept": "nothing on the right at a MAX node above",
    "b": "nothing on the left at a MIN node above",
}
_LEGEND = (
    "A: the most that MAX has elsewhere, left (L) or right (R); B: the least that MIN has\n"
    "A_R': A_R, limited by B of the place where MAX chooses"
)


@click.command("explain", cls=Command)
@click.argument("what")
@click.argument("node")
@click.option("--memory", type=int, multiple=True, metavar="M",
              help="Cells of ITERSSS*; repeat for several. [default: the least that is enough]")  # fmt: skip
@click.option("--depth", type=DEPTH, metavar="N", help="Half-moves of a game to look ahead. [default: to the end]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(what: str, node: str, memory: tuple[int, ...], depth: int | None, as_json: bool) -> None:
    """Say why alpha-beta, SSS* and ITERSSS* examine a node, or why not.

    WHAT is a tree or a game as in `halfmove search`. NODE is the Dewey name of a node: 1.2 is the second child of the
    first child of the root, 0 is the root.

    \b
    A_L   the most that MAX already has, where MAX chooses above the node
    A_R   the most that MAX has on the other side of the node, on the right
    A_R'  the same, limited by B of the place where MAX chooses
    B     the least that MIN already has, where MIN chooses above the node

    Alpha-beta prunes a node if and only if A_L >= B. SSS* does not examine it if and only if A_L >= B or A_R' > B
    (Bhattacharya & Bagchi 1986, theorems 4.1 and 4.3, the latter corrected: `halfmove docs errata`). ITERSSS* is in
    between. All three also search the tree, so that the conditions can be compared with the searches.

    \b
    halfmove explain '[[3,[7,2]],[4,1]]' 2.2
    halfmove explain bhattacharya_bagchi_1986:figure-1 3.2.1 --memory 5 --memory 7
    """
    written = unfold(game_from(what, read_input), depth=depth, most=_MOST)
    along = bounds_along(written.game, node)
    uniform = _uniform(written.game)
    given: list[tuple[str, str, dict[str, Any]]] = [("alpha_beta", "alpha-beta", {}), ("sss_star", "SSS*", {})]
    given += [("iter_sss_star", "ITERSSS*", {"memory": each}) for each in memory or ("minimum",)]
    answers, reason = [], None
    for algorithm, title, parameters in given:
        result = hm.search(written.game, algorithm, compiled=False, trace=True, **parameters)
        answer = _CONDITIONS[algorithm](along)
        seen = _examined(along[-1].node, result.leaf_order or ())
        if algorithm == "alpha_beta" and not seen:
            reason = _reason(result.log, along[-1].node)
        if answer["skips"] is not None and answer["skips"] == seen and algorithm == "iter_sss_star":
            answer["why"] += "; but this holds for uniform trees only"
        answers.append({"algorithm": algorithm, "title": title, **result.parameters, "examined": seen, **answer})
    if as_json:
        click.echo(text.as_json(_data(written.game, along[-1], answers, uniform) | {"reason": reason}))
    else:
        _show(written, along[-1], answers, reason)


def _reason(log: Any, node: str) -> str | None:
    """Why alpha-beta does not look at a node, as a sentence."""
    parts = [] if node == "0" else node.split(".")
    above = {".".join(parts[:depth]) or "0": int(number) for depth, number in enumerate(parts)}
    cut = (each for each in reasons(log) if above.get(log.name(each.node), 0) >= each.first_child > 0)
    return next((each.text for each in cut), None)


def _examined(node: str, leaves: tuple[str, ...]) -> bool:
    """Whether a leaf at or below the node was evaluated."""
    return node == "0" or any(leaf == node or leaf.startswith(node + ".") for leaf in leaves)


def _alpha_beta(along: list[Pruning], theorem: str = "4.1") -> dict[str, Any]:
    at = along[-1]
    first = next((each for each in along if each.alpha_beta_prunes), None)
    if first is None:
        return _answer(False, None, f"{_compared(at, 'a_left', '<')} (theorem {theorem})")
    return _answer(True, first.node, f"{_compared(first, 'a_left', '>=')}{_since(first, at)} (theorem {theorem})")


def _sss_star(along: list[Pruning]) -> dict[str, Any]:
    at = along[-1]
    first = next((each for each in along if each.sss_star_skips), None)
    if first is None:
        why = f"{_compared(at, 'a_left', '<')}; {_compared(at, 'a_right_kept', '<=')} (theorem 4.3, corrected)"
        if at.sss_star_skips_as_printed:
            why += f"; as printed, {_compared(at, 'a_right', '>')}, it would not be examined, which is wrong"
        return _answer(False, None, why)
    if first.alpha_beta_prunes:
        return _alpha_beta(along, "4.3")
    why = f"{_compared(first, 'a_right_kept', '>')}{_since(first, at)}, and {first.a_right_kept_from} comes first"
    return _answer(True, first.node, f"{why} (theorem 4.3, corrected)")


def _iter_sss_star(along: list[Pruning]) -> dict[str, Any]:
    at = along[-1]
    if at.alpha_beta_prunes:
        return _alpha_beta(along, "4.4")
    if not at.sss_star_skips:
        return _answer(False, None, "SSS* examines it, and ITERSSS* examines all that SSS* does")
    why = f"{_compared(at, 'a_left', '<')}; {_compared(at, 'a_right_kept', '>')}: it depends on the memory"
    return _answer(None, None, why)


_CONDITIONS: dict[str, Callable[[list[Pruning]], dict[str, Any]]] = {
    "alpha_beta": _alpha_beta,
    "sss_star": _sss_star,
    "iter_sss_star": _iter_sss_star,
}


def _answer(skips: bool | None, since: str | None, why: str) -> dict[str, Any]:
    """What a condition says. skips: True, the node is not examined; None, the condition does not decide."""
    return {"skips": skips, "since": since, "why": why}


def _compared(at: Pruning, field: str, how: str) -> str:
    """A_L >= B (3 >= 2)"""
    return f"{_WORDS[field]} {how} B ({_text(getattr(at, field))} {how} {_text(at.b)})"


def _text(score: Any) -> str:
    return f"{score:.10g}" if isinstance(score, float) else str(score)


def _since(first: Pruning, at: Pruning) -> str:
    return "" if first.node == at.node else f" already at {first.node}"


def _uniform(game: Game) -> bool:
    """Whether all inner nodes have the same number of children, and all leaves the same depth."""
    data = game.data.tolist()
    depths = [0] * len(data)
    for node, (first, children, _) in enumerate(data):
        depths[first : first + children] = [depths[node] + 1] * children
    widths = {children for _, children, _ in data if children}
    return len(widths) <= 1 and len({depth for depth, row in zip(depths, data, strict=True) if not row[1]}) == 1


def _data(game: Game, at: Pruning, answers: list[dict[str, Any]], uniform: bool) -> dict[str, Any]:
    assert game.locate is not None
    number = game.locate(at.node)
    bounds = {name: _finite(value) for name, value in asdict(at).items()}
    return {
        "game": game.name,
        "value": _finite(backed_up(game)[number]),
        "leaf": not int(game.data[number]["children"]),
        "uniform": uniform,
        **bounds,
        "algorithms": [{key: each[key] for key in each if key != "title"} for each in answers],
    }


def _finite(value: Any) -> Any:
    """JSON has no infinity."""
    return None if isinstance(value, float) and math.isinf(value) else value


def _show(written: WrittenDown, at: Pruning, answers: list[dict[str, Any]], reason: str | None) -> None:
    game = written.game
    assert game.locate is not None
    number = game.locate(at.node)
    depth = 0 if at.node == "0" else at.node.count(".") + 1
    kind = "leaf" if not game.data[number]["children"] else "MIN node" if depth % 2 else "MAX node"
    called = written.label(number) or written.move(number)
    title = (
        f"{kind} {at.node}"
        + (f" ({called})" if called else "")
        + f" of {game.name}, worth {_text(backed_up(game)[number])}"
    )
    click.echo(bold(printable_line(title)))
    if reason:
        click.echo(f"{reason}\n")
    low, high = alpha_beta_window(game, at.node)
    window = "alpha-beta does not reach it" if at.alpha_beta_prunes else f"({_text(low)}, {_text(high)}) of alpha-beta"
    rows = []
    for field, word in _WORDS.items():
        source = getattr(at, f"{field}_from")
        rows.append((word, f"{_text(getattr(at, field))}, {'from ' + source if source else _NOTHING[field]}"))
    click.echo(text.columns([*rows, ("window", window)]))
    click.echo(f"{_LEGEND}\n")
    lines = [
        [each["title"] + (f", M={each['memory']}" if "memory" in each else ""),
         "examined" if each["examined"] else "not examined", each["why"]]
        for each in answers
    ]  # fmt: skip
    grid.show("what they do, and why", ["algorithm", "", "condition"], lines, words=(0, 1, 2), end="")
