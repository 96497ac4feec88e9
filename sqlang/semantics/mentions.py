"""Which names a stretch of a text declares and which it uses, as far as it says itself."""

from __future__ import annotations

from sqlang.semantics.scopes import Scope
from sqlang.semantics.symbols import SymbolKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

Passed = tuple[str, int, str, SymbolKind | None]
"""A name as an argument: of what, at which place, the name, and a name space that is not meant.

`BINDING` says that a hold around it binds the name, so that no value of the program is meant; the
kind of an item, that it stands in the item with that very name.
"""


class Mentions:
    """The names in a stretch of a text, without their places, so that an edit elsewhere moves none.

    `declared` has those declared or assigned by kind, in the order of the text. The others are
    uses, without which a program would miss something: names `read` as values, `named` where only
    one name space fits, and `passed` as arguments. No uses are those of a parameter or binding
    where it is known, of an attribute in what it is set to itself, and of a pool or stage in what
    declares it.
    """

    __slots__ = ("declared", "named", "passed", "read")

    def __init__(self) -> None:
        self.declared: Final[dict[SymbolKind, dict[str, None]]] = {}
        self.named: Final[dict[SymbolKind, set[str]]] = {}
        self.passed: Final[set[Passed]] = set()
        self.read: Final[set[str]] = set()

    def declare(self, kind: SymbolKind, name: str) -> None:
        """Add a name that is declared or assigned."""
        names = self.declared.get(kind)
        if names is None:
            self.declared[kind] = {name: None}
        else:
            names[name] = None

    def name(self, kind: SymbolKind, name: str) -> None:
        """Add a name that only one name space fits."""
        names = self.named.get(kind)
        if names is None:
            self.named[kind] = {name}
        else:
            names.add(name)

    def add(self, other: Mentions) -> None:
        """Add what a stretch mentions that follows this one."""
        for kind, names in other.declared.items():
            known = self.declared.get(kind)
            if known is None:
                self.declared[kind] = names.copy()
            else:
                known.update(names)
        for kind, uses in other.named.items():
            used = self.named.get(kind)
            if used is None:
                self.named[kind] = uses.copy()
            else:
                used |= uses
        self.passed.update(other.passed)
        self.read.update(other.read)

    def within(self, scope: Scope) -> Mentions:
        """What is left of them where parameters and bindings are known."""
        if scope.is_empty:
            return self
        parameters, bindings = scope.parameters, scope.bindings
        left = Mentions()
        for kind, names in self.declared.items():
            for name in names:
                if name not in parameters:
                    left.declare(kind, name)
        for kind, uses in self.named.items():
            left.named[kind] = uses.difference(parameters)
        left.read.update(self.read.difference(parameters, bindings))
        for callee, place, name, other in self.passed:
            if name not in parameters:
                is_bound = other is None and name in bindings
                left.passed.add((callee, place, name, SymbolKind.BINDING if is_bound else other))
        return left

    def has(self, name: str) -> bool:
        """Whether a name may occur in the stretch, as anything but a parameter or binding of it."""
        return (
            name in self.read
            or any(name in names for names in self.declared.values())
            or any(name in names for names in self.named.values())
            or any(passed[2] == name for passed in self.passed)
        )
