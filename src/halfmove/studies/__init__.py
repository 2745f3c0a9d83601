"""Studies: many trees x many algorithms, on one core, on many, or on a cluster. Finished searches are never lost.

>>> from halfmove import studies
>>> table = studies.run(studies.plan(["uniform:4,3"], ["alpha_beta", "sss_star"], trees=20), jobs=1)
>>> [entry.summary.count for entry in table.aggregates("leaves")]
[20, 20]
>>> [entry.more for entry in table.differences("leaves")]  # SSS* never evaluates more leaves
[0]
"""

from halfmove.studies import shown as shown  # how tables show themselves
from halfmove.studies.file import load
from halfmove.studies.order_study import MoveOrder, move_order
from halfmove.studies.parallel import Speedup, parallel_plan, speedups
from halfmove.studies.plans import Cell, Plan, joined, plan
from halfmove.studies.specs import AlgorithmSpec, TreeSpec
from halfmove.studies.statistics import Ratio, Summary, summarise
from halfmove.studies.store import Store
from halfmove.studies.study import Interrupted, run
from halfmove.studies.table import Aggregate, Difference, Table
from halfmove.studies.work import METRICS, Record

__all__ = [
    "METRICS",
    "Aggregate",
    "AlgorithmSpec",
    "Cell",
    "Difference",
    "Interrupted",
    "MoveOrder",
    "Plan",
    "Ratio",
    "Record",
    "Speedup",
    "Store",
    "Summary",
    "Table",
    "TreeSpec",
    "joined",
    "load",
    "move_order",
    "parallel_plan",
    "plan",
    "run",
    "speedups",
    "summarise",
]
