"""Expectations in an editor: marked by the run of the present text, updated by a code action."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.server.editor import EXAMPLE, Editor, Editors, pushed

PROGRAM = EXAMPLE.read_text(encoding="utf-8").partition("\n//!")[0]
WRONG = f"{PROGRAM}//! ITER 0.0000 0:0:p2\n//! ITER 1.0000 1:0:p3\n//! …\n//! observe ttft mean 2\n"
SAID = (
    "the program promises `ITER 1.0000 1:0:p3`, but the run says `ITER 1.0000 1:0:p4`",
    "the program promises `ttft mean 2`, but the run says `1`",
)


def acting() -> types.ClientCapabilities:
    """A client that is pushed diagnostics and takes code actions for versions of documents."""
    capabilities = pushed()
    document, workspace = capabilities.text_document, capabilities.workspace
    assert document is not None
    assert workspace is not None
    kinds = types.ClientCodeActionKindOptions([types.CodeActionKind.QuickFix])
    literals = types.ClientCodeActionLiteralOptions(kinds)
    document.code_action = types.CodeActionClientCapabilities(code_action_literal_support=literals)
    workspace.workspace_edit = types.WorkspaceEditClientCapabilities(document_changes=True)
    return capabilities


def codes(editor: Editor) -> list[str]:
    """The codes of the newest diagnostics of the newest text."""
    return [str(each.code) for each in editor.latest() or ()]


def said(editor: Editor) -> list[str]:
    return [each.message for each in editor.latest() or ()]


async def actions(editor: Editor, line: int) -> dict[str, list[types.TextEdit]]:
    """The edits offered on a line, by the titles of their actions."""
    place = types.Range(types.Position(line, 4), types.Position(line, 4))
    params = types.CodeActionParams(editor.document, place, types.CodeActionContext([]))
    found = await editor.client.text_document_code_action_async(params)
    return {each.title: edits_of(each, editor) for each in found or ()}


def edits_of(action: types.CodeAction | types.Command, editor: Editor) -> list[types.TextEdit]:
    assert isinstance(action, types.CodeAction)
    assert action.edit is not None
    assert action.edit.document_changes is not None
    (change,) = action.edit.document_changes
    assert isinstance(change, types.TextDocumentEdit)
    assert change.text_document.version == editor.version
    return [edit for edit in change.edits if isinstance(edit, types.TextEdit)]


def apply(editor: Editor, edits: list[types.TextEdit]) -> None:
    """Make edits as an editor does: from the last to the first."""
    lines = editor.text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:at]) for at in range(len(lines) + 1)]
    places = [
        (
            starts[edit.range.start.line] + edit.range.start.character,
            starts[edit.range.end.line] + edit.range.end.character,
            edit.new_text,
        )
        for edit in edits
    ]
    editor.edit(*reversed(places))


async def test_what_does_not_hold_is_marked_after_the_run_and_updated_by_an_action(
    editors: Editors,
) -> None:
    editor = await editors.of(acting())
    editor.open(WRONG)
    await editor.until(lambda: codes(editor) == ["SQ992", "SQ992"])
    assert tuple(said(editor)) == SAID
    line = WRONG.split("\n").index("//! ITER 1.0000 1:0:p3")
    assert editor.published[-1].diagnostics[0].range.start == types.Position(line, 0)

    offered = await actions(editor, line)
    assert list(offered) == ["Update the expectation", "Update all expectations"]
    assert [each.new_text for each in offered["Update the expectation"]] == [
        "//! ITER 1.0000 1:0:p4"
    ]
    apply(editor, offered["Update all expectations"])
    await editor.until(lambda: editor.latest() == [])
    assert editor.text == WRONG.replace("1:0:p3", "1:0:p4").replace("mean 2", "mean 1")


async def test_marks_follow_the_text_and_never_another_program(editors: Editors) -> None:
    editor = await editors.of(acting())
    editor.open(WRONG)
    await editor.until(lambda: codes(editor) == ["SQ992", "SQ992"])

    at = editor.text.index("mean 2") + len("mean ")
    editor.edit((at, at + 1, "1"))  # in a comment: the same program, judged anew
    await editor.until(lambda: codes(editor) == ["SQ992"])
    assert said(editor) == [SAID[0]]

    at = editor.text.index("  serve exclusive prefill;\n")
    editor.edit((at, at + len("  serve exclusive prefill;\n"), ""))
    await editor.until(lambda: codes(editor) == ["SQ992", "SQ992"])
    first, second = said(editor)
    assert first.endswith("but the run says `ITER 1.0000 0:0:d1 1:0:p3`")
    assert second == "the program promises `ttft mean 1`, but the run says `1.5`"


async def test_a_run_that_was_cut_says_nothing_of_its_end(editors: Editors) -> None:
    editor = await editors.of(acting(), {"sq": {"trace": {"iterations": 2}}})
    editor.open(f"{WRONG}//! report end 21\n")
    await editor.until(lambda: codes(editor) == ["SQ992"])
    assert said(editor) == [SAID[0]]


async def test_what_cannot_be_read_is_a_hint_with_what_was_meant(editors: Editors) -> None:
    editor = await editors.of(acting())
    editor.open(f"{PROGRAM}//! observ ttft mean 1\n")
    await editor.until(lambda: codes(editor) == ["SQ807"])
    (found,) = editor.published[-1].diagnostics
    assert found.severity is types.DiagnosticSeverity.Hint
    line = PROGRAM.count("\n")
    assert [each.new_text for each in (await actions(editor, line))["Write `observe`"]] == [
        "observe"
    ]


async def test_windows_line_ends_stay(editors: Editors) -> None:
    editor = await editors.of(acting())
    editor.open(f"{PROGRAM}//! ITER\n".replace("\n", "\r\n"))
    await editor.until(lambda: codes(editor) == ["SQ992"])
    offered = await actions(editor, PROGRAM.count("\n"))
    texts = [each.new_text for each in offered["Update the expectation"]]
    iterations = ("0.0000 0:0:p2", "1.0000 1:0:p4", "2.0000 0:0:d1", "3.0000 0:0:d1")
    assert texts == ["\r\n".join(f"//! ITER {each}" for each in iterations)]


@pytest.mark.parametrize("promise", ["//! refused\n", "//! error SQ401\n"])
async def test_a_refusal_is_judged_without_a_run(editors: Editors, promise: str) -> None:
    editor = await editors.of(acting())
    editor.open(PROGRAM.replace("chunk 4", "chunk four") + promise)
    await editor.until(lambda: codes(editor) == ["SQ401"])
