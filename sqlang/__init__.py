"""sqlang: check, run and understand programs in serQ, the language of serving systems.

    import sqlang

    program = sqlang.compile("program.sq", seed=7)
    report = sqlang.run(program)
    print(report.observe("ttft").mean)

Importing it is cheap: each part is loaded when it is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.analysis import Analysis, Settings, analyze
    from sqlang.api.comparing import compare
    from sqlang.api.compiling import compile  # noqa: A004 - pyserq's name
    from sqlang.api.execution import REPORT_VERSION, run
    from sqlang.api.formatting import format  # noqa: A004 - as it says
    from sqlang.api.program import Program
    from sqlang.api.traces import read_trace
    from sqlang.api.tracing import Trace, trace
    from sqlang.diagnostics import Diagnostic, DiagnosticError, Severity
    from sqlang.engine import Limits, Observer, Report
    from sqlang.ir.program import IR_VERSION
    from sqlang.source import Source, Span
    from sqlang.sweeps.library import Sweep, sweep

__all__ = [
    "IR_VERSION",
    "REPORT_VERSION",
    "Analysis",
    "Diagnostic",
    "DiagnosticError",
    "Limits",
    "Observer",
    "Program",
    "Report",
    "Settings",
    "Severity",
    "Source",
    "Span",
    "Sweep",
    "Trace",
    "__version__",
    "analyze",
    "compare",
    "compile",
    "format",
    "read_trace",
    "run",
    "sweep",
    "trace",
]

__version__: Final = "0.1.0"

_HOMES: Final = {
    "IR_VERSION": "sqlang.ir.program",
    "REPORT_VERSION": "sqlang.api.execution",
    "Analysis": "sqlang.analysis",
    "Diagnostic": "sqlang.diagnostics",
    "DiagnosticError": "sqlang.diagnostics",
    "Limits": "sqlang.engine",
    "Observer": "sqlang.engine",
    "Program": "sqlang.api.program",
    "Report": "sqlang.engine",
    "Settings": "sqlang.analysis",
    "Severity": "sqlang.diagnostics",
    "Source": "sqlang.source",
    "Span": "sqlang.source",
    "Sweep": "sqlang.sweeps.library",
    "Trace": "sqlang.api.tracing",
    "analyze": "sqlang.analysis",
    "compare": "sqlang.api.comparing",
    "compile": "sqlang.api.compiling",
    "format": "sqlang.api.formatting",
    "read_trace": "sqlang.api.traces",
    "run": "sqlang.api.execution",
    "sweep": "sqlang.sweeps.library",
    "trace": "sqlang.api.tracing",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load a public name when it is first read."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        """The public names, loaded or not."""
        return sorted({*globals(), *__all__})
