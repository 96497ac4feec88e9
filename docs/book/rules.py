"""Rules of the specification as places to link to; each mention of one, or of a code, as a link."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from typing import Final

from docs.book.places import in_prose

_ID: Final = r"[A-Z]{2,4}-[0-9]+[a-z]?"
_DEFINED: Final = re.compile(
    rf"^(?P<lead>[*-] )\*{{0,2}}(?P<rule>{_ID})\*{{0,2}}(?= )|^(?P<cell>\| )(?P<row>{_ID})(?= \|)",
    re.MULTILINE,
)
_MENTIONED: Final = re.compile(rf"(?<![\w#/*\[-])(?:{_ID}|SQ\d{{3}})(?![\w-])")
_LINKED: Final = re.compile(r"(\[[^\]\n]*\]\([^)\n]*\)|^#.*$)", re.MULTILINE)


def rules_of(parts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Each rule with the page that gives it, of the pages of the specification and their texts.

    Where two tables name a rule, the first gives it.
    """
    found: dict[str, str] = {}
    for page, markdown in parts:
        for match in _DEFINED.finditer(markdown):
            found.setdefault(match["rule"] or match["row"], page)
    return found


def with_anchors(markdown: str, page: str, rules: Mapping[str, str]) -> str:
    """A part of the specification in which each rule that it gives can be linked to."""
    given: set[str] = set()

    def anchored(match: re.Match[str]) -> str:
        rule = match["rule"] or match["row"]
        if rule in given or rules[rule] != page:
            return match[0]
        given.add(rule)
        return f"{match['lead'] or match['cell']}**{rule}**{{ #{rule.lower()} }}"

    return in_prose(markdown, lambda prose: _DEFINED.sub(anchored, prose), with_code=True)


def with_links_to_rules(markdown: str, page: str, homes: Mapping[str, str]) -> str:
    """A page in which mentions of rules and codes lead to them, but in headings, links and code.

    `homes` are the pages of all; one of a code tells of nothing else, one of rules of many.
    """

    def linked(match: re.Match[str]) -> str:
        name = match[0]
        if name not in homes:
            return name
        there = posixpath.relpath(homes[name], posixpath.dirname(page) or ".")
        return f"[{name}]({there}{'' if name in there else f'#{name.lower()}'})"

    def changed(prose: str) -> str:
        parts = _LINKED.split(prose)
        parts[::2] = (_MENTIONED.sub(linked, part) for part in parts[::2])
        return "".join(parts)

    return in_prose(markdown, changed)
