"""Links to files, and names that change while one types."""

from __future__ import annotations

import re

import pytest

from sqlang_server.client import Client
from sqlang_server.features.document_links import document_links
from sqlang_server.features.linked_editing import NAME, linked_ranges
from tests.server.snapshots import at, view_of

TEXT = """use "lib/my parts.sq";
use "";
def both(kv, n) = kv + n * 2;
workload { arrive batch(1); trace "../t.csv" ordered; }
session { hold kv (left) at admission (left = n) { set a = left; } set n = 1; }
"""


def test_what_is_between_the_quotes_leads_to_the_file() -> None:
    links = document_links(view_of(TEXT, Client(document_link_tooltips=True)))
    assert [(link.target, link.tooltip) for link in links] == [
        ("file:///work/lib/my%20parts.sq", "Open the library /work/lib/my parts.sq"),
        ("file:///t.csv", "Open the trace /t.csv"),
    ]
    start = links[0].range.start
    assert (start.line, start.character) == (0, 5)
    assert (links[0].range.end.line, links[0].range.end.character) == (0, 20)


def test_a_client_that_knows_no_tooltips_gets_none() -> None:
    assert [link.tooltip for link in document_links(view_of(TEXT))] == [None, None]


@pytest.mark.parametrize(
    ("piece", "columns"), [("kv, n", [9, 18]), ("n *", [13, 23]), ("left)", [19, 39, 59])]
)
def test_parameters_and_bindings_are_edited_in_all_their_places(
    piece: str, columns: list[int]
) -> None:
    found = linked_ranges(view_of(TEXT), at(TEXT, piece))
    assert found is not None
    assert [each.start.character for each in found.ranges] == columns
    assert found.word_pattern == NAME


@pytest.mark.parametrize("piece", ["both", "a =", "n = 1", "kv (left", "hold", '"lib', "2;"])
def test_nothing_else_is(piece: str) -> None:
    assert linked_ranges(view_of(TEXT), at(TEXT, piece)) is None


def test_a_name_that_several_holds_bind_is_not() -> None:
    """Their bodies read one value of the session, so that all of them have to change."""
    text = "session { hold p (u) at admission (u = 1) { hold p (u) at admission (u = 2) { } } }"
    assert linked_ranges(view_of(text), at(text, "u = 1")) is None
    assert linked_ranges(view_of(text), at(text, "u = 2")) is None


def test_the_pattern_is_that_of_names() -> None:
    pattern = re.compile(NAME)
    for name in ("a", "_b1", "模型", "prefill"):
        assert pattern.fullmatch(name)
    for other in ("", "1a", "a b", "a-b", "a.b"):
        assert not pattern.fullmatch(other)
