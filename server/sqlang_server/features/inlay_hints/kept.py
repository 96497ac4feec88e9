"""Hints of statements that are being written: those they had, so that none comes and goes."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final, NamedTuple

import attrs
from lsprotocol import types

from sqlang_server.edits import Edit, Stretch
from sqlang_server.features.inlay_hints.traces import STALE
from sqlang_server.view import View

_EDITS_KEPT: Final = 8
"""After so many edits hints are moved, whether anybody has asked for them or not."""


class Found(NamedTuple):
    """A hint, and the name of its kind; `is_value` if it is one that may soon be another."""

    kind: str
    hint: types.InlayHint
    is_value: bool


class _Kept(NamedTuple):
    """A hint that was told, and the letter it stands beside."""

    letter: Stretch
    found: Found

    def moved(self, edit: Edit) -> _Kept | None:
        """The hint after an edit; `None` if its letter is gone."""
        if self.letter.end <= edit.start:
            return self
        letter = edit.moved(self.letter)
        return None if letter is None else _Kept(letter, self.found)


class KeptHints:
    """What was last told of the lines of a document, wherever edits have moved it."""

    def __init__(self) -> None:
        self._kept: list[_Kept] = []
        self._edits: list[Edit] = []

    def move(self, edits: Iterable[Edit]) -> None:
        """Remembers edits of the text; a hint goes with the letter it stands beside."""
        self._edits += edits
        if len(self._edits) > _EDITS_KEPT:
            self._settle()

    def completed(
        self, view: View, asked: types.Range, kinds: Container[str], fresh: list[Found]
    ) -> list[types.InlayHint]:
        """The hints of some lines: fresh ones, and in a broken text what others had besides.

        `kinds` are those that the user wants. A value that is not known now is marked.
        """
        self._settle()
        start = view.offset(types.Position(asked.start.line, 0))
        end = view.positions.line_end_offset(view.offset(asked.end))
        is_broken = bool(view.analysis.surface.diagnostics)
        told = {(_letter(view, each.hint), each.kind): each for each in fresh}
        others: list[_Kept] = []
        old: list[_Kept] = []
        for kept in self._kept:
            if not start <= kept.letter.start <= end:
                others.append(kept)
            elif is_broken and (kept.letter, kept.found.kind) not in told:
                old.append(kept)
        new = [_Kept(letter, found) for (letter, _), found in told.items()]
        self._kept = [*others, *old, *new]
        return [each.hint for each in fresh] + [
            _old(view, each) for each in old if each.found.kind in kinds
        ]

    def _settle(self) -> None:
        for edit in self._edits:
            after = [each.moved(edit) for each in self._kept]
            self._kept = [each for each in after if each is not None]
        self._edits.clear()


def _letter(view: View, hint: types.InlayHint) -> Stretch:
    """The one before a hint, or the one behind it if that is what it is about."""
    at = view.offset(hint.position)
    return Stretch(at, at + 1) if hint.padding_right else Stretch(at - 1, at)


def _old(view: View, kept: _Kept) -> types.InlayHint:
    """The hint where its letter is now."""
    hint, letter = kept.found.hint, kept.letter
    at = view.positions.position(letter.start if hint.padding_right else letter.end)
    label = f"{hint.label}{STALE}" if kept.found.is_value else hint.label
    return attrs.evolve(hint, position=at, label=label)
