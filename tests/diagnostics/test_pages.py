"""Each code has a page, whose example gives that code alone, and nothing once it is mended."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sqlang.diagnostics.pages
from sqlang.cli.console import Stream
from sqlang.cli.demonstration import command_line, demonstrate
from sqlang.diagnostics.catalogue import CATALOGUE
from sqlang.diagnostics.pages import Example, parse_page, read_page

FOLDER = Path(sqlang.diagnostics.pages.__file__).parent
WITHOUT_EXAMPLE = {
    "SQ235",  # takes a library of 100,000 tokens: below
    "SQ994",  # a fault of the formatter: no program is known that shows it
}
SHOWN = [code for code in CATALOGUE if code not in WITHOUT_EXAMPLE]
LIBRARY_USER = 'use "parts.sq";\nsession { observe cost = part0(serial); }\nrun { horizon 10; }\n'


def said(code: str, example: Example | None) -> list[str]:
    """The codes that the command says of an example."""
    assert example is not None
    return [each.code for each in demonstrate(code, example, Stream(None))]


def test_there_is_a_page_for_each_code_and_for_nothing_else() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} == set(CATALOGUE)
    assert {path.suffix for path in FOLDER.iterdir() if path.is_file()} == {".md", ".py"}


@pytest.mark.parametrize("code", CATALOGUE)
def test_an_explanation_is_in_whole_sentences(code: str) -> None:
    paragraphs = read_page(code).explanation
    assert paragraphs
    for paragraph in paragraphs:
        assert re.match(r"[A-Z`]", paragraph)
        assert paragraph.endswith(".")
        assert paragraph.count("`") % 2 == 0
        assert len(paragraph.split()) >= 7


@pytest.mark.parametrize("code", SHOWN)
def test_the_example_gives_its_code_alone(code: str) -> None:
    assert said(code, read_page(code).refused) == [code]


@pytest.mark.parametrize("code", SHOWN)
def test_the_mended_example_is_clean(code: str) -> None:
    assert said(code, read_page(code).mended) == []


@pytest.mark.parametrize("code", sorted(WITHOUT_EXAMPLE))
def test_a_page_has_no_example_for_a_reason(code: str) -> None:
    assert read_page(code)[1:] == (None, None)


@pytest.mark.parametrize(("definitions", "expected"), [(20_000, ["SQ235"]), (2, [])])
def test_libraries_are_too_large_only_together_with_the_program(
    definitions: int, expected: list[str]
) -> None:
    library = "".join(f"def part{number}(x) = x;\n" for number in range(definitions))
    example = Example("program.sq", LIBRARY_USER, (), {"parts.sq": library}, "utf-8")
    assert said("SQ235", example) == expected


def test_a_page_is_prose_and_blocks_with_roles() -> None:
    page = parse_page(
        "One\nparagraph.\n\nAnother.\n\n"
        "```serq library parts.sq\nold\n```\n\n"
        '```serq refused --set "a=1 + 1" encoding=latin-1\nbad\n```\n\n'
        "```serq library parts.sq\nnew\n```\n\n"
        "```serq mended -\ngood\n\nindeed\n```\n"
    )
    assert page.explanation == ("One paragraph.", "Another.")
    assert page.refused == Example(
        "program.sq", "bad\n", ("--set", "a=1 + 1"), {"parts.sq": "old\n"}, "latin-1"
    )
    assert page.mended == Example("-", "good\n\nindeed\n", (), {"parts.sq": "new\n"}, "utf-8")


def test_a_block_without_a_role_is_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="shown"):
        parse_page("Prose.\n\n```serq shown\nset\n```\n")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("SQ101", "sq check program.sq"),
        ("SQ231", "sq check - < program.sq"),
        ("SQ463", "sq check program.sq --set 'rate=2 per second'"),
        ("SQ701", "sq ir program.json"),
        ("SQ990", "sq run program.sq --max-iterations 2"),
        ("SQ992", "sq test program.sq"),
    ],
)
def test_the_command_can_be_typed(code: str, expected: str) -> None:
    example = read_page(code).refused
    assert example is not None
    assert command_line(code, example) == expected
