"""MT: null-window alpha-beta with memory, the kernel of the MTD family.

Source      Plaat, Schaeffer, Pijls & de Bruin 1996, procedure MT (alpha-beta with storage of both bounds).

With a window (a, b) that has no score between its ends, the returned f is a bound: f <= a: value <= f; f >= b:
value >= f. Bounds of all nodes are kept, leaves included, so no leaf is evaluated twice in one search. On trees
without transpositions MT driven from above evaluates the leaves of SSS*, from below those of DUAL*, in their order.
"""

from halfmove.parts.table import recall, record
from halfmove.words import infinity, kernel, moves, next_down, play, root_move, value


@kernel
def memory_test(game, p, height, a, b, run):
    best = -infinity()
    for move in moves(game, p):
        child = play(game, p, move, height, run)
        low, high = -b, -max(a, best)
        known, lower, upper = recall(game, child, height - 1, run)
        if known and (lower >= high or lower == upper):
            score = lower
            run.table_hits += 1
        elif known and upper <= low:
            score = upper
            run.table_hits += 1
        else:
            low, high = max(low, lower), min(high, upper)
            inner = run.inner
            score = value(game, child, height - 1, low, high, run)
            is_leaf = run.inner == inner
            if is_leaf or low < score < high:
                lower, upper = score, score
            elif score <= low:
                upper = score
            else:
                lower = score
            record(game, child, height - 1, lower, upper, run)
        if -score > best:
            best = -score
            if best >= b:
                if height == run.height:
                    root_move(run, height, move)
                break
    return best


def at_least(game, p, height, score, run):
    """Is the value of the root at least `score`? Returns a lower bound from `score` on if so, else an upper bound."""
    return memory_test(game, p, height, next_down(score), score, run)
