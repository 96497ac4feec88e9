"""What a client says of itself, read as far as it can be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.protocol import default_converter

from sqlang_server import client as clients
from sqlang_server import leniency
from sqlang_server.client import Client

RECORDED = sorted(Path(pytest_lsp.__file__).parent.glob("clients/*.json"))


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


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_what_editors_were_recorded_to_say_is_understood(path: Path) -> None:
    """With a kind and a tag that nobody knows besides, as Visual Studio has them."""
    told = json.loads(path.read_text(encoding="utf-8"))
    document = told["capabilities"]["textDocument"]
    kinds = document["completion"].setdefault("completionItemKind", {"valueSet": []})
    kinds["valueSet"].append(118115)
    tags = document["publishDiagnostics"].setdefault("tagSupport", {"valueSet": []})
    tags["valueSet"].append(-1)
    read = clients.read(understood(capabilities=told["capabilities"]).capabilities)
    assert read.nested_symbols
    assert read.code_action_literals
    assert read.markdown_hover


def test_nothing_said_is_nothing_known() -> None:
    assert clients.read(types.ClientCapabilities()) == Client()
