"""Chess, with all its rules.

That is: castling, en passant, promotion to a queen, rook, bishop or knight, mate and stalemate; a draw after 50 moves
of both sides without a capture or a move of a pawn, by the third occurrence of a position, and where neither side has
the pieces to mate. The draws are not claimed: the game is over then. Mate comes before the 50 moves.

A move is written e2e4, or e7e8q with what a pawn becomes. At the prompt, on pages and in PGN it is shown as players
write it, such as Nf3 or exd5; both are read. A position is given and written as FEN. Its square of en passant counts
only if a pawn can legally take there, and the number of the move is not part of a position. `chess(start=356)` is
Chess960 from its start position number 356, where castling is written as the king takes its rook.

Scores are hundredths of a pawn, and a mated side has -30000. A position is five whole numbers, as seen by the side to
move: the board of its pieces, three boards with the bits of the numbers of all pieces, and all else in one word.

>>> import halfmove as hm
>>> game = hm.games.chess()
>>> mate = hm.search(game, "alpha_beta", depth=3, position="7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")
>>> mate.value
30000
"""

from __future__ import annotations

from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.games.chess import fen, notation
from halfmove.games.chess.attacks import Board
from halfmove.games.chess.endings import endings
from halfmove.games.chess.evaluation import evaluate
from halfmove.games.chess.guidance import bounds, gain, lasting, order, skip, uncounted, urgent
from halfmove.games.chess.polyglot import PolyglotBook
from halfmove.games.chess.rules import MOST_QUIET, count, moves, noisy, play, result
from halfmove.games.chess.syzygy import SyzygyTables
from halfmove.games.chess.tables import tables
from halfmove.games.chess.values import values

_STARTS = 960


@checked
def chess(start: str | int = fen.START) -> Game:
    """Chess. A move is written e2e4, or e7e8q with what a pawn becomes; Nf3 is read too.

    Parameters
    ----------
    start : str or int
        The first position as FEN, or the number of a start position of Chess960, from 0 to 959.

    Returns
    -------
    Game
        The game.
    """
    if isinstance(start, int):
        if not 0 <= start < _STARTS:
            raise UsageError(
                f"start must be the number of a start position from 0 to {_STARTS - 1}, not {shown(start)}"
            )
        first, name = fen.chess960(start), f"Chess960 from start {start}"
    else:
        first, name = start, "chess"
    home = fen.home_of(fen.read(first), isinstance(start, int))
    data = tables(values(), home)
    plain = tuple(data.tolist())  # NumPy numbers are slow to read

    @checked
    def locate(text: str) -> Board:
        """The position of a line of FEN."""
        return fen.position(text, home, plain)

    def write(p: Board) -> str:
        return fen.written(p, home)

    def spell(p: Board, move: int) -> str:
        return notation.spell(p, move, plain)

    return Game(
        name,
        locate(first),
        moves,
        play,
        result,
        evaluate,
        order=order,
        bounds=bounds,
        noisy=noisy,
        skip=skip,
        urgent=urgent,
        gain=gain,
        lasting=lasting,
        uncounted=uncounted,
        count=count,
        show=notation.show,
        parse=checked(notation.parse),
        format=notation.form,
        locate=locate,
        write=write,
        spell=spell,
        data=data,
        parameters={"game": "chess", "start": start},
        unit=100,
        selective=True,
        occurrences=3,
        patience=MOST_QUIET,
        endings=endings,
        clicks=notation.clicks,
        readers={
            "book": lambda path: PolyglotBook(path, home, plain),
            "tables": lambda folder: SyzygyTables(folder, write, plain),
        },
    )
