"""What can be said of an expression by itself: what it reads, whether it draws, what it equals."""

from __future__ import annotations

from collections.abc import Iterator

from sqlang.syntax import tree
from sqlang.vocabulary import FUNCTIONS

TargetKey = tuple[str | float | int, ...]
"""A reference as a flat sequence that is equal for equal references and for no others (REF-5)."""


def walk(root: tree.Node) -> Iterator[tree.Node]:
    """A node and all nodes below it, in the order of the text."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        kind = type(node)
        if kind is not tree.Name and kind is not tree.Number and kind is not tree.Identifier:
            pending.extend(reversed(list(node.children())))


def names_read(root: tree.Node) -> Iterator[tree.Name]:
    """The names that an expression or statement reads as values.

    A bare name as an argument of a call counts, the name of an indexed argument does not (ADM-6).
    """
    return (node for node in walk(root) if type(node) is tree.Name)


def first_draw(root: tree.Node) -> tree.Draw | None:
    """The first draw in an expression (ADM-3, CST-8)."""
    return next((node for node in walk(root) if type(node) is tree.Draw), None)


def state_call(root: tree.Node) -> tree.Call | None:
    """The first call that reads the state of a pool or stage (LNT-1); `blocksize` does not."""
    for node in walk(root):
        if type(node) is tree.Call and reads_state(node.function.name):
            return node
    return None


def reads_state(function: str) -> bool:
    """Whether a function is one of the 22 but none of the nine of numbers alone (NAM-8)."""
    word = FUNCTIONS.get(function)
    return word is not None and word.function is not None and not word.pure


def bare(expression: tree.Argument) -> tree.Argument:
    """An expression without the parentheses around it, which leave no trace (EXP-3)."""
    while type(expression) is tree.Parenthesized:
        expression = expression.inner
    return expression


def target_key(reference: tree.Reference) -> TargetKey:
    """Two references are the same target exactly when their keys are equal (REF-5).

    A bare name as an argument is a reference argument, which a name in parentheses is not (EXP-7).
    """
    if reference.index is None:
        return (reference.name.name,)
    key: list[str | float | int] = [reference.name.name]
    pending: list[tree.Node] = [reference.index]
    while pending:
        node = pending.pop()
        if type(node) is tree.Parenthesized:
            pending.append(node.inner)
            continue
        key.extend(_key_of(node))
        pending.extend(reversed([child for child in node.children() if not _is_name(child)]))
    return tuple(key)


def _is_name(node: tree.Node) -> bool:
    return type(node) is tree.Identifier


def _key_of(node: tree.Node) -> tuple[str | float | int, ...]:
    match node:
        case tree.Number(value=value):
            return ("number", value)
        case tree.Name(name=name):
            return ("name", name)
        case tree.IndexedArgument(name=name):
            return ("indexed", name.name)
        case tree.Call(function=function, arguments=arguments):
            bare_names = "".join("n" if type(each) is tree.Name else "e" for each in arguments)
            return ("call", function.name, bare_names)
        case tree.Draw(distribution=distribution, arguments=arguments):
            return ("draw", distribution.name, len(arguments))
        case tree.Unary(operator=operator) | tree.Binary(operator=operator):
            return (type(node).__name__, operator)
        case _:
            return (type(node).__name__, id(node) if type(node) is tree.Damaged else 0)


def parts(
    argument: tree.Name | tree.IndexedArgument,
) -> tuple[tree.Name | tree.Identifier, tree.Expression | None]:
    """The name and the index of a reference argument."""
    if isinstance(argument, tree.Name):
        return argument, None
    return argument.name, argument.index
