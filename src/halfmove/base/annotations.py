"""The annotations of a class or a function, as they stand there, in every version of Python.

>>> class Board:
...     squares: int
>>> list(own_annotations(Board))
['squares']
"""

from __future__ import annotations

import inspect
import sys
from typing import Any


def own_annotations(holder: Any) -> dict[str, Any]:
    """What is annotated in it and not in the classes it is made of. A name that cannot be found stays a ForwardRef.

    From Python 3.14 on annotations are evaluated when they are asked for, and only then kept in the class.
    """
    if sys.version_info >= (3, 14):
        from annotationlib import Format, get_annotations

        return get_annotations(holder, format=Format.FORWARDREF)
    return inspect.get_annotations(holder)
