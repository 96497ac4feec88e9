"""The last line of a check: how much was found, and how much of it was or can be mended."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.diagnostics.model import Diagnostic, Fix, Severity
from sqlang.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlang.cli.checking import Subject


def summary_text(found: Sequence[Diagnostic], subjects: Sequence[Subject]) -> str:
    """`2 errors, 1 hint in 3 files`, after what was mended and before what can be."""
    mended = sum(subject.fixes for subject in subjects)
    done = f"mended {counted(mended, 'mistake')}; " if mended else ""
    texts = {subject.source for subject in subjects}
    mendable = sum(any(_is_mendable(fix, texts) for fix in each.fixes) for each in found)
    offer = f" ({mendable} can be mended with --fix)" if mendable and not mended else ""
    return f"{done}{_kinds(found)} in {counted(len(subjects), 'file')}{offer}"


def _is_mendable(fix: Fix, texts: set[Source]) -> bool:
    return fix.safe and all(edit.span.source in texts for edit in fix.edits)


def mended_text(left: Sequence[Diagnostic], subjects: Sequence[Subject]) -> str:
    """What `--fix` would mend, and what it would leave."""
    mended = counted(sum(subject.fixes for subject in subjects), "mistake")
    files = counted(sum(subject.is_mended for subject in subjects), "file")
    return f"--fix would mend {mended} in {files}, and leave {_kinds(left)}"


def counted(number: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _kinds(found: Sequence[Diagnostic]) -> str:
    """`2 errors, 1 hint`; errors are counted even if there is none."""
    parts = []
    for severity in Severity:
        number = sum(each.severity is severity for each in found)
        if number:
            parts.append(counted(number, severity.value))
        elif severity is Severity.ERROR:
            parts.append("no errors")
    return ", ".join(parts)
