"""The engine: runs a program of the IR and reports, bit for bit as the specification says.

It depends on `sqlang.ir` alone. `run` is the way in; an `Observer` watches a run while it goes on.
"""

from __future__ import annotations

from typing import Final

from sqlang.engine import main_loop
from sqlang.engine.errors import RunError
from sqlang.engine.limits import Limits, Stopped
from sqlang.engine.main_loop import run
from sqlang.engine.observer import Observer
from sqlang.engine.report import Report

COMPILED: Final = not main_loop.__file__.endswith(".py")
"""Whether the engine in use is compiled to machine code."""

__all__ = [
    "COMPILED",
    "Limits",
    "Observer",
    "Report",
    "RunError",
    "Stopped",
    "run",
]
