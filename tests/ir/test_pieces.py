"""Programs in pieces: what was written is read again, and only equal programs have equal pieces."""

from __future__ import annotations

import json
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from sqlang.ir import program as ir
from sqlang.ir.node import fields_of
from sqlang.ir.pieces import PieceTable, PieceWriter, ProgramPieces
from sqlang.ir.problems import IrError
from sqlang.ir.reading import from_json
from sqlang.ir.writing import to_json
from tests.ir.documents import EVERYTHING
from tests.ir.mutations import mutate
from tests.ir.test_properties import programs
from tests.properties import tried


def pieces_of(program: ir.Program) -> ProgramPieces:
    return PieceWriter().pieces(program)


def rebuilt(pieces: ProgramPieces) -> ir.Program:
    """The program as another process makes it."""
    table = PieceTable()
    numbers: list[int] = []

    def put(text: str) -> int:
        table.put(len(numbers), text)
        numbers.append(len(numbers))
        return numbers[-1]

    return table.program(
        put(pieces.frame),
        [put(text) for text in pieces.pools],
        [put(text) for text in pieces.stages],
        [[put(text) for text in block] for block in pieces.blocks],
    )


@given(programs)
@tried(40)
def test_a_program_survives_its_pieces(program: ir.Program) -> None:
    again = rebuilt(pieces_of(program))
    assert again == program
    assert to_json(again) == to_json(program)


def test_each_construct_survives() -> None:
    program = from_json(json.dumps(EVERYTHING))
    assert to_json(rebuilt(pieces_of(program))) == to_json(program)


def test_an_expression_as_deep_as_may_be_survives() -> None:
    """Deeper than a reader that recurses could follow."""
    expression: ir.Expression = ir.Number(1.0)
    for _ in range(5000):
        expression = ir.Call(ir.Function.MIN, (expression, ir.Number(-0.0)))
    program = from_json(json.dumps(EVERYTHING))
    blocks = (*program.blocks, (ir.Set(9, expression),))
    program = _with_blocks(program, blocks)
    assert rebuilt(pieces_of(program)) == program


@given(st.integers(0, 2**32))
@tried(80)
def test_pieces_differ_exactly_if_the_json_does(seed: int) -> None:
    random = Random(seed)
    found: list[ir.Program] = []
    while len(found) < 2:
        try:
            found.append(from_json(json.dumps(mutate(EVERYTHING, random))))
        except IrError:
            continue
    one, other = (pieces_of(program).digest for program in found)
    assert (one == other) is (to_json(found[0]) == to_json(found[1]))


def test_a_zero_has_a_sign_and_a_block_an_end() -> None:
    program = from_json(json.dumps(EVERYTHING))
    zero, other = ir.Set(9, ir.Number(0.0)), ir.Set(9, ir.Number(-0.0))
    forms = [(), ((),), ((zero,),), ((other,),), ((zero,), (zero,)), ((zero, zero),), ((), ())]
    digests = {pieces_of(_with_blocks(program, (*program.blocks, *each))).digest for each in forms}
    assert len(digests) == len(forms)


def test_a_node_that_is_still_there_is_not_written_again() -> None:
    program = from_json(json.dumps(EVERYTHING))
    writer = PieceWriter()
    before = writer.pieces(program)
    first, *others = program.blocks[2]
    again = writer.pieces(_with_blocks(program, (*program.blocks[:2], (*others, first))))
    assert {id(text) for text in again.blocks[2]} == {id(text) for text in before.blocks[2]}
    assert again.pools[0] is before.pools[0]


def _with_blocks(program: ir.Program, blocks: tuple[tuple[ir.Statement, ...], ...]) -> ir.Program:
    fields = {name: getattr(program, name) for name in fields_of(ir.Program)}
    return ir.Program(**{**fields, "blocks": blocks})
