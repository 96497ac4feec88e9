"""The systems: each a program, and figures of its report with what theory says of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sqlang.engine import Report
from tests.closed_forms import formulas


class Figure(NamedTuple):
    """One number of a report, and its exact value in the long run."""

    name: str
    exact: float
    of: Callable[[Report], float]


class System(NamedTuple):
    """A program and its figures.

    `little` gives what Little's law says is equal in each run, but for those who are in the system
    when measuring begins or ends: the mean number of somebody, and their rate times their time.
    """

    name: str
    theory: str
    program: str
    figures: tuple[Figure, ...]
    little: Callable[[Report], tuple[float, float]]


def mean_of(report: Report, name: str) -> float:
    """The mean of an observation."""
    observation = report.observe(name)
    assert observation is not None
    return observation.mean


def little_at_stage(report: Report) -> tuple[float, float]:
    """Little's law at the only stage, wait and service together."""
    [stage] = report.stages
    return stage.mean_number, stage.throughput * (stage.mean_wait + stage.mean_service)


def little_of_sessions(report: Report) -> tuple[float, float]:
    """Little's law of whole sessions: observation `time` is that from their arrival to the end."""
    return report.mean_live, report.ended / (report.end - report.warmup) * mean_of(report, "time")


def open_queue(
    discipline: str, service: str, rate: float, horizon: float, session: str = ""
) -> str:
    """Poisson arrivals at one stage `s`."""
    return f"""stage s : {discipline};
workload {{ arrive poisson({rate}); init {{ set born = now; }} }}
session {{
  {session or f"run s ({service});"}
  observe time = now - born;
}}
run {{ warmup 200; horizon {horizon:g}; }}
"""


def single_servers() -> Iterator[System]:
    """M/G/1, first come, first served."""
    rate = 0.4
    for letter, service, variation, horizon in (
        ("M", "~exp(1)", 1.0, 24_000),
        ("D", "1", 0.0, 7_000),
        ("E4", "~erlang(4, 1)", 0.25, 9_000),
        ("U", "~uniform(0, 2)", 1.0 / 3.0, 9_000),
        ("H2", "~h2(1, 2)", 2.0, 54_000),
    ):
        wait = formulas.pollaczek_khinchine_wait(rate, 1.0, variation)
        yield System(
            f"M/{letter}/1",
            "Pollaczek–Khinchine",
            open_queue("fifo", service, rate, horizon),
            (
                Figure("mean time in system", wait + 1.0, lambda report: mean_of(report, "time")),
                Figure("utilization", rate, lambda report: report.stages[0].utilization),
            ),
            little_at_stage,
        )


def shared_processors() -> Iterator[System]:
    """M/G/1-PS: the mean does not depend on the distribution."""
    rate = 0.4
    response = formulas.processor_sharing_response(rate, 1.0)
    for letter, service, horizon in (
        ("M", "~exp(1)", 24_000),
        ("D", "1", 14_000),
        ("E4", "~erlang(4, 1)", 20_000),
        ("H2", "~h2(1, 2)", 30_000),
    ):
        yield System(
            f"M/{letter}/1-PS",
            "insensitivity of processor sharing",
            open_queue("ps(1)", service, rate, horizon),
            (
                Figure("mean time in system", response, lambda report: mean_of(report, "time")),
                Figure("utilization", rate, lambda report: report.stages[0].utilization),
            ),
            little_at_stage,
        )


def many_servers() -> Iterator[System]:
    """M/M/3, once as a stage with three servers and once as a pool of three units."""
    rate, servers = 1.8, 3
    wait = formulas.many_servers_wait(rate, 1.0, servers)
    yield System(
        "M/M/3",
        "Erlang's delay formula",
        open_queue(f"fifo({servers})", "~exp(1)", rate, 6_000),
        (Figure("mean time in system", wait + 1.0, lambda report: mean_of(report, "time")),),
        little_at_stage,
    )
    held = "hold servers (1) { run s (~exp(1)); }"
    yield System(
        "M/M/3 by a pool",
        "Erlang's delay formula",
        f"pool servers {{ cap {servers}; }}\n" + open_queue("delay", "", rate, 6_000, held),
        (
            Figure("mean time in system", wait + 1.0, lambda report: mean_of(report, "time")),
            Figure("mean units used", rate, lambda report: report.pools[0].mean_used),
        ),
        little_of_sessions,
    )


