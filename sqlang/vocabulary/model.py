"""What the vocabulary records about each sort of word, in classes that are cheap to define."""

from __future__ import annotations

from sqlang.ir.moments import Moment
from sqlang.ir.program import BinaryOperator, ContextVariable, Distribution, Function, UnaryOperator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Keyword:
    """A word that a production names, in one of the places where it is legal.

    `role` says what it is there (`item`, `pool option`, `statement`, ...), `context` where
    (`program`, `pool`, `serve`, ...): the same spelling has one entry for each context. `moment` is
    that of the expression it takes, if any; `default` is what holds when it is absent (part 1,
    section 11).
    """

    __slots__ = (
        "context",
        "default",
        "documentation",
        "example",
        "moment",
        "role",
        "signature",
        "text",
        "unit",
    )

    def __init__(
        self,
        text: str,
        role: str,
        context: str,
        signature: str,
        documentation: str,
        example: str,
        *,
        moment: Moment | None = None,
        unit: str = "",
        default: str = "",
    ) -> None:
        self.text: Final = text
        self.role: Final = role
        self.context: Final = context
        self.signature: Final = signature
        self.documentation: Final = documentation
        self.example: Final = example
        self.moment: Final = moment
        self.unit: Final = unit
        self.default: Final = default

    def __repr__(self) -> str:
        return f"Keyword({self.text!r}, {self.role!r}, in {self.context!r})"


class FunctionWord:
    """A function of NAM-8. `arguments` has a letter for each: e expression, p pool, s stage.

    `function` is `None` for `blocksize` alone, which is folded before lowering (CST-8); `pure`
    functions depend on their arguments only, the others read the state of a pool or stage.
    """

    __slots__ = ("arguments", "documentation", "function", "name", "pure", "signature", "unit")

    def __init__(
        self,
        name: str,
        function: Function | None,
        arguments: str,
        pure: bool,
        signature: str,
        unit: str,
        documentation: str,
    ) -> None:
        self.name: Final = name
        self.function: Final = function
        self.arguments: Final = arguments
        self.pure: Final = pure
        self.signature: Final = signature
        self.unit: Final = unit
        self.documentation: Final = documentation


class DistributionWord:
    """What may follow `~` (NAM-7)."""

    __slots__ = ("arity", "distribution", "documentation", "name", "signature")

    def __init__(
        self,
        name: str,
        distribution: Distribution,
        arity: int,
        signature: str,
        documentation: str,
    ) -> None:
        self.name: Final = name
        self.distribution: Final = distribution
        self.arity: Final = arity
        self.signature: Final = signature
        self.documentation: Final = documentation


class ContextWord:
    """A context variable and the moments at which it exists (MOM-8)."""

    __slots__ = ("documentation", "moments", "name", "unit", "variable")

    def __init__(
        self,
        name: str,
        variable: ContextVariable,
        moments: frozenset[Moment],
        unit: str,
        documentation: str,
    ) -> None:
        self.name: Final = name
        self.variable: Final = variable
        self.moments: Final = moments
        self.unit: Final = unit
        self.documentation: Final = documentation


class NumberWord:
    """A number that has a name in every expression (NAM-4)."""

    __slots__ = ("documentation", "name", "value")

    def __init__(self, name: str, value: float, documentation: str) -> None:
        self.name: Final = name
        self.value: Final = value
        self.documentation: Final = documentation


class AttributeWord:
    """An attribute that every session has (NAM-3); `writer` says who gives it its value."""

    __slots__ = ("documentation", "name", "unit", "writer")

    def __init__(self, name: str, unit: str, writer: str, documentation: str) -> None:
        self.name: Final = name
        self.unit: Final = unit
        self.writer: Final = writer
        self.documentation: Final = documentation


class OperatorWord:
    """An operator of expressions; `precedence` 1 binds loosest (part 1, section 3)."""

    __slots__ = ("associativity", "documentation", "operator", "precedence", "signature", "text")

    def __init__(
        self,
        text: str,
        operator: BinaryOperator | UnaryOperator | None,
        precedence: int,
        associativity: str,
        signature: str,
        documentation: str,
    ) -> None:
        self.text: Final = text
        self.operator: Final = operator
        self.precedence: Final = precedence
        self.associativity: Final = associativity
        self.signature: Final = signature
        self.documentation: Final = documentation


class MomentWord:
    """A moment in a user's words: `place` reads after "in" (`the cost of an iteration`)."""

    __slots__ = ("documentation", "moment", "place")

    def __init__(self, moment: Moment, place: str, documentation: str) -> None:
        self.moment: Final = moment
        self.place: Final = place
        self.documentation: Final = documentation
