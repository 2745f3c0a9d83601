"""A player that plays a whole game against itself."""

from __future__ import annotations

from typing import Any

import click

from halfmove.cli import board, text, value_text
from halfmove.cli.interrupts import SENTENCE
from halfmove.cli.opponent import Opponent, described
from halfmove.cli.played_game import PlayedGame
from halfmove.cli.program import Interrupted
from halfmove.cli.streams import bold
from halfmove.errors import UsageError
from halfmove.players.move_text import written

_LONGEST = 1000  # half-moves


def watch(played: PlayedGame, opponent: Opponent, repeat: str, as_json: bool) -> None:
    """Play to the end, and print the game."""
    values: list[Any] = []
    if not as_json:
        click.echo(f"{bold(played.game.name)}\n\n{board.drawn(played)}\n")
    while not played.over:
        if len(played.moves) >= (played.game.longest or _LONGEST):
            raise UsageError(
                f"{played.game.name}: the game does not end; it was stopped after {len(played.moves)} moves"
            )
        thought = opponent.think(played, ())
        if thought is None:
            raise Interrupted(SENTENCE)
        known = "" if thought.result is None else f": {described(played, thought.result, ())}"
        who, move = value_text.SIDES[played.side], played.named(thought.move)
        said = f"{len(played.moves) + 1}. {who} plays {move}{known}"
        values.append(None if thought.result is None else thought.result.said)
        played.play(thought.move)
        if not as_json:
            click.echo(f"{said}\n\n{board.drawn(played)}\n")
    moves = [written(played.game, move) for move in played.moves]
    if as_json:
        winner, score = played.winner(), played.score
        data = {
            "game": played.game.name,
            "what": played.what,
            "position": played.place,
            "moves": moves,
            "said": [None] * (len(moves) - len(values)) + values,
            "winner": None if winner is None else ("first", "second")[winner],
            "score": str(score) if score in (float("inf"), float("-inf")) else score,
            "end": played.how_it_ended or None,
            "repeat": repeat,
        }
        click.echo(text.as_json(data))
        return
    click.echo(f"{value_text.ended(played, ())}\n\nmoves: {' '.join(played.all_named())}\n{text.repeated(repeat)}")
