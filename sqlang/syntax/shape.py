"""Rules of shape that the grammar does not hold: what may stand once, and on which side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlang.diagnostics.catalogue import message
from sqlang.diagnostics.model import Diagnostic, Related
from sqlang.source import Span
from sqlang.syntax import tree
from sqlang.syntax.expansions import with_uses
from sqlang.syntax.segments import Part, Segment, Segments
from sqlang.vocabulary import RETIRED_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


RUN_OPTIONS: Final = frozenset({"horizon", "warmup", "seed", "arrivals"})

_Refusals = Mapping[str, str]

_SERVER: Final[_Refusals] = {"turn": "SQ301", "end": "SQ302", "request": "SQ303"}
_SESSION: Final[_Refusals] = {"request": "SQ304"}
_NOTHING: Final[_Refusals] = {}
"""The statements that a side refuses, and their codes (SID-1)."""


class KnownShapes:
    """Statements without a mistake of shape, each with the refusals that it was checked for."""

    __slots__ = ("by_node", "segments")

    def __init__(self, segments: Segments) -> None:
        self.segments: Final = segments
        self.by_node: Final[dict[tree.Node, object]] = {}


def check_shape(
    program: tree.Program, damaged: Sequence[Span] = (), known: KnownShapes | None = None
) -> list[Diagnostic]:
    """Every such mistake in a program whose definitions are expanded, item by item.

    In one of the `damaged` stretches nothing is missed, since it may be there and not be read.
    Statements that are `known` are passed over, and others become so.
    """
    checks = _Shape(damaged, known)
    checks.check_items(program)
    return checks.problems


class _Shape:
    """One pass over a program."""

    def __init__(self, damaged: Sequence[Span], known: KnownShapes | None) -> None:
        self._damaged = damaged
        self._known = known
        self.problems: Final[list[Diagnostic]] = []
        self._first: dict[str, tree.Node] = {}

    def check_items(self, program: tree.Program) -> None:
        known = self._known
        for part in program.items if known is None else known.segments.items(program):
            self._item(part)

    def _item(self, part: tree.Node) -> None:
        """An item, or those of a segment that are not known to be right wherever they stand."""
        if not isinstance(part, Segment):
            self._whole_item(part)
            return
        known = {} if self._known is None else self._known.by_node
        if known.get(part) is _ALONE:
            return
        before = len(self.problems)
        for inner in part.nodes:
            self._item(inner)
        if len(self.problems) == before and all(
            type(inner) in _ALONE or known.get(inner) is _ALONE for inner in part.nodes
        ):
            known[part] = _ALONE

    # Items

    def _whole_item(self, item: tree.Node) -> None:
        if isinstance(item, tree.Let):
            self._new_name(item.name)
        elif isinstance(item, tree.Pool):
            self._size(item.size)
        elif isinstance(item, tree.Stage):
            self._stage(item)
        elif isinstance(item, tree.Workload):
            self._workload(item)
        elif isinstance(item, tree.NamedBlock):
            self._named_block(item)
        elif isinstance(item, tree.Share):
            self._once("SQ114", "share", item)
        elif isinstance(item, tree.RunSettings):
            self._run_settings(item)
        elif isinstance(item, tree.Damaged):
            self._broken_item(item)

    def _stage(self, item: tree.Stage) -> None:
        self._size(item.size)
        kind = item.kind
        if kind.word.name != "step":
            return
        self._cost(item)
        serves = [option for option in kind.options if _is_serve(option)]
        if any(serve.first.inserted for serve in serves):
            return  # one of them was no `serve`, which has been said
        for serve in serves[1:]:
            self._refuse("SQ121", _readable(serve), _earlier(serves[0]))

    def _cost(self, item: tree.Stage) -> None:
        """A step stage needs `cost` (SYN-6)."""
        options = [o for o in item.kind.options if not isinstance(o, tree.Damaged)]
        if any(option.word.name == "cost" for option in options):
            return
        if len(options) == len(item.kind.options) and not self._is_damaged(item.span):
            self._refuse("SQ120", item.kind.word, stage=item.name.name)

    def _run_settings(self, item: tree.RunSettings) -> None:
        """An unknown option is refused behind its `;`, a mistake inside it before (SYN-5)."""
        for option in item.options:
            if isinstance(option, tree.Damaged) or option.word.name in RUN_OPTIONS:
                continue
            if not self._is_damaged(option.span):
                self._refuse("SQ116", option.word, word=option.word.name)

    def _workload(self, item: tree.Workload) -> None:
        self._once("SQ111", "workload", item.word)
        self._first.pop("workload session", None)
        for entry in item.items:
            if isinstance(entry, tree.Damaged) and entry.first.text == "session":
                self._again("SQ127", "workload session", entry)
            if not isinstance(entry, tree.NamedBlock):
                continue
            if entry.word.name == "session":
                self._once("SQ127", "workload session", entry.word)
                self._block(entry, _NOTHING)
            else:
                self._block(entry, _SESSION)

    def _named_block(self, item: tree.NamedBlock) -> None:
        if item.word.name == "server":
            self._once("SQ113", "server", item.word)
            self._block(item, _SERVER)
            return
        earlier = self._first.get("session")
        if earlier:
            self._refuse("SQ112", item.word, _earlier(earlier))
        elif item.block.statements:
            self._first["session"] = item.word
        self._block(item, _SESSION)

    def _once(self, code: str, what: str, node: tree.Node) -> None:
        """Refuse the second of its kind (SYN-3)."""
        earlier = self._first.setdefault(what, node)
        if earlier is not node:
            self._refuse(code, node, _earlier(earlier))

    def _broken_item(self, item: tree.Damaged) -> None:
        """A second of its kind is refused at its word, whatever is wrong behind it."""
        word = item.first.text
        if word in _ONCE:
            self._again(_ONCE[word], word, item)

    def _again(self, code: str, what: str, node: tree.Damaged) -> None:
        earlier = self._first.get(what)
        if earlier:
            self._refuse(code, _readable(node), _earlier(earlier))

    def _size(self, size: tree.Number | None) -> None:
        if isinstance(size, tree.Number) and not (size.value >= 1 and size.value.is_integer()):
            self._refuse("SQ125", size)

    # Statements

    def _block(self, item: tree.NamedBlock, refused: _Refusals) -> None:
        """All statements of a block at any depth, in the order of the text."""
        block = item.block
        if item.word.first.inserted:
            # Nobody wrote this side: what it refuses would be a second mistake.
            refused = _NOTHING
        self._statements(block, refused)

    def _statements(self, block: tree.Block, refused: _Refusals) -> None:
        known = self._known
        for part in block.statements if known is None else known.segments.parts(block):
            self._unless_known(part, refused)

    def _unless_known(self, part: Part, refused: _Refusals) -> None:
        known = self._known
        if known is not None and known.by_node.get(part) is refused:
            return
        before = len(self.problems)
        if isinstance(part, Segment):
            for inner in part.parts:
                self._unless_known(inner, refused)
        else:
            self._statement(part, refused)
        if known is not None and len(self.problems) == before:
            known.by_node[part] = refused

    def _statement(self, statement: tree.Statement, refused: _Refusals) -> None:
        if isinstance(statement, tree.Set | tree.Choose):
            self._new_name(statement.target)
        elif isinstance(statement, tree.Turn | tree.End | tree.Request):
            self._sided(statement, refused)
        elif isinstance(statement, tree.Damaged):
            self._broken(statement, refused)
        elif isinstance(statement, tree.Hold | tree.Branch | tree.Loop):
            if isinstance(statement, tree.Hold):
                self._bindings(statement)
            for inner in blocks_of(statement):
                self._statements(inner, refused)

    def _sided(self, statement: tree.Statement, refused: _Refusals) -> None:
        code = refused.get(_SIDED[type(statement)])
        if code:
            self._refuse(code, statement)

    def _broken(self, statement: tree.Damaged, refused: _Refusals) -> None:
        """What a side refuses is refused at its word, whatever is wrong behind it."""
        word = statement.first
        code = refused.get(word.text)
        if code and not word.inserted:
            problem = Diagnostic(code, word.span, message(code, {}))
            self.problems.append(with_uses(problem, word))

    def _bindings(self, hold: tree.Hold) -> None:
        bound: dict[str, tree.Node] = {}
        for binding in hold.at_admission.bindings if hold.at_admission else ():
            name = binding.name
            self._new_name(name)
            earlier = bound.setdefault(name.name, name)
            if earlier is not name:
                related = Related(earlier.span, f"`{name.name}` is bound here")
                self._refuse("SQ312", name, related, name=name.name)

    # Common

    def _is_damaged(self, span: Span) -> bool:
        return any(
            span.source is other.source and span.start < other.end and other.start < span.end
            for other in self._damaged
        )

    def _new_name(self, name: tree.Identifier) -> None:
        """No retired word names anything new (LEX-14)."""
        if name.name in RETIRED_WORDS:
            self._refuse("SQ109", name, word=name.name)

    def _refuse(self, code: str, node: tree.Node, *related: Related, **values: str) -> None:
        if node.first.inserted:
            # Nobody wrote it, and why it was put in has been reported.
            return
        span = node.first.span if type(node) in _SIDED else node.span
        problem = Diagnostic(code, span, message(code, values), related=related)
        self.problems.append(with_uses(problem, node.first))


def blocks_of(statement: tree.Statement) -> tuple[tree.Block, ...]:
    """The blocks directly inside a statement, in the order of the text."""
    if isinstance(statement, tree.Branch):
        return (statement.then, statement.otherwise) if statement.otherwise else (statement.then,)
    if isinstance(statement, tree.Hold | tree.Loop):
        return (statement.body,)
    return ()


def _is_serve(option: tree.StepOption) -> bool:
    """Whether an option begins with `serve`, whatever is wrong behind it."""
    if isinstance(option, tree.Damaged):
        return option.first.text == "serve"
    return isinstance(option, tree.ServeOption)


def _readable(node: tree.Node) -> tree.Node:
    """A node, or of a broken one its first word, which is known."""
    return tree.Node(node.first, node.first) if isinstance(node, tree.Damaged) else node


def _earlier(node: tree.Node) -> Related:
    return Related(node.span, "the first is here")


_ONCE: Final = {"workload": "SQ111", "session": "SQ112", "server": "SQ113", "share": "SQ114"}
"""Items that may stand once, by their words, and what refuses the second (SYN-3)."""

_ALONE: Final[frozenset[type[tree.Node]]] = frozenset({tree.Let, tree.Pool})
"""Items whose shape is right or not whatever stands in other items or is damaged."""

_SIDED: Final[Mapping[type[tree.Node], str]] = {
    tree.Turn: "turn",
    tree.End: "end",
    tree.Request: "request",
}
"""Statements that not every side may say."""
