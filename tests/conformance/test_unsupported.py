"""What the engine cannot do yet is refused by name and place, never computed wrongly.

The list is strict: a program that needs nothing missing any more must be taken off it.
"""

from __future__ import annotations

import pytest

import sqlang
from tests.conformance import vectors
from tests.conformance.unsupported import BY_FEATURE, UNSUPPORTED

LIMIT = 120


@pytest.mark.parametrize("name", sorted(UNSUPPORTED))
def test_it_is_refused_for_the_listed_reasons_at_their_places(name: str) -> None:
    program = sqlang.compile(vectors.program_path("run", name))

    with pytest.raises(sqlang.DiagnosticError) as refusal:
        sqlang.run(program)

    diagnostics = refusal.value.diagnostics
    assert {d.code for d in diagnostics} == {"SQ999"}
    assert all(d.span.text for d in diagnostics)
    reasons = {feature for feature, names in BY_FEATURE.items() if name in names}
    assert {d.message for d in diagnostics} == {f"{r} is not supported yet" for r in reasons}


def test_the_list_is_short_and_names_real_programs() -> None:
    assert len(UNSUPPORTED) <= LIMIT
    assert set(vectors.names("run")) >= UNSUPPORTED
