"""Memory that nobody needs: what the libraries keep for debuggers, and free pages.

Each class of the protocol has a copy of all names of its module, so that somebody may ask what the
annotations of its methods mean, and the source of these methods, so that somebody may step through
it. Together with what loading leaves free that is a sixth of what the server has once it is ready.
"""

from __future__ import annotations

import contextlib
import linecache
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

_GENERATED: Final = "<attrs generated"
"""So begins the name of the file that methods are said to come from that no file has."""


def slim(module: ModuleType) -> None:
    """Leave the generated methods of the classes of a module only the names that they use."""
    linecache.clearcache()
    for kind in list(vars(module).values()):
        if isinstance(kind, type):
            _slim_class(kind, vars(module))


def give_back() -> None:
    """Let the system have what pages are free, where the allocator can: that of glibc."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(AttributeError, OSError):
            ctypes.CDLL(None).malloc_trim(0)


def _slim_class(kind: type, of_module: dict[str, Any]) -> None:
    generated = [
        each
        for each in vars(kind).values()
        if isinstance(each, FunctionType)
        and each.__code__.co_filename.startswith(_GENERATED)
        and each.__globals__ is not of_module
    ]
    used = {"__builtins__"}
    for method in generated:
        used.update(_names(method.__code__))
    for names in {id(each.__globals__): each.__globals__ for each in generated}.values():
        kept = {name: value for name, value in names.items() if name in used}
        names.clear()  # a dictionary of which much is deleted stays as large as it was
        names.update(kept)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
