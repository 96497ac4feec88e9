"""Which names a stretch of a text declares and which it uses, as far as it says itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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

_KINDS: Final = len(SymbolKind)
_DECLARED: Final = {kind: number for number, kind in enumerate(SymbolKind)}
_NAMED: Final = {kind: number for number, kind in enumerate(SymbolKind, _KINDS)}
_READ: Final = 2 * _KINDS
_SORTS: Final = 2 * _KINDS + 1
_LOCAL: Final = (_DECLARED[SymbolKind.PARAMETER], _DECLARED[SymbolKind.BINDING])
_NO_NAMES: Final[frozenset[str]] = frozenset()


class Mentions:
    """The names in a stretch of a text, without their places, so that an edit elsewhere moves none.

    Some are declared or assigned. Others are uses, without which a program would miss something:
    names that are `read` as values, named where only one name space fits, and `passed` as
    arguments. No uses are those of a parameter or binding where it is known, of an attribute in
    what it is set to itself, and of a pool or stage in what declares it. `names` are sorted by what
    they are there for.
    """

    __slots__ = ("names", "passed")

    def __init__(self, names: Sequence[frozenset[str]], passed: frozenset[Passed]) -> None:
        self.names: Final = names
        self.passed: Final = passed

    def declared(self, kind: SymbolKind) -> frozenset[str]:
        """The names of a kind that are declared or assigned."""
        return self.names[_DECLARED[kind]]

    def named(self, kind: SymbolKind) -> frozenset[str]:
        """The names that stand where only this name space fits."""
        return self.names[_NAMED[kind]]

    @property
    def read(self) -> frozenset[str]:
        """The names that are read as values."""
        return self.names[_READ]

    def has(self, name: str) -> bool:
        """Whether a name may occur in the stretch, as anything but a parameter or binding of it."""
        for names in self.names:
            if name in names:
                return True
        return any(passed[2] == name for passed in self.passed)

    def within(self, scope: Scope) -> Mentions:
        """What is left of them where parameters and bindings are known."""
        if scope.is_empty:
            return self
        parameters, bindings = scope.parameters, scope.bindings
        left = list(self.names)
        if parameters:
            for number, names in enumerate(left):
                if names and number not in _LOCAL:
                    left[number] = names.difference(parameters)
        left[_READ] = left[_READ].difference(bindings)
        passed: list[Passed] = []
        for callee, place, name, other in self.passed:
            if name not in parameters:
                is_bound = other is None and name in bindings
                passed.append((callee, place, name, SymbolKind.BINDING if is_bound else other))
        return Mentions(left, frozenset(passed))


class Gathered:
    """What is gathered of a stretch before it is all known, and of `parts` in it."""

    __slots__ = ("_names", "parts", "passed")

    def __init__(self) -> None:
        self._names: Final[dict[int, set[str]]] = {}
        self.passed: Final[set[Passed]] = set()
        self.parts: Final[list[Mentions]] = []

    def declare(self, kind: SymbolKind, name: str) -> None:
        """Add a name that is declared or assigned."""
        self._add(_DECLARED[kind], name)

    def name(self, kind: SymbolKind, name: str) -> None:
        """Add a name that stands where only this name space fits."""
        self._add(_NAMED[kind], name)

    def read(self, name: str) -> None:
        """Add a name that is read as a value."""
        self._add(_READ, name)

    def all(self) -> Mentions:
        """What is mentioned by itself and in the parts."""
        if not self._names and not self.passed:
            return together(self.parts)
        names = [_NO_NAMES] * _SORTS
        for sort, gathered in self._names.items():
            names[sort] = frozenset(gathered)
        return together([*self.parts, Mentions(names, frozenset(self.passed))])

    def _add(self, sort: int, name: str) -> None:
        names = self._names.get(sort)
        if names is None:
            self._names[sort] = {name}
        else:
            names.add(name)


class AllMentions:
    """What many stretches mention together; each sort of names is joined once it is asked for.

    What was joined of those `before` an edit is taken over if its change is none to that sort.
    """

    __slots__ = ("_joined", "_passed", "parts")

    def __init__(self, parts: Sequence[Mentions], before: AllMentions | None = None) -> None:
        self.parts: Final = parts
        self._joined: Final[dict[int, frozenset[str]]] = {}
        self._passed: frozenset[Passed] | None = None
        if before is not None:
            self._take_over(before)

    def _take_over(self, before: AllMentions) -> None:
        earlier, now = set(before.parts), set(self.parts)
        gone, new = earlier - now, now - earlier
        for sort, joined in before._joined.items():
            if _of_sort(sort, gone) == _of_sort(sort, new):
                self._joined[sort] = joined
        if _passed_in(gone) == _passed_in(new):
            self._passed = before._passed

    def declared(self, kind: SymbolKind) -> frozenset[str]:
        """The names of a kind that are declared or assigned."""
        return self._of_sort(_DECLARED[kind])

    def named(self, kind: SymbolKind) -> frozenset[str]:
        """The names that stand where only this name space fits."""
        return self._of_sort(_NAMED[kind])

    @property
    def read(self) -> frozenset[str]:
        """The names that are read as values."""
        return self._of_sort(_READ)

    @property
    def passed(self) -> frozenset[Passed]:
        """The names that are arguments."""
        if self._passed is None:
            self._passed = _passed_in(self.parts)
        return self._passed

    def _of_sort(self, sort: int) -> frozenset[str]:
        known = self._joined.get(sort)
        if known is None:
            known = self._joined[sort] = _of_sort(sort, self.parts)
        return known


NOTHING: Final = Mentions([_NO_NAMES] * _SORTS, frozenset())


def together(parts: Sequence[Mentions]) -> Mentions:
    """What some stretches mention as one."""
    if len(parts) < 2:
        return parts[0] if parts else NOTHING
    columns = zip(*[part.names for part in parts], strict=True)
    names = [_NO_NAMES.union(*column) or _NO_NAMES for column in columns]
    passed = NOTHING.passed.union(*[part.passed for part in parts])
    return Mentions(names, passed or NOTHING.passed)


def _of_sort(sort: int, parts: Iterable[Mentions]) -> frozenset[str]:
    return _NO_NAMES.union(*[part.names[sort] for part in parts if part.names[sort]])


def _passed_in(parts: Iterable[Mentions]) -> frozenset[Passed]:
    return NOTHING.passed.union(*[part.passed for part in parts])
