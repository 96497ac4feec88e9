"""Paints the names and words of an entry by what they are in the tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from sqlang.syntax import tree
from sqlang.syntax.tokens import Kind, Token
from sqlang.vocabulary import DISTRIBUTIONS, FUNCTIONS
from sqlang_server.features.semantic_tokens.paints import Paint
from sqlang_server.features.semantic_tokens.scopes import Scope, of_definition

_ARGUMENTS: Final = {"e": Paint.VALUE, "p": Paint.POOL, "s": Paint.STAGE}
_VALUES: Final = frozenset({Paint.VALUE, Paint.ARGUMENT})


class Painter:
    """Goes through headers of entries; `found` has the tokens that it knows.

    A word of the grammar that is no name and no option has no node, and is not among them.
    """

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: Final[dict[Token, Paint]] = {}

    def entry(self, entry: tree.Node, scope: Scope) -> None:
        """Paint what an entry says itself, not what the entries in it say."""
        paint = self._entries.get(type(entry))
        if paint is not None:
            paint(self, entry, scope)

    def _expression(self, node: tree.Node, scope: Scope) -> None:
        """Not recursive, since a sum of a thousand terms is a thousand deep."""
        pending = [node]
        while pending:
            node = pending.pop()
            match node:
                case tree.Name():
                    self._local(node, Paint.VALUE, scope)
                case tree.Binary():
                    pending += (node.left, node.right)
                case tree.Parenthesized():
                    pending.append(node.inner)
                case tree.Call():
                    pending += self._call(node, scope)
                case tree.Unary():
                    pending.append(node.operand)
                case tree.Conditional():
                    pending += (node.condition, node.then, node.otherwise)
                case tree.Draw():
                    self._draw(node)
                    pending += node.arguments

    def _draw(self, node: tree.Draw) -> None:
        known = node.distribution.name in DISTRIBUTIONS
        self.found[node.distribution.first] = Paint.DISTRIBUTION if known else Paint.UNKNOWN

    def _expressions(self, nodes: Iterable[tree.Node | None], scope: Scope) -> None:
        for node in nodes:
            if node is not None:
                self._expression(node, scope)

    def _local(self, node: tree.Name | tree.Identifier, paint: Paint, scope: Scope) -> None:
        """A name that may be a parameter, or a binding where it is read as a value."""
        name = node.name
        if name in scope.parameters:
            written = paint == Paint.WRITTEN
            paint = Paint.PARAMETER_WRITTEN if written else Paint.PARAMETER
        elif name in scope.bindings and paint in _VALUES:
            paint = Paint.BINDING
        self.found[node.first] = paint

    def _call(self, node: tree.Call, scope: Scope) -> Sequence[tree.Node]:
        """Paint what is called and the arguments that are names; gives the others."""
        name, arguments = node.function, node.arguments
        word = FUNCTIONS.get(name.name)
        if word is None:
            self.found[name.first] = Paint.DEFINITION
            return self._arguments(arguments, scope)
        self.found[name.first] = Paint.FUNCTION
        wanted = word.arguments
        others: list[tree.Node] = []
        for place, argument in enumerate(arguments):
            paint = _ARGUMENTS[wanted[place]] if place < len(wanted) else Paint.VALUE
            others += self._argument(argument, paint, scope)
        return others

    def _arguments(self, arguments: Iterable[tree.Argument], scope: Scope) -> Sequence[tree.Node]:
        """What a definition takes a name as is not known here: whatever has that name."""
        others: list[tree.Node] = []
        for argument in arguments:
            others += self._argument(argument, Paint.ARGUMENT, scope)
        return others

    def _argument(self, argument: tree.Argument, paint: Paint, scope: Scope) -> Sequence[tree.Node]:
        if isinstance(argument, tree.Name):
            self._local(argument, paint, scope)
            return ()
        if isinstance(argument, tree.IndexedArgument):
            self._local(argument.name, paint, scope)
            return (argument.index,)
        return (argument,)

    def _reference(self, node: tree.Reference | None, paint: Paint, scope: Scope) -> None:
        if node is not None:
            self._local(node.name, paint, scope)
            if node.index is not None:
                self._expression(node.index, scope)

    def _word(self, word: tree.Identifier | None, paint: Paint) -> None:
        if word is not None:
            self.found[word.first] = paint

    # Statements

    def _assignment(self, node: tree.Set, scope: Scope) -> None:
        self._local(node.target, Paint.WRITTEN, scope)
        self._expression(node.value, scope)

    def _observe(self, node: tree.Observe, scope: Scope) -> None:
        self._local(node.target, Paint.OBSERVATION_DECLARED, scope)
        self._expression(node.value, scope)

    def _choose(self, node: tree.Choose, scope: Scope) -> None:
        self._local(node.target, Paint.WRITTEN, scope)
        self._expressions((node.count, *node.keys), scope)

    def _hold(self, node: tree.Hold, scope: Scope) -> None:
        inner = scope.inside(node)
        known = scope
        for binding in node.at_admission.bindings if node.at_admission is not None else ():
            self._expression(binding.value, known)
            self.found[binding.name.first] = Paint.BINDING_DECLARED
            known = known._replace(bindings=known.bindings | {binding.name.name})
        for take in node.takes:
            self._reference(take.pool, Paint.POOL, scope)
            self._expressions((take.units, take.reserve), inner)
        self._expressions((node.reuse, node.cache), inner)
        if node.lease is not None:
            self._reference(node.lease.pool, Paint.POOL, scope)
            self._expression(node.lease.time, inner)

    def _pool_statement(
        self, node: tree.Grow | tree.Drop | tree.Release | tree.Load, scope: Scope
    ) -> None:
        self._reference(node.pool, Paint.POOL, scope)
        if isinstance(node, (tree.Grow, tree.Load)):
            self._expression(node.amount, scope)

    def _run(self, node: tree.Run, scope: Scope) -> None:
        for stage in node.stages:
            self._reference(stage, Paint.STAGE, scope)
        self._word(node.mode, Paint.KEYWORD)
        self._expression(node.work, scope)
        self._reference(node.growing, Paint.POOL, scope)

    def _serving(self, node: tree.Serving, scope: Scope) -> None:
        self._word(node.role, Paint.KEYWORD)
        if node.where is not None:
            self._expressions((node.where.index,), scope)
            for stage in node.where.stages:
                self._reference(stage, Paint.STAGE, scope)
        for pool in (node.growing, node.origin, node.destination):
            self._reference(pool, Paint.POOL, scope)
        self._expressions((node.work, node.amount), scope)

    def _branch(self, node: tree.Branch, scope: Scope) -> None:
        self._expression(node.guard, scope)
        if node.chance is not None:
            self.found[node.chance] = Paint.CHANCE

    def _use(self, node: tree.Use, scope: Scope) -> None:
        self._word(node.name, Paint.STATEMENTS)
        self._expressions(self._arguments(node.arguments, scope), scope)

    # Items

    def _let(self, node: tree.Let, scope: Scope) -> None:
        self._word(node.name, Paint.CONSTANT_DECLARED)
        self._expression(node.value, scope)

    def _definition(self, node: tree.Definition, _: Scope) -> None:
        is_block = isinstance(node.body, tree.Block)
        self._word(node.name, Paint.STATEMENTS_DECLARED if is_block else Paint.DEFINITION_DECLARED)
        for parameter in node.parameters:
            self._word(parameter, Paint.PARAMETER_DECLARED)
        if not is_block:
            self._expression(node.body, of_definition(node))

    def _pool(self, node: tree.Pool, _: Scope) -> None:
        self._word(node.name, Paint.POOL_DECLARED)

    def _stage(self, node: tree.Stage, scope: Scope) -> None:
        self._word(node.name, Paint.STAGE_DECLARED)
        self._word(node.kind.word, Paint.KIND)
        self._expressions((node.kind.argument,), scope)

    def _with_word(
        self, node: tree.Workload | tree.NamedBlock | tree.RunSettings, _: Scope
    ) -> None:
        self._word(node.word, Paint.KEYWORD)

    def _share(self, node: tree.Share, _: Scope) -> None:
        self._word(node.policy, Paint.POLICY)

    def _arrive(self, node: tree.Arrive, scope: Scope) -> None:
        self._word(node.word, Paint.POLICY)
        self._expressions((node.argument,), scope)

    def _hidden(self, node: tree.Hidden, _: Scope) -> None:
        for name in node.names:
            self._word(name, Paint.LISTED)

    # Options

    def _expression_option(self, node: tree.ExpressionOption, scope: Scope) -> None:
        self._word(node.word, Paint.OPTION)
        self._expression(node.value, scope)

    def _evict(self, node: tree.EvictOption, scope: Scope) -> None:
        self._policy(node.word, node.last, is_named=not node.keys)
        self._expressions(node.keys, scope)

    def _preempt(self, node: tree.PreemptOption, _: Scope) -> None:
        self._word(node.word, Paint.OPTION)
        self._word(node.policy, Paint.POLICY)

    def _queue(self, node: tree.QueueOption, scope: Scope) -> None:
        self._policy(node.word, node.last, is_named=node.key is None)
        self._expressions((node.key,), scope)

    def _serve(self, node: tree.ServeOption, scope: Scope) -> None:
        self._policy(node.word, node.last, is_named=not node.keys)
        self._word(node.form, Paint.KEYWORD if node.keys else Paint.POLICY)
        self._expressions(node.keys, scope)

    def _policy(self, word: tree.Identifier, last: Token, *, is_named: bool) -> None:
        """An option that takes the name of a policy, which stands last, or keys."""
        if is_named and last.kind is Kind.NAME:
            self.found[last] = Paint.POLICY
        self._word(word, Paint.OPTION)

    def _name_option(self, node: tree.NameOption, _: Scope) -> None:
        self._word(node.word, Paint.OPTION)
        self._word(node.target, Paint.POOL if node.word.name == "memory" else Paint.STAGE)

    def _spill(self, node: tree.SpillOption, scope: Scope) -> None:
        self._word(node.word, Paint.OPTION)
        self._word(node.to, Paint.POOL)
        self._word(node.via, Paint.STAGE)
        self._expressions((node.work, node.when), scope)

    _entries: ClassVar[Mapping[type[tree.Node], Callable[[Any, Any, Scope], None]]] = {
        tree.Set: _assignment,
        tree.Observe: _observe,
        tree.Choose: _choose,
        tree.Hold: _hold,
        tree.Grow: _pool_statement,
        tree.Drop: _pool_statement,
        tree.Release: _pool_statement,
        tree.Load: _pool_statement,
        tree.Run: _run,
        tree.Serving: _serving,
        tree.Branch: _branch,
        tree.Use: _use,
        tree.Let: _let,
        tree.Definition: _definition,
        tree.Pool: _pool,
        tree.Stage: _stage,
        tree.Workload: _with_word,
        tree.NamedBlock: _with_word,
        tree.RunSettings: _with_word,
        tree.Share: _share,
        tree.Arrive: _arrive,
        tree.Hidden: _hidden,
        tree.ExpressionOption: _expression_option,
        tree.EvictOption: _evict,
        tree.PreemptOption: _preempt,
        tree.QueueOption: _queue,
        tree.ServeOption: _serve,
        tree.NameOption: _name_option,
        tree.SpillOption: _spill,
    }
