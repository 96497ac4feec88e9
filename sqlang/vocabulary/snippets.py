"""What an editor writes for a keyword: the whole form of its signature, with places to fill in.

In the syntax of snippets of the Language Server Protocol: `${1:pool}` is a place with what stands
there at first, `$0` where the cursor goes in the end. With its places as they are at first, each
one is right where its keyword is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_BLOCK: Final = " {\n\t$0\n}"

_PROGRAM: Final = {
    "let": "let ${1:name} = ${2:value};",
    "def": "def ${1:name}(${2:parameter}) = ${3:expression};",
    "use": 'use "$1";',
    "pool": "pool ${1:name} {\n\tcap ${2:units};$0\n}",
    "stage": "stage ${1:name} : ${2:fifo};",
    "workload": "workload {\n\tarrive poisson(${1:rate});\n\tinit {\n\t\t$0\n\t}\n}",
    "session": f"session{_BLOCK}",
    "server": f"server{_BLOCK}",
    "share": "share ${1:maxmin};",
    "run": "run {\n\thorizon ${1:1000};\n\twarmup ${2:0};\n\tseed ${3:1};\n}",
}

_POOL: Final = {
    "cap": "cap ${1:units};",
    "block": "block ${1:units};",
    "evict": "evict ${1:lru};",
    "preempt": "preempt ${1:lifo};",
    "queue": "queue ${1:fifo};",
    "admit": "admit via ${1:stage};",
    "spill": "spill ${1:pool} via ${2:stage} (${3:work}) when (${4:condition});",
}

_STAGE: Final = {
    "fifo": "fifo(${1:1});",
    "ps": "ps(${1:capacity});",
    "delay": "delay;",
    "step": "step {\n\tbudget ${1:tokens};\n\tcost ${2:time};$0\n}",
}

_STEP: Final = {
    "budget": "budget ${1:tokens};",
    "cost": "cost ${1:time};",
    "chunk": "chunk ${1:tokens};",
    "memory": "memory ${1:pool};",
    "serve": "serve ${1:admission};",
}

_SERVE: Final = {
    "admission": "admission;",
    "decode": "decode first;",
    "exclusive": "exclusive prefill;",
    "by": "by (${1:key});",
}

_WORKLOAD: Final = {
    "arrive": "arrive poisson(${1:rate});",
    "trace": 'trace "$1";',
    "init": f"init{_BLOCK}",
    "turn": f"turn{_BLOCK}",
    "session": f"session{_BLOCK}",
    "hidden": "hidden ${1:name};",
}

_ARRIVE: Final = {
    "poisson": "poisson(${1:rate});",
    "renewal": "renewal(${1:gap});",
    "closed": "closed(${1:population});",
    "batch": "batch(${1:size});",
    "none": "none;",
}

_STATEMENTS: Final = {
    "turn": "turn;",
    "request": "request;",
    "end": "end;",
    "set": "set ${1:name} = ${2:value};",
    "observe": "observe ${1:name} = ${2:value};",
    "hold": "hold ${1:pool} (${2:units}) {\n\t$0\n}",
    "grow": "grow ${1:pool} (${2:units});",
    "drop": "drop ${1:pool};",
    "release": "release ${1:pool};",
    "load": "load ${1:pool} (${2:units});",
    "run": "run ${1:stage} (${2:work});",
    "branch": "branch (${1:guard}) {\n\t$0\n}",
    "loop": f"loop{_BLOCK}",
    "choose": "choose ${1:name} in ${2:count} by (${3:key});",
    "prefill": "prefill ${1:tokens};",
    "decode": "decode ${1:tokens};",
    "tool": "tool ${1:work};",
    "transfer": "transfer ${1:work} from ${2:pool} to ${3:pool} (${4:units});",
}

_HOLD: Final = {
    "reserve": "reserve (${1:units})",
    "reuse": "reuse (${1:units})",
    "at": "at admission (${1:name} = ${2:value})",
    "admission": "admission (${1:name} = ${2:value})",
    "cache": "cache (${1:units})",
    "lease": "lease ${1:pool} (${2:time})",
}

_RUN_STATEMENT: Final = {
    "prefill": "prefill (${1:tokens});",
    "decode": "decode (${1:tokens});",
    "growing": "growing ${1:pool};",
}

_SERVING: Final = {
    "on": "on ${1:stage}",
    "growing": "growing ${1:pool};",
    "from": "from ${1:pool} to ${2:pool} (${3:units});",
    "to": "to ${1:pool} (${2:units});",
}

_RUN: Final = {
    "horizon": "horizon ${1:time};",
    "warmup": "warmup ${1:time};",
    "seed": "seed ${1:1};",
    "arrivals": "arrivals ${1:sessions};",
}

_BY_CONTEXT: Final[Mapping[str, Mapping[str, str]]] = {
    "program": _PROGRAM,
    "pool": _POOL,
    "evict": {"by": "by (${1:key});", "lru": "lru;"},
    "preempt": {"lifo": "lifo;", "none": "none;"},
    "queue": {"by": "by (${1:key});", "fifo": "fifo;"},
    "admit": {"via": "via ${1:stage};"},
    "spill": {
        "via": "via ${1:stage} (${2:work}) when (${3:condition});",
        "when": "when (${1:condition});",
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
    "branch": {"with": "with (${1:probability}) {\n\t$0\n}", "else": f"else{_BLOCK}"},
    "choose": {"in": "in ${1:count} by (${2:key});", "by": "by (${1:key});"},
    "run": _RUN,
    "share": {"maxmin": "maxmin;", "bottleneck": "bottleneck;"},
}


def snippet(text: str, context: str) -> str | None:
    """The form of a keyword in a context of the vocabulary; `None` if it is its spelling alone."""
    return _BY_CONTEXT.get(context, {}).get(text)


def forms(context: str) -> Mapping[str, str]:
    """The forms of all keywords of a context of the vocabulary that have one."""
    return _BY_CONTEXT[context]
