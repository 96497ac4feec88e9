"""What signature help shows in calls, whole or half typed."""

from __future__ import annotations

import pytest
from lsprotocol import types

from sqlang_server.client import Client
from sqlang_server.features.signature_help import signature_help
from tests.server.offers import marked
from tests.server.snapshots import POOREST, view_of

PROGRAM = """pool kv { cap 2; }
stage cpu : fifo;
def half(v) = v / 2;
def report(p, größe) { observe left = free(p) - größe; }
"""


def shown(text: str, client: Client = POOREST) -> types.SignatureHelp | None:
    whole, offset = marked(PROGRAM + text)
    view = view_of(whole, client)
    return signature_help(view, view.positions.position(offset))


@pytest.mark.parametrize(
    ("text", "label", "argument"),
    [
        ("session { set x = min(|", "min(a, b)", 0),
        ("session { set x = min(1|", "min(a, b)", 0),
        ("session { set x = min(1, |", "min(a, b)", 1),
        ("session { set x = min(1, ab|c); }", "min(a, b)", 1),
        ("session { set x = min(1, 2|); }", "min(a, b)", 1),
        ("session { set x = min((1), max(|", "max(a, b)", 0),
        ("session { set x = min(max(1, 2), |", "min(a, b)", 1),
        ("session { set x = min(max(1, 2), (|", "min(a, b)", 1),
        ("session { set x = price(cpu, 1, |", "price(stage, done, more)", 2),
        ("session { set x = used(kv[|", "used(pool)", 0),
        ("session { set x = ~uniform(1, |", "~uniform(low, high)", 1),
        ("session { set x = ~exp(|", "~exp(mean)", 0),
        ("session { set x = exp(|", "exp(a)", 0),
        ("session { set x = half(|", "half(v)", 0),
        ("session { report(|", "report(p, größe)", 0),
        ("session { report(kv, |", "report(p, größe)", 1),
        ("session { hold kv (min(1, |", "min(a, b)", 1),
        ("session { hold kv (min(1, |)) { } }", "min(a, b)", 1),
        ("session { hold kv (1) at admission (a = used(|", "used(pool)", 0),
        ("stage e : step { cost min(|", "min(a, b)", 0),
        ("workload { arrive renewal(~erlang(4, |", "~erlang(phases, mean)", 1),
        ("def f(a) = min(a, |", "min(a, b)", 1),
        ("session { set x = min(1 2, |", "min(a, b)", 1),
    ],
)
def test_in_calls(text: str, label: str, argument: int) -> None:
    found = shown(text)
    assert found is not None
    assert [each.label for each in found.signatures] == [label]
    assert found.active_parameter == argument


@pytest.mark.parametrize(
    "text",
    [
        "session { hold kv (|",
        "session { run cpu (|",
        "session { set x = min|(1, 2); }",
        "session { set x = min(1, 2)|; }",
        "session { set x = (|",
        "session { set x = foo(|",
        "session { branch (|",
        "stage s : ps(|",
        "def f(|",
        "pool p { spill kv via cpu (|",
        "run { horizon (|",
        "session { set x = min( // |",
        "|",
    ],
)
def test_nowhere_else(text: str) -> None:
    assert shown(text) is None


def test_parameters_are_parts_of_the_label() -> None:
    found = shown("session { report(|", Client(label_offsets=True, active_parameter=True))
    assert found is not None
    (signature,) = found.signatures
    assert [each.label for each in signature.parameters or ()] == [(7, 8), (10, 15)]
    assert signature.active_parameter == 0
    plain = shown("session { report(|")
    assert plain is not None
    (signature,) = plain.signatures
    assert [each.label for each in signature.parameters or ()] == ["p", "größe"]
    assert signature.active_parameter is None


def test_what_it_means_is_told() -> None:
    found = shown("session { set x = used(|", Client(markdown_signature=True))
    assert found is not None
    told = found.signatures[0].documentation
    assert isinstance(told, types.MarkupContent)
    assert "What is allocated in the pool" in told.value
