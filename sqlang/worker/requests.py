"""What a client asks of a worker, read and checked."""

from __future__ import annotations

import json
from typing import NamedTuple

from sqlang.views.recording import ROWS_KEPT


class RunRequest(NamedTuple):
    """A run that is wanted; `identity` is returned with every answer."""

    identity: object
    ir: str
    directory: str | None
    iterations: int | None
    deadline: float | None
    events: int | None
    rows: int
    lines: int
    timeline: bool = False


class CancelRequest(NamedTuple):
    """The run of that identity is not wanted any more."""

    identity: object


class BadRequest(NamedTuple):
    """A message that is none."""

    identity: object
    reason: str


Request = RunRequest | CancelRequest | BadRequest


def parse_request(line: bytes) -> Request:
    """Never raises: what makes no sense becomes a `BadRequest`."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        return BadRequest(None, f"a message is JSON: {error}")
    if not isinstance(message, dict):
        return BadRequest(None, "a message is a JSON object")
    if "cancel" in message:
        return CancelRequest(message["cancel"])
    run = message.get("run")
    if not isinstance(run, dict) or not isinstance(run.get("ir"), str):
        return BadRequest(message.get("id"), "a run needs its program as a string in `ir`")
    rows = run.get("rows")
    return RunRequest(
        message.get("id"),
        run["ir"],
        run.get("directory"),
        run.get("iterations"),
        run.get("deadline"),
        run.get("events"),
        ROWS_KEPT if rows is None else rows,
        run.get("lines") or 0,
        bool(run.get("timeline")),
    )
