"""What the server and the process that checks files tell each other: lines of JSON.

`{"id", "check": path, "buffers": {path: text or null}, "within": folders or null}` asks for a file;
`buffers` are unsaved texts, of which only those are told that are new (`null` once they are gone).
The answer is `{"id", "own", "libraries", "stamps"}`: mistakes in the file and in those it uses, and
how each file was that it depends on, `null` for one that there is not, `true` for a buffer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlang.diagnostics.model import Diagnostic, Fix, Related, Severity
from sqlang.source import Source, Span

if TYPE_CHECKING:
    from sqlang.syntax.workspace import Stamp

Json = dict[str, Any]


def to_json(found: Sequence[Diagnostic]) -> list[Json]:
    """Mistakes without their fixes, which are for open files."""
    return [
        {
            "code": each.code,
            "at": _place(each.span),
            "message": each.message,
            "severity": each.severity.value,
            "related": [[*_place(other.span), other.message] for other in each.related],
        }
        for each in found
    ]


def from_json(found: Sequence[Json], source_at: Callable[[str], Source]) -> list[Diagnostic]:
    """Mistakes at places of the texts that are at their paths."""
    no_fixes: tuple[Fix, ...] = ()
    return [
        Diagnostic(
            each["code"],
            Span(source_at(each["at"][0]), each["at"][1], each["at"][2]),
            each["message"],
            Severity(each["severity"]),
            tuple(
                Related(Span(source_at(path), start, end), message)
                for path, start, end, message in each["related"]
            ),
            no_fixes,
        )
        for each in found
    ]


def stamps_to_json(stamps: Mapping[str, Stamp]) -> Json:
    """Buffers have no stamp that another process would know."""
    return {path: True if isinstance(stamp, Source) else stamp for path, stamp in stamps.items()}


def _place(span: Span) -> list[str | int]:
    return [span.source.path, span.start, span.end]
