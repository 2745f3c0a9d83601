"""The functions of a program that Python calls: a whole search, and what the rules and hooks answer at one position.

The last two are for the comparison of both speeds (`self_check.py`). They are written in the primitives of kernels, so
that machine code and plain Python run the same text.
"""

from __future__ import annotations

from halfmove.engine.bind import Slots
from halfmove.game import Game
from halfmove.kernels.player_primitives import (
    bounds_of,
    count_of,
    noisy,
    order_word,
    rule_ending,
    rule_gain,
    rule_lasting,
    rule_order,
    rule_skip,
    rule_symmetry,
    rule_uncounted,
    rule_urgent,
    same_side,
    tries,
)
from halfmove.kernels.primitives import (
    POSITION_WORDS,
    as_score,
    moves,
    peek_position,
    poke,
    poke_move,
    poke_position,
    poke_score,
    rule_evaluate,
    rule_play,
    rule_result,
    slot,
)
from halfmove.kernels.solving_primitives import rule_rank, tier_of

SEARCH, RULES, HOOKS = 0, 1, 2  # the numbers of the entries; only programs of players have the last one

ORDERS = 9  # the place in `run.log` of the first word of `order`; `gain` follows, `run.log_most` words later


@slot
def game_of(run):
    """The `game` that rules receive: nothing, or the address of its data."""


@slot
def kernel(game, p, height, a, b, run):
    """The algorithm that is bound."""


@slot
def check_memories(run):
    """Start to check every index, in machine code that does so (`checked_memory.py`)."""


def search_entry(run):
    """A whole search."""
    check_memories(run)
    p = peek_position(run.root_words, 0)
    run.score = kernel(game_of(run), p, run.height, run.low, run.high, run)
    return 0


def rules_entry(run):
    """What the rules answer at one position.

    `run.log` receives: is it over, its score, its evaluation, how many moves it has. `run.lines` receives the moves and
    `run.arena` the positions after them. Only the first `run.log_most` moves are examined.
    """
    game = game_of(run)
    p = peek_position(run.root_words, 0)
    over, score = rule_result(game, p)
    poke(run.log, 0, 1 if over else 0)
    poke_score(run.log, 1, as_score(run, score if over else 0))
    poke_score(run.log, 2, as_score(run, 0 if over else rule_evaluate(game, p)))
    count = 0
    if not over:
        for move in moves(game, p):
            if count == run.log_most:
                break
            poke_move(run.lines, count, move)
            poke_position(run.arena, count * POSITION_WORDS, rule_play(game, p, move))
            count += 1
    poke(run.log, 3, count)
    return 0


def hooks_entry(run):
    """What the hooks for players answer at one position.

    Each hook has a slot below that does nothing; `hook_probes` fills those that a game has.

        run.log     the bounds; how many moves `tries` and `noisy` yield; `urgent`, `lasting`, `count` and both
                    numbers of `ending`; from ORDERS on `order` of each move as a word, and `run.log_most` words later
                    the `gain` of each noisy move
        run.lines   the moves of `tries`, and from number `run.log_most` on those of `noisy`
        run.arena   the positions of `symmetry`, `skip` and `uncounted`
    """
    probe_hooks(game_of(run), peek_position(run.root_words, 0), run)
    return 0


def probe_hooks(game, p, run):
    probe_bounds(game, p, run)
    probe_symmetry(game, p, run)
    over, _ = rule_result(game, p)
    if not over:
        probe_order(game, p, run)
        probe_tries(game, p, run)
        probe_noisy(game, p, run)
        probe_skip(game, p, run)
        probe_urgent(game, p, run)
        probe_gain(game, p, run)
        probe_lasting(game, p, run)
        probe_uncounted(game, p, run)
        probe_count(game, p, run)
        probe_ending(game, p, run)


