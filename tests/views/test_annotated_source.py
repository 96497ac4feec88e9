"""The source with what happened beside each line, from text to text with the real engine."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

from sqlang.analysis import Analysis, analyze
from sqlang.engine import Limits, run
from sqlang.source import Source
from sqlang.views.annotated_source import AnnotatedSource, annotated_source
from sqlang.views.annotated_source_color import colored
from sqlang.views.annotations import annotate
from sqlang.views.outcome import Outcome
from sqlang.views.places import place_annotations
from sqlang.views.recording import Recorder

UNBOUNDED = Limits()
EXAMPLE = """\
// Whole-batch prefill isolation: B arrives while A is decoding.
// With unit step costs the selected batches are A:p2, B:p4, A:d1, A:d1.
// Removing the serve clause allows mixed A:d1+B:p3 and A:d1+B:p1.
pool reqs { cap 2; admit via engine; }
pool kv { cap 20; }
stage gate : delay;
stage engine : step {
  budget 4;
  chunk 4;
  cost 1;
  memory kv;
  serve exclusive prefill;
}
workload {
  arrive batch(2);
  init { set prompt = serial == 0 ? 2 : 4; }
}
session {
  run gate (serial);
  set t0 = now;
  hold reqs (1), kv (min(prompt, left)) reserve (prompt)
       at admission (left = budget_left(engine)) {
    prefill prompt growing kv;
    observe ttft = now - t0;
    branch (serial == 0) { decode (2) growing kv; }
  }
  observe response = now - t0;
  end;
}
run { horizon 20; warmup 0; seed 1; }
"""


def trace_of(text: str, limits: Limits = UNBOUNDED) -> AnnotatedSource:
    analysis, recorder, outcome = traced_run(text, limits)
    return annotated_source(analysis, recorder.recording(), outcome)


def traced_run(text: str, limits: Limits) -> tuple[Analysis, Recorder, Outcome]:
    analysis = analyze(Source(text, "example.sq"))
    assert analysis.program is not None, analysis.diagnostics
    recorder = Recorder(analysis.program)
    report = run(analysis.program, observer=recorder, limits=limits)
    return analysis, recorder, Outcome.of_report(report)


def labels(source: AnnotatedSource) -> dict[int, str]:
    return {line.number: line.label for line in source.lines if line.label}


def queue(body: str, definitions: str = "") -> str:
    """Two sessions at a desk that serves one at a time."""
    return (
        f"stage desk : fifo(1);\n{definitions}"
        f"workload {{ arrive batch(2); }}\nsession {{\n{body}\n  end;\n}}\n"
        "run { horizon 20; warmup 0; seed 1; }\n"
    )


def test_the_example_shows_the_four_batches_beside_their_statements() -> None:
    assert labels(trace_of(EXAMPLE)) == {
        4: "peak 2/2 · cached 0",
        5: "peak 7/20 · cached 0",
        6: "1 job · mean 1",
        7: "4 iterations · p2 │ p4 │ d1 │ d1",
        16: "2, 4",
        19: "1 job · mean 1",
        20: "0, 1",
        21: "admitted 2 · waited 0",
        23: "0:p2 @0 · 1:p4 @1",
        24: "n 2 · mean 1 · p99 1",
        25: "then 1 · else 1; 0:d1 @2 · 0:d1 @3",
        27: "n 2 · mean 2.5 · p99 4",
        30: "ends 4 · 2 arrived · 2 ended",
    }


def test_the_text_has_line_numbers_aligned_labels_and_the_iterations() -> None:
    lines = trace_of(EXAMPLE).text().splitlines()
    assert lines[0] == " 1  // Whole-batch prefill isolation: B arrives while A is decoding."
    assert lines[4].startswith(" 5  pool kv { cap 20; }   ")
    assert len({line.index("←") for line in lines if "←" in line}) == 1
    assert lines[30:] == [
        "",
        "stage `engine`: 4 iterations",
        "time  batch   used  cached  cost",
        "   0  0:0:p2     2       0     1",
        "   1  1:0:p4     7       0     1",
        "   2  0:0:d1     3       0     1",
        "   3  0:0:d1     4       0     1",
    ]


def test_without_the_serve_clause_the_batches_mix() -> None:
    mixed = "".join(
        line for line in EXAMPLE.splitlines(keepends=True) if "serve exclusive" not in line
    )
    assert labels(trace_of(mixed))[7] == "3 iterations · p2 │ d1 p3 │ d1 p1"


def test_color_changes_no_character() -> None:
    source = trace_of(EXAMPLE)
    assert colored(source).plain == source.text()
    console = Console(width=200, color_system="truecolor", force_terminal=True)
    with console.capture() as capture:
        console.print(colored(source), end="")
    assert "\x1b[" in capture.get()


def test_labels_are_aligned_by_columns_not_by_characters() -> None:
    text = trace_of(queue("  run desk (1); // 模型\n  set x = 1;")).text()
    (wide,) = [line for line in text.splitlines() if "模型" in line]
    (narrow,) = [line for line in text.splitlines() if "set x" in line]
    assert wide.index("←") + 2 == narrow.index("←")


def test_labels_of_one_kind_on_one_line_are_told_apart_by_name() -> None:
    source = trace_of(queue("  run desk (1); observe a = now; observe b = 2;"))
    assert labels(source)[4] == (
        "2 jobs · mean 1 · waited 0.5; a: n 2 · mean 1.5 · p99 2; b: n 2 · mean 2 · p99 2"
    )


def test_waits_are_told_where_there_are_any() -> None:
    assert labels(trace_of(queue("  run desk (2);")))[4] == "2 jobs · mean 2 · waited 1"


def test_a_text_with_carriage_returns_shows_none() -> None:
    text = trace_of(queue("  run desk (2);").replace("\n", "\r\n")).text()
    assert "\r" not in text
    assert "\u240d" not in text


def test_the_body_of_a_definition_tells_which_use_a_label_is_of() -> None:
    body = "  visit(1);\n  visit(2);"
    source = trace_of(queue(body, "def visit(w) { run desk (w); }\n"))
    assert labels(source)[2] == (
        "line 5: 2 jobs · mean 1 · waited 0.5; line 6: 2 jobs · mean 2 · waited 1.5"
    )


def test_a_definition_used_once_needs_no_line() -> None:
    source = trace_of(queue("  visit(1);", "def visit(w) { run desk (w); }\n"))
    assert labels(source)[2] == "2 jobs · mean 1 · waited 0.5"


def test_what_a_library_did_is_told_at_its_use(tmp_path: Path) -> None:
    (tmp_path / "library.sq").write_text("def visit(w) { run desk (w); }\n")
    text = 'use "library.sq";\n' + queue("  visit(1);")
    analysis = analyze(Source(text, str(tmp_path / "main.sq"), str(tmp_path)))
    assert analysis.program is not None
    recorder = Recorder(analysis.program)
    outcome = Outcome.of_report(run(analysis.program, observer=recorder))
    annotations = annotate(analysis.program, recorder.recording(), outcome)
    (placed,) = [
        each for each in place_annotations(analysis, annotations) if each.annotation.kind == "run"
    ]
    assert placed.span.text == "run desk (w);"
    assert placed.span.source.path.endswith("library.sq")
    shown = placed.span_in(analysis.source)
    assert shown is not None
    assert shown.text == "visit(1);"
    source = annotated_source(analysis, recorder.recording(), outcome)
    assert labels(source)[5] == "2 jobs · mean 1 · waited 0.5"


def test_a_statement_that_no_session_reached_is_faded_and_says_so() -> None:
    source = trace_of(queue("  branch (serial == 5) {\n    run desk (1);\n  }"))
    lines = {line.number: line for line in source.lines}
    assert lines[4].label == "then 0 · else 2"
    assert (lines[5].label, lines[5].faded) == ("never reached", True)
    assert not lines[4].faded


def test_a_stopped_run_says_so_at_the_run_settings() -> None:
    source = trace_of(EXAMPLE, Limits(iterations=2))
    assert labels(source)[30] == "stopped at 2 · 2 arrived · 1 ended · 1 live"


def test_a_program_with_errors_cannot_be_shown() -> None:
    analysis, recorder, outcome = traced_run(EXAMPLE, UNBOUNDED)
    broken = analyze(Source("pool"))
    with pytest.raises(ValueError, match="errors"):
        annotated_source(broken, recorder.recording(), outcome)
    assert analysis.program is not None
