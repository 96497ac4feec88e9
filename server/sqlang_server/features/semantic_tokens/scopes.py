"""The lists of entries that an entry holds, and which names mean something else in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlang.syntax import tree


class Scope(NamedTuple):
    """The parameters and bindings around a place; equal wherever names mean the same."""

    parameters: frozenset[str] = frozenset()
    bindings: frozenset[str] = frozenset()

    def inside(self, hold: tree.Hold) -> Scope:
        """Bindings are read in the header, but for indices of pools, and in the body (ADM-5)."""
        if hold.at_admission is None:
            return self
        names = (binding.name.name for binding in hold.at_admission.bindings)
        return self._replace(bindings=self.bindings.union(names))


WHOLE: Final = Scope()
"""Where no name is local."""

Entries = Sequence[tree.Node]


def of_definition(definition: tree.Definition) -> Scope:
    """The scope of a body."""
    return Scope(frozenset(parameter.name for parameter in definition.parameters))


def lists_in(entry: tree.Node, scope: Scope) -> Sequence[tuple[Entries, Scope]]:
    """The lists directly in an entry, in the order of the text, each with its scope."""
    entries: Entries
    match entry:
        case tree.Program() | tree.Workload():
            entries = entry.items
        case tree.Pool() | tree.RunSettings():
            entries = entry.options
        case tree.Stage():
            entries = entry.kind.options
        case tree.NamedBlock():
            entries = entry.block.statements
        case tree.Loop():
            entries = entry.body.statements
        case tree.Hold():
            entries, scope = entry.body.statements, scope.inside(entry)
        case tree.Definition(body=tree.Block() as body):
            entries, scope = body.statements, of_definition(entry)
        case tree.Branch():
            entries = entry.then.statements
            if entry.otherwise is not None:
                return (entries, scope), (entry.otherwise.statements, scope)
        case _:
            return ()
    return ((entries, scope),)
