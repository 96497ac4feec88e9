"""The tree of a program: what the grammar says was written, each node with its tokens' ends.

The same classes make the surface tree (the text as written, with uses of definitions unexpanded)
and the kernel tree (definitions expanded). After `sqlang.semantics` the session of the kernel tree
holds kernel statements only: no `Request`, no serving forms, no bindings, no `branch with`.

The classes are plain, with slots and `Final` fields: sixty dataclasses take 60 ms to define, and
`sq check` must answer in 70.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlang.records import fields_of
from sqlang.source import Span
from sqlang.syntax.tokens import Expansion, Token, innermost_common, place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Node:
    """Anything with a first and a last token. Nodes are compared by identity and never change.

    Each class sets the two by itself: with a call through `super` a node costs twice as much.
    """

    __slots__: tuple[str, ...] = ("first", "last")

    def __init__(self, first: Token, last: Token) -> None:
        self.first = first
        self.last = last

    @property
    def span(self) -> Span:
        return place(self.first, self.last)

    @property
    def expansion(self) -> Expansion | None:
        """The innermost use that holds the whole node."""
        return innermost_common(self.first, self.last)[0].expansion

    def children(self) -> Iterator[Node]:
        """The nodes directly below, in the order of the text."""
        for field in fields_of(type(self)):
            value = getattr(self, field)
            if isinstance(value, Node):
                yield value
            elif isinstance(value, tuple):
                yield from (child for child in value if isinstance(child, Node))


class Identifier(Node):
    """A name where something is declared, assigned or referred to."""

    __slots__ = ("name",)

    def __init__(self, first: Token, last: Token, name: str) -> None:
        self.first = first
        self.last = last
        self.name: Final = name


# Expressions


class Number(Node):
    """A number literal."""

    __slots__ = ("value",)

    def __init__(self, first: Token, last: Token, value: float) -> None:
        self.first = first
        self.last = last
        self.value: Final = value


class Name(Node):
    """A name read as a value."""

    __slots__ = ("name",)

    def __init__(self, first: Token, last: Token, name: str) -> None:
        self.first = first
        self.last = last
        self.name: Final = name


class Parenthesized(Node):
    """`( e )`; it means what `e` means (EXP-3), and is no reference argument (EXP-7)."""

    __slots__ = ("inner",)

    def __init__(self, first: Token, last: Token, inner: Expression) -> None:
        self.first = first
        self.last = last
        self.inner: Final = inner


class IndexedArgument(Node):
    """`name[index]`, which only a call argument may be (EXP-7)."""

    __slots__ = ("name", "index")

    def __init__(self, first: Token, last: Token, name: Identifier, index: Expression) -> None:
        self.first = first
        self.last = last
        self.name: Final = name
        self.index: Final = index


class Call(Node):
    """`name(arguments)`. A bare `Name` among the arguments is a reference argument (EXP-7)."""

    __slots__ = ("function", "arguments")

    def __init__(
        self, first: Token, last: Token, function: Identifier, arguments: tuple[Argument, ...]
    ) -> None:
        self.first = first
        self.last = last
        self.function: Final = function
        self.arguments: Final = arguments


class Draw(Node):
    """`~name(arguments)`, and what `branch with` becomes (STM-1)."""

    __slots__ = ("distribution", "arguments")

    def __init__(
        self, first: Token, last: Token, distribution: Identifier, arguments: tuple[Expression, ...]
    ) -> None:
        self.first = first
        self.last = last
        self.distribution: Final = distribution
        self.arguments: Final = arguments


class Unary(Node):
    """`-` or `!` before an expression."""

    __slots__ = ("operator", "operand")

    def __init__(self, first: Token, last: Token, operator: str, operand: Expression) -> None:
        self.first = first
        self.last = last
        self.operator: Final = operator
        self.operand: Final = operand


class Binary(Node):
    """Two expressions and the operator between them, as it is spelt."""

    __slots__ = ("operator", "left", "right")

    def __init__(
        self, first: Token, last: Token, operator: str, left: Expression, right: Expression
    ) -> None:
        self.first = first
        self.last = last
        self.operator: Final = operator
        self.left: Final = left
        self.right: Final = right


class Conditional(Node):
    """`condition ? then : otherwise`"""

    __slots__ = ("condition", "then", "otherwise")

    def __init__(
        self,
        first: Token,
        last: Token,
        condition: Expression,
        then: Expression,
        otherwise: Expression,
    ) -> None:
        self.first = first
        self.last = last
        self.condition: Final = condition
        self.then: Final = then
        self.otherwise: Final = otherwise


class Damaged(Node):
    """What is left of an expression, statement, option or item that could not be parsed.

    Its tokens are between `first` and `last`; whoever checks meaning passes it over in silence.
    """

    __slots__ = ()


Expression = Number | Name | Parenthesized | Call | Draw | Unary | Binary | Conditional | Damaged
Argument = Expression | IndexedArgument


class Reference(Node):
    """A pool or stage as a statement names it: `name` or `name[index]`."""

    __slots__ = ("name", "index")

    def __init__(
        self, first: Token, last: Token, name: Identifier, index: Expression | None
    ) -> None:
        self.first = first
        self.last = last
        self.name: Final = name
        self.index: Final = index


# Statements


class Block(Node):
    """`{ statements }`; `first` and `last` are the braces."""

    __slots__ = ("statements",)

    def __init__(self, first: Token, last: Token, statements: tuple[Statement, ...]) -> None:
        self.first = first
        self.last = last
        self.statements: Final = statements


class Turn(Node):
    """`turn;`"""

    __slots__ = ()


class Request(Node):
    """`request;`"""

    __slots__ = ()


class End(Node):
    """`end;`"""

    __slots__ = ()


class Set(Node):
    """`set target = value;`"""

    __slots__ = ("target", "value")

    def __init__(self, first: Token, last: Token, target: Identifier, value: Expression) -> None:
        self.first = first
        self.last = last
        self.target: Final = target
        self.value: Final = value


class Observe(Node):
    """`observe target = value;`"""

    __slots__ = ("target", "value")

    def __init__(self, first: Token, last: Token, target: Identifier, value: Expression) -> None:
        self.first = first
        self.last = last
        self.target: Final = target
        self.value: Final = value


class Take(Node):
    """One pool of a hold: `pool (units) reserve (reserve)`."""

    __slots__ = ("pool", "units", "reserve")

    def __init__(
        self,
        first: Token,
        last: Token,
        pool: Reference,
        units: Expression,
        reserve: Expression | None,
    ) -> None:
        self.first = first
        self.last = last
        self.pool: Final = pool
        self.units: Final = units
        self.reserve: Final = reserve


class Binding(Node):
    """`name = value` in `at admission`."""

    __slots__ = ("name", "value")

    def __init__(self, first: Token, last: Token, name: Identifier, value: Expression) -> None:
        self.first = first
        self.last = last
        self.name: Final = name
        self.value: Final = value


class AtAdmission(Node):
    """`at admission (bindings)`"""

    __slots__ = ("bindings",)

    def __init__(self, first: Token, last: Token, bindings: tuple[Binding, ...]) -> None:
        self.first = first
        self.last = last
        self.bindings: Final = bindings


class Lease(Node):
    """`lease pool (time)`"""

    __slots__ = ("pool", "time")

    def __init__(self, first: Token, last: Token, pool: Reference, time: Expression) -> None:
        self.first = first
        self.last = last
        self.pool: Final = pool
        self.time: Final = time


class Hold(Node):
    """`hold takes reuse (...) at admission (...) { } cache (...) lease ...`"""

    __slots__ = ("takes", "reuse", "at_admission", "body", "cache", "lease")

    def __init__(
        self,
        first: Token,
        last: Token,
        takes: tuple[Take, ...],
        reuse: Expression | None,
        at_admission: AtAdmission | None,
        body: Block,
        cache: Expression | None,
        lease: Lease | None,
    ) -> None:
        self.first = first
        self.last = last
        self.takes: Final = takes
        self.reuse: Final = reuse
        self.at_admission: Final = at_admission
        self.body: Final = body
        self.cache: Final = cache
        self.lease: Final = lease


class Grow(Node):
    """`grow pool (amount);`"""

    __slots__ = ("pool", "amount")

    def __init__(self, first: Token, last: Token, pool: Reference, amount: Expression) -> None:
        self.first = first
        self.last = last
        self.pool: Final = pool
        self.amount: Final = amount


class Drop(Node):
    """`drop pool;`"""

    __slots__ = ("pool",)

    def __init__(self, first: Token, last: Token, pool: Reference) -> None:
        self.first = first
        self.last = last
        self.pool: Final = pool


class Release(Node):
    """`release pool;`"""

    __slots__ = ("pool",)

    def __init__(self, first: Token, last: Token, pool: Reference) -> None:
        self.first = first
        self.last = last
        self.pool: Final = pool


class Load(Node):
    """`load pool (amount);`"""

    __slots__ = ("pool", "amount")

    def __init__(self, first: Token, last: Token, pool: Reference, amount: Expression) -> None:
        self.first = first
        self.last = last
        self.pool: Final = pool
        self.amount: Final = amount


class Run(Node):
    """`run stages mode (work) growing pool;`; `mode` is `prefill` or `decode`, if given."""

    __slots__ = ("stages", "mode", "work", "growing")

    def __init__(
        self,
        first: Token,
        last: Token,
        stages: tuple[Reference, ...],
        mode: Identifier | None,
        work: Expression,
        growing: Reference | None,
    ) -> None:
        self.first = first
        self.last = last
        self.stages: Final = stages
        self.mode: Final = mode
        self.work: Final = work
        self.growing: Final = growing


class Branch(Node):
    """`branch (guard) then else otherwise`; `chance` is the word `with` of `branch with (p)`."""

    __slots__ = ("chance", "guard", "then", "otherwise")

    def __init__(
        self,
        first: Token,
        last: Token,
        chance: Token | None,
        guard: Expression,
        then: Block,
        otherwise: Block | None,
    ) -> None:
        self.first = first
        self.last = last
        self.chance: Final = chance
        self.guard: Final = guard
        self.then: Final = then
        self.otherwise: Final = otherwise


class Loop(Node):
    """`loop { }`"""

    __slots__ = ("body",)

    def __init__(self, first: Token, last: Token, body: Block) -> None:
        self.first = first
        self.last = last
        self.body: Final = body


class Choose(Node):
    """`choose target in count by (keys);`"""

    __slots__ = ("target", "count", "keys")

    def __init__(
        self,
        first: Token,
        last: Token,
        target: Identifier,
        count: Expression,
        keys: tuple[Expression, ...],
    ) -> None:
        self.first = first
        self.last = last
        self.target: Final = target
        self.count: Final = count
        self.keys: Final = keys


class Where(Node):
    """The stage part of a serving form: `[index]`, or `on stages` (SRV-2, SRV-3)."""

    __slots__ = ("index", "stages")

    def __init__(
        self, first: Token, last: Token, index: Expression | None, stages: tuple[Reference, ...]
    ) -> None:
        self.first = first
        self.last = last
        self.index: Final = index
        self.stages: Final = stages


class Serving(Node):
    """`prefill`, `decode`, `tool` or `transfer` as a statement of its own (part 1, section 5).

    `role` is the keyword. `origin`, `destination` and `amount` belong to `transfer`; a transfer
    without `from` has none of them (SQ324).
    """

    __slots__ = ("role", "where", "work", "growing", "origin", "destination", "amount")

    def __init__(
        self,
        first: Token,
        last: Token,
        role: Identifier,
        where: Where | None,
        work: Expression,
        growing: Reference | None,
        origin: Reference | None,
        destination: Reference | None,
        amount: Expression | None,
    ) -> None:
        self.first = first
        self.last = last
        self.role: Final = role
        self.where: Final = where
        self.work: Final = work
        self.growing: Final = growing
        self.origin: Final = origin
        self.destination: Final = destination
        self.amount: Final = amount


class Use(Node):
    """A use of a statement definition as the surface tree shows it: `name(arguments);`.

    The kernel tree has the statements of the definition in its place.
    """

    __slots__ = ("name", "arguments")

    def __init__(
        self, first: Token, last: Token, name: Identifier, arguments: tuple[Argument, ...]
    ) -> None:
        self.first = first
        self.last = last
        self.name: Final = name
        self.arguments: Final = arguments


Statement = (
    Turn
    | Request
    | End
    | Set
    | Observe
    | Hold
    | Grow
    | Drop
    | Release
    | Load
    | Run
    | Branch
    | Loop
    | Choose
    | Serving
    | Use
    | Damaged
)


# Items


class Let(Node):
    """`let name = value;`"""

    __slots__ = ("name", "value")

    def __init__(self, first: Token, last: Token, name: Identifier, value: Expression) -> None:
        self.first = first
        self.last = last
        self.name: Final = name
        self.value: Final = value


class Definition(Node):
    """`def name(parameters) = body;` or `{ body }`. Only the surface tree has its body parsed."""

    __slots__ = ("name", "parameters", "body")

    def __init__(
        self,
        first: Token,
        last: Token,
        name: Identifier,
        parameters: tuple[Identifier, ...],
        body: Expression | Block,
    ) -> None:
        self.first = first
        self.last = last
        self.name: Final = name
        self.parameters: Final = parameters
        self.body: Final = body


class UseLibrary(Node):
    """`use "path";`; `path` is the text between the quotes."""

    __slots__ = ("path",)

    def __init__(self, first: Token, last: Token, path: str) -> None:
        self.first = first
        self.last = last
        self.path: Final = path


class ExpressionOption(Node):
    """An option of one word and an expression: `cap`, `cost`, `horizon` and the like."""

    __slots__ = ("word", "value")

    def __init__(self, first: Token, last: Token, word: Identifier, value: Expression) -> None:
        self.first = first
        self.last = last
        self.word: Final = word
        self.value: Final = value


class EvictOption(Node):
    """`evict lru` (no keys) or `evict by (keys)`"""

    __slots__ = ("word", "keys")

    def __init__(
        self, first: Token, last: Token, word: Identifier, keys: tuple[Expression, ...]
    ) -> None:
        self.first = first
        self.last = last
        self.word: Final = word
        self.keys: Final = keys


class PreemptOption(Node):
    """`preempt lifo` or `preempt none`"""

    __slots__ = ("word", "policy")

    def __init__(self, first: Token, last: Token, word: Identifier, policy: Identifier) -> None:
        self.first = first
        self.last = last
        self.word: Final = word
        self.policy: Final = policy


class QueueOption(Node):
    """`queue fifo` (no key) or `queue by (key)`"""

    __slots__ = ("word", "key")

    def __init__(self, first: Token, last: Token, word: Identifier, key: Expression | None) -> None:
        self.first = first
        self.last = last
        self.word: Final = word
        self.key: Final = key


class NameOption(Node):
    """An option that names a pool or stage: `admit via stage`, `memory pool`."""

    __slots__ = ("word", "target")

    def __init__(self, first: Token, last: Token, word: Identifier, target: Identifier) -> None:
        self.first = first
        self.last = last
        self.word: Final = word
        self.target: Final = target


class SpillOption(Node):
    """`spill to via stage (work) when (condition)`"""

    __slots__ = ("word", "to", "via", "work", "when")

    def __init__(
        self,
        first: Token,
        last: Token,
        word: Identifier,
        to: Identifier,
        via: Identifier,
        work: Expression,
        when: Expression,
    ) -> None:
        self.first = first
        self.last = last
        self.word: Final = word
        self.to: Final = to
        self.via: Final = via
        self.work: Final = work
        self.when: Final = when


class ServeOption(Node):
    """`serve` and one of its four forms; `form` is the first word of that."""

    __slots__ = ("word", "form", "keys")

    def __init__(
        self,
        first: Token,
        last: Token,
        word: Identifier,
        form: Identifier,
        keys: tuple[Expression, ...],
    ) -> None:
        self.first = first
        self.last = last
        self.word: Final = word
        self.form: Final = form
        self.keys: Final = keys


PoolOption = (
    ExpressionOption
    | EvictOption
    | PreemptOption
    | QueueOption
    | NameOption
    | SpillOption
    | Damaged
)
StepOption = ExpressionOption | NameOption | ServeOption | Damaged


class Pool(Node):
    """`pool name[size] { options }`"""

    __slots__ = ("name", "size", "options")

    def __init__(
        self,
        first: Token,
        last: Token,
        name: Identifier,
        size: Number | None,
        options: tuple[PoolOption, ...],
    ) -> None:
        self.first = first
        self.last = last
        self.name: Final = name
        self.size: Final = size
        self.options: Final = options


class StageKind(Node):
    """What follows the colon: the word, its argument in parentheses, the options of `step`."""

    __slots__ = ("word", "argument", "options")

    def __init__(
        self,
        first: Token,
        last: Token,
        word: Identifier,
        argument: Expression | None,
        options: tuple[StepOption, ...],
    ) -> None:
        self.first = first
        self.last = last
        self.word: Final = word
        self.argument: Final = argument
        self.options: Final = options


class Stage(Node):
    """`stage name[size] : kind`"""

    __slots__ = ("name", "size", "kind")

    def __init__(
        self, first: Token, last: Token, name: Identifier, size: Number | None, kind: StageKind
    ) -> None:
        self.first = first
        self.last = last
        self.name: Final = name
        self.size: Final = size
        self.kind: Final = kind


class Arrive(Node):
    """`arrive word (argument);`"""

    __slots__ = ("word", "argument")

    def __init__(
        self, first: Token, last: Token, word: Identifier, argument: Expression | None
    ) -> None:
        self.first = first
        self.last = last
        self.word: Final = word
        self.argument: Final = argument


class Trace(Node):
    """`trace "path" ordered;`"""

    __slots__ = ("path", "ordered")

    def __init__(self, first: Token, last: Token, path: str, ordered: bool) -> None:
        self.first = first
        self.last = last
        self.path: Final = path
        self.ordered: Final = ordered


class NamedBlock(Node):
    """A word and a block: `init`, `turn`, `session` of a workload; `session`, `server` as items."""

    __slots__ = ("word", "block")

    def __init__(self, first: Token, last: Token, word: Identifier, block: Block) -> None:
        self.first = first
        self.last = last
        self.word: Final = word
        self.block: Final = block


class Hidden(Node):
    """`hidden names;`"""

    __slots__ = ("names",)

    def __init__(self, first: Token, last: Token, names: tuple[Identifier, ...]) -> None:
        self.first = first
        self.last = last
        self.names: Final = names


WorkloadItem = Arrive | Trace | NamedBlock | Hidden | Damaged


class Workload(Node):
    """`workload { items }`; `word` is the keyword."""

    __slots__ = ("word", "items")

    def __init__(
        self, first: Token, last: Token, word: Identifier, items: tuple[WorkloadItem, ...]
    ) -> None:
        self.first = first
        self.last = last
        self.word: Final = word
        self.items: Final = items


class Share(Node):
    """`share policy;`"""

    __slots__ = ("policy",)

    def __init__(self, first: Token, last: Token, policy: Identifier) -> None:
        self.first = first
        self.last = last
        self.policy: Final = policy


class RunSettings(Node):
    """`run { options }`; `word` is the keyword."""

    __slots__ = ("word", "options")

    def __init__(
        self,
        first: Token,
        last: Token,
        word: Identifier,
        options: tuple[ExpressionOption | Damaged, ...],
    ) -> None:
        self.first = first
        self.last = last
        self.word: Final = word
        self.options: Final = options


Item = (
    Let
    | Definition
    | UseLibrary
    | Pool
    | Stage
    | Workload
    | NamedBlock
    | Share
    | RunSettings
    | Damaged
)


class Program(Node):
    """A whole file."""

    __slots__ = ("items",)

    def __init__(self, first: Token, last: Token, items: tuple[Item, ...]) -> None:
        self.first = first
        self.last = last
        self.items: Final = items
