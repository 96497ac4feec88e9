"""One long session in a real Neovim with a program, its library and its server."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editors import neovim
from tests.editors.neovim import Json, Neovim, quoted

FOLDER = "Größe 模型 100% #1"  # whoever gets a path wrong gets this one wrong
PROGRAM = """use "lib é.sq";
let size = twice(2);
pool kv { cap 20; }
stage engine : step {
  budget 4;
  cost 1;
}
workload { arrive batch(2); init { set prompt = size; } }
session {
  hold kv (prompt) { prefill prompt; }
  observe total = now;
}
run { horizon 50; }
"""
LIBRARY = "def twice(x) = x + x;\n"
ENCODE = "vim.iter(vim.diagnostic.get(0)):map(function(d) return d.code end):totable()"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neovim]:
    home = tmp_path_factory.mktemp("session")
    folder = home / FOLDER
    folder.mkdir()
    (folder / "lib é.sq").write_text(LIBRARY, encoding="utf-8")
    (folder / "program é.sq").write_text(PROGRAM, encoding="utf-8")
    (folder / "sqlang.toml").touch()
    with neovim.running(home) as editor:
        editor.open(folder / "program é.sq")
        editor.lua("program = vim.api.nvim_get_current_buf()")
        editor.until("#vim.lsp.get_clients({ bufnr = program }) == 1")
        editor.until(beside("engine", "iterations"))
        yield editor


@pytest.fixture
def editor(session: Neovim) -> Iterator[Neovim]:
    """The session with the program in its first state and nothing beside it."""
    yield session
    session.keys("<Esc>")
    session.lua(
        "vim.api.nvim_set_current_win(vim.fn.bufwinid(program)) vim.cmd('only!')"
        f" vim.api.nvim_buf_set_lines(program, 0, -1, false, vim.split({quoted(PROGRAM[:-1])},"
        ' "\\n"))'
    )
    session.until("#vim.diagnostic.get(program) == 0")


def beside(line: str, label: str) -> str:
    """Whether a hint stands beside the line that begins the stage or has the word."""
    return (
        "vim.iter(vim.lsp.inlay_hint.get({ bufnr = program })):any(function(hint)"
        " local text = vim.api.nvim_buf_get_lines(program, hint.inlay_hint.position.line,"
        " hint.inlay_hint.position.line + 1, false)[1]"
        f' return text:find("{line}") and vim.inspect(hint.inlay_hint.label):find("{label}") end)'
    )


def shown(kind: str) -> str:
    """The text of a view, as a Lua expression."""
    return (
        "table.concat(vim.api.nvim_buf_get_lines(vim.fn.bufnr("
        f'"sq-{kind}://" .. program .. "/"), 0, -1, false), "\\n")'
    )


def revealed(kind: str) -> str:
    """The lines of a view that are marked, from 1."""
    return (
        "vim.iter(vim.api.nvim_buf_get_extmarks(vim.fn.bufnr("
        f'"sq-{kind}://" .. program .. "/"), vim.api.nvim_create_namespace("serq.preview"),'
        " 0, -1, { details = true })):map(function(mark)"
        " return { mark[2] + 1, mark[4].end_row + 1 } end):totable()"
    )


def line(number: int) -> str:
    return f"vim.api.nvim_buf_get_lines(program, {number - 1}, {number}, false)[1]"


def go(editor: Neovim, row: int, column: int = 0) -> None:
    editor.lua(
        f"vim.api.nvim_win_set_cursor(0, {{ {row}, {column} }})"
        ' vim.api.nvim_exec_autocmds("CursorMoved", { buffer = program })'
    )


def edit(editor: Neovim, row: int, text: str) -> None:
    editor.lua(
        f"vim.api.nvim_buf_set_lines(program, {row - 1}, {row}, false, {{ {quoted(text)} }})"
        ' vim.api.nvim_exec_autocmds("TextChanged", { buffer = program })'
    )


def test_a_right_program_is_silent_and_its_constants_are_shown(editor: Neovim) -> None:
    assert list(editor.lua(f"return {ENCODE}")) == []
    editor.until(beside("let size", "4"))


def test_a_mistake_is_told_once(editor: Neovim) -> None:
    edit(editor, 6, "  cost nothing;")
    editor.until("#vim.diagnostic.get(program) > 0")
    editor.lua(
        'vim.lsp.buf_request_sync(program, "textDocument/hover",'
        ' vim.lsp.util.make_position_params(0, "utf-8"), 10000)'
    )
    assert len(editor.lua(f"return {ENCODE}")) == 1


def test_a_word_and_a_name_of_the_library_are_explained(editor: Neovim) -> None:
    go(editor, 2, 12)
    editor.keys("K")
    floating = (
        "(function() for _, window in ipairs(vim.api.nvim_list_wins()) do"
        ' if vim.api.nvim_win_get_config(window).relative ~= "" then'
        " return table.concat(vim.api.nvim_buf_get_lines("
        'vim.api.nvim_win_get_buf(window), 0, -1, false), "\\n") end end end)()'
    )
    assert "twice(x)" in editor.until(floating)


def test_a_name_of_the_library_leads_there(editor: Neovim) -> None:
    go(editor, 2, 12)
    editor.keys("<C-]>")
    editor.until('vim.fn.expand("%:t") == "lib é.sq"')
    assert editor.lua("return vim.api.nvim_win_get_cursor(0)") == [1, 4]
    editor.until("#vim.lsp.get_clients({ bufnr = 0 }) == 1")
    assert editor.lua('return #vim.lsp.get_clients({ name = "serq" })') == 1
    editor.lua("vim.cmd.buffer(program)")


def test_words_are_completed(editor: Neovim) -> None:
    edit(editor, 6, "  cost 1; ch")
    go(editor, 6, 11)
    editor.keys("A<C-x><C-o>")
    words = (
        "vim.fn.pumvisible() == 1 and vim.iter(vim.fn.complete_info({ 'items' }).items)"
        ":map(function(item) return item.word or item.abbr end):totable()"
    )
    assert any(each.startswith("chunk") for each in editor.until(words))


def test_a_name_is_renamed_everywhere(editor: Neovim) -> None:
    go(editor, 2, 4)
    editor.lua('vim.lsp.buf.rename("amount")')
    editor.until(f'{line(2)} == "let amount = twice(2);"')
    assert "set prompt = amount;" in editor.lua(f"return {line(8)}")


def test_renaming_in_the_library_changes_the_program(editor: Neovim) -> None:
    go(editor, 2, 12)
    editor.lua('vim.lsp.buf.rename("doubled")')
    editor.until(f'{line(2)} == "let size = doubled(2);"')
    library = 'vim.fn.bufnr("lib é.sq")'
    changed = editor.lua(f"return vim.api.nvim_buf_get_lines({library}, 0, -1, false)")
    assert changed == ["def doubled(x) = x + x;"]
    editor.lua(
        f'vim.api.nvim_buf_set_lines({library}, 0, -1, false, {{ "def twice(x) = x + x;" }})'
    )


def test_a_fix_is_applied(editor: Neovim) -> None:
    edit(editor, 5, "  budgt 4;")
    editor.until("#vim.diagnostic.get(program) > 0")
    go(editor, 5, 3)
    editor.lua(
        'vim.lsp.buf.code_action({ apply = true, context = { only = { "quickfix" } },'
        " filter = function(action) return action.title:find('budget') end })"
    )
    editor.until(f'{line(5)} == "  budget 4;"')


def test_the_server_formats_what_stands_there(editor: Neovim) -> None:
    edit(editor, 6, "cost   1 ;")
    editor.lua("vim.lsp.buf.format({ timeout_ms = 10000 })")
    assert editor.lua(f"return {line(6)}") == "  cost 1;"


def test_colors_of_the_server_are_those_of_the_syntax(editor: Neovim) -> None:
    looks = editor.until(
        "(function() local found = {} local inspected = vim.inspect_pos(program, 3, 6)"
        " for _, token in ipairs(inspected.semantic_tokens) do"
        " found[token.opts.hl_group] = token.opts.hl_group_link end"
        ' return found["@lsp.type.class.serq"] and found end)()'
    )
    assert looks["@lsp.type.class.serq"] == "Type"
    assert editor.lua('return vim.fn.synIDattr(vim.fn.synID(4, 7, 1), "name")') == "serqStage"


def test_the_ir_follows_cursor_and_text(editor: Neovim) -> None:
    go(editor, 6)
    editor.lua('vim.cmd("SqIr")')
    assert editor.lua("return vim.api.nvim_get_current_buf() == program")
    editor.until(f"{shown('ir')}:find('\"version\": 8')")
    first = editor.until(f"{revealed('ir')}[1]")
    go(editor, 10, 25)
    editor.until(f"not vim.deep_equal({revealed('ir')}[1], {{ {first[0]}, {first[1]} }})")

    edit(editor, 6, "  cost 12345;")
    editor.until(f"{shown('ir')}:find('12345')")
    winbar = "vim.wo[vim.fn.bufwinid(vim.fn.bufnr('sq-ir://' .. program .. '/'))].winbar"
    assert editor.lua(f"return {winbar}") == ""
    edit(editor, 6, "  cost ;")
    editor.until(f"{winbar}:find('the program has errors')")
    assert "12345" in editor.lua(f"return {shown('ir')}")
    edit(editor, 6, "  cost 1;")
    editor.until(f"{winbar} == ''")


def test_enter_in_a_view_leads_to_the_program(editor: Neovim) -> None:
    editor.lua('vim.cmd("SqTrace")')
    editor.until(f"{shown('trace')}:find('stage engine')")
    editor.lua(
        "vim.api.nvim_set_current_win(vim.fn.bufwinid(vim.fn.bufnr('sq-trace://' .. program)))"
        " vim.fn.search('prefill prompt')"
    )
    editor.keys("<CR>")
    editor.until("vim.api.nvim_get_current_buf() == program")
    assert editor.lua("return vim.api.nvim_win_get_cursor(0)[1]") == 10


def test_report_and_timeline(editor: Neovim) -> None:
    editor.lua('vim.cmd("SqRun")')
    editor.until(f"{shown('report')}:find('2 arrived')")
    editor.lua('vim.cmd("SqTimeline")')
    editor.until(f"{shown('timeline')}:find('engine')")
    assert editor.lua("return #vim.api.nvim_list_wins()") == 3
    editor.lua('vim.cmd("SqRun")')  # the one that is there already
    assert editor.lua("return #vim.api.nvim_list_wins()") == 3


def test_a_status_line_says_how_the_run_is_or_what_is_wrong(editor: Neovim) -> None:
    status = "require('sq').status(program)"
    editor.until(f"{status} == 'serQ: ok'")
    editor.lua("vim.o.statusline = \"%{v:lua.require'sq'.status()}|\"")
    drawn = "vim.api.nvim_eval_statusline(vim.o.statusline, {}).str"
    assert editor.lua(f"return {drawn}") == "serQ: ok|"
    edit(editor, 6, "  cost nothing;")
    editor.until(f"{status} == 'serQ: 1 mistake'")
    edit(editor, 6, "  cost 2;")
    editor.until(f"{status} == 'serQ: ok'")
    assert editor.lua("vim.cmd.enew() return require('sq').status()") == ""
    editor.lua("vim.cmd.buffer(program) vim.cmd('set statusline&')")


def test_a_comparison_with_another_program(editor: Neovim) -> None:
    name = "other [é] $HOME.sq"
    path = Path(editor.lua("return vim.api.nvim_buf_get_name(program)")).with_name(name)
    path.write_text(PROGRAM.replace("budget 4", "budget 2"), encoding="utf-8")
    editor.lua(f'vim.cmd("SqCompare " .. vim.fn.fnameescape({quoted(str(path))}))')
    editor.until(f"{shown('compare')}:find({quoted(name)}, 1, true)")


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("5SqCompare", "without line 5"),
        ("SqCompare size=8", "size"),
        ("SqCompare budget 2", "budget 2"),
    ],
)
def test_comparisons(editor: Neovim, command: str, told: str) -> None:
    editor.lua(f'vim.cmd("{command}")')
    editor.until(f"{shown('compare')}:find({quoted(told)}, 1, true)")


def test_an_impossible_comparison_says_why(editor: Neovim) -> None:
    editor.lua('vim.cmd("SqCompare nothing=8")')
    editor.until('vim.fn.execute("messages"):find("serq: .*nothing")')


def server(editor: Neovim) -> Json:
    return editor.lua(
        "return vim.iter(vim.api.nvim_get_proc_children(vim.fn.getpid())):filter(function(id)"
        " local process = vim.api.nvim_get_proc(id)"
        ' return process and process.name ~= "nvim" end):totable()'
    )


def test_a_server_that_falls_comes_back(editor: Neovim) -> None:
    editor.lua('vim.cmd("SqIr")')
    editor.until(f"{shown('ir')}:find('version')")
    old = editor.lua("return vim.lsp.get_clients({ bufnr = program })[1].id")
    for process in server(editor):
        os.kill(int(process), signal.SIGKILL)
    editor.until(f"vim.lsp.get_clients({{ bufnr = program }})[1].id ~= {old}")
    editor.until(beside("engine", "iterations"))
    edit(editor, 6, "  cost 54321;")
    editor.until(f"{shown('ir')}:find('54321')")
    edit(editor, 6, "  cost nothing;")
    editor.until("#vim.diagnostic.get(program) == 1")
    editor.lua('vim.cmd("checkhealth sq")')
    told = editor.lua('return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n")')
    editor.lua('vim.cmd("bwipeout!")')
    assert "A server is running: " in told
    assert "has fallen 1 times of late" in told


def test_restarting_reads_the_options_again(editor: Neovim) -> None:
    old = editor.lua("return vim.lsp.get_clients({ bufnr = program })[1].id")
    editor.lua("vim.g.serq = { settings = { restricted = true } }")
    editor.lua('vim.cmd("SqRestart")')
    editor.until(f"vim.lsp.get_clients({{ bufnr = program }})[1].id ~= {old}")
    editor.until(beside("let size", "4"))
    assert not editor.lua(f"return {beside('engine', 'iterations')} or false")
    editor.lua('vim.cmd("SqRun")')
    winbar = "vim.wo[vim.fn.bufwinid(vim.fn.bufnr('sq-report://' .. program .. '/'))].winbar"
    editor.until(f"{winbar} ~= ''")
