"""The library by the names that users of pyserq know, and what it raises."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sqlang
from sqlang.engine.observer import Event, Iteration

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "separate_phases.sq"
VECTOR = ROOT / "tests" / "conformance" / "run" / "000-separate-phases.json"

SCRIPT = """\
import NAME as s

program = s.compile("examples/separate_phases.sq")
report = s.run(program)
print(report.json())
print(report.horizon, report.end, report.warmup, report.seed, report.events)
print(report.arrivals, report.ended, report.turns, report.mean_live)
for name, observe in report.observes.items():
    print(name, observe.name, observe.count, observe.mean, observe.ci, observe.cv2, observe.p99)
    print(observe.samples, observe.times, observe.sessions, observe.turns)
print(report.observe("nothing"), report.pool("nothing"), report.stage("nothing"))
for stage in [*report.stages, report.stage("gate"), *report.stages_named("engine")]:
    print(stage.name, stage.mean_number, stage.utilization, stage.completed, stage.throughput)
    print(stage.mean_wait, stage.mean_service, stage.iterations)
for pool in [*report.pools, report.pool("kv")]:
    print(pool.name, pool.mean_used, pool.mean_cached, pool.mean_queue, pool.mean_holders)
    print(pool.mean_wait, pool.admissions, pool.evicted_entries, pool.evicted_units)
    print(pool.preemptions, pool.spills, pool.rejected, pool.stuck)

text = "let n = 1; workload { arrive poisson(n); } stage s : fifo; "
text += "session { run s (~exp(0.5)); observe x = now; end; } run { horizon 50; warmup 5; }"
varied = s.compile(source=text, sets={"n": "2"}, seed=7, horizon=40.0, warmup=4.0)
first, second = s.run(varied), s.run(varied)
print(first.json() == second.json(), first.json())
print(s.run(s.compile(source=text, sets={"n": 2})).observe("x").mean)
again = s.Program.from_json(varied.to_json())
print(s.run(again).json() == first.json())
print(s.REPORT_VERSION)
for wrong in ["session { set a = b; }", "let a = 1; let b = a +;"]:
    try:
        s.compile(source=wrong)
    except ValueError as error:
        print("refused")
try:
    guard = "session { branch (1 + 1) { } } run { horizon 1; }"
    s.run(s.compile(source="workload { arrive batch(1); } " + guard))
except ValueError as error:
    print("refused")
"""


def output_of(name: str) -> str:
    """What the script prints with one of the two libraries."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.replace("NAME", name)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout


def test_one_script_says_the_same_with_pyserq_and_with_sqlang() -> None:
    assert output_of("sqlang") == output_of("pyserq")


def test_a_program_is_compiled_from_a_path_and_runs() -> None:
    report = sqlang.run(sqlang.compile(EXAMPLE))
    expected = json.loads(VECTOR.read_text(encoding="utf-8"))["report_json"]
    assert report.json() == expected


def test_a_program_survives_json() -> None:
    program = sqlang.compile(EXAMPLE)
    again = sqlang.Program.from_json(program.to_json())
    assert again.to_json() == program.to_json()
    assert again.ir == program.ir
    assert sqlang.run(again).json() == sqlang.run(program).json()


def test_options_replace_those_of_the_program() -> None:
    text = "let n = 1; workload { arrive poisson(n); } run { horizon 5; }"
    program = sqlang.compile(
        source=text, sets={"n": 2.5}, seed=3, horizon=9, warmup=1, arrivals=4, trace="a.csv"
    )
    value = json.loads(program.to_json())
    assert value["arrival"] == {"Poisson": 2.5}
    assert (value["seed"], value["horizon"], value["warmup"]) == (3, 9.0, 1.0)
    assert (value["arrivals"], value["trace"]) == (4, "a.csv")


def test_errors_of_a_program_carry_their_places() -> None:
    with pytest.raises(sqlang.DiagnosticError) as caught:
        sqlang.compile(source="session {\n  set a = bb;\n}\nrun { horizon 1; }")
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.code == "SQ401"
    assert diagnostic.span.text == "bb"
    assert str(caught.value) == "<string>:2:11: error SQ401: unknown name `bb`"


