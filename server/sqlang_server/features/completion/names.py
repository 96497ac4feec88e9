"""Candidates that are names of the program, by what a place wants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from lsprotocol.types import CompletionItemKind

from sqlang.ir.moments import Moment
from sqlang.semantics.symbols import SymbolKind
from sqlang.syntax import tree
from sqlang.views.numbers import exact
from sqlang_server.features.completion import words
from sqlang_server.features.completion.candidates import Candidate, Rank
from sqlang_server.features.completion.visibility import Visibility
from sqlang_server.features.place.calls import CallKind, call_around
from sqlang_server.features.place.evaluation import Evaluation, Fixed, evaluation_at
from sqlang_server.features.place.place import Place
from sqlang_server.features.place.scope import bindings, held, parameters
from sqlang_server.features.place.siblings import first_words
from sqlang_server.features.place.stack import ParserStack
from sqlang_server.features.place.wanted import Wanted, wanted_at
from sqlang_server.view import View

_KINDS: Final = {
    SymbolKind.POOL: CompletionItemKind.Struct,
    SymbolKind.STAGE: CompletionItemKind.Module,
    SymbolKind.CONSTANT: CompletionItemKind.Constant,
    SymbolKind.ATTRIBUTE: CompletionItemKind.Field,
    SymbolKind.OBSERVATION: CompletionItemKind.Event,
    SymbolKind.DEFINITION: CompletionItemKind.Function,
}

_NOT_TO_HIDE: Final = frozenset({"cached", "computed"})
_OF_HELD: Final = frozenset({"grow", "release", "load", "growing", "lease", "from"})
"""Words whose pool is one that the session holds."""

_BARE: Final = frozenset({"memory", "via", "spill"})
"""Words behind which a family has no index (REF-3)."""

Family = tree.Pool | tree.Stage


class Names:
    """The names that fit a place, given the parser in a state that takes a name."""

    def __init__(self, view: View, place: Place, stack: ParserStack, visible: Visibility) -> None:
        self._view: Final = view
        self._place: Final = place
        self._stack: Final = stack
        self._visible: Final = visible

    def candidates(self) -> Iterable[Candidate]:
        """The names and the words of the language that stand for what is wanted."""
        makers: dict[Wanted, Callable[[], Iterable[Candidate]]] = {
            Wanted.POOL: lambda: self._references(SymbolKind.POOL),
            Wanted.STAGE: lambda: self._references(SymbolKind.STAGE),
            Wanted.TARGET: self._targets,
            Wanted.HIDDEN: self._hidden,
            Wanted.OBSERVATION: self._observations,
            Wanted.DISTRIBUTION: words.distributions,
            Wanted.OPTION: self._run_options,
            Wanted.STAGE_NAME: self._role_names,
            Wanted.VALUE: lambda: self._argument() or self._values(),
        }
        maker = makers.get(wanted_at(self._stack))
        return () if maker is None else maker()

    def definitions(self, *, of_statements: bool = False) -> Iterator[Candidate]:
        """The definitions that may be used here."""
        for definition in self._visible.definitions():
            if isinstance(definition.body, tree.Block) == of_statements:
                yield _definition(definition)

    def _references(self, kind: SymbolKind) -> Iterator[Candidate]:
        """Pools or stages; in a definition a parameter may stand for one."""
        yield from _locals(parameters(self._place), SymbolKind.PARAMETER)
        word = self._stack.symbols[-1]
        first = held(self._place) if word in _OF_HELD else ()
        engines = kind is SymbolKind.STAGE and self._wants_engine()
        for name in self._visible.names(kind, first):
            node = self._visible.known.family(kind, name)
            candidate = _reference(kind, name, node, indexed=word not in _BARE)
            if name in first:
                candidate = candidate._replace(rank=Rank.LOCAL)
            elif engines and not _is_step(node):
                candidate = candidate._replace(rank=Rank.UNLIKELY)
            yield candidate

    def _wants_engine(self) -> bool:
        """Whether a step stage is likely: for tokens, and for who admits."""
        return self._stack.entry[0] in ("prefill", "decode", "admit")

    def _observations(self) -> Iterator[Candidate]:
        names = self._visible.names(SymbolKind.OBSERVATION)
        return (_name(SymbolKind.OBSERVATION, name, Rank.OWN) for name in names)

    def _run_options(self) -> Iterator[Candidate]:
        """The options that are not given yet."""
        given = first_words(self._view.analysis.surface.tokens, self._place.cursor)
        options = words.of_context("run", Rank.WANTED)
        return (each for each in options if each.label not in given)

    def _targets(self) -> Iterator[Candidate]:
        """Attributes that are assigned already, and those that every session has."""
        for name in self._visible.names(SymbolKind.ATTRIBUTE):
            yield _name(SymbolKind.ATTRIBUTE, name, Rank.OWN)
        for each in words.built_in_attributes():
            yield each._replace(rank=Rank.UNLIKELY)

    def _hidden(self) -> Iterator[Candidate]:
        given = self._visible.hidden
        for each in self._targets():
            if each.label not in _NOT_TO_HIDE and each.label not in given:
                yield each

    def _role_names(self) -> Iterator[Candidate]:
        stages = self._visible.names(SymbolKind.STAGE)
        role_names = words.of_context("stage name", Rank.WANTED)
        return (each for each in role_names if each.label not in stages)

    def _argument(self) -> Iterator[Candidate] | None:
        """Pools or stages where a call wants one; `None` for any other value."""
        call = call_around(self._place)
        if call is None or not call.at_start or call.kind is CallKind.DRAW:
            return None
        kind = self._visible.known.role(call.name.text, call.argument)
        return None if kind is None else self._references(kind)

    def _values(self) -> Iterator[Candidate]:
        """What an expression may read at its moment."""
        evaluation = evaluation_at(self._stack)
        yield from _locals(parameters(self._place), SymbolKind.PARAMETER)
        if not isinstance(evaluation, Fixed):
            yield from self._chosen()
            tokens = self._view.analysis.surface.tokens
            following = tokens[self._place.cursor.following : self._place.cursor.following + 400]
            yield from _locals(bindings(self._place, following), SymbolKind.BINDING)
        if evaluation not in (Fixed.CONSTANT, Fixed.RENEWAL):
            yield from self._attributes(evaluation)
        yield from self._constants(evaluation)
        yield from self.definitions()
        yield from words.context_variables(evaluation)
        yield from words.functions(evaluation)

    def _attributes(self, evaluation: Evaluation) -> Iterator[Candidate]:
        """Attributes, hidden ones only where a session's own statements read them (HID-1)."""
        hidden = self._visible.hidden if not self._may_read_hidden(evaluation) else frozenset()
        for name in self._visible.names(SymbolKind.ATTRIBUTE):
            if name not in hidden:
                yield _name(SymbolKind.ATTRIBUTE, name, Rank.OWN)
        for each in words.built_in_attributes():
            if each.label not in hidden:
                yield each

    def _chosen(self) -> Iterator[Candidate]:
        """What the keys of a `choose` compare, which is no attribute before it is whole."""
        entry, first = self._stack.entry, self._stack.list_at() + 1
        target = self._stack.firsts[first + 1] if "by" in entry and entry[0] == "choose" else None
        if target is not None:
            yield from _locals([target.text], SymbolKind.ATTRIBUTE)

    @staticmethod
    def _may_read_hidden(evaluation: Evaluation) -> bool:
        return evaluation in (Moment.SESSION, Fixed.OF_USE)

    def _constants(self, evaluation: Evaluation) -> Iterator[Candidate]:
        """Constants; a `let` sees only those before it (CST-2)."""
        is_let = evaluation is Fixed.CONSTANT and "let" in self._stack.symbols
        values = self._view.analysis.constants
        for name in self._visible.names(SymbolKind.CONSTANT):
            if is_let and not self._visible.is_before(SymbolKind.CONSTANT, name):
                continue
            told = f"constant = {exact(values[name])}" if name in values else "constant"
            yield _name(SymbolKind.CONSTANT, name, Rank.CONSTANT, told)


