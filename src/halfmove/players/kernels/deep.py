"""The search of a player: principal-variation search to a fixed depth, with all that helps it.

Contract    the value that plain minimax finds at this depth, or a better one where the hooks of the game know more than
            the depth limit shows (`bounds`, `tries`, `noisy`). With a part that is SELECTIVE it may differ.
Counts      a leaf when it is evaluated or known, a node when it is entered.
Order       the best move of the last search first, then by the `order` hook or the evaluation of the children; among
            equals the killers first, the others by history. (Killers before all others cost Kalah twice the nodes.)
            Without an `order` hook the children of nodes just above the horizon are not evaluated for that.

A node has two numbers. `depth` is how many half-moves are still to be searched. `room` is how many the line may still
have: the line of a node is kept at this place, and it falls by one with each move. Only in a game with the hook
`urgent` there is more room than depth at the root. There a position that is urgent is searched one half-move deeper, as
long as there is room. So every line comes to an end.

What it proves about the end of the game is returned in two counters: `low_end` is the number of half-moves after which
the game is over if the value is proven to be at least that, and -1 if it is not proven; `high_end` is the same for at
most. Nothing is proven of a node where a move was skipped or left out, or where a position came before.
`move_end` is `low_end` as far as the best move proves it: RAISED where `bounds` knows more of the root than that move.
`deepest` is how many half-moves from the root the farthest position is.

With `asks` set it answers another question, by the rules alone: 1 if the side to move (ASKS_WIN), or the other side
(ASKS_LOSS), can force a win within the depth, else 0.
"""

from __future__ import annotations

