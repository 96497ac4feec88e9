"""Where braces are missing, judged by how the lines are indented."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sqlang.diagnostics.catalogue import report
from sqlang.diagnostics.model import Diagnostic, Edit, Fix, Related
from sqlang.records import Record
from sqlang.syntax.layout import after, closed_above, indentation
from sqlang.syntax.runs import Hidden, OutOfSightError
from sqlang.syntax.tokens import Kind, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from sqlang.syntax.run_lines import RunLines
    from sqlang.syntax.runs import Run

    LinesOf = Callable[[Run, int], RunLines]


class _Open(Record):
    """A `{` that waits for its `}`, the indentation of its line, and the definition it is in."""

    __slots__ = ("brace", "indentation", "definition")

    def __init__(self, brace: Token, indentation: int, definition: Token | None) -> None:
        self.brace: Final = brace
        self.indentation: Final = indentation
        self.definition: Final = definition


class Closed(Record):
    """Tokens with the missing `}` put in, and a diagnostic for each."""

    __slots__ = ("tokens", "diagnostics")

    def __init__(self, tokens: list[Token], diagnostics: tuple[Diagnostic, ...]) -> None:
        self.tokens: Final = tokens
        self.diagnostics: Final = diagnostics


def unclosed_braces(tokens: Iterable[Token]) -> int:
    """How many more blocks are opened than closed; below 0 if more are closed.

    What a run stands for is whole, and opens none.
    """
    texts = [token.text for token in tokens if type(token) is not Hidden]
    return texts.count("{") - texts.count("}")


def close_by_indentation(
    tokens: Sequence[Token], lines_of: LinesOf | None = None, most: int = 0
) -> Closed | None:
    """Close an open `{` before the first line that is indented no deeper than its own line.

    A line that starts with `}` closes what is deeper than it. At the end of the text nothing is put
    in. In an excerpt, `lines_of` tells of the lines in a run. If a `}` has to be put in there,
    `OutOfSightError` is raised, or `None` returned if more than `most` would be missing.
    """
    result: list[Token] = []
    missing: list[tuple[_Open, Token]] = []
    open_braces: list[_Open] = []
    line_indentation = 0
    definition: Token | None = None
    before: Token | None = None
    for token in tokens:
        if type(token) is Hidden and lines_of is not None:
            outside = open_braces[-1].indentation if open_braces else None
            lines = lines_of(token.run, line_indentation)
            if lines.closes(outside):
                if definition is None and token.run.symbol != "items" and _count(missing) >= most:
                    return None
                raise OutOfSightError(token.run)
            line_indentation = lines.last
            result.append(token)
            before = token.run.last
            continue
        indent = indentation(token)
        if indent is not None and token.kind is not Kind.END:
            line_indentation = indent
            margin = closed_above(token, indent)
            while open_braces and open_braces[-1].indentation > margin:
                last = result[-1]
                if type(last) is Hidden:
                    last = last.run.last
                missing.append((open_braces.pop(), last))
                result.append(_closer(last))
            if not open_braces:
                definition = None
        if not open_braces:
            definition = _defined(definition, before, token)
        if token.text == "{":
            open_braces.append(_Open(token, line_indentation, definition))
        elif token.text == "}" and open_braces:
            open_braces.pop()
        result.append(token)
        before = token
    return Closed(result, tuple(_diagnostics(missing)))


def _defined(definition: Token | None, before: Token | None, token: Token) -> Token | None:
    """The name of the definition that a token outside all braces stands in."""
    if before is not None and before.text == "def":
        return token
    if before is not None and before.text in (";", "}"):
        return None
    return definition


def _count(missing: Iterable[tuple[_Open, Token]]) -> int:
    """How many of these are outside of definitions, and have a diagnostic each."""
    return sum(opened.definition is None for opened, _ in missing)


def _closer(before: Token) -> Token:
    return Token(Kind.PUNCTUATION, "}", before.buffer, before.end, before.end, inserted=True)


def _diagnostics(missing: Iterable[tuple[_Open, Token]]) -> Iterator[Diagnostic]:
    """One for each `}`; a definition runs on without its `}`, so it has one for all (SQ208)."""
    open_definitions: set[int] = set()
    for opened, before in missing:
        name = opened.definition
        if name is None:
            yield _missing(opened.brace, before)
        elif id(name) not in open_definitions:
            open_definitions.add(id(name))
            head = Related(name.span, "defined here")
            fixes = (_insertion(before),)
            yield report("SQ208", opened.brace.span, related=(head,), fixes=fixes, name=name.text)


def _missing(brace: Token, before: Token) -> Diagnostic:
    opener = Related(brace.span, "`{` is not closed")
    fixes = (_insertion(before),)
    return report("SQ101", after(before), related=(opener,), fixes=fixes, expected="`}`")


def _insertion(before: Token) -> Fix:
    return Fix("Insert `}`", (Edit(after(before), "\n}"),), safe=True)