def test_all_errors_of_a_program_are_carried() -> None:
    with pytest.raises(sqlang.DiagnosticError) as caught:
        sqlang.compile(source="session { set a = b; set c = d; } run { horizon 1; }")
    assert [each.span.text for each in caught.value.diagnostics] == ["b", "d"]


def test_a_failed_run_leads_to_its_statement() -> None:
    text = "workload { arrive batch(1); }\nsession { branch (1 + 1) { } }\nrun { horizon 1; }"
    with pytest.raises(sqlang.DiagnosticError) as caught:
        sqlang.run(sqlang.compile(source=text))
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.code == "SQ901"
    assert diagnostic.span.text == "branch (1 + 1) { }"
    assert diagnostic.message == (
        "`branch (1 + 1)`: the guard is 2, not 0 or 1; a draw is written `branch with (p)`"
    )
    assert diagnostic.related[0].message == "in session 0 at time 0"


def test_a_failure_inside_a_definition_leads_to_its_use_too() -> None:
    text = "def two(x) { branch (x) { } }\nworkload { arrive batch(1); }\nsession { two(1 + 1); }"
    with pytest.raises(sqlang.DiagnosticError) as caught:
        sqlang.run(sqlang.compile(source=f"{text}\nrun {{ horizon 1; }}"))
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.span.text == "branch (x) { }"
    assert [each.message for each in diagnostic.related] == ["in session 0 at time 0", "used here"]
    assert diagnostic.related[1].span.text == "two(1 + 1);"


def test_a_failure_of_a_stage_is_at_its_declaration() -> None:
    text = """
        pool kv[2] { cap 100; }
        stage e : step { budget 4; cost 1 + used(kv[5]); }
        workload { arrive batch(1); }
        session { hold kv[0] (1) { run e prefill (3); } }
        run { horizon 10; }"""
    with pytest.raises(sqlang.DiagnosticError) as caught:
        sqlang.run(sqlang.compile(source=text))
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.code == "SQ902"
    assert diagnostic.span.text.startswith("stage e : step {")
    assert [each.message for each in diagnostic.related] == ["at time 0"]
    assert diagnostic.message == "index 5 out of range (count 2)"


def test_a_failure_of_the_whole_run_is_at_its_run_item() -> None:
    text = "workload { arrive poisson(-1); } session { end; }\nrun { horizon 10; }"
    with pytest.raises(sqlang.DiagnosticError) as caught:
        sqlang.run(sqlang.compile(source=text))
    [diagnostic] = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.span.text) == ("SQ991", "run { horizon 10; }")


def test_what_is_not_supported_yet_has_its_place() -> None:
    text = "stage s : ps(1);\nsession { run s (1); }\nrun { horizon 1; }"
    program = sqlang.compile(source=text)
    with pytest.raises(sqlang.DiagnosticError) as caught:
        sqlang.run(program)
    diagnostic = caught.value.diagnostics[0]
    assert diagnostic.code == "SQ999"
    assert "ps" in diagnostic.span.text


@pytest.mark.parametrize(
    ("text", "code"),
    [("{", "SQ702"), ("{}", "SQ702"), ('{"version": 9}', "SQ701"), ("[]", "SQ702")],
)
def test_a_damaged_ir_is_refused(text: str, code: str) -> None:
    with pytest.raises(sqlang.DiagnosticError) as caught:
        sqlang.Program.from_json(text)
    assert caught.value.diagnostics[0].code == code
    assert str(caught.value).startswith(f"<json>: error {code}: ")


def test_an_invalid_ir_says_where_in_words() -> None:
    text = sqlang.compile(source="stage s : ps(present); run { horizon 1; }").to_json()
    wrong = text.replace('"N"', '"Ntok"')
    assert wrong != text
    with pytest.raises(sqlang.DiagnosticError) as caught:
        sqlang.Program.from_json(wrong)
    said = "`tokens` does not exist in the capacity of a `ps` stage"
    assert str(caught.value) == f"<json>: error SQ601: stage `s`, ps: {said}"


