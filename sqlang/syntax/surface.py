"""The surface tree: one text as it is written, uses of definitions unexpanded."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlang.diagnostics.model import Diagnostic
from sqlang.source import Source, Span
from sqlang.syntax import tree
from sqlang.syntax.automaton import Element, Parser
from sqlang.syntax.braces import Closed, close_by_indentation, lack_braces
from sqlang.syntax.lexer import Lexed, tokenize
from sqlang.syntax.recovery import Recovery
from sqlang.syntax.table import load_table
from sqlang.syntax.tokens import Token

_TOKENS_A_MISTAKE: Final = 8


class SurfaceTree(NamedTuple):
    """A text, its tokens and comments, and the tree of what is written in it.

    `diagnostics` are those of this text alone; what refuses a program is in the kernel tree, and a
    mistake in a definition that nothing uses is none (DEF-1). `damaged` and `lost` are as there.
    """

    program: tree.Program
    tokens: tuple[Token, ...]
    comments: tuple[Span, ...]
    diagnostics: tuple[Diagnostic, ...]
    damaged: tuple[Span, ...]
    lost: frozenset[str]
    parse: SurfaceParse


class SurfaceParse(NamedTuple):
    """How a surface tree came about, for a parse that builds on it.

    `lexical` and `layout` are the diagnostics made before the parse; `given` are the tokens it got
    (with missing braces put in), `stream` the tokens as they were read, repairs included, and
    `elements` the undamaged entries of lists with their places in the stream, apart from the
    others; `lossy` has the identity of the nodes that may not mean what was meant. Where a word
    starts a statement that is a use or nothing, `undefined_uses` has its index.
    """

    lexical: tuple[Diagnostic, ...]
    layout: tuple[Diagnostic, ...]
    given: list[Token]
    stream: list[Token]
    elements: list[Element]
    damaged_elements: list[Element]
    lossy: frozenset[int]
    undefined_uses: list[int]
    tokens_lost: int


def parse_surface(source: Source) -> SurfaceTree:
    """The tree of a text as written; never raises, damaged parts become `Damaged` nodes."""
    lexed = tokenize(source)
    result = _parse(lexed, Closed(lexed.tokens, ()))
    if len(result.diagnostics) > len(lexed.diagnostics) and lack_braces(lexed.tokens):
        closed = _parse(lexed, close_by_indentation(lexed.tokens))
        if closed.parse.layout and _badness(closed) <= _badness(result):
            return closed
    return result


def _badness(parsed: SurfaceTree) -> int:
    """How bad a reading of a text is: a mistake is as bad as some tokens that are in no node."""
    return len(parsed.diagnostics) * _TOKENS_A_MISTAKE + parsed.parse.tokens_lost


def _parse(lexed: Lexed, closed: Closed) -> SurfaceTree:
    parser = Parser(load_table(), closed.tokens)
    silent = [problem.span for problem in lexed.diagnostics]
    recovery = Recovery(parser, silent, undefined_uses=True)
    items = recovery.parse()
    log = recovery.log
    damaged = [element for element in parser.elements if log.touches(element)]
    end = lexed.tokens[-1]
    first = parser.consumed[0] if parser.consumed else end
    return SurfaceTree(
        program=tree.Program(first, end, tuple(items)),
        tokens=tuple(lexed.tokens),
        comments=lexed.comments,
        diagnostics=(*lexed.diagnostics, *closed.diagnostics, *parser.diagnostics),
        damaged=log.spans([*parser.consumed, end]),
        lost=frozenset(log.names),
        parse=SurfaceParse(
            lexical=lexed.diagnostics,
            layout=closed.diagnostics,
            given=closed.tokens,
            stream=parser.consumed,
            elements=[element for element in parser.elements if not log.touches(element)],
            damaged_elements=damaged,
            lossy=frozenset(id(e.node) for e in damaged if log.changes(e)),
            tokens_lost=log.tokens_lost,
            undefined_uses=parser.undefined_uses,
        ),
    )
