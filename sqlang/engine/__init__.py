"""The engine: runs a program of the IR and reports, bit for bit as the specification says.

It depends on `sqlang.ir` alone. `run` is the way in; an `Observer` watches a run while it goes on.
"""

from __future__ import annotations

from sqlang.engine.errors import RunError
from sqlang.engine.form import COMPILED
from sqlang.engine.limits import Limits, Stopped
from sqlang.engine.main_loop import run
from sqlang.engine.observer import Observer
from sqlang.engine.report import Report

__all__ = [
    "COMPILED",
    "Limits",
    "Observer",
    "Report",
    "RunError",
    "Stopped",
    "run",
]
