"""What the client can do, read once from its capabilities so that no feature asks twice."""

from __future__ import annotations

from typing import NamedTuple

from lsprotocol import types
from pygls.capabilities import get_capability

from sqlang.source import Encoding
from sqlang_server.positions import negotiate


class Client(NamedTuple):
    """The abilities that make a difference to what we send; all false for the poorest client."""

    encoding: Encoding = Encoding.UTF16
    pulls_diagnostics: bool = False
    refreshes_diagnostics: bool = False
    related_information: bool = False
    related_documents: bool = False
    faded_tag: bool = False
    markdown_hover: bool = False
    resolves_hint_tooltip: bool = False
    refreshes_hints: bool = False
    refreshes_lenses: bool = False
    nested_symbols: bool = False
    progress: bool = False
    configuration: bool = False
    registers_configuration: bool = False
    shows_documents: bool = False
    virtual_documents: bool = False
    code_action_literals: bool = False
    versioned_edits: bool = False
    token_types: frozenset[object] = frozenset()
    token_modifiers: frozenset[object] = frozenset()
    augments_tokens: bool = False
    multiline_tokens: bool = False


def read(capabilities: types.ClientCapabilities) -> Client:
    """The abilities a client announced; what it leaves out it cannot do."""

    def can(name: str) -> bool:
        return get_capability(capabilities, name, None) is True

    def listed(name: str) -> frozenset[object]:
        return frozenset(get_capability(capabilities, name, None) or ())

    def diagnostics_can(name: str) -> bool:
        """Clients that pull often describe their diagnostics only under the push model."""
        places = ("text_document.diagnostic", "text_document.publish_diagnostics")
        return any(can(f"{place}.{name}") for place in places)

    return Client(
        encoding=negotiate(capabilities),
        pulls_diagnostics=get_capability(capabilities, "text_document.diagnostic") is not None,
        refreshes_diagnostics=can("workspace.diagnostics.refresh_support"),
        related_information=diagnostics_can("related_information"),
        related_documents=can("text_document.diagnostic.related_document_support"),
        faded_tag=types.DiagnosticTag.Unnecessary
        in listed("text_document.publish_diagnostics.tag_support.value_set")
        | listed("text_document.diagnostic.tag_support.value_set"),
        markdown_hover=types.MarkupKind.Markdown in listed("text_document.hover.content_format"),
        resolves_hint_tooltip="tooltip"
        in listed("text_document.inlay_hint.resolve_support.properties"),
        refreshes_hints=can("workspace.inlay_hint.refresh_support"),
        refreshes_lenses=can("workspace.code_lens.refresh_support"),
        nested_symbols=can("text_document.document_symbol.hierarchical_document_symbol_support"),
        progress=can("window.work_done_progress"),
        configuration=can("workspace.configuration"),
        registers_configuration=can("workspace.did_change_configuration.dynamic_registration"),
        shows_documents=can("window.show_document.support"),
        virtual_documents=can("workspace.text_document_content.dynamic_registration"),
        code_action_literals=get_capability(
            capabilities, "text_document.code_action.code_action_literal_support"
        )
        is not None,
        versioned_edits=can("workspace.workspace_edit.document_changes"),
        token_types=listed("text_document.semantic_tokens.token_types"),
        token_modifiers=listed("text_document.semantic_tokens.token_modifiers"),
        augments_tokens=can("text_document.semantic_tokens.augments_syntax_tokens"),
        multiline_tokens=can("text_document.semantic_tokens.multiline_token_support"),
    )
