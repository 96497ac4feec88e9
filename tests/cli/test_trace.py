"""`sq trace`: the whole run, one session, the state at a time; values derived by hand."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from sqlang.views.display_width import display_width
from tests.cli.commands import EXAMPLE, ROOT, sq

DESK = """\
stage desk : fifo(1);
workload { arrive batch(2); }
session { run desk (3); }
run { horizon 20; }
"""
ENDLESS = """\
stage engine : step { budget 1; cost 1; }
workload { arrive closed(1); }
session { loop { decode on engine (1); } }
run { horizon 1e12; }
"""


def write(folder: Path, text: str, name: str = "program.sq") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def columns(line: str) -> list[str]:
    """The cells of a row of a table, which stand two spaces apart."""
    return [cell.strip() for cell in line.split("  ") if cell.strip()]


def test_the_first_line_says_which_run_it_is(tmp_path: Path) -> None:
    done = sq("trace", EXAMPLE, "--seed", "7", "--horizon", "9", folder=tmp_path)
    assert done.output.splitlines()[0] == f"# sq trace {EXAMPLE} · seed 7 · horizon 9"


def test_the_table_of_iterations_has_so_many_rows() -> None:
    done = sq("trace", EXAMPLE, "--iterations", "2")
    table = done.output.partition("stage `engine`: 4 iterations\n")[2].splitlines()
    assert [line.split()[1] for line in table[1:3]] == ["0:0:p2", "1:0:p4"]
    assert table[3] == "… 2 more"


def test_a_session_from_its_arrival_to_its_end() -> None:
    """Session 0 has no tokens from 1 to 2, when session 1 is prefilled alone."""
    lines = sq("trace", "examples/separate_phases.sq", "--session", "0").output.splitlines()
    assert lines[1] == "session 0: arrived at 0, ended at 4, after 4"
    told = [columns(line) for line in lines[3:20]]
    place = "examples/separate_phases.sq"
    assert told[0] == ["0", "arrives"]
    assert told[3][-1] == "queued for `reqs`: first in line"
    assert told[4][-1] == "admitted with reqs 1, kv 2"
    assert told[6] == ["0", "1", f"{place}:23", "prefill prompt growing kv;", "prefill 2 tokens"]
    assert [row[-1] for row in told[10:]] == [
        "joins `engine` to decode 2 tokens",
        "no tokens",
        "decode 1 token × 2 iterations, 2 – 4",
        "done at `engine` after 2 iterations",
        "gives back reqs 1, kv 4",
        "observes response = 4",
        "ends",
    ]
    assert [columns(line) for line in lines[-4:]] == [
        ["in `engine` without tokens", "1", "25%"],
        ["prefill", "1", "25%"],
        ["decode", "2", "50%"],
        ["together", "4", "100%"],
    ]


def test_who_waits_in_line_is_told_when_it_was_served(tmp_path: Path) -> None:
    write(tmp_path, DESK)
    lines = sq("trace", "program.sq", "--session", "1", folder=tmp_path).output.splitlines()
    [done] = [line for line in lines if "done at" in line]
    assert done.endswith("done at `desk`: waited 3 and was served 3 – 6")
    assert [columns(line) for line in lines[-3:]] == [
        ["waiting at `desk`", "3", "50%"],
        ["at `desk`", "3", "50%"],
        ["together", "6", "100%"],
    ]


def test_a_session_that_never_arrives() -> None:
    done = sq("trace", EXAMPLE, "--session", "7")
    assert done.code == 1
    assert done.errors == "sq: there is no session 7: 2, sessions 0 to 1, arrived\n"


def test_the_state_beside_the_lines_and_in_tables() -> None:
    """At 1 session 1 is prefilled, and the decode of session 0 keeps the unit it grew (STEP-10)."""
    output = sq("trace", "examples/separate_phases.sq", "--at", "1").output
    lines = output.splitlines()
    assert lines[1] == "at 1, once all that happens then has happened"
    labels = dict(line.split("←") for line in lines if "←" in line)
    said = {key.split()[1]: label.strip() for key, label in labels.items()}
    assert said["prefill"] == "1 prefilling"
    assert said["branch"] == "0 not in the batch (decode)"
    assert said["run"] == "at 1 · 2 arrived · 0 gone · 2 live"
    assert "pool `kv`: 7 used of 20, 13 free\n" in output
    assert "stage `engine`: 2 jobs, iteration 1 – 2\n" in output


def test_who_is_served_and_who_is_in_line(tmp_path: Path) -> None:
    write(tmp_path, DESK)
    output = sq("trace", "program.sq", "--at", "1", folder=tmp_path).output
    assert "← 0 served · 1 in line\n" in output
    assert "← 1 served · 1 in line\n" in output
    table = output.partition("stage `desk`: 2 jobs\n")[2].splitlines()
    assert [columns(line) for line in table[1:3]] == [
        ["0", "served", "0", "2", "3", "program.sq:3"],
        ["1", "in line", "0", "3", "program.sq:3"],
    ]


@pytest.mark.parametrize(
    ("at", "title"),
    [
        ("20", "at 20, once all that happens then has happened"),
        ("21", "the run ended at 20, before 21: what there was at its end"),
        ("inf", "the run ended at 20, before inf: what there was at its end"),
    ],
)
def test_a_time_at_and_after_the_end(tmp_path: Path, at: str, title: str) -> None:
    write(tmp_path, DESK)
    done = sq("trace", "program.sq", "--at", at, folder=tmp_path)
    assert (done.code, done.output.splitlines()[1]) == (0, title)


@pytest.mark.parametrize("words", [["--at", "-1"], ["--at", "nan"], ["--session", "x"]])
def test_what_is_no_time_or_session(words: list[str]) -> None:
    done = sq("trace", EXAMPLE, *words)
    assert (done.code, done.output) == (2, "")


def test_session_and_time_exclude_each_other() -> None:
    done = sq("trace", EXAMPLE, "--at", "1", "--session", "1")
    assert (done.code, done.output) == (2, "")


@pytest.mark.parametrize("words", [["--session", "0"], ["--at", "9"]])
def test_a_failed_run_shows_everything_up_to_there(tmp_path: Path, words: list[str]) -> None:
    write(tmp_path, DESK.replace("(3);", "(3); branch (now) { }"))
    done = sq("trace", "program.sq", *words, folder=tmp_path)
    assert done.code == 1
    assert "SQ901" in done.errors
    text = "the run fails here with SQ901" if "--session" in words else "the run failed at 3"
    assert text in done.output


@pytest.mark.parametrize("words", [[], ["--session", "0"], ["--at", "1e9"]])
def test_a_bound_shows_everything_up_to_there(tmp_path: Path, words: list[str]) -> None:
    write(tmp_path, ENDLESS)
    done = sq("trace", "program.sq", "--max-iterations", "5", *words, folder=tmp_path)
    assert done.code == 1
    assert "--max-iterations 5, at time 5" in done.errors
    assert "decode on engine (1);" in done.output


def test_an_interruption_shows_what_has_happened(tmp_path: Path) -> None:
    write(tmp_path, ENDLESS)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(
        [sys.executable, "-m", "sqlang", "trace", "program.sq"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("# sq trace program.sq")
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "decode on engine (1);" in output
    assert errors.startswith("sq: interrupted at time ")


def on_a_terminal(
    words: list[str], folder: Path, *, interrupt_at: str = "", **environment: str
) -> str:
    """What `sq` writes to a terminal, standard output and standard error together.

    It is interrupted as soon as `interrupt_at` stands there.
    """
    controller, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-X", "utf8", "-m", "sqlang", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdin=subprocess.DEVNULL,
        stdout=terminal,
        stderr=terminal,
    ) as process:
        os.close(terminal)
        written = b""
        with suppress(OSError):  # how Linux tells that nobody is at the other end any more
            while piece := os.read(controller, 1 << 16):
                written += piece
                if interrupt_at and interrupt_at.encode() in written:
                    process.send_signal(signal.SIGINT)
                    interrupt_at = ""
    os.close(controller)
    return written.decode().replace("\r\n", "\n")


def test_a_terminal_is_told_how_far_the_run_is(tmp_path: Path) -> None:
    """The line is wiped before anything else is said."""
    write(tmp_path, ENDLESS)
    said = on_a_terminal(["trace", "program.sq", "--deadline", "1.5"], tmp_path)
    heading, *shown, rest = said.split("\r\x1b[K")
    assert heading.startswith("# sq trace program.sq")
    assert shown
    assert all(" iterations · time " in line for line in shown)
    assert "1  stage engine" in rest.replace("\x1b[2m", "").replace("\x1b[0m", "")


def test_who_waits_for_a_page_is_told_too_and_may_interrupt(tmp_path: Path) -> None:
    """The page then shows what has happened."""
    write(tmp_path, ENDLESS)
    words = ["trace", "program.sq", "--html", "page.html"]
    said = on_a_terminal(words, tmp_path, interrupt_at=" iterations · time ")
    assert said.rpartition("\r\x1b[K")[2].startswith("sq: interrupted at time ")
    assert said.endswith("; shown is what had happened by then\n")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert 'role="status">The run was interrupted at ' in page
    assert "decode on engine (1);" in page


def test_a_narrow_terminal_gets_lines_that_fit(tmp_path: Path) -> None:
    """Labels go below the lines that they do not fit beside."""
    text = "// 長い注釈長い注釈長い注釈長い注釈長い注釈長い注釈\n" + EXAMPLE.read_text(
        encoding="utf-8"
    )
    write(tmp_path, text)
    words = ["trace", "program.sq", "--iterations", "2"]
    said = on_a_terminal(words, tmp_path, COLUMNS="50", NO_COLOR="1")
    lines = said.splitlines()[1:]
    assert max(map(display_width, lines)) <= 50
    assert any(line.strip().startswith("← admitted 2") for line in lines)


def test_colors_are_for_terminals_that_have_them(tmp_path: Path) -> None:
    said = on_a_terminal(["trace", str(EXAMPLE), "--at", "1"], tmp_path, TERM="xterm-256color")
    assert "\x1b[36m← 1 prefilling\x1b[0m" in said
    plain = on_a_terminal(["trace", str(EXAMPLE), "--at", "1"], tmp_path, NO_COLOR="1")
    assert "\x1b[36m" not in plain
