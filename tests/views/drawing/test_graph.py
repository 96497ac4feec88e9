"""What is drawn of programs, read from their texts by hand."""

from __future__ import annotations

import pytest

from sqlang.ir import program as ir
from sqlang.views.drawing import EdgeKind, Place, deployment_graph
from tests.conformance.vectors import analyzed
from tests.views.drawing.graphs import arrows, box, drawn, steps

PATH, AGAIN, MEMORY, DATA = EdgeKind.PATH, EdgeKind.AGAIN, EdgeKind.MEMORY, EdgeKind.DATA


def test_a_queue_with_one_stage() -> None:
    graph = drawn(
        "stage s : fifo(2);\nworkload { arrive poisson(0.5); init { set w = 3; } }\n"
        "session { run s (w); observe o = now; end; }"
    )
    assert arrows(graph, *EdgeKind) == ["requests > s", "s > done"]
    assert box(graph, "requests").facts == ("poisson, 0.5 per unit of time", "w = 3")
    server = box(graph, "s")
    assert (server.role, steps(server), server.observes) == ("fifo, 2 servers", ["1 run w"], ("o",))
    assert server.place == Place("p.sq", 1)
    assert server.steps[0].place == Place("p.sq", 3)


def test_an_engine_with_its_memory() -> None:
    graph = drawn(
        "pool reqs { cap 2; admit via e; } pool kv { cap 20; block 4; preempt lifo; }"
        " stage e : step { budget 4; cost 1; memory kv; serve exclusive prefill; }"
        " workload { arrive batch(2); }"
        " session { hold reqs (1), kv (1) reserve (9) { prefill 9 growing kv;"
        " branch (serial == 0) { decode (2) growing kv; } } cache (5); end; }"
    )
    assert arrows(graph, PATH) == ["requests > hold", "hold > e", "e > done"]
    assert arrows(graph, MEMORY) == [
        "e > kv: memory, grow",
        "e > reqs: admits",
        "hold > reqs: acquire",
        "hold > kv: acquire",
    ]
    assert box(graph, "e").facts == ("budget 4", "cost 1", "serve exclusive prefill")
    assert steps(box(graph, "e")) == ["2 prefill 9", "3 decode 2, if serial == 0"]
    assert steps(box(graph, "hold")) == [
        "1 reqs (1)",
        "0 kv (1)",
        "0 kv reserve (9)",
        "0 then cache (5)",
    ]
    assert box(graph, "kv").facts == ("cap 20", "block 4", "preempt lifo")


def test_memory_that_moves_from_engine_to_engine() -> None:
    graph = drawn(
        "pool a { cap 9; } pool b { cap 9; } stage link : ps(8); stage d : delay;"
        " workload { arrive batch(1); }"
        " session { hold a (3) { run d (1); hold b (3) { transfer on link (3) from a to b (2);"
        " run d (2); } } end; }"
    )
    assert arrows(graph, DATA) == ["a > link: transfer", "link > b: 2"]
    assert steps(box(graph, "link")) == ["4 transfer 3 from a to b"]
    assert arrows(graph, PATH) == [
        "requests > hold",
        "hold > d: (2)",
        "d > hold",
        "hold > link",
        "link > d: (5)",
        "d > done",
    ]


def test_a_choice_among_replicas() -> None:
    graph = drawn(
        "stage s[4] : fifo; workload { arrive batch(9); }"
        " session { choose j in 4 by (queue(s[j])); run s[j] (1); end; }"
    )
    assert arrows(graph, *EdgeKind) == ["requests > choose j", "choose j > s", "s > done"]
    assert box(graph, "s").copies == 4
    assert steps(box(graph, "choose j")) == ["1 of 4", "0 with the least queue(s[j])"]
    assert steps(box(graph, "s")) == ["2 run 1 on s[j]"]


def test_a_closed_loop_with_think_time() -> None:
    graph = drawn(
        "stage think : delay; stage s : fifo; workload { arrive closed(3); }"
        " session { run think (5); run s (1); }"
    )
    assert arrows(graph, *EdgeKind) == [
        "requests > think",
        "think > s",
        "s > done",
        "done > requests: the next one",
    ]


def test_turns_and_chances() -> None:
    graph = drawn(
        "stage s : fifo; stage think : delay;"
        " workload { arrive batch(1); turn { set w = 2; } }"
        " session { loop { turn; run s (w); branch (~bernoulli(0.25)) { end; } run think (1); } }"
    )
    assert arrows(graph, PATH) == [
        "requests > next turn",
        "next turn > s",
        "s > ~bernoulli(0.25)",
        "~bernoulli(0.25) > done: 25 %",
        "~bernoulli(0.25) > think: 75 %",
    ]
    assert arrows(graph, AGAIN) == ["think > next turn: again"]
    assert steps(box(graph, "next turn")) == ["1 w = 2"]


def test_a_spill_to_another_pool() -> None:
    graph = drawn(
        "pool host { cap 9; } stage pcie : fifo;"
        " pool kv { cap 4; spill host via pcie (size / 2) when (size > 1); }"
        " workload { arrive batch(1); } session { hold kv (1) { grow kv (2); } drop host; end; }"
    )
    assert arrows(graph, DATA) == [
        "kv > pcie: spill size / 2 when size > 1",
        "pcie > host: spill of kv",
    ]
    assert arrows(graph, MEMORY) == ["hold > kv: acquire, grow 2", "hold > host: drop"]


def test_a_session_that_never_ends_has_no_end() -> None:
    graph = drawn("stage s : delay; workload { arrive batch(1); } session { loop { run s (1); } }")
    assert arrows(graph, *EdgeKind) == ["requests > s", "s > s: again"]


def test_long_sessions_and_large_deployments_give_bounded_graphs() -> None:
    stages = "".join(f"stage s{at} : fifo; pool p{at} {{ cap 1; }} " for at in range(100))
    body = "".join(
        f"hold p{at % 100} (1) {{ run s{at * 37 % 100} (1); }} branch (serial == {at}) {{ end; }} "
        for at in range(400)
    )
    graph = drawn(f"{stages} workload {{ arrive batch(1); }} session {{ {body} }}")
    assert len(graph.nodes) <= 2 * 31 + 40 + 3
    assert len(graph.edges) <= 130
    assert box(graph, "70 more stages").facts == ("s30 … s99",)
    # 1600 statements in all, of which 20 holds with their runs and 20 branches with their ends
    assert any(node.title.endswith(" more statements") for node in graph.nodes)
    assert arrows(graph, PATH)[-1].endswith("more statements > done")


def first_in_session(blocks: list[tuple[ir.Statement, ...]], statement: ir.Statement) -> None:
    blocks[2] = (statement, *blocks[2])


@pytest.mark.parametrize("shape", ["contains itself", "deep and shared"])
def test_blocks_as_only_an_ir_can_have_them(shape: str) -> None:
    program = analyzed("run", "000-separate-phases").program
    assert program is not None
    blocks = list(program.blocks)
    if shape == "contains itself":
        first_in_session(blocks, ir.Loop(2))
    else:
        start, one = len(blocks), ir.Number(1.0)
        first_in_session(blocks, ir.Branch(one, start, start))
        blocks.extend((ir.Branch(one, start + at, start + at),) for at in range(1, 5001))
        blocks.append(())
    fields = {name: getattr(program, name) for name in ir.Program.__slots__}
    graph = deployment_graph(ir.Program(**fields | {"blocks": tuple(blocks)}))
    assert any("more statement" in node.title for node in graph.nodes)
