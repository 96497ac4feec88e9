"""Every word of the vocabulary has a class, and every class a scope of its own."""

from __future__ import annotations

from sqlang.vocabulary import KEYWORDS, ROLE_STAGES
from sqlang_syntaxes.classes import (
    CLASS_OF_ROLE,
    WordClass,
    functions,
    keyword_classes,
    keywords,
)
from tests.architecture.repository import ROOT


def test_each_role_of_a_keyword_has_a_class_but_names_of_stages() -> None:
    roles = {word.role for word in KEYWORDS}
    assert roles - CLASS_OF_ROLE.keys() == {"role name"}
    assert CLASS_OF_ROLE.keys() <= roles
    assert {*keywords("stage name")} == {name for names in ROLE_STAGES.values() for name in names}


def test_no_two_classes_share_a_scope() -> None:
    scopes = [each.value.scope for each in WordClass]
    assert len(scopes) == len(set(scopes))


def test_a_word_has_the_class_of_its_place() -> None:
    assert "prefill" in keyword_classes("block")[WordClass.STATEMENT]
    assert "prefill" in keyword_classes("run statement")[WordClass.CLAUSE]
    assert keyword_classes("stage name") == {}
    assert keywords("block", "serving form") == ("prefill", "decode", "tool", "transfer")


def test_functions_are_told_apart_by_what_they_ask_about() -> None:
    assert "used" in functions("p")
    assert "busy" in functions("s")
    assert "min" not in functions("p") + functions("s")


def test_the_page_tells_how_each_class_is_shown() -> None:
    page = (ROOT / "docs" / "highlighting.md").read_text(encoding="utf-8")
    rows = {tuple(line.split(" | ")[1:]) for line in page.splitlines() if line.startswith("| ")}
    for each in WordClass:
        token = ".".join(part for part in each.value.token if part != "Literal")
        assert (f"`{each.value.scope}`", f"`{token}` |") in rows
