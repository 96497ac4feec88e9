"""A program that a command line names, from text or from its IR, with the settings given there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.api.program import Program
from sqlang.cli.console import Console
from sqlang.cli.diagnostic_text import diagnostic_text
from sqlang.cli.inputs import read_program
from sqlang.cli.main import FAILED, USAGE
from sqlang.cli.parsing import Arguments
from sqlang.diagnostics import DiagnosticError
from sqlang.source import Source

if TYPE_CHECKING:
    from sqlang.analysis import Analysis


class LoadError(Exception):
    """There is no program to go on with; why has been said. `code` is the exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def load(path: str, arguments: Arguments, console: Console) -> Program:
    """The program at `path`, from text or IR; raises `LoadError` once it has said why not."""
    source = _read(path, console)
    try:
        if _is_json(source):
            program = _from_json(source, arguments, console)
        else:
            program = _from_text(source, arguments)[1]
        return _inlined(program, console) if arguments.inline_trace else program
    except DiagnosticError as error:
        show(error, console)
        raise LoadError(FAILED) from error


def load_named(
    path: str, arguments: Arguments, console: Console, name: str
) -> tuple[Analysis | None, Program]:
    """A program from text or IR, with the analysis of a text; errors are said to be of `name`.

    Raises `LoadError` as `load` does.
    """
    source = _read(path, console)
    try:
        if _is_json(source):
            return None, _from_json(source, arguments, console)
        return _from_text(source, arguments)
    except DiagnosticError as error:
        console.error(f"sq: {name} has errors")
        show(error, console)
        raise LoadError(FAILED) from error


def load_text(path: str, arguments: Arguments, console: Console) -> tuple[Analysis, Program]:
    """A program that must be text, and its analysis; raises `LoadError` as `load` does."""
    source = _read(path, console)
    if _is_json(source):
        console.error(f"sq: {path} is an IR, and only a program's text has lines to show")
        raise LoadError(USAGE)
    try:
        return _from_text(source, arguments)
    except DiagnosticError as error:
        show(error, console)
        raise LoadError(FAILED) from error


def show(error: DiagnosticError, console: Console) -> None:
    """Print what is wrong on standard error, an empty line between two mistakes."""
    texts = [diagnostic_text(diagnostic, console.errors) for diagnostic in error.diagnostics]
    console.error("\n\n".join(texts))


def _read(path: str, console: Console) -> Source:
    read = read_program(path, console)
    if read is None:
        raise LoadError(USAGE)
    source, undecodable = read
    if undecodable is not None:
        show(DiagnosticError((undecodable,)), console)
        raise LoadError(FAILED)
    return source


def _is_json(source: Source) -> bool:
    """Whether it is an IR; no program begins with a brace (SYN-2)."""
    if source.path.endswith(".sq"):
        return False
    return source.path.endswith(".json") or source.text.lstrip().startswith("{")


def _inlined(program: Program, console: Console) -> Program:
    from sqlang.ir.inlining import InliningError

    try:
        return program.with_inlined_trace()
    except InliningError as error:
        console.error(f"sq: `--inline-trace`: {error}")
        raise LoadError(USAGE) from error


def _from_text(source: Source, arguments: Arguments) -> tuple[Analysis, Program]:
    from sqlang.analysis import analyze
    from sqlang.api.compiling import from_analysis

    settings = arguments.settings
    analysis = analyze(source, overrides=arguments.sets, settings=settings)
    return analysis, from_analysis(analysis, settings)


def _from_json(source: Source, arguments: Arguments, console: Console) -> Program:
    if arguments.sets:
        console.error("sq: `--set` needs a program's text: in an IR the constants are numbers")
        raise LoadError(USAGE)
    program = Program.from_json(source.text, source.path)
    return program.with_settings(
        seed=arguments.seed,
        horizon=arguments.horizon,
        warmup=arguments.warmup,
        arrivals=arguments.arrivals,
        trace=arguments.trace,
    )
