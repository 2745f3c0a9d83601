"""The words in which algorithms are written: what every kernel needs, for built-in algorithms and for one's own.

A kernel is a plain function `f(game, p, height, a, b, run)`: it searches the inner node `p` of `game` to `height`
further half-moves with the window (a, b) and returns a score for the side to move. `run` holds its counters,
parameters, state and memory.

    value(game, p, height, a, b, run)   the value of a node, by this kernel: enters it (counts it, obeys limits,
                                        evaluates a leaf) and calls the kernel for an inner node
    other(game, p, height, a, b, run)   calling any kernel by its name does the same with that kernel
    moves(game, p)                      the moves of an inner node
    play(game, p, move, height, run)    the position after a move
    remember(run, height, move, score)  a move became the best one of the node at `height`
    infinity(), next_up(score)          above every score; the smallest score above one
    visit(game, p, height, run)         enter a node without searching it: (is it a leaf?, its score)
    width_of(game, p), nth_move(game, p, n)    how many moves; (is there one?, the move with this number, from 1)

Where things are: OPEN and BACKUP lie in blocks (parts/blocks.py). A node is entered by `enter` and `visit`, the clock
and the limits are looked at by `look_around` (all in vocabulary.py). engine/bind.py fills the words in,
engine/native/program.py makes machine code of the result.
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
