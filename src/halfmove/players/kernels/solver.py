"""The exact value of positions: null-window searches to the end of the game, over a table.

Contract    the value of every position in `root_positions`, which is put into `root_scores`, and into `root_numbers`
            the number of a move that reaches it among the `tries` of the position, from 0. NO_ANSWER: the search met
            none, because `bounds` gave the value. With `wants_move` it then looks for one among all moves: one less
            than NO_ANSWER is the first of them. When it is stopped, those of the first `solved` positions are there.
Counts      a leaf when a position is over or settled by `bounds`, a node when it is entered.
Order       the best move of the table first, then by the `order` hook or the evaluation of the children.

Most nodes of such a search lie just above its leaves. Where the trees below nodes of some ply were small until now, a
node is searched by plain alpha-beta in the order of `tries`: sorting and the table would cost more than they save.
"""

from halfmove.kernels.declaration import Part
from halfmove.kernels.player_primitives import bounds_of, count_known, rule_symmetry, same_side, tries
from halfmove.kernels.primitives import (
    NO_MOVES,
    POSITION_WORDS,
    TOO_DEEP,
    as_score,
    fail,
    halfway,
    infinity,
    look_around,
    make_room,
    moves,
    next_down,
    next_up,
    peek,
    peek_position,
    poke,
    poke_score,
    rule_play,
    rule_result,
)
from halfmove.parts.in_progress import IN_PROGRESS, clear_in_progress, mark_in_progress, next_place
from halfmove.parts.ordering import ORDERING, sort_moves, sorted_number, sorted_position
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
from halfmove.words import LOWER, algorithm, settle

_MOST_TESTS = 40  # questions about one position before it is searched with all scores that are left
_HARD = 3000  # nodes: when questions at both ends cost more, the ends are not cheap any more
_SHARED = 14  # half-moves from the root in which threads avoid each other's moves

NO_ANSWER = -1

_SMALL = 4 << 8  # nodes of a tree that is searched by plain alpha-beta, with eight bits behind the point
_LARGE = 1 << 20

# `sizes`: for each ply, how many nodes the trees below had on average.
# `roots`: how many positions there are; `solved`: how many of them are solved.
# `answer`: the number of the best move of a root.
POSITIONS = Part(
    "positions",
    state={"roots": 0, "answer": NO_ANSWER},
    memories=("sizes",),
    external=("root_positions", "root_scores", "root_numbers"),
)


@algorithm(
    title="solver",
    source="Plaat, Schaeffer, Pijls & de Bruin 1996; Breuker 1998",
    promise="the values of many positions, to the end of the game",
    proves=True,
    plays=True,
    parts=(ORDERING, TRANSPOSITIONS, IN_PROGRESS, POSITIONS),
    state={"nodes_before": 0, "wants_move": 0},
    counters=("solved",),
)
def solver(game, p, height, a, b, run):
    score = as_score(run, 0)
    run.proof = LOWER
    shift = run.seen_shift
    make_room(run.sizes, run.height + 1)
    for number in range(run.roots):
        run.nodes_before, run.seen_shift, run.answer = run.leaves + run.inner, shift, NO_ANSWER
        for ply in range(run.height + 1):
            poke(run.sizes, ply, _LARGE)
        p = peek_position(run.root_positions, number * POSITION_WORDS)
        score = _solve(game, p, height, run)
        if run.wants_move and run.answer == NO_ANSWER and not rule_result(game, p)[0]:
            run.answer -= _move_to(game, p, score, height, run)
        poke_score(run.root_scores, number, score)
        poke(run.root_numbers, number, run.answer)
        run.solved = number + 1
    settle(run)
    return score


def _solve(game, p, height, run):
    over, score = rule_result(game, p)
    if over:
        return as_score(run, score)
    low, high = bounds_of(game, p, run)
    from_ends = _narrows(game, p, run)
    score = min(max(as_score(run, 0), low), high)  # the first guess
    low_cost = high_cost = tests = 0
    while low < high:
        tests += 1
        nodes = run.leaves + run.inner
        if tests > _MOST_TESTS:
            score = _value(game, p, height, low, high, run)
            return score if low < score < high else low if score <= low else high
        test = next_up(low) if score <= low else score
        if from_ends:
            hard = min(low_cost, high_cost) > _HARD or max(low_cost, high_cost) > 8 * _HARD
            test = _in_the_middle(low, high) if hard else _near_an_end(low, high, low_cost > high_cost)
        score = _value(game, p, height, next_down(test), test, run)
        if score >= test:
            low, low_cost = score, run.leaves + run.inner - nodes
            run.best = max(run.best, low) if run.roots == 1 else run.best
        else:
            high, high_cost = score, run.leaves + run.inner - nodes
    return low


def _move_to(game, p, score, height, run):
    """The number, from 1, of a move that reaches the score of a root; 0: there is none."""
    number = 0
    for move in moves(game, p):
        number += 1
        child = rule_play(game, p, move)
        low, high = next_down(score), score
        if same_side(game, p, child):
            found = _value(game, child, height - 1, low, high, run)
        else:
            found = -_value(game, child, height - 1, -high, -low, run)
        if found >= score:
            return number
    return 0


