"""From a text to all that is known of it: trees, symbols, constants, diagnostics, IR."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from sqlang.diagnostics.model import Diagnostic, Severity
from sqlang.ir import program as ir
from sqlang.ir.validation import validate
from sqlang.lowering import Origins, lower_again
from sqlang.semantics import Checked, Settings, check
from sqlang.semantics.settings import AS_WRITTEN
from sqlang.source import Source
from sqlang.syntax.kernel import KernelTree, parse_kernel
from sqlang.syntax.surface import SurfaceTree, parse_surface
from sqlang.syntax.workspace import Workspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.ir.problems import Problem
    from sqlang.lowering.memory import LoweringMemory
    from sqlang.lowering.program import LoweredProgram
    from sqlang.semantics.memory import Memory
    from sqlang.semantics.symbol_table import SymbolTable

__all__ = ["Analysis", "Settings", "analyze"]


class Analysis:
    """One text, analyzed. Never changes; symbols and hints are made when they are first asked for.

    `diagnostics` (what was `found`, with advice) begin with the error that the reference reports
    (ORD-1 to ORD-5) and hold those of libraries too; `span.source` tells the file. `program` and
    `origins` are `None` if there is any error. Hints refuse nothing and stand apart.
    """

    def __init__(
        self,
        surface: SurfaceTree,
        checked: Checked,
        diagnostics: tuple[Diagnostic, ...],
        program: ir.Program | None,
        origins: Origins | None,
        memory: Memory | None = None,
    ) -> None:
        self.surface: Final = surface
        self.checked: Final = checked
        self.found: Final = diagnostics
        self.program: Final = program
        self.origins: Final = origins
        self._diagnostics: tuple[Diagnostic, ...] | None = None if diagnostics else ()
        self._library_mistakes: tuple[Diagnostic, ...] | None = None
        self._memory: Final = memory
        self._symbols: SymbolTable | None = None
        self._hints: tuple[Diagnostic, ...] | None = None

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What was `found`, with all that may help to mend it."""
        if self._diagnostics is None:
            self._diagnostics = self._advised()
        return self._diagnostics

    def _advised(self) -> tuple[Diagnostic, ...]:
        from sqlang.advice import advise  # a program without mistakes needs none

        with collection_paused():
            return advise(self.found, self.surface, self.checked)

    @property
    def library_mistakes(self) -> tuple[Diagnostic, ...]:
        """For each library with errors one diagnostic at the `use` that brings it in.

        They refuse nothing that `diagnostics` does not refuse; an editor shows them in the program.
        """
        if self._library_mistakes is None:
            self._library_mistakes = self._mistakes_of_libraries()
        return self._library_mistakes

    def _mistakes_of_libraries(self) -> tuple[Diagnostic, ...]:
        if all(each.span.source is self.source for each in self.found):
            return ()
        from sqlang.advice.libraries import library_mistakes

        return library_mistakes(self.diagnostics, self.source)

    @property
    def source(self) -> Source:
        return self.checked.kernel.sources[0]

    @property
    def kernel(self) -> KernelTree:
        return self.checked.kernel

    @property
    def constants(self) -> Mapping[str, float]:
        """The value of each `let` that has one."""
        return self.checked.constant_values

    @property
    def symbols(self) -> SymbolTable:
        """What the text and its libraries declare, and where each name of it occurs."""
        if self._symbols is None:
            self._symbols = self._symbol_table()
        return self._symbols

    def _symbol_table(self) -> SymbolTable:
        from sqlang.semantics.symbol_table import symbol_table  # a run needs no symbols

        libraries, mentions = self.kernel.sources[1:], None
        if self._memory is None:
            surfaces = [parse_surface(each) for each in libraries]
        else:
            surfaces = self._memory.libraries.surfaces(libraries)
            mentions = self._memory.mentions
        within_bounds = [
            each.program
            for each in (self.surface, *surfaces)
            if all(found.code != "SQ006" for found in each.diagnostics)
        ]
        return symbol_table(within_bounds, mentions)

    @property
    def hints(self) -> tuple[Diagnostic, ...]:
        """What is never used or reached (SQ8xx), in the order of the text.

        None while there is any error: what looks unused may only be misspelt somewhere else.
        """
        if self._hints is None:
            self._hints = self._unused_and_unreached()
        return self._hints

    def _unused_and_unreached(self) -> tuple[Diagnostic, ...]:
        if self.program is None:
            return ()
        from sqlang.semantics.hints import find_hints  # a run needs no hints

        return find_hints(self.surface.program, self.symbols, self.checked, self._memory)


