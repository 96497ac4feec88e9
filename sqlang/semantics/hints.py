"""What a program declares and never uses (SQ801 to SQ805): hints, which refuse nothing.

Only what is declared in the program's own text counts, since a library serves other programs too.
Asked of a program without errors: a mistake elsewhere could be the very use that is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from sqlang.diagnostics.catalogue import report
from sqlang.diagnostics.model import Diagnostic, Related, Severity
from sqlang.semantics.admission import nested_blocks
from sqlang.semantics.checked import Checked
from sqlang.semantics.expressions import names_read
from sqlang.semantics.refusals import MOST_RELATED
from sqlang.semantics.sides import ProgramBlocks
from sqlang.semantics.symbols import Occurrence, Symbol, SymbolKind, SymbolTable
from sqlang.semantics.unreachable import unreachable_statements
from sqlang.source import Span
from sqlang.syntax import tree
from sqlang.vocabulary import BUILTIN_ATTRIBUTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_CODES: Final = {
    SymbolKind.CONSTANT: "SQ801",
    SymbolKind.ATTRIBUTE: "SQ802",
    SymbolKind.POOL: "SQ803",
    SymbolKind.STAGE: "SQ804",
    SymbolKind.DEFINITION: "SQ805",
}
_BUILT_IN: Final = frozenset(word.name for word in BUILTIN_ATTRIBUTES)


def find_hints(
    written: tree.Program, symbols: SymbolTable, checked: Checked
) -> tuple[Diagnostic, ...]:
    """The hints for a program without errors, in the order of its text.

    `written` is the program's own surface tree. What it does not spell out is in `checked`: which
    stage a serving form runs on, and which definition an argument names.
    """
    unused = _unused(written, symbols, checked)
    unreachable = unreachable_statements(checked.blocks, written.first.source)
    found = (*_never_used(unused, written), *unreachable)
    return tuple(sorted(found, key=lambda each: each.span.start))


def _unused(written: tree.Program, symbols: SymbolTable, checked: Checked) -> list[Symbol]:
    """The symbols that nothing reads or names but what declares or assigns them."""
    idle = frozenset(_idle_places(written))
    used = {id(each.symbol) for each in symbols.occurrences if _is_use(each, idle)}
    unused = [
        each
        for each in symbols.symbols
        if each.kind in _CODES and id(each) not in used and each.name not in _BUILT_IN
    ]
    if not unused:
        return []
    expanded = {use.definition.name.text for use in checked.kernel.uses}
    elsewhere = {
        SymbolKind.DEFINITION: expanded,
        SymbolKind.STAGE: set(_stages_run(checked.blocks)),
    }
    return [each for each in unused if each.name not in elsewhere.get(each.kind, ())]


def _is_use(occurrence: Occurrence, idle: frozenset[Span]) -> bool:
    """Whether a program would miss the symbol at this place: not where it is declared itself."""
    if occurrence.write or occurrence.span in idle:
        return False
    node, at = occurrence.symbol.node, occurrence.span
    if not isinstance(node, (tree.Pool, tree.Stage)):
        return True
    own = node.span
    return at.source is not own.source or not own.start <= at.start < own.end


def _idle_places(written: tree.Program) -> Iterator[Span]:
    """Where an attribute is named but to no end: to hide it, and to compute its own next value."""
    for item in written.items:
        if isinstance(item, tree.Workload):
            for each in item.items:
                if isinstance(each, tree.Hidden):
                    yield from (name.span for name in each.names)
    for statement in _statements(_blocks_of(written)):
        if isinstance(statement, (tree.Set, tree.Choose)):
            name = statement.target.name
            yield from (read.span for read in names_read(statement) if read.name == name)


def _blocks_of(written: tree.Program) -> Iterator[tree.Block]:
    """The outermost blocks of a program's text, those of definitions included."""
    for item in written.items:
        match item:
            case tree.NamedBlock(block=block) | tree.Definition(body=tree.Block() as block):
                yield block
            case tree.Workload():
                yield from (each.block for each in item.items if isinstance(each, tree.NamedBlock))


def _statements(blocks: Iterable[tree.Block]) -> Iterator[tree.Statement]:
    """The statements of some blocks, at any depth."""
    pending = list(blocks)
    while pending:
        for statement in pending.pop().statements:
            yield statement
            pending.extend(nested_blocks(statement))


def _stages_run(blocks: ProgramBlocks) -> Iterator[str]:
    """The stages that the session runs on: serving forms have found theirs by now (SRV-3)."""
    for statement in _statements(blocks.sessions()):
        if isinstance(statement, tree.Run):
            yield from (stage.name.name for stage in statement.stages)


def _never_used(unused: Iterable[Symbol], written: tree.Program) -> Iterator[Diagnostic]:
    """A hint for each symbol at its first declaration; none inside a definition that has one."""
    definitions = [
        each.node.span
        for each in unused
        if each.kind is SymbolKind.DEFINITION and each.node is not None
    ]
    for symbol in unused:
        own = [place for place in symbol.declarations if place.source is written.first.source]
        if symbol.kind is not SymbolKind.DEFINITION:
            own = [place for place in own if not any(_within(place, each) for each in definitions)]
        if own:
            yield _hint(symbol, own)


def _hint(symbol: Symbol, declarations: list[Span]) -> Diagnostic:
    what = "also assigned here" if symbol.kind is SymbolKind.ATTRIBUTE else "also declared here"
    first, *others = declarations
    related = [Related(place, what) for place in islice(others, MOST_RELATED)]
    code = _CODES[symbol.kind]
    return report(code, first, related=related, severity=Severity.HINT, name=symbol.name)


def _within(place: Span, whole: Span) -> bool:
    return place.source is whole.source and whole.start <= place.start < whole.end
