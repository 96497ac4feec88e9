"""What the plugin says when it is asked how it is, its manual, and what needs no server."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from sqlang import __version__
from tests.editors import neovim
from tests.editors.neovim import COMMANDS, PLUGIN, Neovim, quoted

FOREIGN = "#!/bin/sh\necho 'sq 1.3.1 (sequoia-openpgp 2.0.0)'\n"
BROKEN = "#!/bin/sh\necho 'no module named sqlang' >&2\nexit 1\n"
PROGRAM = """let s = "("; // }
session {
  branch (max(1, 2)) { end; } else {
    // region r
    end;
    // endregion
  }
}
"""


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neovim]:
    home = tmp_path_factory.mktemp("health")
    with neovim.running(home, home, "let g:serq_folding = 1") as started:
        started.lua("defaults = require('serq').options()")
        yield started


def health(editor: Neovim, path: str) -> str:
    """What `:checkhealth sq` says if commands are found on a path."""
    text = editor.lua(
        f"vim.env.PATH = {quoted(path)} vim.cmd('checkhealth sq')"
        ' local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n")'
        ' vim.cmd("bwipeout!") return text'
    )
    return str(text)


def stranger(folder: Path, text: str) -> str:
    """A folder in which `sq` is something else."""
    folder.mkdir()
    program = folder / "sq"
    program.write_text(text, encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return str(folder)


def test_without_a_command_it_says_how_to_get_one(editor: Neovim, tmp_path: Path) -> None:
    told = health(editor, str(tmp_path))
    assert "`sq` is not there" in told
    assert "`sqlang` is not there" in told
    assert "ERROR No `sq` of sqlang was found" in told
    assert "pip install /path/to/clone" in told


def test_another_program_of_that_name_is_told_apart(editor: Neovim, tmp_path: Path) -> None:
    told = health(editor, stranger(tmp_path / "bin", FOREIGN) + ":/usr/bin:/bin")
    assert f"`sq` is another program: {tmp_path}/bin/sq says `sq 1.3.1 (sequoia" in told
    assert "ERROR No `sq` of sqlang was found" in told


def test_a_command_that_does_not_run_is_shown_with_its_reason(
    editor: Neovim, tmp_path: Path
) -> None:
    told = health(editor, stranger(tmp_path / "bin", BROKEN) + ":/usr/bin:/bin")
    assert f"`sq` does not run: {tmp_path}/bin/sq says `no module named sqlang`" in told


def test_ours_is_fine_and_found_behind_a_stranger_under_its_other_name(
    editor: Neovim, tmp_path: Path
) -> None:
    path = f"{stranger(tmp_path / 'bin', FOREIGN)}:{COMMANDS}:/usr/bin:/bin"
    told = health(editor, path)
    assert "`sq` is another program" in told
    assert f"`sqlang` is ours: sqlang {__version__} (IR 8" in told
    assert "No server is running" in told
    assert "ERROR" not in told


def test_an_option_that_there_is_not_is_told(editor: Neovim, tmp_path: Path) -> None:
    editor.lua("vim.g.serq = { comand = 'sq', code_lens = false }")
    told = health(editor, str(tmp_path))
    editor.lua("vim.g.serq = nil")
    assert "`vim.g.serq`: there is no option `comand`, but code_lens, " in told
    assert "there is no option `code_lens`" not in told


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("'text'", "it has to be a table"),
        ("{ command = 5 }", "`command` has to be a text"),
        ("{ split = 'top' }", "`split` has to be one of right, left, below, above"),
        ("{ settings = 'restricted' }", "`settings` has to be a table"),
        ("{ inlay_hints = 1 }", "`inlay_hints` has to be a boolean"),
    ],
)
def test_what_makes_no_sense_is_told_and_counts_for_nothing(
    editor: Neovim, tmp_path: Path, options: str, told: str
) -> None:
    editor.lua(f"vim.g.serq = {options}")
    said = health(editor, str(tmp_path))
    in_force = editor.lua("return vim.deep_equal(require('serq').options(), defaults)")
    editor.lua("vim.g.serq = nil")
    assert f"`vim.g.serq`: {told}" in said
    assert in_force


def test_commands_say_that_there_is_no_server(editor: Neovim, tmp_path: Path) -> None:
    editor.lua(f"vim.env.PATH = {quoted(str(tmp_path))}")
    editor.lua('vim.cmd("SqIr")')
    assert "this is no serQ program" in editor.messages()
    program = tmp_path / "a.sq"
    program.write_text(PROGRAM, encoding="utf-8")
    editor.open(program)
    editor.lua('vim.cmd("SqIr")')
    assert "`:checkhealth sq` says why" in editor.messages()


def test_percent_goes_to_the_other_bracket(editor: Neovim, tmp_path: Path) -> None:
    program = tmp_path / "a.sq"
    program.write_text(PROGRAM, encoding="utf-8")
    editor.open(program)

    def jump(line: int, column: int) -> list[int]:
        at = editor.lua(
            f"vim.api.nvim_win_set_cursor(0, {{ {line}, {column} }})"
            ' vim.cmd("normal %") return vim.api.nvim_win_get_cursor(0)'
        )
        return [int(each) for each in at]

    assert jump(2, 8) == [8, 0]  # past those in comments
    assert jump(8, 0) == [2, 8]
    assert jump(3, 9) == [3, 19]
    assert jump(3, 13) == [3, 18]
    assert jump(4, 7) == [6, 4]  # from `// region` to its end


def test_comments_and_folds(editor: Neovim, tmp_path: Path) -> None:
    program = tmp_path / "a.sq"
    program.write_text(PROGRAM, encoding="utf-8")
    editor.open(program)
    assert editor.lua("return { vim.fn.foldlevel(1), vim.fn.foldlevel(5) }") == [0, 2]
    commented = editor.lua('vim.cmd("normal zRgg5jgcc") return vim.fn.getline(6)')
    assert commented == "    endregion"  # it was a comment already
    editor.lua('vim.cmd("undo | normal gggcc")')
    assert editor.lua("return vim.fn.getline(1)") == '// let s = "("; // }'
    editor.lua('vim.cmd("undo")')


def test_each_command_and_option_is_in_the_manual(editor: Neovim, tmp_path: Path) -> None:
    manual = (PLUGIN / "doc" / "sq.txt").read_text(encoding="utf-8")
    (tmp_path / "sq.txt").write_text(manual, encoding="utf-8")
    editor.lua(f"vim.cmd('helptags {tmp_path}')")
    assert len((tmp_path / "tags").read_text(encoding="utf-8").splitlines()) > 20
    tags = re.findall(r"(?<!\S)\*(\S+)\*(?=\s)", manual)
    assert len(tags) == len(set(tags))
    links = set(re.findall(r"\|(\S+?)\|", manual))
    runtime = Path(editor.lua("return vim.env.VIMRUNTIME"))
    manuals = "".join(text.read_text(encoding="utf-8") for text in runtime.glob("doc/*.txt"))
    assert [link for link in links - set(tags) if f"*{link}*" not in manuals] == []
    commands = editor.lua("return vim.tbl_keys(vim.api.nvim_get_commands({}))")
    ours = {f":{name}" for name in commands if name.startswith("Sq")}
    assert ours == {tag for tag in tags if tag.startswith(":")}
    options = editor.lua('return vim.tbl_keys(require("serq.options").defaults)')
    assert {f"g:serq.{name}" for name in options} == {t for t in tags if t.startswith("g:serq.")}
    assert all(len(line) <= 78 for line in manual.splitlines())
