"""From a program file or text to a program that can run."""

from __future__ import annotations

import os
from collections.abc import Mapping
from operator import index
from typing import Final

from sqlang.analysis import Analysis, Settings, analyze
from sqlang.api.program import Program
from sqlang.diagnostics import Diagnostic, DiagnosticError, Severity
from sqlang.diagnostics.decoding import decode
from sqlang.source import Source, Span
from sqlang.syntax.tree import RunSettings

_NO_SETS: Final[Mapping[str, object]] = {}


def compile(  # noqa: A001 - pyserq's name
    path: str | os.PathLike[str] | None = None,
    *,
    source: str | None = None,
    sets: Mapping[str, object] = _NO_SETS,
    seed: int | None = None,
    horizon: float | None = None,
    warmup: float | None = None,
    arrivals: int | None = None,
    trace: str | os.PathLike[str] | None = None,
) -> Program:
    """A program file or program text as a runnable program.

    `sets` replaces the values of constants by name, with numbers or expressions (LET-3); the other
    options replace those of the program (LET-1). `horizon` and `warmup` are times of the program's
    clock; a relative `trace` is looked for in the current directory.

    Raises:
        DiagnosticError: the program has errors.
        TypeError: an option is no number, or `sets` no mapping.
        ValueError: the file cannot be read, or the arguments make no sense.
    """
    if (path is None) == (source is None):
        raise ValueError("compile takes exactly one of a path and a source")
    _require_mapping(sets)
    text = Source(source) if source is not None else read_source(os.fspath(path or ""))
    settings = Settings(
        seed=_whole("seed", seed),
        horizon=_time(horizon),
        warmup=_time(warmup),
        arrivals=_whole("arrivals", arrivals),
        trace=None if trace is None else os.fspath(trace),
    )
    overrides = [(name, str(value)) for name, value in sets.items()]
    return from_analysis(analyze(text, overrides=overrides, settings=settings), settings)


def _require_mapping(sets: object) -> None:
    if not isinstance(sets, Mapping):
        kind = type(sets).__name__
        raise TypeError(f'sets must be a mapping of names to values, as {{"K": 4}}, not {kind}')


def from_analysis(analysis: Analysis, settings: Settings) -> Program:
    """The program that an analysis made with `settings`; raises `DiagnosticError` for errors."""
    if analysis.program is None:
        raise DiagnosticError(_errors(analysis.diagnostics))
    directory = _trace_directory(analysis.source) if settings.trace is None else None
    whole = _run_item(analysis)
    return Program(analysis.program, directory, whole=whole, origins=analysis.origins)


def _trace_directory(source: Source) -> str | None:
    """Where a relative trace begins, named as the program's file is (CSV-3)."""
    return None if source.directory is None else os.path.dirname(source.path)


def _run_item(analysis: Analysis) -> Span:
    items = analysis.kernel.program.items
    spans = [item.span for item in items if isinstance(item, RunSettings)]
    return spans[0] if spans else Span(analysis.source, 0, 0)


def read_source(path: str) -> Source:
    """The text of a file; `DiagnosticError` if it is not UTF-8, `ValueError` if unreadable."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror or error}") from error
    source, undecodable = decode(data, path, os.path.dirname(path) or os.curdir)
    if undecodable is not None:
        raise DiagnosticError((undecodable,))
    return source


def _errors(diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    return tuple(each for each in diagnostics if each.severity is Severity.ERROR)


def _whole(option: str, value: int | None) -> int | None:
    if value is None:
        return None
    whole = index(value)
    if not 0 <= whole < 2**64:
        raise ValueError(f"{option} must be a whole number from 0 to 2^64 - 1, not {whole}")
    return whole


def _time(value: float | None) -> float | None:
    """A `float` proper, whose digits are a number's: numpy's and `bool` print otherwise.

    The sign is there for text, which is a `TypeError` and no number.
    """
    return None if value is None else float(+value)
