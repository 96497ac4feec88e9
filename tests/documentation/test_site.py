"""The book builds without a warning, and holds what it should."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from sqlang.cli.code_page import page_markdown
from sqlang.diagnostics.catalogue import CATALOGUE
from sqlang.vocabulary import CONTEXT_VARIABLES, FUNCTIONS, KEYWORDS
from sqlang_server.settings import SETTINGS
from tests.documentation.blocks import ROOT

PROGRAM = re.compile(r'<div class="language-serq[ "].*?</div>', re.DOTALL)
TAG = re.compile(r"<[^>]+>")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book as `make docs` builds it; links and anchors that lead nowhere are failures."""
    folder = tmp_path_factory.mktemp("book")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(
        build,
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stderr
    return folder


@cache
def words(page: Path) -> str:
    """What is to be read on a page, without its markup."""
    html = page.read_text(encoding="utf-8")
    article = html[html.index("<article") : html.index("</article>")]
    return " ".join(unescape(TAG.sub("", article)).split())


def test_each_code_has_a_page_with_the_text_that_comes_with_the_server(site: Path) -> None:
    for entry in CATALOGUE.values():
        shown = words(site / "codes" / entry.code / "index.html")
        blocks = re.findall(r"```\w+\n(.*?)```", page_markdown(entry), re.DOTALL)
        for block in (entry.title, *blocks):
            assert " ".join(block.split()) in shown, entry.code


def test_the_list_leads_to_each_code(site: Path) -> None:
    listed = (site / "codes" / "index.html").read_text(encoding="utf-8")
    assert [code for code in CATALOGUE if f'href="{code}/"' not in listed] == []


def test_every_word_of_the_vocabulary_is_in_the_reference(site: Path) -> None:
    index = words(site / "reference" / "index.html")
    spelled = {*(word.text for word in KEYWORDS), *FUNCTIONS, *CONTEXT_VARIABLES}
    assert [word for word in spelled if f"{word} " not in index] == []
    pages = " ".join(words(page) for page in (site / "reference").rglob("index.html"))
    for keyword in KEYWORDS:
        assert " ".join(keyword.documentation.replace("`", "").split()) in pages, keyword


def test_every_setting_is_described(site: Path) -> None:
    page = words(site / "settings" / "index.html")
    assert [each.name for each in SETTINGS if each.name not in page] == []


def test_a_rule_that_is_mentioned_is_a_link(site: Path) -> None:
    page = (site / "codes" / "SQ101" / "index.html").read_text(encoding="utf-8")
    assert 'href="../../spec/02-static-rules/#syn-13"' in page or "#syn-13" in page
    rules = "".join(
        part.read_text(encoding="utf-8") for part in (site / "spec").rglob("index.html")
    )
    named = {entry.rule for entry in CATALOGUE.values() if entry.rule}
    assert [rule for rule in named if f'id="{rule.lower()}"' not in rules] == []


def test_programs_and_traces_are_colored_by_our_lexers(site: Path) -> None:
    page = (site / "course" / "memory" / "index.html").read_text(encoding="utf-8")
    for span in ("kd>stage", "nc>kv", "kr>growing", "nl>18"):
        assert f"<span class={span}</span>" in page.replace('"', "").replace("> ", ">"), span
    for path in site.rglob("index.html"):
        if path.parent.parent.name != "codes":
            programs = PROGRAM.findall(path.read_text(encoding="utf-8"))
            assert not [each for each in programs if 'class="err"' in each], path


def test_every_example_and_chapter_has_a_page(site: Path) -> None:
    for program in (ROOT / "examples").glob("*.sq"):
        assert program.name in words(site / "examples" / program.stem / "index.html")
    for chapter in (ROOT / "docs" / "course").glob("*.md"):
        name = "" if chapter.stem == "index" else chapter.stem
        assert (site / "course" / name / "index.html").exists()


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        html = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|img|link)[^>]*(?:src|href)=\"?(\S+)", html)
        assert not [each for each in loaded if each.startswith(("http", "//"))], page
