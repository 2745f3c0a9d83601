"""What every search does: it enters and leaves nodes, evaluates leaves, and finds better moves."""

from __future__ import annotations

from halfmove.algorithms.test import exceeds
from halfmove.kernels.primitives import LOWER, UPPER, as_score, count_leaf, enter, next_down, next_up, slot, visit
from halfmove.parts.lines import remember
from halfmove.parts.table import recall
from halfmove.recording.events import node_number, note, note_again
from halfmove.recording.log import ENTER, KNOWN, LEAF, LEAVE, RAISE, VISIT


def enter_noted(game, p, height, a, b, run):
    """Record the search of a node. If nothing happened inside, the node was a leaf, or a table answered."""
    if height == run.height:  # changes that an earlier search of the root left
        show_changes(run)
    node, at, hits = node_number(p), run.noted, run.table_hits
    run.frames[height] = node
    if (run.height - height) % 2 == 0:
        run.last_high = b
        note(run, ENTER, node, 0, a, b)
        score = enter(game, p, height, a, b, run)
        max_score = score
    else:
        run.last_high = -a
        note(run, ENTER, node, 0, -b, -a)
        score = enter(game, p, height, a, b, run)
        max_score = -score
    if run.noted > at + 1:
        note(run, LEAVE, node, proven_bound(run, height), max_score, max_score)
    elif run.table_hits > hits:
        note_again(run, at, KNOWN, node, 1, max_score, max_score)
    else:
        note_again(run, at, LEAF, node, 0, max_score, max_score)
    return score


def proven_bound(run, height):
    """LOWER or UPPER where a search ends with a bound of the value, whatever its window was; else 0."""
    if height == run.height and (run.proof == LOWER or run.proof == UPPER):
        return run.proof
    return 0


def exceeds_noted(game, p, height, m, strict, printed, run):
    """Record a question of TEST as a search with a minimal window."""
    node, at = node_number(p), run.noted
    run.frames[height] = node
    low, high = (m, next_up(m)) if strict else (next_down(m), m)
    if (run.height - height) % 2 == 0:
        note(run, ENTER, node, 0, low, high)
    else:
        note(run, ENTER, node, 0, -high, -low)
    above = exceeds(game, p, height, m, strict, printed, run)
    if run.noted > at + 1:
        max_score = for_max(run, height, high if above else low)
        note(run, LEAVE, node, 0, max_score, max_score)
    else:
        max_score = for_max(run, height, run.last_score)
        note_again(run, at, LEAF, node, 0, max_score, max_score)
    return above


def for_max(run, height, score):
    """A score of the player to move at a height, as MAX sees it."""
    return score if (run.height - height) % 2 == 0 else -score


def visit_noted(game, p, height, run):
    """Record a node that is entered without a search of its own. Right after ENTER the visit adds nothing new."""
    run.visiting = 1
    over, score = visit(game, p, height, run)
    run.visiting = 0
    node = node_number(p)
    if run.last_kind != ENTER or run.last_node != node:
        show_changes(run)
        if over:
            max_score = score if (run.height - height) % 2 == 0 else -score
            note(run, LEAF, node, 0, max_score, max_score)
        else:
            note(run, VISIT, node, 0, 0, 0)
    elif over:
        run.last_score = score
    return over, score


@slot
def show_changes(run):
    """Record what has changed in OPEN and BACKUP. Does nothing in searches that have neither."""


def remember_noted(run, height, move, score):
    """Record a new best move: it leads to the node that was left last."""
    remember(run, height, move, score)
    max_score = score if (run.height - height) % 2 == 0 else -score
    note(run, RAISE, run.frames[height], run.last_node, max_score, max_score)


def recall_noted(game, p, height, run):
    known, low, high = recall(game, p, height, run)
    if known:
        if (run.height - height) % 2 == 0:
            note(run, KNOWN, node_number(p), 0, low, high)
        else:
            note(run, KNOWN, node_number(p), 0, -high, -low)
    return known, low, high


# For kernels that use the static score of an inner node: they count it as a leaf themselves.


def score_noted(run, score):
    run.last_score = as_score(run, score)
    return run.last_score


def leaf_noted(height, run):
    count_leaf(height, run)
    if run.visiting == 0 and run.last_kind == VISIT:
        max_score = for_max(run, height, run.last_score)
        note_again(run, run.noted - 1, LEAF, run.last_node, 1, max_score, max_score)
