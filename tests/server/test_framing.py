"""Where messages begin and end, whatever a client writes between them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from sqlang_server.framing import LONGEST_MESSAGE, Fault, Framing
from tests.server.wire import Wire, at

GOOD = b"Content-Length: 2\r\n\r\n{}"
HUGE = b"Content-Length: 100000000000\r\n\r\n"

FAULTS = {
    HUGE: "a message of 100000000000 bytes is too long",
    b"Content-Length: -5\r\n\r\n": "a message came without its length",
    b"Content-Length: many\r\n\r\n": "a message came without its length",
    b"Content-Length:\r\n\r\n": "a message came without its length",
    b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n": "a message came without its length",
    b"Content-Type: text/plain\r\n\r\n": "a message came without its length",
    b'{"jsonrpc": "2.0"}\n': "what came has no header",
    b"\x00\xff\n": "what came has no header",
    b"x" * 100_000: "a line among headers has no end",
    b"X-Header: " + b"x" * 100_000: "a line among headers has no end",
}
"""What is no message, and why."""


def received(*chunks: bytes) -> list[bytes | Fault]:
    framing = Framing()
    return [each for chunk in chunks for each in framing.receive(chunk)]


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: 2\r\n\r\n",
        b"content-length:2\r\n\r\n",
        b"CONTENT-LENGTH :  2 \r\n\r\n",
        b"Content-Length: 2\n\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf8\r\nContent-Length: 2\r\n\r\n",
        b"Content-Length: 2\r\nContent-Type: application/vscode-jsonrpc\r\n\r\n",
        b"\r\n\r\nContent-Length: 0002\r\n\r\n",
    ],
)
def test_a_header_may_be_written_in_many_ways(header: bytes) -> None:
    assert received(header + b"{}") == [b"{}"]
    assert received(*(bytes([each]) for each in header + b"{}")) == [b"{}"]


@given(st.lists(st.binary(max_size=300)), st.lists(st.integers(0, 400)))
def test_messages_may_come_in_any_pieces(bodies: list[bytes], cuts: list[int]) -> None:
    bodies = [body.replace(b"\n", b" ") for body in bodies]
    stream = b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies)
    pieces = []
    for cut in cuts:
        pieces.append(stream[:cut])
        stream = stream[cut:]
    assert received(*pieces, stream) == bodies


@pytest.mark.parametrize(("bad", "reason"), FAULTS.items())
def test_a_message_costs_only_itself(bad: bytes, reason: str) -> None:
    assert received(bad) == [Fault(reason)]
    assert received(GOOD, bad, GOOD + GOOD) == [b"{}", Fault(reason), b"{}", b"{}"]


@pytest.mark.parametrize("bad", FAULTS)
def test_its_body_is_passed_over(bad: bytes) -> None:
    body = b'{"jsonrpc": "2.0", "text": "Content-Length: 7\\r\\n"}'
    found = received(bad + body + GOOD + bad + body + GOOD)
    assert [each for each in found if isinstance(each, bytes)] == [b"{}", b"{}"]
    assert sum(isinstance(each, Fault) for each in found) == 2


def test_a_body_shorter_than_announced_ends_where_the_next_message_begins() -> None:
    assert received(b"Content-Length: 1000\r\n\r\n{}" + GOOD) == [
        Fault("a message was shorter than its length"),
        b"{}",
    ]


def test_of_a_body_longer_than_announced_the_rest_is_passed_over() -> None:
    assert received(b'Content-Length: 4\r\n\r\n{"a": 1}' + GOOD) == [
        b'{"a"',
        Fault("what came has no header"),
        b"{}",
    ]


def test_line_ends_between_the_members_of_a_body_mean_nothing() -> None:
    body = b'{\r\n\r\n  "Content-Length": 3,\r\n  "x": "Content-Length: 3"\r\n}'
    assert received(b"Content-Length: %d\r\n\r\n" % len(body) + body + GOOD) == [body, b"{}"]


def test_another_header_may_end_alike() -> None:
    assert received(b"X-Content-Length: 9\r\n" + GOOD) == [b"{}"]


def test_of_two_lengths_the_last_is_meant() -> None:
    """The first may be that of a message that was never written."""
    assert received(b"Content-Length: 50\r\nContent-Length: 2\r\n\r\n{}") == [b"{}"]


def test_the_longest_message_is_read() -> None:
    body = b" " * LONGEST_MESSAGE
    header = b"Content-Length: %d\r\n\r\n"
    assert received(header % len(body) + body) == [body]
    assert isinstance(received(header % (len(body) + 1))[0], Fault)


@given(st.lists(st.sampled_from([GOOD, *FAULTS, b"\n", b"{", b"Content-Length: 99999\r\n\r\n"])))
def test_a_message_is_found_behind_anything(before: list[bytes]) -> None:
    """The first one may be taken for the body of something that was announced."""
    assert received(*before, GOOD, GOOD)[-1] == b"{}"


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("bad", [*FAULTS, b"Content-Length: 1000\r\n\r\n{}"])
async def test_the_server_goes_on_after_it(server: Wire, bad: bytes) -> None:
    server.write(bad)
    assert "result" in await server.request("textDocument/hover", at(0, 0))
    assert [each["error"]["code"] for each in server.received if each.get("id", 0) is None] == [
        types.ErrorCodes.ParseError
    ]


@pytest.mark.asyncio(loop_scope="module")
async def test_the_server_reads_a_header_in_small_letters(server: Wire) -> None:
    body = b'{"jsonrpc": "2.0", "id": 7000, "method": "workspace/symbol", "params": {"query": ""}}'
    server.write(b"content-length: %d\r\n\r\n" % len(body) + body)
    assert (await server.answer(7000))["result"] == []
