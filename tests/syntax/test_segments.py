"""What is known of how long lists were cut goes with their nodes."""

from __future__ import annotations

import gc

from sqlang.source import Source
from sqlang.syntax import tree
from sqlang.syntax.lexer import tokenize
from sqlang.syntax.segments import Segment, Segments
from sqlang.syntax.surface import surface_of


def block(statements: int) -> tree.Block:
    text = f"session {{ {'set a = 1; ' * statements} }}"
    (session,) = surface_of(tokenize(Source(text))).program.items
    assert isinstance(session, tree.NamedBlock)
    return session.block


def assignments() -> int:
    gc.collect()
    return len([each for each in gc.get_objects() if type(each) is tree.Set])


def keep_only(segments: Segments, block: tree.Block) -> None:
    live: set[tree.Node] = {block, *block.statements}
    pending = [part for part in segments.parts(block) if isinstance(part, Segment)]
    while pending:
        segment = pending.pop()
        live.add(segment)
        pending += [part for part in segment.parts if isinstance(part, Segment)]
    segments.keep_only(live)


def test_a_list_of_statements_that_are_gone_is_forgotten() -> None:
    """Also if it ended with one that stays, as blocks do in a text that is not closed yet."""
    before = assignments()
    segments = Segments()
    whole = block(80)
    first = tree.Block(whole.first, whole.last, whole.statements[:50])
    last = tree.Block(whole.first, whole.last, whole.statements[20:])
    assert len(segments.parts(first)) < 24
    assert len(segments.parts(last)) < 24
    del whole, first
    keep_only(segments, last)
    assert assignments() - before == 60
