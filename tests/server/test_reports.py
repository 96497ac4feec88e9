"""What a diagnostic carries, how many are sent, and what a client is told that has them already."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types
from pytest_lsp import LanguageClient

from sqlang.configuration.model import HintSelection
from sqlang_server import uris
from sqlang_server.checking.board import Board
from sqlang_server.checking.reports import Reports
from sqlang_server.client import Client
from sqlang_server.features.code_pages import code_page, pages_in
from sqlang_server.features.diagnostics import MOST_SHOWN, diagnostics, merged
from sqlang_server.settings import DEFAULTS
from tests.server.editor import editing, vs_code
from tests.server.snapshots import DEPLOYMENT, view_of
from tests.server.wire import DOCUMENT, FOREVER, wired

BROKEN = DEPLOYMENT.replace("set t0 = now;", "set t0 = ;")
UNUSED = DEPLOYMENT.replace("session {", "let spare = 1;\nsession {")
MANY = "session {\n%s}\nrun { horizon 9; }\n"
STATEMENTS = [f"  set a = missing{number};\n" for number in range(300)]


def test_a_code_leads_to_its_page() -> None:
    """Which is there, so that no link is dead."""
    (found,) = diagnostics(view_of(BROKEN, Client(code_descriptions=True)))
    assert found.code_description is not None
    path = uris.path_of(found.code_description.href)
    assert path is not None
    assert Path(path).read_text(encoding="utf-8")
    assert Path(path).name == "SQ105.md"


def test_an_installed_package_has_whole_pages(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    assert pages_in(str(tmp_path)) == str(tmp_path / "pages")
    (tmp_path / "whole_pages").mkdir()
    assert pages_in(str(tmp_path)) == str(tmp_path / "whole_pages")


def test_pages_may_be_elsewhere() -> None:
    assert code_page("SQ105", "https://example.org/codes") == "https://example.org/codes/SQ105"
    assert code_page("SQ105", "https://example.org/#") == "https://example.org/#SQ105"
    view = view_of(BROKEN, Client(code_descriptions=True))
    settings = DEFAULTS._replace(docs_url="https://example.org/")
    (found,) = diagnostics(view._replace(settings=settings))
    assert found.code_description == types.CodeDescription("https://example.org/SQ105")


def test_what_code_actions_need_is_kept_by_clients_that_can() -> None:
    text = DEPLOYMENT.replace("hold kv", "hold kvv")
    (found,) = diagnostics(view_of(text, Client(diagnostic_data=True)))
    assert found.data == {"fixes": ["Write `kv`"]}
    assert diagnostics(view_of(text))[0].data is None


def test_the_first_mistakes_are_sent_and_how_many_there_are() -> None:
    found = diagnostics(view_of(MANY % "".join(STATEMENTS)))
    *first, last = found
    assert len(first) == MOST_SHOWN
    assert {each.code for each in first} == {"SQ401"}
    assert last.message == "300 mistakes were found, of which the first 100 are shown"
    assert (last.severity, last.code) == (types.DiagnosticSeverity.Information, None)
    assert last.range.start == types.Position(MOST_SHOWN + 1, 10)


def test_as_many_as_are_sent_need_no_more_words() -> None:
    text = MANY % "".join(STATEMENTS[:MOST_SHOWN])
    assert [each.code for each in diagnostics(view_of(text))] == ["SQ401"] * MOST_SHOWN


def test_hints_that_the_project_ignores_are_not_shown() -> None:
    view = view_of(UNUSED)
    ignoring = HintSelection(ignore=frozenset({"SQ801"}))
    assert [each.code for each in diagnostics(view)] == ["SQ801"]
    assert diagnostics(view._replace(hints=ignoring)) == []


def mistake(line: int, message: str = "no") -> types.Diagnostic:
    place = types.Position(line, 0)
    return types.Diagnostic(types.Range(place, place), message, code="SQ105")


def test_a_mistake_found_from_several_sides_is_told_once() -> None:
    one, two = mistake(1), mistake(2)
    assert merged([[one], [mistake(1), two], [two]]) == [one, two]
    assert merged([[one], [mistake(1, "other")]]) == [one, mistake(1, "other")]


def test_a_board_tells_which_files_are_concerned() -> None:
    board = Board()
    assert board.put("a", {"x": [mistake(1)], "y": []}) == {"x"}
    assert board.put("b", {"x": [mistake(2)]}) == {"x"}
    assert board.at("x") == [[mistake(1)], [mistake(2)]]
    assert board.put("a", {"x": [mistake(1)]}) == set()
    assert board.files() == ("x",)
    assert board.put("a", {}) == {"x"}
    assert board.at("x") == [[mistake(2)]]


def test_a_result_has_one_name_as_long_as_it_is_the_same() -> None:
    reports = Reports()
    first = reports.result_id("file:///c%3A/a.sq", [mistake(1)])
    assert reports.result_id("file:///C:/a.sq", [mistake(1)]) == first
    second = reports.result_id("file:///C:/a.sq", [mistake(2)])
    assert second != first
    assert Reports().result_id("file:///C:/a.sq", [mistake(2)]) != second


async def test_who_has_the_diagnostics_is_told_so() -> None:
    async with editing(vs_code()) as editor:
        editor.open(BROKEN)
        full = await pull(editor.client, editor.uri, None)
        assert isinstance(full, types.RelatedFullDocumentDiagnosticReport)
        unchanged = await pull(editor.client, editor.uri, full.result_id)
        assert isinstance(unchanged, types.RelatedUnchangedDocumentDiagnosticReport)
        assert unchanged.result_id == full.result_id
        editor.replace("set t0 = ;", "set t0 = now;")
        after = await pull(editor.client, editor.uri, full.result_id)
        assert isinstance(after, types.RelatedFullDocumentDiagnosticReport)
        assert list(after.items) == []


async def test_a_library_that_was_mended_is_told_of_once_more(tmp_path: Path) -> None:
    library = tmp_path / "library.sq"
    library.write_text("def more(x) = x + missing;\n", encoding="utf-8")
    text = 'use "library.sq";\n' + DEPLOYMENT.replace("cost 1;", "cost more(1);")
    uri = (tmp_path / "program.sq").as_uri()
    async with editing(vs_code()) as editor:
        editor.open(text, uri)
        before = await pull(editor.client, uri, None)
        assert codes(before, library.as_uri()) == ["SQ401"]
        library.write_text("def more(x) = x + 1;\n", encoding="utf-8")
        after = await pull(editor.client, uri, None)
        assert codes(after, library.as_uri()) == []
        assert (await pull(editor.client, uri, None)).related_documents is None


def codes(report: types.DocumentDiagnosticReport, uri: str) -> list[object]:
    assert report.related_documents is not None
    related = report.related_documents[uri]
    assert isinstance(related, types.FullDocumentDiagnosticReport)
    return [each.code for each in related.items]


async def pull(
    client: LanguageClient, uri: str, previous: str | None
) -> types.DocumentDiagnosticReport:
    params = types.DocumentDiagnosticParams(
        types.TextDocumentIdentifier(uri), previous_result_id=previous
    )
    report: types.DocumentDiagnosticReport = await client.text_document_diagnostic_async(params)
    return report


async def test_a_document_that_was_closed_meanwhile_may_be_asked_for_again() -> None:
    """A client that cannot be asked to pull again waits for the run, which does not end here."""
    async with wired() as wire:
        await wire.initialize({"textDocument": {"diagnostic": {}}})
        wire.open(FOREVER)
        number = wire.ask("textDocument/diagnostic", DOCUMENT)
        wire.notify("textDocument/didClose", DOCUMENT)
        error = (await wire.answer(number))["error"]
        assert error["code"] == types.LSPErrorCodes.ServerCancelled
        assert error["data"] == {"retriggerRequest": True}
