"""SRV-1 to SRV-8: serving forms find their stage above them and become runs."""

from __future__ import annotations

import pytest

from sqlang.ir import program as ir
from sqlang.ir.writing import to_json
from tests.semantics.programs import also, checked, codes, only, underlined

STAGES = (
    "stage engine : step { cost 1; } stage tool : delay; stage link : fifo; pool a { } pool b { }"
)

LINKED = "pool a { } stage link : fifo; session"


def session_of(text: str) -> tuple[ir.Statement, ...]:
    program = checked(text).program
    assert program is not None, checked(text).diagnostics
    return program.blocks[program.session]


@pytest.mark.parametrize(
    ("form", "same"),
    [
        ("prefill 1;", "run engine prefill (1);"),
        ("decode 1 growing a;", "run engine decode (1) growing a;"),
        ("tool 1;", "run tool (1);"),
        ("prefill on tool 1;", "run tool (1);"),
        ("tool on link, tool (1) + 2;", "run link, tool (1 + 2);"),
        ("prefill (1) + 2;", "run engine prefill (1 + 2);"),
        ("decode[0] 3;", "run engine[0] decode (3);"),
    ],
)
def test_a_form_is_the_run_it_becomes(form: str, same: str) -> None:
    share = "share maxmin;" if "," in form else ""
    stages = STAGES.replace(": delay", ": ps(1)").replace(": fifo", ": ps(1)")
    programs = [
        checked(f"{stages} {share} session {{ {each} end; }}").program for each in (form, same)
    ]
    assert programs[0] is not None
    assert to_json(programs[0]) == to_json(programs[1] or programs[0])
    assert programs[0] == programs[1]


def test_a_transfer_is_three_statements() -> None:
    text = f"{STAGES} session {{ hold a (1), b (1) {{ transfer 4 from a to b (5); }} }}"
    program = checked(text).program
    assert program is not None
    assert [type(each) for each in program.blocks[3]] == [ir.Run, ir.Load, ir.Release]


def test_a_stage_named_for_the_role_comes_before_step_stages() -> None:
    text = "stage prefill : fifo; stage e : step { cost 1; } session { prefill 1; }"
    run = session_of(text)[0]
    assert isinstance(run, ir.Run)
    assert (run.stage.base, run.mode) == (0, ir.Mode.PLAIN)


@pytest.mark.parametrize(
    ("text", "code", "mark"),
    [
        ("stage s : fifo; session { prefill 1; }", "SQ321", "prefill"),
        ("session { tool 1; } stage tool : delay;", "SQ321", "tool"),
        ("stage s : fifo; session { tool on zz 1; }", "SQ323", "zz"),
        ("stage link : fifo; session { transfer (1); }", "SQ324", "transfer (1);"),
        (
            f"{LINKED} {{ hold a (1) {{ transfer 1 growing a from a to a (1); }} }}",
            "SQ325",
            "growing a",
        ),
    ],
)
def test_a_form_without_its_stage(text: str, code: str, mark: str) -> None:
    analysis = checked(text)
    assert (only(analysis).code, underlined(analysis)) == (code, mark)


def test_several_stages_for_a_role_are_all_shown() -> None:
    text = "stage l : step { cost 1; } stage r : step { cost 1; } session { decode 2; }"
    analysis = checked(text)
    assert (only(analysis).code, underlined(analysis)) == ("SQ322", "decode")
    assert also(analysis) == ["l", "r"]
    both = "stage link : fifo; stage transfer : fifo; pool a { }"
    analysis = checked(f"{both} session {{ hold a (1) {{ transfer 1 from a to a (1); }} }}")
    assert (only(analysis).code, also(analysis)) == ("SQ322", ["link", "transfer"])


def test_a_server_sees_the_stages_above_the_server() -> None:
    client = "workload { session { request; } }"
    text = f"server {{ tool 1; }} stage tool : delay; {client}"
    assert codes(checked(text)) == ["SQ321"]
