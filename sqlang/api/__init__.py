"""The library: compile a program, run it, read its report, by the names users of `pyserq` know.

Whatever is wrong with a program or a run is a `DiagnosticError` (a `ValueError`) with the
diagnostics and their places. `import sqlang` gives the names; here is where they come from.
"""
