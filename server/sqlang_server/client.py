"""What the client can do, read once from its capabilities so that no feature asks twice."""

from __future__ import annotations

from typing import Any, NamedTuple

from lsprotocol import types
from pygls.capabilities import get_capability

from sqlang.source import Encoding
from sqlang_server.positions import negotiate

_ITEM = "text_document.completion.completion_item"
_SYMBOL = "text_document.document_symbol"
_SIGNATURE = "text_document.signature_help.signature_information"


class Client(NamedTuple):
    """The abilities that make a difference to what we send; all false for the poorest client."""

    encoding: Encoding = Encoding.UTF16
    pulls_diagnostics: bool = False
    refreshes_diagnostics: bool = False
    related_information: bool = False
    related_documents: bool = False
    code_descriptions: bool = False
    diagnostic_data: bool = False
    faded_tag: bool = False
    markdown_hover: bool = False
    resolves_hint_tooltip: bool = False
    refreshes_hints: bool = False
    refreshes_lenses: bool = False
    refreshes_tokens: bool = False
    refreshes_inline_values: bool = False
    nested_symbols: bool = False
    symbol_kinds: frozenset[object] = frozenset()
    workspace_symbol_kinds: frozenset[object] = frozenset()
    progress: bool = False
    configuration: bool = False
    registers_configuration: bool = False
    registers_watching: bool = False
    shows_documents: bool = False
    virtual_documents: bool = False
    code_action_literals: bool = False
    versioned_edits: bool = False
    snippets: bool = False
    inserts_or_replaces: bool = False
    resolves_completion: bool = False
    completion_defaults: frozenset[object] = frozenset()
    completion_kinds: frozenset[object] = frozenset()
    markdown_completion: bool = False
    label_details: bool = False
    adjusts_indentation: bool = False
    markdown_signature: bool = False
    label_offsets: bool = False
    active_parameter: bool = False
    definition_links: bool = False
    declaration_links: bool = False
    document_link_tooltips: bool = False
    folds_lines_only: bool = False
    folding_limit: int = 0
    token_types: frozenset[object] = frozenset()
    token_modifiers: frozenset[object] = frozenset()
    augments_tokens: bool = False
    multiline_tokens: bool = False
    run_states: bool = False


def read(capabilities: types.ClientCapabilities) -> Client:
    """The abilities a client announced; what it leaves out it cannot do."""
    announced = _Announced(capabilities)
    client = Client(
        encoding=negotiate(capabilities),
        pulls_diagnostics=announced.value("text_document.diagnostic") is not None,
        refreshes_diagnostics=announced.can("workspace.diagnostics.refresh_support"),
        related_information=announced.diagnostics_can("related_information"),
        code_descriptions=announced.diagnostics_can("code_description_support"),
        diagnostic_data=announced.diagnostics_can("data_support"),
        related_documents=announced.can("text_document.diagnostic.related_document_support"),
        faded_tag=types.DiagnosticTag.Unnecessary
        in announced.listed("text_document.publish_diagnostics.tag_support.value_set")
        | announced.listed("text_document.diagnostic.tag_support.value_set"),
        markdown_hover=types.MarkupKind.Markdown
        in announced.listed("text_document.hover.content_format"),
        resolves_hint_tooltip="tooltip"
        in announced.listed("text_document.inlay_hint.resolve_support.properties"),
        refreshes_hints=announced.can("workspace.inlay_hint.refresh_support"),
        refreshes_lenses=announced.can("workspace.code_lens.refresh_support"),
        refreshes_tokens=announced.can("workspace.semantic_tokens.refresh_support"),
        refreshes_inline_values=announced.can("workspace.inline_value.refresh_support"),
        progress=announced.can("window.work_done_progress"),
        configuration=announced.can("workspace.configuration"),
        registers_configuration=announced.can(
            "workspace.did_change_configuration.dynamic_registration"
        ),
        registers_watching=announced.can("workspace.did_change_watched_files.dynamic_registration"),
        shows_documents=announced.can("window.show_document.support"),
        virtual_documents=announced.can("workspace.text_document_content.dynamic_registration"),
        code_action_literals=announced.value(
            "text_document.code_action.code_action_literal_support"
        )
        is not None,
        versioned_edits=announced.can("workspace.workspace_edit.document_changes"),
        run_states=announced.experiments_with("sqRunState"),
    )
    return _with_navigation(_with_colors(_with_completion(client, announced), announced), announced)


