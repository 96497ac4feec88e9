"""Checks a program against what it declares, in the order of ORD-3."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from sqlang.semantics.bounds import MOST_MEMBERS
from sqlang.semantics.constants import Constants
from sqlang.semantics.declarations import Declarations, PoolDeclaration, StageDeclaration
from sqlang.semantics.names import Names, first_assignment
from sqlang.semantics.refusals import Place, Refusals
from sqlang.semantics.resolution import Resolver
from sqlang.semantics.settings import Settings
from sqlang.semantics.sides import ProgramBlocks
from sqlang.semantics.statements import Statements, leased_targets
from sqlang.semantics.token_order import TokenOrder
from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.semantics.meanings import Meanings
    from sqlang.semantics.memory import Memory


class Linker:
    """One pass over a program; `names` and `constants` are what it found out."""

    __slots__ = (
        "_declared",
        "_known",
        "_order",
        "_refusals",
        "_resolver",
        "constants",
        "names",
    )

    def __init__(
        self,
        declared: Declarations,
        refusals: Refusals,
        order: TokenOrder,
        memory: Memory | None = None,
    ) -> None:
        self._known: Final = memory
        self._declared: Final = declared
        self._refusals: Final = refusals
        self._order: Final = order
        self.names: Final = Names()
        self.constants: Final = Constants(refusals)
        self._resolver: Final = Resolver(self.names, refusals)

    def link(
        self,
        blocks: ProgramBlocks,
        overrides: Mapping[str, tree.Expression],
        settings: Settings,
    ) -> None:
        """Check everything that is declared or said."""
        before = self._refusals.doubts
        known = None if overrides else self._declared.known
        if known is None or not known.give_values(self.constants, self._refusals.damage):
            known = None
            for let in self._declared.lets:
                self.constants.declare(let.name.name, overrides.get(let.name.name, let.value))
        self._declare(blocks)
        if known is None or not known.are_right(self.names.attributes):
            self._families()
            is_right = self._refusals.damage.whole and self._refusals.doubts == before
            if self._known is not None and is_right and not overrides:
                self._remember(self._known)
        self._arrival()
        if self._known is not None:
            mean = (
                declared_meanings(self.names, self.constants) if known is None else known.meanings
            )
            self._known.changes.learn(meanings(mean, self._declared.hidden, self.names.attributes))
        self._blocks(blocks)
        self._run(settings)
        self._hidden()

    def _declare(self, blocks: ProgramBlocks) -> None:
        """Families, then attributes (NAM-2, NAM-5, NAM-6)."""
        self.names.declare_families(self._declared.pools, self._declared.stages, self._refusals)
        self._bound_members()
        said = (*blocks.workload(), *blocks.sessions())
        self.names.introduce(said, self._known)
        for let in self._declared.lets:
            if let.name.name in self.names.attributes:
                self._no_attribute(let.name, said)
        self.names.settle(self.constants.lets)

    def _no_attribute(self, name: tree.Identifier, blocks: Sequence[tree.Block]) -> None:
        """A `let` is no attribute, assigned or built in (NAM-6)."""
        assigned = first_assignment(name.name, blocks)
        if assigned is None:
            self._refusals.refuse("SQ407", name, name=name.name)
        else:
            also = ((name, "declared as a constant here"),)
            self._refusals.refuse("SQ407", assigned, also=also, name=name.name)

    def _families(self) -> None:
        for pool in self._declared.pools:
            self._pool(pool)
        for stage in self._declared.stages:
            self._stage(stage)

    def _remember(self, memory: Memory) -> None:
        """Keep what was found out about constants, pools and stages, as nothing was refused."""
        from sqlang.semantics.known_declarations import KnownDeclarations  # as in `meanings`

        words = [memory.facts.words_of(node) for node in self._declared.nodes]
        memory.declarations = KnownDeclarations(
            self._declared,
            self.constants,
            frozenset[str]().union(*words),
            self.names.attributes,
            declared_meanings(self.names, self.constants),
        )

    def _arrival(self) -> None:
        """A number for most arrivals, an expression for `renewal` (WRK-2)."""
        arrive = self._declared.arrive
        if arrive is None or arrive.argument is None:
            return
        if arrive.word.name == "renewal":
            self._resolver.expression(arrive.argument)
        else:
            self.constants.evaluate(arrive.argument)

    def _blocks(self, blocks: ProgramBlocks) -> None:
        leased = leased_targets(blocks.sessions(), self._known)
        statements = Statements(self._resolver, self._refusals, self._order, leased, self._known)
        named = ((self._declared.init, blocks.init), (self._declared.turn, blocks.turn))
        for item, block in named:
            if item is not None and block is not None:
                statements.assignments(item.word, block)
        for block in blocks.sessions():
            statements.block(block)

    def _run(self, settings: Settings) -> None:
        """The run options and the run window (WRK-4)."""
        options = self._declared.run_options
        whole = self._refusals.damage.whole
        if whole and settings.horizon is None and "horizon" not in options:
            self._refusals.refuse("SQ451", run_place(self._declared, self._order))
        given: dict[str, float | None] = {"warmup": 0.0}
        for word in ("horizon", "warmup", "seed", "arrivals"):
            outside: float | None = getattr(settings, word)
            if outside is not None:
                given[word] = outside
            elif word in options:
                given[word] = self.constants.evaluate(options[word].value)
        horizon, warmup = given.get("horizon"), given["warmup"]
        if horizon is None or warmup is None or warmup < horizon or not whole:
            return
        at, also = window_places(self._declared, self._order, "warmup")
        shown = {"warmup": number_text(warmup), "horizon": number_text(horizon)}
        self._refusals.refuse("SQ452", at, also=also, **shown)

    def _hidden(self) -> None:
        """Only attributes can be hidden (NAM-10); of a damaged text what sets one may be lost."""
        for name in self._declared.hidden if self._refusals.damage.whole else ():
            if name.name not in self.names.attributes:
                self._refusals.refuse("SQ453", name, name=name.name)

    def _bound_members(self) -> None:
        """Arrays are written out member by member, so their number is bounded."""
        for families in (self._declared.pools, self._declared.stages):
            for family in families:
                size = family.node.size
                if not isinstance(size, tree.Number) or not size.value.is_integer():
                    continue  # of one that is infinite SQ125 says what is wrong
                if family.base + family.size > MOST_MEMBERS:
                    bound = f"{MOST_MEMBERS:,}"
                    what = "the number of members of all pools or of all stages"
                    self._refusals.refuse("SQ006", size, what=what, bound=bound)
                    return

    def _pool(self, pool: PoolDeclaration) -> None:
        if pool.cap is not None:
            self.constants.evaluate(pool.cap)
        if pool.block is not None:
            block = self.constants.evaluate(pool.block)
            if block is not None and block <= 0.0:
                self._refusals.refuse("SQ431", pool.block, value=number_text(block))
        self._resolver.expressions(pool.evict)
        self._resolver.optional(pool.queue)
        if pool.spill is not None:
            self._resolver.pool_named(pool.spill.to)
            self._resolver.stage_named(pool.spill.via)
            self._resolver.expression(pool.spill.work)
            self._resolver.expression(pool.spill.when)
        if pool.admit_via is not None:
            self._admit_via(pool, pool.admit_via.target)

    def _admit_via(self, pool: PoolDeclaration, target: tree.Identifier) -> None:
        stage = self._resolver.stage_named(target)
        if stage is not None and self._do_not_fit(stage, pool):
            self._refusals.refuse("SQ433", target, also=_sizes(pool, stage), **_counts(pool, stage))

    def _do_not_fit(
        self, one: PoolDeclaration | StageDeclaration, other: PoolDeclaration | StageDeclaration
    ) -> bool:
        """Whether the members of `other` cannot each be joined to one of `one` (REF-3)."""
        return self._refusals.damage.whole and one.size not in (1, other.size)

    def _stage(self, stage: StageDeclaration) -> None:
        if stage.kind == "fifo":
            self._servers(stage.argument)
        elif not stage.is_step:
            self._resolver.optional(stage.argument)
        self._resolver.optional(stage.budget)
        self._resolver.optional(stage.cost)
        self._resolver.optional(stage.chunk)
        if stage.serve is not None:
            self._resolver.expressions(stage.serve.keys)
        if stage.memory is not None:
            self._memory(stage, stage.memory.target)

    def _servers(self, argument: tree.Expression | None) -> None:
        servers = None if argument is None else self.constants.evaluate(argument)
        if argument is None or servers is None:
            return
        if not (math.isfinite(servers) and servers >= 1.0 and servers.is_integer()):
            self._refusals.refuse("SQ432", argument, value=number_text(servers))

    def _memory(self, stage: StageDeclaration, target: tree.Identifier) -> None:
        pool = self._resolver.pool_named(target)
        if pool is not None and self._do_not_fit(pool, stage):
            self._refusals.refuse("SQ434", target, also=_sizes(pool, stage), **_counts(pool, stage))


def meanings(
    declared: Mapping[str, tuple[object, ...]],
    hidden: Iterable[tree.Identifier],
    attributes: Mapping[str, int],
) -> Meanings:
    """What the checks of statements ask about names."""
    from sqlang.semantics.meanings import Meanings  # only for a text that is edited

    found = {**declared}
    for each in hidden:
        found[each.name] = (found.get(each.name), "hidden")
    return Meanings(found, attributes)


def declared_meanings(names: Names, constants: Constants) -> dict[str, tuple[object, ...]]:
    """What constants, pools and stages mean to the checks of statements."""
    found: dict[str, tuple[object, ...]] = {}
    for name, value in constants.lets.items():
        found[name] = ("constant", repr(value))
    for pool in names.pools.values():
        block = constants.block_size(pool)
        found[pool.name] = (found.get(pool.name), "pool", pool.size, pool.block is None, block)
    for stage in names.stages.values():
        found[stage.name] = (found.get(stage.name), "stage", stage.size, stage.kind)
    return found


def run_place(declared: Declarations, order: TokenOrder) -> Place:
    """Where the program says how to run, or else its last word."""
    if declared.run_word is not None:
        return declared.run_word
    written = [token for token in order.tokens[-2:] if token.end > token.start]
    return written[-1] if written else order.tokens[-1]


def window_places(
    declared: Declarations, order: TokenOrder, blamed: str
) -> tuple[Place, tuple[tuple[Place, str], ...]]:
    """The value of one bound of the run window and, beside it, that of the other (WRK-4, WRK-6)."""
    options = declared.run_options
    other = "horizon" if blamed == "warmup" else "warmup"
    if blamed not in options:
        blamed, other = other, blamed
    if blamed not in options:
        return run_place(declared, order), ()
    also = ((options[other].value, f"the {other}"),) if other in options else ()
    return options[blamed].value, also


def _sizes(pool: PoolDeclaration, stage: StageDeclaration) -> tuple[tuple[Place, str], ...]:
    return (
        (pool.node.name, f"`{pool.name}` is declared here"),
        (stage.node.name, f"`{stage.name}` is declared here"),
    )


def _counts(pool: PoolDeclaration, stage: StageDeclaration) -> dict[str, str]:
    return {
        "pool": pool.name,
        "pools": str(pool.size),
        "stage": stage.name,
        "stages": str(stage.size),
    }


def number_text(value: float) -> str:
    """A number as a person writes it: without a fraction if it is whole."""
    return str(int(value)) if math.isfinite(value) and value.is_integer() else repr(value)
