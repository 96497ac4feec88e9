"""Candidates as the protocol has them, by what the client can."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from lsprotocol import types
from lsprotocol.types import CompletionItemKind as Kind

from sqlang_server.features.completion.candidates import Candidate
from sqlang_server.features.completion.documentation import documentation
from sqlang_server.features.completion.edit_place import EditPlace, ranges
from sqlang_server.features.completion.typed import MOST, MOST_WITH_DOCUMENTATION, Typed
from sqlang_server.view import View


def completion_list(
    view: View, found: Iterable[Candidate], place: EditPlace, *, is_cut: bool = False
) -> types.CompletionList | None:
    """The likeliest candidates, each label once; `None` if there are none.

    `is_cut` tells that some have been left out before.
    """
    first: dict[str, Candidate] = {}
    for candidate in found:
        known = first.get(candidate.label)
        if known is None or candidate.rank < known.rank:
            first[candidate.label] = candidate
    if not first:
        return None
    candidates, is_cut = list(first.values()), is_cut or len(first) > MOST
    typed = Typed(view.source.text[place.start : place.cursor])
    most = MOST if view.client.resolves_completion else MOST_WITH_DOCUMENTATION
    chosen = _likeliest(candidates, typed)[:most] if is_cut else candidates
    maker = _ItemMaker(view, place)
    return types.CompletionList(
        is_incomplete=is_cut,
        items=[maker.item(each) for each in chosen],
        item_defaults=maker.defaults,
    )


def _likeliest(candidates: Iterable[Candidate], typed: Typed) -> list[Candidate]:
    """Of too many candidates those that what is typed may mean."""
    meant = [each for each in candidates if typed.may_mean(each.label)]
    meant.sort(key=lambda each: (typed.order(each.label)[0], each.sort_text))
    return meant[:MOST]


_OF_FIRST_EDITION: Final = {
    Kind.Struct: Kind.Class,
    Kind.Constant: Kind.Variable,
    Kind.Event: Kind.Field,
    Kind.EnumMember: Kind.Value,
    Kind.Folder: Kind.File,
}


class _ItemMaker:
    """Makes the items of one answer."""

    def __init__(self, view: View, place: EditPlace) -> None:
        self._view: Final = view
        self._client: Final = view.client
        self._place: Final = place
        self._insert, self._replace = ranges(view, place)
        self.defaults: Final = self._defaults()

    def item(self, candidate: Candidate) -> types.CompletionItem:
        client = self._client
        is_snippet = self._takes_snippet(candidate)
        text = (candidate.snippet if is_snippet else None) or candidate.label
        return types.CompletionItem(
            label=candidate.label,
            kind=self._kind(candidate.kind),
            label_details=self._details(candidate),
            detail=candidate.detail or None,
            documentation=self._documentation(candidate),
            sort_text=candidate.sort_text,
            filter_text=None,
            insert_text_format=types.InsertTextFormat.Snippet if is_snippet else None,
            insert_text_mode=self._mode(text),
            text_edit=None if self.defaults is not None else self._edit(text),
            text_edit_text=text if self.defaults is not None and text != candidate.label else None,
            data={"uri": self._view.uri, "about": list(candidate.about)}
            if client.resolves_completion and candidate.about
            else None,
        )

    def _kind(self, kind: Kind) -> Kind:
        """The kind, or the nearest one of the first edition for a client that knows no others."""
        if kind <= Kind.Reference or kind in self._client.completion_kinds:
            return kind
        return _OF_FIRST_EDITION[kind]

    def _defaults(self) -> types.CompletionItemDefaults | None:
        if "editRange" not in self._client.completion_defaults:
            return None
        if self._client.inserts_or_replaces:
            return types.CompletionItemDefaults(
                edit_range=types.EditRangeWithInsertReplace(self._insert, self._replace)
            )
        return types.CompletionItemDefaults(edit_range=self._replace)

    def _edit(self, text: str) -> types.TextEdit | types.InsertReplaceEdit:
        if self._client.inserts_or_replaces:
            return types.InsertReplaceEdit(text, self._insert, self._replace)
        return types.TextEdit(self._replace, text)

    def _takes_snippet(self, candidate: Candidate) -> bool:
        """Whether there is room for the whole form of a word, and it does not stand there yet."""
        if candidate.snippet is None or not self._client.snippets:
            return False
        if not candidate.opener or candidate.snippet.endswith((";", "}")):
            return self._place.ends_line
        return not self._place.rest.lstrip().startswith(candidate.opener)

    def _mode(self, text: str) -> types.InsertTextMode | None:
        if "\n" in text and self._client.adjusts_indentation:
            return types.InsertTextMode.AdjustIndentation
        return None

    def _details(self, candidate: Candidate) -> types.CompletionItemLabelDetails | None:
        if not self._client.label_details:
            return None
        description = None if candidate.signature else candidate.detail
        return types.CompletionItemLabelDetails(candidate.signature or None, description)

    def _documentation(self, candidate: Candidate) -> types.MarkupContent | str | None:
        if self._client.resolves_completion:
            return None
        return documentation(self._view, candidate.about, markdown=self._client.markdown_completion)


def resolved(view: View, item: types.CompletionItem) -> types.CompletionItem:
    """The item with its documentation, if it is one of ours and still means something."""
    about = _about(item)
    if about:
        item.documentation = documentation(view, about, markdown=view.client.markdown_completion)
    return item


def document_of(item: types.CompletionItem) -> str | None:
    """The URI of the document that an item was made for."""
    uri = item.data.get("uri") if isinstance(item.data, dict) else None
    return uri if isinstance(uri, str) else None


def _about(item: types.CompletionItem) -> Sequence[str]:
    about = item.data.get("about") if isinstance(item.data, dict) else None
    if isinstance(about, (list, tuple)) and all(isinstance(each, str) for each in about):
        return tuple(about)
    return ()
