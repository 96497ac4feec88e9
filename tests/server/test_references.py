"""Every place of a name: references, highlights, declarations, files."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from sqlang.syntax.workspace import Workspace
from sqlang_server.client import Client
from sqlang_server.features.definition import declaration, definition
from sqlang_server.features.highlights import highlights
from sqlang_server.features.naming import named_at
from sqlang_server.features.references import references
from sqlang_server.view import View
from tests.server.editor import Editor, editing, vs_code
from tests.server.snapshots import at, view_of
from tests.server.workspaces import LIBRARY, PROGRAM, workspace, write

Kind = types.DocumentHighlightKind

TEXT = """let rate = 2;
pool kv { cap 20; }
stage engine : step { budget rate; cost 1; memory kv; }
def both(kv, n) = kv + n * rate;
session {
  set rounds = 3;
  set rounds = rounds - 1;
  hold kv (left) at admission (left = rounds) { run engine decode (left); }
  observe sum = both(rounds, 2);
}
run { horizon 20; }
"""


def lines(view: View, piece: str, *, with_declaration: bool = True) -> list[int]:
    named = named_at(view, view.offset(at(view.source.text, piece)))
    assert named is not None
    (symbol,) = named.symbols
    found = references(view, symbol, (), with_declaration=with_declaration)
    return [place.range.start.line for place in found]


@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        ("kv {", [1, 2, 7]),
        ("kv, n", [3, 3]),
        ("rate;", [0, 2, 3]),
        ("engine :", [2, 7]),
        ("left)", [7, 7, 7]),
        ("rounds =", [5, 6, 6, 7, 8]),
        ("both(r", [3, 8]),
        ("sum", [8]),
    ],
)
def test_all_places_of_a_name(piece: str, expected: list[int]) -> None:
    view = view_of(TEXT)
    assert lines(view, piece) == expected
    assert lines(view, piece, with_declaration=False) == expected[1:]


def test_writes_are_told_from_reads() -> None:
    found = highlights(view_of(TEXT), at(TEXT, "rounds - 1")) or []
    assert [(each.range.start.line, each.kind) for each in found] == [
        (5, Kind.Write),
        (6, Kind.Write),
        (6, Kind.Read),
        (7, Kind.Read),
        (8, Kind.Read),
    ]


@pytest.mark.parametrize("piece", ["hold", "decode", "{ cap", "20;", "; }"])
def test_words_and_signs_are_no_names(piece: str) -> None:
    view = view_of(TEXT)
    assert highlights(view, at(TEXT, piece)) is None
    assert definition(view, at(TEXT, piece)) is None
    assert declaration(view, at(TEXT, piece)) is None


def test_an_attribute_is_declared_by_its_first_assignment() -> None:
    view = view_of(TEXT)
    assert [place.range.start.line for place in places(view, "rounds - 1")] == [5, 6]
    (first,) = declaration(view, at(TEXT, "rounds - 1")) or []
    assert isinstance(first, types.Location)
    assert first.range.start == types.Position(5, 6)


def places(view: View, piece: str) -> list[types.Location]:
    found = definition(view, at(view.source.text, piece)) or []
    locations = [place for place in found if isinstance(place, types.Location)]
    assert len(locations) == len(found)
    return locations


def test_clients_that_can_are_told_what_the_link_begins_with() -> None:
    text = 'use "lib/parts.sq";\n' + TEXT
    library = Workspace()
    library.open_buffer("/work/lib/parts.sq", LIBRARY)
    view = view_of(text, Client(definition_links=True), workspace=library)
    (name,) = definition(view, at(text, "kv {")) or []
    assert isinstance(name, types.LocationLink)
    assert name.origin_selection_range == name.target_selection_range
    (file,) = definition(view, at(text, "parts")) or []
    assert isinstance(file, types.LocationLink)
    assert file.target_uri == "file:///work/lib/parts.sq"
    assert file.origin_selection_range == types.Range(types.Position(0, 5), types.Position(0, 17))


def test_a_library_that_is_not_there_leads_nowhere() -> None:
    text = 'use "none.sq";\n' + TEXT
    assert definition(view_of(text), at(text, "none")) is None


def test_a_name_in_a_definition_that_a_use_gives_its_meaning_leads_to_it() -> None:
    """DEF-14: names in the body mean what they mean at the use."""
    text = TEXT.replace("kv + n * rate;", "left;").replace("decode (left)", "decode (both(1, 2))")
    (place,) = places(view_of(text), "left;")
    assert (place.range.start.line, place.range.start.character) == (7, 31)


def test_names_in_broken_statements_lead_to_what_they_may_mean() -> None:
    text = TEXT.replace("hold kv (left)", "hold ) kv (left) (")
    (place,) = places(view_of(text), "kv (left) (")
    assert place.range.start.line == 1


def test_a_place_past_the_end_is_the_end() -> None:
    view = view_of("")
    assert definition(view, types.Position(9, 9)) is None
    assert highlights(view, types.Position(9, 9)) is None


async def all_places(editor: Editor, piece: str, *, declared: bool) -> list[tuple[str, int]]:
    context = types.ReferenceContext(include_declaration=declared)
    found = await editor.client.text_document_references_async(
        types.ReferenceParams(context, editor.document, editor.at(piece))
    )
    return sorted((place.uri.rsplit("/", 1)[-1], place.range.start.line) for place in found or ())


async def test_a_library_is_named_in_all_programs_that_use_it(tmp_path: Path) -> None:
    """Of open ones as they are typed; one that only looks like a user is none."""
    files = write(tmp_path, parts=LIBRARY, a=PROGRAM, b=PROGRAM, c='// use "parts.sq";\n')
    write(tmp_path, d="def visit(x) = x;\n")
    async with editing(vs_code(), folders=workspace(tmp_path)) as editor:
        editor.open("\n" + PROGRAM, files["b"])
        editor.open(LIBRARY, files["parts"])
        assert await all_places(editor, "visit", declared=True) == [
            ("a.sq", 4),
            ("b.sq", 5),
            ("parts.sq", 0),
        ]
        assert ("parts.sq", 0) not in await all_places(editor, "visit", declared=False)
        assert await all_places(editor, "units)", declared=True) == [
            ("parts.sq", 0),
            ("parts.sq", 2),
            ("parts.sq", 2),
        ]
        # A library's pool is that of the programs, also seen from there.
        places = await all_places(editor, "kv", declared=True)
        assert [place for place in places if place[0] != "parts.sq"] == [
            ("a.sq", 1),
            ("b.sq", 2),
        ]
        assert ("parts.sq", 2) in places
        params = types.DefinitionParams(editor.document, editor.at("kv"))
        found = await editor.client.text_document_definition_async(params)
        assert isinstance(found, list | tuple)
        targets = [each.target_uri for each in found if isinstance(each, types.LocationLink)]
        assert sorted(targets) == [files["a"], files["b"]]
