"""How the lexer of Pygments grows with its text: `make bench-highlighting`.

Processor time for a megabyte, and how many times that is of what a quarter of it takes, the best of
some rounds: 4 where time is linear, 16 where it is quadratic.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from sqlang_syntaxes.lexer import SerqLexer
from tests.bench.frontend import machine_and_form
from tests.bench.programs import with_declarations

LENGTH = 1_000_000
ROUNDS = 2


def texts(length: int) -> Mapping[str, str]:
    """A program, and what would be slow if anything was, each of some length."""
    pieces = {
        "open comments": "/*",
        "quotes": '"',
        "openers": "({[",
        "points": ".",
        "broken numbers": "1..;",
        "one name": "a",
        "names with blanks": "a" + " " * 99,
        "calls with blanks": "used(" + " " * 95,
        "draws": "~",
        "words of items": "pool ",
        "values": "let a = ",
        "strangers": "@",
    }
    program = with_declarations(length // 20)[:length]
    return {
        "a program": program,
        **{name: each * (length // len(each)) for name, each in pieces.items()},
    }


def spent(text: str) -> float:
    """Seconds for all tokens of a text."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = time.process_time()
        for _token in SerqLexer().get_tokens_unprocessed(text):
            pass
        best = min(best, time.process_time() - begun)
    return best


def main() -> None:
    """Print a line for each text."""
    print(machine_and_form())
    smaller = texts(LENGTH // 4)
    for name, text in texts(LENGTH).items():
        whole, quarter = spent(text), spent(smaller[name])
        print(
            f"{name} ({len(text):,} characters): {whole * 1000:,.0f} ms, "
            f"{whole / quarter:.1f} times a quarter of it"
        )


if __name__ == "__main__":
    main()