class _Announced:
    """What a client says of itself."""

    def __init__(self, capabilities: types.ClientCapabilities) -> None:
        self._capabilities = capabilities

    def value(self, name: str, default: object = None) -> Any:  # noqa: ANN401 - of any type
        """What stands at a name with dots; the default if nothing does."""
        return get_capability(self._capabilities, name, default)

    def can(self, name: str) -> bool:
        return self.value(name) is True

    def listed(self, name: str) -> frozenset[object]:
        return frozenset(self.value(name) or ())

    def experiments_with(self, name: str) -> bool:
        """What is not in the protocol, and sent only to those who ask for it."""
        experimental = self.value("experimental")
        return isinstance(experimental, dict) and experimental.get(name) is True

    def diagnostics_can(self, name: str) -> bool:
        """Clients that pull often describe their diagnostics only under the push model."""
        places = ("text_document.diagnostic", "text_document.publish_diagnostics")
        return any(self.can(f"{place}.{name}") for place in places)


def _with_completion(client: Client, announced: _Announced) -> Client:
    return client._replace(
        snippets=announced.can(f"{_ITEM}.snippet_support"),
        inserts_or_replaces=announced.can(f"{_ITEM}.insert_replace_support"),
        resolves_completion="documentation"
        in announced.listed(f"{_ITEM}.resolve_support.properties"),
        completion_defaults=announced.listed(
            "text_document.completion.completion_list.item_defaults"
        ),
        completion_kinds=announced.listed(
            "text_document.completion.completion_item_kind.value_set"
        ),
        markdown_completion=types.MarkupKind.Markdown
        in announced.listed(f"{_ITEM}.documentation_format"),
        label_details=announced.can(f"{_ITEM}.label_details_support"),
        adjusts_indentation=types.InsertTextMode.AdjustIndentation
        in announced.listed(f"{_ITEM}.insert_text_mode_support.value_set"),
        markdown_signature=types.MarkupKind.Markdown
        in announced.listed(f"{_SIGNATURE}.documentation_format"),
        label_offsets=announced.can(f"{_SIGNATURE}.parameter_information.label_offset_support"),
        active_parameter=announced.can(f"{_SIGNATURE}.active_parameter_support"),
    )


def _with_navigation(client: Client, announced: _Announced) -> Client:
    return client._replace(
        definition_links=announced.can("text_document.definition.link_support"),
        declaration_links=announced.can("text_document.declaration.link_support"),
        document_link_tooltips=announced.can("text_document.document_link.tooltip_support"),
        nested_symbols=announced.can(f"{_SYMBOL}.hierarchical_document_symbol_support"),
        symbol_kinds=announced.listed(f"{_SYMBOL}.symbol_kind.value_set"),
        workspace_symbol_kinds=announced.listed("workspace.symbol.symbol_kind.value_set"),
        folds_lines_only=announced.can("text_document.folding_range.line_folding_only"),
        folding_limit=announced.value("text_document.folding_range.range_limit", 0) or 0,
    )


def _with_colors(client: Client, announced: _Announced) -> Client:
    return client._replace(
        token_types=announced.listed("text_document.semantic_tokens.token_types"),
        token_modifiers=announced.listed("text_document.semantic_tokens.token_modifiers"),
        augments_tokens=announced.can("text_document.semantic_tokens.augments_syntax_tokens"),
        multiline_tokens=announced.can("text_document.semantic_tokens.multiline_token_support"),
    )
