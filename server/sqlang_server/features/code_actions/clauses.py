"""What does this clause do? Answered by two runs: with its line, and without."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lsprotocol import types

from sqlang.refactoring.model import Selection
from sqlang.syntax import tree
from sqlang.vocabulary import keyword
from sqlang_server import extensions
from sqlang_server.view import View

_TITLE: Final = "What does this {} do?"
_ASKED: Final = (
    tree.ExpressionOption,
    tree.EvictOption,
    tree.PreemptOption,
    tree.QueueOption,
    tree.NameOption,
    tree.SpillOption,
    tree.ServeOption,
)
_BEHIND: Final = "; \t\r\n"
"""What somebody selects with a clause that is no part of it."""
_CONTEXTS: Final = ("pool", "step", "run")
_REQUIRED: Final = "required"
_STATEMENTS: Final = (tree.Set, tree.Observe, tree.Run, tree.Serving, tree.Grow, tree.Drop)


def clause_questions(view: View, start: int, end: int) -> Iterator[types.CodeAction]:
    """Compares the program with what it is without the clause under the cursor (`sq.compare`)."""
    if view.analysis.program is None:
        return
    while start < end and view.source.text[end - 1] in _BEHIND:
        end -= 1
    node = Selection(view.analysis, start, end).innermost(*_ASKED, *_STATEMENTS)
    if node is None or not _is_alone(view, node) or not _can_be_missed(view, node):
        return
    what = "clause" if isinstance(node, _ASKED) else "statement"
    line = view.source.lines.position(node.first.start).line + 1
    title = _TITLE.format(what)
    command = types.Command(
        title, extensions.COMMAND_COMPARE, arguments=[{"uri": view.uri, "without": str(line)}]
    )
    yield types.CodeAction(title, kind=extensions.ACTION_EXPLAIN, command=command)


def _can_be_missed(view: View, node: tree.Node) -> bool:
    """Whether it looks as if there were a program without it; analyzing that takes too long."""
    if isinstance(node, tree.ExpressionOption):
        words = [keyword(node.word.name, context) for context in _CONTEXTS]
        return all(word is None or word.default != _REQUIRED for word in words)
    if isinstance(node, tree.Set):
        return not _is_only_value(view, node)
    # What goes over several stages may be the only one that does, of which `share` speaks.
    return not isinstance(node, tree.Run) or len(node.stages) == 1


def _is_only_value(view: View, node: tree.Set) -> bool:
    """Whether something reads an attribute that is assigned nowhere else."""
    symbols = view.analysis.symbols
    found = symbols.at(view.source.path, node.target.first.start)
    if found is None or len(found.symbol.declarations) > 1:
        return False
    return any(not each.write for each in symbols.occurrences_of(found.symbol))


def _is_alone(view: View, node: tree.Node) -> bool:
    """Whether nothing else begins on its lines, so that they can be left out."""
    text = view.source.text
    before = text.rfind("\n", 0, node.first.start) + 1
    behind = text.find("\n", node.last.end)
    rest = text[node.last.end : behind if behind >= 0 else len(text)].strip(" \t\r;")
    return not text[before : node.first.start].strip() and (not rest or rest.startswith("//"))
