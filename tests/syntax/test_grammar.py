"""Every production of the grammar, and the node it makes."""

from __future__ import annotations

import pytest

from sqlang.syntax import tree
from tests.syntax.texts import clean, expression, nodes, shape, statement


def item(text: str) -> tree.Item:
    (only,) = clean(text).items
    return only


def pool_option(text: str) -> tree.PoolOption:
    pool = item("pool p { " + text + "; }")
    assert isinstance(pool, tree.Pool)
    (option,) = pool.options
    return option


def step_option(text: str) -> tree.StepOption:
    stage = item("stage s : step { " + text + "; }")
    assert isinstance(stage, tree.Stage)
    (option,) = stage.kind.options
    return option


def workload_item(text: str) -> tree.WorkloadItem:
    workload = item("workload { " + text + " }")
    assert isinstance(workload, tree.Workload)
    (entry,) = workload.items
    return entry


def names(identifiers: tuple[tree.Identifier, ...]) -> list[str]:
    return [identifier.name for identifier in identifiers]


# Items


def test_let() -> None:
    node = item("let a = 1 + 2;")
    assert isinstance(node, tree.Let)
    assert (node.name.name, shape(node.value)) == ("a", "(1 + 2)")


def test_definition_of_an_expression() -> None:
    node = item("def f(x, y,) = x + y;")
    assert isinstance(node, tree.Definition)
    assert (node.name.name, names(node.parameters)) == ("f", ["x", "y"])
    assert isinstance(node.body, tree.Binary)


def test_definition_of_statements() -> None:
    node = item("def f() { end; }")
    assert isinstance(node, tree.Definition)
    assert (node.parameters, type(node.body)) == ((), tree.Block)


def test_use_of_a_library() -> None:
    node = item('use "a b.sq";')
    assert isinstance(node, tree.UseLibrary)
    assert node.path == "a b.sq"


def test_pool() -> None:
    node = item("pool kv[3] { cap 1; cap 2; }")
    assert isinstance(node, tree.Pool)
    assert node.size is not None
    assert (node.name.name, node.size.value, len(node.options)) == ("kv", 3.0, 2)


@pytest.mark.parametrize("word", ["cap", "block"])
def test_pool_option_with_an_expression(word: str) -> None:
    node = pool_option(f"{word} 1 + 2")
    assert isinstance(node, tree.ExpressionOption)
    assert (node.word.name, shape(node.value)) == (word, "(1 + 2)")


def test_evict() -> None:
    lru, keys = pool_option("evict lru"), pool_option("evict by (size, -age)")
    assert isinstance(lru, tree.EvictOption)
    assert isinstance(keys, tree.EvictOption)
    assert (lru.keys, [shape(key) for key in keys.keys]) == ((), ["size", "(-age)"])


@pytest.mark.parametrize("policy", ["lifo", "none"])
def test_preempt(policy: str) -> None:
    node = pool_option(f"preempt {policy}")
    assert isinstance(node, tree.PreemptOption)
    assert node.policy.name == policy


def test_queue() -> None:
    fifo, by = pool_option("queue fifo"), pool_option("queue by (new)")
    assert isinstance(fifo, tree.QueueOption)
    assert isinstance(by, tree.QueueOption)
    assert (fifo.key, shape(by.key)) == (None, "new")


def test_admit_via_and_memory() -> None:
    via, memory = pool_option("admit via e"), step_option("memory kv")
    assert isinstance(via, tree.NameOption)
    assert isinstance(memory, tree.NameOption)
    assert (via.word.name, via.target.name) == ("admit", "e")
    assert (memory.word.name, memory.target.name) == ("memory", "kv")


def test_spill() -> None:
    node = pool_option("spill host via link (size) when (age > 1)")
    assert isinstance(node, tree.SpillOption)
    assert (node.to.name, node.via.name) == ("host", "link")
    assert (shape(node.work), shape(node.when)) == ("size", "(age > 1)")


