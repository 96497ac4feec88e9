"""A session written once, as a client's and a server's side, or the other way (SID-1 to SID-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sqlang.advice.edits import removal
from sqlang.refactoring.model import Kind, Refactoring, Selection, lines_of
from sqlang.semantics.expressions import walk
from sqlang.semantics.symbols import SymbolKind
from sqlang.syntax import tree

_OF_THE_CLIENT: Final = (tree.Turn, tree.End, tree.Request, tree.Damaged)
"""What a server may not say (SID-1), or nobody can read."""


def side_rewrites(selection: Selection) -> Iterator[Refactoring]:
    """Two sides for the statements selected, or for a whole session; one session for two sides.

    Only of a right program: what stands elsewhere decides which side may name what.
    """
    if selection.analysis.program is None:
        return
    items = selection.analysis.surface.program.items
    workload = next((item for item in items if isinstance(item, tree.Workload)), None)
    item = selection.item
    if workload is None or not isinstance(item, (tree.NamedBlock, tree.Workload)):
        return
    if isinstance(item, tree.NamedBlock) and item.word.name == "session":
        yield from _split(selection, workload, item)
    else:
        yield from _join(selection, workload, items)


def _split(
    selection: Selection, workload: tree.Workload, session: tree.NamedBlock
) -> Iterator[Refactoring]:
    served = _served(selection, session)
    if not served or not all(_may_be_served(selection, each) for each in served):
        return
    text, block = selection.text, session.block
    start, end = served[0].first.start, served[-1].last.end
    client = f"{text[block.first.start : start]}request;{text[end : block.last.end]}"
    body = text[start:end]
    depth = selection.indentation(start)
    server = f"server {{\n  {_moved(body, depth, '  ')}\n}}"
    closer = workload.last.start
    margin = "" if text[text.rfind("\n", 0, closer) + 1 : closer].strip() == "" else " "
    put = f"{margin}  session {_moved(client, '', '  ')}\n"
    yield Refactoring(
        "Split the session into two sides",
        Kind.REWRITE,
        (selection.edit(closer, closer, put), selection.replaced(session, server)),
    )


def _served(selection: Selection, session: tree.NamedBlock) -> Sequence[tree.Statement]:
    """The statements selected, of one block; without a selection all but `end` at the end."""
    if selection.is_cursor:
        if not session.word.first.start <= selection.start <= session.word.last.end:
            return ()
        statements = session.block.statements
        return statements[:-1] if statements and _ends(statements[-1]) else statements
    block = selection.innermost(tree.Block)
    if not isinstance(block, tree.Block):
        return ()
    inside = [
        each
        for each in block.statements
        if selection.start <= each.first.start and each.last.end <= selection.end
    ]
    ends = inside and (inside[0].first.start, inside[-1].last.end)
    return inside if ends == (selection.start, selection.end) else ()


def _ends(statement: tree.Statement) -> bool:
    return isinstance(statement, tree.End)


def _may_be_served(selection: Selection, statement: tree.Statement) -> bool:
    table = selection.analysis.symbols
    for node in walk(statement):
        if isinstance(node, _OF_THE_CLIENT):
            return False
        if isinstance(node, tree.Use):
            symbol = table.find(SymbolKind.DEFINITION, node.name.name)
            body = None if symbol is None else symbol.node
            if body is None or any(isinstance(each, _OF_THE_CLIENT) for each in walk(body)):
                return False
            if any(isinstance(each, tree.Use) for each in walk(body)):
                return False
    return True


def _join(
    selection: Selection, workload: tree.Workload, items: Sequence[tree.Item]
) -> Iterator[Refactoring]:
    blocks = [item for item in items if isinstance(item, tree.NamedBlock)]
    servers = [each for each in blocks if each.word.name == "server"]
    inner = [each for each in workload.items if isinstance(each, tree.NamedBlock)]
    sessions = [each for each in inner if each.word.name == "session"]
    if len(servers) != 1 or len(sessions) != 1 or len(blocks) != 1:
        return
    server, session = servers[0], sessions[0]
    requests = [node for node in walk(session) if isinstance(node, tree.Request)]
    said = sum(isinstance(node, tree.Request) for item in items for node in walk(item))
    if not requests or said != len(requests) or selection.item not in (server, workload):
        return
    joined = _with_server(selection, session, server, requests)
    yield Refactoring(
        "Join the two sides in one session",
        Kind.REWRITE,
        (removal(session.span), selection.replaced(server, joined)),
    )


def _with_server(
    selection: Selection,
    session: tree.NamedBlock,
    server: tree.NamedBlock,
    requests: Sequence[tree.Request],
) -> str:
    text = selection.text
    body = text[server.block.first.end : server.block.last.start].strip()
    depth = "".join(selection.indentation(each.first.start) for each in server.block.statements[:1])
    parts: list[str] = []
    at = session.first.start
    for request in requests:
        here = selection.indentation(request.first.start)
        parts += [text[at : request.first.start], _moved(body, depth, here)]
        at = request.last.end
    parts.append(text[at : session.last.end])
    return _moved("".join(parts), selection.indentation(session.first.start), "")


def _moved(text: str, from_depth: str, to_depth: str) -> str:
    """The lines after the first, moved from one depth to another."""
    first, *rest = lines_of(text)
    moved = [f"{to_depth}{line.removeprefix(from_depth)}".rstrip() for line in rest]
    return "\n".join([first, *moved])
