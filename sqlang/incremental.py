"""Keeps the analysis of a text that is edited: what an edit does not concern is not done again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlang.analysis import Analysis, analysis_of, collection_paused
from sqlang.lowering.memory import LoweringMemory
from sqlang.semantics import Settings
from sqlang.semantics.memory import Memory
from sqlang.semantics.settings import AS_WRITTEN
from sqlang.source import Source
from sqlang.syntax.edits import EditedText
from sqlang.syntax.entries import forget_entries
from sqlang.syntax.excerpt import Edit
from sqlang.syntax.lexer import tokenize
from sqlang.syntax.run_lines import KnownLines
from sqlang.syntax.surface import SurfaceTree, surface_of
from sqlang.syntax.workspace import Workspace

_GROWTH: Final = 1.1
_LEAST: Final = 30
"""What is gone from the text is forgotten once so many times as much is known as is in it."""

_EDITED: Final = (
    "session { set a = 1; set b = a; } run { horizon 9; }",
    "session { set a = 1; set b = aa; } run { horizon 9; }",
    "session { set a = 1; sett b = a; } run { horizon 9; }",
    "session { set a = 1; set b = `; ",
    "def f(x) = x + 1; session { set a = f(1; }",
)
"""The texts of a file that meets most of what is loaded once it is needed."""


def warm_up() -> None:
    """Load what the first edits and mistakes would wait for otherwise, some 50 ms.

    For a process that lives on, at a moment when nobody waits for it.
    """
    incremental = IncrementalAnalysis()
    for text in _EDITED:
        tuple(incremental.update(Source(text)).diagnostics)  # made when first asked for


class IncrementalAnalysis:
    """The analyses of the successive texts of one file.

    Each equals what `analyze` gives for its text. What is unchanged is shared between them and
    moves along with the text. So of an earlier analysis the `diagnostics`, `hints`, `constants` and
    `program` stay right if they have been asked for; its trees, symbols and origins do not.

    `edits` counts the texts after the first, `restarts` those that were analyzed from scratch.
    """

    def __init__(
        self,
        *,
        workspace: Workspace | None = None,
        overrides: Sequence[tuple[str, str]] = (),
        settings: Settings = AS_WRITTEN,
    ) -> None:
        self._workspace: Final = workspace or Workspace()
        self._overrides: Final = tuple(overrides)
        self._settings: Final = settings
        self._source: Source | None = None
        self._text: EditedText | None = None
        self._surface: SurfaceTree | None = None
        self._memory = LoweringMemory(Memory())
        self._lines: Final = KnownLines()
        self._live = 0
        self.edits = 0
        self.restarts = 0

    def update(self, source: Source) -> Analysis:
        """The analysis of the next text; libraries are read again."""
        with collection_paused():
            return self._updated(source)

    def release(self) -> None:
        """Let go of all that is known, so that it goes without a collection.

        The last analysis stays right; a next text is analyzed from scratch.
        """
        if self._text is not None:
            self._text.forget_entries()
        if self._source is not None:
            self._source.forget_buffer()
        self._memory.known.mentions.release()
        self._source = self._text = self._surface = None

    def _updated(self, source: Source) -> Analysis:
        surface = self._edited(source) or self._read(source)
        analysis = analysis_of(
            source, surface, self._workspace, self._overrides, self._settings, self._memory
        )
        if self._source is not None and self._source is not source:
            self._source.forget_buffer()
        self._source, self._surface = source, surface
        if len(self._memory.known) > _GROWTH * self._live + _LEAST:
            self._forget_what_is_gone(analysis)
        if any(found.code == "SQ006" for found in analysis.found):
            self._text = None  # nothing is known of what stands behind a bound
        return analysis

    def _forget_what_is_gone(self, analysis: Analysis) -> None:
        blocks = analysis.checked.blocks
        self._memory.keep_only(analysis.kernel.program, (*blocks.sessions(), *blocks.workload()))
        self._live = len(self._memory.known)

    def _read(self, source: Source) -> SurfaceTree:
        """The surface tree of a text of which nothing is known."""
        lexed = tokenize(source)
        surface = surface_of(lexed)
        self._text = EditedText(source, lexed)
        self._memory = LoweringMemory(Memory())
        self._live = 0
        return surface

    def _edited(self, source: Source) -> SurfaceTree | None:
        """The surface tree of a text that is an edit of the one before; `None` to begin anew."""
        earlier, text, surface = self._source, self._text, self._surface
        if earlier is None or surface is None:
            return None
        self.edits += 1
        is_same_file = (source.path, source.directory) == (earlier.path, earlier.directory)
        if is_same_file and text is not None:
            relexed = text.relex(source)
            if relexed is not None:
                edit = Edit(
                    relexed.start,
                    relexed.end,
                    relexed.changes,
                    surface.program,
                    surface.parse.repaired,
                    self._memory.known.segments,
                    self._lines,
                )
                read = surface_of(relexed.lexed, edit)
                forget_entries(relexed.gone)
                return read
        self.restarts += 1
        return None
