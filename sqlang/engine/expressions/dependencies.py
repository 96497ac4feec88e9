"""What the value of an expression depends on, read off from its tree: what may be done once.

An expression that depends on nothing that changes has the same value whenever it is evaluated, so
whoever knows that need not evaluate it again (EXPR-1 is about values, and about draws).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlang.ir import program as ir
from sqlang.ir.moments import PURE_FUNCTIONS
from sqlang.ir.traversal import walk

_ESTIMATES: Final = frozenset(
    {ir.Function.PRICE, ir.Function.EST_LAMBDA, ir.Function.EST_RHO, ir.Function.EST_WAIT}
)

MEMORY_HELD: Final = frozenset({ir.ContextVariable.KV_DECODE, ir.ContextVariable.KV_PREFILL})
"""What the residents of a step stage hold of its memory (STEP-3)."""

RESIDENTS_COUNTED: Final = MEMORY_HELD | {ir.ContextVariable.DECODERS}
"""What one has to look at each resident for."""


class Dependencies:
    """Of one or several expressions: whether they draw, what they read beside attributes.

    `functions` are those that read the state of a pool or stage (NAM-9).
    """

    __slots__ = ("draws", "variables", "functions")

    def __init__(
        self,
        draws: bool,
        variables: frozenset[ir.ContextVariable],
        functions: frozenset[ir.Function],
    ) -> None:
        self.draws: Final = draws
        self.variables: Final = variables
        self.functions: Final = functions

    def read_only(
        self,
        variables: frozenset[ir.ContextVariable],
        functions: frozenset[ir.Function] = frozenset(),
    ) -> bool:
        """Whether nothing is drawn, and nothing else read than attributes and these."""
        return not self.draws and self.variables <= variables and self.functions <= functions


def dependencies(nodes: Iterable[ir.Expression]) -> Dependencies:
    """What expressions depend on, all of them together, indices of references included."""
    draws = False
    variables: set[ir.ContextVariable] = set()
    functions: set[ir.Function] = set()
    for node in nodes:
        for part in walk(node):
            if isinstance(part, ir.Sample):
                draws = True
            elif isinstance(part, ir.Context):
                variables.add(part.variable)
            elif isinstance(part, ir.Call) and part.function not in PURE_FUNCTIONS:
                functions.add(part.function)
    return Dependencies(draws, frozenset(variables), frozenset(functions))


def reads_state(nodes: Iterable[ir.Expression]) -> bool:
    """Whether one of them reads the state of a pool or stage (NAM-9)."""
    return bool(dependencies(nodes).functions)


def changes_with_evictions(nodes: Iterable[ir.Expression]) -> bool:
    """Whether a value may change within one instant while entries are evicted and spilled.

    Draws do, and so does all state but what is estimated from jobs that are done.
    """
    found = dependencies(nodes)
    return found.draws or not found.functions <= _ESTIMATES
