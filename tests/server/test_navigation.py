"""Where names are declared, and what a file holds."""

from __future__ import annotations

import pytest
from lsprotocol import types

from sqlang.syntax.workspace import Workspace
from sqlang_server.client import Client
from sqlang_server.features.definition import definition
from sqlang_server.features.document_symbols import document_symbols
from tests.server.snapshots import DEPLOYMENT, URI, at, view_of


@pytest.mark.parametrize(
    ("piece", "line"), [("kv (4)", 1), ("engine prefill", 2), ("t0;", 5), ("total", 7)]
)
def test_a_name_leads_to_its_declaration(piece: str, line: int) -> None:
    (found,) = definition(view_of(), at(DEPLOYMENT, piece)) or []
    assert isinstance(found, types.Location)
    assert (found.uri, found.range.start.line) == (URI, line)


def test_a_word_leads_nowhere() -> None:
    assert definition(view_of(), at(DEPLOYMENT, "hold")) is None


def test_a_name_of_a_library_leads_into_it() -> None:
    workspace = Workspace()
    workspace.open_buffer("/work/parts.sq", "\ndef more(x) = x + 1;\n")
    text = 'use "parts.sq";\n' + DEPLOYMENT.replace("cost 1;", "cost more(1);")
    (found,) = definition(view_of(text, workspace=workspace), at(text, "more(1)")) or []
    assert isinstance(found, types.Location)
    assert (found.uri, found.range.start) == ("file:///work/parts.sq", types.Position(1, 4))


def test_the_items_of_a_program_are_its_symbols() -> None:
    text = 'use "parts.sq";\ndef f(x) = x;\n' + DEPLOYMENT
    symbols = document_symbols(view_of(text, Client(nested_symbols=True)))
    assert [symbol.name for symbol in symbols] == [
        "parts.sq",
        "f",
        "rate",
        "kv",
        "engine",
        "workload",
        "session",
        "run",
    ]


def test_what_is_broken_costs_only_itself() -> None:
    text = DEPLOYMENT.replace("let rate = 2 * 3;", "let rate = ;")
    names = [symbol.name for symbol in document_symbols(view_of(text))]
    assert {"kv", "engine", "session", "run"} <= set(names)
