"""In which name space an argument is looked up that is a name: what a call does with it."""

from __future__ import annotations

from sqlang.semantics.symbols import SymbolKind
from sqlang.syntax import tree
from sqlang.vocabulary import FUNCTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set
    from typing import Final

    from sqlang.semantics.known_mentions import KnownMentions
    from sqlang.semantics.mentions import Passed


_POOL: Final = SymbolKind.POOL
_STAGE: Final = SymbolKind.STAGE
_ARGUMENT_KINDS: Final = {"p": _POOL, "s": _STAGE}

_Argument = tuple[str, int]
"""What is called, and the place of an argument."""


class _Taken:
    """What a body does with a parameter: the kind it takes it as, and what it passes it to."""

    __slots__ = ("kind", "passed_to")

    def __init__(self, kind: SymbolKind | None, passed_to: Set[_Argument]) -> None:
        self.kind: Final = kind
        self.passed_to: Final = passed_to

    def is_like(self, other: _Taken) -> bool:
        """Whether another body does the same."""
        return self.kind is other.kind and self.passed_to == other.passed_to


_NOT_TAKEN: Final = _Taken(None, frozenset())


class ArgumentRoles:
    """What a call does with each argument that is a name: a pool, a stage, or a value (`None`).

    A function says so itself; of a definition it is what its body does with the parameter, or what
    those do that the body passes it to. A pool, if it is taken as both.
    """

    __slots__ = ("_known", "_mentions", "_passed", "_taken", "_used", "definitions")

    def __init__(
        self,
        definitions: Mapping[str, tree.Definition],
        mentions: KnownMentions,
        before: ArgumentRoles | None = None,
    ) -> None:
        self.definitions = definitions
        self._mentions: Final = mentions
        self._passed: frozenset[Passed] = frozenset()
        self._used: dict[SymbolKind, set[str]] | None = None
        self._known: Final[dict[_Argument, SymbolKind | None]] = {}
        self._taken: dict[tree.Definition, Sequence[_Taken]] = (
            {} if before is None else before.still_taken(definitions)
        )

    def role(self, callee: str, place: int) -> SymbolKind | None:
        """The name space in which the argument at a place is looked up."""
        if callee in FUNCTIONS:
            return role_of_function(callee, place)
        if callee not in self.definitions:
            return None
        argument = (callee, place)
        if argument not in self._known:
            self._known[argument] = self._found(argument)
        return self._known[argument]

    def names_used(self, passed: frozenset[Passed]) -> Mapping[SymbolKind, Set[str]]:
        """The names among some arguments by what they are looked up as; values as attributes."""
        if self._used is None or self._passed != passed:
            self._passed = passed
            self._used = {kind: set() for kind in SymbolKind}
            for callee, place, name, other in passed:
                kind = self.role(callee, place)
                if kind is None:
                    if other is not SymbolKind.BINDING:
                        self._used[SymbolKind.ATTRIBUTE].add(name)
                elif kind is not other:
                    self._used[kind].add(name)
        return self._used

    def still_taken(
        self, definitions: Mapping[str, tree.Definition]
    ) -> dict[tree.Definition, Sequence[_Taken]]:
        """What is known of the definitions that are among some others."""
        return {each: self._taken[each] for each in definitions.values() if each in self._taken}

    def go_on_with(self, definitions: Mapping[str, tree.Definition]) -> bool:
        """Be about other definitions, if all that they do with their parameters is the same."""
        before = self.definitions
        if before.keys() != definitions.keys():
            return False
        changed = [name for name, each in definitions.items() if before[name] is not each]
        if not all(self._is_alike(before[name], definitions[name]) for name in changed):
            return False
        self.definitions = definitions
        self._taken = self.still_taken(definitions)
        return True

    def _is_alike(self, one: tree.Definition, other: tree.Definition) -> bool:
        before, after = self._taken_by(one), self._taken_by(other)
        return len(before) == len(after) and all(map(_Taken.is_like, before, after))

    def _found(self, argument: _Argument) -> SymbolKind | None:
        """What becomes of an argument in all that it is passed on to, which may be a circle."""
        taken = self._taken_as(argument)
        if not taken.passed_to:
            return taken.kind
        found = taken.kind
        met = {argument, *taken.passed_to}
        pending = [*taken.passed_to]
        while pending and found is not _POOL:
            each = pending.pop()
            if each in self._known:
                kind = self._known[each]
            else:
                taken = self._taken_as(each)
                kind = taken.kind
                pending += [other for other in taken.passed_to if other not in met]
                met.update(taken.passed_to)
            if found is None or kind is _POOL:
                found = kind
        return found

    def _taken_as(self, argument: _Argument) -> _Taken:
        callee, place = argument
        definition = self.definitions.get(callee)
        if definition is None or place >= len(definition.parameters):
            return _NOT_TAKEN
        return self._taken_by(definition)[place]

    def _taken_by(self, definition: tree.Definition) -> Sequence[_Taken]:
        """What a body does itself with each of the parameters."""
        known = self._taken.get(definition)
        if known is None:
            known = self._taken[definition] = self._looked_at(definition)
        return known

    def _looked_at(self, definition: tree.Definition) -> Sequence[_Taken]:
        body = self._mentions.of_body(definition)
        passed_to: dict[str, set[_Argument]] = {}
        for callee, place, name, _ in body.passed:
            passed_to.setdefault(name, set()).add((callee, place))
        taken: list[_Taken] = []
        for parameter in definition.parameters:
            name = parameter.name
            kinds = [each for each in (_POOL, _STAGE) if name in body.named(each)]
            taken.append(_Taken(kinds[0] if kinds else None, passed_to.get(name, frozenset())))
        return taken


def role_of_function(callee: str, place: int) -> SymbolKind | None:
    """The name space in which a function of the language looks an argument up."""
    arguments = FUNCTIONS[callee].arguments
    return _ARGUMENT_KINDS.get(arguments[place]) if place < len(arguments) else None
