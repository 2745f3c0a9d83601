"""All algorithms, in the order in which they are listed; and finding one by id, title, alias or file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from halfmove.algorithms.alpha_beta import alpha_beta
from halfmove.algorithms.alpha_beta_shallow import alpha_beta_shallow
from halfmove.algorithms.alpha_beta_sss import alpha_beta_sss
from halfmove.algorithms.aspiration import aspiration
from halfmove.algorithms.best_first_minimax import best_first_minimax
from halfmove.algorithms.df_pn import df_pn
from halfmove.algorithms.dual_star import dual_star
from halfmove.algorithms.f_alpha_beta import f_alpha_beta
from halfmove.algorithms.iter_sss_star import iter_sss_star
from halfmove.algorithms.l_alpha_beta import l_alpha_beta
from halfmove.algorithms.minimax import minimax
from halfmove.algorithms.mt_dual_star import mt_dual_star
from halfmove.algorithms.mt_sss_star import mt_sss_star
from halfmove.algorithms.mtd_bi import mtd_bi
from halfmove.algorithms.mtd_f import mtd_f
from halfmove.algorithms.negascout import negascout
from halfmove.algorithms.p_alpha_beta import p_alpha_beta
from halfmove.algorithms.p_alpha_beta_belle import p_alpha_beta_belle
from halfmove.algorithms.parallel_alpha_beta import parallel_alpha_beta
from halfmove.algorithms.parallel_aspiration import parallel_aspiration
from halfmove.algorithms.parallel_ps_star import parallel_ps_star
from halfmove.algorithms.parsss_star import parsss_star
from halfmove.algorithms.proof_number import proof_number
from halfmove.algorithms.ps_star import ps_star
from halfmove.algorithms.scout import scout
from halfmove.algorithms.sss_alpha_beta import sss_alpha_beta
from halfmove.algorithms.sss_star import sss_star
from halfmove.algorithms.staged_sss_star import staged_sss_star
from halfmove.algorithms.test import test
from halfmove.base.checks import hint, nearest, shown, unknown
from halfmove.base.user_files import UserFile, split_file_text
from halfmove.errors import UsageError
from halfmove.kernels.declaration import Algorithm

_KERNELS = (
    minimax,
    alpha_beta,
    alpha_beta_shallow,
    f_alpha_beta,
    l_alpha_beta,
    p_alpha_beta,
    p_alpha_beta_belle,
    test,
    scout,
    negascout,
    aspiration,
    sss_star,
    ps_star,
    iter_sss_star,
    staged_sss_star,
    sss_alpha_beta,
    alpha_beta_sss,
    dual_star,
    mtd_f,
    mt_sss_star,
    mt_dual_star,
    mtd_bi,
    parallel_alpha_beta,
    parallel_aspiration,
    parallel_ps_star,
    parsss_star,
    best_first_minimax,
    proof_number,
    df_pn,
)


class Algorithms(dict[str, Algorithm]):
    """All algorithms by their ids, with their titles, sources, promises and parameters.

    Examples
    --------
    >>> import halfmove as hm
    >>> found = hm.ALGORITHMS["sss_star"]
    >>> found.title, [parameter.name for parameter in found.parameters]
    ('SSS*', ['ties', 'open'])
    """

    def __repr__(self) -> str:
        first = ", ".join(list(self)[:4])
        return f"<{len(self)} algorithms: {first}, ...>" if len(self) > 4 else f"<algorithms: {first}>"


ALGORITHMS = Algorithms({kernel.algorithm.id: kernel.algorithm for kernel in _KERNELS})
_IGNORED = str.maketrans("", "", "*()[]-_/ ")  # characters that people write differently in the same name


def _plain(name: str) -> str:
    return name.casefold().translate(_IGNORED)


def _plain_names() -> dict[str, str]:
    """The ids by all unambiguous names: ids, titles and aliases, each as `_plain` returns it."""
    meant: dict[str, set[str]] = {}
    for algorithm in ALGORITHMS.values():
        for name in (algorithm.id, algorithm.title, *algorithm.aliases):
            meant.setdefault(_plain(name), set()).add(algorithm.id)
    return {name: ids.pop() for name, ids in meant.items() if len(ids) == 1}


_PLAIN_NAMES = _plain_names()


def id_of(name: str) -> str | None:
    """The id of the algorithm with a name: its id, its title as printed, such as MTD(f), or an alias."""
    return name if name in ALGORITHMS else _PLAIN_NAMES.get(_plain(name))


def guess(name: str, others: Iterable[str] = ()) -> str:
    """`did you mean 'sss_star'? ` for an unknown name that is similar to that of an algorithm or to one of `others`."""
    if suggestion := hint(name, [*ALGORITHMS, *others]):
        return suggestion
    short = _plain(name)
    near = nearest(short, (each for each in _PLAIN_NAMES if len(each) > 2)) if len(short) > 2 else None
    return "" if near is None else f"did you mean {_PLAIN_NAMES[near]!r}? "


def find(name: Any) -> Algorithm:
    """The algorithm with this id, title or alias; a user's own as a kernel, or as the text "file.py:kernel"."""
    if isinstance(name, Algorithm):
        return name
    own = getattr(name, "algorithm", None)
    if isinstance(own, Algorithm):
        return own
    if not isinstance(name, str):
        raise UsageError(
            f"there is no algorithm {shown(name)}; give a name such as 'alpha_beta' (`halfmove list` shows them all), "
            "or your own function with @halfmove.algorithm(...)"
        )
    if (parts := split_file_text(name)) is not None:
        return _in_file(parts.path, parts.name)
    if (known := id_of(name)) is not None:
        return ALGORITHMS[known]
    raise unknown("algorithm", name, ALGORITHMS, guess(name))


def _in_file(path: str, name: str | None) -> Algorithm:
    """A user's own algorithm: the kernel of this name in a file."""
    file = UserFile.find(path, name or "")
    declared = getattr(file.load(), "algorithm", None)
    if isinstance(declared, Algorithm):
        return _with_origin(declared, str(file))
    names = [
        key for key, each in vars(file.module()).items() if isinstance(getattr(each, "algorithm", None), Algorithm)
    ]
    choices = f"its algorithms are {', '.join(names)}" if names else "no function in it has @halfmove.algorithm(...)"
    raise UsageError(f"{path} has no algorithm {shown(name)}; {choices}")


@lru_cache(maxsize=64)
def _with_origin(algorithm: Algorithm, origin: str) -> Algorithm:
    return replace(algorithm, origin=origin)
