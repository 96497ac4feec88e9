"""The boxes that a program declares: its workload, stages and pools, and what ties them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from sqlang.engine.source_form import source_form
from sqlang.ir import program as ir
from sqlang.views.drawing.graph import EdgeKind, Node, NodeKind, Place
from sqlang.views.families import Family, families
from sqlang.views.numbers import exact, plural, quantity

if TYPE_CHECKING:
    from sqlang.lowering import Origins
    from sqlang.views.drawing.sketch import Sketch

FAMILIES_SHOWN: Final = 30
"""Stages, and as many pools, that have a box of their own; the others share one."""

WORKLOAD: Final = "workload"
DONE: Final = "done"
"""The key of the box where a request ends; `end` is a word of Mermaid."""
_DECODE_FIRST: Final = ir.Conditional(
    ir.Context(ir.ContextVariable.DECODING), ir.Number(0.0), ir.Number(1.0)
)


class Deployment:
    """The boxes of a program's declarations, and which of them each stage and pool is."""

    def __init__(self, program: ir.Program, origins: Origins | None, sketch: Sketch) -> None:
        self._program: Final = program
        self._origins: Final = origins
        self._sketch: Final = sketch
        self._stages: Final[dict[int, str]] = {}
        self._pools: Final[dict[int, str]] = {}

    def draw(self) -> None:
        """Add a box for each declaration, then what the declarations say of each other."""
        self._draw_workload()
        stages, pools = families(self._program.stages), families(self._program.pools)
        for number, family in enumerate(stages[:FAMILIES_SHOWN]):
            self._stages.update(dict.fromkeys(family.places, self._draw_stage(number, family)))
        self._draw_others("stage", stages[FAMILIES_SHOWN:], self._stages)
        for number, family in enumerate(pools[:FAMILIES_SHOWN]):
            self._pools.update(dict.fromkeys(family.places, self._draw_pool(number, family)))
        self._draw_others("pool", pools[FAMILIES_SHOWN:], self._pools)
        for family in stages:
            self._tie_stage(family)
        for family in pools:
            self._tie_pool(family)

    def stage(self, reference: ir.Reference) -> str:
        """The box of the stages that a statement means."""
        return self._stages[reference.base]

    def pool(self, reference: ir.Reference) -> str:
        """The box of the pools that a statement means."""
        return self._pools[reference.base]

    def place(self, node: object) -> Place | None:
        """Where an IR node was written."""
        span = None if self._origins is None else self._origins.span(node)
        if span is None:
            return None
        return Place(span.source.path, span.source.lines.position(span.start).line + 1)

    def text(self, expression: ir.Expression) -> str:
        """An expression in the words of the program."""
        return source_form(expression, self._program)

    def texts(self, expressions: tuple[ir.Expression, ...]) -> str:
        """Several expressions, as keys are written."""
        return ", ".join(self.text(each) for each in expressions)

    def pool_name(self, reference: ir.Reference) -> str:
        """A pool as a statement names it."""
        return self._name(self._program.pools[reference.base].name, reference)

    def stage_name(self, reference: ir.Reference) -> str:
        """A stage as a statement names it."""
        return self._name(self._program.stages[reference.base].name, reference)

    def set_values(self, block: int) -> tuple[str, ...]:
        """What a block of the workload gives a request."""
        names = self._program.attributes
        return tuple(
            f"{names[each.slot]} = {self.text(each.value)}"
            for each in self._program.blocks[block]
            if isinstance(each, ir.Set)
        )

    def _name(self, name: str, reference: ir.Reference) -> str:
        return name if reference.index is None else f"{name}[{self.text(reference.index)}]"

    def _draw_workload(self) -> None:
        program = self._program
        facts = [self._arrival(program.arrival)]
        if program.trace is not None:
            order = "in order" if program.trace_ordered else "drawn at random"
            facts.append(f"trace {program.trace}, {order}")
        if program.arrivals is not None:
            facts.append(f"at most {plural(program.arrivals, 'arrival')}")
        facts.extend(self.set_values(program.init))
        place = self.place(program.arrival)
        self._sketch.add(
            Node(WORKLOAD, NodeKind.WORKLOAD, "requests", facts=tuple(facts), place=place)
        )

    def _arrival(self, arrival: ir.Arrival) -> str:
        match arrival:
            case ir.Poisson(rate=rate):
                return f"poisson, {quantity(rate)} per unit of time"
            case ir.Renewal(gap=gap):
                return f"one every {self.text(gap)}"
            case ir.Closed(population=population):
                return f"closed, {exact(population)} at a time"
            case ir.Batch(size=size):
                return f"batch of {exact(size)} at time 0"
            case ir.Sessions(sessions=sessions):
                return f"{exact(len(sessions))} given, at time 0"
            case ir.NoArrivals():
                return "none arrive"

    def _draw_stage(self, number: int, family: Family) -> str:
        stage = self._program.stages[family.base]
        role, facts = self._stage_facts(stage.kind)
        return self._sketch.add(
            Node(
                f"stage{number}",
                NodeKind.STAGE,
                family.name,
                role,
                family.size,
                facts,
                place=self.place(stage),
            )
        )

    def _stage_facts(
        self, kind: ir.Fifo | ir.Ps | ir.Delay | ir.Step
    ) -> tuple[str, tuple[str, ...]]:
        match kind:
            case ir.Fifo(servers=servers):
                return f"fifo, {plural(servers, 'server')}", ()
            case ir.Ps(capacity=capacity):
                return "processor sharing", (f"capacity {self.text(capacity)}",)
            case ir.Delay():
                return "delay", ()
            case ir.Step():
                return "step engine", self._step_facts(kind)

    def _step_facts(self, step: ir.Step) -> tuple[str, ...]:
        facts = []
        if step.budget != ir.Number(math.inf):
            facts.append(f"budget {self.text(step.budget)}")
        if step.chunk != ir.Number(0.0):
            facts.append(f"chunk {self.text(step.chunk)}")
        facts.append(f"cost {self.text(step.cost)}")
        match step.serve:
            case ir.ServeExclusivePrefill():
                facts.append("serve exclusive prefill")
            case ir.ServeBy(keys=(only,)) if only == _DECODE_FIRST:
                facts.append("serve decode first")
            case ir.ServeBy(keys=keys) if keys:
                facts.append(f"serve by ({self.texts(keys)})")
            case _:
                facts.append("serve in order of admission")
        return tuple(facts)

    def _draw_pool(self, number: int, family: Family) -> str:
        pool = self._program.pools[family.base]
        facts = [f"cap {exact(pool.cap)}"]
        if pool.block is not None:
            facts.append(f"block {exact(pool.block)}")
        if isinstance(pool.evict, ir.EvictBy):
            facts.append(f"evict by ({self.texts(pool.evict.keys)})")
        if pool.preempt is ir.Preempt.LIFO:
            facts.append("preempt lifo")
        if pool.queue is not None:
            facts.append(f"queue by ({self.text(pool.queue)})")
        return self._sketch.add(
            Node(
                f"pool{number}",
                NodeKind.POOL,
                family.name,
                "pool",
                family.size,
                tuple(facts),
                place=self.place(pool),
            )
        )

    def _draw_others(self, word: str, others: list[Family], boxes: dict[int, str]) -> None:
        if not others:
            return
        facts = (f"{others[0].name} … {others[-1].name}",)
        key = self._sketch.add(
            Node(f"more{word}s", NodeKind.MORE, f"{len(others)} more {word}s", facts=facts)
        )
        for family in others:
            boxes.update(dict.fromkeys(family.places, key))

    def _tie_stage(self, family: Family) -> None:
        stage = self._program.stages[family.base]
        if isinstance(stage.kind, ir.Step) and stage.kind.memory is not None:
            box, pool = self._stages[family.base], self._pools[stage.kind.memory]
            self._sketch.connect(box, pool, EdgeKind.MEMORY, "memory", self.place(stage))

    def _tie_pool(self, family: Family) -> None:
        pool = self._program.pools[family.base]
        box, place = self._pools[family.base], self.place(pool)
        if pool.admit_via is not None:
            via = self._stages[pool.admit_via]
            self._sketch.connect(via, box, EdgeKind.MEMORY, "admits", place)
        if pool.spill is not None:
            via, target = self._stages[pool.spill.via], self._pools[pool.spill.to]
            label = f"spill {self.text(pool.spill.work)}"
            if pool.spill.when != ir.Number(1.0):
                label += f" when {self.text(pool.spill.when)}"
            self._sketch.connect(box, via, EdgeKind.DATA, label, place)
            self._sketch.connect(via, target, EdgeKind.DATA, f"spill of {pool.name}", place)
