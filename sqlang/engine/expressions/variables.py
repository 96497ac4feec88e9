"""Context variables: what whoever evaluates has set before (EXPR-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlang.engine.expressions.context import Context
from sqlang.engine.expressions.expression import Expression
from sqlang.ir.program import ContextVariable


class Now(Expression):
    """The clock."""

    def evaluate(self, context: Context) -> float:
        return context.clock.now


class Size(Expression):
    """`size`"""

    def evaluate(self, context: Context) -> float:
        return context.size


class Age(Expression):
    """`age`"""

    def evaluate(self, context: Context) -> float:
        return context.age


class Last(Expression):
    """`last`"""

    def evaluate(self, context: Context) -> float:
        return context.last


class Waiting(Expression):
    """`waiting`"""

    def evaluate(self, context: Context) -> float:
        return context.waiting


class Present(Expression):
    """`present`"""

    def evaluate(self, context: Context) -> float:
        return context.present


class Residents(Expression):
    """`residents`"""

    def evaluate(self, context: Context) -> float:
        return context.residents


class Decoders(Expression):
    """`decoders`"""

    def evaluate(self, context: Context) -> float:
        return context.decoders


class KvDecode(Expression):
    """`kv_decode`"""

    def evaluate(self, context: Context) -> float:
        return context.kv_decode


class KvPrefill(Expression):
    """`kv_prefill`"""

    def evaluate(self, context: Context) -> float:
        return context.kv_prefill


class Tokens(Expression):
    """`tokens`"""

    def evaluate(self, context: Context) -> float:
        return context.tokens


class Prefilled(Expression):
    """`prefilled`"""

    def evaluate(self, context: Context) -> float:
        return context.prefilled


class Attention(Expression):
    """`attention`"""

    def evaluate(self, context: Context) -> float:
        return context.attention


class Decoding(Expression):
    """`decoding`"""

    def evaluate(self, context: Context) -> float:
        return context.decoding


class Admission(Expression):
    """`admission`"""

    def evaluate(self, context: Context) -> float:
        return context.admission


class Remaining(Expression):
    """`remaining`"""

    def evaluate(self, context: Context) -> float:
        return context.remaining


VARIABLES: Final[Mapping[ContextVariable, type[Expression]]] = {
    ContextVariable.NOW: Now,
    ContextVariable.SIZE: Size,
    ContextVariable.AGE: Age,
    ContextVariable.LAST: Last,
    ContextVariable.WAITING: Waiting,
    ContextVariable.PRESENT: Present,
    ContextVariable.RESIDENTS: Residents,
    ContextVariable.DECODERS: Decoders,
    ContextVariable.KV_DECODE: KvDecode,
    ContextVariable.KV_PREFILL: KvPrefill,
    ContextVariable.TOKENS: Tokens,
    ContextVariable.PREFILLED: Prefilled,
    ContextVariable.ATTENTION: Attention,
    ContextVariable.DECODING: Decoding,
    ContextVariable.ADMISSION: Admission,
    ContextVariable.REMAINING: Remaining,
}
"""The node that reads each of them."""
