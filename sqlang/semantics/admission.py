"""Rewrites `at admission`: values take the place of names in a hold's header (ADM-3 to ADM-7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from sqlang.records import Record
from sqlang.semantics.bounds import MOST_NESTING, MOST_NODES
from sqlang.semantics.expressions import first_draw, names_read
from sqlang.semantics.refusals import Refusals
from sqlang.semantics.substitution import Measure, Substitution, measure
from sqlang.syntax import tree
from sqlang.syntax.tokens import Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


Notes = tuple[int, int, int]


class BodyBinding(Record):
    """A binding that the body of its hold reads, so that it became an attribute (ADM-7)."""

    __slots__ = ("binding", "value")

    def __init__(self, binding: tree.Binding, value: tree.Expression) -> None:
        self.binding: Final = binding
        self.value: Final = value

    @property
    def name(self) -> str:
        return self.binding.name.name


class BoundClause(Record):
    """An `at admission` clause with what takes the place of each of its names."""

    __slots__ = ("clause", "values", "measures")

    def __init__(
        self,
        clause: tree.AtAdmission,
        values: Mapping[str, tree.Expression],
        measures: Mapping[str, Measure],
    ) -> None:
        self.clause: Final = clause
        self.values: Final = values
        self.measures: Final = measures


class Bindings(Record):
    """What rewriting a part of a program noted: its attributes, and how many nodes it put in."""

    __slots__ = ("body_bindings", "bound_in", "put_in")

    def __init__(
        self,
        body_bindings: tuple[BodyBinding, ...],
        bound_in: tuple[tuple[Token, frozenset[str]], ...],
        put_in: int,
    ) -> None:
        self.body_bindings: Final = body_bindings
        self.bound_in: Final = bound_in
        self.put_in: Final = put_in


class Admission:
    """Rewrites the holds of one program, innermost first, and remembers what became an attribute.

    `body_bindings` are in the order of ADM-11. `bound_in` leads from the opening brace of a hold's
    body to the names that are attributes there because that hold binds them. `reads` keeps what
    blocks and statements read.
    """

    __slots__ = ("_put_in", "_reads", "_refusals", "body_bindings", "bound_in")

    def __init__(
        self, refusals: Refusals, reads: dict[tree.Node, frozenset[str]] | None = None
    ) -> None:
        self._refusals: Final = refusals
        self._reads: Final[dict[tree.Node, frozenset[str]]] = {} if reads is None else reads
        self._put_in = 0
        self.body_bindings: Final[list[BodyBinding]] = []
        self.bound_in: Final[dict[Token, frozenset[str]]] = {}

    def notes(self) -> Notes:
        """How much has been noted so far."""
        return len(self.body_bindings), len(self.bound_in), self._put_in

    def since(self, notes: Notes) -> Bindings:
        """What has been noted since."""
        bindings, bound, put_in = notes
        return Bindings(
            tuple(self.body_bindings[bindings:]),
            tuple(islice(self.bound_in.items(), bound, None)),
            self._put_in - put_in,
        )

    def replay(self, known: Bindings) -> bool:
        """Note again what is known; false if that might pass the bound on what is put in."""
        if self._put_in + known.put_in > MOST_NODES:
            return False
        self._put_in += known.put_in
        self.body_bindings.extend(known.body_bindings)
        self.bound_in.update(known.bound_in)
        return True

    def bind(self, clause: tree.AtAdmission) -> BoundClause:
        """The value of each name of a clause, earlier names already replaced (ADM-3, ADM-4)."""
        bindings = _distinct(clause)
        for binding in clause.bindings:
            draw = first_draw(binding.value)
            if draw is not None:
                self._refusals.refuse("SQ313", draw, name=binding.name.name)
        later = {binding.name.name for binding in bindings}
        values: dict[str, tree.Expression] = {}
        measures: dict[str, Measure] = {}
        bound = BoundClause(clause, values, measures)
        for binding in bindings:
            name = binding.name.name
            later.discard(name)
            size = measure(binding.value, measures)
            value = self._value(binding, size, bound, later)
            values[name] = value
            measures[name] = Measure(1, 1) if type(value) is tree.Damaged else size
        return bound

    def header(self, hold: tree.Hold, bound: BoundClause, body: tree.Block) -> tree.Hold:
        """The hold with the names of its header replaced, and its body as given (ADM-5)."""
        nodes = sum(measure(part, bound.measures).nodes for part in _replaced_parts(hold))
        values = bound.values
        if not self._has_room(nodes, hold.first):
            values = dict.fromkeys(values, tree.Damaged(hold.first, hold.first))
        put_in = Substitution(values)
        takes = tuple(_take(take, put_in) for take in hold.takes)
        lease = hold.lease
        if lease is not None:
            time = put_in.expression(lease.time)
            lease = tree.Lease(lease.first, lease.last, lease.pool, time)
        reuse, cache = put_in.optional(hold.reuse), put_in.optional(hold.cache)
        return tree.Hold(hold.first, hold.last, takes, reuse, None, body, cache, lease)

    def body(self, bound: BoundClause, body: tree.Block) -> tree.Block:
        """The body with a `set` at its top for each name of the clause that it reads (ADM-7)."""
        read = self._read_in(body)
        sets: dict[str, tree.Set] = {}
        for binding in bound.clause.bindings:
            name = binding.name.name
            if name in read and name not in sets:
                value = bound.values[name]
                sets[name] = tree.Set(binding.first, binding.last, binding.name, value)
                self.body_bindings.append(BodyBinding(binding, value))
        if not sets:
            return body
        self.bound_in[body.first] = frozenset(sets)
        return tree.Block(body.first, body.last, (*sets.values(), *body.statements))

    def _value(
        self, binding: tree.Binding, size: Measure, bound: BoundClause, later: set[str]
    ) -> tree.Expression:
        """A value that may be put in; one that may not is damaged: nothing follows from it."""
        name = binding.name.name
        damaged = tree.Damaged(binding.value.first, binding.value.last)
        if first_draw(binding.value) is not None or not self._fits(binding, size):
            return damaged
        value = Substitution(bound.values).expression(binding.value)
        reader = next((read for read in names_read(value) if read.name in later), None)
        if reader is None:
            return value
        also = ((binding.name, f"`{name}` is bound here"),)
        self._refusals.refuse("SQ314", reader, also=also, name=name, read=reader.name)
        return damaged

    def _fits(self, binding: tree.Binding, size: Measure) -> bool:
        if size.depth <= MOST_NESTING:
            return self._has_room(size.nodes, binding.first)
        what = f"the nesting of `{binding.name.name}`, with earlier bindings put in,"
        self._refusals.refuse("SQ006", binding.name, what=what, bound=str(MOST_NESTING))
        return False

    def _has_room(self, nodes: int, at: Token) -> bool:
        """Keep the sum of all that is put in below a bound, since each binding may double it."""
        if self._put_in <= MOST_NODES < self._put_in + nodes:
            what = "the program, with its bindings put in,"
            self._refusals.refuse("SQ006", at, what=what, bound=f"{MOST_NODES:,} nodes")
        self._put_in += nodes
        return self._put_in <= MOST_NODES

    def _read_in(self, block: tree.Block) -> frozenset[str]:
        """The names that a body reads; a nested hold that sets one first counts by its header."""
        known = self._reads.get(block)
        if known is None:
            names: set[str] = set()
            for statement in block.statements:
                names |= self._read_by(statement)
            known = self._reads[block] = frozenset(names)
        return known

    def _read_by(self, statement: tree.Statement) -> frozenset[str]:
        known = self._reads.get(statement)
        if known is None:
            known = self._reads[statement] = frozenset(self._gathered(statement))
        return known

    def _gathered(self, statement: tree.Statement) -> set[str]:
        blocks = nested_blocks(statement)
        names = set()
        for child in statement.children():
            if child not in blocks:
                names |= {read.name for read in names_read(child)}
        for block in blocks:
            inner = self._read_in(block)
            names |= inner - _set_first(block) if type(statement) is tree.Hold else inner
        return names


def _distinct(clause: tree.AtAdmission) -> list[tree.Binding]:
    """The bindings of a clause, of a name bound twice (SQ312) the first."""
    bindings: dict[str, tree.Binding] = {}
    for binding in clause.bindings:
        bindings.setdefault(binding.name.name, binding)
    return list(bindings.values())


def nested_blocks(statement: tree.Node) -> tuple[tree.Block, ...]:
    """The blocks directly inside a statement, in the order in which they are entered."""
    match statement:
        case tree.Hold(body=body) | tree.Loop(body=body):
            return (body,)
        case tree.Branch(then=then, otherwise=otherwise):
            return (then,) if otherwise is None else (then, otherwise)
        case _:
            return ()


def _set_first(body: tree.Block) -> set[str]:
    """The names assigned by the sets that a body begins with."""
    names = set()
    for statement in body.statements:
        if not isinstance(statement, tree.Set):
            break
        names.add(statement.target.name)
    return names


def with_body(hold: tree.Hold, body: tree.Block) -> tree.Hold:
    """The hold without its bindings; the same node if nothing changes."""
    if hold.at_admission is None and body is hold.body:
        return hold
    return tree.Hold(
        hold.first, hold.last, hold.takes, hold.reuse, None, body, hold.cache, hold.lease
    )


def _take(take: tree.Take, put_in: Substitution) -> tree.Take:
    units, reserve = put_in.expression(take.units), put_in.optional(take.reserve)
    return tree.Take(take.first, take.last, take.pool, units, reserve)


def _replaced_parts(hold: tree.Hold) -> Iterator[tree.Expression]:
    for take in hold.takes:
        yield take.units
        if take.reserve is not None:
            yield take.reserve
    if hold.reuse is not None:
        yield hold.reuse
    if hold.cache is not None:
        yield hold.cache
    if hold.lease is not None:
        yield hold.lease.time