@pytest.mark.parametrize(
    ("kind", "word", "argument"),
    [
        ("fifo;", "fifo", "NoneType"),
        ("fifo (2);", "fifo", "2"),
        ("ps (present);", "ps", "present"),
        ("delay;", "delay", "NoneType"),
        ("step { }", "step", "NoneType"),
        ("step { };", "step", "NoneType"),
    ],
)
def test_kinds_of_stage(kind: str, word: str, argument: str) -> None:
    node = item(f"stage s : {kind}")
    assert isinstance(node, tree.Stage)
    assert (node.kind.word.name, shape(node.kind.argument)) == (word, argument)


@pytest.mark.parametrize("word", ["budget", "cost", "chunk"])
def test_step_option_with_an_expression(word: str) -> None:
    node = step_option(f"{word} 4")
    assert isinstance(node, tree.ExpressionOption)
    assert (node.word.name, shape(node.value)) == (word, "4")


@pytest.mark.parametrize(
    ("text", "form", "keys"),
    [
        ("admission", "admission", 0),
        ("decode first", "decode", 0),
        ("exclusive prefill", "exclusive", 0),
        ("by (remaining, 1)", "by", 2),
    ],
)
def test_serve(text: str, form: str, keys: int) -> None:
    node = step_option(f"serve {text}")
    assert isinstance(node, tree.ServeOption)
    assert (node.form.name, len(node.keys)) == (form, keys)


@pytest.mark.parametrize("word", ["poisson", "renewal", "closed", "batch"])
def test_arrive(word: str) -> None:
    node = workload_item(f"arrive {word} (3);")
    assert isinstance(node, tree.Arrive)
    assert (node.word.name, shape(node.argument)) == (word, "3")


def test_arrive_none() -> None:
    node = workload_item("arrive none;")
    assert isinstance(node, tree.Arrive)
    assert (node.word.name, node.argument) == ("none", None)


def test_trace() -> None:
    node = workload_item('trace "t.csv";')
    assert isinstance(node, tree.Trace)
    assert (node.path, node.ordered) == ("t.csv", False)


def test_trace_in_order() -> None:
    node = workload_item('trace "t.csv" ordered;')
    assert isinstance(node, tree.Trace)
    assert node.ordered


@pytest.mark.parametrize("word", ["init", "turn", "session"])
def test_block_of_a_workload(word: str) -> None:
    node = workload_item(word + " { set a = 1; }")
    assert isinstance(node, tree.NamedBlock)
    assert (node.word.name, len(node.block.statements)) == (word, 1)


def test_hidden() -> None:
    node = workload_item("hidden a, b;")
    assert isinstance(node, tree.Hidden)
    assert names(node.names) == ["a", "b"]


@pytest.mark.parametrize("word", ["session", "server"])
def test_block_of_a_program(word: str) -> None:
    node = item(word + " { }")
    assert isinstance(node, tree.NamedBlock)
    assert (node.word.name, node.block.statements) == (word, ())


@pytest.mark.parametrize("policy", ["maxmin", "bottleneck"])
def test_share(policy: str) -> None:
    node = item(f"share {policy};")
    assert isinstance(node, tree.Share)
    assert node.policy.name == policy


def test_run_settings() -> None:
    node = item("run { horizon 10; anything 2; }")
    assert isinstance(node, tree.RunSettings)
    words = [option.word.name for option in node.options if not isinstance(option, tree.Damaged)]
    assert words == ["horizon", "anything"]


# Statements


@pytest.mark.parametrize(
    ("text", "kind"), [("turn;", tree.Turn), ("request;", tree.Request), ("end;", tree.End)]
)
def test_single_words(text: str, kind: type[tree.Node]) -> None:
    assert type(statement(text)) is kind


def test_set_and_observe() -> None:
    assigned, observed = statement("set a = b;"), statement("observe a = b;")
    assert isinstance(assigned, tree.Set)
    assert isinstance(observed, tree.Observe)
    assert (assigned.target.name, shape(assigned.value)) == ("a", "b")
    assert (observed.target.name, shape(observed.value)) == ("a", "b")


