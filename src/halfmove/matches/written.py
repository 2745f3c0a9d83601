"""The games of a match as written games, for PGN files."""

from __future__ import annotations

from typing import Any

from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.matches.one_game import GameRecord
from halfmove.matches.plans import Match, game_of
from halfmove.matches.standings import Standing
from halfmove.pgn import WrittenGame
from halfmove.pgn.written_game import GameResult
from halfmove.players.move_text import move_from

# Words of the standard for how a game ended.
_TERMINATIONS = {
    "over": "normal",
    "illegal": "rules infraction",
    "error": "abandoned",
    "length": "adjudication",
    "time": "time forfeit",
}


@checked
def written_games(standing: Standing) -> list[WrittenGame]:
    """The games of a match that count, for `halfmove.write_games`.

    Parameters
    ----------
    standing : Standing
        The standing of the match.

    Returns
    -------
    list of WrittenGame
        The games, in their order. The tag Round has the number of the pair and of the game in it.

    Examples
    --------
    >>> from halfmove import matches
    >>> plan = matches.match("tic_tac_toe", "level=easy", "random", games=2)
    >>> games = matches.written_games(matches.run(plan, jobs=1))
    >>> [game.tags["Round"] for game in games], games[0].tags["White"]
    (['1.1', '1.2'], 'level=easy')
    """
    return [_written(standing.match, record) for record in standing.games]


def _written(match: Match, record: GameRecord) -> WrittenGame:
    game = game_of(match.game)
    at, moves = game.start, list[Any]()
    for word in record.moves:
        move = move_from(game, at, word)
        if move is None:
            raise UsageError(f"{match.game}: {word!r}, which stands for a move of a game, is not read as a move")
        moves.append(move[0])
        at = game.next(at, move[0])
    white_begins = WrittenGame(game, ()).white_begins
    first, second = str(match.players[record.first - 1]), str(match.players[2 - record.first])
    points = record.score if record.first == 1 else 1 - record.score  # of the player who moves first
    result: GameResult = "1/2-1/2" if points == 0.5 else "1-0" if (points == 1) == white_begins else "0-1"
    tags = {
        "Event": "halfmove match",
        "Round": f"{record.pair}.{record.number}",
        "White": first if white_begins else second,
        "Black": second if white_begins else first,
        "PlyCount": str(len(moves)),
        "Termination": _TERMINATIONS[record.end],
    }
    return WrittenGame(game, moves, None, result, tags, {len(moves): record.note} if record.note else {})
