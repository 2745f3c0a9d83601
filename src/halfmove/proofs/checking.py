"""Checking a proof: one pass over its positions, by the rules of the game alone.

One side claims something: that the value is at least the score, or that it is not. Where that side is to move, one move
is enough. Where the other side is to move, all moves must be answered. Every finished game must confirm the claim. A
claim that a score is reached must not contain a cycle. A claim that it is never reached may continue for ever, because
such play is a draw.
"""

from __future__ import annotations

from typing import Any

from halfmove.base.checks import shown
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.model import Score
from halfmove.proofs.nodes import Node, children_of, forces, is_good


def check_nodes(
    game: Game, position: Any, at_least: Score | None, proven: bool, nodes: tuple[Node, ...]
) -> list[tuple[Any, int]]:
    """The position of each node, and the side that is to move there. Raises UsageError where a proof is wrong."""
    claim = 0 if proven else 1
    reached: dict[int, tuple[Any, int]] = {0: (position, 0)}
    waiting = [0]
    for number in waiting:  # it grows while it is read
        node, (at, side) = nodes[number], reached[number]
        over, score = game.outcome(at)
        if over != (node.score is not None):
            raise _wrong(game, number, at, "the game is over" if over else "the game is not over")
        if over:
            if node.number or node.children:
                raise _wrong(game, number, at, "the game is over, but the proof continues")
            if score != node.score:
                raise _wrong(game, number, at, f"its score is {shown(score)}, not {shown(node.score)}")
            if not is_good(score, side, proven, at_least):
                raise _wrong(game, number, at, f"the game is over with {shown(score)}, which does not prove it")
            continue
        after = [(child, side if again else 1 - side) for _move, child, again in children_of(game, at)]
        if side == claim:
            if not 1 <= node.number <= len(after):
                raise _wrong(
                    game, number, at, f"it has {len(after)} moves, and number {node.number} is not one of them"
                )
            after = [after[node.number - 1]]
        elif node.number:
            raise _wrong(game, number, at, "all of its moves must be answered, but the proof has only one")
        if len(after) != len(node.children):
            raise _wrong(game, number, at, f"it has {len(after)} moves, but the proof answers {len(node.children)}")
        for child, there in zip(node.children, after, strict=True):
            if child not in reached:
                reached[child] = there
                waiting.append(child)
            elif reached[child] != there:
                raise _wrong(game, number, at, f"a move does not lead to position {child} of the proof")
    if len(reached) < len(nodes):
        spare = next(number for number in range(len(nodes)) if number not in reached)
        raise UsageError(f"{game.name}: the proof is wrong: nothing leads to position {spare}")
    if forces(proven, at_least):
        _check_end(game, nodes)
    return [reached[number] for number in range(len(nodes))]


def _check_end(game: Game, nodes: tuple[Node, ...]) -> None:
    """Raise UsageError if a line of a proof never ends."""
    before = [0] * len(nodes)  # how many parents have not been visited
    for node in nodes:
        for child in node.children:
            before[child] += 1
    free = [number for number, count in enumerate(before) if count == 0]
    for number in free:  # it grows while it is read
        for child in nodes[number].children:
            before[child] -= 1
            if before[child] == 0:
                free.append(child)
    if len(free) < len(nodes):
        cycle = next(number for number, count in enumerate(before) if count)
        raise UsageError(f"{game.name}: the proof is wrong: its play may repeat for ever from position {cycle} on")


def _wrong(game: Game, number: int, at: Any, why: str) -> UsageError:
    return UsageError(f"{game.name}: the proof is wrong at position {number}, {shown(at)}: {why}")
