"""The example in a real Neovim: what its user sees when it is opened, asked, broken and mended."""

from __future__ import annotations

import re
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from sqlang.vocabulary import keyword
from tests.editors import neovim
from tests.editors.neovim import Json, Neovim, wait_for

EXAMPLE = Path(__file__).parents[2] / "examples" / "separate_phases.sq"
FOLDER = "Größe 模型 100% #1"  # whoever gets a path wrong gets this one wrong
# What the program does, by line from 0, as the issue and the design tell it.
STAGE, SET, PREFILL, DECODE = 6, 19, 22, 24
BATCHES = ["p2", "p4", "d1", "d1"]


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neovim]:
    """One editor for all tests, with a copy of the example open and the first run shown."""
    home = tmp_path_factory.mktemp("example")
    folder = home / FOLDER
    folder.mkdir()
    shutil.copy(EXAMPLE, folder / "separate phases é.sq")
    with neovim.running(home) as started:
        started.open(folder / "separate phases é.sq")
        started.lua("program = vim.api.nvim_get_current_buf()")
        wait_for(lambda: STAGE in hints(started), started.messages)
        yield started


@pytest.fixture
def example(editor: Neovim) -> Iterator[Neovim]:
    """The editor, which has the example as it was and nothing beside it once a test is over."""
    yield editor
    editor.keys("<Esc>")
    editor.lua(
        "vim.api.nvim_set_current_win(vim.fn.bufwinid(program))"
        ' vim.cmd("silent only! | edit!") vim.api.nvim_win_set_cursor(0, { 1, 0 })'
    )
    wait_for(lambda: STAGE in hints(editor), editor.messages)


def hints(editor: Neovim) -> dict[int, str]:
    """The inlay hints of the buffer: their labels by line."""
    shown: list[dict[str, Json]] = editor.lua(
        "return vim.tbl_map(function(hint) return hint.inlay_hint end,"
        " vim.lsp.inlay_hint.get({ bufnr = 0 }))"
    )
    return {hint["position"]["line"]: label(hint["label"]) for hint in shown}


def label(parts: Json) -> str:
    return parts if isinstance(parts, str) else "".join(part["value"] for part in parts)


def diagnostics(editor: Neovim) -> list[dict[str, Json]]:
    # An empty table of Lua may be an object in JSON.
    return list(editor.lua("return vim.diagnostic.get(0)"))


def text_beside(editor: Neovim) -> str:
    """What stands in all windows, floating ones included, but the program's own."""
    return str(
        editor.lua(
            'local text = "" for _, window in ipairs(vim.api.nvim_list_wins()) do'
            " local buffer = vim.api.nvim_win_get_buf(window)"
            ' if vim.bo[buffer].filetype ~= "serq" then text = text ..'
            ' table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\\n")'
            " end end return text"
        )
    )


def ask_once_more(editor: Neovim) -> None:
    """Waits for an answer, so that everything the server had to tell before has come."""
    editor.lua(
        'vim.lsp.buf_request_sync(0, "textDocument/hover",'
        ' vim.lsp.util.make_position_params(0, "utf-16"), 10000)'
    )


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def test_a_good_program_has_no_diagnostics_and_shows_its_batches(example: Neovim) -> None:
    shown = hints(example)
    assert re.findall(r"[pd]\d+", shown[STAGE]) == BATCHES
    assert re.findall(r"\d+:p\d+ @\d+", shown[PREFILL]) == ["0:p2 @0", "1:p4 @1"]
    assert re.findall(r"\d+:d\d+ @\d+", shown[DECODE]) == ["0:d1 @2", "0:d1 @3"]
    assert diagnostics(example) == []


def test_a_word_is_explained(example: Neovim) -> None:
    example.keys("gg/exclusive<CR>K")
    told = wait_for(lambda: text_beside(example), example.messages)
    word = keyword("exclusive", "serve")
    assert word is not None
    assert set(words(word.documentation)) <= set(words(told))


def test_a_mistake_is_marked_once_where_it_is_and_goes_when_it_is_mended(example: Neovim) -> None:
    example.keys("20Gfndw")  # `set t0 = now;` becomes `set t0 = ;`
    wait_for(lambda: diagnostics(example), example.messages)
    ask_once_more(example)
    (mistake,) = diagnostics(example)
    assert (mistake["lnum"], mistake["col"], mistake["code"]) == (19, 11, "SQ105")

    example.keys("u")
    wait_for(lambda: diagnostics(example) == [], example.messages)
    wait_for(lambda: re.findall(r"[pd]\d+", hints(example)[STAGE]) == BATCHES, example.messages)


def test_the_line_of_the_cursor_tells_its_values(example: Neovim) -> None:
    example.keys("20G")
    wait_for(lambda: hints(example).get(SET, "").strip() == "0, 1", example.messages)
    example.keys("28G")
    wait_for(lambda: SET not in hints(example), example.messages)


def press(editor: Neovim, program: int, command: str) -> None:
    """Takes the code lens of a buffer that stands for a command."""
    lens = (
        f"vim.iter(vim.lsp.codelens.get({program})):find("
        f'function(lens) return lens.command.command == "{command}" end)'
    )
    wait_for(lambda: editor.lua(f"return {lens} ~= nil"), editor.messages)
    client = 'vim.lsp.get_clients({ name = "serq" })[1]'
    editor.lua(f"{client}:exec_cmd({lens}.command, {{ bufnr = {program} }})")


def test_the_lenses_open_report_ir_and_trace_beside_the_program(example: Neovim) -> None:
    program = example.lua("return vim.api.nvim_get_current_buf()")

    press(example, program, "sq.run")
    wait_for(lambda: "2 arrived, 2 ended" in text_beside(example), example.messages)

    press(example, program, "sq.ir")
    wait_for(lambda: '"version": 8' in text_beside(example), example.messages)

    press(example, program, "sq.trace")
    wait_for(lambda: "p2 │ p4 │ d1 │ d1" in text_beside(example), example.messages)


def test_another_program_of_that_name_is_not_started(tmp_path: Path) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sq", "sqlang"):
        stranger = folder / name
        stranger.write_text(
            "#!/bin/sh\necho 'sq 1.3.1 (sequoia-openpgp 2.0.0)'\n", encoding="utf-8"
        )
        stranger.chmod(stranger.stat().st_mode | stat.S_IXUSR)
    with neovim.running(tmp_path / "home", search=folder) as editor:
        editor.open(EXAMPLE)
        wait_for(lambda: "no `sq` of sqlang found" in editor.messages(), editor.messages)
        assert editor.lua("return #vim.lsp.get_clients()") == 0
        assert editor.lua("return vim.bo.filetype") == "serq"
        assert editor.lua("return vim.bo.commentstring") == "// %s"
