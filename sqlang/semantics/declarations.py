"""What a program declares: its items sorted by kind, of repeated options the last (SYN-4)."""

from __future__ import annotations

from sqlang.semantics.bounds import MOST_MEMBERS
from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.semantics.known_declarations import KnownDeclarations


_DECLARING: Final = frozenset({tree.Let, tree.Pool, tree.Stage})


class PoolDeclaration:
    """A pool family with the options that count; its members are `size` entries from `base`."""

    __slots__ = (
        "admit_via",
        "base",
        "block",
        "cap",
        "evict",
        "name",
        "node",
        "preempt",
        "queue",
        "size",
        "spill",
    )

    def __init__(self, node: tree.Pool, base: int) -> None:
        self.node: Final = node
        self.name: Final = node.name.name
        self.base: Final = base
        self.size: Final = family_size(node.size)
        self.cap: tree.Expression | None = None
        self.block: tree.Expression | None = None
        self.evict: tuple[tree.Expression, ...] = ()
        self.preempt: tree.PreemptOption | None = None
        self.queue: tree.Expression | None = None
        self.spill: tree.SpillOption | None = None
        self.admit_via: tree.NameOption | None = None
        for option in node.options:
            self._add(option)

    def _add(self, option: tree.PoolOption) -> None:
        match option:
            case tree.ExpressionOption(word=word):
                if word.name == "cap":
                    self.cap = option.value
                else:
                    self.block = option.value
            case tree.EvictOption():
                self.evict = option.keys
            case tree.PreemptOption():
                self.preempt = option
            case tree.QueueOption():
                self.queue = option.key
            case tree.SpillOption():
                self.spill = option
            case tree.NameOption():
                self.admit_via = option


class StageDeclaration:
    """A stage family with the options that count; its members are `size` entries from `base`.

    `argument` is the number of servers of a `fifo` or the capacity of a `ps` stage.
    """

    __slots__ = (
        "argument",
        "base",
        "budget",
        "chunk",
        "cost",
        "kind",
        "memory",
        "name",
        "node",
        "serve",
        "size",
    )

    def __init__(self, node: tree.Stage, base: int) -> None:
        self.node: Final = node
        self.name: Final = node.name.name
        self.base: Final = base
        self.size: Final = family_size(node.size)
        self.kind: Final = node.kind.word.name
        self.argument: Final = node.kind.argument
        self.budget: tree.Expression | None = None
        self.cost: tree.Expression | None = None
        self.chunk: tree.Expression | None = None
        self.serve: tree.ServeOption | None = None
        self.memory: tree.NameOption | None = None
        for option in node.kind.options:
            self._add(option)

    @property
    def is_step(self) -> bool:
        return self.kind == "step"

    def _add(self, option: tree.StepOption) -> None:
        match option:
            case tree.ExpressionOption(word=word):
                if word.name == "budget":
                    self.budget = option.value
                elif word.name == "cost":
                    self.cost = option.value
                else:
                    self.chunk = option.value
            case tree.ServeOption():
                self.serve = option
            case tree.NameOption():
                self.memory = option


class Declarations:
    """The items of a program, in the order of the text within each kind.

    `nodes` are constants, pools and stages together; what is `known` of them from an earlier check
    is so of the same ones only.
    """

    __slots__ = (
        "arrive",
        "hidden",
        "init",
        "known",
        "lets",
        "nodes",
        "pools",
        "run_options",
        "run_word",
        "server",
        "session",
        "share",
        "stages",
        "trace",
        "turn",
        "workload_session",
    )

    def __init__(self, program: tree.Program, known: KnownDeclarations | None = None) -> None:
        self.nodes: Final = tuple([each for each in program.items if type(each) in _DECLARING])
        self.known: Final = known if known is not None and known.nodes == self.nodes else None
        self.lets: Final[list[tree.Let]] = []
        self.pools: Final[list[PoolDeclaration]] = []
        self.stages: Final[list[StageDeclaration]] = []
        self.arrive: tree.Arrive | None = None
        self.trace: tree.Trace | None = None
        self.hidden: Final[list[tree.Identifier]] = []
        self.init: tree.NamedBlock | None = None
        self.turn: tree.NamedBlock | None = None
        self.workload_session: tree.NamedBlock | None = None
        self.session: tree.NamedBlock | None = None
        self.server: tree.NamedBlock | None = None
        self.share: tree.Share | None = None
        self.run_word: tree.Identifier | None = None
        self.run_options: Final[dict[str, tree.ExpressionOption]] = {}
        if self.known is None:
            for node in self.nodes:
                self._declare(node)
        else:
            self.lets.extend(self.known.lets)
            self.pools.extend(self.known.pools)
            self.stages.extend(self.known.stages)
        for item in program.items:
            if type(item) not in _DECLARING:
                self._add(item)

    def _declare(self, item: tree.Item) -> None:
        match item:
            case tree.Let():
                self.lets.append(item)
            case tree.Pool():
                self.pools.append(PoolDeclaration(item, _members(self.pools)))
            case tree.Stage():
                self.stages.append(StageDeclaration(item, _members(self.stages)))

    def _add(self, item: tree.Item) -> None:
        match item:
            case tree.Workload():
                for each in item.items:
                    self._add_to_workload(each)
            case tree.NamedBlock(word=word):
                if word.name == "server":
                    self.server = self.server or item
                elif self.session is None or item.block.statements:
                    self.session = item
            case tree.Share():
                self.share = self.share or item
            case tree.RunSettings():
                self.run_word = item.word
                for option in item.options:
                    if isinstance(option, tree.ExpressionOption):
                        self.run_options[option.word.name] = option

    def _add_to_workload(self, item: tree.WorkloadItem) -> None:
        match item:
            case tree.Arrive():
                self.arrive = item
            case tree.Trace():
                self.trace = item
            case tree.Hidden():
                self.hidden.extend(item.names)
            case tree.NamedBlock(word=word):
                if word.name == "init":
                    self.init = item
                elif word.name == "turn":
                    self.turn = item
                else:
                    self.workload_session = self.workload_session or item


def _members(declared: list[PoolDeclaration] | list[StageDeclaration]) -> int:
    return declared[-1].base + declared[-1].size if declared else 0


def family_size(size: tree.Number | tree.Damaged | None) -> int:
    """How many members an array has: 1 without a size, at most one more than allowed (SYN-7)."""
    if not isinstance(size, tree.Number):
        return 1
    return max(1, int(min(size.value, MOST_MEMBERS + 1)))
