"""What the body of a message must be before anything in it is looked at (JSON-RPC 2.0)."""

from __future__ import annotations

import json
from types import NoneType
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
    identity = data.get("id")
    if isinstance(identity, bool) or not isinstance(identity, (int, str, NoneType)):
        return Refusal(types.ErrorCodes.InvalidRequest, "an `id` is a whole number or a string")
    reason = _why_invalid(data)
    return data if reason is None else Refusal(types.ErrorCodes.InvalidRequest, reason, identity)


def _why_invalid(data: dict[str, Any]) -> str | None:
    if data.get("jsonrpc") != _VERSION:
        return f'a message has `"jsonrpc": "{_VERSION}"`'
    if not isinstance(data.get("method", ""), str):
        return "a `method` is a string"
    return None
