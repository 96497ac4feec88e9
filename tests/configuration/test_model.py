"""Which hints settings show, and which files they leave out."""

from __future__ import annotations

import os

import pytest

from sqlang.configuration.model import Configuration, HintSelection
from sqlang.configuration.patterns import Pattern
from sqlang.diagnostics import Severity
from sqlang.diagnostics.catalogue import report
from sqlang.source import Source, Span

PLACE = Span(Source("let a = 1;"), 4, 5)
HINT = report("SQ801", PLACE, severity=Severity.HINT, name="a")
REFUSAL = report("SQ401", PLACE, name="a")


@pytest.mark.parametrize(
    ("selection", "shown"),
    [
        (HintSelection(), True),
        (HintSelection(select=frozenset({"SQ801"})), True),
        (HintSelection(select=frozenset({"SQ802"})), False),
        (HintSelection(ignore=frozenset({"SQ801"})), False),
        (HintSelection(frozenset({"SQ801"}), frozenset({"SQ801"})), False),
    ],
)
def test_hints_are_selected_and_refusals_never_hidden(
    selection: HintSelection, shown: bool
) -> None:
    assert selection.shows(HINT) is shown
    assert selection.shows(REFUSAL)


def test_a_command_line_selects_anew_and_ignores_more() -> None:
    settings = HintSelection(frozenset({"SQ801", "SQ802"}), frozenset({"SQ801"}))
    selected = settings.overridden(HintSelection(select=frozenset({"SQ801"})))
    assert selected.shows(HINT)
    ignored = settings.overridden(HintSelection(ignore=frozenset({"SQ802"})))
    assert ignored.select == frozenset({"SQ801", "SQ802"})
    assert ignored.ignore == frozenset({"SQ801", "SQ802"})


def test_a_file_is_excluded_by_itself_or_with_a_folder_it_is_in() -> None:
    root = os.path.abspath("/project")
    path = os.path.join(root, "old", "deep", "a.sq")
    configuration = Configuration(
        os.path.join(root, "sqlang.toml"), exclude=(Pattern("old/"), Pattern("b.sq"))
    )
    assert configuration.excluding(path) is None
    with_folders = configuration.excluding_with_folders(path)
    assert with_folders is not None
    assert with_folders.text == "old/"
    assert configuration.excluding_with_folders(os.path.join(root, "old")) is None
    assert configuration.excluding(os.path.join(root, "x", "b.sq")) is not None
    assert configuration.excluding(os.path.join(root, "old"), is_folder=True) is not None
