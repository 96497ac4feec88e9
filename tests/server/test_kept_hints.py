"""Hints without a run stay where they are while a statement is being written."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from sqlang.source import Source
from sqlang_server.edits import Edit
from sqlang_server.features.inlay_hints.hints import inlay_hints
from sqlang_server.features.inlay_hints.kept import KeptHints
from sqlang_server.settings import Settings, parse
from sqlang_server.view import View
from tests.server.editor import EXAMPLE, label_of
from tests.server.snapshots import everything, view_of

ALL, _ = parse({"sq.hints.kernelForms": True, "sq.hints.units": True})
EXAMPLES = ("definitions.sq", "separate_phases.sq", "trace_replay.sq", "vllm_like.sq")
CONSTANTS = "let a = 2 * 3;\nlet b = a + 1;\n"

Shown = list[tuple[int, int, str]]


class Typing:
    """A text that is being written, and the hints that its editor shows."""

    def __init__(self, text: str, path: Path = EXAMPLE, settings: Settings = ALL) -> None:
        self.text = text
        self.path = path
        self.settings = settings
        self.kept = KeptHints()

    def view(self) -> View:
        source = Source(self.text, str(self.path), str(self.path.parent))
        return view_of(self.text, settings=self.settings, source=source)

    def shown(self, place: types.Range | None = None) -> Shown:
        hints = inlay_hints(self.view(), place or everything(), self.kept) or []
        return [(each.position.line, each.position.character, label_of(each)) for each in hints]

    def edit(self, start: int, end: int, new: str) -> None:
        self.text = self.text[:start] + new + self.text[end:]
        self.kept.move([Edit(start, end, len(new))])

    def replace(self, old: str, new: str) -> None:
        start = self.text.index(old)
        self.edit(start, start + len(old), new)


def opened(name: str, line: str) -> tuple[Typing, int, Shown]:
    """An example with an empty line before one of its lines, where that is, and its hints."""
    path = EXAMPLE.with_name(name)
    text = path.read_text(encoding="utf-8")
    at = text.index(f"\n{line}") + 1
    typing = Typing(text[:at] + "\n" + text[at:], path)
    return typing, at, typing.shown()


def check_stays(typing: Typing, at: int, typed: str, before: Shown) -> None:
    """All hints but those on the line that is being written stay as they are at each letter."""
    for count, letter in enumerate(typed):
        typing.edit(at + count, at + count, letter)
        line = typing.text.count("\n", 0, at)
        others = sorted(each[:2] for each in typing.shown() if each[0] != line)
        assert others == sorted(each[:2] for each in before), typed[: count + 1]


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize(
    "typed",
    ["let q = 2 * (", "pool p { cap ", "stage s : step { cost", "def f(x) = x +", "def g(x) {"],
)
def test_those_of_other_items_stay(name: str, typed: str) -> None:
    typing, at, before = opened(name, "stage ")
    assert len(before) > 4
    check_stays(typing, at, typed, before)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("separate_phases.sq", "  run gate"),
        ("trace_replay.sq", "    run user"),
        ("vllm_like.sq", "  hold "),
    ],
)
@pytest.mark.parametrize(
    "typed",
    [
        "  observe x = (1 + f(2",
        "  hold kv (4) {",
        "  branch (x) { set y = ",
        "  loop {",
        "  prefill ",
    ],
)
def test_those_of_other_statements_stay(name: str, line: str, typed: str) -> None:
    typing, at, before = opened(name, line)
    check_stays(typing, at, typed, before)


def test_a_value_that_is_not_known_now_is_marked() -> None:
    typing = Typing(CONSTANTS)
    assert typing.shown() == [(0, 14, "= 6"), (1, 14, "= 7")]
    typing.replace("2 * 3", "2 * ")
    assert typing.shown() == [(0, 13, "= 6 …"), (1, 14, "= 7 …")]
    typing.replace("2 * ", "2 * 4")
    assert typing.shown() == [(0, 14, "= 8"), (1, 14, "= 9")]


def test_what_can_be_read_is_told_anew() -> None:
    typing = Typing(CONSTANTS + "let c = ;\n")
    typing.shown()
    typing.replace("2 * 3", "5 * 5")
    assert typing.shown() == [(0, 14, "= 25"), (1, 14, "= 26")]


def test_what_is_deleted_takes_its_hint_along() -> None:
    typing = Typing(CONSTANTS)
    typing.shown()
    typing.replace("let b = a + 1;\n", "let ")
    assert typing.shown() == [(0, 14, "= 6")]


def test_a_statement_that_is_not_whole_gets_no_new_one() -> None:
    """`prefill` takes the `run` of the next line for a name, until it has its work."""
    text = "stage engine : step { cost 1; }\nsession {\n  prefill\n  run engine prefill (2);\n}\n"
    assert [each for each in Typing(text).shown() if each[0] == 2] == []


def test_once_all_is_whole_only_what_is_written_counts() -> None:
    typing = Typing(CONSTANTS)
    typing.shown()
    typing.replace("2 * 3", "2 * ")
    typing.shown()
    typing.replace("2 * ", "2")
    assert typing.shown() == [(1, 14, "= 3")]


def test_other_lines_are_remembered_while_one_looks_elsewhere() -> None:
    typing = Typing(CONSTANTS)
    typing.shown()
    typing.replace("2 * 3", "2 * ")
    first = types.Range(types.Position(0, 0), types.Position(0, 99))
    second = types.Range(types.Position(1, 0), types.Position(1, 99))
    assert typing.shown(first) == [(0, 13, "= 6 …")]
    assert typing.shown(second) == [(1, 14, "= 7 …")]


def test_a_kind_that_is_turned_off_goes_at_once() -> None:
    typing = Typing(CONSTANTS)
    typing.shown()
    typing.replace("2 * 3", "2 * ")
    typing.settings, _ = parse({"sq.hints.constants": False})
    assert typing.shown() == []
