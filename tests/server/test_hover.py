"""What a hover tells of words and names."""

from __future__ import annotations

import re

import pytest
from lsprotocol import types

from sqlang.source import Source
from sqlang.vocabulary import CONTEXT_VARIABLES, DISTRIBUTIONS, FUNCTIONS, KEYWORDS, OPERATORS
from sqlang_server.client import Client
from sqlang_server.features.hover import hover
from sqlang_server.features.word_cards import card_of
from sqlang_server.view import View
from tests.server.snapshots import DEPLOYMENT, at, mark, traced, view_of

MARKDOWN = Client(markdown_hover=True)


def told(text: str, piece: str, view: View | None = None) -> str:
    """The text of the hover on a piece of a program; empty without one."""
    shown = hover(view or view_of(text, MARKDOWN), at(text, piece))
    if shown is None:
        return ""
    assert isinstance(shown.contents, types.MarkupContent)
    return shown.contents.value


def heading(text: str, piece: str) -> str:
    """`WORD · what it is`, without its markup."""
    match = re.search(r"^(\*\*|`)(.+?)\1 · (.+)$", told(text, piece), re.MULTILINE)
    return f"{match[2]} · {match[3]}" if match else ""


@pytest.mark.parametrize(
    ("text", "piece", "expected"),
    [
        ("pool p { evict by (size); }", "pool", "pool · item"),
        ("pool p { evict by (size); }", "evict", "evict · pool option in `pool`"),
        ("pool p { evict by (size); }", "by", "by · policy in `evict`"),
        ("pool p { queue fifo; }", "fifo", "fifo · policy in `queue`"),
        ("pool p { admit via s; } stage s : fifo;", "via", "via · clause in `admit`"),
        ("stage s : fifo;", "fifo", "fifo · stage kind in `stage`"),
        ("stage s : step { cost 1; serve decode first; }", "cost", "cost · step option in `step`"),
        (
            "stage s : step { cost 1; serve decode first; }",
            "decode",
            "decode · policy in `serve`",
        ),
        (
            "stage s : step { cost 1; serve exclusive prefill; }",
            "exclusive",
            "exclusive · policy in `serve`",
        ),
        ("workload { arrive closed(3); }", "closed", "closed · policy in `arrive`"),
        ('workload { trace "t" ordered; }', "ordered", "ordered · clause in `trace`"),
        ("workload { init { set a = 1; } }", "init", "init · workload in `workload`"),
        ("session { prefill 3; }", "session", "session · item"),
        ("session { prefill 3; }", "prefill", "prefill · serving form"),
        (
            "session { run s prefill (3) growing p; }",
            "prefill",
            "prefill · mode in `run statement`",
        ),
        (
            "session { run s prefill (3) growing p; }",
            "growing",
            "growing · clause in `run statement`",
        ),
        ("session { decode 3 growing p; }", "growing", "growing · clause in `serving form`"),
        ("session { hold p (1) { end; } }", "end", "end · statement"),
        ("session { hold p (1) reserve (2) { } }", "reserve", "reserve · clause in `hold`"),
        ("session { branch with (0.5) { } else { } }", "else", "else · clause in `branch`"),
        ("session { choose j in 2 by (j); }", "in", "in · clause in `choose`"),
        ("run { horizon 3; }", "run", "run · item"),
        ("run { horizon 3; }", "horizon", "horizon · run option in `run`"),
        ("share maxmin;", "maxmin", "maxmin · policy in `share`"),
        ("let x = min(1, 2);", "min", "min · function"),
        ("let x = 1 <= 2;", "<=", "<= · operator"),
        ("session { set a = ~exp(1); }", "exp", "exp · distribution"),
        ("session { set a = ~exp(1); }", "~", "~ · operator"),
        ("session { set a = -now; }", "now", "now · context variable"),
        ("session { set a = -now; }", "-now", "- · operator"),
        ("session { observe o = serial; }", "serial", "serial · attribute of every session"),
    ],
)
def test_the_place_decides_what_a_word_means(text: str, piece: str, expected: str) -> None:
    assert heading(text, piece) == expected


@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        ("kv (4)", "kv · pool"),
        ("engine prefill", "engine · stage"),
        ("t0;", "t0 · attribute of each session"),
        ("total", "total · observation"),
        ("rate;", "rate · constant"),
    ],
)
def test_a_name_tells_what_it_names(piece: str, expected: str) -> None:
    assert heading(DEPLOYMENT, piece) == expected


