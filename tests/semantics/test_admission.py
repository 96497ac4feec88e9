"""ADM-2 to ADM-11: bindings of `at admission`."""

from __future__ import annotations

import pytest

from sqlang.semantics.bounds import MOST_NESTING
from tests.semantics.programs import also, checked, codes, only, underlined

KV = "pool kv { cap 9; block 2; } stage s : fifo;"


def same(with_bindings: str, without: str) -> bool:
    """Whether two sessions lower to the same program."""
    first = checked(f"{KV} session {{ {with_bindings} }}")
    second = checked(f"{KV} session {{ {without} }}")
    assert second.program is not None, second.diagnostics
    assert first.program is not None, first.diagnostics
    return first.program == second.program


@pytest.mark.parametrize(
    ("header", "plain"),
    [
        ("hold kv (u) at admission (u = 2) { }", "hold kv (2) { }"),
        (
            "hold kv (c) reserve (max(b, c)) at admission (a = 1, b = a + 3, c = b * b) { }",
            "hold kv ((1 + 3) * (1 + 3)) reserve (max((1 + 3), (1 + 3) * (1 + 3))) { }",
        ),
        (
            "hold kv (1) reuse (u) at admission (u = free(kv)) { } cache (u) lease kv (2 * u)",
            "hold kv (1) reuse (free(kv)) { } cache (free(kv)) lease kv (2 * free(kv))",
        ),
        (
            "hold kv (u) at admission (u = 5) { run s (u); }",
            "hold kv (5) { set u = 5; run s (u); }",
        ),
        (
            "hold kv (w) at admission (u = 5, v = 6, w = u) { run s (v + u); }",
            "hold kv (5) { set u = 5; set v = 6; run s (v + u); }",
        ),
        (
            "hold kv (1) at admission (u = 5) { hold kv (u) at admission (u = 6) { set x = u; } }",
            "hold kv (1) { hold kv (6) { set u = 6; set x = u; } }",
        ),
        (
            "hold kv (1) at admission (u = 5) { hold kv (u) { observe x = used(kv[u]); } }",
            "hold kv (1) { set u = 5; hold kv (u) { observe x = used(kv[u]); } }",
        ),
        ("set k = 3; hold kv (k) at admission (k = k + 1) { }", "set k = 3; hold kv (k + 1) { }"),
    ],
)
def test_a_binding_is_put_in(header: str, plain: str) -> None:
    assert same(header, plain)


@pytest.mark.parametrize(
    ("clause", "code", "mark", "place"),
    [
        ("u = 1, v = 3, u = 2", "SQ312", "u", ["u"]),
        ("u = 1 + ~exp(2)", "SQ313", "~exp(2)", []),
        ("u = 2 * w, v = 1, w = 3", "SQ314", "w", ["u"]),
    ],
)
def test_a_clause_that_is_wrong_in_itself(
    clause: str, code: str, mark: str, place: list[str]
) -> None:
    analysis = checked(f"{KV} session {{ hold kv (u) at admission ({clause}) {{ }} }}")
    assert (only(analysis).code, underlined(analysis), also(analysis)) == (code, mark, place)


@pytest.mark.parametrize(
    ("name", "meaning"),
    [("cached", "built-in"), ("now", "context"), ("inf", "inf"), ("kv", "pool"), ("s", "stage")],
)
def test_a_name_that_the_body_reads_has_no_other_meaning(name: str, meaning: str) -> None:
    body = f"observe c = 5 - {name};"
    analysis = checked(
        f"{KV} session {{ hold kv ({name}) at admission ({name} = 2) {{ {body} }} }}"
    )
    assert (only(analysis).code, underlined(analysis)) == ("SQ315", name)
    assert meaning in only(analysis).message


@pytest.mark.parametrize(
    "other",
    [
        "let u = 3;",
        "workload { turn { set u = 3; } }",
        "workload { init { choose u in 3 by (1); } init { } }",
    ],
)
def test_the_other_meaning_is_shown(other: str) -> None:
    hold = "hold kv (1) at admission (u = 2) { observe w = u; }"
    analysis = checked(f"{KV} {other} session {{ {hold} }}")
    assert codes(analysis)[0] == "SQ315"
    assert analysis.diagnostics[0].related[0].span.text == "u"


