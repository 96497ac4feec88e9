"""Every node of the IR leads back to the text, through expansions and substitutions."""

from __future__ import annotations

from sqlang.analysis import Analysis
from sqlang.ir import program as ir
from sqlang.ir.traversal import walk
from tests.conformance import vectors
from tests.conformance.vectors import analyzed
from tests.ir.operands import program_operands
from tests.semantics.programs import checked


def lowered(text: str) -> tuple[Analysis, ir.Program]:
    analysis = checked(text)
    assert analysis.program is not None, analysis.diagnostics
    return analysis, analysis.program


def place(analysis: Analysis, node: object) -> str:
    assert analysis.origins is not None
    span = analysis.origins.span(node)
    assert span is not None
    return span.text


def test_expressions_and_statements() -> None:
    analysis, program = lowered("session { set a = 1 + (serial); observe b = a; }")
    assignment, observation = program.blocks[2]
    assert isinstance(assignment, ir.Set)
    assert isinstance(assignment.value, ir.Binary)
    assert place(analysis, assignment) == "set a = 1 + (serial);"
    assert place(analysis, assignment.value.right) == "serial"
    assert place(analysis, observation) == "observe b = a;"


def test_statements_by_place() -> None:
    analysis, _ = lowered("session { loop { end; } }")
    assert analysis.origins is not None
    spans = [analysis.origins.statement(block, 0) for block in (2, 3)]
    assert [span.text for span in spans if span] == ["loop { end; }", "end;"]
    assert analysis.origins.statement(3, 1) is None
    assert analysis.origins.statement(9, 0) is None


def test_a_binding_leads_to_where_it_is_written() -> None:
    text = (
        "pool kv { } session { hold kv (1 + u) at admission (u = 2 * serial) { observe a = u; } }"
    )
    analysis, program = lowered(text)
    (hold,) = program.blocks[2]
    assert isinstance(hold, ir.Hold)
    units = hold.pools[0].units
    assert isinstance(units, ir.Binary)
    assert place(analysis, units) == "1 + u"
    assert place(analysis, units.right) == "2 * serial"
    assert place(analysis, program.blocks[3][0]) == "u = 2 * serial"


def test_a_serving_form_leads_to_its_keyword() -> None:
    analysis, program = lowered("stage e : step { cost 1; } session { prefill 3; }")
    (run,) = program.blocks[2]
    assert isinstance(run, ir.Run)
    assert place(analysis, run) == "prefill 3;"
    assert place(analysis, run.stage) == "prefill"


def test_the_body_of_a_definition_and_its_uses() -> None:
    text = "def f(v) { observe d = v + 1; } session { loop { f(serial); end; } }"
    analysis, program = lowered(text)
    observation = program.blocks[3][0]
    assert isinstance(observation, ir.Observe)
    assert analysis.origins is not None
    assert place(analysis, observation).startswith("observe d")
    assert [use.text[:9] for use in analysis.origins.uses(observation)] == ["f(serial)"]


def test_pools_stages_and_arrival() -> None:
    text = "pool kv[2] { cap 4; } stage s : ps(present); workload { arrive batch(2); }"
    analysis, program = lowered(text)
    assert place(analysis, program.pools[1]) == "pool kv[2] { cap 4; }"
    assert place(analysis, program.stages[0]) == "stage s : ps(present);"
    assert place(analysis, program.arrival) == "arrive batch(2);"


def test_what_is_no_node_of_the_program_has_no_place() -> None:
    analysis, _ = lowered("session { end; }")
    assert analysis.origins is not None
    assert analysis.origins.span(ir.End()) is None
    assert analysis.origins.uses(ir.End()) == ()


def test_every_expression_of_the_vectors_has_a_place() -> None:
    for name in vectors.names("accept"):
        analysis = analyzed("accept", name)
        assert analysis.program is not None
        assert analysis.origins is not None
        decode_first = {id(key) for key in _made_keys(analysis.program)}
        for operand in program_operands(analysis.program):
            for node in walk(operand.node):
                known = analysis.origins.span(node) or id(node) in decode_first
                assert known or _is_default(node), (name, node)


def _made_keys(program: ir.Program) -> list[ir.Argument]:
    """The key that `serve decode first` stands for (IR-10)."""
    return [
        node
        for stage in program.stages
        if isinstance(stage.kind, ir.Step) and isinstance(stage.kind.serve, ir.ServeBy)
        for key in stage.kind.serve.keys
        if isinstance(key, ir.Conditional)
        for node in walk(key)
    ]


def _is_default(node: ir.Argument) -> bool:
    """A number for an absent option (part 1, section 11), or the wrapping of a reference."""
    return isinstance(node, (ir.Number, ir.PoolArgument, ir.StageArgument))