def test_hold_with_everything() -> None:
    node = statement(
        "hold a (1) reserve (2), b[i] (3) reuse (4) at admission (x = 5, y = 6) "
        "{ end; } cache (7) lease a (8);"
    )
    assert isinstance(node, tree.Hold)
    first, second = node.takes
    assert (first.pool.name.name, shape(first.units), shape(first.reserve)) == ("a", "1", "2")
    assert (shape(second.pool.index), shape(second.units), second.reserve) == ("i", "3", None)
    assert node.at_admission is not None
    assert names(tuple(b.name for b in node.at_admission.bindings)) == ["x", "y"]
    assert [shape(b.value) for b in node.at_admission.bindings] == ["5", "6"]
    assert node.lease is not None
    assert (shape(node.reuse), len(node.body.statements), shape(node.cache)) == ("4", 1, "7")
    assert (node.lease.pool.name.name, shape(node.lease.time)) == ("a", "8")


def test_hold_with_nothing() -> None:
    node = statement("hold a (1) { }")
    assert isinstance(node, tree.Hold)
    assert (node.reuse, node.at_admission, node.cache, node.lease) == (None, None, None, None)


def test_changes_of_an_allocation() -> None:
    grow, load = statement("grow kv[1] (2);"), statement("load kv (2);")
    assert isinstance(grow, tree.Grow)
    assert isinstance(load, tree.Load)
    assert (shape(grow.pool.index), shape(grow.amount)) == ("1", "2")
    assert (load.pool.index, shape(load.amount)) == (None, "2")
    assert isinstance(statement("drop kv;"), tree.Drop)
    assert isinstance(statement("release kv;"), tree.Release)


def test_run() -> None:
    node = statement("run a, b[2] decode (3) growing kv[4];")
    assert isinstance(node, tree.Run)
    assert [stage.name.name for stage in node.stages] == ["a", "b"]
    assert node.mode is not None
    assert node.growing is not None
    assert (node.mode.name, shape(node.work), shape(node.growing.index)) == ("decode", "3", "4")


def test_plain_run() -> None:
    node = statement("run a (3);")
    assert isinstance(node, tree.Run)
    assert (node.mode, node.growing) == (None, None)


def test_branch() -> None:
    node = statement("branch (a) { end; } else { turn; end; }")
    assert isinstance(node, tree.Branch)
    assert node.otherwise is not None
    assert (node.chance, shape(node.guard)) == (None, "a")
    assert (len(node.then.statements), len(node.otherwise.statements)) == (1, 2)


def test_branch_with_a_chance() -> None:
    node = statement("branch with (0.3) { }")
    assert isinstance(node, tree.Branch)
    assert node.chance is not None
    assert (node.chance.text, node.otherwise) == ("with", None)


def test_loop() -> None:
    node = statement("loop { end; }")
    assert isinstance(node, tree.Loop)
    assert len(node.body.statements) == 1


def test_choose() -> None:
    node = statement("choose j in 2 + 1 by (used(kv[j]), j);")
    assert isinstance(node, tree.Choose)
    assert (node.target.name, shape(node.count)) == ("j", "(2 + 1)")
    assert [shape(key) for key in node.keys] == ["used[kv@j]", "j"]


@pytest.mark.parametrize("role", ["prefill", "decode", "tool"])
def test_serving_form(role: str) -> None:
    node = statement(f"{role} a + 2 growing kv;")
    assert isinstance(node, tree.Serving)
    assert node.growing is not None
    assert (node.role.name, node.where, shape(node.work)) == (role, None, "(a + 2)")
    assert (node.origin, node.destination, node.amount) == (None, None, None)


