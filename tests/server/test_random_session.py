"""Random requests among random edits, and no error but those that must be.

Some hundred in every run of the suite; `make random-session` asks three thousand.
"""

from __future__ import annotations

import asyncio
import os
from random import Random

from sqlang_server.registration import FEATURES
from tests.server.random_session import ALLOWED, RandomSession, unknown_to_the_session
from tests.server.wire import Json, Wire, wired

REQUESTS = int(os.environ.get("SQ_RANDOM_REQUESTS", "600"))
_METHODS = [feature.method for feature in FEATURES] + ["workspace/executeCommand"]
_TOGETHER = 10
_CAPABILITIES: Json = {
    "textDocument": {
        "diagnostic": {},
        "hover": {"contentFormat": ["markdown"]},
        "completion": {"completionItem": {"resolveSupport": {"properties": ["documentation"]}}},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
    },
    "workspace": {"workspaceEdit": {"documentChanges": True}},
}


def test_every_request_that_is_answered_is_asked() -> None:
    assert unknown_to_the_session(_METHODS) == set()


async def test_no_request_among_edits_ends_in_an_error_of_ours() -> None:
    async with wired() as wire:
        settings = {"sq.run.deadline": 0.2, "sq.trace.iterations": 500}
        await wire.initialize(_CAPABILITIES, initializationOptions=settings)
        session = RandomSession(wire, Random(6), _METHODS)
        session.open()
        while len(session.asked) < REQUESTS:
            numbers = [session.ask() for _ in range(_TOGETHER)]
            if session.random.random() < 0.5:
                session.edit()
            if session.random.random() < 0.1:
                wire.notify("$/cancelRequest", {"id": session.random.choice(numbers)})
            if session.random.random() < 0.02:
                session.open()
            # What is wrong in the workspace is told once there is something new.
            soon = [each for each in numbers if session.asked[each] != "workspace/diagnostic"]
            async with asyncio.timeout(120):
                await _answered(wire, soon)
        failures = [
            (session.asked[each["id"]], each["error"])
            for each in wire.received
            if each.get("id") in session.asked and "error" in each
        ]
        wrong = [(method, error) for method, error in failures if error["code"] not in ALLOWED]
        assert wrong == []
        assert all(len(error["message"].split()) > 1 for _, error in failures)
        await wire.request("shutdown")
        wire.notify("exit")
        assert await wire.ended() == 0


async def _answered(wire: Wire, numbers: list[int]) -> None:
    for number in numbers:
        await wire.answer(number)
