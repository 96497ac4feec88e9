"""Writes what a name stands for in its place: constants, and uses of definitions (DEF-12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlang.advice.edits import removal
from sqlang.diagnostics.model import Edit
from sqlang.refactoring.model import Kind, Refactoring, Selection, as_operand, lines_of
from sqlang.semantics.expressions import names_read, walk
from sqlang.semantics.symbols import Occurrence, Symbol, SymbolKind
from sqlang.source import Span
from sqlang.syntax import tree
from sqlang.syntax.tokens import Kind as TokenKind

_Use = tree.Call | tree.Use


def inlinings(selection: Selection) -> Iterator[Refactoring]:
    """What can be done with the name under the cursor."""
    symbol = selection.symbol()
    if symbol is None or symbol.node is None or selection.is_wrong(symbol.node.span):
        return
    match symbol.node:
        case tree.Let():
            yield from _constant(selection, symbol, symbol.node)
        case tree.Definition():
            yield from _definition(selection, symbol, symbol.node)


def _occurrences(selection: Selection, symbol: Symbol) -> list[Occurrence] | None:
    """Where a symbol is read; `None` if that is in another file too, or it is declared twice."""
    found = selection.analysis.symbols.occurrences_of(symbol)
    sources = {each.span.source for each in found}
    if sources != {selection.analysis.source} or len(symbol.declarations) != 1:
        return None
    return [each for each in found if not each.write]


def _are_in(reads: Sequence[Occurrence], item: tree.Node) -> bool:
    """Whether a name is read by its own declaration, which would have to stay."""
    return any(item.first.start <= each.span.start < item.last.end for each in reads)


def _is_declared_twice(selection: Selection, name: str) -> bool:
    """Whether there are constants of one name, of which each `let` reads the last above it."""
    symbol = selection.analysis.symbols.find(SymbolKind.CONSTANT, name)
    return symbol is not None and len(symbol.declarations) > 1


def _constant(selection: Selection, symbol: Symbol, let: tree.Let) -> Iterator[Refactoring]:
    reads = _occurrences(selection, symbol)
    if not reads or isinstance(let.value, tree.Damaged) or _are_in(reads, let):
        return
    names = {name.name for name in names_read(let.value)}
    if any(_is_declared_twice(selection, name) for name in names):
        return  # elsewhere they may be worth something else
    if any(names & _local_names(selection, each.span.start) for each in reads):
        return
    yield Refactoring(
        f"Inline `{symbol.name}`",
        Kind.INLINE,
        (
            *(Edit(each.span, as_operand(let.value)) for each in reads),
            removal(let.span),
        ),
    )


def _local_names(selection: Selection, offset: int) -> set[str]:
    """What a place calls its own: parameters of its definition, bindings of its holds."""
    names: set[str] = set()
    for node in Selection(selection.analysis, offset, offset).path:
        if isinstance(node, tree.Definition):
            names |= {parameter.name for parameter in node.parameters}
        elif isinstance(node, tree.Hold) and node.at_admission is not None:
            names |= {binding.name.name for binding in node.at_admission.bindings}
    return names


def _definition(
    selection: Selection, symbol: Symbol, definition: tree.Definition
) -> Iterator[Refactoring]:
    source = selection.analysis.source
    here = _use_at(selection, selection.start)
    if here is not None:
        written = _expanded(selection, definition, here)
        if written is not None:
            edit = selection.edit(here.first.start, here.last.end, written)
            yield Refactoring(f"Inline this use of `{symbol.name}`", Kind.INLINE, (edit,))
    if definition.first.source is not source:
        return
    reads = _occurrences(selection, symbol)
    uses = None if reads is None or _are_in(reads, definition) else _uses(selection, reads)
    if not uses or any(_is_inside(use, other) for use in uses for other in uses):
        return
    edits: list[Edit] = []
    for use in uses:
        written = _expanded(selection, definition, use)
        if written is None:
            return
        edits.append(selection.edit(use.first.start, use.last.end, written))
    yield Refactoring(
        f"Inline `{symbol.name}` everywhere",
        Kind.INLINE,
        (*edits, removal(definition.span)),
    )


def _use_at(selection: Selection, offset: int) -> _Use | None:
    """The use whose name stands at an offset."""
    for node in reversed(Selection(selection.analysis, offset, offset).path):
        if isinstance(node, (tree.Call, tree.Use)):
            name = node.function if isinstance(node, tree.Call) else node.name
            if name.first.start <= offset <= name.last.end:
                return node
    return None


def _uses(selection: Selection, reads: Sequence[Occurrence]) -> list[_Use] | None:
    found = [_use_at(selection, each.span.start) for each in reads]
    uses = [use for use in found if use is not None]
    return uses if len(uses) == len(found) else None


def _is_inside(use: _Use, other: _Use) -> bool:
    return use is not other and any(node is use for node in walk(other))


def _expanded(selection: Selection, definition: tree.Definition, use: _Use) -> str | None:
    """The text that takes the place of a use; `None` where it would be refused."""
    arguments = use.arguments
    if len(arguments) != len(definition.parameters) or isinstance(definition.body, tree.Damaged):
        return None
    is_statement = isinstance(use, tree.Use)
    if is_statement != isinstance(definition.body, tree.Block):
        return None
    values = {
        parameter.name: argument
        for parameter, argument in zip(definition.parameters, arguments, strict=True)
    }
    body = definition.body
    if isinstance(body, tree.Block):
        inner = Span(body.first.source, body.first.end, body.last.start)
        written = _substituted(inner, values).strip("\n")
        return _indented(written, selection.indentation(use.first.start))
    written = _substituted(body.span, values)
    return written if _stands_in_parentheses(selection, use, body) else f"({written})"


def _stands_in_parentheses(selection: Selection, use: _Use, body: tree.Node) -> bool:
    """Whether a use has parentheses of its own, and no bare name would come to stand in a call."""
    text = selection.text
    before, behind = text[: use.first.start].rstrip()[-1:], text[use.last.end :].lstrip()[:1]
    return (before, behind) == ("(", ")") and not isinstance(body, tree.Name)


def _substituted(body: Span, values: Mapping[str, tree.Argument]) -> str:
    """The text of a body with the arguments for its parameters, comments and all."""
    from sqlang.syntax.lexer import tokenize

    text = body.source.text
    tokens = [each for each in tokenize(body.source).tokens if body.start <= each.start < body.end]
    parts: list[str] = []
    at = body.start
    for place, token in enumerate(tokens):
        argument = values.get(token.text) if token.kind is TokenKind.NAME else None
        if argument is not None:
            around = tuple(
                each.text for each in (*tokens[place - 1 : place], *tokens[place + 1 :][:1])
            )
            parts += [text[at : token.start], _argument(argument, closed=around == ("(", ")"))]
            at = token.end
    return "".join([*parts, text[at : body.end]])


def _argument(argument: tree.Argument, *, closed: bool) -> str:
    """As written if it is a reference or `closed` in parentheses, else put in some (DEF-12)."""
    text = argument.span.text
    as_written = closed or isinstance(argument, (tree.Name, tree.IndexedArgument))
    return text if as_written else f"({text})"


def _indented(text: str, indentation: str) -> str:
    """Lines as deep as the use; the first stands where that stood."""
    lines = lines_of(text)
    depths = [len(line) - len(line.lstrip()) for line in lines if line.strip()]
    shallowest = min(depths, default=0)
    moved = [line[shallowest:].rstrip() if line.strip() else "" for line in lines]
    return f"\n{indentation}".join(moved)
