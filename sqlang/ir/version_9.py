"""IR version 9, which pyserq 0.1.0 reads and writes: how it differs from ours (DIF-1 to DIF-9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlang.ir import program as ir
from sqlang.ir.expression_reading import read_expression
from sqlang.ir.expression_validation import draws
from sqlang.ir.json_cursor import Cursor
from sqlang.ir.json_text import Writable
from sqlang.ir.problems import IrError, Problem

VERSION: Final = 9


def refuse_waited(root: Cursor) -> None:
    """Refuse a program that reads `Waited` anywhere, a variable that version 8 does not have.

    Raises:
        IrError: it does (SQ701), with all the places.
    """
    problems = []
    pending = [root]
    while pending:
        cursor = pending.pop()
        if cursor.key == "Ctx" and cursor.value == "Waited":
            problems.append(_not_in_version_8("the variable `Waited`", cursor))
        pending.extend(reversed(cursor.children()))
    if problems:
        raise IrError(problems)


def read_only_key(cursor: Cursor) -> ir.Expression:
    """The queue key in a list of keys.

    Raises:
        IrError: there are several (SQ701), or there is none or no list (SQ702).
    """
    keys = cursor.items()
    if not keys:
        raise cursor.error(f"`{cursor.path()}` should have a key")
    if len(keys) > 1:
        raise IrError((_not_in_version_8(f"a `queue` of {len(keys)} keys", cursor),))
    return read_expression(keys[0])


def as_version_9(node: ir.Node, written: Writable) -> Writable:
    """What one node is written as in version 9, given what it is written as in version 8."""
    if isinstance(node, ir.Program) and isinstance(written, Mapping):
        return {**written, "version": VERSION}
    if isinstance(node, ir.Pool) and isinstance(written, Mapping) and node.queue is not None:
        return {**written, "queue": [node.queue]}
    return written


def pools_in_drawn_order(program: ir.Program) -> list[ir.Pool]:
    """The pools whose queue key draws, which pyserq refuses (DIF-6)."""
    keys = ((pool, pool.queue) for pool in program.pools)
    return [pool for pool, key in keys if key is not None and any(draws(key))]


def _not_in_version_8(what: str, cursor: Cursor) -> Problem:
    reason = f"{what} cannot be said in version {ir.IR_VERSION}"
    return Problem("SQ701", {"version": str(VERSION), "reason": reason}, None, cursor.path())
