"""Who uses a definition, and what an item uses."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from tests.server.editor import Editor, editing, vs_code
from tests.server.workspaces import LIBRARY, PROGRAM, workspace, write

TEXT = """def half(x) = x / 2;
def log(x) { observe seen = half(x); }
pool kv { cap half(40); }
stage engine : step { budget 2; cost half(2) + half(3); }
workload { arrive batch(2); init { set a = half(1); } }
session { log(1); set b = half(2); }
run { horizon 20; }
"""


async def prepared(editor: Editor, piece: str) -> types.CallHierarchyItem:
    (item,) = (
        await editor.client.text_document_prepare_call_hierarchy_async(
            types.CallHierarchyPrepareParams(editor.document, editor.at(piece))
        )
        or ()
    )
    return item


async def incoming(editor: Editor, item: types.CallHierarchyItem) -> list[tuple[str, str, int]]:
    """The callers' files and names, and how often each calls."""
    calls = await editor.client.call_hierarchy_incoming_calls_async(
        types.CallHierarchyIncomingCallsParams(item)
    )
    return [
        (call.from_.uri.rsplit("/", 1)[-1], call.from_.name, len(call.from_ranges))
        for call in calls or ()
    ]


async def outgoing(editor: Editor, item: types.CallHierarchyItem) -> list[tuple[str, int]]:
    calls = await editor.client.call_hierarchy_outgoing_calls_async(
        types.CallHierarchyOutgoingCallsParams(item)
    )
    return [(call.to.name, len(call.from_ranges)) for call in calls or ()]


async def test_libraries_and_programs_call_each_other(tmp_path: Path) -> None:
    files = write(
        tmp_path, parts=LIBRARY + "def twice() { visit(1); visit(2); }\n", a=PROGRAM, b=PROGRAM
    )
    async with editing(vs_code(), folders=workspace(tmp_path)) as editor:
        editor.open(PROGRAM, files["a"])
        visit = await prepared(editor, "visit")
        assert visit.uri == files["parts"]
        assert sorted(await incoming(editor, visit)) == [
            ("a.sq", "session", 1),
            ("b.sq", "session", 1),
            ("parts.sq", "twice", 2),
        ]
        twice = types.CallHierarchyItem(
            "twice", types.SymbolKind.Function, files["parts"], visit.range, visit.selection_range
        )
        assert await outgoing(editor, twice) == [("visit", 2)]


async def test_what_is_gone_calls_nothing() -> None:
    async with editing(vs_code()) as editor:
        editor.open(TEXT)
        half = await prepared(editor, "half(x)")
        editor.replace("def half(x)", "def third(x)")
        assert await incoming(editor, half) == []
        assert await outgoing(editor, half) == []
        editor.close()
        assert await incoming(editor, half) == []
        assert await outgoing(editor, half) == []
        nothing = await editor.client.text_document_prepare_call_hierarchy_async(
            types.CallHierarchyPrepareParams(editor.document, types.Position(0, 0))
        )
        assert nothing is None
