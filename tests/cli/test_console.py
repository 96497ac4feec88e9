"""Output reaches its reader in any encoding, and a reader that goes away is no failure."""

from __future__ import annotations

import io
import os

import pytest

from sqlang.cli.console import Console


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def in_encoding(encoding: str) -> tuple[Console, io.BytesIO]:
    data = io.BytesIO()
    return Console(io.TextIOWrapper(data, encoding), io.StringIO()), data


def test_a_character_that_the_encoding_lacks_is_escaped() -> None:
    console, data = in_encoding("cp1252")
    console.result("é 模")
    console.flush()
    assert data.getvalue() == b"\xe9 \\u6a21\n"


def test_signs_of_the_views_have_plain_ones_of_equal_width() -> None:
    console, data = in_encoding("ascii")
    console.result("p2 │ p4 ← 1 · 2 ▁█")
    console.flush()
    assert data.getvalue() == b"p2 | p4 < 1 . 2 _#\n"


def test_signs_that_the_encoding_has_stay() -> None:
    console, data = in_encoding("cp1252")
    console.result("1 · 2 │")
    console.flush()
    assert data.getvalue() == "1 · 2 |\n".encode("cp1252")


def test_json_is_written_as_it_is_in_utf_8() -> None:
    console, data = in_encoding("utf-8")
    console.result_json('{"é":"模"}')
    console.flush()
    assert data.getvalue().decode() == '{"é":"模"}\n'


def test_json_is_escaped_in_any_other_encoding() -> None:
    console, data = in_encoding("cp1252")
    console.result_json('{"é":"😋"}')
    console.flush()
    assert data.getvalue() == b'{"\\u00e9":"\\ud83d\\ude0b"}\n'


def test_lone_surrogates_are_escaped_even_in_utf_8() -> None:
    console, data = in_encoding("utf-8")
    console.result("\udcff")
    console.flush()
    assert data.getvalue() == b"\\udcff\n"


def test_a_terminal_has_colors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert Console(Terminal(), io.StringIO()).output.paint("x", "error") == "\x1b[1;31mx\x1b[0m"


@pytest.mark.parametrize(("variable", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colors_can_be_declined(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(variable, value)
    assert Console(Terminal(), io.StringIO()).output.paint("x", "error") == "x"


def test_a_pipe_has_no_colors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert Console(io.StringIO(), io.StringIO()).output.paint("x", "error") == "x"


def test_a_closed_pipe_swallows_what_is_written() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", buffering=1) as stream:
        console = Console(stream, io.StringIO())
        console.result("nobody reads this")
        console.result("nor this")
        console.flush()


def test_a_process_without_standard_output_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    console = Console(errors=io.StringIO())
    console.result("x")
    console.flush()
