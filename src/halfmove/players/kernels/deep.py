"""The search of a player: principal-variation search to a fixed depth, with all that helps it.

Contract    the value that plain minimax finds at this depth, or a better one where the hooks of the game know more than
            the depth limit shows (`bounds`, `tries`, `noisy`). With `reductions` or `skips` it may differ.
Counts      a leaf when it is evaluated or known, a node when it is entered.
Order       the best move of the last search first, then by the `order` hook or the evaluation of the children; among
            equals the killers first, the others by history. (Killers before all others cost Kalah twice the nodes.)

What it proves about the end of the game is returned in two counters: `low_end` is the number of half-moves after which
the game is over if the value is proven to be at least that, and -1 if it is not proven; `high_end` is the same for at
most.
`move_end` is `low_end` as far as the best move proves it: RAISED where `bounds` knows more of the root than that move.
`deepest` is how many half-moves from the root the farthest position is.

With `asks` set it answers another question, by the rules alone: 1 if the side to move (ASKS_WIN), or the other side
(ASKS_LOSS), can force a win within the depth, else 0.
"""

from __future__ import annotations

from halfmove.kernels.player_primitives import (
    bounds_of,
    count_known,
    order_word,
    rule_order,
    rule_skip,
    rule_symmetry,
    same_side,
)
from halfmove.kernels.primitives import (
    NO_MOVES,
    TOO_DEEP,
    as_score,
    body,
    enter,
    fail,
    infinity,
    look_around,
    moves,
    next_down,
    next_up,
    rule_evaluate,
    rule_play,
    rule_result,
)
from halfmove.parts.history import HISTORY, MOST_HISTORY, forget_history, history_of, note_history
from halfmove.parts.in_progress import IN_PROGRESS, clear_in_progress, mark_in_progress, next_place
from halfmove.parts.killers import KILLERS, forget_killers, killer_rank, note_killer
from halfmove.parts.lines import clear_line, remember
from halfmove.parts.ordering import (
    CHOSEN,
    ORDERING,
    is_chosen,
    sort_chosen_moves,
    sort_moves,
    sort_scores,
    sorted_move,
    sorted_number,
    sorted_position,
)
from halfmove.parts.quiescence import MOST_PLIES, quiet_value
from halfmove.parts.transpositions import (
    NO_NUMBER,
    TRANSPOSITIONS,
    entry_of,
    height_in,
    is_proven,
    is_worth_more,
    keep,
    look_up,
    number_in,
)
from halfmove.words import Parameter, algorithm

_SHARED = 3  # from this height on threads avoid each other's moves
_UNKNOWN = -1  # of an end that is not proven
RAISED = -2
ASKS_WIN, ASKS_LOSS = 1, 2


def rank(game, p, move, child, height, run):
    """`sort_scores` of a move in this search."""
    score, history = 0, 0
    if run.ordering:
        score = order_word(rule_order(game, p, move, child))
    if run.history:
        history = history_of(move, height, run)
    if run.killers:
        killer = killer_rank(move, height, run)
        if killer > 0:
            history = MOST_HISTORY - 2 + killer
    return score, history


def straight_in(game, p, height, a, b, run):
    """Replaces `enter`, because `search_node` counts and checks the root like every node."""
    return body(game, p, height, a, b, run)


def _switch(name, help, default=True):
    return Parameter(name, "flag", help, default)


@algorithm(
    title="a player's search",
    source="Marsland 1986; Breuker 1998; Heinz 1999",
    promise="the value of the given depth",
    proves=True,
    plays=True,
    parts=(ORDERING, TRANSPOSITIONS, IN_PROGRESS, KILLERS, HISTORY, CHOSEN),
    counters=("low_end", "high_end", "move_end", "deepest"),
    state={"first": NO_NUMBER, "skipping": 0, "quiet_plies": MOST_PLIES, "asks": 0},
    using={sort_scores: rank, enter: straight_in},
    parameters=(
        _switch("transpositions", "remember positions met before"),
        _switch("ordering", "try moves in the order of the `order` hook, or of the evaluation behind them"),
        _switch("killers", "try moves first that caused a cut-off at the same height"),
        _switch("history", "among equal moves try those first that caused cut-offs anywhere"),
        _switch("quiescence", "follow noisy moves before a position is evaluated"),
        _switch("reductions", "search late moves less deeply", False),
        _switch("skips", "ask whether doing nothing would be good enough already", False),
    ),
)
def deep(game, p, height, a, b, run):
    if run.asks != 0:
        clear_line(run, height)
        return as_score(run, 1 if wins_within(game, p, height, run.asks == ASKS_WIN, run) else 0)
    forget_killers(run)
    forget_history(run)
    return search_node(game, p, height, a, b, run)


