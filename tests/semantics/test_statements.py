"""HLD, RUN, WRK-1 and WRK-4: what statements and run options need around them."""

from __future__ import annotations

import pytest

from sqlang.analysis import Settings, analyze
from tests.semantics.programs import also, checked, codes, in_session, only, underlined


@pytest.mark.parametrize(
    ("statement", "code", "text"),
    [
        ("run e (1);", "SQ442", "e"),
        ("run s prefill (1);", "SQ442", "prefill"),
        ("run reps[1] decode (1);", "SQ442", "decode"),
        ("tool on e 1;", "SQ442", "e"),
        ("run s (1) growing kv;", "SQ443", "growing kv"),
        ("load kv (1);", "SQ445", "kv"),
        ("hold kv (1) { } load kv (1);", "SQ445", "kv"),
        ("hold kv (1) { } lease kv (9) load kv (1);", "SQ445", "kv"),
        ("release kv;", "SQ444", "kv"),
        ("hold many[1 + 0] (1) { release many[1]; }", "SQ444", "many[1]"),
        ("load many (1);", "SQ414", "many"),
        ("hold many[0] (1) { release many; }", "SQ414", "many"),
        ("hold many[0] (1) { } lease kv (1)", "SQ446", "kv"),
        ("hold many[0] (1) { } lease many[1] (1)", "SQ446", "many[1]"),
    ],
)
def test_a_statement_out_of_place(statement: str, code: str, text: str) -> None:
    analysis = in_session(statement)
    assert (only(analysis).code, underlined(analysis)) == (code, text)


@pytest.mark.parametrize("statement", ["run e (1);", "run s prefill (1);", "run s (1) growing kv;"])
def test_a_run_of_the_wrong_kind_shows_the_stage(statement: str) -> None:
    assert also(in_session(statement)) == [statement.split()[1]]


@pytest.mark.parametrize(
    "statements",
    [
        "hold many[0] (1) { release many[0.0]; }",
        "hold many[1 + 0] (1) { load many[(1 + 0)] (1); }",
        "hold kv (1) { loop { branch (1) { load kv (1); release kv; } } }",
        "hold kv (1) { hold many[0] (1) { load kv (1); } }",
        "release kv; hold kv (1) { } lease kv (1)",
        "release kv; loop { hold kv (1) { } lease kv (1) }",
        "grow kv (1); drop kv; hold kv (1), kv (2) { }",
        "run e prefill (1) growing many[2];",
        "run s, e (1);",
    ],
)
def test_a_statement_in_its_place(statements: str) -> None:
    analysis = in_session(statements)
    assert [code for code in codes(analysis) if not code.startswith("SQ61")] == []


def test_a_pool_that_does_not_exist_is_one_mistake() -> None:
    for statement in ("load zz (1);", "release zz;"):
        assert codes(in_session(statement)) == ["SQ403"]
    assert codes(in_session("hold kv (1) { } lease zz (1)")) == ["SQ446"]


def test_a_request_is_checked_inside_the_holds_of_the_session() -> None:
    server = "server { load kv (1); }"
    within = "workload { session { hold kv (1) { request; } } }"
    outside = "workload { session { hold kv (1) { request; } request; } }"
    assert not checked(f"pool kv {{ }} {server} {within}").diagnostics
    assert codes(checked(f"pool kv {{ }} {server} {outside}")) == ["SQ445"]


@pytest.mark.parametrize(
    ("block", "word"),
    [
        ("init { turn; }", "turn"),
        ("turn { run s (1); }", "run"),
        ("init { hold kv (zz) { set a = zz; } }", "hold"),
        ("turn { branch (1) { } }", "branch"),
    ],
)
def test_init_and_turn_only_set_and_observe(block: str, word: str) -> None:
    analysis = checked(f"pool kv {{ }} stage s : fifo; workload {{ {block} }}")
    assert (only(analysis).code, underlined(analysis)) == ("SQ441", word)
    assert also(analysis) == [block.split(maxsplit=1)[0]]


def test_no_horizon_is_told_at_the_last_run_block() -> None:
    analysis = analyze("run { seed 1; } session { end; } run { warmup 0; }")
    assert (only(analysis).code, underlined(analysis)) == ("SQ451", "run")
    assert only(analysis).span.start == analysis.source.text.rindex("run")


def test_no_horizon_without_a_run_block_is_told_at_the_last_token() -> None:
    analysis = analyze("session { end; } // done")
    assert (only(analysis).code, underlined(analysis)) == ("SQ451", "}")


def test_of_an_empty_program_the_horizon_is_missing() -> None:
    assert codes(analyze("")) == ["SQ451"]


def test_a_warmup_as_long_as_the_horizon() -> None:
    analysis = analyze("run { horizon 5 * 2; warmup 10; }")
    assert (only(analysis).code, underlined(analysis)) == ("SQ452", "10")
    assert also(analysis) == ["5 * 2"]


def test_a_warmup_from_outside_is_told_at_the_horizon() -> None:
    analysis = analyze("run { horizon 5; warmup 1; }", settings=Settings(warmup=7.0))
    assert codes(analysis) == ["SQ452"]
