"""Chess with the rules of python-chess: a game in plain Python that can do all that a game can say about its moves.

A position is its FEN, a move is its text in UCI.
"""

from __future__ import annotations

import chess

import halfmove as hm


def moves(p):
    for move in chess.Board(p).legal_moves:
        yield move.uci()


def play(p, move):
    board = chess.Board(p)
    board.push_uci(move)
    return board.fen()


def result(p):
    board = chess.Board(p)
    if board.is_checkmate():
        return True, -1
    return board.is_stalemate() or board.is_insufficient_material() or board.halfmove_clock >= 100, 0


def evaluate(p):
    board = chess.Board(p)
    worth = [0, 1, 3, 3, 5, 9, 0]
    signs = [(1 if each.color == board.turn else -1) * worth[each.piece_type] for each in board.piece_map().values()]
    return sum(signs)


def lasting(p):
    return chess.Board(p).halfmove_clock


def uncounted(p):
    return " ".join(p.split()[:4])


def spell(p, move):
    board = chess.Board(p)
    return board.san(chess.Move.from_uci(move))


def write(p):
    return p


def locate(text):
    return chess.Board(text).fen()


def show(p):
    return str(chess.Board(p))


def made(start: str = chess.STARTING_FEN) -> hm.Game:
    return hm.Game(
        "chess", start, moves, play, result, evaluate=evaluate, lasting=lasting, uncounted=uncounted, spell=spell,
        format=str, write=write, locate=locate, show=show, occurrences=3, patience=100, parameters={"game": "chess"},
    )  # fmt: skip


game = made()
