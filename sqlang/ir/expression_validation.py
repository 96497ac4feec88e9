"""Expressions and references: what they name exists, at the moment they name it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sqlang.ir import program as ir
from sqlang.ir.moments import CONTEXT_MOMENTS, PURE_FUNCTIONS, Moment
from sqlang.ir.problems import Problem
from sqlang.ir.traversal import Operand, children, is_deeper_than, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class ExpressionValidation:
    """The checks of expressions against the names, pools and stages of one program."""

    def __init__(self, program: ir.Program) -> None:
        self._attributes: Final = program.attributes
        self._pools: Final = program.pools
        self._stages: Final = program.stages
        self._hidden: Final = frozenset(program.hidden)

    def problems(self, operand: Operand, place: str) -> Iterator[Problem]:
        """Slots, references, moments and hidden attributes (IR-41, IR-42, IR-45)."""
        if self._is_right(operand.node, operand.moment):
            return
        where = f"{place}, {operand.role}"
        if is_deeper_than(operand.node, ir.EXPRESSION_DEPTH):
            values = {"what": "this expression's depth", "bound": f"{ir.EXPRESSION_DEPTH} levels"}
            yield Problem("SQ006", values, operand.node, where)
        for node in walk(operand.node):
            match node:
                case ir.Attribute():
                    yield from self._attribute(node, operand.moment, where)
                case ir.Context():
                    yield from self._context(node, operand.moment, where)
                case ir.PoolArgument(pool=reference):
                    yield from self._reference(reference, "pool", len(self._pools), where)
                case ir.StageArgument(stage=reference):
                    yield from self._reference(reference, "stage", len(self._stages), where)

    def are_right(self, operands: Iterable[Operand]) -> bool:
        """Whether there is surely nothing to say of some operands: a quick look for the most."""
        is_right = self._is_right
        for operand in operands:  # noqa: SIM110  # a generator costs more than what it asks
            if not is_right(operand.node, operand.moment):
                return False
        return True

    def _is_right(self, root: ir.Argument, moment: Moment) -> bool:
        pending = [root]
        budget = ir.EXPRESSION_DEPTH
        while pending:
            node = pending.pop()
            budget -= 1
            if isinstance(node, ir.Number):
                continue
            if isinstance(node, ir.Binary):
                pending.append(node.left)
                pending.append(node.right)
            elif isinstance(node, (ir.Attribute, ir.Context)):
                if not self._is_known(node, moment):
                    return False
            elif isinstance(node, (ir.PoolArgument, ir.StageArgument)):
                reference, total = self._referred(node)
                if reference.count < 1 or reference.base + reference.count > total:
                    return False
                if reference.index is not None:
                    pending.append(reference.index)
            else:
                pending += children(node)
        return budget >= 0

    def _is_known(self, node: ir.Attribute | ir.Context, moment: Moment) -> bool:
        if isinstance(node, ir.Context):
            return node.variable in _KNOWN[moment]
        is_visible = moment is Moment.SESSION or node.slot not in self._hidden
        return node.slot < len(self._attributes) and is_visible

    def _referred(self, node: ir.PoolArgument | ir.StageArgument) -> tuple[ir.Reference, int]:
        """What an argument refers to, and how many of its kind there are."""
        if isinstance(node, ir.PoolArgument):
            return node.pool, len(self._pools)
        return node.stage, len(self._stages)

    def slot(self, slot: int, node: ir.Node, where: str) -> Iterator[Problem]:
        """An attribute's slot is in the table (IR-41, IR-51)."""
        if slot >= len(self._attributes):
            yield out_of_range("SQ704", slot, len(self._attributes), node, where)

    def state_reads(self, gap: ir.Argument, place: str) -> Iterator[Problem]:
        """A renewal expression reads nothing of the run (IR-49); wrong moments are told already."""
        pending = [gap]
        while pending:
            node = pending.pop()
            name = self._state_read(node)
            if name is None:
                pending.extend(reversed(children(node)))
            else:
                yield Problem("SQ606", {"name": name}, node, place)

    def _attribute(self, node: ir.Attribute, moment: Moment, where: str) -> Iterator[Problem]:
        yield from self.slot(node.slot, node, where)
        is_known = node.slot < len(self._attributes)
        if is_known and node.slot in self._hidden and moment is not Moment.SESSION:
            values = {"name": self._attributes[node.slot], "moment": moment.value}
            yield Problem("SQ602", values, node, where)

    def _context(self, node: ir.Context, moment: Moment, where: str) -> Iterator[Problem]:
        if moment not in CONTEXT_MOMENTS[node.variable]:
            values = {"name": node.variable.word, "moment": moment.value}
            yield Problem("SQ601", values, node, where)

    def _reference(
        self, reference: ir.Reference, kind: str, total: int, where: str
    ) -> Iterator[Problem]:
        if reference.count < 1 or reference.base + reference.count > total:
            values = {
                "kind": kind,
                "base": str(reference.base),
                "count": str(reference.count),
                "total": str(total),
            }
            yield Problem("SQ708", values, reference, where)

    def _state_read(self, node: ir.Argument) -> str | None:
        """The name of what a node reads of the run, if it reads any."""
        match node:
            case ir.Attribute(slot=slot) if slot < len(self._attributes):
                return self._attributes[slot]
            case ir.Context(variable=variable) if Moment.SESSION in CONTEXT_MOMENTS[variable]:
                return variable.word
            case ir.Call(function=function) if function not in PURE_FUNCTIONS:
                return function.word
            case ir.PoolArgument(pool=reference) if reference.base < len(self._pools):
                return self._pools[reference.base].name
            case ir.StageArgument(stage=reference) if reference.base < len(self._stages):
                return self._stages[reference.base].name
        return None


_KNOWN: Final[Mapping[Moment, frozenset[ir.ContextVariable]]] = {
    moment: frozenset(
        variable for variable, moments in CONTEXT_MOMENTS.items() if moment in moments
    )
    for moment in Moment
}
"""What each moment knows of the context."""


def draws(expression: ir.Argument) -> Iterator[ir.Sample]:
    """The draws in an expression."""
    return (node for node in walk(expression) if isinstance(node, ir.Sample))


def out_of_range(code: str, index: int, count: int, node: ir.Node, where: str) -> Problem:
    """An index beyond its table (IR-41, IR-43, IR-47, IR-51)."""
    return Problem(code, {"index": str(index), "count": str(count)}, node, where)
