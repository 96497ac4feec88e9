"""What a program uses: statements, options, forms and draws, by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlang.ir import program as ir
from sqlang.ir.traversal import walk
from sqlang.source import Source
from sqlang.syntax.lexer import tokenize
from tests.ir.operands import program_operands

_WORDS: Final = ("request", "prefill", "decode", "tool", "transfer")
"""Words of the text that leave no trace of their own in the IR."""


def features(text: str, program: ir.Program) -> set[str]:
    """Everything that a program uses."""
    return {
        *_words(text),
        *_statements(program),
        *_pools(program),
        *_stages(program),
        *_workload(program),
        *_expressions(program),
    }


def _words(text: str) -> Iterator[str]:
    """Sugar: the serving forms at the start of a statement, definitions, bindings."""
    words = [token.text for token in tokenize(Source(text)).tokens]
    for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
        if word in _WORDS and before in (";", "{", "}", '"'):
            yield f"statement {word}"
        if word == "at" and after == "admission":
            yield "at admission"
        if word == "with" and before == "branch":
            yield "statement branch with"
    if "use" in words:
        yield "library"


def _statements(program: ir.Program) -> Iterator[str]:
    for block in program.blocks:
        for statement in block:
            yield f"statement {type(statement).__name__.lower()}"
            if isinstance(statement, ir.Hold):
                yield from _clauses(statement)
            if isinstance(statement, ir.Run):
                yield f"run {statement.mode.value.lower()}"
                yield from ["run on several"] if statement.also else []
                yield from ["run growing"] if statement.growing is not None else []


def _clauses(hold: ir.Hold) -> Iterator[str]:
    for name in ("reuse", "cache", "lease"):
        if getattr(hold, name) is not None:
            yield f"hold {name}"
    if any(take.reserve is not None for take in hold.pools):
        yield "hold reserve"
    if len(hold.pools) > 1:
        yield "hold of several"


def _pools(program: ir.Program) -> Iterator[str]:
    for pool in program.pools:
        yield "pool evict by" if isinstance(pool.evict, ir.EvictBy) else "pool evict lru"
        yield f"pool preempt {pool.preempt.value.lower()}"
        yield "pool queue fifo" if pool.queue is None else "pool queue by"
        for name in ("block", "spill", "admit_via"):
            if getattr(pool, name) is not None:
                yield f"pool {name.replace('_', ' ')}"
    if len({pool.name for pool in program.pools}) < len(program.pools):
        yield "pool family"


def _stages(program: ir.Program) -> Iterator[str]:
    for stage in program.stages:
        yield f"stage {type(stage.kind).__name__.lower()}"
        if isinstance(stage.kind, ir.Step):
            serve = stage.kind.serve
            if isinstance(serve, ir.ServeExclusivePrefill):
                yield "serve exclusive prefill"
            elif not serve.keys:
                yield "serve admission"
            else:
                yield "serve decode first" if _is_decode_first(serve) else "serve by"
            if stage.kind.memory is not None:
                yield "step memory"
    if len({stage.name for stage in program.stages}) < len(program.stages):
        yield "stage family"


def _is_decode_first(serve: ir.ServeBy) -> bool:
    decoding = ir.Context(ir.ContextVariable.DECODING)
    return serve.keys == (ir.Conditional(decoding, ir.Number(0.0), ir.Number(1.0)),)


def _workload(program: ir.Program) -> Iterator[str]:
    yield f"arrive {type(program.arrival).__name__.lower()}"
    if program.arrivals is not None:
        yield "arrivals"
    if program.trace is not None:
        yield "trace ordered" if program.trace_ordered else "trace"
    if program.hidden:
        yield "hidden"
    if program.share is not None:
        yield f"share {program.share.value.lower()}"


def _expressions(program: ir.Program) -> Iterator[str]:
    for operand in program_operands(program):
        for part in walk(operand.node):
            if isinstance(part, ir.Sample):
                yield f"distribution {part.distribution.value.lower()}"
            elif isinstance(part, ir.Call):
                yield f"function {part.function.value}"
