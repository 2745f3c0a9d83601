"""A game as it is written down: where it began, its moves, its result, and what people say about it.

White is the player who moves first, unless the text of the first position says that Black is to move, as FEN does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, Literal, get_args

from halfmove.base.checks import shown
from halfmove.base.gate import check_fields
from halfmove.base.notebook import plural
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.pgn.variants import begins_as_named
from halfmove.players.move_text import line_from
from halfmove.players.position_text import position_of_text, text_of_position
from halfmove.repetition import outcome_in_game

GameResult = Literal["1-0", "0-1", "1/2-1/2", "*"]
RESULTS: tuple[GameResult, ...] = get_args(GameResult)
SEVEN = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
UNKNOWN = {"Date": "????.??.??"}  # what stands for a tag of the seven that is not known, if it is not ?
MOST_MOVES = 500_000  # of a game
OWN = ("Result", "Variant", "SetUp", "FEN")  # tags that follow from the game


@dataclass(frozen=True, eq=False)
class WrittenGame:
    """A game that was played, as a PGN file holds it. Its text is `str(game)`.

    Parameters
    ----------
    game : Game
        The game.
    moves : iterable
        The moves, each of them legal.
    start : optional
        The position where it began. The default is the start of the game.
    result : {"1-0", "0-1", "1/2-1/2", "*"}, optional
        Whether White has won, Black has won, it was a draw, or it is not over. The default is what the rules say of the
        last position. Players may also resign or agree on a draw.
    tags : mapping of str to str
        What is said about the game, such as {"White": "Ann", "Event": "Club evening"}. The tags Result, Variant, SetUp
        and FEN follow from the other arguments.
    comments : mapping of int to str
        Comments after so many moves: comments[0] is before the first one.
    place : str, optional
        The text of the position where it began, instead of `start`: what `locate` of the game reads, else moves from
        the start.

    Raises
    ------
    UsageError
        If a move is not legal, or an argument is wrong.

    Examples
    --------
    >>> import halfmove as hm
    >>> game = hm.WrittenGame(hm.games.nim(3), [hm.games.nim(3).legal(hm.games.nim(3).start)[0]])
    >>> game.result, game.winner
    ('1-0', 'first')
    """

    game: Game
    moves: Any
    start: Any = None
    result: GameResult | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)
    place: str | None = None

    def __post_init__(self) -> None:
        check_fields(self, "WrittenGame")
        game = self.game
        if self.start is not None and self.place is not None:
            raise UsageError("give start= or place=, not both: they say the same")
        if self.place is not None:
            object.__setattr__(self, "start", first_position(game, self.place))
        elif self.start is not None:
            game.check_position(self.start)
        object.__setattr__(self, "start", game.start if self.start is None else self.start)
        object.__setattr__(self, "moves", _listed(self.moves))
        object.__setattr__(self, "tags", dict(self.tags))
        object.__setattr__(self, "comments", dict(self.comments))
        for name in self.tags:
            if name in OWN or not re.fullmatch(r"\w{1,255}", name, re.ASCII):
                why = "follows from the game" if name in OWN else "is not a name of letters and digits"
                raise UsageError(f"tags= has the tag {shown(name)}, which {why}: leave it out")
        for place in self.comments:
            if not 0 <= place <= len(self.moves):
                raise UsageError(f"comments= has a comment after {place} moves, but there are {len(self.moves)}")
        _ = self.positions
        if self.result is None:
            object.__setattr__(self, "result", self._by_the_rules())

    @cached_property
    def positions(self) -> tuple[Any, ...]:
        """All positions, the first one included."""
        game, found = self.game, [self.start]
        for number, move in enumerate(self.moves, 1):
            legal = legal_in_a_file(game, found[-1])
            if not any(type(each) is type(move) and each == move for each in legal):
                raise UsageError(f"{game.name}: move {number}, {shown(move)}, is not legal there")
            found.append(game.next(found[-1], move))
        return tuple(found)

    @cached_property
    def position_text(self) -> str | None:
        """The text of the first position; None if it is the start of the game, or if it has no text."""
        if self.start == self.game.start and begins_as_named(self.game):
            return None
        return self.place if self.game.write is None else text_of_position(self.game, self.start)

    @cached_property
    def white_begins(self) -> bool:
        """Whether White makes the first move."""
        return not _black_to_move(self._first_text)

    @property
    def _first_text(self) -> str:
        return "" if self.game.write is None else text_of_position(self.game, self.start)

    @property
    def first_number(self) -> int:
        """The number of the first move, as the text of its position says, as in FEN; else 1."""
        fields = self._first_text.split()
        known = len(fields) == 6 and fields[1] in ("w", "b") and re.fullmatch(r"\d{1,5}", fields[5], re.ASCII)
        return max(int(fields[5]), 1) if known else 1

    def sides(self) -> tuple[bool, ...]:
        """For each position whether White is to move."""
        game, white = self.game, [self.white_begins]
        for at, child in zip(self.positions, self.positions[1:], strict=False):
            white.append(white[-1] == game.moves_again(at, child))
        return tuple(white)

    @property
    def winner(self) -> Literal["first", "second"] | None:
        """Who has won: "first" is the player who made the first move. None for a draw, or if it is not over."""
        if self.result not in ("1-0", "0-1"):
            return None
        return "first" if (self.result == "1-0") == self.white_begins else "second"

    @property
    def over(self) -> bool:
        """Whether it has a result."""
        return self.result != "*"

    def _by_the_rules(self) -> GameResult:
        over, score = outcome_in_game(self.game, self.positions)
        if not over:
            return "*"
        if score == 0:
            return "1/2-1/2"
        return "1-0" if (score > 0) == self.sides()[-1] else "0-1"

    def __str__(self) -> str:
        from halfmove.pgn.writing import text_of_game  # it needs this class

        return text_of_game(self)

    def __repr__(self) -> str:
        return f"WrittenGame({shown(self.game.name)}, {plural(len(self.moves), 'move')}, {self.result})"


def _listed(moves: Any) -> tuple[Any, ...]:
    """Moves as a tuple."""
    try:
        if isinstance(moves, str):
            raise TypeError
        listed = tuple(islice(moves, MOST_MOVES + 1))
    except TypeError:
        raise UsageError(f"moves must be a list of moves, not {shown(moves)}") from None
    if len(listed) > MOST_MOVES:
        raise UsageError(f"a game may have {MOST_MOVES:,} moves, and this one has more")
    return listed


def first_position(game: Game, text: str) -> Any:
    """The position where a game began: as `locate` of the game reads it, else after moves from the start."""
    if game.locate is not None:
        return position_of_text(game, text)
    at = game.start
    for move in line_from(game, at, text, "the first position"):
        at = game.next(at, move)
    return at


def legal_in_a_file(game: Game, position: Any) -> list[Any]:
    """The moves that a game in a file may have here. People may play on where a count of moves would end the game."""
    over, score = game.outcome(position)
    patient = over and score == 0 and game.patience and int(game.call("lasting", position)) >= game.patience
    return game.legal(position) if not over or patient else []


def _black_to_move(text: str) -> bool:
    """Whether the text of a position says that Black is to move, as FEN does in its second word."""
    return text.split()[1:2] == ["b"]