def test_a_name_tells_where_it_is_declared() -> None:
    assert "*declared:* line 2" in told(DEPLOYMENT, "kv (4)")
    assert "set t0 = now; // line 6" in told(DEPLOYMENT, "t0;")


def test_a_constant_tells_its_value() -> None:
    assert "*value:* `6`" in told(DEPLOYMENT, "rate")


def test_a_pool_tells_its_options_in_one_line() -> None:
    text = DEPLOYMENT.replace("{ cap 20; block 4; }", "{\n  cap 20;\n  block 4;\n}")
    assert "pool kv { cap 20; block 4; }" in told(text, "kv (4)")


def test_a_name_spelt_like_a_word_is_the_name() -> None:
    text = "pool cache { cap 3; }\nsession { hold cache (1) { drop cache; } }\nrun { horizon 1; }"
    assert heading(text, "cache;") == "cache · pool"


def test_a_word_in_a_broken_statement_is_still_explained() -> None:
    text = "session {\n  set a = 1;\n  hold p (;\n  observe o = a;\n}\nrun { horizon 1; }"
    assert heading(text, "hold") == "hold · statement"
    assert heading(text, "observe") == "observe · statement"


@pytest.mark.parametrize("piece", ["// a comment", "\n\nx", "3"])
def test_what_means_nothing_of_itself_has_no_hover(piece: str) -> None:
    assert told("// a comment\n\nx 3", piece) == ""


def test_just_after_a_word_the_cursor_is_still_on_it() -> None:
    text = "run { horizon 3; }"
    view = view_of(text, MARKDOWN)
    shown = hover(view, types.Position(0, len("run")))
    assert shown is not None
    assert shown.range == types.Range(types.Position(0, 0), types.Position(0, 3))


def test_a_client_without_markdown_is_told_in_plain_text() -> None:
    shown = hover(view_of(DEPLOYMENT), at(DEPLOYMENT, "rate"))
    assert shown is not None
    assert isinstance(shown.contents, types.MarkupContent)
    assert shown.contents.kind is types.MarkupKind.PlainText
    assert "```" not in shown.contents.value


def test_after_a_run_a_statement_tells_what_happened() -> None:
    marks = (
        mark(DEPLOYMENT, "hold kv (4) { run engine prefill (2); }", "admitted 2"),
        mark(DEPLOYMENT, "run engine prefill (2);", "0:p2 @0"),
    )
    view = view_of(DEPLOYMENT, MARKDOWN, traced(marks=marks))
    assert "all about admitted 2" in told(DEPLOYMENT, "hold", view)
    assert "all about 0:p2 @0" in told(DEPLOYMENT, "run engine", view)


def test_a_name_tells_what_happened_where_it_is_declared() -> None:
    marks = (mark(DEPLOYMENT, "pool kv { cap 20; block 4; }", "peak 7/20"),)
    view = view_of(DEPLOYMENT, MARKDOWN, traced(marks=marks))
    assert "all about peak 7/20" in told(DEPLOYMENT, "kv (4)", view)


def test_values_of_another_program_are_said_to_be_old() -> None:
    marks = (mark(DEPLOYMENT, "pool kv { cap 20; block 4; }", "peak 7/20"),)
    changed = DEPLOYMENT.replace("cap 20", "cap 30")
    view = view_of(changed, MARKDOWN, traced(marks=marks))
    assert "from the last version that ran" in told(changed, "kv (4)", view)


@pytest.mark.parametrize(
    "word",
    [
        *KEYWORDS,
        *OPERATORS,
        *FUNCTIONS.values(),
        *DISTRIBUTIONS.values(),
        *CONTEXT_VARIABLES.values(),
    ],
)
def test_every_word_of_the_language_has_a_card(word: object) -> None:
    card = card_of(word)
    assert card.body
    assert card.markdown().count("```") % 2 == 0
    assert card.heading.replace("**", "") in card.text()


def test_no_position_of_a_program_fails() -> None:
    view = view_of(DEPLOYMENT, MARKDOWN)
    source = Source(DEPLOYMENT).editor_lines
    for offset in range(len(DEPLOYMENT) + 1):
        at = source.position(offset)
        hover(view, types.Position(at.line, at.column))
