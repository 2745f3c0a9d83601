"""NegaScout.

Source      Reinefeld 1983, 1989.
Contract    with window (a, b) the returned f means: f <= a: value <= f; f >= b: value >= f; otherwise value = f.
Counts      every evaluation, those of repeated searches included; `researches` counts the repetitions.
Order       left to right within each of its searches.
Departures  a minimal window ends at the next score: m + 1 for integers, the next representable number for reals.
            As published, a failure high two half-moves above the depth limit is not searched again: fail-soft scores
            are exact there.

>>> import halfmove as hm
>>> r = hm.search(hm.trees.explicit([[3, [7, 2]], [4, 6]]), "negascout")
>>> r.value, r.counts.leaves
(4, 5)
"""

from halfmove.words import algorithm, infinity, moves, next_up, play, remember, value


@algorithm(
    title="NegaScout",
    source="Reinefeld 1983 and 1989",
    promise="the value; one recursive procedure with minimal windows and repeated searches",
    proves=True,
    tables=True,
)
def negascout(game, p, height, a, b, run):
    best = -infinity()
    top = b
    for move in moves(game, p):
        child = play(game, p, move, height, run)
        inner = run.inner
        score = -value(game, child, height - 1, -top, -a, run)
        is_leaf = run.inner == inner  # then its score is exact for any window
        if a < score < b and top < b and height > 2 and not is_leaf:
            run.researches += 1
            score = -value(game, child, height - 1, -b, -score, run)
        if score > best:
            best = score
            if best > a:  # otherwise it is only a bound, without a line
                a = best
                remember(run, height, move, a)
                if a >= b:
                    break
        if a > -infinity():
            top = min(b, next_up(a))
    return best
