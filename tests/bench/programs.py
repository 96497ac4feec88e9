"""Long programs without mistakes, for the figures of the front end."""

from __future__ import annotations

import re

_STAGES = """stage engine : step { budget 4; chunk 4; cost 1; memory kv; }
workload { arrive batch(2); init { set prompt = serial == 0 ? 2 : 4; } }
"""
_USED = "pool reqs { cap 2; admit via engine; }\npool kv { cap 20; }\n"
_RUN = "run { horizon 20; warmup 0; seed 1; }\n"
_ROUND = """set goal{0} = min(prompt + {0}, 2 * more);  // what this round wants
hold reqs (1), kv (goal{0}) reserve (prompt) {{
  prefill prompt growing kv;
  branch (serial == {0}) {{ decode (2) growing kv; }}
  observe response{0} = now - t0;
}}
"""
_LINES_A_ROUND = _ROUND.count("\n")
_DECLARATIONS = 40
_OTHER_LINES = 52
"""The declarations, and what the rounds stand in."""


def with_declarations(lines: int) -> str:
    """Forty declarations, then a session of rounds one after the other."""
    head = _head(_DECLARATIONS)
    rounds = (lines - head.count("\n")) // _LINES_A_ROUND
    return f"{head}session {{\nset t0 = now;\n{_rounds(range(rounds))}end;\n}}\n{_RUN}"


def nested(lines: int) -> str:
    """Three fifths of the lines are the rounds of a session five blocks deep."""
    deep = lines * 3 // 5 // _LINES_A_ROUND
    rest = (lines - _OTHER_LINES) // _LINES_A_ROUND - deep
    opening = "loop {\nbranch (serial < 1) {\nhold reqs (1) {\nloop {\nbranch (serial < 2) {\n"
    return (
        f"{_head(_DECLARATIONS)}session {{\nset t0 = now;\n{_rounds(range(deep, deep + rest))}"
        f"{opening}{_rounds(range(deep))}}}\n}}\n}}\n}}\n}}\n}}\n{_RUN}"
    )


def of_fifty_lines() -> str:
    """Fifty lines of which nothing is unused: six constants, seven pools, and five rounds."""
    numbers = range(5)
    constants = "".join(f"let size{n} = {n} + unit;\n" for n in numbers)
    pools = "".join(
        f"pool pool{n} {{ cap size{n} * 4; queue by (prompt + {n}); }}\n" for n in numbers
    )
    rounds = "".join(_ROUND.format(n).replace("hold ", f"hold pool{n} (1), ") for n in numbers)
    return (
        f"let unit = 1;\n{constants}{pools}{_USED}{_STAGES}"
        f"session {{\nset t0 = now;\n{rounds}end;\n}}\n{_RUN}"
    )


def _head(declarations: int) -> str:
    lets = declarations // 2
    constants = "".join(f"let size{n} = {n} + 1;\n" for n in range(lets))
    pools = "".join(
        f"pool pool{n} {{ cap size{n} * 4; queue by (prompt + {n}); }}\n"
        for n in range(declarations - lets - 4)
    )
    return f"{constants}{pools}{_USED}{_STAGES}"


def _rounds(numbers: range) -> str:
    return "".join(_ROUND.format(n) for n in numbers)


def half_in_session(lines: int) -> str:
    """Half of the lines are declarations of every kind, all used; the other half are a session."""
    head = f"{_USED}{_STAGES}"
    around = head.count("\n") + _AROUND
    rounds = max(1, (lines - around) // (_GROUP.count("\n") + _LINES_A_ROUND))
    declared = "".join(_GROUP.format(n) for n in range(rounds))
    used = "".join(_USING.format(n) for n in range(rounds))
    return f"{head}{declared}session {{\nset t0 = now;\n{used}end;\n}}\n{_RUN}"


def undefined(text: str) -> str:
    """The same without its definitions: what they are given stands for their uses."""
    lines = [line for line in text.split("\n") if not line.startswith("def ")]
    return re.sub(r"\bwait\d+\((\w+)\)", r"\1", "\n".join(lines))


_GROUP = """// Group {0}: what its rounds take,
// and where they wait.
let size{0} = {0} + 1;
let limit{0} = min(size{0} * 4, 64);
pool pool{0} {{ cap limit{0}; queue by (prompt + {0}); }}
def wait{0}(length) = length * size{0} + limit{0};
"""
_USING = _ROUND.replace("hold reqs (1), ", "hold reqs (1), pool{0} (1), ").replace(
    "now - t0", "now - t0 + wait{0}(serial)"
)
_AROUND = 5
"""The lines that a session and the settings of a run have beside its rounds."""
