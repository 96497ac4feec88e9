"""Every program of `reject` is refused for its reason, at its place, and for nothing else.

The place is the recorded one, or it ends there or before with nothing but white space and comments
between, or it is what part 2, section 10.1, names for a person. Columns count as LEX-7 does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from sqlang.diagnostics.model import Diagnostic, Severity
from sqlang.source import Source
from tests.conformance import vectors

TWO_MISTAKES: Mapping[str, list[str]] = {"009-lexical-before-parse": ["SQ001", "SQ107"]}
"""Programs that hold two mistakes on purpose: the second may be shown too."""

CORRECTED: Mapping[str, tuple[int, int]] = {"219-waited-is-no-name": (1, 28)}
"""Places that are recorded wrongly: the name stands one column further than the recorded 27."""

NAMED_BY_SECTION_10_1: Mapping[str, str] = {
    "008-string-open": '"turns.csv; }',
    "057-run-option": "speed",
    "061-step-without-cost": "step",
    "062-serve-twice": "serve by (remaining)",
    "064-old-exclusive-prefill": "exclusive prefill",
    "065-old-decode-first": "decode first",
    "079-def-not-closed": "",
    "082-def-uses-itself": "again",
    "083-parameter-assigned": "w",
    "084-parameter-observed": "w",
    "085-use-not-closed": "(",
    "088-use-empty-argument": "",
    "089-argument-captured": "2 * total",
    "090-argument-captured-by-hold": "1 + computed",
    "091-draw-read-twice": "~uniform(1, 2)",
    "092-draw-through-a-def": "2 * noise(4)",
    "093-live-argument": "3 - free(slots)",
    "094-clock-argument": "now",
    "095-turn-changes-argument": "length",
    "096-request-changes-argument": "done",
    "122-binding-reads-later": "w",
    "126-binding-reads-itself": "u",
    "127-binding-live-call": "queue(svc)",
    "128-binding-blocksize-is-live": "blocksize(kv)",
    "129-binding-read-outside": "u",
    "130-binding-in-pool-index": "u",
    "136-transfer-growing": "growing a",
    "150-pool-wanted": "1",
    "151-bound-name-as-pool": "h",
    "152-stage-wanted": "2 + 1",
    "156-family-in-a-call": "kv",
    "165-blocksize-of-a-number": "1",
    "168-blocksize-index-draws": "~bernoulli(1)",
}
"""What is underlined where section 10.1 names other words than the recorded place."""

WITHOUT_A_PLACE: Mapping[str, str] = {
    "146-let-and-attribute": "a",
    "155-family-without-index": "kv",
    "163-constant-nan": "inf - inf",
    "169-block-zero": "0",
    "170-fractional-servers": "1.5",
    "171-admit-via-sizes": "e",
    "172-memory-sizes": "kv",
    "173-turn-in-init": "turn",
    "174-run-in-turn": "run",
    "175-engine-needs-a-mode": "e",
    "176-mode-elsewhere": "prefill",
    "177-tool-on-an-engine": "e",
    "178-growing-elsewhere": "growing kv",
    "179-release-outside": "kv",
    "180-release-other-index": "kv[1]",
    "181-load-outside": "kv",
    "182-load-needs-a-hold-not-a-lease": "kv",
    "183-lease-of-another-pool": "b",
    "184-no-horizon": "run",
    "185-warmup-at-horizon": "10",
    "186-hidden-unknown": "o",
    "187-override-unknown": "b=2",
    "188-override-name": "1a=2",
    "189-override-text": "a=2 +",
    "190-override-sees-earlier-only": "b",
    "191-stale-units": "h",
    "192-stale-cache-in-a-loop": "h",
    "193-fractional-guard": "p",
    "194-guard-two": "2",
    "195-tokens-in-a-session": "tokens",
    "196-size-in-a-header": "size",
    "197-age-in-a-queue-key": "age",
    "198-tokens-in-a-budget": "tokens",
    "199-present-in-eviction": "present",
    "200-decoding-in-a-cost": "decoding",
    "201-residents-in-ps": "residents",
    "202-hidden-in-units": "o",
    "203-hidden-in-a-queue-key": "o",
    "204-hidden-in-a-cost": "o",
    "205-hidden-cached": "cached",
    "206-hidden-twice": "o",
    "207-serve-key-draws": "~uniform(0, 1)",
    "208-renewal-reads-attribute": "serial",
    "209-arrivals-zero": "arrivals 0.9;",
    "210-arrivals-on-a-batch": "arrivals 3;",
    "211-horizon-infinite": "inf",
    "212-warmup-negative": "-1",
    "213-share-missing": "a, b",
    "214-share-unused": "share maxmin;",
    "215-shared-fifo": "b",
    "216-shared-unfolded-capacity": "a",
    "217-family-twice-in-a-run": "a[1]",
}
"""The narrowest construct that is wrong, where the reference gives no place."""

_LITERAL = re.compile(r'"[^"]*"?|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_BLANK = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)*", re.DOTALL)


@pytest.mark.parametrize("name", vectors.names("reject"))
def test_is_refused_for_its_reason_alone(name: str) -> None:
    code = vectors.expectation("reject", name)["code"]
    errors = [d.code for d in _diagnostics(name) if d.severity is Severity.ERROR]
    assert errors == TWO_MISTAKES.get(name, [code])


@pytest.mark.parametrize("name", vectors.names("reject"))
def test_is_refused_at_its_place(name: str) -> None:
    recorded = vectors.expectation("reject", name)
    span = _diagnostics(name)[0].span
    assert span.source.path in _paths(name, recorded)
    if recorded["line"] is None:
        assert span.text == WITHOUT_A_PLACE[name]
    elif name in NAMED_BY_SECTION_10_1:
        assert span.text == NAMED_BY_SECTION_10_1[name]
    else:
        line, column = CORRECTED.get(name, (recorded["line"], recorded["column"]))
        offset = offset_of(span.source, line, column)
        assert span.start == offset or _only_blank(span.source.text, span.end, offset)


@pytest.mark.parametrize("name", sorted(CORRECTED))
def test_a_corrected_place_is_that_of_the_name(name: str) -> None:
    assert _diagnostics(name)[0].span.text == "waited"


def test_columns_go_on_over_the_lines_of_a_string() -> None:
    source = Source('use "a\nb"; x\ny')
    assert source.text[offset_of(source, 1, 12)] == "x"
    assert source.text[offset_of(source, 2, 1)] == "y"


def offset_of(source: Source, line: int, column: int) -> int:
    """Where the reference's counters stand at a place: lines inside strings do not count (LEX-7)."""
    at_line, at_column = 1, 1
    in_string = {offset for literal in _strings(source.text) for offset in range(*literal)}
    for offset, character in enumerate(source.text):
        if (at_line, at_column) == (line, column):
            return offset
        is_new_line = character == "\n" and offset not in in_string
        at_line, at_column = (at_line + 1, 1) if is_new_line else (at_line, at_column + 1)
    assert (at_line, at_column) == (line, column), "there is no such place"
    return len(source.text)


def _strings(text: str) -> list[tuple[int, int]]:
    """The strings of a text, one that is never closed included; those in comments are none."""
    return [found.span() for found in _LITERAL.finditer(text) if found[0].startswith('"')]


def _diagnostics(name: str) -> tuple[Diagnostic, ...]:
    return vectors.analyzed("reject", name).diagnostics


def _paths(name: str, recorded: Mapping[str, vectors.Json]) -> set[str]:
    """The file the mistake is in; a program without a folder and an override have none."""
    if recorded.get("as_text"):
        return {"<string>"}
    if "sets" in recorded:
        return {"<set>", "<override>"}
    path = vectors.program_path("reject", name)
    return {str(path.parent / recorded.get("file", path.name))}


def _only_blank(text: str, start: int, end: int) -> bool:
    """Whether a span ends at a place or before it with only white space and comments between."""
    return start <= end and _BLANK.fullmatch(text, start, end) is not None
