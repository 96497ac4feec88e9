"""Statements that no session ever comes to, whatever happens in the run (SQ806)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlang.diagnostics.catalogue import report
from sqlang.diagnostics.model import Diagnostic, Related, Severity
from sqlang.semantics.reach import KnownReach
from sqlang.semantics.sides import ProgramBlocks
from sqlang.source import Source, Span
from sqlang.syntax import tree
from sqlang.syntax.expansions import chain
from sqlang.syntax.tokens import innermost_common


def unreachable_statements(
    blocks: ProgramBlocks, source: Source, known: KnownReach
) -> list[Diagnostic]:
    """A hint in `source` for each stretch of statements behind one that is never left.

    The server's statements are in the session once for each `request`, and count once.
    """
    found: dict[tuple[int, int], Diagnostic] = {}
    for session in blocks.sessions():
        for block in known.of_block(session).cut_off:
            statements = block.statements
            at = known.first_stop(block)
            for diagnostic in _behind(statements[at], statements[at + 1 :]):
                if diagnostic.span.source is source:
                    found.setdefault(diagnostic.span.offsets, diagnostic)
    return list(found.values())


def _behind(last: tree.Statement, statements: Sequence[tree.Statement]) -> Iterator[Diagnostic]:
    """The hint for what stands behind the last statement that is reached.

    In the body of a definition it is certain only if that statement stands in the same body, and
    not in another definition, which an argument might have chosen.
    """
    start, reached = innermost_common(statements[0].first, last.last)
    level = start.expansion
    if level is not None and last.first.expansion is not level:
        return
    use = next((each for each in chain(statements[0].expansion) if each.outer is level), None)
    if use is not None and use.covers(reached):
        return  # both come from one use, and where it is written it is reached
    ends = [innermost_common(last.first, each.last)[1] for each in statements]
    end = max([start.end, *(token.end for token in ends if token.expansion is level)])
    reason, what = _reason(last)
    span = Span(start.source, start.start, end)
    related = [Related(last.first.span, what)]
    yield report("SQ806", span, related=related, severity=Severity.HINT, reason=reason)


def _reason(last: tree.Statement) -> tuple[str, str]:
    """Why a session does not go on, and what to say at the statement where it stays."""
    if isinstance(last, tree.End):
        return "the session ends before it", "the session ends here"
    word = last.first.text
    return f"the session never leaves the `{word}` before it", "this is never left"