_LOCAL: Final = {
    SymbolKind.PARAMETER: "parameter",
    SymbolKind.BINDING: "bound at admission",
    SymbolKind.ATTRIBUTE: "attribute",
}


def _locals(names: list[str], kind: SymbolKind) -> Iterator[Candidate]:
    """Names that are known around the place only."""
    detail = _LOCAL[kind]
    for name in names:
        yield Candidate(
            name, CompletionItemKind.Variable, Rank.LOCAL, (kind.value, name), detail=detail
        )


def _name(kind: SymbolKind, name: str, rank: Rank, detail: str = "") -> Candidate:
    return Candidate(name, _KINDS[kind], rank, (kind.value, name), detail=detail or kind.value)


def _reference(kind: SymbolKind, name: str, node: Family | None, *, indexed: bool) -> Candidate:
    """A pool or stage; a member of a family is named with its index."""
    is_family = node is not None and node.size is not None
    candidate = _name(kind, name, Rank.WANTED)
    if not is_family:
        return candidate
    return candidate._replace(
        detail=f"family of {kind.value}s",
        snippet=f"{name}[${{1:index}}]" if indexed else None,
        opener="[" if indexed else "",
    )


def _definition(definition: tree.Definition) -> Candidate:
    name, parameters = definition.name.name, [each.name for each in definition.parameters]
    end = ";" if isinstance(definition.body, tree.Block) else ""
    signature = f"({', '.join(parameters)})"
    return _name(SymbolKind.DEFINITION, name, Rank.DEFINITION, f"{name}{signature}")._replace(
        signature=signature,
        snippet=words.call_snippet(name, parameters, end),
        opener="(",
    )


def _is_step(node: Family | None) -> bool:
    return isinstance(node, tree.Stage) and node.kind.word.name == "step"
