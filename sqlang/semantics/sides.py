"""Joins the two sides of a program: the server takes the place of each `request` (SID-2, SID-3)."""

from __future__ import annotations

from collections.abc import Mapping

from sqlang.semantics.admission import nested_blocks, with_body
from sqlang.semantics.bounds import MOST_NODES
from sqlang.semantics.declarations import Declarations
from sqlang.semantics.expressions import walk
from sqlang.semantics.refusals import Refusals
from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.semantics.memory import Memory


Rewritten = Mapping[tree.Block, tree.Block]
"""Each block of the text in kernel statements."""


class ProgramBlocks:
    """The blocks of a program in kernel statements, its two sides joined.

    `loose` are blocks that are in no session because of a mistake; they are still checked. There
    are so many `copies` of the server in the session.
    """

    __slots__ = ("copies", "init", "loose", "session", "turn")

    def __init__(
        self,
        init: tree.Block | None,
        turn: tree.Block | None,
        session: tree.Block | None,
        loose: tuple[tree.Block, ...],
        copies: int = 0,
    ) -> None:
        self.copies: Final = copies
        self.init: Final = init
        self.turn: Final = turn
        self.session: Final = session
        self.loose: Final = loose

    def workload(self) -> tuple[tree.Block, ...]:
        """The blocks that only set and observe."""
        return tuple(block for block in (self.init, self.turn) if block is not None)

    def sessions(self) -> tuple[tree.Block, ...]:
        """The session, and what is loose."""
        return self.loose if self.session is None else (self.session, *self.loose)


def program_blocks(
    declared: Declarations,
    rewritten: Rewritten,
    refusals: Refusals,
    memory: Memory | None = None,
) -> ProgramBlocks:
    """Join the sides of a program; of a damaged text a side that is missing may be lost."""
    session, *loose = _joined(declared, rewritten, refusals, memory)
    client = declared.workload_session
    copies = 0 if client is None else _requests(rewritten[client.block], memory)
    init, turn = (
        None if named is None else rewritten[named.block]
        for named in (declared.init, declared.turn)
    )
    return ProgramBlocks(
        init, turn, session, tuple(block for block in loose if block is not None), copies
    )


def _joined(
    declared: Declarations, rewritten: Rewritten, refusals: Refusals, memory: Memory | None
) -> list[tree.Block | None]:
    """Refuse a side without the other (SID-2), else put the server into the session (SID-3).

    Gives the session, then what is in none.
    """
    top, client, server = declared.session, declared.workload_session, declared.server
    alone = top if top is not None and top.block.statements else None
    if client is None and server is None:
        return [None if top is None else rewritten[top.block]]
    if client is None or server is None:
        if client is not None and refusals.damage.whole:
            refusals.refuse("SQ305", client.word)
        if server is not None and refusals.damage.whole:
            refusals.refuse("SQ306", server.word)
        return _mended(alone, client, server, rewritten, memory)
    if alone is not None:
        refusals.refuse("SQ307", client.word, also=((alone.word, "the other session"),))
        return _mended(alone, client, server, rewritten, memory)
    session, answer = rewritten[client.block], rewritten[server.block]
    requests = _requests(session, memory)
    if requests == 0 and refusals.damage.whole:
        refusals.refuse("SQ308", server.word)
    if requests == 0 or not _fits(requests, answer, client, refusals):
        return _mended(None, client, server, rewritten, memory)
    return [_answered(session, answer.statements, memory)]


def _mended(
    top: tree.NamedBlock | None,
    client: tree.NamedBlock | None,
    server: tree.NamedBlock | None,
    rewritten: Rewritten,
    memory: Memory | None,
) -> list[tree.Block | None]:
    """What to check of a program whose sides do not fit: every block once, requests left out."""
    present = [each for each in (top, client, server) if each is not None]
    return [_answered(rewritten[each.block], (), memory) for each in present]


def _requests(block: tree.Block, memory: Memory | None) -> int:
    if memory is not None:
        return sum(memory.facts.of(part).requests for part in memory.segments.parts(block))
    count = 0
    for statement in block.statements:
        count += isinstance(statement, tree.Request)
        count += sum(_requests(nested, memory) for nested in nested_blocks(statement))
    return count


def _fits(requests: int, answer: tree.Block, client: tree.NamedBlock, refusals: Refusals) -> bool:
    """Whether the copies of the server stay within bounds."""
    if requests == 1 or requests * sum(1 for _ in walk(answer)) <= MOST_NODES:
        return True
    what = "the session, with the server in the place of each `request`,"
    refusals.refuse("SQ006", client.word, what=what, bound=f"{MOST_NODES:,} nodes")
    return False


def _answered(
    block: tree.Block, answer: tuple[tree.Statement, ...], memory: Memory | None
) -> tree.Block:
    """The block with the answer in the place of each `request`, at any depth."""
    statements: list[tree.Statement] = []
    changed = False
    for statement in block.statements:
        if isinstance(statement, tree.Request):
            statements.extend(answer)
            changed = True
            continue
        new = _answered_statement(statement, answer, memory)
        changed = changed or new is not statement
        statements.append(new)
    return tree.Block(block.first, block.last, tuple(statements)) if changed else block


def _answered_statement(
    statement: tree.Statement, answer: tuple[tree.Statement, ...], memory: Memory | None
) -> tree.Statement:
    if memory is None:
        return _answered_within(statement, answer, None)
    if memory.facts.of(statement).requests == 0:
        return statement
    known = memory.answered.get(statement)
    if known is None or known[0] != answer:
        known = answer, _answered_within(statement, answer, memory)
        memory.answered[statement] = known
    return known[1]


def _answered_within(
    statement: tree.Statement, answer: tuple[tree.Statement, ...], memory: Memory | None
) -> tree.Statement:
    match statement:
        case tree.Hold():
            return with_body(statement, _answered(statement.body, answer, memory))
        case tree.Loop():
            body = _answered(statement.body, answer, memory)
            if body is not statement.body:
                return tree.Loop(statement.first, statement.last, body)
        case tree.Branch():
            then, otherwise = _answered(statement.then, answer, memory), statement.otherwise
            if otherwise is not None:
                otherwise = _answered(otherwise, answer, memory)
            if then is not statement.then or otherwise is not statement.otherwise:
                return tree.Branch(
                    statement.first, statement.last, None, statement.guard, then, otherwise
                )
    return statement
