"""What counts as an expectation, and what is said of what does not."""

from __future__ import annotations

import pytest

from sqlang.analysis import analyze
from sqlang.source import Source
from sqlang.syntax.workspace import Workspace
from sqlang.views.expectations.model import (
    Address,
    IterationLine,
    OtherIterations,
    Tolerance,
)
from sqlang.views.expectations.names import expectations_of
from tests.views.expectations.promises import PROGRAM, mistakes, promises


def test_every_kind_is_read() -> None:
    found = promises(
        "//! ITER 0.0000 0:0:p2 1:0:d1 | used 0.125 cached 0",
        "//! …",
        "//!ITER",
        "//! observe ttft p99 1.5 ± 0.1",
        "//! report stages.gpu[1].utilization 0.5 +/- 5%",
        "//! report end 20",
        "//! error SQ901",
        "//! refused",
    )
    assert found.mistakes == ()
    assert found.count == 7
    assert [type(each) for each in found.iterations] == [
        IterationLine,
        OtherIterations,
        IterationLine,
    ]
    assert [each.address for each in found.figures] == [
        Address("observes", "ttft", None, "p99"),
        Address("stages", "gpu", 1, "utilization"),
        Address("", "", None, "end"),
    ]
    assert [each.value.text for each in found.figures] == ["1.5", "0.5", "20"]
    assert [each.tolerance for each in found.figures] == [
        Tolerance("0.1", percent=False),
        Tolerance("5", percent=True),
        None,
    ]
    assert [each.code.text for each in found.errors] == ["SQ901"]
    assert len(found.refusals) == 1


@pytest.mark.parametrize(
    "text",
    [
        "/* //! refused */\n",
        "// //! refused\n",
        "/*\n//! refused\n*/\n",
        "///! refused\n",
        "// ! refused\n",
        "//!\n",
        "//!   \n",
    ],
)
def test_other_comments_promise_nothing(text: str) -> None:
    found = promises(program=PROGRAM + text)
    assert (found.count, found.mistakes) == (0, ())


def test_it_may_stand_anywhere_and_lines_may_end_as_on_windows() -> None:
    text = f"//! refused\r\n{PROGRAM}pool x {{ cap 1; }} //! error SQ401\r\n//! report end 20"
    found = expectations_of(analyze(Source(text)))
    assert found.mistakes == ()
    assert [each.span.text for each in found.refusals] == ["//! refused"]
    assert [each.code.text for each in found.errors] == ["SQ401"]
    assert [each.span.text for each in found.figures] == ["//! report end 20"]


def test_only_the_own_text_of_a_program_counts() -> None:
    workspace = Workspace()
    workspace.open_buffer("/work/parts.sq", "//! refused\ndef more(x) = x + 1;\n")
    text = 'use "parts.sq";\n' + PROGRAM.replace("cost 1;", "cost more(0);")
    analysis = analyze(Source(text, "/work/program.sq", "/work"), workspace=workspace)
    assert analysis.program is not None
    assert expectations_of(analysis).count == 0


def test_names_may_have_any_letters() -> None:
    program = PROGRAM.replace("observe ttft", "observe größe").replace("pool kv", "pool 模型")
    program = program.replace("hold kv", "hold 模型").replace("memory kv", "memory 模型")
    found = promises("//! observe größe mean 1", "//! report pools.模型.stuck 0", program=program)
    assert (len(found.figures), found.mistakes) == (2, ())


