"""Places move with the text they stand in."""

from __future__ import annotations

from random import Random

import pytest

from sqlang.source import Source
from sqlang.syntax import anchors
from sqlang.syntax.anchors import Anchored, Spans
from sqlang.syntax.tokens import Placed


@pytest.mark.parametrize("size", [1, 2, 5])
def test_each_place_keeps_its_text(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Words of two letters, so that every word says where it should stand."""
    monkeypatch.setattr(anchors, "_SIZE", size)
    random = Random(size)
    words = [f"{number:02}" for number in range(20)]
    source = Source("".join(words))
    placed = [Placed(source.buffer, 2 * at, 2 * at + 2) for at in range(len(words))]
    anchored = Anchored(placed, source)
    for _ in range(300):
        start = random.randrange(len(words) + 1)
        end = min(len(words), start + random.randrange(8))
        new = [f"{random.randrange(100):02}" for _ in range(random.randrange(8))]
        words[start:end] = new
        source = Source("".join(words))
        put_in = [
            Placed(source.buffer, 2 * at, 2 * at + 2) for at in range(start, start + len(new))
        ]
        anchored.replace(start, end, put_in, 2 * (len(new) - (end - start)), source)
        spans = Spans(anchored.places)
        assert [span.text for span in spans] == words
        assert [(span.start, span.source) for span in spans] == [
            (2 * at, source) for at in range(len(words))
        ]