from halfmove.kernels.player_primitives import (
    OWN_ORDER,
    OWN_SKIP,
    OWN_URGENT,
    bounds_of,
    count_known,
    order_word,
    rule_order,
    rule_skip,
    rule_symmetry,
    rule_urgent,
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
from halfmove.parts.history import HISTORY, MOST_HISTORY, history_of, note_history
from halfmove.parts.in_progress import IN_PROGRESS, clear_in_progress, mark_in_progress, next_place
from halfmove.parts.killers import KILLERS, killer_rank, note_killer
from halfmove.parts.lines import clear_line, remember
from halfmove.parts.ordering import (
    CHOSEN,
    ORDERING,
    is_chosen,
    sort_chosen_moves,
    sort_moves,
    sort_scores,
    sorted_history,
    sorted_move,
    sorted_number,
    sorted_position,
    sorted_score,
)
from halfmove.parts.past import PAST, begin_way, came_before, forget_way
from halfmove.parts.quiescence import MOST_PLIES, quiet_value
from halfmove.parts.selectivity import (
    EARLY,
    FAR_ABOVE,
    NEAR,
    REDUCE_FROM,
    SKIP_FROM,
    UNKNOWN_FROM,
    is_narrow,
    late_reduction,
    margin,
    most_moves,
    skipped_depth,
)
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

_SHARED = 3  # from this depth on threads avoid each other's moves
_UNKNOWN = -1  # of an end that is not proven
_KILLER = MOST_HISTORY - 2  # the history of killers is above this
RAISED = -2
ASKS_WIN, ASKS_LOSS = 1, 2


def rank(game, p, move, child, room, inner, run):
    """`sort_scores` of a move in this search."""
    score, history = 0, 0
    if run.ordering and (OWN_ORDER or inner):
        score = order_word(rule_order(game, p, move, child))
    if run.history:
        history = min(history_of(move, room, run), _KILLER)
    if run.killers:
        killer = killer_rank(move, room, run)
        if killer > 0:
            history = _KILLER + killer
    return score, history


def straight_in(game, p, height, a, b, run):
    """Replaces `enter`, because `search_node` counts and checks the root like every node."""
    return body(game, p, height, a, b, run)


def _switch(name, help, default=True):
    return Parameter(name, "flag", help, default)


# The parts with which a search is no longer one to a depth.
SELECTIVE = ("reductions", "skips", "pruning", "gains", "shallower", "deeper", "extensions", "repetitions")


@algorithm(
    title="a player's search",
    source="Marsland 1986; Breuker 1998; Heinz 1999",
    promise="the value of the given depth",
    proves=True,
    plays=True,
    parts=(ORDERING, TRANSPOSITIONS, IN_PROGRESS, KILLERS, HISTORY, CHOSEN, PAST),
    counters=("low_end", "high_end", "move_end", "deepest"),
    state={
        "first": NO_NUMBER,
        "spare": 0,  # how much more room than depth there is at the root
        "skipped_at": 0,  # the room of the position after a skipped move; 0: none was skipped
        "quiet_plies": MOST_PLIES,
        "leaf_at": 0,  # how many half-moves from the root a position is that is being evaluated
        "unit": 1,
        "asks": 0,
    },
    using={sort_scores: rank, enter: straight_in},
    parameters=(
        _switch("transpositions", "remember positions met before"),
        _switch("ordering", "try moves in the order of the `order` hook, or of the evaluation behind them"),
        _switch("killers", "try moves first that caused a cut-off as far from the root"),
        _switch("history", "among equal moves try those first that caused cut-offs anywhere"),
        _switch("quiescence", "follow noisy moves before a position is evaluated"),
        _switch("reductions", "search late moves less deeply", False),
        _switch("skips", "ask whether doing nothing would be good enough already", False),
        _switch("pruning", "near the horizon leave out late moves, and positions that are far above the window", False),
        _switch("gains", "leave out noisy moves that cannot gain enough", False),
        _switch("shallower", "search less deeply where no move is known to be tried first", False),
        _switch("deeper", "let what a deeper search found answer too", False),
        _switch("extensions", "search urgent positions more deeply", False),
        _switch("repetitions", "give positions that came before the score of a repetition", False),
    ),
)
def deep(game, p, height, a, b, run):
    if run.asks != 0:
        clear_line(run, height)
        return as_score(run, 1 if wins_within(game, p, height, run.asks == ASKS_WIN, run) else 0)
    begin_way(game, run)
    return search_node(game, p, height, max(height - run.spare, min(height, 1)), a, b, run)


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
        if run.choosing != 0 and height == run.height and not is_chosen(count - 1, run):
            continue
        child = rule_play(game, p, move)
        if wins_within(game, child, height - 1, mine == same_side(game, p, child), run) == mine:
            return mine  # a move that wins, or one that escapes
    if count == 0:
        fail(run, NO_MOVES)
    return not mine


def search_node(game, p, room, depth, a, b, run):
    """The score of a node. What is proven about it is left in `run.low_end` and `run.high_end`."""
    # Step 1. The game is over, or `bounds` knows enough: of the position, not of some of its moves.
    is_root = room == run.height
    known, score, low, high = known_score(game, p, a, b, run)
    chosen_from = is_root and run.choosing != 0
    if chosen_from:
        low, high = -infinity(), infinity()
    elif known:
        clear_line(run, room)
        return score

    # Step 2. The position came before. (The root needs a move.)
    if came_before(game, p, room, run) and not is_root:
        clear_line(run, room)
        return repetition_score(low, high, run)

    # Step 3. What is urgent is searched more deeply.
    urgent = rule_urgent(game, p)
    if urgent and run.extensions and depth < room:
        depth += 1

    # Step 4. The horizon: follow noisy moves, then evaluate.
    if depth <= 0:
        clear_line(run, room)
        return horizon_score(game, p, room, a, b, low, high, run)

    # Step 5. Count the node; a limit may end the search here.
    if run.leaves + run.inner >= run.limit:
        look_around(run)
    run.inner += 1
    run.deepest = max(run.deepest, run.height - room + 1)
    clear_line(run, room)

    # Step 6. The transposition table: it may know the score, or else the move to try first.
    q = rule_symmetry(game, p)
    entry = entry_of(game, q, run)
    first = run.first if is_root else NO_NUMBER
    if run.transpositions and not chosen_from:
        known, score, first = score_in_table(q, entry, room, depth, a, b, first, run)
        if known:
            return score

    # Step 7. Selective search, where nothing is urgent or won: the position may be good enough without a move.
    calm = not (urgent or is_root or is_to_end(run)) and is_narrow(a, b, low, high)
    guess = as_score(run, 0)
    if calm and (run.pruning or run.skips):
        guess = as_score(run, rule_evaluate(game, p))
        if run.pruning and depth <= FAR_ABOVE and guess - margin(depth, run) >= b:
            return nothing_proven(guess, run)
        other = rule_skip(game, p)
        if may_skip(room, depth, guess, b, run) and other != p:
            before, way = run.skipped_at, forget_way(room - 1, run)
            run.skipped_at = room - 1
            score = -search_node(game, other, room - 1, skipped_depth(depth), -b, -next_down(b), run)
            run.skipped_at, run.past_from = before, way
            if score >= b:
                return nothing_proven(score, run)
    if run.shallower and calm and first == NO_NUMBER and depth >= UNKNOWN_FROM:
        depth -= 1

    # Step 8. Sort the moves, and mark the position for other threads.
    begin = run.sorted
    if chosen_from:
        count = sort_chosen_moves(game, p, first, room, run)
    else:
        count = sort_moves(game, p, first, room, depth > 1, run)
    if count == 0:
        fail(run, NO_MOVES)
    shared = run.team and depth >= _SHARED
    mark = mark_in_progress(game, p, run) if shared else 0

    # Step 9. Try the moves one after the other.
    start, b = a, min(b, high)
    best = -infinity()
    answer = first
    low_end, high_end = _UNKNOWN, 0
    place, end = begin, begin + count
    while place < end:
        number = sorted_number(run, place)
        child = sorted_position(run, begin, number)
        alpha = max(a, best)
        before = place - begin

        # Step 10. A late quiet move near the horizon may be left out.
        if calm and run.pruning and before > 0 and is_left_out(game, child, place, before, depth, guess, a, run):
            high_end = _UNKNOWN
            place, end = next_place(game, place, begin, count, end, run) if shared else (place + 1, end)
            continue

        # Step 11. The first move gets the whole window. Of the others it is only asked whether they are better than the
        # best so far, and late ones are searched less deeply. A move that seems better is searched again.
        again = same_side(game, p, child)
        side = 1 if again else -1
        top = b if before == 0 else min(b, next_up(alpha))
        less = 0 if urgent else reduction(game, child, place, before, depth, calm, run)
        searching = True
        while searching:
            low_side, high_side = (alpha, top) if again else (-top, -alpha)
            score = side * search_node(game, child, room - 1, depth - 1 - less, low_side, high_side, run)
            searching, less, top = wider(score, alpha, b, less, top, run)

        # Step 12. What is proven: an upper bound needs all moves, a lower bound the best one.
        child_low, child_high = (run.low_end, run.high_end) if again else (run.high_end, run.low_end)
        high_end = later_end(high_end, child_high)

        # Step 13. A better move; at or above the upper end of the window it is a cut-off.
        if score > best:
            best = score
            low_end = child_low + 1 if child_low >= 0 else _UNKNOWN
            if best > a:
                answer = number
                move = sorted_move(run, begin, number)
                remember(run, room, move, best)
                if best >= b:
                    note_cut_off(move, begin, place, room, depth, run)
                    high_end = _UNKNOWN
                    break
        place, end = next_place(game, place, begin, count, end, run) if shared else (place + 1, end)

    # Step 14. Leave the node: its moves, and the mark for other threads.
    run.sorted = begin
    if shared:
        clear_in_progress(run, mark)

    # Step 15. `bounds` may know more than the evaluation.
    best = within_bounds(best, low, high, low_end, high_end, run)

    # Step 16. Put what was found into the table.
    if run.transpositions and not chosen_from:
        _keep(q, entry, depth, start, b, best, answer, run)
    return best


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


def repetition_score(low, high, run):
    """The score of a position that came before. It depends on the way, so it proves nothing."""
    count_known(run)
    return nothing_proven(min(max(run.repeated, low), high), run)


def is_to_end(run):
    """Whether everything is searched to the end of the game."""
    return run.endless and run.spare == 0


def horizon_score(game, p, room, a, b, low, high, run):
    """The score of a node that is not searched any deeper."""
    if is_to_end(run):
        fail(run, TOO_DEEP)
    count_known(run)
    run.low_end = run.high_end = _UNKNOWN
    run.leaf_at = run.height - room
    return min(max(quiet_value(game, p, a, b, run.quiet_plies, run), low), high)


def score_in_table(q, entry, room, depth, a, b, first, run):
    """(whether the table knows the score, that score, the number of the move to try first)

    The root needs a move, so the table answers only below it.
    """
    word, lower, upper = look_up(q, entry, run)
    if word == 0:
        return False, lower, first
    first = number_in(word) if first == NO_NUMBER else first
    proven = is_proven(word)
    if room < run.height and (ends_within(word, room, depth, run) if proven else is_as_deep(word, depth, run)):
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


def ends_within(word, room, depth, run):
    """Whether a proven entry answers: the end of the game is not beyond the horizon."""
    return not run.wary and height_in(word) <= (room if run.deeper else depth)


def is_as_deep(word, depth, run):
    """Whether an entry that is not proven answers: it is from a search of the same depth, or a deeper one."""
    return height_in(word) == depth or (run.deeper and height_in(word) > depth)


def nothing_proven(score, run):
    run.low_end = run.high_end = _UNKNOWN
    return score


def may_skip(room, depth, guess, b, run):
    """Whether it is asked what doing nothing would be worth: the position looks good enough, and it was not asked of
    the position before."""
    return OWN_SKIP and run.skips and depth >= SKIP_FROM and guess >= b and run.skipped_at != room


def is_left_out(game, child, place, before, depth, guess, a, run):
    """Whether a late move is left out: near the horizon, quiet, and one of very many, or far from enough."""
    if depth > NEAR or not OWN_ORDER or sorted_score(run, place) > 0:
        return False
    if before < most_moves(depth) and guess + margin(depth, run) > a:
        return False
    return not is_lively(game, child)


def is_lively(game, child):
    """Whether a move must be looked at: the other side has to answer it, or it ends the game."""
    if OWN_URGENT:
        return rule_urgent(game, child)
    over, _score = rule_result(game, child)
    return over


def reduction(game, child, place, before, depth, calm, run):
    """By how many half-moves less deeply a move is searched at first."""
    if not run.reductions or before < EARLY or depth < REDUCE_FROM or is_to_end(run):
        return 0
    if OWN_URGENT and rule_urgent(game, child):
        return 0
    less = late_reduction(depth, before)
    if not calm or sorted_history(run, place) > _KILLER or (OWN_ORDER and sorted_score(run, place) > 0):
        less -= 1
    return min(less, depth - 2)


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


def note_cut_off(move, begin, place, room, depth, run):
    """Remember a move that caused a cut-off, and that those before it did not."""
    if run.killers:
        note_killer(move, room, run)
    if run.history:
        note_history(move, room, depth * depth, run)
        while place > begin:
            place -= 1
            note_history(sorted_move(run, begin, sorted_number(run, place)), room, -depth * depth, run)


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


def _keep(q, entry, depth, a, b, best, answer, run):
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
    elif not is_worth_more(entry, depth, run):
        keep(q, entry, low, high, answer, depth, 0, run)


# Every node calls these two. As functions of their own they cost 2 to 5 % of the time.
known_score.is_inlined = score_in_table.is_inlined = True  # type: ignore[attr-defined]
