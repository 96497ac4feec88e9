"""Which of the language's words a token is: the same spelling means several things."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sqlang.syntax import tree
from sqlang.syntax.tokens import Kind, Token
from sqlang.vocabulary import (
    BUILTIN_ATTRIBUTES,
    CONTEXT_VARIABLES,
    DISTRIBUTIONS,
    FUNCTIONS,
    KEYWORDS,
    OPERATORS,
    AttributeWord,
    ContextWord,
    DistributionWord,
    FunctionWord,
    Keyword,
    OperatorWord,
    keyword,
)

Word = Keyword | FunctionWord | DistributionWord | ContextWord | AttributeWord | OperatorWord

_CONTEXTS: Final[Mapping[type[tree.Node], tuple[str, ...]]] = {
    tree.Program: ("program",),
    tree.Pool: ("pool", "program"),
    tree.EvictOption: ("evict", "pool"),
    tree.PreemptOption: ("preempt", "pool"),
    tree.QueueOption: ("queue", "pool"),
    tree.SpillOption: ("spill", "pool"),
    tree.NameOption: ("admit",),
    tree.Stage: ("program",),
    tree.StageKind: ("stage", "step"),
    tree.ServeOption: ("serve", "step"),
    tree.Workload: ("workload", "program"),
    tree.Arrive: ("arrive", "workload"),
    tree.Trace: ("trace", "workload"),
    tree.Share: ("share", "program"),
    tree.RunSettings: ("run", "program"),
    tree.Block: ("block",),
    tree.Hold: ("hold", "block"),
    tree.Run: ("run statement", "block"),
    tree.Serving: ("serving form", "block"),
    tree.Branch: ("branch", "block"),
    tree.Choose: ("choose", "block"),
}
"""In which contexts of the vocabulary the words of a node stand, the likeliest first."""

_EXPRESSIONS: Final = (
    tree.Name,
    tree.Number,
    tree.Parenthesized,
    tree.Call,
    tree.Draw,
    tree.Unary,
    tree.Binary,
    tree.Conditional,
    tree.IndexedArgument,
)


def word_at(token: Token, path: Sequence[tree.Node]) -> Word | None:
    """The word of the language that a token is at the end of a path of nodes, if any.

    A name the program declares may be spelt like a keyword: ask for symbols first.
    """
    if token.kind is Kind.PUNCTUATION:
        return _operator(token, path[0])
    if token.kind is not Kind.NAME:
        return None
    return _value(token, path) or _keyword(token.text, path)


def _operator(token: Token, node: tree.Node) -> OperatorWord | None:
    if not isinstance(node, (tree.Unary, tree.Binary, tree.Conditional, tree.Draw)):
        return None
    prefix = isinstance(node, (tree.Unary, tree.Draw)) and node.first is token
    text = "?" if token.text == ":" else token.text
    for operator in OPERATORS:
        if operator.text == text and (operator.associativity == "prefix") == prefix:
            return operator
    return None


def _value(token: Token, path: Sequence[tree.Node]) -> Word | None:
    """What a name in an expression means when the program does not say."""
    for node in path[:2]:
        if isinstance(node, tree.Call) and node.function.first is token:
            return FUNCTIONS.get(token.text)
        if isinstance(node, tree.Draw) and node.distribution.first is token:
            return DISTRIBUTIONS.get(token.text)
    if isinstance(path[0], tree.Name) and token.text in CONTEXT_VARIABLES:
        return CONTEXT_VARIABLES[token.text]
    if isinstance(path[0], tree.Name) or _is_target(token, path):
        return next((word for word in BUILTIN_ATTRIBUTES if word.name == token.text), None)
    return None


def _is_target(token: Token, path: Sequence[tree.Node]) -> bool:
    """Whether a token is the attribute that a statement assigns."""
    parent = path[1] if len(path) > 1 else None
    return isinstance(parent, (tree.Set, tree.Choose)) and parent.target.first is token


def _keyword(text: str, path: Sequence[tree.Node]) -> Keyword | None:
    """The keyword of the innermost context that has it; in a broken statement the likeliest."""
    for node in path:
        if isinstance(node, _EXPRESSIONS):
            return None
        for context in _CONTEXTS.get(type(node), ()):
            found = keyword(text, context)
            if found is not None:
                return found
        if isinstance(node, tree.Block):
            break
    everywhere = [word for word in KEYWORDS if word.text == text]
    return everywhere[0] if everywhere and isinstance(path[0], tree.Damaged) else None
