"""The first request: what any client may say, and what it is told."""

from __future__ import annotations

import pytest

from tests.server.editor import EXAMPLE
from tests.server.wire import DOCUMENT, Wire, at, in_range

PROGRAM = EXAMPLE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [(["utf-8", "utf-16"], "utf-8"), (["utf-16"], "utf-16"), (None, "utf-16")],
)
async def test_the_encoding_is_announced(
    wire: Wire, offered: list[str] | None, chosen: str
) -> None:
    general = {} if offered is None else {"general": {"positionEncodings": offered}}
    answer = await wire.initialize(general)
    assert answer["result"]["capabilities"]["positionEncoding"] == chosen


async def test_values_nobody_knows_do_not_refuse_a_client(wire: Wire) -> None:
    document = {
        "completion": {"completionItemKind": {"valueSet": [1, 118115]}},
        "publishDiagnostics": {"tagSupport": {"valueSet": [-1, 1]}},
    }
    answer = await wire.initialize(
        {"textDocument": document, "future": {"thing": 1}}, initializationOptions=None
    )
    assert answer["result"]["capabilities"]["hoverProvider"] is True


@pytest.mark.parametrize("options", [None, {}, [], {"trace": {"enabled": "yes"}}, "text", 7])
async def test_options_may_be_anything(wire: Wire, options: object) -> None:
    await wire.initialize(initializationOptions=options)
    wire.open("")
    assert (await wire.request("textDocument/hover", at(0, 0)))["result"] is None


async def test_no_answer_has_a_member_that_is_null(wire: Wire) -> None:
    answers = [await wire.initialize()]
    wire.open(PROGRAM)
    for method, params in {
        "textDocument/hover": at(10, 9),
        "textDocument/inlayHint": in_range(0, 0),
        "textDocument/codeLens": DOCUMENT,
        "textDocument/documentSymbol": DOCUMENT,
        "textDocument/definition": at(20, 40),
        "sq/ir": DOCUMENT,
        "sq/trace": DOCUMENT,
        "sq/report": DOCUMENT,
    }.items():
        answers.append(await wire.request(method, params))
    answers += wire.published()
    assert [path for answer in answers for path in nulls(answer.get("result"), "")] == []


def nulls(value: object, path: str) -> list[str]:
    """The paths of members that are null; an answer as a whole may be."""
    if isinstance(value, dict):
        members = [(f"{path}.{key}", inner) for key, inner in value.items()]
        found = [where for where, inner in members if inner is None]
        return found + [each for where, inner in members for each in nulls(inner, where)]
    if isinstance(value, list):
        return [each for inner in value for each in nulls(inner, f"{path}[]")]
    return []
