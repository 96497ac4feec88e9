"""Programs that are refused: the error is at its place and the only one."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.conformance import vectors
from tests.conformance.vectors import analyzed

UNDERLINED: Mapping[str, str] = {
    "120-bound-twice": "u",
    "121-binding-draws": "~bernoulli(0.5)",
    "122-binding-reads-later": "w",
    "126-binding-reads-itself": "u",
    "127-binding-live-call": "queue(svc)",
    "128-binding-blocksize-is-live": "blocksize(kv)",
    "129-binding-read-outside": "u",
    "130-binding-in-pool-index": "u",
    "136-transfer-growing": "growing a",
    "146-let-and-attribute": "a",
    "150-pool-wanted": "1",
    "151-bound-name-as-pool": "h",
    "152-stage-wanted": "2 + 1",
    "155-family-without-index": "kv",
    "156-family-in-a-call": "kv",
    "163-constant-nan": "inf - inf",
    "165-blocksize-of-a-number": "1",
    "168-blocksize-index-draws": "~bernoulli(1)",
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
"""What part 2, section 10.1 underlines where the reference marks another place or none."""

MEANING = [
    name for name in vectors.names("reject") if vectors.expectation("reject", name)["code"] >= "SQ3"
]
"""The programs whose form is right."""

TWO_MISTAKES = frozenset({"009-lexical-before-parse"})
"""Programs that hold two mistakes on purpose."""


@pytest.mark.parametrize("name", [n for n in MEANING if n not in UNDERLINED])
def test_the_error_is_at_the_recorded_place(name: str) -> None:
    recorded = vectors.expectation("reject", name)
    span = analyzed("reject", name).diagnostics[0].span
    start = span.source.lines.line_start(recorded["line"] - 1) + recorded["column"] - 1
    assert span.start == start


@pytest.mark.parametrize("name", sorted(UNDERLINED))
def test_the_error_underlines_what_a_person_would(name: str) -> None:
    assert analyzed("reject", name).diagnostics[0].span.text == UNDERLINED[name]


@pytest.mark.parametrize("name", [n for n in vectors.names("reject") if n not in TWO_MISTAKES])
def test_one_mistake_makes_one_diagnostic(name: str) -> None:
    codes = [found.code for found in analyzed("reject", name).diagnostics]
    assert codes == [vectors.expectation("reject", name)["code"]]
