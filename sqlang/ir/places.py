"""Places of a program in words, for who reads its JSON (IR-54)."""

from __future__ import annotations

from sqlang.ir import program as ir


def statement_place(program: ir.Program, block: int, position: int) -> str:
    """Where a statement stands: the block's part of the program, then its path in the JSON."""
    return f"{_part(program, block)}: blocks[{block}][{position}]"


def pool_place(pool: ir.Pool) -> str:
    """A pool by its name; the members of a family share it."""
    return f"pool `{pool.name}`"


def stage_place(stage: ir.Stage) -> str:
    """A stage by its name; the members of a family share it."""
    return f"stage `{stage.name}`"


def _part(program: ir.Program, block: int) -> str:
    if block == program.init:
        return "`init`"
    return "`turn`" if block == program.turn else "session"
