"""Other names of the games, and names as people write them."""

from __future__ import annotations

from collections.abc import Iterable

ALIASES: dict[str, tuple[str, ...]] = {
    "tic_tac_toe": ("noughts_and_crosses", "xs_and_os"),
    "connect_four": ("connect4", "four_in_a_row", "4_in_a_row", "four_in_a_line"),
    "othello": ("reversi",),
    "kalah": ("mancala", "kalaha"),
    "checkers": ("draughts", "english_draughts"),
    "gomoku": ("gobang", "five_in_a_row", "5_in_a_row"),
    "domineering": ("crosscram",),
    "chess_endgame": ("chess_endgames",),
    "dots_and_boxes": ("dots",),
    "nine_mens_morris": ("mill", "mills", "mühle", "muehle", "merels", "morris", "nine_men_morris", "9_mens_morris"),
}
_IGNORED = str.maketrans("", "", " _-'\u2019")  # characters that people write differently in the same name


def _plain(name: str) -> str:
    return name.casefold().translate(_IGNORED)


def meant(name: str, games: Iterable[str]) -> str | None:
    """The game with this name: its id, in any spelling, or an alias. None if there is none.

    >>> games = ["othello", "connect_four", "tic_tac_toe"]
    >>> [meant(name, games) for name in ("Reversi", "connect-4", "four in a row", "tictactoe", "go")]
    ['othello', 'connect_four', 'connect_four', 'tic_tac_toe', None]
    """
    wanted = _plain(name)
    return next((game for game in games if wanted in map(_plain, (game, *ALIASES.get(game, ())))), None)
