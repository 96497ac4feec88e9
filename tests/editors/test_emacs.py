"""The examples in a real Emacs: what its user sees when one is opened, asked, broken, mended."""

from __future__ import annotations

import os
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from sqlang.vocabulary import keyword
from tests.editors import emacs
from tests.editors.emacs import Emacs
from tests.editors.neovim import wait_for

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PAGE = ROOT / "docs" / "editors" / "emacs.md"
FOLDER = "Größe 模型 100% #1"  # whoever gets a path wrong gets this one wrong
NAME = "separate phases é.sq"
# What the program does, by line from 1, as the issue and the design tell it.
STAGE, SET, PREFILL, DECODE = 7, 20, 23, 25
BATCHES = ["p2", "p4", "d1", "d1"]
FAST = """
(setq native-comp-deferred-compilation nil ring-bell-function #'ignore
      flymake-no-changes-timeout 0.1 eglot-send-changes-idle-time 0.1)
"""


def configuration() -> str:
    """What the page says that belongs into `init.el`, with our folder and the `sq` on the path."""
    (described,) = re.findall(r"```elisp\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[:1]
    lines = described.replace("/path/to/clone/editors/emacs", str(emacs.PLUGIN)).splitlines()
    return FAST + "\n".join(line for line in lines if "serq-server-command" not in line)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("programs") / FOLDER
    shutil.copytree(EXAMPLES, folder)
    shutil.copy(EXAMPLES / "separate_phases.sq", folder / NAME)
    return folder


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emacs]:
    with emacs.running(tmp_path_factory.mktemp("home") / "me", configuration()) as started:
        yield started


@pytest.fixture
def example(editor: Emacs, folder: Path) -> Emacs:
    """The editor with the example open as it is on the disk, and the run shown."""
    editor.open(folder / NAME)
    wait_for(lambda: STAGE in hints(editor), editor.messages)
    assert editor.text() == (folder / NAME).read_text("utf-8")
    return editor


def hints(editor: Emacs) -> dict[int, str]:
    """What is shown behind the lines, by line from 1."""
    shown: list[tuple[int, str]] = editor.lisp(
        "(vconcat (mapcar (lambda (o) (vector (line-number-at-pos (overlay-start o))"
        " (overlay-get o 'before-string))) (seq-filter (lambda (o) (overlay-get o 'before-string))"
        " (overlays-in (point-min) (1+ (point-max))))))"
    )
    return dict(shown)


def diagnostics(editor: Emacs) -> list[tuple[int, int, str]]:
    """Line and column from 1, and the text, of what Flymake has marked."""
    found: list[tuple[int, int, str]] = editor.lisp(
        "(vconcat (mapcar (lambda (d) (goto-char (flymake-diagnostic-beg d))"
        " (vector (line-number-at-pos) (1+ (current-column)) (flymake-diagnostic-text d)))"
        " (flymake-diagnostics)))"
    )
    return [(line, column, text) for line, column, text in found]


def restore(editor: Emacs) -> None:
    """Takes back what was not saved."""
    editor.lisp("(progn (revert-buffer t t t) t)")


def test_a_good_program_has_no_diagnostics_and_shows_its_batches(example: Emacs) -> None:
    shown = hints(example)
    assert re.findall(r"[pd]\d+", shown[STAGE]) == BATCHES
    assert re.findall(r"\d+:p\d+ @\d+", shown[PREFILL]) == ["0:p2 @0", "1:p4 @1"]
    assert shown[DECODE].split() == ["then", "1", "·", "else", "1", "0:d1", "@2", "·", "0:d1", "@3"]
    assert diagnostics(example) == []


def test_a_word_is_explained_in_the_echo_area(example: Emacs) -> None:
    word = keyword("exclusive", "serve")
    assert word is not None
    example.go("exclusive prefill")
    example.keys("\x06")  # a step to the right
    told = wait_for(lambda: explained(example, "exclusive"), example.messages)
    assert set(re.findall(r"\w+", word.documentation)) <= set(re.findall(r"\w+", told))


def explained(editor: Emacs, word: str) -> str | None:
    """What is told of the place of point, once that is about this word."""
    told = str(
        editor.lisp(
            "(if (buffer-live-p eldoc--doc-buffer)"
            ' (with-current-buffer eldoc--doc-buffer (buffer-string)) "")'
        )
    )
    return told if word in told else None


def test_a_mistake_is_marked_once_where_it_is_and_goes_when_it_is_mended(example: Emacs) -> None:
    example.go("now;")
    example.keys("\x1bd")  # `set t0 = now;` becomes `set t0 = ;`
    wait_for(lambda: diagnostics(example), example.messages)
    ((line, column, text),) = diagnostics(example)
    assert (line, column) == (SET, 12)
    assert "SQ105" in text
    example.keys("\x1f")
    wait_for(lambda: diagnostics(example) == [], example.messages)
    wait_for(lambda: re.findall(r"[pd]\d+", hints(example)[STAGE]) == BATCHES, example.messages)


