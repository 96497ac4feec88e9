"""Stretches of several stages beside each other, while sessions wait elsewhere and flows end."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine.programs import lowered
from tests.engine.test_stretches import outcome, simulated

APART = """
share {share};
pool prompt_kv[2] {{ cap 64; block 4; }}
pool prompt_seats[2] {{ cap 3; admit via prefiller; }}
pool answer_kv[{decoders}] {{ cap {cap}; block 4; {preempt} }}
pool answer_seats[{decoders}] {{ cap {seats}; {admit} }}
stage prefiller[2] : step {{ budget 16; cost 0.3 + 0.01 * tokens; memory prompt_kv; }}
stage decoder[{decoders}] : step {{ budget {budget}; cost {cost}; memory answer_kv; {serve} }}
stage sending[2] : ps(30);
stage receiving[{decoders}] : ps(20);
workload {{
  arrive {arrive};
  init {{ set prompt = 1 + floor(~exp(12)); set answer = {answer}; }}
}}
session {{
  choose source in 2 by (queue(prefiller[source]), queued(prompt_seats[source]));
  hold prompt_seats[source] (1), prompt_kv[source] (min(prompt, 60)) {{
    prefill on prefiller[source] prompt growing prompt_kv[source];
    observe first = now;
  }} lease prompt_kv[source] ({lease})
  choose target in {decoders} by (used(answer_kv[target]));
  hold answer_kv[target] (min(prompt, 30)) {{
    run sending[source], receiving[target] (prompt);
    release prompt_kv[source];
    hold answer_seats[target] (1) {{
      decode on decoder[target] answer growing answer_kv[target];
    }}
  }}
  observe done = now;
}}
run {{ horizon 120; warmup 13; seed 5; }}
"""

PASSED_BY = """
pool slots { admit via engine; }
stage link : ps(1);
stage engine : step { cost 1; budget 3; }
workload { arrive closed(7); }
session {
  loop {
    run engine decode (6);
    hold slots (1) { run link (1); }
  }
}
run { horizon 80; }
"""

ORDINARY = {
    "share": "maxmin",
    "decoders": "3",
    "cap": "4000",
    "preempt": "",
    "seats": "4",
    "admit": "admit via decoder;",
    "budget": "64",
    "cost": "0.2 + 0.001 * tokens",
    "serve": "",
    "arrive": "poisson(1)",
    "answer": "1 + floor(~exp(40))",
    "lease": "inf",
}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"arrive": "closed(30)"},
        {"arrive": "closed(30)", "admit": ""},
        {"serve": "serve by (remaining);"},
        {"serve": "serve by (-remaining);", "seats": "9"},
    ],
)
def test_stages_go_on_while_sessions_wait_elsewhere(changes: dict[str, str]) -> None:
    program = lowered(APART.format_map({**ORDINARY, **changes}))
    plain = outcome(program, stretches=False)
    assert outcome(program, stretches=True) == plain
    watch = simulated(program, stretches=True).watch
    assert watch.iterations > 500
    assert 10 * watch.iterations_repeated > 4 * watch.iterations


@pytest.mark.parametrize("serve", ["serve by (remaining);", "serve by (-serial);"])
def test_who_was_admitted_meanwhile_takes_its_place_in_the_next_batch(serve: str) -> None:
    changes = {"decoders": "2", "seats": "50", "budget": "2.5", "answer": "~uniform(1, 90)"}
    program = lowered(APART.format_map({**ORDINARY, **changes, "serve": serve}))
    told = outcome(program, stretches=False, watched=True)
    assert outcome(program, stretches=True, watched=True) == told


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.fixed_dictionaries(
        {
            "share": st.sampled_from(["maxmin", "bottleneck"]),
            "decoders": st.sampled_from(["1", "2", "5"]),
            "cap": st.sampled_from(["80", "200", "4000"]),
            "preempt": st.sampled_from(["", "preempt lifo;"]),
            "seats": st.sampled_from(["1", "4", "50"]),
            "admit": st.sampled_from(["", "admit via decoder;", "queue by (-answer);"]),
            "budget": st.sampled_from(["2", "2.5", "64"]),
            "cost": st.sampled_from(["0.2 + 0.001 * tokens", "0.25", "0.1 + 0.001 * kv_decode"]),
            "serve": st.sampled_from(
                ["", "serve by (remaining);", "serve by (-remaining);", "serve by (-serial);"]
            ),
            "arrive": st.sampled_from(["poisson(1)", "poisson(3)", "closed(20)", "batch(30)"]),
            "answer": st.sampled_from(["1 + floor(~exp(40))", "~uniform(1, 90)", "30"]),
            "lease": st.sampled_from(["inf", "2", "~exp(1)"]),
        }
    )
)
def test_any_run_comes_out_the_same(changes: dict[str, str]) -> None:
    program = lowered(APART.format_map(changes))
    ordinary = outcome(program, stretches=False)
    assert outcome(program, stretches=True) == ordinary
    told = outcome(program, stretches=False, watched=True)
    assert outcome(program, stretches=True, watched=True) == told
    assert told[-len(ordinary) :] == ordinary


def test_a_stage_that_was_passed_by_is_rescheduled_at_the_next_settling() -> None:
    """`engine` admits whoever joins `link`, which the same settling has passed by (EXE-9).

    So what they get of it begins with the settling after: at the end of the iteration begun.
    """
    program = lowered(PASSED_BY)
    plain = outcome(program, stretches=False)
    assert outcome(program, stretches=True) == plain
    assert '"events":101,' in plain[0]  # as the reference has it
