"""An editor for tests: a client over stdio with the abilities of a real one."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import attrs
from lsprotocol import types
from pytest_lsp import LanguageClient, client_capabilities

from sqlang.source import Encoding, LineIndex
from tests.server.patient_client import patient_client
from tests.server.wire import FOREVER

EXAMPLE = Path(__file__).parents[2] / "examples" / "separate_phases.sq"
COMMAND = (sys.executable, "-m", "sqlang_server")
PATIENCE = 20


def neovim() -> types.ClientCapabilities:
    """Neovim 0.11 as recorded: UTF-8, pulls diagnostics but cannot be asked to pull again."""
    return client_capabilities("neovim@v0.11")


def vs_code() -> types.ClientCapabilities:
    """Visual Studio Code as recorded, with what newer versions can besides."""
    capabilities = client_capabilities("visual-studio-code")
    document, workspace = capabilities.text_document, capabilities.workspace
    assert document is not None
    assert workspace is not None
    document.inlay_hint = types.InlayHintClientCapabilities(
        resolve_support=types.ClientInlayHintResolveOptions(["tooltip"])
    )
    document.diagnostic = types.DiagnosticClientCapabilities(related_document_support=True)
    workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
    workspace.inlay_hint = types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
    workspace.text_document_content = types.TextDocumentContentClientCapabilities(
        dynamic_registration=True
    )
    return capabilities


def poor() -> types.ClientCapabilities:
    """A client that says nothing of itself: UTF-16, plain text, pushed diagnostics."""
    return types.ClientCapabilities()


def pushed() -> types.ClientCapabilities:
    """A client that is pushed diagnostics and asked again for hints."""
    return types.ClientCapabilities(
        text_document=types.TextDocumentClientCapabilities(
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(version_support=True),
            hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown]),
        ),
        workspace=types.WorkspaceClientCapabilities(
            inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
        ),
        window=types.WindowClientCapabilities(work_done_progress=True),
    )


CLIENTS: dict[str, Callable[[], types.ClientCapabilities]] = {
    "neovim": neovim,
    "vs code": vs_code,
    "poor": poor,
}


@attrs.define(eq=False)
class Editor:
    """What a user has before them: one document at a time, and whatever the server told."""

    client: LanguageClient
    result: types.InitializeResult
    name: str = ""
    uri: str = ""
    version: int = 0
    text: str = ""
    published: list[types.PublishDiagnosticsParams] = attrs.Factory(list)
    asked: list[str] = attrs.Factory(list)
    registered: list[types.Registration] = attrs.Factory(list)
    opened: list[str] = attrs.Factory(list)
    news: asyncio.Event = attrs.Factory(asyncio.Event)

    @property
    def encoding(self) -> Encoding:
        return Encoding(self.result.capabilities.position_encoding or "utf-16")

    @property
    def document(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    def note(self, method: str) -> None:
        self.asked.append(method)
        self.news.set()

    def open(self, text: str, uri: str = "file:///work/program.sq", version: int = 1) -> None:
        self.uri, self.text, self.version = uri, text, version
        item = types.TextDocumentItem(uri, "serq", version, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        self.opened.append(uri)

    def open_example(self, name: str = EXAMPLE.name, *changes: tuple[str, str]) -> None:
        """Opens an example with some pieces of its text replaced, at a version of its own."""
        path = EXAMPLE.with_name(name)
        text = path.read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        self.open(text, path.as_uri(), self.version + 1)

    def close_all(self) -> None:
        """Closes every document and forgets what was said, as tests that share a server do."""
        for uri in self.opened:
            closed = types.TextDocumentIdentifier(uri)
            self.client.text_document_did_close(types.DidCloseTextDocumentParams(closed))
        self.opened.clear()
        self.forget()

    def forget(self) -> None:
        """Forgets what the server said of its own accord."""
        self.published.clear()
        self.asked.clear()
        self.client.log_messages.clear()
        self.client.shown_documents.clear()

    def close(self) -> None:
        self.opened = [uri for uri in self.opened if uri != self.uri]
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(self.document))

    def edit(self, *edits: tuple[int, int, str]) -> None:
        """Replaces stretches of offsets, each of the text that the one before it left."""
        changes: list[types.TextDocumentContentChangeEvent] = []
        for start, end, new in edits:
            changes.append(
                types.TextDocumentContentChangePartial(
                    range=types.Range(self.position(start), self.position(end)), text=new
                )
            )
            self.text = self.text[:start] + new + self.text[end:]
        self.version += 1
        self.change(changes)

    def change(self, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        identifier = types.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, changes))

    def replace(self, old: str, new: str) -> None:
        """Replaces the first occurrence of a piece of text."""
        at = self.text.index(old)
        self.edit((at, at + len(old), new))

    def position(self, offset: int) -> types.Position:
        at = LineIndex(self.text, universal=True).position(offset, self.encoding)
        return types.Position(at.line, at.column)

    def at(self, piece: str) -> types.Position:
        """The position of the first occurrence of a piece of text."""
        return self.position(self.text.index(piece))

    def line_of(self, piece: str) -> int:
        return self.at(piece).line

    def whole(self) -> types.Range:
        return types.Range(types.Position(0, 0), self.position(len(self.text)))

    async def hover(self, piece: str) -> types.Hover | None:
        return await self.client.text_document_hover_async(
            types.HoverParams(self.document, self.at(piece))
        )

    async def hints(self, place: types.Range | None = None) -> list[types.InlayHint]:
        params = types.InlayHintParams(self.document, place or self.whole())
        return list(await self.client.text_document_inlay_hint_async(params) or ())

    async def labels(self) -> dict[int, list[str]]:
        """The hints by line, each line's in their order."""
        return _labels(await self.hints())

    async def lenses(self) -> list[types.CodeLens]:
        params = types.CodeLensParams(self.document)
        return list(await self.client.text_document_code_lens_async(params) or ())

    async def diagnostics(self) -> list[types.Diagnostic]:
        """What is wrong with the present version, however this client learns of it."""
        if self.result.capabilities.diagnostic_provider is not None:
            report = await self.client.text_document_diagnostic_async(
                types.DocumentDiagnosticParams(self.document)
            )
            assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
            return list(report.items)
        await self.until(lambda: self.latest() is not None)
        return self.latest() or []

    def latest(self) -> list[types.Diagnostic] | None:
        """The last diagnostics pushed for the present version."""
        for params in reversed(self.published):
            if params.uri == self.uri and params.version == self.version:
                return list(params.diagnostics)
        return None

    async def preview(self, method: str) -> Any:  # noqa: ANN401 - not a type of the protocol
        params = {"textDocument": {"uri": self.uri}}
        return await self.request(method, params)

    async def request(self, method: str, params: object) -> Any:  # noqa: ANN401
        """A request that the protocol does not have, or with params it would not allow."""
        send: Any = self.client.protocol.send_request_async
        return await send(method, params)

    async def execute(self, command: str, *arguments: Any) -> Any:  # noqa: ANN401
        return await self.client.workspace_execute_command_async(
            types.ExecuteCommandParams(command, arguments=arguments or [self.uri])
        )

    async def until(self, done: Callable[[], bool]) -> None:
        """Waits for news from the server until something holds."""
        async with asyncio.timeout(PATIENCE):
            while not done():
                self.news.clear()
                await self.news.wait()

    async def traced(self) -> dict[int, list[str]]:
        """The labels once the present program has run; once it runs, if it does so forever."""
        async with asyncio.timeout(PATIENCE):
            while True:
                hints = await self.hints()
                texts = [str(hint.label) for hint in hints if hint.data is not None]
                is_over = self.text == FOREVER or not any(map(_goes_on, texts))
                if texts and is_over and not any(label.endswith(" …") for label in texts):
                    return _labels(hints)
                await asyncio.sleep(0.02)


