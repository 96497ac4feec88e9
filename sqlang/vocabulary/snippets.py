"""What an editor writes for a keyword: the whole form of its signature, with places to fill in.

In the syntax of snippets of the Language Server Protocol: `${1:pool}` is a place with what stands
there at first, `$0` where the cursor goes in the end. With its places as they are at first, each
one is right where its keyword is, once there are a pool `pool` and a stage `stage`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_BLOCK: Final = " {\n\t$0\n}"

_PROGRAM: Final = {
    "let": "let ${1:name} = ${2:1};",
    "def": "def ${1:name}(${2:parameter}) = ${3:1};",
    "use": 'use "$1";',
    "pool": "pool ${1:name} {\n\tcap ${2:1000};$0\n}",
    "stage": "stage ${1:name} : ${2:fifo};",
    "workload": "workload {\n\tarrive poisson(${1:1});\n\tinit {\n\t\t$0\n\t}\n}",
    "session": f"session{_BLOCK}",
    "server": f"server{_BLOCK}",
    "share": "share ${1:maxmin};",
    "run": "run {\n\thorizon ${1:1000};\n\twarmup ${2:0};\n\tseed ${3:1};\n}",
}

_POOL: Final = {
    "cap": "cap ${1:1000};",
    "block": "block ${1:16};",
    "evict": "evict ${1:lru};",
    "preempt": "preempt ${1:lifo};",
    "queue": "queue ${1:fifo};",
    "admit": "admit via ${1:stage};",
    "spill": "spill ${1:pool} via ${2:stage} (${3:size}) when (${4:1});",
}

_STAGE: Final = {
    "fifo": "fifo(${1:1});",
    "ps": "ps(${1:1});",
    "delay": "delay;",
    "step": "step {\n\tbudget ${1:512};\n\tcost ${2:1};$0\n}",
}

_STEP: Final = {
    "budget": "budget ${1:512};",
    "cost": "cost ${1:1};",
    "chunk": "chunk ${1:128};",
    "memory": "memory ${1:pool};",
    "serve": "serve ${1:admission};",
}

_SERVE: Final = {
    "admission": "admission;",
    "decode": "decode first;",
    "exclusive": "exclusive prefill;",
    "by": "by (${1:remaining});",
}

_WORKLOAD: Final = {
    "arrive": "arrive poisson(${1:1});",
    "trace": 'trace "$1";',
    "init": f"init{_BLOCK}",
    "turn": f"turn{_BLOCK}",
    "session": f"session{_BLOCK}",
    "hidden": "hidden ${1:name};",
}

_ARRIVE: Final = {
    "poisson": "poisson(${1:1});",
    "renewal": "renewal(${1:1});",
    "closed": "closed(${1:8});",
    "batch": "batch(${1:8});",
    "none": "none;",
}

_STATEMENTS: Final = {
    "turn": "turn;",
    "request": "request;",
    "end": "end;",
    "set": "set ${1:name} = ${2:0};",
    "observe": "observe ${1:name} = ${2:now};",
    "hold": "hold ${1:pool} (${2:1}) {\n\t$0\n}",
    "grow": "grow ${1:pool} (${2:1});",
    "drop": "drop ${1:pool};",
    "release": "release ${1:pool};",
    "load": "load ${1:pool} (${2:1});",
    "run": "run ${1:stage} (${2:1});",
    "branch": "branch (${1:1}) {\n\t$0\n}",
    "loop": f"loop{_BLOCK}",
    "choose": "choose ${1:name} in ${2:2} by (${3:0});",
    "prefill": "prefill ${1:100};",
    "decode": "decode ${1:10};",
    "tool": "tool ${1:1};",
    "transfer": "transfer ${1:1} from ${2:pool} to ${3:pool} (${4:1});",
}

_HOLD: Final = {
    "reserve": "reserve (${1:1})",
    "reuse": "reuse (${1:1})",
    "at": "at admission (${1:name} = ${2:0})",
    "admission": "admission (${1:name} = ${2:0})",
    "cache": "cache (${1:1})",
    "lease": "lease ${1:pool} (${2:1})",
}

_RUN_STATEMENT: Final = {
    "prefill": "prefill (${1:100});",
    "decode": "decode (${1:10});",
    "growing": "growing ${1:pool};",
}

_SERVING: Final = {
    "on": "on ${1:stage}",
    "growing": "growing ${1:pool};",
    "from": "from ${1:pool} to ${2:pool} (${3:1});",
    "to": "to ${1:pool} (${2:1});",
}

_RUN: Final = {
    "horizon": "horizon ${1:1000};",
    "warmup": "warmup ${1:100};",
    "seed": "seed ${1:1};",
    "arrivals": "arrivals ${1:100};",
}

_BY_CONTEXT: Final[Mapping[str, Mapping[str, str]]] = {
    "program": _PROGRAM,
    "pool": _POOL,
    "evict": {"by": "by (${1:now - last});", "lru": "lru;"},
    "preempt": {"lifo": "lifo;", "none": "none;"},
    "queue": {"by": "by (${1:cached});", "fifo": "fifo;"},
    "admit": {"via": "via ${1:stage};"},
    "spill": {
        "via": "via ${1:stage} (${2:size}) when (${3:1});",
        "when": "when (${1:1});",
    },
    "stage": _STAGE,
    "step": _STEP,
    "serve": _SERVE,
    "workload": _WORKLOAD,
    "arrive": _ARRIVE,
    "trace": {"ordered": "ordered;"},
    "block": _STATEMENTS,
    "hold": _HOLD,
    "run statement": _RUN_STATEMENT,
    "serving form": _SERVING,
    "branch": {"with": "with (${1:0.5}) {\n\t$0\n}", "else": f"else{_BLOCK}"},
    "choose": {"in": "in ${1:2} by (${2:0});", "by": "by (${1:0});"},
    "run": _RUN,
    "share": {"maxmin": "maxmin;", "bottleneck": "bottleneck;"},
}


def snippet(text: str, context: str) -> str | None:
    """The form of a keyword in a context of the vocabulary; `None` if it is its spelling alone."""
    return _BY_CONTEXT.get(context, {}).get(text)


def forms(context: str) -> Mapping[str, str]:
    """The forms of all keywords of a context of the vocabulary that have one."""
    return _BY_CONTEXT[context]
