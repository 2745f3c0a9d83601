"""How the rules and hooks of a game become primitives of kernels.

`HOOK_PRIMITIVES` has one row for each hook (`HOOKS` in `hooks.py`): the primitive that the hook fills, its default in a
game without the hook, its form for games in which a player may move twice in a row, and which other primitives change
with it.

All algorithms of the literature assume that the players alternate; SSS* and its relatives even read the player from the
parity of a node's depth. So in a game in which a player may move twice in a row, a node is inserted where the same
player is to move again. At this node the other player can only wait: it has one move, is not counted, and does not
reduce the depth limit. Kernels see positions of such a game as `Turned`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from halfmove.engine.bind import Slots, itself
from halfmove.game import Game
from halfmove.hooks import HOOKS, SOLVING_HOOKS
from halfmove.kernels import player_primitives as pv
from halfmove.kernels import primitives as v
from halfmove.kernels import solving_primitives as sv
from halfmove.kernels.player_primitives import same_side
from halfmove.kernels.primitives import nth_move, rule_evaluate, rule_result, slot, width_of
from halfmove.parts.past import begin_way, begin_way_of_game, came_before, is_on_way
from halfmove.parts.quiescence import quiescence, quiet_value
from halfmove.repetition import repeats_after


class Turned(NamedTuple):
    """A position of a game in which a player may move twice in a row, as kernels see it.

    at        the game's own position
    left      the number of moves to the depth limit; below 0: there is none
    waiting   1 at an inserted node: the score is read from the other side, since by alternation the opponent is to move
    """

    at: Any
    left: int
    waiting: int


@slot
def inner_moves(game, at): ...


@slot
def inner_play(game, at, move): ...


@slot
def inner_result(game, at): ...


@slot
def inner_evaluate(game, at): ...


@slot
def inner_turn(game, at): ...


def turned_moves(game, p):
    for move in inner_moves(game, p.at):
        yield move
        if p.waiting:  # any move can represent waiting; `turned_play` ignores which one it is
            break


def turned_play(game, p, move):
    if p.waiting:
        return Turned(p.at, p.left, 0)
    at = inner_play(game, p.at, move)
    left = p.left - 1 if p.left > 0 else p.left  # where there is no depth limit, equal positions stay equal
    return Turned(at, left, 1 if inner_turn(game, at) == inner_turn(game, p.at) else 0)


def turned_result(game, p):
    over, score = inner_result(game, p.at)
    if not over and p.left == 0:
        over, score = True, inner_evaluate(game, p.at)
    return over, -score if p.waiting else score


def turned_evaluate(game, p):
    score = inner_evaluate(game, p.at)
    return -score if p.waiting else score


def turned_weight(p):
    return 1 - p.waiting


@dataclass(frozen=True)
class Hook:
    """How a hook of a game enters kernels.

    primitive   the primitive that it fills in games whose players alternate
    default     fills the primitive in a game without the hook; None: the primitive keeps its own body
    inner       the slot above (`inner_moves`, ...) that it fills in games whose players may move twice
    turned      fills the primitive in such games
    also        other primitives that are filled differently in a game with this hook whose players alternate
    """

    primitive: Any = None
    default: Any = None
    inner: Any = None
    turned: Any = None
    also: Slots = field(default_factory=dict)


def numbered_move(game, p, number):
    """`nth_move` where moves are simply numbers."""
    return number <= width_of(game, p), number


def no_evaluate(game, p):
    return 0


def order_by_guess(game, p, move, child):
    """The default of `order`: sort moves by the static evaluation of the positions after them."""
    over, score = rule_result(game, child)
    guess = score if over else rule_evaluate(game, child)
    return guess if same_side(game, p, child) else -guess


def same(game, p):
    return p


def same_by_turn(game, p, child):
    return rule_turn(game, p) == rule_turn(game, child)


def never(game, p, child):
    return False


@slot
def rule_turn(game, p): ...


HOOK_PRIMITIVES: dict[str, Hook] = {
    "moves": Hook(v.moves, inner=inner_moves, turned=turned_moves),
    "play": Hook(v.rule_play, inner=inner_play, turned=turned_play),
    "result": Hook(v.rule_result, inner=inner_result, turned=turned_result),
    "evaluate": Hook(v.rule_evaluate, no_evaluate, inner_evaluate, turned_evaluate),
    "turn": Hook(inner=inner_turn),
    "width": Hook(width_of, also={nth_move: numbered_move}),
    "key": Hook(v.position_key, also={v.position_code: v.code_by_key, pv.position_hash: pv.hash_by_key}),
    "order": Hook(pv.rule_order, order_by_guess, also={pv.OWN_ORDER: 1}),
    "bounds": Hook(pv.rule_bounds, also={pv.bounds_of: pv.bounds_by_hook}),
    "tries": Hook(pv.tries, v.moves),
    "noisy": Hook(pv.noisy, also={quiet_value: quiescence}),
    "symmetry": Hook(pv.rule_symmetry, same),
    "skip": Hook(pv.rule_skip, same, also={pv.OWN_SKIP: 1}),
    "urgent": Hook(pv.rule_urgent, also={pv.OWN_URGENT: 1}),
    "gain": Hook(pv.rule_gain, also={pv.OWN_GAIN: 1}),
    "lasting": Hook(pv.rule_lasting, no_evaluate, also={begin_way: begin_way_of_game, came_before: is_on_way}),
    "uncounted": Hook(pv.rule_uncounted, same),
    "count": Hook(pv.count_of),
    "ending": Hook(pv.rule_ending),
    "tier": Hook(sv.rule_tier, also={sv.tier_of: sv.tier_by_hook}),
    "rank": Hook(sv.rule_rank, also={sv.number_of: sv.number_by_rank}),
    "unrank": Hook(sv.rule_unrank, also={sv.position_of: sv.position_by_unrank, sv.stands_for: sv.stands_by_unrank}),
    "ranks": Hook(),
    "before": Hook(sv.rule_before, sv.none_before),
}
assert list(HOOK_PRIMITIVES) == list(HOOKS)


# These hooks are about the game's own positions, whichever player is to move.
_OF_POSITIONS = (*SOLVING_HOOKS, "symmetry")


def rules_of(game: Game, view: Any = itself) -> dict[str, Callable[..., Any]]:
    """The hooks that a game has, as functions of (game, p, ...); `view(game)` is the data that its rules receive."""
    return {
        name: _with_game(getattr(game, name), arity, game.data is not None, view)
        for name, arity in HOOKS.items()
        if getattr(game, name) is not None
    }


def primitives_of(game: Game, rules: dict[str, Any], player: bool = False) -> Slots:
    """The primitives that depend on the game alone.

    The kernels of a `player` see the positions of the game itself. For all other kernels the players alternate.
    """
    slots: Slots = {}
    if player:
        for name, hook in HOOK_PRIMITIVES.items():
            rule = rules.get(name, hook.default)
            if hook.primitive is not None and rule is not None:
                slots[hook.primitive] = slots.get(rule, rule)
            if name in rules:
                slots |= hook.also
        return slots | {
            same_side: never if game.turn is None else same_by_turn,
            rule_turn: rules.get("turn"),
            v.weight: one,
            pv.REPEATS_AFTER: repeats_after(game),
        }
    for name, hook in HOOK_PRIMITIVES.items():
        rule = rules.get(name, hook.default)
        if rule is None:
            continue
        if game.turn is None or name in _OF_POSITIONS:
            if hook.primitive is not None:
                slots[hook.primitive] = rule
            if name in rules:
                slots |= hook.also
        else:
            if hook.inner is not None:
                slots[hook.inner] = rule
            if hook.turned is not None:
                slots[hook.primitive] = hook.turned
    slots[v.weight] = one if game.turn is None else turned_weight
    return slots


def one(p):
    return 1


def _with_game(own: Any, arity: int, has_data: bool, view: Any) -> Callable[..., Any]:
    """A rule as a function of (game, p), (game, p, move) or (game, p, move, child)."""

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

    def three_arguments(game, p, move, child):
        return own(p, move, child)

    def three_and_data(game, p, move, child):
        return own(p, move, child, game)

    def three_and_view(game, p, move, child):
        return own(p, move, child, view(game))

    if not has_data:
        return (one_argument, two_arguments, three_arguments)[arity - 1]
    if view is itself:
        return (one_and_data, two_and_data, three_and_data)[arity - 1]
    return (one_and_view, two_and_view, three_and_view)[arity - 1]


def root_of(game: Game, position: Any, depth: int | None) -> Any:
    """The position as it is seen by kernels that assume alternating players."""
    return position if game.turn is None else Turned(position, -1 if depth is None else depth, 0)