def test_where_a_serving_form_runs() -> None:
    indexed, named = statement("prefill [j + 1] (a) + 2;"), statement("tool on s[1], t w;")
    assert isinstance(indexed, tree.Serving)
    assert isinstance(named, tree.Serving)
    assert indexed.where is not None
    assert named.where is not None
    assert (shape(indexed.where.index), shape(indexed.work)) == ("(j + 1)", "(a + 2)")
    assert [stage.name.name for stage in named.where.stages] == ["s", "t"]
    assert (named.where.index, shape(named.work)) == (None, "w")


def test_transfer() -> None:
    node = statement("transfer on link w from a[1] to b (n);")
    assert isinstance(node, tree.Serving)
    assert node.origin is not None
    assert node.destination is not None
    assert (node.origin.name.name, node.destination.name.name) == ("a", "b")
    assert (shape(node.work), shape(node.amount)) == ("w", "n")


def test_transfer_without_from_is_left_to_the_rules_of_serving() -> None:
    node = statement("transfer w growing kv;")
    assert isinstance(node, tree.Serving)
    assert node.growing is not None
    assert node.origin is None


def test_use_of_statements() -> None:
    node = statement("visit(kv[1], 2 + 3, x);")
    assert isinstance(node, tree.Use)
    assert node.name.name == "visit"
    assert [shape(argument) for argument in node.arguments] == ["kv@1", "(2 + 3)", "x"]


# Expressions


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-2^2", "(-(2 ^ 2))"),
        ("2^-1", "(2 ^ (-1))"),
        ("2^3^2", "(2 ^ (3 ^ 2))"),
        ("!a^2", "(!(a ^ 2))"),
        ("2 ^ ~exp(1)", "(2 ^ ~exp[1])"),
        ("(~exp(1))^2", "(~exp[1] ^ 2)"),
        ("1 - 2 - 3", "((1 - 2) - 3)"),
        ("8 / 4 * 2", "((8 / 4) * 2)"),
        ("1 + 2 * 3", "(1 + (2 * 3))"),
        ("a < b + 1", "(a < (b + 1))"),
        ("a < 1 && b >= 2 || c != 3", "(((a < 1) && (b >= 2)) || (c != 3))"),
        ("a || b || c", "((a || b) || c)"),
        ("a == b", "(a == b)"),
        ("a <= b", "(a <= b)"),
        ("a > b", "(a > b)"),
        ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
        ("a ? b ? 1 : 2 : 3", "(a ? (b ? 1 : 2) : 3)"),
        ("-~exp(1) * 2", "((-~exp[1]) * 2)"),
        ("--a", "(-(-a))"),
        ("f()", "f[]"),
        ("~f()", "~f[]"),
        ("min(x, y[2], (z), 1 + 2)", "min[x, y@2, z, (1 + 2)]"),
    ],
)
def test_precedence(text: str, expected: str) -> None:
    assert shape(expression(text)) == expected


def test_only_a_bare_name_is_a_reference_argument() -> None:
    call = expression("used((kv))")
    assert isinstance(call, tree.Call)
    assert isinstance(call.arguments[0], tree.Parenthesized)


# Words as names (LEX-12)


@pytest.mark.parametrize(
    "text",
    [
        "set end = 1;",
        "set set = set;",
        "observe observe = observe;",
        "tool on e to;",
        "tool on e decode;",
        "tool on on on;",
        "prefill [on] on + growing growing growing;",
        "run run, decode decode (prefill) growing growing;",
        "hold hold (hold) reserve (reserve) reuse (reuse) at admission (at = admission) { }",
        "choose in in by by (by);",
        "transfer from from from to to (to);",
        "branch (with) { } else { }",
        "drop drop;",
    ],
)
def test_words_are_names_where_names_stand(text: str) -> None:
    statement(text)


def test_words_name_pools_and_stages() -> None:
    text = "pool pool { cap cap; } stage stage : fifo; let let = let; run { run run; }"
    program = clean(text)
    assert [node.name.name for node in nodes(program, tree.Pool)] == ["pool"]
    assert [node.name.name for node in nodes(program, tree.Stage)] == ["stage"]
    assert [node.word.name for node in nodes(program, tree.ExpressionOption)] == ["cap", "run"]
