"""Where each node stands in the text: from its first to its last token."""

from __future__ import annotations

import pytest

from sqlang.syntax import tree
from sqlang.syntax.tokens import place
from tests.syntax.texts import clean, kernel, nodes

PROGRAM = """
let a = f(x[1], ~exp(-2)) ? (1) : 2;
def g(v) = v + 1;
use "lib.sq";
pool kv[2] { cap 1; evict by (size); preempt lifo; queue fifo; }
pool p { admit via e; spill h via l (1) when (2); }
stage e : step { cost 1; serve by (remaining); } ;
stage f : fifo (2);
workload { arrive none; trace "t" ordered; init { } hidden b; }
share maxmin;
session {
  hold kv[0] (1) reserve (2) reuse (3) at admission (u = 4) { end; } cache (5) lease kv (6) ;
  turn; request;
  set b = 1; observe c = 2; grow kv (1); drop kv; release kv; load kv (1);
  run e prefill (1) growing kv; branch (a) { } loop { } choose j in 2 by (j);
  tool on f 1; decode [2] 3; transfer 1 from kv to kv (2); use_it(1);
}
run { horizon 1; }
"""

EXPECTED = [
    (tree.Let, "let a = f(x[1], ~exp(-2)) ? (1) : 2;"),
    (tree.Conditional, "f(x[1], ~exp(-2)) ? (1) : 2"),
    (tree.Call, "f(x[1], ~exp(-2))"),
    (tree.IndexedArgument, "x[1]"),
    (tree.Draw, "~exp(-2)"),
    (tree.Unary, "-2"),
    (tree.Parenthesized, "(1)"),
    (tree.Number, "1"),
    (tree.Identifier, "a"),
    (tree.Definition, "def g(v) = v + 1;"),
    (tree.Binary, "v + 1"),
    (tree.Name, "v"),
    (tree.UseLibrary, 'use "lib.sq";'),
    (tree.Pool, PROGRAM.splitlines()[4]),
    (tree.ExpressionOption, "cap 1"),
    (tree.EvictOption, "evict by (size)"),
    (tree.PreemptOption, "preempt lifo"),
    (tree.QueueOption, "queue fifo"),
    (tree.NameOption, "admit via e"),
    (tree.SpillOption, "spill h via l (1) when (2)"),
    (tree.Stage, PROGRAM.splitlines()[6]),
    (tree.StageKind, "step { cost 1; serve by (remaining); }"),
    (tree.ServeOption, "serve by (remaining)"),
    (tree.Workload, PROGRAM.splitlines()[8]),
    (tree.Arrive, "arrive none;"),
    (tree.Trace, 'trace "t" ordered;'),
    (tree.NamedBlock, "init { }"),
    (tree.Hidden, "hidden b;"),
    (tree.Share, "share maxmin;"),
    (tree.Hold, PROGRAM.splitlines()[11].strip()),
    (tree.Take, "kv[0] (1) reserve (2)"),
    (tree.Reference, "kv[0]"),
    (tree.AtAdmission, "at admission (u = 4)"),
    (tree.Binding, "u = 4"),
    (tree.Lease, "lease kv (6)"),
    (tree.Turn, "turn;"),
    (tree.Request, "request;"),
    (tree.End, "end;"),
    (tree.Set, "set b = 1;"),
    (tree.Observe, "observe c = 2;"),
    (tree.Grow, "grow kv (1);"),
    (tree.Drop, "drop kv;"),
    (tree.Release, "release kv;"),
    (tree.Load, "load kv (1);"),
    (tree.Run, "run e prefill (1) growing kv;"),
    (tree.Branch, "branch (a) { }"),
    (tree.Loop, "loop { }"),
    (tree.Choose, "choose j in 2 by (j);"),
    (tree.Serving, "tool on f 1;"),
    (tree.Where, "on f"),
    (tree.Use, "use_it(1);"),
    (tree.RunSettings, "run { horizon 1; }"),
]


@pytest.mark.parametrize(("kind", "text"), EXPECTED, ids=[kind.__name__ for kind, _ in EXPECTED])
def test_the_first_node_of_a_kind_spans(kind: type[tree.Node], text: str) -> None:
    assert nodes(clean(PROGRAM), kind)[0].span.text == text


def test_every_kind_of_node_is_tried() -> None:
    kinds = {kind for kind in vars(tree).values() if isinstance(kind, type)}
    tried = {kind for kind, _ in EXPECTED} | {tree.Node, tree.Damaged, tree.Program, tree.Block}
    assert {kind for kind in kinds if issubclass(kind, tree.Node)} == tried


def test_a_block_spans_its_braces() -> None:
    (block,) = nodes(clean("session { end; }"), tree.Block)
    assert block.span.text == "{ end; }"


def test_a_program_ends_with_the_text() -> None:
    program = clean(" let a = 1; // c\n")
    assert (program.span.start, program.span.end) == (1, 17)
    assert clean("").span.text == ""


def test_children_stand_inside_their_parents() -> None:
    waiting: list[tree.Node] = [clean(PROGRAM)]
    while waiting:
        node = waiting.pop()
        for child in node.children():
            assert node.span.start <= child.span.start
            assert child.span.end <= node.span.end
            waiting.append(child)


# Inside expansions (DEF-13)

USE = "def h(v) = v * (v + 1); let a = h(2 - 1); let b = h(c); run { horizon 1; }"


def test_what_a_body_says_stands_in_the_body() -> None:
    sums = [node for node in nodes(kernel(USE).program, tree.Binary) if node.operator == "-"]
    assert {node.span.text for node in sums} == {"2 - 1"}
    assert all(node.expansion is None for node in sums)


def test_a_node_of_body_and_argument_stands_at_the_use() -> None:
    products = [node for node in nodes(kernel(USE).program, tree.Binary) if node.operator == "*"]
    assert [node.span.text for node in products] == ["h(2 - 1)", "h(c)"]


def test_a_use_stands_for_its_value() -> None:
    values = [let.value for let in nodes(kernel(USE).program, tree.Let)]
    assert [value.span.text for value in values] == ["h(2 - 1)", "h(c)"]


def test_expanded_statements_stand_in_the_body() -> None:
    text = "def f(v) { set a = v; observe b = 1; } session { f(2); f(3); } run { horizon 1; }"
    program = kernel(text).program
    assert [node.span.text for node in nodes(program, tree.Observe)] == ["observe b = 1;"] * 2
    uses = [node.expansion for node in nodes(program, tree.Observe)]
    assert [use.span.text for use in uses if use] == ["f(2);", "f(3);"]


def test_a_place_between_two_expansions_is_what_holds_both() -> None:
    text = "def f() { set a = 1; } session { f(); f(); } run { horizon 1; }"
    first, second = nodes(kernel(text).program, tree.Set)
    assert place(first.first, second.last).text == "f(); f();"


def test_a_nested_use_leads_to_the_outer_one() -> None:
    text = "def f() { set a = 1; } def g() { f(); } session { g(); } run { horizon 1; }"
    (node,) = nodes(kernel(text).program, tree.Set)
    assert node.expansion is not None
    assert node.expansion.outer is not None
    assert (node.expansion.span.text, node.expansion.outer.span.text) == ("f();", "g();")
