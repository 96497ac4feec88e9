"""Places of tokens, looked up in the order of the text as in any other order."""

from __future__ import annotations

import pytest

from sqlang.semantics.token_order import TokenOrder
from sqlang.source import Source, Span
from sqlang.syntax.kernel import parse_kernel
from sqlang.syntax.workspace import Workspace

TEXTS = (
    "session { set a = 1; end }",
    "pool p { cap 3 } session { hold p (1) { set a = ; } } run { horizon 3; }",
    "session { branch (1 { end; } run",
)


@pytest.mark.parametrize("text", TEXTS)
def test_both_orders_agree_on_a_text_as_written(text: str) -> None:
    source = Source(text)
    kernel = parse_kernel(source, Workspace())
    assert kernel.is_as_written
    written = TokenOrder(kernel.tokens, is_as_written=True)
    in_any_order = TokenOrder(kernel.tokens)
    for start in range(len(text) + 1):
        for end in {start, min(start + 2, len(text))}:
            span = Span(source, start, end)
            assert written.place_of(span) == in_any_order.place_of(span)
    places = [written.place(token) for token in kernel.tokens]
    assert places == list(range(len(kernel.tokens)))
