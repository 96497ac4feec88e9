"""LNT-1 to LNT-4."""

from __future__ import annotations

import pytest

from tests.semantics.programs import also, checked, codes, only, underlined

KV = "pool kv { cap 9; block 3; } let half = 0.5;"


@pytest.mark.parametrize(
    "session",
    [
        "set h = used(kv); hold kv (h) { }",
        "set h = 1 + min(used(kv), 2); hold kv (1) reserve (h) { }",
        "set h = used(kv); hold kv (1) reuse (h) { }",
        "set h = used(kv); hold kv (1) { } cache (h)",
        "set h = used(kv); loop { hold kv (h) { } end; }",
        "set h = used(kv); branch (serial) { } else { hold kv (h) { } }",
        "hold kv (1) { set h = used(kv); hold kv (h) { } }",
        "set h = used(kv); branch (serial) { set h = 1; } hold kv (h) { }",
    ],
)
def test_a_stale_read_in_a_header(session: str) -> None:
    analysis = checked(f"{KV} session {{ {session} }}")
    assert (only(analysis).code, underlined(analysis)) == ("SQ501", "h")
    assert also(analysis)[1] == "used(kv)"


@pytest.mark.parametrize(
    "session",
    [
        "set h = used(kv); set h = 1; hold kv (h) { }",
        "set g = used(kv); hold kv (1) { hold kv (g) { } } lease kv (g);",
        "set g = used(kv); hold kv[g] (1) { }",
        "branch (serial) { set f = used(kv); } hold kv (f) { }",
        "set t = now; hold kv (t) { }",
        "set t = blocksize(kv); hold kv (t) { }",
        "set t = min(1, 2); hold kv (t) { }",
        "hold kv (h) { } set h = used(kv);",
    ],
)
def test_what_is_no_stale_read(session: str) -> None:
    assert not checked(f"{KV} session {{ {session} }}").diagnostics


@pytest.mark.parametrize(
    ("guard", "code"),
    [
        ("0.5", "SQ502"),
        ("half", "SQ502"),
        ("(half)", "SQ502"),
        ("2", "SQ503"),
        ("inf", "SQ503"),
        ("blocksize(kv)", "SQ503"),
    ],
)
def test_a_guard_that_is_a_number(guard: str, code: str) -> None:
    analysis = checked(f"{KV} session {{ loop {{ branch ({guard}) {{ }} end; }} }}")
    assert (only(analysis).code, underlined(analysis)) == (code, guard)


@pytest.mark.parametrize("guard", ["0", "1", "1 / 2", "-1", "serial", "used(kv)"])
def test_a_guard_that_may_be_a_test(guard: str) -> None:
    assert not checked(f"{KV} session {{ branch ({guard}) {{ }} }}").diagnostics


def test_a_chance_is_no_guard() -> None:
    assert not checked("session { branch with (0.5) { } branch with (7) { } }").diagnostics


def test_stale_reads_come_before_guards() -> None:
    session = "branch (2) { } set h = used(kv); hold kv (h) { }"
    assert codes(checked(f"{KV} session {{ {session} }}")) == ["SQ501", "SQ503"]
