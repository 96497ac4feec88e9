"""From a text to all that is known of it: trees, symbols, constants, diagnostics, IR."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from sqlang.diagnostics.model import Diagnostic, Severity
from sqlang.ir import program as ir
from sqlang.ir.validation import validate
from sqlang.lowering import Origins, lower
from sqlang.lowering.validation import ValidationReport
from sqlang.semantics import Checked, Settings, check
from sqlang.semantics.settings import AS_WRITTEN
from sqlang.source import Source
from sqlang.syntax.kernel import KernelTree, parse_kernel
from sqlang.syntax.surface import SurfaceTree, parse_surface
from sqlang.syntax.workspace import Workspace

if TYPE_CHECKING:
    from sqlang.semantics.symbols import SymbolTable

__all__ = ["Analysis", "Settings", "analyze"]


class Analysis:
    """One text, analyzed. Never changes; the symbols are made when they are first asked for.

    `diagnostics` begin with the error that the reference reports (ORD-1 to ORD-5) and hold those of
    libraries too; `span.source` tells the file. `program` and `origins` are `None` if there is any
    error.
    """

    def __init__(
        self,
        surface: SurfaceTree,
        checked: Checked,
        diagnostics: tuple[Diagnostic, ...],
        program: ir.Program | None,
        origins: Origins | None,
    ) -> None:
        self.surface: Final = surface
        self.checked: Final = checked
        self.diagnostics: Final = diagnostics
        self.program: Final = program
        self.origins: Final = origins

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

    @cached_property
    def symbols(self) -> SymbolTable:
        """What the text and its libraries declare, and where each name of it occurs."""
        from sqlang.semantics.occurrences import symbol_table  # a check needs no symbols

        surfaces = [self.surface, *(parse_surface(each) for each in self.kernel.sources[1:])]
        within_bounds = [
            each.program
            for each in surfaces
            if all(found.code != "SQ006" for found in each.diagnostics)
        ]
        return symbol_table(within_bounds)


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
    surface = parse_surface(source)
    kernel = _with_surface(parse_kernel(source, workspace or Workspace(), surface), surface)
    checked = check(kernel, overrides, settings)
    if not checked.within_bounds:
        return Analysis(surface, checked, checked.diagnostics, None, None)
    program, origins = lower(checked)
    report = ValidationReport(checked, program, origins)
    report.add(validate(program))
    diagnostics = (*checked.diagnostics, *report.refusals.diagnostics)
    if any(found.severity is Severity.ERROR for found in diagnostics):
        return Analysis(surface, checked, diagnostics, None, None)
    return Analysis(surface, checked, diagnostics, program, origins)


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
