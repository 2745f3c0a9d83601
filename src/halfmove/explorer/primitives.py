"""The primitives of kernels in a page. These functions are written in primitives too, and translated.

A position is the number of a node. Whether scores are whole numbers or real ones is decided when a search begins.
"""

from __future__ import annotations

from typing import Any

from halfmove.engine.bind import Slots
from halfmove.engine.rules import primitives_of, rules_of
from halfmove.engine.scores import LARGEST, extreme_score, halfway_real, halfway_whole
from halfmove.explorer.expressions import LARGEST_WHOLE, Primitive
from halfmove.kernels import primitives as v
from halfmove.kernels.primitives import REAL_SCORE, fail, peek, poke, slot
from halfmove.parts.lines import extend_line
from halfmove.recording import events, reasons
from halfmove.trees import explicit


@slot
def is_real(): ...


@slot
def is_whole(score): ...


@slot
def next_real(score): ...


def score_of(run, score):
    if is_real():
        return score if -LARGEST < score < LARGEST else extreme_score(run, score)
    if not is_whole(score):
        fail(run, REAL_SCORE)
    return score


def above(score):
    if is_real():
        return next_real(score)
    return score + 1 if score >= -LARGEST_WHOLE else -LARGEST_WHOLE


def between(low, high):
    return halfway_real(low, high) if is_real() else halfway_whole(low, high)


def same_node(memory, one, other):
    return peek(memory, one) == peek(memory, other)


def extend_pairs(run, height, move):
    """Extend a line, which is a pair of a move and the line that follows, or 0."""
    poke(run.line_sizes, height, (move, peek(run.line_sizes, height - 1)))


def no_call(run):
    """A page has no caller that wants to be called during a search."""
    return 0


def page_primitives() -> Slots:
    """All primitives for the search of an explicit tree in JavaScript."""
    tree = explicit([0])
    peek_js, poke_js = Primitive("$peek"), Primitive("$poke")
    slots: dict[Any, Any] = primitives_of(tree, rules_of(tree))
    slots |= dict.fromkeys((v.peek, v.peek_score, v.peek_position, v.peek_move), peek_js)
    slots |= dict.fromkeys((v.poke, v.poke_score, v.poke_position, v.poke_move), poke_js)
    return slots | {
        v.POSITION_WORDS: 1,
        v.copy_moves: Primitive("$copy_moves"),
        v.make_room: Primitive("$make_room"),
        v.watched: Primitive("$watched"),
        v.now: Primitive("$now"),
        v.infinity: Primitive("$infinity"),
        is_real: Primitive("$is_real"),
        is_whole: Primitive("$is_whole"),
        next_real: Primitive("$next_real"),
        v.as_score: score_of,
        v.next_up: above,
        v.halfway: between,
        v.same_position: same_node,
        v.position_code: Primitive("$position_code"),
        v.check_signals: no_call,
        events.note: Primitive("$note"),
        events.note_again: Primitive("$note_again"),
        events.append: Primitive("$append"),
        events.taken: Primitive("$taken"),
        events.node_number: Primitive("$node_number"),
        events.child_number: Primitive("$child_number"),
        events.is_min: Primitive("$is_min"),
        reasons.width_at: Primitive("$width_at"),
        reasons.parent_at: Primitive("$parent_at"),
        reasons.depth_at: Primitive("$depth_at"),
        extend_line: extend_pairs,
    }
