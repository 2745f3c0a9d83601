"""What `check` saw: in random games, facts and one finished game with its winner; of an algorithm, what was tried.

>>> import halfmove as hm
>>> print(hm.check(hm.games.nim(2, 1), games=20, compiled=False))
nim 2 1: no contradiction in 20 random games. Is it the game that you mean?
won by          the first player 9, the second player 11
the last move   the winner made it in 20 of 20 won games
half-moves      2.5 in a random game, from 2 to 3
moves           2.1 in a position, from 1 to 3
results         from -1 to 1 for the first player
positions       packed 0 to 6
never change    piles (always 2), bits (always 2)
shortest game   2 half-moves: 1-2 2-1
longest game    3 half-moves: 1-1 2-1 1-1
<BLANKLINE>
The end of a game: 1-2 2-1
  1:
  2:
The second player made the last move, and the first player is to move.
Here the second player has won: result returns -1 for the side to move.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from halfmove.base.notebook import count, facts_html, html_of, image_html, plural, sentence_html, text_html, text_of
from halfmove.base.printable import printable, printable_line
from halfmove.conformance.game_check import FinishedGame, GameCheck, PositionPart
from halfmove.contracts import AlgorithmCheck
from halfmove.showing.boards import grid_of, svg_of

_ROOM = 44  # signs for the moves of a game that are written out, apart from one move
_FEW = 8  # parts of positions that are named at most
_PLAIN = 1_000_000  # larger numbers are written as powers of 2
_NOTE = "Is it the game that you mean?"


def headline(seen: GameCheck) -> str:
    """What was checked."""
    return f"{seen.name}: no contradiction in {plural(seen.games, 'random game')}. {_NOTE}"


def facts(seen: GameCheck) -> Iterator[tuple[str, str]]:
    """What happened in the random games, by names."""
    if seen.finished and not seen.is_tree:
        yield "won by", _won(seen)
        if seen.first + seen.second:
            won = plural(seen.first + seen.second, "won game")
            yield "the last move", f"the winner made it in {count(seen.by_last_move)} of {won}"
    yield "half-moves", _length(seen)
    by_second = seen.half_moves - seen.by_first
    if abs(seen.by_first - by_second) > seen.games:  # the players do not alternate
        yield "made by", f"the first player {count(seen.by_first)}, the second player {count(by_second)}"
    yield "moves", _around(f"{_mean(seen.width)} in a position", seen.fewest, seen.most)
    if seen.scores is not None:
        low, high = map(_number, seen.scores)
        yield "results", f"{f'always {low}' if low == high else f'from {low} to {high}'} for the first player"
    if not seen.is_tree:
        yield from _positions(seen)
    if seen.drawn_alike:
        moves = f"{count(seen.drawn_alike)} of {plural(seen.drawn_moves, 'half-move')}"
        yield "drawn as before", f"after {moves} `show` gives the same text as before"
    if not seen.is_tree:
        for name, line in (("shortest game", seen.shortest), ("longest game", seen.longest)):
            if line is not None:
                yield name, f"{plural(len(line.moves), 'half-move')}: {_moves(line)}".rstrip(": ")


def ending(seen: GameCheck) -> tuple[str, str, str] | None:
    """A finished game: its moves, its last position, and who has won there; None for a tree or if no game ended."""
    line = seen.ending
    if line is None or seen.is_tree:
        return None
    moves = f"The end of a game: {_moves(line, last=True)}" if line.moves else "The start is the end of the game"
    return moves, line.picture, f"{_last(line)}\n{_verdict(line)}"


def _won(seen: GameCheck) -> str:
    parts = [f"the first player {count(seen.first)}", f"the second player {count(seen.second)}"]
    return ", ".join([*parts, plural(seen.drawn, "draw")] if seen.drawn else parts)


def _length(seen: GameCheck) -> str:
    if not seen.finished:
        return f"no end: none of {seen.games} ended within {seen.patience} half-moves; searches need a depth"
    words = f"{_mean(seen.length)} in a random game"
    if seen.finished < seen.games:
        return f"{words}, but {seen.games - seen.finished} of {seen.games} games did not end"
    assert seen.shortest is not None
    assert seen.longest is not None
    return _around(words, len(seen.shortest.moves), len(seen.longest.moves))


def _last(line: FinishedGame) -> str:
    mover, waits = ("second", "first") if line.second_moved_last else ("first", "second")
    to_move = "second" if line.second_to_move else "first"
    if not line.moves:
        return f"The {to_move} player is to move."
    if to_move == waits:
        return f"The {mover} player made the last move, and the {to_move} player is to move."
    return f"The {mover} player made the last move and is also the one to move now."


def _verdict(line: FinishedGame) -> str:
    who = "nobody" if line.winner is None else f"the {line.winner} player"
    return f"Here {who} has won: result returns {_number(line.score)} for the side to move."


def _moves(line: FinishedGame, last: bool = False) -> str:
    """The first moves of a game, or the last ones, as many as fit into a line."""
    words = [printable_line(move) for move in (line.moves[::-1] if last else line.moves)]
    used = list(accumulate(len(word) + 1 for word in words))
    count_of = max(min(1, len(words)), sum(each <= _ROOM for each in used))
    if count_of == len(words):
        return " ".join(words[::-1] if last else words)
    return f"... {' '.join(words[:count_of][::-1])}" if last else f"{' '.join(words[:count_of])} ..."


def _around(mean: str, low: int, high: int) -> str:
    return f"{mean}, {f'always {count(low)}' if low == high else f'from {count(low)} to {count(high)}'}"


def _number(number: Any) -> str:
    """A number in a few signs; of a large one, such as a board of bits, only how many bits it has."""
    if isinstance(number, float):
        return f"{number:.4g}"
    if abs(int(number)) < _PLAIN:
        return str(int(number))
    return f"{'-' if number < 0 else ''}2**{abs(int(number)).bit_length() - 1} or more"


def _field(each: PositionPart) -> str:
    assert each.low is not None
    assert each.high is not None
    if each.high < _PLAIN:
        words = f"{each.name} {_number(each.low)} to {_number(each.high)}"
    else:  # a board of bits
        low = "" if each.low >= 0 else f"{_number(each.low)} to "
        words = f"{each.name} {low}less than 2**{each.high.bit_length()}"
    if each.numbers > 1 and each.changes < each.numbers:
        words += f" ({each.changes} of {each.numbers} numbers change)"
    return words


def _fixed(each: PositionPart) -> str:
    return f"{each.name} (always {_number(each.low)})" if each.low is not None and each.numbers == 1 else each.name


def _positions(seen: GameCheck) -> Iterator[tuple[str, str]]:
    """Which numbers the positions have, and what in them never changes."""
    if changing := [each for each in seen.fields if each.changes and each.low is not None]:
        yield "positions", _some([_field(each) for each in changing])
    if fixed := [each for each in seen.fields if not each.changes]:
        yield "never change", _some([_fixed(each) for each in fixed])


def _some(names: list[str]) -> str:
    more = len(names) - _FEW
    return ", ".join(names[:_FEW]) + (f" and {more} more" if more > 0 else "")


def _mean(number: float) -> str:
    return count(float(number))


def promises(found: AlgorithmCheck) -> Iterator[tuple[str, str]]:
    """What was checked of an algorithm, by names."""
    if found.promise:
        yield "says", found.promise
    trees = f"{plural(found.trees, 'random tree')} of up to {plural(found.most_leaves, 'leaf')}"
    windows = ", the whole window and narrow ones" if found.searches > found.trees else ""
    yield "searched", f"{trees}, {plural(found.searches, 'search')}{windows}"
    yield "promises", "none is broken"
    if found.exact:
        yield "exact results", f"{count(found.exact)}, each the minimax value, with a line that leads to it"
    if found.estimates:
        yield "estimates", f"{count(found.right_estimates)} of {count(found.estimates)} were the minimax value"
    if found.compiled is not None:
        same = "the same leaves and results as plain Python"
        yield "machine code", same if found.compiled else "it cannot be compiled, so it was not compared"


@text_of.register
def _(found: AlgorithmCheck) -> str:
    rows = list(promises(found))
    width = max(len(name) for name, _ in rows)
    lines = [found.name, *(f"{name:<{width}}   {value}" for name, value in rows)]
    return "\n".join(map(printable_line, lines))


@html_of.register
def _(found: AlgorithmCheck) -> str:
    rows = ((name, printable_line(value)) for name, value in promises(found))
    return sentence_html(printable_line(found.name)) + facts_html(rows)


@text_of.register
def _(seen: GameCheck) -> str:
    rows = list(facts(seen))
    width = max(len(name) for name, _ in rows)
    lines = [headline(seen), *(f"{name:<{width}}   {value}" for name, value in rows)]
    text = "\n".join(map(printable_line, lines))
    if (end := ending(seen)) is not None:
        moves, picture, verdict = end
        drawn = "\n".join(f"  {line}".rstrip() for line in picture.split("\n"))
        text += f"\n\n{printable_line(moves)}\n{printable(drawn)}\n{printable(verdict)}"
    return text


@html_of.register
def _(seen: GameCheck) -> str:
    parts = [sentence_html(headline(seen)), facts_html((name, printable_line(value)) for name, value in facts(seen))]
    if (end := ending(seen)) is not None:
        moves, picture, verdict = end
        grid = grid_of(picture)
        drawn = text_html(picture) if grid is None else image_html(svg_of(grid, moves), picture)
        parts += [sentence_html(printable_line(moves)), drawn, sentence_html(printable(verdict))]
    return "".join(parts)
