"""The machines that object code can be made for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Target:
    """A machine that object code is made for.

    triple       as LLVM names it; None is the machine that this process runs on
    cpu          the processor, as LLVM names it
    features     what the processor has or lacks, as LLVM writes it: "+simd128"
    primitives   primitives of kernels that mean something else there, such as the clock
    entries      functions that can be called there, besides those of every program (`entries.py`)
    """

    name: str
    triple: str | None = None
    cpu: str = ""
    features: str = ""
    primitives: Mapping[Any, Any] = field(default_factory=dict)
    entries: tuple[Any, ...] = ()


HOST = Target("host")
