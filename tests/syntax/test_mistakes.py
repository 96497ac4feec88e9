"""What each place of the grammar says about a token that does not fit: SYN-2 to SYN-14."""

from __future__ import annotations

import pytest

from tests.syntax.texts import kernel, marked, refusals

HOLD = "session { hold kv (1) "


@pytest.mark.parametrize(
    ("text", "code", "underlined"),
    [
        # Items and options
        ("foo", "SQ110", "foo"),
        ("3", "SQ110", "3"),
        ("share fair;", "SQ115", "fair"),
        ("share 3;", "SQ103", "3"),
        ("run { speed 2; }", "SQ116", "speed"),
        ("run { 3; }", "SQ103", "3"),
        ("pool p { size 2; }", "SQ117", "size"),
        ("pool p { 2; }", "SQ103", "2"),
        ("stage s : lifo;", "SQ118", "lifo"),
        ("stage s : 3;", "SQ103", "3"),
        ("stage s : step { cost 1; rate 2; }", "SQ119", "rate"),
        ("stage s : step { cost 1; 2; }", "SQ103", "2"),
        ("stage s : step { budget 4; }", "SQ120", "step"),
        ("stage s : step { cost 1; serve lifo; }", "SQ122", "lifo"),
        ("stage s : step { cost 1; serve 3; }", "SQ122", "3"),
        ("stage s : step { cost 1; exclusive prefill; }", "SQ123", "exclusive prefill"),
        ("stage s : step { cost 1; decode first; }", "SQ124", "decode first"),
        ("pool p[0] { }", "SQ125", "0"),
        ("pool p[1.5] { }", "SQ125", "1.5"),
        ("pool p[1e999] { }", "SQ125", "1e999"),
        ("pool p[n] { }", "SQ125", "n"),
        ("workload { foo; }", "SQ126", "foo"),
        ("workload { 3; }", "SQ103", "3"),
        # An unknown run option is refused behind its `;`, so what is wrong before that comes first
        ("run { speed; }", "SQ105", ";"),
        ("run { session horizon 20; }", "SQ101", "20"),
        # What is no `from` after the work of a transfer
        ("session { transfer 1 to b (1); }", "SQ324", "transfer 1"),
        ("session { transfer now link (10) from a to b (9); }", "SQ324", "transfer now"),
        # Words that are wanted
        ("pool p { evict mru; }", "SQ102", "mru"),
        ("pool p { preempt fifo; }", "SQ102", "fifo"),
        ("pool p { queue lifo; }", "SQ102", "lifo"),
        ("pool p { admit to e; }", "SQ102", "to"),
        ("workload { arrive sometimes; }", "SQ102", "sometimes"),
        ("session { choose j by (1); }", "SQ102", "by"),
        ("session { transfer 1 from a b (1); }", "SQ102", "b"),
        # Names, strings, expressions
        ("let 3 = 1;", "SQ103", "3"),
        ("pool { }", "SQ103", "{"),
        ("session { drop ; }", "SQ103", ";"),
        ("workload { hidden a, ; }", "SQ103", ";"),
        ("session { set a = ~1; }", "SQ103", "1"),
        ("workload { trace t; }", "SQ104", "t"),
        ("let a = ;", "SQ105", ";"),
        ("let a = min(1, );", "SQ105", ")"),
        ("let a = min(;);", "SQ105", ";"),
        ("let a = ~exp(;);", "SQ105", ";"),
        ("pool p { evict by (); }", "SQ105", ")"),
        ("session { prefill ; }", "SQ105", ";"),
        # Punctuation
        ("let a 1;", "SQ101", "1"),
        ("let a = (1;", "SQ101", ";"),
        ("let a = x[0];", "SQ101", "["),
        ("let a = min(x[3] + 1);", "SQ101", "+"),
        ("let a = 1 < 2 < 3;", "SQ101", "<"),
        ("let a = ~exp(1)^2;", "SQ101", "^"),
        ("let a = 1 . 2;", "SQ101", "."),
        ("stage d : delay (1);", "SQ101", "("),
        ("session { branch serial { } }", "SQ101", "serial"),
        ("session { run e fast (1); }", "SQ101", "fast"),
        # Statements
        ("session { ; }", "SQ106", ";"),
        ("session { loop { }; }", "SQ106", ";"),
        ("session { foo; }", "SQ107", "foo"),
        ("session { foo (1); }", "SQ107", "foo"),
        ("session { else { } }", "SQ107", "else"),
        ("session { enter kv (1) { } }", "SQ108", "enter"),
        (HOLD + "where x = 1 { } }", "SQ108", "where"),
        (HOLD + "{ } keep (1); }", "SQ108", "keep"),
        (HOLD + "fits (2) { } }", "SQ128", "fits"),
        (HOLD + "{ } lease kv (1) cache (2); }", "SQ107", "cache"),
        (HOLD + "at (u = 1) { } }", "SQ311", "("),
        # Retired words as names
        ("let fit = 1;", "SQ109", "fit"),
        ("session { set keep = 1; }", "SQ109", "keep"),
        ("session { choose admit in 1 by (1); }", "SQ109", "admit"),
        (HOLD + "at admission (where = 1) { } }", "SQ109", "where"),
        (HOLD + "at admission (u = 1, v = 2, u = 3) { } }", "SQ312", "u"),
    ],
)
def test_one_mistake_makes_one_diagnostic_at_its_place(
    text: str, code: str, underlined: str
) -> None:
    assert refusals(text) == [(code, underlined)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("let a = 1¦\nlet b = 2;", "SQ101"),
        ("session { set a = 1¦ }", "SQ101"),
        ("session { end;¦", "SQ106"),
        ("let a = 1¦", "SQ101"),
        ("stage s : fifo¦\n\nrun { horizon 1; }", "SQ101"),
        ("let a =¦ // nothing\n", "SQ105"),
        ("pool¦", "SQ103"),
        ("workload { arrive¦", "SQ102"),
        ("stage e : step { cost 1; serve¦", "SQ122"),
    ],
)
def test_what_is_missing_is_marked_in_the_gap_where_it_belongs(text: str, code: str) -> None:
    program, gap = marked(text)
    (found,) = kernel(program).diagnostics
    assert (found.code, found.span.start, found.span.end) == (code, gap, gap)


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("let a = 1¦\nlet b = 2;", ";"),
        ("session { set a = 1¦ end; }", ";"),
        ("session { end;¦", "}"),
        ("let a = (1 + 2¦;", ")"),
        ("let a = min(x[1¦);", "]"),
    ],
)
def test_a_missing_mark_can_be_put_in(text: str, mended: str) -> None:
    program, gap = marked(text)
    (found,) = kernel(program).diagnostics
    (fix,) = found.fixes
    (edit,) = fix.edits
    span, inserted = edit.span, edit.text
    assert (span.start, span.end, inserted, fix.safe) == (gap, gap, mended, True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("let a 1;", "`=` should stand here"),
        ("session { choose j by (1); }", "`in` should stand here"),
        ("pool p { evict mru; }", "`by` or `lru` should stand here; did you mean `lru`?"),
        (
            "workload { arrive sometimes; }",
            "`batch`, `closed`, `none`, `poisson` or `renewal` should stand here",
        ),
        ("session { foo; }", "no statement starts with `foo`"),
        (HOLD + "{ } keep (1); }", "`keep` is a word of an older edition; write `cache`"),
    ],
)
def test_the_message_says_what_should_stand_there(text: str, expected: str) -> None:
    assert [found.message for found in kernel(text).diagnostics] == [expected]


@pytest.mark.parametrize(
    ("text", "opener"),
    [
        ("session {\n  end;\n", "{"),
        ("let a = (1 + 2\n;", "("),
        ("let a = min(x[1\n);", "["),
    ],
)
def test_a_missing_closer_names_its_opener(text: str, opener: str) -> None:
    (found,) = kernel(text).diagnostics
    (related,) = found.related
    assert (related.span.text, related.span.start) == (opener, text.rindex(opener))
