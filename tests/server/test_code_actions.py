"""Fixes, refactorings and questions, as a client gets them."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from sqlang.analysis import Analysis, analyze
from sqlang.views.comparison.changes import Without, apply_changes
from sqlang_server import extensions
from sqlang_server.client import Client
from sqlang_server.features.code_actions.clauses import clause_questions
from sqlang_server.features.code_actions.offered import code_actions
from sqlang_server.view import View
from tests.server.editor import EXAMPLE, editing
from tests.server.snapshots import DEPLOYMENT, URI, everything, view_of
from tests.server.test_completion_examples import EXAMPLES, example
from tests.server.test_expectations import acting, apply, edits_of

LITERALS = Client(code_action_literals=True)
MISSPELT = DEPLOYMENT.replace("run engine", "run engin")
TWO_MISTAKES = "session {\n  set a = 1;;\n  set b = a;;\n  observe c = b;\n}\nrun { horizon 9; }\n"


def offered(
    text: str, piece: str, only: list[str] | None = None, client: Client = LITERALS
) -> list[types.CodeAction]:
    view = view_of(text, client)
    start = text.index(piece)
    place = view.positions.range(start, start + len(piece))
    return code_actions(view, place, only) or []


def titles(actions: list[types.CodeAction]) -> list[str]:
    return [action.title for action in actions]


def test_every_fix_of_the_catalogue_is_offered_where_its_mistake_is() -> None:
    (fix,) = offered(MISSPELT, "engin ")[:1]
    assert fix.title == "Write `engine`"
    assert fix.kind == "quickfix"
    assert [found.code for found in fix.diagnostics or ()] == ["SQ404"]
    assert fix.edit is not None
    assert fix.edit.changes is not None
    (edit,) = fix.edit.changes[URI]
    assert edit.new_text == "engine"


def test_nothing_is_fixed_elsewhere() -> None:
    assert "quickfix" not in [action.kind for action in offered(MISSPELT, "pool kv")]


def test_all_safe_fixes_come_together_to_who_asks_for_them() -> None:
    (action,) = offered(TWO_MISTAKES, "session", [extensions.ACTION_FIX_ALL])
    assert action.edit is not None
    assert action.edit.changes is not None
    assert [edit.range.start.line for edit in action.edit.changes[URI]] == [1, 2]
    assert action.kind == extensions.ACTION_FIX_ALL
    assert extensions.ACTION_FIX_ALL not in [a.kind for a in offered(TWO_MISTAKES, "session")]
    assert titles(offered(TWO_MISTAKES, "session", ["source.fixAll"])) == [action.title]
    assert titles(offered(TWO_MISTAKES, "session", ["source"])) == [action.title]
    assert offered(TWO_MISTAKES, "session", ["source.fixAll.other"]) == []


def test_without_mistakes_there_is_nothing_to_fix_at_once() -> None:
    assert offered(DEPLOYMENT, "session", [extensions.ACTION_FIX_ALL]) == []


@pytest.mark.parametrize(
    ("only", "expected"),
    [
        (["refactor.extract"], ["Extract to `let value`", "Extract to `def expression`"]),
        (["refactor"], ["Extract to `let value`", "Extract to `def expression`"]),
        (["refactor.inline"], []),
        (["quickfix"], []),
        ([], []),
    ],
)
def test_only_what_is_asked_for_comes(only: list[str], expected: list[str]) -> None:
    text = DEPLOYMENT.replace("cap 20", "cap 4 * 5")
    assert titles(offered(text, "4 * 5", only)) == expected


def test_a_clause_is_explained_by_two_runs() -> None:
    text = DEPLOYMENT.replace("{ budget rate; cost 1; ", "{\n  budget rate;\n  cost 1;\n  ")
    (question,) = offered(text, "budget", [extensions.ACTION_EXPLAIN])
    assert question.title == "What does this clause do?"
    assert question.command is not None
    assert question.command.command == extensions.COMMAND_COMPARE
    assert question.command.arguments == [{"uri": URI, "without": "4"}]


def test_a_clause_that_shares_its_line_is_not_asked_about() -> None:
    assert offered(DEPLOYMENT, "budget", [extensions.ACTION_EXPLAIN]) == []


def without(view: View, line: int) -> Analysis:
    changed = apply_changes(view.analysis, [Without(line, line)])
    return analyze(changed.source)


@pytest.mark.parametrize(
    "path",
    [path for path in EXAMPLES if path.parent.name == "examples"],
    ids=lambda path: path.name,
)
def test_without_a_clause_that_is_asked_about_there_is_a_program(path: Path) -> None:
    """So the question has an answer."""
    view = example(path)
    asked = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and view.source.text.count(line) == 1:
            start = view.source.text.index(line.strip())
            for question in clause_questions(view, start, start):
                assert question.command is not None
                (argument,) = question.command.arguments or ()
                assert isinstance(argument, dict)
                assert without(view, int(argument["without"])).program is not None, line
                asked += 1
    assert asked > 0


def test_a_clause_without_which_there_is_no_program_is_not_asked_about() -> None:
    text = DEPLOYMENT.replace("{ budget rate; cost 1; ", "{\n  budget rate;\n  cost 1;\n  ")
    assert offered(text, "cost 1;", [extensions.ACTION_EXPLAIN]) == []
    assert offered(text, "horizon", [extensions.ACTION_EXPLAIN]) == []


def test_a_clause_may_be_selected_with_its_end() -> None:
    text = DEPLOYMENT.replace("{ budget rate; cost 1; ", "{\n  budget rate;\n  cost 1;\n  ")
    for piece in ("budget rate", "budget rate;", "  budget rate;\n"):
        assert len(offered(text, piece, [extensions.ACTION_EXPLAIN])) == 1, piece


def test_what_is_offered_was_announced() -> None:
    text = DEPLOYMENT.replace("cap 20", "cap 4 * 5")
    view = view_of(text, LITERALS)
    for only in (None, ["source"]):
        for action in code_actions(view, everything(), only) or ():
            assert action.kind in extensions.CODE_ACTION_KINDS


async def test_a_fix_mends_the_text_of_an_editor() -> None:
    async with editing(acting()) as editor:
        editor.open(EXAMPLE.read_text(encoding="utf-8").replace("observe", "observ", 1))
        await editor.until(lambda: bool(editor.latest()))
        place = types.Range(editor.at("observ "), editor.at("observ "))
        params = types.CodeActionParams(editor.document, place, types.CodeActionContext([]))
        found = await editor.client.text_document_code_action_async(params)
        fix = next(each for each in found or () if each.title == "Write `observe`")
        apply(editor, edits_of(fix, editor))
        await editor.until(lambda: editor.latest() == [])
