"""Trace files, and sessions that replay them (part 7, section 3; WL-7, WL-8, RNG-9)."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from sqlang.engine import Limits, RunError, run
from sqlang.engine.errors import TraceError
from sqlang.engine.random_streams import TRACE_SEED, WordStream
from sqlang.engine.traces.reading import LONGEST_LINE, read_trace
from sqlang.engine.traces.trace import Trace
from tests.engine.programs import Watcher, lowered

Sessions = list[list[tuple[float, float, float, float]]]


def read(folder: Path, data: bytes | str) -> Sessions:
    path = folder / "t.csv"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return read_trace(str(path)).sessions()


def refused(folder: Path, data: bytes | str) -> TraceError:
    with pytest.raises(TraceError) as caught:
        read(folder, data)
    return caught.value


@pytest.mark.parametrize(
    ("text", "sessions"),
    [
        ("0,0,1,2,3", [[(1, 2, 3, 0)]]),
        ("0,0,1,2,3,1\n", [[(1, 2, 3, 1)]]),
        ("0,0,1,2,3\r\n\r\n0,1,4,5,6\r\n", [[(1, 2, 3, 0), (4, 5, 6, 0)]]),
        ("session,turn\n# x\n \t\n 0,0,1,2,3 \n  #0\nsession9,9\n", [[(1, 2, 3, 0)]]),
        ("1,,1,1,1\n2,,2,2,2\n1,,3,3,3\n", [[(1, 1, 1, 0)], [(2, 2, 2, 0)], [(3, 3, 3, 0)]]),
        ("1.9,,1,1,1\n1,,2,2,2\n", [[(1, 1, 1, 0), (2, 2, 2, 0)]]),
        ("nan,,1,1,1\n-7,,2,2,2\n0,,3,3,3", [[(1, 1, 1, 0), (2, 2, 2, 0), (3, 3, 3, 0)]]),
        ("1e300,,1,1,1\ninf,,2,2,2\n", [[(1, 1, 1, 0), (2, 2, 2, 0)]]),
        ("0,anything \u00e9,1,1,1", [[(1, 1, 1, 0)]]),
        ("0,,1e3,+1,.5,5.", [[(1000, 1, 0.5, 5)]]),
        ("0,,-INF,Infinity,2E-1,-0", [[(-math.inf, math.inf, 0.2, -0.0)]]),
        ("\u00a0\u30000,,1,1,1\u2028", [[(1, 1, 1, 0)]]),
    ],
)
def test_forms_of_lines(tmp_path: Path, text: str, sessions: Sessions) -> None:
    """What the reference reads, too."""
    assert read(tmp_path, text) == sessions


@pytest.mark.parametrize(
    ("text", "count", "place"),
    [
        ("0,0,1,2\n", 4, (1, 0, 7)),
        ("#\n\n 1,2,3,4,5,6,7 \n", 7, (3, 1, 14)),
        ("\ufeff# a comment but for its byte order mark", 1, (1, 0, 40)),
        ("0,,1,2,3\n0,,1,2\n0,,x,2,3", 4, (2, 0, 6)),
    ],
)
def test_lines_without_their_fields(
    tmp_path: Path, text: str, count: int, place: tuple[int, int, int]
) -> None:
    """The reference's words; the place is the line, and what is wrong in it."""
    error = refused(tmp_path, text)
    assert error.code == "SQ923"
    assert error.message == (
        f"trace {tmp_path / 't.csv'}: line {place[0]}: expected 5 or 6 fields, got {count}\n"
        "help: use session,turn,new,out,think[,forced]"
    )
    assert (error.line, error.start, error.end) == place


@pytest.mark.parametrize(
    ("text", "column", "field", "start"),
    [
        ("'0',0,1,2,3", "1 (session)", "'0'", 0),
        ("0,x,y,2,z", "3 (new)", "y", 4),
        ("0,0,1,2,3, 1\n", "6 (forced)", " 1", 10),
        ("  0,,1,0x1,3", "4 (out)", "0x1", 7),
        ("0,,1_0,1,3", "3 (new)", "1_0", 3),
        ("0,,1,,3", "4 (out)", "", 5),
        ("0,,1,2,.", "5 (think)", ".", 7),
        ("\ufeff0,,1,2,3", "1 (session)", "\ufeff0", 0),
        ("\u0661,,1,2,3", "1 (session)", "\u0661", 0),
        ("\x1c0,,1,2,3", "1 (session)", "\x1c0", 0),
    ],
)
def test_fields_that_are_no_numbers(
    tmp_path: Path, text: str, column: str, field: str, start: int
) -> None:
    """The reference's words."""
    error = refused(tmp_path, text)
    name = column[3:-1]
    assert error.code == "SQ924"
    assert error.message == (
        f"trace {tmp_path / 't.csv'}: line 1: column {column}: invalid number `{field}`\n"
        f"help: replace `{name}` with a numeric value"
    )
    assert (error.line, error.start, error.end) == (1, start, start + len(field))


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing", "session,turn,new,out,think"])
def test_a_trace_without_a_turn(tmp_path: Path, text: str) -> None:
    error = refused(tmp_path, text)
    assert error.message == (
        f"trace {tmp_path / 't.csv'}: empty trace\n"
        "help: add a data row using session,turn,new,out,think[,forced]"
    )
    assert (error.code, error.line) == ("SQ922", 0)


