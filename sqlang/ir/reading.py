"""A program from JSON: its version and shape (IR-60 to IR-63), then its validity (IR-64)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlang.ir import program as ir
from sqlang.ir import version_9
from sqlang.ir.expression_reading import read_expression
from sqlang.ir.json_cursor import Cursor
from sqlang.ir.json_text import Json, JsonError, JsonObject, parse_json
from sqlang.ir.node import fields_of
from sqlang.ir.problems import IrError, Problem
from sqlang.ir.statement_reading import read_block
from sqlang.ir.validation import validate

_VERSIONS: Final = (ir.IR_VERSION, version_9.VERSION)
_PREEMPTS: Final = {item.value: item for item in ir.Preempt}
_SHARES: Final = {item.value: item for item in ir.Share}
_SLOT_FIELDS: Final = tuple(f"slot_{name}" for name in fields_of(ir.BuiltinSlots))


def from_json(text: str | bytes) -> ir.Program:
    """The program that a JSON text of IR version 8 or 9 describes.

    Of version 9 everything is read that version 8 can say (DIF-9).

    Raises:
        IrError: another version, or what only version 9 can say (SQ701), not JSON or not of the
            shape (SQ702), or not valid, with all that is wrong in the order of `validate`.
    """
    root = _parse(text)
    _check_version(root)
    program = _program(Cursor(root))
    if problems := validate(program):
        raise IrError(problems)
    return program


def _parse(text: str | bytes) -> Json:
    try:
        return parse_json(text.decode() if isinstance(text, bytes) else text)
    except UnicodeDecodeError as error:
        reason, where = "it is not UTF-8 text", f"byte {error.start}"
    except JsonError as error:
        reason, where = str(error), f"line {error.line}, column {error.column}"
        reason = f"{reason} ({where})"
    raise IrError((Problem("SQ702", {"reason": reason}, None, where),))


def _check_version(root: Json) -> None:
    """Refuse another version before anything else (IR-60)."""
    if not isinstance(root, JsonObject):
        return
    for name, version in root.members:
        if name == "version" and type(version) is int and version not in _VERSIONS:
            values = {"version": str(version), "reason": "versions 8 and 9 are read"}
            raise IrError((Problem("SQ701", values, None, "version"),))


def _program(cursor: Cursor) -> ir.Program:
    fields = cursor.fields()
    is_next_version = fields["version"].integer() == version_9.VERSION
    if is_next_version:
        version_9.refuse_waited(cursor)
    read_queue = version_9.read_only_key if is_next_version else read_expression
    return ir.Program(
        attributes=tuple(item.string() for item in fields["attrs"].items()),
        observes=tuple(item.string() for item in fields["observes"].items()),
        pools=tuple(_pool(item, read_queue) for item in fields["pools"].items()),
        stages=tuple(_stage(item) for item in fields["stages"].items()),
        arrival=_arrival(fields["arrival"]),
        trace=fields.optional("trace", Cursor.string),
        trace_ordered=fields["trace_ordered"].boolean(),
        init=fields["init"].integer(),
        turn=fields["turn"].integer(),
        session=fields["session"].integer(),
        blocks=tuple(read_block(item) for item in fields["blocks"].items()),
        horizon=fields["horizon"].floating(),
        warmup=fields["warmup"].floating(),
        seed=fields["seed"].integer(),
        arrivals=fields.optional("arrivals", Cursor.integer),
        slots=ir.BuiltinSlots(*(fields[name].integer() for name in _SLOT_FIELDS)),
        hidden=tuple(item.integer() for item in fields["hidden"].items()),
        share=fields.optional("share", lambda place: place.one_of(_SHARES, "rule of sharing")),
    )


def _pool(cursor: Cursor, read_queue: Callable[[Cursor], ir.Expression]) -> ir.Pool:
    fields = cursor.fields()
    return ir.Pool(
        name=fields["name"].string(),
        cap=fields["cap"].real(),
        block=fields.optional("block", Cursor.floating),
        evict=_eviction(fields["evict"]),
        preempt=fields["preempt"].one_of(_PREEMPTS, "rule of preemption"),
        queue=fields.optional("queue", read_queue),
        spill=fields.optional("spill", _spill),
        admit_via=fields.optional("admit_via", Cursor.integer),
    )


def _eviction(cursor: Cursor) -> ir.EvictLru | ir.EvictBy:
    keys = _keys_or(cursor, "Lru", "rule of eviction")
    return ir.EvictLru() if keys is None else ir.EvictBy(keys)


def _spill(cursor: Cursor) -> ir.Spill:
    fields = cursor.fields()
    return ir.Spill(
        to=fields["to"].integer(),
        via=fields["via"].integer(),
        work=read_expression(fields["work"]),
        when=read_expression(fields["when"]),
    )


def _stage(cursor: Cursor) -> ir.Stage:
    fields = cursor.fields()
    return ir.Stage(fields["name"].string(), _kind(fields["kind"]))


def _kind(cursor: Cursor) -> ir.Fifo | ir.Ps | ir.Delay | ir.Step:
    match cursor.variant():
        case "Delay", None:
            return ir.Delay()
        case "Fifo", Cursor() as servers:
            return ir.Fifo(servers.integer())
        case "Ps", Cursor() as capacity:
            return ir.Ps(read_expression(capacity))
        case "Step", Cursor() as step:
            return _step(step)
        case tag, _:
            raise cursor.is_no("kind of stage", tag)


def _step(cursor: Cursor) -> ir.Step:
    fields = cursor.fields()
    keys = _keys_or(fields["serve"], "ExclusivePrefill", "serving rule")
    return ir.Step(
        budget=read_expression(fields["budget"]),
        cost=read_expression(fields["cost"]),
        chunk=read_expression(fields["chunk"]),
        serve=ir.ServeExclusivePrefill() if keys is None else ir.ServeBy(keys),
        memory=fields.optional("memory", Cursor.integer),
    )


def _keys_or(cursor: Cursor, word: str, kind: str) -> tuple[ir.Expression, ...] | None:
    """The keys of a `By`, or None for the one word that may stand instead."""
    match cursor.variant():
        case "By", Cursor() as keys:
            return tuple(read_expression(key) for key in keys.items())
        case tag, None if tag == word:
            return None
        case tag, _:
            raise cursor.is_no(kind, tag)


def _arrival(cursor: Cursor) -> ir.Arrival:
    match cursor.variant():
        case "None", None:
            return ir.NoArrivals()
        case "Poisson", Cursor() as rate:
            return ir.Poisson(rate.floating())
        case "Renewal", Cursor() as gap:
            return ir.Renewal(read_expression(gap))
        case "Closed", Cursor() as population:
            return ir.Closed(population.integer())
        case "Batch", Cursor() as size:
            return ir.Batch(size.integer())
        case "Sessions", Cursor() as sessions:
            return ir.Sessions(tuple(_session_values(item) for item in sessions.items()))
        case tag, _:
            raise cursor.is_no("arrival", tag)


def _session_values(cursor: Cursor) -> ir.SessionValues:
    fields = cursor.fields()
    turns = tuple(_slot_values(turn) for turn in fields.listed("turns"))
    return ir.SessionValues(_slot_values(fields["attrs"]), turns)


def _slot_values(cursor: Cursor) -> tuple[tuple[int, float], ...]:
    pairs = (item.parts(2) for item in cursor.items())
    return tuple((slot.integer(), value.floating()) for slot, value in pairs)
