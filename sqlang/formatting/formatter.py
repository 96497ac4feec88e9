"""From a text to its layout, verified, or to the edits that lead there; or why there is none."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.diagnostics.catalogue import report
from sqlang.diagnostics.model import Diagnostic, Edit, edited
from sqlang.formatting.kept import Stretch, touched, united
from sqlang.formatting.layout import Layout
from sqlang.formatting.outline import Body, items_of, outline
from sqlang.formatting.spacing import spaced
from sqlang.formatting.verification import first_difference
from sqlang.formatting.written import Written
from sqlang.records import Record
from sqlang.source import Source, Span
from sqlang.syntax.bounds import MAXIMUM_CHARACTERS
from sqlang.syntax.lexer import tokenize
from sqlang.syntax.surface import SurfaceTree, parse_surface
from sqlang.syntax.workspace import Workspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_ABOUT_MEANING: Final = frozenset(
    ("SQ109", *(f"SQ{n}" for n in (*range(111, 129), 203, 204, 205, 206, 211, 212)))
)
_ALL_LINES: Final = (0, MAXIMUM_CHARACTERS)
_FIRST_ABOUT_MEANING: Final = "SQ300"
_LAST_ABOUT_FORM: Final = "SQ230"
"""Codes up to this one are about what is written here, the next about libraries."""


class Formatted(Record):
    """What formatting makes of a text, or the diagnostics that refuse it: then it is as it was."""

    __slots__ = ("source", "text", "edits", "diagnostics")

    def __init__(
        self,
        source: Source,
        text: str,
        edits: tuple[Edit, ...] = (),
        diagnostics: tuple[Diagnostic, ...] = (),
    ) -> None:
        self.source: Final = source
        self.text: Final = text
        self.edits: Final = edits
        self.diagnostics: Final = diagnostics


def format_source(source: Source, workspace: Workspace | None = None) -> Formatted:
    """Give a whole text its layout; pure, and it never raises for any text.

    A text with syntax errors is refused. Libraries are read through the workspace, only if
    something does not parse as it is written. There are no `edits`, which take time to find.
    """
    return _formatted(parse_surface(source), workspace or Workspace(), None)


def format_edits(
    surface: SurfaceTree,
    lines: tuple[int, int] | None = None,
    workspace: Workspace | None = None,
) -> Formatted:
    """The same as edits of whole lines, the smallest that lead there, in the order of the text.

    `lines` are the first and the last of those to format, from 0, as LEX-1 counts them: with them
    only clauses that touch these lines change, and everything else stays as it is.
    """
    return _formatted(surface, workspace or Workspace(), lines or _ALL_LINES)


def _formatted(
    surface: SurfaceTree, workspace: Workspace, lines: tuple[int, int] | None
) -> Formatted:
    source = surface.tokens[-1].source
    if surface.diagnostics:
        refused = _syntax_errors(source, surface, workspace)
        if refused:
            return Formatted(source, source.text, diagnostics=refused)
    written = Written(source.text, surface.tokens, surface.comments)
    kept = _kept_items(surface, written) if surface.diagnostics else []
    written.keep([(written.starts[start], written.ends[stop - 1]) for start, stop in kept])
    return _verified(source, written, kept, lines)


def _verified(
    source: Source,
    written: Written,
    kept: Sequence[tuple[int, int]],
    lines: tuple[int, int] | None,
) -> Formatted:
    """The layout, once it is certain that it changes no more than that."""
    program = outline(written.texts, kept)
    marks = spaced(written.texts, program)
    text = Layout(written, program, marks).text()
    if text == source.text:
        return Formatted(source, text)
    again = _written_again(text, kept)
    fault = first_difference(written, again)
    if fault is None and Layout(again, program, marks).text() != text:
        fault = written.starts[0]
    if fault is not None:
        return _faulty(source, fault)
    if lines is None:
        return Formatted(source, text)
    from sqlang.formatting.line_edits import line_edits  # a file is written as a whole

    wanted = None if lines is _ALL_LINES else united(_wanted(source, written, program, lines))
    edits = line_edits(source, written, again, wanted)
    text = edited(source.text, edits)
    fault = first_difference(written, _written_again(text, kept))
    return Formatted(source, text, edits) if fault is None else _faulty(source, fault)


def _written_again(text: str, kept: Sequence[tuple[int, int]]) -> Written:
    lexed = tokenize(Source(text))
    again = Written(text, lexed.tokens, lexed.comments)
    if kept and kept[-1][1] <= len(again.texts):
        again.keep([(again.starts[start], again.ends[stop - 1]) for start, stop in kept])
    return again


def _faulty(source: Source, offset: int) -> Formatted:
    """A layout that would not be the same program: a fault of ours, and nothing is changed."""
    problem = report("SQ994", Span(source, offset, offset))
    return Formatted(source, source.text, diagnostics=(problem,))


def _syntax_errors(
    source: Source, surface: SurfaceTree, workspace: Workspace
) -> tuple[Diagnostic, ...]:
    """The syntax errors of a text as a check reports them.

    None if its damage is only in definitions that nothing uses (DEF-1), or in uses that are right
    once they are expanded (DEF-12). Where a library is wrong, that cannot be told.
    """
    from sqlang.analysis import analyze

    found = analyze(source, workspace=workspace).diagnostics
    errors = tuple(each for each in found if _is_about_form(each.code))
    here = tuple(
        each
        for each in errors
        if each.span.source.path == source.path and each.code <= _LAST_ABOUT_FORM
    )
    return here or (surface.diagnostics if errors or surface.parse.plain else ())


def _is_about_form(code: str) -> bool:
    return code < _FIRST_ABOUT_MEANING and code not in _ABOUT_MEANING


def _kept_items(surface: SurfaceTree, written: Written) -> list[tuple[int, int]]:
    """The items with something in them that does not parse as it is written."""
    items = items_of(written.texts)
    places = [found.span.offsets for found in surface.diagnostics]
    places += [span.offsets for span in surface.damaged]
    stretches = [(written.starts[start], written.ends[stop - 1]) for start, stop in items]
    return [items[at] for at in touched(stretches, places)]


def _wanted(
    source: Source, written: Written, program: Body, lines: tuple[int, int]
) -> list[Stretch]:
    """The given lines, and the parts of clauses that touch them."""
    index = source.lines
    first, last = index.line_start(max(lines[0], 0)), index.line_start(max(lines[1] + 1, 0))
    wanted = [(first, last)]
    bodies = [program]
    for body in bodies:
        for clause in body.clauses:
            for part in clause.parts:
                if part.body is not None:
                    bodies.append(part.body)
                start, end = written.starts[part.start], written.ends[part.stop - 1]
                if start < last and first < end:
                    wanted.append((start, end))
    return wanted
