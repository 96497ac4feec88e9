"""What a program means: sugar rewritten, names looked up, constants folded, rules checked."""

from sqlang.semantics.checked import Checked
from sqlang.semantics.checker import check
from sqlang.semantics.settings import Settings

__all__ = ["Checked", "Settings", "check"]
