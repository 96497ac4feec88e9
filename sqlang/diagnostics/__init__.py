"""What is wrong with a program, where, and how to mend it: one model for terminal and editor."""

from sqlang.diagnostics.model import Diagnostic, DiagnosticError, Edit, Fix, Related, Severity

__all__ = ["Diagnostic", "DiagnosticError", "Edit", "Fix", "Related", "Severity"]
