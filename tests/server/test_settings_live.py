"""Settings in force: brought by `initialize`, asked for, or changed while documents are open."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from lsprotocol import types

from tests.server.editor import EXAMPLE, Editor, Editors, editing, pushed
from tests.server.wire import wired

PROGRAM = EXAMPLE.read_text(encoding="utf-8")


def asking(dynamic: bool = False) -> types.ClientCapabilities:
    """A client that can be asked for its configuration."""
    capabilities = pushed()
    assert capabilities.workspace is not None
    capabilities.workspace.configuration = True
    capabilities.workspace.did_change_configuration = (
        types.DidChangeConfigurationClientCapabilities(dynamic_registration=dynamic)
    )
    return capabilities


def tell(editor: Editor, settings: Any) -> None:  # noqa: ANN401 - anything a client may send
    editor.client.workspace_did_change_configuration(
        types.DidChangeConfigurationParams(settings=settings)
    )


async def lenses(editor: Editor, count: int) -> None:
    """Waits until there are so many: an answer of the client takes a moment to be handled."""
    async with asyncio.timeout(20):
        while len(await editor.lenses()) != count:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_initialize_may_bring_them(editors: Editors) -> None:
    editor = await editors.of(pushed(), {"lens": {"enabled": False}})
    editor.open(PROGRAM)
    assert await editor.lenses() == []


async def test_a_client_that_can_is_asked_for_them() -> None:
    configuration = {"sq": {"lens": {"enabled": False}}}
    async with editing(asking(), configuration=configuration) as editor:
        editor.open(PROGRAM)
        await lenses(editor, 0)
        editor.client.set_configuration({"sq": {"lens": {"enabled": True}}})
        tell(editor, None)
        await lenses(editor, 4)


async def test_a_client_that_has_none_keeps_the_defaults() -> None:
    async with editing(asking(), configuration={}) as editor:
        editor.open(PROGRAM)
        await asyncio.sleep(0.2)
        assert len(await editor.lenses()) == 4


async def test_changes_take_effect_at_once() -> None:
    async with editing(pushed()) as editor:
        editor.open(PROGRAM)
        await editor.traced()
        tell(editor, {"sq": {"trace": {"enabled": False}}})
        assert await editor.labels() == {}
        tell(editor, {"sq": {"trace": {"enabled": True}}})
        assert await editor.traced()


async def test_nothing_said_changes_nothing(editors: Editors) -> None:
    editor = await editors.of(pushed(), {"lens": {"enabled": False}})
    editor.open(PROGRAM)
    said: list[object] = [None, {}, [], "text", {"python": {"path": "x"}}]
    for nothing in said:
        tell(editor, nothing)
        assert await editor.lenses() == []


async def test_what_makes_no_sense_is_logged() -> None:
    async with editing(pushed()) as editor:
        editor.open(PROGRAM)
        tell(editor, {"sq": {"run": {"deadline": "soon"}}})
        await editor.lenses()
        (logged,) = editor.client.log_messages
        assert logged.type is types.MessageType.Warning
        assert "sq.run.deadline" in logged.message


async def test_options_that_make_no_sense_are_logged_too() -> None:
    async with editing(pushed(), {"trace": {"enabled": "no"}}) as editor:
        editor.open(PROGRAM)
        await editor.lenses()
        assert ["sq.trace.enabled" in each.message for each in editor.client.log_messages] == [True]


async def test_changes_are_asked_to_be_told() -> None:
    async with editing(asking(dynamic=True)) as editor:
        await editor.until(lambda: bool(editor.registered))
        assert types.WORKSPACE_DID_CHANGE_CONFIGURATION in {
            each.method for each in editor.registered
        }


async def test_a_run_is_bounded_by_its_settings() -> None:
    async with editing(pushed(), {"trace": {"iterations": 2}}) as editor:
        editor.open(PROGRAM)
        labels = await editor.traced()
        assert labels[editor.line_of("stage engine")][0].startswith("2 iterations · p2 │ p4")


async def test_a_folder_may_have_settings_of_its_own(tmp_path: Path) -> None:
    """But not those that are for all folders."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    own = {"lens": {"enabled": False}, "restricted": True}
    async with wired() as wire:
        folders = [{"uri": (tmp_path / name).as_uri(), "name": name} for name in ("one", "two")]
        number = wire.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": None,
                "capabilities": {"workspace": {"configuration": True}},
                "workspaceFolders": folders,
            },
        )
        await wire.answer(number)
        wire.notify("initialized", {})
        await wire.until(lambda: "workspace/configuration" in wire.methods())
        (asked,) = [each for each in wire.received if each.get("method", "").endswith("figuration")]
        scopes = [item.get("scopeUri") for item in asked["params"]["items"]]
        assert scopes == [None, *(folder["uri"] for folder in folders)]
        wire.send({"id": asked["id"], "result": [{}, own, None]})
        for name, expected in (("one", 0), ("two", 4)):
            uri = (tmp_path / name / "program.sq").as_uri()
            wire.open(PROGRAM, uri)
            answer = await wire.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
            assert len(answer["result"] or ()) == expected
            report = await wire.request("sq/report", {"textDocument": {"uri": uri}})
            assert "result" in report
