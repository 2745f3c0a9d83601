"""The annotations of a class or a function as they are written there, in every version of Python.

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
    """Its own annotations, without those of base classes. A name that cannot be found stays a ForwardRef.

    From Python 3.14 on, annotations are evaluated when they are first read, and only then stored in the class.
    """
    if sys.version_info >= (3, 14):
        from annotationlib import Format, get_annotations

        return get_annotations(holder, format=Format.FORWARDREF)
    return inspect.get_annotations(holder)
