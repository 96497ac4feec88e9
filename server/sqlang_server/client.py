"""What the client can do, read once from its capabilities so that no feature asks twice."""

from __future__ import annotations

from typing import NamedTuple

from lsprotocol import types
from pygls.capabilities import get_capability

from sqlang.source import Encoding
from sqlang_server.positions import negotiate

_ITEM = "text_document.completion.completion_item"
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
    refreshes_inline_values: bool = False
    nested_symbols: bool = False
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
        code_descriptions=diagnostics_can("code_description_support"),
        diagnostic_data=diagnostics_can("data_support"),
        related_documents=can("text_document.diagnostic.related_document_support"),
        faded_tag=types.DiagnosticTag.Unnecessary
        in listed("text_document.publish_diagnostics.tag_support.value_set")
        | listed("text_document.diagnostic.tag_support.value_set"),
        markdown_hover=types.MarkupKind.Markdown in listed("text_document.hover.content_format"),
        resolves_hint_tooltip="tooltip"
        in listed("text_document.inlay_hint.resolve_support.properties"),
        refreshes_hints=can("workspace.inlay_hint.refresh_support"),
        refreshes_lenses=can("workspace.code_lens.refresh_support"),
        refreshes_inline_values=can("workspace.inline_value.refresh_support"),
        nested_symbols=can("text_document.document_symbol.hierarchical_document_symbol_support"),
        progress=can("window.work_done_progress"),
        configuration=can("workspace.configuration"),
        registers_configuration=can("workspace.did_change_configuration.dynamic_registration"),
        registers_watching=can("workspace.did_change_watched_files.dynamic_registration"),
        shows_documents=can("window.show_document.support"),
        virtual_documents=can("workspace.text_document_content.dynamic_registration"),
        code_action_literals=get_capability(
            capabilities, "text_document.code_action.code_action_literal_support"
        )
        is not None,
        versioned_edits=can("workspace.workspace_edit.document_changes"),
        snippets=can(f"{_ITEM}.snippet_support"),
        inserts_or_replaces=can(f"{_ITEM}.insert_replace_support"),
        resolves_completion="documentation" in listed(f"{_ITEM}.resolve_support.properties"),
        completion_defaults=listed("text_document.completion.completion_list.item_defaults"),
        completion_kinds=listed("text_document.completion.completion_item_kind.value_set"),
        markdown_completion=types.MarkupKind.Markdown in listed(f"{_ITEM}.documentation_format"),
        label_details=can(f"{_ITEM}.label_details_support"),
        adjusts_indentation=types.InsertTextMode.AdjustIndentation
        in listed(f"{_ITEM}.insert_text_mode_support.value_set"),
        markdown_signature=types.MarkupKind.Markdown
        in listed(f"{_SIGNATURE}.documentation_format"),
        label_offsets=can(f"{_SIGNATURE}.parameter_information.label_offset_support"),
        active_parameter=can(f"{_SIGNATURE}.active_parameter_support"),
        definition_links=can("text_document.definition.link_support"),
        declaration_links=can("text_document.declaration.link_support"),
        document_link_tooltips=can("text_document.document_link.tooltip_support"),
        folds_lines_only=can("text_document.folding_range.line_folding_only"),
        folding_limit=get_capability(capabilities, "text_document.folding_range.range_limit", 0)
        or 0,
        token_types=listed("text_document.semantic_tokens.token_types"),
        token_modifiers=listed("text_document.semantic_tokens.token_modifiers"),
        augments_tokens=can("text_document.semantic_tokens.augments_syntax_tokens"),
        multiline_tokens=can("text_document.semantic_tokens.multiline_token_support"),
    )
