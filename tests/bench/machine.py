"""What the figures were measured on."""

from __future__ import annotations

import os
import platform


def machine() -> str:
    """The processor, if the system tells, how many there are, and the interpreter."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            named = [line for line in file if line.startswith("model name")]
    except OSError:
        named = []
    processor = named[0].partition(":")[2].strip() if named else platform.processor()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{processor or platform.machine()}, {os.cpu_count()} cores, {python}"
