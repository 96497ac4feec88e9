"""Comparisons made for an editor: `sq.compare`, `sq/whatIf`, and the constants to suppose about."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from lsprotocol import types

from tests.server.editor import EXAMPLE
from tests.server.wire import URI, Json, Wire, wired

pytestmark = pytest.mark.asyncio(loop_scope="module")

TEXT = EXAMPLE.read_text(encoding="utf-8")
CHUNKED = """let rate = 4;
stage engine : step { budget rate; cost 1; }
workload { arrive batch(2); init { set prompt = 8; } }
session { set t0 = now; prefill prompt; observe ttft = now - t0; end; }
run { horizon 50; warmup 0; seed 1; }
"""
DOCUMENT: Json = {"textDocument": {"uri": URI}}


async def compared(server: Wire, argument: Json) -> Json:
    params = {"command": "sq.compare", "arguments": [argument]}
    return await server.request("workspace/executeCommand", params)


async def test_a_line_is_left_out_as_the_command_line_does() -> None:
    """`sq compare examples/separate_phases.sq --without 12` parts at t=1 for exclusivity."""
    async with wired() as server:
        await server.initialize()
        server.open(TEXT)
        answer = await compared(server, {"uri": URI, "without": "12"})
    result = answer["result"]
    assert result["version"] == 1
    parting = result["comparison"]["parting"]
    assert (parting["time"], parting["cause"]) == (1.0, "exclusivity")
    assert parting["explanation"] in " ".join(result["text"].split())


async def test_the_text_that_is_typed_is_compared_not_the_file(tmp_path: Path) -> None:
    async with wired() as server:
        await server.initialize()
        file = tmp_path / "saved.sq"
        file.write_text("session { }", encoding="utf-8")
        uri = file.as_uri()
        server.open(CHUNKED, uri)
        answer = await compared(server, {"uri": uri, "sets": {"rate": 8}})
        assert answer["result"]["comparison"]["parting"]["time"] == 0.0
        other = tmp_path / "other.sq"
        other.write_text(CHUNKED, encoding="utf-8")
        answer = await compared(server, {"uri": uri, "with": other.as_uri()})
        assert answer["result"]["comparison"]["parting"] is None


@pytest.mark.parametrize(
    "argument",
    [
        {"uri": URI},
        {},
        URI,
        {"uri": 3, "without": "1"},
        {"uri": URI, "without": "x"},
        {"uri": URI, "without": "1-"},
        {"uri": URI, "without": "9" * 5000},
        {"uri": URI, "sets": [1]},
        {"uri": URI, "without": "1", "with": URI},
    ],
)
async def test_what_makes_no_sense_is_refused_with_the_usage(
    server: Wire, argument: object
) -> None:
    server.open(TEXT)
    params = {"command": "sq.compare", "arguments": [argument]}
    answer = await server.request("workspace/executeCommand", params)
    assert answer["error"]["code"] == types.ErrorCodes.InvalidParams
    assert "`without`" in answer["error"]["message"]


@pytest.mark.parametrize(
    ("argument", "sentence"),
    [
        ({"without": "999"}, "there is no line 999"),
        ({"sets": {"unknown": 3}}, "unknown"),
        ({"replace": "nonsense"}, "nonsense"),
        ({"with": "file:///nowhere/at/all.sq"}, "cannot read"),
        ({"without": "6-7"}, "has errors"),
    ],
)
async def test_what_cannot_be_compared_is_said(server: Wire, argument: Json, sentence: str) -> None:
    server.open(CHUNKED.replace("run {", "\n\nrun {").replace("let rate", "\n\n\n\n\nlet rate"))
    answer = await compared(server, {"uri": URI, **argument})
    assert answer["error"]["code"] == types.LSPErrorCodes.RequestFailed
    assert sentence in answer["error"]["message"]


async def test_other_values_of_constants_give_the_differences(server: Wire) -> None:
    """Eight tokens at 4 a step are two steps for each of two sessions; at 8 they are one."""
    server.open(CHUNKED)
    answer = await server.request("sq/whatIf", {**DOCUMENT, "sets": {"rate": 8}})
    result = answer["result"]
    assert result["version"] == 1
    assert result["iterations"] == {"before": 4, "after": 2}
    figures = {(each["subject"], each["figure"]): each for each in result["figures"]}
    mean = figures["ttft", "mean"]
    assert (mean["before"], mean["after"], mean["difference"]) == (3.0, 1.5, -1.5)
    assert result["parting"]["time"] == 0.0
    json.dumps(result, allow_nan=False)


@pytest.mark.parametrize("value", ["8 // fast", "// fast\n 8", " 4 + // half\n 4 "])
async def test_a_value_may_have_comments(server: Wire, value: str) -> None:
    """As what `--set` gives (LET-2): the expression counts, from its first to its last token."""
    server.open(CHUNKED)
    answer = await server.request("sq/whatIf", {**DOCUMENT, "sets": {"rate": value}})
    assert answer["result"]["iterations"] == {"before": 4, "after": 2}


@pytest.mark.parametrize(
    ("sets", "sentence"),
    [
        ({}, "no constant"),
        ({"speed": 3}, "there is no `let speed`"),
        ({"rate": None}, "`rate` can be a number"),
        ({"rate": True}, "`rate` can be a number"),
        ({"rate": "1 +"}, "`1 +` is not an expression"),
        ({"rate": ""}, "`` is not an expression"),
        ({"rate": "1; let more = 2"}, "`1; let more = 2` is not an expression"),
        ({"rate": "// nothing"}, "`// nothing` is not an expression"),
    ],
)
async def test_values_that_cannot_be_are_refused(server: Wire, sets: Json, sentence: str) -> None:
    server.open(CHUNKED)
    answer = await server.request("sq/whatIf", {**DOCUMENT, "sets": sets})
    assert answer["error"]["code"] == types.LSPErrorCodes.RequestFailed
    assert sentence in answer["error"]["message"]


async def test_a_slider_that_moves_on_gives_up_what_it_asked_before(server: Wire) -> None:
    server.open(CHUNKED)
    asked = [
        server.ask("sq/whatIf", {**DOCUMENT, "sets": {"rate": value}}) for value in (5, 6, 7, 8)
    ]
    answers = [await server.answer(number) for number in asked]
    codes = [answer.get("error", {}).get("code") for answer in answers]
    assert codes == [types.LSPErrorCodes.ServerCancelled] * 3 + [None]
    assert answers[-1]["result"]["iterations"]["after"] == 2


async def test_a_cancelled_question_is_answered_so(server: Wire) -> None:
    server.open(CHUNKED)
    number = server.ask("sq/whatIf", {**DOCUMENT, "sets": {"rate": 5}})
    server.notify("$/cancelRequest", {"id": number})
    answer = await server.answer(number)
    assert answer["error"]["code"] == types.LSPErrorCodes.RequestCancelled
    again = await server.request("sq/whatIf", {**DOCUMENT, "sets": {"rate": 8}})
    assert again["result"]["iterations"]["after"] == 2


async def test_constants_tell_their_values_and_places(server: Wire) -> None:
    server.open("let rate = 4;\nlet twice = rate * 2;\nlet broken = ;\n")
    answer = await server.request("sq/constants", DOCUMENT)
    found = [(each["name"], each["value"], each["literal"]) for each in answer["result"]]
    assert found[:2] == [("rate", 4.0, True), ("twice", 8.0, False)]
    assert answer["result"][1]["range"] == {
        "start": {"line": 1, "character": 12},
        "end": {"line": 1, "character": 20},
    }


@pytest.mark.parametrize("method", ["sq/whatIf", "sq/constants"])
async def test_a_document_that_is_not_open_is_named(server: Wire, method: str) -> None:
    answer = await server.request(method, {**DOCUMENT, "sets": {"rate": 1}})
    assert answer["error"]["code"] == types.LSPErrorCodes.RequestFailed
    assert URI in answer["error"]["message"]


async def test_workers_can_be_restarted_in_the_middle_of_everything(server: Wire) -> None:
    server.open(CHUNKED.replace("horizon 50", "horizon 1e15").replace("end; }", "} "))
    for _ in range(3):
        answer = await server.request(
            "workspace/executeCommand", {"command": "sq.restartWorkers", "arguments": []}
        )
        assert answer["result"] is None
        await asyncio.sleep(0.05)
    server.close_all()
    server.open(CHUNKED)
    answer = await server.request("sq/whatIf", {**DOCUMENT, "sets": {"rate": 8}})
    assert answer["result"]["iterations"] == {"before": 4, "after": 2}
