"""Our lexers as users meet them: on a command line, in a page of Sphinx, in one of MkDocs."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from tests.architecture.repository import ROOT

PROGRAM = ROOT / "examples" / "separate_phases.sq"
HOLD = "hold kv (4) at admission (left = used(kv)) { prefill left growing kv; }"
SHOWN = {("k", "hold"), ("nc", "kv"), ("m", "4"), ("k", "prefill"), ("kr", "growing")}
ITERATION = "ITER 0.0000 0:0:p2 | used 0.125 cached 0"
ITERATION_SHOWN = {("k", "ITER"), ("m", "0.0000"), ("kt", "p"), ("na", "used")}


def python(*words: str | Path, folder: Path, given: str = "") -> str:
    """What a module run by this Python prints; it has to succeed."""
    done = subprocess.run(
        [sys.executable, "-m", *map(str, words)],
        check=False,
        cwd=folder,
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def spans(html: str) -> set[tuple[str, str]]:
    """The class and the text of what is colored in a page."""
    return {
        (name, unescape(text))
        for name, text in re.findall(r'<span class="(\w+)">([^<>]*)</span>', html)
    }


def colored(html: str) -> str:
    """The text of a page without its colors."""
    return unescape(re.sub(r"<[^<>]*>", "", html))


@pytest.mark.parametrize("name", ["serq", "sq"])
def test_pygmentize_knows_our_names(name: str, tmp_path: Path) -> None:
    html = python("pygments", "-l", name, "-f", "html", folder=tmp_path, given=HOLD)
    assert spans(html) >= SHOWN


def test_pygmentize_knows_our_files_by_their_ending(tmp_path: Path) -> None:
    assert python("pygments", "-N", "x.sq", folder=tmp_path).strip() == "serq"
    html = python("pygments", "-f", "html", PROGRAM, folder=tmp_path)
    assert colored(html).strip() == PROGRAM.read_text(encoding="utf-8").strip()
    assert "err" not in {name for name, _ in spans(html)}


def test_pygmentize_knows_what_runs_print(tmp_path: Path) -> None:
    html = python("pygments", "-l", "serq-trace", "-f", "html", folder=tmp_path, given=ITERATION)
    assert spans(html) >= ITERATION_SHOWN


def test_our_mime_types_are_found() -> None:
    from pygments.lexers import get_lexer_for_mimetype

    assert get_lexer_for_mimetype("text/x-serq").name == "serQ"
    assert get_lexer_for_mimetype("text/x-serq-trace").name == "serQ trace"


def test_a_page_of_sphinx_is_colored(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text('project = "Queues"\n')
    (tmp_path / "index.rst").write_text(
        f"Queues\n======\n\n.. code-block:: serq\n\n   {HOLD}\n\n"
        f".. code-block:: serq-trace\n\n   {ITERATION}\n"
    )
    python("sphinx", "-W", "-q", "-b", "html", ".", "site", folder=tmp_path)
    html = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert spans(html) >= SHOWN | ITERATION_SHOWN


def test_a_page_of_mkdocs_material_is_colored(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: Queues\n"
        "theme: {name: material, font: false}\n"
        "plugins: []\n"
        "markdown_extensions: [pymdownx.highlight, pymdownx.superfences]\n"
    )
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(
        f"# Queues\n\n```sq\n{HOLD}\n```\n\n```serq-trace\n{ITERATION}\n```\n"
    )
    python("mkdocs", "build", "--quiet", "--strict", folder=tmp_path)
    html = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert spans(html) >= SHOWN | ITERATION_SHOWN
