"""What mypyc is told about a class, without what the package of that decorator costs at a start.

`mypy_extensions` imports `typing`. mypyc reads the decorator in the source, so nothing has to
happen when the program runs. This module itself stays plain.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_attributes: object) -> object:
        """A decorator that leaves a class as it is."""
        return lambda decorated: decorated


__all__ = ["mypyc_attr"]