def iterations() -> Iterator[System]:
    """A step stage whose budget is one token serves one job at a time."""
    rate = 0.4
    for letter, cost, variation, horizon in (("M", "~exp(1)", 1.0, 24_000), ("D", "1", 0.0, 7_000)):
        wait = formulas.pollaczek_khinchine_wait(rate, 1.0, variation)
        yield System(
            f"M/{letter}/1 by iterations",
            "Pollaczek–Khinchine",
            open_queue(
                f"step {{ budget 1; cost {cost}; }}", "", rate, horizon, "decode on s (1);"
            ).replace("};", "}", 1),
            (Figure("mean time in system", wait + 1.0, lambda report: mean_of(report, "time")),),
            little_of_sessions,
        )


def urgent_and_other() -> System:
    """Two classes in one queue, the urgent ones first, nobody interrupted."""
    rate, urgent_share = 0.5, 0.4
    urgent, other = formulas.priority_waits((rate * urgent_share, rate * (1 - urgent_share)), 1.0)
    session = """set urgent = ~bernoulli(0.4);
  hold server (1) {
    run s (~exp(1));
  }
  branch (urgent) { observe urgent_time = now - born; } else { observe other_time = now - born; }"""
    return System(
        "M/M/1 with two classes",
        "Cobham",
        "pool server { cap 1; queue by (1 - urgent); }\n"
        + open_queue("delay", "", rate, 32_000, session),
        (
            Figure(
                "mean time, urgent", urgent + 1.0, lambda report: mean_of(report, "urgent_time")
            ),
            Figure("mean time, others", other + 1.0, lambda report: mean_of(report, "other_time")),
        ),
        little_of_sessions,
    )


def tandem() -> System:
    """Two queues one after the other are independent of each other (Jackson)."""
    rate, second = 0.4, 0.8
    times = [1.0 / (1.0 - rate), second / (1.0 - rate * second)]
    return System(
        "M/M/1 → M/M/1",
        "Jackson's product form",
        f"""stage first : fifo;
stage second : fifo;
workload {{ arrive poisson({rate}); init {{ set born = now; }} }}
session {{
  run first (~exp(1));
  run second (~exp({second}));
  observe time = now - born;
}}
run {{ warmup 200; horizon 14000; }}
""",
        (Figure("mean time in system", sum(times), lambda report: mean_of(report, "time")),),
        little_of_sessions,
    )


def closed_networks() -> Iterator[System]:
    """Customers who think and come back: M/M/1//N, and with a second server."""
    for name, population, think, demands, horizon in (
        ("M/M/1//5", 5, 4.0, (1.0,), 4_000),
        ("M/M/1//20", 20, 16.0, (1.0,), 14_000),
        ("closed, two servers", 6, 3.0, (1.0, 0.7), 4_000),
    ):
        throughput, responses = formulas.mean_value_analysis(population, think, demands)
        stages = "".join(f"stage s{place} : fifo;\n" for place in range(len(demands)))
        visits = "".join(
            f"    run s{place} (~exp({demand:g}));\n" for place, demand in enumerate(demands)
        )
        yield System(
            name,
            "mean value analysis",
            f"""stage think : delay;
{stages}workload {{ arrive closed({population}); }}
session {{
  loop {{
    run think (~exp({think:g}));
    set since = now;
{visits}    observe response = now - since;
  }}
}}
run {{ warmup 200; horizon {horizon}; }}
""",
            (
                Figure("throughput", throughput, lambda report: report.stages[0].throughput),
                Figure("mean response", sum(responses), lambda report: mean_of(report, "response")),
                Figure(
                    "mean number, s0",
                    throughput * responses[0],
                    lambda report: report.stages[1].mean_number,
                ),
            ),
            lambda report: (
                sum(stage.mean_number for stage in report.stages[1:]),
                report.stages[-1].throughput * mean_of(report, "response"),
            ),
        )


def regular_arrivals() -> System:
    """D/M/1"""
    wait = formulas.deterministic_arrivals_wait(2.0, 1.0)
    return System(
        "D/M/1",
        "root of the transform of the gaps",
        open_queue("fifo", "~exp(1)", 0.5, 24_000).replace("poisson(0.5)", "renewal(2)"),
        (Figure("mean time in system", wait + 1.0, lambda report: mean_of(report, "time")),),
        little_at_stage,
    )


def systems() -> list[System]:
    """All of them, in the order of the table."""
    return [
        *single_servers(),
        *iterations(),
        *shared_processors(),
        *many_servers(),
        urgent_and_other(),
        tandem(),
        *closed_networks(),
        regular_arrivals(),
    ]