def test_the_line_of_the_cursor_tells_its_values(example: Emacs) -> None:
    example.go("set t0")
    example.keys("\x06")
    wait_for(lambda: hints(example).get(SET, "").strip() == "0, 1", example.messages)
    example.go("end;")
    example.keys("\x06")
    wait_for(lambda: SET not in hints(example), example.messages)


def test_what_is_there_is_offered(example: Emacs) -> None:
    example.go("budget 4")
    example.keys("cost tok")
    example.keys("\x1b\t")
    wait_for(lambda: "cost tokens" in example.text(), example.messages)
    restore(example)


def test_a_name_is_changed_everywhere(example: Emacs) -> None:
    before = example.text()
    example.go("t0 = now")
    example.keys("\x1bxeglot-rename\rasked\r")
    wait_for(lambda: re.findall(r"\bt0\b", example.text()) == [], example.messages)
    assert example.text() == re.sub(r"\bt0\b", "asked", before)
    restore(example)


def test_the_formatter_is_there(example: Emacs) -> None:
    before = example.text()
    example.go("cap 2;")
    example.keys("   \r")
    example.command("eglot-format")
    wait_for(lambda: example.text() == before, example.messages)
    restore(example)


def test_what_a_clause_does_is_shown_beside_the_program(example: Emacs) -> None:
    example.go("exclusive prefill")
    example.keys("\x1bxeglot-code-actions\rWhat does\t\r")
    wait_for(lambda: "p4" in (beside(example, "comparison") or ""), example.messages)
    example.command("delete-other-windows")


def test_a_definition_in_a_library_is_found(editor: Emacs, folder: Path) -> None:
    editor.open(folder / "definitions.sq")
    wait_for(lambda: hints(editor), editor.messages)
    assert diagnostics(editor) == []
    editor.go("answer(prompt, 3); }")
    editor.keys("\x1b.")
    # Eglot 1.9 leaves the bytes of such paths as they are; it is the same file.
    library = str(folder / "library" / "measures.sq")
    wait_for(lambda: editor.lisp(f'(file-equal-p (buffer-file-name) "{library}")'), editor.messages)
    line = "(buffer-substring-no-properties (line-beginning-position) (line-end-position))"
    assert str(editor.lisp(line)).startswith("def answer(")


def beside(editor: Emacs, kind: str) -> str | None:
    """What stands in the window for this kind."""
    text = editor.lisp(
        f'(let ((buffer (seq-find (lambda (b) (string-prefix-p "*serq {kind}" (buffer-name b)))'
        " (mapcar #'window-buffer (window-list)))))"
        " (and buffer (with-current-buffer buffer (buffer-string))))"
    )
    return None if text is None else str(text)


@pytest.mark.parametrize(
    ("keys", "kind", "part"),
    [
        ("\x03\x03", "report", "2 arrived, 2 ended"),
        ("\x03\x14", "trace", "p2 │ p4 │ d1 │ d1"),
        ("\x03\x0c", "timeline", "engine"),
        ("\x03\x0a", "ir", '"version": 8'),
    ],
)
def test_the_run_is_shown_beside_the_program(
    example: Emacs, keys: str, kind: str, part: str
) -> None:
    example.keys(keys)
    wait_for(lambda: part in (beside(example, kind) or ""), example.messages)
    example.command("delete-other-windows")


def test_settings_reach_the_server(example: Emacs) -> None:
    def set_to(value: str) -> None:
        example.lisp(
            "(progn (setq-default eglot-workspace-configuration"
            f" '(:sq (:trace (:enabled {value}))))"
            " (eglot-signal-didChangeConfiguration (eglot-current-server)) t)"
        )

    set_to(":json-false")
    wait_for(lambda: STAGE not in hints(example), example.messages)
    set_to("t")
    wait_for(lambda: STAGE in hints(example), example.messages)


def test_a_server_that_was_killed_is_started_again(example: Emacs) -> None:
    server = "(process-id (jsonrpc--process (eglot-current-server)))"
    killed: int = example.lisp(server)
    # Eglot gives up on a server that dies within its first seconds.
    patient = "(not (eglot--inhibit-autoreconnect (eglot-current-server)))"
    wait_for(lambda: example.lisp(patient), example.messages)
    os.kill(killed, signal.SIGKILL)
    wait_for(
        lambda: example.lisp(f"(and (eglot-current-server) {server})") not in {None, killed},
        example.messages,
    )
    wait_for(lambda: STAGE in hints(example), example.messages)


def test_another_program_of_that_name_is_not_started(tmp_path: Path) -> None:
    stranger = tmp_path / "sq"
    stranger.write_text("#!/bin/sh\necho 'sq 1.3.1 (sequoia-openpgp 2.0.0)'\n", encoding="utf-8")
    stranger.chmod(0o755)
    emacs.require_eglot()
    told = emacs.batch(
        f"""(progn
              (package-initialize)
              (require 'eglot)
              (let ((exec-path '("{tmp_path}")))
                (condition-case refusal (serq-eglot--contact)
                  (user-error (princ (cadr refusal))))))"""
    )
    assert f"sqlang found (looked at: {stranger})" in told