@pytest.mark.parametrize(
    ("clause", "code", "mark"),
    [
        ("v = 1, u = v + u", "SQ316", "u"),
        ("u = 1 + queue(s)", "SQ317", "queue(s)"),
        ("u = 2 * blocksize(kv)", "SQ317", "blocksize(kv)"),
        ("u = cached", "SQ317", "cached"),
        ("u = now + 30", "SQ317", "now"),
    ],
)
def test_a_value_that_the_body_reads_stays_the_same(clause: str, code: str, mark: str) -> None:
    body = "set q = u;"
    analysis = checked(f"{KV} session {{ hold kv (u) at admission ({clause}) {{ {body} }} }}")
    assert (codes(analysis)[0], analysis.diagnostics[0].span.text) == (code, mark)
    assert analysis.diagnostics[0].related[0].span.text == "u"


def test_a_context_name_that_the_program_sets_is_not_live() -> None:
    hold = "hold kv (u) at admission (u = now + 1) { set q = u; }"
    assert not checked(f"{KV} session {{ set now = 3; {hold} }}").diagnostics


@pytest.mark.parametrize(
    ("before", "session"),
    [
        ("", "hold kv (1) at admission (u = 2) { run s (u); } run s (3 * u);"),
        ("", "hold kv[u] (1) at admission (u = 2) { run s (u); }"),
        ("workload { turn { set b = u; } }", "hold kv (1) at admission (u = 2) { run s (u); }"),
        ("pool p { queue by (u); }", "hold kv (1) at admission (u = 2) { run s (u); }"),
        ("stage t : ps(u);", "hold kv (1) at admission (u = 2) { run s (u); }"),
    ],
)
def test_a_name_is_read_inside_its_hold_only(before: str, session: str) -> None:
    analysis = checked(f"{KV} {before} session {{ {session} }}")
    assert (only(analysis).code, underlined(analysis), also(analysis)) == ("SQ318", "u", ["u"])
    name = analysis.source.text.index("u = 2")
    assert only(analysis).related[0].span.start == name
    assert only(analysis).span.start != name


@pytest.mark.parametrize(
    ("statement", "names"),
    [
        ("set c = b + a;", ["a", "b"]),
        ("hold kv (b) { } lease kv (a);", ["a", "b"]),
        ("hold kv (1) { set c = a; } cache (b);", ["b", "a"]),
    ],
)
def test_what_a_statement_reads_itself_comes_first_by_the_alphabet(
    statement: str, names: list[str]
) -> None:
    hold = "hold kv (1) at admission (a = 1, b = 2) { run s (a + b); }"
    found = checked(f"{KV} session {{ {hold} {statement} }}").diagnostics
    assert [(each.code, each.span.text) for each in found] == [("SQ318", name) for name in names]


@pytest.mark.parametrize(
    ("before", "clause", "code"),
    [
        ("let u = 4;", "u = 2", "SQ315"),
        ("", "u = nobody(1)", "SQ317"),
        ("", "u = size", "SQ317"),
        ("pool p { cap u; }", "u = 2", "SQ318"),
        ("workload { arrive renewal(u); }", "u = 2", "SQ318"),
    ],
)
def test_nothing_follows_from_a_binding_that_is_refused(
    before: str, clause: str, code: str
) -> None:
    hold = f"hold kv (1) at admission ({clause}) {{ run s (u); }}"
    assert codes(checked(f"{KV} {before} session {{ {hold} }}")) == [code]


def test_two_holds_may_bind_one_name() -> None:
    hold = "hold kv (u) at admission (u = 2) { run s (u); }"
    assert not checked(f"{KV} session {{ {hold} {hold} }}").diagnostics


def test_a_bound_name_is_no_pool() -> None:
    analysis = checked(f"{KV} session {{ hold kv (used(h)) at admission (h = kv) {{ }} }}")
    assert codes(analysis) == ["SQ410"]


def test_doubling_bindings_end_in_a_bound() -> None:
    clause = "a0 = 1, " + ", ".join(f"a{i} = a{i - 1} + a{i - 1}" for i in range(1, 60))
    analysis = checked(f"{KV} session {{ hold kv (a59) at admission ({clause}) {{ }} }}")
    assert codes(analysis) == ["SQ006"]
    assert analysis.program is None


def test_deep_bindings_end_in_a_bound() -> None:
    clause = "a0 = 1, " + ", ".join(f"a{i} = -a{i - 1}" for i in range(1, MOST_NESTING + 5))
    analysis = checked(f"{KV} session {{ hold kv (1) at admission ({clause}) {{ }} }}")
    assert set(codes(analysis)) == {"SQ006"}
