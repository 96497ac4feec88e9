"""Holds that after a renaming every program means what it meant before."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlang.ir.writing import to_json
from sqlang.semantics.symbols import Symbol, SymbolKind
from sqlang.source import Source, Span
from sqlang.syntax.workspace import Workspace
from sqlang_server.features.naming import LOCAL
from sqlang_server.features.references import same_symbol
from sqlang_server.features.renaming.places import Places

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.diagnostics.model import Diagnostic
    from sqlang.ir.program import Program

_LISTS: Final = {
    SymbolKind.ATTRIBUTE: "attrs",
    SymbolKind.BINDING: "attrs",
    SymbolKind.OBSERVATION: "observes",
    SymbolKind.POOL: "pools",
    SymbolKind.STAGE: "stages",
}
"""Where the IR has the names of symbols."""


_OF_NAMES: Final = ("SQ1", "SQ2", "SQ31", "SQ32", "SQ40")
"""Mistakes that a name can make; where one of others is mended, more of those may come to light."""


class Renaming(NamedTuple):
    """Which symbol gets which name, in which places."""

    symbol: Symbol
    name: str
    places: Places


class Before(NamedTuple):
    """What a program meant, as long as nobody edits it: its trees move along with its text."""

    source: Source
    codes: Counter[str]
    program: Program | None
    places: int
    declared: Span | None


def before(program: Analysis, renaming: Renaming) -> Before:
    """What has to be the same afterwards, the number of places included.

    `declared` is where a local name is.
    """
    same = same_symbol(program, renaming.symbol)
    is_local = same is not None and same.kind in LOCAL
    return Before(
        program.source,
        Counter(found.code for found in program.found),
        program.program,
        0 if same is None else len(program.symbols.occurrences_of(same)),
        same.declarations[0] if same is not None and is_local else None,
    )


def why_not(programs: Sequence[Before], renaming: Renaming, opened: Iterable[Source]) -> str | None:
    """What would go wrong with one of the programs, in a sentence for the user.

    Analyzes all of them with the new name, for which a thread of its own is the place. `opened` are
    the texts of open documents.
    """
    workspace = Workspace()
    for source in opened:
        workspace.open_buffer(source.path, source.text)
    for identity, source in renaming.places.sources.items():
        text = renaming.places.renamed(identity, renaming.name)
        workspace.open_buffer(source.path, text)
    for program in programs:
        problem = _difference(program, _renamed(program, renaming, workspace), renaming)
        if problem is not None:
            return problem
    return None


def _renamed(known: Before, renaming: Renaming, workspace: Workspace) -> Analysis:
    from sqlang.analysis import analyze

    source = known.source
    identity = Workspace.canonical(source.path)
    text = source.text
    if identity in renaming.places.sources:
        text = renaming.places.renamed(identity, renaming.name)
    return analyze(Source(text, source.path, source.directory), workspace=workspace)


def _difference(known: Before, after: Analysis, renaming: Renaming) -> str | None:
    name = renaming.name
    codes = known.codes.copy()
    for found in after.found:
        if codes[found.code]:
            codes[found.code] -= 1
        elif known.program is not None or found.code.startswith(_OF_NAMES):
            return _refused(after, found, name)
    if known.program is not None and _with_name(known.program, renaming) != _plain(after.program):
        return f"With `{name}` the program would do something else than it does now."
    if known.places != _count(known, after, renaming):
        return f"`{name}` would mean something else in one of the places that are to be renamed."
    return None


def _refused(after: Analysis, found: Diagnostic, name: str) -> str:
    line = found.span.source.editor_lines.position(found.span.start).line + 1
    where = f"line {line}"
    if found.span.source.path != after.source.path:
        where += f" of `{found.span.source.path}`"
    return f"With `{name}` the program would be refused in {where}: {found.message}."


def _count(known: Before, after: Analysis, renaming: Renaming) -> int:
    """In how many places the symbol is named afterwards."""
    if known.places == 0:
        return 0
    if known.declared is None:
        renamed = after.symbols.find(renaming.symbol.kind, renaming.name)
    else:
        start = renaming.places.moved(known.declared, renaming.name)
        occurrence = after.symbols.at(known.declared.source.path, start)
        renamed = None if occurrence is None else occurrence.symbol
    return 0 if renamed is None else len(after.symbols.occurrences_of(renamed))


def _with_name(program: Program, renaming: Renaming) -> dict[str, Any]:
    """The program as JSON with the new name where the old one stands."""
    value = _plain(program)
    old, new = renaming.symbol.name, renaming.name
    field = _LISTS.get(renaming.symbol.kind)
    if field in ("attrs", "observes"):
        value[field] = [new if each == old else each for each in value[field]]
    elif field is not None:
        for each in value[field]:
            each["name"] = new if each["name"] == old else each["name"]
    return value


def _plain(program: Program | None) -> dict[str, Any]:
    if program is None:
        return {}
    value: dict[str, Any] = json.loads(to_json(program, compact=True))
    return value
