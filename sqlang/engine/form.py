"""Which form the engine in use has: machine code, or plain Python."""

from __future__ import annotations

from typing import Final

from sqlang.engine import numbers

COMPILED: Final = not numbers.__file__.endswith(".py")
"""Whether it is compiled to machine code, in which other things are fast than in plain Python."""
