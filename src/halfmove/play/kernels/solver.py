"""The exact value of positions: null-window searches to the end of the game, over a table."""

from halfmove.kernel import Part
from halfmove.parts.busy import BUSY, clear_busy, is_busy, set_busy
from halfmove.parts.ordering import ORDERING, sort_later, sort_moves, sorted_number, sorted_position
from halfmove.parts.transpositions import (
    FAR,
    NO_NUMBER,
    TRANSPOSITIONS,
    entry_of,
    is_proven,
    keep,
    look_up,
    number_in,
    use_more_entries,
)
from halfmove.vocabulary import (
    NO_MOVES,
    POSITION_WORDS,
    TOO_DEEP,
    as_score,
    bounds_of,
    fail,
    halfway,
    infinity,
    look_around,
    next_down,
    next_up,
    peek_position,
    poke_score,
    rule_result,
    rule_symmetry,
    same_side,
)
from halfmove.words import LOWER, algorithm, settle

_SHARED = 14  # half-moves from the root in which threads keep out of each other's way

# `roots`: how many positions there are; `solved`: how many of them are solved.
POSITIONS = Part("positions", state={"roots": 0}, brought=("root_positions", "root_scores"))


@algorithm(
    title="solver",
    source="",
    promise="the value",
    proves=True,
    plays=True,
    parts=(ORDERING, TRANSPOSITIONS, BUSY, POSITIONS),
    state={"nodes_before": 0},
    counters=("solved",),
)
def solver(game, p, height, a, b, run):
    score = as_score(run, 0)
    run.proof = LOWER
    shift = run.seen_shift
    for number in range(run.roots):
        run.nodes_before, run.seen_shift = run.leaves + run.inner, shift
        score = _solve(game, peek_position(run.root_positions, number * POSITION_WORDS), height, run)
        poke_score(run.root_scores, number, score)
        run.solved = number + 1
    settle(run)
    return score


def _solve(game, p, height, run):
    over, score = rule_result(game, p)
    if over:
        return as_score(run, score)
    low, high = bounds_of(game, p, run)
    low_cost = high_cost = 0
    while low < high:
        test = _next_test(run, low, high, low_cost > high_cost)
        nodes = run.leaves + run.inner
        score = _value(game, p, height, next_down(test), test, run)
        nodes = run.leaves + run.inner - nodes
        if score >= test:
            low, low_cost = score, nodes
            run.best = max(run.best, low) if run.roots == 1 else run.best
        else:
            high, high_cost = score, nodes
    return low


def _next_test(run, low, high, from_high):
    """The score to ask for: near the end of the range that was cheaper to ask about."""
    if low == -infinity():
        return min(as_score(run, 0), high)
    if high == infinity():
        return max(next_up(low), as_score(run, 0))
    middle = halfway(low, high)
    if from_high:
        upper = halfway(middle, high) if middle < high else high
        return halfway(upper, high) if upper < high else high
    return halfway(low, halfway(low, middle))


def _value(game, p, height, a, b, run):
    low, high = bounds_of(game, p, run)
    if low >= high or low >= b:
        run.leaves += 1
        return low
    if high <= a:
        run.leaves += 1
        return high
    over, score = rule_result(game, p)
    if over:
        run.leaves += 1
        return as_score(run, score)
    if height <= 0:
        fail(run, TOO_DEEP)
    if run.leaves + run.inner >= run.limit:
        look_around(run)
        use_more_entries(run, run.leaves + run.inner - run.nodes_before)
    run.inner += 1
    q = rule_symmetry(game, p)
    entry = entry_of(game, q, run)
    word, lower, upper = look_up(q, entry, run)
    first = number_in(word) if word != 0 else NO_NUMBER
    if is_proven(word):
        if lower >= b or lower == upper:
            return lower
        if upper <= a:
            return upper
        low, high = max(low, lower), min(high, upper)
    a, b = max(a, low), min(b, high)
    begin = run.sorted
    count = sort_moves(game, p, first, height, run)
    if count == 0:
        fail(run, NO_MOVES)
    best = -infinity()
    answer = first
    shared = run.team and run.height - height < _SHARED
    mark = set_busy(game, p, run) if shared else 0
    place, end = begin - 1, begin + count
    while place + 1 < end:
        place += 1
        number = sorted_number(run, place)
        child = sorted_position(run, begin, number)
        if shared and begin < place < begin + count and is_busy(game, child, run):
            sort_later(run, end, place)
            end += 1
            continue
        alpha = max(a, best)
        if same_side(game, p, child):
            score = _value(game, child, height - 1, alpha, b, run)
        else:
            score = -_value(game, child, height - 1, -b, -alpha, run)
        if score > best:
            best = score
            if best > a:
                answer = number
                if best >= b:
                    break
    run.sorted = begin
    if shared:
        clear_busy(run, mark)
    if best >= b:
        low = max(low, best)
    elif best <= a:
        high = max(low, min(high, best))
    else:
        low, high = best, best
    keep(q, entry, low, high, answer, FAR, 1, run)
    return best