def sides_entry(run):
    """Whether the player that makes a move moves again: `run.log` receives 1 or 0 for each of the moves."""
    game = game_of(run)
    p = peek_position(run.root_words, 0)
    for count, move in enumerate(moves(game, p)):
        if count == run.log_most:
            break
        poke(run.log, count, 1 if same_side(game, p, rule_play(game, p, move)) else 0)
    return 0


def numbers_entry(run):
    """The number of a position for a database: `run.log` receives its tier and its rank."""
    game = game_of(run)
    p = peek_position(run.root_words, 0)
    poke(run.log, 0, int(tier_of(game, p)))
    poke(run.log, 1, int(rule_rank(game, p)))
    return 0


@slot
def probe_order(game, p, run):
    pass


@slot
def probe_bounds(game, p, run):
    pass


@slot
def probe_tries(game, p, run):
    pass


@slot
def probe_noisy(game, p, run):
    pass


@slot
def probe_symmetry(game, p, run):
    pass


@slot
def probe_skip(game, p, run):
    pass


@slot
def probe_urgent(game, p, run):
    pass


@slot
def probe_gain(game, p, run):
    pass


@slot
def probe_lasting(game, p, run):
    pass


@slot
def probe_uncounted(game, p, run):
    pass


@slot
def probe_count(game, p, run):
    pass


@slot
def probe_ending(game, p, run):
    pass


def _write_order(game, p, run):
    for count, move in enumerate(moves(game, p)):
        if count == run.log_most:
            break
        poke(run.log, ORDERS + count, order_word(rule_order(game, p, move, rule_play(game, p, move))))


def _write_bounds(game, p, run):
    low, high = bounds_of(game, p, run)
    poke_score(run.log, 0, low)
    poke_score(run.log, 1, high)


def _write_tries(game, p, run):
    count = 0
    for move in tries(game, p):
        if count == run.log_most:
            break
        poke_move(run.lines, count, move)
        count += 1
    poke(run.log, 2, count)


def _write_noisy(game, p, run):
    count = 0
    for move in noisy(game, p):
        if count == run.log_most:
            break
        poke_move(run.lines, run.log_most + count, move)
        count += 1
    poke(run.log, 3, count)


def _write_symmetry(game, p, run):
    poke_position(run.arena, 0, rule_symmetry(game, p))


def _write_skip(game, p, run):
    poke_position(run.arena, POSITION_WORDS, rule_skip(game, p))


def _write_urgent(game, p, run):
    poke(run.log, 4, 1 if rule_urgent(game, p) else 0)


def _write_gain(game, p, run):
    for count, move in enumerate(noisy(game, p)):
        if count == run.log_most:
            break
        poke_score(run.log, ORDERS + run.log_most + count, as_score(run, rule_gain(game, p, move)))


def _write_lasting(game, p, run):
    poke(run.log, 5, int(rule_lasting(game, p)))


def _write_uncounted(game, p, run):
    poke_position(run.arena, 2 * POSITION_WORDS, rule_uncounted(game, p))


def _write_count(game, p, run):
    poke(run.log, 6, int(count_of(game, p)))


def _write_ending(game, p, run):
    shelf, number = rule_ending(game, p)
    poke(run.log, 7, int(shelf))
    poke(run.log, 8, int(number))


_HOOK_PROBES = {
    "order": (probe_order, _write_order),
    "bounds": (probe_bounds, _write_bounds),
    "tries": (probe_tries, _write_tries),
    "noisy": (probe_noisy, _write_noisy),
    "symmetry": (probe_symmetry, _write_symmetry),
    "skip": (probe_skip, _write_skip),
    "urgent": (probe_urgent, _write_urgent),
    "gain": (probe_gain, _write_gain),
    "lasting": (probe_lasting, _write_lasting),
    "uncounted": (probe_uncounted, _write_uncounted),
    "count": (probe_count, _write_count),
    "ending": (probe_ending, _write_ending),
}


def hook_probes(game: Game) -> Slots:
    """The slots of the hooks that a game has."""
    return {slot: probe for hook, (slot, probe) in _HOOK_PROBES.items() if getattr(game, hook) is not None}