def label_of(hint: types.InlayHint) -> str:
    """What a hint says, be it in one part or more."""
    if isinstance(hint.label, str):
        return hint.label
    return "".join(part.value for part in hint.label)


def _labels(hints: Iterable[types.InlayHint]) -> dict[int, list[str]]:
    labels: dict[int, list[str]] = {}
    for hint in hints:
        labels.setdefault(hint.position.line, []).append(label_of(hint))
    return labels


def _goes_on(label: str) -> bool:
    """Whether a label is of a run that goes on."""
    return label.startswith("running at")


@asynccontextmanager
async def editing(
    capabilities: types.ClientCapabilities,
    options: object = None,
    configuration: dict[str, Any] | None = None,
    folders: Sequence[types.WorkspaceFolder] | None = None,
) -> AsyncIterator[Editor]:
    """A server process and an editor that is connected to it, both gone afterwards."""
    client = patient_client()
    if configuration is not None:
        client.set_configuration(configuration)
    seen: list[Editor] = []
    _listen(client, lambda: seen[0] if seen else None)
    await client.start_io(*COMMAND)
    try:
        result = await client.initialize_session(
            types.InitializeParams(
                capabilities=capabilities,
                root_uri=None,
                initialization_options=options,
                workspace_folders=folders,
            )
        )
        seen.append(Editor(client, result))
        yield seen[0]
        await client.shutdown_session()
    finally:
        process = client._server
        if process is not None and process.returncode is None and sys.exc_info()[0] is not None:
            process.kill()
        stop: Any = client.stop
        await stop()


@attrs.define
class Editors:
    """The editors that a module of tests shares: one of each kind, with the same options."""

    _stack: AsyncExitStack
    _started: dict[str, Editor] = attrs.Factory(dict)

    async def of(self, capabilities: types.ClientCapabilities, options: object = None) -> Editor:
        """An editor with no document open, of which nothing was said yet."""
        kind = repr((capabilities, options))
        if kind not in self._started:
            started = await self._stack.enter_async_context(editing(capabilities, options))
            self._started[kind] = started
        editor = self._started[kind]
        editor.close_all()
        # Once this is answered there is nothing more to come.
        await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("nothing"))
        editor.forget()
        return editor


def _listen(client: LanguageClient, editor: Callable[[], Editor | None]) -> None:
    """Remembers what the server sends of its own accord."""

    def publish(params: types.PublishDiagnosticsParams) -> None:
        if (open_editor := editor()) is not None:
            open_editor.published.append(params)
            open_editor.news.set()

    def register(params: types.RegistrationParams) -> None:
        if (open_editor := editor()) is not None:
            open_editor.registered += params.registrations
            open_editor.news.set()

    client.protocol.fm.features.pop(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    client.protocol.fm.features.pop(types.WORKSPACE_DIAGNOSTIC_REFRESH)
    client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(publish)
    client.feature(types.CLIENT_REGISTER_CAPABILITY)(register)
    for method in (
        types.WORKSPACE_DIAGNOSTIC_REFRESH,
        types.WORKSPACE_INLAY_HINT_REFRESH,
        types.WORKSPACE_CODE_LENS_REFRESH,
        types.WORKSPACE_SEMANTIC_TOKENS_REFRESH,
        types.WORKSPACE_TEXT_DOCUMENT_CONTENT_REFRESH,
    ):
        client.feature(method)(_noting(method, editor))


def _noting(method: str, editor: Callable[[], Editor | None]) -> Callable[[None], None]:
    def note(_: None) -> None:
        if (open_editor := editor()) is not None:
            open_editor.note(method)

    return note
