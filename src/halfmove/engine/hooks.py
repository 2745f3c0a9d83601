"""How the hooks of a game (`HOOKS` in `game.py`) become words of kernels: one row for each.

A row says which word of kernels a hook gives a meaning to, what stands in for it where a game has none, its form for
games in which a player may move twice in a row, and which other words change with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from halfmove import vocabulary as v
from halfmove.engine import turns
from halfmove.engine.bind import Slots, itself
from halfmove.game import HOOKS, Game
from halfmove.vocabulary import nth_move, width_of


@dataclass(frozen=True)
class Hook:
    """How a hook of a game enters kernels.

    word      the word of kernels that it gives a meaning to, in games whose players alternate
    default   the meaning of the word in a game without the hook; None: the word keeps its own
    inner     the word of `turns` that it gives a meaning to, in games whose players may move twice
    turned    the meaning of the word in such games
    also      other words that mean something else in a game with this hook whose players alternate
    """

    word: Any = None
    default: Any = None
    inner: Any = None
    turned: Any = None
    also: Slots = field(default_factory=dict)


def numbered_move(game, p, number):
    """`nth_move` where moves are simply numbers."""
    return number <= width_of(game, p), number


def no_evaluate(game, p):
    return 0


HOOK_WORDS: dict[str, Hook] = {
    "moves": Hook(v.moves, inner=turns.inner_moves, turned=turns.turned_moves),
    "play": Hook(v.rule_play, inner=turns.inner_play, turned=turns.turned_play),
    "result": Hook(v.rule_result, inner=turns.inner_result, turned=turns.turned_result),
    "evaluate": Hook(v.rule_evaluate, no_evaluate, turns.inner_evaluate, turns.turned_evaluate),
    "turn": Hook(inner=turns.inner_turn),
    "width": Hook(width_of, also={nth_move: numbered_move}),
    "key": Hook(v.position_key, also={v.position_code: v.code_by_key}),
}
assert list(HOOK_WORDS) == list(HOOKS)


def rules_of(game: Game, view: Any = itself) -> dict[str, Callable[..., Any]]:
    """The hooks that a game has, as functions of (game, p, ...); `view` makes of `game` what its rules take as data."""
    return {
        name: _with_game(getattr(game, name), arity, game.data is not None, view)
        for name, arity in HOOKS.items()
        if getattr(game, name) is not None
    }


def words_of(game: Game, rules: dict[str, Any]) -> Slots:
    """The words of kernels that depend on the game alone."""
    slots: Slots = {}
    for name, hook in HOOK_WORDS.items():
        rule = rules.get(name, hook.default)
        if rule is None:
            continue
        if game.turn is None:
            if hook.word is not None:
                slots[hook.word] = rule
            if name in rules:
                slots |= hook.also
        else:
            if hook.inner is not None:
                slots[hook.inner] = rule
            if hook.turned is not None:
                slots[hook.word] = hook.turned
    slots[v.weight] = one if game.turn is None else turns.turned_weight
    return slots


def one(p):
    return 1


def _with_game(own: Any, arity: int, has_data: bool, view: Any) -> Callable[..., Any]:
    """A rule as a function of (game, p) or (game, p, move)."""

    def one_argument(game, p):
        return own(p)

    def two_arguments(game, p, move):
        return own(p, move)

    def one_and_data(game, p):
        return own(p, game)

    def two_and_data(game, p, move):
        return own(p, move, game)

    def one_and_view(game, p):
        return own(p, view(game))

    def two_and_view(game, p, move):
        return own(p, move, view(game))

    if not has_data:
        return one_argument if arity == 1 else two_arguments
    if view is itself:
        return one_and_data if arity == 1 else two_and_data
    return one_and_view if arity == 1 else two_and_view


def root_of(game: Game, position: Any, depth: int | None) -> Any:
    """The position as kernels see it."""
    return position if game.turn is None else turns.Turned(position, -1 if depth is None else depth, 0)
