"""A game's rules in the words of the vocabulary: with or without data, alternating or not."""

from __future__ import annotations

from typing import Any

from halfmove import words as v
from halfmove.engine import turns
from halfmove.engine.bind import Slots, slot
from halfmove.game import Game
from halfmove.parts.blocks import nth_move, width_of


@slot
def data_of(game): ...


@slot
def own_moves(p, data): ...


@slot
def own_play(p, move, data): ...


@slot
def own_result(p, data): ...


@slot
def own_evaluate(p, data): ...


@slot
def own_turn(p, data): ...


@slot
def own_width(p, data): ...


def plain_moves(game, p):
    return own_moves(p)


def plain_play(game, p, move):
    return own_play(p, move)


def plain_result(game, p):
    return own_result(p)


def plain_evaluate(game, p):
    return own_evaluate(p)


def plain_turn(game, p):
    return own_turn(p)


def plain_width(game, p):
    return own_width(p)


def data_width(game, p):
    return own_width(p, data_of(game))


def numbered_move(game, p, number):
    """`nth_move` where moves are simply numbers."""
    return number <= width_of(game, p), number


def data_moves(game, p):
    return own_moves(p, data_of(game))


def data_play(game, p, move):
    return own_play(p, move, data_of(game))


def data_result(game, p):
    return own_result(p, data_of(game))


def data_evaluate(game, p):
    return own_evaluate(p, data_of(game))


def data_turn(game, p):
    return own_turn(p, data_of(game))


def no_evaluate(game, p):
    return 0


def itself(x):
    return x


def one(p):
    return 1


def yes():
    return True


def no():
    return False


_OWN = {"moves": own_moves, "play": own_play, "result": own_result, "evaluate": own_evaluate, "turn": own_turn}
_PLAIN = {
    "moves": plain_moves, "play": plain_play, "result": plain_result, "evaluate": plain_evaluate, "turn": plain_turn
}  # fmt: skip
_DATA = {"moves": data_moves, "play": data_play, "result": data_result, "evaluate": data_evaluate, "turn": data_turn}


def rule_slots(game: Game) -> tuple[Slots, dict[str, Any]]:
    """The slots that depend on the game alone, and its rules as functions of (game, p, ...)."""
    slots: Slots = {own: getattr(game, rule) for rule, own in _OWN.items() if getattr(game, rule) is not None}
    adapters = _PLAIN if game.data is None else _DATA
    rules: dict[str, Any] = {rule: adapters[rule] for rule in _OWN if getattr(game, rule) is not None}
    rules.setdefault("evaluate", no_evaluate)
    if game.turn is None:
        if game.width is not None:
            slots |= {
                own_width: game.width,
                width_of: plain_width if game.data is None else data_width,
                nth_move: numbered_move,
            }
        slots |= {
            v.moves: rules["moves"],
            v.rule_play: rules["play"],
            v.rule_result: rules["result"],
            v.rule_evaluate: rules["evaluate"],
            v.weight: one,
        }
    else:
        slots |= {
            turns.inner_moves: rules["moves"],
            turns.inner_play: rules["play"],
            turns.inner_result: rules["result"],
            turns.inner_evaluate: rules["evaluate"],
            turns.inner_turn: rules["turn"],
            v.moves: turns.turned_moves,
            v.rule_play: turns.turned_play,
            v.rule_result: turns.turned_result,
            v.rule_evaluate: turns.turned_evaluate,
            v.weight: turns.turned_weight,
        }
    return slots, rules


def root_of(game: Game, position: Any, depth: int | None) -> Any:
    """The position as kernels see it."""
    return position if game.turn is None else turns.Turned(position, -1 if depth is None else depth, 0)