def wins_within(game, p, height, mine, run):
    """Whether the side to move (if `mine`) or the other side can force a win within `height` half-moves."""
    over, score = rule_result(game, p)
    if over or height <= 0:
        count_known(run)
        own = as_score(run, score if over else 0)
        return own > 0 if mine else own < 0
    if run.leaves + run.inner >= run.limit:
        look_around(run)
    run.inner += 1
    count = 0
    for move in moves(game, p):
        count += 1
        if is_chosen_from(height, run) and not is_chosen(count - 1, run):
            continue
        child = rule_play(game, p, move)
        if wins_within(game, child, height - 1, mine == same_side(game, p, child), run) == mine:
            return mine  # a move that wins, or one that escapes
    if count == 0:
        fail(run, NO_MOVES)
    return not mine


def search_node(game, p, height, a, b, run):
    """The score of a node. What is proven about it is left in `run.low_end` and `run.high_end`."""
    # Step 1. The game is over, or `bounds` knows enough: of the position, not of some of its moves.
    known, score, low, high = known_score(game, p, a, b, run)
    chosen_from = is_chosen_from(height, run)
    if chosen_from:
        low, high = -infinity(), infinity()
    elif known:
        clear_line(run, height)
        return score

    # Step 2. The horizon: follow noisy moves, then evaluate.
    if height <= 0:
        return horizon_score(game, p, a, b, low, high, run)

    # Step 3. Count the node; a limit may end the search here.
    if run.leaves + run.inner >= run.limit:
        look_around(run)
    run.inner += 1
    run.deepest = max(run.deepest, run.height - height + 1)
    clear_line(run, height)

    # Step 4. The transposition table: it may know the score, or else the move to try first.
    q = rule_symmetry(game, p)
    entry = entry_of(game, q, run)
    first = run.first if height == run.height else NO_NUMBER
    if run.transpositions and not chosen_from:
        known, score, first = score_in_table(q, entry, height, a, b, first, run)
        if known:
            return score

    # Step 5. Skip a move: if doing nothing is good enough already, a move will be.
    if may_skip(game, p, height, b, run):
        run.skipping = 1
        score = -search_node(game, rule_skip(game, p), height - 3, -b, -next_down(b), run)
        run.skipping = 0
        if score >= b:
            run.low_end = run.high_end = _UNKNOWN
            return score

    # Step 6. Sort the moves, and mark the position for other threads.
    begin = run.sorted
    if chosen_from:
        count = sort_chosen_moves(game, p, first, height, run)
    else:
        count = sort_moves(game, p, first, height, height > 1, run)
    if count == 0:
        fail(run, NO_MOVES)
    shared = run.team and height >= _SHARED
    mark = mark_in_progress(game, p, run) if shared else 0

    # Step 7. Try the moves one after the other.
    start, b = a, min(b, high)
    best = -infinity()
    answer = first
    low_end, high_end = _UNKNOWN, 0
    place, end = begin, begin + count
    while place < end:
        number = sorted_number(run, place)
        child = sorted_position(run, begin, number)
        again = same_side(game, p, child)
        side = 1 if again else -1

        # Step 8. The first move gets the whole window. Of the others it is only asked whether they are better than the
        # best so far, and late ones are searched less deeply. A move that seems better is searched again.
        alpha = max(a, best)
        top = b if place == begin else min(b, next_up(alpha))
        less = reduction(height, place - begin, run)
        searching = True
        while searching:
            low_side, high_side = (alpha, top) if again else (-top, -alpha)
            score = side * search_node(game, child, height - 1 - less, low_side, high_side, run)
            searching, less, top = wider(score, alpha, b, less, top, run)

        # Step 9. What is proven: an upper bound needs all moves, a lower bound the best one.
        child_low, child_high = (run.low_end, run.high_end) if again else (run.high_end, run.low_end)
        high_end = later_end(high_end, child_high)

        # Step 10. A better move; at or above the upper end of the window it is a cut-off.
        if score > best:
            best = score
            low_end = child_low + 1 if child_low >= 0 else _UNKNOWN
            if best > a:
                answer = number
                move = sorted_move(run, begin, number)
                remember(run, height, move, best)
                if best >= b:
                    note_cut_off(move, height, run)
                    high_end = _UNKNOWN
                    break
        place, end = next_place(game, place, begin, count, end, run) if shared else (place + 1, end)

    # Step 11. Leave the node: its moves, and the mark for other threads.
    run.sorted = begin
    if shared:
        clear_in_progress(run, mark)

    # Step 12. `bounds` may know more than the evaluation.
    best = within_bounds(best, low, high, low_end, high_end, run)

    # Step 13. Put what was found into the table.
    if run.transpositions and not chosen_from:
        _keep(q, entry, height, start, b, best, answer, run)
    return best


