"""What lexing and both parses of 1,000 lines cost: `python -m tests.bench.parsing`."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from functools import partial

from sqlang.source import Source
from sqlang.syntax.kernel import parse_kernel
from sqlang.syntax.lexer import tokenize
from sqlang.syntax.surface import parse_surface
from sqlang.syntax.workspace import Workspace

BLOCK = """  set goal{0} = min(prompt + {0}, 2 * more);  // what this round wants
  hold reqs (1), kv (goal{0}) reserve (prompt) {{
    prefill prompt growing kv;
    branch (serial == {0}) {{ decode (2) growing kv; }}
    observe response{0} = now - t0;
  }}
"""
HEAD = """pool reqs { cap 2; admit via engine; }
pool kv { cap 20; }
stage engine : step { budget 4; chunk 4; cost 1; memory kv; }
workload { arrive batch(2); init { set prompt = serial == 0 ? 2 : 4; } }
session {
  set t0 = now;
"""
TAIL = "  end;\n}\nrun { horizon 20; warmup 0; seed 1; }\n"
DEFINITION = "def twice(x) = x + x;\n"
ROUNDS = 20


def program(lines: int) -> str:
    """A program of about so many lines."""
    return HEAD + "".join(BLOCK.format(n) for n in range(lines // 6)) + TAIL


def milliseconds(work: Callable[[], object]) -> float:
    """Processor time of the fastest of some runs, garbage collection off."""
    best = float("inf")
    gc.disable()
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
        gc.collect()
    gc.enable()
    return best * 1000


def main() -> None:
    """Print one line for a program without definitions and one with uses in it."""
    plain = program(1000)
    expanded = DEFINITION + plain.replace("2 * more", "twice(more)")
    for title, text in (("plain", plain), ("with definitions", expanded)):
        source = Source(text)
        surface = parse_surface(source)
        lexing = milliseconds(partial(tokenize, source))
        written = milliseconds(partial(parse_surface, source))
        meant = milliseconds(partial(parse_kernel, source, Workspace(), surface))
        print(f"{title}: {len(text):,} characters, {len(surface.tokens):,} tokens:")
        print(f"  lexing {lexing:.1f} ms, surface {written:.1f} ms, kernel {meant:.1f} ms")


if __name__ == "__main__":
    main()
