"""Run-time errors and when they end a run (part 4, section 11)."""

from __future__ import annotations

import pytest

from sqlang.engine import Limits, RunError, run
from sqlang.engine.observer import Assignment, Event, Iteration
from tests.engine.programs import Watcher, error_of, lowered

ONE = "workload { arrive batch(1); }"


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (
            f"{ONE} session {{ branch (serial + 0.5) {{ }} }}",
            "SQ901",
            (
                "`branch (serial + 0.5)`: the guard is 0.5, not 0 or 1; "
                "a draw is written `branch with (p)`"
            ),
        ),
        (
            f"pool m[2] {{ }} {ONE} session {{ drop m[7.9]; }}",
            "SQ902",
            "pool index 7 out of range (count 2)",
        ),
        (
            f"stage d[2] : delay; {ONE} session {{ run d[1 / serial] (1); }}",
            "SQ902",
            "stage index 18446744073709551615 out of range (count 2)",
        ),
        (
            f"stage d[2] : delay; {ONE} session {{ observe o = queue(d[2]); }}",
            "SQ902",
            "index 2 out of range (count 2)",
        ),
        (
            f"pool m {{ }} {ONE} session {{ grow m (1); }}",
            "SQ903",
            "grow outside a hold of pool `m`",
        ),
        (
            f"pool m {{ }} {ONE} session {{ hold m (1) {{ release m; load m (1); }} }}",
            "SQ904",
            "`load m` outside a hold of `m`",
        ),
        (
            f"pool m {{ }} {ONE} session {{ hold m (3) {{ load m (2); load m (1.5); }} }}",
            "SQ905",
            (
                "`load m (1.5)`: the hold has 3 allocated and 2 computed; "
                "a load must fit the allocation (grow first)"
            ),
        ),
        (
            f"""pool m {{ }} stage e : step {{ budget 9; cost 1; }} {ONE}
            session {{ hold m (1) {{ release m; prefill on e (1) growing m; }} }}""",
            "SQ906",
            "`growing m` outside a hold of it",
        ),
        (
            f"stage d : delay; {ONE} session {{ observe o = budget_left(d); }}",
            "SQ911",
            "budget_left needs a step stage",
        ),
    ],
)
def test_message(text: str, code: str, message: str) -> None:
    error = error_of(text)
    assert (error.code, error.message) == (code, message)


def test_an_error_names_its_statement_session_and_time() -> None:
    error = error_of(
        """stage gate : delay; workload { arrive batch(2); }
        session { run gate (2 + serial); branch (serial == 1) { branch (serial + 2) { } } end; }"""
    )
    assert error.statement is not None
    # The inner branch is the first statement of the first block after init, turn and session.
    assert (error.statement.block, error.statement.position) == (3, 0)
    assert (error.serial, error.time) == (1, 3.0)


def test_an_index_error_waits_for_the_end_of_the_statement_and_the_last_counts() -> None:
    error = error_of(f"stage d[2] : delay; {ONE} session {{ run d[5] (queue(d[7])); end; }}")
    assert error.message == "index 7 out of range (count 2)"


def test_an_error_that_stops_at_once_outdoes_an_index_error() -> None:
    error = error_of(f"stage d[2] : delay; {ONE} session {{ branch (queue(d[7]) + 3) {{ }} }}")
    assert error.code == "SQ901"


def test_the_init_blocks_of_all_sessions_are_one_stop_point() -> None:
    error = error_of(
        """stage d[2] : delay;
        workload { arrive batch(3); init { observe o = queue(d[serial + 2]); } }
        session { end; }"""
    )
    assert error.message == "index 4 out of range (count 2)"
    assert error.serial == 2


def test_an_index_error_in_a_cost_leaves_the_line_and_has_no_session() -> None:
    error = error_of(
        """pool m[2] { } stage e : step { budget 3; cost used(m[now + tokens]); }
        workload { arrive batch(1); } session { prefill on e (3); }"""
    )
    assert error.message == "index 3 out of range (count 2)"
    assert (error.statement, error.serial) == (None, None)


@pytest.mark.parametrize(
    ("session", "place"),
    [
        ("loop { set a = 1; }", (2, 0)),
        ("set a = 1; loop { }", (2, 1)),
        ("loop { branch (1) { loop { set a = 1; } } }", (4, 0)),
    ],
)
def test_a_loop_without_time_is_stopped_at_the_innermost_loop(
    session: str, place: tuple[int, int]
) -> None:
    error = error_of(f"{ONE} session {{ {session} }}", limits=Limits(instant=1000))
    assert error.code == "SQ991"
    assert error.statement is not None
    assert (error.statement.block, error.statement.position) == place
    assert error.serial == 0


