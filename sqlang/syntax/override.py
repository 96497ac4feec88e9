"""An expression given from outside for a constant of the program (LET-2)."""

from __future__ import annotations

from sqlang.diagnostics.catalogue import report
from sqlang.diagnostics.model import Diagnostic
from sqlang.source import Source
from sqlang.syntax import tree
from sqlang.syntax.automaton import Parser
from sqlang.syntax.bounds import MAXIMUM_DEPTH
from sqlang.syntax.depth import is_deeper_than
from sqlang.syntax.lexer import tokenize
from sqlang.syntax.table import load_table


def parse_override(text: str) -> tree.Expression | tuple[Diagnostic, ...]:
    """The expression that a text is from its first to its last token, or why it is none.

    No definition is visible in it. Never raises.
    """
    lexed = tokenize(Source(text, "<override>"))
    if lexed.diagnostics:
        return lexed.diagnostics
    parser = Parser(load_table(), lexed.tokens, start="expr")
    if not parser.advance():
        found = parser.pending[-1]
        return (*parser.diagnostics, report("SQ463", found.span, text=text))
    expression: tree.Expression = parser.values[-1]
    if is_deeper_than(expression, MAXIMUM_DEPTH):
        bound = f"{MAXIMUM_DEPTH} levels"
        return (report("SQ006", expression.span, what="the nesting here", bound=bound),)
    return expression
