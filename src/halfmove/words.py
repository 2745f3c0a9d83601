"""The primitives that algorithms are written in, for built-in algorithms and for your own.

A kernel is a plain function `f(game, p, height, a, b, run)`: it searches the inner node `p` of `game` to `height`
further half-moves with the window (a, b) and returns a score for the side to move. `run` is the record of the run: its
counters, parameters, state and memory.

    value(game, p, height, a, b, run)   the value of a node, by this kernel: enters it (counts it, checks the limits,
                                        evaluates a leaf) and calls the kernel for an inner node
    other(game, p, height, a, b, run)   a call of any kernel by its name does the same with that kernel
    moves(game, p)                      the moves of an inner node
    play(game, p, move, height, run)    the position after a move
    remember(run, height, move, score)  a move became the best one of the node at `height`
    infinity(), next_up(score)          a score above every other; the smallest score above `score`
    visit(game, p, height, run)         enter a node without searching it: (is it a leaf?, its score)
    width_of(game, p), nth_move(game, p, n)    how many moves; (is there one?, move number n, from 1)

Where things are: OPEN and BACKUP are stored in blocks (parts/blocks.py). `enter` and `visit` enter a node, and
`look_around` checks the clock and the limits (all in kernels/primitives.py). engine/bind.py fills in the primitives,
and engine/native/program.py compiles the result.
"""

from halfmove.kernels.declaration import Parameter, Part, algorithm, kernel
from halfmove.kernels.primitives import (
    BY_WINDOW,
    ESTIMATE,
    LOWER,
    POSITION_WORDS,
    UPPER,
    as_score,
    count_leaf,
    give_up,
    halfway,
    infinity,
    moves,
    next_down,
    next_up,
    note_case,
    note_move,
    nth_move,
    peek,
    peek_position,
    peek_score,
    play,
    poke,
    poke_position,
    poke_score,
    rule_evaluate,
    settle,
    slot,
    uncount,
    value,
    visit,
    watched,
    width_of,
)
from halfmove.parts.arena import claim
from halfmove.parts.lines import clear_line, extend_line, remember, root_move

__all__ = [
    "BY_WINDOW",
    "ESTIMATE",
    "LOWER",
    "POSITION_WORDS",
    "UPPER",
    "Parameter",
    "Part",
    "algorithm",
    "as_score",
    "claim",
    "clear_line",
    "count_leaf",
    "extend_line",
    "give_up",
    "halfway",
    "infinity",
    "kernel",
    "moves",
    "next_down",
    "next_up",
    "note_case",
    "note_move",
    "nth_move",
    "peek",
    "peek_position",
    "peek_score",
    "play",
    "poke",
    "poke_position",
    "poke_score",
    "remember",
    "root_move",
    "rule_evaluate",
    "settle",
    "slot",
    "uncount",
    "value",
    "visit",
    "watched",
    "width_of",
]
