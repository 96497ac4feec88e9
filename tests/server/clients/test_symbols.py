"""Outlines: trees or lists, of kinds that the client knows."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from lsprotocol import types
from lsprotocol.types import SymbolKind as Kind

from tests.server.editor import Editor
from tests.server.test_outline import TEXT as OUTLINED

pytestmark = pytest.mark.asyncio(loop_scope="package")

ITEMS = ["reqs", "kv", "gate", "engine", "workload", "session", "run"]


Symbols = Sequence[types.SymbolInformation] | Sequence[types.DocumentSymbol]


def kinds_of(symbols: Symbols) -> dict[str, Kind]:
    """The kinds of all symbols and of what is in them, by name."""
    found = {each.name: each.kind for each in symbols}
    for each in symbols:
        if isinstance(each, types.DocumentSymbol):
            found |= kinds_of(each.children or ())
    return found


async def test_the_outline_is_a_tree_or_a_list(editor: Editor) -> None:
    editor.open_example()
    found = await editor.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(editor.document)
    )
    if editor.name == "poor":
        flat = [each for each in found or () if isinstance(each, types.SymbolInformation)]
        assert len(flat) == len(found or ())
        assert [each.name for each in flat if each.container_name is None] == ITEMS
        assert {each.name: each.container_name for each in flat}["budget"] == "engine"
        return
    trees = [each for each in found or () if isinstance(each, types.DocumentSymbol)]
    assert [each.name for each in trees] == ITEMS
    options = [each.name for each in trees[3].children or ()]
    assert options == ["budget", "chunk", "cost", "memory", "serve"]


async def test_kinds_of_the_outline_are_those_that_the_client_knows(editor: Editor) -> None:
    """A client that lists none knows those of the first edition, from `File` to `Array`."""
    editor.open_example()
    found = await editor.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(editor.document)
    )
    kinds = kinds_of(found or ())
    told = kinds["kv"], kinds["engine"], kinds["hold reqs, kv"], kinds["ttft"]
    if editor.name == "poor":
        assert told == (Kind.Variable, Kind.Class, Kind.Class, Kind.Field)
        assert max(kinds.values()) <= Kind.Array
    else:
        assert told == (Kind.Object, Kind.Class, Kind.Struct, Kind.Event)


async def test_kinds_of_the_workspace_are_those_that_the_client_knows(editor: Editor) -> None:
    editor.open_example()
    found = await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("re"))
    pool, observation = (
        (Kind.Variable, Kind.Field) if editor.name == "poor" else (Kind.Object, Kind.Event)
    )
    assert [(each.name, each.kind, each.container_name) for each in found or ()] == [
        ("reqs", pool, None),
        ("response", observation, "session"),
    ]


async def test_without_folders_there_are_open_documents(editor: Editor) -> None:
    editor.open(OUTLINED)
    symbols = await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("ttft"))
    assert [(each.name, each.container_name) for each in symbols or ()] == [("ttft", "session")]
