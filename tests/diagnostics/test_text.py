"""Diagnostics as lines of text, and errors that carry them."""

from __future__ import annotations

from sqlang.diagnostics import DiagnosticError, Severity
from sqlang.diagnostics.catalogue import report
from sqlang.diagnostics.text import location, one_line
from sqlang.source import Source, Span

SOURCE = Source("// caf\u00e9\r\n\tset a = b;\n", "demo.sq")


def test_location_counts_lines_by_line_feed_and_columns_in_characters() -> None:
    assert location(Span(SOURCE, SOURCE.text.index("b;"), 0)) == "demo.sq:2:10"


def test_a_carriage_return_alone_ends_no_line() -> None:
    source = Source("a\rb", "demo.sq")
    assert location(Span(source, 2, 3)) == "demo.sq:1:3"


def test_a_source_without_text_is_named_alone() -> None:
    assert location(Span(Source("", "x.json"), 0, 0)) == "x.json"


def test_one_line_says_place_severity_code_and_message() -> None:
    hint = report("SQ801", Span(SOURCE, 0, 2), severity=Severity.HINT, name="a")
    assert one_line(hint) == "demo.sq:1:1: hint SQ801: constant `a` is never read"


def test_an_error_shows_each_diagnostic_with_line_and_column() -> None:
    at = SOURCE.text.index("b;")
    first = report("SQ401", Span(SOURCE, at, at + 1), name="b")
    error = DiagnosticError((first, report("SQ451", Span(SOURCE, 0, 2))))
    assert isinstance(error, ValueError)
    assert error.diagnostics[0] is first
    assert str(error).splitlines() == [
        "demo.sq:2:10: error SQ401: unknown name `b`",
        "demo.sq:1:1: error SQ451: the program does not say how long to run: add `horizon`",
    ]
