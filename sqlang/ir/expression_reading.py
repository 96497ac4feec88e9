"""Expressions and references from JSON (IR-11 to IR-14), of any depth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from sqlang.ir import program as ir
from sqlang.ir.json_cursor import Cursor

_DISTRIBUTIONS: Final = {item.value: item for item in ir.Distribution}
_FUNCTIONS: Final = {item.value: item for item in ir.Function}
_CONTEXT_VARIABLES: Final = {item.value: item for item in ir.ContextVariable}
_UNARY_OPERATORS: Final = {item.value: item for item in ir.UnaryOperator}
_BINARY_OPERATORS: Final = {item.value: item for item in ir.BinaryOperator}


class _Shape(NamedTuple):
    """One level of an expression: where its operands are, and what becomes of them."""

    operands: list[Cursor]
    build: Callable[[Iterator[ir.Expression]], ir.Expression]


def read_expression(cursor: Cursor) -> ir.Expression:
    """The expression at a place.

    First all levels are looked at from the outside in, then built from the inside out: the stack
    is ours, so that depth costs none of Python's.

    Raises:
        IrError: its shape is wrong (SQ702).
    """
    shapes: list[_Shape] = []
    pending = [cursor]
    while pending:
        shape = _shape(pending.pop())
        shapes.append(shape)
        pending.extend(reversed(shape.operands))
    built: list[ir.Expression] = []
    for operands, build in reversed(shapes):
        built.append(build(iter([built.pop() for _ in operands])))
    return built.pop()


def read_reference(cursor: Cursor) -> ir.Reference:
    """The reference at a place.

    Raises:
        IrError: its shape is wrong (SQ702).
    """
    fields = cursor.fields()
    base = fields["base"].integer()
    count = fields["count"].integer()
    return ir.Reference(base, count, fields.optional("index", read_expression))


def _shape(cursor: Cursor) -> _Shape:
    tag, data = cursor.tagged()
    match tag:
        case "Num":
            number = ir.Number(data.real())
            return _Shape([], lambda _: number)
        case "Attr":
            attribute = ir.Attribute(data.integer())
            return _Shape([], lambda _: attribute)
        case "Ctx":
            context = ir.Context(data.one_of(_CONTEXT_VARIABLES, "context variable"))
            return _Shape([], lambda _: context)
        case "Sample":
            return _sample(data)
        case "Call":
            return _call(data)
        case "Unary" | "Binary" | "Cond":
            return _operation(tag, data)
    raise cursor.is_no("expression", tag)


def _operation(tag: str, data: Cursor) -> _Shape:
    if tag == "Unary":
        operator, operand = data.parts(2)
        sign = operator.one_of(_UNARY_OPERATORS, "operator")
        return _Shape([operand], lambda built: ir.Unary(sign, next(built)))
    if tag == "Binary":
        operator, *operands = data.parts(3)
        joint = operator.one_of(_BINARY_OPERATORS, "operator")
        return _Shape(operands, lambda built: ir.Binary(joint, *built))
    return _Shape(data.parts(3), lambda built: ir.Conditional(*built))


def _sample(data: Cursor) -> _Shape:
    name, arguments = data.parts(2)
    distribution = name.one_of(_DISTRIBUTIONS, "distribution")
    return _Shape(arguments.items(), lambda built: ir.Sample(distribution, tuple(built)))


class _Argument(NamedTuple):
    """An argument of a call: the one expression in it, if any, and what becomes of it."""

    operands: list[Cursor]
    build: Callable[[Iterator[ir.Expression]], ir.Argument]


def _call(data: Cursor) -> _Shape:
    name, arguments = data.parts(2)
    function = name.one_of(_FUNCTIONS, "function")
    shapes = [_argument(argument) for argument in arguments.items()]

    def build(built: Iterator[ir.Expression]) -> ir.Call:
        return ir.Call(function, tuple(shape.build(built) for shape in shapes))

    return _Shape([operand for shape in shapes for operand in shape.operands], build)


def _argument(cursor: Cursor) -> _Argument:
    tag, data = cursor.tagged()
    if tag == "Expr":
        return _Argument([data], next)
    if tag not in ("Pool", "Stage"):
        raise cursor.is_no("argument", tag)
    fields = data.fields()
    base = fields["base"].integer()
    count = fields["count"].integer()
    index = fields.optional("index", lambda place: place)

    def build(built: Iterator[ir.Expression]) -> ir.Argument:
        reference = ir.Reference(base, count, None if index is None else next(built))
        return ir.PoolArgument(reference) if tag == "Pool" else ir.StageArgument(reference)

    return _Argument([] if index is None else [index], build)
