"""Which runs there are, and what tells one program from another."""

from __future__ import annotations

from pathlib import Path

import pytest

from sqlang.analysis import Settings, analyze
from sqlang.api.compiling import from_analysis
from sqlang.engine import Limits
from sqlang.source import Source
from sqlang.sweeps.plan import Plan, Subject, make_plan
from sqlang.sweeps.task import perform
from sqlang.sweeps.variation import VariationError, read_variation
from tests.sweeps.programs import CHANCE, NO_LIMITS, WORK, plan, subject


def took(plan: Plan) -> list[float | None]:
    return [perform(plan.task(run, 0)).figures["observes.took.mean"] for run in plan.runs()]


def test_points_are_all_combinations_the_last_parameter_changing_fastest() -> None:
    made = plan(WORK, "work=1,2", "extra=0,10", seeds=range(5, 7))
    values = [tuple(value.text for value in point.values) for point in made.points]
    assert values == [("1", "0"), ("1", "10"), ("2", "0"), ("2", "10")]
    assert [run.seed for run in made.runs()] == [5, 6] * 4
    assert took(made) == [1, 1, 11, 11, 2, 2, 12, 12]


def test_without_parameters_there_is_one_point() -> None:
    assert took(plan(WORK)) == [2]


def test_an_option_is_varied_by_its_name_as_well() -> None:
    # The only option `horizon`: of a horizon of 1 nothing is observed, so the mean is none.
    assert took(plan(WORK, "horizon=1,50")) == [None, 2]


def test_points_that_are_the_same_program_run_once() -> None:
    made = plan(WORK, "work=2,1+1,3")
    assert len(made.points) == 3
    assert took(made) == [2, 3]
    assert made.points[0].digest == made.points[1].digest


def test_what_a_program_does_is_what_tells_it_from_others() -> None:
    def digest(text: str, limits: Limits = NO_LIMITS) -> str:
        return plan(text, limits=limits).points[0].digest

    same = WORK.replace("let work", "// a comment\nlet  work")
    assert digest(WORK) == digest(same)
    assert digest(WORK) == digest(WORK.replace("seed 3", "seed 4"))
    assert digest(WORK) != digest(WORK.replace("let work = 2", "let work = 3"))
    assert digest(WORK) != digest(WORK, Limits(events=1000))
    # How long a run may take in real time is nothing that it does.
    assert digest(WORK) == digest(WORK, Limits(deadline=5.0))


def in_folder(folder: Path, text: str) -> str:
    source = Source(text, str(folder / "program.sq"), str(folder))
    analysis = analyze(source)
    made = Subject(from_analysis(analysis, Settings()), analysis)
    return make_plan(made, (), range(1), Limits()).points[0].digest


def test_libraries_and_traces_are_part_of_a_program(tmp_path: Path) -> None:
    text = """use "parts.sq";
workload { arrive batch(1); trace "t.csv"; }
stage s : fifo; session { turn; run s (half()); } run { horizon 9; }
"""
    library, trace = tmp_path / "parts.sq", tmp_path / "t.csv"
    library.write_text("def half() = 0.5;\n", encoding="utf-8")
    trace.write_text("1,0,5,2,1\n", encoding="utf-8")
    first = in_folder(tmp_path, text)
    trace.write_text("1,0,6,2,1\n", encoding="utf-8")
    second = in_folder(tmp_path, text)
    library.write_text("def half() = 0.25;\n", encoding="utf-8")
    third = in_folder(tmp_path, text)
    assert len({first, second, third}) == 3


def test_a_point_with_errors_is_refused_by_itself() -> None:
    made = plan("let n = 1;\n" + WORK.replace("fifo;", "fifo(n);"), "n=1,0-1,2")
    first, wrong, last = (point.refusal for point in made.points)
    assert first is last is None
    assert wrong is not None
    assert wrong.code.startswith("SQ")
    assert len(list(made.runs())) == 2


@pytest.mark.parametrize(
    ("vary", "said"),
    [
        (["wokr=1,2"], "did you mean `work`"),
        (["work=1,2", "work=3"], "varied twice"),
        (["seed=1,2"], "--seeds"),
        (["work=1 +"], "not an expression"),
    ],
)
def test_a_parameter_that_there_is_not_is_refused(vary: list[str], said: str) -> None:
    with pytest.raises(VariationError, match=said):
        plan(WORK, *vary)


def test_an_ir_has_no_names_to_vary() -> None:
    ir = Subject(subject(CHANCE).program)
    assert len(make_plan(ir, (), range(2), Limits()).points) == 1
    with pytest.raises(VariationError, match="text"):
        make_plan(ir, [read_variation("scale=1,2")], range(2), Limits())


@pytest.mark.parametrize("seeds", [range(0), range(-1, 1), range(2**64, 2**64 + 1)])
def test_seeds_are_those_that_a_run_can_have(seeds: range) -> None:
    with pytest.raises(ValueError, match="seeds are"):
        make_plan(subject(WORK), (), seeds, Limits())
