"""What uses of definitions become, derived by hand from DEF-12."""

from __future__ import annotations

import pytest

from sqlang.analysis import analyze
from sqlang.formatting.formatter import format_source
from sqlang.semantics.expressions import walk
from sqlang.source import Source
from sqlang.syntax import tree
from sqlang.views.explanations.expansion import expansion_text

DEFINITIONS = """def twice(x) = x + x;
def four(x) = twice(twice(x));
def double(x) = twice(x) * 2;
def go(p, u) { hold p (twice(u)) { run cpu (u); } }
"""


def becomes(use: str, definitions: str = DEFINITIONS) -> str:
    is_statement = use.endswith(";")
    body = use if is_statement else f"set a = {use};"
    analysis = analyze(
        f"{definitions}pool kv {{ }} stage cpu : fifo;\nsession {{ {body} }}\nrun {{ horizon 1; }}"
    )
    (session,) = [n for n in analysis.surface.program.items if isinstance(n, tree.NamedBlock)]
    found = next(n for n in walk(session) if isinstance(n, (tree.Call, tree.Use)))
    tokens = [
        token
        for token in analysis.surface.tokens
        if found.first.start <= token.start < found.last.end
    ]
    end = analysis.surface.program.last
    return expansion_text(tokens, analysis.kernel.definitions, end, laid_out)


def laid_out(text: str) -> str | None:
    return format_source(Source(text)).text


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("twice(serial)", "serial + serial"),
        ("twice(serial + 1)", "(serial + 1) + (serial + 1)"),
        ("four(serial)", "(serial + serial) + (serial + serial)"),
        ("double(3)", "(3 + 3) * 2"),
        ("twice(used(kv))", "(used(kv)) + (used(kv))"),
        ("go(kv, serial);", "hold kv (serial + serial) { run cpu (serial); }"),
        ("twice(1, 2)", ""),
        ("twice()", ""),
        ("min(1, 2)", ""),
    ],
)
def test_a_use_becomes_its_body_with_the_arguments_in_it(use: str, expected: str) -> None:
    assert becomes(use) == expected


def test_a_definition_knows_only_those_before_it() -> None:
    """DEF-1: in its own body the name of a definition is no use of it."""
    definitions = "def min2(x) = min(x, 2);\ndef min(a, b) = a;\n"
    assert becomes("min2(3)", definitions) == "min(3, 2)"


def test_an_expansion_without_end_is_cut() -> None:
    definitions = "def d0(x) = x + x;\n" + "".join(
        f"def d{n}(x) = d{n - 1}(x) + d{n - 1}(x);\n" for n in range(1, 30)
    )
    text = becomes("d29(serial)", definitions)
    assert text.endswith("\n…")
    assert len(text) < 3000
