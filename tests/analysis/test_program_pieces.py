"""The pieces of an edited program, of which most are taken over, are those of its text."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqlang.incremental import IncrementalAnalysis
from sqlang.ir import pieces
from sqlang.ir.pieces import PieceWriter
from sqlang.ir.writing import to_json
from sqlang.source import Source
from tests.analysis.edits import edited, meant
from tests.bench.programs import half_in_session, nested, with_declarations
from tests.conformance import vectors
from tests.properties import tried

EXAMPLES = sorted((vectors.FOLDER.parents[1] / "examples").glob("*.sq"))
PROGRAMS = [
    *(
        vectors.source(kind, name).text
        for kind in ("accept", "run")
        for name in vectors.names(kind)
    ),
    *(path.read_text("utf-8") for path in EXAMPLES),
    *(nested(110), with_declarations(100), half_in_session(100)),
]


@given(st.integers(0, 2**32), st.sampled_from(PROGRAMS))
@tried(20)
def test_digests_are_equal_exactly_if_the_programs_are(seed: int, text: str) -> None:
    random = Random(seed)
    analyses, writer = IncrementalAnalysis(), PieceWriter()
    digests: dict[str, str] = {}
    whole = text
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces, "_LEAST", random.choice((0, 1000)))
        for _ in range(12):
            program = analyses.update(Source(text)).program
            if program is not None:
                whole = text
                digest = writer.pieces(program).digest
                assert digests.setdefault(to_json(program), digest) == digest
                assert PieceWriter().pieces(program).digest == digest
            text = meant(whole, random) if random.random() < 0.8 else edited(text, random, PROGRAMS)
    assert len(set(digests.values())) == len(digests)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("set a = 1; set b = 2;", "set a = 1;  /* as before */ set b = 2.0;"),
        ("set a = 1; set b = 2;", "set a = 2; set b = 1;"),
        ("set a = 0;", "set a = -0;"),
        ("hold kv (1) { } end;", "hold kv (1) { end; }"),
        ("branch (now < 1) { end; }", "branch (now < 1) { } else { end; }"),
    ],
)
def test_programs_that_are_nearly_the_same(one: str, other: str) -> None:
    around = "pool kv {{ cap 1; }} session {{ {} }} run {{ horizon 9; }}"
    analyses, writer = IncrementalAnalysis(), PieceWriter()
    programs = [analyses.update(Source(around.format(each))).program for each in (one, other)]
    written, digests = set(), set()
    for program in programs:
        assert program is not None
        written.add(to_json(program))
        digests.add(writer.pieces(program).digest)
    assert len(digests) == len(written)
