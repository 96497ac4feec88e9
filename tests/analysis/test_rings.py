"""Of what an edit replaces nothing waits for a collection of garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from sqlang.incremental import IncrementalAnalysis, warm_up
from sqlang.source import Source
from tests.bench.programs import half_in_session

TEXT = half_in_session(100)
EDITS = (
    ("horizon 20", "horizon 21"),
    ("decode (2)", "decode (3)"),
    ("decode (2)", "decode (2"),
    ("branch", "brunch"),
    ("def wait1", "def wait9"),
    ("let size0 = 0 + 1;", ""),
    ("session {", "session "),
    ("hold reqs", "} hold reqs"),
)


@pytest.fixture
def _no_collection() -> Iterator[None]:
    warm_up()
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def analyzed(incremental: IncrementalAnalysis, text: str) -> None:
    analysis = incremental.update(Source(text, "/work/program.sq", "/work"))
    assert (analysis.program is None) == bool(analysis.diagnostics)
    assert analysis.hints is not None


@pytest.mark.usefixtures("_no_collection")
@pytest.mark.parametrize(("old", "new"), EDITS)
def test_an_edit_leaves_nothing_for_a_collection(old: str, new: str) -> None:
    incremental = IncrementalAnalysis()
    for text in (TEXT, TEXT.replace(old, new, 1), TEXT, TEXT.replace(old, new)):
        analyzed(incremental, text)
    assert gc.collect() == 0


@pytest.mark.usefixtures("_no_collection")
def test_what_is_released_goes_at_once() -> None:
    incremental = IncrementalAnalysis()
    for text in (TEXT, *(TEXT.replace(old, new, 1) for old, new in EDITS)):
        analyzed(incremental, text)
    incremental.release()
    del incremental
    assert gc.collect() == 0


def test_a_text_after_a_release_is_analyzed_from_scratch() -> None:
    incremental = IncrementalAnalysis()
    analyzed(incremental, TEXT)
    incremental.release()
    analyzed(incremental, TEXT.replace("horizon 20", "horizon 21"))
    assert (incremental.edits, incremental.restarts) == (0, 0)
