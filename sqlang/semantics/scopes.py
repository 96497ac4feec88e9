"""What names mean inside a definition and the holds around a place: parameters and bindings."""

from __future__ import annotations

from collections.abc import Mapping

from sqlang.semantics.symbols import Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Scope:
    """The names that are not those of the whole program at a place of a text."""

    __slots__ = ("bindings", "is_empty", "parameters")

    def __init__(self, parameters: Mapping[str, Symbol], bindings: Mapping[str, Symbol]) -> None:
        self.parameters: Final = parameters
        self.bindings: Final = bindings
        self.is_empty: Final = not parameters and not bindings

    def with_bindings(self, bindings: Mapping[str, Symbol]) -> Scope:
        """The scope in a hold, whose bindings hide those around it."""
        return Scope(self.parameters, {**self.bindings, **bindings}) if bindings else self

    def find(self, name: str) -> Symbol | None:
        """A name in a place that only one name space fits: a parameter may stand there too."""
        return self.parameters.get(name)

    def value(self, name: str) -> Symbol | None:
        """A name read as a value."""
        return self.parameters.get(name) or self.bindings.get(name)


OUTERMOST: Final = Scope({}, {})
"""Where every name means what it means in the whole program."""