def _narrows(game, p, run):
    """Whether the range of scores that are still possible gets narrower with every move.

    Then a score shows how quickly a game is won, and it is cheap to ask whether it is won very quickly. So the
    questions begin at the ends of the range. In other games they begin with a guess.
    """
    low, high = bounds_of(game, p, run)
    if low == -infinity() or high == infinity():
        return False
    for _ply in range(8):
        found = False
        for move in tries(game, p):
            q = rule_play(game, p, move)
            found = True
            break
        if not found or rule_result(game, q)[0]:
            return True
        p = q
        least, most = bounds_of(game, p, run)
        if most - least >= high - low:
            return False
        low, high = least, most
    return True


def _in_the_middle(low, high):
    """A score to ask for in the middle of the range, but not nearer to 0 than half way from one of its ends."""
    middle = halfway(low, high)
    zero = middle - middle
    if middle <= zero and low < zero:
        return min(middle, next_up(-halfway(zero, -low)))
    if middle > zero and high > zero:
        return max(middle, halfway(zero, high))
    return middle


def _near_an_end(low, high, from_high):
    """A score to ask for, one eighth of the range away from the end that was cheaper to ask about."""
    middle = halfway(low, high)
    if from_high:
        upper = halfway(middle, high) if middle < high else high
        return halfway(upper, high) if upper < high else high
    return halfway(low, halfway(low, middle))


def _settled(game, p, height, a, b, run):
    """(whether the score of a node is known without a search, that score, its lower bound, its upper bound)"""
    low, high = bounds_of(game, p, run)
    if low >= high or low >= b or high <= a:
        count_known(run)
        return True, (high if high <= a else low), low, high
    over, score = rule_result(game, p)
    if over:
        count_known(run)
        score = as_score(run, score)
        return True, score, score, score
    if height <= 0:
        fail(run, TOO_DEEP)
    if run.leaves + run.inner >= run.limit:
        look_around(run)
        use_more_entries(run, run.leaves + run.inner - run.nodes_before)
    run.inner += 1
    return False, low, low, high


def _plain(game, p, height, a, b, run):
    """The value of an inner node by alpha-beta."""
    best = -infinity()
    for move in tries(game, p):
        child = rule_play(game, p, move)
        alpha = max(a, best)
        again = same_side(game, p, child)
        low, high = (alpha, b) if again else (-b, -alpha)
        settled, score, _low, _high = _settled(game, child, height - 1, low, high, run)
        if not settled:
            score = _plain(game, child, height - 1, low, high, run)
        score = score if again else -score
        if score > best:
            best = score
            if best >= b:
                break
    if best == -infinity():
        fail(run, NO_MOVES)
    return best


def _value(game, p, height, a, b, run):
    """The value of a node, or a bound of it outside of the window."""
    settled, score, low, high = _settled(game, p, height, a, b, run)
    if settled:
        return score
    ply, nodes = run.height - height, run.inner
    size = peek(run.sizes, ply)
    if size < _SMALL and ply > 0:
        best = _plain(game, p, height, a, b, run)
        _note_size(run, ply, size, run.inner - nodes)
        return best
    q = rule_symmetry(game, p)
    entry = entry_of(game, q, run)
    word, lower, upper = look_up(q, entry, run)
    first = number_in(word) if word != 0 else NO_NUMBER
    if is_proven(word) and ply > 0:  # of a root a move is wanted, and the number in the table may be a mirror image's
        if lower >= b or lower == upper:
            return lower
        if upper <= a:
            return upper
        low, high = max(low, lower), min(high, upper)
        if low >= high:  # `bounds` and the table know it together
            return low
    a, b = max(a, low), min(b, high)
    begin = run.sorted
    count = sort_moves(game, p, first, height, peek(run.sizes, ply + 1) >= _SMALL, run)
    if count == 0:
        fail(run, NO_MOVES)
    best = -infinity()
    answer = first
    shared = run.team and ply < _SHARED
    mark = mark_in_progress(game, p, run) if shared else 0
    place, end = begin, begin + count
    while place < end:
        number = sorted_number(run, place)
        child = sorted_position(run, begin, number)
        alpha = max(a, best)
        if same_side(game, p, child):
            score = _value(game, child, height - 1, alpha, b, run)
        else:
            score = -_value(game, child, height - 1, -b, -alpha, run)
        if score > best:
            best = score
            if best > a:
                answer = number
                if ply == 0:
                    run.answer = number
                if best >= b:
                    break
        place, end = next_place(game, place, begin, count, end, run) if shared else (place + 1, end)
    run.sorted = begin
    if shared:
        clear_in_progress(run, mark)
    _note_size(run, ply, size, run.inner - nodes)
    if best >= b:
        low = max(low, best)
    elif best <= a:
        high = max(low, min(high, best))
    else:
        low, high = best, best
    keep(q, entry, low, high, answer, FAR, 1, run)
    return best


def _note_size(run, ply, size, nodes):
    """Note the size of a tree below this ply. The average moves a sixteenth of the way to it."""
    poke(run.sizes, ply, size + ((nodes << 8) - size >> 4))
