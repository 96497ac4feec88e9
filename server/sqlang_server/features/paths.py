"""The files that a program names between quotes: in `use` and `trace`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sqlang.source import Source, Span
from sqlang.syntax import tree
from sqlang.syntax.workspace import Workspace
from sqlang_server.view import View


class Path(NamedTuple):
    """What stands between the quotes, and the absolute path that it means."""

    span: Span
    path: str
    of_library: bool

    def library(self, sources: Iterable[Source]) -> Source | None:
        """The text among those of a program that is read by this path (USE-1)."""
        identity = Workspace.canonical(self.path)
        for source in sources:
            if Workspace.canonical(source.path) == identity:
                return source
        return None


def paths(view: View) -> Iterator[Path]:
    """All files that a text names, in its order; none in a text without a folder (USE-4)."""
    for item in view.analysis.surface.program.items:
        if isinstance(item, tree.UseLibrary):
            yield from _path(view, item, item.path, of_library=True)
        elif isinstance(item, tree.Workload):
            for part in item.items:
                if isinstance(part, tree.Trace):
                    yield from _path(view, part, part.path, of_library=False)


def path_at(view: View, offset: int) -> Path | None:
    """The path that holds an offset, the quotes included."""
    for each in paths(view):
        if each.span.start - 1 <= offset <= each.span.end + 1:
            return each
    return None


def _path(view: View, node: tree.Node, text: str, *, of_library: bool) -> Iterator[Path]:
    folder = view.source.directory
    at = view.source.text.find('"', node.first.start, node.last.end)
    if folder is None or at < 0 or not text or "\0" in text:
        return
    span = Span(view.source, at + 1, at + 1 + len(text))
    if span.text == text:
        yield Path(span, os.path.normpath(os.path.join(folder, text)), of_library)
