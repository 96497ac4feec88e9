"""A compiled program, from text or from JSON, and where in it something stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sqlang.diagnostics import Diagnostic, DiagnosticError
from sqlang.diagnostics.catalogue import message
from sqlang.engine.observer import Statement
from sqlang.ir import program as ir
from sqlang.ir.enclosing import enclosing
from sqlang.ir.moments import Moment
from sqlang.ir.places import statement_place
from sqlang.ir.problems import IrError, Problem
from sqlang.ir.replace import replace
from sqlang.ir.validation import validate
from sqlang.source import Source, Span
from sqlang.vocabulary import MOMENTS

if TYPE_CHECKING:
    from sqlang.lowering import Origins

_JSON_PATH: Final = "<json>"


class Program:
    """A compiled program: its IR, and the directory in which a relative trace is looked for.

    `directory` is that of the program file; `None`, for a program from text or JSON, means the
    current directory. `whole` is the place of what concerns the run as a whole, its `run` item;
    without a text it only names the file.
    """

    __slots__ = ("_origins", "_whole", "directory", "ir")

    def __init__(
        self,
        program: ir.Program,
        directory: str | None = None,
        *,
        whole: Span | None = None,
        origins: Origins | None = None,
    ) -> None:
        self.ir: Final = program
        self.directory: Final = directory
        self._whole: Final = Span(Source("", _JSON_PATH), 0, 0) if whole is None else whole
        self._origins: Final = origins

    def __repr__(self) -> str:
        return f"<Program from {self._whole.source.path}>"

    @property
    def origins(self) -> Origins | None:
        """What leads from the IR back to the text; `None` for a program without one."""
        return self._origins

    def to_json(self, *, compact: bool = False, version: int = ir.IR_VERSION) -> str:
        """The IR as JSON (part 3), indented unless `compact`; version 9 is for pyserq 0.1.0.

        Raises `ValueError` for a version that is not 8 or 9.
        """
        from sqlang.ir.writing import to_json

        return to_json(self.ir, compact=compact, version=version)

    @staticmethod
    def from_json(text: str, path: str = _JSON_PATH) -> Program:
        """The program whose IR is `text`; `path` stands in its errors.

        Raises:
            DiagnosticError: the text is no IR of version 8 or 9, or not a valid one (IR-60 to
                IR-64), or one of version 9 that version 8 cannot say (DIF-9).
        """
        from sqlang.ir.reading import from_json

        whole = Span(Source("", path), 0, 0)
        try:
            return Program(from_json(text), whole=whole)
        except IrError as error:
            raise DiagnosticError(_refusals(error.problems, whole)) from error

    def with_settings(
        self,
        *,
        seed: int | None = None,
        horizon: float | None = None,
        warmup: float | None = None,
        arrivals: int | None = None,
        trace: str | None = None,
    ) -> Program:
        """The same program with what is given replaced, validated again (IR-66).

        A relative `trace` is looked for in the current directory (LET-6). Raises `DiagnosticError`.
        """
        replaced = replace(
            self.ir,
            seed=seed,
            horizon=horizon,
            warmup=warmup,
            arrivals=arrivals,
            trace=trace,
        )
        problems = validate(replaced)
        if problems:
            raise DiagnosticError(_refusals(problems, self._whole))
        directory = self.directory if trace is None else None
        return Program(replaced, directory, whole=self._whole, origins=self._origins)

    def with_inlined_trace(self) -> Program:
        """The same program with the sessions of its ordered trace in its IR (IR-67).

        Raises:
            DiagnosticError: the trace cannot be read or is none.
            ValueError: the program has no batch or no ordered trace, or the trace has a number that
                is not finite, which JSON cannot say.
        """
        from sqlang.api.traces import read_trace_of
        from sqlang.ir.inlining import inline_trace

        sessions = [] if self.ir.trace is None else read_trace_of(self)
        inlined = inline_trace(self.ir, sessions)
        return Program(inlined, self.directory, whole=self._whole, origins=self._origins)

    def span(self, node: object, *, otherwise: Span | None = None) -> Span:
        """Where the text says what an IR node says; if nowhere, the whole program's place."""
        found = None if self._origins is None else self._origins.span(node)
        if found is not None:
            return found
        return self._whole if otherwise is None else otherwise

    def statement_span(self, statement: Statement) -> Span:
        """Where the statement stands in the text; the whole program's place without a text."""
        found = None
        if self._origins is not None:
            found = self._origins.statement(statement.block, statement.position)
        return self._whole if found is None else found

    def uses(self, statement: Statement) -> tuple[Span, ...]:
        """The uses of definitions that the statement comes from, innermost first (DEF-13)."""
        if self._origins is None:
            return ()
        return self._origins.uses(self.ir.blocks[statement.block][statement.position])

    def uses_of(self, node: object) -> tuple[Span, ...]:
        """The uses of definitions that an IR node comes from, innermost first (DEF-13)."""
        return () if self._origins is None else self._origins.uses(node)

    def place_of(self, node: object) -> str:
        """Where the node is in the IR, in words; empty if the text shows it better."""
        found = None if self._origins is not None else enclosing(self.ir, node)
        return "" if found is None else f"{found.in_words(self.ir)}: "

    def member_of(self, node: object) -> str:
        """Which member of a family of stages or pools the node belongs to, empty if of none."""
        found = enclosing(self.ir, node)
        return "" if found is None else found.member(self.ir)

    def place(self, statement: Statement) -> str:
        """Where the statement is in the IR, in words; empty if the text shows it better."""
        if self._origins is not None:
            return ""
        return f"{statement_place(self.ir, statement.block, statement.position)}: "


def _refusals(problems: Sequence[Problem], whole: Span) -> tuple[Diagnostic, ...]:
    return tuple(Diagnostic(each.code, whole, _in_words(each)) for each in problems)


def _in_words(problem: Problem) -> str:
    values = dict(problem.values)
    if "moment" in values:
        values["moment"] = MOMENTS[Moment(values["moment"])].place
    said = message(problem.code, values)
    return f"{problem.where}: {said}" if problem.where else said