@pytest.mark.parametrize(
    "text",
    [
        "workload { arrive poisson(-1); } session { end; }",
        "workload { arrive closed(3); } session { end; }",
        """stage e : step { budget 1; cost 0; } workload { arrive batch(1); }
        session { decode on e (1e300); }""",
        """pool m { cap 3; preempt lifo; } workload { arrive batch(1); }
        session { hold m (2) { grow m (2); } }""",
        "workload { arrive batch(1); } session { choose j in 1e18 by (0); }",
        """pool r { cap 9; admit via e; } stage e : step { budget 1; cost 1; }
        workload { arrive closed(1); } session { hold r (1) { } end; }""",
    ],
    ids=[
        "negative rate",
        "replacements",
        "free iterations",
        "self-preemption",
        "choose",
        "admission",
    ],
)
def test_no_progress(text: str) -> None:
    assert error_of(text, limits=Limits(instant=2000)).code == "SQ991"


@pytest.mark.parametrize(
    ("text", "what", "most"),
    [
        # 2000 steps, 1000 for each session and 10,000 to watch are allowed. 4000 phases are worth
        # 125 steps, and an iteration that evaluates the keys of 32 residents 32 times is worth 32,
        # and its batch 4.
        (f"{ONE} session {{ loop {{ set a = ~erlang(4000, 1); }} }}", Assignment, 13000 // 125),
        (
            """pool m[33] { } stage e : step { budget 32; cost 0; serve by (used(m[residents])); }
            workload { arrive batch(32); } session { decode on e (1e9); }""",
            Iteration,
            44000 // 36,
        ),
    ],
    ids=["phases", "serving keys"],
)
def test_long_steps_count_for_more(text: str, what: type[Event], most: int) -> None:
    watcher = Watcher()
    with pytest.raises(RunError, match="no progress"):
        run(lowered(text), observer=watcher, limits=Limits(instant=2000))
    count = sum(isinstance(event, what) for event in watcher.events)
    assert most // 2 < count <= most + 1


def test_a_budget_that_reads_itself_is_an_error() -> None:
    error = error_of(
        f"""stage e : step {{ budget 5 + budget_left(e); cost 1; }} {ONE}
        session {{ prefill on e (2); }}"""
    )
    assert error.code == "SQ991"


def test_blocks_too_small_to_evict_are_an_error() -> None:
    error = error_of(
        f"""pool m {{ cap 8; block 1e-30; }} {ONE}
        session {{ hold m (8) {{ }} cache (inf) hold m (1) reuse (0) {{ }} }}"""
    )
    assert error.code == "SQ991"


def lines_before_failing(text: str) -> tuple[list[str], str]:
    """The batches of the iterations started before a run fails, and the error's message."""
    program = lowered(text)
    watcher = Watcher()
    with pytest.raises(RunError) as caught:
        run(program, observer=watcher)
    batches = [
        " ".join(f"{member.serial}:{member.tokens:g}" for member in event.members)
        for event in watcher.events
        if isinstance(event, Iteration)
    ]
    return batches, caught.value.message


# What the following programs show is the reference's: a growing job that is considered is a stop
# point of its own; without one the selection is completed and the iteration starts.

SERVE_KEY = """pool r[2] {{ }} pool kv {{ cap 50; }}
stage e : step {{ budget 9; cost 1; memory kv; serve by (used(r[2 + used(kv)])); }}
workload {{ arrive batch(2); }} session {{ hold kv (1) {{ prefill on e (2) {growing}; }} }}"""


def test_an_index_error_in_a_serve_key_stops_at_the_next_growing_job() -> None:
    assert lines_before_failing(SERVE_KEY.format(growing="growing kv")) == (
        [],
        "index 4 out of range (count 2)",
    )


def test_an_index_error_in_a_serve_key_lets_others_be_selected() -> None:
    assert lines_before_failing(SERVE_KEY.format(growing="")) == (
        ["0:2 1:2"],
        "index 4 out of range (count 2)",
    )


EVICTION_KEY = """pool r[2] {{ }} pool kv {{ cap 8; evict by (used(r[2 + used(kv)])); }}
stage gate : delay; stage e : step {{ budget 9; cost 1; memory kv; }}
workload {{ arrive batch({sessions}); }}
session {{
  branch (serial == 0) {{ hold kv (6) {{ }} cache (inf) end; }}
  run gate (1);
  hold kv (1) {{ prefill on e (3) growing kv; }}
}}"""


def test_an_index_error_of_an_eviction_lets_the_grower_have_its_tokens() -> None:
    assert lines_before_failing(EVICTION_KEY.format(sessions=2)) == (
        ["1:3"],
        "index 3 out of range (count 2)",
    )


def test_an_index_error_of_an_eviction_stops_at_the_next_growing_job() -> None:
    assert lines_before_failing(EVICTION_KEY.format(sessions=3)) == (
        [],
        "index 4 out of range (count 2)",
    )
