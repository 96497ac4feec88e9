"""Whatever was edited before, the answers are those of a text that has just been opened."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from tests.server.random_session import RandomSession
from tests.server.wire import Json, wired

_ABOUT_TEXTS: Final = ("documentSymbol", "documentLink", "foldingRange", "formatting")
_ABOUT_PLACES: Final = (
    "hover",
    "completion",
    "signatureHelp",
    "definition",
    "references",
    "documentHighlight",
    "linkedEditingRange",
    "prepareCallHierarchy",
    "prepareRename",
)
_ABOUT_STRETCHES: Final = ("codeAction", "inlayHint", "rangeFormatting")
_MORE: Final[Json] = {
    "options": {"tabSize": 2, "insertSpaces": True},
    "context": {"includeDeclaration": True, "diagnostics": []},
}
_CAPABILITIES: Final[Json] = {
    "textDocument": {
        "hover": {"contentFormat": ["markdown"]},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "diagnostic": {},
    }
}


@pytest.mark.parametrize("seed", range(2))
async def test_an_edited_text_is_answered_like_one_that_was_just_opened(seed: int) -> None:
    async with wired() as wire:
        settings = {"sq.trace.enabled": False, "sq.hints.units": True, "sq.hints.kernelForms": True}
        await wire.initialize(_CAPABILITIES, initializationOptions=settings)
        session = RandomSession(wire, Random(seed), [])
        for _ in range(4):
            session.open()
            for _ in range(3):
                for _ in range(3):
                    session.edit()
                questions = _questions(session)
                warm = await _answers(session, questions)
                wire.open(session.text, session.uri, session.version)
                assert warm == await _answers(session, questions), session.text


def _questions(session: RandomSession) -> list[tuple[str, Json]]:
    document: Json = {"textDocument": {"uri": session.uri}, **_MORE}
    places = [session.position(session.random.randint(0, len(session.text))) for _ in range(3)]
    return [
        *((method, document) for method in ("diagnostic", *_ABOUT_TEXTS)),
        *((method, {**document, "position": at}) for at in places for method in _ABOUT_PLACES),
        *((method, {**document, "range": session.stretch()}) for method in _ABOUT_STRETCHES),
    ]


async def _answers(session: RandomSession, questions: list[tuple[str, Json]]) -> list[Json]:
    """What is answered to each, but for what names the answer and the order of completions."""
    wire = session.wire
    numbers = [wire.ask(f"textDocument/{method}", params) for method, params in questions]
    answers = []
    for (method, _), number in zip(questions, numbers, strict=True):
        answer = dict(await wire.answer(number))
        del answer["id"]
        result: Json = answer.get("result") or {}
        if method == "diagnostic":
            answer["result"] = result["items"]
        elif method == "completion" and result:
            answer["result"] = sorted(result["items"], key=lambda item: str(item["sortText"]))
        answers.append({"method": method, **answer})
    return answers
