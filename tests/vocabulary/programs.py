"""Whole programs around the examples of the vocabulary, so that the language itself judges them."""

from __future__ import annotations

from typing import Final

from sqlang.vocabulary import Keyword

_DECLARATIONS: Final = """
pool kv { cap 1000; block 16; }
pool host { cap 10000; }
pool slots { cap 8; }
stage cpu : fifo(2);
stage tool : delay;
stage link : ps(100);
stage engine : step { budget 512; cost 1; memory kv; }
stage replica[2] : ps(1);
"""
_ATTRIBUTES: Final = "set prompt = 100; set output = 20; set start = 0;"
_WORKLOAD: Final = f"workload {{ arrive batch(2); init {{ {_ATTRIBUTES} }} }}\n"
_CLIENT: Final = f"workload {{ init {{ {_ATTRIBUTES} }} session {{ request; }} }}\n"
_SESSION: Final = "session { end; }\n"
_RUN: Final = "run { horizon 10; }\n"

_POOL: Final = frozenset({"pool", "evict", "preempt", "queue", "admit", "spill"})
_STEP: Final = frozenset({"step", "serve"})
_WORKLOAD_ITEM: Final = frozenset({"workload", "arrive", "trace"})
_STATEMENT: Final = frozenset(
    {"block", "hold", "run statement", "serving form", "branch", "choose"}
)
_ITEM: Final = frozenset({"program", "stage", "stage name", "share"})


def program_with(word: Keyword) -> str:
    """A program that has the example of a keyword in the place where it is legal."""
    example = word.example
    if word.context in _POOL:
        return f"{_DECLARATIONS}pool example {{ {example} }}\n{_WORKLOAD}{_SESSION}{_RUN}"
    if word.context in _STEP:
        cost = "" if word.text == "cost" else "cost 1;"
        stage = f"stage example : step {{ {cost} {example} }}\n"
        return f"{_DECLARATIONS}{stage}{_WORKLOAD}{_SESSION}{_RUN}"
    if word.context in _WORKLOAD_ITEM:
        return _with_workload_item(word)
    if word.context == "run":
        arrive = "workload { arrive poisson(1); }\n"
        return f"{arrive}{_SESSION}run {{ horizon 1000; {example} }}\n"
    if word.context in _STATEMENT:
        return _with_statement(word)
    assert word.context in _ITEM
    return _with_item(word)


def _with_workload_item(word: Keyword) -> str:
    attributes = f"init {{ {_ATTRIBUTES} }}"
    if word.text == "session":
        workload = f"workload {{ {attributes} {word.example} }}\n"
        return f"{_DECLARATIONS}{workload}server {{ run cpu (1); }}\n{_RUN}"
    return f"{_DECLARATIONS}workload {{ {attributes} {word.example} }}\n{_SESSION}{_RUN}"


def _with_statement(word: Keyword) -> str:
    if word.text == "request":
        client = f"workload {{ session {{ {word.example} }} }}\n"
        return f"{_DECLARATIONS}{client}server {{ run cpu (1); }}\n{_RUN}"
    return f"{_DECLARATIONS}{_WORKLOAD}session {{ {word.example} }}\n{_RUN}"


def _with_item(word: Keyword) -> str:
    if word.context in {"stage", "stage name"}:
        return f"{word.example}\nsession {{ }}\n{_RUN}"
    match word.text:
        case "session":
            return f"{_DECLARATIONS}{_WORKLOAD}{word.example}\n{_RUN}"
        case "workload":
            return f"{_DECLARATIONS}{word.example}\n{_SESSION}{_RUN}"
        case "server":
            return f"{_DECLARATIONS}{_CLIENT}{word.example}\n{_RUN}"
        case "run":
            return f"{_SESSION}{word.example}\n"
        case "share" | "maxmin" | "bottleneck":
            both = "session { run link, other (1); }\n"
            return f"{_DECLARATIONS}stage other : ps(5);\n{word.example}\n{both}{_RUN}"
        case _:
            return f"{word.example}\n{_DECLARATIONS}{_WORKLOAD}{_SESSION}{_RUN}"
