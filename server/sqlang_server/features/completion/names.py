"""Candidates that are names of the program, by what a place wants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from lsprotocol.types import CompletionItemKind

from sqlang.ir.moments import Moment
from sqlang.semantics.symbols import Symbol, SymbolKind
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

    def definitions(self, of: type[tree.Node] | None = None) -> Iterator[Candidate]:
        """The definitions that may be used here: of statements if `of` is a block, else values."""
        for symbol in self._visible.symbols(SymbolKind.DEFINITION):
            node = symbol.node
            if not isinstance(node, tree.Definition) or not self._visible.is_usable(node, symbol):
                continue
            if isinstance(node.body, tree.Block) == (of is tree.Block):
                yield _definition(symbol, node)

    def _references(self, kind: SymbolKind) -> Iterator[Candidate]:
        """Pools or stages; in a definition a parameter may stand for one."""
        yield from _locals(parameters(self._place), SymbolKind.PARAMETER)
        word = self._stack.symbols[-1]
        first = held(self._place) if word in _OF_HELD else ()
        engines = kind is SymbolKind.STAGE and self._wants_engine()
        for symbol in self._visible.symbols(kind, first):
            candidate = _of_symbol(symbol, Rank.WANTED, indexed=word not in _BARE)
            if first and symbol.name in first:
                candidate = candidate._replace(rank=Rank.LOCAL)
            elif engines and not _is_step(symbol):
                candidate = candidate._replace(rank=Rank.UNLIKELY)
            yield candidate

    def _wants_engine(self) -> bool:
        """Whether a step stage is likely: for tokens, and for who admits."""
        return self._stack.entry[0] in ("prefill", "decode", "admit")

    def _observations(self) -> Iterator[Candidate]:
        return (
            _of_symbol(each, Rank.OWN) for each in self._visible.symbols(SymbolKind.OBSERVATION)
        )

    def _run_options(self) -> Iterator[Candidate]:
        """The options that are not given yet."""
        given = first_words(self._view.analysis.surface.tokens, self._place.cursor)
        options = words.of_context("run", Rank.WANTED)
        return (each for each in options if each.label not in given)

    def _targets(self) -> Iterator[Candidate]:
        """Attributes that are assigned already, and those that every session has."""
        built_in = words.built_in_attributes()
        for symbol in self._visible.symbols(SymbolKind.ATTRIBUTE):
            if symbol.declarations:
                yield _of_symbol(symbol, Rank.OWN)
        for each in built_in.values():
            yield each._replace(rank=Rank.UNLIKELY)

    def _hidden(self) -> Iterator[Candidate]:
        given = self._visible.hidden
        for each in self._targets():
            if each.label not in _NOT_TO_HIDE and each.label not in given:
                yield each

    def _role_names(self) -> Iterator[Candidate]:
        symbols = self._view.analysis.symbols
        for each in words.of_context("stage name", Rank.WANTED):
            known = symbols.find(SymbolKind.STAGE, each.label)
            if known is None or self._visible.is_declared_here(known):
                yield each

    def _argument(self) -> Iterator[Candidate] | None:
        """Pools or stages where a call wants one; `None` for any other value."""
        call = call_around(self._place)
        if call is None or not call.at_start or call.kind is CallKind.DRAW:
            return None
        kind = self._view.analysis.symbols.program.roles.role(call.name.text, call.argument)
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
        for symbol in self._visible.symbols(SymbolKind.ATTRIBUTE):
            if symbol.declarations and symbol.name not in hidden:
                yield _of_symbol(symbol, Rank.OWN)
        for each in words.built_in_attributes().values():
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
        for symbol in self._visible.symbols(SymbolKind.CONSTANT):
            if is_let and not self._visible.is_before(symbol):
                continue
            value = values.get(symbol.name)
            told = "" if value is None else f" = {exact(value)}"
            yield _of_symbol(symbol, Rank.CONSTANT)._replace(detail=f"constant{told}")


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


def _of_symbol(symbol: Symbol, rank: Rank, *, indexed: bool = True) -> Candidate:
    """A name; a member of a family is named with its index."""
    node = symbol.node
    is_family = isinstance(node, (tree.Pool, tree.Stage)) and node.size is not None
    return Candidate(
        symbol.name,
        _KINDS[symbol.kind],
        rank,
        (symbol.kind.value, symbol.name),
        detail=f"family of {symbol.kind.value}s" if is_family else symbol.kind.value,
        snippet=f"{symbol.name}[${{1:index}}]" if is_family and indexed else None,
        opener="[" if is_family and indexed else "",
    )


def _definition(symbol: Symbol, node: tree.Definition) -> Candidate:
    names = [each.name for each in node.parameters]
    end = ";" if isinstance(node.body, tree.Block) else ""
    signature = f"({', '.join(names)})"
    return Candidate(
        symbol.name,
        _KINDS[SymbolKind.DEFINITION],
        Rank.DEFINITION,
        (SymbolKind.DEFINITION.value, symbol.name),
        detail=f"{symbol.name}{signature}",
        signature=signature,
        snippet=words.call_snippet(symbol.name, names, end),
        opener="(",
    )


def _is_step(symbol: Symbol) -> bool:
    return isinstance(symbol.node, tree.Stage) and symbol.node.kind.word.name == "step"