@pytest.mark.parametrize(
    ("path", "source"), [(None, None), ("examples/separate_phases.sq", "run { horizon 1; }")]
)
def test_exactly_one_of_path_and_source_is_compiled(path: str | None, source: str | None) -> None:
    with pytest.raises(ValueError, match="exactly one of a path and a source"):
        sqlang.compile(path, source=source)


def test_an_unreadable_file_is_a_value_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cannot read .*missing\.sq: No such file"):
        sqlang.compile(tmp_path / "missing.sq")


def test_a_file_that_is_not_utf_8_is_a_diagnostic(tmp_path: Path) -> None:
    (tmp_path / "latin.sq").write_bytes(b"// caf\xe9\nrun { horizon 1; }")
    with pytest.raises(sqlang.DiagnosticError) as caught:
        sqlang.compile(tmp_path / "latin.sq")
    assert caught.value.diagnostics[0].code == "SQ005"


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_has_64_bits(seed: int) -> None:
    with pytest.raises(ValueError, match="seed must be a whole number from 0"):
        sqlang.compile(source="run { horizon 1; }", seed=seed)


class Quantity(float):
    """A number that prints otherwise than a `float`, as numpy's do."""

    def __repr__(self) -> str:
        return f"Quantity({float(self)})"


@pytest.mark.parametrize("horizon", [True, 1, Quantity(1.0)])
def test_numbers_of_other_types_are_written_as_numbers(horizon: float) -> None:
    program = sqlang.compile(source="session { } run { horizon 9; }", horizon=horizon)
    assert json.loads(program.to_json())["horizon"] == 1
    assert json.loads(sqlang.run(program).json())["horizon"] == 1


def test_text_and_fractions_are_no_numbers() -> None:
    text: Any = "1"
    fraction: Any = 1.5
    with pytest.raises(TypeError):
        sqlang.compile(source="session { }", horizon=text)
    with pytest.raises(TypeError):
        sqlang.compile(source="session { } run { horizon 9; }", seed=fraction)


def test_sets_are_a_mapping() -> None:
    pairs: Any = [("K", "4")]
    with pytest.raises(TypeError, match=r'sets must be a mapping .* \{"K": 4\}, not list'):
        sqlang.compile(source="let K = 1; run { horizon K; }", sets=pairs)


def test_what_runs_is_a_compiled_program() -> None:
    path: Any = "program.sq"
    with pytest.raises(TypeError, match=r"run takes a Program, as sqlang\.compile .* not str"):
        sqlang.run(path)


def test_libraries_are_found_beside_the_program(tmp_path: Path) -> None:
    (tmp_path / "library.sq").write_text("def half(v) = v / 2;")
    program = 'use "library.sq"; session { observe x = half(3); } run { horizon 1; }'
    (tmp_path / "program.sq").write_text(f"workload {{ arrive batch(1); }} {program}")
    observed = sqlang.run(sqlang.compile(tmp_path / "program.sq")).observe("x")
    assert observed is not None
    assert observed.samples == [1.5]


class Batches(sqlang.Observer):
    """Collects how many members each iteration had."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []

    def event(self, event: Event) -> None:
        if isinstance(event, Iteration):
            self.sizes.append(len(event.members))


def test_an_observer_sees_the_run() -> None:
    observer = Batches()
    sqlang.run(sqlang.compile(EXAMPLE), observer=observer)
    assert observer.sizes == [1, 1, 1, 1]


def test_a_bound_ends_the_run_with_a_report_of_the_time_reached() -> None:
    report = sqlang.run(sqlang.compile(EXAMPLE), iterations=2)
    assert report.stopped is not None
    assert report.stopped.reason == "iterations"
    assert report.stage("engine").iterations == 2  # type: ignore[union-attr]


def test_a_run_to_its_horizon_was_not_stopped() -> None:
    assert sqlang.run(sqlang.compile(EXAMPLE), iterations=4, deadline=100.0).stopped is None
