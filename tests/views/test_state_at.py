"""The state at a time beside the lines and as tables: derived by hand from part 4."""

from __future__ import annotations

from sqlang.analysis import analyze
from sqlang.engine.paused_run import PausedRun
from sqlang.source import Source
from sqlang.views.state_at import StateView, state_view
from sqlang.views.table import Table


def at(text: str, time: float, rows: int = 20) -> StateView:
    if "run {" not in text:
        text += "\nrun { horizon 100; }"
    analysis = analyze(Source(text, "x.sq"))
    assert analysis.program is not None, analysis.diagnostics
    paused = PausedRun(analysis.program)
    paused.advance(time)
    return state_view(analysis, paused.state(), time, rows=rows)


def tables(view: StateView) -> dict[str, Table]:
    return {table.title: table for table in view.source.tables}


GROWING = """pool m { cap 4; }
stage d : delay;
workload { arrive batch(4); }
session {
  hold m (2) {
    run d (serial == 0 ? 3 : 1);
    branch (serial == 1) { grow m (1); }
  }
}"""


def test_growers_come_before_those_who_wait_for_admission() -> None:
    """At 2 sessions 0 and 1 have the four units, of which 1 wants a fifth; 2 and 3 wait."""
    view = at(GROWING, 2.0)
    labels = {line.number: line.label for line in view.source.lines if line.label}
    assert labels == {
        1: "used 4 · 2 waiting · 1 growing",
        2: "1 served",
        5: "2, 3 waiting",
        6: "0 served",
        7: "1 waiting for memory",
        10: "at 2 · 4 arrived · 0 gone · 4 live",
    }
    found = tables(view)
    assert found["waiting to grow in `m`, before anybody is admitted"].rows == (("1", "m 1"),)
    assert found["waiting for admission at `m`, in this order"].rows == (
        ("1", "2", "m 2", "0", "x.sq:5"),
        ("2", "3", "m 2", "0", "x.sq:5"),
    )
    assert found["pool `m`: 4 used of 4, 0 free"].rows == (
        ("0", "2", "0", "hold", "x.sq:5"),
        ("1", "2", "0", "hold", "x.sq:5"),
    )
    assert [row[3] for row in found["4 live sessions of 4 arrived"].rows] == [
        "served, d since 0",
        "waiting for memory, m",
        "waiting, m since 0",
        "waiting, m since 0",
    ]


def test_tables_are_bounded() -> None:
    table = tables(at(GROWING, 2.0, rows=1))["4 live sessions of 4 arrived"]
    assert len(table.rows) == 1
    assert table.notes == ("… 3 more",)


def test_what_is_cached_in_the_order_of_eviction() -> None:
    """Session 1 gives back at 1, session 0 at 2: the older entry goes first (POOL-11)."""
    text = """pool m { cap 9; } stage d : delay; workload { arrive batch(2); }
    session { hold m (3) { run d (2 - serial); } cache (1 + serial) }"""
    found = tables(at(text, 3.0))
    assert found["pool `m`: 0 used of 9, 3 cached, 6 free"].rows == ()
    assert found["cached in `m`: the first is evicted first"].rows == (
        ("session 1", "2", "1"),
        ("session 0", "1", "2"),
    )


def test_keys_that_decide_later_are_said_to() -> None:
    text = """pool m { cap 2; queue by (-serial); evict by (size); } stage d : delay;
    workload { arrive batch(3); } session { hold m (2) { run d (1); } cache (1) }"""
    found = tables(at(text, 0.5))
    title = "waiting for admission at `m`, as they came: the key of `queue by` decides"
    assert len(found[title].rows) == 2
    # Session 0 comes last, and what the others had left has made room for it or for each other.
    last = tables(at(text, 3.0))["cached in `m`: the keys of `evict by` decide who goes"]
    assert [row[0] for row in last.rows] == ["session 0"]


def test_members_of_families_stand_side_by_side() -> None:
    text = """stage d[2] : fifo(1);
    workload { arrive batch(3); } session { run d[serial == 1] (4); }"""
    view = at(text, 1.0)
    assert view.source.lines[0].label == "[0] 1 served · 1 in line · [1] 1 served"
    # Session 0 is served up to 4, session 2 waits behind it.
    assert tables(view)["stage `d[0]`: 2 jobs"].rows == (
        ("0", "served", "0", "3", "4", "x.sq:2"),
        ("2", "in line", "0", "4", "", "x.sq:2"),
    )
