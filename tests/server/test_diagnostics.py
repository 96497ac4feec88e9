"""Diagnostics as the protocol has them, and when they come and go."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types

from sqlang.syntax.workspace import Workspace
from sqlang.views.outcome import Stop
from sqlang_server.client import Client
from sqlang_server.features.diagnostics import diagnostics, in_libraries
from tests.server.editor import EXAMPLE, Editor, Editors, poor, pushed, vs_code
from tests.server.snapshots import DEPLOYMENT, at, fault, mark, traced, view_of

BROKEN = DEPLOYMENT.replace("set t0 = now;", "set t0 = ;")
PROGRAM = EXAMPLE.read_text(encoding="utf-8")
FAILING = """stage s : delay;
workload { arrive batch(3); }
session {
  run s (serial);
  branch (serial) { end; }
}
run { horizon 9; }
"""


def test_a_mistake_has_its_code_its_place_and_its_sentence() -> None:
    (found,) = diagnostics(view_of(BROKEN))
    assert (found.code, found.source) == ("SQ105", "serq")
    assert found.severity is types.DiagnosticSeverity.Error
    assert found.range.start == at(BROKEN, ";\n  hold")
    assert found.message
    assert found.code_description is None


def test_a_good_program_has_none() -> None:
    assert diagnostics(view_of()) == []


DOUBLE = DEPLOYMENT + "pool kv { cap 3; }\n"


def test_related_places_are_told_to_who_can_show_them() -> None:
    (found,) = diagnostics(view_of(DOUBLE, Client(related_information=True)))
    assert found.related_information is not None
    assert [each.location.range.start.line for each in found.related_information] == [1]
    (plain,) = diagnostics(view_of(DOUBLE))
    assert plain.related_information is None


def test_every_range_is_in_the_text() -> None:
    for end in range(len(DEPLOYMENT)):
        text = DEPLOYMENT[:end]
        lines = text.split("\n")
        for found in diagnostics(view_of(text)):
            start, stop = found.range.start, found.range.end
            assert (start.line, start.character) <= (stop.line, stop.character)
            assert stop.line < len(lines)
            assert stop.character <= len(lines[stop.line])


def test_a_failed_run_is_a_diagnostic_where_it_failed() -> None:
    failed = traced(failures=(fault(DEPLOYMENT, "set t0 = now;"),))
    (found,) = diagnostics(view_of(traced=failed))
    assert (found.code, found.range.start) == ("SQ901", at(DEPLOYMENT, "set t0"))
    assert found.message == "guard is 2 (in session 3 at time 1.5)"


def test_how_another_program_failed_is_of_no_interest() -> None:
    failed = traced(failures=(fault(DEPLOYMENT, "set t0 = now;"),))
    text = DEPLOYMENT.replace("cap 20", "cap 30")
    assert diagnostics(view_of(text, traced=failed)) == []


UNREACHED = (
    mark(DEPLOYMENT, "hold kv (4) { run engine prefill (2); }", "never reached", "unreached"),
    mark(DEPLOYMENT, "run engine prefill (2);", "", "unreached"),
    mark(DEPLOYMENT, "set t0 = now;", "0, 0", "set"),
)


def test_what_no_session_reached_is_faded() -> None:
    view = view_of(client=Client(faded_tag=True), traced=traced(marks=UNREACHED))
    found = diagnostics(view)
    assert [each.code for each in found] == ["SQ806", "SQ806"]
    assert all(each.tags == [types.DiagnosticTag.Unnecessary] for each in found)
    assert all(each.severity is types.DiagnosticSeverity.Hint for each in found)


UNUSED = DEPLOYMENT.replace("session {", "let spare = 1;\nsession {")
ENDED = DEPLOYMENT.replace("  observe total", "  end;\n  observe total")


def test_what_is_never_used_is_faded() -> None:
    (found,) = diagnostics(view_of(UNUSED, Client(faded_tag=True)))
    assert (found.code, found.range.start) == ("SQ801", at(UNUSED, "spare"))
    assert found.severity is types.DiagnosticSeverity.Hint
    assert found.tags == [types.DiagnosticTag.Unnecessary]
    (plain,) = diagnostics(view_of(UNUSED))
    assert plain.tags is None


def test_what_no_run_can_reach_is_told_once() -> None:
    marks = (mark(ENDED, "observe total = now - t0;", "never reached", "unreached"),)
    (found,) = diagnostics(view_of(ENDED, traced=traced(ENDED, marks)))
    assert (found.code, found.range.start) == ("SQ806", at(ENDED, "observe"))
    assert found.message == "this is never reached: the session ends before it"


def test_a_run_that_was_stopped_tells_nothing_about_what_it_did_not_reach() -> None:
    values = traced(marks=UNREACHED, stopped=Stop("iterations", 3.0))
    assert diagnostics(view_of(traced=values)) == []


def test_the_mistakes_of_a_library_are_told_there_and_once_where_it_is_used() -> None:
    workspace = Workspace()
    workspace.open_buffer("/work/parts.sq", "def f(x) = x @ 1;\n")
    text = 'use "parts.sq";\n' + DEPLOYMENT
    view = view_of(text, workspace=workspace)
    (used,) = diagnostics(view)
    assert (used.code, used.range.start) == ("SQ001", at(text, "use"))
    assert list(in_libraries(view)) == ["file:///work/parts.sq"]


def test_a_file_of_definitions_alone_need_not_say_how_long_to_run() -> None:
    library = "def more(x) = x + 1;\ndef f(x) = more(x);\n"
    assert diagnostics(view_of(library)) == []
    (found,) = diagnostics(view_of(library + "session { }\n"))
    assert found.code == "SQ451"


async def pushes(editor: Editor, count: int) -> list[types.PublishDiagnosticsParams]:
    await editor.until(lambda: len(editor.published) >= count)
    return editor.published


async def test_pushes_carry_the_version(editors: Editors) -> None:
    editor = await editors.of(poor())
    editor.open(BROKEN, version=7)
    (first,) = await pushes(editor, 1)
    assert (first.version, len(first.diagnostics)) == (7, 1)


async def test_closing_takes_everything_back_and_nothing_follows(editors: Editors) -> None:
    editor = await editors.of(poor())
    editor.open(BROKEN)
    await pushes(editor, 1)
    editor.edit((0, 0, "let x = ;"))
    editor.close()
    await editor.until(lambda: not editor.published[-1].diagnostics)
    seen = len(editor.published)
    await asyncio.sleep(0.3)
    assert len(editor.published) == seen


async def test_quick_edits_are_pushed_once_and_in_order(editors: Editors) -> None:
    editor = await editors.of(poor(), {"diagnostics": {"delay": 2000}})
    editor.open(BROKEN)
    for _ in range(20):
        editor.edit((0, 0, " "))
    await editor.until(lambda: editor.latest() is not None)
    assert [params.version for params in editor.published] == [21]


@pytest.mark.parametrize("pulls", [True, False])
async def test_diagnostics_are_pushed_or_pulled_but_never_both(
    editors: Editors, pulls: bool
) -> None:
    editor = await editors.of(vs_code() if pulls else poor())
    assert (editor.result.capabilities.diagnostic_provider is not None) == pulls
    editor.open(BROKEN)
    assert [each.code for each in await editor.diagnostics()] == ["SQ105"]
    editor.close()
    await asyncio.sleep(0.3)
    assert bool(editor.published) != pulls


async def test_a_run_that_fails_is_told_at_its_statement(editors: Editors) -> None:
    editor = await editors.of(poor())
    editor.open(FAILING)
    await editor.until(lambda: bool(editor.latest()))
    (found,) = editor.latest() or []
    assert found.code == "SQ901"
    assert found.range.start == editor.at("branch")
    assert found.message.endswith("(in session 2 at time 2, where serial = 2)")
    editor.replace("branch (serial)", "branch (serial > 1)")
    assert await editor.diagnostics() == []


async def test_a_client_that_pulls_is_asked_to_when_a_run_fails(editors: Editors) -> None:
    editor = await editors.of(vs_code())
    editor.open(FAILING)
    await editor.until(lambda: types.WORKSPACE_DIAGNOSTIC_REFRESH in editor.asked)
    assert [each.code for each in await editor.diagnostics()] == ["SQ901"]


@pytest.mark.parametrize(
    ("item", "place", "code"),
    [
        ("arrive renewal(0 - 1)", "arrive renewal", "SQ910"),
        ('arrive batch(1); trace "no/t.csv"', "trace", "SQ921"),
    ],
)
async def test_a_failure_without_a_statement_is_told_at_the_part_at_fault(
    editors: Editors, item: str, place: str, code: str
) -> None:
    editor = await editors.of(poor())
    editor.open(f"workload {{\n  {item};\n}}\nsession {{ end; }}\nrun {{ horizon 5; }}\n")
    await editor.until(lambda: bool(editor.latest()))
    (found,) = editor.latest() or []
    assert (found.code, found.range.start) == (code, editor.at(place))


async def test_an_unsaved_library_counts(editors: Editors, tmp_path: Path) -> None:
    """Its mistakes are shown at the library, and go when they are mended, saved or not."""
    library, program = tmp_path / "parts.sq", tmp_path / "program.sq"
    library.write_text("def more(x) = x + 1;\n", encoding="utf-8")
    text = 'use "parts.sq";\n' + PROGRAM.replace("cost 1;", "cost more(0);")
    editor = await editors.of(pushed())
    editor.open(text, program.as_uri())
    assert await editor.diagnostics() == []
    editor.open("def other(x) = x;\n", library.as_uri())
    await editor.until(lambda: any(by(editor, program.as_uri())))
    assert by(editor, program.as_uri())[-1].code == "SQ408"
    editor.replace("other(x) = x", "more(x) = x")
    await editor.until(lambda: not by(editor, program.as_uri()))


USE_BEFORE = "def twice(v) = v + missing;\n"


@pytest.mark.parametrize("pulls", [True, False])
async def test_an_open_library_shows_what_a_program_finds_in_it(
    editors: Editors, tmp_path: Path, pulls: bool
) -> None:
    """Besides what its own text shows, each mistake once, and only while a program finds it."""
    library, program = tmp_path / "parts.sq", tmp_path / "program.sq"
    library.write_text(USE_BEFORE, encoding="utf-8")
    text = 'use "parts.sq";\n' + PROGRAM.replace("cost 1;", "cost twice(1);")
    editor = await editors.of(vs_code() if pulls else pushed())
    editor.open(text, program.as_uri())
    editor.open(USE_BEFORE, library.as_uri())
    assert await shown(editor) == [("SQ401", editor.at("missing"))]
    editor.replace("missing;", "missing;\ndef other(x) = x @ 1;")
    both = [("SQ001", editor.at("@")), ("SQ401", editor.at("missing"))]
    assert await shown(editor) == both
    editor.replace("@ 1", "+ 1")
    editor.replace("missing", "1")
    assert await shown(editor) == []


async def test_a_closed_library_still_shows_what_a_program_finds_in_it(
    editors: Editors, tmp_path: Path
) -> None:
    library, program = tmp_path / "parts.sq", tmp_path / "program.sq"
    library.write_text(USE_BEFORE, encoding="utf-8")
    text = 'use "parts.sq";\n' + PROGRAM.replace("cost 1;", "cost twice(1);")
    editor = await editors.of(pushed())
    editor.open(text, program.as_uri())
    editor.open(USE_BEFORE.replace("missing", "1"), library.as_uri())
    await editor.until(lambda: any(p.uri == library.as_uri() for p in editor.published))
    assert by(editor, library.as_uri()) == []
    editor.close()
    await editor.until(lambda: bool(by(editor, library.as_uri())))
    assert [found.code for found in by(editor, library.as_uri())] == ["SQ401"]


async def shown(editor: Editor) -> list[tuple[int | str | None, types.Position]]:
    """Codes and places in the present text."""
    return [(each.code, each.range.start) for each in await editor.diagnostics()]


def by(editor: Editor, uri: str) -> list[types.Diagnostic]:
    """The last diagnostics pushed for a document."""
    found = [params.diagnostics for params in editor.published if params.uri == uri]
    return list(found[-1]) if found else []


async def test_an_untitled_program_has_nowhere_to_look_for_libraries(editors: Editors) -> None:
    editor = await editors.of(poor())
    editor.open('use "separate_phases.sq";\n' + PROGRAM, "untitled:Untitled-1")
    (found,) = await editor.diagnostics()
    assert found.code == "SQ231"
