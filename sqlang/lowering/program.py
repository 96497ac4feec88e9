"""Lowers a checked program to IR version 8, with the table that leads back to the text."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.ir import program as ir
from sqlang.lowering.deployment import DeploymentLowering
from sqlang.lowering.expressions import ExpressionLowering
from sqlang.lowering.origins import Origins
from sqlang.lowering.statements import BlockLowering, Place
from sqlang.records import Record
from sqlang.semantics.checked import Checked
from sqlang.semantics.constants import whole
from sqlang.semantics.declarations import Declarations, PoolDeclaration, StageDeclaration
from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.lowering.memory import LoweringMemory


_SHARE: Final = {"maxmin": ir.Share.MAXMIN, "bottleneck": ir.Share.BOTTLENECK}


class LoweredProgram(Record):
    """A program as IR, and what of it is new since the last time: all of it without a memory.

    `fresh` are the places of statements that may not be valid, `statements` the tree nodes in the
    places of all; `known` has the identity of pools and stages that are valid.
    """

    __slots__ = ("program", "origins", "fresh", "statements", "known")

    def __init__(
        self,
        program: ir.Program,
        origins: Origins,
        fresh: list[Place],
        statements: list[tuple[tree.Statement, ...]],
        known: frozenset[int],
    ) -> None:
        self.program: Final = program
        self.origins: Final = origins
        self.fresh: Final = fresh
        self.statements: Final = statements
        self.known: Final = known


def lower(checked: Checked) -> tuple[ir.Program, Origins]:
    """The IR of a program and the origins of its nodes.

    Of a program with errors it is the IR of what is right, enough to validate but not to run.
    """
    lowered = lower_again(checked, None)
    return lowered.program, lowered.origins


def lower_again(checked: Checked, memory: LoweringMemory | None) -> LoweredProgram:
    """The same, where what has not changed since the last time is taken over.

    Of a program with errors statements that are known to be valid are left out: slots may differ
    until the program is whole again, so nothing is kept of it either.
    """
    declared, names = checked.declared, checked.names
    nodes: dict[int, tree.Node] = {}
    is_whole = not checked.diagnostics
    expressions = ExpressionLowering(names, checked.constants, nodes)
    if memory is not None and is_whole:
        from sqlang.lowering.memory import lowered_meanings  # loaded, if there is a memory

        memory.changes.learn(lowered_meanings(names, checked.constants))
    deployment = DeploymentLowering(
        expressions, declared, names, checked.constants, memory, only_doubtful=not is_whole
    )
    # Statements of the server in several places each need an IR of their own.
    has_one_copy = checked.blocks.copies < 2
    blocks = BlockLowering(
        expressions, names, memory if has_one_copy else None, only_doubtful=not is_whole
    )
    init, turn, session = (
        blocks.enter(block)
        for block in (checked.blocks.init, checked.blocks.turn, checked.blocks.session)
    )
    trace = declared.trace
    seed = _run_count(checked, "seed", checked.settings.seed)
    program = ir.Program(
        attributes=tuple(names.attributes),
        observes=tuple(names.observations),
        pools=deployment.pools(),
        stages=deployment.stages(),
        arrival=deployment.arrival(declared.arrive),
        trace=checked.settings.trace or (None if trace is None else trace.path),
        trace_ordered=trace is not None and trace.ordered,
        init=init,
        turn=turn,
        session=session,
        blocks=tuple(blocks.blocks),
        horizon=_run_value(checked, "horizon", checked.settings.horizon, 0.0),
        warmup=_run_value(checked, "warmup", checked.settings.warmup, 0.0),
        seed=1 if seed is None else seed,
        arrivals=_run_count(checked, "arrivals", checked.settings.arrivals),
        slots=ir.BuiltinSlots(),
        hidden=tuple(
            names.attributes[each.name] for each in declared.hidden if each.name in names.attributes
        ),
        share=None if declared.share is None else _SHARE.get(declared.share.policy.name),
    )
    # What the program says of itself, without an IR node of its own.
    fields: dict[str, tree.Node] = {**declared.run_options}
    if trace is not None:
        fields["trace"] = trace
    pieces = (nodes, *deployment.pieces, *blocks.pieces)
    origins = Origins(pieces, blocks.statements, fields)
    known = frozenset() if memory is None else _known(program, declared, memory)
    fresh = blocks.fresh if has_one_copy or memory is None else _doubtful(blocks, memory)
    return LoweredProgram(program, origins, sorted(fresh), blocks.statements, known)


def _doubtful(blocks: BlockLowering, memory: LoweringMemory) -> list[Place]:
    """The places of statements that are not known to be valid."""
    return [
        (number, position)
        for number, nodes in enumerate(blocks.statements)
        for position, node in enumerate(nodes)
        if node not in memory.known.valid
    ]


def _known(program: ir.Program, declared: Declarations, memory: LoweringMemory) -> frozenset[int]:
    """The pools and stages whose families are known to be valid, by identity."""
    found: list[int] = []
    families: Sequence[PoolDeclaration | StageDeclaration]
    members: Sequence[ir.Pool | ir.Stage]
    for families, members in (
        (declared.pools, program.pools),
        (declared.stages, program.stages),
    ):
        for family in families:
            if family.node in memory.known.valid:
                found.extend(map(id, members[family.base : family.base + family.size]))
    return frozenset(found)


def _run_value(checked: Checked, word: str, given: float | None, absent: float) -> float:
    """A run option: from outside, else as computed from the text."""
    if given is not None:
        return given
    value = _written(checked, word)
    return absent if value is None else value


def _run_count(checked: Checked, word: str, given: int | None) -> int | None:
    """A whole run option: from outside, else the value in the text cut to a count (CST-7)."""
    if given is not None:
        return given
    value = _written(checked, word)
    return None if value is None else whole(value)


def _written(checked: Checked, word: str) -> float | None:
    option = checked.declared.run_options.get(word)
    return None if option is None else checked.constants.values.get(option.value)
