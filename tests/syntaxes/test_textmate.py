"""The TextMate grammars in VS Code's own engine: what pieces are, on which texts."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from sqlang_syntaxes.classes import WordClass
from tests.architecture.repository import ROOT
from tests.syntaxes.snapshots import FOLDER, SUFFIX, copy_programs, options, place
from tests.syntaxes.textmate import GRAMMAR, HERE, node, tokenized
from tests.syntaxes.texts import CONFORMING, EXAMPLES, read

ASSERTIONS = "node_modules/vscode-tmgrammar-test/dist/unit.js"
INJECTION = ROOT / "syntaxes" / "markdown.sq.injection.json"
MARKDOWN = {
    "scopeName": "text.html.markdown",
    "patterns": [
        {
            "name": "markup.fenced_code.block.markdown",
            "begin": "^\\s*(`{3,}|~{3,})[^`]*$",
            "end": "^\\s*\\1\\s*$",
        },
        {"name": "markup.inline.raw.string.markdown", "match": "`[^`]+`"},
    ],
}
"""As much of a grammar of Markdown as there has to be something to inject into."""


def in_markdown(text: str) -> list[tuple[str, WordClass | None]]:
    """The pieces of a page that our grammar knows."""
    given = {"text.html.markdown": json.dumps(MARKDOWN)}
    injected = {"markdown.serq.codeblock": INJECTION.read_text(encoding="utf-8")}
    (pieces,) = tokenized([text], "text.html.markdown", **given, **injected)
    return [
        (text[piece.start : piece.end], piece.word_class)
        for piece in pieces
        if any(scope == "meta.embedded.block.serq" for scope in piece.scopes)
        and text[piece.start : piece.end].strip()
    ]


def test_the_words_of_our_assertions_have_their_scopes() -> None:
    done = node(ASSERTIONS, "--grammar", str(GRAMMAR), str(HERE / "assertions" / "*.sq"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("run successfuly") == len(list((HERE / "assertions").glob("*.sq")))


def test_the_scopes_of_all_examples_are_those_of_their_snapshots(tmp_path: Path) -> None:
    copy_programs(tmp_path)
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    done = node(*options(tmp_path))
    assert done.returncode == 0, f"{done.stdout}{done.stderr}\nintended? make syntaxes"


def test_each_example_has_a_snapshot_and_nothing_else_has() -> None:
    kept = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob(f"*{SUFFIX}")}
    assert kept == {place(example) for example in EXAMPLES}


def test_every_sign_and_word_of_a_conforming_program_is_known() -> None:
    texts = [read(path) for path in (*EXAMPLES, *CONFORMING)]
    unknown = [
        text[piece.start : piece.end]
        for text, pieces in zip(texts, tokenized(texts), strict=True)
        if text.isascii()
        for piece in pieces
        if piece.word_class in (None, WordClass.INVALID) and text[piece.start : piece.end].strip()
    ]
    assert unknown == []


def test_fenced_blocks_in_markdown_are_colored_and_nothing_else() -> None:
    for opening in ("```sq", "``` serq", "~~~serq", "```SQ {1}", "  ```sq title"):
        fence = opening.strip()[:3]
        text = f"let a = 1;\n\n{opening}\nlet b = 2;\n{fence}\n\nlet c = 3;\n"
        assert in_markdown(text) == [
            ("let", WordClass.ITEM),
            ("b", WordClass.CONSTANT),
            ("=", WordClass.OPERATOR),
            ("2", WordClass.NUMBER),
            (";", WordClass.PUNCTUATION),
        ]


def test_blocks_of_other_languages_are_left_alone() -> None:
    for opening in ("```sql", "```", "```text sq", "`sq`"):
        assert in_markdown(f"{opening}\nlet b = 2;\n```\n") == []


def test_what_is_not_closed_in_a_block_ends_with_it() -> None:
    pieces = in_markdown("```sq\n/* never closed\n```\n\nlet c = 3;\n\n```sq\nlet d = 4;\n```\n")
    assert [text for text, word_class in pieces if word_class is WordClass.CONSTANT] == ["d"]
    assert "let c" not in str(pieces)


def test_very_long_lines_are_read_to_their_end() -> None:
    program = " ".join(
        line for line in read(EXAMPLES[-1]).splitlines() if not line.startswith("//")
    )
    lines = {
        "name": "a" * 1_000_000,
        "digits": "1" * 1_000_000,
        "broken number": "1." * 500_000,
        "blanks": " " * 1_000_000 + "a",
        "open text": '"' + "a" * 1_000_000,
        "open comment": "/*" + "*" * 20_000,
        "openers": "({[" * 7_000,
        "blanks behind a word": ("hold" + " " * 996) * 1_000,
        "program": program * (100_000 // len(program)),
    }
    for (name, line), pieces in zip(lines.items(), tokenized(list(lines.values())), strict=True):
        assert pieces[-1].end == len(line), name
