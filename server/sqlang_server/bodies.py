"""What the body of a message must be before anything in it is looked at (JSON-RPC 2.0)."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from lsprotocol import types

_VERSION: Final = "2.0"


class Refusal(NamedTuple):
    """Why a body is no message, and whose answer says so: nobody's if that cannot be told."""

    code: int
    reason: str
    identity: int | str | None = None


def read(body: bytes) -> dict[str, Any] | Refusal:
    """The object that a body holds, of the version we speak."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        return Refusal(types.ErrorCodes.ParseError, f"the message is not JSON: {error}")
    if not isinstance(data, dict):
        return Refusal(types.ErrorCodes.InvalidRequest, "a message is an object")
    if data.get("jsonrpc") != _VERSION:
        identity = data.get("id")
        return Refusal(
            types.ErrorCodes.InvalidRequest,
            f'a message has `"jsonrpc": "{_VERSION}"`',
            identity if isinstance(identity, (int, str)) else None,
        )
    return data
