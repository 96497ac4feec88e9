"""Every name of every example: renamed and renamed back, and found from each of its places."""

from __future__ import annotations

from pathlib import Path

import pytest

from sqlang.analysis import Analysis, analyze
from sqlang.semantics.symbols import Symbol
from sqlang.source import Source
from sqlang.syntax.workspace import Workspace
from sqlang_server import uris
from sqlang_server.client import Client
from sqlang_server.features.definition import definition
from sqlang_server.features.naming import named_at
from sqlang_server.features.references import references
from sqlang_server.features.renaming.places import Places
from sqlang_server.features.renaming.rules import problem_with
from sqlang_server.features.renaming.target import BUILT_IN
from sqlang_server.features.renaming.verification import Renaming, before, why_not
from sqlang_server.positions import Positions
from sqlang_server.settings import DEFAULTS
from sqlang_server.view import View

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.sq"))
FRESH = "fresh_name"


def view_of(analysis: Analysis) -> View:
    client = Client()
    return View(
        uri=uris.uri_of(analysis.source.path),
        version=1,
        analysis=analysis,
        positions=Positions(analysis.source, client.encoding),
        client=client,
        settings=DEFAULTS,
        program_key=lambda: None,
        traced=None,
        cursor=None,
        uri_of_path=uris.uri_of,
    )


def read(path: Path, workspace: Workspace) -> Analysis:
    source = workspace.read(str(path))
    assert source is not None
    return analyze(source, workspace=workspace)


def own_symbols(analysis: Analysis) -> list[Symbol]:
    return [
        symbol
        for symbol in analysis.symbols.symbols
        if symbol.declarations and symbol.name not in BUILT_IN
    ]


def renamed(analysis: Analysis, symbol: Symbol, name: str) -> tuple[Places, Renaming]:
    places = Places(symbol.name)
    places.add_symbol(analysis, symbol)
    renaming = Renaming(symbol, name, places)
    assert problem_with(analysis, symbol, name) is None
    return places, renaming


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_name_can_be_another_and_back(path: Path) -> None:
    """The IR is the same but for the name, nothing is wrong, and in the end the text is the same.

    Only a stage that a form finds by its name (SRV-3) has to keep it.
    """
    analysis = read(path, Workspace())
    kept = []
    for symbol in own_symbols(analysis):
        places, renaming = renamed(analysis, symbol, FRESH)
        problem = why_not([before(analysis, renaming)], renaming, ())
        if problem is not None:
            kept.append(symbol.name)
            continue
        workspace = Workspace()
        texts = {}
        for identity, source in places.sources.items():
            texts[source.path] = source.text
            workspace.open_buffer(source.path, places.renamed(identity, FRESH))
        after = read(path, workspace)
        assert after.diagnostics == ()
        declared = symbol.declarations[0]
        at = after.symbols.at(declared.source.path, places.moved(declared, FRESH))
        assert at is not None
        assert (at.symbol.kind, at.symbol.name) == (symbol.kind, FRESH)
        back, _ = renamed(after, at.symbol, symbol.name)
        assert {
            source.path: back.renamed(identity, symbol.name)
            for identity, source in back.sources.items()
        } == texts
    assert set(kept) <= {"prefill", "decode", "tool", "link", "transfer"}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_what_a_name_means_is_found_from_each_of_its_places(path: Path) -> None:
    analysis = read(path, Workspace())
    view = view_of(analysis)
    for occurrence in analysis.symbols.within(analysis.source.path, 0, len(analysis.source.text)):
        position = view.positions.position(occurrence.span.start)
        named = named_at(view, occurrence.span.start)
        assert named is not None
        assert named.symbols == (occurrence.symbol,)
        places = references(view, occurrence.symbol, (), with_declaration=True)
        assert view.location(occurrence.span) in places
        for place in definition(view, position) or ():
            assert place in places


def test_there_are_examples_with_libraries_and_expectations() -> None:
    sources = [Source(path.read_text(encoding="utf-8")) for path in EXAMPLES]
    assert any('use "' in source.text for source in sources)
    assert any("//! observe" in source.text for source in sources)
