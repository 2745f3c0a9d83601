"""Is a proof right? A plain pass over its positions, by the rules of the game alone.

One side claims something: that the value is at least the score, or that it is not. Where that side is to move, one move
is enough; where the other one is, all moves must be there; and every finished game must bear the claim out. A claim
that something is reached must come to an end: there may be no circle. A claim that it is never reached may go on for
ever, because such play is a draw.
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
    for number in waiting:  # which grows meanwhile
        node, (at, side) = nodes[number], reached[number]
        over, score = game.outcome(at)
        if over != (node.score is not None):
            raise _wrong(game, number, at, "the game is over" if over else "the game is not over")
        if over:
            if node.number or node.children:
                raise _wrong(game, number, at, "the game is over, and the proof goes on")
            if score != node.score:
                raise _wrong(game, number, at, f"its score is {shown(score)}, not {shown(node.score)}")
            if not is_good(score, side, proven, at_least):
                raise _wrong(game, number, at, f"the game is over with {shown(score)}, which does not prove it")
            continue
        after = [(child, side if again else 1 - side) for _move, child, again in children_of(game, at)]
        if side == claim:
            if not 1 <= node.number <= len(after):
                raise _wrong(game, number, at, f"it has {len(after)} moves, and number {node.number} is none of them")
            after = [after[node.number - 1]]
        elif node.number:
            raise _wrong(game, number, at, "all of its moves must be answered, and the proof has only one")
        if len(after) != len(node.children):
            raise _wrong(game, number, at, f"it has {len(after)} moves, and the proof answers {len(node.children)}")
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
    """Every line of a proof comes to an end."""
    before = [0] * len(nodes)  # how many nodes lead there that have not been passed
    for node in nodes:
        for child in node.children:
            before[child] += 1
    free = [number for number, count in enumerate(before) if count == 0]
    for number in free:  # which grows meanwhile
        for child in nodes[number].children:
            before[child] -= 1
            if before[child] == 0:
                free.append(child)
    if len(free) < len(nodes):
        circle = next(number for number, count in enumerate(before) if count)
        raise UsageError(f"{game.name}: the proof is wrong: its play may go round and round from position {circle} on")


def _wrong(game: Game, number: int, at: Any, why: str) -> UsageError:
    return UsageError(f"{game.name}: the proof is wrong at position {number}, {shown(at)}: {why}")
