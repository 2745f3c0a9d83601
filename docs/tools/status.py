"""How far algorithms and games are tested, for the tables of the documentation. tests/test_status.py checks it.

What is not named here passes the tests that run on everything, and nothing else: it is lightly tested.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from halfmove.studies import papers

THOROUGH, LIGHT, PROBLEMS = "thoroughly tested", "lightly tested", "known problems"

# With what else each algorithm is compared, and the file of tests that does it.
_SECOND = ("a second program, leaf by leaf", "test_leaves.py")
_LISTS = ("a second program, step by step", "test_state_space.py")
_SAME_LEAVES = ("the leaves of an algorithm that must evaluate the same", "test_state_space.py")
_ALONE = "minimax, and with one processor the algorithm that it makes parallel, leaf by leaf"
_PROOFS = ("every question about many trees", "test_proofs.py")
ALGORITHMS = {
    "minimax": _SECOND,
    "alpha_beta": _SECOND,
    "alpha_beta_shallow": _SECOND,
    "f_alpha_beta": _SECOND,
    "l_alpha_beta": _SECOND,
    "p_alpha_beta": _SECOND,
    "p_alpha_beta_belle": _SECOND,
    "test": _SECOND,
    "scout": _SECOND,
    "negascout": _SECOND,
    "aspiration": _SECOND,
    "sss_star": _LISTS,
    "ps_star": _LISTS,
    "iter_sss_star": _LISTS,
    "staged_sss_star": _SAME_LEAVES,
    "sss_alpha_beta": _SAME_LEAVES,
    "alpha_beta_sss": _SAME_LEAVES,
    "dual_star": _SAME_LEAVES,
    "mt_sss_star": _SAME_LEAVES,
    "mt_dual_star": _SAME_LEAVES,
    "parallel_alpha_beta": (_ALONE, "test_parallel_alpha_beta.py"),
    "parallel_aspiration": (_ALONE, "test_parallel_aspiration.py"),
    "parallel_ps_star": (_ALONE, "test_parallel_ps_star.py"),
    "parsss_star": (_ALONE, "test_parallel_ps_star.py"),
    "proof_number": _PROOFS,
    "df_pn": _PROOFS,
}

# The file of tests that compares each game with other rules, or with published numbers. The words are in docs/build.py.
GAMES = {
    "nim": "test_games.py",
    "tic_tac_toe": "test_games.py",
    "connect_four": "test_board_games.py",
    "othello": "test_board_games.py",
    "kalah": "test_board_games.py",
    "checkers": "test_board_games.py",
    "breakthrough": "test_board_games.py",
    "hex": "test_placing_games.py",
    "gomoku": "test_placing_games.py",
    "domineering": "test_placing_games.py",
    "chess": "test_chess.py",
    "chess_endgame": "test_chess_endgames.py",
    "l_game": "test_solving_games.py",
    "dots_and_boxes": "test_dots_and_boxes.py",
    "nine_mens_morris": "test_morris.py",
}

# A fault that is known and not mended yet, of an algorithm or a game: id -> a sentence.
KNOWN: dict[str, str] = {}


def status_of(id: str) -> str:
    """The words of the column *status*."""
    if id in KNOWN:
        return f"{PROBLEMS}: {KNOWN[id]}"
    return THOROUGH if id in ALGORITHMS or id in GAMES else LIGHT


def checked(id: str) -> str:
    """With what an algorithm is compared, and how many printed numbers the papers have of it."""
    printed = _printed()[id]
    parts = [ALGORITHMS[id][0]] if id in ALGORITHMS else []
    return "; ".join([*parts, f"{printed} printed number{'s' * (printed > 1)}"] if printed else parts)


@cache
def _printed() -> Counter[str]:
    cells = (cell for paper in papers.names() for cell in papers.load(paper).cells())
    return Counter(cell.setting.algorithm for cell in cells if cell.setting.algorithm and cell.value is not None)
