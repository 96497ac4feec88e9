"""Writes what commands say into pages: `python -m tests.documentation.update PAGE…`.

A session that leaves lines out and is not true any more is left to its author.
"""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.documentation.sessions import PROMPT, Exchange, answers_of


def update(page: Path) -> None:
    """Write the present answers into the sessions of a page."""
    text = page.read_text(encoding="utf-8")
    with TemporaryDirectory() as folder:
        for block, exchanges in groupby(answers_of(page, Path(folder)), lambda each: each.block):
            now = "".join(map(_written, exchanges))
            text = text.replace(f"```console\n{block.text}```", f"```console\n{now}```", 1)
    page.write_text(text, encoding="utf-8")


def _written(exchange: Exchange) -> str:
    kept = exchange.leaves_lines_out
    if kept and not exchange.is_true:
        print(f"{exchange.block.place}: `{exchange.command}` says now:\n{exchange.answer}")
    return f"{PROMPT}{exchange.command}\n{exchange.shown if kept else exchange.answer}"


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        update(Path(argument).resolve())
