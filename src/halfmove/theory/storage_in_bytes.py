"""The bytes of memory that the state-space algorithms use on T(w, d), in machine code.

Source      the layout of `parts/blocks.py`: every expanded MAX node has a block with a place for each child of its
            current partition. OPEN and BACKUP together are these blocks, so bytes follow from the number of blocks.
Formulas    words of a block   8 + p + (3 + p) g,  g places, p words for a position (3 on uniform trees): a head, and
                               for each place a merit, two indices and a position
            places             g up to 64, the next power of two beyond: blocks are reused by size
            blocks             1 + w + ... + w^(m-1) for an OPEN of w^m states; the same with w/k for w in PS*(k);
                               (M - 1) / (w - 1), rounded down, for ITERSSS* in M cells
            besides            105 words: the lists of free blocks; a block of one place where a part of a search begins
                               at a MIN node; a word for each stage
"""

from __future__ import annotations

from halfmove.base.checks import shown, unknown, whole
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.parts.blocks import BLOCKS, HEAD
from halfmove.theory.checks import check_size
from halfmove.theory.slagle_dixon import series
from halfmove.theory.storage import iter_sss_full, iter_sss_least

_WORD = 8  # bytes
_SMALL = 64  # places up to which blocks have exactly the size that is needed
_MOST_STAGES = 1_000_000
ALGORITHMS = ("sss_star", "ps_star", "iter_sss_star", "staged_sss_star", "sss_alpha_beta", "alpha_beta_sss")


@checked
def storage_bytes(
    algorithm: str,
    width: int,
    depth: int,
    *,
    phases: int = 2,
    memory: int | None = None,
    stage: int = 2,
    split: int = 2,
    position_words: int = 3,
) -> int:
    """The bytes that an algorithm uses for OPEN and BACKUP on T(width, depth).

    A search with this memory limit finishes, and one with 8 bytes less does not.

    Parameters
    ----------
    algorithm : str
        sss_star, ps_star, iter_sss_star, staged_sss_star, sss_alpha_beta or alpha_beta_sss.
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    phases : int
        k of PS*(k).
    memory : int, optional
        M of ITERSSS*; None is M_0.
    stage : int
        The half-moves of a stage of staged SSS*.
    split : int
        The depth at which SAB and ABS change over.
    position_words : int
        The words of a position; a node of a uniform tree has 3.

    Returns
    -------
    int

    Examples
    --------
    >>> storage_bytes("sss_star", 8, 4), storage_bytes("ps_star", 8, 4, phases=4), storage_bytes("iter_sss_star", 8, 4)
    (5088, 1392, 1784)
    """
    check_size(width, depth)
    whole("position_words", position_words, 1, 1000)
    if algorithm not in ALGORITHMS:
        raise UsageError(str(unknown("algorithm", algorithm, ALGORITHMS)))

    def blocks(top: int, bottom: int, places: int = width) -> int:
        """The words of an OPEN for the levels from `top` to above `bottom`."""
        found = series(places, (bottom + 1) // 2 - (top + 1) // 2) * _block(places, position_words)
        return int(found) + (_block(1, position_words) if top % 2 and top < bottom else 0)

    if algorithm == "ps_star":
        words = blocks(0, depth, -(-width // whole("phases", phases, 1, width)))
    elif algorithm == "iter_sss_star":
        least = iter_sss_least(width, depth)
        cells = least if memory is None else whole("memory", memory, 1)
        if cells < least:
            raise UsageError(f"memory {shown(cells)} is below {shown(least)}: then ITERSSS* gets stuck")
        full = iter_sss_full(width, depth)
        expanded = series(width, (depth + 1) // 2) if cells >= full else (cells - 1) // (width - 1)
        words = int(expanded) * _block(width, position_words)
    elif algorithm == "staged_sss_star":
        whole("stage", stage, 1)
        if depth // stage > _MOST_STAGES:
            raise UsageError(f"{shown(depth // stage)} stages are too many: at most {_MOST_STAGES:,}")
        words = depth // stage + 1 + sum(blocks(top, min(top + stage, depth)) for top in range(0, depth, stage))
    elif algorithm == "sss_alpha_beta":
        words = blocks(0, min(whole("split", split, 1), depth))
    elif algorithm == "alpha_beta_sss":
        words = blocks(min(whole("split", split, 1), depth), depth)
    else:
        words = blocks(0, depth)
    return _WORD * (BLOCKS.arena + 1 + words)


def _block(places: int, position_words: int) -> int:
    """The words of a block."""
    room = places if places <= _SMALL else 1 << (places - 1).bit_length()
    return HEAD + position_words + room * (3 + position_words)
