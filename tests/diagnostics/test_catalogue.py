"""The catalogue is complete, follows the specification's tables, and speaks in one voice."""

from __future__ import annotations

import re
import string
import subprocess
import sys
from pathlib import Path

import pytest

from sqlang.diagnostics import Severity
from sqlang.diagnostics.catalogue import CATALOGUE, alternatives, counted, report
from sqlang.diagnostics.code import Code
from sqlang.source import Source, Span

ROOT = Path(__file__).parents[2]
SPECIFICATION = ROOT / "docs" / "spec"
STATIC_ROW = re.compile(r"^\| (SQ\d{3}) \| ([A-Z]+-\w+)", re.MULTILINE)
JSON_ROW = re.compile(r"^\| (SQ7\d{2}) \|", re.MULTILINE)
CODES = tuple(CATALOGUE.values())


def rows_of_specification() -> dict[str, str]:
    text = (SPECIFICATION / "02-static-rules.md").read_text(encoding="utf-8")
    return dict(STATIC_ROW.findall(text))


def fields(code: Code) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(code.template) if name}


def test_every_static_code_of_the_specification_has_its_rule() -> None:
    rows = rows_of_specification()
    assert len(rows) == 142
    assert {code: CATALOGUE[code].rule for code in rows} == rows


def test_every_json_code_of_the_specification_is_there() -> None:
    text = (SPECIFICATION / "03-ir.md").read_text(encoding="utf-8")
    codes = JSON_ROW.findall(text)
    assert len(codes) == 9
    assert set(codes) <= set(CATALOGUE)


def test_codes_of_our_own_are_those_of_the_design() -> None:
    specified = {*rows_of_specification(), *(f"SQ70{digit}" for digit in range(1, 10))}
    assert set(CATALOGUE) - specified == {
        *("SQ005", "SQ006", "SQ990", "SQ991", "SQ992", "SQ993", "SQ994"),
        *(f"SQ80{digit}" for digit in range(1, 8)),
        *(f"SQ9{number:02}" for number in range(1, 12)),
        *(f"SQ92{digit}" for digit in range(1, 5)),
    }


def test_the_catalogue_is_in_the_order_of_the_codes() -> None:
    assert list(CATALOGUE) == sorted(CATALOGUE)


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.code)
def test_a_message_is_one_line_without_a_full_stop(code: Code) -> None:
    message = code.template.format_map(dict.fromkeys(fields(code), "x"))
    assert message == message.strip()
    assert "\n" not in message
    assert not message.endswith(".")
    assert message.count("`") % 2 == 0


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.code)
def test_a_title_is_short_and_unique(code: Code) -> None:
    assert 0 < len(code.title) <= 60
    assert [other.code for other in CODES if other.title == code.title] == [code.code]


def test_report_fills_the_message_with_the_users_names() -> None:
    span = Span(Source("set a = b;"), 8, 9)
    diagnostic = report("SQ401", span, name="b")
    assert diagnostic.code == "SQ401"
    assert diagnostic.span is span
    assert diagnostic.message == "unknown name `b`"
    assert diagnostic.severity is Severity.ERROR


def test_report_refuses_a_field_that_is_not_given() -> None:
    with pytest.raises(KeyError):
        report("SQ401", Span(Source(""), 0, 0))


def test_braces_of_a_name_are_no_fields() -> None:
    assert report("SQ401", Span(Source(""), 0, 0), name="{x}").message == "unknown name `{x}`"


def test_only_a_diagnostic_loads_the_words() -> None:
    """A check of a correct program reads neither the messages nor the pages."""
    script = (
        "import sys; from sqlang.cli.main import main; main(['check', sys.argv[1]]);"
        "print(*(name for name in sys.modules if name.startswith('sqlang.diagnostics.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, ROOT / "examples" / "separate_phases.sq"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    loaded = done.stdout.split()
    assert "sqlang.diagnostics.catalogue" in loaded
    assert not any(".codes" in name or ".pages" in name for name in loaded)


@pytest.mark.parametrize(
    ("words", "expected"),
    [((";",), "`;`"), ((",", ")"), "`,` or `)`"), (("a", "b", "c"), "`a`, `b` or `c`")],
)
def test_alternatives_are_quoted_and_joined(words: tuple[str, ...], expected: str) -> None:
    assert alternatives(*words) == expected


@pytest.mark.parametrize(
    ("number", "expected"), [(0, "no arguments"), (1, "1 argument"), (2, "2 arguments")]
)
def test_counted_agrees_in_number(number: int, expected: str) -> None:
    assert counted(number, "argument") == expected
