"""Lists of keys, compared in total order, as evictions, queues and serving orders have them."""

from __future__ import annotations

from sqlang.engine.expressions.context import Context
from sqlang.engine.expressions.expression import Expression
from sqlang.engine.numbers import total_order


def sort_key(keys: list[Expression], context: Context) -> list[int]:
    """The values of `keys`, evaluated left to right, in a form that sorts in total order."""
    return [total_order(key.evaluate(context)) for key in keys]
