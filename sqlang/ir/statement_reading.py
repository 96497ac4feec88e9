"""Blocks and statements from JSON (IR-17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sqlang.ir import program as ir
from sqlang.ir.expression_reading import read_expression, read_reference
from sqlang.ir.json_cursor import Cursor

_MODES: Final = {item.value: item for item in ir.Mode}


def read_block(cursor: Cursor) -> tuple[ir.Statement, ...]:
    """The statements of a list.

    Raises:
        IrError: the shape of one is wrong (SQ702).
    """
    return tuple(_statement(item) for item in cursor.items())


def _statement(cursor: Cursor) -> ir.Statement:
    tag, data = cursor.variant()
    if data is None:
        if tag not in _WORDS:
            raise cursor.is_no("statement without data", tag)
        return _WORDS[tag]()
    if tag not in _READERS:
        raise cursor.is_no("statement with data", tag)
    return _READERS[tag](data)


def _set(data: Cursor) -> ir.Set:
    slot, value = data.parts(2)
    return ir.Set(slot.integer(), read_expression(value))


def _observe(data: Cursor) -> ir.Observe:
    slot, value = data.parts(2)
    return ir.Observe(slot.integer(), read_expression(value))


def _hold(data: Cursor) -> ir.Hold:
    fields = data.fields()
    return ir.Hold(
        pools=tuple(_take(item) for item in fields["pools"].items()),
        reuse=fields.optional("reuse", read_expression),
        body=fields["body"].integer(),
        cache=fields.optional("cache", read_expression),
        lease=fields.optional("lease", _lease),
    )


def _take(cursor: Cursor) -> ir.Take:
    pool, units, reserve = cursor.parts(3)
    return ir.Take(
        read_reference(pool),
        read_expression(units),
        None if reserve.is_null() else read_expression(reserve),
    )


def _lease(cursor: Cursor) -> ir.Lease:
    pool, time = cursor.parts(2)
    return ir.Lease(read_reference(pool), read_expression(time))


def _grow(data: Cursor) -> ir.Grow:
    pool, amount = data.parts(2)
    return ir.Grow(read_reference(pool), read_expression(amount))


def _load(data: Cursor) -> ir.Load:
    pool, amount = data.parts(2)
    return ir.Load(read_reference(pool), read_expression(amount))


def _run(data: Cursor) -> ir.Run:
    fields = data.fields()
    return ir.Run(
        stage=read_reference(fields["stage"]),
        mode=fields["mode"].one_of(_MODES, "mode"),
        work=read_expression(fields["work"]),
        growing=fields.optional("growing", read_reference),
        also=tuple(read_reference(item) for item in fields.listed("also")),
    )


def _branch(data: Cursor) -> ir.Branch:
    guard, then, otherwise = data.parts(3)
    return ir.Branch(read_expression(guard), then.integer(), otherwise.integer())


def _choose(data: Cursor) -> ir.Choose:
    fields = data.fields()
    return ir.Choose(
        slot=fields["var"].integer(),
        count=read_expression(fields["count"]),
        keys=tuple(read_expression(key) for key in fields["key"].items()),
    )


_WORDS: Final[Mapping[str, type[ir.Turn | ir.End]]] = {"Turn": ir.Turn, "End": ir.End}
_READERS: Final[Mapping[str, Callable[[Cursor], ir.Statement]]] = {
    "Set": _set,
    "Observe": _observe,
    "Hold": _hold,
    "Grow": _grow,
    "Drop": lambda data: ir.Drop(read_reference(data)),
    "Release": lambda data: ir.Release(read_reference(data)),
    "Load": _load,
    "Run": _run,
    "Branch": _branch,
    "Loop": lambda data: ir.Loop(data.integer()),
    "Choose": _choose,
}
