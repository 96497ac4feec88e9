"""Carets stand under what is meant, whatever is in the line."""

from __future__ import annotations

import io

import pytest

from sqlang.cli.console import Stream
from sqlang.cli.diagnostic_text import diagnostic_text
from sqlang.diagnostics import Edit, Fix, Related
from sqlang.diagnostics.catalogue import report
from sqlang.source import Source, Span

PLAIN = Stream(io.StringIO())


def shown(text: str, marked: str, stream: Stream = PLAIN) -> list[str]:
    source = Source(text, "demo.sq")
    start = text.index(marked)
    diagnostic = report("SQ401", Span(source, start, start + len(marked)), name="b")
    return diagnostic_text(diagnostic, stream).splitlines()


def test_message_source_line_and_carets() -> None:
    assert shown("let a = 1;\nset a = bb;\n", "bb") == [
        "demo.sq:2:9: error[SQ401]: unknown name `b`",
        " 2 | set a = bb;",
        "   |         ^^",
    ]


def test_tabs_move_the_carets_with_the_text() -> None:
    assert shown("\tset\ta = b;", "b")[1:] == [
        " 1 |     set a = b;",
        "   |             ^",
    ]


def test_wide_characters_take_two_columns() -> None:
    assert shown("let 模型 = 模;", "模;")[1:] == [
        " 1 | let 模型 = 模;",
        "   |            ^^^",
    ]


def test_combining_characters_take_none() -> None:
    assert shown("// e\u0301 b", "b")[2] == "   |      ^"


def test_the_gutter_grows_with_the_line_number() -> None:
    text = "\n" * 9 + "\tlet 模 = ;"
    assert shown(text, ";") == [
        "demo.sq:10:10: error[SQ401]: unknown name `b`",
        " 10 |     let 模 = ;",
        "    |              ^",
    ]


def test_a_span_of_several_lines_is_marked_to_the_end_of_its_first() -> None:
    assert shown("pool p {\n cap 1;\n}", "{\n cap 1;\n}")[1:] == [
        " 1 | pool p {",
        "   |        ^",
    ]


def test_an_empty_span_has_one_caret() -> None:
    source = Source("set a = 1", "demo.sq")
    lines = diagnostic_text(report("SQ101", Span(source, 9, 9), expected="`;`"), PLAIN).splitlines()
    assert lines == [
        "demo.sq:1:10: error[SQ101]: `;` should stand here",
        " 1 | set a = 1",
        "   |          ^",
    ]


def test_a_carriage_return_at_the_end_is_not_shown() -> None:
    assert shown("set a = b;\r\nend;", "b")[1] == " 1 | set a = b;"


def test_control_characters_cannot_reach_the_terminal() -> None:
    assert shown("// \x1b[31m b", "b")[1] == " 1 | // ␛[31m b"


def test_a_long_line_is_cut_around_the_place() -> None:
    line, carets = shown("a" * 10_000 + " bb " + "c" * 10_000, "bb")[1:]
    assert line == " 1 | " + "a" * 49 + " bb " + "c" * 67
    assert carets == "   | " + " " * 50 + "^^"


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_carets_follow_escapes_where_the_encoding_needs_them(encoding: str) -> None:
    stream = Stream(io.TextIOWrapper(io.BytesIO(), encoding))
    assert shown("let 模 = b;", "b", stream)[1:] == [
        " 1 | let \\u6a21 = b;",
        "   |              ^",
    ]


def test_related_places_and_remedies_follow() -> None:
    source = Source("pool a { }\npool a { }\n", "demo.sq")
    first, second = Span(source, 5, 6), Span(source, 16, 17)
    diagnostic = report(
        "SQ405",
        second,
        name="a",
        related=[Related(first, "declared here")],
        fixes=[Fix("rename it", (Edit(second, "b"),), safe=False)],
    )
    assert diagnostic_text(diagnostic, PLAIN).splitlines()[3:] == [
        "note: demo.sq:1:6: declared here",
        " 1 | pool a { }",
        "   |      -",
        "help: rename it (--fix leaves this to you)",
        " 2 | pool b { }",
        "   |      +",
    ]


def remedy(text: str, *edits: tuple[int, int, str]) -> list[str]:
    """What is shown of a fix that makes edits in a text."""
    source = Source(text, "demo.sq")
    made = tuple(Edit(Span(source, start, end), new) for start, end, new in edits)
    place = Span(source, 0, 1)
    diagnostic = report("SQ401", place, name="b", fixes=[Fix("do it", made, safe=True)])
    return diagnostic_text(diagnostic, PLAIN).splitlines()[3:]


def test_the_line_is_shown_as_a_remedy_makes_it() -> None:
    assert remedy("a\nset 模 = b\r\n", (11, 11, ";")) == [
        "help: do it",
        " 2 | set 模 = b;",
        "   |           +",
    ]
    assert remedy("a\tb c", (0, 1, "one"), (4, 5, "模")) == [
        "help: do it",
        " 1 | one b 模",
        "   | +++   ++",
    ]


@pytest.mark.parametrize("edit", [(0, 1, ""), (1, 1, "\n}"), (0, 3, "x")])
def test_a_remedy_that_is_no_insertion_in_one_line_is_only_named(
    edit: tuple[int, int, str],
) -> None:
    assert remedy("a\nb", edit) == ["help: do it"]


def test_a_related_place_without_extent_stands_for_its_file() -> None:
    related = Related(Span(Source("let a = 1;", "b.sq"), 0, 0), "in this program")
    diagnostic = report("SQ461", Span(Source("n=1", "<set>"), 0, 3), name="n", related=[related])
    assert diagnostic_text(diagnostic, PLAIN).splitlines()[3:] == [
        "note: b.sq:1:1: in this program"
    ]


def test_a_source_without_lines_shows_none() -> None:
    diagnostic = report("SQ701", Span(Source("", "x.json"), 0, 0), version="7", reason="no")
    assert diagnostic_text(diagnostic, PLAIN) == ("x.json: error[SQ701]: this is IR version 7; no")
