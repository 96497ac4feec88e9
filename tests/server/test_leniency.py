"""What a client says of itself, read as far as it can be."""

from __future__ import annotations

from typing import Any

import pytest
from lsprotocol import types
from pygls.protocol import default_converter

from sqlang_server import client as clients
from sqlang_server import leniency
from sqlang_server.client import Client


def understood(**params: object) -> types.InitializeParams:
    data = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    converter = default_converter()  # type: ignore[no-untyped-call]
    return leniency.structure(converter, data, types.InitializeRequest).params


@pytest.mark.parametrize(
    "odd",
    [
        {"trace": "compact"},
        {"processId": "none"},
        {"capabilities": {"window": {"showDocument": {}}}},
        {"capabilities": {"textDocument": {"hover": 3}}},
        {"capabilities": {"textDocument": {"inlayHint": {"resolveSupport": {}}}}},
    ],
)
def test_an_odd_member_costs_only_itself(odd: dict[str, Any]) -> None:
    general = {"general": {"positionEncodings": ["utf-8"]}}
    given = {"processId": 1, "rootUri": None, **odd}
    given["capabilities"] = {**general, **odd.get("capabilities", {})}
    capabilities = understood(**given).capabilities
    assert capabilities.general is not None
    assert capabilities.general.position_encodings == ("utf-8",)


def test_an_unknown_tag_costs_only_the_tag() -> None:
    tags = {"publishDiagnostics": {"tagSupport": {"valueSet": [-1, 1, 77]}}}
    kinds = {"completion": {"completionItemKind": {"valueSet": [1, 118115]}}}
    params = understood(
        processId=None, rootUri=None, capabilities={"textDocument": {**tags, **kinds}}
    )
    assert clients.read(params.capabilities).faded_tag


def test_nothing_said_is_nothing_known() -> None:
    assert clients.read(types.ClientCapabilities()) == Client()
