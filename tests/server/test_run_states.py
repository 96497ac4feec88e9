"""`sq/runState`: how the run of a program is, told to clients that asked for it alone."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from lsprotocol import types

from sqlang_server import client
from tests.server.editor import EXAMPLE
from tests.server.wire import DOCUMENT, URI, Json, Wire, wired

pytestmark = pytest.mark.asyncio(loop_scope="module")

PROGRAM = EXAMPLE.read_text(encoding="utf-8")
WANTED = {"experimental": {"sqRunState": True}}
BOUND = 100  # iterations
LONG = """stage engine : step { budget 4; cost 1; }
pool kv { cap 8; }
workload { arrive renewal(2); }
session { hold kv (2) { prefill 2; } }
run { horizon 1000; }
"""
FAILING = PROGRAM.replace("set t0 = now;", "set t0 = now; branch (serial + 1) { end; }")
LIBRARY = "def twice(x) = x + x;\n"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server() -> AsyncIterator[Wire]:
    async with wired() as started:
        options = {"sq": {"trace": {"iterations": BOUND}}}
        await started.initialize(WANTED, initializationOptions=options)
        yield started


@pytest.fixture
def wire(server: Wire) -> Wire:
    """The server with nothing open, of which nothing has been heard."""
    server.close_all()
    return server


def told(wire: Wire) -> list[Json]:
    return [each["params"] for each in wire.received if each.get("method") == "sq/runState"]


def states(wire: Wire) -> list[tuple[int, str]]:
    """What was told so far: of which version, and how its run is."""
    return [(each["textDocument"]["version"], each["state"]) for each in told(wire)]


async def until(wire: Wire, version: int, state: str) -> str:
    """Waits for a state, which must be the last one told, and gives its sentence."""
    await wire.until(lambda: (version, state) in states(wire))
    assert states(wire)[-1] == (version, state)
    last = told(wire)[-1]
    assert last["textDocument"]["uri"] == URI
    return str(last["message"])


def change(wire: Wire, version: int, text: str) -> None:
    identifier = {"uri": URI, "version": version}
    changes = [{"text": text}]
    wire.notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": changes})


async def test_a_run_is_told_when_it_begins_and_when_it_is_over(wire: Wire) -> None:
    wire.open(PROGRAM)
    assert await until(wire, 1, "ended") == "Values are those of the text as it is."
    assert states(wire) == [(1, "running"), (1, "ended")]


async def test_a_comment_changes_no_value_and_needs_no_run(wire: Wire) -> None:
    wire.open(PROGRAM)
    await until(wire, 1, "ended")
    change(wire, 2, f"// as before\n{PROGRAM}")
    await until(wire, 2, "ended")
    assert (2, "running") not in states(wire)


async def test_with_mistakes_values_are_of_an_earlier_text_if_there_are_any(wire: Wire) -> None:
    wire.open("stage")
    assert await until(wire, 1, "mistakes") == "A program with mistakes is not run."
    change(wire, 2, PROGRAM)
    await until(wire, 2, "ended")
    change(wire, 3, PROGRAM.replace("set t0 = now", "set t0 = "))
    assert await until(wire, 3, "mistakes") == "Values are those of the last text without mistakes."


async def test_a_library_has_nothing_to_run(wire: Wire) -> None:
    wire.open(LIBRARY)
    await until(wire, 1, "nothing")
    change(wire, 2, LIBRARY.replace(";", ""))
    await until(wire, 2, "mistakes")


async def test_a_bound_that_ends_a_run_is_named(wire: Wire) -> None:
    wire.open(LONG)
    message = await until(wire, 1, "stopped")
    assert message == "The run was stopped by the bound on iterations."


async def test_a_run_that_fails_says_why(wire: Wire) -> None:
    wire.open(FAILING)
    assert "SQ901" in await until(wire, 1, "failed")


async def test_runs_that_are_turned_off_are_told_as_that(wire: Wire) -> None:
    wire.open(PROGRAM)
    await until(wire, 1, "ended")
    changed = "workspace/didChangeConfiguration"
    wire.notify(changed, {"settings": {"sq": {"trace": {"enabled": False}}}})
    try:
        assert "not run while" in await until(wire, 1, "off")
        change(wire, 2, PROGRAM + "\n")
        await until(wire, 2, "off")
    finally:
        wire.notify(changed, {"settings": {"sq": {"trace": {"enabled": True}}}})
    await until(wire, 2, "ended")


async def test_a_workspace_that_is_not_trusted_runs_nothing() -> None:
    async with wired() as wire:
        await wire.initialize(WANTED, initializationOptions={"sq": {"restricted": True}})
        wire.open(PROGRAM)
        assert "not trusted" in await until(wire, 1, "off")


async def test_who_did_not_ask_hears_nothing() -> None:
    async with wired() as wire:
        await wire.initialize()
        wire.open(PROGRAM)
        report = await wire.request("sq/report", DOCUMENT)
        assert "2 arrived" in report["result"]["text"]
        assert told(wire) == []


@pytest.mark.parametrize("experimental", [None, {}, {"sqRunState": 1}, [], "sqRunState", 7])
async def test_only_true_asks(experimental: Json) -> None:
    assert not client.read(types.ClientCapabilities(experimental=experimental)).run_states
    assert client.read(types.ClientCapabilities(experimental={"sqRunState": True})).run_states
