"""Other names: in which places, in which files, and which ones are refused."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from sqlang_server import uris
from tests.server.editor import CLIENTS, Editor, editing, neovim, vs_code
from tests.server.workspaces import LIBRARY, PROGRAM, texts_after, workspace, write

pytestmark = pytest.mark.asyncio(loop_scope="module")

BEGINNING = """let rate = 2;
pool kv { cap 20; }
pool slots { cap 4; }
stage engine : step { budget rate; cost 1; }
stage link : delay;
def twice(x) = x * 2 + rate;
def shift(y) { set moved = y; run link (moved); }
workload { arrive batch(2); init { set prompt = 3 + serial; } }
session {
  set begun = now;
  shift(prompt);
  transfer 1 from kv to slots (1);
  hold kv (left) at admission (left = min(prompt, 4)) {
    prefill prompt;
    run engine decode (left);
  }
  observe spent = now - begun;
  observe double = twice(prompt);
}
run { horizon 20; }
"""
TEXT = BEGINNING.replace("  transfer 1 from kv to slots (1);\n", "  tool on link 1;\n")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def editor() -> AsyncIterator[Editor]:
    async with editing(neovim()) as one:
        yield one


async def rename(editor: Editor, piece: str, name: str) -> types.WorkspaceEdit | None:
    return await editor.client.text_document_rename_async(
        types.RenameParams(editor.document, editor.at(piece), name)
    )


async def renamed(editor: Editor, text: str, piece: str, name: str) -> str:
    """A text in which the name at a piece of it is another one."""
    editor.open(text)
    edit = await rename(editor, piece, name)
    after = texts_after(edit, {editor.uri: text}, editor.encoding)[editor.uri]
    editor.close()
    return after


async def refusal(editor: Editor, text: str, piece: str, name: str) -> str:
    """The sentence with which a name is refused."""
    editor.open(text)
    with pytest.raises(JsonRpcException) as refused:
        await rename(editor, piece, name)
    editor.close()
    assert refused.value.code == types.LSPErrorCodes.RequestFailed
    assert refused.value.message.endswith(".")
    return refused.value.message


@pytest.mark.parametrize(
    ("piece", "old", "count"),
    [
        ("kv {", "kv", 2),
        ("engine :", "engine", 2),
        ("rate;", "rate", 3),
        ("left =", "left", 3),
        ("left)", "left", 3),
        ("x * 2", "x", 2),
        ("moved =", "moved", 2),
        ("prompt;", "prompt", 5),
        ("twice(p", "twice", 2),
        ("shift(p", "shift", 2),
        ("spent", "spent", 1),
        ("link (", "link", 3),
    ],
)
async def test_every_place_of_a_name_changes_and_nothing_else(
    editor: Editor, piece: str, old: str, count: int
) -> None:
    after = await renamed(editor, TEXT, piece, "fresh")
    assert after.count("fresh") == count
    assert await renamed(editor, after, "fresh", old) == TEXT


async def test_a_name_may_be_one_of_another_name_space(editor: Editor) -> None:
    after = await renamed(editor, TEXT, "kv {", "spent")
    assert "hold spent (left)" in after
    assert "observe spent" in after


async def test_words_of_the_language_are_free_where_they_change_nothing(editor: Editor) -> None:
    assert "set pool = y; run link (pool)" in await renamed(editor, TEXT, "moved", "pool")


async def test_expectations_follow(editor: Editor) -> None:
    text = (
        TEXT + "//! observe spent count 2\n//! report pools.kv.holds 3\n"
        "//! report stages.engine.busy 1\n// observe spent\n//! report observes.spent.count 1\n"
    )
    after = await renamed(editor, text, "spent", "took")
    assert "//! observe took count" in after
    assert "//! report observes.took.count" in after
    assert "// observe spent" in after
    assert "pools.cache.holds" in await renamed(editor, text, "kv {", "cache")
    assert "stages.gpu.busy" in await renamed(editor, text, "engine :", "gpu")


@pytest.mark.parametrize(
    ("piece", "name", "says"),
    [
        # Not a name (LEX-5).
        ("kv {", "", "no name"),
        ("kv {", "2nd", "no name"),
        ("kv {", "a b", "no name"),
        ("kv {", "a-b", "no name"),
        ("kv {", "//", "no name"),
        # Words (LEX-13, LEX-14, DEF-2, DEF-4, NAM-3, NAM-4).
        ("twice(x", "hold", "word of the language"),
        ("twice(x", "min", "word of the language"),
        ("twice(x", "erlang", "word of the language"),
        ("x) =", "cap", "word of the language"),
        ("rate =", "enter", "older edition"),
        ("prompt =", "where", "older edition"),
        ("prompt =", "now", "would hide"),
        ("rate =", "inf", "would hide"),
        ("left =", "now", "would hide"),
        ("prompt =", "new", "every session has"),
        # Taken (NAM-2, NAM-6, DEF-2, DEF-19, ADM-8).
        ("kv {", "slots", "pool `slots` already, in line 3"),
        ("engine :", "link", "stage `link` already, in line 5"),
        ("rate =", "prompt", "attribute `prompt` already"),
        ("prompt =", "rate", "constant `rate` already"),
        ("prompt =", "begun", "attribute `begun` already"),
        ("spent", "double", "observation `double` already"),
        ("twice(x", "kv", "pool `kv` already"),
        ("kv {", "twice", "definition `twice` already"),
        ("left =", "prompt", "attribute `prompt` already"),
        ("left =", "kv", "pool `kv` already"),
        ("prompt =", "left", "bound at admission `left` already"),
        # Captured by a parameter (DEF-12), which takes the place of every such word.
        ("rate =", "x", "parameter of the definition `twice`"),
        ("moved =", "y", "parameter of the definition `shift`"),
        ("x) =", "rate", "already stands in the definition `twice`, in line 6"),
        ("y) {", "moved", "already stands in the definition `shift`"),
        # Another meaning: a form finds its stage by name (SRV-3), an argument what a body assigns
        # (DEF-15), and a word of the grammar is read first (SRV-6).
        ("link (", "prefill", "With `prefill` the program"),
        ("prompt =", "on", "With `on` the program"),
    ],
)
async def test_a_name_that_would_change_something_is_refused(
    editor: Editor, piece: str, name: str, says: str
) -> None:
    assert says in await refusal(editor, TEXT, piece, name)


@pytest.mark.parametrize(
    ("piece", "says"),
    [
        ("hold kv", "`hold` is a word of the language"),
        ("prefill prompt", "`prefill` is a word of the language"),
        ("min(", "`min` is a word of the language"),
        ("now;", "`now` is a word of the language"),
        ("serial", "attribute that every session has"),
        ("20;", "no name here"),
    ],
)
async def test_what_is_not_the_programs_own_cannot_be_renamed(
    editor: Editor, piece: str, says: str
) -> None:
    assert says in await refusal(editor, TEXT, piece, "fresh")
    editor.open(TEXT)
    with pytest.raises(JsonRpcException, match=says):
        await editor.client.text_document_prepare_rename_async(
            types.PrepareRenameParams(editor.document, editor.at(piece))
        )
    editor.close()


async def test_the_stage_that_a_form_finds_by_its_name_keeps_it(editor: Editor) -> None:
    text = TEXT.replace("engine :", "decode : ps(1); stage engine :").replace(
        "prefill prompt;", "decode prompt;"
    )
    assert "With `gpu` the program" in await refusal(editor, text, "decode :", "gpu")


async def test_an_argument_is_not_captured_by_what_a_body_assigns(editor: Editor) -> None:
    """DEF-15: the pool `moved` as an argument of what assigns an attribute `moved`."""
    text = TEXT.replace("set moved = y; run link (moved);", "set moved = 1; hold y (1) { }")
    text = text.replace("shift(prompt)", "shift(slots)")
    assert "would be refused in line 11" in await refusal(editor, text, "slots {", "moved")


async def test_a_name_that_a_definition_reads_at_its_use_is_not_left_behind(editor: Editor) -> None:
    """DEF-14: `left` in the body means what it means at the use."""
    text = TEXT.replace("def twice(x) = x * 2 + rate;", "def twice(x) = x * 2 + left;").replace(
        "  observe double = twice(prompt);\n", ""
    )
    text = text.replace("decode (left);", "decode (twice(left));")
    assert "With `fresh` the program would be refused" in await refusal(
        editor, text, "left =", "fresh"
    )


async def test_values_of_one_name_bound_twice_go_together(editor: Editor) -> None:
    """ADM-7: they are one attribute of the session, so that the IR would have another slot."""
    hold = TEXT[TEXT.index("  hold kv (left)") : TEXT.index("  observe spent")]
    after = await renamed(editor, TEXT.replace(hold, hold + hold), "left =", "room")
    assert after.count("room") == 6


async def test_broken_texts_are_renamed_as_far_as_they_are_understood(editor: Editor) -> None:
    broken = TEXT.replace("observe spent = now - begun;", "observe spent = now - begun +;")
    after = await renamed(editor, broken, "begun", "started")
    assert after.count("started") == 2
    assert "clash" not in after
    assert "already" in await refusal(editor, broken, "begun", "prompt")


async def test_the_same_name_changes_nothing(editor: Editor) -> None:
    assert await renamed(editor, TEXT, "kv {", "kv") == TEXT


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
async def test_line_ends_and_wide_characters_do_not_matter(editor: Editor, line_end: str) -> None:
    text = ("/* 模型 𝒳 */ " + TEXT.replace("rate", "率")).replace("\n", line_end)
    after = await renamed(editor, text, "kv {", "缓存")
    assert after == text.replace("kv", "缓存")


async def test_prepare_gives_range_and_name(editor: Editor) -> None:
    editor.open(TEXT)
    found = await editor.client.text_document_prepare_rename_async(
        types.PrepareRenameParams(editor.document, editor.at("ngine decode"))
    )
    assert isinstance(found, types.PrepareRenamePlaceholder)
    assert found.placeholder == "engine"
    assert found.range.start == editor.at("engine decode")
    editor.close()


async def test_documents_that_are_not_open_have_no_names(editor: Editor) -> None:
    document = types.TextDocumentIdentifier("file:///work/closed.sq")
    here = types.Position(0, 0)
    client = editor.client
    assert await client.text_document_rename_async(types.RenameParams(document, here, "x")) is None
    prepare = types.PrepareRenameParams(document, here)
    assert await client.text_document_prepare_rename_async(prepare) is None


@pytest.mark.parametrize("client", CLIENTS)
async def test_a_library_and_all_programs_that_use_it_change_together(
    client: str, tmp_path: Path
) -> None:
    """One program is open and has unsaved changes, one is closed, one uses it through another."""
    through = PROGRAM.replace('"parts.sq"', '"more.sq"')
    files = write(tmp_path, parts=LIBRARY, a=PROGRAM, c=through, more='use "parts.sq";\n')
    files |= write(tmp_path, other="def visit(x) = x;\n")
    texts = {files["parts"]: LIBRARY, files["c"]: through}
    async with editing(CLIENTS[client](), folders=workspace(tmp_path)) as editor:
        unsaved = PROGRAM.replace("visit(4)", "visit(4); visit(5)")
        texts[files["a"]] = unsaved
        editor.open(unsaved, files["a"], 7)
        edit = await rename(editor, "visit(4)", "stay")
        after = texts_after(edit, texts, editor.encoding)
        assert {uri: text.count("stay") for uri, text in after.items()} == {
            files["parts"]: 1,
            files["a"]: 2,
            files["c"]: 1,
        }
        assert edit is not None
        if client != "vs code":
            assert edit.document_changes is None
            return
        versions = {
            change.text_document.uri: change.text_document.version
            for change in edit.document_changes or ()
            if isinstance(change, types.TextDocumentEdit)
        }
        assert versions == {files["parts"]: None, files["a"]: 7, files["c"]: None}


async def test_a_library_that_is_open_is_renamed_from_within(tmp_path: Path) -> None:
    files = write(tmp_path, parts=LIBRARY, a=PROGRAM)
    async with editing(neovim(), folders=workspace(tmp_path)) as editor:
        editor.open(LIBRARY, files["parts"])
        texts = {files["parts"]: LIBRARY, files["a"]: PROGRAM}
        after = texts_after(await rename(editor, "visit", "stay"), texts, editor.encoding)
        assert "stay(4)" in after[files["a"]]
        assert "def stay(units)" in after[files["parts"]]
        # What a library observes is promised by the program that uses it.
        after = texts_after(await rename(editor, "spent", "took"), texts, editor.encoding)
        assert "//! observe took count" in after[files["a"]]
        with pytest.raises(JsonRpcException, match="pool `kv` already"):
            await rename(editor, "visit", "kv")


async def test_files_outside_the_workspace_are_never_changed(tmp_path: Path) -> None:
    outside = write(tmp_path / "out", parts=LIBRARY)
    program = PROGRAM.replace('"parts.sq"', '"../out/parts.sq"')
    inside = write(tmp_path / "in", a=program)
    async with editing(vs_code(), folders=workspace(tmp_path / "in")) as editor:
        editor.open(program, inside["a"])
        with pytest.raises(JsonRpcException, match="outside the folders of this workspace"):
            await rename(editor, "visit", "stay")
        editor.open(LIBRARY, outside["parts"])
        editor.uri, editor.text = inside["a"], program
        texts = {inside["a"]: program, outside["parts"]: LIBRARY}
        after = texts_after(await rename(editor, "visit", "stay"), texts, editor.encoding)
        assert "stay" in after[outside["parts"]]


async def test_links_lead_to_one_file(tmp_path: Path) -> None:
    files = write(tmp_path / "real", parts=LIBRARY, a=PROGRAM)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    async with editing(neovim(), folders=workspace(tmp_path / "real")) as editor:
        editor.open(PROGRAM, uris.uri_of(str(tmp_path / "link" / "a.sq")))
        edit = await rename(editor, "visit", "stay")
        assert edit is not None
        assert edit.changes is not None
        assert len(edit.changes) == 2
        assert files["a"] not in edit.changes
