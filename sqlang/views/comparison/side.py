"""One of the two programs: its names, and where in its text something stands."""

from __future__ import annotations

from typing import NamedTuple

from sqlang.engine.observer import Statement
from sqlang.engine.source_form import source_form
from sqlang.ir import program as ir
from sqlang.lowering import Origins
from sqlang.source import Source, Span
from sqlang.syntax import tree
from sqlang.views.comparison.clauses import line_of
from sqlang.views.families import families


class Place(NamedTuple):
    """A line, counted from 1, and what stands there; `path` is None in the program's own text."""

    line: int
    text: str
    path: str | None = None

    @property
    def named(self) -> str:
        """`line 12`, or `library.sq:12`."""
        return f"line {self.line}" if self.path is None else f"{self.path}:{self.line}"


class Side:
    """A program that is compared, by the name it is spoken of.

    Without origins, as of a program read from its IR, nothing has a place. Members of families
    are named `name[i]`, so that programs with different families can be compared.
    """

    def __init__(
        self,
        name: str,
        program: ir.Program,
        text: Source | None = None,
        origins: Origins | None = None,
    ) -> None:
        self.name = name
        self.program = program
        self.text = text
        self._origins = origins
        self.stages = _names(program.stages)
        self.pools = _names(program.pools)

    def statement(self, block: int, position: int) -> Place | None:
        """Where a statement stands; of one from a definition, where that is used in this text."""
        origins = self._origins
        if origins is None:
            return None
        span = origins.statement(block, position)
        uses = origins.uses(self.program.blocks[block][position])
        spans = [each for each in (span, *uses) if each is not None]
        own = next((each for each in spans if each.source is self.text), None)
        found = own or span
        return None if found is None else self._place(found)

    def stage_option(self, stage: int, word: str) -> Place | None:
        """The option of a step stage, None if it is not written."""
        node = self._node(self.program.stages[stage])
        if not isinstance(node, tree.Stage):
            return None
        return self._option(node.kind.options, word)

    def pool_option(self, pool: int, word: str) -> Place | None:
        """The option of a pool, None if it is not written."""
        node = self._node(self.program.pools[pool])
        return self._option(node.options, word) if isinstance(node, tree.Pool) else None

    def arrivals(self) -> Place | None:
        """Where the arrivals are described."""
        return self._place_of(self.program.arrival)

    def cap(self, name: str) -> float:
        """The capacity of the pool of this name."""
        return self.program.pools[self.pools.index(name)].cap

    def stage_kind(self, name: str) -> str | None:
        """What a stage with a queue or a capacity of its own is, as `fifo(2)`."""
        if name not in self.stages:
            return None
        kind = self.program.stages[self.stages.index(name)].kind
        match kind:
            case ir.Fifo():
                return f"fifo({kind.servers})"
            case ir.Ps():
                return f"ps({source_form(kind.capacity, self.program)})"
            case ir.Delay():
                return "delay"
        return None

    def mode(self, statement: Statement | None) -> str:
        """What a job of a statement is: `prefill`, `decode`, or empty if it is neither."""
        if statement is None:
            return ""
        found = self.program.blocks[statement.block][statement.position]
        if not isinstance(found, ir.Run) or found.mode is ir.Mode.PLAIN:
            return ""
        return "prefill" if found.mode is ir.Mode.PREFILL else "decode"

    def is_exclusive(self, stage: int) -> bool:
        """Whether a prefill is a batch by itself (STEP-9)."""
        kind = self.program.stages[stage].kind
        return isinstance(kind, ir.Step) and isinstance(kind.serve, ir.ServeExclusivePrefill)

    def _option(self, options: tuple[tree.Node, ...], word: str) -> Place | None:
        for option in options:
            given = getattr(option, "word", None)
            if isinstance(given, tree.Identifier) and given.name == word:
                return self._place(option.span)
        return None

    def _node(self, node: object) -> tree.Node | None:
        return None if self._origins is None else self._origins.node(node)

    def _place_of(self, node: object) -> Place | None:
        found = self._node(node)
        return None if found is None else self._place(found.span)

    def _place(self, span: Span) -> Place:
        text = " ".join(span.text.partition("\n")[0].split())
        path = None if span.source is self.text else span.source.path
        return Place(line_of(span.source, span.start), text, path)


def _names(members: tuple[ir.Stage, ...] | tuple[ir.Pool, ...]) -> tuple[str, ...]:
    return tuple(family.member(place) for family in families(members) for place in family.places)
