"""What a program declares and never uses (SQ801 to SQ805): hints, which refuse nothing.

Only what is declared in the program's own text counts, since a library serves other programs too.
Asked of a program without errors: a mistake elsewhere could be the very use that is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from sqlang.diagnostics.catalogue import report
from sqlang.diagnostics.model import Diagnostic, Related, Severity
from sqlang.semantics.checked import Checked
from sqlang.semantics.program_scope import ProgramScope
from sqlang.semantics.reach import KnownReach
from sqlang.semantics.refusals import MOST_RELATED
from sqlang.semantics.symbol_table import SymbolTable
from sqlang.semantics.symbols import Symbol, SymbolKind
from sqlang.semantics.unreachable import unreachable_statements
from sqlang.source import Source, Span
from sqlang.syntax import tree
from sqlang.vocabulary import BUILTIN_ATTRIBUTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.semantics.memory import Memory

_CODES: Final = {
    SymbolKind.CONSTANT: "SQ801",
    SymbolKind.ATTRIBUTE: "SQ802",
    SymbolKind.POOL: "SQ803",
    SymbolKind.STAGE: "SQ804",
    SymbolKind.DEFINITION: "SQ805",
}
_BUILT_IN: Final = frozenset(word.name for word in BUILTIN_ATTRIBUTES)


def find_hints(
    written: tree.Program, symbols: SymbolTable, checked: Checked, memory: Memory | None = None
) -> tuple[Diagnostic, ...]:
    """The hints for a program without errors, in the order of its text.

    `written` is the program's own surface tree. What it does not spell out is in `checked`: which
    stage a serving form runs on, and which definition an argument names. `memory` is of earlier
    checks of the same program, edited since.
    """
    reach = KnownReach(memory)
    source = written.first.source
    unused = _unused(symbols.program, checked, reach)
    unreachable = unreachable_statements(checked.blocks, source, reach)
    found = [*_never_used(unused, source), *unreachable]
    found.sort(key=_place)
    return tuple(found)


def _unused(program: ProgramScope, checked: Checked, reach: KnownReach) -> list[Symbol]:
    """The symbols of the program's own text that nothing reads or names.

    What declares or assigns them does not count, see `Mentions`.
    """
    unused: list[Symbol] = []
    for kind in _CODES:
        names = program.own(kind) - program.used(kind)
        if not names:
            continue
        if kind is SymbolKind.ATTRIBUTE:
            names -= _BUILT_IN
        elif kind is SymbolKind.DEFINITION:
            names -= {use.definition.name.text for use in checked.kernel.uses}
        elif kind is SymbolKind.STAGE:
            for block in checked.blocks.sessions():
                names -= reach.of_block(block).stages
        found = [program.find(kind, name) for name in names]
        unused += [symbol for symbol in found if symbol is not None]
    return unused


def _never_used(unused: Sequence[Symbol], own: Source) -> Iterator[Diagnostic]:
    """A hint for each symbol at its first declaration; none inside a definition that has one."""
    definitions = sorted(
        (
            each.node.span
            for each in unused
            if each.kind is SymbolKind.DEFINITION and each.node is not None
        ),
        key=_start,
    )
    for symbol in unused:
        places = [place for place in symbol.declarations if place.source is own]
        if symbol.kind is not SymbolKind.DEFINITION:
            places = [place for place in places if not _is_in(definitions, place)]
        if places:
            yield _hint(symbol, places)


def _is_in(definitions: list[Span], place: Span) -> bool:
    """Whether a place is in one of some definitions, which are in the order of the text."""
    from bisect import bisect_right  # only where something is unused

    number = bisect_right(definitions, place.start, key=_start) - 1
    return number >= 0 and place.start < definitions[number].end


def _hint(symbol: Symbol, declarations: list[Span]) -> Diagnostic:
    what = "also assigned here" if symbol.kind is SymbolKind.ATTRIBUTE else "also declared here"
    first, *others = declarations
    related = [Related(place, what) for place in islice(others, MOST_RELATED)]
    code = _CODES[symbol.kind]
    return report(code, first, related=related, severity=Severity.HINT, name=symbol.name)


def _start(span: Span) -> int:
    return span.start


def _place(found: Diagnostic) -> tuple[int, str, int]:
    return found.span.start, found.code, found.span.end
