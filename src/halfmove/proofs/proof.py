"""The class `Proof`: its claim, its positions, its file, and its tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.base.printable import printable_line
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.model import Counts, Score
from halfmove.proofs import files
from halfmove.proofs.checking import check_nodes
from halfmove.proofs.nodes import Node


@dataclass(frozen=True, eq=False, repr=False)
class Proof:
    """A proof that the value of a position is at least some score, or that it is not, with the moves that show it.

    Attributes
    ----------
    game : Game or None
        The game. None for a proof from a file that was loaded without its game.
    position
        Where the proof begins.
    at_least : int, float or None
        The score in question. None: any score above 0.
    proven : bool or None
        True: the value is at least that score. False: it is not. None: a limit ended the search, and nothing is known.
    nodes : tuple of Node
        The positions of the proof, the root first. A position that is reached in several ways is listed once.
    algorithm, counts, seconds, stopped
        How the proof was found.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.prove(hm.games.nim(1, 2), compiled=False).proven
    True
    """

    game: Game | None
    position: Any
    at_least: Score | None
    proven: bool | None
    nodes: tuple[Node, ...] = field(default=(), repr=False)
    algorithm: str = ""
    counts: Counts = field(default_factory=Counts)
    seconds: float = 0.0
    stopped: str | None = None
    name: str = ""

    @property
    def called(self) -> str:
        """The name of the game."""
        return self.name if self.game is None else self.game.name

    def __len__(self) -> int:
        """How many positions the proof has."""
        return len(self.nodes)

    def __bool__(self) -> bool:
        """Whether it is proven that the value is at least the score."""
        return self.proven is True

    def __repr__(self) -> str:
        return f"<Proof: {self}>"

    def __str__(self) -> str:
        called = printable_line(self.called)  # a file may have said it
        goal = "above 0" if self.at_least is None else f"at least {self.at_least}"
        if self.proven is None:
            return f"{called}: whether the value is {goal} is not known; stopped by the limit of {self.stopped}"
        return f"{called}: the value is {'' if self.proven else 'not '}{goal}; {len(self.nodes):,} positions"

    @property
    def move(self) -> Any:
        """The first move, if the side to move succeeds, else None."""
        if not self.nodes or not self.nodes[0].number or self.game is None:
            return None
        return self.game.legal(self.position)[self.nodes[0].number - 1]

    @checked
    def check(self, game: Game | None = None) -> int:
        """Check the whole proof by the rules of the game alone.

        Parameters
        ----------
        game : Game, optional
            The game. It is needed for a proof that was loaded without its game.

        Returns
        -------
        int
            How many positions the proof has.

        Raises
        ------
        UsageError
            If the proof is wrong. The sentence says what is wrong and where.
        """
        return len(self._played(game))

    def _played(self, game: Game | None) -> list[tuple[Any, int]]:
        game = self.game if game is None else game
        if game is None:
            raise UsageError(f"this proof comes from a file: name its game, {shown(self.called)}, to check it")
        if game.name != self.called:
            raise UsageError(f"this is a proof of {shown(self.called)}, not of {shown(game.name)}")
        if self.proven is None:
            raise UsageError(
                f"{game.name}: there is nothing to check, because the search was stopped before it found a proof"
            )
        return check_nodes(game, files.as_position(game, self.position), self.at_least, self.proven, self.nodes)

    @checked
    def save(self, path: str | Path) -> None:
        """Write the proof to a file, which `load` reads. The file is written as a whole, or stays as it was.

        Parameters
        ----------
        path : str or Path
            The file.
        """
        files.save(self, str(path))

    @staticmethod
    @checked
    def load(path: str | Path, game: Game | None = None) -> Proof:
        """Read a proof from a file.

        Parameters
        ----------
        path : str or Path
            The file.
        game : Game, optional
            The game. With it the proof is checked immediately; without it, call `check(game)` later.

        Returns
        -------
        Proof
            The proof.

        Raises
        ------
        UsageError
            If the file is not a proof or is damaged, or if the proof is wrong.
        """
        proof = Proof(**files.read(str(path)))
        if game is None:
            return proof
        proof.check(game)
        return Proof(**{**vars(proof), "game": game, "position": files.as_position(game, proof.position)})

    def as_dict(self) -> dict[str, Any]:
        """The claim and how it was found, ready for JSON. The positions of the proof are left out."""
        return {
            "game": self.called,
            "at_least": self.at_least,
            "proven": self.proven,
            "positions": len(self.nodes),
            "algorithm": self.algorithm,
            "nodes": self.counts.nodes,
            "seconds": self.seconds,
            "stopped": self.stopped,
        }

    @checked
    def tree(self, game: Game | None = None) -> Game:
        """Turn the proof into a game that has only the moves of the proof, to draw, explore or search it.

        Parameters
        ----------
        game : Game, optional
            The game. It is needed for a proof that was loaded without its game.

        Returns
        -------
        Game
            Its positions are the numbers of the proof's positions. A position at a depth limit counts as proven.
        """
        sides = self._played(game)
        game = self.game if game is None else game
        assert game is not None
        nodes, inner = self.nodes, game
        bound = 1 if self.at_least is None else self.at_least
        known = bound if self.proven else 0 if self.at_least is None else bound - 1

        def moves(node: int) -> Any:
            number = nodes[node].number
            legal = inner.legal(sides[node][0])
            yield from legal[number - 1 : number] if number else legal

        def play(node: int, move: Any) -> int:
            legal = list(moves(node))
            return nodes[node].children[legal.index(move)]

        def result(node: int) -> tuple[bool, Score]:
            score = nodes[node].score
            return score is not None, 0 if score is None else score

        def evaluate(node: int) -> Score:
            return known if sides[node][1] == 0 else -known

        def turn(node: int) -> int:
            return sides[node][1]

        def show(node: int) -> str:
            return inner.picture(sides[node][0], sides[node][1] == 1)

        return Game(
            f"proof of {game.name}",
            0,
            moves,
            play,
            result,
            evaluate,
            turn=turn if game.turn is not None else None,
            show=show,
            parse=game.parse,
            format=game.format,
            longest=_longest(nodes),
        )


def _longest(nodes: tuple[Node, ...]) -> int | None:
    """The length of the longest line of a proof; None if play may repeat for ever."""
    before = [0] * len(nodes)
    for node in nodes:
        for child in node.children:
            before[child] += 1
    depth = [0] * len(nodes)
    free = [number for number, count in enumerate(before) if count == 0]
    for number in free:  # it grows while it is read
        for child in nodes[number].children:
            depth[child] = max(depth[child], depth[number] + 1)
            before[child] -= 1
            if before[child] == 0:
                free.append(child)
    return max(depth) if len(free) == len(nodes) else None
