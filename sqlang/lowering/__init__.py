"""From a checked program to its IR, and back from the IR to the text."""

from sqlang.lowering.origins import Origins
from sqlang.lowering.program import lower, lower_again

__all__ = ["Origins", "lower", "lower_again"]
