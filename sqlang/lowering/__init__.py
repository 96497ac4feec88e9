"""From a checked program to its IR, and back from the IR to the text."""

from sqlang.lowering.origins import Origins
from sqlang.lowering.program import lower

__all__ = ["Origins", "lower"]
