"""Short programs for tests of meaning: what is not under test is left out and added here."""

from __future__ import annotations

from sqlang.analysis import Analysis, Settings, analyze
from sqlang.diagnostics.model import Diagnostic
from sqlang.source import Span

POOLS = "pool kv { cap 9; block 3; } pool many[3] { cap 9; }"
STAGES = "stage s : fifo; stage e : step { cost 1; memory kv; } stage reps[3] : fifo;"
RUN = "run { horizon 10; }"


def checked(text: str, **overrides: str) -> Analysis:
    """A program with a run block added; `overrides` are constants from outside."""
    return analyze(f"{text} {RUN}", overrides=tuple(overrides.items()))


def in_session(statements: str) -> Analysis:
    """Statements of a session with the pools and stages above at hand."""
    return checked(f"{POOLS} {STAGES} session {{ {statements} }}")


def codes(analysis: Analysis) -> list[str]:
    return [found.code for found in analysis.diagnostics]


def only(analysis: Analysis) -> Diagnostic:
    """The one diagnostic of a program."""
    assert len(analysis.diagnostics) == 1, analysis.diagnostics
    return analysis.diagnostics[0]


def underlined(analysis: Analysis) -> str:
    """The text that the one diagnostic underlines."""
    return only(analysis).span.text


def also(analysis: Analysis) -> list[str]:
    """The texts of the related places of the one diagnostic."""
    return [related.span.text for related in only(analysis).related]


def after(span: Span, text: str) -> int:
    """Where a text first stands behind a span."""
    return span.source.text.index(text, span.end)


__all__ = [
    "POOLS",
    "RUN",
    "STAGES",
    "Settings",
    "after",
    "also",
    "checked",
    "codes",
    "in_session",
    "only",
    "underlined",
]
