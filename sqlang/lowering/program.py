"""Lowers a checked program to IR version 8, with the table that leads back to the text."""

from __future__ import annotations

from typing import Final

from sqlang.ir import program as ir
from sqlang.lowering.deployment import DeploymentLowering
from sqlang.lowering.expressions import ExpressionLowering
from sqlang.lowering.origins import Origins
from sqlang.lowering.statements import BlockLowering
from sqlang.semantics.checked import Checked
from sqlang.semantics.constants import whole
from sqlang.syntax import tree

_SHARE: Final = {"maxmin": ir.Share.MAXMIN, "bottleneck": ir.Share.BOTTLENECK}


def lower(checked: Checked) -> tuple[ir.Program, Origins]:
    """The IR of a program and the origins of its nodes.

    Of a program with errors it is the IR of what is right, enough to validate but not to run.
    """
    declared, names = checked.declared, checked.names
    nodes: dict[int, tree.Node] = {}
    expressions = ExpressionLowering(names, checked.constants, nodes)
    deployment = DeploymentLowering(expressions, names, checked.constants)
    blocks = BlockLowering(expressions, names)
    init, turn, session = (
        blocks.enter(block)
        for block in (checked.blocks.init, checked.blocks.turn, checked.blocks.session)
    )
    trace = declared.trace
    seed = _run_count(checked, "seed", checked.settings.seed)
    program = ir.Program(
        attributes=tuple(names.attributes),
        observes=tuple(names.observations),
        pools=deployment.pools(declared),
        stages=deployment.stages(declared),
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
    return program, Origins(nodes, blocks.statements, fields)


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
