"""Messages that make no sense, or come at the wrong time, cost only themselves."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.server.wire import DOCUMENT, URI, Wire, at

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(
    "params", [None, {}, {"textDocument": 3}, {**DOCUMENT, "position": {"line": -1}}, []]
)
async def test_a_request_that_makes_no_sense_is_answered(server: Wire, params: object) -> None:
    answer = await server.request("textDocument/hover", params)
    assert answer["error"]["code"] == types.ErrorCodes.InvalidParams
    assert "result" in await server.request("textDocument/hover", at(0, 0))


@pytest.mark.parametrize(
    ("garbage", "code"),
    [
        (b"", types.ErrorCodes.ParseError),
        (b"{", types.ErrorCodes.ParseError),
        (b"{}{}", types.ErrorCodes.ParseError),
        (b'"\xff"', types.ErrorCodes.ParseError),
        (b"[" * 100_000, types.ErrorCodes.ParseError),
        (b"[]", types.ErrorCodes.InvalidRequest),
        (b"3", types.ErrorCodes.InvalidRequest),
        (b"{}", types.ErrorCodes.InvalidRequest),
        (b'{"jsonrpc": "1.0", "method": "exit"}', types.ErrorCodes.InvalidRequest),
        (b'{"jsonrpc": "2.0", "method": 3}', types.ErrorCodes.InvalidRequest),
        (b'{"jsonrpc": "2.0", "id": [1], "method": "shutdown"}', types.ErrorCodes.InvalidRequest),
        (b'{"jsonrpc": "2.0", "id": true, "method": "shutdown"}', types.ErrorCodes.InvalidRequest),
        (b'{"jsonrpc": "2.0", "id": 1.5, "method": "shutdown"}', types.ErrorCodes.InvalidRequest),
    ],
)
async def test_what_is_no_message_is_answered_to_nobody(
    server: Wire, garbage: bytes, code: int
) -> None:
    """As JSON-RPC wants it: the member `id` is there, and null."""
    server.write(b"Content-Length: %d\r\n\r\n" % len(garbage) + garbage)
    assert "result" in await server.request("textDocument/hover", at(0, 0))
    answers = [each for each in server.received if each.get("id", 0) is None]
    assert [each["error"]["code"] for each in answers] == [code]


async def test_a_request_of_another_version_is_answered(server: Wire) -> None:
    server.send({"jsonrpc": "1.0", "id": 8000, "method": "textDocument/hover"})
    answer = await server.answer(8000)
    assert answer["error"]["code"] == types.ErrorCodes.InvalidRequest


async def test_a_notification_without_a_method_is_passed_over(server: Wire) -> None:
    server.send({})
    assert "result" in await server.request("textDocument/hover", at(0, 0))


async def test_an_unknown_method_is_told(server: Wire) -> None:
    server.notify("nobody/knows", {"this": 1})
    answer = await server.request("nobody/knows", {"this": 1})
    assert answer["error"]["code"] == types.ErrorCodes.MethodNotFound


@pytest.mark.parametrize("arguments", [None, [], [1], ["a", "b"]])
async def test_a_command_needs_its_document(server: Wire, arguments: object) -> None:
    answer = await server.request(
        "workspace/executeCommand", {"command": "sq.run", "arguments": arguments}
    )
    assert answer["error"]["code"] == types.ErrorCodes.InvalidParams


@pytest.mark.parametrize("method", ["sq/ir", "sq/trace", "sq/report"])
async def test_a_preview_of_nothing_is_refused_with_a_sentence(server: Wire, method: str) -> None:
    answer = await server.request(method, DOCUMENT)
    assert answer["error"]["code"] == types.LSPErrorCodes.RequestFailed
    assert answer["error"]["message"] == f"{URI} is not open"
