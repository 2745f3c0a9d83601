"""A quick look at machine code in the environment that runs this: `python -m tests.smoke`.

A search, a player, a solve, a proof and pages, each equal to plain Python. Says which versions it ran with.
"""

from __future__ import annotations

import platform
from importlib import metadata

import halfmove as hm
from halfmove.engine.native import ways


def main() -> None:
    named = " ".join(f"{name} {metadata.version(name)}" for name in ("numba", "llvmlite", "numpy"))
    fault = ways.fault_of("quick")
    print(f"Python {platform.python_version()}, {named}: {fault or 'the quick way works'}")
    assert not ways.fault_of("plain")
    for game in (hm.trees.uniform(4, 5, seed=3), hm.games.connect_four(4, 4), hm.games.nim(3, 4)):
        for algorithm in ("alpha_beta", "sss_star", "mtd_f"):
            depth = None if game.leaves_only else 5
            fast = hm.search(game, algorithm, depth=depth, compiled=True)
            slow = hm.search(game, algorithm, depth=depth, compiled=False)
            assert fast.compiled
            assert (fast.value, fast.counts, fast.move) == (slow.value, slow.counts, slow.move), (game.name, algorithm)
    for game in (hm.games.othello(), hm.games.kalah(), hm.games.tic_tac_toe()):
        chosen = [hm.Player(game, hm.Limits(seconds=600), compiled=speed).choose(depth=3) for speed in (True, False)]
        assert chosen[0].compiled
        assert chosen[0].value == chosen[1].value, game.name
    boards = [hm.solve(hm.games.tic_tac_toe(), compiled=speed) for speed in (True, False)]
    assert len(boards[0]) == len(boards[1]) == 5478
    assert boards[0].probe(boards[0].game.start) == boards[1].probe(boards[1].game.start)
    proofs = [hm.prove(hm.games.nim(3, 4, 5), compiled=speed) for speed in (True, False)]
    assert len(proofs[0].nodes) == len(proofs[1].nodes)
    assert "<svg" in hm.draw(hm.trees.explicit([[3, [7, 2]], [4, 1]]), "alpha_beta").svg
    assert "<iframe" in hm.explore(hm.trees.explicit([[3, [7, 2]], [4, 1]]), "sss_star")._repr_html_()
    assert "<iframe" in hm.page(hm.games.nim(1, 2))._repr_html_()
    print("search, player, solve, proof and pages: as in plain Python")


if __name__ == "__main__":
    main()
