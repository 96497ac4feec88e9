"""The grammar that colors fenced blocks in Markdown, by being injected into Markdown's own."""

from __future__ import annotations

from sqlang_syntaxes.generating.json_text import json_text

FENCE = r"(^|\G)(\s*)(`{3,}|~{3,})\s*(?i:(serq|sq)((\s+|:|,|\{|\?)[^`]*)?$)"
"""A fence with our name: what VS Code's grammar of Markdown has for the languages that it knows."""


def markdown_injection() -> str:
    """The text of `markdown.sq.injection.json`."""
    block = {
        "begin": FENCE,
        "name": "markup.fenced_code.block.markdown",
        "end": r"(^|\G)(\2|\s{0,3})(\3)\s*$",
        "beginCaptures": _named({3: "punctuation.definition.markdown", **_LANGUAGE}),
        "endCaptures": _named({3: "punctuation.definition.markdown"}),
        "patterns": [
            {
                "begin": r"(^|\G)(\s*)(.*)",
                "while": r"(^|\G)(?!\s*([`~]{3,})\s*$)",
                "contentName": "meta.embedded.block.serq",
                "patterns": [{"include": "source.serq"}],
            }
        ],
    }
    return json_text(
        {
            "scopeName": "markdown.serq.codeblock",
            "injectionSelector": "L:text.html.markdown",
            "patterns": [{"include": "#fenced"}],
            "repository": {"fenced": block},
        }
    )


_LANGUAGE = {4: "fenced_code.block.language", 5: "fenced_code.block.language.attributes"}


def _named(scopes: dict[int, str]) -> dict[str, dict[str, str]]:
    return {str(group): {"name": scope} for group, scope in scopes.items()}
