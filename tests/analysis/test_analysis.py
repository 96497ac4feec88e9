"""What an analysis holds, and that it goes on after mistakes without inventing more."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from sqlang.analysis import analyze, collection_paused
from sqlang.source import Source
from sqlang.syntax.workspace import Workspace
from tests.semantics.programs import RUN, checked, codes


def test_a_text_is_a_source_without_a_directory() -> None:
    analysis = analyze("session { end; }" + RUN)
    assert analysis.source.path == "<string>"
    assert analysis.program is not None
    assert analysis.origins is not None


@pytest.fixture
def _collection_as_it_was() -> Iterator[None]:
    was_enabled = gc.isenabled()
    yield
    if was_enabled:
        gc.enable()
    else:
        gc.disable()


@pytest.mark.usefixtures("_collection_as_it_was")
def test_garbage_is_collected_after_an_analysis_as_before() -> None:
    gc.enable()
    analyze("session { end; }" + RUN)
    assert gc.isenabled()
    gc.disable()
    analyze("session { end; }" + RUN)
    assert not gc.isenabled()


@pytest.mark.usefixtures("_collection_as_it_was")
def test_garbage_is_collected_again_after_an_exception() -> None:
    gc.enable()
    with pytest.raises(ZeroDivisionError), collection_paused():
        1 // int(gc.isenabled())
    assert gc.isenabled()


@pytest.mark.usefixtures("_collection_as_it_was")
def test_an_analysis_that_nobody_holds_is_gone_at_once() -> None:
    """No token or node is in a circle, which would wait for the collector."""
    statements = "set a = 1; branch (a == 1) { observe b = a; } " * 40
    gc.disable()
    gc.collect()
    assert analyze(f"session {{ {statements} end; }}{RUN}").program is not None
    assert gc.collect() < 40


def test_a_program_with_an_error_has_no_ir() -> None:
    analysis = checked("session { set a = zz; }")
    assert analysis.program is None
    assert analysis.origins is None
    assert analysis.symbols.symbols


def test_the_first_error_is_that_of_the_reference() -> None:
    text = "let z = 0/0; pool p { cap zz; } session { tool 1; set a = yy; branch (2) { } }"
    assert codes(checked(text)) == ["SQ321", "SQ425", "SQ421", "SQ401", "SQ503"]


def test_a_broken_statement_hides_nothing_else() -> None:
    text = "session { set a = ; set b = zz; set c = b; } pool kv { queue by (age); }"
    assert codes(checked(text)) == ["SQ105", "SQ401", "SQ601"]


@pytest.mark.parametrize(
    "text",
    [
        "session { set size = ; observe b = size; }",
        "session { set a 1; observe b = a; }",
        "pool kv { cap ; } session { hold kv (1) { } }",
        "pol kv { cap 1; } session { hold kv (1) { } }",
        "stage e step { cost 1; } session { run e prefill (1); prefill 1; }",
        "let a = ; session { set b = a; }",
        "session { hold kv 1) { release kv; load kv (1); } } pool kv { }",
        "workload { session { request } } server { observe a = 1; }",
        "workload { arrive batch(); init { set q = 1; } } session { set a = q; }",
        "share maxmn; stage a : ps(1); stage b : ps(1); session { run a, b (1); }",
    ],
)
def test_a_mistake_of_form_is_the_only_one(text: str) -> None:
    found = codes(checked(text))
    assert len(found) == 1, found
    assert found[0] < "SQ3"


def test_a_half_typed_run_block_does_not_lack_a_horizon() -> None:
    assert all(code < "SQ3" for code in codes(analyze("session { end; } run { horizon ")))


def test_mistakes_in_a_library_are_told_there() -> None:
    workspace = Workspace()
    workspace.open_buffer("/somewhere/lib.sq", "def f(v) = v + zz;\n")
    text = f'use "lib.sq"; session {{ set a = f(1); }} {RUN}'
    analysis = analyze(Source(text, "/somewhere/main.sq", "/somewhere"), workspace=workspace)
    (found,) = analysis.diagnostics
    assert (found.code, found.span.source.path, found.span.text) == (
        "SQ401",
        "/somewhere/lib.sq",
        "zz",
    )
    assert [place.span.text for place in found.related] == ["f(1)", 'use "lib.sq"']


def test_an_analysis_is_a_function_of_the_text() -> None:
    text = "pool kv { cap 4; } session { hold kv (zz) { run yy (1); } } " + RUN
    first, second = analyze(text), analyze(text)
    assert first.diagnostics
    assert [(each.code, each.span.offsets) for each in first.diagnostics] == [
        (each.code, each.span.offsets) for each in second.diagnostics
    ]


@pytest.mark.parametrize(
    "text",
    [
        "pool p[100001] { } pool q[100000] { }",
        "stage s[1e18] : fifo;",
        "session { " + "request; " * 3 + "}",
        "workload { session { " + "request; " * 2000 + "} } server { " + "turn; " * 2000 + "}",
        "workload { session { "
        + "request; " * 2000
        + "} } server { "
        + "observe a = 1; " * 2000
        + "}",
        "session { set a = " + "(" * 5000,
        "session { set a = " + "1 + " * 5000 + "1; }",
        "session { set a = " + "-" * 5000 + "1; }",
        "session { " + "loop { " * 5000,
        "session { set a = " + "min(" * 5000,
        "\x00\ufeff\ud800 { } ( ",
    ],
)
def test_no_text_is_too_much(text: str) -> None:
    analysis = analyze(f"{text} {RUN}")
    assert analysis.program is None
    assert analysis.diagnostics
