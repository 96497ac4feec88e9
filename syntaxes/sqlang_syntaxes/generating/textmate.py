"""The TextMate grammar `source.serq`, for VS Code and whatever else reads such grammars."""

from __future__ import annotations

from sqlang_syntaxes.classes import WordClass
from sqlang_syntaxes.generating.json_text import json_text
from sqlang_syntaxes.structure import GROUPS, PROGRAM
from sqlang_syntaxes.structure.model import Include, Pieces, Region, Rule, flat, pattern_of

Json = dict[str, object]

SCOPE = "source.serq"


def textmate_grammar() -> str:
    """The text of `sq.tmLanguage.json`."""
    return json_text(
        {
            "name": "serQ",
            "scopeName": SCOPE,
            "fileTypes": ["sq"],
            "patterns": [_included(PROGRAM)],
            "repository": {
                group: {"patterns": [_rule(rule) for rule in rules]}
                for group, rules in GROUPS.items()
            },
        }
    )


def scope_of(word_class: WordClass) -> str:
    """The scope that tells a class."""
    return f"{word_class.value.scope}.serq"


def _rule(rule: Rule) -> Json:
    if isinstance(rule, Include):
        return _included(rule.group)
    if isinstance(rule, Region):
        return _region(rule)
    return {"match": pattern_of(rule.pieces), "captures": _captures(rule.pieces)}


def _region(region: Region) -> Json:
    end = (region.end,)
    return {
        **({} if region.rest is None else {"name": scope_of(region.rest)}),
        "begin": pattern_of(region.begin),
        "beginCaptures": _captures(region.begin),
        "end": pattern_of(end),
        "endCaptures": _captures(end),
        "patterns": [_included(group) for group in region.within],
    }


def _included(group: str) -> Json:
    return {"include": f"#{group}"}


def _captures(pieces: Pieces) -> Json:
    return {
        str(number): {"name": scope_of(piece.word_class)}
        for number, piece in enumerate(flat(pieces), start=1)
        if piece.word_class is not None
    }
