"""Classes of the protocol do what they did once they keep only the names that they use."""

from __future__ import annotations

import builtins
import dis
import os
import platform
from collections.abc import Iterator
from types import FunctionType

import attrs
import pytest
from lsprotocol import converters, types

from sqlang_server import footprint

COMPLETION = {
    "items": [
        {"label": "hold", "kind": 14, "textEdit": {"newText": "hold ", "range": None}},
        {"label": "run", "tags": [1]},
    ],
    "isIncomplete": False,
}
PLACE = {"start": {"line": 1, "character": 2}, "end": {"line": 1, "character": 4}}
COMPLETION["items"][0]["textEdit"]["range"] = PLACE  # type: ignore[index]


@pytest.fixture(autouse=True, scope="module")
def _slim() -> None:
    footprint.slim(types)


def generated() -> Iterator[FunctionType]:
    for kind in vars(types).values():
        if isinstance(kind, type) and attrs.has(kind):
            for method in vars(kind).values():
                if isinstance(method, FunctionType) and "attrs" in method.__code__.co_filename:
                    yield method


def test_every_name_that_is_used_is_still_there() -> None:
    methods = list(generated())
    assert len(methods) > 1000
    for method in methods:
        for step in dis.get_instructions(method):
            if step.opname == "LOAD_GLOBAL":
                assert step.argval in method.__globals__ or hasattr(builtins, step.argval)


def test_the_names_of_the_module_are_gone() -> None:
    sizes = [len(method.__globals__) for method in generated()]
    assert max(sizes) < 100
    assert len(vars(types)) > 600
    assert types.Position.__module__ == "lsprotocol.types"


def test_messages_are_read_written_compared_and_shown() -> None:
    converter = converters.get_converter()
    first = converter.structure(COMPLETION, types.CompletionList)
    assert first == converter.structure(COMPLETION, types.CompletionList)
    assert converter.unstructure(first) == COMPLETION
    assert attrs.evolve(first, is_incomplete=True) != first
    assert "CompletionItem(label='hold'" in repr(first)
    with pytest.raises(ValueError, match="line"):
        types.Position("1", 2)  # type: ignore[arg-type]


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the allocator keeps free pages")
def test_pages_between_others_are_given_back() -> None:
    blocks = [b"x" * 20_000 for _ in range(2_000)]
    before = resident()
    del blocks[1::2]
    footprint.give_back()
    assert before - resident() > 10_000_000


def resident() -> int:
    """Bytes that this process has in memory."""
    with open("/proc/self/statm", encoding="utf-8") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
