"""What MkDocs is given instead of what is written: links, rules, blocks."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from docs.book.codes import MENTIONED
from docs.book.hooks import on_page_markdown
from docs.book.language import CHAPTERS
from docs.book.lists import with_plain_lists
from docs.book.places import page_of, pictures_of, with_links_of_the_book
from docs.book.rules import rules_of, with_anchors, with_links_to_rules
from sqlang.vocabulary import KEYWORDS


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("docs/trace.md", "trace.md"),
        ("docs/spec", "spec/README.md"),
        ("ARCHITECTURE.md", "architecture.md"),
        ("examples/eviction.sq", "examples/eviction.md"),
        ("editors/neovim/README.md", "editors/neovim.md"),
        ("setup.py", None),
    ],
)
def test_files_have_pages(path: str, page: str | None) -> None:
    assert page_of(path) == page


def test_links_lead_to_pages() -> None:
    text = (
        "[a](../docs/fmt.md#the-layout) [b](eviction.sq) [c](https://x.org/y.md) [d](../setup.py)"
    )
    moved = with_links_of_the_book(text, "examples/README.md", "examples/index.md")
    assert moved == "[a](../fmt.md#the-layout) [b](eviction.md) [c](https://x.org/y.md) d"


def test_links_in_programs_are_none() -> None:
    text = "```serq\nset a = b[c](d.md);\n```\n"
    assert with_links_of_the_book(text, "docs/x.md", "x.md") == text


def test_pictures_come_along() -> None:
    text = "![A window](media/window.png) and [a page](other.md)"
    assert list(pictures_of(text, "editors/vscode/README.md")) == [
        "editors/vscode/media/window.png"
    ]
    moved = with_links_of_the_book(text, "editors/vscode/README.md", "editors/vscode.md")
    assert moved.startswith("![A window](vscode/media/window.png)")


def test_rules_can_be_linked_to() -> None:
    part = "- **STEP-1** First.\n\n| id | |\n|---|---|\n| LEX-1 | As STEP-1. |\n"
    rules = rules_of([("spec/04.md", part)])
    assert rules == {"STEP-1": "spec/04.md", "LEX-1": "spec/04.md"}
    assert "- **STEP-1**{ #step-1 } First" in with_anchors(part, "spec/04.md", rules)
    assert "| **LEX-1**{ #lex-1 } | As STEP-1. |" in with_anchors(part, "spec/04.md", rules)


def test_mentions_of_rules_are_links() -> None:
    rules = {"STEP-1": "spec/04.md"}
    text = "# STEP-1\nSee STEP-1, not STEP-10, `STEP-1` or [STEP-1](x.md).\n```\nSTEP-1\n```\n"
    linked = with_links_to_rules(text, "codes/SQ1.md", rules)
    assert linked == text.replace("See STEP-1,", "See [STEP-1](../spec/04.md#step-1),")


def test_mentions_of_codes_are_links() -> None:
    linked = with_links_to_rules("It is SQ401, not SQ499.", "spec/04.md", MENTIONED)
    assert linked == "It is [SQ401](../codes/SQ401.md), not SQ499."


def test_lists_are_lists() -> None:
    text = "Text.\n- a\n  more\n- b:\n  - c\n\n  ```sh\n  d\n  ```\nText\n```\nx\n- y\n```\n"
    assert with_plain_lists(text) == (
        "Text.\n\n- a\n    more\n- b:\n    - c\n\n    ```sh\n    d\n    ```\nText\n"
        "```\nx\n- y\n```\n"
    )


def test_items_stay_items_below_paragraphs() -> None:
    text = "1. a\n\n   b\n2. c\n3. d\n"
    assert with_plain_lists(text) == "1. a\n\n    b\n\n2. c\n3. d\n"


def test_words_for_tests_are_not_shown() -> None:
    page = SimpleNamespace(file=SimpleNamespace(src_uri="page.md"), meta={})
    text = "```serq refused a.sq\n```\n```serq fragment\n```\n```console\n$ sq trace a.sq\n```\n"
    shown = on_page_markdown(text, page, None, None)  # type: ignore[arg-type]
    assert shown == (
        '```serq title="a.sq"\n```\n```serq\n```\n```serq-trace\n$ sq trace a.sq\n```\n'
    )


def test_every_context_of_the_vocabulary_has_its_chapter() -> None:
    chapters = [context for chapter in CHAPTERS for context in chapter.headings]
    assert sorted(chapters) == sorted({word.context for word in KEYWORDS})
