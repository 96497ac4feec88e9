"""Mistakes of libraries, shown in the library and at the `use`; files that are not there."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import islice

from sqlang.advice.edits import with_fix, with_hint
from sqlang.advice.situation import Situation
from sqlang.diagnostics.catalogue import counted
from sqlang.diagnostics.model import Diagnostic, Edit, Related
from sqlang.source import Source, Span
from sqlang.syntax.tokens import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_MOST_FILES: Final = 1000
"""A folder is looked through for a near name up to so many files."""

_OTHER_MACHINES: Final = ("//", "\\\\")
"""How a folder on another machine begins, which nobody wants to be asked what it has."""

_MOST_SHOWN: Final = 10


def unreadable_library(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ232: the nearest file name there is."""
    path = situation.behind(found.span)
    directory = found.span.source.directory
    if path.kind is not Kind.STRING or directory is None:
        return found
    written = path.text.strip('"')
    folder, name = os.path.split(written)
    if folder.startswith(_OTHER_MACHINES):
        return found
    files = _files(os.path.join(directory, folder))
    meant = situation.nearest(name, files)
    if meant is None and f"{name}.sq" in files:
        meant = f"{name}.sq"
    if meant is None:
        return found
    new = os.path.join(folder, meant)
    found = with_hint(found, f"did you mean `{new}`?")
    return with_fix(found, f"Write `{new}`", Edit(path.span, f'"{new}"'))


def _files(folder: str) -> set[str]:
    """The libraries in a folder that can be named in a program."""
    names: set[str] = set()
    try:
        with os.scandir(folder) as entries:
            for entry, _ in zip(entries, range(_MOST_FILES), strict=False):
                if entry.name.endswith(".sq") and '"' not in entry.name and entry.is_file():
                    names.add(entry.name)
    except (OSError, ValueError):
        return set()
    return names


def with_use(found: Diagnostic, situation: Situation) -> Diagnostic:
    """The mistake of a library with the places of the `use`s that brought it in."""
    uses = situation.checked.kernel.uses_of(found.span.source)
    more = tuple(Related(span, "this `use` brings it in") for span in islice(uses, _MOST_SHOWN))
    return found._replace(related=(*found.related, *more)) if more else found


def library_mistakes(diagnostics: Iterable[Diagnostic], program: Source) -> tuple[Diagnostic, ...]:
    """A diagnostic at each `use` of the program that brings in mistakes of libraries.

    It has the code of the first of them, which is where the program is refused. A `use` that is
    refused itself needs none.
    """
    by_use: dict[Span, list[Diagnostic]] = {}
    diagnostics = tuple(diagnostics)
    refused = {found.span.start for found in diagnostics if found.span.source is program}
    for found in diagnostics:
        if found.span.source is program:
            continue
        use = next((r.span for r in reversed(found.related) if r.span.source is program), None)
        if use is not None and use.start not in refused:
            by_use.setdefault(use, []).append(found)
    return tuple(_summary(use, mistakes) for use, mistakes in by_use.items())


def _summary(use: Span, mistakes: Sequence[Diagnostic]) -> Diagnostic:
    first = mistakes[0]
    path = use.text.partition('"')[2].strip('"')
    text = f"library `{path}` has {counted(len(mistakes), 'mistake')}: {first.message}"
    related = tuple(Related(each.span, each.message) for each in mistakes[:_MOST_SHOWN])
    return Diagnostic(first.code, use, text, first.severity, related)
