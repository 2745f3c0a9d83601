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
    count_known,
    move_hash,
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
    next_down,
    next_up,
    rule_evaluate,
)
from halfmove.parts.history import HISTORY, history_of, note_history
from halfmove.parts.in_progress import IN_PROGRESS, clear_in_progress, mark_in_progress, next_place
from halfmove.parts.killers import KILLERS, killer_rank, note_killer
from halfmove.parts.lines import clear_line, remember
from halfmove.parts.ordering import (
    CHOSEN,
    ORDERING,
    sort_chosen_moves,
    sort_moves,
    sort_scores,
    sorted_move,
    sorted_number,
    sorted_position,
)
from halfmove.parts.past import PAST, begin_way, came_before, forget_way
from halfmove.parts.quiescence import MOST_PLIES, quiet_value
from halfmove.parts.selectivity import (
    FAR_ABOVE,
    UNKNOWN_FROM,
    USUAL_HISTORY,
    is_left_out,
    is_narrow,
    is_to_end,
    margin,
    may_skip,
    reduction,
    skipped_depth,
)
from halfmove.parts.transpositions import NO_NUMBER, TRANSPOSITIONS, entry_of
from halfmove.players.kernels.asking import wins_within
from halfmove.players.kernels.knowing import (
    UNKNOWN,
    keep_node,
    known_score,
    later_end,
    nothing_proven,
    repetition_score,
    score_in_table,
    within_bounds,
)
from halfmove.words import Parameter, algorithm

_SHARED = 3  # from this depth on threads avoid each other's moves
ASKS_WIN, ASKS_LOSS = 1, 2


def rank(game, p, move, child, room, inner, run):
    """`sort_scores` of a move in this search."""
    score, history = 0, 0
    if run.ordering and (OWN_ORDER or inner):
        score = order_word(rule_order(game, p, move, child))
    code = move_hash(move)
    if run.history:
        history = min(history_of(code, room, run), USUAL_HISTORY)
    if run.killers:
        killer = killer_rank(code, room, run)
        if killer > 0:
            history = USUAL_HISTORY + killer
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


def search_node(game, p, room, depth, a, b, run):
    """The score of a node. What is proven about it is left in `run.low_end` and `run.high_end`."""
    # Step 1. The game is over, or `bounds` knows enough: of the position, not of some of its moves or the game so far.
    is_root = room == run.height
    known, score, low, high = known_score(game, p, a, b, run)
    chosen_from = is_root and run.choosing != 0
    if chosen_from or (known and is_root and run.wary):
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
    low_end, high_end = UNKNOWN, 0
    place, end = begin, begin + count
    while place < end:
        number = sorted_number(run, place)
        child = sorted_position(run, begin, number)
        alpha = max(a, best)
        before = place - begin

        # Step 10. A late quiet move near the horizon may be left out.
        if calm and run.pruning and before > 0 and is_left_out(game, child, place, before, depth, guess, a, run):
            high_end = UNKNOWN
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
            low_end = child_low + 1 if child_low >= 0 else UNKNOWN
            if best > a:
                answer = number
                move = sorted_move(run, begin, number)
                remember(run, room, move, best)
                if best >= b:
                    note_cut_off(move, begin, place, room, depth, run)
                    high_end = UNKNOWN
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
        keep_node(q, entry, depth, start, b, best, answer, run)
    return best


def horizon_score(game, p, room, a, b, low, high, run):
    """The score of a node that is not searched any deeper."""
    if is_to_end(run):
        fail(run, TOO_DEEP)
    count_known(run)
    run.low_end = run.high_end = UNKNOWN
    run.leaf_at = run.height - room
    return min(max(quiet_value(game, p, a, b, run.quiet_plies, run), low), high)


def wider(score, alpha, b, less, top, run):
    """(whether a move must be searched again, with which reduction, with which upper end of the window)"""
    if score > alpha and less > 0:
        return True, 0, top
    if alpha < score < b and top < b:
        run.researches += 1
        return True, less, b
    return False, less, top


def note_cut_off(move, begin, place, room, depth, run):
    """Remember a move that caused a cut-off, and that those before it did not."""
    if run.killers:
        note_killer(move_hash(move), room, run)
    if run.history:
        note_history(move_hash(move), room, depth * depth, run)
        while place > begin:
            place -= 1
            note_history(move_hash(sorted_move(run, begin, sorted_number(run, place))), room, -depth * depth, run)
