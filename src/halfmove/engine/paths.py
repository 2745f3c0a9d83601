"""From the paths that kernels leave behind to moves and names for people."""

from __future__ import annotations

from typing import Any

from halfmove.engine.task import Task


def own_moves(task: Task, path: Any) -> list[Any]:
    """A path without the moves that only stand for waiting."""
    game = task.game
    if game.turn is None or task.algorithm.plays:
        return list(path)
    kept, at, waiting = [], task.position, False
    for move in path:
        if waiting:
            waiting = False
            continue
        kept.append(move)
        after = game.next(at, move)
        waiting = game.call("turn", after) == game.call("turn", at)
        at = after
    return kept


def position_after(task: Task, line: list[Any]) -> Any:
    at = task.position
    for move in line:
        at = task.game.next(at, move)
    return at


def ends_inside(task: Task, line: list[Any]) -> bool:
    """Whether a line ends at a position that a search would go on from."""
    if task.depth is not None and len(line) >= task.depth:
        return False
    return not task.game.outcome(position_after(task, line))[0]


def dewey_names(task: Task, paths: list[tuple[Any, ...]]) -> tuple[str, ...]:
    """The Dewey names of leaves: the numbers of the moves that lead to each, 1 for the first; "0" for the root."""
    if task.game.numbered and task.game.turn is None:
        return tuple(".".join(map(str, path)) or "0" for path in paths)
    known: dict[tuple[Any, ...], tuple[Any, dict[Any, int]]] = {}  # path -> position, number of each of its moves

    def node(path: tuple[Any, ...]) -> tuple[Any, dict[Any, int]]:
        if path not in known:
            at = task.position if not path else task.game.next(node(path[:-1])[0], path[-1])
            known[path] = at, {move: number for number, move in reversed([*enumerate(task.game.legal(at), 1)])}
        return known[path]

    names = []
    for path in paths:
        own = tuple(own_moves(task, path))
        names.append(".".join(str(node(own[:i])[1][own[i]]) for i in range(len(own))) or "0")
    return tuple(names)
