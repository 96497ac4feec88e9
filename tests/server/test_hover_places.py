"""What a hover tells of a place: each kind derived by hand, and nothing that ever fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lsprotocol import types

from sqlang.engine import Limits, RunError, run
from sqlang.source import Source
from sqlang.syntax.workspace import Workspace
from sqlang.views.annotations import annotate
from sqlang.views.expectations.measuring import LineKeeper, reported
from sqlang.views.outcome import Outcome
from sqlang.views.recording import Recorder, to_json_value
from sqlang.vocabulary import KEYWORDS, Keyword
from sqlang_server.client import Client
from sqlang_server.features.hover import hover
from sqlang_server.features.hovering.files import Glimpse
from sqlang_server.glimpses import glimpse
from sqlang_server.runs.results import Result, tracing
from sqlang_server.runs.traced import Traced
from sqlang_server.view import View
from tests.server.snapshots import at, fault, mark, view_of
from tests.server.snapshots import traced as traced_by_hand
from tests.vocabulary.programs import program_with

MARKDOWN = Client(markdown_hover=True)
EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.sq"))
PROGRAM = """let rate = 2 * 3;
def twice(x) = x + x;
pool kv { cap rate * 4; block 4; }
stage engine : step { budget rate; cost rate * tokens; memory kv; }
stage prefill : fifo(2);
workload { arrive batch(2); init { set size = 1e1; } }
session {
  set total = twice(size) + 1;
  set total = total + 1;
  hold kv (total) reserve (room) at admission (room = free(kv)) {
    run engine decode (2);
  }
  observe spent = now;
}
run { horizon 20; }
"""

HOLD = PROGRAM[PROGRAM.index("hold") : PROGRAM.index("  observe")].strip()


def told(piece: str, view: View, client_text: str = PROGRAM, skip: int = 0) -> str:
    place = at(client_text, piece)
    shown = hover(view, types.Position(place.line, place.character + skip), glimpse)
    if shown is None:
        return ""
    assert isinstance(shown.contents, types.MarkupContent)
    return shown.contents.value


def in_program(piece: str, skip: int = 0) -> str:
    return told(piece, view_of(PROGRAM, MARKDOWN), skip=skip)


@pytest.mark.parametrize(
    ("piece", "skip", "expected"),
    [
        ("let", 0, "*here:* `6`"),
        ("2 * 3", 0, "*`2 * 3`:* `6`"),
        ("2 * 3", 2, "*here:* `6`"),
        ("cap", 0, "*here:* `24`"),
        ("4; block", 0, "*`rate * 4`:* `24`"),
        ("block 4", 6, "*unit:* units of the pool"),
        ("horizon 20", 8, "*unit:* time"),
        ("1e1", 0, "*value:* `10`"),
        ("batch(2)", 6, "*unit:* sessions"),
        ("fifo(2)", 5, "*unit:* servers"),
        ("decode (2)", 8, "*unit:* tokens"),
        ("cost", 0, "*here, constants folded:*\n```serq\n6 * tokens\n```"),
        ("engine :", 0, "*cost, constants folded:*\n```serq\n6 * tokens\n```"),
        ("kv {", 0, "pool kv { cap rate * 4; block 4; }"),
        ("kv {", 0, "*capacity:* `24`"),
        ("twice(size", 0, "def twice(x) = x + x;"),
        ("twice(size", 0, "*becomes:*\n```serq\nsize + size\n```"),
        ("x) =", 0, "def twice(x) = x + x;"),
        ("room =", 0, "room = free(kv)"),
        ("spent", 0, "*observed:*\n```serq\nobserve spent = now; // line 13\n```"),
        (
            "total)",
            0,
            (
                "*assigned:*\n```serq\nset total = twice(size) + 1; // line 8\n"
                "set total = total + 1; // line 9\n```"
            ),
        ),
        ("hold", 0, "- `kv`: `max(room, total)` of `24` must be free"),
        ("hold", 0, "- `room` is `free(kv)` at the moment of admission"),
        ("prefill :", 0, "By its name this stage serves `prefill` statements"),
        ("budget", 0, "*evaluated:* in the budget or chunk of a step stage."),
    ],
)
def test_each_kind_of_place_tells_what_it_comes_to(piece: str, skip: int, expected: str) -> None:
    assert expected in in_program(piece, skip)


def test_a_hidden_attribute_says_so() -> None:
    text = "workload { init { set a = 1; } hidden a; }\nsession { observe o = a; }\n"
    view = view_of(text, MARKDOWN)
    assert "attribute of each session, hidden from the system" in told("a;", view, text)


def test_a_declaration_is_told_without_its_comments() -> None:
    text = "pool p { // ``` here\n  cap 3; /* | */ }\nsession { drop p; }"
    assert "pool p { cap 3; }" in told("p;", view_of(text, MARKDOWN), text)


def test_many_assignments_are_counted() -> None:
    sets = "\n".join(f"set a = {n};" for n in range(9))
    text = f"session {{ {sets} }}"
    assert "// … 3 more" in told("a = 0", view_of(text, MARKDOWN), text)


def test_a_file_name_tells_what_its_library_declares() -> None:
    workspace = Workspace()
    library = "def f(x) = x + 1;\ndef g(a, b) { set c = a + b; }\n"
    workspace.open_buffer("/work/lib`|<.sq", library)
    text = 'use "lib`|<.sq";\nsession { set q = f(1); }\nrun { horizon 1; }'
    shown = told('"lib', view_of(text, MARKDOWN, workspace=workspace), text)
    assert shown.startswith('`` "lib`|<.sq" `` · library')
    assert "```serq\ndef f(x)\ndef g(a, b)\n```" in shown


def test_a_library_that_is_not_there_is_not_read() -> None:
    text = 'use "nowhere.sq";'
    assert "Not read." in told('"nowhere', view_of(text, MARKDOWN), text)


@pytest.mark.parametrize(
    ("glimpsed", "expected"),
    [
        (None, "Not looked at"),
        (
            Glimpse(20, ("# a", "session,turn", "0,0,1,2,3"), 3, exact=True),
            "`think`  \n*length:* 3 lines",
        ),
        (Glimpse(20, ("0,0,1,2,3,1",), 90000, exact=False), "`forced`  \n*length:* about 90000"),
        (Glimpse(0, ("",), 0, exact=True), "no turns"),
        (Glimpse(9, ("a,b",), 1, exact=True), "*columns:* 2, and not 5 or 6"),
    ],
)
def test_a_trace_tells_its_columns_and_its_length(glimpsed: Glimpse | None, expected: str) -> None:
    text = 'workload { trace "t.csv" ordered; }'
    asked: list[str] = []

    def look(path: str) -> Glimpse | None:
        asked.append(path)
        return glimpsed

    shown = hover(view_of(text, MARKDOWN), at(text, '"t.csv"'), look)
    assert shown is not None
    assert isinstance(shown.contents, types.MarkupContent)
    assert expected in shown.contents.value
    assert asked == ["/work/t.csv"]


def test_a_glimpse_reads_only_the_beginning(tmp_path: Path) -> None:
    short, long = tmp_path / "short.csv", tmp_path / "long.csv"
    short.write_text("0,0,1,2,3\n0,1,1,2,3", encoding="utf-8")
    long.write_text("0,0,1,2,3\n" * 100_000, encoding="utf-8")
    assert glimpse(str(short)) == Glimpse(19, ("0,0,1,2,3", "0,1,1,2,3"), 2, exact=True)
    found = glimpse(str(long))
    assert found is not None
    assert not found.exact
    assert found.lines == pytest.approx(100_000, rel=0.01)
    assert glimpse(str(tmp_path)) is None
    assert glimpse("/dev/zero") is None
    assert glimpse("\0") is None


def test_a_comment_has_no_hover_and_a_string_elsewhere_neither() -> None:
    text = 'let x = 1; // let hold\n/* pool */ let y = "use";'
    for piece in ("hold", "pool", '"use"'):
        assert told(piece, view_of(text, MARKDOWN), text) == ""


PROMISING = """stage engine : step { cost 1; }
workload { arrive batch(1); }
session { run engine decode (2); observe n = 3; }
run { horizon 20; }
//! observe n mean 3
//! observe n mean 4
//! nonsense
// a comment
"""


@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        ("//! observe n mean 3", "Holds."),
        ("//! observe n mean 4", "*the run:*\n```serq\n3\n```"),
        ("//! observe n mean 4", "Does not hold:"),
        ("//! nonsense", "Cannot be read:"),
    ],
)
def test_an_expectation_tells_what_came_of_it(piece: str, expected: str) -> None:
    view = view_of(PROMISING, MARKDOWN)
    assert "Not judged yet" in told("//! observe n mean 3", view, PROMISING)
    view = view._replace(traced=_with_facts(view))
    assert expected in told(piece, view, PROMISING, skip=4)
    assert told("// a comment", view, PROMISING, skip=4) == ""


def _with_facts(view: View) -> Traced:
    program = view.analysis.program
    assert program is not None
    keeper = LineKeeper(program, 100)
    report = run(program, observer=keeper)
    facts = reported(keeper.lines(ended=True), report)
    return _shown(Result(Outcome.of_report(report), None, facts=facts), view)


def _shown(result: Result, view: View) -> Traced:
    """The result at its places in the text."""
    steps = tracing(result, view.key or "", view.analysis, "sq trace x")
    while True:
        try:
            next(steps)
        except StopIteration as end:
            traced: Traced = end.value
            return traced


def test_where_a_run_failed_it_tells_session_time_and_what_was_read() -> None:
    failed = traced_by_hand(
        PROGRAM,
        marks=(mark(PROGRAM, "observe spent = now;", "n 0", "observe"),),
        failures=(fault(PROGRAM, "observe spent = now;", message="a | guard <b> is 2"),),
    )
    shown = told("observe", view_of(PROGRAM, MARKDOWN, failed))
    assert "**SQ901: a \\| guard &lt;b> is 2**" in shown
    assert "session 3" in shown
    assert "1.5" in shown
    assert "all about n 0" in shown


def test_the_innermost_place_with_values_is_told() -> None:
    marks = (
        mark(PROGRAM, HOLD, "outer"),
        mark(PROGRAM, "run engine decode (2);", "inner"),
    )
    view = view_of(PROGRAM, MARKDOWN, traced_by_hand(PROGRAM, marks=marks))
    assert "all about inner" in told("decode (2)", view)
    assert "all about outer" in told("reserve", view)
    assert "all about" not in told("horizon", view)


@pytest.mark.parametrize("word", KEYWORDS, ids=lambda word: f"{word.context}-{word.text}")
def test_every_keyword_is_explained_where_it_is_legal(word: Keyword) -> None:
    """In a program around its own example, at one of the places where it is spelt."""
    text = program_with(word)
    view = view_of(text, MARKDOWN)
    tokens = [token for token in view.analysis.surface.tokens if token.text == word.text]
    shown = [hover(view, view.positions.position(token.start)) for token in tokens]
    values = [each.contents.value for each in shown if each is not None]  # type: ignore[union-attr]
    assert any(word.documentation in value for value in values)


def result_of(view: View) -> View:
    """A view with what a short run of its program showed."""
    program = view.analysis.program
    assert program is not None
    recorder = Recorder(program)
    directory = str(EXAMPLES[0].parent)
    try:
        report = run(program, directory=directory, observer=recorder, limits=Limits(events=2000))
        outcome = Outcome.of_report(report)
    except RunError as error:
        outcome = Outcome.of_error(error)
    recording = recorder.recording()
    labels = [
        (*each.place, each.kind, each.label, each.subject)
        for each in annotate(program, recording, outcome)
    ]
    text = json.dumps(to_json_value(recording))
    return view._replace(traced=_shown(Result(outcome, text, labels=json.dumps(labels)), view))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_no_token_of_any_example_fails(path: Path) -> None:
    """Before and after a run, in Markdown and in plain text; after it some places tell values."""
    text = path.read_text(encoding="utf-8")
    source = Source(text, str(path), str(path.parent))
    before = view_of(text, MARKDOWN, source=source)
    after = result_of(before)
    told_values = 0
    for token in before.analysis.surface.tokens:
        place = before.positions.position(token.start)
        one, other = hover(before, place, glimpse), hover(after, place, glimpse)
        plain = hover(after._replace(client=Client()), place, glimpse)
        assert (one is None) == (other is None) == (plain is None)
        if one is None or other is None:
            continue
        assert one.range == other.range
        assert isinstance(one.contents, types.MarkupContent)
        assert isinstance(other.contents, types.MarkupContent)
        assert other.contents.value.count("```") % 2 == 0
        told_values += len(other.contents.value) > len(one.contents.value)
    assert told_values > 5