@pytest.mark.parametrize(
    ("line", "marked", "said"),
    [
        (
            "//! observ ttft mean 1",
            "observ",
            "`observ` is no kind of expectation; did you mean `observe`?",
        ),
        (
            "//! iter 0.0000 0:0:p2",
            "iter",
            "`iter` is no kind of expectation; did you mean `ITER`?",
        ),
        (
            "//! hello",
            "hello",
            (
                "`hello` is no kind of expectation: it is `ITER`, `observe`, `report`, `error` or"
                " `refused`"
            ),
        ),
        (
            "//! observe tfft mean 1",
            "tfft",
            "the program has no observe `tfft`; did you mean `ttft`?",
        ),
        (
            "//! observe ttft maen 1",
            "maen",
            "`maen` is no statistic of an observe; did you mean `mean`?",
        ),
        ("//! observe ttft", "//! observe ttft", "it is `//! observe NAME STATISTIC VALUE`"),
        ("//! observe ttft mean one", "one", "`one` is neither a number nor `null`"),
        (
            "//! observe ttft mean NaN",
            "NaN",
            "`NaN` is neither a number nor `null`; did you mean `null`?",
        ),
        (
            "//! observe ttft mean 1 0.5",
            "0.5",
            "behind a value only a tolerance may stand, such as `± 0.5`",
        ),
        (
            "//! observe ttft mean 1 ± -1",
            "± -1",
            "behind a value only a tolerance may stand, such as `± 0.5`",
        ),
        ("//! observe ttft ci null ± 1", "± 1", "`null` has no tolerance"),
        ("//! observe ttft mean 1e400", "1e400", "no figure can be `1e400`"),
        (
            "//! report end -1e9999999999999999999 ± 1",
            "-1e9999999999999999999",
            "no figure can be `-1e9999999999999999999`",
        ),
        ("//! report end 1e-1000", "1e-1000", "no figure can be `1e-1000`"),
        (
            "//! report end 1 ± 1E+1_",
            "± 1E+1_",
            "behind a value only a tolerance may stand, such as `± 0.5`",
        ),
        ("//! report end 1 ± 1e1000%", "1e1000", "no figure can be `1e1000`"),
        (
            "//! report end 1 ± inf",
            "± inf",
            "behind a value only a tolerance may stand, such as `± 0.5`",
        ),
        (
            "//! report end NULL",
            "NULL",
            "`NULL` is neither a number nor `null`; did you mean `null`?",
        ),
        ("//! report", "//! report", "it is `//! report PATH VALUE`"),
        ("//! report ends 1", "ends", "a report has no `ends`; did you mean `end`?"),
        (
            "//! report pool.kv.stuck 0",
            "pool",
            "a report has no `pool`; did you mean `pools`?",
        ),
        ("//! report pools.kv 0", "pools.kv", "a path is `pools.NAME.FIGURE`"),
        (
            "//! report pools.p.stuck 0",
            "p",
            "the program has no pool `p`: it is `kv`",
        ),
        (
            "//! report pools.kv.stuc 0",
            "stuc",
            "the `pools` of a report have no `stuc`; did you mean `stuck`?",
        ),
        (
            "//! report pools.kv[0].stuck 0",
            "kv",
            "`kv` is no family, so it is `kv` alone",
        ),
        (
            "//! report stages.gpu.completed 0",
            "gpu",
            "`gpu` is a family: `gpu[0]` to `gpu[1]`",
        ),
        (
            "//! report stages.gpu[2].completed 0",
            "gpu",
            "`gpu` is a family: `gpu[0]` to `gpu[1]`",
        ),
        (
            "//! report stages.gpu[x].completed 0",
            "gpu",
            "a member of a family is `gpu[0]`, `gpu[1]` and so on",
        ),
        ("//! error", "//! error", "it is `//! error CODE`, such as `//! error SQ401`"),
        ("//! error SQ499", "SQ499", "there is no code `SQ499`; did you mean `SQ409`?"),
        ("//! error sq401", "sq401", "there is no code `sq401`; did you mean `SQ401`?"),
        ("//! error SQ801", "SQ801", "`SQ801` is no error of a program"),
        ("//! error SQ992", "SQ992", "`SQ992` is no error of a program"),
        (
            "//! error SQ401 SQ402 // two",
            "SQ402 // two",
            "behind a code nothing may stand: each has its own `//! error`",
        ),
        ("//! refused SQ401", "SQ401", "nothing may stand behind `refused`"),
        (
            "//! ITER 1.0 0:0:p2",
            "1.0",
            "the time of an iteration has four decimals, such as `1.0000`; did you mean `1.0000`?",
        ),
        (
            "//! ITER 1.0000 0:0:x2",
            "0:0:x2",
            "`0:0:x2` is no member of a batch, such as `0:0:p2`",
        ),
        (
            "//! ITER 1.0000 0:0:p2 | used 1",
            "| used 1",
            "a bar is followed by `used X cached Y`",
        ),
        ("//! …", "//! …", "`…` says nothing without a line with `ITER`"),
    ],
)
def test_what_cannot_be_read_is_told_at_its_place(line: str, marked: str, said: str) -> None:
    assert mistakes(line) == [(marked, said)]


def test_what_follows_from_a_mistake_is_not_told() -> None:
    assert [marked for marked, _ in mistakes("//! ITER 1.0000 0:0:x2", "//! …")] == ["0:0:x2"]


def test_the_correction_can_be_read() -> None:
    (mistake,) = promises("//! report pools.kvv.stuck 0").mistakes
    (fix,) = mistake.fixes
    assert [(each.span.text, each.text) for each in fix.edits] == [("kvv", "kv")]
    assert not fix.safe
