"""All that can be seen of an analysis, as values that compare."""

from __future__ import annotations

from collections.abc import Iterator

from sqlang.analysis import Analysis
from sqlang.diagnostics.model import Diagnostic
from sqlang.ir import program as ir
from sqlang.ir.node import fields_of
from sqlang.ir.writing import to_json
from sqlang.source import Source, Span

Value = object


def observables(analysis: Analysis) -> dict[str, Value]:
    """Diagnostics, hints, symbols, constants, IR and origins, each span by its text's path."""
    tokens = analysis.surface.tokens
    return {
        "diagnostics": [_diagnostic(each) for each in analysis.diagnostics],
        "of libraries": [_diagnostic(each) for each in analysis.library_mistakes],
        "hints": [_diagnostic(each) for each in analysis.hints],
        "symbols": [
            (each.kind, each.name, [_span(place) for place in each.declarations], _node(each.node))
            for each in analysis.symbols.symbols
        ],
        "occurrences": [
            (_span(each.span), each.symbol.kind, each.symbol.name, each.write)
            for each in analysis.symbols.occurrences
        ],
        "constants": repr(dict(analysis.constants)),
        "tokens": [(each.kind, each.text, _span(each.span)) for each in tokens],
        "comments": [_span(each) for each in analysis.surface.comments],
        "ir": analysis.program and to_json(analysis.program),
        "origins": list(_origins(analysis)),
        "statements": list(_statements(analysis)),
        "texts": [_path(each) for each in analysis.kernel.sources],
    }


def _diagnostic(found: Diagnostic) -> Value:
    return (
        found.code,
        _span(found.span),
        found.message,
        found.severity,
        [(_span(each.span), each.message) for each in found.related],
        [
            (fix.title, [(_span(edit.span), edit.text) for edit in fix.edits], fix.safe)
            for fix in found.fixes
        ],
    )


def _span(span: Span) -> Value:
    return _path(span.source), span.start, span.end


def _path(source: Source) -> Value:
    return source.path, len(source.text), hash(source.text)


def _node(node: object) -> Value:
    return None if node is None else (type(node).__name__, _span(node.span))  # type: ignore[attr-defined]  # any tree node


def _origins(analysis: Analysis) -> Iterator[Value]:
    if analysis.program is None or analysis.origins is None:
        return
    pending: list[object] = [analysis.program]
    while pending:
        value = pending.pop()
        if isinstance(value, ir.Node):
            span = analysis.origins.span(value)
            uses = [_span(each) for each in analysis.origins.uses(value)]
            yield type(value).__name__, span and _span(span), uses
            pending.extend(getattr(value, field) for field in reversed(fields_of(type(value))))
        elif isinstance(value, tuple):
            pending.extend(reversed(value))
    for field in ("horizon", "warmup", "seed", "arrivals", "trace"):
        span = analysis.origins.span(field)
        yield field, span and _span(span)


def _statements(analysis: Analysis) -> Iterator[Value]:
    if analysis.program is None or analysis.origins is None:
        return
    for number, block in enumerate(analysis.program.blocks):
        for position in range(len(block) + 1):
            span = analysis.origins.statement(number, position)
            yield number, position, span and _span(span)
