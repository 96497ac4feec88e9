"""`sq run`, `sq ir` and `sq trace`: one program, from text or from its IR, says the same."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from sqlang.cli.arguments import Arguments
from tests.cli.commands import EXAMPLE, ROOT, sq, sq_process

VECTOR = ROOT / "tests" / "conformance" / "run" / "000-separate-phases.json"
ITERATIONS = """\
ITER 0.0000 0:0:p2 | used 0.125 cached 0
ITER 1.0000 1:0:p4 | used 0.4375 cached 0
ITER 2.0000 0:0:d1 | used 0.1875 cached 0
ITER 3.0000 0:0:d1 | used 0.25 cached 0
"""
GUARD = """\
workload { arrive batch(2); }
session {
  set x = serial + 1;
  branch (x) { }
}
run { horizon 10; }
"""
STUCK = ROOT / "tests" / "conformance" / "run" / "097-pool-preempt-self.sq"


def write(folder: Path, text: str, name: str = "program.sq") -> None:
    (folder / name).write_text(text, encoding="utf-8")


def report_of_vector() -> str:
    report: str = json.loads(VECTOR.read_text(encoding="utf-8"))["report_json"]
    return report


def test_iterations_are_written_to_standard_error() -> None:
    done = sq_process("run", "examples/separate_phases.sq", "--iter")
    assert (done.code, done.errors) == (0, ITERATIONS)


def test_the_report_as_json_is_that_of_the_reference() -> None:
    assert sq("run", EXAMPLE, "--json") == (0, f"{report_of_vector()}\n", "")


def test_the_ir_of_a_program_runs_as_its_text(tmp_path: Path) -> None:
    written = sq("ir", EXAMPLE)
    assert (written.code, written.errors) == (0, "")
    write(tmp_path, written.output, "x.json")
    done = sq("run", "x.json", "--iter", "--json", folder=tmp_path)
    assert done == (0, f"{report_of_vector()}\n", ITERATIONS)


def test_the_ir_of_version_9_runs_as_its_text(tmp_path: Path) -> None:
    written = sq("ir", EXAMPLE, "--ir-version", "9").output
    assert json.loads(written)["version"] == 9
    write(tmp_path, written, "x.json")
    done = sq("run", "x.json", "--iter", "--json", folder=tmp_path)
    assert done == (0, f"{report_of_vector()}\n", ITERATIONS)


def test_an_order_that_is_drawn_has_no_ir_of_version_9(tmp_path: Path) -> None:
    text = "pool kv { queue by (~exp(1)); }\nrun { horizon 1; }"
    write(tmp_path, text)
    assert sq("ir", "program.sq", "--ir-version", "9", folder=tmp_path) == (
        1,
        "",
        "sq: the queue of pool `kv` is ordered by a draw, which IR 9 refuses\n",
    )
    assert sq("ir", "program.sq", folder=tmp_path).code == 0


def test_evictions_are_written_to_standard_error_among_the_iterations(tmp_path: Path) -> None:
    write(
        tmp_path,
        """pool m { cap 4; } stage e : step { budget 9; cost 1; memory m; }
        workload { arrive batch(2); }
        session {
          branch (serial) { hold m (3) { run e prefill (2); } } else { hold m (2) { } cache (2) }
        }
        run { horizon 10; }
        """,
    )
    eviction = "EVICT 0.0000 0 2\n"
    iteration = "ITER 0.0000 1:0:p2 | used 0.1875 cached 0\n"
    for options, lines in (
        (("--evict",), eviction),
        (("--evict", "--iter"), eviction + iteration),
        (("--iter",), iteration),
    ):
        assert sq("run", "program.sq", "--json", *options, folder=tmp_path).errors == lines


def test_an_ir_runs_from_standard_input() -> None:
    text = sq("ir", EXAMPLE, "--compact").output
    done = sq("run", "-", "--json", standard_input=text.encode())
    assert done == (0, f"{report_of_vector()}\n", "")


def test_the_text_report_is_the_default() -> None:
    done = sq("run", EXAMPLE)
    assert (done.code, done.errors) == (0, "")
    assert done.output.startswith("serQ run   seed 1   time 0 .. 20   warm-up 0   (horizon 20)\n")


def test_only_the_first_iterations_are_written_and_the_run_goes_on() -> None:
    done = sq("run", EXAMPLE, "--iter-limit", "1", "--json")
    assert done == (0, f"{report_of_vector()}\n", ITERATIONS.splitlines(keepends=True)[0])


@pytest.mark.parametrize(
    ("options", "fields"),
    [
        (
            ["--seed", "9", "--horizon", "5", "--warmup", "1"],
            {"seed": 9, "horizon": 5, "warmup": 1},
        ),
        (["--set", "n=4"], {"arrival": {"Batch": 4}}),
        (["--trace", "other.csv"], {"trace": "other.csv"}),
    ],
)
def test_options_replace_what_the_program_says(
    tmp_path: Path, options: list[str], fields: dict[str, object]
) -> None:
    write(tmp_path, "let n = 2;\nworkload { arrive batch(n); }\nrun { horizon 3; }\n")
    done = sq("ir", "program.sq", *options, folder=tmp_path)
    assert done.code == 0
    program = json.loads(done.output)
    assert {name: program[name] for name in fields} == fields


def test_arrivals_can_be_limited_from_outside(tmp_path: Path) -> None:
    write(tmp_path, "workload { arrive poisson(1); }\nrun { horizon 3; }\n")
    done = sq("ir", "program.sq", "--arrivals", "7", folder=tmp_path)
    assert json.loads(done.output)["arrivals"] == 7


def test_a_compact_ir_is_one_line(tmp_path: Path) -> None:
    write(tmp_path, "run { horizon 3; }\n")
    compact = sq("ir", "program.sq", "--compact", folder=tmp_path).output
    assert compact.count("\n") == 1
    assert " " not in compact
    assert json.loads(compact) == json.loads(sq("ir", "program.sq", folder=tmp_path).output)


def test_the_run_settings_of_an_ir_can_be_replaced(tmp_path: Path) -> None:
    write(tmp_path, sq("ir", EXAMPLE).output, "x.json")
    done = sq("run", "x.json", "--json", "--horizon", "2.5", "--seed", "3", folder=tmp_path)
    report = json.loads(done.output)
    assert (report["end"], report["seed"]) == (2.5, 3)


def test_replaced_settings_of_an_ir_are_validated(tmp_path: Path) -> None:
    write(tmp_path, sq("ir", EXAMPLE).output, "x.json")
    done = sq("run", "x.json", "--warmup", "50", folder=tmp_path)
    assert (done.code, done.output) == (1, "")
    assert "SQ609" in done.errors


def test_constants_of_an_ir_cannot_be_replaced(tmp_path: Path) -> None:
    write(tmp_path, sq("ir", EXAMPLE).output, "x.json")
    done = sq("run", "x.json", "--set", "a=1", folder=tmp_path)
    assert (done.code, done.output) == (2, "")
    assert "`--set` needs a program's text" in done.errors


@pytest.mark.parametrize("name", ["ir", "run", "trace"])
def test_a_program_with_errors_exits_with_1(tmp_path: Path, name: str) -> None:
    write(tmp_path, "session { set a = bb; }\nrun { horizon 1; }\n")
    done = sq(name, "program.sq", folder=tmp_path)
    assert (done.code, done.output) == (1, "")
    assert done.errors.startswith("program.sq:1:19: error[SQ401]: unknown name `bb`\n")


@pytest.mark.parametrize("name", ["ir", "run", "trace"])
def test_an_unreadable_program_exits_with_2(tmp_path: Path, name: str) -> None:
    done = sq(name, "missing.sq", folder=tmp_path)
    assert (done.code, done.output) == (2, "")
    assert done.errors.startswith("sq: cannot read missing.sq: No such file")


def test_a_damaged_ir_is_refused_in_words(tmp_path: Path) -> None:
    write(tmp_path, '{"version": 10}', "x.json")
    assert sq("run", "x.json", folder=tmp_path) == (
        1,
        "",
        "x.json: error[SQ701]: version: this is IR version 10; versions 8 and 9 are read\n",
    )


def test_a_failed_run_leads_to_the_statement(tmp_path: Path) -> None:
    write(tmp_path, GUARD)
    done = sq("run", "program.sq", folder=tmp_path)
    assert (done.code, done.output) == (1, "")
    message, *excerpt = done.errors.splitlines()
    assert message.startswith("program.sq:4:3: error[SQ901]: `branch (x)`: the guard is 2, not 0")
    assert excerpt[:2] == [" 4 |   branch (x) { }", "   |   ^^^^^^^^^^^^^^"]
    assert excerpt[2:] == ["note: program.sq:4:3: in session 1 at time 0, where x = 2"]


def test_between_two_mistakes_there_is_an_empty_line(tmp_path: Path) -> None:
    write(tmp_path, "session { set a = bb; set c = dd; }\nrun { horizon 1; }\n")
    first, second = sq("run", "program.sq", folder=tmp_path).errors.split("\n\n")
    assert first.startswith("program.sq:1:19: error[SQ401]")
    assert second.startswith("program.sq:1:31: error[SQ401]")


def test_a_failed_run_of_an_ir_says_the_place_in_words(tmp_path: Path) -> None:
    write(tmp_path, GUARD)
    write(tmp_path, sq("ir", "program.sq", folder=tmp_path).output, "x.json")
    done = sq("run", "x.json", folder=tmp_path)
    assert done.code == 1
    assert done.errors.startswith(
        "x.json: error[SQ901]: session: blocks[2][1]: `branch (x)`: the guard is 2"
    )


@pytest.mark.parametrize(
    ("bound", "said"),
    [
        (["--max-iterations", "2"], "--max-iterations 2, at time"),
        (["--max-events", "3"], "--max-events 3, at time"),
        (["--max-memory", "1"], "--max-memory 1, at time"),
    ],
)
def test_a_bound_ends_the_run_with_1_and_its_report(bound: list[str], said: str) -> None:
    done = sq("run", EXAMPLE, "--json", *bound)
    assert done.code == 1
    assert json.loads(done.output)["end"] < 20
    assert said in done.errors


def test_a_clock_that_stands_ends_the_run_with_1(tmp_path: Path) -> None:
    text = (
        "workload { arrive batch(1); }\nsession {\n  loop { set a = 1; }\n}\nrun { horizon 9; }\n"
    )
    write(tmp_path, text)
    done = sq("run", "program.sq", "--max-instant", "1000", folder=tmp_path)
    assert (done.code, done.output) == (1, "")
    assert done.errors.startswith(
        "program.sq:3:3: error[SQ991]: no progress: the clock stands at 0"
    )


def test_a_bound_that_is_not_met_changes_nothing() -> None:
    done = sq("run", EXAMPLE, "--json", "--max-iterations", "4", "--deadline", "100")
    assert done == (0, f"{report_of_vector()}\n", "")


def test_stuck_sessions_are_noted_and_fail_only_on_demand() -> None:
    note = "note: 1 session(s) at pool m were preempted again without progress"
    done = sq("run", STUCK, "--json")
    assert (done.code, done.errors) == (0, f"{note}\n")
    assert sq("run", STUCK).output.splitlines()[-1] == note
    assert sq("run", STUCK, "--json", "--fail-on", "stuck") == (1, done.output, done.errors)


def test_without_stuck_sessions_nothing_fails() -> None:
    assert sq("run", EXAMPLE, "--json", "--fail-on", "stuck").code == 0


def test_the_trace_shows_the_four_batches_beside_the_statements() -> None:
    done = sq("trace", EXAMPLE)
    assert (done.code, done.errors) == (0, "")
    lines = done.output.splitlines()
    [engine] = [line for line in lines if "stage engine" in line]
    assert "p2 │ p4 │ d1 │ d1" in engine
    [prefill] = [line for line in lines if "prefill prompt growing kv;" in line]
    assert "0:p2" in prefill
    assert "1:p4" in prefill


def test_the_trace_of_a_failed_run_shows_how_far_it_came(tmp_path: Path) -> None:
    write(tmp_path, GUARD)
    done = sq("trace", "program.sq", folder=tmp_path)
    assert done.code == 1
    assert "branch (x) { }" in done.output
    assert "SQ901" in done.errors


def test_the_trace_needs_a_text(tmp_path: Path) -> None:
    write(tmp_path, sq("ir", EXAMPLE).output, "x.json")
    done = sq("trace", "x.json", folder=tmp_path)
    assert (done.code, done.output) == (2, "")
    assert "only a program's text has lines to show" in done.errors


REPLAY = """\
stage gpu : fifo;
workload { arrive batch(3); trace "t.csv" ordered; }
session { turn; run gpu (new); observe done = now; observe more = more; }
run { horizon 9; }
"""
TRACE = "session,turn,new,out,think\n0,0,2,1,0\n0,1,1,1,0\n7,0,0.5,1,0\n"


def test_samples_are_written_a_file_for_each_observe(tmp_path: Path) -> None:
    write(tmp_path, REPLAY)
    write(tmp_path, TRACE, "t.csv")
    done = sq("run", "program.sq", "--dump", "out/samples", folder=tmp_path)
    assert (done.code, done.errors) == (0, "")
    folder = tmp_path / "out" / "samples"
    assert sorted(path.name for path in folder.iterdir()) == ["done.csv", "more.csv"]
    written = (folder / "done.csv").read_bytes()
    # In turn 2, 0.5 and 2 time units of work.
    assert written == b"time,session,turn,value\n2,0,1,2\n2.5,1,1,2.5\n4.5,2,1,4.5\n"
    assert (folder / "more.csv").read_text().splitlines()[1:] == [
        "2,0,1,1",
        "2.5,1,1,0",
        "4.5,2,1,1",
    ]


def test_samples_that_cannot_be_written_leave_the_report(tmp_path: Path) -> None:
    write(tmp_path, REPLAY)
    write(tmp_path, TRACE, "t.csv")
    done = sq("run", "program.sq", "--json", "--dump", "t.csv", folder=tmp_path)
    assert (done.code, json.loads(done.output)["arrivals"]) == (2, 3)
    assert done.errors.startswith("sq: the samples cannot be written to t.csv: ")


def test_an_observe_of_an_ir_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    document = json.loads(sq("ir", EXAMPLE).output)
    document["observes"] = ["../x", "y"]
    write(tmp_path, json.dumps(document), "p.json")
    done = sq("run", "p.json", "--dump", "d", folder=tmp_path)
    assert done.code == 2
    assert "named '../x'" in done.errors
    assert not (tmp_path / "x.csv").exists()


@pytest.mark.parametrize("command", ["run", "ir"])
def test_an_inlined_trace_needs_no_file(tmp_path: Path, command: str) -> None:
    write(tmp_path, REPLAY)
    write(tmp_path, TRACE, "t.csv")
    expected = sq("run", "program.sq", "--json", folder=tmp_path).output
    if command == "ir":
        inlined = sq("ir", "program.sq", "--inline-trace", folder=tmp_path)
        write(tmp_path, inlined.output, "p.json")
        (tmp_path / "t.csv").unlink()
        done = sq("run", "p.json", "--json", folder=tmp_path)
    else:
        done = sq("run", "program.sq", "--json", "--inline-trace", folder=tmp_path)
    assert done == (0, expected, "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (REPLAY.replace(" ordered", ""), "only `arrive batch(n)` with an ordered trace"),
        (REPLAY.replace('trace "t.csv" ordered;', ""), "only `arrive batch(n)` with an ordered"),
        (REPLAY.replace("batch", "closed"), "only `arrive batch(n)` with an ordered trace"),
        (REPLAY.replace("batch(3)", "batch(1e9)"), "more than 1000000 sessions"),
        (REPLAY.replace("t.csv", "inf.csv"), "the trace has numbers that are not finite"),
    ],
)
def test_what_cannot_be_inlined(tmp_path: Path, text: str, said: str) -> None:
    write(tmp_path, text)
    write(tmp_path, TRACE, "t.csv")
    write(tmp_path, "0,0,inf,1,0", "inf.csv")
    done = sq("ir", "program.sq", "--inline-trace", folder=tmp_path)
    assert (done.code, done.output) == (2, "")
    assert done.errors.startswith(f"sq: `--inline-trace`: {said}")


def test_a_trace_given_outside_is_looked_for_in_the_current_directory(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    write(tmp_path / "sub", REPLAY)
    write(tmp_path / "sub", TRACE, "t.csv")
    write(tmp_path, "0,0,3,1,0\n", "u.csv")
    beside = sq("run", "sub/program.sq", "--json", folder=tmp_path)
    assert json.loads(beside.output)["observes"]["done"]["p99"] == 4.5
    given = sq("run", "sub/program.sq", "--json", "--trace", "u.csv", folder=tmp_path)
    assert json.loads(given.output)["observes"]["done"]["p99"] == 9


def test_a_trace_at_fault_is_shown_in_program_and_file(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    write(tmp_path / "sub", REPLAY)
    write(tmp_path / "sub", TRACE + "  8,0,x,1,0\n", "t.csv")
    done = sq("run", "sub/program.sq", folder=tmp_path)
    assert (done.code, done.output) == (1, "")
    assert done.errors == (
        "sub/program.sq:2:29: error[SQ924]: trace sub/t.csv: line 5: column 3 (new): "
        "invalid number `x`\n"
        ' 2 | workload { arrive batch(3); trace "t.csv" ordered; }\n'
        "   |                             ^^^^^^^^^^^^^^^^^^^^^^\n"
        "note: sub/t.csv:5:7: replace `new` with a numeric value\n"
        " 5 |   8,0,x,1,0\n"
        "   |       -\n"
    )


def test_a_missing_trace_brings_the_nearest_file(tmp_path: Path) -> None:
    write(tmp_path, REPLAY)
    write(tmp_path, TRACE, "tt.csv")
    done = sq("run", "program.sq", folder=tmp_path)
    assert done.code == 1
    assert "error[SQ921]: cannot read trace t.csv: No such file or directory\n" in done.errors
    assert "there is a file `tt.csv`" in done.errors


def test_without_a_bound_a_run_leaves_a_quarter_of_the_machine_s_memory() -> None:
    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert Arguments().limits.memory == machine * 3 // 4 // 2**20
