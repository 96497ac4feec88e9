"""Admission in words, derived by hand from POOL-2 to POOL-28."""

from __future__ import annotations

from sqlang.analysis import analyze
from sqlang.semantics.expressions import walk
from sqlang.syntax import tree
from sqlang.views.explanations.admission_rule import admission_rule

HEAD = "stage engine : step { cost 1; }\nworkload { init { set prompt = 4; } }\n"
BLOCKED = (
    "Waits in the queue of `p`, in order of joining, preempted sessions before all. The first is "
    "admitted as soon as every pool has room; until then it blocks the others."
)


def rule(pools: str, hold: str, head: str = HEAD) -> list[str]:
    analysis = analyze(f"{head}{pools}\nsession {{ {hold} }}\nrun {{ horizon 9; }}\n")
    holds = [each for each in walk(analysis.surface.program) if isinstance(each, tree.Hold)]
    return admission_rule(analysis.checked, holds[0])


def test_a_plain_pool() -> None:
    assert rule("pool p { cap 2 * 4; }", "hold p (prompt) { }") == [
        BLOCKED,
        (
            "`p`: `prompt` of `8` must be free of holds and leases. More than the capacity is "
            "rejected: the session ends."
        ),
        "Cached entries of `p` give way, the one released longest ago first.",
        "A growth that finds no room in `p` waits; nobody is put out.",
    ]


def test_a_pool_without_bounds_always_has_room() -> None:
    assert rule("pool p { }", "hold p (1) { }")[1] == "`p`: there is always room for `1`."


def test_what_is_reserved_must_be_free_but_is_not_allocated() -> None:
    """POOL-2: need = max(reserve, units), rounded up to blocks."""
    found = rule("pool p { cap 9; block 2; }", "hold p (prompt) reserve (prompt + 2) { }")
    assert found[1].startswith(
        "`p`: `max(prompt + 2, prompt)` of `9` must be free of holds and leases, rounded up to "
        "blocks of `2`; only `prompt` are allocated."
    )
    assert "`p`: `3` of `9`" in rule("pool p { cap 9; }", "hold p (1) reserve (3) { }")[1]


def test_the_first_pool_decides_where_it_waits_and_who_admits() -> None:
    pools = "pool p { cap 1; queue by (prompt); admit via engine; }\npool q { cap 2; }"
    found = rule(pools, "hold p (1), q (2) { }")
    assert found[0] == (
        "Waits in the queue of `p`, the least `prompt` first, computed anew at each attempt, "
        "preempted sessions before all. The first is admitted by an iteration of `engine` that "
        "has budget left, once every pool has room; until then it blocks the others."
    )
    assert found[1].startswith("`p`: `1` of `1`")
    assert found[2].startswith("`q`: `2` of `2`")


def test_what_gives_way() -> None:
    pools = (
        "pool host { }\nstage link : ps(1);\n"
        "pool p { cap 9; block 2; evict by (size, last); preempt lifo; "
        "spill host via link (size) when (size > 2); }"
    )
    assert rule(pools, "hold p (1) { }")[2:] == [
        (
            "Cached entries of `p` give way, the least (`size`, `last`) first, a block at a time; "
            "where `size > 2` they go to `host` through `link`."
        ),
        (
            "A growth that finds no room in `p` puts out the session admitted last, which goes to "
            "the front of the queue and starts its hold again."
        ),
    ]


def test_bindings_reuse_cache_and_lease() -> None:
    hold = "hold p (w) reuse (3) at admission (w = free(p)) { } cache (prompt) lease p (2 * 3)"
    found = rule("pool p { cap 9; }", hold)
    assert "`w` is `free(p)` at the moment of admission, computed anew at each attempt." in found
    assert any(each.startswith("Of its own cached entry it uses at most `3`") for each in found)
    assert found[-2:] == [
        "After its end `p` stays allocated for `6`, or until `release`.",
        "What it computed stays cached when it ends, at most `prompt`.",
    ]


def test_a_pool_that_is_not_known_is_told_of_as_far_as_the_hold_says() -> None:
    head = "def f(q) { hold q (2) { } }\n"
    assert rule("pool p { }", "f(p);", head)[1] == (
        "`q`: `2` must be free of holds and leases. More than the capacity is rejected: the "
        "session ends."
    )
