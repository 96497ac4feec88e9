"""The handed programs, as far as syntax goes."""

from __future__ import annotations

import pytest

from sqlang.source import Source
from sqlang.syntax.kernel import parse_kernel
from sqlang.syntax.lexer import tokenize
from sqlang.syntax.surface import parse_surface
from sqlang.syntax.workspace import Workspace
from tests.conformance import vectors

ACCEPTED = [(kind, name) for kind in ("accept", "run") for name in vectors.names(kind)]
AFTER_THE_PARSE = {"SQ220", "SQ221", "SQ222", "SQ227", "SQ228", "SQ229"}
SIDES_AND_ADMISSION = {"SQ301", "SQ302", "SQ303", "SQ304", "SQ311", "SQ312"}
SAMPLE = 41


def is_syntax(code: str) -> bool:
    return code in SIDES_AND_ADMISSION or (code < "SQ300" and code not in AFTER_THE_PARSE)


def refused_program(name: str) -> Source:
    source = vectors.source("reject", name)
    as_text = vectors.expectation("reject", name).get("as_text")
    return Source(source.text) if as_text else source


@pytest.mark.parametrize(("kind", "name"), ACCEPTED)
def test_accepted_programs_have_both_trees(kind: str, name: str) -> None:
    source = vectors.source(kind, name)
    surface = parse_surface(source)
    assert surface.diagnostics == ()
    assert parse_kernel(source, Workspace(), surface).diagnostics == ()


@pytest.mark.parametrize("name", vectors.names("reject"))
def test_refused_programs_are_refused_by_syntax_or_not_at_all(name: str) -> None:
    code = vectors.expectation("reject", name)["code"]
    found = [each.code for each in parse_kernel(refused_program(name), Workspace()).diagnostics]
    expected = [code] if is_syntax(code) else []
    if name == "009-lexical-before-parse":  # holds two mistakes on purpose
        expected.append("SQ107")
    assert found == expected


def test_a_deleted_token_makes_two_diagnostics_at_most() -> None:
    """A sample of the measurement in `tests/bench`: in 99 of 100, and nearly always one."""
    counts = []
    number = 0
    for name in vectors.names("accept"):
        source = vectors.source("accept", name)
        for token in tokenize(source).tokens[:-1]:
            number += 1
            if number % SAMPLE == 0:
                text = source.text[: token.start] + source.text[token.end :]
                damaged = Source(text, source.path, source.directory)
                counts.append(len(parse_kernel(damaged, Workspace()).diagnostics))
    refused = [count for count in counts if count]
    assert len(refused) > 100
    assert sum(count <= 2 for count in refused) >= 0.99 * len(refused)
    assert sum(count == 1 for count in refused) >= 0.95 * len(refused)