@pytest.mark.parametrize("data", [b"0,,1,2,3\n\xff\n", b"0,,1,2\n0,,1,2,3 \xc3\n", b"\x00\xd8,"])
def test_what_is_not_utf_8_is_unreadable_whatever_stands_before(
    tmp_path: Path, data: bytes
) -> None:
    error = refused(tmp_path, data)
    assert error.code == "SQ921"
    assert error.message.startswith(f"cannot read trace {tmp_path / 't.csv'}: line ")


@pytest.mark.parametrize("name", ["missing.csv", "", "a\0b", "x" * 300, "\ud800.csv"])
def test_what_cannot_be_opened(tmp_path: Path, name: str) -> None:
    """The empty name is the folder itself."""
    with pytest.raises(TraceError) as caught:
        read_trace(f"{tmp_path}/{name}")
    assert caught.value.code == "SQ921"
    assert caught.value.message.startswith(f"cannot read trace {tmp_path}/{name}: ")


def test_a_line_is_read_up_to_a_length(tmp_path: Path) -> None:
    filler = "x" * (LONGEST_LINE - len("0,,1,2,3"))
    assert read(tmp_path, f"0,{filler},1,2,3") == [[(1, 2, 3, 0)]]
    error = refused(tmp_path, f"0,,1,2,3\n0,{filler}x,1,2,3")
    assert (error.code, error.line) == ("SQ923", 2)
    assert f"line 2: longer than {LONGEST_LINE} bytes" in error.message


REPLAY = """workload {{ arrive {arrive}; trace "t.csv" {order}; init {{ set new = 7; }} }}
session {{ observe o = new; turn; observe o = new; turn; observe o = new; observe m = more; end; }}
run {{ horizon 9; seed 3; }}"""


def written(folder: Path) -> str:
    (folder / "t.csv").write_text("4,0,1,2,3\n4,1,2,2,3\n9,0,5,6,7\n")
    return str(folder)


def test_an_ordered_trace_goes_by_serial_and_wraps(tmp_path: Path) -> None:
    program = lowered(REPLAY.format(arrive="batch(3)", order="ordered"))
    report = run(program, directory=written(tmp_path))
    # Past its only turn the second session keeps what it has.
    assert report.observes["o"].samples == [7, 1, 2, 7, 5, 5, 7, 1, 2]
    assert report.observes["m"].samples == [0, 0, 0]


def test_another_trace_is_drawn_from(tmp_path: Path) -> None:
    program = lowered(REPLAY.format(arrive="batch(30)", order=""))
    report = run(program, directory=written(tmp_path))
    stream = WordStream(3 ^ TRACE_SEED)
    picks = [stream.pick(2) for _ in range(30)]
    assert len(set(picks)) == 2
    first_turns = [5.0 if pick else 1.0 for pick in picks]
    assert report.observes["o"].samples[1::3] == first_turns


def test_a_trace_is_read_even_if_nobody_replays_it(tmp_path: Path) -> None:
    program = lowered(REPLAY.format(arrive="none", order=""))
    with pytest.raises(RunError, match="cannot read trace"):
        run(program, directory=str(tmp_path))
    assert run(program, directory=written(tmp_path)).arrivals == 0


def test_a_trace_may_be_given_as_read() -> None:
    trace = Trace()
    trace.begin_session()
    trace.add_turn(3.0, 0.0, 0.0, 0.0)
    program = lowered(REPLAY.format(arrive="batch(1)", order=""))
    assert run(program, trace=trace).observes["o"].samples == [7.0, 3.0, 3.0]


def test_reading_can_be_interrupted(tmp_path: Path) -> None:
    """A deadline of no time is noticed within a few thousand lines."""
    (tmp_path / "t.csv").write_text("0,0,1,2,3\n" * 10_000)
    program = lowered(REPLAY.format(arrive="none", order=""))
    watcher = Watcher()
    report = run(program, directory=str(tmp_path), observer=watcher, limits=Limits(deadline=1e-9))
    assert report.stopped is not None
    assert (report.stopped.reason, report.end) == ("deadline", 0.0)
