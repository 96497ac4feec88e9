"""Arguments that a definition or a function cannot take as they are: how to give them otherwise."""

from __future__ import annotations

from typing import Final

from sqlang.advice.edits import insertion, removal, with_fix
from sqlang.advice.situation import Situation
from sqlang.diagnostics.model import Diagnostic, Edit
from sqlang.syntax import tree
from sqlang.vocabulary import CONTEXT_VARIABLES, RETIRED_WORDS

_OF_TWO: Final = frozenset({"min", "max"})

_MOST_NESTED: Final = 16
"""So many arguments at most are nested: a person would write more of them otherwise."""


def argument_changes(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ217, SQ219 to SQ222: the value is kept under a name of its own before the use.

    The name is the parameter's, with `_before` behind it where the program says it already.
    """
    around = situation.around(found.span)
    use = next((node for node in around if isinstance(node, tree.Use)), None)
    if use is None or any(isinstance(node, tree.Definition) for node in around):
        return found
    record = next(
        (each for each in situation.checked.kernel.definitions if each.name.text == use.name.name),
        None,
    )
    given = [argument.span for argument in use.arguments]
    if record is None or found.span not in given or len(given) != len(record.parameters):
        return found
    name = record.parameters[given.index(found.span)].text
    while not _is_free(name, situation):
        name += "_before"
    kept = insertion(use.span, f"set {name} = {found.span.text}; ")
    return with_fix(found, f"Keep it as `{name}` before the use", kept, Edit(found.span, name))


def _is_free(name: str, situation: Situation) -> bool:
    """Whether a program may set an attribute of this name: it is at most a parameter so far."""
    if name in CONTEXT_VARIABLES or name in RETIRED_WORDS:
        return False
    kernel = situation.checked.kernel
    scopes = [
        (each.first, each.last)
        for each in kernel.definitions
        if any(parameter.text == name for parameter in each.parameters)
    ]
    return all(
        any(
            first.source is source and first.start <= token.start <= last.start
            for first, last in scopes
        )
        for source in kernel.sources
        for token in situation.tokens(source)
        if token.text == name
    )


def argument_count(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ409: the least or greatest of more than two is that of two, and again."""
    around = situation.around(found.span)
    call = next((node for node in reversed(around) if isinstance(node, tree.Call)), None)
    if call is None or call.function.name not in _OF_TWO:
        return found
    if not 2 < len(call.arguments) <= _MOST_NESTED:
        return found
    word = call.function.name
    first, *rest = call.arguments
    depth = len(rest) - 1
    edits = [insertion(first.span, f"{word}(" * depth)]
    edits += [Edit(each.span, f"{each.span.text})") for each in rest[:-1]]
    return with_fix(found, f"Nest `{word}`", *edits)


def block_of_nothing(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ431: without `block` units are not rounded, which a block of 0 seems to say."""
    around = situation.around(found.span)
    option = next((node for node in around if isinstance(node, tree.ExpressionOption)), None)
    if option is None or option.word.name != "block":
        return found
    semicolon = situation.behind(option.span)
    if semicolon.text != ";":
        return found
    return with_fix(found, "Remove the option", removal(option.span.to(semicolon.span)))


def defined_twice(found: Diagnostic, situation: Situation) -> Diagnostic:
    """SQ203: the second definition; nothing changes if it says the same."""
    around = situation.around(found.span)
    second = next((node for node in around if isinstance(node, tree.Definition)), None)
    if second is None or not found.related:
        return found
    earlier = situation.around(found.related[0].span)
    first = next((node for node in earlier if isinstance(node, tree.Definition)), None)
    same = first is not None and first.span.text.split() == second.span.text.split()
    return with_fix(found, "Remove this definition", removal(second.span), safe=same)