def analyze(
    source: Source | str,
    *,
    workspace: Workspace | None = None,
    overrides: Sequence[tuple[str, str]] = (),
    settings: Settings = AS_WRITTEN,
) -> Analysis:
    """Analyze a program; pure, and it never raises for any text.

    `overrides` replace `let`s (name, text of an expression; LET-2, LET-3), `settings` replace run
    options (LET-1). Libraries are read through the workspace, which knows unsaved buffers.
    """
    if isinstance(source, str):
        source = Source(source)
    with collection_paused():
        surface = parse_surface(source)
        return analysis_of(source, surface, workspace or Workspace(), overrides, settings)


@contextmanager
def collection_paused() -> Iterator[None]:
    """Look for no cyclic garbage meanwhile: an analysis makes tens of thousands of objects at once.

    All of them are alive to its end, so that the collector would go through them again and again
    for nothing, a fifth of the time. Afterwards it is as it was. How much one analysis can make is
    bounded (SQ006, SQ226).
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def analysis_of(
    source: Source,
    surface: SurfaceTree,
    workspace: Workspace,
    overrides: Sequence[tuple[str, str]] = (),
    settings: Settings = AS_WRITTEN,
    memory: LoweringMemory | None = None,
) -> Analysis:
    """The analysis of a text whose surface tree is known; `memory` is of those before an edit."""
    known = None if memory is None else memory.known
    expansions = None if known is None else known.expansions
    kernel = _with_surface(parse_kernel(source, workspace, surface, expansions), surface)
    checked = check(kernel, overrides, settings, known)
    if not checked.within_bounds:
        return Analysis(surface, checked, checked.diagnostics, None, None, known)
    lowered = lower_again(checked, memory)
    program, origins = lowered.program, lowered.origins
    if memory is None:
        problems = tuple(validate(program))
    else:
        from sqlang.lowering.validation import validate_again

        problems = tuple(validate_again(checked, lowered, memory))
    diagnostics = (*checked.diagnostics, *_refused(checked, lowered, problems))
    if diagnostics:
        from sqlang.semantics.consequences import without_consequences

        diagnostics = without_consequences(diagnostics)
    if any(found.severity is Severity.ERROR for found in diagnostics):
        return Analysis(surface, checked, diagnostics, None, None, known)
    return Analysis(surface, checked, diagnostics, program, origins, known)


def _refused(
    checked: Checked, lowered: LoweredProgram, problems: tuple[Problem, ...]
) -> tuple[Diagnostic, ...]:
    """What is wrong with the IR, at the places in the text that it came from."""
    if not problems:
        return ()
    from sqlang.lowering.validation import ValidationReport

    report = ValidationReport(checked, lowered.program, lowered.origins)
    report.add(problems)
    return tuple(report.refusals.diagnostics)


def _with_surface(kernel: KernelTree, surface: SurfaceTree) -> KernelTree:
    """The kernel tree with what only the surface tree says, since the two share nodes.

    A bound that the one met holds for the other; and what is damaged is never without a mistake.
    """
    if kernel.damaged and not kernel.diagnostics:
        return kernel._replace(diagnostics=surface.diagnostics)
    if any(found.code == "SQ006" for found in kernel.diagnostics):
        return kernel
    met = tuple(found for found in surface.diagnostics if found.code == "SQ006")
    return kernel._replace(diagnostics=(*met, *kernel.diagnostics)) if met else kernel
