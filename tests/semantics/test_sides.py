"""SID-1 to SID-5: the session at the top, or a workload's session with a server."""

from __future__ import annotations

import pytest

from tests.semantics.programs import also, checked, codes, only, underlined

CLIENT = "workload { session { request; end; } }"


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        (f"{CLIENT} server {{ turn; }}", "SQ301", "turn"),
        (f"{CLIENT} server {{ loop {{ end; }} }}", "SQ302", "end"),
        (f"{CLIENT} server {{ request; }}", "SQ303", "request"),
        ("session { request; end; }", "SQ304", "request"),
        ("workload { init { request; } }", "SQ304", "request"),
        ("workload { session { end; } }", "SQ305", "session"),
        ("server { observe a = 1; }", "SQ306", "server"),
        ("session { } server { observe a = 1; }", "SQ306", "server"),
        ("workload { session { end; } } server { observe a = 1; }", "SQ308", "server"),
    ],
)
def test_a_word_or_side_out_of_place(text: str, code: str, word: str) -> None:
    analysis = checked(text)
    assert (only(analysis).code, underlined(analysis)) == (code, word)


def test_two_sessions() -> None:
    text = f"session {{ end; }} {CLIENT} server {{ observe a = 1; }}"
    analysis = checked(text)
    assert (only(analysis).code, also(analysis)) == ("SQ307", ["session"])
    assert only(analysis).span.start > only(analysis).related[0].span.start


def test_an_empty_session_at_the_top_is_none() -> None:
    assert not checked(f"session {{ }} {CLIENT} server {{ observe a = 1; }}").diagnostics


def test_what_is_wrong_inside_a_lone_side_is_told_too() -> None:
    assert codes(checked("server { observe a = zz; }")) == ["SQ306", "SQ401"]
    assert codes(checked("workload { session { observe a = zz; } }")) == ["SQ305", "SQ401"]


def test_a_mistake_in_a_server_is_one_however_often_it_is_requested() -> None:
    client = "workload { session { request; loop { request; branch (1) { request; } } } }"
    assert codes(checked(f"{client} server {{ observe a = zz; }}")) == ["SQ401"]


def test_blocks_stand_in_any_order() -> None:
    server = "server { observe a = k; }"
    client = "workload { session { set k = 1; request; } }"
    assert checked(f"{server} {client}").program == checked(f"{client} {server}").program
    assert checked(f"{server} {client}").program is not None
