"""Chess endgames against the rules of the package `chess`, and their numbers against counts by it."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import chess
import pytest

import halfmove as hm

FAMILIES = ("KQK", "KPK", "KRKP", "KQKR", "KBNK", "KNNKQ", "KPPKB", "KKPPP", "KQQQK", "KRBKN")


@cache
def family(pieces: str) -> hm.Game:
    return hm.games.chess_endgame(pieces)


def as_fen(game: hm.Game, at: Any) -> str:
    """By what `show` draws."""
    assert game.show is not None
    *rows, _, mover = game.show(at).splitlines()
    signs = "/".join(row[3:].replace(" ", "") for row in rows)
    return f"{re.sub('[.]+', lambda gap: str(len(gap[0])), signs)} {mover[0]} - - 0 1"


def some_positions(game: hm.Game, count: int, chance: random.Random) -> list[Any]:
    """Positions of random tiers and numbers."""
    found: list[Any] = []
    while len(found) < count:
        tier = chance.choice(game.tiers)
        number = chance.randrange(game.call("ranks", tier))
        at = game.call("unrank", tier, number)
        if game.call("rank", at) == number:
            found.append(at)
    return found


@pytest.mark.parametrize("pieces", FAMILIES)
def test_rules(pieces: str) -> None:
    game, chance = family(pieces), random.Random(pieces)
    assert game.format is not None
    assert game.locate is not None
    for at in some_positions(game, 150, chance):
        fen = as_fen(game, at)
        board = chess.Board(fen)
        assert not board.was_into_check()
        assert game.locate(fen) == at
        moves = game.legal(at)
        assert sorted(map(game.format, moves)) == sorted(move.uci() for move in board.legal_moves)
        few = board.is_insufficient_material() and chess.popcount(board.occupied) < 4
        ends = {"checkmate": board.is_checkmate(), "drawn": board.is_stalemate() or few}
        assert game.outcome(at) == (any(ends.values()), -10_000 if ends["checkmate"] else 0)
        for move in moves:
            board.push_uci(game.format(move))
            after = game.next(at, move)
            assert as_fen(game, after).split()[:2] == board.fen().split()[:2]
            assert game.call("tier", after) <= game.call("tier", at)
            same_pieces = sorted(_letters(fen)) == sorted(_letters(board.fen()))
            assert (game.call("tier", after) == game.call("tier", at)) == same_pieces
            board.pop()


def _letters(fen: str) -> str:
    return "".join(sign for sign in fen.split()[0] if sign.isalpha())


@pytest.mark.parametrize("pieces", FAMILIES)
def test_numbers_and_moves_backwards(pieces: str) -> None:
    """Equivalent positions share a number, and a position is found again before the positions after it."""
    game, chance = family(pieces), random.Random(pieces)
    assert game.locate is not None

    def place(at: Any) -> tuple[int, int]:
        return game.call("tier", at), game.call("rank", at)

    for at in some_positions(game, 25, chance):
        board = chess.Board(as_fen(game, at))
        pawns = bool(board.pawns)
        assert 0 <= place(at)[1] < game.call("ranks", place(at)[0])
        assert place(game.call("unrank", *place(at))) == place(at)
        assert game.call("symmetry", at) == game.call("unrank", *place(at))
        turned = [chess.flip_horizontal] if pawns else [chess.flip_horizontal, chess.flip_vertical, chess.flip_diagonal]
        for turn in turned:
            board.apply_transform(turn)
            assert place(game.locate(board.fen())) == place(at)
        if game.outcome(at)[0]:
            continue
        for move in game.legal(at):
            child = game.next(at, move)
            same_tier = place(child)[0] == place(at)[0]
            assert (place(at) in map(place, game.call("before", child))) == same_tier
        for earlier in game.call("before", at):
            assert not chess.Board(as_fen(game, earlier)).was_into_check()
            assert at in [game.next(earlier, move) for move in game.legal(earlier)]


def counted(kings: int, piece: str) -> int:
    """How many legal positions there are with these kings and one white piece, by the package."""
    count = 0
    for square in chess.SQUARES:
        if square in (kings & 63, kings >> 6) or (piece == "P" and not 8 <= square < 56):
            continue
        board = chess.Board(None)
        for at, sign in ((kings & 63, "K"), (kings >> 6, "k"), (square, piece)):
            board.set_piece_at(at, chess.Piece.from_symbol(sign))
        for board.turn in (chess.WHITE, chess.BLACK):
            count += board.is_valid()
    return count


@pytest.mark.parametrize(("pieces", "tier", "pairs"), [("KQK", 1, 462), ("KRK", 1, 462), ("KPK", 5, 1806)])
def test_all_numbers(pieces: str, tier: int, pairs: int) -> None:
    """Pairs of kings by pairs: positions with a number of their own are as many as legal ones, up to symmetry."""
    game, chance = family(pieces), random.Random(pieces)
    each = game.call("ranks", tier) // pairs
    assert each * pairs == game.call("ranks", tier)
    looked = range(pairs) if pieces == "KQK" else sorted(chance.sample(range(pairs), 60))
    for pair in looked:
        found = set()
        for number in range(pair * each, pair * each + each):
            at = game.call("unrank", tier, number)
            if game.call("rank", at) == number:
                found.add(at)
        (kings,) = {at.kings for at in found}
        mirrored = pieces != "KPK" and (kings & 63) % 9 == (kings >> 6) % 9 == 0  # these kings stay, others pair up
        on_diagonal = sum((at.pieces & 63) % 9 == 0 for at in found)
        assert (2 * len(found) - on_diagonal if mirrored else len(found)) == counted(kings, pieces[1])


def test_mates_in_one_are_seen_by_a_search() -> None:
    game = family("KQK")
    found = hm.search(game, "alpha_beta", depth=1, position="7k/8/5K2/8/8/8/6Q1/8 w", compiled=False)
    assert game.format is not None
    assert (found.value, game.format(found.move)) == (10_000, "g2g7")


def test_the_contract() -> None:
    hm.check(family("KPK"), games=5)


def test_tiers_are_all_that_can_arise() -> None:
    def names(pieces: str) -> list[str]:
        game = family(pieces)
        return [_letters(as_fen(game, game.call("unrank", tier, 0))) for tier in game.tiers]

    assert sorted(map(sorted, names("KPK"))) == sorted(map(sorted, ("Kk", "KkN", "KkB", "KkR", "KkQ", "KkP")))
    assert sorted(map(sorted, names("KQKR"))) == sorted(map(sorted, ("Kk", "Kkr", "KkQ", "KkQr")))
    assert len(family("KRKP").tiers) == 12


@pytest.mark.parametrize("pieces", [*FAMILIES, "KPPPK", "KKQQQ", "KRRRK", "KNKN"])
def test_starts(pieces: str) -> None:
    game = family(pieces)
    board = chess.Board(as_fen(game, game.start))
    assert board.is_valid()
    assert not board.is_game_over()
    assert game.call("tier", game.start) == game.tiers[-1]
    assert game.parameters["pieces"] == pieces


WRONG = {
    "KK": "'KK' must have one to 3 pieces besides the kings",
    "KQQKRR": "'KQQKRR' must have one to 3 pieces",
    "QKR": "pieces must be White's letters and then Black's, each from its K on, such as KQKR, not 'QKR'",
    "KPKP": "'KPKP' has pawns on both sides",
}


@pytest.mark.parametrize("pieces", WRONG)
def test_families_that_are_refused(pieces: str) -> None:
    with pytest.raises(hm.UsageError, match=WRONG[pieces]):
        hm.games.chess_endgame(pieces)


FENS = {
    "": "is not a position as FEN",
    "8/8/8/4k3/8/8/1Q6/K7": "is not a position as FEN",
    "8/8/8/4k3/8/8/1Q6/K8 w": "'K8' is not a row of eight squares",
    "8/8/8/4k3/8/8/1Q6/K6 w": "'K6' is not a row of eight squares",
    "8/8/8/4k3/8/8/1x6/K7 w": "'1x6' is not a row of eight squares",
    "8/8/8/4k3/8/8/1Q6/KK6 w": "each side has one king",
    "8/8/8/8/8/8/1Q6/K7 w": "each side has one king",
    "8/8/8/4k3/8/8/8/KP6 w": "no pawn stands on the first or last row",
    "8/8/8/4k3/8/8/1R6/K7 w": "has the pieces KRK, which do not come from KQK",
    "8/8/8/4k3/8/QQQQ4/8/K7 w": "has the pieces KQQQQK, which do not come from KQK",
    "8/8/8/4k3/8/8/1Q6/K7 w KQ - 0 1": "there is no castling",
    "8/8/8/4k3/8/8/4Q3/K7 w": "the side that is not to move is in check",
    "8/8/8/8/8/8/1k6/KQ6 w": "the side that is not to move is in check",
}


@pytest.mark.parametrize("fen", FENS)
def test_positions_that_are_refused(fen: str) -> None:
    with pytest.raises(hm.UsageError, match=FENS[fen]):
        hm.search(family("KQK"), position=fen, depth=1)


def test_moves_as_text() -> None:
    game = family("KPK")
    assert game.parse is not None
    assert game.format is not None
    assert game.parse("e7e8q") == game.parse("e7-e8=Q")
    assert game.format(game.parse("a2a4")) == "a2a4"
    for wrong in ("", "e9e8", "Qd4", "e7e8k", "e7"):
        with pytest.raises(hm.UsageError, match="is not a move, such as e2e4"):
            game.parse(wrong)