def is_chosen_from(height, run):
    """Whether only some moves of this node are searched: it is the root, and the player was asked about these."""
    return run.choosing != 0 and height == run.height


def known_score(game, p, a, b, run):
    """(whether the score of a node is known without a search, that score, its lower bound, its upper bound)"""
    over, result = rule_result(game, p)
    if over:
        count_known(run)
        run.low_end = run.high_end = 0
        score = as_score(run, result)
        return True, score, score, score
    low, high = bounds_of(game, p, run)
    if low >= b or low >= high:
        count_known(run)
        run.low_end, run.high_end = 0, (0 if low >= high else _UNKNOWN)
        return True, low, low, high
    if high <= a:
        count_known(run)
        run.low_end, run.high_end = _UNKNOWN, 0
        return True, high, low, high
    return False, low, low, high


def horizon_score(game, p, a, b, low, high, run):
    """The score of a node that is not searched any deeper."""
    if run.endless:
        fail(run, TOO_DEEP)
    count_known(run)
    run.low_end = run.high_end = _UNKNOWN
    return min(max(quiet_value(game, p, a, b, run.quiet_plies, run), low), high)


def score_in_table(q, entry, height, a, b, first, run):
    """(whether the table knows the score, that score, the number of the move to try first)

    The root needs a move, so the table answers only below it.
    """
    word, lower, upper = look_up(q, entry, run)
    if word == 0:
        return False, lower, first
    first = number_in(word) if first == NO_NUMBER else first
    proven = is_proven(word)
    if height < run.height and (height_in(word) <= height if proven else height_in(word) == height):
        end = height_in(word) if proven else _UNKNOWN
        if lower >= b or lower == upper:
            run.table_hits += 1
            run.low_end, run.high_end = end, (end if lower == upper else _UNKNOWN)
            return True, lower, first
        if upper <= a:
            run.table_hits += 1
            run.low_end, run.high_end = _UNKNOWN, end
            return True, upper, first
    return False, lower, first


def may_skip(game, p, height, b, run):
    """Whether it is worth asking what doing nothing would be worth: the position looks good enough already."""
    if run.skips and not run.endless and not run.skipping and 3 <= height < run.height and b < infinity():
        return as_score(run, rule_evaluate(game, p)) >= b
    return False


def reduction(height, moves_before, run):
    """By how many half-moves less deeply a move is searched at first."""
    return 1 if run.reductions and not run.endless and height >= 3 and moves_before >= 3 else 0


def wider(score, alpha, b, less, top, run):
    """(whether a move must be searched again, with which reduction, with which upper end of the window)"""
    if score > alpha and less > 0:
        return True, 0, top
    if alpha < score < b and top < b:
        run.researches += 1
        return True, less, b
    return False, less, top


def later_end(end, child_end):
    """After how many half-moves the game is over whatever is played, as far as all moves so far prove it."""
    return max(end, child_end + 1) if end >= 0 and child_end >= 0 else _UNKNOWN


def note_cut_off(move, height, run):
    """Remember a move that caused a cut-off."""
    if run.killers:
        note_killer(move, height, run)
    if run.history:
        note_history(move, height, run)


def within_bounds(best, low, high, low_end, high_end, run):
    """The score of a node, clamped to its `bounds`. What is proven is left in `run`."""
    if best >= high:
        best, high_end = high, 0
    run.move_end = low_end
    if best < low:  # the evaluation does not know what `bounds` knows
        best, low_end = low, 0
        run.move_end = RAISED
    run.low_end, run.high_end = low_end, high_end
    return best


def _keep(q, entry, height, a, b, best, answer, run):
    """Put what was found about a node into the table."""
    low = best if best > a else -infinity()
    high = best if best < b else infinity()
    low_end = run.low_end if best > a else 0
    high_end = run.high_end if best < b else 0
    if low_end >= 0 and high_end >= 0:
        keep(q, entry, low, high, answer, max(low_end, high_end), 1, run)
    elif best > a and low_end >= 0:  # one proven bound is worth more than two of which one is a guess
        keep(q, entry, low, infinity(), answer, low_end, 1, run)
    elif best < b and high_end >= 0:
        keep(q, entry, -infinity(), high, answer, high_end, 1, run)
    elif not is_worth_more(entry, height, run):
        keep(q, entry, low, high, answer, height, 0, run)


# Every node calls these two. As functions of their own they cost 2 to 5 % of the time.
known_score.is_inlined = score_in_table.is_inlined = True  # type: ignore[attr-defined]
