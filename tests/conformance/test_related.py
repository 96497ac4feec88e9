"""The places that section 10.1 of part 2 names beside the underlined words, with what they are."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.conformance import vectors

ALSO: Mapping[str, list[tuple[str, str]]] = {
    "015-indexed-argument-continues": [("(", "`(` is not closed")],
    "040-block-not-closed": [("{", "`{` is not closed")],
    "052-workload-twice": [("workload", "the first is here")],
    "053-session-twice": [("session", "the first is here")],
    "054-server-twice": [("server", "the first is here")],
    "055-share-twice": [("share maxmin;", "the first is here")],
    "062-serve-twice": [("serve admission", "the first is here")],
    "069-workload-session-twice": [("session", "the first is here")],
    "074-def-twice": [("price_of", "`price_of` is defined here")],
    "075-def-used-above": [("inner", "`outer` uses it here")],
    "077-parameter-twice": [("x", "it is given here already")],
    "082-def-uses-itself": [("again", "defined here")],
    "083-parameter-assigned": [("bump", "defined here")],
    "084-parameter-observed": [("log", "defined here")],
    "088-use-empty-argument": [("y", "the body reads it here")],
    "089-argument-captured": [("total", "`total` is assigned here")],
    "090-argument-captured-by-hold": [("hold", "this `hold` assigns `computed`")],
    "091-draw-read-twice": [("v", "`v` is read again here")],
    "092-draw-through-a-def": [("v", "`v` is read again here")],
    "093-live-argument": [("level", "the body reads it here")],
    "094-clock-argument": [("start", "`since` reads it here")],
    "095-turn-changes-argument": [("turn", "this `turn` may change it")],
    "096-request-changes-argument": [("request", "this `request` may change it")],
    "101-def-is-a-pool": [("slots", "the other declaration")],
    "102-def-is-a-stage": [("cpu", "the other declaration")],
    "103-def-is-a-let": [("limit", "the other declaration")],
    "104-error-inside-an-expansion": [("finish(4);", "in `finish`, used here")],
    "107-library-with-a-let": [('use "lib/with-let.sq"', "this `use` brings it in")],
    "117-two-sessions": [("session", "the other session")],
    "120-bound-twice": [("u", "`u` is bound here")],
    "122-binding-reads-later": [("u", "`u` is bound here")],
    "124-binding-named-as-pool": [("slots", "`slots` is a pool here")],
    "126-binding-reads-itself": [("u", "`u` is bound here")],
    "127-binding-live-call": [("u", "`u` is bound here")],
    "129-binding-read-outside": [("u", "bound here")],
    "133-two-engines": [
        ("left", "this stage could serve it"),
        ("right", "this stage could serve it"),
    ],
    "144-pool-twice": [("kv", "first declared here")],
    "145-stage-twice": [("s", "first declared here")],
    "146-let-and-attribute": [("a", "declared as a constant here")],
    "155-family-without-index": [("kv", "declared here")],
    "167-blocksize-without-block": [("kv", "declared here")],
    "171-admit-via-sizes": [
        ("reqs", "`reqs` is declared here"),
        ("e", "`e` is declared here"),
    ],
    "173-turn-in-init": [("init", "the `init` block begins here")],
    "175-engine-needs-a-mode": [("e", "declared here")],
    "178-growing-elsewhere": [("s", "declared here")],
    "180-release-other-index": [("hold", "the hold begins here")],
    "183-lease-of-another-pool": [("hold", "the hold begins here")],
    "185-warmup-at-horizon": [("10", "the horizon")],
    "191-stale-units": [
        ("set h = cachedin(kv);", "`h` is set here"),
        ("cachedin(kv)", "this reads live state"),
    ],
    "202-hidden-in-units": [("o", "hidden here")],
    "206-hidden-twice": [("o", "first listed here")],
    "209-arrivals-zero": [("arrive poisson(1);", "the arrival")],
    "212-warmup-negative": [("10", "the horizon")],
    "215-shared-fifo": [("b", "declared here")],
    "217-family-twice-in-a-run": [("a[0]", "first named here")],
}


@pytest.mark.parametrize("name", sorted(ALSO))
def test_what_is_named_beside_the_mistake(name: str) -> None:
    related = vectors.analyzed("reject", name).diagnostics[0].related
    assert [(place.span.text, place.message) for place in related] == ALSO[name]
